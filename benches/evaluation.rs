//! Evaluations a second: a network's from nothing, and as a search asks for them, brought up to date
//! by the turns of a line; beside them the count of material. Ratios between the lines of one run
//! mean something; the figures depend on the machine.

use std::hint::black_box;
use std::time::Duration;

use alberich::eval::network::Network;
use alberich::eval::{Evaluation, Evaluator, evaluate};
use alberich::position::{Move, Position};
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The sizes of the hidden layer that are compared.
const NEURONS: [usize; 3] = [64, 128, 256];

/// How many plies a line has.
const PLIES: usize = 60;

/// A network that has learned nothing: what its numbers are makes no difference to its speed.
fn network<V: Variant>(neurons: usize) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let network = Network::zero(V::GAME, neurons, 8, 400, String::new()).expect("a shape");
    let random = network.changed(|_, weights| {
        for list in [
            &mut weights.feature_weights,
            &mut weights.feature_biases,
            &mut weights.output_weights,
        ] {
            list.fill_with(|| random.random_range(-60..=60));
        }
    });
    random.expect("numbers within the bounds")
}

/// A line of random turns from the starting position, with the positions before them.
fn line<V: Variant>() -> Vec<(Position<V>, Move)> {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut position = Position::<V>::start();
    let mut line = Vec::new();
    while line.len() < PLIES {
        let moves = position.moves();
        let turn = *moves.choose(&mut random).expect("a game that goes on");
        line.push((position, turn));
        position = position.make(turn);
    }
    line
}

fn evaluations<V: Variant>(criterion: &mut Criterion) {
    let line = line::<V>();
    let mut group = criterion.benchmark_group(format!("evaluations, {}", V::NAME));
    group.throughput(Throughput::Elements(line.len() as u64));
    let networks = NEURONS.map(|neurons| {
        let evaluation = Evaluation::material().with(network::<V>(neurons));
        (format!("{neurons} neurons"), evaluation)
    });
    let material = ("material".to_owned(), Evaluation::material());
    for (name, evaluation) in networks.into_iter().chain([material]) {
        group.bench_function(format!("{name}, from nothing"), |bencher| {
            bencher.iter(|| {
                for (position, _) in &line {
                    black_box(evaluate(&evaluation, position));
                }
            });
        });
        let mut evaluator = Evaluator::new(&evaluation);
        group.bench_function(format!("{name}, along a line, turns made"), |bencher| {
            bencher.iter(|| {
                evaluator.step_to(0);
                for (ply, (position, turn)) in line.iter().enumerate() {
                    black_box(evaluator.score(ply, position));
                    black_box(position.make_with(*turn, evaluator.step_to(ply + 1)));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = evaluations::<Chess>, evaluations::<PlunderChess>, evaluations::<TwoRing>
}
criterion_main!(benches);
