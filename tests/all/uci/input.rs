//! The form of input: spaces, noise, and lines without end.

use super::*;

#[test]
fn what_means_nothing_is_passed_over_in_silence() {
    let mut engine = Engine::start();
    for line in [
        "",
        "   ",
        "\t",
        "\r",
        "joho debug on",
        "debug off",
        "register later",
        "xyzzy",
        "GO INFINITE",
        "\u{265a}",
    ] {
        engine.tell(line);
    }
    engine.tell("debug on");
    for line in ["xyzzy", "xy\rzzy\u{7}"] {
        // The client itself refuses carriage returns in the output.
        let notice = engine.notice(line);
        assert!(notice.contains("zzy"), "{notice}");
    }
    engine.send("joho isready");
    engine.wait_for("readyok");
    plays_on(&mut engine, &start());
}

#[test]
fn carriage_returns_tabs_and_spaces_only_separate() {
    let mut engine = Engine::start();
    for position in [
        "position startpos moves e2e4\r",
        "\tposition\tstartpos\tmoves\te2e4\t",
        "  position   startpos  moves   e2e4  \r",
    ] {
        engine.tell(position);
        start().after("e2e4").check(&engine.go("depth  2\t \r"));
    }
    engine.write(b"position startpos\r\n\r\ngo depth 1\r\nisready\r\n");
    engine.wait_for("bestmove");
    engine.tell("setoption  name\tMove   Overhead  value  15 \r");
}

/// Lines that no game needs are not stored, not read in part, and not mistaken for others; and a
/// position that was not read is not taken for the last one.
#[test]
fn a_line_too_long_is_ignored_with_a_notice() {
    const LENGTH: usize = 5_000_000;
    let mut engine = Engine::start();
    engine.tell("position startpos");
    engine.notice(format!("isready{}isready", " ".repeat(LENGTH)));
    start().check(&engine.go("depth 1"));

    engine.notice(shuffled(LENGTH / 5));
    assert_eq!(engine.go("depth 1").best, None);
    plays_on(&mut engine, &start());

    engine.notice(format!("joho {}", shuffled(LENGTH / 5)));
    assert_eq!(engine.go("depth 1").best, None);
    plays_on(&mut engine, &start());

    engine.write("x".repeat(LENGTH).as_bytes());
    engine.close_input();
    let lines = engine.ends_within(SECOND);
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut engine = Engine::start();
    engine.write(b"\xff\xfe\x00\x80\n\xc3\n\x00\nisready \xff\n");
    engine.wait_for("readyok");
    engine.write(b"position startpos moves e2\xff4\n");
    assert_eq!(engine.sync().len(), 1);
    assert_eq!(engine.go("depth 1").best, None);
    engine.write(b"setoption name \xff value \xfe\n");
    assert_eq!(engine.sync().len(), 1);
    plays_on(&mut engine, &start());
}

#[test]
fn games_of_thousands_of_plies_are_read_in_full() {
    let mut engine = Engine::start();
    for (plies, placement, mover, side) in [
        (
            1_600,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            'w',
            Side::White,
        ),
        (
            6_000,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            'w',
            Side::White,
        ),
        (
            6_001,
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R",
            'b',
            Side::Black,
        ),
    ] {
        engine.tell(shuffled(plies));
        let number = plies / 2 + 1;
        let expected = format!("{placement} {mover} KQkq - {plies} {number}");
        assert_eq!(fen(&mut engine), expected);
        let game = Referee::from_fen("chess", &expected);
        assert_eq!(game.mover(), side);
        game.check_choice(&engine.go("depth 4"));
    }
}
