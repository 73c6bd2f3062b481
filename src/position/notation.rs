//! Turns in UCI notation (rules 3.2).

use thiserror::Error;

use crate::board::Square;
use crate::variant::Variant;

use super::make::castling_targets;
use super::{Move, Position, Sort};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// The king's move by two squares, where the king stands on the e-file; else as below.
    #[default]
    Standard,
    /// King takes own rook, as under `UCI_Chess960`.
    Chess960,
}

/// The text that was to be a turn is none here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It does not begin with two squares.
    #[error("`{0}` is not a turn: it does not begin with two squares, as e2e4 does")]
    Malformed(String),
    /// No legal turn is written so.
    #[error("`{text}` is not a legal turn in {fen}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
}

impl<V: Variant> Position<V> {
    /// The UCI notation of a legal turn.
    pub fn format_move(&self, m: Move, style: CastlingStyle) -> String {
        let mut text = format!("{}{}", m.from(), self.written_target(m, style));
        if let Some(kind) = m.promotion() {
            text.push(kind.letter());
        }
        match m.sort() {
            Sort::EnPassant if self.quiet_move_shares_target(m) => text.push('e'),
            Sort::Steal => text.push('s'),
            _ => {}
        }
        if let Some(vest) = m.plunder() {
            text.push('v');
            text.push(vest.letter());
        }
        if let Some(pawn) = m.assigned() {
            text.push('@');
            text.push_str(&pawn.to_string());
        }
        text
    }

    fn written_target(&self, m: Move, style: CastlingStyle) -> Square {
        const E_FILE: u8 = 4;
        let (king, rook) = (m.from(), m.to());
        match (m.sort(), style) {
            (Sort::Castle, CastlingStyle::Standard) if king.file() == E_FILE => {
                castling_targets(king, rook).0
            }
            _ => m.to(),
        }
    }

    fn quiet_move_shares_target(&self, m: Move) -> bool {
        self.board
            .piece(m.from())
            .is_some_and(V::steps_quietly_to_en_passant)
    }

    /// Reads a legal turn from its UCI notation; castling is read in either style.
    ///
    /// # Errors
    ///
    /// The text is no turn, or no legal one.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let malformed = || MoveError::Malformed(text.to_owned());
        let from: Square = text
            .get(0..2)
            .and_then(|square| square.parse().ok())
            .ok_or_else(malformed)?;
        let _: Square = text
            .get(2..4)
            .and_then(|square| square.parse().ok())
            .ok_or_else(malformed)?;
        self.moves_from(from.bitboard())
            .into_iter()
            .find(|&m| {
                self.format_move(m, CastlingStyle::Standard) == text
                    || m.sort() == Sort::Castle
                        && self.format_move(m, CastlingStyle::Chess960) == text
            })
            .ok_or_else(|| MoveError::Illegal {
                text: text.to_owned(),
                fen: self.fen(),
            })
    }
}
