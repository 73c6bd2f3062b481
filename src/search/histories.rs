//! What turns did elsewhere in the search: the histories that order them, and that correct the
//! evaluation.

use crate::board::{Color, Kind, Piece};
use crate::eval::Score;
use crate::position::{Key, Move, Position, Sort};
use crate::variant::Variant;

use super::depth::Depth;
use super::frame::{Keys, PieceTo};
use super::parameters::{history_bonus, history_bonus_limit};

/// The bound of a history.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// The bound of a correction.
const CORRECTION_MAX: i32 = 1_024;

/// How many positions a correction history tells apart: a power of two.
const CORRECTIONS: usize = 1 << 14;

/// Corrections are kept in this part of a centipawn.
const CORRECTION_GRAIN: i32 = 8;

/// A number that gains less the nearer it is to its bound already.
#[derive(Clone, Copy, Default)]
struct Gravity<const MAX: i32>(i16);

impl<const MAX: i32> Gravity<MAX> {
    #[inline]
    fn value(self) -> i32 {
        i32::from(self.0)
    }

    #[inline]
    fn add(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        self.0 += (bonus - self.value() * bonus.abs() / MAX) as i16;
    }
}

type History = Gravity<HISTORY_MAX>;
type Correction = Gravity<CORRECTION_MAX>;

/// How much a history changes for a cutoff at a depth.
pub(super) fn bonus(depth: Depth) -> i32 {
    (history_bonus() * depth.plies()).min(history_bonus_limit())
}

/// The turns that a turn follows: of the opponent, the mover's own before it, and the mover's
/// before that.
pub(super) type Followed = [PieceTo; 3];

/// Of one thread: how turns have done, and how far off the evaluation was.
pub(super) struct Histories {
    /// Of quiet turns, by colour and movement: what is chosen beside it is left out.
    quiet: [Vec<History>; 2],
    /// Of captures and promotions, by what moves where, what it captures, and whether it
    /// plunders.
    noisy: Vec<[[History; 2]; 7]>,
    /// Of quiet turns after another one, by both.
    continuation: Vec<[History; PieceTo::COUNT]>,
    /// By colour and part of the position: pawns, pieces of each colour, carriers.
    corrections: [[Vec<Correction>; 4]; 2],
    /// By colour and the turn played.
    continuation_corrections: [Vec<Correction>; 2],
}

impl Histories {
    /// Nothing known.
    pub(super) fn new() -> Self {
        let quiet = || vec![History::default(); Move::MOVEMENTS];
        let corrections = || vec![Correction::default(); CORRECTIONS];
        Histories {
            quiet: [quiet(), quiet()],
            noisy: vec![Default::default(); PieceTo::COUNT],
            continuation: vec![[History::default(); PieceTo::COUNT]; PieceTo::COUNT],
            corrections: [(); 2].map(|()| [(); 4].map(|()| corrections())),
            continuation_corrections: [(); 2].map(|()| vec![Correction::default(); PieceTo::COUNT]),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Histories::new();
    }

    /// How a quiet turn has done, by itself and after those that it follows.
    pub(super) fn quiet(&self, color: Color, m: Move, played: PieceTo, after: &Followed) -> i32 {
        let [reply, own, older] =
            after.map(|before| self.continuation[before.index()][played.index()].value());
        2 * self.quiet[color.index()][m.movement()].value() + 2 * reply + own + older / 2
    }

    /// How a capture or promotion has done.
    pub(super) fn noisy<V: Variant>(&self, position: &Position<V>, m: Move) -> i32 {
        let [played, captured, plunders] = noisy_index(position, m);
        self.noisy[played][captured][plunders].value()
    }

    /// Learns of a quiet turn.
    pub(super) fn change_quiet(
        &mut self,
        color: Color,
        m: Move,
        played: PieceTo,
        after: &Followed,
        bonus: i32,
    ) {
        self.quiet[color.index()][m.movement()].add(bonus);
        for before in after {
            if *before != PieceTo::NOTHING {
                self.continuation[before.index()][played.index()].add(bonus);
            }
        }
    }

    /// Learns of a capture or promotion.
    pub(super) fn change_noisy<V: Variant>(&mut self, position: &Position<V>, m: Move, bonus: i32) {
        let [played, captured, plunders] = noisy_index(position, m);
        self.noisy[played][captured][plunders].add(bonus);
    }

    /// What the evaluation of such positions was wrong by, in centipawns.
    pub(super) fn correction(&self, color: Color, keys: &Keys, last: PieceTo) -> i32 {
        let parts: i32 = parts(keys)
            .into_iter()
            .zip(&self.corrections[color.index()])
            .map(|(key, history)| history[slot(key)].value())
            .sum();
        let continued = self.continuation_corrections[color.index()][last.index()].value();
        (parts + continued) / (2 * CORRECTION_GRAIN)
    }

    /// Learns that a search of a depth found a score so many centipawns from the evaluation.
    pub(super) fn correct(
        &mut self,
        color: Color,
        keys: &Keys,
        last: PieceTo,
        depth: Depth,
        error: i32,
    ) {
        let bonus = (error * depth.plies() * CORRECTION_GRAIN / 8)
            .clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        for (key, history) in parts(keys)
            .into_iter()
            .zip(&mut self.corrections[color.index()])
        {
            history[slot(key)].add(bonus);
        }
        self.continuation_corrections[color.index()][last.index()].add(bonus);
    }
}

fn parts(keys: &Keys) -> [Key; 4] {
    [keys.pawns, keys.pieces[0], keys.pieces[1], keys.carriers]
}

fn slot(key: Key) -> usize {
    key.0 as usize % CORRECTIONS
}

/// Where the history of a capture or promotion is.
fn noisy_index<V: Variant>(position: &Position<V>, m: Move) -> [usize; 3] {
    let captured = match m.sort() {
        Sort::EnPassant => Some(Kind::Pawn),
        _ => position.board().piece(m.to()).map(Piece::kind),
    };
    [
        PieceTo::of(position, m).index(),
        captured.map_or(0, |kind| kind.index() + 1),
        usize::from(m.plunder().is_some()),
    ]
}

/// The evaluation as corrected; never a mate.
pub(super) fn corrected(eval: Score, correction: i32) -> Score {
    Score::from_centipawns(eval.centipawns() + correction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_in_their_bounds() {
        let mut history = History::default();
        for _ in 0..1_000 {
            history.add(1_700);
        }
        assert!(history.value() <= HISTORY_MAX && history.value() > HISTORY_MAX * 9 / 10);
        history.add(-5 * HISTORY_MAX);
        assert!(history.value() >= -HISTORY_MAX);
    }
}
