//! From what was trained to what is used: centipawns that mean something, and integers.

use rayon::prelude::*;

use crate::eval::features::Feature;
use crate::eval::network::Network;

use super::TrainError;
use super::chances::{Chances, Shares, measure};
use super::gradient::OtherSide;
use super::samples::{GameResult, Samples};
use super::trainer::Trainer;

/// The classes of scores whose results are counted, in centipawns.
const CLASS: f64 = 25.0;

/// A network as it is used, and what is to be said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The network. How it was made is still to be written into it.
    pub network: Network,
    /// The chances to win by its centipawns, fitted to the positions of validation.
    pub chances: Option<Chances>,
    /// Whether its scale follows from the chances, so that 100 centipawns are an even chance to
    /// win. If not, their fit made no sense, and the scale is that of training.
    pub is_normalised: bool,
    /// What came of the positions of validation, by its centipawns.
    pub shares: Vec<Shares>,
    /// What rounding has done to it.
    pub rounding: Rounding,
}

impl Finished {
    /// The largest size of the scores whose results are counted, in centipawns.
    pub const MAX_SCORE: f64 = 600.0;

    /// Finishes a training by positions for validation.
    ///
    /// # Errors
    ///
    /// The scale of training is none that a network can have.
    pub fn new(trainer: &Trainer, validation: &Samples) -> Result<Self, TrainError> {
        let outputs = trainer.outputs(validation);
        let results: Vec<GameResult> = validation.iter().map(|sample| sample.result).collect();
        let chances = Chances::fit(&outputs, &results);
        let normalised = chances.and_then(|chances| chances.scale());
        let scale = normalised.unwrap_or(trainer.options().target.scale.round() as i32);
        let mut network = trainer.model().quantised(scale, String::new())?;
        let chances = chances.map(|chances| chances.scaled(scale.into()));
        if let Some(chances) = chances.filter(|_| normalised.is_some()) {
            network.header.spread = (chances.spread.round() as i32).max(1);
        }
        let centipawns: Vec<f64> = outputs
            .iter()
            .map(|&output| f64::from(output) * f64::from(scale))
            .collect();
        Ok(Finished {
            rounding: Rounding::of(&network, validation, &centipawns),
            network,
            chances,
            is_normalised: normalised.is_some(),
            shares: measure(centipawns, &results, CLASS, Self::MAX_SCORE),
        })
    }
}

/// What rounding to integers has done to a network.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rounding {
    /// The mean size of the change of a position's score, in centipawns.
    pub mean: f64,
    /// The largest.
    pub most: f64,
}

impl Rounding {
    /// Compares a network with the scores of positions before it was rounded.
    fn of(network: &Network, samples: &Samples, centipawns: &[f64]) -> Self {
        let table = OtherSide::new(network.game);
        let changes: Vec<f64> = (0..samples.len())
            .into_par_iter()
            .map_init(Vec::<Feature>::new, |other, index| {
                let sample = samples.get(index);
                table.of(&sample, other);
                let bucket = network.bucket(sample.pieces);
                let score = network.evaluate_features(sample.features, other, bucket);
                (f64::from(score) - centipawns[index]).abs()
            })
            .collect();
        Rounding {
            mean: changes.iter().sum::<f64>() / changes.len().max(1) as f64,
            most: changes.iter().copied().fold(0.0, f64::max),
        }
    }
}
