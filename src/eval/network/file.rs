//! The file of a network.
//!
//! All is little-endian: the eight bytes `ALBERICH`; the length of the header, 32 bits;
//! the header, JSON; the weights of the first layer by input and neuron and its biases, 16 bits
//! each; the weights of the output by bucket, side (the mover's first) and neuron, 16 bits each;
//! the output's biases, 32 bits each; the CRC-32 of all before.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::files;

use super::header::{FORMAT, Header};
use super::{Network, NetworkError, Weights};

const MAGIC: &[u8; 8] = b"ALBERICH";

/// The largest file that is read as a network, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// The part of a header that every version has.
#[derive(Deserialize)]
struct Version {
    format: u32,
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

impl Network {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A structure of numbers and strings always becomes JSON.
        let header = serde_json::to_string(&self.header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header.as_bytes());
        let Weights {
            feature_weights,
            feature_biases,
            output_weights,
            output_biases,
        } = &self.weights;
        for weights in [feature_weights, feature_biases, output_weights] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
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
        // Before its lengths are added up.
        header.check()?;
        let [
            feature_weights,
            feature_biases,
            output_weights,
            output_biases,
        ] = header.lengths();
        let words = feature_weights + feature_biases + output_weights;
        let expected = MAGIC.len() + 4 + length + 2 * words + 4 * output_biases + 4;
        if bytes.len() != expected {
            return Err(cut_off(expected));
        }
        let (words, rest) = rest.split_at(2 * words);
        let (biases, checksum) = rest.split_at(4 * output_biases);
        if crc32fast::hash(&bytes[..bytes.len() - 4]).to_le_bytes() != *checksum {
            return Err(NetworkError::Checksum);
        }
        let (words, _) = words.as_chunks();
        let mut words = words.iter().copied().map(i16::from_le_bytes);
        let mut take = |n: usize| -> Vec<i16> { words.by_ref().take(n).collect() };
        let (biases, _) = biases.as_chunks();
        let weights = Weights {
            feature_weights: take(feature_weights),
            feature_biases: take(feature_biases),
            output_weights: take(output_weights),
            output_biases: biases.iter().copied().map(i32::from_le_bytes).collect(),
        };
        Network::new(header, weights)
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
}

#[cfg(test)]
mod tests {
    use super::super::LANES;
    use super::*;
    use crate::eval::Chances;
    use crate::variant::Game;

    fn example() -> Network {
        let mut network =
            Network::zero(Game::TwoRing, 32, 4, 400, "a test".to_owned()).expect("a shape");
        for (index, weight) in network.weights.feature_weights.iter_mut().enumerate() {
            *weight = (index % 801) as i16 - 400;
        }
        network.weights.output_biases[3] = -77_777;
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
        type Change = fn(&mut Weights);
        let changes: [(Change, i16); 4] = [
            (|weights| weights.feature_weights[5] = 501, 501),
            (|weights| weights.feature_biases[3] = -501, -501),
            (|weights| weights.output_weights[7] = 128, 128),
            (|weights| weights.output_weights[8] = i16::MIN, i16::MIN),
        ];
        for (change, weight) in changes {
            let mut network = example();
            change(&mut network.weights);
            let read = Network::from_bytes(&network.to_bytes());
            assert_eq!(read, Err(NetworkError::Weight(weight)));
            let made = Network::new(network.header, network.weights);
            assert_eq!(made, read);
        }
    }

    #[test]
    fn lists_of_other_lengths_are_refused() {
        type Change = fn(&mut Weights);
        let changes: [(Change, &str); 4] = [
            (|weights| weights.feature_weights.push(0), "feature weights"),
            (|weights| weights.feature_biases.clear(), "feature biases"),
            (|weights| weights.output_weights.push(0), "output weights"),
            (|weights| weights.output_biases.clear(), "output biases"),
        ];
        for (change, part) in changes {
            let mut network = example();
            change(&mut network.weights);
            assert!(Network::from_bytes(&network.to_bytes()).is_err(), "{part}");
            let made = Network::new(network.header, network.weights);
            let error = made.expect_err(part).to_string();
            assert!(error.contains(part), "{part}: {error}");
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
            let made = Network::new(network.header, network.weights);
            assert_eq!(made, Err(error));
        }
    }
}
