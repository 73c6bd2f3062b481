//! A position in text.

use std::fmt::{self, Write};

use anstyle::{Ansi256Color, Style};

use crate::board::{Bitboard, Color, Item, Kind, Piece, Square};
use crate::position::Position;
use crate::variant::Variant;

use super::{candidates, caption, file_letter, is_light, rank_digit, rows};

/// What a text may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// ASCII letters and lines, each piece as in a FEN.
    Plain,
    /// Unicode's pieces, and ANSI sequences for 256 colours.
    Colored,
}

/// The board in text, with the pieces of `bottom` below, and under it a line on what there is to
/// do. It does not end in a line break.
pub fn text<V: Variant>(position: &Position<V>, bottom: Color, look: Look) -> String {
    let candidates = candidates(position);
    let mut text = match look {
        Look::Plain => plain(position, bottom, candidates),
        Look::Colored => colored(position, bottom, candidates),
    };
    text.push_str(&caption(position));
    if candidates.any() {
        text.push_str("; @ marks who may get it");
    }
    text
}

impl<V: Variant> fmt::Display for Position<V> {
    /// The board in plain text with White below, as [`text`] draws it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self, Color::White, Look::Plain))
    }
}

fn plain<V: Variant>(position: &Position<V>, bottom: Color, candidates: Bitboard) -> String {
    const EDGE: &str = "  +-----+-----+-----+-----+-----+-----+-----+-----+\n";
    let mut text = EDGE.to_owned();
    let rows = rows(bottom);
    for squares in rows {
        let _ = write!(text, "{} |", rank_digit(squares[0]));
        for square in squares {
            let mut cell = match position.board().piece(square) {
                Some(piece) => piece.to_string(),
                None => String::new(),
            };
            if candidates.has(square) {
                cell.push('@');
            }
            let _ = write!(text, " {cell:<3} |");
        }
        let _ = write!(text, "\n{EDGE}");
    }
    push_files(&mut text, "    ", rows[7], 6);
    text
}

/// Two lines of five columns a square: the piece, and under it what it carries.
fn colored<V: Variant>(position: &Position<V>, bottom: Color, candidates: Bitboard) -> String {
    let mut text = String::new();
    let rows = rows(bottom);
    for squares in rows {
        let _ = write!(text, "{} ", rank_digit(squares[0]));
        for square in squares {
            push_piece(&mut text, square, position.board().piece(square));
        }
        text.push_str("\n  ");
        for square in squares {
            let item = position.board().piece(square).and_then(Piece::item);
            push_item(&mut text, square, item, candidates.has(square));
        }
        text.push('\n');
    }
    push_files(&mut text, "    ", rows[7], 5);
    text
}

/// Names the files under the board, `width` columns each.
fn push_files(text: &mut String, indent: &str, squares: [Square; 8], width: usize) {
    let files = squares.map(|square| format!("{:<width$}", file_letter(square)));
    let _ = writeln!(text, "{indent}{}", files.concat().trim_end());
}

fn push_piece(text: &mut String, square: Square, piece: Option<Piece>) {
    let ground = ground(square);
    let (style, symbol) = match piece {
        None => (ground, " "),
        Some(piece) => {
            let color = match piece.color() {
                Color::White => WHITE,
                Color::Black => BLACK,
            };
            let style = ground.fg_color(Some(color.into())).bold();
            (style, symbol(piece.kind()))
        }
    };
    let _ = write!(text, "{style}  {symbol}  {style:#}");
}

fn push_item(text: &mut String, square: Square, item: Option<Item>, is_candidate: bool) {
    let ground = ground(square);
    let (style, label) = match item {
        Some(Item::Vest(kind)) => {
            let letter = kind.letter().to_ascii_uppercase();
            (vest(kind), format!(" {letter} "))
        }
        Some(Item::Ring(Color::White)) => (paint(DARK_GOLD, WHITE), "(w)".to_owned()),
        Some(Item::Ring(Color::Black)) => (paint(GOLD, BLACK), "(b)".to_owned()),
        None if is_candidate => (ground.fg_color(Some(GOLD.into())).bold(), "(@)".to_owned()),
        None => (ground, "   ".to_owned()),
    };
    let edge = format!("{ground} {ground:#}");
    let _ = write!(text, "{edge}{style}{label}{style:#}{edge}");
}

