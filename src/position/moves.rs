//! A turn in 32 bits.

use std::fmt;

use smallvec::SmallVec;

use crate::board::{Kind, Square};

/// What sort of turn a [`Move`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A move to the target square, with capture if an enemy stands there.
    Step,
    /// Castling; the target is the square of the own rook, in every game and mode.
    Castle,
    /// A capture en passant.
    EnPassant,
    /// A steal (rules 2.10); the target is the robbed square.
    Steal,
}

/// One turn: where from, where to, and all that the rules let the mover choose with it.
///
/// | bits | meaning |
/// |---|---|
/// | 0-5 | origin |
/// | 6-11 | target |
/// | 12-13 | [`Sort`] |
/// | 14 | whether it is a vest move (rules 1.4) |
/// | 15-17 | promotes to, as kind + 1; 0 is none |
/// | 18-20 | vest put on, as kind + 1; 0 is none |
/// | 21 | whether a pawn is given the ring (rules 2.2) |
/// | 22-27 | the square of that pawn before the move |
///
/// Two turns of a position are the same turn exactly if their 32 bits are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const TO: u32 = 6;
const SORT: u32 = 12;
const VEST_MOVE: u32 = 1 << 14;
const PROMOTION: u32 = 15;
const PLUNDER: u32 = 18;
const ASSIGNS: u32 = 1 << 21;
const ASSIGNED: u32 = 22;

impl Move {
    /// A step from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Move(from.index() as u32 | (to.index() as u32) << TO)
    }

    /// A step from a square, whose target is still to be set.
    #[inline]
    pub(crate) const fn from_origin(from: Square) -> Self {
        Move(from.index() as u32)
    }

    /// The move with these 32 bits, which need not be a turn of any position.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Move(bits)
    }

    /// The 32 bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The same with a target, for a move whose target is still a1.
    #[inline]
    pub(crate) const fn to_square(self, to: Square) -> Self {
        Move(self.0 | (to.index() as u32) << TO)
    }

    /// The same as another sort of turn, for a move that is still a step.
    #[inline]
    pub const fn as_sort(self, sort: Sort) -> Self {
        Move(self.0 | (sort as u32) << SORT)
    }

    /// The same as a vest move.
    #[inline]
    pub const fn as_vest_move(self) -> Self {
        Move(self.0 | VEST_MOVE)
    }

    /// The same with a promotion, for a move that has none.
    #[inline]
    pub const fn promoting(self, kind: Kind) -> Self {
        Move(self.0 | (Kind::pack(Some(kind)) as u32) << PROMOTION)
    }

    /// The same putting on a vest, for a move that puts on none.
    #[inline]
    pub const fn plundering(self, vest: Kind) -> Self {
        Move(self.0 | (Kind::pack(Some(vest)) as u32) << PLUNDER)
    }

    /// The same giving the own ring to the pawn on a square, for a move that gives it to none.
    #[inline]
    pub const fn assigning(self, pawn: Square) -> Self {
        Move(self.0 | ASSIGNS | (pawn.index() as u32) << ASSIGNED)
    }

    /// Where the piece that moves, or the thief, stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Where it goes; the own rook when castling, the robbed piece of a steal.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> TO) as u8)
    }

    /// What sort of turn this is.
    #[inline]
    pub const fn sort(self) -> Sort {
        match self.0 >> SORT & 3 {
            0 => Sort::Step,
            1 => Sort::Castle,
            2 => Sort::EnPassant,
            _ => Sort::Steal,
        }
    }

    /// Whether the wearer moves as its vest (rules 1.4, 1.5).
    #[inline]
    pub const fn is_vest_move(self) -> bool {
        self.0 & VEST_MOVE != 0
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        Kind::unpack((self.0 >> PROMOTION) as u8)
    }

    /// The vest put on (rules 1.1).
    #[inline]
    pub const fn plunder(self) -> Option<Kind> {
        Kind::unpack((self.0 >> PLUNDER) as u8)
    }

    /// Whether another turn moves the same way, and differs at most in what is chosen beside: what
    /// a pawn becomes, which vest is put on, who is given a ring.
    #[inline]
    pub const fn is_variation_of(self, other: Move) -> bool {
        self.movement() == other.movement()
    }

    /// How the piece moves: origin, target, sort, and whether a vest makes it; less than
    /// [`Move::MOVEMENTS`].
    #[inline]
    pub const fn movement(self) -> usize {
        self.0 as usize % Self::MOVEMENTS
    }

    /// How many movements there are.
    pub const MOVEMENTS: usize = 1 << PROMOTION;

    /// The pawn that is given the ring, by its square before the move (rules 2.2).
    #[inline]
    pub const fn assigned(self) -> Option<Square> {
        if self.0 & ASSIGNS == 0 {
            None
        } else {
            Some(Square::new((self.0 >> ASSIGNED) as u8))
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        if self.sort() != Sort::Step {
            write!(f, " {:?}", self.sort())?;
        }
        if self.is_vest_move() {
            write!(f, " vest move")?;
        }
        if let Some(kind) = self.promotion() {
            write!(f, " ={kind:?}")?;
        }
        if let Some(vest) = self.plunder() {
            write!(f, " :{vest:?}")?;
        }
        if let Some(pawn) = self.assigned() {
            write!(f, " @{pawn}")?;
        }
        Ok(())
    }
}

/// A list of moves; in place for all but the richest positions, on the heap beyond that, so no
/// position overruns it.
pub type MoveList = SmallVec<[Move; 224]>;
