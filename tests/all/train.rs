//! Guards `alberich train` as a program: what it writes, interrupts, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Directory, complaint, failure, pieces, printed, program};
use alberich::board::Color;
use alberich::data::{Ending, Header, ScoredTurn, StoredGame, Writer};
use alberich::eval::network::Network;
use alberich::eval::{Score, worth};
use alberich::position::{History, Position};
use alberich::tournament::adjudicate::Decision;
use alberich::variant::{Chess, PlunderChess, Variant};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const OPENING: usize = 6;

/// What White has more than Black, in centipawns.
fn material<V: Variant>(position: &Position<V>) -> i32 {
    let sum = pieces(position).map(|(square, piece)| match piece.color() {
        Color::White => worth::<V>(piece, square),
        Color::Black => -worth::<V>(piece, square),
    });
    sum.sum()
}

/// A game of random turns, with material for scores; if it is not over who is ahead at last has won.
fn game<V: Variant>(number: u64) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut history = History::<V>::new(Position::start());
    let (mut opening, mut turns) = (Vec::new(), Vec::new());
    while turns.len() < 80 && history.end().is_none() {
        let position = *history.position();
        let turn = *position.moves().choose(&mut rng).expect("a turn");
        if opening.len() < OPENING {
            opening.push(turn);
        } else {
            let white = material(&position);
            let score = Score::from_centipawns(match position.side_to_move() {
                Color::White => white,
                Color::Black => -white,
            });
            turns.push(ScoredTurn { turn, score });
        }
        history.push(turn);
    }
    let winner = match material(history.position()) {
        200.. => Some(Color::White),
        ..=-200 => Some(Color::Black),
        _ => None,
    };
    let adjudicated = Ending::Adjudication(winner.map_or(Decision::Draw, Decision::Win));
    StoredGame {
        seed: 1,
        number,
        start: 518,
        opening,
        turns,
        ending: history.end().map_or(adjudicated, Ending::Rules),
    }
}

fn write_games<V: Variant>(path: &Path, games: u64) {
    let header = Header {
        game: V::GAME,
        runs: Vec::new(),
    };
    let mut writer = Writer::open(path, &header, |_| {}).expect("a new file");
    for number in 0..games {
        writer.add(&game::<V>(number)).expect("room for a game");
    }
}

/// `alberich train` as it is run in a directory.
fn train(directory: &Directory, words: &str) -> Command {
    let mut command = program(["train"]);
    command.args(words.split_whitespace());
    command.current_dir(directory.path());
    command
}

