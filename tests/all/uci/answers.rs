//! One best move for each search.

use super::*;

/// A search that is stopped before it has begun, and the next one with it, must neither lose its
/// answer nor give it twice, nor answer for the other's position.
#[test]
fn every_search_of_a_flood_is_answered_once() {
    const ROUNDS: usize = 200;
    let round = "position startpos\ngo infinite\nstop\n\
                 position startpos moves e2e4\ngo depth 1\n";
    let mut engine = Engine::start();
    engine.write(round.repeat(ROUNDS).as_bytes());
    let positions = [start(), start().after("e2e4")];
    let legal = positions.each_ref().map(Referee::legal);
    for search in 0..2 * ROUNDS {
        let Some(line) = engine.wait_for("bestmove").pop() else {
            unreachable!("there is the line that was waited for");
        };
        let turn = line.split_whitespace().nth(1).unwrap_or_default();
        let legal = &legal[search % 2];
        assert!(legal.iter().any(|text| text == turn), "{search}: {line}");
    }
    engine.has_no_best_move_for(WHILE);
}

#[test]
fn a_new_search_ends_the_old_one() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    engine.write(b"go infinite\ngo ponder\ngo depth 200\ngo nodes 100\n");
    for _ in 0..3 {
        engine.wait_for("bestmove");
    }
    start().check(&engine.search());
}

#[test]
fn stop_and_ponderhit_without_a_search_do_nothing() {
    let mut engine = Engine::start();
    engine.tell("stop");
    engine.tell("ponderhit");
    engine.tell("position startpos");
    start().check(&engine.go("depth 1"));
    engine.tell("stop");
    engine.tell("stop");
    engine.tell("ponderhit");
    engine.write(b"go infinite\nstop\nstop\nstop\n");
    start().check(&engine.search());
}
