//! Loops over neurons, in a form that a compiler turns into vector instructions.
//!
//! Every sum has a fixed order, so that the same numbers come out whatever instructions there are.
//! Those of the processors of today that not all have bring nothing measurable here: most of the time
//! is spent on waiting for memory.

use crate::eval::features::Feature;
use crate::eval::network::LANES;

/// Neurons whose sums stay in registers while rows are added to them.
const BLOCK: usize = 2 * LANES;

/// The squared clipped ReLU.
#[inline]
fn activation(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}

/// Its derivative.
#[inline]
fn slope(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 {
        2.0 * sum
    } else {
        0.0
    }
}

/// The sums of a hidden layer: its biases and the rows of the lit inputs.
#[inline]
pub fn hidden_sums(sums: &mut [f32], biases: &[f32], weights: &[f32], lit: &[Feature]) {
    let neurons = sums.len();
    let whole = neurons / BLOCK * BLOCK;
    for start in (0..whole).step_by(BLOCK) {
        sum_block::<BLOCK>(sums, biases, weights, lit, start);
    }
    for start in (whole..neurons).step_by(LANES) {
        sum_block::<LANES>(sums, biases, weights, lit, start);
    }
}

#[inline]
fn sum_block<const N: usize>(
    sums: &mut [f32],
    biases: &[f32],
    weights: &[f32],
    lit: &[Feature],
    start: usize,
) {
    let mut block = [0.0; N];
    block.copy_from_slice(&biases[start..start + N]);
    for &feature in lit {
        let first = usize::from(feature) * sums.len() + start;
        let row = &weights[first..first + N];
        for lane in 0..N {
            block[lane] += row[lane];
        }
    }
    sums[start..start + N].copy_from_slice(&block);
}

/// The activations of a hidden layer, weighted and summed.
#[inline]
pub fn weighted(sums: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (sums, weights) = (sums.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        for lane in 0..LANES {
            lanes[lane] += activation(sums[lane]) * weights[lane];
        }
    }
    lanes.iter().sum()
}

/// With the loss's derivative by the output: adds those by the output's weights to
/// `weight_gradient`, and replaces the sums of the hidden layer by those by them.
#[inline]
pub fn weighted_backward(
    sums: &mut [f32],
    weights: &[f32],
    weight_gradient: &mut [f32],
    derivative: f32,
) {
    let sums = sums.as_chunks_mut::<LANES>().0;
    let weights = weights.as_chunks::<LANES>().0;
    let gradient = weight_gradient.as_chunks_mut::<LANES>().0;
    for ((sums, weights), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
        let (mut added, mut slopes) = ([0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            added[lane] = gradient[lane] + derivative * activation(sums[lane]);
            slopes[lane] = derivative * weights[lane] * slope(sums[lane]);
        }
        (*gradient, *sums) = (added, slopes);
    }
}

/// Adds the derivatives by the sums of a hidden layer to those of its biases and of the rows of
/// the lit inputs.
#[inline]
pub fn hidden_backward(
    derivatives: &[f32],
    bias_gradient: &mut [f32],
    weight_gradient: &mut [f32],
    lit: &[Feature],
) {
    add(bias_gradient, derivatives);
    let neurons = derivatives.len();
    for &feature in lit {
        let first = usize::from(feature) * neurons;
        add(&mut weight_gradient[first..first + neurons], derivatives);
    }
}

#[inline]
fn add(to: &mut [f32], from: &[f32]) {
    let (to, from) = (to.as_chunks_mut::<LANES>().0, from.as_chunks::<LANES>().0);
    for (to, from) in to.iter_mut().zip(from) {
        // Written at once, as the compiler does not see that the two do not overlap.
        let mut sums = [0.0; LANES];
        for lane in 0..LANES {
            sums[lane] = to[lane] + from[lane];
        }
        *to = sums;
    }
}
