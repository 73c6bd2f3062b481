//! Generation of legal turns.
//!
//! A [`Generator`] is a box of tools: the turns of pawns, of knights, of sliders, castling and
//! so on, each for a set of pieces and a set of targets. A game composes its turns from them
//! (`Variant::generate`). What comes out are sets of targets, so that a [`Sink`] which only
//! counts need not look at single turns.

mod sink;

use sink::{Count, Listing};
pub use sink::{Sink, Trial};

use crate::board::{
    Bitboard, Color, Kind, Square, Tables, king_attacks, knight_attacks, pawn_attacks, tables,
};
use crate::variant::Variant;

use super::make::castling_targets;
use super::{Move, MoveList, Position, Sort};

/// Which turns are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Turns of pieces on these squares.
    pub sources: Bitboard,
    /// Captures and promotions.
    pub noisy: bool,
    /// All other turns, steals and castling among them.
    pub quiet: bool,
}

impl Selection {
    /// All turns.
    pub const ALL: Selection = Selection {
        sources: Bitboard::ALL,
        noisy: true,
        quiet: true,
    };
    /// Captures and promotions.
    pub const NOISY: Selection = Selection {
        quiet: false,
        ..Selection::ALL
    };
    /// All other turns.
    pub const QUIET: Selection = Selection {
        noisy: false,
        ..Selection::ALL
    };
}

/// One generation in progress.
pub struct Generator<'a, V: Variant, S> {
    /// The position whose turns are generated.
    pub position: &'a Position<V>,
    /// What takes the turns.
    pub sink: &'a mut S,
    tables: &'static Tables,
    selection: Selection,
    us: Color,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    pinned: Bitboard,
}

impl<'a, V: Variant, S: Sink> Generator<'a, V, S> {
    #[inline]
    fn new(position: &'a Position<V>, selection: Selection, sink: &'a mut S) -> Self {
        Generator {
            position,
            sink,
            tables: tables(),
            selection,
            us: position.side,
            king: position.own_king(),
            own: position.own(),
            enemies: position.enemies(),
            occupied: position.board.occupied(),
            pinned: position.pinned,
        }
    }

    /// A generator that ignores pins, for a game that tries its turns one by one instead.
    pub(crate) fn unpinned(
        position: &'a Position<V>,
        selection: Selection,
        sink: &'a mut S,
    ) -> Self {
        Generator {
            pinned: Bitboard::EMPTY,
            ..Generator::new(position, selection, sink)
        }
    }

    /// The mover's colour.
    #[inline]
    pub fn us(&self) -> Color {
        self.us
    }

    /// The mover's king.
    #[inline]
    pub fn king(&self) -> Square {
        self.king
    }

