//! The network while it learns: its numbers as `f32`, in one list.

use std::ops::Range;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::eval::features::input_count;
use crate::eval::network::{
    HIDDEN_ONE, LEAST_OUTPUT_ONE, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, MOST_OUTPUT_ONE, Network,
    NetworkError, Weights, bucket,
};
use crate::variant::Game;

/// How many inputs a position lights, by and large: what stands for the fan-in of the first layer.
const LIT_INPUTS: f32 = 32.0;

/// A network that learns. Its shape is that of [`Network`], its numbers are not scaled.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    game: Game,
    hidden: usize,
    buckets: usize,
    /// As in the file: weights of the first layer by input and neuron, its biases, weights of the
    /// output by bucket, side and neuron, its biases.
    pub(super) parameters: Vec<f32>,
}

/// A network's numbers, or what else there is one of for each of them, by layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layers<T> {
    pub feature_weights: T,
    pub feature_biases: T,
    pub output_weights: T,
    pub output_biases: T,
}

/// What an optimiser heeds in a layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    /// The largest size of a number.
    pub most: f32,
    /// Whether weight decay draws the numbers towards zero; it does not with biases.
    pub decays: bool,
}

impl Model {
    /// A network that knows nothing. The weights of each layer are uniform within one over the
    /// root of the inputs that a neuron sums (Kaiming He et al. 2015, as PyTorch does by default),
    /// which for the first layer are those lit; biases are zero.
    ///
    /// # Errors
    ///
    /// `hidden` or `buckets` is none that a [`Network`] can have.
    ///
    /// ```
    /// use alberich::train::Model;
    /// use alberich::variant::Game;
    ///
    /// assert!(Model::new(Game::Chess, 128, 8, 1).is_ok());
    /// assert!(Model::new(Game::Chess, 100, 8, 1).is_err());
    /// ```
    pub fn new(game: Game, hidden: usize, buckets: usize, seed: u64) -> Result<Self, NetworkError> {
        Network::zero(game, hidden, buckets, 1, String::new())?;
        let mut model = Model {
            game,
            hidden,
            buckets,
            parameters: Vec::new(),
        };
        let layers = model.ranges();
        model.parameters = vec![0.0; layers.output_biases.end];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for (range, fan_in) in [
            (layers.feature_weights, LIT_INPUTS),
            (layers.output_weights, 2.0 * hidden as f32),
        ] {
            let bound = fan_in.sqrt().recip();
            for weight in &mut model.parameters[range] {
                *weight = rng.random_range(-bound..bound);
            }
        }
        Ok(model)
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Neurons of one side's hidden layer.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The output bucket of a position with so many pieces.
    pub(super) fn bucket(&self, pieces: usize) -> usize {
        bucket(self.buckets, pieces)
    }

    /// Where in the list each layer is.
    pub(super) fn ranges(&self) -> Layers<Range<usize>> {
        let feature_weights = input_count(self.game) * self.hidden;
        let feature_biases = feature_weights + self.hidden;
        let output_weights = feature_biases + self.buckets * 2 * self.hidden;
        Layers {
            feature_weights: 0..feature_weights,
            feature_biases: feature_weights..feature_biases,
            output_weights: feature_biases..output_weights,
            output_biases: output_weights..output_weights + self.buckets,
        }
    }

    /// The numbers by layer.
    pub(super) fn layers(&self) -> Layers<&[f32]> {
        let ranges = self.ranges();
        Layers {
            feature_weights: &self.parameters[ranges.feature_weights],
            feature_biases: &self.parameters[ranges.feature_biases],
            output_weights: &self.parameters[ranges.output_weights],
            output_biases: &self.parameters[ranges.output_biases],
        }
    }

    /// A list as long as that of the numbers, by layer.
    pub(super) fn split<'a>(&self, list: &'a mut [f32]) -> Layers<&'a mut [f32]> {
        let ranges = self.ranges();
        let (feature_weights, list) = list.split_at_mut(ranges.feature_weights.len());
        let (feature_biases, list) = list.split_at_mut(ranges.feature_biases.len());
        let (output_weights, output_biases) = list.split_at_mut(ranges.output_weights.len());
        Layers {
            feature_weights,
            feature_biases,
            output_weights,
            output_biases,
        }
    }

    /// What the integers of a [`Network`] can hold, and are fine enough for.
    pub(super) fn bounds() -> Layers<Bounds> {
        /// What stands for 1.0 among the weights of the output, at least. A single large weight made
        /// it 64 once, and rounding moved the scores of 256 neurons by 8 centipawns on average.
        const LEAST_TRAINED_OUTPUT_ONE: i32 = 256;
        let features = f32::from(MAX_FEATURE_WEIGHT) / HIDDEN_ONE as f32;
        let outputs = f32::from(MAX_OUTPUT_WEIGHT) / LEAST_TRAINED_OUTPUT_ONE as f32;
        let bounds = |most, decays| Bounds { most, decays };
        Layers {
            feature_weights: bounds(features, true),
            feature_biases: bounds(features, false),
            output_weights: bounds(outputs, true),
            output_biases: bounds(f32::INFINITY, false),
        }
    }

    /// The network in integers, each the nearest to its number.
    ///
    /// # Errors
    ///
    /// `scale`, what an output of 1.0 counts in a search, is not within 1 to 10000.
    pub fn quantised(&self, scale: i32, made: String) -> Result<Network, NetworkError> {
        let layers = self.layers();
        let output_one = output_one(layers.output_weights);
        let round = |numbers: &[f32], one: i32, most: i16| -> Vec<i16> {
            let one = one as f32;
            let rounded = |number: &f32| ((number * one).round() as i16).clamp(-most, most);
            numbers.iter().map(rounded).collect()
        };
        let one = (HIDDEN_ONE * output_one) as f32;
        let bias = |bias: &f32| (bias * one).round() as i32;
        let rounded = Weights {
            feature_weights: round(layers.feature_weights, HIDDEN_ONE, MAX_FEATURE_WEIGHT),
            feature_biases: round(layers.feature_biases, HIDDEN_ONE, MAX_FEATURE_WEIGHT),
            output_weights: round(layers.output_weights, output_one, MAX_OUTPUT_WEIGHT),
            output_biases: layers.output_biases.iter().map(bias).collect(),
        };
        let network = Network::zero(self.game, self.hidden, self.buckets, scale, made)?;
        network.changed(|header, weights| {
            header.output_one = output_one;
            *weights = rounded;
        })
    }
}

