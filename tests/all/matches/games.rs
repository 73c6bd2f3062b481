//! What is played, from where, until when, and how it is written down.

use std::collections::{BTreeSet, HashMap};
use std::fs::OpenOptions;

use alberich::position::CastlingStyle;
use alberich::record::RawGame;
use alberich::variant::{Variant, VariantVisitor};
use serde_json::Value;

use super::{Match, setting};
use crate::common::{printed, program};
use crate::engine::Referee;
use crate::naive::{End, Side};

/// The turns of a game in UCI notation.
fn turns(game: &RawGame, style: CastlingStyle) -> Vec<String> {
    struct Turns<'a>(&'a RawGame, CastlingStyle);
    impl VariantVisitor for Turns<'_> {
        type Output = Vec<String>;
        fn visit<V: Variant>(self) -> Vec<String> {
            let record = self.0.replay::<V>().expect("legal turns");
            let mut position = record.start;
            let mut texts = Vec::new();
            for turn in &record.turns {
                texts.push(position.format_move(turn.turn, self.1));
                position = position.make(turn.turn);
            }
            texts
        }
    }
    let kind = game.game().expect("a game");
    kind.visit(Turns(game, style))
}

fn fen(game: &RawGame) -> &str {
    game.tag("FEN").unwrap_or("usual")
}

/// Result and reason that the naive rules give to an end.
fn verdict(end: End, loser: Side) -> (&'static str, String) {
    let (result, winner, loser) = match loser {
        Side::White => ("0-1", "Black", "White"),
        Side::Black => ("1-0", "White", "Black"),
    };
    match end {
        End::Mate => (result, format!("{winner} mates")),
        End::NoTurnLoses => (result, format!("{winner} wins: {loser} has no legal turn")),
        End::Stalemate => ("1/2-1/2", "Draw by stalemate".to_owned()),
        End::Threefold => ("1/2-1/2", "Draw by 3-fold repetition".to_owned()),
        End::FiftyMoves => ("1/2-1/2", "Draw by fifty moves rule".to_owned()),
        End::Dead => ("1/2-1/2", "Draw by insufficient mating material".to_owned()),
    }
}

/// Every game is played to its end by the rules, as the naive implementation knows them.
fn agrees_with_naive_rules(variant: &str, naive: &str, chess960: bool) {
    let count = setting("ALBERICH_TEST_MATCH_GAMES", 4);
    let of = Match::of("seed=1", "seed=2").with(&format!(
        "-each nodes=1 -variant {variant} -games {count} -repeat -concurrency 2 -recover"
    ));
    of.succeed();
    let games = of.games();
    assert_eq!(games.len(), count);
    for game in &games {
        let mut referee = match game.tag("FEN") {
            Some(fen) => Referee::from_fen(naive, fen),
            None => Referee::new(naive),
        };
        let mut style = CastlingStyle::Standard;
        if chess960 {
            referee = referee.in_chess960();
            style = CastlingStyle::Chess960;
        }
        for turn in turns(game, style) {
            assert_eq!(referee.end(), None, "{turn} comes after the end\n{referee}");
            referee.play(&turn);
        }
        let Some(end) = referee.end() else {
            panic!("not over: {:?}\n{referee}", super::ending(game));
        };
        let [_, result, termination, reason] = super::ending(game);
        let (expected, mut words) = verdict(end, referee.mover());
        // In check or not, who has no turn loses there; the naive rules do not tell which.
        if end == End::NoTurnLoses && reason.ends_with("mates") {
            words = reason.clone();
        }
        assert_eq!((result.as_str(), &reason), (expected, &words), "{referee}");
        assert_eq!(termination, "normal");
    }
}

#[test]
fn ends_agree_with_the_naive_rules() {
    for game in ["chess", "plunderchess", "tworing", "tworing1"] {
        agrees_with_naive_rules(game, game, false);
    }
}

#[test]
fn ends_from_chess960_starts_agree_with_the_naive_rules() {
    agrees_with_naive_rules("fischerandom", "chess", true);
    agrees_with_naive_rules("plunderchess960", "plunderchess", true);
    agrees_with_naive_rules("tworing960", "tworing", true);
}

