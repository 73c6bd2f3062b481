//! From positions with scores and results to a network.
//!
//! [`load`](fn@load) reads files of games ([`crate::data`]); a [`Corpus`] keeps the positions that
//! teach, apart for training and validation.
//! [`Trainer`] fits a network's numbers to the former, epoch by epoch, on all threads of rayon's
//! pool; any number of threads gives the same bytes. [`chances`] finds what the trained network's
//! output means in games won and drawn, [`checkpoint`] keeps a training on disk, and [`report`]
//! writes curves and pictures.
//!
//! What is fitted is `sigmoid(output)`, the expected result, where the output is the network's
//! before it is scaled to centipawns. Its target mixes the game's result with the score that a
//! search has given ([`Target`]); the loss is the mean of the squared difference. That is the usual
//! way of the field: <https://official-stockfish.github.io/docs/nnue-pytorch-wiki/docs/nnue.html>.

pub mod chances;
pub mod checkpoint;
mod finish;
mod gradient;
mod kernel;
mod load;
mod model;
mod optimizer;
pub mod report;
mod samples;
#[cfg(test)]
mod tests;
mod trainer;

pub use finish::{Finished, Rounding};
pub use gradient::Target;
pub use load::{Source, load};
pub use model::Model;
pub use samples::{Corpus, Filter, GameResult, Sample, Samples};
pub use trainer::{Epoch, Options, Trainer};

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::eval::network::NetworkError;

/// Why there is no training, or none any more.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The options ask for a network that there cannot be.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// There is nothing to train with or to validate by.
    #[error(
        "{training} positions to train with and {validation} to validate by, from {games} games: \
         there have to be some of both, so more games, or another share for validation"
    )]
    NoPositions {
        /// Positions to train with.
        training: usize,
        /// Positions to validate by.
        validation: usize,
        /// The games that they come from.
        games: u64,
    },
    /// The losses have left all bounds.
    #[error("in epoch {epoch} the network came to nothing: the learning rate is too high")]
    Diverged {
        /// The epoch, from 1.
        epoch: u32,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A training cannot be gone on with.
    #[error("{path}: {reason}", path = path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A table or a picture cannot be made.
    #[error("a table or a picture cannot be made: {0}")]
    Report(String),
}
