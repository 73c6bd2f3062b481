//! Guards the files of games that the engine plays against itself, and the programs that make them.
//!
//! `ALBERICH_TEST_KILLS` sets how often a run is killed and goes on (default 2).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::common::{in_every_game, setting};
use alberich::data::{
    Amount, DataError, Ending, GenerateError, Header, Reader, ScoredTurn, Settings, StoredGame,
    Writer, generate,
};
use alberich::eval::Evaluation;
use alberich::position::{History, Move, Position};
use alberich::search::Score;
use alberich::tournament::Stop;
use alberich::tournament::adjudicate::Decision;
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A directory of its own for a test.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("data-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a directory");
        Directory(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What is left in the target's directory does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

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
fn a_file_is_not_written_by_two_nor_by_others() {
    let directory = Directory::new();
    let path = directory.file("games");
    let open = |header: &Header| Writer::open(&path, header, |_| {}).map(|_| ());
    let writer = Writer::open(&path, &header::<Chess>(), |_| {}).expect("a new file");
    assert!(matches!(open(&header::<Chess>()), Err(DataError::InUse)));
    drop(writer);
    let error = open(&header::<TwoRing>()).expect_err("another game");
    assert_eq!(error.to_string(), "it has games of chess, not of tworing");
    let other = Header {
        runs: vec![Settings {
            nodes: 77,
            ..Settings::default()
        }],
        ..header::<Chess>()
    };
    let error = open(&other).expect_err("other settings").to_string();
    assert!(
        error.contains("--nodes 5000") && error.contains("--nodes 77"),
        "{error}"
    );
    fs::write(&path, "[Event \"?\"]\n").expect("a file");
    assert!(matches!(open(&other), Err(DataError::Foreign)));
    assert_eq!(fs::read(&path).expect("a file"), b"[Event \"?\"]\n");
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

fn make<V: Variant>(path: &Path, settings: &Settings, games: u64, threads: usize) {
    let amount = Amount::Games(games);
    let made = generate::<V>(
        path,
        settings,
        &Evaluation::material(),
        amount,
        threads,
        &Stop::new(),
        |_| {},
    );
    assert_eq!(made.unwrap_or_else(|error| panic!("{error}")).games, games);
}

fn threads_do_not_change_the_games<V: Variant>() {
    let directory = Directory::new();
    let [one, three, other] = ["one", "three", "other"].map(|name| directory.file(name));
    make::<V>(&one, &settings(1), 5, 1);
    make::<V>(&three, &settings(1), 3, 3);
    make::<V>(&three, &settings(1), 5, 3);
    make::<V>(&other, &settings(2), 5, 2);
    let games = sorted(&one);
    assert_eq!(games, sorted(&three));
    assert!(games.iter().map(|game| game.number).eq(0..5));
    let is_in_other = |game: &StoredGame| {
        let mut others = read(&other).into_iter();
        others.any(|other| other.opening == game.opening && other.start == game.start)
    };
    assert!(!games.iter().any(is_in_other));
    for path in [one, three, other] {
        let checked = Reader::open(&path).expect("a file").check();
        assert_eq!(checked.expect("games by the rules"), 5);
    }
}

#[test]
fn threads_do_not_change_the_games_in_every_game() {
    in_every_game!(threads_do_not_change_the_games);
}

#[test]
fn games_of_another_engine_are_not_gone_on_with() {
    let directory = Directory::new();
    let path = directory.file("games");
    let header = Header {
        game: Chess::GAME,
        runs: vec![settings(1)],
    };
    let mut writer = Writer::open(&path, &header, |_| {}).expect("a new file");
    writer.add(&random_games::<Chess>(1, 30)[0]).expect("room");
    drop(writer);
    let made = generate::<Chess>(
        &path,
        &settings(1),
        &Evaluation::material(),
        Amount::Positions(1_000_000),
        1,
        &Stop::new(),
        |_| {},
    );
    assert!(matches!(made, Err(GenerateError::OtherEngine { game: 0 })));
}

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alberich"));
    command.args(words);
    command
}

fn run(words: &[&str]) -> Output {
    program(words).output().expect("it runs")
}

/// What a command prints that succeeds.
fn printed(words: &[&str]) -> String {
    let output = run(words);
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in Unicode")
}

/// `alberich datagen` of a game and a number of games.
fn datagen(path: &Path, games: &str) -> Command {
    let path = text(path);
    program(&[
        "datagen",
        "--variant",
        "tworing",
        "--eval-file",
        "material",
        "--nodes",
        "20",
        "--hash",
        "1",
        "--chess960",
        "50",
        "--threads",
        "2",
        "--games",
        games,
        "--output",
        path,
    ])
}

fn start(mut command: Command) -> Child {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it runs")
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on() {
    const GAMES: u64 = 60;
    let directory = Directory::new();
    let [killed, whole] = ["killed", "whole"].map(|name| directory.file(name));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut written = 0;
    for _ in 0..setting("ALBERICH_TEST_KILLS", 2) {
        let mut child = start(datagen(&killed, &GAMES.to_string()));
        std::thread::sleep(Duration::from_millis(random.random_range(0..400)));
        child.kill().expect("it runs, or has run");
        child.wait().expect("it has run");
        if let Ok(reader) = Reader::open(&killed) {
            let games: Result<Vec<_>, _> = reader.collect();
            let games = games.expect("whole games").len();
            assert!(games >= written, "games were lost");
            written = games;
        }
    }
    let output = datagen(&killed, &GAMES.to_string())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    make::<TwoRing>(&whole, &settings(1), GAMES, 2);
    assert_eq!(sorted(&killed), sorted(&whole));
    let checked = printed(&["data", "check", text(&killed)]);
    assert!(
        checked.ends_with("killed: 60 games, all right\n"),
        "{checked}"
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_in_order() {
    let directory = Directory::new();
    let path = directory.file("games");
    let mut child = start(datagen(&path, "1000000"));
    while fs::metadata(&path).map_or(0, |data| data.len()) < 2_000 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("it runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut reader = Reader::open(&path).expect("a file");
    assert!(reader.check().expect("games by the rules") > 0);
    assert_eq!(reader.torn_at(), None);
}

#[test]
fn a_wrong_game_is_named_with_its_place() {
    let directory = Directory::new();
    let path = directory.file("games");
    let mut games = random_games::<Chess>(3, 30);
    let game = &mut games[1];
    game.opening[2] = Move::from_bits(0);
    write::<Chess>(&path, &games);
    let mut reader = Reader::open(&path).expect("a file");
    assert!(reader.by_ref().take(2).all(|game| game.is_ok()));
    let offset = reader.place().offset;
    let output = run(&["data", "check", text(&path)]);
    let message = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("games: game 2 at byte {offset}: ply 3: a1a1 (0x0) is not legal in ");
    assert!(message.contains(&expected), "{message}");
    games[1].opening.truncate(2);
    games[1].turns.clear();
    games[1].ending = Ending::Rules(alberich::position::End::Mate);
    let error = games[1].check::<Chess>().expect_err("no mate");
    let expected = "it is said to have ended by mate, but the rules say that it goes on";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn files_are_joined_and_shuffled() {
    let directory = Directory::new();
    let [one, other, joined, shuffled, again] =
        ["one", "other", "joined", "shuffled", "again"].map(|name| directory.file(name));
    make::<TwoRing>(&one, &settings(1), 4, 1);
    make::<TwoRing>(&other, &settings(2), 3, 1);
    let [first, second] = [&one, &other].map(|path| text(path));
    let told = printed(&[
        "data",
        "join",
        first,
        second,
        first,
        "--output",
        text(&joined),
    ]);
    assert!(told.contains("7 games; 4 left out"), "{told}");
    assert_eq!(read(&joined), [read(&one), read(&other)].concat());
    let mut reader = Reader::open(&joined).expect("a file");
    assert_eq!(reader.header().runs, [settings(1), settings(2)]);
    assert_eq!(reader.check().expect("games by the rules"), 7);
    // What is there is never written over.
    let output = run(&["data", "join", first, "--output", text(&joined)]);
    assert!(!output.status.success() && read(&joined).len() == 7);
    let shuffle = |to: &Path| {
        printed(&[
            "data",
            "shuffle",
            first,
            second,
            "--output",
            text(to),
            "--seed",
            "3",
        ]);
        read(to)
    };
    let games = shuffle(&shuffled);
    assert_eq!(games, shuffle(&again));
    assert_ne!(games, read(&joined));
    assert_eq!(sorted(&shuffled), sorted(&joined));
    let chess = directory.file("chess");
    write::<Chess>(&chess, &[]);
    let output = run(&["data", "join", first, text(&chess), "--output", "none"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("chess: it has games of chess, not of tworing"),
        "{message}"
    );
}

#[test]
fn games_are_counted() {
    let directory = Directory::new();
    let path = directory.file("games");
    let games = random_games::<Chess>(5, 40);
    write::<Chess>(&path, &[&games[..], &games[..]].concat());
    let told = printed(&["data", "stats", text(&path)]);
    let positions: usize = games.iter().map(|game| 2 * game.turns.len()).sum();
    let value = |name: &str| {
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        let words = line.unwrap_or_else(|| panic!("no {name} in {told}"));
        words
            .trim_start()
            .trim_start_matches(name)
            .trim()
            .to_owned()
    };
    assert_eq!(value("games"), "10");
    assert_eq!(value("positions"), positions.to_string());
    assert!(value("mean length").ends_with("plies, after 4.0 of the opening"));
    assert!(value("repeated").starts_with("50.00%"), "{told}");
}

#[test]
fn what_is_refused_says_why() {
    for (words, reason) in [
        (vec!["datagen", "--output", "x"], "--games"),
        (
            vec![
                "datagen",
                "--games",
                "1",
                "--positions",
                "1",
                "--output",
                "x",
            ],
            "cannot be used",
        ),
        (
            vec![
                "datagen", "--games", "1", "--plies", "9..6", "--output", "x",
            ],
            "9 is more than 6",
        ),
        (
            vec![
                "datagen",
                "--games",
                "1",
                "--win-score",
                "all",
                "--output",
                "x",
            ],
            "nor `none`",
        ),
        (
            vec!["datagen", "--games", "1", "--output", "/no/such/folder/x"],
            "/no/such/folder/x: ",
        ),
        (
            vec!["data", "stats", "README.md"],
            "README.md: it is not a file of games",
        ),
    ] {
        let output = run(&words);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(message.contains(reason), "{words:?}: {message}");
    }
}
