//! The integration tests, as one program: to link a test takes longer than to run it.
//!
//! - `suites`: the positions of `positions/` and their counts.
//! - `against_naive`, `against_cozy_chess`: random games compared with a second, naive
//!   implementation of the rules, and with another library.
//! - `properties`: what holds in every position.
//! - `notation`, `records`: turns in algebraic notation, EPD and PGN.
//! - `openings`: the sets of openings in `positions/` and the command that makes them.
//! - `data`: games that the engine plays against itself, and their files.
//! - `train`: the training of networks with them.
//! - `reading`: what is refused, and how; what is read, and how.
//! - `matches`: matches between engines, with an engine that does what a script says.
//! - `openbench`: lines of UCI on the command line, and positions to start games from.
//! - `problems`: suites of problems, on the command line.
//! - `uci`, `session`, `play`: the program as a process, in sessions and in whole games.

mod against_cozy_chess;
mod against_naive;
mod common;
mod data;
mod engine;
mod matches;
mod naive;
mod notation;
mod openbench;
mod openings;
mod play;
mod problems;
mod properties;
mod reading;
mod records;
mod session;
mod suites;
mod train;
mod uci;
