//! Perft by the cozy-chess crate, as its own benchmark does it: the last ply is counted in bulk.

use cozy_chess::Board;

/// The number of lines of `depth` turns, one at least.
pub fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for m in moves {
            let mut next = board.clone();
            next.play_unchecked(m);
            nodes += cozy_perft(&next, depth - 1);
        }
        false
    });
    nodes
}
