//! Positions without a turn.

use super::*;

/// Games, positions without a legal turn, and the score.
const WITHOUT_TURNS: [(&[&str], &str, Score); 6] = [
    (
        &["chess", "plunderchess"],
        "7k/5Q2/8/8/8/8/8/7K b",
        Score::Centipawns(0),
    ),
    // Rules 2.12: who has no turn loses.
    (
        &["tworing", "tworing1"],
        "7k/5Q2/8/8/8/8/8/7K b",
        Score::Mate(0),
    ),
    (&GAMES, "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", Score::Mate(0)),
    (&GAMES, "k7/8/8/8/8/8/6PP/r6K w - - 99 80", Score::Mate(0)),
    // A mate on the hundredth ply goes before the draw.
    (&GAMES, "R6k/6pp/8/8/8/8/8/K7 b - - 100 90", Score::Mate(0)),
    (
        &["plunderchess"],
        "8/8/8/8/8/2B:n5/8/k6K b - - 0 1",
        Score::Mate(0),
    ),
];

#[test]
fn without_a_turn_there_is_no_best_move() {
    for (games, fen, score) in WITHOUT_TURNS {
        for game in games {
            let mut engine = Engine::playing(game);
            engine.tell(format!("position fen {fen}"));
            for limits in [
                "depth 5",
                "movetime 1000",
                "wtime 1000 btime 1000",
                "nodes 9",
            ] {
                let search = engine.go(limits);
                assert_eq!(search.best, None, "{game}: {fen}");
                assert_eq!(search.last().score, score, "{game}: {fen}");
            }
            for limits in ["infinite", "ponder"] {
                engine.send(format!("go {limits}"));
                engine.has_no_best_move_for(Duration::from_millis(30));
                engine.send("stop");
                assert_eq!(engine.search().best, None, "{game}: {fen}");
            }
        }
    }
}

/// A search that has nothing left to search waits without burning the processor.
#[test]
fn waiting_costs_no_processor_time() {
    let mut engine = Engine::start();
    for position in ["7k/5Q2/8/8/8/8/8/7K b", "R6k/6pp/8/8/8/8/8/K7 b"] {
        engine.tell(format!("position fen {position}"));
        engine.send("go infinite");
        engine.sync();
        let before = engine.cpu_time();
        engine.has_no_best_move_for(2 * WHILE);
        if let (Some(before), Some(after)) = (before, engine.cpu_time()) {
            assert!(after - before < WHILE / 2, "{before:?} to {after:?}");
        }
        engine.send("stop");
        engine.search();
    }
}

/// Mates are told from the mover's side, a mated one's with a minus.
#[test]
fn mates_are_scored_for_the_mover() {
    for (fen, score, best) in [
        (MATE_IN_ONE, Score::Mate(1), "e1e8"),
        ("k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1", Score::Mate(1), "e8e1"),
        // On the last ply before the fifty-move rule.
        (
            "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
            Score::Mate(1),
            "g3h3",
        ),
        // A single turn, then the mate.
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", Score::Mate(-1), "h8g8"),
    ] {
        let mut engine = Engine::start();
        let game = Referee::from_fen("chess", fen);
        engine.tell(game.command());
        let search = engine.go("depth 5");
        game.check(&search);
        assert_eq!(search.last().score, score, "{fen}");
        assert_eq!(search.best.as_deref(), Some(best), "{fen}");
    }
}
