//! The options: their names, ranges, and how they are set.

use std::time::Duration;

use thiserror::Error;

use crate::eval::Evaluation;
use crate::position::{CastlingStyle, FenStyle};
use crate::search::Strength;
use crate::variant::Game;

/// What the user may set.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Mebibytes of the transposition table.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Time kept back from every limit for what lies between engine and clock.
    pub move_overhead: Duration,
    /// The game.
    pub game: Game,
    /// How many best lines are searched and shown.
    pub multipv: usize,
    /// Whether chances of winning, drawing and losing are shown beside a score.
    pub show_wdl: bool,
    /// Whether to play at [`Options::elo`] rather than as well as possible.
    pub limit_strength: bool,
    /// The rating for that.
    pub elo: u32,
    /// What judges positions.
    pub evaluation: Evaluation,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// The file to which all lines in and out are written; empty is none.
    pub log_file: String,
}

/// A change of an option that the session has to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing but the value.
    None,
    /// The table is to have the new size.
    Hash,
    /// The table is to be emptied.
    ClearHash,
    /// The number of threads changes.
    Threads,
    /// Another game, or the same named again.
    Game,
    /// Something else judges positions.
    Evaluation,
    /// Lines go to another file, or to none.
    LogFile,
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is named `{0}`")]
    Unknown(String),
    /// The value is missing or of another kind.
    #[error("option {name}: `{value}` is not {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// The value names no evaluation.
    #[error("option EvalFile: {0}; the old one stays")]
    Evaluation(String),
    /// The value names no game.
    #[error("option UCI_Variant: {0}")]
    Variant(#[from] crate::variant::UnknownGame),
}

#[derive(Clone, Copy)]
struct Spin {
    name: &'static str,
    default: i64,
    min: i64,
    max: i64,
}

/// What the engine says of itself.
const ABOUT: &str = concat!(
    "Alberich ",
    env!("CARGO_PKG_VERSION"),
    ", for PlunderChess, Two Ring Chess and chess; licensed under MIT or Apache 2.0"
);

/// One tebibyte at most; what the machine has not is refused when it is asked for.
const HASH: Spin = Spin {
    name: "Hash",
    default: 16,
    min: 1,
    max: 1 << 20,
};
const THREADS: Spin = Spin {
    name: "Threads",
    default: 1,
    min: 1,
    max: 512,
};
const MOVE_OVERHEAD: Spin = Spin {
    name: "Move Overhead",
    default: 10,
    min: 0,
    max: 5000,
};

const MULTIPV: Spin = Spin {
    name: "MultiPV",
    default: 1,
    min: 1,
    max: 256,
};
const ELO: Spin = Spin {
    name: "UCI_Elo",
    default: 1500,
    min: Strength::MIN as i64,
    max: Strength::MAX as i64,
};

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: HASH.default as usize,
            threads: THREADS.default as usize,
            move_overhead: Duration::from_millis(MOVE_OVERHEAD.default as u64),
            game: Game::default(),
            multipv: MULTIPV.default as usize,
            show_wdl: false,
            limit_strength: false,
            elo: ELO.default as u32,
            evaluation: Evaluation::built_in(),
            chess960: false,
            log_file: String::new(),
        }
    }
}

impl Options {
    /// The lines that tell a program of the options.
    pub fn listing() -> Vec<String> {
        let spin = |spin: Spin| {
            format!(
                "option name {} type spin default {} min {} max {}",
                spin.name, spin.default, spin.min, spin.max
            )
        };
        let games: Vec<String> = Game::ALL.iter().map(|game| format!("var {game}")).collect();
        let lines = vec![
            spin(HASH),
            "option name Clear Hash type button".to_owned(),
            spin(THREADS),
            "option name Ponder type check default false".to_owned(),
            spin(MULTIPV),
            spin(MOVE_OVERHEAD),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            spin(ELO),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            format!(
                "option name UCI_Variant type combo default {} {}",
                Game::default(),
                games.join(" ")
            ),
            format!(
                "option name EvalFile type string default {}",
                Evaluation::BUILT_IN
            ),
            "option name Debug Log File type string default <empty>".to_owned(),
            format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ];
        #[cfg(feature = "tune")]
        let lines = lines
            .into_iter()
            .chain(crate::search::PARAMETERS.iter().map(|parameter| {
                spin(Spin {
                    name: parameter.name,
                    default: parameter.default.into(),
                    min: parameter.range.0.into(),
                    max: parameter.range.1.into(),
                })
            }))
            .collect();
        lines
    }

