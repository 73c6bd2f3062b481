//! What pieces and what they carry are worth by and large, to order captures and to reckon
//! exchanges; how good a position is, the evaluation says.
//!
//! Chess has the numbers of PeSTO. Those of the other games were fitted by logistic regression to
//! some 300,000 quiet positions of games of the engine with itself at 1,500 nodes a turn, the target
//! being seven parts of the game's result and three of the search's score; what is rare was smoothed
//! by hand.

use crate::board::{Item, Kind, Piece, Square};
use crate::variant::{Game, Variant};

/// Centipawns, by kind from pawn to king.
struct Weights {
    /// Of a kind.
    kinds: [i32; 6],
    /// Of the vests from pawn to queen, by wearer.
    vests: [[i32; 5]; 6],
    /// Of the own ring, by holder and the rank from his side: on the last one it checks the king
    /// from wherever it stands (rules 2.9).
    own_ring: [[i32; 8]; 6],
    /// Of the opponent's ring, by holder: he moves as a queen (rules 2.5), and the opponent lacks
    /// it.
    other_ring: [i32; 6],
}

impl Weights {
    /// What a piece carries.
    #[inline]
    fn item(&self, piece: Piece, square: Square) -> i32 {
        let kind = piece.kind().index();
        match piece.item() {
            None | Some(Item::Vest(Kind::King)) => 0,
            Some(Item::Vest(vest)) => self.vests[kind][vest.index()],
            Some(Item::Ring(color)) if color == piece.color() => {
                self.own_ring[kind][usize::from(square.relative_rank(color))]
            }
            Some(Item::Ring(_)) => self.other_ring[kind],
        }
    }
}

const NO_VESTS: [[i32; 5]; 6] = [[0; 5]; 6];
const NO_RINGS: [[i32; 8]; 6] = [[0; 8]; 6];

static CHESS: Weights = Weights {
    kinds: [82, 337, 365, 477, 1025, 0],
    vests: NO_VESTS,
    own_ring: NO_RINGS,
    other_ring: [0; 6],
};

static PLUNDERCHESS: Weights = Weights {
    kinds: [56, 218, 251, 339, 650, 0],
    vests: [
        [0, 138, 150, 152, 270],
        [41, 0, 81, 158, 245],
        [3, 93, 0, 165, 238],
        [37, 135, 105, 0, 173],
        [3, 124, 0, 0, 0],
        [3, 114, 118, 148, 270],
    ],
    own_ring: NO_RINGS,
    other_ring: [0; 6],
};

static TWO_RING: Weights = Weights {
    kinds: [79, 224, 259, 332, 571, 0],
    vests: NO_VESTS,
    own_ring: [
        [89, 89, 86, 89, 97, 146, 137, 250],
        [30, 45, 78, 107, 161, 156, 152, 250],
        [10, 15, 46, 40, 110, 100, 162, 250],
        [69, 75, 90, 60, 60, 106, 143, 250],
        [20, 10, 0, -20, -20, 0, 10, 150],
        [18, 46, 58, 50, 90, 120, 60, 150],
    ],
    other_ring: [390, 240, 230, 178, 100, 235],
};

/// The weights of a game.
#[inline]
fn weights<V: Variant>() -> &'static Weights {
    match V::GAME {
        Game::Chess => &CHESS,
        Game::PlunderChess => &PLUNDERCHESS,
        Game::TwoRing | Game::TwoRing1 => &TWO_RING,
    }
}

/// The worth of a piece and what it carries on a square, by and large, in centipawns; nothing
/// for a bare king. It orders captures and reckons exchanges.
#[inline]
pub fn worth<V: Variant>(piece: Piece, square: Square) -> i32 {
    let weights = weights::<V>();
    let kind = weights.kinds[piece.kind().index()];
    if piece.item().is_some() {
        kind + weights.item(piece, square)
    } else {
        kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::variant::{PlunderChess, TwoRing};

    fn item<V: Variant>(kind: Kind, item: Item, square: &str) -> i32 {
        let piece = Piece::carrying(Color::White, kind, Some(item));
        let square = square.parse().expect("a square");
        worth::<V>(piece, square) - worth::<V>(piece.with_item(None), square)
    }

    #[test]
    fn vests_are_worth_less_than_their_kind() {
        for (wearer, vest) in [(Kind::Pawn, Kind::Queen), (Kind::King, Kind::Knight)] {
            let kind = weights::<PlunderChess>().kinds[vest.index()];
            let worth = item::<PlunderChess>(wearer, Item::Vest(vest), "e4");
            assert!(worth > 0 && worth < kind);
        }
    }

    #[test]
    fn rings_are_worth_more_near_the_last_rank_and_to_the_weak() {
        let (own, other) = (Item::Ring(Color::White), Item::Ring(Color::Black));
        assert!(item::<TwoRing>(Kind::Pawn, own, "e7") > item::<TwoRing>(Kind::Pawn, own, "e3"));
        assert!(
            item::<TwoRing>(Kind::Pawn, other, "e4") > item::<TwoRing>(Kind::Rook, other, "e4")
        );
    }
}
