//! Losses of many positions, and their derivatives by the network's numbers.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::eval::features::{Feature, input_count, seen_from_other_side};
use crate::variant::Game;

use super::kernel;
use super::model::Model;
use super::samples::{Sample, Samples};

/// Parts that a batch is cut into, whatever the number of threads: what is summed within a part
/// and then over the parts comes out the same to the last bit.
const PARTS: usize = 16;

/// What tells the views of both sides if they see left and right the same way.
const SAME_WAY: u8 = 56;

/// What a position's output is to become: a mix of the game's result and the chances that a score
/// stands for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// How much the result counts, 0 to 1; the score counts the rest.
    pub result_share: f32,
    /// The score, in centipawns, that stands for an output of 1.0.
    pub scale: f32,
}

impl Target {
    /// The expected result that a position is to have, 0 to 1.
    pub fn of(&self, sample: &Sample<'_>) -> f32 {
        let chances = sigmoid(f32::from(sample.score) / self.scale);
        self.result_share * sample.result.points() + (1.0 - self.result_share) * chances
    }
}

/// The logistic function.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// For each input that the mover sees, the one that the other side sees.
pub(super) struct OtherSide {
    /// If both sides see left and right the same way.
    same: Vec<Feature>,
    /// If they do not.
    swapped: Vec<Feature>,
}

impl OtherSide {
    pub fn new(game: Game) -> Self {
        let inputs = input_count(game) as Feature;
        let table = |difference| -> Vec<Feature> {
            (0..inputs)
                .map(|feature| seen_from_other_side(game, feature, difference))
                .collect()
        };
        OtherSide {
            same: table(SAME_WAY),
            swapped: table(SAME_WAY ^ 7),
        }
    }

    /// Replaces the inputs in a list by those that the other side sees.
    #[inline]
    pub fn of(&self, sample: &Sample<'_>, other: &mut Vec<Feature>) {
        let table = match sample.difference {
            SAME_WAY => &self.same,
            _ => &self.swapped,
        };
        other.clear();
        let lit = sample.features.iter();
        other.extend(lit.map(|&feature| table[usize::from(feature)]));
    }
}

/// What one thread needs to evaluate positions, one after the other.
struct Workspace {
    other: Vec<Feature>,
    sums: [Vec<f32>; 2],
}

impl Workspace {
    fn new(model: &Model) -> Self {
        Workspace {
            other: Vec::new(),
            sums: [vec![0.0; model.hidden()], vec![0.0; model.hidden()]],
        }
    }

    /// The network's output; the sums of the hidden layers remain.
    #[inline]
    fn forward(&mut self, model: &Model, table: &OtherSide, sample: &Sample<'_>) -> f32 {
        table.of(sample, &mut self.other);
        let layers = model.layers();
        let (biases, weights) = (layers.feature_biases, layers.feature_weights);
        let [mover, other] = &mut self.sums;
        kernel::hidden_sums(mover, biases, weights, sample.features);
        kernel::hidden_sums(other, biases, weights, &self.other);
        let bucket = model.bucket(sample.pieces);
        let [to_mover, to_other] = output_weights(layers.output_weights, model.hidden(), bucket);
        layers.output_biases[bucket]
            + kernel::weighted(mover, to_mover)
            + kernel::weighted(other, to_other)
    }

    /// Adds the derivatives of the loss to a gradient, given that by the output of the position
    /// that [`Workspace::forward`] has evaluated.
    #[inline]
    fn backward(
        &mut self,
        model: &Model,
        sample: &Sample<'_>,
        derivative: f32,
        gradient: &mut [f32],
    ) {
        let bucket = model.bucket(sample.pieces);
        let weights = output_weights(model.layers().output_weights, model.hidden(), bucket);
        let gradient = model.split(gradient);
        gradient.output_biases[bucket] += derivative;
        let first = bucket * 2 * model.hidden();
        let output_gradient = &mut gradient.output_weights[first..first + 2 * model.hidden()];
        let output_gradient = output_gradient.chunks_exact_mut(model.hidden());
        let lit = [sample.features, &self.other];
        for (((sums, weights), output_gradient), lit) in self
            .sums
            .iter_mut()
            .zip(weights)
            .zip(output_gradient)
            .zip(lit)
        {
            kernel::weighted_backward(sums, weights, output_gradient, derivative);
            kernel::hidden_backward(sums, gradient.feature_biases, gradient.feature_weights, lit);
        }
    }
}

