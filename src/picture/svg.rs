//! A position as SVG.

use std::fmt::Write;

use crate::board::{Color, Item, Kind, Piece, Square};
use crate::position::Position;
use crate::variant::Variant;

use super::glyphs::glyph;
use super::{candidates, caption, describe, file_letter, is_light, pieces, rank_digit, rows};

/// The length of a square's side. All lengths are in units of the drawing, not in pixels.
const SQUARE: i32 = 100;
/// The width of the frame round the board, with coordinates and marks on it.
const FRAME: i32 = 50;
const BOARD: i32 = 8 * SQUARE;
const WHOLE: i32 = BOARD + 2 * FRAME;

const PAPER: &str = "#f7f6f2";
const LIGHT: &str = "#efece4";
const DARK: &str = "#9aabb5";
const PALE_INK: &str = "#52616b";

/// Draws a position as a square SVG image, `size` pixels wide, with the pieces of `bottom` below.
///
/// Vests have a colour and a letter each, rings are hoops round their holders. A disc beside the
/// board shows the side to move; under it lies the ring that it owes a pawn, and the pawns that
/// may get it stand in a dashed hoop. No font is needed. Each piece is a group that has the
/// square's name as its id.
pub fn svg<V: Variant>(position: &Position<V>, bottom: Color, size: u32) -> String {
    let mut text = String::new();
    let _ = write!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WHOLE} {WHOLE}" width="{size}" height="{size}" role="img">"#
    );
    let _ = writeln!(
        text,
        "\n<title>{}: {} ({})</title>",
        V::NAME,
        position.fen(),
        caption(position)
    );
    text.push_str("<defs>\n");
    for kind in Kind::ALL {
        text.push_str(&pieces::define(kind));
        text.push('\n');
    }
    text.push_str("</defs>\n");
    push_board(&mut text, bottom);
    push_coordinates(&mut text, bottom);
    push_mover(&mut text, position, bottom);
    let candidates = candidates(position);
    for (square, corner) in corners(bottom) {
        if let Some(piece) = position.board().piece(square) {
            let is_candidate = candidates.has(square);
            push_piece(&mut text, piece, square, corner, is_candidate);
        }
    }
    text.push_str("</svg>\n");
    text
}

/// The squares with their upper left corners, in the order of reading.
fn corners(bottom: Color) -> impl Iterator<Item = (Square, (i32, i32))> {
    (0..).zip(rows(bottom)).flat_map(|(row, squares)| {
        let corner = move |column| (FRAME + column * SQUARE, FRAME + row * SQUARE);
        (0..)
            .zip(squares)
            .map(move |(column, square)| (square, corner(column)))
    })
}

fn push_board(text: &mut String, bottom: Color) {
    let mut dark = String::new();
    for (_, (x, y)) in corners(bottom).filter(|&(square, _)| !is_light(square)) {
        let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
    }
    let _ = writeln!(
        text,
        r#"<rect width="{WHOLE}" height="{WHOLE}" rx="14" fill="{PAPER}"/>
<rect x="{FRAME}" y="{FRAME}" width="{BOARD}" height="{BOARD}" fill="{LIGHT}"/>
<path d="{dark}" fill="{DARK}"/>
<rect x="{FRAME}" y="{FRAME}" width="{BOARD}" height="{BOARD}" fill="none" stroke="{PALE_INK}" stroke-width="3"/>"#
    );
}

/// Writes the ranks' digits to the left of the board and the files' letters below it.
fn push_coordinates(text: &mut String, bottom: Color) {
    const HEIGHT: f32 = 23.0;
    let rows = rows(bottom);
    let middle = |place| FRAME + SQUARE * place + SQUARE / 2;
    for (place, row) in (0..).zip(rows) {
        let digit = rank_digit(row[0]);
        text.push_str(&glyph(digit, FRAME / 2, middle(place), HEIGHT, PALE_INK));
        text.push('\n');
    }
    for (place, square) in (0..).zip(rows[7]) {
        let (x, y) = (middle(place), WHOLE - FRAME / 2);
        text.push_str(&glyph(file_letter(square), x, y, HEIGHT, PALE_INK));
        text.push('\n');
    }
}