#[test]
fn games_that_start_with_black() {
    let of = Match::of("line=_ e1g1", "line=e8g8");
    let start = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 4 6";
    let file = of.write(
        "black.epd",
        format!("{} hmvc 4; fmvn 6;\n\n", &start[..start.len() - 4]),
    );
    let of = of
        .with("-each nodes=1 depth=3 -maxmoves 1 -event Test -site Here -openings")
        .with(&format!("file={file}"));
    of.succeed();
    let pgn = of.read("games.pgn");
    let expected = [
        "[Event \"Test\"]",
        "[Site \"Here\"]",
        "[SetUp \"1\"]",
        &format!("[FEN \"{start}\"]"),
        "[Round \"1.1\"]",
        "[White \"A\"]",
        "[Black \"B\"]",
        "[Result \"1/2-1/2\"]",
        "[PlyCount \"2\"]",
        "[TimeControl \"-\"]",
        "[Termination \"adjudication\"]",
        "\n6... O-O {",
        "} 7. O-O {",
        "Draw by adjudication:",
    ];
    for part in expected {
        assert!(pgn.contains(part), "{part} expected in\n{pgn}");
    }
    assert!(!pgn.contains("[Variant"), "{pgn}");
}

#[test]
fn comments_have_score_depth_and_time() {
    let of = Match::of("score=cp 35", "score=mate -3").with("-each nodes=1 -maxmoves 1");
    of.succeed();
    let pgn = of.read("games.pgn");
    let pgn: Vec<&str> = pgn.split_whitespace().collect();
    let pgn = pgn.join(" ");
    assert!(
        pgn.contains(" {+0.35/7 0.0") && pgn.contains("s} 1... "),
        "{pgn}"
    );
    assert!(pgn.contains(" {-M6/7 0.0"), "{pgn}");
}

#[test]
fn adjudication_by_score() {
    let reason = |of: &Match| {
        of.succeed();
        let [_, result, _, reason] = of.endings().remove(0);
        let game = &of.games()[0];
        let plies = game.tag("PlyCount").unwrap_or("?").to_owned();
        (result, reason, plies)
    };
    let expect = |result: &str, reason: &str, plies: &str| {
        (result.to_owned(), reason.to_owned(), plies.to_owned())
    };
    // Knights to and fro would repeat the position soon.
    let lost = |first: &str, words: &str| {
        let first = format!("score=cp {first};seed=7");
        Match::of(&first, "score=cp -600;seed=8")
            .with("-each nodes=1")
            .with(words)
    };
    // The loser has his third turn with the sixth ply.
    let one_sided = "-resign movecount=3 score=500";
    let won = "White wins by adjudication";
    assert_eq!(reason(&lost("0", one_sided)), expect("1-0", won, "6"));
    let two_sided = "-resign movecount=3 score=500 twosided=true";
    assert_eq!(reason(&lost("550", two_sided)), expect("1-0", won, "6"));
    let long = "Draw by adjudication: maximal game length";
    let bounded = format!("{two_sided} -maxmoves 5");
    assert_eq!(reason(&lost("0", &bounded)), expect("1/2-1/2", long, "10"));
    let line = "line=b1c3 b8c6 c3b1 c6b8 b1c3 b8c6";
    let even = Match::of(
        &format!("score=cp 5;{line}"),
        &format!("score=cp -5;{line}"),
    )
    .with("-each nodes=1 -draw movenumber=3 movecount=2 score=5");
    assert_eq!(
        reason(&even),
        expect("1/2-1/2", "Draw by adjudication", "6")
    );
}

/// At the end of a match each engine's games are counted by how they ended for it.
#[test]
fn ends_are_counted_for_each_engine() {
    let run = Match::of("score=cp 600;seed=7", "score=cp -600;seed=8")
        .with("-each nodes=1 -games 2 -repeat -resign movecount=3 score=500")
        .succeed();
    let ends = |name: &str, how: &str| {
        format!(
            "Player: {name}\n   \"{how}: Black wins by adjudication\": 1\n   \"{how}: White wins by \
             adjudication\": 1\n"
        )
    };
    let expected = ends("A", "Win") + &ends("B", "Loss");
    assert!(run.output.contains(&expected), "{run}");
}

#[test]
fn pawns_moves_and_captures_begin_a_draw_anew() {
    let line = "line=b1c3 b8c6 e2e4 e7e5 c3d5 c6d4 d5b4 d4c6";
    let of = Match::of(&format!("score=cp 0;{line}"), &format!("score=cp 0;{line}"))
        .with("-each nodes=1 -draw movenumber=1 movecount=2 score=5");
    of.succeed();
    // With the fourth ply the count begins anew; itself it counts.
    assert_eq!(of.games()[0].tag("PlyCount"), Some("7"));
}

const BOOK: &str = "# a header\n\
    rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id \"one\";\n\
    \n\
    4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 20; fmvn 40;\n\
    4k3/3p4/8/8/8/8/8/4K3 b - -\n\
    \n";

