//! Where the pieces stand.

use super::{Bitboard, Color, Item, Kind, Piece, Square};

/// The sets of squares whose pieces carry something, as far as a game knows such things.
pub trait Carriers: Copy + Default + PartialEq + Send + Sync + 'static {
    /// An item came to a square, or left it.
    fn toggle(&mut self, item: Item, square: Square);
}

/// The carriers of a game in which pieces carry nothing.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct NoCarriers;

impl Carriers for NoCarriers {
    #[inline]
    fn toggle(&mut self, _: Item, _: Square) {}
}

/// Who wears which vest.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Vests([Bitboard; 5]);

impl Vests {
    /// The wearers of a vest; none for the king vest, which does not exist.
    #[inline]
    pub fn of(&self, kind: Kind) -> Bitboard {
        self.0.get(kind.index()).copied().unwrap_or_default()
    }

    /// The wearers of any vest.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] | self.0[4]
    }
}

impl Carriers for Vests {
    #[inline]
    fn toggle(&mut self, item: Item, square: Square) {
        if let Item::Vest(kind) = item
            && let Some(set) = self.0.get_mut(kind.index())
        {
            *set ^= square.bitboard();
        }
    }
}

/// Who holds the white and who the black ring; at most one square each.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Rings([Bitboard; 2]);

impl Rings {
    /// The holder of the ring of a colour.
    #[inline]
    pub fn of(&self, color: Color) -> Bitboard {
        self.0[color.index()]
    }

    /// The holders of both rings.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.0[0] | self.0[1]
    }
}

impl Carriers for Rings {
    #[inline]
    fn toggle(&mut self, item: Item, square: Square) {
        if let Item::Ring(color) = item {
            self.0[color.index()] ^= square.bitboard();
        }
    }
}

/// The pieces on their squares: what stands where, and the sets by kind, by colour and by item.
#[derive(Clone, Copy, PartialEq)]
pub struct Board<C> {
    squares: [Option<Piece>; 64],
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    carriers: C,
}

impl<C: Carriers> Board<C> {
    /// A board without pieces.
    pub fn empty() -> Self {
        Board {
            squares: [None; 64],
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            carriers: C::default(),
        }
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The pieces of a kind, of both colours.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The pieces of a colour.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of a colour and a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The king of a colour (a1 on a board that has none).
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Kind::King).lowest()
    }

    /// Who carries what.
    #[inline]
    pub fn carriers(&self) -> &C {
        &self.carriers
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece(square).is_none());
        self.squares[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Takes the piece off a square.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.toggle(piece, square);
        Some(piece)
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind().index()] ^= square.bitboard();
        self.colors[piece.color().index()] ^= square.bitboard();
        if let Some(item) = piece.item() {
            self.carriers.toggle(item, square);
        }
    }
}
