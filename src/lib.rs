//! Alberich: a UCI engine and rules library for three games.

#![deny(clippy::undocumented_unsafe_blocks, missing_docs)]

pub mod board;
pub mod perft;
pub mod position;
pub mod variant;
