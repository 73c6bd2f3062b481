//! PlunderChess (rules, section 1): who captures may put on a vest, which once lends the
//! movement of the captured piece.

use super::Variant;
use crate::board::{Bitboard, Board, Item, Kind, Kinds, Piece, Square, Vests, pawn_attacks};
use crate::position::generate::{Generator, Sink};
use crate::position::{Move, Position, Sort};

/// PlunderChess.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct PlunderChess;

/// The vests that a kind may wear (rules 1.2).
const fn wearable(wearer: Kind) -> Kinds {
    const ALL: Kinds = Kinds::of(&[
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ]);
    match wearer {
        Kind::Queen => Kinds::of(&[Kind::Pawn, Kind::Knight]),
        Kind::King => ALL,
        kind => ALL.without(Some(kind)),
    }
}

/// The vests that a capture offers to a piece that is of this kind when it has arrived and
/// wears this vest still (rules 1.1, 1.3).
#[inline]
fn loot(captured: Piece, wearer: Kind, worn: Option<Kind>) -> Kinds {
    Kinds::EMPTY
        .with(Some(captured.kind()))
        .with(captured.vest())
        .and(wearable(wearer))
        .without(worn)
}

/// The vest that stays on when a piece has become this kind (rules 1.11).
#[inline]
fn kept(vest: Option<Kind>, wearer: Kind) -> Option<Kind> {
    vest.filter(|&vest| wearable(wearer).has(vest))
}

impl Variant for PlunderChess {
    const NAME: &'static str = "plunderchess";
    type Carriers = Vests;

    #[inline]
    fn moves_as(board: &Board<Vests>, kind: Kind) -> Bitboard {
        board.kind(kind) | board.carriers().of(kind)
    }

    #[inline]
    fn generate<S: Sink>(generator: &mut Generator<'_, Self, S>) {
        let targets = generator.evasion_targets();
        if targets.any() {
            generator.standard(generator.own(), targets, Bitboard::EMPTY);
            generator.en_passant();
        }
        generator.king_steps();
        generator.castling();
        let wearers = generator.position.board().carriers().all() & generator.own();
        for from in wearers & generator.sources() {
            vest_moves(generator, from, targets);
        }
    }

    /// Adds the plunders to each capture.
    #[inline]
    fn emit<S: Sink>(
        generator: &mut Generator<'_, Self, S>,
        kind: Kind,
        template: Move,
        targets: Bitboard,
    ) {
        generator.sink.moves(template, targets);
        let position = generator.position;
        if template.sort() == Sort::EnPassant {
            let to = targets.lowest();
            let victim = to.offset(-generator.us().forward());
            // The capturer is no king and no queen's promotion: it is what stands on the origin.
            let wearer = position
                .board()
                .piece(template.from())
                .map_or(kind, Piece::kind);
            emit_plunders(generator, wearer, template.to_square(to), victim);
        } else {
            for to in targets & generator.enemies() {
                emit_plunders(generator, kind, template.to_square(to), to);
            }
        }
    }

    #[inline]
    fn emit_pawns<S: Sink>(generator: &mut Generator<'_, Self, S>, offset: i8, targets: Bitboard) {
        generator.sink.pawn_moves(offset, targets);
        for to in targets & generator.enemies() {
            emit_plunders(generator, Kind::Pawn, Move::new(to.offset(-offset), to), to);
        }
    }

    /// Rules 1.3, 1.4, 1.11: a vest move spends the vest, a plunder puts one on, and what is
    /// worn otherwise stays on if the arriving kind may wear it.
    #[inline]
    fn landing(piece: Piece, _: Option<Piece>, m: Move) -> Piece {
        let kind = m.promotion().unwrap_or(piece.kind());
        let vest = match m.plunder() {
            Some(vest) => Some(vest),
            None if m.is_vest_move() => None,
            None => kept(piece.vest(), kind),
        };
        Piece::carrying(piece.color(), kind, vest.map(Item::Vest))
    }

    /// Rules 1.6 to 1.8: by a pawn, or by the pawn vest of a knight or a bishop. What a rook
    /// or a queen does by two squares is its own move, and a king's is never capturable.
    #[inline]
    fn is_double_step(piece: Piece, m: Move) -> bool {
        piece.kind() == Kind::Pawn
            || m.is_vest_move() && piece.vest() == Some(Kind::Pawn) && piece.kind() != Kind::King
    }

