//! One thread of a search: iterative deepening and the root.

use std::time::Duration;

use crate::eval::{MAX_PLY, Score};
use crate::position::{History, Move, Position};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::Bound;
use super::histories::Histories;
use super::path::Path;
use super::pv::Lines;
use super::shared::Shared;
use super::window::Window;

/// From this iteration on the score of the one before narrows the window of the next.
const ASPIRATION_DEPTH: u32 = 4;

/// How far the score of an iteration is expected to be from that of the one before, in
/// centipawns.
const ASPIRATION_MARGIN: i32 = 30;

/// Beyond this margin the window is opened fully.
const WIDEST_MARGIN: i32 = 500;

/// What a search has to tell after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// The iteration; 0 if there was nothing to search.
    pub depth: u32,
    /// The deepest ply that the iteration has visited.
    pub seldepth: u32,
    /// How good the position is for the mover.
    pub score: Score,
    /// [`Bound::Exact`] after a finished iteration. [`Bound::Lower`] in the last report of a
    /// search that was ended within an iteration, if that had found a line already.
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

/// The best line from the root so far.
pub(super) struct Best {
    pub(super) line: Vec<Move>,
    score: Score,
    /// The iteration that found it.
    depth: u32,
}

/// The state of one thread.
pub(super) struct Worker<'a, V: Variant> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) path: Path,
    pub(super) lines: Lines,
    pub(super) histories: Histories,
    root: Position<V>,
    /// What may be played, the best so far first.
    root_moves: Vec<Move>,
    /// The iteration, as a depth.
    pub(super) root_depth: Depth,
    best: Best,
    /// The deepest ply of the iteration.
    seldepth: usize,
    /// Nodes not yet told of, and how many may be.
    untold_nodes: u64,
    nodes_to_next_look: u64,
}

impl<'a, V: Variant> Worker<'a, V> {
    /// A thread that is to choose from these turns, of which there is one at least.
    pub(super) fn new(shared: &'a Shared<'a>, history: &History<V>, root_moves: &[Move]) -> Self {
        Worker {
            shared,
            path: Path::new(history.keys()),
            lines: Lines::new(),
            histories: Histories::new(),
            root: *history.position(),
            root_moves: root_moves.to_vec(),
            root_depth: Depth::default(),
            best: Best {
                line: root_moves[..1].to_vec(),
                score: Score::DRAW,
                depth: 0,
            },
            seldepth: 0,
            untold_nodes: 0,
            nodes_to_next_look: shared.nodes_to_next_look(),
        }
    }

    /// Searches deeper and deeper, from a first depth on, until the search is over. Returns the
    /// best line, of one move at least.
    pub(super) fn deepen(mut self, first: u32, report: &mut dyn FnMut(&Report<'_>)) -> Vec<Move> {
        let deepest = MAX_PLY as u32 - 1;
        let last = self
            .shared
            .limits
            .depth
            .unwrap_or(deepest)
            .clamp(1, deepest);
        for depth in first..=last.max(first) {
            self.seldepth = 0;
            self.root_depth = Depth::new(depth as i32);
            self.search_iteration(depth);
            self.tell_nodes();
            if self.shared.is_over() {
                if self.best.depth == depth {
                    report(&self.report(Bound::Lower));
                }
                break;
            }
            report(&self.report(Bound::Exact));
            if self.shared.is_enough(depth, self.best.score) {
                break;
            }
        }
        self.best.line
    }

    fn report(&self, bound: Bound) -> Report<'_> {
        Report {
            depth: self.best.depth,
            seldepth: self.seldepth as u32,
            score: self.best.score,
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.elapsed(),
            hashfull: self.shared.table.permille_used(),
            pv: &self.best.line,
        }
    }

    /// One iteration: a search around the last score, opened wherever the score falls out of
    /// the window.
    fn search_iteration(&mut self, depth: u32) {
        let expected = self.best.score;
        let mut margin = ASPIRATION_MARGIN;
        let mut window = if depth >= ASPIRATION_DEPTH && !expected.is_mate() {
            Window::around(expected, margin)
        } else {
            Window::full()
        };
        loop {
            let score = self.search_root(depth, window);
            margin *= 2;
            if self.shared.is_over() {
                return;
            } else if score <= window.alpha {
                window.alpha = self.lower_edge(score, margin);
            } else if score >= window.beta {
                window.beta = -self.lower_edge(-score, margin);
            } else {
                return;
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

    /// Searches the turns of the root. There the table only helps from the children on, so that
    /// a score always comes with its line.
    fn search_root(&mut self, depth: u32, window: Window) -> Score {
        let root = self.root;
        let mut window = window;
        let mut best = -Score::INFINITE;
        self.count_node(0);
        for index in 0..self.root_moves.len() {
            let m = self.root_moves[index];
            let child = self.enter(&root, m);
            let is_first = index == 0;
            let score = self.search_child(&child, 1, self.root_depth - 1, 0, window, is_first);
            self.path.pop();
            if self.shared.is_over() {
                break;
            }
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.lines.set(0, m);
                self.best = Best {
                    line: self.lines.line(0).to_vec(),
                    score,
                    depth,
                };
                self.root_moves[..=index].rotate_right(1);
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Steps to the child that a turn leads to; `path.pop` steps back.
    pub(super) fn enter(&mut self, position: &Position<V>, m: Move) -> Position<V> {
        let mut key = self.path.key();
        let child = position.make_with(m, &mut key);
        self.path.push(key);
        child
    }

    /// Counts a node, and from time to time looks whether the search is over.
    pub(super) fn count_node(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
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
