//! The count of pieces alone: where the road to networks begins, and a yardstick for tests.

use crate::board::{Color, Kind};
use crate::position::Position;
use crate::variant::Variant;

use super::Score;

/// Centipawns by kind from pawn to king, as every beginner learns them.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// What the pieces of the mover count more than those of the opponent. What they carry counts
/// nothing: what a vest or a ring is worth has to be learned.
pub(super) fn material<V: Variant>(position: &Position<V>) -> Score {
    let board = position.board();
    let count = |color: Color| -> i32 {
        Kind::ALL
            .iter()
            .map(|&kind| {
                let pieces = board.color(color) & board.kind(kind);
                VALUES[kind.index()] * pieces.len() as i32
            })
            .sum()
    };
    let us = position.side_to_move();
    Score::from_centipawns(count(us) - count(!us))
}
