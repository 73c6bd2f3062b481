//! One thread of a search: iterative deepening and the root, and how it steps from node to node.

use std::time::Duration;

use crate::board::Square;
use crate::eval::{Evaluator, MAX_PLY, Mark, Score};
use crate::position::{History, Move, Observer, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::Bound;
use super::frame::{Follower, Frame, PieceTo};
use super::histories::Histories;
use super::parameters::aspiration_margin;
use super::path::Path;
use super::pv::Lines;
use super::report::{Event, Line, Listener, Report};
use super::shared::Shared;
use super::time::Effort;
use super::window::Window;

/// From this iteration on the score of the one before narrows the window of the next.
const ASPIRATION_DEPTH: u32 = 4;

/// After this time a search tells what it is doing within an iteration.
const LONG: Duration = Duration::from_secs(3);

/// Beyond this margin, in centipawns, the window is opened fully.
const WIDEST_MARGIN: i32 = 500;

/// A turn of the root.
struct RootMove {
    turn: Move,
    /// Its score in this iteration; minus infinity where it is no better than another.
    score: Score,
    /// Its score after the last finished iteration.
    last_score: Score,
    /// What that says; a lower bound if the search was ended before it was sure.
    bound: Bound,
    /// The best line that it begins.
    line: Vec<Move>,
    /// The iteration that found the line.
    depth: u32,
    /// The nodes spent on it.
    nodes: u64,
}

impl RootMove {
    /// Whether this iteration has found a line that it begins, and its score.
    fn is_found(&self, depth: u32) -> bool {
        self.depth == depth && self.score > -Score::INFINITE
    }

    /// Its score in this iteration or, if that has not found one, in the one before.
    fn last_known_score(&self, depth: u32) -> Score {
        if self.is_found(depth) {
            self.score
        } else {
            self.last_score
        }
    }
}

/// The state of one thread.
pub(super) struct Worker<'a, V: Variant> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) path: Path,
    pub(super) lines: Lines,
    pub(super) histories: &'a mut Histories,
    /// By ply.
    pub(super) frames: Vec<Frame>,
    pub(super) evaluator: Evaluator<V>,
    root: Position<V>,
    /// What may be played, the best so far first.
    root_moves: Vec<RootMove>,
    /// The iteration, as a depth.
    pub(super) root_depth: Depth,
    /// The ply from which on null moves may be tried, while one is being verified.
    pub(super) null_move_from: usize,
    /// The deepest ply of the iteration.
    seldepth: usize,
    nodes: u64,
    /// Nodes not yet told of, and how many may be.
    untold_nodes: u64,
    nodes_to_next_look: u64,
}

impl<'a, V: Variant> Worker<'a, V> {
    /// A thread that is to choose from these turns, of which there is one at least.
    pub(super) fn new(
        shared: &'a Shared<'a>,
        histories: &'a mut Histories,
        history: &History<V>,
        root_moves: &[Move],
    ) -> Self {
        let root = *history.position();
        let root_moves = root_moves.iter().map(|&turn| RootMove {
            turn,
            score: -Score::INFINITE,
            last_score: -Score::INFINITE,
            bound: Bound::Exact,
            line: vec![turn],
            depth: 0,
            nodes: 0,
        });
        Worker {
            shared,
            path: Path::new(history.keys()),
            lines: Lines::new(),
            histories,
            frames: vec![Frame::new(&root); MAX_PLY + 1],
            evaluator: Evaluator::new(shared.evaluation),
            root,
            root_moves: root_moves.collect(),
            root_depth: Depth::default(),
            null_move_from: 0,
            seldepth: 0,
            nodes: 0,
            untold_nodes: 0,
            nodes_to_next_look: shared.nodes_to_next_look(),
        }
    }

