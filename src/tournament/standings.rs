//! Results counted: who has won how often against whom, in games and in pairs.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use crate::record::Outcome;

use super::statistics::{Estimate, Pentanomial, Points, Sprt, SprtStatus, Trinomial};

/// A game that is over, as far as it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The engine that had White, as an index of names.
    pub white: usize,
    /// The engine that had Black.
    pub black: usize,
    /// Games of one set are played from one opening; see [`super::schedule::Job`]. `None` where
    /// that is not known.
    pub set: Option<(usize, usize)>,
    /// How it came out; unknown ones do not count.
    pub outcome: Outcome,
    /// Why it was over.
    pub reason: String,
}

/// The first of two games of a pair.
struct Half {
    white: usize,
    outcome: Outcome,
}

/// The state of a tournament.
pub struct Standings {
    names: Vec<String>,
    /// What each engine got with White against each.
    with_white: HashMap<(usize, usize), Trinomial>,
    /// Pairs of each engine with each of a larger index, as the former sees them.
    pairs: HashMap<(usize, usize), Pentanomial>,
    halves: HashMap<(usize, usize, usize, usize), Half>,
    reasons: Vec<BTreeMap<String, u64>>,
    games: usize,
}

/// What White gets.
fn points(outcome: Outcome) -> Option<Points> {
    match outcome {
        Outcome::WhiteWins => Some(Points::Win),
        Outcome::BlackWins => Some(Points::Loss),
        Outcome::Draw => Some(Points::Draw),
        Outcome::Unknown => None,
    }
}

fn reversed(points: Points) -> Points {
    match points {
        Points::Win => Points::Loss,
        Points::Draw => Points::Draw,
        Points::Loss => Points::Win,
    }
}

fn swapped(games: Trinomial) -> Trinomial {
    Trinomial {
        wins: games.losses,
        losses: games.wins,
        ..games
    }
}

/// How a game ended for one of its engines.
fn outcome_of(points: Points, reason: &str) -> String {
    match points {
        Points::Win => format!("Win: {reason}"),
        Points::Draw => reason.to_owned(),
        Points::Loss => format!("Loss: {reason}"),
    }
}

impl Standings {
    /// No game yet between engines of these names.
    pub fn new(names: Vec<String>) -> Self {
        Standings {
            reasons: vec![BTreeMap::new(); names.len()],
            names,
            with_white: HashMap::new(),
            pairs: HashMap::new(),
            halves: HashMap::new(),
            games: 0,
        }
    }

