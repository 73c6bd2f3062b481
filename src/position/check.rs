//! Attacks on squares and checks on kings.

use crate::board::{
    Bitboard, Color, Kind, Square, king_attacks, knight_attacks, pawn_attacks, tables,
};
use crate::variant::Variant;

use super::{Move, Position};

impl<V: Variant> Position<V> {
    /// The pieces of a colour that attack a square, with this occupation of the board.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let tables = tables();
        let board = &self.board;
        let diagonal = V::moves_as(board, Kind::Bishop) | V::moves_as(board, Kind::Queen);
        let straight = V::moves_as(board, Kind::Rook) | V::moves_as(board, Kind::Queen);
        let attackers = pawn_attacks(!by, square) & V::moves_as(board, Kind::Pawn)
            | knight_attacks(square) & V::moves_as(board, Kind::Knight)
            | king_attacks(square) & V::moves_as(board, Kind::King)
            | tables.bishop(square, occupied) & diagonal
            | tables.rook(square, occupied) & straight
            | V::extra_attackers(board, square, by);
        attackers & board.color(by)
    }

    /// Whether a piece of a kind and colour on one square attacks another, with this occupation.
    pub(crate) fn reaches(
        kind: Kind,
        color: Color,
        from: Square,
        to: Square,
        occupied: Bitboard,
    ) -> bool {
        let attacks = match kind {
            Kind::Pawn => pawn_attacks(color, from),
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => tables().bishop(from, occupied),
            Kind::Rook => tables().rook(from, occupied),
            Kind::Queen => tables().queen(from, occupied),
            Kind::King => king_attacks(from),
        };
        attacks.has(to)
    }

    /// The squares that these pieces, all of the opponent's, attack: where the mover's king may
    /// not step.
    #[inline]
    pub(crate) fn attacked(&self, attackers: Bitboard, occupied: Bitboard) -> Bitboard {
        let tables = tables();
        let board = &self.board;
        let them = !self.side;
        let queens = V::moves_as(board, Kind::Queen);
        let pawns = (V::moves_as(board, Kind::Pawn) & attackers).forward(them);
        let mut attacked = pawns.west() | pawns.east() | V::extra_attacks(board, attackers, them);
        for knight in V::moves_as(board, Kind::Knight) & attackers {
            attacked |= knight_attacks(knight);
        }
        for slider in (V::moves_as(board, Kind::Bishop) | queens) & attackers {
            attacked |= tables.bishop(slider, occupied);
        }
        for slider in (V::moves_as(board, Kind::Rook) | queens) & attackers {
            attacked |= tables.rook(slider, occupied);
        }
        for king in V::moves_as(board, Kind::King) & attackers {
            attacked |= king_attacks(king);
        }
        attacked
    }

    /// The pieces that check the king of a colour, whoever is to move.
    pub fn checkers_of(&self, king: Color) -> Bitboard {
        let board = &self.board;
        let attackers = self.attackers(board.king(king), !king, board.occupied());
        V::adjust_checkers(self, king, attackers & V::may_capture_king(board, king))
    }

    /// Whether a turn of the mover leaves his own king out of check, tried on a copy.
    pub(crate) fn keeps_king_safe(&self, m: Move) -> bool {
        let mut next = *self;
        next.apply(m, &mut ());
        next.checkers_of(self.side).is_empty()
    }

    /// Whether a legal turn gives check.
    pub fn gives_check(&self, m: Move) -> bool {
        let mut next = *self;
        next.apply(m, &mut ());
        next.checkers_of(!self.side).any()
    }

    /// Finds checkers and pinned pieces anew, after the board or the mover has changed.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        let tables = tables();
        let board = &self.board;
        let us = self.side;
        let king = board.king(us);
        let enemies = board.color(!us) & V::may_capture_king(board, us);
        let queens = V::moves_as(board, Kind::Queen);
        let diagonal = V::moves_as(board, Kind::Bishop) | queens;
        let straight = V::moves_as(board, Kind::Rook) | queens;
        let mut checkers = (pawn_attacks(us, king) & V::moves_as(board, Kind::Pawn)
            | knight_attacks(king) & V::moves_as(board, Kind::Knight)
            | king_attacks(king) & V::moves_as(board, Kind::King)
            | V::extra_attackers(board, king, !us))
            & enemies;
        let mut pinned = Bitboard::EMPTY;
        let snipers = tables.bishop_rays(king) & diagonal | tables.rook_rays(king) & straight;
        for sniper in snipers & enemies {
            let between = tables.between(king, sniper) & board.occupied();
            if between.is_empty() {
                checkers |= sniper.bitboard();
            } else if !between.many() {
                pinned |= between;
            }
        }
        self.checkers = V::adjust_checkers(self, us, checkers);
        self.pinned = pinned & self.board.color(us);
    }
}
