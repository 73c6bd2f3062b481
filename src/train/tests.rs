//! Trainings from their beginning to their end.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::gradient::{Gradient, OtherSide};
use super::*;
use crate::board::Color;
use crate::eval::network::Network;
use crate::eval::{Score, worth};
use crate::position::{History, Move, Position};
use crate::record::Outcome;
use crate::variant::{Chess, PlunderChess, TwoRing, Variant};

/// What White has more than Black, in centipawns.
fn material<V: Variant>(position: &Position<V>) -> i32 {
    let board = position.board();
    let pieces = board.occupied().into_iter();
    pieces
        .filter_map(|square| Some((board.piece(square)?, square)))
        .map(|(piece, square)| match piece.color() {
            Color::White => worth::<V>(piece, square),
            Color::Black => -worth::<V>(piece, square),
        })
        .sum()
}

/// Games of random turns, with material for scores; who has more of it in the end has won.
fn corpus<V: Variant>(games: u64) -> Corpus {
    let filter = Filter {
        skip_plies: 6,
        ..Filter::default()
    };
    let mut corpus = Corpus::new(V::GAME, filter, 0.2);
    for number in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut history = History::<V>::new(Position::start());
        let mut turns: Vec<(Position<V>, Move, Score)> = Vec::new();
        while turns.len() < 120 && history.end().is_none() {
            let position = *history.position();
            let Some(&turn) = position.moves().choose(&mut rng) else {
                break;
            };
            let white = material(&position);
            let score = match position.side_to_move() {
                Color::White => white,
                Color::Black => -white,
            };
            turns.push((position, turn, Score::from_centipawns(score)));
            history.push(turn);
        }
        let outcome = match material(history.position()) {
            300.. => Outcome::WhiteWins,
            ..=-300 => Outcome::BlackWins,
            _ => Outcome::Draw,
        };
        corpus.add_game((1, number), outcome, turns);
    }
    corpus
}

fn options() -> Options {
    Options {
        hidden: 32,
        buckets: 2,
        epochs: 3,
        batch: 500,
        learning_rate: 0.01,
        ..Options::default()
    }
}

fn in_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(work)
}

/// Trains to the end.
fn train(corpus: &Corpus, options: Options) -> Trainer {
    let mut trainer = Trainer::new(corpus.training.game(), options).expect("a shape");
    while !trainer.is_finished() {
        trainer.run_epoch(corpus, |_| {}).expect("positions");
    }
    trainer
}

/// The mean loss of a batch, by the definition: all inputs, one number after the other.
fn naive_loss(model: &Model, parameters: &[f64], corpus: &Corpus, batch: &[u32]) -> f64 {
    let (ranges, hidden) = (model.ranges(), model.hidden());
    let table = OtherSide::new(model.game());
    let target = options().target;
    let mut loss = 0.0;
    for &index in batch {
        let sample = corpus.training.get(index as usize);
        let mut other = Vec::new();
        table.of(&sample, &mut other);
        let bucket = model.bucket(sample.pieces);
        let mut output = parameters[ranges.output_biases.start + bucket];
        for (side, lit) in [sample.features, &other].into_iter().enumerate() {
            for neuron in 0..hidden {
                let mut sum = parameters[ranges.feature_biases.start + neuron];
                for &feature in lit {
                    sum += parameters[usize::from(feature) * hidden + neuron];
                }
                let weight = (bucket * 2 + side) * hidden + neuron;
                output +=
                    parameters[ranges.output_weights.start + weight] * sum.clamp(0.0, 1.0).powi(2);
            }
        }
        let expected = 1.0 / (1.0 + (-output).exp());
        loss += (expected - f64::from(target.of(&sample))).powi(2);
    }
    loss / batch.len() as f64
}

