//! The command line.

mod cli;

use std::process::ExitCode;

use alberich::uci::{command, log};
use anstream::ColorChoice;
use clap::{Parser, Subcommand};
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, fmt};

/// Alberich: a UCI engine for PlunderChess, Two Ring Chess and chess.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI on standard input and output (the default)
    Uci {
        /// Lines to be handled in order instead of standard input, each search to its end,
        /// or to the last line if it has none; if the first is of several words, `uci` may be
        /// left out
        #[arg(value_name = "LINE")]
        lines: Vec<String>,
    },
    /// Count the lines of legal turns, or check a file of such counts
    Perft(cli::perft::Arguments),
    /// Check a file of games
    Pgn(cli::pgn::Arguments),
    /// Show a position: the board, its legal turns, and a picture if wanted
    Show(cli::show::Arguments),
    /// Play matches between engines, by the options of cutechess-cli and fastchess (-help)
    #[command(disable_help_flag = true)]
    Match(cli::tournament::Arguments),
    /// End the engines of a match that was killed: only `match` itself starts this
    #[command(name = cli::tournament::WATCHDOG, hide = true)]
    Watchdog,
    /// Make a set of balanced starting positions for matches
    Openings(cli::openings::Arguments),
    /// Play games of the engine against itself, as data to train networks with
    Datagen(cli::datagen::Arguments),
    /// Look at files of such games, and make one of several
    Data(cli::data::Arguments),
    /// Train a network with games of the engine against itself
    Train(cli::train::Arguments),
    /// Say what networks are for, and how they were made
    Network(cli::network::Arguments),
    /// Search positions whose best turns are known, and count those found
    Suite(cli::suite::Arguments),
    /// Search fixed positions to a fixed depth and print nodes and speed
    Bench(cli::bench::Arguments),
}

fn main() -> ExitCode {
    if let Some(lines) = lines_of_uci() {
        start_logging();
        return cli::uci(&lines);
    }
    let arguments = Arguments::parse();
    start_logging();
    match arguments.command {
        None => cli::uci(&[]),
        Some(Command::Uci { lines }) => cli::uci(&lines),
        Some(Command::Perft(arguments)) => cli::perft::run(&arguments),
        Some(Command::Pgn(arguments)) => cli::pgn::run(&arguments),
        Some(Command::Show(arguments)) => cli::show::run(&arguments),
        Some(Command::Match(arguments)) => cli::tournament::run(&arguments),
        Some(Command::Watchdog) => cli::tournament::watch(),
        Some(Command::Openings(arguments)) => cli::openings::run(&arguments),
        Some(Command::Datagen(arguments)) => cli::datagen::run(&arguments),
        Some(Command::Data(arguments)) => cli::data::run(&arguments),
        Some(Command::Train(arguments)) => cli::train::run(&arguments),
        Some(Command::Network(arguments)) => cli::network::run(&arguments),
        Some(Command::Suite(arguments)) => cli::suite::run(&arguments),
        Some(Command::Bench(arguments)) => cli::bench::run(&arguments),
    }
}

/// Lines of UCI that stand in place of a command's name, as OpenBench and others give them: the
/// first is of several words, which no name is.
fn lines_of_uci() -> Option<Vec<String>> {
    let lines: Option<Vec<String>> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.into_string().ok())
        .collect();
    lines.filter(|lines| {
        lines
            .first()
            .is_some_and(|line| line.contains(' ') && command::parse(line).is_some())
    })
}

/// Diagnostics go to standard error as `ALBERICH_LOG` says, and all of them to the file of the
/// option `Debug Log File` while one is open. Standard output belongs to the protocol.
fn start_logging() {
    const VARIABLE: &str = "ALBERICH_LOG";
    let filter = match std::env::var_os(VARIABLE) {
        None => EnvFilter::default(),
        Some(_) => EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|error| {
            cli::note(&format!(
                "alberich: {VARIABLE} is not understood: {error}\n"
            ));
            EnvFilter::default()
        }),
    };
    let to_stderr = fmt::layer()
        .with_ansi(anstream::stderr().current_choice() != ColorChoice::Never)
        .with_writer(std::io::stderr)
        .with_filter(filter);
    let to_file = fmt::layer()
        .with_ansi(false)
        .with_writer(log::LogFile)
        .with_filter(dynamic_filter_fn(|event, _| {
            event.target().starts_with("alberich") && log::is_open()
        }));
    tracing_subscriber::registry()
        .with(to_stderr)
        .with(to_file)
        .init();
}