fn starts(book: &str, file: &str, words: &str) -> Vec<String> {
    let of = Match::of("seed=1", "seed=2");
    let file = of.write(file, book);
    let of = of
        .with("-each nodes=1 -maxmoves 1 -noswap -rounds 5 -openings")
        .with(&format!("file={file} {words}"));
    of.succeed();
    let mut games = of.games();
    games.sort_by_key(|game| game.tag("Round").map(str::to_owned));
    games.iter().map(|game| fen(game).to_owned()).collect()
}

#[test]
fn openings_keep_all_fields_and_wrap_round() {
    let fens = [
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 20 40",
        "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1",
    ];
    let expected = [fens[0], fens[1], fens[2], fens[0], fens[1]];
    assert_eq!(starts(BOOK, "book.epd", ""), expected);
    let expected = [fens[2], fens[0], fens[1], fens[2], fens[0]];
    assert_eq!(starts(BOOK, "book.txt", "format=epd start=3"), expected);
}

#[test]
fn the_same_seed_gives_the_same_order() {
    let book: String = (0..40)
        .map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - fmvn {};\n", number + 1))
        .collect();
    let one = starts(&book, "book.epd", "order=random -srand 1");
    assert_eq!(one, starts(&book, "book.epd", "order=random -srand 1"));
    assert_ne!(one, starts(&book, "book.epd", "order=random -srand 2"));
    let different: BTreeSet<&String> = one.iter().collect();
    assert_eq!(different.len(), 5);
}

#[test]
fn openings_from_games() {
    let book = "[Event \"one\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"two\"]\n\n1. d4 d5 *\n";
    let of = Match::of("seed=1", "seed=2");
    let file = of.write("book.pgn", book);
    let of = of
        .with("-each nodes=1 -maxmoves 2 -games 2 -rounds 2 -repeat -openings plies=2")
        .with(&format!("file={file}"));
    of.succeed();
    let mut games = of.games();
    games.sort_by_key(|game| game.tag("Round").map(str::to_owned));
    let begins = |game: &RawGame| turns(game, CastlingStyle::Standard)[..2].join(" ");
    let begins: Vec<String> = games.iter().map(begins).collect();
    assert_eq!(begins, ["e2e4 e7e5", "e2e4 e7e5", "d2d4 d7d5", "d2d4 d7d5"]);
    assert!(
        of.read("games.pgn")
            .contains("1. e4 {book} 1... e5 {book} 2. ")
    );
    assert!(games.iter().all(|game| game.tag("PlyCount") == Some("4")));
}

#[test]
fn bad_openings_are_refused_with_their_place() {
    for (file, text, message) in [
        (
            "a.epd",
            &b"\x7fELF\x00\x01\x02"[..],
            "line 1: this is no text",
        ),
        ("b.epd", b"\xff\xfe\xfd\n", "line 1: this is no text"),
        (
            "c.epd",
            b"4k3/8/8/8/8/8/8/R3K3 w - -\n4k3/8/8 w - -\n",
            "line 2: board: expected 8 ranks",
        ),
        ("d.epd", b"\n\n", "it has no opening"),
        (
            "e.epd",
            b"4k3/8/8/8/8/8/8/4K3 w - -\n",
            "line 1: the game is over there: dead",
        ),
        (
            "f.pgn",
            b"1. e4 e5 2. Ke3 *\n",
            "game 1: line 1, column 13: `Ke3`",
        ),
        (
            "g.pgn",
            b"1. f3 e5 2. g4 Qh4# 0-1\n",
            "game 1: the game is over after its 4 plies",
        ),
    ] {
        let of = Match::of("", "");
        let path = of.write(file, text);
        let of = of.with(&format!("-each nodes=1 -openings file={path}"));
        of.refuse(message);
    }
    Match::of("", "")
        .with("-each nodes=1 -openings file=/nowhere/book.epd")
        .refuse("/nowhere/book.epd: ");
}

#[test]
fn everyone_plays_everyone() {
    let of = Match::of("seed=1", "seed=2")
        .engine("C", "seed=3")
        .with("-each nodes=1 -games 2 -rounds 2 -maxmoves 10 -concurrency 2");
    let run = of.succeed();
    assert_eq!(of.games().len(), 12);
    let mut met: HashMap<(String, String), usize> = HashMap::new();
    for game in of.games() {
        let tag = |name| game.tag(name).unwrap_or("?").to_owned();
        *met.entry((tag("White"), tag("Black"))).or_default() += 1;
    }
    assert_eq!(met.len(), 6);
    assert!(met.values().all(|&count| count == 2));
    for name in ["A", "B", "C"] {
        let line = run
            .output
            .lines()
            .rev()
            .find(|line| line.contains("+/-") && line.split(' ').any(|word| word == name));
        assert!(line.is_some_and(|line| line.contains(" 8 ")), "{run}");
    }
}

