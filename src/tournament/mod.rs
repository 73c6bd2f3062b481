//! Tournaments: games between engines, and what their results mean.

pub mod statistics;
