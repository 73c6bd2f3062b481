//! Speed as ratios that hold on a noisy machine: the rivals of each comparison run in turns, one
//! after the other, and the median over the rounds of their ratio of nodes a second is printed.
//! Criterion measures one thing after another and so cannot do this.
//!
//! `cargo bench --bench ratios` runs 15 rounds, `cargo bench --bench ratios -- 5` five.

mod peers;

use std::time::Instant;

use alberich::perft::{Perft, perft};
use alberich::position::Position;
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};
use peers::cozy_perft;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Something that is counted: returns the number of nodes.
type Work = Box<dyn Fn() -> u64>;

fn ours<V: Variant>(fen: &str, depth: u32) -> Work {
    let position = Position::<V>::from_fen(fen).expect("a legal position");
    Box::new(move || perft(&position, depth))
}

fn cozy(fen: &str, depth: u32) -> Work {
    let board: cozy_chess::Board = fen.parse().expect("a legal position");
    Box::new(move || cozy_perft(&board, depth))
}

fn threads(fen: &str, depth: u32, threads: usize) -> Work {
    let position = Position::<Chess>::from_fen(fen).expect("a legal position");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    Box::new(move || pool.install(|| Perft::default().count(&position, depth)))
}

/// Millions of nodes a second of one run.
fn speed(work: &Work) -> f64 {
    let started = Instant::now();
    let nodes = work();
    nodes as f64 / started.elapsed().as_secs_f64() / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    // Cargo passes `--bench`; anything that is no number is not for us.
    let rounds = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(15)
        .max(1);
    let comparisons: [(&str, Work, Work); 8] = [
        (
            "chess / cozy-chess, startpos 6",
            ours::<Chess>(START, 6),
            cozy(START, 6),
        ),
        (
            "chess / cozy-chess, kiwipete 5",
            ours::<Chess>(KIWIPETE, 5),
            cozy(KIWIPETE, 5),
        ),
        (
            "plunderchess / chess, startpos 5",
            ours::<PlunderChess>(START, 5),
            ours::<Chess>(START, 5),
        ),
        (
            "plunderchess / chess, kiwipete 4",
            ours::<PlunderChess>(KIWIPETE, 4),
            ours::<Chess>(KIWIPETE, 4),
        ),
        (
            "tworing / chess, startpos 5",
            ours::<TwoRing>(START, 5),
            ours::<Chess>(START, 5),
        ),
        (
            "tworing / chess, kiwipete 4",
            ours::<TwoRing>(KIWIPETE, 4),
            ours::<Chess>(KIWIPETE, 4),
        ),
        (
            "2 threads / 1 thread, chess startpos 6",
            threads(START, 6, 2),
            threads(START, 6, 1),
        ),
        (
            "2 threads / 1 thread, chess kiwipete 5",
            threads(KIWIPETE, 5, 2),
            threads(KIWIPETE, 5, 1),
        ),
    ];
    println!(
        "{:<40} {:>8} {:>8} {:>7}",
        "medians of nodes a second", "first", "second", "ratio"
    );
    for (name, first, second) in comparisons {
        // One run of each to fill caches and tables.
        speed(&first);
        speed(&second);
        let pairs: Vec<(f64, f64)> = (0..rounds)
            .map(|_| (speed(&first), speed(&second)))
            .collect();
        println!(
            "{name:<40} {:>6.0} M {:>6.0} M {:>7.3}",
            median(pairs.iter().map(|pair| pair.0).collect()),
            median(pairs.iter().map(|pair| pair.1).collect()),
            median(pairs.iter().map(|pair| pair.0 / pair.1).collect()),
        );
    }
}
