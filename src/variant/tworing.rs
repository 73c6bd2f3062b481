//! Two Ring Chess and its variation (rules, section 2): a white and a black ring, given to a
//! pawn when a piece is lost, taken by capture, stolen from kings and queens.
//!
//! Ordinary turns are found as in chess: checks, pins and attacks are computed among the pieces
//! that may capture the mover's king (rules 2.6), so masks decide. Three things reach further
//! and are tried on a copy: a capture or steal that changes whether the mover's king is ringed,
//! a capture that makes the opponent owe an assignment while the king stands where that
//! matters, and what answers a check from the last rank.

use super::{Game, Variant};
use crate::board::{Bitboard, Board, Color, Item, Kind, Piece, Rings, Square, king_attacks};
use crate::position::generate::{Generator, Sink, Trial};
use crate::position::{Move, Observer, Position, Sort};

/// Two Ring Chess as published.
pub type TwoRing = TwoRingRules<false>;

/// Two Ring Chess with its variation: a ring on the last rank does not check a ringed king.
pub type TwoRing1 = TwoRingRules<true>;

/// The rules of Two Ring Chess; `SPARES_RINGED` is the variation of rule 2.9.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct TwoRingRules<const SPARES_RINGED: bool>;

/// The squares that the own ring adds (rules 2.4): one step forward or diagonally forward.
#[inline]
fn ring_steps(from: Bitboard, color: Color) -> Bitboard {
    let ahead = from.forward(color);
    ahead | ahead.west() | ahead.east()
}

/// The pieces that hold the ring of the other colour and move as queens (rules 2.5).
#[inline]
fn opponent_ringed(board: &Board<Rings>) -> Bitboard {
    let rings = board.carriers();
    rings.of(Color::White) & board.color(Color::Black)
        | rings.of(Color::Black) & board.color(Color::White)
}

/// A side's pawns without a ring.
#[inline]
fn unringed_pawns(board: &Board<Rings>, color: Color) -> Bitboard {
    board.pieces(color, Kind::Pawn) & !board.carriers().all()
}

/// Whether losing a piece makes this side owe an assignment (rules 2.2), as the board stands.
#[inline]
fn would_owe(board: &Board<Rings>, color: Color) -> bool {
    board.carriers().of(color).is_empty() && unringed_pawns(board, color).any()
}

impl<const SPARES_RINGED: bool> Variant for TwoRingRules<SPARES_RINGED> {
    const NAME: &'static str = if SPARES_RINGED { "tworing1" } else { "tworing" };
    const GAME: Game = if SPARES_RINGED {
        Game::TwoRing1
    } else {
        Game::TwoRing
    };
    /// Rules 2.12.
    const STALEMATE_LOSES: bool = true;
    type Carriers = Rings;

    #[inline]
    fn moves_as(board: &Board<Rings>, kind: Kind) -> Bitboard {
        match kind {
            Kind::Queen => board.kind(Kind::Queen) | opponent_ringed(board),
            // A king so ringed reaches his neighbours as a queen does.
            kind => board.kind(kind) & !opponent_ringed(board),
        }
    }

    /// Rules 2.6.
    #[inline]
    fn may_capture_king(board: &Board<Rings>, king: Color) -> Bitboard {
        let ringed = board.carriers().all();
        if (ringed & board.pieces(king, Kind::King)).any() {
            !ringed
        } else {
            Bitboard::ALL
        }
    }

    /// Rules 2.4: the own ring attacks as it steps.
    #[inline]
    fn extra_attackers(board: &Board<Rings>, square: Square, by: Color) -> Bitboard {
        ring_steps(square.bitboard(), !by) & board.carriers().of(by) & board.color(by)
    }

    /// Rules 2.4.
    #[inline]
    fn extra_attacks(board: &Board<Rings>, pieces: Bitboard, by: Color) -> Bitboard {
        ring_steps(pieces & board.carriers().of(by), by)
    }

