//! Static exchange evaluation: what a turn wins or loses if both sides then capture on its target
//! for as long as that pays, each time with the least piece. It knows what a capture puts on and
//! takes off: a vest plundered or spent, a ring taken, and, by the turn itself, a piece converted. Pins
//! are not looked at, nor conversions by what captures back.

use crate::board::{Bitboard, Color, Item, Kind, Piece, Square, tables};
use crate::eval::worth;
use crate::position::{Move, Position, Sort};
use crate::variant::Variant;

/// What a turn changes on the spot for its mover, in centipawns: what it captures, converts, and
/// what the piece is worth more on arrival for a promotion, a vest put on or off, or a ring taken.
pub(super) fn gain<V: Variant>(position: &Position<V>, m: Move) -> i32 {
    on_the_spot(position, m).map_or(0, |(gain, _)| gain)
}

/// The gain of a turn, and the piece that has arrived; `None` for castling and steals, after
/// which there is nothing to take back.
fn on_the_spot<V: Variant>(position: &Position<V>, m: Move) -> Option<(i32, Piece)> {
    let board = position.board();
    let victim = match m.sort() {
        Sort::Step => m.to(),
        Sort::EnPassant => m.to().offset(-position.side_to_move().forward()),
        Sort::Castle | Sort::Steal => return None,
    };
    let piece = board.piece(m.from())?;
    let captured = board.piece(victim);
    let landing = V::landing(piece, captured, m);
    let mut gain = worth::<V>(landing, m.to()) - worth::<V>(piece, m.from());
    if let Some(captured) = captured {
        gain += worth::<V>(captured, victim);
        if V::converts(piece, captured) {
            gain += worth::<V>(Piece::new(piece.color(), captured.kind()), m.from());
        }
    }
    Some((gain, landing))
}

/// Whether a turn, with all captures that may follow on its target, brings at least so many
/// centipawns.
pub(super) fn see_at_least<V: Variant>(position: &Position<V>, m: Move, threshold: i32) -> bool {
    let Some((gain, landing)) = on_the_spot(position, m) else {
        return threshold <= 0;
    };
    let surplus = gain - threshold;
    if surplus < 0 {
        return false;
    }
    // At most what has arrived is lost, where nothing is gained by taking it but itself.
    if !V::CARRIES && surplus >= worth::<V>(landing, m.to()) {
        return true;
    }
    Exchange::after(position, m, landing).keeps(surplus)
}

/// Captures on one square.
struct Exchange<'a, V: Variant> {
    position: &'a Position<V>,
    target: Square,
    /// Who moves next.
    side: Color,
    /// What stands on the target.
    victim: Piece,
    occupied: Bitboard,
    /// Who attacks the target, of both sides.
    attackers: Bitboard,
}

