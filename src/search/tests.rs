//! Tests of whole searches.

use std::time::Duration;

use super::depth::Depth;
use super::entry::Entry;
use super::node::table_cutoff;
use super::window::Window;
use super::*;
use crate::eval::Evaluation;
use crate::eval::testing::random_network;
use crate::position::testing::random_games;
use crate::position::{History, Move, Position};
use crate::variant::{Chess, PlunderChess, TwoRing, TwoRing1, Variant};

/// A report that lasts.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    depth: u32,
    score: Score,
    bound: Bound,
    nodes: u64,
    pv: Vec<Move>,
}

fn search_with<V: Variant>(
    engine: &mut Engine,
    history: &History<V>,
    limits: &Limits,
) -> (Outcome, Vec<Told>) {
    let mut told = Vec::new();
    let outcome = engine.search(history, limits, &Control::new(), &mut |event| {
        let Event::Line(report) = event else {
            return;
        };
        told.push(Told {
            depth: report.depth,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
            pv: report.pv.to_vec(),
        });
    });
    (outcome, told)
}

fn search<V: Variant>(fen: &str, limits: &Limits) -> (Outcome, Vec<Told>) {
    let position = Position::<V>::from_fen(fen).expect("a position");
    search_with(&mut Engine::new(4, 1), &History::new(position), limits)
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn to_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// What must hold of every search: reports in order, lines that are legal and end with the
/// game, and a best turn that heads the last line.
fn check_reports<V: Variant>(history: &History<V>, outcome: &Outcome, told: &[Told]) {
    let fen = history.position().fen();
    for (index, report) in told.iter().enumerate() {
        let is_last = index + 1 == told.len();
        assert!(report.bound == Bound::Exact || is_last, "{fen}");
        let is_finished = report.bound == Bound::Exact;
        if is_finished {
            assert_eq!(report.depth as usize, index + 1, "{fen}");
        }
        let mut line = history.clone();
        for (ply, &m) in report.pv.iter().enumerate() {
            assert!(ply == 0 || line.end().is_none(), "{fen}: {:?}", report.pv);
            assert!(line.position().is_legal(m), "{fen}: {:?}", report.pv);
            line.push(m);
        }
        if let (true, Some(moves)) = (is_finished, report.score.mate_distance()) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(report.pv.len() as i32, plies, "{fen}: {report:?}");
            assert!(line.position().end_without_moves().is_some(), "{fen}");
        }
    }
    let best = outcome.best.expect("a turn");
    assert!(history.position().is_legal(best), "{fen}");
    if let Some(last) = told.last() {
        assert_eq!(last.pv.first(), Some(&best), "{fen}");
        assert_eq!(last.pv.get(1), outcome.ponder.as_ref(), "{fen}");
    }
}

fn check_random_positions<V: Variant>() {
    let mut engine = Engine::new(1, 1);
    for (index, position) in random_games::<V>(3, 8).iter().enumerate().step_by(27) {
        let history = History::new(*position);
        if history.end().is_none() {
            let limits = if index % 2 == 0 {
                to_depth(4)
            } else {
                to_nodes(2_000)
            };
            let (outcome, told) = search_with(&mut engine, &history, &limits);
            check_reports(&history, &outcome, &told);
        }
    }
}

#[test]
fn reports_of_random_positions_are_whole() {
    check_random_positions::<Chess>();
    check_random_positions::<PlunderChess>();
    check_random_positions::<TwoRing>();
    check_random_positions::<TwoRing1>();
}

/// Finds the listed mates at their distance, by their only turns.
fn check_mates<V: Variant>(list: &str) {
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [fen, moves, first] = fields[..] else {
            panic!("not three fields: {line}");
        };
        let position = Position::<V>::from_fen(fen).expect("a position");
        let moves: i32 = moves.parse().expect("a number");
        let limits = Limits {
            mate: Some(moves.unsigned_abs()),
            ..to_depth(8)
        };
        let history = History::new(position);
        let (outcome, told) = search_with(&mut Engine::new(4, 1), &history, &limits);
        check_reports(&history, &outcome, &told);
        let last = told.last().expect("a report");
        assert_eq!(last.score.mate_distance(), Some(moves), "{line}");
        let expected = position.parse_move(first).expect("a turn");
        assert_eq!(outcome.best, Some(expected), "{line}");
    }
}

#[test]
fn mates_are_found() {
    check_mates::<PlunderChess>(include_str!("../../positions/mates-plunderchess.txt"));
    check_mates::<TwoRing>(include_str!("../../positions/mates-tworing.txt"));
}

