//! A number for a position.
//!
//! What judges is an [`Evaluation`]: a trained [`network::Network`] for each game, or the count of
//! material. A search follows its line with an [`Evaluator`], which computes no more than it is
//! asked for; the result is a [`Score`]. [`worth`] is for those who only want to know what a piece
//! is worth by and large.

mod arithmetic;
mod evaluation;
mod evaluator;
pub mod features;
mod material;
pub mod network;
mod score;
#[cfg(test)]
pub(crate) mod testing;
mod worth;

pub use evaluation::{Evaluation, EvaluationError};
pub use evaluator::{Changes, Evaluator, Mark, evaluate};
pub use score::{EVEN_CHANCE, MAX_PLY, Score};
pub use worth::worth;
