//! What a search tells while it goes on.

use std::time::Duration;

use crate::eval::Score;
use crate::position::Move;

use super::entry::Bound;

/// Something to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A line and its score.
    Line(Report<'a>),
    /// In a search that takes long: which turn of the root is being searched.
    Turn {
        /// The iteration.
        depth: u32,
        /// The turn.
        turn: Move,
        /// Its place in the order, from 1.
        number: usize,
    },
}

/// What a search has to tell after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// The iteration; 0 if there was nothing to search.
    pub depth: u32,
    /// The deepest ply that the iteration has visited.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// How good the position is for the mover, in the measure of the search
    /// ([`Evaluation::told`](crate::eval::Evaluation::told) has that for people).
    pub score: Score,
    /// [`Bound::Exact`] after a finished iteration. Within one that takes long, what is known of
    /// the score so far; [`Bound::Lower`] in the last report of a search that was ended within an
    /// iteration, if that had found a line already.
    pub bound: Bound,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best line, legal to its end; it ends where the game does.
    pub pv: &'a [Move],
}

/// A line that a search has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The iteration that found it; 0 if the search was ended before.
    pub(super) depth: u32,
    /// `None` if the search was ended before it knew one.
    pub(super) score: Option<Score>,
    /// What the score says.
    pub(super) bound: Bound,
    /// One turn at least.
    pub(super) turns: Vec<Move>,
}

/// Who is told.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Event<'_>);
