//! A node whose mover owes an assignment (rules 2.2). He gives the ring to a pawn, then moves:
//! the search takes the two apart, so that one assignment of eight after another is refuted by
//! the same turns, most of them with less depth, and the tree does not grow eightfold.

use smallvec::SmallVec;

use crate::board::Square;
use crate::eval::Score;
use crate::position::{Move, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::Entry;
use super::node::{Found, table_cutoff};
use super::parameters::reduction_assignment;
use super::window::Window;
use super::worker::Worker;

impl<V: Variant> Worker<'_, V> {
    /// The score of a node in which an assignment is due.
    pub(super) fn search_assignments(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
        expects_cut: bool,
    ) -> Score {
        let key = self.path.key();
        let entry = self.shared.table.probe(key, ply);
        if let Some(score) = table_cutoff(position, ply, entry, depth, window) {
            return score;
        }
        let preferred = entry.and_then(|entry| entry.best).and_then(Move::assigned);
        let mut found = Found {
            score: -Score::INFINITE,
            best: None,
        };
        let mut best_line = Vec::new();
        let mut alpha = window.alpha;
        for (index, pawn) in self
            .assignments(position, ply, preferred)
            .into_iter()
            .enumerate()
        {
            let (assigned, before) = self.assign(position, ply, pawn);
            let above_alpha = Window::above(alpha);
            let rest = Window { alpha, ..window };
            let reduced = depth - reduction_assignment() * index.min(2) as i32;
            let mut score = if index == 0 {
                self.search_assigned(&assigned, ply, depth, rest, expects_cut)
            } else {
                self.search_assigned(&assigned, ply, reduced, above_alpha, expects_cut)
            };
            if index > 0 && score > alpha && (window.is_open() || reduced < depth) {
                score = self.search_assigned(&assigned, ply, depth, rest, false);
            }
            self.unassign(ply, before);
            if self.shared.is_over() {
                break;
            }
            found.score = found.score.max(score);
            if score > alpha {
                alpha = score;
                found.best = self.frames[ply].best.map(|m| m.assigning(pawn));
                best_line = self.lines.line_assigning(ply, pawn);
            }
            if score >= window.beta {
                break;
            }
        }
        self.lines.replace(ply, best_line);
        self.frames[ply].best = found.best;
        if !self.shared.is_over() {
            let entry = Entry {
                best: found.best,
                score: found.score,
                bound: found.bound(window),
                depth,
                eval: None,
            };
            self.shared.table.store(key, ply, entry);
        }
        found.score
    }

    /// Searches what is left of the turn.
    fn search_assigned(
        &mut self,
        assigned: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
        expects_cut: bool,
    ) -> Score {
        self.lines.clear(ply);
        if depth.is_exhausted() {
            self.quiesce_node(assigned, ply, window)
        } else {
            self.search_node(assigned, ply, depth, window, expects_cut)
        }
    }

    /// The same beyond the horizon: the assignment that the evaluation likes best has to do but in
    /// check, where a mate has to be true.
    pub(super) fn quiesce_assignments(
        &mut self,
        position: &Position<V>,
        ply: usize,
        window: Window,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for pawn in self.assignments(position, ply, None) {
            let (assigned, before) = self.assign(position, ply, pawn);
            self.lines.clear(ply);
            let score = self.quiesce_node(&assigned, ply, window);
            self.unassign(ply, before);
            if score > best {
                best = score;
                let line = self.lines.line_assigning(ply, pawn);
                self.lines.replace(ply, line);
            }
            if !best.is_mated() || self.shared.is_over() {
                break;
            }
        }
        best
    }

    /// The pawns that may be given the ring, in the order in which they are tried.
    fn assignments(
        &mut self,
        position: &Position<V>,
        ply: usize,
        preferred: Option<Square>,
    ) -> SmallVec<[Square; 8]> {
        let mut ranked: SmallVec<[(bool, Score, Square); 8]> = V::assignable(position)
            .map(|pawn| {
                let (changes, mark) = self.evaluator.change(ply);
                let assigned = position.assign(pawn, changes);
                let eval = self.evaluator.score(ply, &assigned);
                self.evaluator.take_back(ply, mark);
                (preferred == Some(pawn), eval, pawn)
            })
            .collect();
        ranked.sort_by_key(|&(is_preferred, eval, _)| (!is_preferred, -eval));
        ranked.into_iter().map(|(_, _, pawn)| pawn).collect()
    }
}
