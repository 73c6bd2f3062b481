//! Positions that games start from.
//!
//! A [`Book`] is read from a file; [`find`] makes the positions that one is of: random lines, kept
//! where a search finds the game balanced.

mod balanced;
mod book;
mod random;

pub(crate) use balanced::score;
pub use balanced::{Balanced, MAX_COUNT, OpeningsError, Starts, Wanted, find};
pub use book::{Book, BookError, BookFormat, BookOptions, Opening};
pub(crate) use random::play_random_turns;