impl<'a, V: Variant> Exchange<'a, V> {
    /// The exchange that may follow a turn.
    fn after(position: &'a Position<V>, m: Move, landing: Piece) -> Self {
        let side = position.side_to_move();
        let mut occupied = position.board().occupied();
        occupied &= !m.from().bitboard();
        occupied |= m.to().bitboard();
        if m.sort() == Sort::EnPassant {
            occupied &= !m.to().offset(-side.forward()).bitboard();
        }
        let attackers = Color::BOTH
            .map(|color| position.attackers(m.to(), color, occupied))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, some| all | some);
        Exchange {
            position,
            target: m.to(),
            side: !side,
            victim: landing,
            occupied,
            attackers,
        }
    }

    /// Whether who has begun the exchange keeps at least his surplus, of which he has none to
    /// spare, if both do as they like.
    fn keeps(mut self, mut surplus: i32) -> bool {
        let mut is_won = true;
        while let Some((from, piece)) = self.least_attacker() {
            let landing = self.landing(from, piece);
            let gain = worth::<V>(self.victim, self.target) + worth::<V>(landing, self.target)
                - worth::<V>(piece, from);
            // One more than the other's surplus is needed to turn the outcome.
            surplus = gain - surplus - 1;
            if surplus < 0 {
                break;
            }
            is_won = !is_won;
            if !V::CARRIES && surplus >= worth::<V>(landing, self.target) {
                break;
            }
            self.capture(from, landing);
        }
        is_won
    }

    /// The mover's least piece that may capture; the king only where nobody takes him back.
    fn least_attacker(&self) -> Option<(Square, Piece)> {
        let board = self.position.board();
        let able = self.attackers & self.occupied & board.color(self.side);
        let (from, piece) = able
            .filter_map(|from| Some((from, board.piece(from)?)))
            .filter(|&(_, piece)| V::may_capture(piece, self.victim))
            .min_by_key(|&(from, piece)| match piece.kind() {
                Kind::King => i32::MAX,
                _ => worth::<V>(piece, from),
            })?;
        let defenders = self.attackers & self.occupied & board.color(!self.side);
        (piece.kind() != Kind::King || defenders.is_empty()).then_some((from, piece))
    }

    /// The piece on arrival, with the vest that is worth most.
    fn landing(&self, from: Square, piece: Piece) -> Piece {
        let step = Move::new(from, self.target);
        let by_vest = piece.vest().is_some()
            && !Position::<V>::reaches(
                piece.kind(),
                piece.color(),
                from,
                self.target,
                self.occupied,
            );
        let step = if by_vest { step.as_vest_move() } else { step };
        let bare = V::landing(piece, Some(self.victim), step);
        V::loot(piece, self.victim, by_vest)
            .iter()
            .map(|vest| bare.with_item(Some(Item::Vest(vest))))
            .chain([bare])
            .max_by_key(|&landing| worth::<V>(landing, self.target))
            .unwrap_or(bare)
    }

    /// Makes a capture: the piece has left its square, and who stood behind it comes in sight.
    fn capture(&mut self, from: Square, landing: Piece) {
        self.occupied &= !from.bitboard();
        self.victim = landing;
        self.side = !self.side;
        let board = self.position.board();
        let queens = V::moves_as(board, Kind::Queen);
        let diagonal = V::moves_as(board, Kind::Bishop) | queens;
        let straight = V::moves_as(board, Kind::Rook) | queens;
        self.attackers |= tables().bishop(self.target, self.occupied) & diagonal
            | tables().rook(self.target, self.occupied) & straight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Chess, PlunderChess, TwoRing};

    /// The most that a turn brings.
    fn value<V: Variant>(fen: &str, turn: &str) -> i32 {
        let position = Position::<V>::from_fen(fen).expect("a position");
        let m = position.parse_move(turn).expect("a turn");
        let values = -3_000..3_000;
        let brought = |threshold: &i32| see_at_least(&position, m, *threshold);
        let best = values.clone().rev().find(brought).expect("a value");
        assert!(
            values
                .clone()
                .take_while(|&t| t <= best)
                .all(|t| brought(&t))
        );
        best
    }

    fn bare<V: Variant>(kind: Kind) -> i32 {
        worth::<V>(Piece::new(Color::White, kind), Square::at(4, 3))
    }

    fn worn(kind: Kind, vest: Kind) -> i32 {
        type V = PlunderChess;
        let piece = Piece::carrying(Color::White, kind, Some(Item::Vest(vest)));
        worth::<V>(piece, Square::at(4, 3)) - bare::<V>(kind)
    }

    #[test]
    fn exchanges_of_chess() {
        let [pawn, knight, rook, queen] =
            [Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen].map(bare::<Chess>);
        let cases = [
            ("4k3/8/8/3p4/8/8/3R4/4K3 w", "d2d5", pawn),
            ("4k3/8/4p3/3p4/8/8/3R4/4K3 w", "d2d5", pawn - rook),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w", "d2d5", pawn - rook + pawn),
            // The rook behind the rook counts, and the queen behind that is the last.
            (
                "3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w",
                "d3d5",
                pawn - rook + rook - rook + rook,
            ),
            // A king cannot take what is covered.
            ("8/8/4k3/3p4/8/8/3R4/3RK3 w", "d2d5", pawn),
            ("4k3/P7/8/8/8/8/8/4K3 w", "a7a8q", queen - pawn),
            ("1r2k3/P7/8/8/8/8/8/4K3 w", "a7a8q", -pawn),
            ("4k3/8/3n4/8/2P5/8/8/4K3 w", "c4c5", 0),
            ("4k3/1p6/3n4/8/2P5/8/8/4K3 w", "c4c5", 0),
            ("4k3/1p1p4/8/8/3N4/8/8/4K3 w", "d4c6", -knight),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", pawn),
        ];
        for (fen, turn, expected) in cases {
            assert_eq!(value::<Chess>(fen, turn), expected, "{fen} {turn}");
        }
    }

    /// Rules 1.1 to 1.4.
    #[test]
    fn vests_gained_spent_and_plundered() {
        let rook = bare::<PlunderChess>(Kind::Rook);
        let gained = worn(Kind::Pawn, Kind::Rook);
        let fen = "4k3/8/8/3r4/4P3/8/8/4K3 w";
        assert_eq!(value::<PlunderChess>(fen, "e4d5"), rook);
        assert_eq!(value::<PlunderChess>(fen, "e4d5vr"), rook + gained);
        // Taken back, the vest is lost with its wearer, and the capturer may put it on.
        let fen = "4k3/8/4p3/3r4/4P3/8/8/4K3 w";
        let plundered = value::<PlunderChess>(fen, "e4d5vr");
        assert_eq!(
            plundered,
            rook - bare::<PlunderChess>(Kind::Pawn) - worn(Kind::Pawn, Kind::Rook)
        );
        assert_eq!(
            value::<PlunderChess>(fen, "e4d5"),
            rook - bare::<PlunderChess>(Kind::Pawn)
        );
        // A vest that is spent is gone, also if nobody takes back.
        let fen = "4k3/8/8/8/8/8/r7/N:r3K3 w";
        assert_eq!(
            value::<PlunderChess>(fen, "a1a2"),
            rook - worn(Kind::Knight, Kind::Rook)
        );
    }

    /// Rules 2.3 and 2.7.
    #[test]
    fn rings_and_conversions() {
        let knight = bare::<TwoRing>(Kind::Knight);
        // The bishop takes the knight, its ring, and a knight appears.
        let fen = "4k3/8/8/3n:b4/8/1B6/8/6K1 w";
        assert!(value::<TwoRing>(fen, "b3d5") > 2 * knight);
        // A ringed piece may not take back a ringed one.
        let covered = "4k3/8/4p:w3/3n:b4/8/1B6/8/6K1 w";
        assert_eq!(
            value::<TwoRing>(covered, "b3d5"),
            value::<TwoRing>(fen, "b3d5")
        );
    }
}
