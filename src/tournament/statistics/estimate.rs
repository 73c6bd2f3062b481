//! How strong the first engine is, by results: an estimate with its error.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::erf::erf;

use super::elo_of_score;
use super::results::{Moments, Pentanomial, Trinomial};

/// A value and half the width of its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The likeliest value; infinite if one side has made every point.
    pub value: f64,
    /// The error bar; infinite where the interval has no end.
    pub error: f64,
}

impl fmt::Display for Interval {
    /// `12.0 +/- 7.9`. As cutechess-cli prints them, an infinite value is `inf` or `-inf` and
    /// an infinite error is `nan`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not -0.0.
        let value = self.value + 0.0;
        if self.error.is_finite() {
            write!(f, "{value:.1} +/- {:.1}", self.error)
        } else {
            write!(f, "{value:.1} +/- nan")
        }
    }
}

/// What results say of the first engine's strength against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The logistic Elo difference.
    pub elo: Interval,
    /// The normalised Elo difference: the distance of the mean score of a game from one half in
    /// standard deviations, in such units that it is near the logistic one where no game is
    /// drawn (M. Van den Bergh, "Normalized Elo", 2021).
    pub normalized_elo: Interval,
    /// The likelihood of superiority: how likely the first engine is the better one, 0 to 1.
    pub los: f64,
    /// The part of games that were drawn, 0 to 1; of pairs, the part that ended one to one.
    pub draw_ratio: f64,
}

impl Trinomial {
    /// The estimate by games, as cutechess-cli makes it.
    pub fn estimate(&self) -> Estimate {
        let decided = self.wins as f64 + self.losses as f64;
        let lead = self.wins as f64 - self.losses as f64;
        Estimate {
            // Draws say nothing of who is better, so they are left out.
            los: superiority(lead, decided.sqrt()),
            ..Estimate::new(&self.by_score(), 1.0)
        }
    }
}

impl Pentanomial {
    /// The estimate by pairs.
    pub fn estimate(&self) -> Estimate {
        Estimate::new(&self.0, 2.0)
    }
}

impl Estimate {
    /// By counts from the lowest score to the highest, of units of some games each.
    fn new(counts: &[u64], games_a_unit: f64) -> Self {
        let Moments {
            count,
            mean,
            variance,
        } = Moments::of(counts);
        let quantile = Normal::standard().inverse_cdf(0.975);
        let deviation = variance.sqrt();
        let mean_deviation = if count > 0.0 {
            deviation / count.sqrt()
        } else {
            f64::INFINITY
        };
        // The variance of a pair's mean is half that of a game.
        let game_deviation = deviation * games_a_unit.sqrt();
        let unit = 800.0 / LN_10;
        Estimate {
            elo: elo(mean, quantile * mean_deviation),
            normalized_elo: Interval {
                value: unit * ratio(mean - 0.5, game_deviation),
                error: unit * quantile / (count * games_a_unit).sqrt(),
            },
            los: superiority(mean - 0.5, mean_deviation),
            draw_ratio: ratio(counts[counts.len() / 2] as f64, count),
        }
    }
}

/// Logistic Elo of a mean score that has an error.
fn elo(mean: f64, error: f64) -> Interval {
    let (low, high) = (mean - error, mean + error);
    Interval {
        value: elo_of_score(mean),
        error: if low > 0.0 && high < 1.0 {
            (elo_of_score(high) - elo_of_score(low)) / 2.0
        } else {
            f64::INFINITY
        },
    }
}

/// A quotient, 0 if both are 0.
fn ratio(numerator: f64, denominator: f64) -> f64 {
    if numerator == 0.0 {
        0.0
    } else {
        numerator / denominator
    }
}

/// How likely a normally distributed value with this mean and deviation is positive.
fn superiority(mean: f64, deviation: f64) -> f64 {
    let distance = ratio(mean, deviation);
    0.5 + 0.5 * erf(distance / SQRT_2)
}

