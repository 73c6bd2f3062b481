//! Guards EPD and PGN: what is written reads back equal, what people write is read, and noise is
//! refused without harm.

use alberich::board::Color;
use alberich::position::{History, Position};
use alberich::record::{Epd, Operation, Outcome, PgnError, Reader, Record, Verdict};
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{self, Games, context, in_every_game, read, walk};

/// A record of a random game, to its end or not.
fn random_record<V: Variant>(games: &mut Games) -> Record<V> {
    let mut record = Record::new(games.start::<V>());
    let mut history = History::new(record.start);
    while history.end().is_none()
        && let Some(m) = games.turn(history.position())
    {
        record.turns.push(m.into());
        history.push(m);
    }
    let side = history.position().side_to_move();
    record.outcome = history
        .end()
        .map_or(Outcome::Unknown, |end| Outcome::of(end, side));
    record
}

fn games_read_back<V: Variant>() {
    let mut games = Games::new::<V>(31);
    let records: Vec<Record<V>> = (0..common::positions() / 100)
        .map(|_| random_record(&mut games))
        .collect();
    let text: String = records.iter().map(Record::to_string).collect();
    let mut read = Reader::new(text.as_bytes());
    for record in &records {
        let game = match read.next() {
            Some(Ok(game)) => game,
            other => panic!("{}: {other:?} instead of\n{record}", V::NAME),
        };
        let mut again = match game.replay::<V>() {
            Ok(again) => again,
            Err(error) => panic!("{}: {error} in\n{text}", V::NAME),
        };
        // The roster is written for every game; this one had no tags.
        again.tags.clear();
        assert!(again == *record, "{again}\ninstead of\n{record}");
        assert_eq!(again.verdict(), Verdict::Right, "{record}");
    }
    assert!(read.next().is_none());
}

/// Random games with their results, in one file: written, read, replayed, equal.
#[test]
fn random_games_read_back() {
    in_every_game!(games_read_back);
}