    /// Searches deeper and deeper, from a first depth on, until the search is over. Returns the
    /// lines it has come to, the best first, as many as were wanted.
    pub(super) fn deepen(mut self, first: u32, listener: Listener<'_>) -> Vec<Line> {
        let deepest = MAX_PLY as u32 - 1;
        let last = self.shared.limits.last_iteration().unwrap_or(deepest);
        let last = last.clamp(1, deepest);
        let lines = self.shared.limits.lines.clamp(1, self.root_moves.len());
        let mut effort = Effort::default();
        for depth in first..=last.max(first) {
            self.seldepth = 0;
            self.root_depth = Depth::new(depth as i32);
            for root_move in &mut self.root_moves {
                root_move.last_score = root_move.score;
                root_move.score = -Score::INFINITE;
            }
            let mut finished = 0;
            for index in 0..lines {
                self.search_iteration(depth, index, listener);
                if self.shared.is_over() {
                    break;
                }
                finished += 1;
            }
            self.tell_nodes();
            if self.shared.is_over() {
                self.sort_unfinished(depth, finished, lines);
                self.report_unfinished(depth, lines, listener);
                break;
            }
            self.shared.start_helpers();
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.score);
            for index in 0..lines {
                self.lengthen_line(index);
                listener(Event::Line(self.report(index, Bound::Exact)));
            }
            let best = &self.root_moves[0];
            effort.update(best.turn, best.score, best.nodes, self.nodes);
            if self.shared.is_enough(depth, best.score, &effort) {
                break;
            }
        }
        self.root_moves.truncate(lines);
        let depth = self.root_depth.plies() as u32;
        let lines = self.root_moves.into_iter().map(|root_move| Line {
            depth: root_move.depth,
            score: Some(root_move.last_known_score(depth))
                .filter(|&score| score > -Score::INFINITE),
            bound: root_move.bound,
            turns: root_move.line,
        });
        lines.collect()
    }

    /// Sorts what an iteration has found that was ended when so many of its lines were finished.
    fn sort_unfinished(&mut self, depth: u32, finished: usize, lines: usize) {
        let leading = self.root_moves[..lines].iter();
        let found = leading.take_while(|m| m.is_found(depth)).count();
        if finished < found {
            self.root_moves[finished].bound = Bound::Lower;
        }
        self.root_moves[..found].sort_by_key(|root_move| -root_move.score);
    }

    /// Tells of an iteration that was ended. If it has found anything, all lines are told again, as
    /// its best may have stood among the others.
    fn report_unfinished(&self, depth: u32, lines: usize, listener: Listener<'_>) {
        if self.root_moves[0].depth != depth {
            return;
        }
        for index in 0..lines {
            let root_move = &self.root_moves[index];
            let score = root_move.last_known_score(depth);
            if score > -Score::INFINITE {
                listener(Event::Line(Report {
                    score,
                    ..self.report(index, root_move.bound)
                }));
            }
        }
    }

    fn report(&self, index: usize, bound: Bound) -> Report<'_> {
        let root_move = &self.root_moves[index];
        Report {
            depth: if bound == Bound::Upper {
                self.root_depth.plies() as u32
            } else {
                root_move.depth
            },
            seldepth: self.seldepth as u32,
            multipv: index + 1,
            score: root_move.score,
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.elapsed(),
            hashfull: self.shared.table.permille_used(),
            pv: &root_move.line,
        }
    }

    /// One iteration for the best line but for those before it: a search around its last score,
    /// opened wherever the score falls out of the window.
    fn search_iteration(&mut self, depth: u32, index: usize, listener: Listener<'_>) {
        let expected = self.root_moves[index].last_score;
        let mut margin = aspiration_margin();
        let mut window = if depth >= ASPIRATION_DEPTH && !expected.is_mate() {
            Window::around(expected, margin)
        } else {
            Window::full()
        };
        loop {
            let score = self.search_root(depth, window, index, listener);
            margin += margin / 2;
            // What is equal stays in the order of the iteration before.
            self.root_moves[index..].sort_by_key(|root_move| -root_move.score);
            if self.shared.is_over() {
                return;
            }
            let bound = if score <= window.alpha {
                window.beta = window.alpha.midway(window.beta);
                window.alpha = self.lower_edge(score, margin);
                Bound::Upper
            } else if score >= window.beta {
                window.beta = -self.lower_edge(-score, margin);
                Bound::Lower
            } else {
                return;
            };
            if index == 0 && self.shared.elapsed() > LONG {
                listener(Event::Line(self.report(0, bound)));
            }
        }
    }

    fn lower_edge(&self, score: Score, margin: i32) -> Score {
        if margin > WIDEST_MARGIN || score.is_mate() {
            -Score::INFINITE
        } else {
            score - margin
        }
    }

    /// Searches the turns of the root from one on. There the table only helps from the children
    /// on, so that a score always comes with its line.
    fn search_root(
        &mut self,
        depth: u32,
        window: Window,
        from: usize,
        listener: Listener<'_>,
    ) -> Score {
        let root = self.root;
        let mut window = window;
        let mut best = -Score::INFINITE;
        self.count_node(0);
        self.evaluate_node(&root, 0, None);
        for index in from..self.root_moves.len() {
            let m = self.root_moves[index].turn;
            let nodes = self.nodes;
            if self.shared.elapsed() > LONG {
                let number = index + 1;
                listener(Event::Turn {
                    depth,
                    turn: m,
                    number,
                });
            }
            let child = self.enter(&root, 0, m);
            let is_first = index == from;
            let score = self.search_root_child(&child, m, window, index - from);
            self.path.pop();
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes;
            if self.shared.is_over() {
                break;
            }
            best = best.max(score);
            if is_first || score > window.alpha {
                root_move.score = score;
                if score > window.alpha {
                    root_move.depth = depth;
                    self.lines.set(0, m);
                    root_move.line.clear();
                    root_move.line.extend_from_slice(self.lines.line(0));
                }
            } else {
                root_move.score = -Score::INFINITE;
            }
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }

    fn search_root_child(
        &mut self,
        child: &Position<V>,
        m: Move,
        window: Window,
        number: usize,
    ) -> Score {
        /// Quiet turns beyond the first few are asked with less depth first.
        const LATE: usize = 4;
        let depth = self.root_depth - 1;
        if number == 0 {
            return -self.search(child, 1, depth, window.flipped(), false);
        }
        let above_alpha = Window::above(window.alpha);
        let is_late = number >= LATE && depth > Depth::new(2);
        let is_decided = window.alpha.is_decided();
        let is_reduced = is_late && !is_decided && !self.root.is_noisy(m) && !child.in_check();
        let mut score = -Score::INFINITE;
        if is_reduced {
            let reduced = depth - 1 - (number / 12).min(2) as i32;
            score = -self.search(child, 1, reduced.at_least(1), above_alpha.flipped(), true);
        }
        if !is_reduced || score > window.alpha {
            score = -self.search(child, 1, depth, above_alpha.flipped(), true);
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, 1, depth, window.flipped(), false);
        }
        score
    }

    /// Adds to a line of one turn the answer that the table knows, where the game goes on.
    fn lengthen_line(&mut self, index: usize) {
        let &[only] = self.root_moves[index].line.as_slice() else {
            return;
        };
        let root = self.root;
        let child = self.enter(&root, 0, only);
        let is_over = child.halfmove_clock() >= 100
            || child.is_dead()
            || self.path.is_repetition(child.halfmove_clock());
        let answer = self
            .shared
            .table
            .probe(self.path.key(), 1)
            .and_then(|entry| entry.best)
            .filter(|&m| !is_over && child.is_legal(m));
        self.path.pop();
        self.root_moves[index].line.extend(answer);
    }

    /// Steps to the child that a turn leads to; `path.pop` steps back.
    pub(super) fn enter(&mut self, position: &Position<V>, ply: usize, m: Move) -> Position<V> {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&mut before[ply], &mut after[0]);
        self.shared.table.prefetch(frame.keys.expected(position, m));
        frame.played = PieceTo::of(position, m);
        next.keys = frame.keys;
        next.excluded = None;
        next.double_extensions = frame.double_extensions;
        let mut follower = Follower {
            keys: &mut next.keys,
            changes: self.evaluator.step_to(ply + 1),
        };
        let child = position.make_with(m, &mut follower);
        self.path.push(next.keys.all);
        child
    }

    /// Steps to the child that a null move leads to. [`Path::pop_pass`] steps back; it takes the
    /// second result.
    pub(super) fn make_null_move(
        &mut self,
        position: &Position<V>,
        ply: usize,
    ) -> (Position<V>, usize) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&mut before[ply], &mut after[0]);
        frame.played = PieceTo::NOTHING;
        *next = Frame {
            excluded: None,
            ..*frame
        };
        self.evaluator.step_to(ply + 1);
        let passed = position.pass();
        next.keys.all.done(position.rights(), passed.rights());
        (passed, self.path.push_pass(next.keys.all))
    }

    /// Makes half of a turn, an assignment. [`Worker::unassign`] takes it back; it takes the second
    /// result.
    pub(super) fn assign(
        &mut self,
        position: &Position<V>,
        ply: usize,
        pawn: Square,
    ) -> (Position<V>, (Frame, Mark)) {
        let frame = &mut self.frames[ply];
        let before = *frame;
        let (changes, mark) = self.evaluator.change(ply);
        let assigned = position.assign(pawn, &mut (&mut frame.keys, changes));
        self.path.replace(frame.keys.all);
        (assigned, (before, mark))
    }

    /// Takes back half of a turn; the best turn found stays.
    pub(super) fn unassign(&mut self, ply: usize, (before, mark): (Frame, Mark)) {
        self.evaluator.take_back(ply, mark);
        let best = self.frames[ply].best;
        self.frames[ply] = Frame { best, ..before };
        self.path.replace(before.keys.all);
    }

    /// Counts a node, and from time to time looks whether the search is over.
    pub(super) fn count_node(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
        self.nodes += 1;
        self.untold_nodes += 1;
        if self.untold_nodes >= self.nodes_to_next_look {
            self.tell_nodes();
            self.shared.look_at_limits();
        }
    }

    fn tell_nodes(&mut self) {
        self.shared.add_nodes(self.untold_nodes);
        self.untold_nodes = 0;
        self.nodes_to_next_look = self.shared.nodes_to_next_look();
    }
}
