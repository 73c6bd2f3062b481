//! What a network's file says of it.

use serde::{Deserialize, Serialize};

use crate::eval::chances::Chances;
use crate::eval::features::input_count;
use crate::variant::{Game, UnknownGame};

use super::{
    LANES, LEAST_OUTPUT_ONE, MAX_BUCKETS, MAX_HIDDEN, MOST_OUTPUT_ONE, MOST_SCALE, NetworkError,
};

/// The version of the file that this program reads and writes.
pub(super) const FORMAT: u32 = 1;

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

impl Header {
    /// Checks that such a network is possible, and returns the game.
    pub(super) fn check(&self) -> Result<Game, NetworkError> {
        let shape = |what, value: usize, why: String| NetworkError::Shape {
            what,
            value: value as i64,
            why,
        };
        if self.format != FORMAT {
            return Err(NetworkError::Format(self.format));
        }
        let game: Game = self
            .game
            .parse()
            .map_err(|error: UnknownGame| NetworkError::Header(error.to_string()))?;
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

    /// How many numbers of each kind such a network has, in the order of [`super::Weights`].
    pub(super) fn lengths(&self) -> [usize; 4] {
        [
            self.inputs * self.hidden,
            self.hidden,
            self.buckets * 2 * self.hidden,
            self.buckets,
        ]
    }
}