#[test]
fn a_network_is_trained_and_described() {
    let directory = Directory::new();
    let net = directory.file("a.net");
    write_games::<PlunderChess>(&directory.file("games.data"), 60);
    let words = "games.data --output a.net --hidden 32 --epochs 3 --batch 256 --validation 0.3";
    let text = printed(train(&directory, &format!("{words} --threads 1")));
    for part in [
        "plunderchess of 60 games: ",
        "epoch 3/3: training loss 0.",
        " positions a second\n",
        "best constant\n",
        "rounding: ",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let bytes = fs::read(&net).expect("the network");
    let network = Network::from_bytes(&bytes).expect("a network");
    assert_eq!(network.header().game, "plunderchess");
    let made = &network.header().made;
    assert!(
        made.contains("\nalberich train games.data --output a.net"),
        "{made}"
    );
    assert!(made.contains("\nlosses: training 0."), "{made}");
    let mut describe = program(["network", "a.net"]);
    describe.current_dir(directory.path());
    let told = printed(describe);
    for part in [
        "a.net: plunderchess\n",
        "two times 1408 inputs, 32 neurons, 8 buckets\n",
        "         losses: training 0.",
    ] {
        assert!(told.contains(part), "no `{part}` in {told}");
    }
    assert!(!directory.file("a.checkpoint").exists());
    for (name, part) in [
        ("a.csv", "validation_loss"),
        ("a.wdl.csv", "fitted_wins"),
        ("a.svg", "<svg"),
        ("a.wdl.svg", "centipawns"),
    ] {
        let text = fs::read_to_string(directory.file(name)).expect(name);
        assert!(text.contains(part), "{name}: {text}");
    }
    printed(train(&directory, &format!("{words} --threads 2")));
    assert!(fs::read(&net).expect("the network") == bytes, "two threads");
}

#[test]
fn a_killed_training_is_resumed() {
    let directory = Directory::new();
    let [net, kept] = ["a.net", "kept"].map(|name| directory.file(name));
    write_games::<Chess>(&directory.file("games.data"), 60);
    let words = "games.data --output a.net --hidden 32 --epochs 40 --batch 64 --validation 0.2 \
                 --threads 1 --checkpoint kept";
    printed(train(&directory, words));
    let whole = fs::read(&net).expect("the network");
    fs::remove_file(&net).expect("the network");

    let mut child = train(&directory, words)
        .stdout(Stdio::null())
        .spawn()
        .expect("a process");
    while !kept.exists() {
        let ended = child.try_wait().expect("a process");
        assert_eq!(ended, None, "it ended before it could be killed");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a process");
    child.wait().expect("a process");
    let left = complaint(train(&directory, words));
    assert!(left.contains("--resume goes on with it"), "{left}");
    let (_, other) = failure(train(&directory, &format!("{words} --seed 2 --resume")));
    assert!(other.contains("with --seed 1, not 2"), "{other}");
    let text = printed(train(&directory, &format!("{words} --resume")));
    assert!(!text.contains("epoch 1/40"), "{text}");
    assert!(fs::read(&net).expect("the network") == whole, "other bytes");
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let directory = Directory::new();
    write_games::<Chess>(&directory.file("chess.data"), 2);
    write_games::<PlunderChess>(&directory.file("plunder.data"), 2);
    write_games::<Chess>(&directory.file("empty.data"), 0);
    fs::write(directory.file("picture.data"), "<svg></svg>, not games").expect("a file");
    for (words, reason) in [
        ("missing.data --output a.net", "missing.data: No such file"),
        (
            "picture.data --output a.net",
            "picture.data: it is not a file of games",
        ),
        (
            "chess.data plunder.data --output a.net",
            "plunder.data: it has games of plunderchess, not of chess",
        ),
        (
            "chess.data --output a.net --hidden 100",
            "not a multiple of",
        ),
        (
            "chess.data --output a.net --buckets 17",
            "not a number from 1 to 16",
        ),
        (
            "chess.data --output a.net --result-share 1.5",
            "not a number from 0 to 1",
        ),
        (
            "chess.data --output picture.data",
            "picture.data: there is a file that is no network",
        ),
        ("chess.data --output .", ".: not a regular file"),
        (
            "chess.data --output missing/a.net",
            "missing/a.net: No such file",
        ),
        ("--output a.net", "DATA"),
    ] {
        let complaint = complaint(train(&directory, words));
        assert!(complaint.contains(reason), "{words}: {complaint}");
    }
    let (_, complaint) = failure(train(&directory, "empty.data --output a.net"));
    assert!(
        complaint.contains("0 positions to train with"),
        "{complaint}"
    );
    assert!(!directory.file("a.net").exists());
}

/// To read these would take for ever, and all memory.
#[test]
#[cfg(unix)]
fn devices_are_not_read() {
    let directory = Directory::new();
    write_games::<Chess>(&directory.file("chess.data"), 2);
    for words in [
        "/dev/zero --output a.net",
        "chess.data --output a.net --checkpoint /dev/zero --resume",
        "chess.data --output /dev/zero",
    ] {
        let complaint = complaint(train(&directory, words));
        assert!(
            complaint.contains("/dev/zero: not a regular file"),
            "{words}: {complaint}"
        );
    }
}

#[test]
fn no_file_is_written_over_another() {
    let directory = Directory::new();
    let data = directory.file("games.data");
    write_games::<Chess>(&data, 2);
    let games = fs::read(&data).expect("a file");
    fs::create_dir(directory.file("sub")).expect("a directory");
    for (words, reason) in [
        (
            "--output games.data",
            "games.data: would be written over the games in it",
        ),
        (
            "--output sub/../games.data",
            "games.data: would be written over the games in it",
        ),
        (
            "--output a.net --checkpoint games.data",
            "games.data: would be written over the games in it",
        ),
        (
            "--output a.net --checkpoint a.net",
            "a.net: two files would be written there",
        ),
        (
            "--output a.net --checkpoint a.csv",
            "a.csv: two files would be written there",
        ),
        // None of these files is there yet.
        (
            "--output a.net --checkpoint ./a.net",
            "a.net: two files would be written there",
        ),
        (
            "--output a.net --checkpoint sub/../a.csv",
            "a.csv: two files would be written there",
        ),
        (
            "--output sub/a.net --checkpoint sub/../sub/a.wdl.svg",
            "a.wdl.svg: two files would be written there",
        ),
    ] {
        let complaint = complaint(train(&directory, &format!("games.data {words}")));
        assert!(complaint.contains(reason), "{words}: {complaint}");
        assert!(fs::read(&data).expect("a file") == games, "{words}");
        // Nothing has joined the games and the directory beside them.
        let files = fs::read_dir(directory.path()).expect("a directory");
        assert_eq!(files.count(), 2, "{words}");
    }
}
