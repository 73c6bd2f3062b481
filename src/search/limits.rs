//! What bounds a search.

use std::time::Duration;

use crate::position::Move;

use super::strength::Strength;

/// The time on the mover's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control; `None` if what is left is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The bounds of a search. Any may be combined; the first that is reached ends the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The last iteration, at least 1, at most what the search can reach.
    pub depth: Option<u32>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Positions visited after which no new iteration begins; the one under way is finished, within
    /// the other limits.
    pub soft_nodes: Option<u64>,
    /// Enough is a mate by the mover in at most so many of his moves; the search gives up some
    /// twenty iterations after one should have been found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time for this and all later moves.
    pub clock: Option<Clock>,
    /// No time bounds the search. It still ends when nothing is left to search: the caller has
    /// to wait for the stop before he tells the move.
    pub infinite: bool,
    /// Whether the search begins while the opponent is to move: what
    /// [`Control::begin`](super::Control::begin) is to be told. Time counts from the ponder hit.
    pub ponder: bool,
    /// The turns to choose from, all legal; `None` or an empty list are all turns.
    pub root_moves: Option<Vec<Move>>,
    /// How many best lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// Whether to play weaker than possible; an infinite search is for analysis, and is not weakened.
    pub strength: Option<Strength>,
    /// Time that passes between a search and the clock, kept back from each move.
    pub overhead: Duration,
}

impl Limits {
    /// Whether only a stop ends it, be it that the move is not to be told before, or that there is no
    /// bound at all.
    pub fn is_endless(&self) -> bool {
        let is_bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock.is_some();
        self.infinite || !is_bounded
    }

    /// The strength to play at, if it is not the full one.
    pub(super) fn weakness(&self) -> Option<Strength> {
        self.strength.filter(|_| !self.infinite)
    }

    /// The last iteration that is wanted, if any is.
    pub(super) fn last_iteration(&self) -> Option<u32> {
        /// A mate is seen by an iteration of as many plies as it takes, and where pruning hides it,
        /// a few later. After so many more nobody need wait for it.
        const PLIES_MORE: u32 = 20;
        let mate = self.mate.map(|moves| {
            let plies = moves.saturating_mul(2);
            plies.saturating_add(PLIES_MORE)
        });
        self.depth.into_iter().chain(mate).min()
    }
}
