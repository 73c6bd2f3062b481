//! Lines of input and what they ask for.

use crate::openings::MAX_COUNT;

/// A command, parsed as far as that is possible without knowing the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name N value V`
    SetOption {
        /// The name as written.
        name: String,
        /// What follows `value`, if that word is there.
        value: Option<String>,
    },
    /// `position [startpos | fen F] [moves M...]`
    Position(PositionCommand),
    /// `go` with all that limits it.
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d`, shows the position.
    Display,
    /// `bench [depth]`
    Bench(Option<u32>),
    /// `genfens N seed S book [None | FILE]`, finds positions to start games from.
    GenFens(GenFens),
    /// `eval`, the static evaluation.
    Evaluate,
    /// `flip`, swaps the colours.
    Flip,
    /// `debug [on | off]`
    Debug(bool),
    /// `register ...`
    Register,
    /// `compiler`, how the program was built.
    Compiler,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// What follows `position`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionCommand {
    /// The FEN; `None` is the starting position.
    pub fen: Option<String>,
    /// The turns played from there.
    pub moves: Vec<String>,
}

/// What follows `go`. Numbers beyond 64 bits are read as the largest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// Plies.
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// A mate in so many moves is looked for.
    pub mate: Option<i64>,
    /// Milliseconds for this turn.
    pub move_time: Option<i64>,
    /// Milliseconds on the clocks of White and Black.
    pub time: [Option<i64>; 2],
    /// Milliseconds that White and Black gain with each turn.
    pub increment: [Option<i64>; 2],
    /// Turns until the next time control.
    pub moves_to_go: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search in the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The only turns to consider.
    pub search_moves: Vec<String>,
    /// Count the lines of so many turns instead of searching.
    pub perft: Option<i64>,
    /// Words that mean nothing, or lack their number.
    pub ignored: Vec<String>,
}

/// What follows `genfens`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenFens {
    /// How many positions, from 1 to [`MAX_COUNT`].
    pub count: u32,
    /// Other seeds give other positions.
    pub seed: u64,
    /// A file of positions from which random turns are played; `None` is the game's start.
    pub book: Option<String>,
    /// Words that mean nothing.
    pub ignored: Vec<String>,
}

/// Why a line that begins with a known word asks for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// `setoption` without `name`.
    #[error("setoption: `name` and the option's name are missing")]
    OptionName,
    /// `position` with something else than a position.
    #[error("position: expected `startpos` or `fen`, found `{0}`")]
    Position(String),
    /// Something between the position and `moves`.
    #[error("position: expected `moves`, found `{0}`")]
    Moves(String),
    /// `bench` with something else than a depth.
    #[error("bench: expected a depth of at least 1, found `{0}`")]
    BenchDepth(String),
    /// `genfens` without a good number of positions.
    #[error("genfens: expected a number of positions from 1 to {MAX_COUNT}, found `{0}`")]
    GenFensCount(String),
    /// `genfens` with `seed` and no good number behind it.
    #[error("genfens: expected a seed from 0 to {max}, found `{0}`", max = u64::MAX)]
    GenFensSeed(String),
    /// `genfens` with `book` as its last word.
    #[error("genfens: `book` needs a file or `None`")]
    GenFensBook,
}

impl CommandError {
    /// Whether it was a position that could not be read.
    pub fn is_of_position(&self) -> bool {
        matches!(self, CommandError::Position(_) | CommandError::Moves(_))
    }
}

/// Parses a line. Unknown words before a known command are passed over, as the protocol asks;
/// `None` is a line without any.
pub fn parse(line: &str) -> Option<Result<Command, CommandError>> {
    // Some shells of Windows begin what they send by a byte order mark.
    let mut rest = line.trim_start_matches('\u{feff}');
    loop {
        let (word, behind) = split_word(rest)?;
        let mut words = behind.split_whitespace();
        let command = match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Display,
            "eval" => Command::Evaluate,
            "flip" => Command::Flip,
            "debug" => Command::Debug(words.next() != Some("off")),
            "register" => Command::Register,
            "compiler" => Command::Compiler,
            "help" => Command::Help,
            "quit" => Command::Quit,
            "bench" => return Some(parse_bench(words)),
            "go" => Command::Go(parse_go(words)),
            "genfens" => return Some(parse_genfens(words)),
            "setoption" => return Some(parse_option(behind)),
            "position" => return Some(parse_position(words)),
            unknown => {
                tracing::debug!(unknown, behind, "word passed over");
                rest = behind;
                continue;
            }
        };
        return Some(Ok(command));
    }
}

/// The first word of a text, and what is behind it.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn parse_bench<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let depth = words.next().map(|word| match word.parse() {
        Ok(depth) if depth > 0 => Ok(depth),
        _ => Err(CommandError::BenchDepth(word.to_owned())),
    });
    Ok(Command::Bench(depth.transpose()?))
}

fn parse_option(text: &str) -> Result<Command, CommandError> {
    let Some(("name", mut rest)) = split_word(text) else {
        return Err(CommandError::OptionName);
    };
    let (mut name, mut value) = (Vec::new(), None);
    while let Some((word, behind)) = split_word(rest) {
        rest = behind;
        if word == "value" {
            // Blanks within count: the value may be the name of a file.
            value = Some(rest.trim().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::OptionName);
    }
    let name = name.join(" ");
    Ok(Command::SetOption { name, value })
}

fn parse_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut position = PositionCommand::default();
    match words.next() {
        Some("startpos") => match words.next() {
            None => return Ok(Command::Position(position)),
            Some("moves") => {}
            Some(other) => return Err(CommandError::Moves(other.to_owned())),
        },
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            position.fen = Some(fen.join(" "));
        }
        other => {
            return Err(CommandError::Position(
                other.unwrap_or("nothing").to_owned(),
            ));
        }
    }
    position.moves = words.map(str::to_owned).collect();
    Ok(Command::Position(position))
}

fn parse_genfens<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let count = words.next().unwrap_or("nothing");
    let mut genfens = GenFens {
        count: (count.parse().ok())
            .filter(|count| (1..=MAX_COUNT).contains(count))
            .ok_or_else(|| CommandError::GenFensCount(count.to_owned()))?,
        seed: 1,
        book: None,
        ignored: Vec::new(),
    };
    while let Some(word) = words.next() {
        match word {
            "seed" => {
                let seed = words.next().unwrap_or("nothing");
                genfens.seed =
                    (seed.parse()).map_err(|_| CommandError::GenFensSeed(seed.to_owned()))?;
            }
            "book" => {
                let book = words.next().ok_or(CommandError::GenFensBook)?;
                genfens.book = (book != "None").then(|| book.to_owned());
            }
            unknown => genfens.ignored.push(unknown.to_owned()),
        }
    }
    Ok(Command::GenFens(genfens))
}

/// The words that end a list of turns.
const GO_WORDS: [&str; 14] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "moves",
];

fn parse_go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let slot = match word {
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.move_time,
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            "perft" => &mut go.perft,
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(word.to_owned());
                }
                continue;
            }
            unknown => {
                go.ignored.push(unknown.to_owned());
                continue;
            }
        };
        match words.peek().and_then(|word| parse_number(word)) {
            Some(number) => {
                *slot = Some(number);
                words.next();
            }
            None => go.ignored.push(word.to_owned()),
        }
    }
    go
}

/// An integer of any length, clamped to 64 bits.
pub(super) fn parse_number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match parse(line) {
            Some(Ok(Command::Go(go))) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        assert_eq!(parse("joho isready"), Some(Ok(Command::IsReady)));
        assert_eq!(parse("\t stop \r"), Some(Ok(Command::Stop)));
        assert_eq!(parse("\u{feff}isready"), Some(Ok(Command::IsReady)));
        assert_eq!(parse("joho"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn go_reads_what_it_can() {
        let read = go("go foo depth 1");
        assert_eq!(
            (read.depth, read.ignored),
            (Some(1), vec!["foo".to_owned()])
        );
        let read = go("go searchmoves e2e4 d2d4 depth 3 infinite");
        assert_eq!(read.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((read.depth, read.infinite), (Some(3), true));
        let read = go("go nodes 99999999999999999999 movetime -1 depth wtime 5");
        assert_eq!((read.nodes, read.move_time), (Some(i64::MAX), Some(-1)));
        assert_eq!((read.depth, read.time[0]), (None, Some(5)));
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        let expected = Command::SetOption {
            name: "Clear Hash".to_owned(),
            value: None,
        };
        assert_eq!(parse("setoption name Clear  Hash"), Some(Ok(expected)));
        let expected = Command::SetOption {
            name: "EvalFile".to_owned(),
            value: Some("a  file of value".to_owned()),
        };
        let line = " setoption  name EvalFile\tvalue  a  file of value \r";
        assert_eq!(parse(line), Some(Ok(expected)));
        assert!(matches!(parse("setoption value 3"), Some(Err(_))));
    }

    #[test]
    fn genfens_reads_what_openbench_sends() {
        let expected = |seed, book: Option<&str>, ignored: &[&str]| {
            Some(Ok(Command::GenFens(GenFens {
                count: 8,
                seed,
                book: book.map(str::to_owned),
                ignored: ignored.iter().map(|&word| word.to_owned()).collect(),
            })))
        };
        let read = parse("genfens 8 seed 2147483647 book None ");
        assert_eq!(read, expected(2_147_483_647, None, &[]));
        let read = parse("genfens 8 seed 3 book Books/some.epd extra words");
        let book = Some("Books/some.epd");
        assert_eq!(read, expected(3, book, &["extra", "words"]));
        assert_eq!(parse("genfens 8"), expected(1, None, &[]));
        for (line, found) in [
            ("", "nothing"),
            (" 0", "0"),
            (" 100001", "100001"),
            (" x", "x"),
        ] {
            let error = CommandError::GenFensCount(found.to_owned());
            assert!(!error.is_of_position());
            assert_eq!(parse(&format!("genfens{line}")), Some(Err(error)));
        }
        for found in ["nothing", "-1", "18446744073709551616"] {
            let line = format!("genfens 8 seed {}", found.replace("nothing", ""));
            let error = CommandError::GenFensSeed(found.to_owned());
            assert_eq!(parse(&line), Some(Err(error)));
        }
        let read = parse("genfens 8 book");
        assert_eq!(read, Some(Err(CommandError::GenFensBook)));
    }

    #[test]
    fn a_position_is_startpos_or_fen() {
        let position = |line| match parse(line) {
            Some(Ok(Command::Position(position))) => position,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(
            position("position startpos moves"),
            PositionCommand::default()
        );
        let read = position("position fen 8/8 w  moves e2e4");
        assert_eq!(read.fen.as_deref(), Some("8/8 w"));
        assert_eq!(read.moves, ["e2e4"]);
        assert!(matches!(parse("position"), Some(Err(_))));
        assert!(matches!(parse("position startpos e2e4"), Some(Err(_))));
    }
}
