//! A number for a position.
//!
//! One function, [`evaluate`], is all that the search knows. Behind it stand material,
//! piece-square tables and a value for each vest or ring; no rule of a game is looked at, so
//! what a piece carries is all that tells the games apart.

mod items;
mod score;
mod squares;
#[cfg(test)]
pub(crate) mod testing;

pub use score::{MAX_PLY, Score};

use std::ops::AddAssign;

use crate::board::{Piece, Square};
use crate::position::Position;
use crate::variant::Variant;

use items::item_worth;
use squares::{OPENING, PHASE, kind_worth, piece_worth};

/// Two values at once, in centipawns: of the middlegame and of the endgame.
#[derive(Clone, Copy, Default)]
struct Tapered {
    middle: i32,
    end: i32,
}

impl Tapered {
    fn times(self, factor: i32) -> Self {
        Tapered {
            middle: self.middle * factor,
            end: self.end * factor,
        }
    }

    /// The value at a phase, 0 (bare kings) to [`OPENING`].
    fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (OPENING - phase)) / OPENING
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        self.middle += other.middle;
        self.end += other.end;
    }
}

/// How good a position is for its mover, looking no turn ahead; never a mate.
///
/// Swapping the colours, which turns the board round, changes nothing.
///
/// ```
/// use alberich::eval::evaluate;
/// use alberich::position::Position;
/// use alberich::variant::Chess;
///
/// let start = Position::<Chess>::start();
/// assert_eq!(evaluate(&start).centipawns(), 0);
/// ```
pub fn evaluate<V: Variant>(position: &Position<V>) -> Score {
    let board = position.board();
    let mut balance = Tapered::default();
    let mut phase = 0;
    for square in board.occupied() {
        let Some(piece) = board.piece(square) else {
            continue;
        };
        let mut value = piece_worth(piece, square);
        let item = item_worth(piece, square);
        value.middle += item;
        value.end += item;
        let is_own = piece.color() == position.side_to_move();
        balance += value.times(if is_own { 1 } else { -1 });
        phase += PHASE[piece.kind().index()];
    }
    // Promotions and conversions can bring more pieces than the opening has.
    Score::from_centipawns(balance.at(phase.min(OPENING)))
}

/// The worth of a piece and what it carries on a square, by and large, in centipawns; nothing
/// for a bare king. It orders captures.
#[inline]
pub fn worth(piece: Piece, square: Square) -> i32 {
    kind_worth(piece.kind()) + item_worth(piece, square)
}

#[cfg(test)]
mod tests {
    use super::testing::random_games;
    use super::*;
    use crate::variant::{Chess, PlunderChess, TwoRing};

    fn check_symmetry<V: Variant>() {
        for position in random_games::<V>(7, 20) {
            let mirror = position.color_swapped();
            assert_eq!(evaluate(&position), evaluate(&mirror), "{}", position.fen());
            assert_eq!(evaluate(&position), -evaluate(&position.pass()));
        }
    }

    #[test]
    fn swapping_the_colours_changes_nothing() {
        check_symmetry::<Chess>();
        check_symmetry::<PlunderChess>();
        check_symmetry::<TwoRing>();
    }

    #[test]
    fn no_material_reaches_the_mates() {
        let fen = "QQQQQQQQ/QQQQQ3/8/8/8/8/6PP/k6K b - - 0 1";
        let position = Position::<Chess>::from_fen(fen).expect("a position");
        assert!(!evaluate(&position).is_mate());
        assert!(evaluate(&position).centipawns() < -10_000);
    }
}
