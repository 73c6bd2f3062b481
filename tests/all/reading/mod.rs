//! Guards what is read from outside: which positions and turns are refused and why (3.4), what is
//! dropped without an error, the faults that other programs had, and that no text at all makes
//! the reading panic.

mod anything;
mod castling;
mod extremes;
mod kept;
mod refused;
mod turns;

use alberich::variant::Game;

const ALL: &[Game] = Game::ALL;
const CHESS: &[Game] = &[Game::Chess];
const PLUNDER: &[Game] = &[Game::PlunderChess];
const RINGS: &[Game] = &[Game::TwoRing, Game::TwoRing1];
const NOT_PLUNDER: &[Game] = &[Game::Chess, Game::TwoRing, Game::TwoRing1];
const NOT_RINGS: &[Game] = &[Game::Chess, Game::PlunderChess];
