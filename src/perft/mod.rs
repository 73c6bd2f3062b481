//! Perft: the number of lines of legal turns of a given length, the classic check of a move
//! generator. Draws by repetition, clock or material do not end a line.

mod stats;
mod suite;
mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::position::{Key, Move, Position};
use crate::variant::Variant;

pub use stats::{Stats, stats};
pub use suite::{Mismatch, SuiteCheck, SuiteError, SuiteLine, check_line, read_suite};
use table::Table;

/// The number of lines of `depth` turns; the last ply is counted, not made.
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
        _ => {
            let mut count = 0;
            for &m in &position.moves() {
                let mut next = *position;
                next.play(m, &mut ());
                count += perft(&next, depth - 1);
            }
            count
        }
    }
}

/// The greatest depth that is counted, in plies. Nothing but the barest endings could be counted
/// so far in a lifetime, and the recursion stays within any stack.
pub const MAX_DEPTH: u32 = 64;

/// Subtrees of up to this depth are one thread's work.
const ONE_THREAD: u32 = 4;

/// Subtrees of up to this depth are not interrupted; in the richest positions they take a second.
const UNINTERRUPTED: u32 = 2;

/// Perft on several threads, with a table of subtrees already counted if wanted, and with a way
/// to stop it.
#[derive(Default)]
pub struct Perft {
    table: Option<Table>,
    stopped: AtomicBool,
}

impl Perft {
    /// Perft with a table of this many mebibytes, or none if it is 0 or cannot be had.
    pub fn new(hash_mb: usize) -> Self {
        Perft {
            table: Table::new(hash_mb),
            stopped: AtomicBool::new(false),
        }
    }

    /// Makes counts that are under way end soon; what they return is then meaningless.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether it has a table.
    pub fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// The number of lines of `depth` turns, [`MAX_DEPTH`] at most, on the threads of rayon's
    /// current pool.
    pub fn count<V: Variant>(&self, position: &Position<V>, depth: u32) -> u64 {
        self.count_from(position, position.key(), depth.min(MAX_DEPTH))
    }

    /// The number of lines of `depth` turns, one at least and [`MAX_DEPTH`] at most, that begin
    /// with each turn.
    pub fn divide<V: Variant>(&self, position: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
        let key = position.key();
        let depth = depth.clamp(1, MAX_DEPTH);
        position
            .moves()
            .par_iter()
            .map(|&m| {
                let mut key = key;
                let next = position.make_with(m, &mut key);
                (m, self.count_from(&next, key, depth - 1))
            })
            .collect()
    }

    fn count_from<V: Variant>(&self, position: &Position<V>, key: Key, depth: u32) -> u64 {
        let count = |&m: &Move| {
            let mut key = key;
            let next = position.make_with(m, &mut key);
            self.count_from(&next, key, depth - 1)
        };
        if depth <= UNINTERRUPTED {
            return perft(position, depth);
        }
        if self.is_stopped() {
            return 0;
        }
        if depth > ONE_THREAD {
            return position.moves().par_iter().map(count).sum();
        }
        if let Some(count) = self.table.as_ref().and_then(|table| table.get(key, depth)) {
            return count;
        }
        let count = position.moves().iter().map(count).sum();
        if let Some(table) = &self.table
            && !self.is_stopped()
        {
            table.put(key, depth, count);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{PlunderChess, TwoRing};

    #[test]
    fn table_and_threads_change_no_count() {
        fn check<V: Variant>(depth: u32) {
            let position = Position::<V>::start();
            let count = perft(&position, depth);
            for hash_mb in [0, 1] {
                let perft = Perft::new(hash_mb);
                assert_eq!(perft.count(&position, depth), count);
                let divided = perft.divide(&position, depth);
                assert_eq!(divided.iter().map(|line| line.1).sum::<u64>(), count);
            }
        }
        check::<PlunderChess>(5);
        check::<TwoRing>(5);
    }
}
