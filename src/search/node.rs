//! The search of a node: principal variation search, which is alpha-beta that proves with a
//! window of no width that later turns are no better than the first.

use crate::eval::{MAX_PLY, Score};
use crate::position::{Move, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::{Bound, Entry};
use super::frame::{Frame, PieceTo};
use super::histories::{Followed, corrected};
use super::window::Window;
use super::worker::Worker;

/// From this half-move clock on the table's scores are not believed: they know nothing of the
/// clock, and the draw is near.
const CLOCK_TOO_HIGH: u16 = 90;

/// From this depth on a node without a turn from the table is searched a ply less: what is
/// missing will be there the next time.
const INTERNAL_REDUCTION_DEPTH: Depth = Depth::new(4);

/// Near the root, in plies, a mate in two is not to be overlooked: no check by the piece that moves
/// comes too late to be searched; and where the score is decided already, nothing else matters, and evaluations, which
/// know nothing of mates, prune nothing.
pub(super) const NEAR_ROOT: usize = 4;

/// A node as its steps see it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Its distance from the root.
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) window: Window,
    /// Whether a child is expected to be too good for the opponent.
    pub(super) expects_cut: bool,
    pub(super) in_check: bool,
    /// The evaluation as corrected; `None` in check.
    pub(super) eval: Option<Score>,
    /// The evaluation, improved by what the table knows.
    pub(super) estimate: Score,
    /// Whether the mover stands better than with his turn before.
    pub(super) is_improving: bool,
    /// What the table knows.
    pub(super) entry: Option<Entry>,
    /// The table's turn, legal here.
    pub(super) table_move: Option<Move>,
    /// Whether that captures or promotes.
    pub(super) is_table_move_noisy: bool,
}

impl Node {
    /// Whether it may be on the principal variation.
    pub(super) fn is_pv(&self) -> bool {
        self.window.is_open()
    }

    /// Whether the question is of a near mate.
    pub(super) fn asks_for_mate(&self) -> bool {
        asks_for_mate(self.ply, self.window)
    }
}

/// Whether the question of a node is of a near mate.
fn asks_for_mate(ply: usize, window: Window) -> bool {
    ply <= NEAR_ROOT && window.beta.is_decided()
}

/// The outcome of the turns of a node.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) score: Score,
    /// The turn that brought the score, if it is more than the window's lower end.
    pub(super) best: Option<Move>,
}

impl Found {
    /// What the score says of the node's true one, if it was searched with this window.
    pub(super) fn bound(&self, window: Window) -> Bound {
        if self.score >= window.beta {
            Bound::Lower
        } else if self.best.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Entry {
    fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// An evaluation improved by the score, where that bounds it.
    pub(super) fn improve(&self, eval: Score) -> Score {
        let is_bound = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        if is_bound && !self.score.is_mate() {
            self.score
        } else {
            eval
        }
    }
}

impl<V: Variant> Worker<'_, V> {
    /// The score of a node `ply` plies from the root, exact if it lies in the window, else a
    /// bound on that side. It means nothing once the search is over.
    pub(super) fn search(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
        expects_cut: bool,
    ) -> Score {
        // Step 1. A check is answered before the horizon, yet no line of checks goes on for ever.
        let may_extend = (ply as i32) < 2 * self.root_depth.plies();
        let depth = depth + i32::from(position.in_check() && may_extend);
        if depth.is_exhausted() {
            return self.quiesce(position, ply, window);
        }

        // Step 2. The end of the search, of the game, or of the board of plies.
        if let Some(score) = self.visit(position, ply) {
            return score;
        }

        // Step 3. No mate from here is worth more than one that is nearer.
        let window = window.within_mates(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        if position.is_assignment_due() {
            self.search_assignments(position, ply, depth, window, expects_cut)
        } else {
            self.search_node(position, ply, depth, window, expects_cut)
        }
    }

    /// What follows when nothing ends the search of a node, and no assignment is due in it.
    pub(super) fn search_node(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
        expects_cut: bool,
    ) -> Score {
        // Step 4. What the table knows. Nodes of the principal variation take no score from it,
        // so that the line stays whole.
        let key = self.path.key();
        let excluded = self.frames[ply].excluded;
        let entry = match excluded {
            None => self.shared.table.probe(key, ply),
            Some(_) => None,
        };
        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&m| position.is_legal(m));
        self.frames[ply].best = table_move;
        if let Some(score) = table_cutoff(position, ply, entry, depth, window)
            && (score.is_decided() || !asks_for_mate(ply, window))
        {
            return score;
        }

        // Step 5. The evaluation.
        let raw = self.evaluate_node(position, ply, entry);
        let eval = self.frames[ply].eval;
        let estimate = eval.map_or(Score::DRAW, |eval| {
            entry.map_or(eval, |entry| entry.improve(eval))
        });
        let mut node = Node {
            ply,
            depth,
            window,
            expects_cut,
            in_check: position.in_check(),
            eval,
            estimate,
            is_improving: self.is_improving(ply),
            entry,
            table_move,
            is_table_move_noisy: table_move.is_some_and(|m| position.is_noisy(m)),
        };

        // Steps 6 to 9. Nodes whose score is clear without much of a search.
        if !node.is_pv()
            && !node.in_check
            && excluded.is_none()
            && let Some(score) = self.prune(position, &node)
        {
            return score;
        }

        // Step 10. Internal iterative reduction: without a turn from the table, less depth.
        if table_move.is_none()
            && excluded.is_none()
            && (node.is_pv() || expects_cut)
            && depth >= INTERNAL_REDUCTION_DEPTH
        {
            node.depth = depth - 1;
        }

        // Steps 11 to 17. The turns.
        let Some(found) = self.search_turns(position, &node) else {
            return match excluded {
                Some(_) => window.alpha,
                None => no_turn(position, ply),
            };
        };

        // Step 18. The table learns, and the evaluation is corrected.
        if excluded.is_none() && !self.shared.is_over() {
            self.frames[ply].best = found.best.or(table_move);
            self.remember(position, &node, &found, raw);
        }
        found.score
    }

    /// What every node begins with: it is counted, its line is empty, and it has a score on the
    /// spot if the search is over, the game is, or no deeper ply may be.
    pub(super) fn visit(&mut self, position: &Position<V>, ply: usize) -> Option<Score> {
        self.count_node(ply);
        self.lines.clear(ply);
        let clock = position.halfmove_clock();
        if self.shared.is_over() {
            Some(Score::DRAW)
        } else if clock >= 100 {
            // A mate on the hundredth ply goes first.
            Some(if position.has_moves() {
                Score::DRAW
            } else {
                no_turn(position, ply)
            })
        } else if position.is_dead() || self.path.is_repetition(clock) {
            Some(Score::DRAW)
        } else if ply >= MAX_PLY - 1 {
            Some(self.evaluator.score(ply, position))
        } else {
            None
        }
    }

    /// Evaluates a node into its frame. Returns the evaluation before it is corrected; there is
    /// none in check.
    pub(super) fn evaluate_node(
        &mut self,
        position: &Position<V>,
        ply: usize,
        entry: Option<Entry>,
    ) -> Option<Score> {
        let last = self.last_played(ply);
        if position.in_check() {
            self.frames[ply].eval = None;
            return None;
        }
        let raw = entry
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.evaluator.score(ply, position));
        let frame = &mut self.frames[ply];
        let color = position.side_to_move();
        let correction = self.histories.correction(color, &frame.keys, last);
        frame.eval = Some(corrected(raw, correction));
        Some(raw)
    }