fn check_gradient<V: Variant>() {
    const STEP: f64 = 1e-6;
    let corpus = corpus::<V>(10);
    let batch: Vec<u32> = (0..50)
        .map(|n| n * 7 % corpus.training.len() as u32)
        .collect();
    let model = Model::new(V::GAME, 32, 2, 3).expect("a shape");
    let mut gradient = Gradient::new(&model, options().target);
    gradient.compute(&model, &corpus.training, &batch);
    let mut derivatives = vec![0.0; model.parameters.len()];
    gradient.mean(0, &mut derivatives);

    let mut parameters: Vec<f64> = model.parameters.iter().map(|&p| p.into()).collect();
    let ranges = model.ranges();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut indexes: Vec<usize> = (ranges.feature_biases.start..parameters.len()).collect();
    indexes.extend((0..500).map(|_| rng.random_range(ranges.feature_weights.clone())));
    let largest = derivatives
        .iter()
        .fold(0.0, |most: f32, d| most.max(d.abs()));
    let mut tested = 0;
    for index in indexes {
        let parameter = parameters[index];
        let mut loss_at = |step: f64| {
            parameters[index] = parameter + step;
            naive_loss(&model, &parameters, &corpus, &batch)
        };
        let slope = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
        parameters[index] = parameter;
        let error = (slope - f64::from(derivatives[index])).abs();
        assert!(
            error < 1e-4 * f64::from(largest),
            "{}: {index}: {slope}, not {}",
            V::NAME,
            derivatives[index]
        );
        tested += usize::from(slope != 0.0);
    }
    assert!(tested > 100, "{}: {tested}", V::NAME);
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    check_gradient::<PlunderChess>();
    check_gradient::<TwoRing>();
}

#[test]
fn any_number_of_threads_trains_the_same() {
    let corpus = corpus::<TwoRing>(100);
    let one = in_threads(1, || train(&corpus, options()));
    let two = in_threads(2, || train(&corpus, options()));
    assert_eq!(one.model(), two.model());
    assert_eq!(one.curve(), two.curve());
    let other = Options {
        seed: 2,
        ..options()
    };
    assert_ne!(one.model(), train(&corpus, other).model());
}

#[test]
fn an_interrupted_training_goes_on_as_if_it_had_not_been() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("checkpoint");
    let corpus = corpus::<Chess>(100);
    let whole = train(&corpus, options());
    let mut trainer = Trainer::new(Chess::GAME, options()).expect("a shape");
    while !trainer.is_finished() {
        trainer.run_epoch(&corpus, |_| {}).expect("positions");
        checkpoint::write(&path, &trainer, &corpus).expect("a file");
        trainer = checkpoint::read(&path, &options(), &corpus).expect("a state");
    }
    assert_eq!(trainer.model(), whole.model());
    assert_eq!(trainer.curve(), whole.curve());

    let refusal = |options: &Options, corpus: &Corpus| {
        let read = checkpoint::read(&path, options, corpus);
        read.err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    let other = Options {
        batch: 501,
        ..options()
    };
    assert!(refusal(&other, &corpus).contains("with --batch 500, not 501"));
    let others = self::corpus::<Chess>(99);
    assert!(refusal(&options(), &others).contains("other positions"));
    let mut bytes = std::fs::read(&path).expect("the file");
    bytes[1000] ^= 1;
    std::fs::write(&path, bytes).expect("the file");
    assert!(refusal(&options(), &corpus).contains("damaged"));
}

fn check_learning<V: Variant>() {
    let corpus = corpus::<V>(400);
    let options = Options {
        epochs: 15,
        ..options()
    };
    let trainer = train(&corpus, options);
    let constant = trainer.constant_loss(&corpus.validation);
    let last = trainer.curve().last().expect("an epoch");
    let name = V::NAME;
    assert!(
        last.validation_loss < constant / 3.0,
        "{name}: {last:?}, {constant}"
    );
    assert_eq!(last.validation_loss, trainer.loss(&corpus.validation));

    let finished = Finished::new(&trainer, &corpus.validation).expect("a scale");
    assert!(finished.rounding.mean < 10.0, "{:?}", finished.rounding);
    assert!(finished.rounding.most < 60.0, "{:?}", finished.rounding);
    let chances = finished.chances.expect("chances");
    assert!((chances.pawn() - 100.0).abs() < 1.0, "{chances:?}");
    assert_eq!(finished.network.header().chances, Some(chances));
    assert!(finished.shares.len() > 20);
    let bytes = finished.network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(finished.network));
}

#[test]
fn material_is_learnt() {
    check_learning::<Chess>();
    check_learning::<PlunderChess>();
    check_learning::<TwoRing>();
}

#[test]
fn without_positions_there_is_no_training() {
    let empty = Corpus::new(Chess::GAME, Filter::default(), 0.2);
    let mut trainer = Trainer::new(Chess::GAME, options()).expect("a shape");
    let error = trainer.run_epoch(&empty, |_| {}).expect_err("no positions");
    assert!(matches!(error, TrainError::NoPositions { games: 0, .. }));
    let wide = Options {
        hidden: 100,
        ..options()
    };
    assert!(Trainer::new(Chess::GAME, wide).is_err());
}
