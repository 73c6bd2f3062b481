//! The sequential probability ratio test: games are played until results decide between two
//! hypotheses (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::likelihood::log_likelihood_ratio;
use super::results::{Pentanomial, Trinomial};
use super::score_of_elo;

/// The largest Elo difference, either way, that a hypothesis may state.
pub const MAX_ELO: f64 = 4000.0;

/// What a test counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Model {
    /// Single games, as if all were independent.
    Trinomial,
    /// Pairs of games from one opening.
    Pentanomial,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Trinomial => "trinomial",
            Model::Pentanomial => "pentanomial",
        })
    }
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(name: &str) -> Result<Self, SprtError> {
        match name {
            "trinomial" => Ok(Model::Trinomial),
            "pentanomial" => Ok(Model::Pentanomial),
            _ => Err(SprtError::Model(name.to_owned())),
        }
    }
}

/// A test that cannot be made.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SprtError {
    /// The model is none that there is.
    #[error(
        "unknown model `{0}`; known are trinomial and pentanomial, both with elo0 and elo1 in \
         logistic Elo"
    )]
    Model(String),
    /// A hypothesis is no number, or one that no engine reaches.
    #[error("elo{index} is {elo}, but has to lie within -{MAX_ELO} and {MAX_ELO}")]
    Elo {
        /// 0 or 1.
        index: usize,
        /// What it is.
        elo: f64,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error("elo0 has to be less than elo1, but is {0} and elo1 {1}")]
    Order(f64, f64),
    /// A probability of error is none, or both together are no less than certainty.
    #[error("alpha {0} and beta {1} have to be above 0, and less than 1 together")]
    ErrorRates(f64, f64),
}

/// A test between two hypotheses: that the first engine is better than the second by `elo0`, or
/// by `elo1`. It uses the exact generalised likelihood ratio.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    model: Model,
    elos: [f64; 2],
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test of `elos`, H0's and H1's, in logistic Elo. `alpha` is how often it may accept H1
    /// where H0 is true, `beta` how often H0 where H1 is true.
    ///
    /// # Errors
    ///
    /// A hypothesis out of range, hypotheses not in order, error rates that are no probabilities.
    pub fn new(model: Model, elos: [f64; 2], alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for (index, elo) in elos.into_iter().enumerate() {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo { index, elo });
            }
        }
        if elos[0] >= elos[1] {
            return Err(SprtError::Order(elos[0], elos[1]));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates(alpha, beta));
        }
        Ok(Sprt {
            model,
            elos,
            alpha,
            beta,
        })
    }

    /// What the test counts.
    pub fn model(&self) -> Model {
        self.model
    }

    /// How the test stands after these games, or these pairs, as its model wants.
    pub fn status(&self, games: &Trinomial, pairs: &Pentanomial) -> SprtStatus {
        let means = self.elos.map(score_of_elo);
        let llr = match self.model {
            Model::Trinomial => log_likelihood_ratio(&games.by_score(), means),
            Model::Pentanomial => log_likelihood_ratio(&pairs.0, means),
        };
        SprtStatus {
            llr,
            lower_bound: (self.beta / (1.0 - self.alpha)).ln(),
            upper_bound: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt {
            model,
            elos: [elo0, elo1],
            alpha,
            beta,
        } = self;
        write!(
            f,
            "SPRT model: {model}, exact likelihood ratio, elo0 {elo0}, elo1 {elo1}, alpha \
             {alpha}, beta {beta}"
        )
    }
}

/// What a test may accept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hypothesis {
    /// The difference is that of `elo0`, or less.
    H0,
    /// The difference is that of `elo1`, or more.
    H1,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtStatus {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower_bound: f64,
    /// At or above this H1 is accepted.
    pub upper_bound: f64,
}

