//! Networks for tests.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::variant::Game;

use super::network::Network;

/// A network that has learned nothing.
pub(crate) fn random_network(game: Game, hidden: usize) -> Network {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut network =
        Network::zero(game, hidden, 8, 400, "a test".to_owned()).expect("a possible shape");
    for weight in network
        .feature_weights
        .iter_mut()
        .chain(&mut network.feature_biases)
    {
        *weight = rng.random_range(-60..=60);
    }
    for weight in &mut network.output_weights {
        *weight = rng.random_range(-60..=60);
    }
    network
}
