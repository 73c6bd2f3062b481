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
//!
//! In the file all is little-endian: the eight bytes `ALBERICH`; the length of the header, 32 bits;
//! the header, JSON; the weights of the first layer by input and neuron and its biases, 16 bits
//! each; the weights of the output by bucket, side (the mover's first) and neuron, 16 bits each;
//! the output's biases, 32 bits each; the CRC-32 of all before.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::variant::Game;

use super::arithmetic::weigh;
use super::chances::Chances;
use super::features::{Feature, input_count};

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

const MAGIC: &[u8; 8] = b"ALBERICH";
const FORMAT: u32 = 1;

/// The largest file that is read as a network, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// What the file says of the network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file's format.
    pub format: u32,
    /// The game that the network is for, by its UCI name.
    pub game: String,
    /// The inputs of one side.
    pub inputs: usize,
    /// Neurons of one side's hidden layer, a multiple of [`LANES`].
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// What stands for 1.0 among the weights of the output: [`LEAST_OUTPUT_ONE`] to
    /// [`MOST_OUTPUT_ONE`].
    pub output_one: i32,
    /// What an output of 1.0 counts in a search.
    pub scale: i32,
    /// The score of a search that is told as 100 centipawns.
    pub pawn: i32,
    /// The chances by the centipawns that are told, if games have told them.
    pub chances: Option<Chances>,
    /// How it was made, for people.
    pub made: String,
}

/// The part of a header that every version has.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// A trained evaluation for one game. Who changes its numbers keeps them within the bounds of this
/// module, which [`Network::from_bytes`] checks: beyond them scores are wrong, and lists of another
/// length than the header says make an evaluation panic.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// Its description.
    pub header: Header,
    /// The game.
    pub game: Game,
    /// By input and neuron, [`HIDDEN_ONE`] to 1.0.
    pub feature_weights: Vec<i16>,
    /// By neuron, [`HIDDEN_ONE`] to 1.0.
    pub feature_biases: Vec<i16>,
    /// By bucket, side (the mover's first) and neuron, [`Header::output_one`] to 1.0.
    pub output_weights: Vec<i16>,
    /// By bucket, [`HIDDEN_ONE`] times [`Header::output_one`] to 1.0.
    pub output_biases: Vec<i32>,
}

/// Why bytes are no network.
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
    /// A weight beyond what the arithmetic holds.
    #[error("a weight of {0} is beyond the bounds of the arithmetic")]
    Weight(i16),
}

/// Why a file is no network.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is no network.
    #[error("{path}: {error}")]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

impl Header {
    /// Checks that the shape is possible, and returns the game.
    fn check(&self) -> Result<Game, NetworkError> {
        let shape = |what, value: usize, why: String| NetworkError::Shape {
            what,
            value: value as i64,
            why,
        };
        let game: Game = self
            .game
            .parse()
            .map_err(|error: crate::variant::UnknownGame| {
                NetworkError::Header(error.to_string())
            })?;
        if self.inputs != input_count(game) {
            return Err(shape(
                "inputs",
                self.inputs,
                format!("is not {}, the number of the game", input_count(game)),
            ));
        }
        if !(LANES..=MAX_HIDDEN).contains(&self.hidden) || !self.hidden.is_multiple_of(LANES) {
            return Err(shape(
                "hidden",
                self.hidden,
                format!("is no multiple of {LANES} up to {MAX_HIDDEN}"),
            ));
        }
        if !(1..=MAX_BUCKETS).contains(&self.buckets) {
            let why = format!("is not within 1 to {MAX_BUCKETS}");
            return Err(shape("buckets", self.buckets, why));
        }
        if !(LEAST_OUTPUT_ONE..=MOST_OUTPUT_ONE).contains(&self.output_one) {
            return Err(NetworkError::Shape {
                what: "output_one",
                value: self.output_one.into(),
                why: format!("is not within {LEAST_OUTPUT_ONE} to {MOST_OUTPUT_ONE}"),
            });
        }
        if self.chances.is_some_and(|chances| !chances.is_sane()) {
            return Err(NetworkError::Header("the chances are none".to_owned()));
        }
        for (what, score) in [("scale", self.scale), ("pawn", self.pawn)] {
            if !(1..=MOST_SCALE).contains(&score) {
                return Err(NetworkError::Shape {
                    what,
                    value: score.into(),
                    why: format!("is not within 1 to {MOST_SCALE}"),
                });
            }
        }
        Ok(game)
    }

