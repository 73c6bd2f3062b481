//! What the threads of one search have in common.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::eval::{Evaluation, Score};

use super::control::Control;
use super::limits::Limits;
use super::report::{Line, Report};
use super::table::Table;
use super::time::{Budget, Effort, Stopwatch};

/// After how many nodes a thread tells its count and looks at the limits: about a millisecond.
const NODES_PER_LOOK: u64 = 1024;

/// One search as all its threads see it: its means, its bounds, and whether it is over.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) evaluation: &'a Evaluation,
    pub(super) limits: &'a Limits,
    control: &'a Control,
    budget: Budget,
    stopwatch: Stopwatch,
    nodes: AtomicU64,
    is_over: AtomicBool,
    /// Set when helpers may begin.
    start_of_helpers: OnceLock<()>,
}

impl<'a> Shared<'a> {
    /// A search that starts now; `is_forced` if there is but one turn to choose from.
    pub(super) fn new(
        table: &'a Table,
        evaluation: &'a Evaluation,
        limits: &'a Limits,
        control: &'a Control,
        is_forced: bool,
    ) -> Self {
        Shared {
            table,
            evaluation,
            limits,
            control,
            budget: Budget::new(limits, is_forced),
            stopwatch: Stopwatch::start(),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            start_of_helpers: OnceLock::new(),
        }
    }

    /// How long the search has taken, pondering included.
    pub(super) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// The nodes that the threads have told of.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the threads have to leave off; what they return from now on means nothing.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub(super) fn finish(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.start_helpers();
    }

    /// Lets the helpers begin, if they have not.
    pub(super) fn start_helpers(&self) {
        // Who comes second finds it set, and that is as good.
        let _ = self.start_of_helpers.set(());
    }

    /// Waits until the thread that decides has a line. Were the helpers to begin sooner, they could
    /// use up all nodes, or all processors, before it has any.
    pub(super) fn wait_to_help(&self) {
        self.start_of_helpers.wait();
    }

    /// Adds nodes to the common count.
    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Ends the search if it was stopped or has reached a limit within an iteration.
    pub(super) fn look_at_limits(&self) {
        let out_of_nodes = self.limits.nodes.is_some_and(|most| self.nodes() >= most);
        if out_of_nodes || self.control.is_stopped() || self.has_thought_for(self.budget.hard) {
            self.finish();
        }
    }

    /// How many nodes a thread may visit before it looks at the limits again; fewer where the
    /// node limit is near.
    pub(super) fn nodes_to_next_look(&self) -> u64 {
        match self.limits.nodes {
            Some(most) => NODES_PER_LOOK.min(most.saturating_sub(self.nodes())).max(1),
            None => NODES_PER_LOOK,
        }
    }

    /// Whether another iteration is of no use after one of this depth and with this score, and
    /// such an effort.
    pub(super) fn is_enough(&self, depth: u32, score: Score, effort: &Effort) -> bool {
        let is_mate_wanted = self.limits.mate.is_some_and(|most| {
            score
                .mate_distance()
                .is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most)
        });
        let has_enough_nodes = (self.limits.soft_nodes).is_some_and(|most| self.nodes() >= most);
        is_mate_wanted
            || has_enough_nodes
            || self.has_thought_for(self.budget.soft_after(effort))
            || self.is_on_the_clock() && is_settled(depth, score)
    }

    /// Whether time saved now helps later moves.
    fn is_on_the_clock(&self) -> bool {
        self.limits.clock.is_some() && !self.limits.infinite && self.has_thought_for(Duration::ZERO)
    }

    /// What is to be told of a line of a search that has ended, if anything is known of it.
    pub(super) fn report_of<'l>(&self, index: usize, line: &'l Line) -> Option<Report<'l>> {
        Some(Report {
            depth: line.depth,
            seldepth: line.depth,
            multipv: index + 1,
            score: line.score?,
            bound: line.bound,
            nodes: self.nodes(),
            time: self.elapsed(),
            hashfull: self.table.permille_used(),
            pv: &line.turns,
        })
    }

    /// Whether the mover's clock has run for so long; it does not while the search ponders.
    fn has_thought_for(&self, time: Duration) -> bool {
        self.control
            .thinking_time()
            .is_some_and(|thought| thought >= time)
    }
}

/// Whether the score is a mate within the depth searched, which no deeper search will beat.
fn is_settled(depth: u32, score: Score) -> bool {
    score
        .mate_distance()
        .is_some_and(|moves| 2 * moves.unsigned_abs() <= depth)
}
