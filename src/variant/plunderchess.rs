//! PlunderChess (rules, section 1): who captures may put on a vest, which once lends the
//! movement of the captured piece.

use super::{Game, Variant};
use crate::board::{Bitboard, Board, Item, Kind, Kinds, Piece, Square, Vests, pawn_attacks};
use crate::position::generate::{Generator, Sink};
use crate::position::{Move, Position};

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
        kind => ALL.without(Kinds::of(&[kind])),
    }
}

/// The vests that a captured piece offers (rules 1.1).
#[inline]
fn offered_by(captured: Piece) -> Kinds {
    captured.kind_set().or(captured.vest_set())
}

/// The same for the capture on a square.
#[inline]
fn offered(board: &Board<Vests>, victim: Square) -> Kinds {
    board.piece(victim).map_or(Kinds::EMPTY, offered_by)
}

/// The vests that a capturer may put on, being a `wearer` when it has arrived: those of its kind,
/// less the one it wears still (rules 1.2, 1.3).
#[inline]
fn wanted_by(capturer: Piece, wearer: Kind, by_vest: bool) -> Kinds {
    if by_vest {
        wearable(wearer)
    } else {
        wearable(wearer).without(capturer.vest_set())
    }
}

/// The same for the piece that makes a turn.
#[inline]
fn wanted(board: &Board<Vests>, wearer: Kind, m: Move) -> Kinds {
    board.piece(m.from()).map_or(wearable(wearer), |capturer| {
        wanted_by(capturer, wearer, m.is_vest_move())
    })
}

/// The vest that stays on when a piece has become this kind (rules 1.11).
#[inline]
fn kept(vest: Option<Kind>, wearer: Kind) -> Option<Kind> {
    vest.filter(|&vest| wearable(wearer).has(vest))
}

impl Variant for PlunderChess {
    const NAME: &'static str = "plunderchess";
    const GAME: Game = Game::PlunderChess;
    type Carriers = Vests;

    #[inline]
    fn moves_as(board: &Board<Vests>, kind: Kind) -> Bitboard {
        board.kind(kind) | board.carriers().of(kind)
    }

    #[inline(always)]
    fn generate<S: Sink>(generator: &mut Generator<'_, Self, S>) {
        let targets = generator.evasion_targets();
        if targets.any() {
            generator.standard(generator.own(), targets, Bitboard::EMPTY);
        }
        // Also in double check: the capture of a knight may block another check.
        generator.en_passant();
        generator.king_turns();
        let wearers = generator.position.board().carriers().all() & generator.own();
        for from in wearers & generator.sources() {
            vest_moves(generator, from, targets);
        }
    }

    /// Adds the plunders to each capture.
    #[inline(always)]
    fn emit<S: Sink>(
        generator: &mut Generator<'_, Self, S>,
        kind: Kind,
        template: Move,
        targets: Bitboard,
    ) {
        generator.sink.moves(template, targets);
        let board = generator.position.board();
        let captures = targets & generator.enemies();
        if captures.any() {
            let wanted = wanted(board, kind, template);
            for to in captures {
                let loot = offered(board, to).and(wanted);
                generator.sink.plunders(template.to_square(to), loot);
            }
        }
    }

    /// The loot is what has just made the double step (rules 1.7).
    fn emit_en_passant<S: Sink>(generator: &mut Generator<'_, Self, S>, m: Move) {
        generator.sink.one(m);
        let board = generator.position.board();
        let victim = m.to().offset(-generator.us().forward());
        let wearer = board.piece(m.from()).map_or(Kind::Pawn, Piece::kind);
        let loot = offered(board, victim).and(wanted(board, wearer, m));
        generator.sink.plunders(m, loot);
    }

    #[inline(always)]
    fn emit_pawns<S: Sink>(generator: &mut Generator<'_, Self, S>, offset: i8, targets: Bitboard) {
        generator.sink.pawn_moves(offset, targets);
        let board = generator.position.board();
        for to in targets & generator.enemies() {
            let m = Move::new(to.offset(-offset), to);
            let loot = offered(board, to).and(wanted(board, Kind::Pawn, m));
            generator.sink.plunders(m, loot);
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

    #[inline]
    fn loot(capturer: Piece, captured: Piece, by_vest: bool) -> Kinds {
        offered_by(captured).and(wanted_by(capturer, capturer.kind(), by_vest))
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
        reach &= !generator.attacked();
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
