//! The best turn in a position.
//!
//! An [`Engine`] lasts; a search is one call of [`Engine::search`] with a game so far, the
//! [`Limits`] that bound it, a [`Control`] by which other threads stop it, and a callback that
//! is told of each iteration, an [`Event`]. Nothing here prints, and no clock is read but in
//! `time`.
//!
//! The way through a search, and the files along it: `engine` starts a `worker` on each thread;
//! each deepens its search from the root, iteration by iteration. `node` is the search of one
//! node in numbered steps, with those that end it early in `pruning` and those that go through
//! its turns in `turns`; `assignments` takes a turn with an assignment apart; `quiescence` is the
//! search beyond the horizon. They are helped by the `table` that all threads share, by `ordering`,
//! `histories` and `see`, which put the turns in order, by `frame`, which is what is kept of each
//! node, and by `path`, which knows what repeats. What ends a search is in `shared` and `time`;
//! the numbers that games have tuned are in `parameters`.

mod assignments;
mod bench;
mod control;
mod depth;
mod engine;
mod entry;
mod frame;
mod histories;
mod limits;
mod node;
mod ordering;
mod pages;
mod parameters;
mod path;
mod pruning;
mod pv;
mod quiescence;
mod report;
mod see;
mod shared;
mod strength;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod turns;
mod window;
mod worker;

/// The stack that a thread has to search, which recurses some hundred plies deep, in bytes: several
/// times what it needs.
pub const STACK_BYTES: usize = 16 << 20;

pub use crate::eval::{MAX_PLY, Score};
pub use bench::{BENCH_DEPTH, bench, bench_line};
pub use control::Control;
pub use engine::{Engine, Outcome};
pub use entry::Bound;
pub use limits::{Clock, Limits};
#[cfg(feature = "tune")]
pub use parameters::{PARAMETERS, Parameter};
pub use report::{Event, Report};
pub use strength::Strength;
pub use table::TableError;
