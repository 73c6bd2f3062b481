#![doc = include_str!("../options.md")]

mod parse;
mod table;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

pub use parse::{OptionError, Request, parse};
pub use table::{Entry, Handling, Origin, TABLE, Values, markdown};

use crate::openings::BookOptions;
use crate::variant::Game;

use super::adjudicate::Adjudication;
use super::client::Patience;
use super::limits::Limits;
use super::statistics::{Model, Sprt, SprtError};

/// The page for users.
pub const HELP: &str = include_str!("../options.md");

/// A game, and how it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// The game.
    pub game: Game,
    /// Whether it begins from positions of Chess960, with castling written accordingly.
    pub chess960: bool,
}

impl FromStr for Variation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let usual = |game| Variation {
            game,
            chess960: false,
        };
        let (name, chess960) = match name {
            "standard" => return Ok(usual(Game::Chess)),
            "fischerandom" => ("chess", true),
            _ => match name.strip_suffix("960") {
                Some(name) => (name.strip_suffix('-').unwrap_or(name), true),
                None => (name, false),
            },
        };
        let game = name.parse().map_err(|error| {
            format!("{error}; or standard, fischerandom, and any with 960 behind its name")
        })?;
        Ok(Variation { game, chess960 })
    }
}

/// An engine as it is to be run.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineOptions {
    /// Its name, which no other engine has.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// Where its standard error goes.
    pub stderr: Option<PathBuf>,
    /// Lines to be sent first.
    pub init: Vec<String>,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Names and values of its options.
    pub options: Vec<(String, String)>,
    /// What limits its searches.
    pub limits: Limits,
    /// How late it may be.
    pub margin: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether its scores are White's.
    pub white_view: bool,
    /// A factor for [`Patience`].
    pub scale: f64,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// The first so many against the others.
    Gauntlet {
        /// How many.
        seeds: usize,
    },
    /// Everyone against all before him.
    Pyramid,
}

/// When the next opening is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// When it was played as often as it is to be, and with every other pair of engines.
    #[default]
    Repetitions,
    /// With every encounter.
    Encounter,
    /// With every round.
    Round,
}

/// A file that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputFile {
    /// Its name.
    pub path: PathBuf,
    /// Whether it may have something in it already, which is kept.
    pub append: bool,
}

/// A sequential test, as it is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtOptions {
    /// Logistic Elo by the two hypotheses.
    pub elos: [f64; 2],
    /// The chance to accept the second wrongly.
    pub alpha: f64,
    /// The chance to accept the first wrongly.
    pub beta: f64,
    /// What is counted; `None`: pairs where games are played in pairs.
    pub model: Option<Model>,
}

impl SprtOptions {
    /// The test.
    ///
    /// # Errors
    ///
    /// The numbers make none.
    pub fn test(&self, has_pairs: bool) -> Result<Sprt, SprtError> {
        let by_pairs = if has_pairs {
            Model::Pentanomial
        } else {
            Model::Trinomial
        };
        let model = self.model.unwrap_or(by_pairs);
        Sprt::new(model, self.elos, self.alpha, self.beta)
    }
}

/// A tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Who plays.
    pub engines: Vec<EngineOptions>,
    /// What is played.
    pub variation: Variation,
    /// Who plays whom.
    pub format: Format,
    /// How often all encounters take place.
    pub rounds: usize,
    /// Games an encounter.
    pub games: usize,
    /// How often an opening is played.
    pub repeat: usize,
    /// Whether colours change.
    pub swap: bool,
    /// Whether all colours are the other way round.
    pub reverse: bool,
    /// Which of how many parts is played, from 0.
    pub shard: Option<(usize, usize)>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The time between two games.
    pub wait: Duration,
    /// The seed of all that is random.
    pub seed: u64,
    /// Where openings come from; `None` is the game's starting position, or those of Chess960.
    pub openings: Option<BookOptions>,
    /// When the next opening is due.
    pub policy: Policy,
    /// When a game is ended by scores or length.
    pub adjudication: Adjudication,
    /// When the match is ended by its score.
    pub sprt: Option<SprtOptions>,
    /// Where games go.
    pub pgn: Option<OutputFile>,
    /// Whether games have few tags and no comments.
    pub minimal: bool,
    /// Where last positions go.
    pub epd: Option<OutputFile>,
    /// Whether the games that the file has count.
    pub resume: bool,
    /// The tag Event.
    pub event: String,
    /// The tag Site.
    pub site: String,
    /// Whether the match goes on when an engine ends or hangs.
    pub recover: bool,
    /// How long engines may take for what has no clock.
    pub patience: Patience,
}

/// What is told, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reporting {
    /// Games between two lists of ratings; 0 is only at the end.
    pub rating_interval: usize,
    /// Games between two lists of outcomes.
    pub outcome_interval: usize,
    /// Games between two lines of the score.
    pub score_interval: usize,
    /// Whether all is told as JSON.
    pub json: bool,
    /// Whether all that engines say and are told is shown.
    pub debug: bool,
    /// A file of what happens.
    pub log: Option<PathBuf>,
    /// Whether it has all that engines say and are told.
    pub log_engines: bool,
}
