//! The integer arithmetic of a network, in loops that a compiler turns into vector instructions.
//!
//! [`dispatch`] runs them compiled for what the processor offers beyond the least of its kind. All
//! sums are of integers within their bounds, so that every way to compute them gives the same.

use pulp::Arch;

use super::features::Feature;
use super::network::{HIDDEN_ONE, LANES};

/// Runs a piece of arithmetic, compiled for this processor; the feature `scalar` has it compiled for
/// the least one, to compare.
#[inline]
pub(super) fn dispatch<R>(work: impl FnOnce() -> R) -> R {
    if cfg!(feature = "scalar") {
        work()
    } else {
        Arch::new().dispatch(work)
    }
}

/// `to` becomes `from` with some rows of `weights` added and others subtracted; both are as long as
/// a row, a multiple of [`LANES`].
#[inline(always)]
pub(super) fn add_rows(
    to: &mut [i16],
    from: &[i16],
    weights: &[i16],
    added: &[Feature],
    subtracted: &[Feature],
) {
    let (to, _) = to.as_chunks_mut::<LANES>();
    let (from, _) = from.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let blocks = to.len();
    for block in 0..blocks {
        // The sums stay in registers while rows are added to them.
        let mut sums = from[block];
        for &row in added {
            let weights = &weights[usize::from(row) * blocks + block];
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(weights[lane]);
            }
        }
        for &row in subtracted {
            let weights = &weights[usize::from(row) * blocks + block];
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_sub(weights[lane]);
            }
        }
        to[block] = sums;
    }
}

/// The clipped and squared values of a hidden layer, weighted and summed: [`HIDDEN_ONE`] squared
/// times the one of the weights is 1.0.
#[inline(always)]
pub(super) fn weigh(hidden: &[i16], weights: &[i16]) -> i64 {
    let (hidden, _) = hidden.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let mut sums = [0_i32; LANES];
    for block in 0..hidden.len() {
        let (values, weights) = (&hidden[block], &weights[block]);
        for lane in 0..LANES {
            let value = values[lane].clamp(0, HIDDEN_ONE as i16);
            // The bound on weights keeps the product within 16 bits, which are faster.
            let weighted = value.wrapping_mul(weights[lane]);
            sums[lane] = sums[lane].wrapping_add(i32::from(weighted) * i32::from(value));
        }
    }
    // A lane of the most neurons fits 32 bits, all of them do not.
    let mut sum = 0;
    for lane in sums {
        sum += i64::from(lane);
    }
    sum
}
