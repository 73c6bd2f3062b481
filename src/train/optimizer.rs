//! AdamW: Adam with weight decay apart from the gradient (Loshchilov and Hutter 2019,
//! <https://arxiv.org/abs/1711.05101>), and the learning rate over time.

use std::f64::consts::PI;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::gradient::Gradient;
use super::model::{Bounds, Model};

/// How fast the mean of the gradients forgets.
const BETA1: f32 = 0.9;

/// How fast the mean of their squares does.
const BETA2: f32 = 0.999;

/// What keeps a step finite where there was hardly any gradient.
const EPSILON: f32 = 1e-8;

/// Numbers that are updated at once by a thread.
const BLOCK: usize = 2048;

/// The share of all steps in which the learning rate rises to its height, and the most of them.
const WARM_UP: (f64, f64) = (0.02, 1000.0);

/// The share of the learning rate that is left at the end.
const LAST: f64 = 0.01;

/// The learning rate of a step, from 0, of so many: it rises evenly for a while, and then falls
/// along half a cosine.
pub(super) fn learning_rate(highest: f32, step: u64, steps: u64) -> f32 {
    let (step, steps) = (step as f64, steps as f64);
    let warm_up = (WARM_UP.0 * steps).min(WARM_UP.1).max(1.0);
    let share = if step < warm_up {
        (step + 1.0) / warm_up
    } else {
        let way = (step - warm_up) / (steps - warm_up).max(1.0);
        LAST + (1.0 - LAST) * 0.5 * (1.0 + (PI * way).cos())
    };
    (f64::from(highest) * share) as f32
}

/// What the optimiser remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct AdamW {
    /// The running mean of the gradient of each number.
    means: Vec<f32>,
    /// The running mean of its square.
    squares: Vec<f32>,
    /// Steps so far.
    pub steps: u64,
}

/// The numbers of one step that are the same for all parameters.
struct Step {
    learning_rate: f32,
    weight_decay: f32,
    mean_correction: f32,
    square_correction: f32,
}

impl AdamW {
    pub fn new(model: &Model) -> Self {
        AdamW {
            means: vec![0.0; model.parameters.len()],
            squares: vec![0.0; model.parameters.len()],
            steps: 0,
        }
    }

    /// Whether this belongs to a network like that.
    pub fn fits(&self, model: &Model) -> bool {
        let parameters = model.parameters.len();
        self.means.len() == parameters && self.squares.len() == parameters
    }

    /// Moves the network's numbers against the gradient, within their bounds.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradient: &Gradient,
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        // Both means begin at zero and are too small at first.
        let correction = |beta: f32| (1.0 - f64::from(beta).powf(self.steps as f64)).recip() as f32;
        let (ranges, bounds) = (model.ranges(), Model::bounds());
        for (range, bounds) in [
            (ranges.feature_weights, bounds.feature_weights),
            (ranges.feature_biases, bounds.feature_biases),
            (ranges.output_weights, bounds.output_weights),
            (ranges.output_biases, bounds.output_biases),
        ] {
            let step = Step {
                learning_rate,
                weight_decay: if bounds.decays { weight_decay } else { 0.0 },
                mean_correction: correction(BETA1),
                square_correction: correction(BETA2),
            };
            let start = range.start;
            model.parameters[range.clone()]
                .par_chunks_mut(BLOCK)
                .zip(self.means[range.clone()].par_chunks_mut(BLOCK))
                .zip(self.squares[range].par_chunks_mut(BLOCK))
                .enumerate()
                .for_each(|(number, ((parameters, means), squares))| {
                    let start = start + number * BLOCK;
                    let mut derivatives = [0.0; BLOCK];
                    let derivatives = &mut derivatives[..parameters.len()];
                    gradient.mean(start, derivatives);
                    step.update(bounds, parameters, means, squares, derivatives);
                });
        }
    }
}

impl Step {
    fn update(
        &self,
        bounds: Bounds,
        parameters: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        derivatives: &[f32],
    ) {
        let numbers = parameters.iter_mut().zip(means).zip(squares);
        for (((parameter, mean), square), derivative) in numbers.zip(derivatives) {
            *mean = BETA1 * *mean + (1.0 - BETA1) * derivative;
            *square = BETA2 * *square + (1.0 - BETA2) * derivative * derivative;
            let size = (*square * self.square_correction).sqrt() + EPSILON;
            let change = *mean * self.mean_correction / size + self.weight_decay * *parameter;
            let moved = *parameter - self.learning_rate * change;
            *parameter = moved.clamp(-bounds.most, bounds.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_rises_and_falls() {
        let rates: Vec<f32> = (0..500).map(|step| learning_rate(1.0, step, 500)).collect();
        assert!((rates[0] - 0.1).abs() < 1e-6 && rates[10] == 1.0);
        assert!(rates[10..].windows(2).all(|pair| pair[0] >= pair[1]));
        assert!((rates[255] - 0.505).abs() < 1e-3 && rates[499] < 0.011);
        assert_eq!(learning_rate(1.0, 0, 1), 1.0);
    }
}
