//! It is always ready, whatever it does.

use super::*;

#[test]
fn is_ready_while_it_searches() {
    let mut engine = Engine::start();
    engine.is_ready_within(READY);
    for go in BUSY
        .into_iter()
        .chain(["go perft 12", "bench 30", "genfens 100000"])
    {
        engine.send(go);
        for _ in 0..5 {
            engine.is_ready_within(READY);
        }
        engine.send("stop");
        engine.is_ready_within(READY);
    }
}

/// cutechess asks before every `go`.
#[test]
fn is_ready_before_every_search() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        engine.tell("position startpos moves");
        engine.is_ready_within(READY);
        start().check(&engine.go("nodes 200"));
    }
}

/// Every option, a new game and a new position while a search runs: no deadlock, the search goes
/// on with what it began with, and afterwards everything is as it was set.
#[test]
fn takes_settings_while_it_searches() {
    let mut engine = Engine::start();
    for round in 0..3 {
        engine.choose("chess");
        engine.tell("position startpos moves e2e4");
        engine.send("go infinite");
        for setting in [
            "setoption name Hash value 8",
            "setoption name Clear Hash",
            "setoption name Threads value 2",
            "setoption name Move Overhead value 20",
            "setoption name UCI_Chess960 value true",
            "setoption name UCI_Variant value plunderchess",
            "setoption name NoSuchOption value 1",
            "ucinewgame",
            "position startpos moves d2d4",
            "position startpos moves d2d5",
            "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        ] {
            engine.send(setting);
            engine.is_ready_within(READY);
        }
        engine.send("stop");
        start().after("e2e4").check(&engine.search());

        let castling = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let game = Referee::from_fen("plunderchess", castling).in_chess960();
        let search = engine.go("depth 3 searchmoves e1a1");
        assert_eq!(search.best.as_deref(), Some("e1a1"), "round {round}");
        game.check(&search);
        engine.tell("setoption name Threads value 1");
        engine.tell("setoption name UCI_Chess960 value false");
    }
}
