//! Nothing is lost: interrupted matches go on, parts are joined.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use alberich::record::{RawGame, Record};
use alberich::tournament::archive;
use alberich::variant::PlunderChess;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Match, Run, setting};
use crate::common::{complaint, printed, program};

/// What a match says at its end: score, Elo, pairs.
fn sums(text: &str) -> Vec<String> {
    let known = ["Score of", "...", "Elo", "Ptnml", "Normalised"];
    let lines = text
        .lines()
        .filter(|line| known.iter().any(|start| line.starts_with(start)));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    // Those of the end only.
    let start = lines.iter().rposition(|line| line.starts_with("Score of"));
    lines.split_off(start.unwrap_or(0))
}

/// The file has every game once, all can be replayed, and its sums are those that were told.
fn is_whole(of: &Match, run: &Run, games: usize) {
    let file = of.path("games.pgn");
    let found = of.games();
    let rounds: HashSet<&str> = found.iter().filter_map(|game| game.tag("Round")).collect();
    assert_eq!((found.len(), rounds.len()), (games, games));
    let checked = printed(program(["pgn", "--check", &file]));
    assert!(
        checked.starts_with(&format!("{games} games, {games} right")),
        "{checked}"
    );
    let joined = printed(program(["match", "-join", &file]));
    let sums_told = sums(&run.output);
    assert!(sums_told.len() >= 5, "{run}");
    assert_eq!(sums_told, sums(&joined));
    let pairs = format!("{} pairs", games / 2);
    assert!(joined.contains(&pairs), "{joined}");
}

const GAMES: usize = 40;

fn quick() -> Match {
    // Scores of all kinds.
    Match::of("seed=1;delay=1;score=cp 40", "seed=2;delay=1;score=cp -90").with(
        "-each nodes=1 -variant plunderchess960 -games 2 -rounds 20 -repeat -concurrency 2 \
         -maxmoves 12 -recover -resume -srand 5",
    )
}

#[test]
fn a_match_that_is_killed_at_any_moment_goes_on() {
    let of = quick();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..setting("ALBERICH_TEST_KILLS", 3) {
        let mut child = of.start();
        thread::sleep(Duration::from_millis(rng.random_range(0..400)));
        child.kill().expect("it runs, or has run");
        child.wait().expect("it has run");
        if cfg!(target_os = "linux") {
            of.is_left_alone();
        }
    }
    let run = of.succeed();
    is_whole(&of, &run, GAMES);
    // There is nothing more to be played.
    let again = of.succeed();
    assert!(!again.output.contains("Started game"), "{again}");
    is_whole(&of, &again, GAMES);
}

#[test]
fn a_file_goes_on_wherever_it_was_cut() {
    let of = quick();
    let epd = of.path("last.epd");
    let of = of.with(&format!("-epdout {epd}"));
    let run = of.succeed();
    is_whole(&of, &run, GAMES);
    let whole = of.read("games.pgn");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..3 {
        let cut = rng.random_range(0..whole.len());
        of.write("games.pgn", &whole.as_bytes()[..cut]);
        let run = of.succeed();
        is_whole(&of, &run, GAMES);
        let positions: String = of.games().iter().map(last_position).collect();
        assert_eq!(of.read("last.epd"), positions);
    }
}

fn last_position(game: &RawGame) -> String {
    let record: Record<PlunderChess> = game.replay().expect("a game of PlunderChess");
    archive::last_position(&record)
}

#[test]
fn a_file_is_never_overwritten() {
    let of = Match::of("seed=1", "seed=2").with("-each nodes=1 -games 2 -repeat -maxmoves 3");
    of.succeed();
    let before = of.read("games.pgn");
    of.refuse("games.pgn: the file is there already; -resume goes on with it");
    assert_eq!(of.read("games.pgn"), before);
    let pgn = of.path("games.pgn");
    let of = of.with(&format!("-pgnout append=true file={pgn}"));
    let run = of.succeed();
    assert!(run.last("Score of").ends_with(" 2"), "{run}");
    assert_eq!(of.games().len(), 4);
    of.with("-resume").refuse("append=true does not: give one");
}

#[test]
fn a_file_of_other_games_is_refused() {
    let games = "[Event \"?\"]\n[Round \"1.1\"]\n[White \"X\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n";
    let of = Match::of("seed=1", "seed=2").with("-each nodes=1 -games 2 -resume");
    for (from, to, message) in [
        (
            "",
            "",
            "game 1: White is `X`, which is no engine of this tournament",
        ),
        ("\"X\"", "\"B\"", "game 1: round `1.1` is to be A against B"),
        (
            "[Round \"1.1\"]\n[White \"X\"]",
            "[Round \"7.1\"]\n[White \"A\"]",
            "game 1: its round `7.1` is none of this tournament",
        ),
        (
            "1-0",
            "1-0 1-0",
            "game 1: something stands behind its result",
        ),
    ] {
        // One more, for the last is cut off if it is torn.
        let second = games
            .replace("1.1", "1.2")
            .replace("X", "B")
            .replace("[Black \"B\"]", "[Black \"A\"]");
        of.write("games.pgn", games.replace(from, to) + &second);
        of.refuse(message);
    }
    let book = of.write("book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    of.write("games.pgn", games.replace('X', "A"));
    let of = of.with(&format!("-openings file={book}"));
    of.refuse("are openings and seed the same?");
}

#[test]
fn what_is_no_file_of_the_match_is_not_touched() {
    let of = Match::of("seed=1", "seed=2").with("-each nodes=1 -games 2 -resume -maxmoves 3");
    for (text, message) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -\n", "games.pgn: game 1: "),
        ("fn main() {\n    run();\n}\n", "games.pgn: game 1: "),
        ("\n[Evident \"?\"]\n", "games.pgn: game 1: "),
        (
            "[Event \"mine\"]\n\n1. e4 *\n",
            "games.pgn: game 1: it has no result",
        ),
        (
            "[Event \"mine\"]\n\n1. e4 (the best 1-0\n",
            "games.pgn: game 1: ",
        ),
    ] {
        of.write("games.pgn", text);
        of.refuse(message);
        assert_eq!(of.read("games.pgn"), text);
    }
    let same = of.path("./games.pgn");
    of.with(&format!("-epdout {same}"))
        .refuse("-pgnout, -epdout and -log need a file each");
}

