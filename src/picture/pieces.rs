//! The pieces and what they carry, as SVG shapes in a square of 100 by 100.
//!
//! All pieces have the same foot and shoulders of like height, so that one vest and one ring fit
//! them all. A shape has no colours of its own: it is filled, and its outline drawn, as whoever
//! places it says; `currentColor` is for the lines inside.

use crate::board::{Color, Kind};

use super::glyphs::{self, Align};

/// Where the letter of a vest stands, and how large.
const VEST_LETTER: (i32, i32, f32) = (50, 57, 2.1);

/// A shape's path: the outline, and lines inside it.
struct Shape {
    outline: &'static str,
    lines: &'static str,
}

/// The foot of every piece.
const FOOT: &str = "M23 91v-5q0-5 5-5h44q5 0 5 5v5z";

const fn shape(kind: Kind) -> Shape {
    let (outline, lines) = match kind {
        Kind::Pawn => (
            "M43 44a14.5 14.5 0 1 1 14 0l6 3c-1 12 2 25 8 34H29c6-9 9-22 8-34z",
            "M40 47.500h20",
        ),
        Kind::Knight => (
            "M70 81c6-22 5-49-11-60l-1-11-9 8c-8 1-13 5-17 12l-10 13c-3 6 2 11 8 9l11-5c4 0 8-2 10-5\
             c1 10-20 15-21 39z",
            "M43 29.500v.1M27 45l1.500-1.500M60 28c8 11 9 31 6 45",
        ),
        Kind::Bishop => (
            "M50 19a4.700 4.700 0 1 1 .1 0c12 8 17 17 12 28h3v5h-4c0 11 3 21 10 29H29c7-8 10-18 10-29\
             h-4v-5h3c-5-11 0-20 12-28z",
            "M57 27l-8 10M38 47h24M39 52h22",
        ),
        Kind::Rook => (
            "M27 19h10v7h8v-7h10v7h8v-7h10v18l-7 8 3 36H31l3-36-7-8z",
            "M29 37h42M35 45h30",
        ),
        Kind::Queen => (
            "M35 48L22 27a4 4 0 1 1 3-1l11 11 1-17a4 4 0 1 1 3 0l8 15 1-19a4 4 0 1 1 2 0l1 19 8-15\
             a4 4 0 1 1 3 0l1 17 11-11a4 4 0 1 1 3 1L65 48l-3 5c0 11 3 20 9 28H29c6-8 9-17 9-28z",
            "M36 48h28M39 53h22",
        ),
        Kind::King => (
            "M47 27v-6h-6v-6h6v-6h6v6h6v6h-6v6c8-4 22-4 22 6 0 7-6 12-9 16l-3 5c0 11 3 20 9 28H29\
             c6-8 9-17 9-28l-3-5c-3-4-9-9-9-16 0-10 14-10 21-6z",
            "M36 48h28M39 53h22M50 27v15",
        ),
    };
    Shape { outline, lines }
}
