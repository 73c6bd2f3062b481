//! Guards the files of games that the engine plays against itself, and the programs that make them.
//!
//! `ALBERICH_TEST_KILLS` sets how often a run is killed and goes on (default 2).

mod generation;
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Directory, in_every_game};
use alberich::data::{
    Amount, DataError, Ending, Header, Progress, Reader, ScoredTurn, Settings, StoredGame, Writer,
    generate, join, shuffle,
};
use alberich::eval::Evaluation;
use alberich::eval::network::Network;
use alberich::position::{History, Move, Position};
use alberich::search::Score;
use alberich::tournament::Stop;
use alberich::tournament::adjudicate::Decision;
use alberich::variant::{Chess, Game, PlunderChess, TwoRing, Variant};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn header<V: Variant>() -> Header {
    Header {
        game: V::GAME,
        runs: vec![Settings::default()],
    }
}

/// A game of random turns, of so many plies if it lasts so long.
fn random_game<V: Variant>(number: u64, plies: usize, random: &mut ChaCha8Rng) -> StoredGame {
    let start = random.random_range(0..960);
    let mut history = History::<V>::new(Position::chess960_start(start));
    let mut turns: Vec<Move> = Vec::new();
    while turns.len() < plies && history.end().is_none() {
        let turn = *history.position().moves().choose(random).expect("a turn");
        history.push(turn);
        turns.push(turn);
    }
    let scored = turns.split_off(turns.len().min(4)).into_iter();
    let scored = scored.map(|turn| {
        let score = match random.random_range(0..8) {
            0 => Score::mate_in(random.random_range(1..20)),
            1 => Score::mated_in(random.random_range(0..20)),
            _ => Score::from_centipawns(random.random_range(-2000..2000)),
        };
        ScoredTurn { turn, score }
    });
    StoredGame {
        seed: 1,
        number,
        start,
        opening: turns,
        turns: scored.collect(),
        ending: match history.end() {
            Some(end) => Ending::Rules(end),
            None => Ending::Adjudication(Decision::Draw),
        },
    }
}

fn random_games<V: Variant>(count: u64, plies: usize) -> Vec<StoredGame> {
    let mut random = ChaCha8Rng::seed_from_u64(count);
    let games = (0..count).map(|number| random_game::<V>(number, plies, &mut random));
    games.collect()
}

fn write<V: Variant>(path: &Path, games: &[StoredGame]) {
    let mut writer = Writer::open(path, &header::<V>(), |_| {}).expect("a new file");
    for game in games {
        writer.add(game).expect("room");
    }
}

fn read(path: &Path) -> Vec<StoredGame> {
    let games = Reader::open(path).expect("a file").collect();
    let games: Result<Vec<StoredGame>, DataError> = games;
    games.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The games by their numbers.
fn sorted(path: &Path) -> Vec<StoredGame> {
    let mut games = read(path);
    games.sort_by_key(|game| (game.seed, game.number));
    games
}

fn random_games_come_back<V: Variant>() {
    let directory = Directory::new();
    let path = directory.file("games");
    let games = random_games::<V>(30, 400);
    write::<V>(&path, &games);
    assert_eq!(read(&path), games);
    let checked = Reader::open(&path).expect("a file").check();
    assert_eq!(checked.expect("games by the rules"), 30);
    for game in &games {
        let mut history = History::<V>::new(Position::chess960_start(game.start));
        let scored = game
            .turns
            .iter()
            .map(|scored| (scored.turn, Some(scored.score)));
        let opening = game.opening.iter().map(|&turn| (turn, None));
        let mut replay = game.replay::<V>();
        for (turn, score) in opening.chain(scored) {
            let sample = replay.next().expect("a turn").expect("a legal one");
            assert_eq!((sample.turn, sample.score), (turn, score));
            assert_eq!(sample.position.fen(), history.position().fen());
            history.push(turn);
        }
        assert!(replay.next().is_none());
        assert_eq!(replay.history().keys(), history.keys());
    }
}

#[test]
fn random_games_come_back_in_every_game() {
    in_every_game!(random_games_come_back);
}

/// Reads bytes as a file: games that are all among the first of `games`, and what went wrong.
fn read_prefix(bytes: &[u8], games: &[StoredGame]) -> (usize, Option<DataError>) {
    let mut reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (0, Some(error)),
    };
    let mut count = 0;
    for game in &mut reader {
        match game {
            Ok(game) => assert_eq!(game, games[count], "another game"),
            Err(error) => return (count, Some(error)),
        }
        count += 1;
    }
    let is_at_end = reader.offset() == bytes.len() as u64;
    assert!(is_at_end || reader.torn_at().is_some());
    (count, None)
}

