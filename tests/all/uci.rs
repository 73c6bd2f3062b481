//! Guards the protocol: the engine is driven as a process, as its users do, and everything it
//! prints is read strictly. Many of the inputs have brought down other engines.

use crate::common;
use std::time::{Duration, Instant};

use crate::engine::{Engine, GAMES, Referee, Score};
use crate::naive::Side;

/// What a busy machine may add to the time of an answer.
const SLACK: Duration = Duration::from_millis(250);

/// How soon the engine has to be ready: a quarter of this, but on an idle machine.
const READY: Duration = Duration::from_millis(200);

/// Long enough for a search that ends by itself to have ended.
const WHILE: Duration = Duration::from_millis(150);

const SECOND: Duration = Duration::from_secs(1);

/// How many nodes a search may visit on its way out.
const FEW: u64 = 8;

/// White mates in one by e1e8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

/// All castling is possible.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn start() -> Referee {
    Referee::new("chess")
}

/// Two knights, to and fro: so many plies from the starting position.
fn shuffled(plies: usize) -> String {
    let turns = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle();
    let turns: Vec<&str> = turns.take(plies).copied().collect();
    format!("position startpos moves {}", turns.join(" "))
}

/// The FEN of the position that the engine has.
fn fen(engine: &mut Engine) -> String {
    let shown = engine.ask("d");
    match shown.iter().find_map(|line| line.strip_prefix("Fen: ")) {
        Some(fen) => fen.to_owned(),
        None => panic!("no FEN\n{}", engine.session()),
    }
}

/// The engine chooses what is legal in a position, and tells nothing else.
fn plays_on(engine: &mut Engine, game: &Referee) {
    engine.tell(game.command());
    game.check(&engine.go("depth 2"));
}

// What the engine is.

