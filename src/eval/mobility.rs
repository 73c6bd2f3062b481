//! How freely the pieces move: squares that they attack and that are worth going to.

use pulp::Arch;

use crate::board::{Color, Kind, knight_attacks, tables};
use crate::position::Position;
use crate::variant::Variant;

use super::Tapered;

/// Of each kind that moves freely: the number of squares that is neither good nor bad, and what each
/// more counts. Rounded guesses that a match confirmed.
const KINDS: [(Kind, i32, Tapered); 4] = [
    (Kind::Knight, 4, Tapered { middle: 5, end: 4 }),
    (Kind::Bishop, 6, Tapered { middle: 5, end: 4 }),
    (Kind::Rook, 7, Tapered { middle: 2, end: 5 }),
    (Kind::Queen, 13, Tapered { middle: 1, end: 4 }),
];

/// White's mobility less Black's.
#[inline]
pub(super) fn mobility<V: Variant>(position: &Position<V>) -> Tapered {
    // Most of the work is to count squares, and the least processor of its kind cannot.
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let mut balance = of_color(position, Color::White);
            balance -= of_color(position, Color::Black);
            balance
        },
    )
}

/// The mobility of whatever moves as a knight, bishop, rook or queen, be it by what it carries.
/// Squares of the own pieces and those that a pawn of the opponent guards do not count.
#[inline(always)]
fn of_color<V: Variant>(position: &Position<V>, color: Color) -> Tapered {
    let board = position.board();
    let (own, occupied) = (board.color(color), board.occupied());
    let guards = V::moves_as(board, Kind::Pawn) & board.color(!color);
    let area = !(own | guards.pawn_attacks(!color));
    let mut sum = Tapered::default();
    for (kind, usual, weight) in KINDS {
        for square in V::moves_as(board, kind) & own {
            let attacks = match kind {
                Kind::Knight => knight_attacks(square),
                Kind::Bishop => tables().bishop(square, occupied),
                Kind::Rook => tables().rook(square, occupied),
                _ => tables().queen(square, occupied),
            };
            let surplus = (attacks & area).len() as i32 - usual;
            sum += Tapered {
                middle: weight.middle * surplus,
                end: weight.end * surplus,
            };
        }
    }
    sum
}