/// The largest power of two that may stand for 1.0 with these weights of the output.
fn output_one(weights: &[f32]) -> i32 {
    let largest = weights
        .iter()
        .fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    let mut one = LEAST_OUTPUT_ONE;
    while one < MOST_OUTPUT_ONE && largest * (2 * one) as f32 <= f32::from(MAX_OUTPUT_WEIGHT) {
        one *= 2;
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_the_output_are_as_fine_as_they_can_be() {
        for (largest, one) in [
            (0.0, MOST_OUTPUT_ONE),
            (0.124, 1024),
            (0.125, 512),
            (-0.5, 128),
            (1.9, 64),
            (5.0, LEAST_OUTPUT_ONE),
        ] {
            assert_eq!(output_one(&[0.01, largest, -0.02]), one, "{largest}");
        }
        let mut model = Model::new(Game::Chess, 32, 1, 1).expect("a shape");
        let first = model.ranges().output_weights.start;
        model.parameters[first..].fill(0.0);
        model.parameters[first] = -0.3;
        let bias = model.parameters.len() - 1;
        model.parameters[bias] = 0.5;
        let network = model.quantised(400, String::new()).expect("a network");
        assert_eq!(network.header().output_one, 256);
        assert_eq!(network.weights().output_weights[0], -77);
        assert_eq!(network.evaluate_features(&[], &[], 0), 200);
    }
}