/// The weights of the output in one bucket, of the mover's layer and of the other.
#[inline]
fn output_weights(weights: &[f32], hidden: usize, bucket: usize) -> [&[f32]; 2] {
    let (mover, other) = weights[bucket * 2 * hidden..][..2 * hidden].split_at(hidden);
    [mover, other]
}

/// One part of a batch.
struct Part {
    samples: Samples,
    workspace: Workspace,
    gradient: Vec<f32>,
    loss: f64,
}

impl Part {
    fn run(
        &mut self,
        model: &Model,
        table: &OtherSide,
        target: Target,
        samples: &Samples,
        batch: &[u32],
    ) {
        self.samples.gather(samples, batch);
        self.gradient.fill(0.0);
        self.loss = 0.0;
        for sample in self.samples.iter() {
            let expected = sigmoid(self.workspace.forward(model, table, &sample));
            let error = expected - target.of(&sample);
            self.loss += f64::from(error * error);
            let derivative = 2.0 * error * expected * (1.0 - expected);
            self.workspace
                .backward(model, &sample, derivative, &mut self.gradient);
        }
    }
}

/// The derivatives of a batch's loss by the numbers of a network.
pub(super) struct Gradient {
    table: OtherSide,
    target: Target,
    parts: Vec<Part>,
    positions: usize,
}

impl Gradient {
    pub fn new(model: &Model, target: Target) -> Self {
        let part = |_| Part {
            samples: Samples::new(model.game()),
            workspace: Workspace::new(model),
            gradient: vec![0.0; model.parameters.len()],
            loss: 0.0,
        };
        Gradient {
            table: OtherSide::new(model.game()),
            target,
            parts: (0..PARTS).map(part).collect(),
            positions: 0,
        }
    }

    /// Computes it for the positions of a batch. Returns the sum of their losses.
    pub fn compute(&mut self, model: &Model, samples: &Samples, batch: &[u32]) -> f64 {
        self.positions = batch.len();
        let (table, target) = (&self.table, self.target);
        self.parts
            .par_iter_mut()
            .enumerate()
            .for_each(|(number, part)| {
                let range = batch.len() * number / PARTS..batch.len() * (number + 1) / PARTS;
                part.run(model, table, target, samples, &batch[range]);
            });
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// The derivatives of the mean loss by some of the numbers, which begin at `start`.
    #[inline]
    pub fn mean(&self, start: usize, to: &mut [f32]) {
        to.fill(0.0);
        for part in &self.parts {
            for (to, from) in to.iter_mut().zip(&part.gradient[start..]) {
                *to += from;
            }
        }
        let share = 1.0 / self.positions.max(1) as f32;
        to.iter_mut().for_each(|derivative| *derivative *= share);
    }
}

/// The network's outputs of all positions.
pub(super) fn outputs(model: &Model, samples: &Samples) -> Vec<f32> {
    const PIECE: usize = 4096;
    let table = OtherSide::new(model.game());
    let mut outputs = vec![0.0; samples.len()];
    outputs
        .par_chunks_mut(PIECE)
        .enumerate()
        .for_each(|(number, outputs)| {
            let mut workspace = Workspace::new(model);
            for (output, index) in outputs.iter_mut().zip(number * PIECE..) {
                *output = workspace.forward(model, &table, &samples.get(index));
            }
        });
    outputs
}
