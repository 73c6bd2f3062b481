//! Options and their values.

use super::*;

use crate::common::Directory;
use alberich::eval::Chances;
use alberich::eval::network::{HIDDEN_ONE, Network};
use alberich::variant::Game;

#[test]
fn option_names_ignore_case_and_spaces() {
    let mut engine = Engine::start();
    engine.tell("setoption name mOVE    overHEAD value 20");
    engine.tell("setoption name moveoverhead value 20");
    engine.tell("setoption name HASH value 4");
    engine.tell("setoption name clear hash");
    engine.tell("setoption name CLEARHASH");
    engine.tell("setoption name uci_chess960 value TRUE");
    let notice = engine.notice("setoption name uci_variant value TwoRing");
    assert!(
        notice.starts_with("info string variant tworing "),
        "{notice}"
    );
}

#[test]
fn option_values_are_clamped_or_refused_with_a_notice() {
    let mut engine = Engine::start();
    for (option, part) in [
        ("name Hash value 0", "set to 1"),
        ("name Hash value -5", "set to 1"),
        ("name Threads value 0", "set to 1"),
        ("name Threads value -99999999999999999999", "set to 1"),
        ("name Move Overhead value 99999", "set to 5000"),
        ("name Move Overhead value -1", "set to 0"),
        ("name Hash value", "Hash"),
        ("name Hash", "Hash"),
        ("name Hash value many", "`many`"),
        ("name Threads value 1.5", "`1.5`"),
        ("name UCI_Chess960 value maybe", "`maybe`"),
        ("name UCI_Chess960", "UCI_Chess960"),
        ("name UCI_Variant", "UCI_Variant"),
        ("name NoSuchOption value 1", "`NoSuchOption`"),
        ("name", "name"),
        ("", "name"),
        ("Hash value 4", "name"),
    ] {
        let notice = engine.notice(format!("setoption {option}"));
        assert!(notice.contains(part), "{option}: {notice}");
    }
    plays_on(&mut engine, &start());
}

#[test]
fn impossible_sizes_leave_a_working_engine() {
    let mut engine = Engine::start();
    for value in ["99999999999", "99999999999999999999999"] {
        let notices = engine.ask(format!("setoption name Hash value {value}"));
        assert!(!notices.is_empty());
        plays_on(&mut engine, &start());
    }
    engine.tell("setoption name Hash value 16");
    let notices = engine.ask("setoption name Threads value 100000");
    assert!(!notices.is_empty());
    engine.tell(start().command());
    start().check_choice(&engine.go("movetime 50"));
    engine.tell("setoption name Threads value 1");
    plays_on(&mut engine, &start());
}

/// A file of a network whose output is the same everywhere.
fn write_network(path: &std::path::Path, output: i32) {
    let network = Network::zero(Game::Chess, 32, 1, 160, String::new()).expect("a shape");
    let network = network.changed(|header, weights| {
        header.pawn = 80;
        header.chances = Some(Chances {
            half: 100.0,
            spread: 50.0,
        });
        weights.output_biases[0] = HIDDEN_ONE * header.output_one * output / 100;
    });
    let network = network.expect("a possible header");
    std::fs::write(path, network.to_bytes()).expect("a file");
}

#[test]
fn a_network_is_used_and_a_damaged_one_is_not() {
    let mut engine = Engine::start();
    let directory = Directory::new();
    let [good, bad] = ["good  one.net", "bad.net"].map(|name| directory.file(name));
    write_network(&good, 50);
    write_network(&bad, 25);
    let mut bytes = std::fs::read(&bad).expect("the file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&bad, bytes).expect("a file");
    let told = engine.notice(format!("setoption name EvalFile value {}", good.display()));
    assert_eq!(
        told,
        "info string chess is judged by a network of 32 neurons"
    );
    let judges = |engine: &mut Engine| {
        assert_eq!(
            engine.ask("eval"),
            ["Static evaluation: +100 centipawns for White"]
        );
        engine.tell("setoption name UCI_ShowWDL value true");
        let search = engine.go("depth 1");
        assert_eq!(search.last().score, Score::Centipawns(-100));
        let [wins, _, losses] = search.last().chances.expect("chances");
        assert_eq!((wins, losses), (18, 500));
    };
    judges(&mut engine);
    for (file, reason) in [
        (bad.display().to_string(), "the checksum is wrong"),
        ("/no/such.net".to_owned(), "No such file"),
        ("/dev/zero".to_owned(), "not a regular file"),
        ("/".to_owned(), "not a regular file"),
        (String::new(), "no file is named"),
    ] {
        let notice = engine.notice(format!("setoption name EvalFile value {file}"));
        assert!(notice.contains(reason), "{notice}");
        assert!(notice.ends_with("the old one stays"), "{notice}");
        judges(&mut engine);
    }
    let told = engine.notice("setoption name EvalFile value material");
    assert_eq!(told, "info string chess is judged by the count of material");
    assert_eq!(
        engine.ask("eval"),
        ["Static evaluation: +0 centipawns for White"]
    );
    plays_on(&mut engine, &start());
}

/// What a line names may be a pipe, which nobody reads or writes, or a device, which has no end.
#[test]
#[cfg(unix)]
fn a_file_that_is_none_is_refused_and_not_waited_for() {
    let directory = Directory::new();
    let pipe = directory.file("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let mut engine = Engine::start();
    for file in [pipe.as_path(), "/dev/zero".as_ref(), "/".as_ref()] {
        for line in [
            "setoption name EvalFile value",
            "setoption name Debug Log File value",
            "genfens 1 seed 1 book",
        ] {
            engine.send(format!("{line} {}", file.display()));
            let notice = engine.wait_for("info string ").pop().unwrap_or_default();
            assert!(
                notice.contains("not a regular file"),
                "{line} {file:?}: {notice}"
            );
        }
    }
    plays_on(&mut engine, &start());
}
