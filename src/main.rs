//! The command line.

mod cli;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

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
    Uci,
    /// Count the lines of legal turns, or check a file of such counts
    Perft(cli::perft::Arguments),
    /// Check a file of games
    Pgn(cli::pgn::Arguments),
    /// Search fixed positions to a fixed depth and print nodes and speed
    Bench(cli::bench::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output belongs to the protocol.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(EnvFilter::from_env("ALBERICH_LOG"))
        .init();
    match arguments.command.unwrap_or(Command::Uci) {
        Command::Uci => cli::uci(),
        Command::Perft(arguments) => cli::perft::run(&arguments),
        Command::Pgn(arguments) => cli::pgn::run(&arguments),
        Command::Bench(arguments) => cli::bench::run(&arguments),
    }
}
