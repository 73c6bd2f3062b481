//! The inputs of a network: which piece stands where, and what it carries, as one side sees it.
//!
//! Each piece lights one input of 768: friend or foe, kind, square. What it carries lights another,
//! in planes of their own: friend or foe, item, square. The two are added, not multiplied, so that
//! a vest means much the same on any wearer until the hidden layer learns otherwise, and every
//! input is met often enough to be learned. Black sees the board turned round and the colours
//! swapped: a position and its mirror light the same inputs. So do, but for castling rights, those
//! that differ in left and right, as a side whose king is on its right half sees the board the other
//! way round ([`View`]): what is learned on one wing holds on the other.

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

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    viewer: Color,
    /// What the numbers of squares are changed by: 7 swaps left and right, 56 turns the board round.
    squares: u8,
}

impl View {
    /// How a side sees the board whose king stands there.
    #[inline]
    pub fn new(viewer: Color, king: Square) -> Self {
        let round = match viewer {
            Color::White => 0,
            Color::Black => 56,
        };
        let swap = if is_on_right_half(king) { 7 } else { 0 };
        View {
            viewer,
            squares: round | swap,
        }
    }

    /// What tells this view from that of the other side, for [`seen_from_other_side`].
    #[inline]
    pub fn difference(self, other: View) -> u8 {
        self.squares ^ other.squares
    }
}

/// Whether a king there has its side see the board with left and right swapped.
#[inline]
pub(super) fn is_on_right_half(king: Square) -> bool {
    king.file() >= 4
}

/// The inputs that a piece on a square lights in a view: its own, and that of what it carries.
#[inline(always)]
pub fn features(
    game: Game,
    view: View,
    piece: Piece,
    square: Square,
) -> (Feature, Option<Feature>) {
    let square = square.index() ^ usize::from(view.squares);
    let side = usize::from(piece.color() != view.viewer);
    let plane = side * 6 + piece.kind().index();
    let of_piece = (plane * 64 + square) as Feature;
    let of_item = piece.item().map(|item| {
        let item = match item {
            Item::Vest(kind) => kind.index(),
            Item::Ring(color) => usize::from(color != piece.color()),
        };
        let plane = side * items(game) + item;
        (PIECES + plane * 64 + square) as Feature
    });
    (of_piece, of_item)
}

/// The input that the other side sees in place of this one, whose view differs so.
#[inline]
pub fn seen_from_other_side(game: Game, feature: Feature, difference: u8) -> Feature {
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
    (first + other_plane * 64 + (square ^ usize::from(difference))) as Feature
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::position::Position;
    use crate::position::testing::random_games;
    use crate::variant::{Chess, PlunderChess, TwoRing, Variant};

    fn view<V: Variant>(position: &Position<V>, viewer: Color) -> View {
        View::new(viewer, position.board().king(viewer))
    }

    fn lit<V: Variant>(position: &Position<V>, viewer: Color) -> Vec<Feature> {
        let (board, view) = (position.board(), view(position, viewer));
        let mut lit: Vec<Feature> = board
            .occupied()
            .into_iter()
            .filter_map(|square| Some((board.piece(square)?, square)))
            .map(|(piece, square)| features(V::GAME, view, piece, square))
            .flat_map(|(of_piece, of_item)| std::iter::once(of_piece).chain(of_item))
            .collect();
        lit.sort_unstable();
        lit
    }

    /// The position with left and right swapped, without rights.
    fn swapped<V: Variant>(position: &Position<V>) -> Position<V> {
        let fen = position.fen().to_string();
        let (board, _) = fen.split_once(' ').expect("fields");
        // A letter with what it carries stays together.
        let reversed = |rank: &str| {
            let mut units: Vec<String> = Vec::new();
            for letter in rank.chars() {
                match units.last_mut() {
                    Some(last) if letter == ':' || last.ends_with(':') => last.push(letter),
                    _ => units.push(letter.to_string()),
                }
            }
            units.reverse();
            units.concat()
        };
        let ranks: Vec<String> = board.split('/').map(reversed).collect();
        let side = fen.split(' ').nth(1).expect("a side");
        let swapped = format!("{} {side} - - 0 1", ranks.join("/"));
        Position::from_fen(&swapped).expect("a position")
    }

    /// Each position lights inputs in range, and its mirrors the same ones.
    fn check<V: Variant>() {
        let mut seen = HashSet::new();
        for position in random_games::<V>(3, 40) {
            let lit_for_white = lit(&position, Color::White);
            assert_eq!(lit_for_white, lit(&position.color_swapped(), Color::Black));
            assert_eq!(lit_for_white, lit(&swapped(&position), Color::White));
            let [white, black] = Color::BOTH.map(|color| view(&position, color));
            let mut turned: Vec<Feature> = lit_for_white
                .iter()
                .map(|&feature| seen_from_other_side(V::GAME, feature, white.difference(black)))
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
