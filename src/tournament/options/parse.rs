//! Words of the command line, read into [`Options`].

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::table::{Entry, Handling, Values, find_key, find_option};
use super::values::{
    one_of, read, read_draw, read_engine, read_flag, read_number, read_openings, read_output,
    read_resign, read_shard, read_sprt, value_error,
};
use super::{
    EngineOptions, Format, Options, OutputFile, Policy, Reporting, SprtOptions, Variation,
};
use crate::tournament::adjudicate::Adjudication;
use crate::tournament::client::Patience;

/// The most engines, games at a time, and the like.
pub(super) const MANY: usize = 10_000;

/// The most rounds and games; more than anyone plays.
pub(super) const VERY_MANY: usize = 10_000_000;

/// Rounds where a sequential test is to end the match: more than one has needed yet.
const SPRT_ROUNDS: usize = 100_000;

/// Words that are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Something else stands where an option should.
    #[error("expected an option, such as -engine, found `{0}`")]
    NotAnOption(String),
    /// No option has this name.
    #[error("unknown option `{0}`; -help lists all")]
    Unknown(String),
    /// An option has no such key.
    #[error("-{option}: unknown key `{key}`; -help lists all")]
    UnknownKey {
        /// The option.
        option: String,
        /// The key.
        key: String,
    },
    /// The option is known, but not done.
    #[error("{name}: {reason}")]
    Refused {
        /// The option, with its key.
        name: String,
        /// Why.
        reason: String,
    },
    /// Too many or too few words follow.
    #[error("-{option}: expected {expected}, found {found}")]
    Count {
        /// The option.
        option: String,
        /// What should follow.
        expected: &'static str,
        /// How many words do.
        found: usize,
    },
    /// The value is refused.
    #[error("{name}: {reason}")]
    Value {
        /// The option, with its key.
        name: String,
        /// Why.
        reason: String,
    },
    /// Options do not fit each other, or one is missing.
    #[error("{0}")]
    Together(String),
}

/// What the words ask for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A tournament.
    Play {
        /// The tournament.
        options: Box<Options>,
        /// What is told of it.
        reporting: Reporting,
        /// What was passed over, and why.
        notices: Vec<String>,
    },
    /// The count of games in files.
    Join {
        /// The files.
        files: Vec<PathBuf>,
        /// The test that is done with the count.
        sprt: Option<SprtOptions>,
        /// Whether the count is told as JSON.
        json: bool,
    },
    /// The page for users.
    Help,
    /// The version.
    Version,
}

/// An option with what follows it.
struct Group<'a> {
    entry: &'static Entry,
    values: Vec<&'a str>,
}

/// Reads the words behind the command.
///
/// # Errors
///
/// What is refused, and why.
///
/// ```
/// use alberich::tournament::options::{Request, parse};
///
/// let line = "-engine cmd=a -engine cmd=b nodes=500 -each nodes=1000 -variant tworing -games 4";
/// let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
/// let Request::Play { options, .. } = parse(&words)? else { panic!("a tournament") };
/// assert_eq!(options.engines[0].limits.nodes, Some(1000));
/// assert_eq!(options.engines[1].limits.nodes, Some(500));
/// assert_eq!(options.games, 4);
/// # Ok::<(), alberich::tournament::options::OptionError>(())
/// ```
pub fn parse(words: &[String]) -> Result<Request, OptionError> {
    let groups = group(words)?;
    let has = |name| groups.iter().any(|group| group.entry.option == name);
    if words.is_empty() || has("help") {
        return Ok(Request::Help);
    }
    if has("version") || has("v") {
        return Ok(Request::Version);
    }
    let mut draft = Draft::default();
    for group in &groups {
        draft.take(group)?;
    }
    draft.finish()
}

fn group(words: &[String]) -> Result<Vec<Group<'_>>, OptionError> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for word in words {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let is_option = |name: &str| name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if let Some(name) = name.filter(|name| is_option(name)) {
            let entry = find_option(name).ok_or_else(|| OptionError::Unknown(word.clone()))?;
            groups.push(Group {
                entry,
                values: Vec::new(),
            });
        } else if let Some(group) = groups.last_mut() {
            group.values.push(word);
        } else {
            return Err(OptionError::NotAnOption(word.clone()));
        }
    }
    Ok(groups)
}

/// A key and its value; a key alone has an empty one.
pub(super) type Pair = (String, String);

