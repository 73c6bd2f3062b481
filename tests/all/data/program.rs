//! `alberich datagen` and `alberich data` as their users run them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::{go_on, make, random_games, random_network, read, settings, sorted, write};
use crate::common::{Directory, complaint, printed, program, setting};
use alberich::data::{Amount, Ending, Reader, Settings};
use alberich::eval::Evaluation;
use alberich::position::Move;
use alberich::tournament::adjudicate::Decision;
use alberich::variant::{Chess, Game, TwoRing};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Longer than anything here takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in Unicode")
}

/// `alberich datagen` as [`settings`] has it, with more words.
fn datagen(game: Game, path: &Path, evaluation: &str, words: &[&str]) -> Command {
    let mut command = program(["datagen", "--variant", game.name(), "--output", text(path)]);
    command.args(["--nodes", "20", "--hash", "1", "--chess960", "50"]);
    command.args(["--threads", "2", "--eval-file", evaluation]);
    command.args(words);
    command
}

fn start(mut command: Command) -> Child {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it runs")
}

/// Asks a process again and again until it has ended or what is waited for has come: then there is
/// nothing to return.
fn wait(child: &mut Child, has_come: impl Fn() -> bool) -> Option<ExitStatus> {
    let start = Instant::now();
    while !has_come() {
        if let Some(status) = child.try_wait().expect("a state") {
            return Some(status);
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("it runs");
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    None
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on() {
    const GAMES: u64 = 150;
    let directory = Directory::new();
    let [killed, whole] = ["killed", "whole"].map(|name| directory.file(name));
    make::<TwoRing>(&whole, &settings(1), GAMES, 2);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut written, mut between) = (0, 0);
    let words = ["--games", &GAMES.to_string()];
    for _ in 0..setting("ALBERICH_TEST_KILLS", 2) {
        let left = size(&whole).saturating_sub(size(&killed)) as f64;
        // So far that the first game is there, and so that much is left.
        let goal = size(&killed) + (left * random.random_range(0.05..0.5)) as u64;
        let mut child = start(datagen(Game::TwoRing, &killed, "material", &words));
        wait(&mut child, || size(&killed) >= goal);
        child.kill().expect("it runs, or has run");
        child.wait().expect("it has run");
        let games = read(&killed).len() as u64;
        assert!(games >= written, "games were lost");
        written = games;
        between += u32::from((1..GAMES).contains(&games));
    }
    assert!(between > 0, "no kill was among the games");
    let told = printed(datagen(Game::TwoRing, &killed, "material", &words));
    assert!(
        told.starts_with("150 games, ") && told.ends_with("% draws\n"),
        "{told}"
    );
    assert_eq!(sorted(&killed), sorted(&whole));
    let checked = printed(program(["data", "check", text(&killed)]));
    assert!(
        checked.ends_with("killed: 150 games, all right\n"),
        "{checked}"
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_in_order() {
    let directory = Directory::new();
    let path = directory.file("games");
    let words = ["--games", "1000000"];
    let mut child = start(datagen(Game::TwoRing, &path, "material", &words));
    let ended = wait(&mut child, || size(&path) >= 2_000);
    assert_eq!(ended, None, "before the signal");
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("it runs").success());
    let status = wait(&mut child, || false).expect("an end");
    assert_eq!(status.code(), Some(130));
    let mut reader = Reader::open(&path).expect("a file");
    assert!(reader.check().expect("games by the rules") > 0);
    assert_eq!(reader.torn_at(), None);
}

#[test]
fn a_network_judges_its_own_game_alone() {
    let directory = Directory::new();
    let [file, path, whole] = ["tworing.net", "games", "whole"].map(|name| directory.file(name));
    let network = random_network(Game::TwoRing);
    fs::write(&file, network.to_bytes()).expect("a file");
    for games in ["1", "3"] {
        let words = ["--games", games];
        printed(datagen(Game::TwoRing, &path, text(&file), &words));
    }
    let settings = Settings {
        evaluation: "tworing.net".to_owned(),
        ..settings(1)
    };
    let evaluation = Evaluation::material().with(network);
    go_on::<TwoRing>(&whole, &settings, &evaluation, Amount::Games(3), 1);
    assert_eq!(sorted(&path), sorted(&whole));
    let reader = Reader::open(&path).expect("a file");
    assert_eq!(reader.header().runs, [settings]);

    let play = |game: Game, path: &Path| datagen(game, path, text(&file), &["--games", "1"]);
    // Its variation makes do with it.
    printed(play(Game::TwoRing1, &directory.file("tworing1")));
    let chess = directory.file("chess");
    let message = complaint(play(Game::Chess, &chess));
    let expected = "--eval-file: tworing.net is a network for tworing and does not judge chess\n";
    assert!(message.ends_with(expected) && !chess.exists(), "{message}");
}

#[test]
fn decisions_by_the_score_are_switched_off() {
    let directory = Directory::new();
    // No score is beyond the one for draws, and most games come to the one for wins.
    for (win, draw) in [("none", "none"), ("100", "none"), ("none", "65535")] {
        let path = directory.file(&format!("{win}-{draw}"));
        let scores = ["--win-score", win, "--draw-score", draw];
        let words = [&["--games", "8"], &scores[..]].concat();
        printed(datagen(Game::Chess, &path, "material", &words));
        let reader = Reader::open(&path).expect("a file");
        let runs = &reader.header().runs;
        let settings = (runs[0].win_score, runs[0].draw_score);
        assert_eq!(settings, (win.parse().ok(), draw.parse().ok()));
        let games = read(&path);
        let decisions = games.iter().filter_map(|game| match game.ending {
            Ending::Adjudication(decision) => Some(decision),
            Ending::Rules(_) => None,
        });
        let decisions: Vec<Decision> = decisions.collect();
        let is_won = |decision: &Decision| matches!(decision, Decision::Win(_));
        assert_eq!(decisions.iter().any(is_won), win != "none", "{win}");
        assert_eq!(
            decisions.contains(&Decision::Draw),
            draw != "none",
            "{draw}"
        );
    }
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
    let output = program(["data", "check", text(&path)]).output();
    let output = output.expect("it runs");
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
fn a_torn_end_is_told_of() {
    let directory = Directory::new();
    let [path, joined, shuffled] = ["games", "joined", "shuffled"].map(|name| directory.file(name));
    let games = random_games::<Chess>(3, 30);
    write::<Chess>(&path, &games);
    let mut reader = Reader::open(&path).expect("a file");
    assert!(reader.by_ref().take(3).all(|game| game.is_ok()));
    let offset = reader.place().offset;
    let bytes = fs::read(&path).expect("a file");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("a file");
    let path = text(&path);
    let expected = format!(
        "{path}: the game at byte {offset}, the last, was not written to its end and does not \
         count\n"
    );
    for (words, first) in [
        (vec!["check", path], "games: 2 games, all right\n"),
        (vec!["stats", path], "games                2\n"),
        (
            vec!["join", path, "--output", text(&joined)],
            "joined: 2 games\n",
        ),
        (
            vec!["shuffle", path, "--output", text(&shuffled)],
            "shuffled: 2 games\n",
        ),
    ] {
        let told = printed(program([&["data"], &words[..]].concat()));
        assert!(told.contains(first) && told.ends_with(&expected), "{told}");
    }
    assert_eq!(read(&joined), games[..2]);
    assert_eq!(sorted(&shuffled), games[..2]);
}

#[test]
fn files_are_joined_and_shuffled() {
    let directory = Directory::new();
    let [one, other, joined, shuffled, again] =
        ["one", "other", "joined", "shuffled", "again"].map(|name| directory.file(name));
    make::<TwoRing>(&one, &settings(1), 4, 1);
    make::<TwoRing>(&other, &settings(2), 3, 1);
    let [first, second] = [&one, &other].map(|path| text(path));
    let join = |files: &[&str], to: &Path| {
        program([&["data", "join", "--output", text(to)], files].concat())
    };
    let told = printed(join(&[first, second, first], &joined));
    assert!(told.contains("7 games; 4 left out"), "{told}");
    assert_eq!(read(&joined), [read(&one), read(&other)].concat());
    let mut reader = Reader::open(&joined).expect("a file");
    assert_eq!(reader.header().runs, [settings(1), settings(2)]);
    assert_eq!(reader.check().expect("games by the rules"), 7);
    // What is there is never written over.
    complaint(join(&[first], &joined));
    assert_eq!(read(&joined).len(), 7);
    let shuffle = |to: &Path| {
        let words = ["data", "shuffle", first, second, "--seed", "3"];
        let output = ["--output", text(to)];
        printed(program(words.iter().chain(&output)));
        read(to)
    };
    let games = shuffle(&shuffled);
    assert_eq!(games, shuffle(&again));
    assert_ne!(games, read(&joined));
    assert_eq!(sorted(&shuffled), sorted(&joined));
    let chess = directory.file("chess");
    write::<Chess>(&chess, &[]);
    let none = directory.file("none");
    let message = complaint(join(&[first, text(&chess)], &none));
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
    let told = printed(program(["data", "stats", text(&path)]));
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
            vec![
                "datagen",
                "--games",
                "1",
                "--win-score",
                "0",
                "--output",
                "x",
            ],
            "at least 1",
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
        let message = complaint(program(&words));
        assert!(message.contains(reason), "{words:?}: {message}");
    }
}
