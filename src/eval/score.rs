//! Scores: centipawns, or the distance to a mate.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::chances::Chances;

/// The deepest ply of a search, counted from the root; every line ends there at the latest.
pub const MAX_PLY: usize = 128;

/// How good a position is for its mover: centipawns, or a number of plies to the mate.
///
/// Scores near [`Score::MATE`] and its negative are mates, higher the sooner they come; all others
/// are centipawns. In Two Ring Chess a mover without a legal turn counts as mated, in check or not.
///
/// There are two measures. A search, its margins, its reports, files of games and training have the
/// search's own; people are told scores in which 100 are an even chance to win
/// ([`super::Evaluation::told`]): by the protocol, in pictures, and in sets of openings.
///
/// ```
/// use alberich::search::Score;
///
/// assert!(Score::mate_in(1) > Score::mate_in(3));
/// assert_eq!(Score::mate_in(3).mate_distance(), Some(2));
/// assert_eq!((-Score::mate_in(2)).mate_distance(), Some(-1));
/// assert_eq!(Score::from_centipawns(123_456).mate_distance(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Nobody is better, or the game is drawn.
    pub const DRAW: Score = Score(0);
    /// The bound of all mates: what a mate on the spot would count.
    pub const MATE: Score = Score(32_000);
    /// More than any score.
    pub const INFINITE: Score = Score(32_001);
    /// The best score that is no mate; one of a mate at the deepest ply exceeds it.
    const MAX_CENTIPAWNS: i32 = Score::MATE.0 - MAX_PLY as i32 - 1;

    /// Centipawns, as far as they fit below the mates.
    pub fn from_centipawns(centipawns: i32) -> Self {
        Score(centipawns.clamp(-Self::MAX_CENTIPAWNS, Self::MAX_CENTIPAWNS))
    }

    /// The mover is mated after this number of plies.
    pub fn mated_in(ply: usize) -> Self {
        -Self::mate_in(ply)
    }

    /// The mover has mated after this number of plies.
    pub fn mate_in(ply: usize) -> Self {
        Score(Self::MATE.0 - ply.min(MAX_PLY) as i32)
    }

    /// Whether this is a mate, for whomever.
    pub fn is_mate(self) -> bool {
        self.0.abs() > Self::MAX_CENTIPAWNS
    }

    /// Whether this is a mate of the mover.
    pub fn is_mated(self) -> bool {
        self.0 < -Self::MAX_CENTIPAWNS
    }

    /// Whether the game is as good as decided: 700 centipawns of the search or more, or a mate.
    pub(crate) fn is_decided(self) -> bool {
        self.0.abs() > 700
    }

    /// The score halfway to another.
    pub(crate) fn midway(self, other: Score) -> Self {
        Score((self.0 + other.0) / 2)
    }

    /// The distance of a mate in moves, as UCI counts: `n` if the mover mates with his `n`th
    /// move, `-n` if the opponent does with his, 0 if the mover is mated already.
    pub fn mate_distance(self) -> Option<i32> {
        let plies = self.plies_to_mate()? as i32;
        Some(if self.0 > 0 {
            (plies + 1) / 2
        } else {
            -(plies / 2)
        })
    }

    /// The plies from the root to a mate, for whomever.
    pub(crate) fn plies_to_mate(self) -> Option<usize> {
        let plies = Self::MATE.0 - self.0.abs();
        self.is_mate().then_some(plies.max(0) as usize)
    }

    /// The value in centipawns; without much meaning for a mate.
    pub fn centipawns(self) -> i32 {
        self.0
    }

    /// The chances of winning, drawing and losing, in thousandths.
    ///
    /// ```
    /// use alberich::eval::{Chances, Score};
    ///
    /// let chances = Chances { half: 100.0, spread: 50.0 };
    /// let [wins, draws, losses] = Score::from_centipawns(100).chances(chances);
    /// assert_eq!(wins, 500);
    /// assert_eq!(wins + draws + losses, 1000);
    /// ```
    pub fn chances(self, chances: Chances) -> [u32; 3] {
        if self.is_mate() {
            return if self.0 > 0 {
                [1000, 0, 0]
            } else {
                [0, 0, 1000]
            };
        }
        let thousandths = |chance: f64| (1000.0 * chance).round() as u32;
        let score = f64::from(self.0);
        let (wins, losses) = (
            thousandths(chances.win(score)),
            thousandths(chances.loss(score)),
        );
        [wins, 1000_u32.saturating_sub(wins + losses), losses]
    }

    /// In a measure in which what is `pawn` here is 100; a mate stays as it is.
    pub(crate) fn measured_by(self, pawn: i32) -> Self {
        if self.is_mate() {
            return self;
        }
        Score::from_centipawns(self.0 * 100 / pawn)
    }

    /// From a count of plies that starts here to one that started `ply` plies before, as a
    /// search needs that keeps scores of positions.
    pub(crate) fn seen_from_root(self, ply: usize) -> Self {
        self.shift_mate(-(ply as i32))
    }

    /// The inverse of [`Score::seen_from_root`].
    pub(crate) fn seen_from_node(self, ply: usize) -> Self {
        self.shift_mate(ply as i32)
    }

    fn shift_mate(self, plies: i32) -> Self {
        let mate = Self::MATE.0;
        if !self.is_mate() {
            self
        } else if self.0 > 0 {
            Score((self.0 + plies).clamp(Self::MAX_CENTIPAWNS + 1, mate))
        } else {
            Score((self.0 - plies).clamp(-mate, -Self::MAX_CENTIPAWNS - 1))
        }
    }

    /// The form that a table entry keeps.
    pub(crate) fn to_bits(self) -> u16 {
        // All scores lie within +-32001.
        self.0 as i16 as u16
    }

    /// The inverse of [`Score::to_bits`]; bits of no score become the nearest one.
    pub(crate) fn from_bits(bits: u16) -> Self {
        Score(i32::from(bits as i16).clamp(-Self::MATE.0, Self::MATE.0))
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    /// Some centipawns more, within the infinite bounds.
    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Score((self.0 + centipawns).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    /// Some centipawns less, within the infinite bounds.
    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        self + -centipawns
    }
}

impl fmt::Display for Score {
    /// As in UCI: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_and_stay_apart_from_centipawns() {
        assert_eq!(Score::mated_in(0).mate_distance(), Some(0));
        assert_eq!(Score::mate_in(1).mate_distance(), Some(1));
        assert_eq!(Score::mated_in(2).mate_distance(), Some(-1));
        assert_eq!(Score::mate_in(MAX_PLY + 7).mate_distance(), Some(64));
        assert!(Score::mated_in(MAX_PLY) < Score::from_centipawns(i32::MIN + 1));
    }

    #[test]
    fn another_measure_changes_centipawns_and_no_mates() {
        assert_eq!(
            Score::from_centipawns(-30).measured_by(60),
            Score::from_centipawns(-50)
        );
        assert_eq!(Score::mate_in(3).measured_by(60), Score::mate_in(3));
        let most = Score::from_centipawns(i32::MAX);
        assert_eq!(most.measured_by(10), most);
    }

    #[test]
    fn what_a_table_keeps_comes_back() {
        for ply in [0, 1, 77] {
            for score in [
                Score::DRAW,
                Score::from_centipawns(-531),
                Score::mate_in(ply + 3),
                Score::mated_in(ply + 50),
            ] {
                let kept = Score::from_bits(score.seen_from_node(ply).to_bits());
                assert_eq!(kept.seen_from_root(ply), score);
            }
        }
    }
}
