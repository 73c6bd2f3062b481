//! What the integration tests share: their size, the suite positions, random games, one test in
//! every game, and the program as a process with places for its files.
//!
//! `ALBERICH_TEST_POSITIONS` sets how many positions a game the random tests look at (default
//! 10000, which is a few seconds). All other bounds, the nodes of a perft among them, grow with
//! it. Random tests have fixed seeds: the same number gives the same positions.

// Every test file compiles this module for itself and uses a part of it.
#![allow(dead_code, unused_imports, unused_macros)]

mod games;
mod program;
mod suite;

pub use games::{Games, walk};
pub use program::{Directory, complaint, failure, printed, program};
pub use suite::{SuiteLine, data_lines, suite, with_clock};

use alberich::board::{Piece, Square};
use alberich::position::{CastlingStyle, FenError, Move, Position};
use alberich::variant::Variant;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A number from the environment.
pub fn setting(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => match text.parse() {
            Ok(number) if number > 0 => number,
            _ => panic!("{name} is to be a number from 1, not `{text}`"),
        },
        Err(_) => default,
    }
}

/// How many positions a game the random tests look at.
pub fn positions() -> usize {
    setting("ALBERICH_TEST_POSITIONS", 10_000)
}

/// Runs a function that is generic over the game in every game there is, side by side.
macro_rules! in_every_game {
    ($function:ident) => {{
        struct Run;
        impl alberich::variant::VariantVisitor for Run {
            type Output = ();
            fn visit<V: alberich::variant::Variant>(self) {
                $function::<V>();
            }
        }
        use rayon::prelude::*;
        alberich::variant::Game::ALL
            .par_iter()
            .for_each(|game| game.visit(Run));
    }};
}
pub(crate) use in_every_game;

/// Reads a FEN that is known to be legal.
pub fn read<V: Variant>(fen: &str) -> Position<V> {
    match Position::from_fen(fen) {
        Ok(position) => position,
        Err(error) => panic!("{} refuses {fen}: {error}", V::NAME),
    }
}

/// Reads a FEN that is known to be refused, and returns why it is.
pub fn refusal<V: Variant>(fen: &str) -> FenError {
    match Position::<V>::from_fen(fen) {
        Ok(position) => panic!("{} reads {fen} as {}", V::NAME, position.fen()),
        Err(error) => error,
    }
}

/// Reads a turn that is known to be legal.
pub fn turn<V: Variant>(position: &Position<V>, text: &str) -> Move {
    match position.parse_move(text) {
        Ok(m) => m,
        Err(error) => panic!("{}: {error}", V::NAME),
    }
}

/// The position after these legal turns.
pub fn play<V: Variant>(position: Position<V>, turns: &str) -> Position<V> {
    turns.split_whitespace().fold(position, |position, text| {
        position.make(turn(&position, text))
    })
}

/// All legal turns as text, sorted.
pub fn texts<V: Variant>(position: &Position<V>, style: CastlingStyle) -> Vec<String> {
    let mut texts: Vec<String> = position
        .moves()
        .iter()
        .map(|&m| position.format_move(m, style))
        .collect();
    texts.sort();
    texts
}

/// The FEN without the clocks: what makes a position.
pub fn timeless<V: Variant>(position: &Position<V>) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// Game and position, for the messages of assertions.
pub fn context<V: Variant>(position: &Position<V>) -> String {
    format!("{}: {}", V::NAME, position.fen())
}

/// The pieces with their squares.
pub fn pieces<V: Variant>(position: &Position<V>) -> impl Iterator<Item = (Square, Piece)> {
    let board = *position.board();
    Square::all().filter_map(move |square| Some((square, board.piece(square)?)))
}

/// Tries something with `cases` values, always the same ones, and with the simplest that fails.
pub fn fuzz<S: Strategy>(cases: usize, strategy: &S, test: impl Fn(S::Value))
where
    S::Value: std::fmt::Debug,
{
    let config = Config {
        cases: u32::try_from(cases).unwrap_or(u32::MAX),
        // No file beside the tests.
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
