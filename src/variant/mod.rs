//! What differs between the games: one file a game, one trait, one registry by UCI name.

mod chess;
mod plunderchess;
mod registry;
mod tworing;

pub use chess::Chess;
pub use plunderchess::PlunderChess;
pub use registry::{Game, UnknownGame, VariantVisitor};
pub use tworing::{TwoRing, TwoRing1, TwoRingRules};

use std::fmt::Debug;

use crate::board::{Bitboard, Board, Carriers, Color, Item, Kind, Kinds, Piece, Square};
use crate::position::generate::{Generator, Sink};
use crate::position::{Move, Observer, Position};

#[doc = include_str!("rules.md")]
pub mod rules {}

/// The rules of one game, as far as they are not those of chess.
///
/// A game is a type; [`Position`] and all that is built on it are generic over it, so that no
/// game pays for another. The methods with a body have chess's answer; what a game changes, it
/// overrides. [`Variant::generate`] composes the turns of the game from the parts that
/// [`Generator`] offers.
///
/// The rules of a game are here alone. What else there is to know of one, its exhaustive `match`es on
/// [`Game`] name: what its pieces are worth and what a network sees of it (`eval`), the positions of the
/// bench (`search`), and its name in game records (`record`).
pub trait Variant: Copy + Default + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The name in `UCI_Variant` and on the command line.
    const NAME: &'static str;

    /// Its place in the registry.
    const GAME: Game;

    /// Who carries what.
    type Carriers: Carriers;

    /// The pieces of both colours that can move as a kind, the kind itself or what they carry
    /// letting them.
    #[inline]
    fn moves_as(board: &Board<Self::Carriers>, kind: Kind) -> Bitboard {
        board.kind(kind)
    }

    /// The pieces that the rules would allow to capture the king of this colour, could they
    /// reach it.
    #[inline]
    fn may_capture_king(_: &Board<Self::Carriers>, _king: Color) -> Bitboard {
        Bitboard::ALL
    }

    /// The pieces of a colour that attack a square by a movement that is no kind's: one half of
    /// what is said of a movement, [`Variant::extra_attacks`] being the other.
    #[inline]
    fn extra_attackers(_: &Board<Self::Carriers>, _: Square, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The squares that these pieces of a colour attack by such a movement. What
    /// [`Variant::extra_attackers`] says from the square's side this says from the pieces'.
    #[inline]
    fn extra_attacks(_: &Board<Self::Carriers>, _pieces: Bitboard, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Whether a piece may capture another that it can reach.
    #[inline]
    fn may_capture(_capturer: Piece, _victim: Piece) -> bool {
        true
    }

    /// Corrects the set of pieces that check the king of a colour, found from attacks alone.
    #[inline]
    fn adjust_checkers(_: &Position<Self>, _king: Color, attackers: Bitboard) -> Bitboard {
        attackers
    }

    /// Feeds every legal turn that the generator's selection asks for to its sink.
    fn generate<S: Sink>(generator: &mut Generator<'_, Self, S>);

    /// Hands turns of one piece, moving as a `kind` from the template's origin, to the sink,
    /// with all choices that the game attaches to each.
    #[inline]
    fn emit<S: Sink>(
        generator: &mut Generator<'_, Self, S>,
        _kind: Kind,
        template: Move,
        targets: Bitboard,
    ) {
        generator.sink.moves(template, targets);
    }

    /// The same for turns of pawns that each come from their target less `offset`.
    #[inline]
    fn emit_pawns<S: Sink>(generator: &mut Generator<'_, Self, S>, offset: i8, targets: Bitboard) {
        generator.sink.pawn_moves(offset, targets);
    }

    /// The same for one promotion, which still lacks its kind.
    #[inline]
    fn emit_promotion<S: Sink>(generator: &mut Generator<'_, Self, S>, template: Move) {
        for kind in Kind::PROMOTIONS {
            Self::emit(
                generator,
                kind,
                template.promoting(kind),
                template.to().bitboard(),
            );
        }
    }

    /// The same for one capture en passant.
    fn emit_en_passant<S: Sink>(generator: &mut Generator<'_, Self, S>, m: Move) {
        generator.sink.one(m);
    }

    /// What happens before the piece of a turn is lifted.
    #[inline]
    fn before_move<O: Observer>(_: &mut Position<Self>, _: Move, _: &mut O) {}

    /// The piece that arrives, given the one that left and what it captured.
    #[inline]
    fn landing(piece: Piece, _captured: Option<Piece>, m: Move) -> Piece {
        match m.promotion() {
            Some(kind) => Piece::new(piece.color(), kind),
            None => piece,
        }
    }

    /// Whether a capturer may gain more than what he captures.
    const CARRIES: bool = true;

    /// The vests that a piece may put on when it has captured another (rules 1.1 to 1.3), being of
    /// its own kind still; `by_vest` if its vest made the movement.
    #[inline]
    fn loot(_capturer: Piece, _captured: Piece, _by_vest: bool) -> Kinds {
        Kinds::EMPTY
    }

    /// Whether a piece of the captured kind joins the capturer (rules 2.7).
    #[inline]
    fn converts(_capturer: Piece, _captured: Piece) -> bool {
        false
    }

    /// What a capture sets off, once the board shows it.
    #[inline]
    fn after_capture<O: Observer>(
        _: &mut Position<Self>,
        _: Move,
        _capturer: Piece,
        _captured: Piece,
        _: &mut O,
    ) {
    }

    /// The pawns to one of which the mover has to give his ring (rules 2.2).
    #[inline]
    fn assignable(_: &Position<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The pieces of the mover's whose quiet step to the last rank would be a check
    /// (rules 2.9).
    #[inline]
    fn racers(_: &Position<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Takes a ring by a steal (rules 2.10).
    #[inline]
    fn steal<O: Observer>(_: &mut Position<Self>, _: Move, _: &mut O) {}

    /// Whether a move by two squares from the second rank can be answered en passant.
    #[inline]
    fn is_double_step(piece: Piece, _: Move) -> bool {
        piece.kind() == Kind::Pawn
    }

    /// Whether a move of this piece restarts the fifty-move count.
    #[inline]
    fn restarts_clock(piece: Piece) -> bool {
        piece.kind() == Kind::Pawn
    }

    /// Whether the kinds left, and nothing else, already make the game a draw.
    fn is_dead(position: &Position<Self>) -> bool;

    /// Whether a mover who has no legal turn and is not in check loses.
    const STALEMATE_LOSES: bool = false;

    /// What the letter behind a colon says that a piece of this kind carries: `Err` says why it
    /// cannot.
    fn read_item(_kind: Kind, letter: char) -> Result<Item, String> {
        Err(format!(
            "`:{letter}`, but only in plunderchess (vests) and tworing (rings) do pieces carry \
             anything"
        ))
    }

    /// Whether a pawn may stand on a rank, counted from its own side: `Err` says why not.
    fn check_pawn(_piece: Piece, relative_rank: u8) -> Result<(), String> {
        match relative_rank {
            0 => Err("a pawn cannot stand on its own first rank".to_owned()),
            7 => Err("a pawn cannot stand on its last rank".to_owned()),
            _ => Ok(()),
        }
    }

    /// Whether what stands where a double step ends can have made one.
    fn may_have_double_stepped(piece: Piece) -> bool {
        piece.kind() == Kind::Pawn
    }

    /// Whether the capture en passant by this piece is to be told from its quiet move to the
    /// same square (rules 3.2, suffix `e`).
    fn steps_quietly_to_en_passant(_capturer: Piece) -> bool {
        false
    }

    /// Whether a king or rook as it stands may still have its castling right.
    #[inline]
    fn may_castle(_piece: Piece) -> bool {
        true
    }

    /// Whether an assignment can be due to the mover of this position: `Err` says why not.
    fn check_due(_: &Position<Self>) -> Result<(), String> {
        Err("an assignment can be due only in tworing".to_owned())
    }
}
