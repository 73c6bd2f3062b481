//! The scores that matter.

use crate::eval::Score;

/// The open interval of scores that a search has to tell exactly: what is `alpha` or less does
/// not help the mover, `beta` or more is something that the opponent will not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// All scores.
    pub(super) fn full() -> Self {
        Window {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// The scores less than `margin` centipawns away from one.
    pub(super) fn around(score: Score, margin: i32) -> Self {
        Window {
            alpha: score - margin,
            beta: score + margin,
        }
    }

    /// The same as the opponent sees it.
    pub(super) fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// No room at all: the question whether a score is more than `score`.
    pub(super) fn above(score: Score) -> Self {
        Window {
            alpha: score,
            beta: score + 1,
        }
    }

    /// Whether there is room for an exact score; the nodes of the principal variation have it.
    pub(super) fn is_open(self) -> bool {
        self.alpha + 1 < self.beta
    }

    /// Without the mates that a position `ply` plies from the root cannot bring any more.
    /// `alpha` is then `beta` or more if nothing is left to search for.
    pub(super) fn within_mates(self, ply: usize) -> Self {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply + 1)),
        }
    }
}
