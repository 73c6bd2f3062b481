//! What the command line's commands do: they call the library and print.

pub mod bench;
pub mod perft;
pub mod pgn;

use std::process::ExitCode;

use alberich::uci::Output;
use alberich::variant::Game;
use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};

/// Speaks UCI on standard input and output.
pub fn uci() -> ExitCode {
    match alberich::uci::run(std::io::stdin().lock(), Output::new(std::io::stdout())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("standard input: {error}")),
    }
}

/// Says on standard error what went wrong.
fn fail(message: &str) -> ExitCode {
    eprintln!("alberich: {message}");
    ExitCode::FAILURE
}

/// The values of `--variant`.
fn game_parser() -> ValueParser {
    let names = Game::ALL.iter().map(|game| game.name());
    PossibleValuesParser::new(names)
        .try_map(|name| name.parse::<Game>())
        .into()
}