const PEOPLES_GAME: &str = r#"% an escaped line
[Event "A \"quoted\" name"]
[Variant "PlunderChess"]
[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"]
[SetUp "1"]
{before} 2... Nf6 $2 {[%clk 0:01:02]
on two lines} (2... dxe4 (2... c6 {nested}) 3. Nc3) 3.exd5 ; to the end of the line
Nxd5:P $14 $1 4 c4
1/2-1/2

[Event "the next"]

1. e4 0-1
"#;

#[test]
fn what_people_write_is_read() {
    let games: Vec<_> = Reader::new(PEOPLES_GAME.as_bytes()).collect();
    assert_eq!(games.len(), 2);
    let game = games[0].as_ref().expect("a good game");
    let record = game.replay::<PlunderChess>().expect("legal turns");
    assert_eq!(record.tags[0].value, "A \"quoted\" name");
    assert_eq!(record.start.side_to_move(), Color::Black);
    assert_eq!(record.comment, "before");
    assert_eq!(record.outcome, Outcome::Draw);
    let nags: Vec<&[u8]> = record
        .turns
        .iter()
        .map(|turn| turn.nags.as_slice())
        .collect();
    assert_eq!(nags, [&[2][..], &[], &[14, 1], &[]]);
    assert_eq!(record.turns[0].comment, "[%clk 0:01:02] on two lines");
    assert_eq!(record.turns[1].comment, "to the end of the line");
    let text = record.to_string();
    assert!(
        text.ends_with(
            "{before} 2... Nf6 $2 {[%clk 0:01:02] on two lines} 3. exd5 {to the end of the\n\
             line} 3... Nxd5:P $14 $1 4. c4 1/2-1/2\n\n"
        ),
        "{text}"
    );
}

#[test]
fn faults_are_named_with_their_places() {
    let message = |text: &str| {
        let game = Reader::new(text.as_bytes()).next().expect("a game");
        match game.and_then(|game| game.replay::<Chess>()) {
            Ok(record) => panic!("read as\n{record}"),
            Err(error) => error.to_string(),
        }
    };
    for (text, expected) in [
        (
            "1. e4 e5\n2. Ke3 *",
            "line 2, column 4: `Ke3` is not a legal turn in",
        ),
        (
            "[Event \"x]\n\n1. e4 *",
            "line 1, column 1: `[Event \"x]` is not a tag",
        ),
        (
            "1. e4 {never closed",
            "line 1, column 7: the comment that begins here",
        ),
        (
            "1. e4 (1. d4 *",
            "line 1, column 7: a parenthesis has no partner",
        ),
        (
            "1. e4 ) *",
            "line 1, column 7: a parenthesis has no partner",
        ),
        (
            "[Variant \"Atomic\"]\n1. e4 *",
            "line 1, column 1: `Atomic` is no game",
        ),
        (
            "[Variant \"Two Ring Chess\"]\n1. e4 *",
            "line 1, column 1: a game of tworing, not of",
        ),
        (
            "[FEN \"8/8\"]\n1. e4 *",
            "line 1, column 1: the tag FEN: board: expected 8 ranks, found 2",
        ),
        ("1.e4 x *", "line 1, column 6: `x` is not a turn"),
    ] {
        let message = message(text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    // The games behind a bad one are read.
    let games: Vec<_> = Reader::new("1. e4 ) *\n\n1. d4 *".as_bytes()).collect();
    assert!(matches!(games[..], [Err(PgnError::Parenthesis(_)), Ok(_)]));
}

/// Section 0: ends need no claim. 2.12: no legal turn loses.
#[test]
fn results_are_judged_by_the_rules() {
    fn verdict<V: Variant>(text: &str) -> String {
        let game = Reader::new(text.as_bytes()).next().expect("a game");
        let record = game.and_then(|game| game.replay::<V>());
        format!("{:?}", record.expect("legal turns").verdict())
    }
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    assert_eq!(verdict::<Chess>(&format!("{shuffle} 1/2-1/2")), "Right");
    let on = verdict::<Chess>(&format!("{shuffle} e4 1/2-1/2"));
    assert_eq!(on, "PlayedOn { end: Threefold, turn: 8 }");
    let mate = verdict::<Chess>("1. f3 e5 2. g4 Qh4# 1-0");
    assert_eq!(mate, "WrongOutcome { end: Mate, expected: BlackWins }");
    let last = "[Variant \"Two Ring Chess\"]\n[FEN \"7k/8/4Q3/8/8/8/8/7K w - - 0 1\"]\n1. Qf7# ";
    assert_eq!(verdict::<TwoRing>(&format!("{last} 1-0")), "Right");
    assert!(verdict::<TwoRing>(&format!("{last} 1/2-1/2")).starts_with("WrongOutcome"));
}

fn epd_reads_back<V: Variant>() {
    walk::<V>(32, common::positions() / 10, |position, rng| {
        let moves = position.moves();
        let mut epd = Epd {
            position: *position,
            operations: vec![
                Operation::Id("a \u{2654} name; with a semicolon".to_owned()),
                Operation::Count {
                    depth: 1,
                    nodes: moves.len() as u64,
                },
            ],
        };
        if !moves.is_empty() {
            let m = moves[rng.random_range(0..moves.len())];
            epd.operations.push(Operation::Best(vec![m]));
        }
        let text = epd.to_string();
        assert!(
            Epd::<V>::read(&text).as_ref() == Ok(&epd),
            "{text}: {}",
            context(position)
        );
        let clocks =
            |position: &Position<V>| (position.halfmove_clock(), position.fullmove_number());
        let again = Epd::<V>::read(&text).expect("it was read");
        assert_eq!(clocks(&again.position), clocks(position));
    });
}

#[test]
fn epd_lines_read_back() {
    in_every_game!(epd_reads_back);
}

/// A million bytes, any at all or those that PGN is made of.
fn noise(seed: u64, alphabet: Option<&[u8]>) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = vec![0; 1_000_000];
    match alphabet {
        None => rng.fill_bytes(&mut bytes),
        Some(alphabet) => bytes
            .iter_mut()
            .for_each(|byte| *byte = alphabet[rng.random_range(0..alphabet.len())]),
    }
    bytes
}

#[test]
fn noise_is_refused_without_harm() {
    let pgn_like = b"[]{}();$%\"\\ \n\n123.x=+#@:~-/*abcdefgh12345678NBRQKO FEN Variant";
    for (seed, alphabet) in [(1, None), (2, Some(&pgn_like[..])), (3, Some(&b"(["[..]))] {
        let bytes = noise(seed, alphabet);
        for game in Reader::new(&bytes[..]).flatten() {
            let _ = game.replay::<Chess>();
            let _ = game.replay::<PlunderChess>();
        }
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines().chain([&*text]) {
            assert!(Epd::<PlunderChess>::read(line).is_err());
            assert!(Position::<TwoRing>::from_fen(line).is_err());
        }
    }
    assert!(Epd::<Chess>::read(&read::<Chess>("4k3/8/8/8/8/8/8/4K3 w - -").fen()).is_ok());
}
