//! The best turn in a position.
//!
//! An [`Engine`] lasts; a search is one call of [`Engine::search`] with a game so far, the
//! [`Limits`] that bound it, a [`Control`] by which other threads stop it, and a callback that
//! is told a [`Report`] after each iteration. Nothing here prints, and no clock is read but in
//! `time`.
//!
//! The way through a search, and the files along it: `engine` starts a `worker` on each thread;
//! each deepens its search from the root, iteration by iteration; `node` is the search of one
//! node, `quiescence` that of one beyond the horizon. They are helped by the `table` that all
//! threads share, by `ordering` and `histories` that put the turns in order, and by `path`, which
//! knows what repeats. What ends a search is in `shared`.

mod bench;
mod control;
mod depth;
mod engine;
mod entry;
mod histories;
mod limits;
mod node;
mod ordering;
mod path;
mod pv;
mod quiescence;
mod shared;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod window;
mod worker;

pub use crate::eval::{MAX_PLY, Score};
pub use bench::{BENCH_DEPTH, bench, bench_line};
pub use control::Control;
pub use engine::{Engine, Outcome};
pub use entry::Bound;
pub use limits::{Clock, Limits};
pub use table::TableError;
pub use worker::Report;
