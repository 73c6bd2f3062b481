//! The board in plain text.

use std::fmt;

use crate::board::Square;
use crate::variant::Variant;

use super::Position;

impl<V: Variant> fmt::Display for Position<V> {
    /// A diagram of eight ranks, White below, each piece as in a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EDGE: &str = "  +-----+-----+-----+-----+-----+-----+-----+-----+";
        for rank in (0..8).rev() {
            writeln!(f, "{EDGE}")?;
            write!(f, "{} |", rank + 1)?;
            for file in 0..8 {
                let text = match self.board.piece(Square::at(file, rank)) {
                    Some(piece) => piece.to_string(),
                    None => String::new(),
                };
                write!(f, " {text:<3} |")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{EDGE}")?;
        writeln!(f, "    a     b     c     d     e     f     g     h")?;
        let due = if self.due {
            ", and owes an assignment"
        } else {
            ""
        };
        write!(f, "{} to move{due}", self.side)
    }
}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\"", V::NAME, self.fen())
    }
}
