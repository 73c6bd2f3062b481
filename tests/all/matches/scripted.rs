//! An engine that does what a script says. It is the test program itself, asked to run the one
//! "test" [`engine`], which is left out elsewhere: so nothing else has to be built or installed.
//!
//! A script is a word `script:key=value;...`:
//!
//! - `seed=N`: plays random legal turns, always the same ones; else the first that there is.
//! - `line=e2e4 e7e5`: plays the turn of this line that is due.
//! - `score=cp 30`: the score it tells; `delay=MS`: how long it takes.
//! - `mute=WORD`: never answers `uci`, `isready`, `ucinewgame` (then not the `isready` after it) or
//!   `stop`.
//! - `at=N;do=ACT`: at its N-th turn of a game `exit`, `abort`, `hang`,
//!   `late:MS`, `say:TEXT` (as its best move), `flood` (lines without end), or `noise` (much of it, and
//!   then the turn).
//! - `ponder=WORD`: always expects this turn.
//! - `complaint=TEXT`: says this, as an `info string`, when it is told to set `Press`.
//! - `log=FILE`: adds all lines that it gets; `stubborn`: it does not end by itself.
//! - `variants=a b`: what its `UCI_Variant` lists.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::time::Duration;

use alberich::position::{CastlingStyle, History, Position};
use alberich::uci::command::{Command, PositionCommand, parse};
use alberich::variant::{Game, Variant, VariantVisitor};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Longer than any test waits; then even a stubborn engine ends.
const LONG: Duration = Duration::from_secs(300);

/// The words of `-engine` that start it with a script.
pub fn words(name: &str, script: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    let mut words = vec![
        "-engine".to_owned(),
        format!("cmd={}", program.display()),
        format!("name={name}"),
    ];
    let script = format!("script:{script}");
    let arguments = [
        "matches::scripted::engine",
        "--exact",
        "--ignored",
        "--nocapture",
        "--quiet",
        &script,
    ];
    words.extend(arguments.map(|argument| format!("arg={argument}")));
    words
}

#[test]
#[ignore = "this is the engine, run by the other tests"]
fn engine() {
    let script = std::env::args().find_map(|word| Some(word.strip_prefix("script:")?.to_owned()));
    let parts = script.as_deref().unwrap_or_default().split(';');
    let script: HashMap<String, String> = parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    // The harness may have begun a line.
    println!();
    let log = script.get("log").map(|path| {
        let file = OpenOptions::new().append(true).create(true).open(path);
        file.expect("a log")
    });
    let mut engine = Engine {
        script,
        log,
        game: Game::default(),
        style: CastlingStyle::Standard,
        position: PositionCommand::default(),
        turns: 0,
        games: 0,
        is_pondering: false,
    };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !engine.hear(&line) {
            break;
        }
    }
    if engine.has("stubborn") {
        std::thread::sleep(LONG);
    }
}

struct Engine {
    script: HashMap<String, String>,
    log: Option<File>,
    game: Game,
    style: CastlingStyle,
    position: PositionCommand,
    /// Turns of this game, and games.
    turns: u64,
    games: u64,
    is_pondering: bool,
}

impl Engine {
    fn has(&self, key: &str) -> bool {
        self.script.contains_key(key)
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.script.get(key).is_some_and(|said| said == value)
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.script.get(key)?.parse().ok()
    }

    /// Handles a line; `false` ends the engine.
    fn hear(&mut self, line: &str) -> bool {
        if let Some(log) = &mut self.log {
            writeln!(log, "{line}").expect("room for the log");
        }
        match parse(line) {
            Some(Ok(Command::Uci)) if !self.is("mute", "uci") => {
                let variants = self.script.get("variants").map(String::as_str);
                let variants = variants.unwrap_or("chess plunderchess tworing tworing1");
                let variants: Vec<&str> = variants.split(' ').collect();
                println!("id name Scripted");
                println!("option name Hash type spin default 1 min 1 max 1024");
                println!("option name Press type button");
                println!("option name UCI_Chess960 type check default false");
                let list = variants.join(" var ");
                println!("option name UCI_Variant type combo default chess var {list}");
                println!("uciok");
            }
            Some(Ok(Command::IsReady)) => {
                let is_new = self.games > 0 && self.turns == 0 && self.is("mute", "ucinewgame");
                if !self.is("mute", "isready") && !is_new {
                    println!("readyok");
                }
            }
            Some(Ok(Command::NewGame)) => {
                self.games += 1;
                self.turns = 0;
            }
            Some(Ok(Command::SetOption { name, value })) => {
                let value = value.unwrap_or_default();
                match name.as_str() {
                    "UCI_Variant" => self.game = value.parse().expect("a game"),
                    "UCI_Chess960" if value == "true" => self.style = CastlingStyle::Chess960,
                    "Press" => {
                        if let Some(text) = self.script.get("complaint") {
                            println!("info string {text}");
                        }
                    }
                    _ => {}
                }
            }
            Some(Ok(Command::Position(position))) => self.position = position,
            Some(Ok(Command::Go(go))) if go.ponder => self.is_pondering = true,
            Some(Ok(Command::Go(_))) => self.go(),
            Some(Ok(Command::PonderHit)) => {
                self.is_pondering = false;
                self.go();
            }
            Some(Ok(Command::Stop)) if self.is_pondering && !self.is("mute", "stop") => {
                self.is_pondering = false;
                self.tell(&self.choose());
            }
            Some(Ok(Command::Quit)) => return false,
            _ => {}
        }
        true
    }

