//! What the results of a match mean: Elo with its error, and the sequential probability ratio
//! test.
//!
//! Results are counted by game ([`Trinomial`]) or by pair of games from one opening with colours
//! changed ([`Pentanomial`]). The games of a pair are not independent: a lopsided opening is won
//! by each engine once. So pairs have less noise than twice as many single games, and say more.
//!
//! ```
//! use alberich::tournament::statistics::{Model, Pentanomial, Sprt, Trinomial};
//!
//! let games = Trinomial { wins: 880, draws: 1863, losses: 759 };
//! assert_eq!(
//!     games.estimate().to_string(),
//!     "Elo difference: 12.0 +/- 7.9, LOS: 99.9 %, DrawRatio: 53.2 %"
//! );
//! let sprt = Sprt::new(Model::Trinomial, [0.0, 5.0], 0.05, 0.05)?;
//! assert_eq!(
//!     sprt.status(&games, &Pentanomial::default()).to_string(),
//!     "SPRT: llr 2.95 (100.1%), lbound -2.94, ubound 2.94 - H1 was accepted"
//! );
//! # Ok::<(), alberich::tournament::statistics::SprtError>(())
//! ```

mod estimate;
mod likelihood;
mod results;
mod sprt;

pub use estimate::{Estimate, Interval};
pub use results::{Pentanomial, Points, Trinomial};
pub use sprt::{Hypothesis, MAX_ELO, Model, Sprt, SprtError, SprtStatus};

/// The logistic Elo difference at which this score, 0 to 1, is expected; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score, 0 to 1, that is expected at a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
