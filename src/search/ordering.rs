//! In which order the turns of a node are tried: the sooner the best one, the smaller the tree.

use smallvec::SmallVec;

use crate::position::{Move, Position, Sort};
use crate::variant::Variant;

use super::frame::PieceTo;
use super::histories::{Followed, HISTORY_MAX, Histories};
use super::see::{gain, see_at_least};

/// What histories add to the gain of a capture: at most so many centipawns.
const HISTORY_OF_CAPTURES: i32 = 150;

/// What is known where turns are ordered.
pub(super) struct Known<'a, V: Variant> {
    pub(super) position: &'a Position<V>,
    pub(super) histories: &'a Histories,
    pub(super) after: &'a Followed,
}

impl<V: Variant> Known<'_, V> {
    /// The most gained first, and what did well elsewhere.
    fn noisy_rank(&self, m: Move) -> i32 {
        let history = self.histories.noisy(self.position, m);
        gain(self.position, m) * 2 + history * 2 * HISTORY_OF_CAPTURES / HISTORY_MAX
    }

    /// By history. A steal changes as much as a capture, so it counts as a turn that does well.
    fn quiet_rank(&self, m: Move) -> i32 {
        let color = self.position.side_to_move();
        let played = PieceTo::of(self.position, m);
        let history = self.histories.quiet(color, m, played, self.after);
        history + HISTORY_MAX * i32::from(m.sort() == Sort::Steal)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    ListNoisy,
    GoodNoisy,
    ListQuiet,
    Quiet,
    BadNoisy,
}

/// Hands out the turns of one node, each once: the table's, then captures and promotions that
/// lose nothing, then the quiet ones, then the captures that lose. Each sort is listed only when
/// it is needed; many nodes never need the last.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    with_quiet: bool,
    /// What a capture has to bring to be tried early, in centipawns.
    threshold: i32,
    listed: SmallVec<[(i32, Move); 128]>,
    /// The captures that bring less, the best first.
    bad: SmallVec<[Move; 32]>,
    /// How many of those have been handed out.
    bad_tried: usize,
}

impl Picker {
    /// For all turns; the table's, if there is one, has to be legal.
    pub(super) fn all(table_move: Option<Move>) -> Self {
        Picker {
            stage: Stage::TableMove,
            table_move,
            with_quiet: true,
            threshold: 0,
            listed: SmallVec::new(),
            bad: SmallVec::new(),
            bad_tried: 0,
        }
    }

    /// For captures and promotions that bring so many centipawns. The table's turn has to be one
    /// of them.
    pub(super) fn noisy(table_move: Option<Move>, threshold: i32) -> Self {
        Picker {
            with_quiet: false,
            threshold,
            ..Self::all(table_move)
        }
    }

    /// Hands out no more quiet turns.
    pub(super) fn skip_quiet(&mut self) {
        self.with_quiet = false;
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
        }
    }

    /// The next turn of the node.
    pub(super) fn pick<V: Variant>(&mut self, known: &Known<'_, V>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list(&known.position.noisy_moves(), |m| known.noisy_rank(m));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some(m) if see_at_least(known.position, m, self.threshold) => return Some(m),
                    Some(m) => self.bad.push(m),
                    None if self.with_quiet => self.stage = Stage::ListQuiet,
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::ListQuiet => {
                    self.list(&known.position.quiet_moves(), |m| known.quiet_rank(m));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    None => self.stage = Stage::BadNoisy,
                    picked => return picked,
                },
                Stage::BadNoisy => {
                    let bad = self.bad.get(self.bad_tried).copied();
                    self.bad_tried += 1;
                    return bad;
                }
            }
        }
    }

    /// Whether what was handed out last is a capture that loses.
    pub(super) fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Leaves out the listed turns that move as this one does and differ only in what is
    /// chosen beside: what a pawn becomes, which vest is put on, who is given a ring.
    pub(super) fn skip_variations(&mut self, m: Move) {
        self.listed.retain(|(_, other)| !other.is_variation_of(m));
    }

    fn list(&mut self, moves: &[Move], rank: impl Fn(Move) -> i32) {
        self.listed.clear();
        let others = moves.iter().filter(|&&m| Some(m) != self.table_move);
        self.listed.extend(others.map(|&m| (rank(m), m)));
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
    use crate::position::testing::random_games;
    use crate::variant::{Chess, PlunderChess, TwoRing};

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
        let mut bits: Vec<u32> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    fn check_completeness<V: Variant>() {
        let histories = Histories::new();
        for position in random_games::<V>(11, 5) {
            let known = Known {
                position: &position,
                histories: &histories,
                after: &[PieceTo::NOTHING; 3],
            };
            let moves = position.moves();
            let mut picker = Picker::all(moves.last().copied());
            let picked = std::iter::from_fn(|| picker.pick(&known));
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
