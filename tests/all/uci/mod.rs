//! Guards the protocol: the engine is driven as a process, as its users do, and everything it
//! prints is read strictly. Many of the inputs have brought down other engines.

mod answers;
mod best_lines;
mod end;
mod endless;
mod games;
mod identity;
mod input;
mod limits;
mod options;
mod perft;
mod ready;
mod refused;
mod reports;
mod without_turns;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::common;
use crate::engine::{Engine, GAMES, Info, Referee, Score, Search};
use crate::naive::Side;

/// What a busy machine may add to the time of an answer.
const SLACK: Duration = Duration::from_millis(250);

/// How soon the engine has to be ready: a quarter of this, but on an idle machine.
const READY: Duration = Duration::from_millis(200);

/// Long enough for a search that ends by itself to have ended.
const WHILE: Duration = Duration::from_millis(150);

const SECOND: Duration = Duration::from_secs(1);

/// How many nodes a search may visit on its way out.
const FEW: u64 = 8;

/// White mates in one by e1e8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

/// All castling is possible.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// What keeps the engine searching until it is stopped.
const BUSY: [&str; 4] = [
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go depth 200",
    "go movetime 3000000000",
];

fn start() -> Referee {
    Referee::new("chess")
}

/// Two knights, to and fro: so many plies from the starting position.
fn shuffled(plies: usize) -> String {
    let turns = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle();
    let turns: Vec<&str> = turns.take(plies).copied().collect();
    format!("position startpos moves {}", turns.join(" "))
}

/// The FEN of the position that the engine has.
fn fen(engine: &mut Engine) -> String {
    let shown = engine.ask("d");
    match shown.iter().find_map(|line| line.strip_prefix("Fen: ")) {
        Some(fen) => fen.to_owned(),
        None => panic!("no FEN\n{}", engine.session()),
    }
}

/// The engine chooses what is legal in a position, and tells nothing else.
fn plays_on(engine: &mut Engine, game: &Referee) {
    engine.tell(game.command());
    game.check(&engine.go("depth 2"));
}

/// Some positions of a game, spread over those in `positions/`.
fn suite(game: &str, count: usize) -> Vec<String> {
    let lines = common::data_lines(&format!("{game}.epd"));
    let step = (lines.len() / count).max(1);
    let fens = lines.iter().step_by(step).take(count);
    fens.map(|line| line.split(';').next().unwrap_or_default().trim().to_owned())
        .collect()
}
