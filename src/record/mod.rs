//! Positions and games on paper: EPD lines and PGN files, read and written.
//!
//! ```
//! use alberich::record::{Record, Reader};
//! use alberich::variant::PlunderChess;
//!
//! let text = "[Variant \"PlunderChess\"]\n\n1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5:P *\n";
//! for game in Reader::new(text.as_bytes()) {
//!     let record: Record<PlunderChess> = game?.replay()?;
//!     assert_eq!(record.turns.len(), 6);
//!     assert_eq!(record.to_string().trim_end().lines().last(), Some("1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5:P *"));
//! }
//! # Ok::<(), alberich::record::PgnError>(())
//! ```

mod epd;
mod lexer;
mod pgn;
mod replay;
mod write;

pub use epd::{Epd, EpdError, Operation};
pub use pgn::{Item, ItemKind, PgnError, Place, RawGame, Reader, Tag};
pub use replay::{Record, RecordedTurn, Verdict};

use std::fmt;

use crate::board::Color;
use crate::position::End;
use crate::variant::Game;

/// How a game has come out, as its record says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not known, or not over.
    #[default]
    Unknown,
}

impl Outcome {
    /// The outcome that a game's end with this side to move means.
    pub fn of(end: End, side_to_move: Color) -> Self {
        match end.winner(side_to_move) {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        }
    }

    /// Reads the four words that there are.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Outcome::WhiteWins),
            "0-1" => Some(Outcome::BlackWins),
            "1/2-1/2" => Some(Outcome::Draw),
            "*" => Some(Outcome::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        })
    }
}

/// The value of the tag `Variant` (rules 3.3); none for chess.
pub fn variant_tag(game: Game, chess960: bool) -> Option<&'static str> {
    match game {
        Game::Chess if chess960 => Some("Chess960"),
        Game::Chess => None,
        Game::PlunderChess => Some("PlunderChess"),
        Game::TwoRing => Some("Two Ring Chess"),
        Game::TwoRing1 => Some("Two Ring Chess 1"),
    }
}

/// The game that a value of the tag `Variant` names. What other programs call their games is not
/// guessed at, but for the words that they use for chess.
pub fn game_of_tag(value: &str) -> Option<Game> {
    match value.to_lowercase().as_str() {
        "plunderchess" => Some(Game::PlunderChess),
        "two ring chess" => Some(Game::TwoRing),
        "two ring chess 1" => Some(Game::TwoRing1),
        "" | "chess" | "standard" | "normal" | "chess960" | "fischerandom" | "fischerrandom"
        | "fischer random" | "chess 960" => Some(Game::Chess),
        _ => None,
    }
}
