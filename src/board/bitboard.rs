//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// A set of squares; bit `n` is the square with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

    /// One rank, as `color` counts them: 0 is his own back rank, 7 the last rank.
    pub const fn relative_rank(rank: u8, color: Color) -> Self {
        let rank = match color {
            Color::White => rank,
            Color::Black => 7 - rank,
        };
        Bitboard(0xff << (8 * rank))
    }

    /// The squares that pawns of a colour on these squares attack.
    pub const fn pawn_attacks(self, color: Color) -> Self {
        let west = self.0 & !Self::FILE_A.0;
        let east = self.0 & !Self::FILE_H.0;
        Bitboard(match color {
            Color::White => west << 7 | east << 9,
            Color::Black => west >> 9 | east >> 7,
        })
    }

    /// `ALL` if the condition holds, else `EMPTY`; a mask without a branch.
    pub const fn when(condition: bool) -> Self {
        Bitboard((condition as u64).wrapping_neg())
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains a square.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square of lowest index.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(self.lowest())
        }
    }

    /// The square of lowest index of a set that is known not to be empty (a1 if it is).
    pub const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// Every square moved one step forward as `color` sees it; what leaves the board is gone.
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one file towards the a-file.
    pub const fn west(self) -> Self {
        Bitboard((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// Every square moved one file towards the h-file.
    pub const fn east(self) -> Self {
        Bitboard((self.0 & !Self::FILE_H.0) << 1)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $operator:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Bitboard(self.0 $operator other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign &);
set_operator!(BitOr bitor BitOrAssign bitor_assign |);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
