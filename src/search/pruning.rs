//! Nodes whose score is clear without much of a search: steps 6 to 9.

use crate::eval::Score;
use crate::position::Position;
use crate::variant::Variant;

use super::depth::Depth;
use super::frame::PieceTo;
use super::node::Node;
use super::ordering::{Known, Picker};
use super::parameters::*;
use super::window::Window;
use super::worker::Worker;

/// The greatest depth of razoring.
const RAZORING_DEPTH: Depth = Depth::new(3);

/// The least depth at which a pass is tried.
const NULL_MOVE_DEPTH: Depth = Depth::new(2);

/// From this depth on a search without passes has to confirm what a pass has shown.
const VERIFICATION_DEPTH: Depth = Depth::new(12);

/// The least depth of ProbCut, and by how much less its searches go.
const PROBCUT_DEPTH: Depth = Depth::new(5);
const PROBCUT_REDUCTION: i32 = 4;

impl<V: Variant> Worker<'_, V> {
    /// A score of a node off the principal variation and not in check, if it is clear already.
    pub(super) fn prune(&mut self, position: &Position<V>, node: &Node) -> Option<Score> {
        let Node { depth, window, .. } = *node;
        let plies = depth.plies();

        // Of mates neither an evaluation nor a search that is cut short knows. So where one is asked
        // for, nothing is clear in an answer to a turn at the root, and on the next plies evaluations
        // decide nothing. In an answer they never do: the turn may have given much up for a mate.
        let is_answer = node.ply <= 1;
        if is_answer && node.asks_for_mate() {
            return None;
        }
        let may_judge = !is_answer && !node.asks_for_mate();

        // Step 6. Razoring: where the evaluation is far below the window, captures decide.
        let hopeless = node.estimate + razoring_base() + razoring_margin() * plies;
        if depth <= RAZORING_DEPTH && hopeless <= window.alpha && may_judge {
            let score = self.quiesce_node(position, node.ply, Window::above(window.alpha));
            if score <= window.alpha {
                return Some(score);
            }
        }

        // Step 7. Reverse futility pruning: where it is far above, no turn of the opponent's
        // brings it down.
        let margin = reverse_futility_margin() * (plies - i32::from(node.is_improving));
        if plies <= reverse_futility_depth()
            && node.estimate - margin >= window.beta
            && may_judge
            && !window.beta.is_mate()
            && !node.estimate.is_mate()
        {
            return Some(node.estimate.midway(window.beta));
        }

        // Step 8. If even a pass is too good, a turn will be.
        if let Some(score) = self.try_null_move(position, node) {
            return Some(score);
        }

        // Step 9. If a capture is much too good with less depth, it will be with all of it.
        self.probcut(position, node)
    }

    /// Null-move pruning (C. Donninger, 1993): a score if the opponent, given a second turn in
    /// a row, still cannot bring the score below the window. Not where to have to move may be a
    /// burden: with pawns alone. That in Two Ring Chess who cannot move has lost (rules 2.12) is so
    /// rare with pieces on the board that it is not asked for.
    fn try_null_move(&mut self, position: &Position<V>, node: &Node) -> Option<Score> {
        let Node {
            ply, depth, window, ..
        } = *node;
        let may_pass = depth >= NULL_MOVE_DEPTH
            && !window.beta.is_mate()
            && node.estimate >= window.beta
            && node.eval.is_some_and(|eval| {
                eval + null_depth_margin() * depth.plies() >= window.beta + null_margin()
            })
            && position.has_pieces(position.side_to_move())
            && ply >= self.null_move_from
            && !self.path.is_after_pass();
        if !may_pass {
            return None;
        }
        let above = node.estimate.centipawns() - window.beta.centipawns();
        let reduced = depth
            - null_reduction()
            - depth.plies() / null_depth_divisor()
            - (above / null_score_divisor()).min(3);
        let (passed, barrier) = self.make_null_move(position, ply);
        let score = -self.search(
            &passed,
            ply + 1,
            reduced,
            window.flipped(),
            !node.expects_cut,
        );
        self.path.pop_pass(barrier);
        if score < window.beta || self.shared.is_over() {
            return None;
        }
        // A mate found with a turn left out is none.
        let score = if score.is_mate() { window.beta } else { score };
        if depth < VERIFICATION_DEPTH || self.null_move_from > 0 {
            return Some(score);
        }
        // Zugzwang: the same, without passes in the next plies.
        self.null_move_from = ply + 3 * reduced.plies().max(0) as usize / 4;
        let verified = self.search_node(position, ply, reduced.at_least(1), window, false);
        self.null_move_from = 0;
        (verified >= window.beta).then_some(score)
    }

    /// ProbCut (M. Buro, 1995).
    fn probcut(&mut self, position: &Position<V>, node: &Node) -> Option<Score> {
        let Node {
            ply, depth, window, ..
        } = *node;
        let beta = window.beta + probcut_margin();
        let is_doubtful = node
            .entry
            .is_some_and(|entry| entry.depth >= depth - 3 && entry.score < beta);
        if depth < PROBCUT_DEPTH || window.beta.is_mate() || beta.is_mate() || is_doubtful {
            return None;
        }
        let eval = node.eval?.centipawns();
        let table_move = node.table_move.filter(|&m| position.is_noisy(m));
        let mut picker = Picker::noisy(table_move, beta.centipawns() - eval);
        let after = [PieceTo::NOTHING; 3];
        let above = Window::above(beta - 1);
        loop {
            let known = Known {
                position,
                histories: self.histories,
                after: &after,
            };
            let m = picker.pick(&known)?;
            if picker.is_at_bad_noisy() {
                return None;
            }
            let child = self.enter(position, ply, m);
            let mut score = -self.quiesce(&child, ply + 1, above.flipped());
            let reduced = depth - PROBCUT_REDUCTION;
            if score >= beta && !reduced.is_exhausted() {
                let expects_cut = !node.expects_cut;
                score = -self.search(&child, ply + 1, reduced, above.flipped(), expects_cut);
            }
            self.path.pop();
            if self.shared.is_over() {
                return None;
            }
            if score >= beta {
                return Some(if score.is_mate() {
                    score
                } else {
                    score - probcut_margin()
                });
            }
        }
    }
}
