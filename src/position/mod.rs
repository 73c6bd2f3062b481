//! A state of a game: its fields, keys, make, generation, ends, and its notation.

mod check;
mod end;
mod fen;
pub mod generate;
mod key;
mod make;
mod moves;
mod notation;
mod san;
#[cfg(test)]
pub(crate) mod testing;

pub use end::{End, History};
pub use fen::{CHESS960_STARTS, FenError, FenStyle};
pub use key::Key;
pub use make::{Observer, Rights};
pub use moves::{Move, MoveList, Sort};
pub use notation::{CastlingStyle, MoveError};
pub use san::SanError;

use std::fmt;

use crate::board::{Bitboard, Board, Color, Item, Kind, Piece, Square};
use crate::variant::Variant;

/// A position of one game: the board with all that pieces carry, and what cannot be seen on it.
///
/// Positions are small and copied rather than unmade. Two positions are equal if they are the
/// same but for the clocks, which is what repetition asks (rules, section 0).
///
/// ```
/// use alberich::position::Position;
/// use alberich::variant::PlunderChess;
///
/// let start = Position::<PlunderChess>::start();
/// assert_eq!(start.count_moves(), 20);
/// let e4 = start.parse_move("e2e4")?;
/// assert_eq!(start.make(e4).fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), alberich::position::MoveError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position<V: Variant> {
    pub(crate) board: Board<V::Carriers>,
    /// The pieces that check the mover's king.
    checkers: Bitboard,
    /// The mover's pieces that alone shield his king from a slider.
    pinned: Bitboard,
    /// The rooks that may still castle with their king.
    pub(crate) castling: Bitboard,
    side: Color,
    /// The square passed over by a double step, if some legal turn captures there.
    en_passant: Option<Square>,
    /// Whether the mover owes an assignment (rules 2.2).
    pub(crate) due: bool,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl<V: Variant> PartialEq for Position<V> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.due == other.due
    }
}

impl<V: Variant> Eq for Position<V> {}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\"", V::NAME, self.fen())
    }
}

impl<V: Variant> Position<V> {
    /// The pieces and where they stand.
    #[inline]
    pub fn board(&self) -> &Board<V::Carriers> {
        &self.board
    }

    /// The mover.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The pieces that check the mover's king.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The mover's pieces that alone shield his king from a slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the mover's king is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The square where some legal turn captures en passant.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether the mover owes an assignment (rules 2.2).
    #[inline]
    pub fn is_assignment_due(&self) -> bool {
        self.due
    }

    /// Plies since the last turn that restarted the fifty-move count.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, as in a game record: it grows after each turn of Black.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The mover's king.
    #[inline]
    pub fn own_king(&self) -> Square {
        self.board.king(self.side)
    }

    /// The mover's pieces.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.board.color(self.side)
    }

    /// The opponent's pieces.
    #[inline]
    pub fn enemies(&self) -> Bitboard {
        self.board.color(!self.side)
    }

    /// Whether a legal turn captures: by a step onto an enemy, or en passant.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        match m.sort() {
            Sort::Step => self.enemies().has(m.to()),
            Sort::EnPassant => true,
            Sort::Castle | Sort::Steal => false,
        }
    }

    /// Whether a legal turn captures or promotes; all others are quiet, steals included.
    #[inline]
    pub fn is_noisy(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotion().is_some()
    }

    /// The same position with nothing but the mover changed, for a search that passes. An
    /// en passant square is gone. Only for a mover who is not in check and owes nothing.
    pub fn pass(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.en_passant = None;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.refresh();
        next
    }

    /// The same position with another half-move clock; what is beyond its range counts as the
    /// largest.
    pub fn with_halfmove_clock(mut self, plies: u64) -> Self {
        self.halfmove_clock = u16::try_from(plies).unwrap_or(u16::MAX);
        self
    }

    /// The same position with another move number, 1 at least; what is beyond its range counts as
    /// the largest.
    pub fn with_fullmove_number(mut self, number: u64) -> Self {
        self.fullmove_number = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        self
    }

    /// The same position with the colours swapped and the board turned round, the other side to
    /// move: what is true of one is true of the other.
    pub fn color_swapped(&self) -> Self {
        let mut swapped = Position {
            board: Board::empty(),
            side: !self.side,
            castling: self.castling.map(Square::flip_rank).collect(),
            en_passant: self.en_passant.map(Square::flip_rank),
            ..*self
        };
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece(square) {
                let item = match piece.item() {
                    Some(Item::Ring(color)) => Some(Item::Ring(!color)),
                    item => item,
                };
                let piece = Piece::carrying(!piece.color(), piece.kind(), item);
                swapped.board.put(piece, square.flip_rank());
            }
        }
        swapped.refresh();
        swapped
    }

    /// Whether all castling that is still possible is that of the usual starting position, not
    /// of another one of Chess960's.
    pub fn castles_as_usual(&self) -> bool {
        Color::BOTH.into_iter().all(|color| {
            let mut rooks = self.castling & self.board.color(color);
            rooks.is_empty()
                || self.board.king(color).file() == 4
                    && rooks.all(|rook| rook.file() == 0 || rook.file() == 7)
        })
    }

    /// Whether a side has a piece other than pawns and king.
    pub fn has_pieces(&self, color: Color) -> bool {
        let pawns_and_king = self.board.kind(Kind::Pawn) | self.board.kind(Kind::King);
        (self.board.color(color) & !pawns_and_king).any()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::random_games;
    use super::*;
    use crate::variant::{TwoRing, TwoRing1};

    /// Half turns and whole turns are the same turns, and lead to the same positions (rules 2.2).
    fn check_assignments<V: Variant>() {
        let mut seen = 0;
        for position in random_games::<V>(5, 60) {
            let pawns = V::assignable(&position);
            assert_eq!(pawns.any(), position.is_assignment_due());
            let mut whole: Vec<u32> = position.moves().iter().map(|m| m.bits()).collect();
            let mut in_halves = Vec::new();
            for pawn in pawns {
                seen += 1;
                let mut key = position.key();
                let assigned = position.assign(pawn, &mut key);
                assert_eq!(key, assigned.key(), "{}", position.fen());
                for m in assigned.moves() {
                    let turn = m.assigning(pawn);
                    in_halves.push(turn.bits());
                    assert_eq!(assigned.make(m), position.make(turn), "{}", position.fen());
                }
            }
            if pawns.any() {
                whole.sort_unstable();
                in_halves.sort_unstable();
                assert_eq!(whole, in_halves, "{}", position.fen());
            }
        }
        assert!(seen > 100);
    }

    #[test]
    fn a_turn_with_an_assignment_comes_apart() {
        check_assignments::<TwoRing>();
        check_assignments::<TwoRing1>();
    }
}
