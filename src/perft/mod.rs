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

/// Subtrees of up to this depth are one piece of work; they are neither split among threads nor
/// interrupted.
const GRAIN: u32 = 4;

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

    /// The number of lines of `depth` turns, on the threads of rayon's current pool.
    pub fn count<V: Variant>(&self, position: &Position<V>, depth: u32) -> u64 {
        self.count_from(position, position.key(), depth)
    }

    /// The number of lines of `depth` turns, one at least, that begin with each turn.
    pub fn divide<V: Variant>(&self, position: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
        let key = position.key();
        position
            .moves()
            .par_iter()
            .map(|&m| {
                let mut key = key;
                let next = position.make_with(m, &mut key);
                (m, self.count_from(&next, key, depth.saturating_sub(1)))
            })
            .collect()
    }

    fn count_from<V: Variant>(&self, position: &Position<V>, key: Key, depth: u32) -> u64 {
        if depth > GRAIN {
            if self.is_stopped() {
                return 0;
            }
            let count = |&m: &Move| {
                let mut key = key;
                let next = position.make_with(m, &mut key);
                self.count_from(&next, key, depth - 1)
            };
            return position.moves().par_iter().map(count).sum();
        }
        match &self.table {
            Some(table) => count_with_table(table, position, key, depth),
            None => perft(position, depth),
        }
    }
}

fn count_with_table<V: Variant>(
    table: &Table,
    position: &Position<V>,
    key: Key,
    depth: u32,
) -> u64 {
    if depth <= 1 {
        return perft(position, depth);
    }
    if let Some(count) = table.get(key, depth) {
        return count;
    }
    let mut count = 0;
    for m in position.moves() {
        let mut key = key;
        let next = position.make_with(m, &mut key);
        count += count_with_table(table, &next, key, depth - 1);
    }
    table.put(key, depth, count);
    count
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