impl SprtStatus {
    /// The hypothesis accepted; `None` if more games are needed.
    pub fn accepted(&self) -> Option<Hypothesis> {
        if self.llr >= self.upper_bound {
            Some(Hypothesis::H1)
        } else if self.llr <= self.lower_bound {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

impl fmt::Display for SprtStatus {
    /// The line that scripts know from cutechess-cli; the percentage is of the upper bound.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "SPRT: llr {} ({:.1}%), lbound {}, ubound {}",
            three_digits(self.llr),
            100.0 * self.llr / self.upper_bound,
            three_digits(self.lower_bound),
            three_digits(self.upper_bound)
        )?;
        match self.accepted() {
            Some(hypothesis) => write!(f, " - {hypothesis:?} was accepted"),
            None => Ok(()),
        }
    }
}

/// A number with three significant digits, without zeros at the end: C's `%.3g`.
fn three_digits(value: f64) -> String {
    let scientific = format!("{value:.2e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match exponent.parse::<i32>() {
        Ok(exponent @ -4..=2) => {
            let decimals = (2 - exponent) as usize;
            without_zeros(&format!("{value:.decimals$}"))
        }
        Ok(exponent) => format!(
            "{}e{}{:02}",
            without_zeros(digits),
            if exponent < 0 { '-' } else { '+' },
            exponent.abs()
        ),
        Err(_) => scientific,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(model, [elo0, elo1], 0.05, 0.05).expect("a good test")
    }

    fn games(losses: u64, draws: u64, wins: u64) -> Trinomial {
        Trinomial {
            wins,
            draws,
            losses,
        }
    }

    fn of_games(sprt: &Sprt, losses: u64, draws: u64, wins: u64) -> SprtStatus {
        sprt.status(&games(losses, draws, wins), &Pentanomial::default())
    }

    fn of_pairs(sprt: &Sprt, pairs: [u64; 5]) -> SprtStatus {
        sprt.status(&Trinomial::default(), &Pentanomial(pairs))
    }

    #[test]
    fn exact_ratios() {
        let by_games = sprt(Model::Trinomial, 0.0, 5.0);
        let llr = of_games(&by_games, 759, 1863, 880).llr;
        assert!((llr - 2.947).abs() < 0.0005, "{llr}");
        for (pairs, elo1, expected) in [
            ([3, 40, 500, 60, 8], 10.0, 3.087),
            ([20, 100, 300, 180, 60], 20.0, 15.71),
        ] {
            let llr = of_pairs(&sprt(Model::Pentanomial, 0.0, elo1), pairs).llr;
            assert!((llr - expected).abs() < 0.005, "{llr}, not {expected}");
        }
    }

    /// Results that say little or all: the ratios were found by another program.
    #[test]
    fn lopsided_and_empty_results() {
        let test = sprt(Model::Pentanomial, 0.0, 5.0);
        for (pairs, expected) in [
            ([144, 3, 1, 0, 0], -2.1452),
            ([10, 0, 0, 0, 0], -0.14498),
            ([0, 0, 10, 0, 0], -0.13943),
            ([0; 5], 0.0),
        ] {
            let status = of_pairs(&test, pairs);
            assert!((status.llr - expected).abs() < 0.0001, "{status:?}");
            assert_eq!(status.accepted(), None);
        }
    }

    #[test]
    fn the_lines_of_cutechess() {
        let test = sprt(Model::Trinomial, 0.0, 5.0);
        for ((losses, draws, wins), line) in [
            (
                (759, 1863, 880),
                "SPRT: llr 2.95 (100.1%), lbound -2.94, ubound 2.94 - H1 was accepted",
            ),
            (
                (880, 1863, 759),
                "SPRT: llr -4.49 (-152.6%), lbound -2.94, ubound 2.94 - H0 was accepted",
            ),
            ((0, 0, 0), "SPRT: llr 0 (0.0%), lbound -2.94, ubound 2.94"),
        ] {
            assert_eq!(of_games(&test, losses, draws, wins).to_string(), line);
        }
        assert_eq!(
            test.to_string(),
            "SPRT model: trinomial, exact likelihood ratio, elo0 0, elo1 5, alpha 0.05, beta 0.05"
        );
    }

    #[test]
    fn three_digits_as_in_c() {
        for (value, text) in [
            (0.0, "0"),
            (2.9449, "2.94"),
            (-2.9, "-2.9"),
            (15.714, "15.7"),
            (100.4, "100"),
            (999.6, "1e+03"),
            (1.4288e17, "1.43e+17"),
            (0.012345, "0.0123"),
            (-1.0355e-6, "-1.04e-06"),
        ] {
            assert_eq!(three_digits(value), text);
        }
    }

    #[test]
    fn what_is_no_test_is_refused() {
        let error = |elos, alpha, beta| {
            let sprt = Sprt::new(Model::Pentanomial, elos, alpha, beta);
            sprt.map_err(|error| error.to_string()).unwrap_err()
        };
        assert_eq!(
            error([0.0, f64::NAN], 0.05, 0.05),
            "elo1 is NaN, but has to lie within -4000 and 4000"
        );
        assert_eq!(
            error([5.0, 0.0], 0.05, 0.05),
            "elo0 has to be less than elo1, but is 5 and elo1 0"
        );
        for (alpha, beta) in [(0.0, 0.05), (0.05, 1.0), (0.5, 0.5), (f64::NAN, 0.05)] {
            assert!(error([0.0, 5.0], alpha, beta).starts_with("alpha"));
        }
        assert!("normalized".parse::<Model>().is_err());
        for model in [Model::Trinomial, Model::Pentanomial] {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
    }

    #[test]
    fn better_results_speak_for_the_better_hypothesis() {
        let test = sprt(Model::Pentanomial, -3.0, 8.0);
        let mut last = f64::NEG_INFINITY;
        for moved in 0..=100 {
            let llr = of_pairs(&test, [10, 150 - moved, 500, 50 + moved, 10]).llr;
            assert!(llr > last, "{llr} after {last}");
            last = llr;
        }
    }

    proptest! {
        #[test]
        fn any_results_have_a_status(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..9_u64, any::<u64>()]),
            elo0 in -MAX_ELO..MAX_ELO,
            elo1 in -MAX_ELO..MAX_ELO,
        ) {
            prop_assume!(elo0 < elo1);
            let [losses, draws, wins, ..] = counts;
            let by_games = of_games(&sprt(Model::Trinomial, elo0, elo1), losses, draws, wins);
            let by_pairs = of_pairs(&sprt(Model::Pentanomial, elo0, elo1), counts);
            for status in [by_games, by_pairs] {
                prop_assert!(status.llr.is_finite());
                prop_assert!(status.lower_bound < 0.0 && status.upper_bound > 0.0);
            }
        }

        /// Who looks from the other side tests the same with all signs changed.
        #[test]
        fn both_sides_see_the_same(
            counts in prop::array::uniform5(0..1000_u64),
            elo0 in -50.0..0.0,
            elo1 in 1.0..50.0,
        ) {
            let mut reversed = counts;
            reversed.reverse();
            let llr = of_pairs(&sprt(Model::Pentanomial, elo0, elo1), counts).llr;
            let other = of_pairs(&sprt(Model::Pentanomial, -elo1, -elo0), reversed).llr;
            prop_assert!((llr + other).abs() < 1e-6 * (1.0 + llr.abs()));
        }
    }
}
