//! Positions drawn for people: in text, plain or coloured, as SVG and as PNG.
//!
//! ```
//! use alberich::board::Color;
//! use alberich::picture::{Look, svg, text};
//! use alberich::position::Position;
//! use alberich::variant::PlunderChess;
//!
//! let fen = "r1bqkbnr/pppp1ppp/8/8/3Q:nP3/8/PPP2PPP/RNB1KB1R b KQkq - 0 5";
//! let position = Position::<PlunderChess>::from_fen(fen)?;
//! assert!(text(&position, Color::White, Look::Plain).contains("| Q:n |"));
//! assert!(svg(&position, Color::White, 400).contains("white queen on d4, wearing a knight vest"));
//! # Ok::<(), alberich::position::FenError>(())
//! ```

mod glyphs;
mod pieces;
mod png;
mod svg;
mod text;

pub use png::{PngError, png};
pub use svg::svg;
pub use text::{Look, text};

use crate::board::{Bitboard, Color, Item, Kind, Piece, Square};
use crate::position::Position;
use crate::variant::Variant;

/// A piece, where it stands and what it carries, in words.
///
/// ```
/// use alberich::board::{Color, Item, Kind, Piece, Square};
/// use alberich::picture::describe;
///
/// let pawn = Piece::carrying(Color::Black, Kind::Pawn, Some(Item::Ring(Color::White)));
/// assert_eq!(describe(pawn, Square::at(3, 4)), "black pawn on d5, holding the white ring");
/// ```
pub fn describe(piece: Piece, square: Square) -> String {
    let carries = match piece.item() {
        None => String::new(),
        Some(Item::Vest(kind)) => format!(", wearing a {} vest", kind_name(kind)),
        Some(Item::Ring(color)) => format!(", holding the {} ring", color_name(color)),
    };
    let (color, kind) = (color_name(piece.color()), kind_name(piece.kind()));
    format!("{color} {kind} on {square}{carries}")
}

/// What there is to do for the mover.
fn caption<V: Variant>(position: &Position<V>) -> String {
    let side = position.side_to_move();
    if position.is_assignment_due() {
        let ring = color_name(side);
        format!("{side} to move, and owes one of his pawns the {ring} ring")
    } else {
        format!("{side} to move")
    }
}

/// The pawns of which one gets a ring with the next turn.
fn candidates<V: Variant>(position: &Position<V>) -> Bitboard {
    let turns = position.moves();
    turns.iter().filter_map(|turn| turn.assigned()).collect()
}

/// The squares row by row, from the upper left one, as the side that sits below sees them.
fn rows(bottom: Color) -> [[Square; 8]; 8] {
    let square = |row: usize, column: usize| match bottom {
        Color::White => Square::at(column as u8, 7 - row as u8),
        Color::Black => Square::at(7 - column as u8, row as u8),
    };
    std::array::from_fn(|row| std::array::from_fn(|column| square(row, column)))
}

fn is_light(square: Square) -> bool {
    (square.file() + square.rank()) % 2 == 1
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

fn rank_digit(square: Square) -> char {
    char::from(b'1' + square.rank())
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}

/// Positions that show everything there is to draw.
#[cfg(test)]
mod samples {
    /// Each vest, in PlunderChess.
    pub const VESTS: &str = "7k/8/1N:p1N:b4/2b:r1p:q3/3P:n4/8/8/K7 w - - 0 1";
    /// Both rings, in Two Ring Chess.
    pub const RINGS: &str = "r3k1n1/1b1p1pp1/n7/p3p3/p6N:b/4Pb:w2/P7/RKB3R1 w q - 16 36";
    /// A due assignment with two pawns to choose from, in Two Ring Chess.
    pub const DUE: &str = "4k3/p5p1/8/8/8/8/P6P:w/4K3 b@ - - 0 1";
}
