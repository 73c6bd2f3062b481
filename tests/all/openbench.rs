//! Guards what OpenBench asks of the program: lines of UCI on the command line, and `genfens`.

use std::collections::HashSet;
use std::time::Duration;

use crate::common::{Directory, complaint, printed, program};
use crate::engine::{Engine, GAMES, Referee, Score};

/// What begins the line of a position.
const FOUND: &str = "info string genfens ";

/// The nodes of the search that `genfens` scores a position by, and the most that its score may
/// differ from 0.
const NODES: u64 = 5_000;
const BALANCE: i32 = 60;

/// The positions that a `genfens` finds.
fn found(engine: &mut Engine, words: &str) -> Vec<String> {
    let count: usize = words
        .split(' ')
        .next()
        .and_then(|count| count.parse().ok())
        .unwrap_or_else(|| panic!("no number in {words}"));
    engine.send(format!("genfens {words}"));
    let mut fens = Vec::new();
    while fens.len() < count {
        let line = engine.wait_for("info string ").pop().unwrap_or_default();
        match line.strip_prefix(FOUND) {
            Some(fen) => fens.push(fen.to_owned()),
            None => panic!("{line}\n{}", engine.session()),
        }
    }
    let after = engine.sync();
    assert!(after.is_empty(), "{after:?}\n{}", engine.session());
    fens
}

/// A position can be played from, and the search that scored it finds it balanced again.
fn is_sound(engine: &mut Engine, game: &Referee) {
    assert_eq!(game.end(), None, "{game}");
    engine.tell("ucinewgame");
    engine.tell(game.command());
    let search = engine.go(&format!("nodes {NODES}"));
    game.check(&search);
    let last = search.infos.iter().rfind(|info| info.is_exact);
    let is_balanced = last.is_some_and(|info| match info.score {
        Score::Centipawns(score) => score.abs() <= BALANCE,
        Score::Mate(_) => false,
    });
    assert!(is_balanced, "{last:?}\n{game}");
}

#[test]
fn genfens_finds_different_balanced_positions_in_every_game() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.tell("setoption name Hash value 1");
        let fens = found(&mut engine, "8 seed 1 book None");
        let different: HashSet<&String> = fens.iter().collect();
        assert_eq!(different.len(), fens.len(), "{fens:?}");
        for fen in &fens {
            assert_eq!(fen.split_whitespace().count(), 6, "{fen}");
            is_sound(&mut engine, &Referee::from_fen(game, fen));
        }
    }
}

#[test]
fn the_seed_alone_makes_the_positions() {
    for game in ["chess", "tworing"] {
        let mut engine = Engine::playing(game);
        let fens = found(&mut engine, "6 seed 1 book None");
        engine.tell("setoption name Threads value 2");
        engine.tell("position startpos moves e2e4");
        assert_eq!(found(&mut engine, "6 seed 1 book None"), fens);
        assert_eq!(found(&mut engine, "3"), fens[..3], "the seed is 1 at first");
        let others = found(&mut engine, "6 seed 2 book None");
        assert!(others.iter().all(|fen| !fens.contains(fen)), "{others:?}");
    }
}

#[test]
fn positions_of_chess960_start_from_shuffled_pieces() {
    let mut engine = Engine::start();
    engine.tell("setoption name Hash value 1");
    engine.tell("setoption name UCI_Chess960 value true");
    let fens = found(&mut engine, "8 seed 1");
    for fen in &fens {
        let rights = fen.split(' ').nth(2).unwrap_or_default();
        assert!(!rights.contains(['K', 'Q', 'k', 'q']), "{fen}");
        is_sound(&mut engine, &Referee::from_fen("chess", fen).in_chess960());
    }
    let is_usual = |fen: &&String| fen.starts_with("rnbqkbnr");
    assert!(fens.iter().filter(is_usual).count() <= 1, "{fens:?}");
}

#[test]
fn a_book_gives_the_positions_to_start_from() {
    const PAWNS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\n";
    let directory = Directory::new();
    let file = directory.file("book.epd");
    let words = format!("8 seed 1 book {}", file.display());
    std::fs::write(&file, PAWNS).expect("a book");
    let mut engine = Engine::start();
    for fen in found(&mut engine, &words) {
        let board = fen.split(' ').next().unwrap_or_default();
        assert!(!board.contains(['n', 'N', 'b', 'B']), "{fen}");
    }
    std::fs::write(&file, format!("{PAWNS}nonsense\n")).expect("a book");
    engine.send(format!("genfens {words}"));
    let notice = engine.wait_for("info string ").pop().unwrap_or_default();
    assert!(notice.starts_with("info string genfens: book "), "{notice}");
    assert!(notice.contains(".epd: line 2: "), "{notice}");
}