#[test]
fn whatever_is_damaged_no_other_game_is_read() {
    let directory = Directory::new();
    let path = directory.file("games");
    let games = random_games::<TwoRing>(3, 30);
    write::<TwoRing>(&path, &games);
    let bytes = fs::read(&path).expect("a file");
    let mut reader = Reader::new(&bytes[..]).expect("a header");
    assert!(reader.by_ref().take(3).all(|game| game.is_ok()));
    let last = reader.place().offset as usize;
    for at in 0..bytes.len() {
        for flip in [1, 0x20, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let (count, error) = read_prefix(&damaged, &games);
            // What is wrong before the last game is never taken for a torn end.
            assert!(count < 3 && (error.is_some() || at >= last), "{at}");
        }
    }
}

#[test]
fn a_file_that_was_cut_anywhere_goes_on() {
    let directory = Directory::new();
    let path = directory.file("games");
    let games = random_games::<PlunderChess>(3, 30);
    write::<PlunderChess>(&path, &games);
    let bytes = fs::read(&path).expect("a file");
    for cut in 0..=bytes.len() {
        let (count, error) = read_prefix(&bytes[..cut], &games);
        assert!(matches!(error, None | Some(DataError::NoHeader)), "{cut}");
        fs::write(&path, &bytes[..cut]).expect("a file");
        let mut found = Vec::new();
        let writer = Writer::open(&path, &header::<PlunderChess>(), |game| found.push(game));
        let mut writer = writer.expect("a torn file at most");
        assert_eq!(found, games[..count]);
        for game in &games[count..] {
            writer.add(game).expect("room");
        }
        assert!(fs::read(&path).expect("a file") == bytes, "{cut}");
    }
}

#[test]
fn a_file_that_is_damaged_before_its_end_is_left_alone() {
    let directory = Directory::new();
    let path = directory.file("games");
    write_damaged(&path);
    let bytes = fs::read(&path).expect("a file");
    let mut found = 0;
    let opened = Writer::open(&path, &header::<Chess>(), |_| found += 1);
    let error = opened.expect_err("a damaged file").to_string();
    assert!(error.starts_with("game 2 at byte "), "{error}");
    assert!(error.ends_with(": it is damaged, the checksums say"));
    assert_eq!(found, 1);
    assert!(fs::read(&path).expect("a file") == bytes);
}

/// A file of three games, the second of which is damaged.
fn write_damaged(path: &Path) {
    write::<Chess>(path, &random_games::<Chess>(3, 30));
    let mut reader = Reader::open(path).expect("a file");
    assert!(reader.by_ref().take(2).all(|game| game.is_ok()));
    let middle = (reader.place().offset + reader.offset()) / 2;
    let mut bytes = fs::read(path).expect("a file");
    bytes[middle as usize] ^= 1;
    fs::write(path, bytes).expect("a file");
}

#[test]
fn a_file_is_not_written_by_two_nor_by_others() {
    let directory = Directory::new();
    let path = directory.file("games");
    let open = |header: &Header| Writer::open(&path, header, |_| {}).map(|_| ());
    let mut writer = Writer::open(&path, &header::<Chess>(), |_| {}).expect("a new file");
    assert!(matches!(open(&header::<Chess>()), Err(DataError::InUse)));
    writer.add(&random_games::<Chess>(1, 30)[0]).expect("room");
    drop(writer);
    let bytes = fs::read(&path).expect("a file");
    let error = open(&header::<TwoRing>()).expect_err("another game");
    assert_eq!(error.to_string(), "it has games of chess, not of tworing");
    let error = open(&other_settings()).expect_err("other settings");
    let error = error.to_string();
    assert!(
        error.contains("--nodes 5000") && error.contains("--nodes 77"),
        "{error}"
    );
    assert!(fs::read(&path).expect("a file") == bytes);
    fs::write(&path, "[Event \"?\"]\n").expect("a file");
    let error = open(&header::<Chess>()).expect_err("no games");
    assert!(matches!(error, DataError::Foreign));
    assert_eq!(fs::read(&path).expect("a file"), b"[Event \"?\"]\n");
}

