//! What the search keeps of each node on the way from the root.

use crate::board::{Kind, Piece, Square};
use crate::eval::{Changes, Score};
use crate::position::{Key, Move, Observer, Position, Rights};
use crate::variant::Variant;

/// The key of a position, and those of parts of it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Keys {
    /// All that makes the position.
    pub(super) all: Key,
    /// The pawns with what they carry.
    pub(super) pawns: Key,
    /// The other pieces of each colour.
    pub(super) pieces: [Key; 2],
    /// Who carries what, of all pieces.
    pub(super) carriers: Key,
}

impl Keys {
    /// The keys of a position, from nothing.
    pub(super) fn new<V: Variant>(position: &Position<V>) -> Self {
        let mut keys = Keys::default();
        let board = position.board();
        for square in board.occupied() {
            if let Some(piece) = board.piece(square) {
                keys.put(piece, square);
            }
        }
        keys.all = position.key();
        keys
    }

    /// The key after a turn, if it does no more than move a piece, capture, and put on a vest: to
    /// have the table made ready before the turn is made.
    #[inline]
    pub(super) fn expected<V: Variant>(&self, position: &Position<V>, m: Move) -> Key {
        let board = position.board();
        let mut key = self.all.of_other_side();
        if let Some(piece) = board.piece(m.from()) {
            let captured = board.piece(m.to());
            if let Some(captured) = captured {
                key.take(captured, m.to());
            }
            key.take(piece, m.from());
            key.put(V::landing(piece, captured, m), m.to());
        }
        key
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.all.put(piece, square);
        match piece.kind() {
            Kind::Pawn => self.pawns.put(piece, square),
            _ => self.pieces[piece.color().index()].put(piece, square),
        }
        if piece.item().is_some() {
            self.carriers.put(piece, square);
        }
    }
}

impl Observer for Keys {
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
        self.all.done(before, after);
    }

    #[inline]
    fn assigned(&mut self) {
        self.all.assigned();
    }
}

/// Follows a turn from one node to the next.
pub(super) struct Follower<'a> {
    pub(super) keys: &'a mut Keys,
    pub(super) changes: &'a mut Changes,
}

impl Observer for Follower<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.keys.put(piece, square);
        self.changes.put(piece, square);
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.keys.take(piece, square);
        self.changes.take(piece, square);
    }

    #[inline]
    fn done(&mut self, before: Rights, after: Rights) {
        self.keys.done(before, after);
    }
}

/// Which piece went where: what a later turn is seen to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub(super) const COUNT: usize = 12 * 64 + 1;
    /// Nothing: a pass, or what came before the root.
    pub(super) const NOTHING: PieceTo = PieceTo(12 * 64);

    /// A piece's turn.
    #[inline]
    pub(super) fn new(piece: Piece, to: Square) -> Self {
        PieceTo(((piece.color() as usize * 6 + piece.kind().index()) * 64 + to.index()) as u16)
    }

    /// The turn of a position.
    #[inline]
    pub(super) fn of<V: Variant>(position: &Position<V>, m: Move) -> Self {
        match position.board().piece(m.from()) {
            Some(piece) => Self::new(piece, m.to()),
            None => Self::NOTHING,
        }
    }

    /// 0 to [`PieceTo::COUNT`] - 1.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A node on the way.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) keys: Keys,
    /// What the position counts without a search, corrected by the histories; `None` in check.
    pub(super) eval: Option<Score>,
    /// What goes where by the turn that leads to the next node.
    pub(super) played: PieceTo,
    /// The turn that is left out, with all its variations, while it is asked whether it is the only
    /// good one.
    pub(super) excluded: Option<Move>,
    /// The best turn found last.
    pub(super) best: Option<Move>,
    /// How many extensions by two plies led here.
    pub(super) double_extensions: u32,
}

impl Frame {
    /// The frame of a position that nothing is known of.
    pub(super) fn new<V: Variant>(position: &Position<V>) -> Self {
        Frame {
            keys: Keys::new(position),
            eval: None,
            played: PieceTo::NOTHING,
            excluded: None,
            best: None,
            double_extensions: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::position::testing::random_games;
    use crate::variant::{PlunderChess, TwoRing};

    fn check<V: Variant>() {
        for position in random_games::<V>(21, 5) {
            for m in position.moves() {
                let mut keys = Keys::new(&position);
                let next = position.make_with(m, &mut keys);
                assert_eq!(keys, Keys::new(&next), "{} {m:?}", position.fen());
            }
        }
    }

    #[test]
    fn keys_are_kept_up_to_date() {
        check::<PlunderChess>();
        check::<TwoRing>();
        assert_eq!(
            PieceTo::new(Piece::new(Color::Black, Kind::King), Square::at(7, 7)).index(),
            PieceTo::COUNT - 2
        );
    }
}
