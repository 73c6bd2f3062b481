//! Positions for tests.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::variant::Variant;

use super::{History, Position};

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