/// Marks the side to move by a disc at the right of its back rank, and what it owes next to it.
fn push_mover<V: Variant>(text: &mut String, position: &Position<V>, bottom: Color) {
    let side = position.side_to_move();
    // Towards the middle of the board.
    let (y, inwards) = if side == bottom {
        (FRAME + BOARD - SQUARE / 2, -1)
    } else {
        (FRAME + SQUARE / 2, 1)
    };
    let x = WHOLE - FRAME / 2;
    text.push_str(&pieces::disc(side, x, y));
    if position.is_assignment_due() {
        text.push_str(&pieces::flat_ring(side, x, y + inwards * 40));
    }
    text.push('\n');
}

fn push_piece(
    text: &mut String,
    piece: Piece,
    square: Square,
    (x, y): (i32, i32),
    is_candidate: bool,
) {
    let body = pieces::piece(piece.color(), piece.kind());
    let [behind, before] = match piece.item() {
        Some(Item::Vest(kind)) => [String::new(), pieces::vest(kind)],
        Some(Item::Ring(color)) => pieces::ring(color),
        None if is_candidate => pieces::ring_place(),
        None => [String::new(), String::new()],
    };
    let _ = writeln!(
        text,
        r#"<g id="{square}" transform="translate({x} {y})"><title>{}</title>{behind}{body}{before}</g>"#,
        describe(piece, square)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::samples::{DUE, RINGS, VESTS};
    use crate::variant::{Chess, PlunderChess, TwoRing};
    use resvg::usvg::{Options, Tree};

    fn parse(text: &str) -> Tree {
        match Tree::from_str(text, &Options::default()) {
            Ok(tree) => tree,
            Err(error) => panic!("{error}\n{text}"),
        }
    }

    fn check<V: Variant>(fen: &str) {
        let position = Position::<V>::from_fen(fen).expect("a position");
        for bottom in Color::BOTH {
            let text = svg(&position, bottom, 400);
            let tree = parse(&text);
            assert_eq!((tree.size().width(), tree.size().height()), (400.0, 400.0));
            let occupied = position.board().occupied();
            for square in Square::all() {
                let groups = text.matches(&format!("<g id=\"{square}\"")).count();
                assert_eq!(groups, usize::from(occupied.has(square)), "{square}");
                let is_drawn = tree.node_by_id(&square.to_string()).is_some();
                assert_eq!(is_drawn, occupied.has(square), "{square}");
            }
            assert_eq!(text.matches("<use ").count(), occupied.len());
        }
    }

    #[test]
    fn each_piece_is_there_once() {
        check::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check::<PlunderChess>(VESTS);
        check::<TwoRing>(RINGS);
        check::<TwoRing>(DUE);
    }

    #[test]
    fn vests_have_colours_of_their_own() {
        let position = Position::<PlunderChess>::from_fen(VESTS).expect("a position");
        let text = svg(&position, Color::White, 400);
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
            let fill = format!("fill=\"{}\"", pieces::vest_colors(kind).0);
            assert_eq!(text.matches(&fill).count(), 1, "{kind:?}");
        }
    }

    #[test]
    fn the_board_turns_round() {
        let position = Position::<Chess>::start();
        let corner = |bottom| {
            let tree = parse(&svg(&position, bottom, WHOLE as u32));
            let place = tree.node_by_id("a1").expect("a rook").abs_transform();
            (place.tx as i32, place.ty as i32)
        };
        let (near, far) = (FRAME, FRAME + 7 * SQUARE);
        assert_eq!(corner(Color::White), (near, far));
        assert_eq!(corner(Color::Black), (far, near));
    }

    #[test]
    fn the_pawns_that_may_get_a_ring_are_marked() {
        let position = Position::<TwoRing>::from_fen(DUE).expect("a position");
        let text = svg(&position, Color::White, 400);
        for line in text.lines().filter(|line| line.starts_with("<g id=")) {
            let is_candidate = line.contains("black pawn");
            assert_eq!(line.contains("stroke-dasharray"), is_candidate, "{line}");
        }
    }
}
