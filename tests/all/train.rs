//! Guards `alberich train` as a program: what it writes, interrupts, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use crate::common::pieces;
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

/// A directory for a test's files, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("alberich-train-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a directory");
        Directory(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

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

fn write_games<V: Variant>(path: &str, games: u64) {
    let header = Header {
        game: V::GAME,
        runs: Vec::new(),
    };
    let mut writer = Writer::open(Path::new(path), &header, |_| {}).expect("a new file");
    for number in 0..games {
        writer.add(&game::<V>(number)).expect("room for a game");
    }
}

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alberich"));
    command.arg("train").args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    let output = command(arguments).output();
    output.unwrap_or_else(|error| panic!("the program does not start: {error}"))
}

/// What a command prints that succeeds.
fn printed(arguments: &str) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

/// What a command says that fails.
fn complaint(arguments: &str) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_network_is_trained_and_described() {
    let directory = Directory::new("whole");
    let (data, net) = (directory.file("games.data"), directory.file("a.net"));
    write_games::<PlunderChess>(&data, 60);
    let arguments = format!(
        "{data} --output {net} --hidden 32 --epochs 3 --batch 256 --validation 0.3 --threads"
    );
    let text = printed(&format!("{arguments} 1"));
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
    assert_eq!(network.header.game, "plunderchess");
    let made = &network.header.made;
    assert!(
        made.contains("\nalberich train games.data --output a.net"),
        "{made}"
    );
    assert!(made.contains("\nlosses: training 0."), "{made}");
    let told = Command::new(env!("CARGO_BIN_EXE_alberich"))
        .args(["network", &net])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    for part in [
        "a.net: plunderchess\n",
        "two times 1408 inputs, 32 neurons, 8 buckets\n",
        "         losses: training 0.",
    ] {
        assert!(told.contains(part), "no `{part}` in {told}");
    }
    assert!(!directory.0.join("a.checkpoint").exists());
    for (name, part) in [
        ("a.csv", "validation_loss"),
        ("a.wdl.csv", "fitted_wins"),
        ("a.svg", "<svg"),
        ("a.wdl.svg", "centipawns"),
    ] {
        let text = fs::read_to_string(directory.file(name)).expect(name);
        assert!(text.contains(part), "{name}: {text}");
    }
    printed(&format!("{arguments} 2"));
    assert!(fs::read(&net).expect("the network") == bytes, "two threads");
}

#[test]
fn a_killed_training_is_resumed() {
    let directory = Directory::new("killed");
    let (data, net) = (directory.file("games.data"), directory.file("a.net"));
    let kept = directory.0.join("kept");
    write_games::<Chess>(&data, 60);
    let arguments = format!(
        "{data} --output {net} --hidden 32 --epochs 40 --batch 64 --validation 0.2 --threads 1 \
         --checkpoint {}",
        kept.display()
    );
    printed(&arguments);
    let whole = fs::read(&net).expect("the network");
    fs::remove_file(&net).expect("the network");

    let mut child = command(&arguments)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("a process");
    while !kept.exists() {
        let ended = child.try_wait().expect("a process");
        assert_eq!(ended, None, "it ended before it could be killed");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a process");
    child.wait().expect("a process");
    assert!(complaint(&arguments).contains("--resume goes on with it"));
    let other = complaint_of_resuming(&format!("{arguments} --seed 2 --resume"));
    assert!(other.contains("with --seed 1, not 2"), "{other}");
    let text = printed(&format!("{arguments} --resume"));
    assert!(!text.contains("epoch 1/40"), "{text}");
    assert!(fs::read(&net).expect("the network") == whole, "other bytes");
}

fn complaint_of_resuming(arguments: &str) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let directory = Directory::new("refused");
    let net = directory.file("a.net");
    let (chess, plunder) = (directory.file("chess.data"), directory.file("plunder.data"));
    write_games::<Chess>(&chess, 2);
    write_games::<PlunderChess>(&plunder, 2);
    let empty = directory.file("empty.data");
    write_games::<Chess>(&empty, 0);
    let missing = directory.file("missing.data");
    let picture = directory.file("picture.data");
    fs::write(&picture, "<svg></svg>, not games at all").expect("a file");
    for (arguments, reason) in [
        (
            format!("{missing} --output {net}"),
            "missing.data: No such file",
        ),
        (
            format!("{picture} --output {net}"),
            "picture.data: it is not a file of games",
        ),
        (
            format!("{chess} {plunder} --output {net}"),
            "plunder.data: it has games of plunderchess, not of chess",
        ),
        (
            format!("{chess} --output {}/./chess.data", directory.0.display()),
            "chess.data: would be written over the games in it",
        ),
        (
            format!("{chess} --output {net} --checkpoint {net}"),
            "a.net: two files would be written there",
        ),
        (
            format!(
                "{chess} --output {net} --checkpoint {}",
                directory.file("a.csv")
            ),
            "a.csv: two files would be written there",
        ),
        (
            format!("{chess} --output {net} --hidden 100"),
            "not a multiple of",
        ),
        (
            format!("{chess} --output {net} --buckets 17"),
            "not a number from 1 to 16",
        ),
        (
            format!("{chess} --output {net} --result-share 1.5"),
            "not a number from 0 to 1",
        ),
        (
            format!("{chess} --output {chess}"),
            "would be written over the games in it",
        ),
        (format!("--output {net}"), "DATA"),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
    }
    let text = complaint_of_resuming(&format!("{empty} --output {net}"));
    assert!(text.contains("0 positions to train with"), "{text}");
    assert!(!Path::new(&net).exists());
}
