//! Making turns.

use crate::board::{Bitboard, Item, Kind, Piece, Square, pawn_attacks};
use crate::variant::Variant;

use super::{Move, Position, Sort};

/// Follows what a turn changes: a key, the pieces that a hidden layer has to follow. `()` follows nothing.
pub trait Observer {
    /// A piece came to a square.
    fn put(&mut self, _piece: Piece, _square: Square) {}

    /// A piece left a square.
    fn take(&mut self, _piece: Piece, _square: Square) {}

    /// The turn is complete, the mover is now the other side, and what is not on the board has
    /// changed so.
    fn done(&mut self, _before: Rights, _after: Rights) {}

    /// The mover no longer owes an assignment, and has still to move.
    fn assigned(&mut self) {}
}

/// What belongs to a position and is not seen on its board, the mover apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights {
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// Where some legal turn captures en passant.
    pub en_passant: Option<Square>,
    /// Whether the mover owes an assignment (rules 2.2).
    pub due: bool,
}

impl Observer for () {}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn put(&mut self, piece: Piece, square: Square) {
        self.0.put(piece, square);
        self.1.put(piece, square);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.0.take(piece, square);
        self.1.take(piece, square);
    }

    fn done(&mut self, before: Rights, after: Rights) {
        self.0.done(before, after);
        self.1.done(before, after);
    }

    fn assigned(&mut self) {
        self.0.assigned();
        self.1.assigned();
    }
}

impl<O: Observer> Observer for &mut O {
    fn put(&mut self, piece: Piece, square: Square) {
        (**self).put(piece, square);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        (**self).take(piece, square);
    }

    fn done(&mut self, before: Rights, after: Rights) {
        (**self).done(before, after);
    }

    fn assigned(&mut self) {
        (**self).assigned();
    }
}

impl<V: Variant> Position<V> {
    /// The position after a legal turn. What it makes of other moves is unspecified, though it
    /// does not panic (but where debug assertions are on); ask [`Position::is_legal`] about moves
    /// from outside.
    #[inline]
    pub fn make(&self, m: Move) -> Self {
        self.make_with(m, &mut ())
    }

    /// The same, telling an observer what changes.
    #[inline]
    pub fn make_with<O: Observer>(&self, m: Move, observer: &mut O) -> Self {
        let mut next = *self;
        next.play(m, observer);
        next
    }

    /// Plays a legal turn on this very position, telling an observer what changes. In an inner
    /// loop this beats [`Position::make`], whose result is copied a second time while its bytes
    /// are still on their way to memory.
    pub fn play<O: Observer>(&mut self, m: Move, observer: &mut O) {
        let before = self.rights();
        self.apply(m, observer);
        self.refresh();
        self.keep_real_en_passant();
        observer.done(before, self.rights());
    }

    /// The same position after the mover has given his ring to a pawn, with the rest of his turn
    /// still to come: half a turn (rules 2.2). The turns from here are those of the whole turn that
    /// [assign](Move::assigning) so. Only where an assignment to that pawn is due.
    pub fn assign<O: Observer>(&self, pawn: Square, observer: &mut O) -> Self {
        let mut next = *self;
        let ring = Item::Ring(self.side);
        next.replace(pawn, observer, |piece| piece.with_item(Some(ring)));
        next.due = false;
        next.refresh();
        observer.assigned();
        next
    }

    /// What is not seen on the board.
    #[inline]
    pub fn rights(&self) -> Rights {
        Rights {
            castling: self.castling,
            en_passant: self.en_passant,
            due: self.due,
        }
    }

    /// Changes board, rights and clocks by a turn; checkers and pins stay those of before, and
    /// the en passant square is there after every double step.
    #[inline]
    pub(crate) fn apply<O: Observer>(&mut self, m: Move, observer: &mut O) {
        let us = self.side;
        let (from, to) = (m.from(), m.to());
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = None;
        V::before_move(self, m, observer);
        match m.sort() {
            Sort::Castle => self.castle(from, to, observer),
            Sort::Steal => V::steal(self, m, observer),
            Sort::Step | Sort::EnPassant => self.step(m, observer),
        }
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u32);
        self.side = !us;
    }

    #[inline]
    fn step<O: Observer>(&mut self, m: Move, observer: &mut O) {
        let us = self.side;
        let (from, to) = (m.from(), m.to());
        let victim = match m.sort() {
            Sort::EnPassant => to.offset(-us.forward()),
            _ => to,
        };
        let captured = self.take(victim, observer);
        let Some(piece) = self.take(from, observer) else {
            return;
        };
        self.put(V::landing(piece, captured, m), to, observer);
        self.castling &= !(from.bitboard() | to.bitboard());
        if piece.kind() == Kind::King {
            self.castling &= !Bitboard::relative_rank(0, us);
        }
        if V::restarts_clock(piece) || captured.is_some() {
            self.halfmove_clock = 0;
        }
        if let Some(captured) = captured {
            V::after_capture(self, m, piece, captured, observer);
        } else if from.index() ^ to.index() == 16
            && from.relative_rank(us) == 1
            && V::is_double_step(piece, m)
        {
            self.en_passant = Some(from.offset(us.forward()));
        }
    }

    fn castle<O: Observer>(&mut self, king: Square, rook: Square, observer: &mut O) {
        let (king_to, rook_to) = castling_targets(king, rook);
        let king_piece = self.take(king, observer);
        let rook_piece = self.take(rook, observer);
        if let (Some(king), Some(rook)) = (king_piece, rook_piece) {
            self.put(king, king_to, observer);
            self.put(rook, rook_to, observer);
        }
        self.castling &= !Bitboard::relative_rank(0, self.side);
    }

    /// Keeps the en passant square only if some legal turn captures there, so that equal
    /// positions are equal values.
    #[inline]
    pub(crate) fn keep_real_en_passant(&mut self) {
        if let Some(square) = self.en_passant
            && !Iterator::any(&mut self.en_passant_capturers(square), |from| {
                self.is_legal_en_passant(from, square)
            })
        {
            self.en_passant = None;
        }
    }

    /// The mover's pieces that could by their movement capture en passant on a square.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, square: Square) -> Bitboard {
        pawn_attacks(!self.side, square) & V::moves_as(&self.board, Kind::Pawn) & self.own()
    }

    #[inline]
    pub(crate) fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.put(piece, square);
        observer.put(piece, square);
    }

    #[inline]
    pub(crate) fn take<O: Observer>(&mut self, square: Square, observer: &mut O) -> Option<Piece> {
        let piece = self.board.take(square)?;
        observer.take(piece, square);
        Some(piece)
    }

    /// Replaces the piece on a square.
    #[inline]
    pub(crate) fn replace<O: Observer>(
        &mut self,
        square: Square,
        observer: &mut O,
        change: impl FnOnce(Piece) -> Piece,
    ) {
        if let Some(piece) = self.take(square, observer) {
            self.put(change(piece), square, observer);
        }
    }
}

/// Where king and rook go when castling.
#[inline]
pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook.file() > king.file() {
        (Square::at(6, rank), Square::at(5, rank))
    } else {
        (Square::at(2, rank), Square::at(3, rank))
    }
}
