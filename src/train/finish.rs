//! From what was trained to what is used: centipawns that mean something, and integers.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use crate::eval::Chances;
use crate::eval::features::Feature;
use crate::eval::network::{Network, SEARCH_SCALE};

use super::TrainError;
use super::chances::{Shares, fit, measure};
use super::gradient::OtherSide;
use super::samples::{GameResult, Samples};
use super::trainer::Trainer;

/// The classes of scores whose results are counted, in centipawns.
const CLASS: f64 = 25.0;

/// What may be told as 100 centipawns, in the measure of a search.
const SANE_PAWNS: RangeInclusive<f64> = 10.0..=1000.0;

/// A network as it is used, and what is to be said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The network. How it was made is still to be written into it.
    pub network: Network,
    /// The chances by the centipawns that are told, fitted to the positions of validation. Nothing if
    /// their fit made no sense; an output of 1.0 is told as [`Finished::UNFITTED_SCALE`] then.
    pub chances: Option<Chances>,
    /// What came of the positions of validation, by its centipawns.
    pub shares: Vec<Shares>,
    /// What rounding has done to it.
    pub rounding: Rounding,
}

impl Finished {
    /// The largest size of the scores whose results are counted, in centipawns.
    pub const MAX_SCORE: f64 = 600.0;

    /// What an output of 1.0 is told as where nothing is known of the chances, in centipawns.
    pub const UNFITTED_SCALE: f64 = 200.0;

    /// Finishes a training by positions for validation.
    ///
    /// # Errors
    ///
    /// The shape of the network is none that it can have.
    pub fn new(trainer: &Trainer, validation: &Samples) -> Result<Self, TrainError> {
        let outputs = trainer.outputs(validation);
        let results: Vec<GameResult> = validation.iter().map(|sample| sample.result).collect();
        let chances = fit(&outputs, &results);
        let scale = f64::from(SEARCH_SCALE);
        let pawn = |chances: Chances| (scale * chances.pawn()).round();
        let chances = chances.filter(|&chances| SANE_PAWNS.contains(&pawn(chances)));
        let pawn = chances.map_or(100.0 * scale / Self::UNFITTED_SCALE, pawn);
        let chances = chances.map(|chances| chances.scaled(100.0 * scale / pawn));
        let network = trainer.model().quantised(SEARCH_SCALE, String::new())?;
        let network = network.changed(|header, _| {
            header.pawn = pawn as i32;
            header.chances = chances;
        })?;
        let centipawns: Vec<f64> = outputs
            .iter()
            .map(|&output| f64::from(output) * 100.0 * scale / pawn)
            .collect();
        Ok(Finished {
            rounding: Rounding::of(&network, validation, &centipawns),
            network,
            chances,
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
        let table = OtherSide::new(network.game());
        let changes: Vec<f64> = (0..samples.len())
            .into_par_iter()
            .map_init(Vec::<Feature>::new, |other, index| {
                let sample = samples.get(index);
                table.of(&sample, other);
                let bucket = network.bucket(sample.pieces);
                let score = network.evaluate_features(sample.features, other, bucket);
                let told = f64::from(score) * 100.0 / f64::from(network.header().pawn);
                (told - centipawns[index]).abs()
            })
            .collect();
        Rounding {
            mean: changes.iter().sum::<f64>() / changes.len().max(1) as f64,
            most: changes.iter().copied().fold(0.0, f64::max),
        }
    }
}