    fn go(&mut self) {
        self.turns += 1;
        if let Some(delay) = self.number("delay") {
            std::thread::sleep(Duration::from_millis(delay));
        }
        if self.number("at") == Some(self.turns)
            && let Some(act) = self.script.get("do").cloned()
            && !self.act(&act)
        {
            return;
        }
        self.tell(&self.choose());
    }

    /// Does what the script wants; whether the turn is still to be played.
    fn act(&self, act: &str) -> bool {
        match act.split_once(':').unwrap_or((act, "")) {
            ("exit", _) => std::process::exit(3),
            ("abort", _) => std::process::abort(),
            ("hang", _) => {
                std::thread::sleep(LONG);
                true
            }
            ("late", time) => {
                let time = time.parse().expect("milliseconds");
                std::thread::sleep(Duration::from_millis(time));
                true
            }
            ("say", text) => {
                self.tell(text);
                false
            }
            ("flood", _) => {
                let mut output = io::stdout().lock();
                let lines = "nothing\n".repeat(1000);
                while output.write_all(lines.as_bytes()).is_ok() {}
                false
            }
            ("noise", _) => {
                let mut output = io::stdout().lock();
                for number in 0..20_000 {
                    let _ = writeln!(output, "info depth {number} score cp {number} pv a1a1");
                }
                let _ = output.write_all(&vec![b'x'; 3 << 20]);
                let _ = output.write_all(b"\r\n\0\xff\xfe bestmove\nbestmov e2e4\ninfo\n");
                let _ = output.write_all(b"info score cp\ninfo string bestmove a1a1\n");
                true
            }
            _ => panic!("no act is called {act}"),
        }
    }

    fn tell(&self, best: &str) {
        if let Some(score) = self.script.get("score") {
            println!("info depth 7 score {score} pv {best}");
        }
        match self.script.get("ponder") {
            Some(expected) => println!("bestmove {best} ponder {expected}"),
            None => println!("bestmove {best}"),
        }
    }

    fn choose(&self) -> String {
        struct Choose<'a>(&'a Engine);
        impl VariantVisitor for Choose<'_> {
            type Output = String;
            fn visit<V: Variant>(self) -> String {
                self.0.choose_in::<V>()
            }
        }
        self.game.visit(Choose(self))
    }

    fn choose_in<V: Variant>(&self) -> String {
        let start = match &self.position.fen {
            Some(fen) => Position::<V>::from_fen(fen).expect("a good FEN"),
            None => Position::start(),
        };
        let mut history = History::new(start);
        for text in &self.position.moves {
            let turn = history.position().parse_move(text).expect("a legal turn");
            history.push(turn);
        }
        let position = history.position();
        let ply = self.position.moves.len();
        let line = self.script.get("line").map(String::as_str);
        let due = line.and_then(|line| line.split(' ').nth(ply));
        if let Some(due) = due.filter(|&due| position.parse_move(due).is_ok()) {
            return due.to_owned();
        }
        let turns = position.moves();
        let chosen = match self.number("seed") {
            None => turns.first().copied(),
            Some(seed) => {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                rng.set_stream(self.games);
                // So that each turn of a game has its own number.
                (0..ply).for_each(|_| {
                    let _: u64 = rng.random();
                });
                turns.choose(&mut rng).copied()
            }
        };
        chosen.map_or_else(
            || "(none)".to_owned(),
            |turn| position.format_move(turn, self.style),
        )
    }
}