    /// Whether the mover stands better than two plies before or, if he was in check, four.
    fn is_improving(&self, ply: usize) -> bool {
        let before = [2, 4]
            .into_iter()
            .filter_map(|back| self.frames[ply.checked_sub(back)?].eval)
            .next();
        match (self.frames[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// The turn that led to a ply.
    pub(super) fn last_played(&self, ply: usize) -> PieceTo {
        let last = ply.checked_sub(1).and_then(|last| self.frames.get(last));
        last.map_or(PieceTo::NOTHING, |frame| frame.played)
    }

    /// The turns that a turn at this ply follows.
    pub(super) fn followed(&self, ply: usize) -> Followed {
        let played = |back| {
            let frame: Option<&Frame> = ply.checked_sub(back).and_then(|ply| self.frames.get(ply));
            frame.map_or(PieceTo::NOTHING, |frame| frame.played)
        };
        [played(1), played(2), played(4)]
    }

    /// Keeps in the table what the turns of the node brought, and learns how far off the
    /// evaluation was: a capture would have been too good for it to see, so only quiet nodes
    /// teach.
    fn remember(&mut self, position: &Position<V>, node: &Node, found: &Found, raw: Option<Score>) {
        let bound = found.bound(node.window);
        let entry = Entry {
            best: found.best,
            score: found.score,
            bound,
            depth: node.depth,
            eval: raw,
        };
        self.shared.table.store(self.path.key(), node.ply, entry);
        let Some(eval) = node.eval else {
            return;
        };
        let is_quiet = found.best.is_none_or(|m| !position.is_noisy(m));
        let is_known = match bound {
            Bound::Exact => true,
            Bound::Lower => found.score > eval,
            Bound::Upper => found.score < eval,
        };
        if is_quiet && is_known && !found.score.is_mate() {
            let last = self.last_played(node.ply);
            let error = found.score.centipawns() - eval.centipawns();
            let keys = self.frames[node.ply].keys;
            self.histories
                .correct(position.side_to_move(), &keys, last, node.depth, error);
        }
    }
}

/// The score of the table's entry, if it settles a search of this depth and window.
pub(super) fn table_cutoff<V: Variant>(
    position: &Position<V>,
    ply: usize,
    entry: Option<Entry>,
    depth: Depth,
    window: Window,
) -> Option<Score> {
    let clock = position.halfmove_clock();
    let is_usable = !window.is_open() && clock < CLOCK_TOO_HIGH;
    // A mate that was found with a lower clock may come too late with this one.
    let is_in_time = |score: Score| {
        let plies = score.plies_to_mate().unwrap_or(0);
        usize::from(clock) + plies.saturating_sub(ply) <= 100
    };
    entry
        .filter(|entry| is_usable && entry.depth >= depth && entry.settles(window))
        .map(|entry| entry.score)
        .filter(|&score| is_in_time(score))
}

/// The score of a mover who has no legal turn.
pub(super) fn no_turn<V: Variant>(position: &Position<V>, ply: usize) -> Score {
    if position.in_check() || V::STALEMATE_LOSES {
        Score::mated_in(ply)
    } else {
        Score::DRAW
    }
}
