//! What a piece is worth beyond its kind for what it carries. The numbers are guesses, made
//! before there were games to learn from.

use super::squares::kind_worth;
use crate::board::{Item, Kind, Piece, Square};

/// What the own ring is worth by the rank of its holder: on the last rank it checks the king
/// from wherever it stands (rules 2.9), and every holder can step forward (rules 2.4).
const OWN_RING: [i32; 8] = [20, 30, 45, 70, 110, 170, 260, 350];

/// What makes a holder of the opponent's ring worth almost a queen (rules 2.5), in centipawns.
const AS_A_QUEEN: i32 = 850;

/// What the opponent's ring is worth where it adds no such movement, for keeping it from him.
const KEPT_AWAY: i32 = 50;

/// What the opponent's ring is worth to a king, who gains a queen's reach but risks himself.
const ON_A_KING: i32 = 150;

/// As what a king counts when he wears a vest: about a minor piece.
const KING_AS_WEARER: i32 = 300;

/// What the item of a piece on a square is worth to the piece's owner, in centipawns.
#[inline]
pub(super) fn item_worth(piece: Piece, square: Square) -> i32 {
    match piece.item() {
        None => 0,
        Some(Item::Vest(vest)) => vest_worth(piece.kind(), vest),
        Some(Item::Ring(color)) if color == piece.color() => {
            OWN_RING[usize::from(square.relative_rank(color))]
        }
        Some(Item::Ring(_)) => opponent_ring_worth(piece.kind()),
    }
}

/// A vest works once, so it is worth a quarter of what its kind has over the wearer's, and a
/// twelfth of its kind for the surprise of a second movement.
fn vest_worth(wearer: Kind, vest: Kind) -> i32 {
    let wearer = match wearer {
        Kind::King => KING_AS_WEARER,
        kind => kind_worth(kind),
    };
    let vest = kind_worth(vest);
    (vest - wearer).max(0) / 4 + vest / 12
}

fn opponent_ring_worth(holder: Kind) -> i32 {
    match holder {
        Kind::King => ON_A_KING,
        kind => (AS_A_QUEEN - kind_worth(kind)).max(KEPT_AWAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn worth(kind: Kind, item: Item, square: &str) -> i32 {
        let piece = Piece::carrying(Color::White, kind, Some(item));
        item_worth(piece, square.parse().expect("a square"))
    }

    #[test]
    fn vests_are_worth_more_to_the_weak_and_less_than_their_kind() {
        let queen_vest = Item::Vest(Kind::Queen);
        let [pawn, knight, rook] =
            [Kind::Pawn, Kind::Knight, Kind::Rook].map(|kind| worth(kind, queen_vest, "e4"));
        assert!(pawn > knight && knight > rook && rook > 0);
        assert!(pawn < kind_worth(Kind::Queen) / 2);
    }

    #[test]
    fn rings_are_worth_more_near_the_last_rank_and_to_the_weak() {
        let (own, other) = (Item::Ring(Color::White), Item::Ring(Color::Black));
        assert!(worth(Kind::Pawn, own, "e7") > worth(Kind::Pawn, own, "e3"));
        assert!(worth(Kind::Pawn, other, "e4") > worth(Kind::Rook, other, "e4"));
        assert_eq!(worth(Kind::Queen, other, "e4"), KEPT_AWAY);
    }
}
