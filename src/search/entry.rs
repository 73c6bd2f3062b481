//! One entry of the transposition table, and how it is packed into two words.

use crate::eval::Score;
use crate::position::{Key, Move};

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
    /// The evaluation, not corrected; `None` in check.
    pub(super) eval: Option<Score>,
}

/// An entry in two words. The first has the evaluation in bits 0-15, and in the others those of
/// the key XOR the second word. The second has the best turn in bits 0-31 (0 is none), the score
/// in 32-47, the depth in 48-55, the bound in 56-57 (0 marks an empty slot), the age in 58-63.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    check: u64,
    data: u64,
}

/// How many searches can be told apart.
pub(super) const AGES: u8 = 64;

/// The part of a key that the first word keeps.
const KEY: u64 = !0xffff;

/// Stands for an evaluation that there is none of; no score has these bits.
const NO_EVAL: u16 = i16::MIN as u16;

impl Packed {
    pub(super) fn new(key: Key, entry: Entry, age: u8) -> Self {
        let best = u64::from(entry.best.map_or(0, Move::bits));
        let score = u64::from(entry.score.to_bits());
        let depth = u64::from(entry.depth.to_bits());
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let data = best | score << 32 | depth << 48 | bound << 56 | u64::from(age) << 58;
        let eval = u64::from(entry.eval.map_or(NO_EVAL, Score::to_bits));
        let check = (key.0 ^ data) & KEY | eval;
        Packed { check, data }
    }

    /// From the two words, which may be of different entries.
    pub(super) fn from_words(check: u64, data: u64) -> Self {
        Packed { check, data }
    }

    /// The two words.
    pub(super) fn words(self) -> [u64; 2] {
        [self.check, self.data]
    }

    /// Whether this is of the position with a key. What was torn is of none.
    pub(super) fn is_of(self, key: Key) -> bool {
        (self.check ^ self.data ^ key.0) & KEY == 0
    }

    pub(super) fn bound(self) -> Option<Bound> {
        match self.data >> 56 & 3 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }

    pub(super) fn best(self) -> Option<Move> {
        let bits = self.data as u32;
        (bits != 0).then_some(Move::from_bits(bits))
    }

    pub(super) fn depth(self) -> Depth {
        Depth::from_bits((self.data >> 48) as u8)
    }

    pub(super) fn age(self) -> u8 {
        (self.data >> 58) as u8
    }

    pub(super) fn entry(self) -> Option<Entry> {
        let eval = self.check as u16;
        Some(Entry {
            best: self.best(),
            score: Score::from_bits((self.data >> 32) as u16),
            bound: self.bound()?,
            depth: self.depth(),
            eval: (eval != NO_EVAL).then(|| Score::from_bits(eval)),
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