#[test]
fn uci_tells_name_author_and_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.wait_for("uciok");
    let tells = |line: &str| lines.iter().any(|told| told == line);
    assert!(lines[0].starts_with("id name Alberich "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in &lines[2..lines.len() - 1] {
        assert!(option.starts_with("option name "), "{option}");
        assert!(option.contains(" type "), "{option}");
    }
    for option in [
        "option name UCI_Variant type combo default chess \
         var chess var plunderchess var tworing var tworing1",
        "option name UCI_Chess960 type check default false",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
    ] {
        assert!(tells(option), "`{option}` is missing in {lines:?}");
    }
    for name in ["Hash", "Threads", "Move Overhead", "MultiPV", "UCI_Elo"] {
        let prefix = format!("option name {name} type spin default ");
        assert!(lines.iter().any(|line| line.starts_with(&prefix)), "{name}");
    }
    assert!(engine.sync().is_empty());
}

/// The line that Fairy-Stockfish prints, which clients read.
#[test]
fn a_variant_is_introduced_by_its_board_and_start() {
    let mut engine = Engine::start();
    for game in GAMES {
        let notice = engine.notice(format!("setoption name UCI_Variant value {game}"));
        let expected = format!(
            "info string variant {game} files 8 ranks 8 pocket 0 template fairy startpos \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        assert_eq!(notice, expected);
    }
}

// Always ready.

/// What keeps the engine searching until it is stopped.
const BUSY: [&str; 4] = [
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go depth 200",
    "go movetime 3000000000",
];

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

// One best move for each search.

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

// The end.

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
            engine.is_ready_within(READY);
            if quits {
                engine.send("quit");
            } else {
                engine.close_input();
            }
            let lines = engine.ends_within(SECOND);
            let moves = lines.iter().filter(|line| line.starts_with("bestmove"));
            assert!(moves.count() <= 1, "{command}: {lines:?}");
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

// Limits.

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

// Pondering and searches without end.

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

// Positions without a turn.

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

// Refused positions.

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

// The form of input.

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

// Options.

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

// Games.

#[test]
fn an_unknown_variant_changes_nothing() {
    let mut engine = Engine::playing("tworing");
    let owed = Referee::from_fen("tworing", "4k3/3pp3/8/8/8/8/8/4K3 b@ - - 0 1");
    engine.tell(owed.command());
    for value in ["atomic", "", "two ring", "tworing2", "\u{265a}"] {
        let notice = engine.notice(format!("setoption name UCI_Variant value {value}"));
        assert!(notice.contains("UCI_Variant"), "{notice}");
        owed.check(&engine.go("depth 2"));
    }
    plays_on(&mut engine, &Referee::new("tworing"));
}

/// cutechess sets the variant before `ucinewgame`, python-chess after it, and for chess
/// cutechess does not set it at all.
#[test]
fn the_variant_outlasts_a_new_game() {
    let fresh = perft_of_start(&mut Engine::start());
    for name in GAMES {
        let setoption = format!("setoption name UCI_Variant value {name}");
        let orders = [
            [setoption.as_str(), "ucinewgame"],
            ["ucinewgame", setoption.as_str()],
        ];
        let counts = orders.map(|lines| {
            let mut engine = Engine::start();
            for line in lines {
                engine.ask(line);
            }
            let before = perft_of_start(&mut engine);
            engine.tell("ucinewgame");
            assert_eq!(perft_of_start(&mut engine), before, "{name}");
            before
        });
        let expected = Referee::new(name).state().perft(3);
        assert_eq!(counts, [expected; 2], "{name}");
        assert_eq!(
            name == "chess" || name.starts_with("tworing"),
            expected == fresh
        );
    }
}

fn perft_of_start(engine: &mut Engine) -> u64 {
    engine.tell("position startpos");
    engine.perft(3).1
}

/// Until the next `position` the engine has a position of one game or of the other.
#[test]
fn a_variant_set_after_the_position_is_never_a_mix() {
    for (from, to) in [("chess", "tworing"), ("plunderchess", "chess")] {
        let mut engine = Engine::playing(from);
        let old = Referee::new(from).after("e2e4 d7d5 e4d5");
        engine.tell(old.command());
        engine.choose(to);
        let search = engine.go("depth 2");
        let best = search.best.clone().unwrap_or_default();
        let game = [old, Referee::new(to)]
            .into_iter()
            .find(|game| game.allows(&best));
        match game {
            Some(game) => game.check(&search),
            None => panic!("{from} to {to}: {best}"),
        }
        plays_on(&mut engine, &Referee::new(to));
    }
}

/// The nodes of a search that depends on nothing but what it is given.
fn nodes(engine: &mut Engine, game: &Referee) -> u64 {
    engine.tell(game.command());
    let search = engine.go("depth 6");
    game.check_choice(&search);
    search.last().nodes
}

/// A process that is used for another game must leave nothing of the old one: rules, starting
/// position, evaluation, table.
#[test]
fn another_game_on_the_same_process_is_a_fresh_one() {
    let games = GAMES.map(|name| Referee::new(name).after("e2e4"));
    let fresh = std::array::from_fn::<_, 4, _>(|index| {
        nodes(&mut Engine::playing(GAMES[index]), &games[index])
    });
    let mut used = Engine::start();
    for index in [2, 0, 1, 3, 2, 1, 0, 3, 1, 2, 3, 0] {
        used.choose(GAMES[index]);
        let name = GAMES[index];
        assert_eq!(nodes(&mut used, &games[index]), fresh[index], "{name}");
    }
}

#[test]
fn a_new_game_forgets_the_old_one() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        let game = Referee::new(name).after("d2d4 d7d5");
        let fresh = nodes(&mut engine, &game);
        let known = nodes(&mut engine, &game);
        assert_ne!(known, fresh, "{name}: the table should help");
        for forget in [
            "ucinewgame",
            "setoption name Clear Hash",
            "setoption name Hash value 16",
        ] {
            engine.tell(forget);
            assert_eq!(nodes(&mut engine, &game), fresh, "{name}: {forget}");
            nodes(&mut engine, &Referee::new(name));
        }
    }
}

// Perft and how turns are written.

