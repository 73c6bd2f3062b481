//! Pondering and searches without end.

use super::*;

/// Positions and limits with which a search is over at once.
const SOON_OVER: [(&str, &str); 6] = [
    ("startpos", "depth 1"),
    ("startpos", "movetime 1"),
    ("startpos", "nodes 10"),
    ("startpos", "wtime 1 btime 1"),
    ("fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "mate 1"),
    // King against king, and a single legal turn.
    ("fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "wtime 1 btime 1"),
];

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    let mut engine = Engine::start();
    for (position, limits) in SOON_OVER {
        engine.tell(format!("position {position}"));
        engine.send(format!("go infinite {limits}"));
        engine.has_no_best_move_for(WHILE);
        engine.send("ponderhit");
        engine.has_no_best_move_for(Duration::from_millis(20));
        engine.send("stop");
        assert!(engine.search().best.is_some());
    }
    engine.tell(format!("position fen {MATE_IN_ONE}"));
    engine.send("go infinite");
    engine.has_no_best_move_for(2 * WHILE);
    engine.send("stop");
    assert_eq!(engine.search().best.as_deref(), Some("e1e8"));
}

#[test]
fn a_pondering_search_answers_only_when_told() {
    let mut engine = Engine::start();
    for (position, limits) in SOON_OVER {
        for release in ["ponderhit", "stop"] {
            engine.tell(format!("position {position}"));
            engine.send(format!("go ponder {limits}"));
            engine.has_no_best_move_for(WHILE);
            let released = Instant::now();
            engine.send(release);
            assert!(engine.search().best.is_some());
            let taken = released.elapsed();
            assert!(taken <= SLACK, "{position} {limits} {release}: {taken:?}");
        }
    }
}

#[test]
fn time_counts_from_the_ponderhit() {
    const TIME: Duration = Duration::from_millis(300);
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4");
    engine.send(format!("go ponder movetime {}", TIME.as_millis()));
    engine.has_no_best_move_for(TIME + WHILE);
    let released = Instant::now();
    engine.send("ponderhit");
    start().after("e2e4").check(&engine.search());
    let taken = released.elapsed();
    assert!((TIME / 2..TIME + SLACK).contains(&taken), "{taken:?}");
}
