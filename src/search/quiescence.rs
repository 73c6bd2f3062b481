//! Beyond the horizon: captures and promotions, until the position is quiet enough for a number.

use crate::eval::{Score, evaluate};
use crate::position::Position;
use crate::variant::Variant;

use super::node::no_turn;
use super::ordering::{Picker, gain};
use super::window::Window;
use super::worker::Worker;

/// What a turn may bring in position beside what it captures, in centipawns.
const POSITIONAL_MARGIN: i32 = 200;

impl<V: Variant> Worker<'_, V> {
    /// The score of a node when the mover may leave off capturing at any time; in check, where
    /// he may not, all his turns are searched, so that the mates found are true.
    pub(super) fn quiesce(&mut self, position: &Position<V>, ply: usize, window: Window) -> Score {
        if let Some(score) = self.visit(position, ply) {
            return score;
        }
        let Window { mut alpha, beta } = window;
        let in_check = position.in_check();
        let standing = if in_check {
            -Score::INFINITE
        } else {
            evaluate(position)
        };
        if standing >= beta {
            return standing;
        }
        alpha = alpha.max(standing);
        let mut best = standing;
        let mut picker = if in_check {
            Picker::all(None)
        } else {
            Picker::noisy()
        };
        while let Some(m) = picker.pick(position, ply, &self.histories) {
            if !in_check {
                let hoped_for = standing + gain(position, m) + POSITIONAL_MARGIN;
                if hoped_for <= alpha {
                    continue;
                }
                // One of these is enough; all of them make the tree explode.
                picker.skip_variations(m);
            }
            let child = self.enter(position, m);
            let score = -self.quiesce(&child, ply + 1, Window { alpha, beta }.flipped());
            self.path.pop();
            if self.shared.is_over() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.lines.set(ply, m);
            }
            if score >= beta {
                break;
            }
        }
        if best == -Score::INFINITE {
            no_turn(position, ply)
        } else {
            best
        }
    }
}