#[test]
fn a_file_of_other_positions_is_not_touched() {
    let of = Match::of("seed=1", "seed=2").with("-each nodes=1 -games 4 -resume -maxmoves 3");
    let book = "4k3/8/8/8/8/8/4P3/4K3 w - -\n8/8/8/8/8/4k3/4p3/4K3 w - -\n";
    let epd = of.write("last.epd", book);
    let of = of.with(&format!("-epdout {epd}"));
    let message = "last.epd: the file is there already, and its lines are not the last positions";
    of.refuse(message);
    assert_eq!(of.read("last.epd"), book);
    of.write("last.epd", "");
    of.succeed();
    // As after a kill, behind any byte.
    let whole = of.read("last.epd");
    assert_eq!(whole.lines().count(), 4);
    for cut in 0..whole.len() {
        if cut % 20 == 0 || whole.as_bytes()[cut] == b'\n' {
            of.write("last.epd", &whole[..cut]);
            of.succeed();
            assert_eq!(of.read("last.epd"), whole);
        }
    }
    let (first, rest) = whole.split_once('\n').expect("lines");
    for other in [
        format!("{rest}{first}\n"),
        book.to_owned(),
        format!("{first}\n{first} bm e4;\n"),
    ] {
        of.write("last.epd", &other);
        of.refuse(message);
        assert_eq!(of.read("last.epd"), other);
    }
}

#[test]
#[cfg(unix)]
fn two_runs_do_not_write_to_one_file() {
    let of = Match::of("seed=1;delay=1", "seed=2;delay=1")
        .with("-each nodes=1 -games 500 -resume -maxmoves 3");
    let mut child = of.start();
    super::faults::wait_for_games(&of, 2);
    of.refuse("games.pgn: another run writes to this file");
    child.kill().expect("it runs");
    child.wait().expect("it has run");
}

#[test]
fn parts_make_up_the_whole() {
    const PARTS: usize = 4;
    let words = "-each nodes=1 -variant tworing960 -games 2 -rounds 9 -repeat -srand 3 -maxmoves 30 \
                 -resign movecount=1 score=50";
    let engines = ["seed=1;score=cp 0", "seed=2;score=cp -60"];
    let whole = Match::of(engines[0], engines[1]).with(words);
    let run = whole.succeed();
    is_whole(&whole, &run, 18);
    let parts: Vec<Match> = (1..=PARTS)
        .map(|part| {
            let shard = format!("{words} -shard {part}/{PARTS}");
            Match::of(engines[0], engines[1]).with(&shard)
        })
        .collect();
    // Side by side, as on several machines.
    let children: Vec<_> = parts.iter().map(|part| (part.start(), part)).collect();
    for (child, part) in children {
        let run = Run::of(child, part);
        assert!(run.status.success(), "{run}");
    }
    let files: Vec<String> = parts.iter().map(|part| part.path("games.pgn")).collect();
    let mut join = program(["match", "--join"]);
    join.args(&files);
    assert_eq!(sums(&printed(join)), sums(&run.output));
    let all: String = parts.iter().map(|part| part.read("games.pgn")).collect();
    let all = whole.write("all.pgn", all);
    assert_eq!(
        sums(&printed(program(["match", "-join", &all]))),
        sums(&run.output)
    );
    let json = printed(program([
        "match", "-join", &all, "-json", "-sprt", "elo0=0", "elo1=10",
    ]));
    assert!(
        json.contains("\"games\":18") && json.contains("\"llr\":"),
        "{json}"
    );
    // The same part twice, in one file and in two.
    let errors = refused(&[&files[0], &files[0]]);
    assert!(errors.contains("named twice"), "{errors}");
    let errors = refused(&[&files[0], &all]);
    assert!(
        errors.contains("is in ") && errors.contains(" already"),
        "{errors}"
    );
}

/// What is said of files that cannot be joined.
fn refused(files: &[&str]) -> String {
    complaint(program([&["match", "-join"], files].concat()))
}

#[test]
fn without_a_game_there_is_nothing_to_join() {
    let run = Match::new();
    let empty = run.write("empty.pgn", "");
    let unfinished = run.write("unfinished.pgn", "[White \"A\"]\n\n1. e4 *\n");
    let errors = refused(&[&empty, &unfinished]);
    assert!(errors.contains("no finished games"), "{errors}");
}
