//! What becomes of every option of the two programs whose names are used here. The page for users,
//! `options.md`, has this table; a test compares the two.

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    /// It does what it says; the text says what that is.
    Honoured(&'static str),
    /// It is passed over, and the text says why on standard error.
    Notice(&'static str),
    /// It ends the program, and the text says why.
    Refused(&'static str),
}

/// What follows an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Nothing.
    None,
    /// One word.
    One,
    /// One word or none.
    Optional,
    /// Words `key=value`, or only a key; each is in the table by itself.
    Keys,
    /// Any words.
    Any,
}

/// Which program has an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Both.
    Both,
    /// cutechess-cli 1.4.
    Cutechess,
    /// fastchess.
    Fastchess,
    /// Neither.
    Own,
}

/// An option, or a key of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The option without its dash.
    pub option: &'static str,
    /// The key, where the entry is one of an option's.
    pub key: Option<&'static str>,
    /// What follows.
    pub values: Values,
    /// Whose it is.
    pub origin: Origin,
    /// What becomes of it.
    pub handling: Handling,
}

/// The entry of an option.
pub fn find_option(option: &str) -> Option<&'static Entry> {
    TABLE
        .iter()
        .find(|entry| entry.option == option && entry.key.is_none())
}

/// The entry of an option's key.
pub fn find_key(option: &str, key: &str) -> Option<&'static Entry> {
    // What holds for one engine can be said of all.
    let option = if option == "each" { "engine" } else { option };
    TABLE
        .iter()
        .find(|entry| entry.option == option && entry.key == Some(key))
}

const fn option(option: &'static str, values: Values, origin: Origin, handling: Handling) -> Entry {
    Entry {
        option,
        key: None,
        values,
        origin,
        handling,
    }
}

const fn key(option: &'static str, key: &'static str, origin: Origin, handling: Handling) -> Entry {
    Entry {
        option,
        key: Some(key),
        values: Values::One,
        origin,
        handling,
    }
}

use Handling::{Honoured, Notice, Refused};
use Origin::{Both, Cutechess, Fastchess, Own};
use Values::{Any, Keys, None as Nothing, One, Optional};

const TABLEBASES: Handling = Refused("tablebases are of chess alone, and are not read here");
const POLYGLOT: Handling =
    Refused("Polyglot books are not read; `-openings` takes EPD and PGN, in every game");
const EXTRA: Handling = Notice("the comment of a turn is score, depth and time");

