//! Words of the command line, and what they are read as.

use proptest::prelude::*;

use super::table::{Entry, Handling, Origin, TABLE, Values};
use super::{OptionError, Request, parse};

fn read(line: &str) -> Result<Request, OptionError> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    parse(&words)
}

/// A value that each key or option takes.
fn sample(entry: &Entry) -> &'static str {
    match (entry.option, entry.key.unwrap_or_default()) {
        (_, "tc") => "40/1:00+0.1",
        (_, "proto") => "uci",
        (_, "restart" | "tscale" | "append" | "twosided" | "min" | "engine") => match entry.key {
            Some("restart") => "auto",
            Some("tscale") => "2",
            _ => "true",
        },
        (_, "ponder" | "whitepov" | "debug") => "true",
        ("openings", "format") => "epd",
        (_, "format") => "cutechess",
        (_, "order") => "random",
        (_, "policy") => "round",
        (_, "model") => "logistic",
        (_, "notation") => "san",
        (_, "alpha" | "beta") => "0.1",
        (_, "elo0") => "-1",
        ("variant", _) => "tworing1-960",
        ("tournament", _) => "gauntlet",
        ("shard", _) => "2/3",
        ("debug", _) => "all",
        _ => "3",
    }
}

#[test]
fn the_table_tells_the_truth() {
    for entry in TABLE {
        let values = match (entry.key, entry.values) {
            (Some("option."), _) => "option.Hash=3".to_owned(),
            (Some(key), _) => format!("{key}={}", sample(entry)),
            (None, Values::None) => String::new(),
            (None, Values::Keys) => continue,
            (None, _) => sample(entry).to_owned(),
        };
        // With what the option, or every match, needs.
        let needs = match (entry.option, entry.key) {
            ("openings", Some(key)) if key != "file" => " file=x",
            ("pgnout" | "epdout" | "log", Some(key)) if key != "file" => " file=x",
            ("resign", Some(key)) if key != "score" => " score=5",
            ("sprt", Some("elo0")) => " elo1=5",
            ("sprt", Some("elo1")) => " elo0=0",
            ("sprt", Some(_)) => " elo0=0 elo1=5",
            _ => "",
        };
        let engine = "-engine cmd=b nodes=1";
        let line = match entry.option {
            "engine" => format!("{engine} -engine cmd=a nodes=1 {values}"),
            option => format!("{engine} {engine} -pgnout x.pgn -{option} {values}{needs}"),
        };
        let result = read(&line);
        let notices = match &result {
            Ok(Request::Play { notices, .. }) => notices.len(),
            _ => 0,
        };
        match entry.handling {
            Handling::Honoured(_) => {
                assert!(result.is_ok() && notices == 0, "{line}: {result:?}")
            }
            Handling::Notice(_) => assert_eq!(notices, 1, "{line}: {result:?}"),
            Handling::Refused(_) => assert!(
                matches!(result, Err(OptionError::Refused { .. })),
                "{line}: {result:?}"
            ),
        }
    }
}

#[test]
fn an_engines_own_word_goes_before_that_of_all() {
    let line = "-engine cmd=a st=1 option.hash=3 arg=x -engine cmd=a \
                -each tc=5 option.Hash=1 option.Threads=2 arg=y";
    let Ok(Request::Play { options, .. }) = read(line) else {
        panic!("refused");
    };
    let [one, two] = options.engines.as_slice() else {
        panic!("two engines");
    };
    assert_eq!((one.name.as_str(), two.name.as_str()), ("a", "a 2"));
    assert!(one.limits.control.is_none() && one.limits.move_time.is_some());
    assert!(two.limits.control.is_some() && two.limits.move_time.is_none());
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(one.options, [option("Threads", "2"), option("hash", "3")]);
    assert_eq!(two.options, [option("Hash", "1"), option("Threads", "2")]);
    assert_eq!(one.arguments, ["y", "x"]);
}

#[test]
fn users_of_both_programs_are_understood() {
    for line in [
        "-engine cmd=a tc=10+0.1 -engine cmd=b tc=inf depth=5 -games 2 -rounds 500 -repeat \
         -recover -concurrency 2 -draw movenumber=40 movecount=8 score=10 -resign movecount=3 \
         score=400 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -openings file=b.epd format=epd \
         order=random plies=16 -pgnout out.pgn min fi -ratinginterval 10 -each proto=uci",
        "-engine cmd=a name=A nodes=2000 -engine cmd=b args=-x --each tc=300+5 -openings \
         file=b.epd format=epd order=random -rounds 10 -concurrency 3 -pgnout notation=san \
         nodes=true file=sprt.pgn -log file=log engine=true -variant fischerandom",
    ] {
        assert!(
            matches!(read(line), Ok(Request::Play { .. })),
            "{line}: {:?}",
            read(line)
        );
    }
    assert_eq!(read("-help"), Ok(Request::Help));
    assert_eq!(read(""), Ok(Request::Help));
    assert_eq!(read("-tb x --version"), Ok(Request::Version));
    assert!(TABLE.iter().any(|entry| entry.origin == Origin::Own));
}

/// Words as they stand on command lines, and others.
fn word() -> impl Strategy<Value = String> {
    let names: Vec<String> = TABLE
        .iter()
        .map(|entry| match entry.key {
            Some(key) => format!("{key}="),
            None => format!("-{}", entry.option),
        })
        .collect();
    let name = proptest::sample::select(names);
    let value = prop_oneof![
        "[0-9/:+.-]{0,8}",
        proptest::sample::select(vec![
            "", "true", "uci", "inf", "random", "epd", "nan", "1e308"
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ];
    (name, value, 0..3_u8).prop_map(|(name, value, sort)| match sort {
        0 => name,
        1 => name + &value,
        _ => value,
    })
}

proptest! {
    /// Whatever the words are, they are read or refused; what is read can be scheduled.
    #[test]
    fn no_words_do_harm(
        words in proptest::collection::vec(word(), 0..12),
        engines in 0..3_usize,
    ) {
        let engine = ["-engine", "cmd=a", "nodes=1"].map(str::to_owned);
        let mut line: Vec<String> = (0..engines).flat_map(|_| engine.clone()).collect();
        line.extend(words);
        match parse(&line) {
            Ok(Request::Play { options, .. }) => {
                let games = options.game_count().unwrap_or(usize::MAX);
                if games < 10_000 && options.shard.is_none() {
                    prop_assert_eq!(options.schedule().len(), games);
                }
            }
            Ok(_) => {}
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn tags_of_more_than_a_line_are_refused() {
    for option in ["-event", "-site"] {
        let words = [
            "-engine", "cmd=a", "nodes=1", "-engine", "cmd=b", "nodes=1", option, "a\nb",
        ];
        let error = parse(&words.map(str::to_owned)).expect_err("two lines");
        assert!(error.to_string().contains("a tag is one line"), "{error}");
    }
}

#[test]
fn what_the_table_says_of_knockouts_is_said() {
    let error = read("-engine cmd=a nodes=1 -engine cmd=b nodes=1 -tournament knockout");
    let error = error.expect_err("refused").to_string();
    let entry = TABLE.iter().find(|entry| entry.option == "tournament");
    let Some(Handling::Honoured(text)) = entry.map(|entry| entry.handling) else {
        panic!("an option");
    };
    let (_, reason) = text.split_once("; ").expect("a reason");
    assert!(error.contains(reason), "{error}");
}