/// What was read so far.
struct Draft {
    engines: Vec<Vec<Pair>>,
    each: Vec<Pair>,
    variation: Variation,
    tournament: String,
    rounds: Option<usize>,
    games: Option<usize>,
    repeat: Option<usize>,
    seeds: usize,
    swap: bool,
    reverse: bool,
    shard: Option<(usize, usize)>,
    concurrency: usize,
    wait: u64,
    seed: u64,
    openings: Option<Vec<Pair>>,
    adjudication: Adjudication,
    sprt: Option<SprtOptions>,
    pgn: Option<OutputFile>,
    minimal: bool,
    epd: Option<OutputFile>,
    resume: bool,
    event: String,
    site: String,
    recover: bool,
    patience: Patience,
    reporting: Reporting,
    debug_engines: bool,
    join: Option<Vec<PathBuf>>,
    notices: Vec<String>,
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            engines: Vec::new(),
            each: Vec::new(),
            variation: Variation::default(),
            tournament: "round-robin".to_owned(),
            rounds: None,
            games: None,
            repeat: None,
            seeds: 1,
            swap: true,
            reverse: false,
            shard: None,
            concurrency: 1,
            wait: 0,
            seed: 0,
            openings: None,
            adjudication: Adjudication::default(),
            sprt: None,
            pgn: None,
            minimal: false,
            epd: None,
            resume: false,
            event: "?".to_owned(),
            site: "?".to_owned(),
            recover: false,
            patience: Patience::default(),
            reporting: Reporting {
                rating_interval: 10,
                outcome_interval: 0,
                score_interval: 1,
                json: false,
                debug: false,
                log: None,
                log_engines: true,
            },
            debug_engines: false,
            join: None,
            notices: Vec::new(),
        }
    }
}

impl Draft {
    /// Takes what the table says of an option into account, and the option itself if it is
    /// honoured.
    fn take(&mut self, group: &Group<'_>) -> Result<(), OptionError> {
        let option = group.entry.option;
        if !self.allows(format!("-{option}"), group.entry.handling)? {
            return Ok(());
        }
        let found = group.values.len();
        let (range, expected) = match group.entry.values {
            Values::None => (0..=0, "no word"),
            Values::One => (1..=1, "one word"),
            Values::Optional => (0..=1, "one word or none"),
            Values::Any | Values::Keys => (1..=usize::MAX, "words"),
        };
        if !range.contains(&found) {
            return Err(OptionError::Count {
                option: option.to_owned(),
                expected,
                found,
            });
        }
        match group.entry.values {
            Values::Keys => {
                let pairs = self.pairs(option, &group.values)?;
                self.take_keys(option, pairs)
            }
            _ => self.take_option(option, &group.values),
        }
    }

    /// Whether an option is to be looked at.
    fn allows(&mut self, name: String, handling: Handling) -> Result<bool, OptionError> {
        match handling {
            Handling::Honoured(_) => Ok(true),
            Handling::Notice(why) => {
                self.notices.push(format!("{name} is passed over: {why}"));
                Ok(false)
            }
            Handling::Refused(why) => Err(OptionError::Refused {
                name,
                reason: why.to_owned(),
            }),
        }
    }

