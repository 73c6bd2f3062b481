//! Tournaments: games between engines, what they start from, and what their results mean.
//!
//! [`options`] reads the words of the command line, by the names that users of cutechess-cli and
//! fastchess know, and [`run`] plays what they ask for:
//!
//! - [`schedule`] says who plays whom, and from which opening of the [book](crate::openings::Book);
//! - [`process`] runs an engine, [`client`] speaks UCI with it, `system` sees to it that it does
//!   not outlive the tournament;
//! - [`referee`] plays a game by the library's rules, with the clocks of [`limits`] and the
//!   decisions of [`adjudicate`]; [`ending`] says why it is over;
//! - [`runner`] plays several at a time; [`archive`] keeps each on disk before it counts;
//! - [`standings`] counts, and [`statistics`] says what the counts mean.
//!
//! All that is said goes through events; nothing here prints.

pub mod adjudicate;
pub mod archive;
pub mod client;
pub mod ending;
pub mod evaluation;
pub mod limits;
pub mod options;
pub mod process;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod statistics;
pub mod stop;
mod system;
mod worker;

pub use runner::{Event, Finish, Summary, TournamentError, run};
pub use stop::Stop;
pub(crate) use system::{Lock, lock};
pub use system::{on_interrupt, start_watchdog, watch};