    /// Rules 2.3.
    #[inline]
    fn may_capture(capturer: Piece, victim: Piece) -> bool {
        capturer.ring().is_none() || victim.ring().is_none()
    }

    /// Rules 2.9, and the assignments of 2.2 when the opponent of the king is the one to make
    /// them.
    #[inline]
    fn adjust_checkers(position: &Position<Self>, king: Color, attackers: Bitboard) -> Bitboard {
        let board = position.board();
        let mut checkers = attackers | last_rank_checker::<SPARES_RINGED>(board, king);
        let them = !king;
        if position.is_assignment_due() && position.side_to_move() == them {
            let pawns = unringed_pawns(board, them);
            let ringed_king = (board.pieces(king, Kind::King) & board.carriers().all()).any();
            if !ringed_king {
                // Whichever pawn stands before the king could be given the ring and take it.
                checkers |= pawns & board.pieces(king, Kind::King).forward(king);
            } else if !pawns.many() {
                // The one pawn that must take the ring may no longer capture a ringed king.
                checkers &= !pawns;
            }
        }
        checkers
    }

    #[inline(always)]
    fn generate<S: Sink>(generator: &mut Generator<'_, Self, S>) {
        let position = generator.position;
        let board = position.board();
        let rings = *board.carriers();
        if rings.all().is_empty() && !position.is_assignment_due() {
            return generate_before_rings(generator);
        }
        let us = generator.us();
        let checkers = position.checkers();
        let ringed_king = rings.all().has(generator.king());
        if ringed_king && would_owe(board, !us) && (checkers & unringed_pawns(board, !us)).any() {
            // A capture may force the checking pawn to take the ring, so masks do not decide.
            generate_by_trial(generator);
        } else {
            let targets = ordinary_targets(generator);
            turns_of_pieces(generator, targets);
        }
        generator.en_passant();
        king_turns(generator);
        steals(generator);
    }

    #[inline]
    fn emit<S: Sink>(
        generator: &mut Generator<'_, Self, S>,
        _: Kind,
        template: Move,
        targets: Bitboard,
    ) {
        emit_with_assignments(generator, template, targets);
    }

    #[inline]
    fn emit_pawns<S: Sink>(generator: &mut Generator<'_, Self, S>, offset: i8, targets: Bitboard) {
        if generator.position.is_assignment_due() {
            for to in targets {
                let template = Move::from_origin(to.offset(-offset));
                emit_with_assignments(generator, template, to.bitboard());
            }
        } else {
            generator.sink.pawn_moves(offset, targets);
        }
    }

    /// Rules 2.2: he assigns, then moves.
    #[inline]
    fn before_move<O: Observer>(position: &mut Position<Self>, m: Move, observer: &mut O) {
        position.due = false;
        if let Some(pawn) = m.assigned() {
            let ring = Item::Ring(position.side_to_move());
            position.replace(pawn, observer, |piece| piece.with_item(Some(ring)));
        }
    }

    /// Rules 2.3.
    #[inline]
    fn landing(piece: Piece, captured: Option<Piece>, m: Move) -> Piece {
        if let Some(ring) = captured.and_then(Piece::item) {
            piece.with_item(Some(ring))
        } else if let Some(kind) = m.promotion() {
            Piece::new(piece.color(), kind)
        } else {
            piece
        }
    }

    /// Rules 2.7 and 2.2.
    #[inline]
    fn after_capture<O: Observer>(
        position: &mut Position<Self>,
        m: Move,
        capturer: Piece,
        captured: Piece,
        observer: &mut O,
    ) {
        if Self::converts(capturer, captured) {
            let converted = Piece::new(capturer.color(), captured.kind());
            position.put(converted, m.from(), observer);
        }
        position.due = would_owe(position.board(), captured.color());
    }

    /// Rules 2.7.
    #[inline]
    fn converts(capturer: Piece, captured: Piece) -> bool {
        captured.ring() == Some(captured.color())
            && captured.kind() != Kind::Pawn
            && capturer.ring().is_none()
    }

