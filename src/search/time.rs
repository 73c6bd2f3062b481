//! Time: the only place where a search reads a clock, and how much it may use.

use std::time::{Duration, Instant};

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
const EXPECTED_MOVES: u32 = 30;

/// How long the search for one move may take, counted from the start of the mover's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// No new iteration begins after this.
    pub(super) soft: Duration,
    /// The iteration under way is cut off here.
    pub(super) hard: Duration,
}

impl Budget {
    const UNLIMITED: Budget = Budget {
        soft: Duration::MAX,
        hard: Duration::MAX,
    };

    /// What the limits allow, given whether there is but one turn to choose from: that one
    /// costs no time on a clock.
    pub(super) fn new(limits: &Limits, is_forced: bool) -> Self {
        if limits.infinite {
            return Self::UNLIMITED;
        }
        let mut budget = match limits.clock {
            Some(_) if is_forced => Budget {
                soft: Duration::ZERO,
                ..Self::UNLIMITED
            },
            Some(clock) => Self::of_clock(&clock, limits.overhead),
            None => Self::UNLIMITED,
        };
        if let Some(time) = limits.move_time {
            // Where the overhead is as long as the move's time, half of it is better than none.
            let time = time - limits.overhead.min(time / 2);
            budget.soft = budget.soft.min(time);
            budget.hard = budget.hard.min(time);
        }
        budget
    }

    /// An even share of the clock as the aim, and up to a quarter of it for an iteration that
    /// takes longer; all of it before a time control.
    fn of_clock(clock: &Clock, overhead: Duration) -> Self {
        let available = clock.remaining.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES);
        let moves = moves.clamp(1, EXPECTED_MOVES);
        let hard = if moves == 1 {
            available
        } else {
            available.min(clock.remaining / 4)
        };
        let share = (available / moves).saturating_add(clock.increment / 10 * 7);
        Budget {
            soft: share.min(hard),
            hard,
        }
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
        assert_eq!(budget.soft, Duration::from_millis(2_700));
        let last = Budget::new(&on_clock(60_030, 0, Some(1)), false);
        assert_eq!(last.hard, Duration::from_millis(60_000));
        let forced = Budget::new(&on_clock(60_030, 0, None), true);
        assert_eq!(forced.soft, Duration::ZERO);
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
