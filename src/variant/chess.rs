//! Chess: FIDE laws (rules, section 0), from any of the 960 starts.

use super::{Game, Variant};
use crate::board::{Bitboard, Kind, NoCarriers};
use crate::position::Position;
use crate::position::generate::{Generator, Sink};

/// The squares of a1's colour.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// Chess.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Chess;

impl Variant for Chess {
    const NAME: &'static str = "chess";
    const GAME: Game = Game::Chess;
    type Carriers = NoCarriers;
    const CARRIES: bool = false;

    #[inline(always)]
    fn generate<S: Sink>(generator: &mut Generator<'_, Self, S>) {
        let targets = generator.evasion_targets();
        if targets.any() {
            generator.standard(generator.own(), targets, Bitboard::EMPTY);
            generator.en_passant();
        }
        generator.king_turns();
    }

    /// Section 0: no more than one knight or bishop, or bishops of one square colour only.
    fn is_dead(position: &Position<Self>) -> bool {
        let board = position.board();
        let bishops = board.kind(Kind::Bishop);
        let others = board.occupied() & !board.kind(Kind::King);
        let one_minor =
            !others.many() && others & !board.kind(Kind::Knight) & !bishops == Bitboard::EMPTY;
        let same_colored =
            others == bishops && ((bishops & DARK).is_empty() || (bishops & !DARK).is_empty());
        one_minor || same_colored
    }
}