    /// Rules 2.2.
    #[inline]
    fn assignable(position: &Position<Self>) -> Bitboard {
        let pawns = unringed_pawns(position.board(), position.side_to_move());
        pawns & Bitboard::when(position.is_assignment_due())
    }

    /// Rules 2.9.
    #[inline]
    fn racers(position: &Position<Self>) -> Bitboard {
        position.board().carriers().of(position.side_to_move()) & position.own()
    }

    /// Rules 2.10, and 2.11 for the thief's castling right.
    fn steal<O: Observer>(position: &mut Position<Self>, m: Move, observer: &mut O) {
        let ring = position.board().piece(m.to()).and_then(Piece::item);
        position.replace(m.to(), observer, |piece| piece.with_item(None));
        position.replace(m.from(), observer, |piece| piece.with_item(ring));
        if ring != Some(Item::Ring(position.side_to_move())) {
            position.castling &= !m.from().bitboard();
        }
    }

    /// Rules 2.5: with the opponent's ring there is no double step.
    #[inline]
    fn is_double_step(piece: Piece, _: Move) -> bool {
        Self::restarts_clock(piece)
    }

    /// Rules 2.12: a pawn's move with the opponent's ring can be undone.
    #[inline]
    fn restarts_clock(piece: Piece) -> bool {
        piece.kind() == Kind::Pawn && piece.ring() != Some(!piece.color())
    }

    /// Rules 2.12.
    fn is_dead(position: &Position<Self>) -> bool {
        let board = position.board();
        board.occupied() == board.kind(Kind::King) && board.carriers().all().is_empty()
    }

    fn read_item(_: Kind, letter: char) -> Result<Item, String> {
        match letter {
            'w' => Ok(Item::Ring(Color::White)),
            'b' => Ok(Item::Ring(Color::Black)),
            'p' | 'n' | 'r' | 'q' => Err(format!(
                "a vest (`:{letter}`) can be worn only in plunderchess"
            )),
            _ => Err(format!("`:{letter}` is no ring (w or b)")),
        }
    }

    /// Rules 2.5.
    fn may_have_double_stepped(piece: Piece) -> bool {
        Self::restarts_clock(piece)
    }

    /// Rules 2.4.
    fn steps_quietly_to_en_passant(capturer: Piece) -> bool {
        capturer.ring() == Some(capturer.color())
    }

