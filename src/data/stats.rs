//! What games come to, counted.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crate::eval::Score;
use crate::position::Key;
use crate::record::Outcome;
use crate::tournament::adjudicate::Decision;
use crate::variant::Variant;

use super::game::{Ending, StoredGame};
use super::replay::GameError;

/// The upper bounds of the classes of scores but the last, in centipawns.
const CLASSES: [i32; 12] = [
    -1000, -500, -200, -100, -50, -20, 20, 50, 100, 200, 500, 1000,
];

/// The most different positions that are kept to find repeated ones.
const MAX_KEPT: usize = 1 << 22;

/// Counts of games.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Searched positions.
    pub positions: u64,
    /// Random turns.
    pub opening_plies: u64,
    /// Games won by White, won by Black, drawn.
    pub results: [u64; 3],
    /// Games by why they ended.
    pub ends: BTreeMap<String, u64>,
    /// Scores by class: mated, up to -1000, -500, -200, -100, -50, -20, 20, 50, 100, 200, 500, 1000
    /// centipawns, more, and mates.
    pub scores: [u64; CLASSES.len() + 3],
    seen: Seen,
}

impl Stats {
    /// Counts a game of `V`.
    ///
    /// # Errors
    ///
    /// It is not by the rules.
    pub fn add<V: Variant>(&mut self, game: &StoredGame) -> Result<(), GameError> {
        for sample in game.replay::<V>() {
            let sample = sample?;
            if let Some(score) = sample.score {
                self.scores[class(score)] += 1;
                self.seen.add(sample.position.key());
            }
        }
        self.games += 1;
        self.positions += game.turns.len() as u64;
        self.opening_plies += game.opening.len() as u64;
        let result = match game.outcome() {
            Outcome::WhiteWins => 0,
            Outcome::BlackWins => 1,
            Outcome::Draw | Outcome::Unknown => 2,
        };
        self.results[result] += 1;
        let end = match game.ending {
            Ending::Rules(end) => end.to_string(),
            Ending::Adjudication(Decision::Win(_)) => "given as won".to_owned(),
            Ending::Adjudication(Decision::Draw) => "given as a draw".to_owned(),
            Ending::Adjudication(Decision::TooLong) => "too long".to_owned(),
        };
        *self.ends.entry(end).or_default() += 1;
        Ok(())
    }

    /// The share of the positions that are the same as an earlier one, found from a sample of all
    /// positions where there are millions.
    pub fn repeated(&self) -> f64 {
        self.seen.repeated()
    }
}

/// The class of a score.
fn class(score: Score) -> usize {
    match score.is_mate() {
        true if score.is_mated() => 0,
        true => CLASSES.len() + 2,
        false => 1 + CLASSES.partition_point(|&bound| bound < score.centipawns()),
    }
}

/// How often positions were seen. Where there are many, only those with some of the keys are looked
/// at, the others being alike.
#[derive(Clone, Debug)]
struct Seen {
    counts: HashMap<u64, u64>,
    /// The most that are kept.
    most: usize,
    /// Only keys whose last bits, so many, are zero are looked at.
    zeros: u32,
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            counts: HashMap::new(),
            most: MAX_KEPT,
            zeros: 0,
        }
    }
}

impl Seen {
    fn add(&mut self, Key(key): Key) {
        if key.trailing_zeros() < self.zeros {
            return;
        }
        *self.counts.entry(key).or_default() += 1;
        while self.counts.len() > self.most {
            self.zeros += 1;
            self.counts
                .retain(|key, _| key.trailing_zeros() >= self.zeros);
        }
    }

    fn repeated(&self) -> f64 {
        let all: u64 = self.counts.values().sum();
        1.0 - self.counts.len() as f64 / all.max(1) as f64
    }
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games.max(1) as f64;
        writeln!(f, "games       {:>10}", self.games)?;
        writeln!(f, "positions   {:>10}", self.positions)?;
        writeln!(
            f,
            "mean length {:>10.1} plies, after {:.1} of the opening",
            self.positions as f64 / games,
            self.opening_plies as f64 / games
        )?;
        writeln!(
            f,
            "repeated    {:>9.2}% of positions",
            100.0 * self.repeated()
        )?;
        let mut row = |name: &str, count: u64, whole: u64| {
            writeln!(f, "  {name:<26} {count:>10} {:>6.2}%", share(count, whole))
        };
        for (name, count) in ["White wins", "Black wins", "drawn"]
            .into_iter()
            .zip(self.results)
        {
            row(name, count, self.games)?;
        }
        for (end, &count) in &self.ends {
            row(end, count, self.games)?;
        }
        for (class, &count) in self.scores.iter().enumerate() {
            row(&class_name(class), count, self.positions)?;
        }
        Ok(())
    }
}

fn class_name(class: usize) -> String {
    const LAST: usize = CLASSES.len() - 1;
    match class {
        0 => "mated".to_owned(),
        1 => format!("to {} cp", CLASSES[0]),
        class if class <= LAST + 1 => {
            format!("{} to {} cp", CLASSES[class - 2] + 1, CLASSES[class - 1])
        }
        class if class == LAST + 2 => format!("from {} cp", CLASSES[LAST] + 1),
        _ => "mates".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_has_its_class() {
        let name = |score| class_name(class(score));
        let centipawns = |score| name(Score::from_centipawns(score));
        assert_eq!(name(Score::mated_in(3)), "mated");
        assert_eq!(name(Score::mate_in(3)), "mates");
        assert_eq!(centipawns(-1000), "to -1000 cp");
        assert_eq!(centipawns(-999), "-999 to -500 cp");
        assert_eq!(centipawns(20), "-19 to 20 cp");
        assert_eq!(centipawns(21), "21 to 50 cp");
        assert_eq!(centipawns(1000), "501 to 1000 cp");
        assert_eq!(centipawns(1001), "from 1001 cp");
    }

    #[test]
    fn a_sample_tells_the_share_of_repeated_positions() {
        let mut seen = Seen {
            most: 1000,
            ..Seen::default()
        };
        // Many more keys than are kept, each of them twice.
        for number in 0..10_000 {
            seen.add(Key(number / 2));
        }
        assert!(seen.zeros > 0 && seen.counts.len() <= 1000);
        assert_eq!(seen.repeated(), 0.5);
    }
}