#[test]
fn a_mate_on_the_hundredth_ply_goes_before_the_draw() {
    let fen = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113";
    let (outcome, told) = search::<Chess>(fen, &to_depth(3));
    let position = Position::<Chess>::from_fen(fen).expect("a position");
    assert_eq!(outcome.best, position.parse_move("g3h3").ok());
    assert_eq!(told[2].score, Score::mate_in(1));
}

#[test]
fn no_mate_is_seen_beyond_the_fiftieth_move() {
    // The king's step and the rook's check mate on the 101st ply.
    let (_, told) = search::<Chess>("7k/8/5K2/8/8/8/8/R7 w - - 98 80", &to_depth(8));
    assert_eq!(told.last().expect("a report").score, Score::DRAW);
    let (_, told) = search::<Chess>("7k/8/5K2/8/8/8/8/R7 w - - 0 80", &to_depth(8));
    assert_eq!(told.last().expect("a report").score, Score::mate_in(3));
}

#[test]
fn a_repetition_is_taken_by_who_needs_it() {
    // White is lost but for the checks on d8 and g5.
    let fen = "6k1/5p1p/8/8/8/3Q4/q4r2/7K w - - 0 1";
    let (_, told) = search::<Chess>(fen, &to_depth(7));
    assert_eq!(told[6].score, Score::DRAW);
}

#[test]
fn without_a_turn_one_report_and_nothing_else() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let cases = [
        (
            search::<Chess>(mated, &Limits::default()),
            Score::mated_in(0),
        ),
        (search::<Chess>(stalemated, &Limits::default()), Score::DRAW),
        (
            search::<TwoRing>(stalemated, &Limits::default()),
            Score::mated_in(0),
        ),
    ];
    for ((outcome, told), score) in cases {
        assert_eq!(outcome, Outcome::default());
        let pv = Vec::new();
        assert_eq!(
            told,
            [Told {
                depth: 0,
                score,
                bound: Bound::Exact,
                nodes: 0,
                pv
            }]
        );
    }
}

#[test]
fn having_no_turn_loses_in_two_ring_chess() {
    // Qf7 takes all turns from Black: a draw in chess.
    let fen = "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1";
    let (_, told) = search::<TwoRing>(fen, &to_depth(2));
    assert_eq!(told[1].score, Score::mate_in(1));
}

#[test]
fn after_clear_the_same_nodes() {
    let mut engine = Engine::new(2, 1);
    let history = History::<PlunderChess>::new(Position::start());
    let first = search_with(&mut engine, &history, &to_depth(5));
    engine.clear();
    assert_eq!(search_with(&mut engine, &history, &to_depth(5)), first);
}

