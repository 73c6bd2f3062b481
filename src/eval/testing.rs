//! Positions for tests.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::position::{History, Position};
use crate::variant::{Game, Variant};

use super::network::Network;

/// The positions of games in which both sides choose any legal turn, each game played to its
/// end or for 150 plies; the same for the same seed.
pub(crate) fn random_games<V: Variant>(seed: u64, games: usize) -> Vec<Position<V>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut history = History::<V>::new(Position::start());
        for _ in 0..150 {
            positions.push(*history.position());
            if history.end().is_some() {
                break;
            }
            if let Some(&m) = history.position().moves().choose(&mut rng) {
                history.push(m);
            }
        }
    }
    positions
}

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
