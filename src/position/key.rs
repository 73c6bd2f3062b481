//! Hash keys of positions, by Zobrist's method, kept up to date as an [`Observer`].

use std::fmt;

use crate::board::{Bitboard, Piece, Square};
use crate::variant::Variant;

use super::{Observer, Position, Rights};

/// A 64-bit hash of all that makes a position: pieces with what they carry, mover, castling
/// rights, an en passant square that some legal turn uses, a due assignment.
///
/// ```
/// use alberich::position::{Key, Position};
/// use alberich::variant::TwoRing;
///
/// let start = Position::<TwoRing>::start();
/// let mut key = start.key();
/// let next = start.make_with(start.parse_move("g1f3")?, &mut key);
/// assert_eq!(key, next.key());
/// # Ok::<(), alberich::position::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Key(pub u64);

struct Numbers {
    /// By colour and kind as packed in the low four bits of a piece, and square.
    pieces: [[u64; 64]; 16],
    /// By item and square.
    items: [[u64; 64]; 7],
    /// By the square of a rook that may castle.
    castling: [u64; 64],
    /// By the square captured on.
    en_passant: [u64; 64],
    side: u64,
    due: u64,
}

/// The next state and output of SplitMix64 (Steele, Lea, Flood 2014).
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn fill<const N: usize>(mut state: u64) -> ([u64; N], u64) {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        (state, numbers[i]) = split_mix(state);
        i += 1;
    }
    (numbers, state)
}

const fn fill_rows<const N: usize>(mut state: u64) -> ([[u64; 64]; N], u64) {
    let mut rows = [[0; 64]; N];
    let mut i = 0;
    while i < N {
        (rows[i], state) = fill(state);
        i += 1;
    }
    (rows, state)
}

static NUMBERS: Numbers = {
    let (pieces, state) = fill_rows(0);
    let (items, state) = fill_rows(state);
    let (castling, state) = fill(state);
    let (en_passant, state) = fill(state);
    let ([side, due], _) = fill(state);
    Numbers {
        pieces,
        items,
        castling,
        en_passant,
        side,
        due,
    }
};

impl Key {
    /// The key of the same position with the other side to move.
    #[inline]
    pub(crate) fn of_other_side(self) -> Self {
        Key(self.0 ^ NUMBERS.side)
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let row = piece.color().index() * 8 + piece.kind().index();
        self.0 ^= NUMBERS.pieces[row][square.index()];
        if let Some(item) = piece.item() {
            self.0 ^= NUMBERS.items[item.index()][square.index()];
        }
    }

    #[inline]
    fn toggle_castling(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.0 ^= NUMBERS.castling[rook.index()];
        }
    }

    #[inline]
    fn toggle_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = square {
            self.0 ^= NUMBERS.en_passant[square.index()];
        }
    }
}

impl Observer for Key {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn done(&mut self, before: Rights, after: Rights) {
        self.toggle_castling(before.castling ^ after.castling);
        self.toggle_en_passant(before.en_passant);
        self.toggle_en_passant(after.en_passant);
        if before.due != after.due {
            self.0 ^= NUMBERS.due;
        }
        self.0 ^= NUMBERS.side;
    }

    #[inline]
    fn assigned(&mut self) {
        self.0 ^= NUMBERS.due;
    }
}

impl<V: Variant> Position<V> {
    /// The key, computed from nothing.
    pub fn key(&self) -> Key {
        let mut key = Key::default();
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece(square) {
                key.toggle(piece, square);
            }
        }
        key.toggle_castling(self.castling);
        key.toggle_en_passant(self.en_passant);
        if self.due {
            key.0 ^= NUMBERS.due;
        }
        if self.side == crate::board::Color::Black {
            key.0 ^= NUMBERS.side;
        }
        key
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
