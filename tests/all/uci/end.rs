//! How it ends: by `quit` and by the end of input, with counts finished first.

use super::*;

/// A script asks for counts and quits; they are finished first.
#[test]
fn counts_are_finished_before_the_end() {
    let mut engine = Engine::start();
    engine.write(b"go perft 3\ngo perft 2\nbench 1\nquit\n");
    let lines = engine.ends_within(20 * SECOND);
    let totals: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("Nodes searched") || line.ends_with(" nps"))
        .collect();
    assert_eq!(totals.len(), 3, "{lines:?}");
    assert_eq!(totals[..2], ["Nodes searched: 8902", "Nodes searched: 400"]);
}

/// Yet none keeps the program for ever.
#[test]
fn an_endless_count_gives_way_to_the_end() {
    for count in [
        "go perft 20",
        "bench 60",
        "go perft 20\ngo infinite\nbench 60",
    ] {
        for end in ["", "quit\n"] {
            let mut engine = Engine::start();
            engine.write(format!("{count}\n{end}").as_bytes());
            engine.close_input();
            engine.ends_within(20 * SECOND);
        }
    }
}

/// While a count goes on, what needs no engine is done at once, and the rest in its order.
#[test]
fn what_comes_during_a_count_waits_in_order() {
    let mut engine = Engine::start();
    engine.write(b"go perft 20\nposition startpos moves e2e4\nd\n");
    engine.wait_for("Checkers");
    engine.write(b"go infinite\nposition startpos moves d2d4\neval\ngo nodes 1\n");
    engine.is_ready_within(READY);
    engine.has_no_best_move_for(WHILE);
    engine.send("stop");
    engine.wait_for("info string perft stopped");
    for expected in ["Static evaluation", "bestmove ", "bestmove "] {
        engine.wait_for(expected);
    }
}

/// `stop` is for all counts and searches that were asked for before it.
#[test]
fn stop_ends_counts_that_wait() {
    let mut engine = Engine::start();
    engine.write(b"go perft 20\ngo perft 20\ngo infinite\nbench 60\nstop\nd\n");
    engine.wait_for("info string perft stopped");
    engine.wait_for("info string perft stopped");
    engine.wait_for("bestmove ");
    engine.wait_for("info string bench stopped");
    engine.wait_for("Checkers");
}

/// A count does not make its program keep whatever is sent: when too much waits, it gives way.
#[test]
fn a_count_gives_way_to_a_flood() {
    let mut engine = Engine::start();
    engine.write(b"go perft 20\ngo nodes 1\n");
    let line = format!("position startpos moves{}\n", " e2e4 e7e5".repeat(20_000));
    for _ in 0..25 {
        engine.write(line.as_bytes());
    }
    engine.wait_for("info string perft stopped");
    engine.wait_for("bestmove");
    engine.is_ready_within(SECOND);
}

/// The richest positions have 20 million lines of four turns, and more.
#[test]
fn stop_ends_a_count_in_a_rich_position() {
    const RICH: &str = "kn1q1q1q/nn1q1q1q/2q1q3/8/8/3Q1Q2/Q1Q1Q1NN/Q1Q1Q1NK w - - 0 1";
    let mut engine = Engine::start();
    engine.tell(format!("position fen {RICH}"));
    for depth in [6, 64, 100_000] {
        engine.send(format!("go perft {depth}"));
        engine.sync();
        engine.send("stop");
        engine.wait_for("info string perft stopped");
    }
    engine.send("quit");
    engine.ends_within(SECOND);
}

#[test]
fn quit_or_the_end_of_input_end_whatever_searches() {
    let busy = BUSY.into_iter().chain(["isready", "go depth 1"]);
    for command in busy {
        for quits in [true, false] {
            let mut engine = Engine::start();
            engine.tell("setoption name Threads value 2");
            engine.send(command);
            // A short search may have answered by now.
            let mut lines = engine.is_ready_within(READY);
            if quits {
                engine.send("quit");
            } else {
                engine.close_input();
            }
            lines.extend(engine.ends_within(SECOND));
            let moves = lines.iter().filter(|line| line.starts_with("bestmove"));
            let searches = usize::from(command.starts_with("go "));
            assert_eq!(moves.count(), searches, "{command}: {lines:?}");
        }
    }
}

#[test]
fn the_last_line_needs_no_line_feed() {
    let mut engine = Engine::start();
    engine.write(b"isready");
    engine.close_input();
    assert_eq!(engine.ends_within(SECOND), ["readyok"]);
    let mut engine = Engine::start();
    engine.write(b"isready\nquit");
    engine.close_input();
    assert_eq!(engine.ends_within(SECOND), ["readyok"]);
}