/// An engine that plays on with another value than it was given must not pass for what was meant.
#[test]
fn what_engines_say_against_options_is_told() {
    for (text, is_told) in [
        ("option EvalFile: no/such.net", true),
        ("ERROR: Unable to load EvalFile", true),
        ("NNUE evaluation using a.nnue", false),
    ] {
        let run = Match::of(&format!("seed=1;complaint={text}"), "seed=2")
            .with("-each nodes=10 option.Press=true -games 2 -maxmoves 2")
            .succeed();
        let line = format!("engine A: it says: {text}\n");
        assert_eq!(
            run.errors.matches(&line).count(),
            usize::from(is_told),
            "{run}"
        );
    }
}

#[test]
fn engines_are_told_what_they_need() {
    let of = Match::new();
    let (first, second) = (of.path("first"), of.path("second"));
    let of = of
        .engine("A", &format!("seed=1;log={first}"))
        .with("tc=40/60+0.5 option.hash=7 option.Press=true option.Other=x initstr=one\\ntwo")
        .engine("B", &format!("seed=2;log={second}"))
        .with("nodes=77 depth=5 -variant tworing -games 2 -maxmoves 2 -debug");
    let run = of.succeed();
    assert!(
        run.errors
            .contains("engine A: it does not list an option `Other`"),
        "{run}"
    );
    let log = of.read("first");
    for line in [
        "one\ntwo\nuci\nsetoption name UCI_Variant value tworing\nsetoption name UCI_Chess960 value false\n",
        "setoption name Hash value 7\nsetoption name Press\nsetoption name Other value x\nisready\n",
        "ucinewgame\nisready\nposition startpos\ngo wtime 60000 winc 500 movestogo 40\n",
        "position startpos moves ",
    ] {
        assert!(log.contains(line), "{line}\n{log}");
    }
    assert!(log.trim_end().ends_with("quit"), "{log}");
    // Once to be looked at, once to play both games.
    assert_eq!(log.matches("uci\n").count(), 2, "{log}");
    assert_eq!(log.matches("ucinewgame").count(), 2, "{log}");
    assert!(of.read("second").contains("\ngo nodes 77 depth 5\n"));
    let pgn = of.read("games.pgn");
    assert!(
        pgn.contains("[WhiteTimeControl \"40/60+0.5\"]\n[BlackTimeControl \"-\"]"),
        "{pgn}"
    );
    assert!(run.output.contains(">A(1): ucinewgame") && run.output.contains("<B(1): bestmove"));
}

#[test]
fn engines_think_in_the_opponents_time() {
    let of = Match::new();
    let log = of.path("log");
    let line = "line=e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    let of = of
        .engine("A", &format!("{line};ponder=e7e5;log={log}"))
        .with("ponder")
        .engine("B", line)
        .with("-each tc=60 -maxmoves 3");
    of.succeed();
    let log = of.read("log");
    assert!(
        log.contains("position startpos moves e2e4 e7e5\ngo ponder wtime "),
        "{log}"
    );
    assert!(
        log.contains("\nponderhit\nposition startpos moves e2e4 e7e5 g1f3"),
        "{log}"
    );
    assert_eq!(log.matches("go ponder").count(), 1, "{log}");
    // What is expected does not come.
    let of = Match::new();
    let log = of.path("log");
    let of = of
        .engine("A", &format!("{line};ponder=g8f6;log={log}"))
        .with("ponder")
        .engine("B", line)
        .with("-each tc=60 -maxmoves 3");
    of.succeed();
    let log = of.read("log");
    assert!(
        log.contains("\nstop\nposition startpos moves e2e4 e7e5\ngo wtime "),
        "{log}"
    );
}

#[test]
fn engines_are_started_anew_if_wanted() {
    let of = Match::new();
    let log = of.path("log");
    let of = of
        .engine("A", &format!("seed=1;log={log}"))
        .with("restart=on")
        .engine("B", "seed=2")
        .with("-each nodes=1 -games 3 -maxmoves 3");
    of.succeed();
    assert_eq!(
        of.read("log").lines().filter(|line| *line == "uci").count(),
        4
    );
}

