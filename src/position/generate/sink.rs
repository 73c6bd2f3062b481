//! What takes generated turns.

use crate::board::{Bitboard, Kinds};
use crate::position::{Move, MoveList};

/// Takes turns as a generator finds them, in sets.
///
/// A template is a move that lacks its target. Only [`Sink::one`] must be written; the others
/// say how sets come apart into single turns, and a sink that counts has shorter ways.
pub trait Sink {
    /// One turn.
    fn one(&mut self, m: Move);

    /// The template's turn to each of the targets.
    #[inline]
    fn moves(&mut self, template: Move, targets: Bitboard) {
        for to in targets {
            self.one(template.to_square(to));
        }
    }

    /// A pawn's turn to each of the targets from the square `offset` before it.
    #[inline]
    fn pawn_moves(&mut self, offset: i8, targets: Bitboard) {
        for to in targets {
            self.one(Move::new(to.offset(-offset), to));
        }
    }

    /// The turn with each of these vests put on.
    #[inline]
    fn plunders(&mut self, m: Move, loot: Kinds) {
        for vest in loot.iter() {
            self.one(m.plundering(vest));
        }
    }

    /// The template's turn to each of the targets with the ring given to each of the pawns.
    #[inline]
    fn assignments(&mut self, template: Move, targets: Bitboard, pawns: Bitboard) {
        for to in targets {
            for pawn in pawns {
                self.one(template.to_square(to).assigning(pawn));
            }
        }
    }
}

/// Lists the turns.
pub(super) struct Listing<'a>(pub &'a mut MoveList);

impl Sink for Listing<'_> {
    #[inline]
    fn one(&mut self, m: Move) {
        self.0.push(m);
    }
}

/// Counts the turns.
pub(super) struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn moves(&mut self, _: Move, targets: Bitboard) {
        self.0 += targets.len() as u64;
    }

    #[inline]
    fn pawn_moves(&mut self, _: i8, targets: Bitboard) {
        self.0 += targets.len() as u64;
    }

    #[inline]
    fn plunders(&mut self, _: Move, loot: Kinds) {
        self.0 += loot.len() as u64;
    }

    #[inline]
    fn assignments(&mut self, _: Move, targets: Bitboard, pawns: Bitboard) {
        self.0 += (targets.len() * pawns.len()) as u64;
    }
}

/// Passes on only the turns that hold a condition, asked of each single one.
pub struct Trial<'a, S, F> {
    /// What takes the turns that hold.
    pub sink: &'a mut S,
    /// The condition.
    pub holds: F,
}

impl<S: Sink, F: Fn(Move) -> bool> Sink for Trial<'_, S, F> {
    fn one(&mut self, m: Move) {
        if (self.holds)(m) {
            self.sink.one(m);
        }
    }
}