    /// The bytes of the numbers.
    fn body_bytes(&self) -> usize {
        let first = self.inputs * self.hidden + self.hidden;
        let output = self.buckets * 2 * self.hidden;
        2 * (first + output) + 4 * self.buckets
    }
}

impl Network {
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
        header.check()?;
        Ok(Network {
            game,
            feature_weights: vec![0; header.inputs * hidden],
            feature_biases: vec![0; hidden],
            output_weights: vec![0; buckets * 2 * hidden],
            output_biases: vec![0; buckets],
            header,
        })
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
        let weights = &self.output_weights[bucket * 2 * hidden..][..2 * hidden];
        let (for_mover, for_other) = weights.split_at(hidden);
        let sum = weigh(mover, for_mover) + weigh(other, for_other);
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(self.output_biases[bucket]);
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
    /// let mut network = Network::zero(Game::Chess, 32, 1, 400, String::new())?;
    /// network.output_biases[0] = HIDDEN_ONE * network.header.output_one / 4;
    /// // The first neuron is 1 where input 5 is lit, and the mover's weighs it by -1.
    /// network.feature_weights[5 * 32] = HIDDEN_ONE as i16;
    /// network.output_weights[0] = -network.header.output_one as i16;
    /// assert_eq!(network.evaluate_features(&[], &[5], 0), 100);
    /// assert_eq!(network.evaluate_features(&[5], &[], 0), -300);
    /// # Ok::<(), alberich::eval::network::NetworkError>(())
    /// ```
    pub fn evaluate_features(&self, mover: &[Feature], other: &[Feature], bucket: usize) -> i32 {
        let hidden = self.header.hidden;
        let first = bucket * 2 * hidden;
        let weights = &self.output_weights[first..first + 2 * hidden];
        let mut sum = 0;
        for (lit, weights) in [mover, other].into_iter().zip(weights.chunks_exact(hidden)) {
            for (neuron, &weight) in weights.iter().enumerate() {
                let row = |&feature: &Feature| {
                    i32::from(self.feature_weights[usize::from(feature) * hidden + neuron])
                };
                let bias = i32::from(self.feature_biases[neuron]);
                let value = bias + lit.iter().map(row).sum::<i32>();
                let clipped = i64::from(value.clamp(0, HIDDEN_ONE));
                sum += clipped * clipped * i64::from(weight);
            }
        }
        let output = sum / i64::from(HIDDEN_ONE) + i64::from(self.output_biases[bucket]);
        (output * i64::from(self.header.scale) / self.one()) as i32
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A structure of numbers and strings always becomes JSON.
        let header = serde_json::to_string(&self.header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header.as_bytes());
        for weights in [
            &self.feature_weights,
            &self.feature_biases,
            &self.output_weights,
        ] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(
            self.output_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or of another version, or describe no network for a game.
    ///
    /// ```
    /// use alberich::eval::network::Network;
    /// use alberich::variant::Game;
    ///
    /// let network = Network::zero(Game::Chess, 32, 8, 400, "an example".to_owned())?;
    /// let mut bytes = network.to_bytes();
    /// assert_eq!(Network::from_bytes(&bytes)?, network);
    /// bytes[1000] ^= 1;
    /// assert!(Network::from_bytes(&bytes).is_err());
    /// # Ok::<(), alberich::eval::network::NetworkError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let cut_off = |expected: usize| NetworkError::Length {
            expected,
            found: bytes.len(),
        };
        let (length, rest) = rest.split_first_chunk().ok_or(cut_off(MAGIC.len() + 4))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (header, rest) = rest
            .split_at_checked(length)
            .ok_or(cut_off(MAGIC.len() + 4 + length))?;
        let json = |error: serde_json::Error| NetworkError::Header(error.to_string());
        // First, as another version has other fields.
        let Version { format } = serde_json::from_slice(header).map_err(json)?;
        if format != FORMAT {
            return Err(NetworkError::Format(format));
        }
        let header: Header = serde_json::from_slice(header).map_err(json)?;
        let game = header.check()?;
        let expected = MAGIC.len() + 4 + length + header.body_bytes() + 4;
        if bytes.len() != expected {
            return Err(cut_off(expected));
        }
        let (body, checksum) = rest.split_at(header.body_bytes());
        if crc32fast::hash(&bytes[..bytes.len() - 4]).to_le_bytes() != *checksum {
            return Err(NetworkError::Checksum);
        }
        let mut words = body
            .chunks_exact(2)
            .map(|word| i16::from_le_bytes([word[0], word[1]]));
        let mut take = |n: usize| -> Vec<i16> { words.by_ref().take(n).collect() };
        let network = Network {
            game,
            feature_weights: take(header.inputs * header.hidden),
            feature_biases: take(header.hidden),
            output_weights: take(header.buckets * 2 * header.hidden),
            output_biases: body[body.len() - 4 * header.buckets..]
                .chunks_exact(4)
                .map(|bias| i32::from_le_bytes([bias[0], bias[1], bias[2], bias[3]]))
                .collect(),
            header,
        };
        network.check_weights()?;
        Ok(network)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network.
    pub fn from_file(path: &Path) -> Result<Self, FileError> {
        let read = |error| FileError::Read {
            path: path.to_owned(),
            error,
        };
        let bytes = files::read(path, MAX_FILE).map_err(read)?;
        Network::from_bytes(&bytes).map_err(|error| FileError::Network {
            path: path.to_owned(),
            error,
        })
    }

    fn check_weights(&self) -> Result<(), NetworkError> {
        let beyond = |weights: &[i16], most: i16| {
            let bounds = -most..=most;
            weights
                .iter()
                .copied()
                .find(|weight| !bounds.contains(weight))
        };
        beyond(&self.feature_weights, MAX_FEATURE_WEIGHT)
            .or(beyond(&self.feature_biases, MAX_FEATURE_WEIGHT))
            .or(beyond(&self.output_weights, MAX_OUTPUT_WEIGHT))
            .map_or(Ok(()), |weight| Err(NetworkError::Weight(weight)))
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

    fn example() -> Network {
        let mut network =
            Network::zero(Game::TwoRing, 32, 4, 400, "a test".to_owned()).expect("a shape");
        for (index, weight) in network.feature_weights.iter_mut().enumerate() {
            *weight = (index % 801) as i16 - 400;
        }
        network.output_biases[3] = -77_777;
        network
    }

    #[test]
    fn what_is_written_is_read_back() {
        let network = example();
        assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
    }

    #[test]
    fn every_truncation_and_every_wrong_byte_is_refused() {
        // The smallest that there is.
        let network = Network::zero(Game::Chess, LANES, 1, 400, "a test".to_owned());
        let mut bytes = network.expect("a shape").to_bytes();
        for length in 0..bytes.len() {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for index in 0..bytes.len() {
            bytes[index] ^= 0x11;
            assert!(Network::from_bytes(&bytes).is_err(), "{index}");
            bytes[index] ^= 0x11;
        }
        assert!(Network::from_bytes(&bytes).is_ok());
        bytes.push(0);
        assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn weights_that_would_overflow_are_refused() {
        type Change = fn(&mut Network);
        let changes: [(Change, i16); 4] = [
            (|network| network.feature_weights[5] = 501, 501),
            (|network| network.feature_biases[3] = -501, -501),
            (|network| network.output_weights[7] = 128, 128),
            (|network| network.output_weights[8] = i16::MIN, i16::MIN),
        ];
        for (change, weight) in changes {
            let mut network = example();
            change(&mut network);
            let read = Network::from_bytes(&network.to_bytes());
            assert_eq!(read, Err(NetworkError::Weight(weight)));
        }
    }

    #[test]
    fn headers_of_no_network_are_refused() {
        type Change = fn(&mut Header);
        let changes: [(Change, &str); 15] = [
            (|header| header.format = 2, "format 2"),
            (|header| header.game = "go".to_owned(), "`go`"),
            (|header| header.inputs = 768, "inputs = 768"),
            (|header| header.hidden = 0, "hidden = 0"),
            (|header| header.hidden = 544, "hidden = 544"),
            (|header| header.hidden = usize::MAX / 32 * 32, "hidden = "),
            (|header| header.buckets = 0, "buckets = 0"),
            (|header| header.buckets = 17, "buckets = 17"),
            (|header| header.output_one = 32, "output_one = 32"),
            (|header| header.output_one = 1025, "output_one = 1025"),
            (|header| header.scale = 0, "scale = 0"),
            (|header| header.scale = 10_001, "scale = 10001"),
            (|header| header.pawn = -5, "pawn = -5"),
            (|header| header.pawn = 10_001, "pawn = 10001"),
            (
                |header| {
                    header.chances = Some(Chances {
                        half: 1.0,
                        spread: 0.0,
                    });
                },
                "chances",
            ),
        ];
        for (change, part) in changes {
            let mut network = example();
            change(&mut network.header);
            let error = Network::from_bytes(&network.to_bytes()).expect_err(part);
            assert!(error.to_string().contains(part), "{part}: {error}");
        }
    }

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