impl fmt::Display for Estimate {
    /// The line that scripts know from cutechess-cli. It prints `nan` also for what no game or
    /// no decided game leaves open; here the difference is then 0.0 and the likelihood 50.0 %.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (los, draws) = (100.0 * self.los, 100.0 * self.draw_ratio);
        write!(
            f,
            "Elo difference: {}, LOS: {los:.1} %, DrawRatio: {draws:.1} %",
            self.elo
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn games(wins: u64, losses: u64, draws: u64) -> Trinomial {
        Trinomial {
            wins,
            draws,
            losses,
        }
    }

    #[test]
    fn the_lines_of_cutechess() {
        for (counts, line) in [
            (
                games(880, 759, 1863),
                "Elo difference: 12.0 +/- 7.9, LOS: 99.9 %, DrawRatio: 53.2 %",
            ),
            (
                games(120, 60, 220),
                "Elo difference: 52.5 +/- 22.8, LOS: 100.0 %, DrawRatio: 55.0 %",
            ),
            (
                games(60, 120, 220),
                "Elo difference: -52.5 +/- 22.8, LOS: 0.0 %, DrawRatio: 55.0 %",
            ),
            (
                games(10, 0, 0),
                "Elo difference: inf +/- nan, LOS: 99.9 %, DrawRatio: 0.0 %",
            ),
            (
                games(0, 10, 0),
                "Elo difference: -inf +/- nan, LOS: 0.1 %, DrawRatio: 0.0 %",
            ),
            (
                games(10, 0, 1),
                "Elo difference: 528.9 +/- nan, LOS: 99.9 %, DrawRatio: 9.1 %",
            ),
            (
                games(0, 0, 10),
                "Elo difference: 0.0 +/- 0.0, LOS: 50.0 %, DrawRatio: 100.0 %",
            ),
            (
                games(0, 0, 0),
                "Elo difference: 0.0 +/- nan, LOS: 50.0 %, DrawRatio: 0.0 %",
            ),
        ] {
            assert_eq!(counts.estimate().to_string(), line);
        }
    }

    /// By the definitions, worked out apart: the mean is 0.53, the variance of a pair 0.0291.
    #[test]
    fn pairs() {
        let estimate = Pentanomial([5, 60, 320, 100, 15]).estimate();
        let near = |value: f64, expected: f64| (value - expected).abs() < 0.005;
        assert!(near(estimate.elo.value, 20.87), "{estimate:?}");
        assert!(near(estimate.elo.error, 10.43), "{estimate:?}");
        assert!(near(estimate.normalized_elo.value, 43.21), "{estimate:?}");
        assert!(near(estimate.normalized_elo.error, 21.53), "{estimate:?}");
        assert!((estimate.los - 0.999_958).abs() < 1e-6, "{estimate:?}");
        assert_eq!(estimate.draw_ratio, 0.64);
    }

    /// If the games of a pair are independent, pairs say what games say.
    #[test]
    fn independent_pairs_are_games() {
        let by_games = games(300, 100, 600).estimate();
        // The square of (0.1, 0.6, 0.3), times 500 pairs.
        let by_pairs = Pentanomial([5, 60, 210, 180, 45]).estimate();
        for (one, other) in [
            (by_games.elo, by_pairs.elo),
            (by_games.normalized_elo, by_pairs.normalized_elo),
        ] {
            assert!((one.value - other.value).abs() < 1e-9);
            assert!((one.error - other.error).abs() < 1e-9);
        }
        assert!((by_games.normalized_elo.value - 347.4 * 0.1 / 0.3).abs() < 0.02);
        assert!((by_games.normalized_elo.error - 1.96 * 347.4 / 1000_f64.sqrt()).abs() < 0.01);
    }

    fn is_sound(estimate: &Estimate) -> bool {
        let intervals = [estimate.elo, estimate.normalized_elo];
        let parts = [estimate.los, estimate.draw_ratio];
        intervals
            .iter()
            .all(|interval| !interval.value.is_nan() && interval.error >= 0.0)
            && parts.iter().all(|part| (0.0..=1.0).contains(part))
    }

    proptest! {
        #[test]
        fn any_results_have_an_estimate(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..9_u64, any::<u64>()])
        ) {
            let [losses, draws, wins, ..] = counts;
            prop_assert!(is_sound(&games(wins, losses, draws).estimate()));
            prop_assert!(is_sound(&Pentanomial(counts).estimate()));
        }

        /// Who looks from the other side sees the same with the sign changed.
        #[test]
        fn both_sides_see_the_same(counts in prop::array::uniform5(1..1000_u64)) {
            let estimate = Pentanomial(counts).estimate();
            let mut reversed = counts;
            reversed.reverse();
            let other = Pentanomial(reversed).estimate();
            prop_assert!((estimate.elo.value + other.elo.value).abs() < 1e-9);
            prop_assert!((estimate.elo.error - other.elo.error).abs() < 1e-9);
            prop_assert!((estimate.los + other.los - 1.0).abs() < 1e-9);
        }
    }
}