#[test]
fn a_genfens_that_cannot_be_read_is_explained() {
    let mut engine = Engine::start();
    for (words, part) in [
        ("", "from 1 to 100000, found `nothing`"),
        ("none", "from 1 to 100000, found `none`"),
        ("0", "from 1 to 100000, found `0`"),
        ("-1", "from 1 to 100000, found `-1`"),
        ("100001", "from 1 to 100000, found `100001`"),
        ("99999999999999999999", "found `99999999999999999999`"),
        ("seed 1", "found `seed`"),
        ("1 seed", "expected a seed from 0 to 18446744073709551615"),
        ("1 seed one book None", "found `one`"),
        ("1 seed -1", "found `-1`"),
        ("1 seed 1 book", "`book` needs a file or `None`"),
    ] {
        let notice = engine.notice(format!("genfens {words}"));
        // Without the colon OpenBench would take it for a position.
        assert!(notice.starts_with("info string genfens: "), "{notice}");
        assert!(notice.contains(part), "{words}: {notice}");
    }
    engine.send("genfens 1 seed 1 book /no/such/book extra words");
    engine.wait_for("info string genfens: ignored: extra words");
    engine.wait_for("info string genfens: book /no/such/book: ");
    Referee::new("chess").check(&engine.go("depth 2"));
}

#[test]
fn stop_and_quit_end_a_genfens() {
    let mut engine = Engine::start();
    engine.send("genfens 100000 seed 1 book None");
    engine.wait_for(FOUND);
    engine.send("go nodes 1");
    engine.is_ready_within(Duration::from_secs(1));
    engine.send("stop");
    let lines = engine.wait_for("bestmove");
    let stopped = "info string genfens: stopped".to_owned();
    assert!(lines.contains(&stopped), "{}", engine.session());
    engine.send("genfens 100000 seed 1 book None");
    engine.send("quit");
    let lines = engine.ends_within(Duration::from_secs(20));
    assert!(lines.contains(&stopped), "{lines:?}");
}

/// Lines of UCI need no subcommand before them, if the first is one of several words.
#[test]
fn lines_stand_on_the_command_line() {
    let fens = found(&mut Engine::start(), "3 seed 7 book None");
    let network = "setoption name EvalFile value some.network";
    for arguments in [
        &["genfens 3 seed 7 book None ", "quit"][..],
        &[network, "genfens 3 seed 7 book None extra", "quit"],
        &["uci", "genfens 3 seed 7 book None"],
    ] {
        let text = printed(program(arguments));
        let lines: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix(FOUND))
            .collect();
        assert_eq!(lines, fens, "{text}");
    }
}

/// A search without an end of its own ends with the lines, or by the next that needs the engine.
#[test]
fn endless_searches_end_with_the_lines() {
    for arguments in [
        &["go infinite"][..],
        &["uci", "go"],
        &["go ponder wtime 100 btime 100"],
        &["go infinite", "go depth 3", "quit"],
        &["go infinite", "stop"],
        &["go ponder wtime 100 btime 100", "ponderhit"],
    ] {
        let text = printed(program(arguments));
        let answers = text.lines().filter(|line| line.starts_with("bestmove "));
        let searches = arguments.iter().filter(|line| line.starts_with("go"));
        assert_eq!(answers.count(), searches.count(), "{arguments:?}: {text}");
    }
}

#[test]
fn a_bench_without_a_depth_is_explained() {
    for depth in ["x", "0", "-1", "99999999999"] {
        let text = printed(program([format!("bench {depth}")]));
        let notice = format!("info string bench: expected a depth of at least 1, found `{depth}`");
        assert_eq!(text.trim_end(), notice);
        complaint(program(["bench", depth]));
    }
}

#[test]
fn a_word_that_is_no_command_is_still_refused() {
    for arguments in [&["prft"][..], &["prft 4"], &["genfns 3 seed 7", "quit"]] {
        let message = complaint(program(arguments));
        assert!(message.contains("unrecognized subcommand"), "{message}");
    }
}
