//! What quiet turns did elsewhere in the search: the histories that order them.

use crate::board::Color;
use crate::eval::MAX_PLY;
use crate::position::Move;

use super::depth::Depth;

/// What makes a turn the same turn elsewhere: origin, target, sort, and whether a vest makes
/// it; the lowest bits of a [`Move`]. Left out is what is chosen beside the movement.
const SAME_TURN: u32 = (1 << 15) - 1;

/// The bound of a quiet turn's history.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// How much a history changes for a cutoff at a depth.
fn bonus(depth: Depth) -> i32 {
    let plies = depth.plies();
    (16 * plies * plies).min(1_600)
}

/// Of one thread: which quiet turns have cut off a node, and which have failed to.
pub(super) struct Histories {
    /// By colour and turn; within ±[`HISTORY_MAX`].
    quiet: [Vec<i16>; 2],
    /// The last two quiet turns that cut off a node of each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
}

impl Histories {
    /// Nothing known.
    pub(super) fn new() -> Self {
        let empty = || vec![0; SAME_TURN as usize + 1];
        Histories {
            quiet: [empty(), empty()],
            killers: [[None; 2]; MAX_PLY],
        }
    }

    /// The history of a quiet turn of a colour.
    pub(super) fn quiet(&self, color: Color, m: Move) -> i32 {
        i32::from(self.quiet[color.index()][index(m)])
    }

    /// Whether a quiet turn has cut off a node of this ply: 2 for the last that has, 1 for the
    /// one before it, else 0.
    pub(super) fn killer_rank(&self, ply: usize, m: Move) -> i32 {
        let [last, before] = self.killers[ply];
        if last == Some(m) {
            2
        } else {
            i32::from(before == Some(m))
        }
    }

    /// Learns that a quiet turn has cut off a node, and others before it have not.
    pub(super) fn reward(
        &mut self,
        color: Color,
        ply: usize,
        depth: Depth,
        m: Move,
        failed: &[Move],
    ) {
        let [last, before] = &mut self.killers[ply];
        if *last != Some(m) {
            *before = last.replace(m);
        }
        self.change(color, m, bonus(depth));
        for &other in failed {
            self.change(color, other, -bonus(depth));
        }
    }

    /// Changes a history so that it gains less the nearer it is to its bound already.
    fn change(&mut self, color: Color, m: Move, bonus: i32) {
        let history = &mut self.quiet[color.index()][index(m)];
        let value = i32::from(*history);
        *history = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

fn index(m: Move) -> usize {
    (m.bits() & SAME_TURN) as usize
}
