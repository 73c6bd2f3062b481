//! Alberich: a UCI engine and rules library for PlunderChess, Two Ring Chess and chess.
//!
//! The modules, from the ground up; each knows only those before it:
//!
//! - [`files`]: what files need beyond the standard library. It knows no games.
//! - [`board`]: squares, sets of squares, pieces with what they carry, placements, attack tables.
//!   It knows no rules.
//! - [`variant`]: what differs between the games: one file a game, one trait
//!   ([`variant::Variant`]), one registry by name ([`variant::Game`]). The rules themselves are
//!   in [`variant::rules`]; comments cite their numbers. It and the next module are two halves of
//!   one thing: positions are generic over the game, and a game says how its positions move.
//! - [`position`]: a state of a game ([`position::Position`]), its turns, keys and ends, FEN,
//!   and turns in UCI and algebraic notation; a game so far ([`position::History`]).
//! - [`record`]: positions and games on paper, EPD and PGN.
//! - [`mod@perft`]: counts of lines of turns, to check and measure the generator.
//! - [`eval`]: a number for a position.
//! - [`picture`]: positions drawn for people, in text, as SVG and as PNG.
//! - [`search`]: the best turn in a position, within limits.
//! - [`openings`]: positions that games start from, read from files or found by chance.
//! - [`uci`]: the protocol over lines of text.
//! - [`tournament`]: games between engines, and what their results mean.
//! - [`data`]: games of the engine against itself, as data to train networks with.
//! - [`train`]: from positions with scores and results to a network.
//!
//! A position travels so: `uci` reads a line and asks the registry for the game's type;
//! `position` reads the FEN and plays the turns; `search` copies the position, plays turns on the
//! copies and asks `eval` at the leaves; what it finds goes back by a callback, and `uci` prints
//! it. Nothing below `uci` prints, and nothing but the search's stopwatch reads a clock, and a
//! session that has to end. In a tournament, which does, engines are other processes: it knows of them what they print.
//!
//! # Use as a library
//!
//! ```
//! use alberich::position::{CastlingStyle, History, Position};
//! use alberich::variant::PlunderChess;
//!
//! let mut game = History::new(Position::<PlunderChess>::start());
//! for text in ["e2e4", "d7d5", "e4d5"] {
//!     let turn = game.position().parse_move(text)?;
//!     game.push(turn);
//! }
//! for turn in game.position().moves() {
//!     println!("{}", game.position().format_move(turn, CastlingStyle::Standard));
//! }
//! assert!(game.end().is_none());
//! # Ok::<(), alberich::position::MoveError>(())
//! ```
//!
//! The game may also be chosen at run time:
//!
//! ```
//! use alberich::position::Position;
//! use alberich::variant::{Game, Variant, VariantVisitor};
//!
//! struct CountMoves<'a>(&'a str);
//!
//! impl VariantVisitor for CountMoves<'_> {
//!     type Output = Option<u64>;
//!     fn visit<V: Variant>(self) -> Option<u64> {
//!         Some(Position::<V>::from_fen(self.0).ok()?.count_moves())
//!     }
//! }
//!
//! let game: Game = "tworing".parse()?;
//! assert_eq!(game.visit(CountMoves("7k/8/8/8/8/8/3P:w4/K7 w - - 0 1")), Some(7));
//! # Ok::<(), alberich::variant::UnknownGame>(())
//! ```

#![deny(clippy::undocumented_unsafe_blocks, missing_docs)]

pub mod board;
pub mod data;
pub mod eval;
pub mod files;
pub mod openings;
pub mod perft;
pub mod picture;
pub mod position;
pub mod record;
pub mod search;
pub mod tournament;
pub mod train;
pub mod uci;
pub mod variant;

/// The examples in the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