    /// The mover's pieces.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.own
    }

    /// The opponent's pieces.
    #[inline]
    pub fn enemies(&self) -> Bitboard {
        self.enemies
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The squares whose pieces' turns are wanted.
    #[inline]
    pub fn sources(&self) -> Bitboard {
        self.selection.sources
    }

    /// Whether turns that neither capture nor promote are wanted.
    #[inline]
    pub fn wants_quiet(&self) -> bool {
        self.selection.quiet
    }

    /// Whether captures and promotions are wanted.
    #[inline]
    pub fn wants_noisy(&self) -> bool {
        self.selection.noisy
    }

    /// Which turns are wanted.
    #[inline]
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// The squares where a piece other than the king may land as far as check is concerned:
    /// everywhere but on own pieces, or where the one checker is captured or its line blocked;
    /// nowhere in double check.
    #[inline(always)]
    pub fn evasion_targets(&self) -> Bitboard {
        let checkers = self.position.checkers;
        if checkers.is_empty() {
            !self.own
        } else if checkers.many() {
            Bitboard::EMPTY
        } else {
            checkers | self.tables.between(self.king, checkers.lowest())
        }
    }

    /// Those of the targets that the selection wants for a turn that does not promote.
    #[inline]
    pub fn wanted(&self, targets: Bitboard) -> Bitboard {
        match (self.selection.noisy, self.selection.quiet) {
            (true, true) => targets,
            (true, false) => targets & self.enemies,
            (false, true) => targets & !self.enemies,
            (false, false) => Bitboard::EMPTY,
        }
    }

    /// Turns of these pieces by their own kinds, kings and all special turns left out, to these
    /// targets as far as pins allow. Pawns do not promote on `no_promotion`.
    #[inline(always)]
    pub fn standard(&mut self, pieces: Bitboard, targets: Bitboard, no_promotion: Bitboard) {
        let board = &self.position.board;
        let pieces = pieces & self.selection.sources;
        let tables = self.tables;
        let free = pieces & !self.pinned;
        self.pawns(free & board.kind(Kind::Pawn), targets, no_promotion);
        let wanted = self.wanted(targets);
        for from in free & board.kind(Kind::Knight) {
            self.piece(Kind::Knight, from, knight_attacks(from) & wanted);
        }
        let occupied = self.occupied;
        for from in free & board.kind(Kind::Bishop) {
            self.piece(Kind::Bishop, from, tables.bishop(from, occupied) & wanted);
        }
        for from in free & board.kind(Kind::Rook) {
            self.piece(Kind::Rook, from, tables.rook(from, occupied) & wanted);
        }
        for from in free & board.kind(Kind::Queen) {
            self.piece(Kind::Queen, from, tables.queen(from, occupied) & wanted);
        }
        let pinned = pieces & self.pinned;
        if pinned.any() {
            self.standard_pinned(pinned, targets, no_promotion);
        }
    }

    fn standard_pinned(&mut self, pinned: Bitboard, targets: Bitboard, no_promotion: Bitboard) {
        for from in pinned {
            let Some(piece) = self.position.board.piece(from) else {
                continue;
            };
            let targets = targets & self.pin_line(from);
            match piece.kind() {
                Kind::Pawn => self.pawns(from.bitboard(), targets, no_promotion),
                kind => self.piece(kind, from, self.attacks(kind, from) & self.wanted(targets)),
            }
        }
    }

    /// The squares to which a pin confines the piece on a square; all if it is not pinned.
    #[inline]
    pub fn pin_line(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) {
            self.tables.line(self.king, from)
        } else {
            Bitboard::ALL
        }
    }

    /// Where a piece of this kind of the mover's attacks from a square.
    #[inline]
    pub fn attacks(&self, kind: Kind, from: Square) -> Bitboard {
        match kind {
            Kind::Pawn => pawn_attacks(self.us, from),
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => self.tables.bishop(from, self.occupied),
            Kind::Rook => self.tables.rook(from, self.occupied),
            Kind::Queen => self.tables.queen(from, self.occupied),
            Kind::King => king_attacks(from),
        }
    }

    /// Where a piece that moves as this kind of the mover's can go from a square, as far as
    /// pieces in the way are concerned, en passant left out. Own pieces are not excluded for
    /// others than pawns.
    #[inline]
    pub fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        match kind {
            Kind::Pawn => {
                let empty = !self.occupied;
                let one = from.bitboard().forward(self.us) & empty;
                let two = (one & Bitboard::relative_rank(2, self.us)).forward(self.us) & empty;
                one | two | pawn_attacks(self.us, from) & self.enemies
            }
            kind => self.attacks(kind, from),
        }
    }

    #[inline(always)]
    fn piece(&mut self, kind: Kind, from: Square, targets: Bitboard) {
        V::emit(self, kind, Move::from_origin(from), targets);
    }

    /// Turns of pawns, all at once, to these targets; no pin is looked at.
    #[inline(always)]
    fn pawns(&mut self, pawns: Bitboard, targets: Bitboard, no_promotion: Bitboard) {
        let us = self.us;
        let forward = us.forward();
        let empty = !self.occupied;
        let one = pawns.forward(us) & empty;
        let two = (one & Bitboard::relative_rank(2, us)).forward(us) & empty & targets;
        let one = one & targets;
        let captures = targets & self.enemies;
        let west = pawns.west().forward(us) & captures;
        let east = pawns.east().forward(us) & captures;
        let promoting = Bitboard::relative_rank(7, us) & !no_promotion;
        if self.selection.quiet {
            V::emit_pawns(self, forward, one & !promoting);
            V::emit_pawns(self, 2 * forward, two);
        }
        if self.selection.noisy {
            V::emit_pawns(self, forward - 1, west & !promoting);
            V::emit_pawns(self, forward + 1, east & !promoting);
            if ((one | west | east) & promoting).any() {
                self.promotions(one & promoting, forward);
                self.promotions(west & promoting, forward - 1);
                self.promotions(east & promoting, forward + 1);
            }
        }
    }

    fn promotions(&mut self, targets: Bitboard, offset: i8) {
        for to in targets {
            V::emit_promotion(self, Move::new(to.offset(-offset), to));
        }
    }

    /// The squares where the mover's king, its present square left empty, could be captured. It
    /// looks at attacks on the squares alone, not at a change of rings.
    #[inline]
    pub fn attacked(&self) -> Bitboard {
        let position = self.position;
        let attackers = self.enemies & V::may_capture_king(&position.board, self.us);
        position.attacked(attackers, self.occupied & !self.king.bitboard())
    }

    /// Turns of the king, each to a square where he is safe, and castling, if he is not in
    /// check.
    #[inline(always)]
    pub fn king_turns(&mut self) {
        if !self.selection.sources.has(self.king) {
            return;
        }
        let steps = self.wanted(king_attacks(self.king) & !self.own);
        let castling = self.castling_rooks();
        if (steps | castling).any() {
            let attacked = self.attacked();
            self.piece(Kind::King, self.king, steps & !attacked);
            self.castling(castling, attacked);
        }
    }

    /// The rooks with which the king may castle if no square of his way is attacked.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        let rooks = self.position.castling & self.own;
        if rooks.is_empty() || self.position.checkers.any() || !self.selection.quiet {
            return Bitboard::EMPTY;
        }
        let open = |&rook: &Square| {
            let (_, rook_to) = castling_targets(self.king, rook);
            let others = self.occupied & !(self.king.bitboard() | rook.bitboard());
            let rook_path = self.tables.between(self.king, rook) | rook_to.bitboard();
            // With the rook gone from beside the king a slider on the back rank may reach him
            // (Chess960); such a rook is pinned.
            (others & (self.king_path(rook) | rook_path)).is_empty() && !self.pinned.has(rook)
        };
        rooks.filter(open).collect()
    }

    /// The squares that the king passes and reaches when castling.
    #[inline]
    fn king_path(&self, rook: Square) -> Bitboard {
        let (king_to, _) = castling_targets(self.king, rook);
        self.tables.between(self.king, king_to) | king_to.bitboard()
    }

    /// Castling with those of the rooks for which the king's way is not attacked.
    #[inline]
    pub fn castling(&mut self, rooks: Bitboard, attacked: Bitboard) {
        for rook in rooks {
            if (self.king_path(rook) & attacked).is_empty() {
                let template = Move::from_origin(self.king).as_sort(Sort::Castle);
                V::emit(self, Kind::King, template, rook.bitboard());
            }
        }
    }

    /// Captures en passant; those of pieces that capture by a vest are vest moves.
    pub fn en_passant(&mut self) {
        let Some(to) = self.position.en_passant.filter(|_| self.selection.noisy) else {
            return;
        };
        for from in self.position.en_passant_capturers(to) & self.selection.sources {
            if self.position.is_legal_en_passant(from, to) {
                let m = Move::new(from, to).as_sort(Sort::EnPassant);
                let is_pawn = self.position.board.kind(Kind::Pawn).has(from);
                V::emit_en_passant(self, if is_pawn { m } else { m.as_vest_move() });
            }
        }
    }
}

