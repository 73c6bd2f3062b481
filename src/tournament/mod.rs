//! Tournaments: games between engines, what they start from, and what their results mean.

pub mod openings;
pub mod statistics;