fn other_settings() -> Header {
    Header {
        runs: vec![Settings {
            nodes: 77,
            ..Settings::default()
        }],
        ..header::<Chess>()
    }
}

#[test]
fn a_file_without_a_game_is_begun_anew() {
    let directory = Directory::new();
    let path = directory.file("games");
    let game = &random_games::<Chess>(1, 30)[0];
    for wanted in [header::<Chess>(), header::<TwoRing>(), other_settings()] {
        write::<Chess>(&path, std::slice::from_ref(game));
        let whole = fs::read(&path).expect("a file");
        let mut reader = Reader::open(&path).expect("a file");
        reader.next();
        // Nothing behind the header, or a part of the first game.
        let first = reader.place().offset as usize;
        for end in [first, first + 5, whole.len() - 1] {
            fs::write(&path, &whole[..end]).expect("a file");
            let opened = Writer::open(&path, &wanted, |_| panic!("a game"));
            opened.expect("a new file").add(game).expect("room");
            let mut reader = Reader::open(&path).expect("a file");
            assert_eq!(*reader.header(), wanted);
            assert_eq!(reader.by_ref().count(), 1);
            assert_eq!(reader.torn_at(), None);
        }
        fs::remove_file(&path).expect("a file");
    }
}

#[test]
fn a_file_of_others_is_made_whole_or_not_at_all() {
    let directory = Directory::new();
    let [damaged, other, output] = ["damaged", "other", "output"].map(|name| directory.file(name));
    write_damaged(&damaged);
    write::<TwoRing>(&other, &random_games::<TwoRing>(1, 30));
    let both = |inputs: &[PathBuf]| {
        [join(inputs, &output), shuffle(inputs, &output, 1)]
            .map(|made| made.expect_err("no file to be made").error)
    };
    let files = || fs::read_dir(directory.path()).expect("a directory").count();
    for error in both(std::slice::from_ref(&damaged)) {
        assert!(matches!(error, DataError::Damaged(_)), "{error}");
        assert_eq!(files(), 2);
    }
    // What is wrong with the whole is told before the games are read.
    for error in both(&[damaged.clone(), other]) {
        assert!(matches!(error, DataError::OtherGame { .. }), "{error}");
        assert_eq!(files(), 2);
    }
    fs::write(&output, "mine").expect("a file");
    for error in both(&[damaged]) {
        assert!(matches!(error, DataError::Exists), "{error}");
        assert_eq!(fs::read(&output).expect("a file"), b"mine");
        assert_eq!(files(), 3);
    }
}

fn settings(seed: u64) -> Settings {
    Settings {
        seed,
        nodes: 20,
        chess960: 50,
        hash: 1,
        ..Settings::default()
    }
}

/// Plays what a file lacks.
fn go_on<V: Variant>(
    path: &Path,
    settings: &Settings,
    evaluation: &Evaluation,
    amount: Amount,
    threads: usize,
) -> Progress {
    let stop = Stop::new();
    let made = generate::<V>(path, settings, evaluation, amount, threads, &stop, |_| {});
    made.unwrap_or_else(|error| panic!("{error}"))
}

/// Makes a file of so many games, or adds to it.
fn make<V: Variant>(path: &Path, settings: &Settings, games: u64, threads: usize) {
    let material = Evaluation::material();
    let made = go_on::<V>(path, settings, &material, Amount::Games(games), threads);
    assert_eq!(made.games, games);
}

/// A network that has learned nothing.
fn random_network(game: Game) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let network = Network::zero(game, 32, 1, 400, "a test".to_owned()).expect("a shape");
    let random = network.changed(|_, weights| {
        let (features, output) = (&mut weights.feature_weights, &mut weights.output_weights);
        features.fill_with(|| random.random_range(-100..=100));
        output.fill_with(|| random.random_range(-60..=60));
    });
    random.expect("numbers within the bounds")
}