    /// Rules 1.12.
    fn is_dead(position: &Position<Self>) -> bool {
        let board = position.board();
        let others = board.occupied() & !board.kind(Kind::King);
        let minors = board.kind(Kind::Knight) | board.kind(Kind::Bishop);
        others.is_empty()
            || board.carriers().all().is_empty() && !others.many() && (others & !minors).is_empty()
    }

    fn read_item(kind: Kind, letter: char) -> Result<Item, String> {
        match Kind::from_letter(letter) {
            Some(vest) if wearable(kind).has(vest) => Ok(Item::Vest(vest)),
            Some(vest) => Err(format!("a {kind:?} may not wear a {vest:?} vest").to_lowercase()),
            None if letter == 'w' => Err("a ring (`:w`) can be held only in tworing".to_owned()),
            None => Err(format!("`:{letter}` is no vest (p, n, b, r or q)")),
        }
    }

    /// Rules 1.6: a knight or a bishop may have done so, and then its vest is gone.
    fn may_have_double_stepped(piece: Piece) -> bool {
        match piece.kind() {
            Kind::Pawn => true,
            Kind::Knight | Kind::Bishop => piece.item().is_none(),
            _ => false,
        }
    }

    /// Rules 1.5.
    fn steps_quietly_to_en_passant(capturer: Piece) -> bool {
        match capturer.kind() {
            Kind::Pawn => matches!(capturer.vest(), Some(Kind::Bishop | Kind::Queen)),
            Kind::Bishop | Kind::Queen | Kind::King => true,
            Kind::Knight | Kind::Rook => false,
        }
    }

    /// Rules 1.10: a vest may bring a pawn to its own first rank.
    fn check_pawn(_: Piece, relative_rank: u8) -> Result<(), String> {
        match relative_rank {
            7 => Err("a pawn cannot stand on its last rank".to_owned()),
            _ => Ok(()),
        }
    }

    /// Rules 1.9: whoever wears a vest has moved.
    fn may_castle(piece: Piece) -> bool {
        piece.item().is_none()
    }
}

#[inline]
fn emit_plunders<S: Sink>(
    generator: &mut Generator<'_, PlunderChess, S>,
    wearer: Kind,
    m: Move,
    victim: Square,
) {
    let board = generator.position.board();
    let (Some(captured), Some(capturer)) = (board.piece(victim), board.piece(m.from())) else {
        return;
    };
    let worn = if m.is_vest_move() {
        None
    } else {
        kept(capturer.vest(), wearer)
    };
    generator.sink.plunders(m, loot(captured, wearer, worn));
}

/// The moves of one piece that only its vest allows (rules 1.4, 1.5).
fn vest_moves<S: Sink>(
    generator: &mut Generator<'_, PlunderChess, S>,
    from: Square,
    targets: Bitboard,
) {
    let position = generator.position;
    let Some(piece) = position.board().piece(from) else {
        return;
    };
    let Some(vest) = piece.vest() else {
        return;
    };
    let kind = piece.kind();
    let conventional = generator.reach(kind, from);
    let mut reach = generator.reach(vest, from) & !conventional & !generator.own();
    if kind == Kind::King {
        if vest == Kind::Pawn {
            reach &= !capturable_double_step(generator, from);
        }
        for to in reach {
            if !generator.is_safe(to, generator.enemies()) {
                reach &= !to.bitboard();
            }
        }
    } else {
        reach &= targets & generator.pin_line(from);
    }
    let template = Move::from_origin(from).as_vest_move();
    if kind == Kind::Pawn {
        let promoting = reach & Bitboard::relative_rank(7, generator.us());
        if generator.wants_noisy() {
            for to in promoting {
                PlunderChess::emit_promotion(generator, template.to_square(to));
            }
        }
        reach &= !promoting;
    }
    let wanted = generator.wanted(reach);
    PlunderChess::emit(generator, kind, template, wanted);
}

/// The square to which the king on its second rank may not go by a double step, since a pawn or
/// a pawn vest could capture it en passant (rules 1.8).
fn capturable_double_step<S: Sink>(
    generator: &Generator<'_, PlunderChess, S>,
    king: Square,
) -> Bitboard {
    let us = generator.us();
    if king.relative_rank(us) != 1 {
        return Bitboard::EMPTY;
    }
    let passed = king.offset(us.forward());
    let board = generator.position.board();
    let capturers =
        pawn_attacks(us, passed) & PlunderChess::moves_as(board, Kind::Pawn) & generator.enemies();
    if capturers.any() {
        king.offset(2 * us.forward()).bitboard()
    } else {
        Bitboard::EMPTY
    }
}
