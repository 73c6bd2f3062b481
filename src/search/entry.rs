//! One entry of the transposition table, and how it is packed into a word.

use crate::eval::Score;
use crate::position::Move;

use super::depth::Depth;

/// Which side of the true score a score lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is this or more.
    Lower,
    /// The score is this or less.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The best turn found, if any was; not necessarily a legal one.
    pub(super) best: Option<Move>,
    /// Mates count from this position.
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) depth: Depth,
}

/// The second word: best turn in bits 0-31 (0 is none), score in 32-47, depth in 48-55, bound
/// in 56-57 (0 marks an empty slot), age in 58-63.
#[derive(Clone, Copy)]
pub(super) struct Packed(pub(super) u64);

/// How many searches can be told apart.
pub(super) const AGES: u8 = 64;

impl Packed {
    pub(super) fn new(entry: Entry, age: u8) -> Self {
        let best = u64::from(entry.best.map_or(0, Move::bits));
        let score = u64::from(entry.score.to_bits());
        let depth = u64::from(entry.depth.to_bits());
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Packed(best | score << 32 | depth << 48 | bound << 56 | u64::from(age) << 58)
    }

    pub(super) fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }

    pub(super) fn best(self) -> Option<Move> {
        let bits = self.0 as u32;
        (bits != 0).then_some(Move::from_bits(bits))
    }

    fn depth(self) -> Depth {
        Depth::from_bits((self.0 >> 48) as u8)
    }

    pub(super) fn age(self) -> u8 {
        (self.0 >> 58) as u8
    }

    pub(super) fn entry(self) -> Option<Entry> {
        Some(Entry {
            best: self.best(),
            score: Score::from_bits((self.0 >> 32) as u16),
            bound: self.bound()?,
            depth: self.depth(),
        })
    }

    /// What makes an entry worth keeping: depth, and to be of a recent search. An empty slot
    /// is worth least.
    pub(super) fn worth(self, age: u8) -> i32 {
        const PLIES_PER_SEARCH: i32 = 4;
        let searches_ago = (age + AGES - self.age()) % AGES;
        match self.bound() {
            Some(_) => self.depth().plies() - PLIES_PER_SEARCH * i32::from(searches_ago),
            None => i32::MIN,
        }
    }
}
