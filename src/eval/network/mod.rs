//! A trained evaluation: its numbers, and the file that keeps them.
//!
//! The network is small and as usual in the field, an NNUE of the shape (inputs -> N) x 2 -> 1 x 8
//! with SCReLU as its activation. Each side sees the board by its own inputs, mirrored so that its
//! king is on the left ([`super::features`]); each lit input adds a row of weights to that side's
//! hidden layer, which the search keeps up to date ([`super::Evaluator`]: the field's accumulators);
//! the values of both layers, the mover's first, are clipped and squared, weighted and summed to one
//! number, with other weights for each of some buckets by the number of pieces. What stands for 1.0
//! is often called QA in the hidden layer ([`HIDDEN_ONE`]) and QB in the output
//! ([`Header::output_one`]).

mod file;
mod header;

use thiserror::Error;

use crate::variant::Game;

use super::arithmetic::weigh;
use super::features::{Feature, input_count};
use header::FORMAT;

pub use file::FileError;
pub use header::Header;

/// What stands for 1.0 in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;

/// The least that stands for 1.0 among the weights of the output. Where all are small more does
/// ([`Header::output_one`]), and they are rounded the less.
pub const LEAST_OUTPUT_ONE: i32 = 64;

/// The most.
pub const MOST_OUTPUT_ONE: i32 = 1024;

/// The largest size of a weight of the first layer and of its biases: with it no board overflows 16
/// bits, since no position has more than 64 lit inputs, and 65 times 500 is 32,500.
pub const MAX_FEATURE_WEIGHT: i16 = 500;

/// The largest size of a weight of the output: with it a clipped value times a weight fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Neurons come in groups of so many: what one or two vector registers hold.
pub const LANES: usize = 32;

/// The most neurons of one side's hidden layer.
pub const MAX_HIDDEN: usize = 512;

/// The most output buckets.
pub const MAX_BUCKETS: usize = 16;

/// What an output of 1.0 counts in a search: about as much as the scores for which its margins were
/// made, by the games won.
pub const SEARCH_SCALE: i32 = 220;

/// The most that an output of 1.0 and a pawn may count in a search.
const MOST_SCALE: i32 = 10_000;

/// A trained evaluation for one game, whose numbers are as many as its header says and within the
/// bounds of this module.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    header: Header,
    game: Game,
    weights: Weights,
}

/// The numbers of a [`Network`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// By input and neuron, [`HIDDEN_ONE`] to 1.0.
    pub feature_weights: Vec<i16>,
    /// By neuron, [`HIDDEN_ONE`] to 1.0.
    pub feature_biases: Vec<i16>,
    /// By bucket, side (the mover's first) and neuron, [`Header::output_one`] to 1.0.
    pub output_weights: Vec<i16>,
    /// By bucket, [`HIDDEN_ONE`] times [`Header::output_one`] to 1.0.
    pub output_biases: Vec<i32>,
}

