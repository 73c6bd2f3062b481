//! Positions that are refused, and those that are only odd.

use super::*;

const NO_VESTS: &[&str] = &["chess", "tworing", "tworing1"];
const NO_RINGS: &[&str] = &["chess", "plunderchess"];
const RINGS: &[&str] = &["tworing", "tworing1"];

/// Games, a FEN that they refuse, and a part of the reason.
const REFUSED: [(&[&str], &str, &str); 29] = [
    (&GAMES, "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46", "kings"),
    (&GAMES, "8/8/8/8/8/1p6/8/6kK w - - 0 1", "king on g1"),
    (&GAMES, "8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
    (&GAMES, "4k3/8/8/8/8/8/8/8 w - - 0 1", "kings"),
    (
        &GAMES,
        "8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1",
        "king on a6",
    ),
    (
        &GAMES,
        "rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "more than 32",
    ),
    (
        &GAMES,
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQ6/K6k w - - 0 1",
        "more than 32",
    ),
    (&GAMES, "startpos", "ranks"),
    (&GAMES, "", "empty"),
    (&GAMES, "4k3/8/8/8/8/8/4K3 w - - 0 1", "found 7"),
    (&GAMES, "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "found 9"),
    (&GAMES, "4k3/8/ppppppppp/8/8/8/8/4K3 w - - 0 1", "rank 6"),
    (&GAMES, "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "`9`"),
    (&GAMES, "4k3/8/8/8/8/8/8/x3K3 w - - 0 1", "`x`"),
    (&GAMES, "4k3/8/8/8/8/8/8/4K3 r - - 0 1", "`r`"),
    (&GAMES, "4k3/8/8/8/8/8/8/4K3 w K9 - 0 1", "`9`"),
    (&GAMES, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "`e9`"),
    (&GAMES, "4k3/8/8/8/8/8/8/4K3 w - - x 1", "`x`"),
    (&GAMES, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8"),
    (&GAMES, "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a1"),
    (&["chess"], "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1"),
    (RINGS, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1"),
    (NO_VESTS, "4k3/8/8/8/8/8/8/N:q3K3 w - - 0 1", "a1"),
    (&["plunderchess"], "4k3/8/8/8/8/8/8/R:r3K3 w - - 0 1", "a1"),
    (NO_RINGS, "4k3/8/8/8/8/N:w7/8/4K3 w - - 0 1", "a3"),
    (NO_RINGS, "4k3/4p3/8/8/8/8/8/4K3 b@ - - 0 1", "@"),
    (RINGS, "4k3/4p3/8/8/8/N:w7/B:w7/4K3 w - - 0 1", "ring"),
    (RINGS, "4k3/4p3/8/8/8/N:b7/8/4K3 b@ - - 0 1", "ring"),
    (RINGS, "4k3/8/8/8/8/8/8/4K3 b@ - - 0 1", "pawn"),
];

/// After each refusal nothing is searched, and then everything is well again.
#[test]
fn a_refused_fen_is_explained_and_never_searched() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        let refused = REFUSED.iter().filter(|(games, ..)| games.contains(&name));
        for (_, fen, reason) in refused {
            let notice = engine.notice(format!("position fen {fen}"));
            assert!(notice.contains("refused"), "{name}: {fen}: {notice}");
            assert!(notice.contains(reason), "{name}: {fen}: {notice}");
            assert_eq!(engine.go("depth 1").best, None, "{name}: {fen}");
            plays_on(&mut engine, &Referee::new(name));
        }
    }
}

#[test]
fn a_refused_turn_refuses_the_whole_position() {
    let mut engine = Engine::start();
    let promotion = "fen 8/4P3/8/8/8/8/8/k1K5 w - - 0 1";
    for (position, turns, refused) in [
        ("startpos", "e2e5", "e2e5"),
        ("startpos", "e2e2", "e2e2"),
        ("startpos", "e2e4x", "e2e4x"),
        ("startpos", "e2e4q", "e2e4q"),
        ("startpos", "e2", "e2"),
        ("startpos", "0000", "0000"),
        ("startpos", "e9e4", "e9e4"),
        ("startpos", "\u{e9}2e4", "\u{e9}2e4"),
        ("startpos", "e2e4\u{221e}", "e2e4\u{221e}"),
        ("startpos", "e1g1", "e1g1"),
        ("startpos", "d2d4 d7d5 d4d5 d8d5", "turn 3"),
        ("startpos", "e2e4 e7e5 moves g1f3", "moves"),
        ("startpos", "e2e4 e4e5", "e4e5"),
        (promotion, "e7e8", "e7e8"),
        (promotion, "e7e8k", "e7e8k"),
        (promotion, "e7e8p", "e7e8p"),
        (promotion, "e7e8qvn", "e7e8qvn"),
    ] {
        engine.tell("position startpos moves g1f3");
        let notice = engine.notice(format!("position {position} moves {turns}"));
        assert!(notice.contains("refused"), "{turns}: {notice}");
        assert!(notice.contains(refused), "{turns}: {notice}");
        assert_eq!(engine.go("depth 1").best, None, "{turns}");
        plays_on(&mut engine, &start());
    }
}

/// `e7e8Q` is read as `e7e8q` or refused, but no pawn arrives there.
#[test]
fn upper_case_in_a_turn_is_read_or_refused() {
    let fen = "8/4P3/8/8/8/8/8/k1K5 w - - 0 1";
    let mut engine = Engine::start();
    let refused = engine.ask(format!("position fen {fen} moves e7e8Q"));
    let search = engine.go("depth 1");
    if refused.is_empty() {
        Referee::from_fen("chess", fen)
            .after("e7e8q")
            .check(&search);
    } else {
        assert_eq!(search.best, None);
    }
}

#[test]
fn a_position_that_is_none_refuses_too() {
    let mut engine = Engine::start();
    for line in [
        "position",
        "position foo",
        "position startpos e2e4",
        "position startpos foo moves e2e4",
        "position fen",
        "position fen startpos",
        "position fen moves e2e4",
        "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        engine.notice(line);
        assert_eq!(engine.go("depth 1").best, None, "{line}");
        plays_on(&mut engine, &start());
    }
}

/// Also where nothing can be searched, who searches without end or ponders is answered when he
/// asks for it; and neither a new game nor another variant makes a position out of a refusal.
#[test]
fn a_refusal_lasts_until_a_good_position() {
    let mut engine = Engine::start();
    engine.notice("position startpos moves e2e5");
    for limits in ["infinite", "ponder"] {
        engine.send(format!("go {limits}"));
        engine.has_no_best_move_for(WHILE);
        engine.send("stop");
        assert_eq!(engine.search().best, None, "{limits}");
    }
    engine.tell("ucinewgame");
    assert_eq!(engine.go("depth 1").best, None);
    engine.choose("tworing");
    assert_eq!(engine.go("depth 1").best, None);
    plays_on(&mut engine, &Referee::new("tworing"));
}

/// Positions that look impossible and are read all the same, with the number of their turns.
#[test]
fn odd_positions_are_read() {
    let mut engine = Engine::start();
    for (fen, turns) in [
        ("4k3/8/8/8/8/8/8/4K3 w", 5),
        ("4k3/8/8/8/8/8/8/4K3  w\t- -  3", 5),
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", 7),
        (
            "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15",
            26,
        ),
        ("R6R/3Q4/1Q2Q3/4Q3/2QB3Q/Q4Q2/Np1Q4/1k1N1K2 w - - 3 4", 180),
        ("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 6),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16),
    ] {
        engine.tell(format!("position fen {fen}"));
        assert_eq!(engine.perft(1).1, turns, "{fen}");
        Referee::from_fen("chess", fen).check(&engine.go("depth 2"));
    }
    engine.tell("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 255 0 moves a1a2");
    assert_eq!(fen(&mut engine), "4k3/8/8/8/8/8/R7/4K3 b - - 256 1");
}
