//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Bitboard, Color};

/// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The text that was to name a square did not.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a square (a1 to h8)")]
pub struct SquareError(pub String);

impl Square {
    /// a1, the first square.
    pub const A1: Square = Square(0);

    /// The square with this index, 0 to 63; higher bits are ignored.
    pub const fn new(index: u8) -> Self {
        Square(index & 63)
    }

    /// The square on a file and a rank, each counted from 0 to 7.
    ///
    /// ```
    /// use alberich::board::Square;
    /// assert_eq!(Square::at(4, 3).to_string(), "e4");
    /// ```
    pub const fn at(file: u8, rank: u8) -> Self {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The index, 0 to 63.
    pub const fn index(self) -> usize {
        // The mask tells the compiler the range, so that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 to 7.
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// The rank as `color` counts it: 0 is his own back rank.
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square mirrored between the two sides' halves: e2 and e7.
    pub const fn flip_rank(self) -> Self {
        Square(self.0 ^ 56)
    }

    /// The square that lies `offset` indices further; the caller knows that it is on the board.
    pub const fn offset(self, offset: i8) -> Self {
        Square(self.0.wrapping_add_signed(offset) & 63)
    }

    /// The set of this square alone.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        let rank = char::from(b'1' + self.rank());
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}
