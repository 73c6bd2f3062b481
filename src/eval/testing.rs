//! Networks for tests.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::variant::Game;

use super::network::Network;

/// A network that has learned nothing.
pub(crate) fn random_network(game: Game, hidden: usize) -> Network {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let network =
        Network::zero(game, hidden, 8, 400, "a test".to_owned()).expect("a possible shape");
    let random = network.changed(|_, weights| {
        for list in [
            &mut weights.feature_weights,
            &mut weights.feature_biases,
            &mut weights.output_weights,
        ] {
            list.fill_with(|| rng.random_range(-60..=60));
        }
    });
    random.expect("numbers within the bounds")
}