#[test]
fn perft_lists_the_first_turns_and_the_total() {
    for (name, total) in [
        ("chess", 8902),
        ("plunderchess", 8922),
        ("tworing", 8902),
        ("tworing1", 8902),
    ] {
        let mut engine = Engine::playing(name);
        let start = Referee::new(name);
        engine.tell(start.command());
        assert_eq!(divided(&mut engine, 1), naively_divided(&start, 1));
        let (lines, sum) = engine.perft(2);
        assert!(lines.contains(&"e2e4: 20".to_owned()), "{lines:?}");
        assert_eq!((lines.len(), sum), (20, 400), "{name}");
        assert_eq!(engine.perft(3).1, total, "{name}");
        assert_eq!(engine.perft(0), (Vec::new(), 1), "{name}");
    }
}

#[test]
fn perft_agrees_with_the_rules_turn_by_turn() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for fen in suite(name, 12) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            assert_eq!(divided(&mut engine, 2), naively_divided(&game, 2), "{fen}");
        }
    }
}

/// The lines that the engine prints for perft, sorted.
fn divided(engine: &mut Engine, depth: u32) -> Vec<String> {
    let (mut lines, _) = engine.perft(depth);
    lines.sort();
    lines
}

fn naively_divided(game: &Referee, depth: u32) -> Vec<String> {
    let lines = game.legal().into_iter().map(|turn| {
        let count = game.clone().after(&turn).state().perft(depth - 1);
        format!("{turn}: {count}")
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// Some positions of a game, spread over those in `positions/`.
fn suite(game: &str, count: usize) -> Vec<String> {
    let lines = common::data_lines(&format!("{game}.epd"));
    let step = (lines.len() / count).max(1);
    let fens = lines.iter().step_by(step).take(count);
    fens.map(|line| line.split(';').next().unwrap_or_default().trim().to_owned())
        .collect()
}

/// King to its square or king takes rook, as the option says: in perft, best lines and best
/// moves. Both are read with either setting.
#[test]
fn castling_is_written_as_the_option_says() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for (chess960, short, long) in [
            (false, "e1g1", "e1c1"),
            (true, "e1h1", "e1a1"),
            (false, "e1g1", "e1c1"),
        ] {
            engine.tell(format!("setoption name UCI_Chess960 value {chess960}"));
            let mut game = Referee::from_fen(name, CASTLING);
            if chess960 {
                game = game.in_chess960();
            }
            engine.tell(game.command());
            assert_eq!(divided(&mut engine, 1), naively_divided(&game, 1));
            for castling in [short, long] {
                let search = engine.go(&format!("searchmoves {castling} depth 5"));
                assert_eq!(search.best.as_deref(), Some(castling), "{name}");
                game.check(&search);
            }
            for (turn, castled) in [("e1g1", short), ("e1h1", short), ("e1a1", long)] {
                engine.tell(format!("position fen {CASTLING} moves {turn}"));
                game.clone().after(castled).check(&engine.go("depth 4"));
            }
        }
    }
}

/// Positions of Chess960: there a king's step and castling may lead to the same square.
#[test]
fn castling_of_chess960_is_never_a_step() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for chess960 in [true, false] {
            engine.tell(format!("setoption name UCI_Chess960 value {chess960}"));
            for fen in [
                "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1",
                "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            ] {
                let mut game = Referee::from_fen(name, fen);
                if chess960 {
                    game = game.in_chess960();
                }
                engine.tell(game.command());
                assert_eq!(divided(&mut engine, 2), naively_divided(&game, 2), "{fen}");
                game.check(&engine.go("depth 4"));
            }
        }
    }
}

// Best lines.

#[test]
fn best_lines_are_legal_to_their_end() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for fen in suite(name, 24) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            game.check(&engine.go("nodes 20000"));
        }
    }
}

/// Repetitions and the clock end the game within the lines, and some of their positions are in
/// the table with other scores.
#[test]
fn best_lines_end_where_the_game_does() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for turns in [
            "g1f3 g8f6 f3g1 f6g8",
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        ] {
            let game = Referee::new(name).after(turns);
            engine.tell(game.command());
            game.check(&engine.go("nodes 20000"));
        }
        for clock in [90, 96, 98, 99, 100, 120] {
            for board in ["8/8/3k4/8/8/3K4/4Q3/8 w", "8/5k2/8/3r4/8/2R5/3K4/8 w"] {
                let game = Referee::from_fen(name, &format!("{board} - - {clock} 80"));
                engine.tell(game.command());
                game.check(&engine.go("nodes 20000"));
            }
        }
    }
}

