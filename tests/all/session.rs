//! Guards the states of a session: every command in every state, by all pairs of commands in
//! either order, and the commands that stand on the command line.

use crate::common::{Directory, printed, program};
use crate::engine::Engine;

/// Commands of every kind, those that start, stop and disturb a search among them.
const COMMANDS: [&str; 31] = [
    "",
    "nonsense",
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4",
    "position fen 7k/8/8/8/8/8/8/K6R w - - 0 1",
    "position fen refused",
    "go depth 3",
    "go movetime 5",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go searchmoves a2a3 nodes 500",
    "go perft 2",
    "stop",
    "ponderhit",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value tworing",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Chess960 value true",
    "d",
    "eval",
    "flip",
    "bench 1",
    "genfens 1 seed 1 book None",
    "register later",
    "debug on",
    "help",
];

/// How many best moves a command brings.
fn best_moves(command: &str) -> usize {
    usize::from(command.starts_with("go ") && !command.contains("perft"))
}

/// Sends commands in one write, ends what they have begun by a search that ends by itself, and
/// returns how many best moves have come, and how many should.
fn best_moves_of(engine: &mut Engine, commands: &[&str]) -> (usize, usize) {
    let last = ["stop", "go nodes 1"];
    let lines = commands.iter().chain(&last);
    let expected = lines.clone().map(|line| best_moves(line)).sum();
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    engine.write(text.as_bytes());
    let mut came = 0;
    while came < expected {
        engine.wait_for("bestmove");
        came += 1;
    }
    let more = engine.sync();
    came += more
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count();
    (came, expected)
}

/// After any two commands, in either order, as many best moves have come as searches were begun,
/// and the engine is ready.
#[test]
fn every_pair_of_commands() {
    let mut engine = Engine::start();
    for first in COMMANDS {
        for second in COMMANDS {
            let (came, expected) = best_moves_of(&mut engine, &[first, second]);
            assert_eq!(
                came,
                expected,
                "{first}, then {second}\n{}",
                engine.session()
            );
        }
        // The first may have left a game, a mode or a refused position behind.
        engine.choose("chess");
        engine.tell("position startpos");
    }
}

/// Whatever runs, the end of input ends the program.
#[test]
fn quit_after_every_command() {
    for command in COMMANDS {
        for end in ["quit\n", ""] {
            let mut engine = Engine::start();
            engine.write(format!("{command}\n{end}").as_bytes());
            engine.close_input();
            engine.ends_within(std::time::Duration::from_secs(10));
        }
    }
}

/// Lines on the command line are handled in order, each search to its end.
#[test]
fn commands_stand_on_the_command_line() {
    let lines = [
        "position startpos moves e2e4",
        "go depth 2",
        "go perft 1",
        "eval",
        "go nodes 9",
    ];
    let mut command = program(["uci"]);
    command.args(lines);
    let text = printed(command);
    let ends: Vec<&str> = text
        .lines()
        .filter(|line| {
            ["bestmove", "Nodes", "Static"]
                .iter()
                .any(|word| line.starts_with(word))
        })
        .map(|line| line.split_whitespace().next().unwrap_or_default())
        .collect();
    assert_eq!(ends, ["bestmove", "Nodes", "Static", "bestmove"], "{text}");
}

/// Also a search for a mate that is not there, and one that ponders and is told that it was right.
#[test]
fn searches_on_the_command_line_have_an_end() {
    let mut command = program(["uci"]);
    command.args([
        "position fen 4k3/4p3/4P3/8/8/8/8/4K3 w - - 0 1",
        "go mate 1",
    ]);
    let text = printed(command);
    assert!(text.contains("\nbestmove "), "{text}");
    let mut command = program(["uci"]);
    command.args(["go ponder depth 9", "ponderhit"]);
    let text = printed(command);
    assert!(text.contains("info depth 9 "), "{text}");
}

/// Nor can a wrong value of `ALBERICH_LOG` be told where standard error is full.
#[test]
#[cfg(target_os = "linux")]
fn diagnostics_that_cannot_be_written_stop_nothing() {
    for value in ["%%%=,=", "trace"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let mut command = program(["uci", "go depth 2"]);
        command.env("ALBERICH_LOG", value);
        command.stderr(full.expect("a device"));
        assert!(printed(command).contains("bestmove "), "{value}");
    }
}

/// `Debug Log File`: all lines in and out, to the file that is named, until none is.
#[test]
fn lines_are_logged_to_a_file() {
    let directory = Directory::new();
    let file = directory.file("log");
    let mut engine = Engine::start();
    engine.tell(format!(
        "setoption name Debug Log File value {}",
        file.display()
    ));
    engine.go("depth 1");
    engine.tell("setoption name Debug Log File value <empty>");
    engine.go("depth 2");
    let logged = std::fs::read_to_string(&file).expect("the log");
    assert!(
        logged.contains("go depth 1") && logged.contains("bestmove"),
        "{logged}"
    );
    assert!(!logged.contains("go depth 2"), "{logged}");
    let notice = engine.notice("setoption name Debug Log File value /no/such/folder/log");
    assert!(notice.contains("/no/such/folder/log"), "{notice}");
}
