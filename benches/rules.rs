//! The move generator: perft of each game, beside the cozy-chess crate in chess, and what perft
//! is made of. Ratios between the lines of one run mean something; the figures depend on the
//! machine. `cargo bench` runs it all, `cargo bench -- --quick` in a minute.

mod peers;

use std::hint::black_box;
use std::time::Duration;

use alberich::board::Color;
use alberich::perft::perft;
use alberich::position::{Key, Move, Position};
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use peers::cozy_perft;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIDDLEGAMES: [&str; 3] = [
    KIWIPETE,
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 b - - 3 14",
];

fn position<V: Variant>(fen: &str) -> Position<V> {
    Position::from_fen(fen).expect("a legal position")
}

fn perfts(criterion: &mut Criterion) {
    for (name, fen, depth) in [("startpos", START, 5), ("kiwipete", KIWIPETE, 4)] {
        let mut group = criterion.benchmark_group(format!("perft {depth} {name}"));
        let board: cozy_chess::Board = fen.parse().expect("a legal position");
        group.throughput(Throughput::Elements(cozy_perft(&board, depth)));
        group.bench_function("chess, cozy-chess", |bencher| {
            bencher.iter(|| cozy_perft(black_box(&board), depth));
        });
        bench_perft::<Chess>(&mut group, fen, depth);
        bench_perft::<PlunderChess>(&mut group, fen, depth);
        bench_perft::<TwoRing>(&mut group, fen, depth);
        group.finish();
    }
}

fn bench_perft<V: Variant>(
    group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
    fen: &str,
    depth: u32,
) {
    let position = position::<V>(fen);
    group.throughput(Throughput::Elements(perft(&position, depth)));
    group.bench_function(V::NAME, |bencher| {
        bencher.iter(|| perft(black_box(&position), depth));
    });
}

/// Positions of one game a few turns after the middlegames, so that vests and rings are out.
fn samples<V: Variant>() -> Vec<Position<V>> {
    let mut samples = Vec::new();
    for fen in MIDDLEGAMES {
        let mut position = position::<V>(fen);
        // A fixed choice that prefers captures: every game then has carried what it carries.
        for ply in 0..8 {
            let noisy = position.noisy_moves();
            let moves = if noisy.is_empty() {
                position.moves()
            } else {
                noisy
            };
            let Some(&m) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            position = position.make(m);
            samples.push(position);
        }
    }
    samples
}

fn parts<V: Variant>(criterion: &mut Criterion) {
    let samples = samples::<V>();
    let turns: Vec<(Position<V>, Move)> = samples
        .iter()
        .flat_map(|position| position.moves().into_iter().map(|m| (*position, m)))
        .collect();

    let mut group = criterion.benchmark_group(format!("turns, {}", V::NAME));
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("make", |bencher| {
        bencher.iter(|| {
            for (position, m) in &turns {
                black_box(position.make(*m));
            }
        });
    });
    group.bench_function("make with key", |bencher| {
        bencher.iter(|| {
            for (position, m) in &turns {
                let mut key = Key::default();
                black_box(position.make_with(*m, &mut key));
                black_box(key);
            }
        });
    });
    group.bench_function("is_legal", |bencher| {
        bencher.iter(|| {
            for (position, m) in &turns {
                black_box(position.is_legal(*m));
            }
        });
    });
    group.bench_function("gives_check", |bencher| {
        bencher.iter(|| {
            for (position, m) in &turns {
                black_box(position.gives_check(*m));
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group(format!("positions, {}", V::NAME));
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function("list turns", |bencher| {
        bencher.iter(|| {
            for position in &samples {
                black_box(position.moves());
            }
        });
    });
    group.bench_function("list noisy turns", |bencher| {
        bencher.iter(|| {
            for position in &samples {
                black_box(position.noisy_moves());
            }
        });
    });
    group.bench_function("count turns", |bencher| {
        bencher.iter(|| {
            for position in &samples {
                black_box(position.count_moves());
            }
        });
    });
    group.bench_function("attackers of both kings", |bencher| {
        bencher.iter(|| {
            for position in &samples {
                for color in Color::BOTH {
                    black_box(position.checkers_of(color));
                }
            }
        });
    });
    group.bench_function("key from scratch", |bencher| {
        bencher.iter_batched(
            || samples.clone(),
            |samples| {
                samples
                    .iter()
                    .map(|position| position.key().0)
                    .fold(0, u64::wrapping_add)
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = perfts, parts::<Chess>, parts::<PlunderChess>, parts::<TwoRing>
}
criterion_main!(benches);
