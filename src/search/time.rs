//! Time: the only place where a search reads a clock, and how much it may use.

use std::time::{Duration, Instant};

use crate::eval::Score;
use crate::position::Move;

use super::limits::{Clock, Limits};

/// Measures time from its start.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    pub(super) fn start() -> Self {
        Stopwatch(Instant::now())
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// For how many moves, this included, the time of a game without time controls has to last.
const EXPECTED_MOVES: u32 = 26;

/// How long the search for one move may take, counted from the start of the mover's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// About when no new iteration begins, if the search is neither settled nor in trouble.
    pub(super) soft: Duration,
    /// The iteration under way is cut off here.
    pub(super) hard: Duration,
    /// Whether the soft bound grows and shrinks with the [`Effort`].
    is_flexible: bool,
}

impl Budget {
    const UNLIMITED: Budget = Budget {
        soft: Duration::MAX,
        hard: Duration::MAX,
        is_flexible: false,
    };

    /// What the limits allow, given whether there is but one turn to choose from: that one
    /// costs no time on a clock.
    pub(super) fn new(limits: &Limits, is_forced: bool) -> Self {
        if limits.infinite {
            return Self::UNLIMITED;
        }
        let mut budget = match limits.clock {
            Some(clock) => Self::of_clock(&clock, limits.overhead),
            None => Self::UNLIMITED,
        };
        if is_forced && limits.clock.is_some() {
            // What cuts an iteration off stays: a search that ponders may be in a long one.
            budget.soft = Duration::ZERO;
            budget.is_flexible = false;
        }
        if let Some(time) = limits.move_time {
            // Where the overhead is as long as the move's time, half of it is better than none.
            let time = time - limits.overhead.min(time / 2);
            budget.hard = budget.hard.min(time);
            budget.soft = budget.soft.min(budget.hard);
        }
        budget
    }

    /// A share of the clock as the aim, and up to a quarter of it for an iteration that takes
    /// longer; all of it before a time control.
    fn of_clock(clock: &Clock, overhead: Duration) -> Self {
        let available = clock.remaining.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES);
        let moves = moves.clamp(1, EXPECTED_MOVES);
        let hard = if moves == 1 {
            available
        } else {
            available.min(clock.remaining / 4)
        };
        // The increment is there only after the move, less what is lost on the way.
        let gain = (clock.increment / 4 * 3).saturating_sub(overhead / 2);
        let share = (available / moves).saturating_add(gain);
        Budget {
            soft: share.min(hard),
            hard: hard.min(share.saturating_mul(4)),
            is_flexible: true,
        }
    }

    /// About when no new iteration begins after such an effort.
    pub(super) fn soft_after(&self, effort: &Effort) -> Duration {
        if self.is_flexible {
            (self.soft.saturating_mul(effort.percent()) / 100).min(self.hard)
        } else {
            self.soft
        }
    }
}

/// How the iterations of a search went: whether more time would change the choice.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    best: Option<Move>,
    /// For how many iterations the best turn has stayed the same.
    stability: u32,
    score: Score,
    /// By how many centipawns the last iteration fell below the one before.
    drop: i32,
    /// The share of the nodes that the best turn took, in per cent.
    share: u32,
}

impl Effort {
    /// Takes in the outcome of an iteration.
    pub(super) fn update(&mut self, best: Move, score: Score, best_nodes: u64, nodes: u64) {
        self.stability = if self.best == Some(best) {
            self.stability + 1
        } else {
            0
        };
        self.best = Some(best);
        self.drop = self.score.centipawns() - score.centipawns();
        self.score = score;
        self.share = (best_nodes * 100 / nodes.max(1)) as u32;
    }

    /// How much of the usual time is of use, in per cent: less where the best turn stays the same
    /// and takes most of the nodes, more where the score falls.
    fn percent(&self) -> u32 {
        const BY_STABILITY: [u32; 6] = [150, 115, 95, 85, 78, 72];
        let stability = BY_STABILITY[(self.stability as usize).min(BY_STABILITY.len() - 1)];
        let drop = (100 + self.drop.clamp(-20, 60)) as u32;
        let share = 170 - self.share.min(100);
        stability * drop / 100 * share / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            overhead: Duration::from_millis(30),
            ..Limits::default()
        }
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for remaining in [0, 1, 20, 29, 30, 31, 100, 10_000, 3_600_000] {
            for increment in [0, 100, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let limits = on_clock(remaining, increment, moves_to_go);
                    let budget = Budget::new(&limits, false);
                    let most = Duration::from_millis(remaining.saturating_sub(30));
                    assert!(budget.soft <= budget.hard && budget.hard <= most);
                }
            }
        }
    }

    #[test]
    fn shares_are_sensible() {
        let budget = Budget::new(&on_clock(60_030, 1_000, None), false);
        assert_eq!(budget.soft, Duration::from_nanos(3_042_692_307));
        let last = Budget::new(&on_clock(60_030, 0, Some(1)), false);
        assert_eq!(last.hard, Duration::from_millis(60_000));
        let forced = Budget::new(&on_clock(60_030, 0, None), true);
        assert_eq!(forced.soft_after(&Effort::default()), Duration::ZERO);
        assert!(forced.hard <= Duration::from_secs(15));
    }

    #[test]
    fn no_clock_is_too_long() {
        let limits = Limits {
            clock: Some(Clock {
                remaining: Duration::MAX,
                increment: Duration::MAX,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, false);
        assert!(budget.soft_after(&Effort::default()) <= budget.hard);
    }

    #[test]
    fn the_time_of_a_move_is_kept_also_when_the_clock_has_more() {
        let mut limits = on_clock(600_000, 0, None);
        limits.move_time = Some(Duration::from_millis(100));
        assert_eq!(Budget::new(&limits, false).hard, Duration::from_millis(70));
        limits.infinite = true;
        assert_eq!(Budget::new(&limits, false), Budget::UNLIMITED);
    }
}
