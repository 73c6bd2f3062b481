//! The epochs of a training.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::variant::Game;

use super::TrainError;
use super::gradient::{Gradient, Target, outputs, sigmoid};
use super::model::Model;
use super::optimizer::{AdamW, learning_rate};
use super::samples::{Corpus, Samples};

/// What is to be trained, and how. The same options and positions give the same network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Neurons of one side's hidden layer.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// How often each position is seen.
    pub epochs: u32,
    /// Another number gives other first weights and another order of positions.
    pub seed: u64,
    /// What the outputs are to become.
    pub target: Target,
    /// The learning rate at its height.
    pub learning_rate: f32,
    /// Positions to a step of the optimiser, at most.
    pub batch: usize,
    /// The share of each weight that is taken off with each step, times the learning rate.
    pub weight_decay: f32,
}

/// What has served for one to three million positions. The weight decay is strong, as a network of that
/// size knows so few positions by heart: networks of half a million positions trained with 1.0 won 65 %
/// against those with 0.01.
impl Default for Options {
    fn default() -> Self {
        Options {
            hidden: 128,
            buckets: 8,
            epochs: 12,
            seed: 1,
            target: Target {
                result_share: 0.3,
                scale: 400.0,
            },
            learning_rate: 0.004,
            batch: 2048,
            weight_decay: 0.5,
        }
    }
}

/// What an epoch came to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u32,
    /// The learning rate of its last step.
    pub learning_rate: f32,
    /// The mean loss of its positions, each before the step that it was used for.
    pub training_loss: f64,
    /// The mean loss of the positions for validation after it.
    pub validation_loss: f64,
}

/// A training, from epoch to epoch.
///
/// Its threads are those of the rayon pool that it is called in.
pub struct Trainer {
    pub(super) options: Options,
    pub(super) model: Model,
    pub(super) optimizer: AdamW,
    pub(super) curve: Vec<Epoch>,
    gradient: Gradient,
}

impl Trainer {
    /// A training that is about to begin.
    ///
    /// # Errors
    ///
    /// The options ask for a network that there cannot be.
    pub fn new(game: Game, options: Options) -> Result<Self, TrainError> {
        let model = Model::new(game, options.hidden, options.buckets, options.seed)?;
        Ok(Trainer {
            optimizer: AdamW::new(&model),
            gradient: Gradient::new(&model, options.target),
            model,
            options,
            curve: Vec::new(),
        })
    }

    /// How it is trained.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The network as it is now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What the epochs so far came to.
    pub fn curve(&self) -> &[Epoch] {
        &self.curve
    }

    /// Whether all epochs are over.
    pub fn is_finished(&self) -> bool {
        self.curve.len() >= self.options.epochs as usize
    }

    /// Trains for one epoch. `progress` is told after each step how many positions of the epoch
    /// have been seen; after the last one the loss of validation is found.
    ///
    /// # Errors
    ///
    /// There is nothing to train with or to validate by, or the losses have left all bounds.
    ///
    /// # Panics
    ///
    /// If the corpus is of another game than the training.
    pub fn run_epoch(
        &mut self,
        corpus: &Corpus,
        mut progress: impl FnMut(usize),
    ) -> Result<Epoch, TrainError> {
        let samples = &corpus.training;
        if samples.is_empty() || corpus.validation.is_empty() {
            return Err(TrainError::NoPositions {
                training: samples.len(),
                validation: corpus.validation.len(),
                games: corpus.games,
            });
        }
        let number = self.curve.len() as u32 + 1;
        let order = self.order(samples, number);
        // Batches of nearly the same size instead of a small one at the end.
        let batches = order.len().div_ceil(self.options.batch.max(1));
        let steps = batches as u64 * u64::from(self.options.epochs);
        let (mut loss, mut rate) = (0.0, 0.0);
        for batch in 0..batches {
            let end = order.len() * (batch + 1) / batches;
            let batch = &order[order.len() * batch / batches..end];
            rate = learning_rate(self.options.learning_rate, self.optimizer.steps, steps);
            loss += self.gradient.compute(&self.model, samples, batch);
            let decay = self.options.weight_decay;
            self.optimizer
                .step(&mut self.model, &self.gradient, rate, decay);
            progress(end);
        }
        let epoch = Epoch {
            epoch: number,
            learning_rate: rate,
            training_loss: loss / samples.len() as f64,
            validation_loss: self.loss(&corpus.validation),
        };
        if !epoch.training_loss.is_finite() || !epoch.validation_loss.is_finite() {
            return Err(TrainError::Diverged { epoch: number });
        }
        self.curve.push(epoch);
        Ok(epoch)
    }

    /// The positions in the order of an epoch, which depends on nothing that happened before.
    fn order(&self, samples: &Samples, epoch: u32) -> Vec<u32> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(epoch.into());
        // More positions than 32 bits count would take 300 GB.
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        order.shuffle(&mut rng);
        order
    }

    /// The mean loss of positions.
    pub fn loss(&self, samples: &Samples) -> f64 {
        let outputs = self.outputs(samples);
        let expected = outputs.into_iter().map(sigmoid);
        mean_loss(samples, self.options.target, expected)
    }

    /// The mean loss that a network would have which gave the same output for all positions, and
    /// that the best: what training has to beat.
    pub fn constant_loss(&self, samples: &Samples) -> f64 {
        let target = self.options.target;
        let sum: f64 = samples.iter().map(|s| f64::from(target.of(&s))).sum();
        let mean = (sum / samples.len() as f64) as f32;
        mean_loss(samples, target, std::iter::repeat(mean))
    }

    /// The network's outputs for all positions, before they are scaled to centipawns.
    pub fn outputs(&self, samples: &Samples) -> Vec<f32> {
        outputs(&self.model, samples)
    }
}

fn mean_loss(samples: &Samples, target: Target, expected: impl IntoIterator<Item = f32>) -> f64 {
    let errors = samples
        .iter()
        .zip(expected)
        .map(|(sample, expected)| f64::from(expected - target.of(&sample)));
    errors.map(|error| error * error).sum::<f64>() / samples.len() as f64
}
