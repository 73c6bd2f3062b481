//! Results counted: by game and by pair of games, always as the first engine sees them.

use std::fmt;
use std::ops::AddAssign;

/// What the first engine got for a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

/// Games, by what the first engine got for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trinomial {
    /// Games that the first engine won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first engine lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn add(&mut self, points: Points) {
        let count = match points {
            Points::Loss => &mut self.losses,
            Points::Draw => &mut self.draws,
            Points::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        sum(&self.by_score())
    }

    /// The first engine's points divided by the games, 0 to 1; one half without a game.
    pub fn score(&self) -> f64 {
        Moments::of(&self.by_score()).mean
    }

    /// The counts from the lowest score to the highest.
    pub(super) fn by_score(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl AddAssign for Trinomial {
    /// Joins the games of two parts of a match.
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

impl fmt::Display for Trinomial {
    /// Wins, losses, draws, score and games, as cutechess-cli ends its line `Score of A vs B:`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, games) = (self.score(), self.games());
        let Trinomial {
            wins,
            draws,
            losses,
        } = self;
        write!(f, "{wins} - {losses} - {draws}  [{score:.3}] {games}")
    }
}

/// Pairs of games from one opening, by the points of the first engine for both: 0, 1/2, 1, 3/2
/// and 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, first: Points, second: Points) {
        let count = &mut self.0[first as usize + second as usize];
        *count = count.saturating_add(1);
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        sum(&self.0)
    }
}

impl AddAssign for Pentanomial {
    /// Joins the pairs of two parts of a match.
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_add(more);
        }
    }
}

impl fmt::Display for Pentanomial {
    /// The counts as fastchess writes them behind `Ptnml(0-2):`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

fn sum(counts: &[u64]) -> u64 {
    counts
        .iter()
        .fold(0, |sum, &count| sum.saturating_add(count))
}

/// Mean and variance of scores from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Moments {
    pub(super) count: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Moments {
    /// Those of counts from the lowest score to the highest, the scores evenly spaced. Nothing
    /// counted has the mean of equals and no variance.
    pub(super) fn of(counts: &[u64]) -> Self {
        let count: f64 = counts.iter().map(|&count| count as f64).sum();
        if count == 0.0 {
            return Moments {
                count,
                mean: 0.5,
                variance: 0.0,
            };
        }
        let highest = (counts.len() - 1) as f64;
        let average = |value: &dyn Fn(f64) -> f64| {
            let terms = counts.iter().enumerate();
            let sum: f64 = terms
                .map(|(index, &count)| count as f64 * value(index as f64 / highest))
                .sum();
            sum / count
        };
        let mean = average(&|score| score);
        Moments {
            count,
            mean,
            variance: average(&|score| (score - mean).powi(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_are_counted_by_the_points_of_the_first() {
        let mut games = Trinomial::default();
        let mut pairs = Pentanomial::default();
        for (first, second) in [
            (Points::Loss, Points::Loss),
            (Points::Win, Points::Loss),
            (Points::Draw, Points::Draw),
            (Points::Draw, Points::Win),
            (Points::Win, Points::Win),
        ] {
            games.add(first);
            games.add(second);
            pairs.add(first, second);
        }
        assert_eq!((games.wins, games.losses, games.draws), (4, 3, 3));
        assert_eq!(games.to_string(), "4 - 3 - 3  [0.550] 10");
        assert_eq!(pairs.to_string(), "[1, 0, 2, 1, 1]");
        assert_eq!((games.games(), pairs.pairs()), (10, 5));
        let (other_games, other_pairs) = (games, pairs);
        games += other_games;
        pairs += other_pairs;
        assert_eq!(games.to_string(), "8 - 6 - 6  [0.550] 20");
        assert_eq!(pairs, Pentanomial([2, 0, 4, 2, 2]));
    }

    #[test]
    fn moments() {
        let moments = Moments::of(&[1, 0, 1, 0, 2]);
        assert_eq!((moments.count, moments.mean), (4.0, 0.625));
        assert_eq!(
            moments.variance,
            (0.390625 + 0.015625 + 2.0 * 0.140625) / 4.0
        );
        assert_eq!(Moments::of(&[0, 0, 0]).mean, 0.5);
    }
}
