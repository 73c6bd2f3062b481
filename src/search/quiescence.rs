//! Beyond the horizon: captures and promotions, and the step of a ring to the last rank, until
//! the position is quiet enough for a number.

use crate::board::Bitboard;
use crate::eval::Score;
use crate::position::{Move, MoveList, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::{Bound, Entry};
use super::node::{Found, no_turn, table_cutoff};
use super::ordering::{Known, Picker};
use super::parameters::delta_margin;
use super::see::{gain, see_at_least};
use super::window::Window;
use super::worker::Worker;

impl<V: Variant> Worker<'_, V> {
    /// The score of a node when the mover may leave off capturing at any time; in check he may
    /// not, so that the mates found are true.
    pub(super) fn quiesce(&mut self, position: &Position<V>, ply: usize, window: Window) -> Score {
        if let Some(score) = self.visit(position, ply) {
            return score;
        }
        if position.is_assignment_due() {
            self.quiesce_assignments(position, ply, window)
        } else {
            self.quiesce_node(position, ply, window)
        }
    }

    /// The same when nothing ends the search of the node.
    pub(super) fn quiesce_node(
        &mut self,
        position: &Position<V>,
        ply: usize,
        window: Window,
    ) -> Score {
        let entry = self.shared.table.probe(self.path.key(), ply);
        if let Some(score) = table_cutoff(position, ply, entry, Depth::default(), window) {
            return score;
        }
        let in_check = position.in_check();
        let raw = self.evaluate_node(position, ply, entry);
        let standing = match self.frames[ply].eval {
            None => -Score::INFINITE,
            Some(eval) => entry.map_or(eval, |entry| entry.improve(eval)),
        };
        if standing >= window.beta {
            return standing;
        }
        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&m| (in_check || position.is_noisy(m)) && position.is_legal(m));
        let found = self.quiesce_turns(position, ply, window, standing, table_move);
        if self.shared.is_over() {
            return found.score;
        }
        if found.score == -Score::INFINITE {
            return no_turn(position, ply);
        }
        let entry = Entry {
            best: found.best,
            score: found.score,
            bound: if found.score >= window.beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
            depth: Depth::default(),
            eval: raw,
        };
        self.shared.table.store(self.path.key(), ply, entry);
        found.score
    }

    fn quiesce_turns(
        &mut self,
        position: &Position<V>,
        ply: usize,
        window: Window,
        standing: Score,
        table_move: Option<Move>,
    ) -> Found {
        let in_check = position.in_check();
        let after = self.followed(ply);
        let mut alpha = window.alpha.max(standing);
        let mut found = Found {
            score: standing,
            best: None,
        };
        let mut picker = if in_check {
            Picker::all(table_move)
        } else {
            Picker::noisy(table_move, 0)
        };
        let mut races = if in_check {
            MoveList::new()
        } else {
            races(position)
        };
        loop {
            let known = Known {
                position,
                histories: self.histories,
                after: &after,
            };
            let picked = picker
                .pick(&known)
                .filter(|_| in_check || !picker.is_at_bad_noisy());
            let Some(m) = picked.or_else(|| races.pop()) else {
                return found;
            };
            if !in_check && position.is_noisy(m) {
                let hoped_for = standing + gain(position, m) + delta_margin();
                if hoped_for <= alpha {
                    found.score = found.score.max(hoped_for);
                    continue;
                }
                // One of these is enough; all of them make the tree explode.
                picker.skip_variations(m);
            }
            let child = self.enter(position, ply, m);
            let rest = Window { alpha, ..window };
            let score = -self.quiesce(&child, ply + 1, rest.flipped());
            self.path.pop();
            if self.shared.is_over() {
                return found;
            }
            if in_check && !score.is_mated() {
                // Nobody is mated who has an answer; the captures are the likeliest better ones.
                picker.skip_quiet();
            }
            found.score = found.score.max(score);
            if score > alpha {
                alpha = score;
                found.best = Some(m);
                self.lines.set(ply, m);
            }
            if score >= window.beta {
                return found;
            }
        }
    }
}

/// The steps of a ring to the last rank that are not taken back on the spot: each is a check that
/// only a capture or a steal answers (rules 2.9).
fn races<V: Variant>(position: &Position<V>) -> MoveList {
    let us = position.side_to_move();
    let racers = V::racers(position) & !Bitboard::relative_rank(7, us);
    if racers.is_empty() {
        return MoveList::new();
    }
    let mut moves = position.moves_from(racers);
    moves.retain(|m| {
        racers.has(m.from())
            && m.to().relative_rank(us) == 7
            && !position.is_noisy(*m)
            && see_at_least(position, *m, 0)
    });
    moves
}
