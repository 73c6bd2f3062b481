//! A number for a position.
//!
//! The search knows an [`Accumulator`], which follows the board, and the [`Score`] that it gives.
//! Behind it stand material, piece-square tables, a value for each vest or ring, and mobility. What a
//! piece carries, and what it may therefore move as, is all that tells the games apart.

mod mobility;
mod score;
mod squares;
#[cfg(test)]
pub(crate) mod testing;
mod weights;

pub use score::{MAX_PLY, Score};

use std::marker::PhantomData;
use std::ops::{AddAssign, SubAssign};

use crate::board::{Color, Piece, Square};
use crate::position::{Observer, Position};
use crate::variant::Variant;

use mobility::mobility;
use squares::{OPENING, PHASE, square_worth};
use weights::{TEMPO, weights};

/// Two values at once, in centipawns: of the middlegame and of the endgame.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tapered {
    middle: i32,
    end: i32,
}

impl Tapered {
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

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        self.middle -= other.middle;
        self.end -= other.end;
    }
}

/// What the evaluation keeps of a board and brings up to date with each turn.
///
/// ```
/// use alberich::eval::Accumulator;
/// use alberich::position::Position;
/// use alberich::variant::Chess;
///
/// let start = Position::<Chess>::start();
/// let mut accumulator = Accumulator::new(&start);
/// let score = accumulator.score(&start);
/// let next = start.make_with(start.parse_move("a2a3")?, &mut accumulator);
/// assert!(accumulator.score(&next) < score);
/// # Ok::<(), alberich::position::MoveError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Accumulator<V: Variant> {
    /// White's less Black's.
    balance: Tapered,
    phase: i32,
    game: PhantomData<V>,
}

impl<V: Variant> Accumulator<V> {
    /// The accumulator of a position, from nothing.
    pub fn new(position: &Position<V>) -> Self {
        let mut accumulator = Accumulator::default();
        let board = position.board();
        for square in board.occupied() {
            if let Some(piece) = board.piece(square) {
                accumulator.put(piece, square);
            }
        }
        accumulator
    }

    /// How good the position that this belongs to is for its mover, looking no turn ahead; never
    /// a mate. Swapping the colours, which turns the board round, changes nothing.
    #[inline]
    pub fn score(&self, position: &Position<V>) -> Score {
        // Promotions and conversions can bring more pieces than the opening has.
        let mut balance = self.balance;
        balance += mobility(position);
        let white = balance.at(self.phase.min(OPENING));
        Score::from_centipawns(match position.side_to_move() {
            Color::White => TEMPO + white,
            Color::Black => TEMPO - white,
        })
    }
}

impl<V: Variant> Observer for Accumulator<V> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        match piece.color() {
            Color::White => self.balance += value::<V>(piece, square),
            Color::Black => self.balance -= value::<V>(piece, square),
        }
        self.phase += PHASE[piece.kind().index()];
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        match piece.color() {
            Color::White => self.balance -= value::<V>(piece, square),
            Color::Black => self.balance += value::<V>(piece, square),
        }
        self.phase -= PHASE[piece.kind().index()];
    }
}

/// The value of a piece and what it carries to its owner.
#[inline]
fn value<V: Variant>(piece: Piece, square: Square) -> Tapered {
    let weights = weights::<V>();
    let kind = piece.kind().index();
    let mut value = square_worth(piece, square);
    value += Tapered {
        middle: weights.middle[kind],
        end: weights.end[kind],
    };
    if piece.item().is_some() {
        let item = weights.item(piece, square);
        value.middle += item;
        value.end += item;
    }
    value
}

/// How good a position is for its mover, as [`Accumulator::score`] of a new accumulator.
pub fn evaluate<V: Variant>(position: &Position<V>) -> Score {
    Accumulator::new(position).score(position)
}

/// The worth of a piece and what it carries on a square, by and large, in centipawns; nothing
/// for a bare king. It orders captures and reckons exchanges.
#[inline]
pub fn worth<V: Variant>(piece: Piece, square: Square) -> i32 {
    let weights = weights::<V>();
    let kind = weights.middle[piece.kind().index()];
    if piece.item().is_some() {
        kind + weights.item(piece, square)
    } else {
        kind
    }
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
            let passed = evaluate(&position.pass()).centipawns();
            assert_eq!(evaluate(&position).centipawns(), 2 * TEMPO - passed);
        }
    }

    #[test]
    fn swapping_the_colours_changes_nothing() {
        check_symmetry::<Chess>();
        check_symmetry::<PlunderChess>();
        check_symmetry::<TwoRing>();
    }

    fn check_updates<V: Variant>() {
        for position in random_games::<V>(9, 10) {
            for m in position.moves() {
                let mut accumulator = Accumulator::new(&position);
                let next = position.make_with(m, &mut accumulator);
                assert_eq!(
                    accumulator,
                    Accumulator::new(&next),
                    "{} {m:?}",
                    position.fen()
                );
            }
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_computed_anew() {
        check_updates::<Chess>();
        check_updates::<PlunderChess>();
        check_updates::<TwoRing>();
    }

    #[test]
    fn no_material_reaches_the_mates() {
        let fen = "QQQQQQQQ/QQQQQ3/8/8/8/8/6PP/k6K b - - 0 1";
        let position = Position::<Chess>::from_fen(fen).expect("a position");
        assert!(!evaluate(&position).is_mate());
        assert!(evaluate(&position).centipawns() < -10_000);
    }
}
