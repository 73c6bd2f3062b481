//! The few letters and digits of a picture, as strokes, so that it needs no font.

/// A letter as an SVG path to be stroked, its middle at `x`, `y`, `height` high (a small letter
/// as if it had the height of a capital).
pub(super) fn glyph(letter: char, x: i32, y: i32, height: f32, color: &str) -> String {
    let scale = height / 10.0;
    let (left, top) = (x as f32 - 3.0 * scale, y as f32 - 5.0 * scale);
    format!(
        r#"<path d="{}" transform="translate({left} {top}) scale({scale})" fill="none" stroke="{color}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>"#,
        strokes(letter)
    )
}

/// The strokes in a box 6 wide and 10 high; nothing for what no picture has.
const fn strokes(letter: char) -> &'static str {
    match letter {
        'a' => "M5.5 5v5M5.5 7.5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0",
        'b' => "M.5 0v10M.5 7.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0",
        'c' => "M5 5.8A2.5 2.5 0 1 0 5 9.2",
        'd' => "M5.5 0v10M5.5 7.5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0",
        'e' => "M.5 7.5h5A2.5 2.5 0 1 0 4.8 9.3",
        'f' => "M5 .3C3.5-.3 2.3.8 2.3 2.5V10M.6 5h4",
        'g' => {
            "M5.5 5v5.5c0 2.8-3.8 3-4.7 1.3M5.5 7.5a2.5 2.5 0 1 1-5 0\
             a2.5 2.5 0 1 1 5 0"
        }
        'h' => "M.5 0v10M.5 7.5a2.5 2.5 0 0 1 5 0V10",
        '1' => "M1.5 2L3.8 0v10",
        '2' => "M.6 2.5C.8-.9 5.5-.6 5.4 2.6C5.3 5 .5 7.5.5 10h5",
        '3' => "M.8 1.2C2.2-.6 5.3-.2 5.3 2.3S4 4.7 2.6 4.7c2 0 3 1 3 2.6 0 3-3.6 3.5-5.2 1.5",
        '4' => "M4.5 10V0L.3 7H6",
        '5' => "M5 0H1.3L.8 4.5C2.5 3.3 5.6 4 5.6 6.8C5.6 10 2 10.9.4 8.8",
        '6' => "M4.6 0C2.3 1.8.4 4.6.4 7.2a2.6 2.7 0 1 0 5.2 0a2.6 2.6 0 0 0-5-.8",
        '7' => "M.5 0h5L2 10",
        '8' => {
            "M3 0a2.2 2.3 0 1 0 0 4.6a2.2 2.3 0 1 0 0-4.6M3 4.6\
             a2.6 2.7 0 1 0 0 5.4a2.6 2.7 0 1 0 0-5.4"
        }
        'P' => "M.5 10V0h2.7a2.6 2.6 0 0 1 0 5.4H.5",
        'N' => "M.5 10V0l5 10V0",
        'B' => "M.5 5h2.8a2.5 2.5 0 0 1 0 5H.5V0h2.5a2.5 2.5 0 0 1 0 5",
        'R' => "M.5 10V0h2.7a2.6 2.6 0 0 1 0 5.3H.5M3 5.3l2.6 4.7",
        'Q' => "M3 0C-.6 0-.6 10 3 10S6.6 0 3 0M3.5 7l2.3 3.4",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Kind, Square};
    use crate::picture::{file_letter, rank_digit};

    #[test]
    fn every_coordinate_and_vest_has_a_letter() {
        let coordinates =
            Square::all().flat_map(|square| [file_letter(square), rank_digit(square)]);
        let vests = Kind::ALL[..5]
            .iter()
            .map(|kind| kind.letter().to_ascii_uppercase());
        for letter in coordinates.chain(vests) {
            assert!(!strokes(letter).is_empty(), "{letter}");
        }
    }
}
