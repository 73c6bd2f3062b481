//! The search of a node: principal variation search, which is alpha-beta that proves with a
//! window of no width that later turns are no better than the first.

use smallvec::SmallVec;

use crate::eval::{MAX_PLY, Score, evaluate};
use crate::position::{Move, Observer, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::{Bound, Entry};
use super::ordering::Picker;
use super::window::Window;
use super::worker::Worker;

/// From this half-move clock on the table's scores are not believed: they know nothing of the
/// clock, and the draw is near.
const CLOCK_TOO_HIGH: u16 = 90;

/// The least depth at which a pass is tried.
const PASS_DEPTH: Depth = Depth::new(3);

/// Depth and number of the turn from which on quiet turns are reduced.
const REDUCTION_DEPTH: Depth = Depth::new(3);
const REDUCTION_TURN: usize = 4;

/// By how many plies less a quiet turn is searched that comes so late in order: a quarter of
/// the product of the binary logarithms, in whole numbers so that all machines agree.
fn late_reduction(depth: Depth, turn: usize) -> i32 {
    if depth < REDUCTION_DEPTH || turn < REDUCTION_TURN {
        return 0;
    }
    let logarithms = depth.plies().ilog2() * turn.ilog2();
    (logarithms / 4) as i32
}

/// The outcome of the turns of a node.
struct Found {
    score: Score,
    /// The turn that brought the score, if it is more than the window's lower end.
    best: Option<Move>,
}

impl Entry {
    /// The entry's score, if it settles a search of this depth and window.
    fn cutoff(&self, depth: Depth, window: Window) -> Option<Score> {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        (settles && self.depth >= depth).then_some(self.score)
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
    ) -> Score {
        // Step 1. A check is answered before the horizon, yet no line of checks goes on for ever.
        let in_check = position.in_check();
        let may_extend = (ply as i32) < 2 * self.root_depth.plies();
        let depth = depth + i32::from(in_check && may_extend);
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

        // Step 4. What the table knows. Nodes of the principal variation take no score from it,
        // so that the line stays whole.
        let entry = self.shared.table.probe(self.path.key(), ply);
        if !window.is_open()
            && position.halfmove_clock() < CLOCK_TOO_HIGH
            && let Some(score) = entry.and_then(|entry| entry.cutoff(depth, window))
        {
            return score;
        }
        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&m| position.is_legal(m));

        // Step 5. If even a pass is too good, a turn will be.
        if let Some(score) = self.try_pass(position, ply, depth, window) {
            return score;
        }

        // Step 6. The turns.
        let Some(found) = self.search_turns(position, ply, depth, window, table_move) else {
            return no_turn(position, ply);
        };

        // Step 7. The table learns.
        self.remember(ply, depth, window, &found);
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
            Some(evaluate(position))
        } else {
            None
        }
    }

    /// Keeps in the table what the turns of the node brought, unless the search was ended in
    /// their midst.
    fn remember(&self, ply: usize, depth: Depth, window: Window, found: &Found) {
        if self.shared.is_over() {
            return;
        }
        let bound = if found.score >= window.beta {
            Bound::Lower
        } else if found.best.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: found.best,
            score: found.score,
            bound,
            depth,
        };
        self.shared.table.store(self.path.key(), ply, entry);
    }

    /// Null-move pruning (C. Donninger, 1993): a score if the opponent, given a second turn in
    /// a row, still cannot bring the score below the window. Not where to have to move may be a
    /// burden: in check, with an assignment due, with pawns alone, or where it can lose the game.
    fn try_pass(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
    ) -> Option<Score> {
        let may_pass = !V::STALEMATE_LOSES
            && !window.is_open()
            && !window.beta.is_mate()
            && depth >= PASS_DEPTH
            && !position.in_check()
            && !position.is_assignment_due()
            && position.has_pieces(position.side_to_move())
            && !self.path.is_after_pass()
            && evaluate(position) >= window.beta;
        if !may_pass {
            return None;
        }
        let passed = position.pass();
        let mut key = self.path.key();
        key.done(position.rights(), passed.rights());
        let first = self.path.push_pass(key);
        let reduced = depth - 3 - depth.plies() / 4;
        let score = -self.search(&passed, ply + 1, reduced, window.flipped());
        self.path.pop_pass(first);
        // A mate found with a turn left out is none.
        (score >= window.beta).then_some(if score.is_mate() { window.beta } else { score })
    }

    /// Searches the turns of a node in order; `None` if there is none.
    fn search_turns(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
        window: Window,
        table_move: Option<Move>,
    ) -> Option<Found> {
        let Window { mut alpha, beta } = window;
        let mut found = None;
        let mut turns = 0;
        let mut failed_quiet = SmallVec::<[Move; 32]>::new();
        let mut picker = Picker::all(table_move);
        while let Some(m) = picker.pick(position, ply, &self.histories) {
            turns += 1;
            let is_quiet = !position.is_noisy(m);
            let child = self.enter(position, m);
            let reduction = if is_quiet && !position.in_check() && !child.in_check() {
                late_reduction(depth, turns)
            } else {
                0
            };
            let rest = Window { alpha, beta };
            let score = self.search_child(&child, ply + 1, depth - 1, reduction, rest, turns == 1);
            self.path.pop();
            let best = found.get_or_insert(Found {
                score: -Score::INFINITE,
                best: None,
            });
            if self.shared.is_over() {
                break;
            }
            best.score = best.score.max(score);
            if score > alpha {
                alpha = score;
                best.best = Some(m);
                self.lines.set(ply, m);
            }
            if score >= beta {
                if is_quiet {
                    let color = position.side_to_move();
                    self.histories.reward(color, ply, depth, m, &failed_quiet);
                }
                break;
            }
            if is_quiet {
                failed_quiet.push(m);
            }
        }
        found
    }

    /// The score of a child for the parent's mover. The first child is searched with the whole
    /// window. Of the others it is only asked whether they are better, with less depth first;
    /// those that are get the window.
    pub(super) fn search_child(
        &mut self,
        child: &Position<V>,
        ply: usize,
        depth: Depth,
        reduction: i32,
        window: Window,
        is_first: bool,
    ) -> Score {
        if is_first {
            return -self.search(child, ply, depth, window.flipped());
        }
        let above_alpha = Window::above(window.alpha);
        let mut score = -self.search(child, ply, depth - reduction, above_alpha.flipped());
        if score > window.alpha && reduction > 0 {
            score = -self.search(child, ply, depth, above_alpha.flipped());
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, ply, depth, window.flipped());
        }
        score
    }
}

/// The score of a mover who has no legal turn.
pub(super) fn no_turn<V: Variant>(position: &Position<V>, ply: usize) -> Score {
    if position.in_check() || V::STALEMATE_LOSES {
        Score::mated_in(ply)
    } else {
        Score::DRAW
    }
}
