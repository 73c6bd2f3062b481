//! A position as PNG: the SVG drawn by pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::board::Color;
use crate::position::Position;
use crate::variant::Variant;

use super::svg;

/// A picture could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PngError {
    /// There is no such size, or not enough memory for it.
    #[error("a picture cannot be {0} pixels wide and high")]
    Size(u32),
    /// It could not be drawn or written.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// Draws a position as a square PNG image, `size` pixels wide: what [`svg`] draws.
///
/// # Errors
///
/// The size is zero or too large.
pub fn png<V: Variant>(
    position: &Position<V>,
    bottom: Color,
    size: u32,
) -> Result<Vec<u8>, PngError> {
    let mut pixels = Pixmap::new(size, size).ok_or(PngError::Size(size))?;
    let tree = Tree::from_str(&svg(position, bottom, size), &Options::default())
        .map_err(|error| PngError::Drawing(error.to_string()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Drawing(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Kind;
    use crate::picture::pieces::vest_colors;
    use crate::picture::samples::VESTS;
    use crate::variant::{Chess, PlunderChess};

    fn pixels<V: Variant>(position: &Position<V>) -> Pixmap {
        let bytes = png(position, Color::White, 400).expect("a picture");
        let pixels = Pixmap::decode_png(&bytes).expect("what was encoded");
        assert_eq!((pixels.width(), pixels.height()), (400, 400));
        pixels
    }

    /// How many pixels have the colour of this vest.
    fn count(pixels: &Pixmap, vest: Kind) -> usize {
        let color = vest_colors(vest).0.trim_start_matches('#');
        let colors = pixels.pixels().iter();
        colors
            .filter(|pixel| {
                let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()];
                format!("{red:02x}{green:02x}{blue:02x}") == color
            })
            .count()
    }

    #[test]
    fn vests_can_be_seen() {
        let clothed = pixels(&Position::<PlunderChess>::from_fen(VESTS).expect("a position"));
        let bare = pixels(&Position::<Chess>::start());
        for vest in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
            assert!(count(&clothed, vest) > 60, "{vest:?}");
            assert_eq!(count(&bare, vest), 0, "{vest:?}");
        }
    }

    #[test]
    fn a_picture_of_no_size_is_refused() {
        let error = png(&Position::<Chess>::start(), Color::White, 0);
        assert_eq!(error, Err(PngError::Size(0)));
    }
}