    /// How castling is written in turns.
    pub fn castling_style(&self) -> CastlingStyle {
        if self.chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        }
    }

    /// How castling rights are written in a FEN.
    pub fn fen_style(&self) -> FenStyle {
        if self.chess960 {
            FenStyle::Shredder
        } else {
            FenStyle::Standard
        }
    }

    /// Sets an option; its name is compared without regard to case and spaces. The second result
    /// is a notice, if the value had to be clamped.
    ///
    /// # Errors
    ///
    /// An unknown name or a value of the wrong kind; nothing changes then.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<(Change, Option<String>), OptionError> {
        let value = value.unwrap_or("");
        let folded: String = name
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .flat_map(char::to_lowercase)
            .collect();
        match folded.as_str() {
            "hash" => {
                let (hash, notice) = read_spin(HASH, value)?;
                self.hash = hash as usize;
                Ok((Change::Hash, notice))
            }
            "threads" => {
                let (threads, notice) = read_spin(THREADS, value)?;
                self.threads = threads as usize;
                Ok((Change::Threads, notice))
            }
            "moveoverhead" => {
                let (overhead, notice) = read_spin(MOVE_OVERHEAD, value)?;
                self.move_overhead = Duration::from_millis(overhead as u64);
                Ok((Change::None, notice))
            }
            "multipv" => {
                let (lines, notice) = read_spin(MULTIPV, value)?;
                self.multipv = lines as usize;
                Ok((Change::None, notice))
            }
            "uci_limitstrength" => {
                self.limit_strength = read_check("UCI_LimitStrength", value)?;
                Ok((Change::None, None))
            }
            "uci_elo" => {
                let (elo, notice) = read_spin(ELO, value)?;
                self.elo = elo as u32;
                Ok((Change::None, notice))
            }
            "uci_showwdl" => {
                self.show_wdl = read_check("UCI_ShowWDL", value)?;
                Ok((Change::None, None))
            }
            "clearhash" => Ok((Change::ClearHash, None)),
            "uci_chess960" => {
                self.chess960 = read_check("UCI_Chess960", value)?;
                Ok((Change::None, None))
            }
            // Analysis and play are the same to this engine.
            "uci_analysemode" => read_check("UCI_AnalyseMode", value).map(|_| (Change::None, None)),
            "evalfile" if matches!(value, "" | "<empty>") => {
                Err(OptionError::Evaluation("no file is named".to_owned()))
            }
            "evalfile" => {
                self.evaluation = Evaluation::named(value)
                    .map_err(|error| OptionError::Evaluation(error.to_string()))?;
                Ok((Change::Evaluation, None))
            }
            "debuglogfile" => {
                self.log_file = if value == "<empty>" { "" } else { value }.to_owned();
                Ok((Change::LogFile, None))
            }
            // It is there to be read.
            "uci_engineabout" => Ok((Change::None, None)),
            // Whether to ponder is the client's affair; the option tells it that we can.
            "ponder" => read_check("Ponder", value).map(|_| (Change::None, None)),
            "uci_variant" => {
                self.game = value.to_lowercase().parse()?;
                Ok((Change::Game, None))
            }
            #[cfg(feature = "tune")]
            _ => set_parameter(name.trim(), value),
            #[cfg(not(feature = "tune"))]
            _ => Err(OptionError::Unknown(name.to_owned())),
        }
    }
}

/// Sets a number of the search.
#[cfg(feature = "tune")]
fn set_parameter(name: &str, value: &str) -> Result<(Change, Option<String>), OptionError> {
    let parameter = crate::search::PARAMETERS
        .iter()
        .find(|parameter| parameter.name == name)
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let value = value.parse().map_err(|_| OptionError::Value {
        name: parameter.name,
        value: value.to_owned(),
        expected: "a whole number",
    })?;
    parameter.set(value);
    Ok((Change::None, None))
}

fn read_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Value {
            name,
            value: value.to_owned(),
            expected: "true or false",
        }),
    }
}

fn read_spin(spin: Spin, value: &str) -> Result<(i64, Option<String>), OptionError> {
    let number = super::command::parse_number(value).ok_or_else(|| OptionError::Value {
        name: spin.name,
        value: value.to_owned(),
        expected: "a whole number",
    })?;
    let clamped = number.clamp(spin.min, spin.max);
    let notice = (clamped != number).then(|| {
        format!(
            "option {}: {value} is outside {} to {}; set to {clamped}",
            spin.name, spin.min, spin.max
        )
    });
    Ok((clamped, notice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ignore_case_and_spaces() {
        let mut options = Options::default();
        let changed = options.set("move  OVERHEAD", Some("25"));
        assert_eq!(changed, Ok((Change::None, None)));
        assert_eq!(options.move_overhead, Duration::from_millis(25));
        assert_eq!(
            options.set("uci_variant", Some("TwoRing")),
            Ok((Change::Game, None))
        );
        assert_eq!(options.game, Game::TwoRing);
    }

    #[test]
    fn values_are_clamped_or_refused() {
        let mut options = Options::default();
        for (name, value) in [("Threads", "100000"), ("Hash", "99999999999999999999")] {
            let (_, notice) = options.set(name, Some(value)).expect("clamped");
            assert!(notice.is_some_and(|notice| notice.contains(value)));
        }
        assert_eq!((options.threads, options.hash), (512, 1 << 20));
        let before = options.clone();
        for (name, value) in [
            ("Hash", Some("much")),
            ("Hash", None),
            ("UCI_Chess960", Some("yes")),
            ("UCI_Variant", Some("atomic")),
            ("Contempt", Some("0")),
        ] {
            assert!(options.set(name, value).is_err(), "{name}");
        }
        assert_eq!(options, before);
    }
}
