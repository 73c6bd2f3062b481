//! The inputs of a network: which piece stands where, and what it carries, as one side sees it.
//!
//! Each piece lights one input of 768: friend or foe, kind, square. What it carries lights another,
//! in planes of their own: friend or foe, item, square. The two are added, not multiplied, so that
//! a vest means much the same on any wearer until the hidden layer learns otherwise, and every
//! input is met often enough to be learned. Black sees the board turned round and the colours
//! swapped: a position and its mirror light the same inputs.

use crate::board::{Color, Item, Piece, Square};
use crate::variant::Game;

/// The inputs of pieces: two sides, six kinds, 64 squares.
const PIECES: usize = 2 * 6 * 64;

/// The number of an input, from 0 to [`input_count`] - 1.
pub type Feature = u16;

/// What can be carried, in planes: the vests from pawn to queen, or the own ring and the other.
const fn items(game: Game) -> usize {
    match game {
        Game::Chess => 0,
        Game::PlunderChess => 5,
        Game::TwoRing | Game::TwoRing1 => 2,
    }
}

/// How many inputs a network for a game has.
///
/// ```
/// use alberich::eval::features::input_count;
/// use alberich::variant::Game;
///
/// assert_eq!(input_count(Game::Chess), 768);
/// assert_eq!(input_count(Game::PlunderChess), 768 + 2 * 5 * 64);
/// assert_eq!(input_count(Game::TwoRing), 768 + 2 * 2 * 64);
/// ```
pub const fn input_count(game: Game) -> usize {
    PIECES + 2 * items(game) * 64
}

/// The inputs that a piece on a square lights in the eyes of one side: its own, and that of what it
/// carries.
#[inline(always)]
pub fn features(
    game: Game,
    viewer: Color,
    piece: Piece,
    square: Square,
) -> (Feature, Option<Feature>) {
    let square = match viewer {
        Color::White => square,
        Color::Black => square.flip_rank(),
    };
    let side = usize::from(piece.color() != viewer);
    let plane = side * 6 + piece.kind().index();
    let of_piece = (plane * 64 + square.index()) as Feature;
    let of_item = piece.item().map(|item| {
        let item = match item {
            Item::Vest(kind) => kind.index(),
            Item::Ring(color) => usize::from(color != piece.color()),
        };
        let plane = side * items(game) + item;
        (PIECES + plane * 64 + square.index()) as Feature
    });
    (of_piece, of_item)
}

/// The input that the other side sees in place of this one.
#[inline]
pub fn seen_from_other_side(game: Game, feature: Feature) -> Feature {
    let feature = usize::from(feature);
    let (first, planes) = if feature < PIECES {
        (0, 6)
    } else {
        (PIECES, items(game))
    };
    let (plane, square) = ((feature - first) / 64, feature % 64);
    let other_plane = if plane < planes {
        plane + planes
    } else {
        plane - planes
    };
    // A square's number with the rank turned round.
    (first + other_plane * 64 + (square ^ 56)) as Feature
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::eval::testing::random_games;
    use crate::position::Position;
    use crate::variant::{Chess, PlunderChess, TwoRing, Variant};

    fn lit<V: Variant>(position: &Position<V>, viewer: Color) -> Vec<Feature> {
        let board = position.board();
        let mut lit: Vec<Feature> = board
            .occupied()
            .into_iter()
            .filter_map(|square| Some((board.piece(square)?, square)))
            .map(|(piece, square)| features(V::GAME, viewer, piece, square))
            .flat_map(|(of_piece, of_item)| std::iter::once(of_piece).chain(of_item))
            .collect();
        lit.sort_unstable();
        lit
    }

    /// Each position lights inputs in range, and its mirror the same ones for the other side.
    fn check<V: Variant>() {
        let mut seen = HashSet::new();
        for position in random_games::<V>(3, 40) {
            let lit_for_white = lit(&position, Color::White);
            assert_eq!(lit_for_white, lit(&position.color_swapped(), Color::Black));
            let mut turned: Vec<Feature> = lit_for_white
                .iter()
                .map(|&feature| seen_from_other_side(V::GAME, feature))
                .collect();
            turned.sort_unstable();
            assert_eq!(turned, lit(&position, Color::Black));
            let distinct: HashSet<Feature> = lit_for_white.iter().copied().collect();
            assert_eq!(distinct.len(), lit_for_white.len());
            seen.extend(distinct);
        }
        let last = seen.into_iter().max().map(usize::from);
        assert!(
            last.is_some_and(
                |last| last < input_count(V::GAME) && last >= input_count(V::GAME) - 128
            )
        );
    }

    #[test]
    fn every_piece_and_item_has_an_input_of_its_own() {
        check::<Chess>();
        check::<PlunderChess>();
        check::<TwoRing>();
    }
}