/// With several threads the answer is one thread's: move and line belong together.
#[test]
fn threads_agree_on_one_answer() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        engine.tell("setoption name Threads value 4");
        for fen in suite(name, 6) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            game.check(&engine.go("movetime 20"));
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(20));
            engine.send("stop");
            game.check(&engine.search());
        }
    }
}

// More of what a search can tell.

/// As many lines as were asked for and there are turns, all different, the best first, and all of
/// one depth.
#[test]
fn multipv_shows_the_best_lines() {
    for (game, lines, expected) in [
        ("chess", 3, 3),
        ("tworing", 100, 20),
        ("plunderchess", 1, 1),
    ] {
        let mut engine = Engine::playing(game);
        engine.tell(format!("setoption name MultiPV value {lines}"));
        let search = engine.go("depth 5");
        let last: Vec<_> = search.infos.iter().rev().take(expected).rev().collect();
        assert_eq!(search.infos.len(), 5 * expected, "{search:?}");
        let mut firsts = Vec::new();
        for (index, info) in last.iter().enumerate() {
            assert_eq!((info.depth, info.multipv), (5, index + 1));
            assert!(!firsts.contains(&info.pv[0]), "{search:?}");
            firsts.push(info.pv[0].clone());
        }
        let scores: Vec<i32> = last
            .iter()
            .map(|info| match info.score {
                Score::Centipawns(centipawns) => centipawns,
                Score::Mate(_) => panic!("{search:?}"),
            })
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        assert_eq!(search.best, firsts.first().cloned());
    }
}

/// Also where all of them lose, and where there are fewer turns.
#[test]
fn multipv_shows_losing_lines() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 5");
    engine.tell("position fen 7k/8/8/8/8/8/6q1/K6r w - - 0 1");
    let search = engine.go("depth 6");
    assert!(search.infos.iter().all(|info| info.multipv == 1));
    engine.tell("position fen 3k4/8/8/8/8/8/PPP1n1q1/K7 w - - 0 1");
    let search = engine.go("depth 4");
    let shown = search.infos.iter().filter(|info| info.depth == 4);
    assert_eq!(shown.count(), 5, "{search:?}");
}

#[test]
fn chances_are_told_on_request() {
    let mut engine = Engine::start();
    assert_eq!(engine.go("depth 2").last().chances, None);
    engine.tell("setoption name UCI_ShowWDL value true");
    let mut wins = Vec::new();
    for fen in [
        "Q6k/8/8/8/8/8/8/K7 b",
        "1k6/8/8/8/8/8/8/K6R b",
        "7k/7p/8/8/8/8/7P/K7 b",
        "1k6/8/8/8/8/8/8/K6R w",
    ] {
        engine.tell(format!("position fen {fen} - - 0 1"));
        let search = engine.go("depth 3");
        let chances = search.last().chances.expect("chances");
        assert_eq!(chances.iter().sum::<u32>(), 1000);
        wins.push(chances[0]);
    }
    assert!(wins.is_sorted() && wins[3] > 900, "{wins:?}");
}

/// A weaker engine answers at once, legally, and not always with the same turn; analysis is not
/// weakened.
#[test]
fn strength_can_be_limited() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.tell("setoption name UCI_LimitStrength value true");
        engine.tell("setoption name UCI_Elo value 600");
        let referee = Referee::new(game);
        let mut played = Vec::new();
        for _ in 0..20 {
            let search = engine.go("wtime 600000 btime 600000");
            assert!(
                search.best.iter().all(|turn| referee.allows(turn)),
                "{search:?}"
            );
            assert!(search.last().nodes < 1_000);
            assert!(search.infos.iter().all(|info| info.multipv == 1));
            played.push(search.best);
        }
        played.dedup();
        assert!(played.len() > 1, "{game}");
    }
}