    /// The pairs of an option, those left out that are passed over.
    fn pairs(&mut self, option: &str, words: &[&str]) -> Result<Vec<Pair>, OptionError> {
        let mut pairs = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let takes_file = matches!(option, "pgnout" | "epdout" | "log");
            let (key, value) = match word.split_once('=') {
                Some(pair) => pair,
                // The name alone, as the first word.
                None if takes_file && index == 0 => ("file", *word),
                None => (*word, ""),
            };
            let known = if key.starts_with("option.") {
                "option."
            } else {
                key
            };
            let entry = find_key(option, known).ok_or_else(|| OptionError::UnknownKey {
                option: option.to_owned(),
                key: key.to_owned(),
            })?;
            if self.allows(format!("-{option} {key}"), entry.handling)? {
                pairs.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(pairs)
    }

    fn take_option(&mut self, option: &'static str, values: &[&str]) -> Result<(), OptionError> {
        let name = format!("-{option}");
        let first = values.first().copied().unwrap_or_default();
        let number = |range| read_number(&name, first, range);
        let milliseconds = || {
            let time = number(1..=VERY_MANY)?;
            Ok(Duration::from_millis(time as u64))
        };
        match option {
            "variant" => self.variation = read(&name, first)?,
            "tournament" => self.tournament = first.to_owned(),
            "games" => self.games = Some(number(1..=VERY_MANY)?),
            "rounds" => self.rounds = Some(number(1..=VERY_MANY)?),
            "repeat" if values.is_empty() => self.repeat = Some(2),
            "repeat" => self.repeat = Some(number(1..=VERY_MANY)?),
            "noswap" => self.swap = false,
            "reverse" => self.reverse = true,
            "seeds" => self.seeds = number(1..=MANY)?,
            "concurrency" => self.concurrency = number(1..=MANY)?,
            "wait" => self.wait = number(0..=VERY_MANY)? as u64,
            "srand" => self.seed = read(&name, first)?,
            "shard" => self.shard = Some(read_shard(first)?),
            "maxmoves" => {
                let moves = number(0..=VERY_MANY)?;
                self.adjudication.max_moves = (moves > 0).then_some(moves);
            }
            "resume" => self.resume = true,
            "event" | "site" if first.chars().any(char::is_control) => {
                return Err(value_error(&name, "a tag is one line"));
            }
            "event" => self.event = first.to_owned(),
            "site" => self.site = first.to_owned(),
            "recover" => self.recover = true,
            "ratinginterval" => self.reporting.rating_interval = number(0..=VERY_MANY)?,
            "outcomeinterval" => self.reporting.outcome_interval = number(0..=VERY_MANY)?,
            "scoreinterval" => self.reporting.score_interval = number(0..=VERY_MANY)?,
            "json" => self.reporting.json = true,
            "debug" => {
                if !matches!(first, "" | "all") {
                    return Err(value_error(
                        &name,
                        format!("expected `all`, found `{first}`"),
                    ));
                }
                self.reporting.debug = true;
                self.debug_engines = first == "all";
            }
            "startup-ms" => self.patience.startup = milliseconds()?,
            "ucinewgame-ms" => self.patience.new_game = milliseconds()?,
            "ping-ms" => self.patience.ping = milliseconds()?,
            "search-ms" => self.patience.search = milliseconds()?,
            "join" => self.join = Some(values.iter().map(PathBuf::from).collect()),
            // A test sees to it that there is no other.
            _ => return Err(OptionError::Unknown(name)),
        }
        Ok(())
    }

    fn take_keys(&mut self, option: &'static str, pairs: Vec<Pair>) -> Result<(), OptionError> {
        match option {
            "engine" => self.engines.push(pairs),
            "each" => self.each.extend(pairs),
            "openings" => self.openings = Some(pairs),
            "draw" => self.adjudication.draw = Some(read_draw(&pairs)?),
            "resign" => self.adjudication.resign = Some(read_resign(&pairs)?),
            "sprt" => self.sprt = Some(read_sprt(&pairs)?),
            "pgnout" => {
                let (file, minimal) = read_output("pgnout", &pairs)?;
                self.pgn = Some(file);
                self.minimal = minimal;
            }
            "epdout" => self.epd = Some(read_output("epdout", &pairs)?.0),
            "output" => {
                for (key, value) in &pairs {
                    one_of(&format!("-output {key}"), value, &["cutechess"])?;
                }
            }
            "log" => {
                for (key, value) in pairs {
                    match key.as_str() {
                        "file" => self.reporting.log = Some(value.into()),
                        _ => self.reporting.log_engines = read_flag("-log engine", &value)?,
                    }
                }
            }
            // A test sees to it that there is no other.
            _ => return Err(OptionError::Unknown(format!("-{option}"))),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Request, OptionError> {
        if let Some(files) = self.join {
            return Ok(Request::Join {
                files,
                sprt: self.sprt,
                json: self.reporting.json,
            });
        }
        let engines = self.finish_engines()?;
        let together = |text: &str| Err(OptionError::Together(text.to_owned()));
        if engines.len() < 2 {
            return together("a match needs two engines at least: -engine cmd=... -engine cmd=...");
        }
        if self.sprt.is_some() && engines.len() > 2 {
            return together("-sprt is for a match of two engines");
        }
        let paths = self.pgn.iter().chain(&self.epd).map(|file| &file.path);
        let mut taken = HashSet::new();
        let is_taken = |path: &PathBuf| {
            // Where the path of the directory is lost, names as they are tell most.
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            !taken.insert(path)
        };
        if paths.chain(&self.reporting.log).any(is_taken) {
            return together("-pgnout, -epdout and -log need a file each");
        }
        if self.resume && self.pgn.is_none() {
            return together("-resume needs the file of games: -pgnout");
        }
        if self.resume && self.pgn.iter().chain(&self.epd).any(|file| file.append) {
            return together("-resume counts what is in the file, append=true does not: give one");
        }
        let format = match self.tournament.as_str() {
            "round-robin" | "roundrobin" => Format::RoundRobin,
            "gauntlet" => Format::Gauntlet {
                seeds: self.seeds.min(engines.len()),
            },
            "pyramid" => Format::Pyramid,
            "knockout" => {
                return Err(value_error(
                    "-tournament",
                    "`knockout` is refused: a draw would need more games than were asked for",
                ));
            }
            other => {
                return Err(value_error(
                    "-tournament",
                    format!("`{other}` is none of round-robin, gauntlet, pyramid"),
                ));
            }
        };
        let (openings, policy) = match &self.openings {
            Some(pairs) => {
                let (openings, policy) = read_openings(pairs)?;
                (Some(openings), policy)
            }
            None => (None, Policy::default()),
        };
        let default_rounds = if self.sprt.is_some() { SPRT_ROUNDS } else { 1 };
        let default_games = if self.repeat.is_some() { 2 } else { 1 };
        let options = Options {
            engines,
            variation: self.variation,
            format,
            rounds: self.rounds.unwrap_or(default_rounds),
            games: self.games.unwrap_or(default_games),
            repeat: self.repeat.unwrap_or(1),
            swap: self.swap,
            reverse: self.reverse,
            shard: self.shard,
            concurrency: self.concurrency,
            wait: Duration::from_millis(self.wait),
            seed: self.seed,
            openings,
            policy,
            adjudication: self.adjudication,
            sprt: self.sprt,
            pgn: self.pgn,
            minimal: self.minimal,
            epd: self.epd,
            resume: self.resume,
            event: self.event,
            site: self.site,
            recover: self.recover,
            patience: self.patience,
        };
        if options.game_count().is_none_or(|games| games > VERY_MANY) {
            return Err(OptionError::Together(format!(
                "these are more than {VERY_MANY} games"
            )));
        }
        Ok(Request::Play {
            options: Box::new(options),
            reporting: self.reporting,
            notices: self.notices,
        })
    }

    fn finish_engines(&mut self) -> Result<Vec<EngineOptions>, OptionError> {
        let mut engines = Vec::new();
        for (index, own) in self.engines.iter().enumerate() {
            let mut pairs: Vec<&Pair> = Vec::new();
            for pair in &self.each {
                let is_said = own.iter().any(|(key, _)| is_same_key(key, &pair.0));
                if pair.0 == "arg" || !is_said {
                    pairs.push(pair);
                }
            }
            pairs.extend(own);
            let mut engine = read_engine(&pairs)?;
            if engine.command.as_os_str().is_empty() {
                return Err(OptionError::Together(format!(
                    "engine {} has no program: cmd=...",
                    index + 1
                )));
            }
            if engine.limits.is_empty() {
                return Err(OptionError::Together(format!(
                    "nothing limits the searches of engine {} ({}): give tc, st, nodes or depth",
                    index + 1,
                    engine.command.display()
                )));
            }
            if self.debug_engines {
                engine.init.insert(0, "debug on".to_owned());
            }
            engines.push(engine);
        }
        name_engines(&mut engines)?;
        Ok(engines)
    }
}

/// Whether two keys say the same thing, so that an engine's own goes before that of all.
fn is_same_key(one: &str, other: &str) -> bool {
    let meaning = |key: &str| match key {
        "st" => "tc".to_owned(),
        "plies" => "depth".to_owned(),
        "args" => "arg".to_owned(),
        _ => key.to_lowercase(),
    };
    meaning(one) == meaning(other)
}

/// Names the engines that have no name after their files, and refuses two of one name.
fn name_engines(engines: &mut [EngineOptions]) -> Result<(), OptionError> {
    let mut taken = HashSet::new();
    for engine in engines.iter().filter(|engine| !engine.name.is_empty()) {
        if !taken.insert(engine.name.clone()) {
            return Err(OptionError::Together(format!(
                "two engines have the name `{}`",
                engine.name
            )));
        }
    }
    for engine in engines.iter_mut().filter(|engine| engine.name.is_empty()) {
        let stem = engine.command.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        let mut name = stem.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{stem} {number}");
        }
        engine.name = name;
    }
    Ok(())
}
