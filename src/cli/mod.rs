//! What the command line's commands do: they call the library and print.

pub mod bench;
pub mod data;
pub mod datagen;
pub mod network;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod show;
pub mod suite;
pub mod tournament;
pub mod train;

use std::io::{BufReader, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use alberich::eval::Evaluation;
use alberich::position::{History, Position};
use alberich::tournament::{Stop, on_interrupt};
use alberich::uci::Output;
use alberich::variant::{Game, Variant};
use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};

/// The exit code of a run that was interrupted, as shells have it for the signal of the keyboard.
const INTERRUPTED: u8 = 130;

/// Handles lines of UCI: those given, or else standard input's.
pub fn uci(lines: &[String]) -> ExitCode {
    let output = Output::new(std::io::stdout());
    if !lines.is_empty() {
        alberich::uci::run_commands(lines, output);
        return ExitCode::SUCCESS;
    }
    match alberich::uci::run(BufReader::new(std::io::stdin()), output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("standard input: {error}")),
    }
}

/// Prints a text on standard output, in colour where that is a terminal which wants it. That
/// nobody reads any more is no error.
fn print(text: &str) -> Result<(), String> {
    let mut output = anstream::stdout();
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// The exit code of a command: that which it has come to, or failure with a message.
fn exit_code(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| fail(&message))
}

/// Says on standard error what went wrong.
fn fail(message: &str) -> ExitCode {
    eprintln!("alberich: {message}");
    ExitCode::FAILURE
}

/// The first interrupt has a command end in order; a second one ends the program at once, and the
/// engines of a match with it.
fn stop_on_signals(stop: &Stop) -> Result<(), String> {
    let stop = stop.clone();
    let is_repeated = AtomicBool::new(false);
    on_interrupt(move || {
        if is_repeated.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        stop.give();
    })
    .map_err(|error| format!("interrupts cannot be handled: {error}"))
}

/// A game set up by `--fen` and `--moves`.
fn set_up<V: Variant>(fen: Option<&str>, turns: &[String]) -> Result<History<V>, String> {
    let position = match fen {
        Some(fen) => Position::from_fen(fen).map_err(|error| format!("--fen: {error}"))?,
        None => Position::start(),
    };
    let mut history = History::new(position);
    for (index, text) in turns.iter().enumerate() {
        let turn = history
            .position()
            .parse_move(text)
            .map_err(|error| format!("--moves, turn {}: {error}", index + 1))?;
        history.push(turn);
    }
    Ok(history)
}

/// Reads the value of `--eval-file`.
fn evaluation_parser(name: &str) -> Result<Evaluation, String> {
    Evaluation::named(name).map_err(|error| error.to_string())
}

/// The values of `--variant`.
fn game_parser() -> ValueParser {
    let names = Game::ALL.iter().map(|game| game.name());
    PossibleValuesParser::new(names)
        .try_map(|name| name.parse::<Game>())
        .into()
}