const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);
const GOLD: Ansi256Color = Ansi256Color(220);
const DARK_GOLD: Ansi256Color = Ansi256Color(94);

fn paint(front: Ansi256Color, back: Ansi256Color) -> Style {
    Style::new()
        .fg_color(Some(front.into()))
        .bg_color(Some(back.into()))
        .bold()
}

/// The square's own colour: neither black nor white, as both pieces must be seen on it.
fn ground(square: Square) -> Style {
    let color = Ansi256Color(if is_light(square) { 109 } else { 66 });
    Style::new().bg_color(Some(color.into()))
}

fn vest(kind: Kind) -> Style {
    match kind {
        Kind::Pawn => paint(WHITE, Ansi256Color(28)),
        Kind::Knight => paint(BLACK, Ansi256Color(208)),
        Kind::Bishop => paint(WHITE, Ansi256Color(26)),
        Kind::Rook => paint(WHITE, Ansi256Color(160)),
        // There is no king vest.
        Kind::Queen | Kind::King => paint(BLACK, Ansi256Color(226)),
    }
}

/// The filled piece for both sides, as colours tell them apart.
const fn symbol(kind: Kind) -> &'static str {
    match kind {
        // Without the selector many terminals draw a coloured picture.
        Kind::Pawn => "\u{265f}\u{fe0e}",
        Kind::Knight => "\u{265e}",
        Kind::Bishop => "\u{265d}",
        Kind::Rook => "\u{265c}",
        Kind::Queen => "\u{265b}",
        Kind::King => "\u{265a}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::samples::{DUE, RINGS, VESTS};
    use crate::variant::{PlunderChess, TwoRing};
    use anstream::adapter::strip_str;

    fn draw<V: Variant>(fen: &str, bottom: Color, look: Look) -> String {
        let position = Position::<V>::from_fen(fen).expect("a position");
        text(&position, bottom, look)
    }

    /// The line that begins with this rank's digit.
    fn rank(text: &str, digit: char) -> &str {
        text.lines()
            .find(|line| line.starts_with(digit))
            .expect("every rank has a line")
    }

    #[test]
    fn plain_text_has_the_letters_of_a_fen() {
        let text = draw::<PlunderChess>(VESTS, Color::White, Look::Plain);
        assert!(text.is_ascii() && !text.contains('\x1b'));
        assert_eq!(
            rank(&text, '5'),
            "5 |     |     | b:r |     | p:q |     |     |     |"
        );
        assert!(text.ends_with("\n    a     b     c     d     e     f     g     h\nWhite to move"));
    }

    #[test]
    fn the_board_turns_round() {
        let text = draw::<PlunderChess>(VESTS, Color::Black, Look::Plain);
        assert_eq!(
            rank(&text, '5'),
            "5 |     |     |     | p:q |     | b:r |     |     |"
        );
        let first = text
            .lines()
            .find(|line| line.contains("| "))
            .expect("a rank");
        assert!(first.starts_with('1'), "{text}");
        assert!(text.contains("    h     g     f"));
    }

    #[test]
    fn an_assignment_that_is_due_is_said_and_shown() {
        let text = draw::<TwoRing>(DUE, Color::White, Look::Plain);
        assert_eq!(
            rank(&text, '7'),
            "7 | p@  |     |     |     |     |     | p@  |     |"
        );
        assert!(text.ends_with("owes one of his pawns the black ring; @ marks who may get it"));
        let colored = draw::<TwoRing>(DUE, Color::White, Look::Colored);
        assert_eq!(colored.matches("(@)").count(), 2);
    }

    #[test]
    fn colours_clothe_and_symbols_stand_under_them() {
        let vests = draw::<PlunderChess>(VESTS, Color::White, Look::Colored);
        for color in [28, 208, 26, 160, 226] {
            assert!(vests.contains(&format!("\x1b[48;5;{color}m")), "{color}");
        }
        let bare = strip_str(&vests).to_string();
        let mut lines = bare.lines().skip_while(|line| !line.starts_with('5'));
        assert_eq!(
            lines.next().map(str::trim_end),
            Some("5             \u{265d}         \u{265f}\u{fe0e}")
        );
        assert_eq!(
            lines.next().map(str::trim_end),
            Some("              R         Q")
        );
        let rings = draw::<TwoRing>(RINGS, Color::White, Look::Colored);
        assert!(rings.contains("(w)") && rings.contains("(b)"));
    }
}