#[test]
fn the_node_limit_holds_in_quiescence_too() {
    let fen = "1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 10";
    for nodes in [0, 1, 10, 1_000, 5_000] {
        let (outcome, _) = search::<Chess>(fen, &to_nodes(nodes));
        assert!(outcome.nodes <= nodes + 2, "{} of {nodes}", outcome.nodes);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn great_depths_overrun_nothing() {
    let fen = "8/6p1/KP3bRp/4p2P/4P3/5k2/8/8 b - - 0 70";
    let (outcome, told) = search::<Chess>(fen, &to_nodes(300_000));
    assert!(outcome.best.is_some() && !told.is_empty());
    // Nothing can move but the kings, so all depths are reached.
    let locked = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1";
    let (_, told) = search::<Chess>(locked, &to_nodes(200_000));
    assert!(told.len() > 20, "{}", told.len());
}

#[test]
fn a_time_limit_of_nothing_still_gives_a_turn() {
    let history = History::<Chess>::new(Position::start());
    let clock = Clock {
        remaining: Duration::from_millis(1),
        ..Clock::default()
    };
    for limits in [
        Limits {
            move_time: Some(Duration::ZERO),
            ..Limits::default()
        },
        Limits {
            clock: Some(clock),
            overhead: Duration::from_secs(1),
            ..Limits::default()
        },
    ] {
        let (outcome, told) = search_with(&mut Engine::new(1, 2), &history, &limits);
        check_reports(&history, &outcome, &told);
        assert!(outcome.nodes < 10_000);
    }
}

#[test]
fn a_soft_limit_of_nodes_lets_the_iteration_finish() {
    let limits = Limits {
        soft_nodes: Some(2_000),
        ..Limits::default()
    };
    let (outcome, told) = search::<TwoRing>(&Position::<TwoRing>::start().fen(), &limits);
    assert!(told.iter().all(|report| report.bound == Bound::Exact));
    let counts: Vec<u64> = told.iter().map(|report| report.nodes).collect();
    let (last, earlier) = counts.split_last().expect("an iteration");
    assert!(*last >= 2_000 && earlier.iter().all(|&nodes| nodes < 2_000));
    assert_eq!(outcome.nodes, *last);
    // The other limit holds within the iteration.
    let limits = Limits {
        nodes: Some(last - 10),
        ..limits
    };
    let (outcome, _) = search::<TwoRing>(&Position::<TwoRing>::start().fen(), &limits);
    assert!(outcome.nodes < *last);
}

#[test]
fn an_only_turn_costs_no_time() {
    let clock = Clock {
        remaining: Duration::from_secs(3_600),
        ..Clock::default()
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1qPP/RNBQKBNR w KQkq - 0 1";
    let (outcome, told) = search::<Chess>(fen, &limits);
    assert!(outcome.best.is_some());
    assert_eq!(told.len(), 1);
}

/// A table does not know by which clock a mate was found.
#[test]
fn a_mate_that_comes_too_late_is_not_believed() {
    const PLY: usize = 5;
    let entry = Entry {
        best: None,
        score: Score::mate_in(PLY + 30),
        bound: Bound::Exact,
        depth: Depth::new(9),
        eval: None,
    };
    for (clock, is_believed) in [(0, true), (70, true), (71, false), (89, false)] {
        let fen = format!("8/8/8/4k3/8/8/8/KQ6 w - - {clock} 60");
        let position = Position::<Chess>::from_fen(&fen).expect("a position");
        let window = Window::above(Score::DRAW);
        for score in [entry.score, -entry.score] {
            let entry = Some(Entry { score, ..entry });
            let cutoff = table_cutoff(&position, PLY, entry, Depth::new(3), window);
            assert_eq!(cutoff.is_some(), is_believed, "{clock} {score:?}");
        }
    }
}

#[test]
fn only_the_turns_asked_for_are_played() {
    let start = Position::<Chess>::start();
    let h4 = start.parse_move("h2h4").expect("a turn");
    let mut limits = to_depth(3);
    limits.root_moves = Some(vec![h4]);
    let (outcome, told) = search_with(&mut Engine::new(1, 1), &History::new(start), &limits);
    assert_eq!(outcome.best, Some(h4));
    assert!(told.iter().all(|report| report.pv[0] == h4));
    limits.root_moves = Some(Vec::new());
    let (outcome, _) = search_with(&mut Engine::new(1, 1), &History::new(start), &limits);
    assert!(outcome.best.is_some());
}

#[test]
fn a_stop_ends_all_threads_and_a_ponder_search_waits_for_its_clock() {
    let history = History::<TwoRing>::new(Position::start());
    let mut engine = Engine::new(4, 4);
    let control = Control::new();
    let limits = Limits {
        move_time: Some(Duration::from_millis(1)),
        ponder: true,
        ..Limits::default()
    };
    for end in [Control::stop, Control::ponder_hit] {
        control.begin(limits.ponder);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| engine.search(&history, &limits, &control, &mut |_| {}));
            std::thread::sleep(Duration::from_millis(60));
            assert!(!search.is_finished());
            end(&control);
            assert!(search.join().is_ok_and(|outcome| outcome.best.is_some()));
        });
    }
}

/// With checks of the debug build on, each score on the way is compared with one from nothing.
fn check_with_network<V: Variant>(fens: &[&str]) {
    let evaluation = Evaluation::material().with(random_network(V::GAME, 32));
    let mut by_network = Engine::new(1, 1);
    by_network.set_evaluation(evaluation);
    let mut by_material = Engine::new(1, 1);
    by_material.set_evaluation(Evaluation::material());
    for fen in fens {
        let history = History::new(Position::<V>::from_fen(fen).expect("a position"));
        let (outcome, told) = search_with(&mut by_network, &history, &to_nodes(20_000));
        check_reports(&history, &outcome, &told);
        let (other, _) = search_with(&mut by_material, &history, &to_nodes(20_000));
        assert_ne!((&outcome.best, outcome.ponder), (&other.best, other.ponder));
    }
}

#[test]
fn networks_follow_the_search() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check_with_network::<Chess>(&[start]);
    check_with_network::<PlunderChess>(&[start]);
    let due = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b@ KQkq - 0 2";
    check_with_network::<TwoRing>(&[start, due]);
    check_with_network::<TwoRing1>(&[due]);
}