impl<V: Variant> Position<V> {
    #[inline]
    fn generate<S: Sink>(&self, selection: Selection, sink: &mut S) {
        V::generate(&mut Generator::new(self, selection, sink));
    }

    /// All legal turns.
    pub fn moves(&self) -> MoveList {
        self.list(Selection::ALL)
    }

    /// The legal turns that capture or promote, each with every plunder.
    pub fn noisy_moves(&self) -> MoveList {
        self.list(Selection::NOISY)
    }

    /// The legal turns that neither capture nor promote; castling and steals are among them.
    pub fn quiet_moves(&self) -> MoveList {
        self.list(Selection::QUIET)
    }

    /// The legal turns whose piece stands on one of these squares (of a steal: the thief).
    pub fn moves_from(&self, sources: Bitboard) -> MoveList {
        self.list(Selection {
            sources,
            ..Selection::ALL
        })
    }

    #[inline]
    fn list(&self, selection: Selection) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(selection, &mut Listing(&mut moves));
        moves
    }

    /// How many legal turns there are, found without listing them.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(Selection::ALL, &mut count);
        count.0
    }

    /// Whether the mover has a legal turn.
    pub fn has_moves(&self) -> bool {
        self.count_moves() != 0
    }

    /// Whether a move, which may be any 32 bits, is a legal turn here.
    pub fn is_legal(&self, m: Move) -> bool {
        self.own().has(m.from()) && self.moves_from(m.from().bitboard()).contains(&m)
    }

    /// Whether a capture en passant by the piece on `from` is legal.
    pub(crate) fn is_legal_en_passant(&self, from: Square, to: Square) -> bool {
        let victim = to.offset(-self.side.forward());
        let (Some(capturer), Some(victim)) = (self.board.piece(from), self.board.piece(victim))
        else {
            return false;
        };
        V::may_capture(capturer, victim)
            && self.keeps_king_safe(Move::new(from, to).as_sort(Sort::EnPassant))
    }
}
