//! Lines of random turns, with which openings begin.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::position::{History, Move};
use crate::variant::Variant;

/// Plays so many random turns, and returns them; `None` if the game ends before or there, or an
/// assignment is left due.
pub(crate) fn play_random_turns<V: Variant>(
    history: &mut History<V>,
    plies: u32,
    random: &mut ChaCha8Rng,
) -> Option<Vec<Move>> {
    let mut turns = Vec::new();
    for _ in 0..plies {
        if history.end().is_some() {
            return None;
        }
        let turn = *history.position().moves().choose(random)?;
        history.push(turn);
        turns.push(turn);
    }
    let is_open = history.end().is_none() && !history.position().is_assignment_due();
    is_open.then_some(turns)
}