/// Why something is no network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The first bytes are others.
    #[error("this is no network of Alberich: it does not begin with `ALBERICH`")]
    Magic,
    /// The end is missing, or there is more.
    #[error("{found} bytes, where the header promises {expected}: cut off or damaged")]
    Length {
        /// What the header asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// The header cannot be read.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// The format is of another version.
    #[error("format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// The header says something impossible.
    #[error("the header says {what} = {value}, which {why}")]
    Shape {
        /// The field.
        what: &'static str,
        /// Its value.
        value: i64,
        /// What is wrong with it.
        why: String,
    },
    /// The checksum differs.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// There are more numbers of a kind than the header asks for, or fewer.
    #[error("{found} {what}, where the header asks for {expected}")]
    Count {
        /// The kind.
        what: &'static str,
        /// What the header asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// A weight beyond what the arithmetic holds.
    #[error("a weight of {0} is beyond the bounds of the arithmetic")]
    Weight(i16),
}

impl Network {
    /// A network of these numbers.
    ///
    /// # Errors
    ///
    /// The header says something impossible, or the numbers are more or fewer than it asks for, or
    /// one is beyond the bounds of the arithmetic.
    pub fn new(header: Header, weights: Weights) -> Result<Self, NetworkError> {
        let game = header.check()?;
        weights.check(&header)?;
        Ok(Network {
            header,
            game,
            weights,
        })
    }

    /// A network of a shape, all numbers zero.
    ///
    /// # Errors
    ///
    /// `hidden` is no multiple of [`LANES`] up to [`MAX_HIDDEN`], `buckets` not within 1 to
    /// [`MAX_BUCKETS`] or `scale` not within 1 to 10,000.
    pub fn zero(
        game: Game,
        hidden: usize,
        buckets: usize,
        scale: i32,
        made: String,
    ) -> Result<Self, NetworkError> {
        let header = Header {
            format: FORMAT,
            game: game.name().to_owned(),
            inputs: input_count(game),
            hidden,
            buckets,
            output_one: LEAST_OUTPUT_ONE,
            scale,
            pawn: 100,
            chances: None,
            made,
        };
        // Before there are lists of lengths that nobody has checked.
        header.check()?;
        let [
            feature_weights,
            feature_biases,
            output_weights,
            output_biases,
        ] = header.lengths();
        let weights = Weights {
            feature_weights: vec![0; feature_weights],
            feature_biases: vec![0; feature_biases],
            output_weights: vec![0; output_weights],
            output_biases: vec![0; output_biases],
        };
        Network::new(header, weights)
    }

    /// This network, changed.
    ///
    /// # Errors
    ///
    /// As for [`Network::new`].
    ///
    /// ```
    /// use alberich::eval::network::Network;
    /// use alberich::variant::Game;
    ///
    /// let network = || Network::zero(Game::Chess, 32, 8, 400, String::new());
    /// let changed = network()?.changed(|header, _| header.pawn = 80)?;
    /// assert_eq!(changed.header().pawn, 80);
    /// assert!(network()?.changed(|header, _| header.pawn = 0).is_err());
    /// assert!(network()?.changed(|_, weights| weights.output_biases.clear()).is_err());
    /// # Ok::<(), alberich::eval::network::NetworkError>(())
    /// ```
    pub fn changed(
        mut self,
        change: impl FnOnce(&mut Header, &mut Weights),
    ) -> Result<Self, NetworkError> {
        change(&mut self.header, &mut self.weights);
        Network::new(self.header, self.weights)
    }

    /// Its description.
    #[inline]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game that it is for.
    #[inline]
    pub fn game(&self) -> Game {
        self.game
    }

    /// Its numbers.
    #[inline]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The bucket of a position with so many pieces.
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        bucket(self.header.buckets, pieces)
    }

    /// The output for the hidden layers of the mover and of the other side, in the measure
    /// of a search, for a position with so many pieces.
    #[inline(always)]
    pub(super) fn output(&self, mover: &[i16], other: &[i16], pieces: usize) -> i32 {
        let hidden = self.header.hidden;
        let bucket = self.bucket(pieces);
        let weights = &self.weights.output_weights[bucket * 2 * hidden..][..2 * hidden];
        let (for_mover, for_other) = weights.split_at(hidden);
        let sum = weigh(mover, for_mover) + weigh(other, for_other);
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(self.weights.output_biases[bucket]);
        (sum * i64::from(self.header.scale) / self.one()) as i32
    }

    /// What stands for an output of 1.0.
    #[inline]
    fn one(&self) -> i64 {
        i64::from(HIDDEN_ONE * self.header.output_one)
    }

    /// The score of a position for its mover, by the definition and slowly: what
    /// faster ways are compared with. Given are the inputs that the mover and the other side see,
    /// and the bucket.
    ///
    /// # Panics
    ///
    /// If there is no such input or bucket.
    ///
    /// ```
    /// use alberich::eval::network::{HIDDEN_ONE, Network};
    /// use alberich::variant::Game;
    ///
    /// let network = Network::zero(Game::Chess, 32, 1, 400, String::new())?;
    /// let network = network.changed(|header, weights| {
    ///     weights.output_biases[0] = HIDDEN_ONE * header.output_one / 4;
    ///     // The first neuron is 1 where input 5 is lit, and the mover's weighs it by -1.
    ///     weights.feature_weights[5 * 32] = HIDDEN_ONE as i16;
    ///     weights.output_weights[0] = -header.output_one as i16;
    /// })?;
    /// assert_eq!(network.evaluate_features(&[], &[5], 0), 100);
    /// assert_eq!(network.evaluate_features(&[5], &[], 0), -300);
    /// # Ok::<(), alberich::eval::network::NetworkError>(())
    /// ```
    pub fn evaluate_features(&self, mover: &[Feature], other: &[Feature], bucket: usize) -> i32 {
        let hidden = self.header.hidden;
        let first = bucket * 2 * hidden;
        let weights = &self.weights.output_weights[first..first + 2 * hidden];
        let mut sum = 0;
        for (lit, weights) in [mover, other].into_iter().zip(weights.chunks_exact(hidden)) {
            for (neuron, &weight) in weights.iter().enumerate() {
                let row = |&feature: &Feature| {
                    i32::from(self.weights.feature_weights[usize::from(feature) * hidden + neuron])
                };
                let bias = i32::from(self.weights.feature_biases[neuron]);
                let value = bias + lit.iter().map(row).sum::<i32>();
                let clipped = i64::from(value.clamp(0, HIDDEN_ONE));
                sum += clipped * clipped * i64::from(weight);
            }
        }
        let output = sum / i64::from(HIDDEN_ONE) + i64::from(self.weights.output_biases[bucket]);
        (output * i64::from(self.header.scale) / self.one()) as i32
    }
}

impl Weights {
    /// Checks that the numbers are as many as a header asks for, and within the bounds.
    fn check(&self, header: &Header) -> Result<(), NetworkError> {
        let found = [
            ("feature weights", self.feature_weights.len()),
            ("feature biases", self.feature_biases.len()),
            ("output weights", self.output_weights.len()),
            ("output biases", self.output_biases.len()),
        ];
        for ((what, found), expected) in found.into_iter().zip(header.lengths()) {
            if found != expected {
                return Err(NetworkError::Count {
                    what,
                    expected,
                    found,
                });
            }
        }
        for (weights, most) in [
            (&self.feature_weights, MAX_FEATURE_WEIGHT),
            (&self.feature_biases, MAX_FEATURE_WEIGHT),
            (&self.output_weights, MAX_OUTPUT_WEIGHT),
        ] {
            let bounds = -most..=most;
            if let Some(&weight) = weights.iter().find(|weight| !bounds.contains(weight)) {
                return Err(NetworkError::Weight(weight));
            }
        }
        Ok(())
    }
}

/// Which of so many buckets a position with so many pieces belongs to; promotions never add
/// pieces, so 32 is the most.
#[inline]
pub fn bucket(buckets: usize, pieces: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / 32).min(buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_cover_all_numbers_of_pieces() {
        let buckets: Vec<usize> = (0..40).map(|pieces| bucket(8, pieces)).collect();
        assert!(buckets.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(
            (bucket(8, 2), bucket(8, 4), bucket(8, 5), bucket(8, 32)),
            (0, 0, 1, 7)
        );
    }
}