/// All options, in the order of the page.
pub const TABLE: &[Entry] = &[
    option("engine", Keys, Both, Honoured("an engine; its keys follow")),
    option(
        "each",
        Keys,
        Both,
        Honoured("keys for every engine; what an engine says itself goes before"),
    ),
    key(
        "engine",
        "cmd",
        Both,
        Honoured("the program; a relative path is looked for in `dir`, then here"),
    ),
    key(
        "engine",
        "name",
        Both,
        Honoured("its name; else that of its file, with a number where two are the same"),
    ),
    key(
        "engine",
        "arg",
        Cutechess,
        Honoured("an argument; may be repeated"),
    ),
    key(
        "engine",
        "args",
        Fastchess,
        Honoured("arguments, parted by spaces"),
    ),
    key("engine", "dir", Both, Honoured("its working directory")),
    key(
        "engine",
        "stderr",
        Cutechess,
        Honoured("a file to which its standard error is added; else that is discarded"),
    ),
    key(
        "engine",
        "initstr",
        Cutechess,
        Honoured("lines to be sent first, parted by `\\n`"),
    ),
    key(
        "engine",
        "restart",
        Both,
        Honoured("`on`: started anew for every game; `off`, `auto`: only after a fault"),
    ),
    key(
        "engine",
        "proto",
        Both,
        Honoured("`uci`; the protocol of xboard is refused"),
    ),
    key(
        "engine",
        "tc",
        Both,
        Honoured(
            "`turns/time+increment`, the time in seconds or `minutes:seconds`; `inf` for none",
        ),
    ),
    key("engine", "st", Both, Honoured("seconds for each turn")),
    key(
        "engine",
        "timemargin",
        Both,
        Honoured("milliseconds by which it may be late; 0 at first"),
    ),
    key("engine", "nodes", Both, Honoured("nodes for each turn")),
    key("engine", "depth", Both, Honoured("plies for each turn")),
    key(
        "engine",
        "plies",
        Fastchess,
        Honoured("the same as `depth`"),
    ),
    key(
        "engine",
        "ponder",
        Cutechess,
        Honoured("it thinks in the opponent's time"),
    ),
    key(
        "engine",
        "option.",
        Both,
        Honoured("`option.NAME=VALUE` sets an option; `true` presses a button"),
    ),
    key(
        "engine",
        "whitepov",
        Cutechess,
        Honoured("its scores are White's"),
    ),
    key(
        "engine",
        "tscale",
        Cutechess,
        Honoured("a factor for the times of `-startup-ms` and its like"),
    ),
    key(
        "engine",
        "debug",
        Cutechess,
        Honoured("`debug on` is sent first"),
    ),
    key(
        "engine",
        "conf",
        Cutechess,
        Refused("there is no file of configured engines; give `cmd`"),
    ),
    key(
        "engine",
        "trust",
        Cutechess,
        Refused("claims of an engine are never trusted"),
    ),
    key("engine", "book", Cutechess, POLYGLOT),
    key("engine", "bookdepth", Cutechess, POLYGLOT),
    option(
        "variant",
        One,
        Both,
        Honoured(
            "`standard` (or `chess`), `plunderchess`, `tworing`, `tworing1`; from Chess960 starts `fischerandom` (or `chess960`), `plunderchess960`, `tworing960`, `tworing1-960`",
        ),
    ),
    option(
        "tournament",
        One,
        Both,
        Honoured(
            "`round-robin`, `gauntlet`, `pyramid`; `knockout` is refused: a draw would need more games than were asked for",
        ),
    ),
    option(
        "games",
        One,
        Both,
        Honoured("games an encounter; 1 at first, 2 with `-repeat`"),
    ),
    option(
        "rounds",
        One,
        Both,
        Honoured("how often all encounters take place; 1 at first, with `-sprt` until it ends"),
    ),
    option(
        "repeat",
        Optional,
        Both,
        Honoured("each opening is played twice, or so many times"),
    ),
    option(
        "noswap",
        Nothing,
        Both,
        Honoured("the first of two engines always has White"),
    ),
    option(
        "reverse",
        Nothing,
        Both,
        Honoured("the other colours throughout"),
    ),
    option(
        "seeds",
        One,
        Both,
        Honoured("so many engines play the gauntlet; 1 at first"),
    ),
    option(
        "concurrency",
        One,
        Both,
        Honoured("so many games at a time; 1 at first"),
    ),
    option(
        "force-concurrency",
        Nothing,
        Fastchess,
        Notice("`-concurrency` has no limit here"),
    ),
    option(
        "wait",
        One,
        Both,
        Honoured("milliseconds between two games"),
    ),
    option(
        "srand",
        One,
        Both,
        Honoured("the seed of all that is random; 0 at first, so that a run can be repeated"),
    ),
    option(
        "shard",
        One,
        Own,
        Honoured(
            "`i/n`: only the i-th of n parts of the tournament; pairs stay whole, no game is in two parts",
        ),
    ),
    option(
        "openings",
        Keys,
        Both,
        Honoured("openings from a file; its keys follow"),
    ),
    key("openings", "file", Both, Honoured("the file")),
    key(
        "openings",
        "format",
        Both,
        Honoured("`epd` or `pgn`; else by the file's name, and else `pgn`"),
    ),
    key(
        "openings",
        "order",
        Both,
        Honoured("`sequential` or `random`, by the seed"),
    ),
    key(
        "openings",
        "plies",
        Both,
        Honoured("no more plies of each game"),
    ),
    key(
        "openings",
        "start",
        Both,
        Honoured("the number of the first opening, from 1, in the order chosen"),
    ),
    key(
        "openings",
        "policy",
        Both,
        Honoured(
            "a new opening for every `encounter`, every `round`, or (`default`) when `-repeat` is through",
        ),
    ),
    option("bookmode", One, Cutechess, POLYGLOT),
    option(
        "draw",
        Keys,
        Both,
        Honoured("a draw is adjudicated by scores; its keys follow"),
    ),
    key(
        "draw",
        "movenumber",
        Both,
        Honoured("not before so many full moves of the game; 0 at first"),
    ),
    key(
        "draw",
        "movecount",
        Both,
        Honoured(
            "after so many full moves, both sides', without capture or pawn's move; 1 at first",
        ),
    ),
    key(
        "draw",
        "score",
        Both,
        Honoured("all of them with scores no further than so many centipawns from zero"),
    ),
    option(
        "resign",
        Keys,
        Both,
        Honoured("a loss is adjudicated by scores; its keys follow"),
    ),
    key(
        "resign",
        "movecount",
        Both,
        Honoured("after so many turns of the loser; 1 at first"),
    ),
    key(
        "resign",
        "score",
        Both,
        Honoured("all of them with scores at least so many centipawns below zero"),
    ),
    key(
        "resign",
        "twosided",
        Both,
        Honoured("`true`: and as many turns of the winner with scores as far above"),
    ),
    option(
        "maxmoves",
        One,
        Both,
        Honoured("a draw after so many full moves; 0 for never"),
    ),
    option("tb", One, Both, TABLEBASES),
    option("tbpieces", One, Both, TABLEBASES),
    option("tbignore50", Nothing, Both, TABLEBASES),
    option("tbadjudicate", One, Fastchess, TABLEBASES),
    option(
        "sprt",
        Keys,
        Both,
        Honoured("the match of two ends when a hypothesis is accepted; its keys follow"),
    ),
    key("sprt", "elo0", Both, Honoured("Elo by the one hypothesis")),
    key("sprt", "elo1", Both, Honoured("Elo by the other")),
    key(
        "sprt",
        "alpha",
        Both,
        Honoured("the chance to accept the second wrongly; 0.05 at first"),
    ),
    key(
        "sprt",
        "beta",
        Both,
        Honoured("the chance to accept the first wrongly; 0.05 at first"),
    ),
    key(
        "sprt",
        "model",
        Fastchess,
        Honoured(
            "`logistic`: logistic Elo, which is the only scale; `trinomial` and `pentanomial` choose what is counted, games or pairs",
        ),
    ),
    option(
        "pgnout",
        Keys,
        Both,
        Honoured("a file of games; a word without `=` is its name"),
    ),
    key("pgnout", "file", Fastchess, Honoured("its name")),
    key(
        "pgnout",
        "append",
        Fastchess,
        Honoured(
            "`true`: games are added to what is in it; they do not count. Else a file that has games is refused, but for `-resume`",
        ),
    ),
    key("pgnout", "min", Both, Honoured("no comments, and few tags")),
    key(
        "pgnout",
        "fi",
        Cutechess,
        Notice("only finished games are ever written"),
    ),
    key(
        "pgnout",
        "notation",
        Fastchess,
        Honoured("`san`; others are refused: no other is read back"),
    ),
    key("pgnout", "nodes", Fastchess, EXTRA),
    key("pgnout", "seldepth", Fastchess, EXTRA),
    key("pgnout", "nps", Fastchess, EXTRA),
    key("pgnout", "hashfull", Fastchess, EXTRA),
    key("pgnout", "tbhits", Fastchess, EXTRA),
    key("pgnout", "pv", Fastchess, EXTRA),
    key("pgnout", "timeleft", Fastchess, EXTRA),
    key("pgnout", "latency", Fastchess, EXTRA),
    key("pgnout", "match_line", Fastchess, EXTRA),
    option(
        "epdout",
        Keys,
        Both,
        Honoured("a file of last positions; a word without `=` is its name"),
    ),
    key("epdout", "file", Fastchess, Honoured("its name")),
    key("epdout", "append", Fastchess, Honoured("as with `-pgnout`")),
    option(
        "resume",
        Nothing,
        Own,
        Honoured(
            "what is in the file of `-pgnout` counts, and only what is missing is played; give all options again",
        ),
    ),
    option("event", One, Both, Honoured("the tag Event")),
    option("site", One, Both, Honoured("the tag Site")),
    option(
        "recover",
        Nothing,
        Both,
        Honoured(
            "an engine that ends or hangs is started again; without it the match stops after that game",
        ),
    ),
    option(
        "ratinginterval",
        One,
        Both,
        Honoured("ratings after so many games; 10 at first, 0 for only at the end"),
    ),
    option(
        "outcomeinterval",
        One,
        Cutechess,
        Honoured(
            "how games ended, by kinds, after so many; 0 for only at the end, which is so at first",
        ),
    ),
    option(
        "scoreinterval",
        One,
        Fastchess,
        Honoured("the score after so many games; 1 at first"),
    ),
    option(
        "resultformat",
        Any,
        Cutechess,
        Notice("ratings have one format"),
    ),
    option(
        "report",
        Any,
        Fastchess,
        Notice("pairs are always reported where there are any"),
    ),
    option(
        "output",
        Keys,
        Fastchess,
        Honoured("the shape of lines; its key follows"),
    ),
    key(
        "output",
        "format",
        Fastchess,
        Honoured("`cutechess`; others are refused"),
    ),
    option(
        "json",
        Nothing,
        Own,
        Honoured("a JSON object a line, and nothing else, on standard output"),
    ),
    option(
        "log",
        Keys,
        Fastchess,
        Honoured("a file of what happens; a word without `=` is its name"),
    ),
    key(
        "log",
        "file",
        Fastchess,
        Honoured("its name; lines are added"),
    ),
    key(
        "log",
        "engine",
        Fastchess,
        Honoured("`false`: without all that engines say and are told"),
    ),
    key("log", "level", Fastchess, Notice("the log has one level")),
    key("log", "append", Fastchess, Notice("lines are always added")),
    key(
        "log",
        "compress",
        Fastchess,
        Refused("logs are not compressed"),
    ),
    key(
        "log",
        "realtime",
        Fastchess,
        Notice("lines are written at once"),
    ),
    option(
        "debug",
        Optional,
        Cutechess,
        Honoured(
            "all that engines say and are told, on standard output; `all` also sends `debug on`",
        ),
    ),
    option(
        "startup-ms",
        One,
        Fastchess,
        Honoured("milliseconds until `uciok`; 10000 at first"),
    ),
    option(
        "ucinewgame-ms",
        One,
        Fastchess,
        Honoured("milliseconds for `ucinewgame`; 30000 at first"),
    ),
    option(
        "ping-ms",
        One,
        Fastchess,
        Honoured("milliseconds for `isready`, and for `stop`; 10000 at first"),
    ),
    option(
        "search-ms",
        One,
        Own,
        Honoured("milliseconds for a turn that no clock limits; 300000 at first"),
    ),
    option(
        "join",
        Any,
        Own,
        Honoured("no match: counts the games of PGN files, such as those of shards"),
    ),
    option(
        "config",
        Any,
        Fastchess,
        Refused("`-resume` needs no file of its own; the games are in that of `-pgnout`"),
    ),
    option(
        "autosaveinterval",
        One,
        Fastchess,
        Notice("every game is saved at once"),
    ),
    option(
        "crc32",
        Any,
        Fastchess,
        Notice("no check sum is calculated"),
    ),
    option("quick", Any, Fastchess, Refused("say what is to be played")),
    option(
        "use-affinity",
        Optional,
        Fastchess,
        Notice("the system places the processes; `taskset` can"),
    ),
    option(
        "check-mate-pvs",
        Nothing,
        Fastchess,
        Notice("lines of mates are not examined"),
    ),
    option(
        "show-latency",
        Nothing,
        Fastchess,
        Notice("latency is not measured"),
    ),
    option(
        "testEnv",
        Nothing,
        Fastchess,
        Notice("it changes nothing here"),
    ),
    option(
        "strict",
        Nothing,
        Fastchess,
        Notice("a notice does not end the match"),
    ),
    option(
        "compliance",
        Any,
        Fastchess,
        Refused("engines are not examined here"),
    ),
    option(
        "engines",
        Nothing,
        Cutechess,
        Refused("there is no file of configured engines"),
    ),
    option(
        "version",
        Nothing,
        Both,
        Honoured("the version of the program"),
    ),
    option("v", Nothing, Fastchess, Honoured("the same")),
    option("help", Nothing, Both, Honoured("this page")),
];