    /// Rules 2.5, 2.8.
    fn check_pawn(piece: Piece, relative_rank: u8) -> Result<(), String> {
        match relative_rank {
            0 if piece.ring() != Some(!piece.color()) => Err(
                "a pawn without the opponent's ring cannot stand on its own first rank".to_owned(),
            ),
            7 if piece.ring().is_none() => {
                Err("a pawn without a ring cannot stand on its last rank".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Rules 2.5, 2.11: a ringed king has moved, and the opponent's ring takes a rook's right.
    fn may_castle(piece: Piece) -> bool {
        match piece.ring() {
            None => true,
            Some(ring) => piece.kind() == Kind::Rook && ring == piece.color(),
        }
    }

    fn check_due(position: &Position<Self>) -> Result<(), String> {
        let us = position.side_to_move();
        if position.board().carriers().of(us).any() {
            Err("the mover's ring is on the board already".to_owned())
        } else if unringed_pawns(position.board(), us).is_empty() {
            Err("the mover has no pawn without a ring".to_owned())
        } else {
            Ok(())
        }
    }
}

/// Hands turns to the sink, with each choice of the pawn where an assignment is due.
#[inline]
fn emit_with_assignments<const R: bool, S: Sink>(
    generator: &mut Generator<'_, TwoRingRules<R>, S>,
    template: Move,
    targets: Bitboard,
) {
    let position = generator.position;
    if position.is_assignment_due() && template.assigned().is_none() {
        // A pawn that moves without the ring leaves it to another.
        let pawns = unringed_pawns(position.board(), generator.us());
        let others = pawns & !template.from().bitboard();
        generator.sink.assignments(template, targets, others);
    } else {
        generator.sink.moves(template, targets);
    }
}

/// The piece that checks this king by holding its own ring on its last rank (rules 2.9).
#[inline]
fn last_rank_checker<const SPARES_RINGED: bool>(board: &Board<Rings>, king: Color) -> Bitboard {
    let spared = SPARES_RINGED && (board.pieces(king, Kind::King) & board.carriers().all()).any();
    let holder = board.carriers().of(!king) & board.color(!king);
    holder & Bitboard::relative_rank(0, king) & Bitboard::when(!spared)
}

/// Where the opponent's ordinary pieces may be captured by other pieces than the king, as far as
/// the assignment that a capture starts is concerned: nowhere but on the pawn that could then
/// capture the king straight ahead.
#[inline]
fn capturable<const R: bool, S>(generator: &Generator<'_, TwoRingRules<R>, S>) -> Bitboard
where
    S: Sink,
{
    let board = generator.position.board();
    let (us, king) = (generator.us(), generator.king());
    if board.carriers().of(!us).any() || board.carriers().all().has(king) {
        return Bitboard::ALL;
    }
    let before_king = king.bitboard().forward(us) & unringed_pawns(board, !us);
    if before_king.any() {
        before_king
    } else {
        Bitboard::ALL
    }
}

/// No ring on the board and none due: chess, but that a capture starts an assignment.
#[inline]
fn generate_before_rings<const R: bool, S: Sink>(
    generator: &mut Generator<'_, TwoRingRules<R>, S>,
) {
    let captures = capturable(generator);
    let targets = generator.evasion_targets() & (!generator.enemies() | captures);
    if targets.any() {
        generator.standard(generator.own(), targets, Bitboard::EMPTY);
        generator.en_passant();
    }
    king_turns(generator);
}

/// Where pieces other than the king may land as far as check and the start of an assignment are
/// concerned.
#[inline]
fn ordinary_targets<const R: bool, S: Sink>(
    generator: &Generator<'_, TwoRingRules<R>, S>,
) -> Bitboard {
    let position = generator.position;
    let from_last_rank = last_rank_checker::<R>(position.board(), generator.us());
    // A check from the last rank cannot be blocked, not even where it attacks along a line.
    let answers = if from_last_rank.any() {
        from_last_rank
    } else {
        Bitboard::ALL
    };
    generator.evasion_targets() & answers & (!generator.enemies() | capturable(generator))
}

/// The steps and captures of all pieces but the king.
fn turns_of_pieces<const R: bool, S: Sink>(
    generator: &mut Generator<'_, TwoRingRules<R>, S>,
    targets: Bitboard,
) {
    let board = generator.position.board();
    let us = generator.us();
    let rings = board.carriers();
    let ringed = rings.all();
    let prey = ringed & generator.enemies();
    let convertible = prey & rings.of(!us) & !board.kind(Kind::Pawn);
    let pieces = generator.own() & !board.kind(Kind::King);
    let unringed = pieces & !ringed;
    if targets.any() {
        // 2.8: a pawn that takes a ring on the last rank does not promote.
        generator.standard(unringed, targets & !convertible, prey);
        for from in pieces & ringed & generator.sources() {
            ringed_turns(generator, Move::from_origin(from), targets & !prey);
        }
        if generator.position.is_assignment_due() {
            for from in unringed_pawns(board, us) & generator.sources() {
                let template = Move::from_origin(from).assigning(from);
                ringed_turns(generator, template, targets & !prey);
            }
        }
    }
    if convertible.any() && (generator.position.checkers() & !convertible).is_empty() {
        conversions(generator, unringed, convertible.lowest());
    }
}

/// The turns of one piece with a ring; of a pawn that is being given its own ring, too.
fn ringed_turns<const R: bool, S: Sink>(
    generator: &mut Generator<'_, TwoRingRules<R>, S>,
    template: Move,
    targets: Bitboard,
) {
    let from = template.from();
    let board = generator.position.board();
    let us = generator.us();
    let Some(piece) = board.piece(from) else {
        return;
    };
    let reach = if piece.ring() == Some(!us) {
        generator.attacks(Kind::Queen, from)
    } else {
        generator.reach(piece.kind(), from) | ring_steps(from.bitboard(), us)
    };
    let targets = generator.wanted(reach & targets & generator.pin_line(from));
    emit_with_assignments(generator, template, targets);
}

/// Captures with conversion (rules 2.7). The new piece stands where the capturer stood, so a pin
/// does not hold him.
fn conversions<const R: bool, S: Sink>(
    generator: &mut Generator<'_, TwoRingRules<R>, S>,
    capturers: Bitboard,
    target: Square,
) {
    if !generator.wants_noisy() {
        return;
    }
    let position = generator.position;
    let us = generator.us();
    let attackers = position.attackers(target, us, generator.occupied());
    for from in attackers & capturers & generator.sources() {
        emit_with_assignments(generator, Move::from_origin(from), target.bitboard());
    }
}

/// All turns of pieces but the king, each tried on a copy.
fn generate_by_trial<const R: bool, S: Sink>(generator: &mut Generator<'_, TwoRingRules<R>, S>) {
    let position = generator.position;
    let (targets, selection) = (!generator.own(), generator.selection());
    let mut trial = Trial {
        sink: &mut *generator.sink,
        holds: |m| position.keeps_king_safe(m),
    };
    let mut pseudo_legal = Generator::unpinned(position, selection, &mut trial);
    turns_of_pieces(&mut pseudo_legal, targets);
}

/// Steps and captures of the king, and castling.
#[inline]
fn king_turns<const R: bool, S: Sink>(generator: &mut Generator<'_, TwoRingRules<R>, S>) {
    let position = generator.position;
    let board = position.board();
    let (us, king) = (generator.us(), generator.king());
    if !generator.sources().has(king) {
        return;
    }
    let rings = board.carriers();
    let ringed = rings.all();
    let reach = if !ringed.has(king) {
        king_attacks(king)
    } else if rings.of(us).has(king) {
        king_attacks(king) & !ringed
    } else {
        generator.attacks(Kind::Queen, king) & !ringed
    };
    let mut targets = generator.wanted(reach & !generator.own());
    let castling = generator.castling_rooks();
    let tried = if last_rank_checker::<R>(board, us).any() {
        Bitboard::ALL
    } else if would_owe(board, !us) {
        generator.enemies()
    } else {
        ringed
    };
    for to in targets & tried {
        if !position.keeps_king_safe(Move::new(king, to)) {
            targets &= !to.bitboard();
        }
    }
    if (targets & !tried | castling).any() {
        let attacked = generator.attacked();
        targets &= tried | !attacked;
        generator.castling(castling, attacked);
    }
    emit_with_assignments(generator, Move::from_origin(king), targets);
}

/// Steals (rules 2.10). Who the thief is does not matter to the mover's king, so one trial
/// serves for all thieves of a ring.
fn steals<const R: bool, S: Sink>(generator: &mut Generator<'_, TwoRingRules<R>, S>) {
    if !generator.wants_quiet() {
        return;
    }
    let position = generator.position;
    let board = position.board();
    let ringed = board.carriers().all();
    let royals = board.kind(Kind::King) | board.kind(Kind::Queen);
    for robbed in ringed & royals {
        let thieves = king_attacks(robbed) & generator.own() & !ringed & !royals;
        let Some(first) = thieves.first() else {
            continue;
        };
        let attempt = Move::new(first, robbed).as_sort(Sort::Steal);
        if position.keeps_king_safe(attempt) {
            for thief in thieves & generator.sources() {
                let template = Move::from_origin(thief).as_sort(Sort::Steal);
                emit_with_assignments(generator, template, robbed.bitboard());
            }
        }
    }
}
