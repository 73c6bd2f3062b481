//! Perft: the number of lines of legal turns of a given length, the classic check of a move
//! generator. Draws by repetition, clock or material do not end a line.

use rayon::prelude::*;

use crate::position::{Move, Position};
use crate::variant::Variant;

/// The number of lines of `depth` turns.
///
/// ```
/// use alberich::perft::perft;
/// use alberich::position::Position;
/// use alberich::variant::TwoRing;
///
/// assert_eq!(perft(&Position::<TwoRing>::start(), 4), 202_107);
/// ```
pub fn perft<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => position
            .moves()
            .into_iter()
            .map(|m| perft(&position.make(m), depth - 1))
            .sum(),
    }
}

/// The same for each turn apart, on all threads of rayon's current pool.
pub fn divide<V: Variant>(position: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
    position
        .moves()
        .par_iter()
        .map(|&m| (m, perft(&position.make(m), depth - 1)))
        .collect()
}
