//! Options and their values.

use super::*;

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