    /// The engines' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Counted) {
        let Some(points) = points(game.outcome) else {
            return;
        };
        self.games += 1;
        let key = (game.white, game.black);
        self.with_white.entry(key).or_default().add(points);
        for (engine, points) in [(game.white, points), (game.black, reversed(points))] {
            if let Some(reasons) = self.reasons.get_mut(engine) {
                let reason = outcome_of(points, &game.reason);
                *reasons.entry(reason).or_default() += 1;
            }
        }
        if let Some((set, number)) = game.set {
            self.add_to_pair(game, set, number.saturating_sub(1) / 2);
        }
    }

    /// Two games of a set make a pair if the colours change.
    fn add_to_pair(&mut self, game: &Counted, set: usize, pair: usize) {
        let first = game.white.min(game.black);
        let second = game.white.max(game.black);
        let key = (first, second, set, pair);
        let Some(half) = self.halves.remove(&key) else {
            let half = Half {
                white: game.white,
                outcome: game.outcome,
            };
            self.halves.insert(key, half);
            return;
        };
        let of_first = |white: usize, outcome| {
            let points = points(outcome)?;
            Some(if white == first {
                points
            } else {
                reversed(points)
            })
        };
        if half.white != game.white
            && let Some(one) = of_first(half.white, half.outcome)
            && let Some(other) = of_first(game.white, game.outcome)
        {
            self.pairs
                .entry((first, second))
                .or_default()
                .add(one, other);
        }
    }

    /// What an engine got with White against another.
    fn white_games(&self, engine: usize, opponent: usize) -> Trinomial {
        let key = (engine, opponent);
        self.with_white.get(&key).copied().unwrap_or_default()
    }

    /// What an engine got against another.
    pub fn score(&self, engine: usize, opponent: usize) -> Trinomial {
        let mut games = self.white_games(engine, opponent);
        games += swapped(self.white_games(opponent, engine));
        games
    }

    /// What the first engine got from the pairs against the second.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs.get(&(0, 1)).copied().unwrap_or_default()
    }

    /// What an engine got in all.
    pub fn total(&self, engine: usize) -> Trinomial {
        let mut total = Trinomial::default();
        for opponent in 0..self.names.len() {
            if opponent != engine {
                total += self.score(engine, opponent);
            }
        }
        total
    }

    /// How a test between the first two engines stands.
    pub fn test(&self, sprt: &Sprt) -> SprtStatus {
        sprt.status(&self.score(0, 1), &self.pairs())
    }

    /// `Score of A vs B: 3 - 1 - 2  [0.667] 6`, for two engines.
    pub fn score_line(&self) -> Option<String> {
        let [first, second] = self.names.as_slice() else {
            return None;
        };
        Some(format!(
            "Score of {first} vs {second}: {}",
            self.score(0, 1)
        ))
    }

    /// What the results mean: of two engines the difference, of more a list.
    pub fn ratings(&self) -> String {
        if self.names.len() == 2 {
            self.match_ratings()
        } else {
            self.list()
        }
    }

    fn match_ratings(&self) -> String {
        let mut text = String::new();
        let name = &self.names[0];
        let (white, black) = (self.white_games(0, 1), self.white_games(1, 0));
        // Writing to a string does not fail.
        let _ = writeln!(text, "...      {name} playing White: {white}");
        let _ = writeln!(text, "...      {name} playing Black: {}", swapped(black));
        let mut all = white;
        all += black;
        let _ = writeln!(text, "...      White vs Black: {all}");
        let games = self.score(0, 1).estimate();
        let _ = writeln!(text, "{games}");
        let pairs = self.pairs();
        if pairs.pairs() > 0 {
            let Estimate {
                elo,
                normalized_elo,
                ..
            } = pairs.estimate();
            let count = pairs.pairs();
            let _ = writeln!(text, "Ptnml(0-2): {pairs}, {count} pairs");
            let _ = writeln!(
                text,
                "Elo by pairs: {elo}, normalised Elo by pairs: {normalized_elo}"
            );
        } else {
            let _ = writeln!(text, "Normalised Elo: {}", games.normalized_elo);
        }
        text
    }

    fn list(&self) -> String {
        let mut order: Vec<(usize, Trinomial)> = (0..self.names.len())
            .map(|engine| (engine, self.total(engine)))
            .collect();
        order.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
        let longest = self.names.iter().map(|name| name.chars().count()).max();
        let width = longest.unwrap_or(0).max(4);
        let mut text = format!(
            "Rank {:width$} {:>16} {:>7} {:>7} {:>7}\n",
            "Name", "Elo", "Games", "Score", "Draw"
        );
        for (rank, (engine, games)) in order.into_iter().enumerate() {
            let estimate = games.estimate();
            let _ = writeln!(
                text,
                "{:>4} {:width$} {:>16} {:>7} {:>6.1}% {:>6.1}%",
                rank + 1,
                self.names[engine],
                estimate.elo.to_string(),
                games.games(),
                100.0 * games.score(),
                100.0 * estimate.draw_ratio
            );
        }
        text
    }

    /// How often each engine's games ended in which way, in the words of cutechess-cli.
    pub fn outcomes(&self) -> String {
        let mut text = String::new();
        for (name, reasons) in self.names.iter().zip(&self.reasons) {
            let _ = writeln!(text, "Player: {name}");
            for (reason, count) in reasons {
                let _ = writeln!(text, "   \"{reason}\": {count}");
            }
        }
        text
    }
}
