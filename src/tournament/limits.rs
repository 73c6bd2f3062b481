//! Time controls, the clocks that run by them, and what else limits a search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time for a game: so much for so many turns or for all, and more with each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// How many turns the time is for; then it is given again. `None` is the whole game.
    pub turns: Option<u32>,
    /// The time.
    pub time: Duration,
    /// What each turn adds to the clock.
    pub increment: Duration,
}

/// The longest time of a time control or a turn: some eleven days.
const LONGEST_SECONDS: f64 = 1e6;

/// Reads seconds, which may have a fraction, up to some eleven days.
///
/// # Errors
///
/// What is no such number, by a sentence.
pub(super) fn read_seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=LONGEST_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!(
            "`{text}` is no number of seconds from 0 to {LONGEST_SECONDS}"
        )),
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `turns/time+increment`: the first and the last part may be missing, the time is
    /// seconds or `minutes:seconds`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains("hg") {
            return Err("hourglass clocks are not known here".to_owned());
        }
        let (turns, rest) = match text.split_once('/') {
            Some((turns, rest)) => (Some(turns), rest),
            None => (None, text),
        };
        let turns = match turns {
            None | Some("0" | "inf") => None,
            Some(turns) => Some(
                turns
                    .parse()
                    .map_err(|_| format!("`{turns}` is no number of turns"))?,
            ),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = match time.split_once(':') {
            Some((minutes, seconds)) => read_seconds(minutes)? * 60 + read_seconds(seconds)?,
            None => read_seconds(time)?,
        };
        let increment = read_seconds(increment)?;
        if time + increment < Duration::from_millis(1) {
            return Err("there is no time at all".to_owned());
        }
        Ok(TimeControl {
            turns,
            time,
            increment,
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turns) = self.turns {
            write!(f, "{turns}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What limits an engine's searches; all that is given holds at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock.
    pub control: Option<TimeControl>,
    /// The time for each turn.
    pub move_time: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Plies for each turn.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing is limited, so that a search would not end.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }
}

/// As in the tag TimeControl of PGN; `-` where time is not limited.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.control, self.move_time) {
            (Some(control), _) => write!(f, "{control}"),
            (None, Some(time)) => write!(f, "{}/move", time.as_secs_f64()),
            (None, None) => f.write_str("-"),
        }
    }
}

/// A running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    turns_left: Option<u32>,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Self {
        Clock {
            control,
            left: control.time,
            turns_left: control.turns,
        }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What each turn adds.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Turns until the time is given again.
    pub fn turns_left(&self) -> Option<u32> {
        self.turns_left
    }

    /// Takes the time of a turn off. What was used beyond the rest, within the margin, is
    /// forgiven.
    pub fn punch(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(turns) = &mut self.turns_left {
            *turns = turns.saturating_sub(1);
            if *turns == 0 {
                self.turns_left = self.control.turns;
                self.left += self.control.time;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn control(turns: Option<u32>, time: u64, increment: u64) -> TimeControl {
        TimeControl {
            turns,
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
        }
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, expected, written) in [
            ("10", control(None, 10_000, 0), "10"),
            ("10+0.1", control(None, 10_000, 100), "10+0.1"),
            (
                "40/1:30.5+0.1",
                control(Some(40), 90_500, 100),
                "40/90.5+0.1",
            ),
            ("0/1+1", control(None, 1000, 1000), "1+1"),
            ("0+1", control(None, 0, 1000), "0+1"),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
            assert_eq!(expected.to_string(), written);
        }
        for text in [
            "", "x", "-1", "1+", "+1", "1:", "40/", "x/1", "0", "nan", "1e99", "hg10", "1+-1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_and_is_wound_up() {
        let mut clock = Clock::new(control(Some(2), 1000, 100));
        clock.punch(Duration::from_millis(300));
        assert_eq!(clock.left(), Duration::from_millis(800));
        assert_eq!(clock.turns_left(), Some(1));
        // Late within the margin.
        clock.punch(Duration::from_millis(850));
        assert_eq!(clock.left(), Duration::from_millis(1100));
        assert_eq!(clock.turns_left(), Some(2));
    }
}
