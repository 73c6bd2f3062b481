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

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use alberich::eval::Evaluation;
use alberich::eval::network::Network;
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
    note(&format!("alberich: {message}\n"));
    ExitCode::FAILURE
}

/// Writes to standard error. That it cannot be written to is no reason to stop, nor can it be told.
pub fn note(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
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

/// The value of `--eval-file`: an evaluation, and the name that files of games have for it.
#[derive(Clone)]
struct Judge {
    name: String,
    evaluation: Evaluation,
    /// The game that the network is for, if a file of one was named.
    game: Option<Game>,
}

impl Judge {
    fn parse(text: &str) -> Result<Self, String> {
        if matches!(text, Evaluation::BUILT_IN | Evaluation::MATERIAL) {
            return Ok(Judge {
                name: text.to_owned(),
                evaluation: Evaluation::named(text).map_err(|error| error.to_string())?,
                game: None,
            });
        }
        let path = Path::new(text);
        let network = Network::from_file(path).map_err(|error| error.to_string())?;
        // Where the file lies is no matter of the games.
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(Judge {
            name: name.to_string_lossy().into_owned(),
            game: Some(network.game()),
            evaluation: Evaluation::built_in().with(network),
        })
    }

    /// Refuses a network that was named but would not be asked.
    fn check(&self, game: Game) -> Result<(), String> {
        let judge = self.evaluation.network_for(game).map(|judge| judge.game());
        match self.game {
            Some(named) if judge != Some(named) => Err(format!(
                "--eval-file: {} is a network for {named} and does not judge {game}",
                self.name
            )),
            _ => Ok(()),
        }
    }
}

/// The largest text that is read as a whole, in bytes.
const MAX_TEXT: u64 = 256 << 20;

/// Reads a file of text, which may be a pipe.
fn read_text(path: &Path) -> Result<String, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut text = String::new();
    let file = File::open(path).map_err(fail)?;
    file.take(MAX_TEXT + 1)
        .read_to_string(&mut text)
        .map_err(fail)?;
    if text.len() as u64 > MAX_TEXT {
        return Err(format!("{}: larger than {MAX_TEXT} bytes", path.display()));
    }
    Ok(text)
}

/// The values of `--variant`.
fn game_parser() -> ValueParser {
    let names = Game::ALL.iter().map(|game| game.name());
    PossibleValuesParser::new(names)
        .try_map(|name| name.parse::<Game>())
        .into()
}
