//! Pieces: kind, colour and what the piece carries, in one byte.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What is added to a square's index by one step forward: 8 or -8.
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 8,
            Color::Black => -8,
        }
    }
}

impl Not for Color {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// ♙
    Pawn,
    /// ♘
    Knight,
    /// ♗
    Bishop,
    /// ♖
    Rook,
    /// ♕
    Queen,
    /// ♔
    King,
}

impl Kind {
    /// All kinds, from pawn to king.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];
    /// What a pawn may become, the usual choice first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for a pawn to 5 for a king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The small letter that stands for the kind.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'p',
            Kind::Knight => 'n',
            Kind::Bishop => 'b',
            Kind::Rook => 'r',
            Kind::Queen => 'q',
            Kind::King => 'k',
        }
    }

    /// The kind for which a small letter stands.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    const fn from_bits(bits: u8) -> Option<Kind> {
        match bits {
            1 => Some(Kind::Pawn),
            2 => Some(Kind::Knight),
            3 => Some(Kind::Bishop),
            4 => Some(Kind::Rook),
            5 => Some(Kind::Queen),
            6 => Some(Kind::King),
            _ => None,
        }
    }

    /// 1 for a pawn to 6 for a king, and 0 for none; the form that pieces and moves pack.
    pub(crate) const fn pack(kind: Option<Kind>) -> u8 {
        match kind {
            Some(kind) => kind as u8 + 1,
            None => 0,
        }
    }

    /// The inverse of [`Kind::pack`] on the three lowest bits.
    #[inline]
    pub(crate) const fn unpack(bits: u8) -> Option<Kind> {
        Kind::from_bits(bits & 7)
    }
}

/// A set of kinds, as of the vests that a capture offers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u8);

/// How many bits each set has; shorter than to count them where no instruction does.
static LEN: [u8; 64] = {
    let mut len = [0; 64];
    let mut set = 0;
    while set < 64 {
        len[set] = set.count_ones() as u8;
        set += 1;
    }
    len
};

impl Kinds {
    /// No kind.
    pub const EMPTY: Kinds = Kinds(0);

    /// The set of the kinds listed.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < kinds.len() {
            set |= 1 << kinds[i] as u8;
            i += 1;
        }
        Kinds(set)
    }

    /// What is in either set.
    pub const fn or(self, other: Kinds) -> Self {
        Kinds(self.0 | other.0)
    }

    /// What is in both sets.
    pub const fn and(self, other: Kinds) -> Self {
        Kinds(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    pub const fn without(self, other: Kinds) -> Self {
        Kinds(self.0 & !other.0)
    }

    /// Whether the kind is in the set.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        LEN[(self.0 & 63) as usize] as usize
    }

    /// The kinds of the set, from pawn to king.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}

/// What a piece carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A vest, worn in PlunderChess: once, the wearer may move as this kind. Never a king's.
    Vest(Kind),
    /// The ring of a colour, held in Two Ring Chess.
    Ring(Color),
}

impl Item {
    /// The small letter that stands behind the colon in a FEN.
    pub const fn letter(self) -> char {
        match self {
            Item::Vest(kind) => kind.letter(),
            Item::Ring(Color::White) => 'w',
            Item::Ring(Color::Black) => 'b',
        }
    }

    const fn pack(item: Option<Item>) -> u8 {
        match item {
            None => 0,
            Some(Item::Vest(kind)) => {
                // Its code is the white ring's.
                debug_assert!(!matches!(kind, Kind::King), "there is no king vest");
                Kind::pack(Some(kind))
            }
            Some(Item::Ring(Color::White)) => 6,
            Some(Item::Ring(Color::Black)) => 7,
        }
    }

    #[inline]
    const fn unpack(bits: u8) -> Option<Item> {
        match bits & 7 {
            6 => Some(Item::Ring(Color::White)),
            7 => Some(Item::Ring(Color::Black)),
            bits => match Kind::from_bits(bits) {
                Some(kind) => Some(Item::Vest(kind)),
                None => None,
            },
        }
    }

    /// 0 to 6: five vests, then the white and the black ring.
    pub(crate) const fn index(self) -> usize {
        Item::pack(Some(self)) as usize - 1
    }
}

/// A piece in one byte: kind in bits 0 to 2, colour in bit 3, what it carries in bits 4 to 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// A piece that carries nothing.
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self::carrying(color, kind, None)
    }

    /// A piece and what it carries.
    pub const fn carrying(color: Color, kind: Kind, item: Option<Item>) -> Self {
        let byte = Kind::pack(Some(kind)) | (color as u8) << 3 | Item::pack(item) << 4;
        match NonZeroU8::new(byte) {
            Some(byte) => Piece(byte),
            None => unreachable!(),
        }
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        match Kind::unpack(self.0.get()) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// The colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 8 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// What the piece carries.
    #[inline]
    pub const fn item(self) -> Option<Item> {
        Item::unpack(self.0.get() >> 4)
    }

    /// The vest that the piece wears.
    #[inline]
    pub const fn vest(self) -> Option<Kind> {
        match self.item() {
            Some(Item::Vest(kind)) => Some(kind),
            _ => None,
        }
    }

    /// The set of the piece's kind alone.
    #[inline]
    pub const fn kind_set(self) -> Kinds {
        Kinds(1 << (self.0.get() & 7) >> 1)
    }

    /// The set of the vest that the piece wears, or none. Without a branch, as the count of
    /// plunders asks for it at every capture.
    #[inline]
    pub const fn vest_set(self) -> Kinds {
        const VESTS: u8 = 0b1_1111;
        Kinds(1 << (self.0.get() >> 4) >> 1 & VESTS)
    }

    /// The colour of the ring that the piece holds.
    #[inline]
    pub const fn ring(self) -> Option<Color> {
        match self.item() {
            Some(Item::Ring(color)) => Some(color),
            _ => None,
        }
    }

    /// The same piece carrying this instead.
    #[inline]
    pub const fn with_item(self, item: Option<Item>) -> Self {
        Self::carrying(self.color(), self.kind(), item)
    }

    /// The letter of a FEN: a capital for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }
}

impl fmt::Display for Piece {
    /// As in a FEN: the letter, and what the piece carries after a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item() {
            None => write!(f, "{}", self.letter()),
            Some(item) => write!(f, "{}:{}", self.letter(), item.letter()),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_what_was_put_in() {
        let items = Kind::ALL[..5]
            .iter()
            .map(|&kind| Some(Item::Vest(kind)))
            .chain(Color::BOTH.map(|color| Some(Item::Ring(color))))
            .chain([None]);
        for item in items {
            for color in Color::BOTH {
                for kind in Kind::ALL {
                    let piece = Piece::carrying(color, kind, item);
                    assert_eq!(
                        (piece.color(), piece.kind(), piece.item()),
                        (color, kind, item)
                    );
                    assert!(piece.kind_set().iter().eq([kind]));
                    assert!(piece.vest_set().iter().eq(piece.vest()));
                }
            }
        }
    }

    #[test]
    fn a_piece_is_one_byte_also_where_there_may_be_none() {
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