#[test]
fn machines_get_json() {
    let of = Match::of("seed=1", "seed=2")
        .with("-each nodes=1 -games 2 -repeat -maxmoves 3 -json -sprt elo0=0 elo1=5 -rounds 1");
    let run = of.succeed();
    let lines: Vec<Value> = run
        .output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let events: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["event"].as_str())
        .collect();
    assert_eq!(
        events,
        ["started", "finished", "started", "finished", "end"]
    );
    let end = &lines[4];
    assert_eq!(end["games"], 2);
    assert_eq!(end["score"]["draws"], 2);
    assert_eq!(end["pairs"]["counts"], serde_json::json!([0, 0, 1, 0, 0]));
    assert!(end["sprt"]["llr"].is_number());
    assert_eq!(lines[1]["termination"], "adjudication");
}

#[test]
fn a_test_ends_the_match() {
    let of = Match::of("seed=1", "at=2;do=say:none").with(
        "-each nodes=1 -repeat -recover -concurrency 2 -sprt elo0=0 elo1=200 alpha=0.05 beta=0.05",
    );
    let run = of.succeed();
    assert!(run.last("SPRT: llr").ends_with("H1 was accepted"), "{run}");
    assert!(run.last("SPRT model:").contains("pentanomial"), "{run}");
    let games = of.games().len();
    assert!(games < 200, "{games}");
    assert!(
        run.last("Score of A vs B").ends_with(&format!(" {games}")),
        "{run}"
    );
}

#[test]
fn last_positions_are_written() {
    let of = Match::of("line=e2e4 _ g1f3", "line=_ e7e5 _ b8c6");
    let epd = of.path("last.epd");
    let of = of.with(&format!("-each nodes=1 -maxmoves 2 -epdout {epd}"));
    of.succeed();
    let expected = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3;\n";
    assert_eq!(of.read("last.epd"), expected);
}

#[test]
fn the_programs_own_engine_plays() {
    let engine = env!("CARGO_BIN_EXE_alberich");
    let of = Match::new().with(&format!(
        "-engine cmd={engine} -engine cmd={engine} -each nodes=300 ponder timemargin=9 \
         -variant tworing -games 2 -maxmoves 20 -concurrency 2"
    ));
    let run = of.succeed();
    assert!(
        run.last("Score of")
            .starts_with("Score of alberich vs alberich 2: "),
        "{run}"
    );
    printed(program(["pgn", "--check", &of.path("games.pgn")]));
}

#[test]
fn words_that_mean_nothing_are_refused() {
    for (words, message) in [
        ("", "a match needs two engines at least"),
        (
            "-engine cmd=a",
            "nothing limits the searches of engine 1 (a)",
        ),
        ("-engine nodes=1", "engine 1 has no program"),
        ("-foo", "unknown option `-foo`"),
        ("foo", "-pgnout: unknown key `foo`"),
        ("-engine cmd=a tb=x", "-engine: unknown key `tb`"),
        (
            "-engine cmd=a proto=xboard",
            "-engine proto: `xboard` is none of uci",
        ),
        (
            "-engine cmd=a trust",
            "-engine trust: claims of an engine are never trusted",
        ),
        ("-engine cmd=a tc=x", "-engine tc: `x`: "),
        ("-engine cmd=a tc=1 st=1", "not both"),
        (
            "-variant atomic",
            "-variant: `atomic`: unknown variant `atomic`",
        ),
        (
            "-concurrency 0",
            "-concurrency: `0` is no whole number from 1",
        ),
        ("-games -1", "-games: `-1` is no whole number from 1"),
        ("-games", "-games: expected one word, found 0"),
        ("-tb x", "-tb: tablebases are of chess alone"),
        (
            "-sprt elo0=5 elo1=0",
            "-sprt: elo0 has to be less than elo1",
        ),
        ("-sprt elo0=nan elo1=0", "-sprt: "),
        ("-sprt elo0=0", "-sprt needs elo0=... and elo1=..."),
        ("-shard 3/2", "-shard: expected i/n"),
        (
            "-openings order=random -engine cmd=a nodes=1 -engine cmd=b nodes=1",
            "-openings needs file=...",
        ),
        ("-resign movecount=3", "-resign needs score=..."),
        (
            "-rounds 10000000 -games 10000000 -engine cmd=a nodes=1 -engine cmd=b nodes=1",
            "more than",
        ),
        (
            "-engine cmd=a name=X nodes=1 -engine cmd=b name=X nodes=1",
            "two engines have the name `X`",
        ),
    ] {
        Match::new().with(words).refuse(message);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_told_at_the_end() {
    let of = Match::of("seed=1", "seed=2").with("-each nodes=1 -games 2 -maxmoves 3");
    let full = OpenOptions::new().write(true).open("/dev/full");
    let output = program(["match"])
        .args(&of.words)
        .stdout(full.expect("a device"))
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("alberich: standard output: "), "{errors}");
    assert_eq!(of.games().len(), 2);
}
