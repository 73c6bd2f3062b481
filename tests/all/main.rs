//! The integration tests, as one program: to link a test takes longer than to run it.
//!
//! - `suites`: the positions of `positions/` and their counts.
//! - `against_naive`, `against_cozy_chess`: random games compared with a second, naive
//!   implementation of the rules, and with another library.
//! - `properties`: what holds in every position.
//! - `refused`: what is refused, and how; what is read, and how.
//! - `uci`, `play`: the program as a process, in a session and in whole games.

mod against_cozy_chess;
mod against_naive;
mod common;
mod engine;
mod naive;
mod play;
mod properties;
mod refused;
mod suites;
mod uci;
