//! In which order the turns of a node are tried: the sooner the best one, the smaller the tree.

use smallvec::SmallVec;

use crate::eval::worth;
use crate::position::{Move, MoveList, Position, Sort};
use crate::variant::Variant;

use super::histories::{HISTORY_MAX, Histories};

/// What a turn changes on the spot for its mover, in centipawns: what it captures, and what
/// the piece is worth more on arrival for a promotion, a vest put on or off, or a ring taken.
pub(super) fn gain<V: Variant>(position: &Position<V>, m: Move) -> i32 {
    let board = position.board();
    let victim = match m.sort() {
        Sort::Step => m.to(),
        Sort::EnPassant => m.to().offset(-position.side_to_move().forward()),
        Sort::Castle | Sort::Steal => return 0,
    };
    let captured = board.piece(victim);
    let Some(piece) = board.piece(m.from()) else {
        return 0;
    };
    let landing = V::landing(piece, captured, m);
    let before = worth(piece, m.from());
    captured.map_or(0, |captured| worth(captured, victim)) + worth(landing, m.to()) - before
}

/// The most gained first and, of equal gains, by the least piece.
fn noisy_rank<V: Variant>(position: &Position<V>, m: Move) -> i32 {
    const GAIN_OVER_PIECE: i32 = 8;
    let piece = position.board().piece(m.from());
    gain(position, m) * GAIN_OVER_PIECE - piece.map_or(0, |piece| worth(piece, m.from()))
}

/// Killers first, then by history. A steal changes as much as a capture, so it goes ahead.
fn quiet_rank<V: Variant>(
    position: &Position<V>,
    m: Move,
    ply: usize,
    histories: &Histories,
) -> i32 {
    let ahead = histories.killer_rank(ply, m) + i32::from(m.sort() == Sort::Steal);
    histories.quiet(position.side_to_move(), m) + 2 * HISTORY_MAX * ahead
}

#[derive(Clone, Copy)]
enum Stage {
    TableMove,
    ListNoisy,
    Noisy,
    ListQuiet,
    Quiet,
}

/// Hands out the turns of one node, each once: the table's, then captures and promotions, then
/// the others. Each sort is listed only when it is needed; many nodes never need the last.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    with_quiet: bool,
    listed: SmallVec<[(i32, Move); 224]>,
}

impl Picker {
    /// For all turns; the table's, if there is one, has to be legal.
    pub(super) fn all(table_move: Option<Move>) -> Self {
        Picker {
            stage: Stage::TableMove,
            table_move,
            with_quiet: true,
            listed: SmallVec::new(),
        }
    }

    /// For captures and promotions alone.
    pub(super) fn noisy() -> Self {
        Picker {
            with_quiet: false,
            ..Self::all(None)
        }
    }

    /// The next turn of the node, which is `ply` plies from the root.
    pub(super) fn pick<V: Variant>(
        &mut self,
        position: &Position<V>,
        ply: usize,
        histories: &Histories,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list(position.noisy_moves(), |m| noisy_rank(position, m));
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take_best() {
                    None if self.with_quiet => self.stage = Stage::ListQuiet,
                    picked => return picked,
                },
                Stage::ListQuiet => {
                    let rank = |m| quiet_rank(position, m, ply, histories);
                    self.list(position.quiet_moves(), rank);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => return self.take_best(),
            }
        }
    }

    /// Leaves out the listed turns that move as this one does and differ only in what is
    /// chosen beside: what a pawn becomes, which vest is put on, who is given a ring.
    pub(super) fn skip_variations(&mut self, m: Move) {
        self.listed
            .retain(|(_, other)| other.from() != m.from() || other.to() != m.to());
    }

    fn list(&mut self, moves: MoveList, rank: impl Fn(Move) -> i32) {
        let others = moves.into_iter().filter(|&m| Some(m) != self.table_move);
        self.listed.extend(others.map(|m| (rank(m), m)));
    }

    /// Takes the turn of highest rank off the list.
    fn take_best(&mut self) -> Option<Move> {
        // Sorting would be wasted: most nodes are cut off after a few turns.
        let best = (0..self.listed.len()).max_by_key(|&index| self.listed[index].0)?;
        Some(self.listed.swap_remove(best).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::random_games;
    use crate::variant::{Chess, PlunderChess, TwoRing};

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
        let mut bits: Vec<u32> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    fn check_completeness<V: Variant>() {
        let histories = Histories::new();
        for position in random_games::<V>(11, 5) {
            let moves = position.moves();
            let mut picker = Picker::all(moves.last().copied());
            let picked = std::iter::from_fn(|| picker.pick(&position, 0, &histories));
            assert_eq!(sorted(picked), sorted(moves), "{}", position.fen());
        }
    }

    #[test]
    fn every_turn_is_picked_once() {
        check_completeness::<Chess>();
        check_completeness::<PlunderChess>();
        check_completeness::<TwoRing>();
    }

    #[test]
    fn a_gain_counts_vests_promotions_and_rings() {
        fn gain_of<V: Variant>(fen: &str, m: &str) -> i32 {
            let position = Position::<V>::from_fen(fen).expect("a position");
            gain(&position, position.parse_move(m).expect("a turn"))
        }
        let plunder = "4k3/8/8/3q4/4P3/8/8/4K3 w";
        assert!(
            gain_of::<PlunderChess>(plunder, "e4d5vq") > gain_of::<PlunderChess>(plunder, "e4d5")
        );
        assert!(gain_of::<Chess>("7k/P7/8/8/8/8/8/4K3 w", "a7a8q") > 900);
        let rings = "4k3/8/8/3p:b2p1/4PP2/8/8/4K3 w";
        assert!(gain_of::<TwoRing>(rings, "e4d5") > 2 * gain_of::<TwoRing>(rings, "f4g5"));
    }
}
