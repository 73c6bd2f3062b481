//! The pieces and what they carry, as SVG in a square of 100 by 100.
//!
//! All pieces have the same foot and their shoulders at the same height, so that one vest and
//! one ring fit them all.

use crate::board::{Color, Kind};

use super::glyphs::glyph;
use super::kind_name;

const INK: &str = "#1a1613";
const GOLD: &str = "#f2b91d";
const DARK_GOLD: &str = "#7a5600";

/// The foot of every piece.
const FOOT: &str = "M22 91v-4q0-6 6-6h44q6 0 6 6v4z";

/// A garment without sleeves, open at the neck.
const VEST: &str = "M34 46l9-2 7 12 7-12 9 2c0 9 2 21 8 34l-9 5H35l-9-5c6-13 8-25 8-34z";

/// The two halves of a hoop round the body: the one behind it and the one before it.
const HOOP: [&str; 2] = ["M16 66A34 14 0 0 1 84 66", "M16 66A34 14 0 0 0 84 66"];

/// The outline of a kind of piece above its foot, and the lines within.
const fn shape(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Pawn => (
            "M43 42a14.5 14.5 0 1 1 14 0c4 1 6 3 6 6-1 12 2 24 8 33H29c6-9 9-21 8-33 0-3 2-5 6-6z",
            "M38 47h24",
        ),
        Kind::Knight => (
            "M71 81c6-24 7-54-12-66l-1-10-10 8c-9 1-15 6-19 13l-10 11c-3 6 2 12 9 9l11-4c4 0 7-1 \
             9-3-2 9-17 18-18 42z",
            // Two short lines, one over the other, are the eye.
            "M42 25h2M42.5 25.5h1M62 27c8 11 9 31 5 47",
        ),
        Kind::Bishop => (
            "M47.5 17.5a5 5 0 1 1 5 0c12 9 17 18 12 28l2 6-4 3c0 11 3 19 9 27H29c6-8 9-16 9-27\
             l-4-3 2-6c-5-10 0-19 11.5-28z",
            "M57 26l-8 11M36 45.5h28M38 54h24",
        ),
        Kind::Rook => (
            "M26 18h11v7h8v-7h10v7h8v-7h11v18l-8 7 4 38H30l4-38-8-7z",
            "M26 36h48M34 43.5h32",
        ),
        Kind::Queen => (
            "M37 49L19.5 28.5a4.5 4.5 0 1 1 4-2L33 34 32.5 19a4.5 4.5 0 1 1 4 0L44 32l4-16.5\
             a4.5 4.5 0 1 1 4 0L56 32l7.5-13a4.5 4.5 0 1 1 4 0L67 34l9.5-7.5a4.5 4.5 0 1 1 4 2\
             L63 49l-1 5c0 11 3 19 9 27H29c6-8 9-16 9-27z",
            "M37 48h26M38 54h24",
        ),
        Kind::King => (
            "M46.5 26v-5.5h-6V14h6V8h7v6h6v6.5h-6V26c8-5 21-4 21 7 0 6-6 11-10 15l-2.5 6\
             c0 11 3 19 9 27H29c6-8 9-16 9-27l-2.5-6c-4-4-10-9-10-15 0-11 13-12 21-7z",
            "M35.5 47.5h29M38 54h24M50 27v12",
        ),
    }
}

/// A definition of the kind's shape, without colours: it takes fill and stroke from where it is
/// used, and the colour of the lines within from `color`.
pub(super) fn define(kind: Kind) -> String {
    let (outline, lines) = shape(kind);
    format!(
        r#"<g id="{}" stroke-linecap="round" stroke-linejoin="round"><path d="{outline}{FOOT}" stroke-width="3"/><path d="{lines}" fill="none" stroke="currentColor" stroke-width="2.6"/></g>"#,
        kind_name(kind)
    )
}

/// What a side's pieces are made of.
const fn fill(color: Color) -> &'static str {
    match color {
        Color::White => "#fffdf6",
        Color::Black => "#46403b",
    }
}

/// What the lines within are drawn with.
const fn lines(color: Color) -> &'static str {
    match color {
        Color::White => INK,
        Color::Black => "#e8dfd0",
    }
}

/// A piece of a colour that carries nothing; its kind must have been defined.
pub(super) fn piece(color: Color, kind: Kind) -> String {
    let (fill, lines) = (fill(color), lines(color));
    format!(
        r##"<use href="#{}" fill="{fill}" stroke="{INK}" color="{lines}"/>"##,
        kind_name(kind)
    )
}

/// A disc in a side's colour, a picture of the side itself.
pub(super) fn disc(color: Color, x: i32, y: i32) -> String {
    let fill = fill(color);
    format!(r#"<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="{INK}" stroke-width="3"/>"#)
}

/// A vest. The letter tells it from the others where colours do not.
pub(super) fn vest(kind: Kind) -> String {
    let (fill, ink) = vest_colors(kind);
    let letter = kind.letter().to_ascii_uppercase();
    format!(
        r#"<path d="{VEST}" fill="{fill}" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>{}"#,
        glyph(letter, 50, 70, 24.0, ink)
    )
}

/// The colours of a vest and of the letter on it.
pub(super) const fn vest_colors(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Pawn => ("#1b8a4b", "#ffffff"),
        Kind::Knight => ("#ef8a1d", INK),
        Kind::Bishop => ("#2563c9", "#ffffff"),
        Kind::Rook => ("#c8242b", "#ffffff"),
        // There is no king vest.
        Kind::Queen | Kind::King => ("#ffd92e", INK),
    }
}

/// The two halves of a ring round a piece: what is to be drawn before the piece, and after it.
pub(super) fn ring(color: Color) -> [String; 2] {
    HOOP.map(|half| band(half, color, 1.0))
}

/// A ring lying flat, seen from above.
pub(super) fn flat_ring(color: Color, x: i32, y: i32) -> String {
    let circle = format!("M{} {y}a12 12 0 1 0 24 0a12 12 0 1 0-24 0", x - 12);
    band(&circle, color, 0.6)
}

/// The two halves of a dashed hoop, where a ring could be put on.
pub(super) fn ring_place() -> [String; 2] {
    HOOP.map(|half| {
        format!(
            r##"<path d="{half}" fill="none" stroke="#c08a00" stroke-width="4.5" stroke-dasharray="11 6"/>"##
        )
    })
}

/// A path as a band of a colour between edges of gold.
fn band(path: &str, color: Color, scale: f32) -> String {
    let middle = match color {
        Color::White => "#ffffff",
        Color::Black => INK,
    };
    [(DARK_GOLD, 17.0), (GOLD, 14.5), (middle, 9.5)]
        .map(|(stroke, width)| {
            format!(
                r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{}"/>"#,
                width * scale
            )
        })
        .concat()
}
