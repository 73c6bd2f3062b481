//! What scores mean in games won, drawn and lost.

use serde::{Deserialize, Serialize};

/// The chances of winning and losing by a score of whatever measure. That to win is taken for a
/// logistic function of it; that to lose is the opponent's to win, who sees its negative. That is the
/// model of Stockfish (<https://github.com/official-stockfish/WDL_model>), without its dependence on
/// the material.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    /// The score at which the chance to win is one half; not negative.
    pub half: f64,
    /// How slowly it grows: from `half` to `half + spread` it rises to 73 %.
    pub spread: f64,
}

impl Chances {
    /// By centipawns, where nothing is known of them.
    pub const USUAL: Chances = Chances {
        half: 100.0,
        spread: 80.0,
    };

    /// The chance to win.
    pub fn win(&self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half - score) / self.spread).exp())
    }

    /// The chance to lose.
    pub fn loss(&self, score: f64) -> f64 {
        self.win(-score)
    }

    /// The score that is to be told as 100 centipawns: an even chance to win. Where there are no draws
    /// the chance is even at nothing already, and any advantage would be hundreds of pawns; so it is
    /// an eighth of the spread at least.
    ///
    /// ```
    /// use alberich::eval::Chances;
    ///
    /// let of_chess = Chances { half: 0.9, spread: 0.8 };
    /// assert_eq!(of_chess.pawn(), 0.9);
    /// let without_draws = Chances { half: 0.0, spread: 0.8 };
    /// assert_eq!(without_draws.pawn(), 0.1);
    /// ```
    pub fn pawn(&self) -> f64 {
        self.half.max(self.spread / 8.0)
    }

    /// The same function, of scores that are larger by a factor.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Chances {
            half: self.half * factor,
            spread: self.spread * factor,
        }
    }

    /// Whether these are chances at all.
    pub(super) fn is_sane(&self) -> bool {
        self.half.is_finite() && self.half >= 0.0 && self.spread.is_finite() && self.spread > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_is_an_even_chance_where_there_are_draws() {
        for (half, pawn) in [(0.0, 0.1), (0.05, 0.1), (0.2, 0.2), (1.0, 1.0)] {
            let chances = Chances { half, spread: 0.8 };
            assert_eq!(chances.pawn(), pawn);
            assert_eq!(chances.scaled(100.0 / pawn).pawn().round(), 100.0);
        }
    }

    #[test]
    fn what_makes_no_chances_is_told() {
        let is_sane = |half, spread| Chances { half, spread }.is_sane();
        assert!(is_sane(0.0, 1.0) && Chances::USUAL.is_sane());
        assert!(!is_sane(-1.0, 1.0) && !is_sane(1.0, 0.0) && !is_sane(f64::NAN, 1.0));
        assert!(!is_sane(1.0, f64::INFINITY));
    }
}
