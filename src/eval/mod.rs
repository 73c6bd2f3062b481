//! A number for a position.
//!
//! What judges is an [`Evaluation`]: a trained [`network::Network`] for each game, or the count of
//! material. A search follows its line with an [`Evaluator`], which computes no more than it is
//! asked for; the result is a [`Score`], in the measure of the search.
//! People are told scores in another ([`Evaluation::told`]), which means the same in every game.
//! [`worth`] is for those who only want to know what a piece is worth by and large.

mod arithmetic;
mod chances;
mod evaluation;
mod evaluator;
pub mod features;
mod material;
pub mod network;
mod score;
#[cfg(test)]
pub(crate) mod testing;
mod worth;

pub use chances::Chances;
pub use evaluation::Evaluation;
pub use evaluator::{Changes, Evaluator, Mark, evaluate};
pub use score::{MAX_PLY, Score};
pub use worth::worth;
