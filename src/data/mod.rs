//! Games of the engine against itself, as data to train networks with.
//!
//! - [`StoredGame`] is one game: its turns with the scores of the searches that chose them, and how
//!   it ended; [`StoredGame::replay`] turns it into positions, by the rules.
//! - [`Reader`] and [`Writer`] know the file of such games.
//! - [`generate`] plays them.
//! - [`join`] and [`shuffle`] make one file of several; [`Stats`] counts.
//!
//! A file is read game by game:
//!
//! ```no_run
//! use alberich::data::Reader;
//! use alberich::variant::{PlunderChess, Variant};
//!
//! let mut reader = Reader::open("games.data".as_ref())?;
//! assert_eq!(reader.header().game, PlunderChess::GAME);
//! for game in &mut reader {
//!     let game = game?;
//!     for sample in game.replay::<PlunderChess>() {
//!         let sample = sample?;
//!         let Some(score) = sample.score else {
//!             continue; // a turn of the random opening
//!         };
//!         if !score.is_mate() && !sample.position.is_noisy(sample.turn) {
//!             println!("{} {score} {}", sample.position.fen(), game.outcome());
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collect;
mod file;
mod frame;
mod game;
mod generate;
mod reader;
mod replay;
mod settings;
mod stats;

pub use collect::{Collected, join, shuffle};
pub use file::{FileError, Writer};
pub use game::{Ending, ScoredTurn, StoredGame};
pub use generate::{Amount, GenerateError, Progress, generate};
pub use reader::{DataError, Header, Place, Reader};
pub use replay::{GameError, Replay, Sample};
pub use settings::Settings;
pub use stats::Stats;
