//! Limits of searches, in any mix.

use super::*;

/// Searches that have to end by themselves, and the milliseconds they have.
const DEGENERATE: [(&str, u64); 26] = [
    ("movetime 0", 0),
    ("movetime -1", 0),
    ("movetime -99999999999999999999", 0),
    ("movetime 1", 1),
    ("depth 0", 50),
    ("depth -3", 50),
    ("depth -4294967295", 50),
    ("nodes 0", 50),
    ("nodes -1", 50),
    ("nodes 1", 50),
    ("wtime 0 btime 0", 0),
    ("wtime -50 btime -50", 0),
    ("wtime -50 btime -50 winc -10 binc -10", 0),
    ("wtime -50 btime -50 movestogo 1", 0),
    ("wtime 0 btime 0 winc 50 binc 50", 50),
    ("wtime 20 btime 20", 20),
    ("wtime 20 btime 20 winc 0 binc 0 movestogo 40", 20),
    ("wtime 300 btime 300 movestogo 1", 300),
    ("wtime 300 btime 300 movestogo 0", 300),
    ("wtime 300 btime 300 movestogo -5", 300),
    ("wtime 300", 300),
    ("wtime 300 btime", 300),
    ("movetime 50 depth 200 nodes 999999999", 50),
    ("movetime 3000000000 nodes 100", 50),
    ("wtime 99999999 btime 99999999 depth 1", 50),
    ("foo depth 1", 50),
];

#[test]
fn degenerate_limits_give_a_legal_move_in_time() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    for (limits, time) in DEGENERATE {
        let start_of_search = Instant::now();
        let search = engine.go(limits);
        let taken = start_of_search.elapsed();
        start().check(&search);
        assert!(
            taken <= Duration::from_millis(time) + SLACK,
            "{limits}: {taken:?}"
        );
    }
}

/// Limits that do not bound the search of the side to move.
#[test]
fn one_sided_limits_end_or_obey_stop() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    for limits in [
        "",
        "btime 100",
        "binc 100",
        "winc 100",
        "movestogo 5",
        "depth",
        "movetime nodes",
        "mate 1",
        "mate 0",
        "mate -1",
        "foo",
        "infinite depth 1",
        "infinite movetime 1",
        "infinite wtime 1 btime 1",
    ] {
        engine.send(format!("go {limits}"));
        std::thread::sleep(Duration::from_millis(20));
        engine.send("stop");
        start().check(&engine.search());
    }
}

/// Numbers that are 0 or 1 when cut to fewer bits.
#[test]
fn numbers_too_large_are_clamped() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    for limits in [
        "movetime 3000000000",
        "movetime 4294967296",
        "movetime 18446744073709551617",
        "movetime 99999999999999999999999999",
        "depth 4294967297",
        "depth 18446744073709551617",
        "nodes 4294967297",
        "nodes 18446744073709551617",
        "mate 4294967297 movetime 4294967296",
        "wtime 18446744073709551617 btime 18446744073709551617",
        "wtime 9223372036854775807 btime 9223372036854775807 \
         winc 9223372036854775807 binc 9223372036854775807 movestogo 4294967296",
    ] {
        engine.send(format!("go {limits}"));
        engine.wait_for("info depth 4 ");
        engine.has_no_best_move_for(Duration::from_millis(50));
        engine.send("stop");
        start().check(&engine.search());
    }
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    let search = engine.go("depth 5");
    assert_eq!(search.last().depth, 5);
    for most in [100, 1000, 12345] {
        let nodes = engine.go(&format!("nodes {most}")).last().nodes;
        assert!(nodes <= most + FEW, "{nodes} nodes of {most}");
    }
    for time in [100, 300].map(Duration::from_millis) {
        let start_of_search = Instant::now();
        engine.go(&format!("movetime {}", time.as_millis()));
        let taken = start_of_search.elapsed();
        assert!(
            (time / 2..time + SLACK).contains(&taken),
            "{taken:?} of {time:?}"
        );
    }
    engine.tell(format!("position fen {MATE_IN_ONE}"));
    let search = engine.go("mate 1");
    assert_eq!(search.last().score, Score::Mate(1));
    assert_eq!(search.best.as_deref(), Some("e1e8"));
}

/// Captures without end, where a quiescence search may forget the limits.
#[test]
fn limits_are_kept_where_everything_hangs() {
    let fen = "1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 10";
    for name in GAMES {
        let mut engine = Engine::playing(name);
        let game = Referee::from_fen(name, fen);
        engine.tell(game.command());
        let start_of_search = Instant::now();
        let search = engine.go("nodes 1000");
        game.check(&search);
        let is_kept = search.infos.iter().all(|info| info.nodes <= 1000 + FEW);
        assert!(is_kept, "{name}: {search:?}");
        assert!(start_of_search.elapsed() <= SECOND, "{name}");
        let start_of_search = Instant::now();
        game.check(&engine.go("movetime 50"));
        assert!(
            start_of_search.elapsed() <= Duration::from_millis(50) + SLACK,
            "{name}"
        );
    }
}

/// Depth without end, where lines and stacks may overrun.
#[test]
fn locked_endings_are_searched_to_any_depth() {
    let game = Referee::from_fen("chess", "8/6p1/KP3bRp/4p2P/4P3/5k2/8/8 b - - 0 70");
    for threads in [1, 8] {
        let mut engine = Engine::start();
        engine.tell(format!("setoption name Threads value {threads}"));
        engine.tell(game.command());
        game.check(&engine.go("depth 4294967297 movetime 500"));
        engine.tell("position fen 8/8/8/8/2k5/8/2K5/7B w - - 0 1");
        engine.go("movetime 200");
    }
}

#[test]
fn searchmoves_are_kept_to() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    for (limits, allowed, refused) in [
        ("searchmoves a2a3 depth 3", "a2a3", 0),
        ("depth 3 searchmoves a2a3 h2h3", "a2a3 h2h3", 0),
        ("searchmoves e2e5 a2a3 e7e5 depth 3", "a2a3", 2),
        ("searchmoves a2a3 xyz \u{e9}2 0000 depth 3", "a2a3", 3),
        ("searchmoves a2a3 a2a3 a2a3 depth 3", "a2a3", 0),
        ("searchmoves h2h4 nodes 500 depth 3", "h2h4", 0),
        ("searchmoves h2h4 movetime 10", "h2h4", 0),
        ("searchmoves h2h4 wtime 50 btime 50", "h2h4", 0),
        ("searchmoves h2h4 foo depth 3", "h2h4", 1),
    ] {
        let search = engine.go(limits);
        start().check(&search);
        let best = search.best.unwrap_or_default();
        assert!(
            allowed.split(' ').any(|turn| turn == best),
            "{limits}: {best}"
        );
        assert_eq!(
            search.notices.len(),
            refused,
            "{limits}: {:?}",
            search.notices
        );
        if limits.contains("depth 3") {
            assert!(search.infos.iter().all(|info| info.depth <= 3), "{limits}");
        }
    }
    // Nothing legal among them: there is a legal move all the same.
    let search = engine.go("searchmoves e2e5 depth 2");
    assert_eq!(search.notices.len(), 1);
    start().check(&search);
    engine.send("go searchmoves b2b3 infinite");
    engine.has_no_best_move_for(WHILE);
    engine.send("stop");
    assert_eq!(engine.search().best.as_deref(), Some("b2b3"));
}
