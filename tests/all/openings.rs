//! Guards `alberich openings` as a program, and the sets of openings in `positions/`.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

use crate::common::{Directory, complaint, in_every_game, printed, program};
use alberich::perft::read_suite;
use alberich::position::History;
use alberich::record::{Epd, Operation};
use alberich::variant::Variant;

fn command(words: &str) -> Command {
    program(words.split_whitespace())
}

/// The command that a set's header says it was made by, without the program's name.
fn command_in_header(text: &str) -> &str {
    text.lines()
        .find_map(|line| line.strip_prefix("# alberich "))
        .unwrap_or_else(|| panic!("no command in {text}"))
}

/// The value of an option in a command.
fn value<'a>(command: &'a str, option: &str) -> &'a str {
    let mut words = command
        .split_whitespace()
        .skip_while(|&word| word != option);
    words
        .nth(1)
        .unwrap_or_else(|| panic!("no {option} in {command}"))
}

/// A set is of a game; its positions differ, are legal, not over and as balanced as its header
/// says. Returns their number.
fn check_set<V: Variant>(text: &str) -> usize {
    let command = command_in_header(text);
    assert_eq!(value(command, "--variant"), V::NAME);
    let bound: i32 = value(command, "--score").parse().expect("a number");
    let suite = read_suite::<V>(text).unwrap_or_else(|error| panic!("{}: {error}", V::NAME));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut keys = HashSet::new();
    for (line, in_suite) in lines.zip(&suite) {
        let epd = Epd::<V>::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(epd.position.fen(), in_suite.position.fen());
        assert_eq!(epd.to_string(), line, "{}", V::NAME);
        assert_eq!(History::new(epd.position).end(), None, "{line}");
        assert!(!epd.position.is_assignment_due(), "{line}");
        assert!(keys.insert(epd.position.key()), "twice: {line}");
        let [Operation::Other { opcode, operands }] = &epd.operations[..] else {
            panic!("not one operation: {line}");
        };
        let score: i32 = operands[0].parse().expect("a number");
        assert!(opcode == "ce" && score.abs() <= bound, "{line}");
    }
    assert_eq!(keys.len(), suite.len());
    assert_eq!(suite.len().to_string(), value(command, "--count"));
    suite.len()
}

fn the_set_in_the_repository_is_sound<V: Variant>() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("positions")
        .join(format!("openings-{}.epd", V::NAME));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let count = check_set::<V>(&text);
    assert!(count >= 500, "{}: only {count} openings", V::NAME);
}

#[test]
fn the_sets_in_the_repository_are_sound() {
    in_every_game!(the_set_in_the_repository_is_sound);
}

fn the_command_in_the_header_makes_the_same_set<V: Variant>() {
    let options = "--count 6 --plies 4..7 --nodes 300 --score 80 --chess960";
    let words = format!("openings --variant {} {options}", V::NAME);
    let text = printed(command(&format!("{words} --threads 2")));
    assert_eq!(check_set::<V>(&text), 6);
    assert_eq!(printed(command(command_in_header(&text))), text);
    assert_ne!(printed(command(&format!("{words} --seed 2"))), text);
}

#[test]
fn the_command_in_the_header_makes_the_same_set_in_every_game() {
    in_every_game!(the_command_in_the_header_makes_the_same_set);
}

#[test]
fn a_file_is_written_when_all_are_found() {
    let directory = Directory::new();
    let file = directory.file("openings");
    let to_file = |words: &str| {
        let mut command = command(words);
        command.arg("--output").arg(&file);
        command
    };
    let words = "openings --count 3 --nodes 300 --plies 5";
    assert_eq!(printed(to_file(words)), "");
    let text = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(printed(command(words)), text);
    // After one ply there are 20 positions.
    complaint(to_file(
        "openings --count 21 --nodes 300 --plies 1 --score 1000",
    ));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text);
}

#[test]
fn what_is_refused_says_why() {
    for (arguments, reason) in [
        ("--plies 9..6", "9 is more than 6"),
        ("--plies 6..", "`` is not a number from 1 to 200"),
        ("--plies 0..4", "`0` is not a number from 1 to 200"),
        ("--count 0", "0 is not in 1..=100000"),
        ("--nodes 0", "0 is not in 1.."),
        ("--variant xiangqi", "xiangqi"),
        (
            "--count 21 --plies 1 --score 1000 --nodes 300",
            "found 20 openings of 21",
        ),
        (
            "--count 1 --nodes 300 --output /no/such/folder/file",
            "/no/such/folder/file: ",
        ),
    ] {
        let message = complaint(command(&format!("openings {arguments}")));
        assert!(message.contains(reason), "{arguments}: {message}");
    }
}
