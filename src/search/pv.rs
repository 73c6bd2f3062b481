//! The principal variation: the line that both sides want.

use crate::board::Square;
use crate::eval::MAX_PLY;
use crate::position::Move;

/// The best line found from each ply of the line in search, the classic triangle.
pub(super) struct Lines(Vec<Vec<Move>>);

impl Lines {
    /// Empty lines.
    pub(super) fn new() -> Self {
        // One more than there are plies: the deepest node reads the line of a child.
        Lines(vec![Vec::new(); MAX_PLY + 2])
    }

    /// The best line from a ply.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    /// Forgets the line from a ply, since another node is there now.
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line from a ply is a move and what follows it.
    pub(super) fn set(&mut self, ply: usize, m: Move) {
        if let Some([line, rest, ..]) = self.0.get_mut(ply..) {
            line.clear();
            line.push(m);
            line.extend_from_slice(rest);
        }
    }

    /// The best line from a ply, its first turn with an assignment.
    pub(super) fn line_assigning(&self, ply: usize, pawn: Square) -> Vec<Move> {
        let mut line = self.0[ply].clone();
        if let Some(first) = line.first_mut() {
            *first = first.assigning(pawn);
        }
        line
    }

    /// The best line from a ply is this.
    pub(super) fn replace(&mut self, ply: usize, line: Vec<Move>) {
        self.0[ply] = line;
    }
}