/// The table in Markdown.
pub fn markdown() -> String {
    let mut text = String::from("| option | of | | |\n|---|---|---|---|\n");
    for entry in TABLE {
        let name = match (entry.key, entry.values) {
            (Some(key), _) => format!("`-{} {key}`", entry.option),
            (None, _) => format!("`-{}`", entry.option),
        };
        let origin = match entry.origin {
            Origin::Both => "both",
            Origin::Cutechess => "cutechess-cli",
            Origin::Fastchess => "fastchess",
            Origin::Own => "neither",
        };
        let (handling, words) = match entry.handling {
            Handling::Honoured(text) => ("honoured", text),
            Handling::Notice(text) => ("notice", text),
            Handling::Refused(text) => ("refused", text),
        };
        text += &format!("| {name} | {origin} | {handling} | {words} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::options::HELP;
    use std::collections::HashSet;

    #[test]
    fn the_page_has_the_table() {
        let start = HELP.find("| option |").unwrap_or(HELP.len());
        assert_eq!(&HELP[start..], markdown());
    }

    #[test]
    fn nothing_is_there_twice_and_keys_have_their_option() {
        let mut seen = HashSet::new();
        for entry in TABLE {
            assert!(seen.insert((entry.option, entry.key)), "{entry:?}");
            let option = find_option(entry.option).expect("the option of a key");
            assert!(
                entry.key.is_none() || option.values == Values::Keys,
                "{entry:?}"
            );
        }
    }
}
