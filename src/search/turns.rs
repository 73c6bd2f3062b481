//! The turns of a node: which are left out, how deep each is searched, and what is learned from
//! the outcome. Steps 11 to 17.

use smallvec::SmallVec;

use crate::board::{Bitboard, knight_attacks, tables};
use crate::eval::Score;
use crate::position::{Move, Position, Sort};
use crate::variant::Variant;

use super::depth::Depth;
use super::entry::Bound;
use super::frame::PieceTo;
use super::histories::{Followed, bonus};
use super::node::{Found, NEAR_ROOT, Node};
use super::ordering::{Known, Picker};
use super::parameters::*;
use super::see::{gain, see_at_least};
use super::window::Window;
use super::worker::Worker;

/// A ply, as reductions are reckoned.
const PLY: i32 = 1024;

/// The least depth of a singular extension.
const SINGULAR_DEPTH: Depth = Depth::new(7);

/// How many extensions by two plies one line may have.
const DOUBLE_EXTENSIONS: u32 = 8;

/// Binary logarithms of 1 to 63 in 32nds, found by squaring, so that all machines agree.
static LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        // The number to the 32nd power has 32 times the logarithm.
        let mut mantissa = (number as u128) << 32;
        let mut exponent = 0;
        let mut squarings = 0;
        while squarings < 5 {
            mantissa = (mantissa * mantissa) >> 32;
            exponent *= 2;
            while mantissa >= 2 << 32 {
                mantissa >>= 1;
                exponent += 1;
            }
            squarings += 1;
        }
        table[number] = exponent;
        number += 1;
    }
    table
};

fn logarithm(number: usize) -> i32 {
    LOGARITHMS[number.min(63)]
}

/// One turn of a node, as the steps see it.
struct Turn {
    m: Move,
    played: PieceTo,
    is_noisy: bool,
    /// A steal, or the step of a ring to the last rank: it changes too much to be reduced, or left
    /// out for what it is; where all late quiet turns are left out it is among them.
    is_vital: bool,
    /// Whether one that differs in its plunder, assignment or promotion alone was before it.
    is_variation: bool,
    /// Whether it is a capture that loses.
    is_bad: bool,
    history: i32,
    /// Its place in the order, from 1.
    number: usize,
}

/// What all turns of a node are seen against.
struct Setting {
    /// The turns that they follow.
    after: Followed,
    /// The pieces that may step to the last rank with a ring.
    racers: Bitboard,
    /// Where a piece that gives check arrives.
    checking: Bitboard,
}

/// What becomes of a turn before it is made.
enum Fate {
    Search,
    Skip,
    SkipAllQuiet,
}

/// What a search without the table's turn says of that turn.
enum Singularity {
    /// It is searched so many plies deeper.
    Extend(i32),
    /// Another turn is too good as well: a score of the node.
    MultiCut(Score),
}

/// The turns searched that did not cut off.
#[derive(Default)]
struct Tried {
    quiet: SmallVec<[(Move, PieceTo); 32]>,
    noisy: SmallVec<[Move; 32]>,
}

impl<V: Variant> Worker<'_, V> {
    /// Searches the turns of a node in order; `None` if there is none.
    pub(super) fn search_turns(&mut self, position: &Position<V>, node: &Node) -> Option<Found> {
        let Node { ply, window, .. } = *node;
        let Window { mut alpha, beta } = window;
        let setting = Setting {
            after: self.followed(ply),
            racers: V::racers(position),
            checking: checking_squares(position),
        };
        let excluded = self.frames[ply].excluded;
        let mut picker = Picker::all(node.table_move);
        let mut tried = Tried::default();
        let mut found: Option<Found> = None;
        let mut number = 0;
        loop {
            // Step 11. The next turn.
            let known = Known {
                position,
                histories: self.histories,
                after: &setting.after,
            };
            let Some(m) = picker.pick(&known) else {
                return found;
            };
            if excluded.is_some_and(|excluded| excluded.is_variation_of(m)) {
                continue;
            }
            number += 1;
            let is_bad = picker.is_at_bad_noisy();
            let turn = self.describe(position, m, &setting, &tried, number, is_bad);

            // Step 12. Turns that promise nothing are left out, if there is one that does.
            let reduction = late_reduction(node, &turn);
            let has_one = found.is_some_and(|found| !found.score.is_mated());
            if has_one && !node.asks_for_mate() && !alpha.is_mate() {
                let checking = setting.checking;
                match judge(position, node, &turn, alpha, reduction, checking) {
                    Fate::Search => {}
                    Fate::Skip => continue,
                    Fate::SkipAllQuiet => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }

            // Step 13. A turn without which the node would be worse is searched deeper.
            let extension = match self.singularity(position, node, m) {
                Singularity::MultiCut(score) => return Some(Found { score, best: None }),
                Singularity::Extend(plies) => plies,
            };

            // Step 14. The turn is made and searched.
            let child_window = Window { alpha, beta };
            let score = self.try_turn(position, node, &turn, child_window, reduction, extension);
            if self.shared.is_over() {
                return found.or(Some(Found {
                    score: alpha,
                    best: None,
                }));
            }

            // Step 15. Is it the best so far?
            let best = found.get_or_insert(Found { score, best: None });
            best.score = best.score.max(score);
            if score > alpha {
                alpha = score;
                best.best = Some(m);
                if node.is_pv() {
                    self.lines.set(ply, m);
                }
            }

            // Step 16. Is it too good?
            if score >= beta {
                let outcome = *best;
                self.learn(position, node, &turn, &tried, &setting.after);
                return Some(outcome);
            }
            if turn.is_noisy {
                tried.noisy.push(m);
            } else {
                tried.quiet.push((m, turn.played));
            }
        }
    }

    /// The score of a turn, for who makes it.
    fn try_turn(
        &mut self,
        position: &Position<V>,
        node: &Node,
        turn: &Turn,
        window: Window,
        reduction: i32,
        extension: i32,
    ) -> Score {
        let child = self.enter(position, node.ply, turn.m);
        if extension >= 2 {
            self.frames[node.ply + 1].double_extensions += 1;
        }
        let is_good = turn.is_noisy && !turn.is_bad && !turn.is_variation;
        let reduction = if is_good || turn.is_vital {
            0
        } else if child.in_check() {
            reduction - reduction_check()
        } else {
            reduction
        };
        let depth = node.depth - 1 + extension;
        let score = self.search_child(&child, node, depth, reduction, window, turn.number);
        self.path.pop();
        score
    }

    fn describe(
        &self,
        position: &Position<V>,
        m: Move,
        setting: &Setting,
        tried: &Tried,
        number: usize,
        is_bad: bool,
    ) -> Turn {
        let color = position.side_to_move();
        let played = PieceTo::of(position, m);
        let is_noisy = position.is_noisy(m);
        let is_race = setting.racers.has(m.from()) && m.to().relative_rank(color) == 7;
        Turn {
            m,
            played,
            is_noisy,
            is_vital: m.sort() == Sort::Steal || is_race,
            is_variation: is_noisy && tried.noisy.iter().any(|other| other.is_variation_of(m)),
            is_bad,
            history: if is_noisy {
                self.histories.noisy(position, m)
            } else {
                self.histories.quiet(color, m, played, &setting.after)
            },
            number,
        }
    }

    /// Singular extension (Anantharaman, Campbell, Hsu, 1988): whether all other turns are clearly
    /// worse than the table's, those apart that differ from it in plunder or assignment alone.
    fn singularity(&mut self, position: &Position<V>, node: &Node, m: Move) -> Singularity {
        let Node { ply, depth, .. } = *node;
        let candidate = node.entry.filter(|entry| {
            node.table_move == Some(m)
                && depth >= SINGULAR_DEPTH
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !entry.score.is_mate()
                && (ply as i32) < 2 * self.root_depth.plies()
        });
        let Some(entry) = candidate else {
            return Singularity::Extend(0);
        };
        let beta = entry.score - singular_margin() * depth.plies() / 16;
        let saved = self.frames[ply];
        self.frames[ply].excluded = Some(m);
        let half = Depth::new((depth.plies() - 1) / 2);
        let window = Window::above(beta - 1);
        let score = self.search_node(position, ply, half, window, node.expects_cut);
        self.frames[ply] = saved;
        if score < beta {
            let is_far = !node.is_pv()
                && score < beta - double_extension_margin()
                && saved.double_extensions < DOUBLE_EXTENSIONS;
            Singularity::Extend(1 + i32::from(is_far))
        } else if beta >= node.window.beta && !beta.is_mate() {
            Singularity::MultiCut(beta)
        } else if entry.score >= node.window.beta {
            Singularity::Extend(-2)
        } else if node.expects_cut {
            Singularity::Extend(-1)
        } else {
            Singularity::Extend(0)
        }
    }

    /// The score of a child for the parent's mover. The first child is searched with the whole
    /// window. Of the others it is only asked whether they are better, with less depth first;
    /// those that are get the window.
    fn search_child(
        &mut self,
        child: &Position<V>,
        node: &Node,
        depth: Depth,
        reduction: i32,
        window: Window,
        number: usize,
    ) -> Score {
        let ply = node.ply + 1;
        if number == 1 {
            let expects_cut = !node.is_pv() && !node.expects_cut;
            return -self.search(child, ply, depth, window.flipped(), expects_cut);
        }
        let above_alpha = Window::above(window.alpha);
        let reduced = (depth - (reduction / PLY).max(0)).at_least(1.min(depth.plies()));
        let is_reduced = reduced < depth;
        let expects_cut = is_reduced || !node.expects_cut;
        let mut score = -self.search(child, ply, reduced, above_alpha.flipped(), expects_cut);
        if score > window.alpha && is_reduced {
            let expects_cut = !node.expects_cut;
            score = -self.search(child, ply, depth, above_alpha.flipped(), expects_cut);
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, ply, depth, window.flipped(), false);
        }
        score
    }

    /// Step 17. What has cut off the node is tried earlier elsewhere, and what has not, later.
    fn learn(
        &mut self,
        position: &Position<V>,
        node: &Node,
        turn: &Turn,
        tried: &Tried,
        after: &Followed,
    ) {
        let color = position.side_to_move();
        let bonus = bonus(node.depth);
        if turn.is_noisy {
            self.histories.change_noisy(position, turn.m, bonus);
        } else {
            self.histories
                .change_quiet(color, turn.m, turn.played, after, bonus);
            for &(m, played) in &tried.quiet {
                self.histories.change_quiet(color, m, played, after, -bonus);
            }
        }
        for &m in &tried.noisy {
            self.histories.change_noisy(position, m, -bonus);
        }
    }
}

/// Whether a turn is searched at all, where the mover has a better one already.
fn judge<V: Variant>(
    position: &Position<V>,
    node: &Node,
    turn: &Turn,
    alpha: Score,
    reduction: i32,
    checking: Bitboard,
) -> Fate {
    let plies = node.depth.plies();
    if turn.is_vital {
        return Fate::Search;
    }
    if turn.is_noisy {
        let is_hopeless = turn.is_bad
            && plies <= see_noisy_depth()
            && !see_at_least(position, turn.m, -see_noisy_margin() * plies);
        return if is_hopeless {
            Fate::Skip
        } else {
            Fate::Search
        };
    }
    // Late move pruning.
    let most = (late_move_base() + plies * plies) / if node.is_improving { 1 } else { 2 };
    let is_late = !node.is_pv() && turn.number as i32 > most;
    if is_late && node.ply > NEAR_ROOT {
        return Fate::SkipAllQuiet;
    }
    // A check may mate.
    if checking.has(turn.m.to()) && position.gives_check(turn.m) {
        return Fate::Search;
    }
    if is_late {
        return Fate::Skip;
    }
    let late = (plies - reduction / PLY).max(0);
    // Futility pruning.
    let is_futile = node
        .eval
        .is_some_and(|eval| eval + futility_base() + futility_margin() * late <= alpha);
    if late <= futility_depth() && is_futile {
        return Fate::Skip;
    }
    // History pruning.
    if late <= history_pruning_depth() && turn.history < -history_pruning_margin() * plies {
        return Fate::Skip;
    }
    // What loses material by an exchange; a vest that is spent is not lost.
    let spent = gain(position, turn.m).min(0);
    if late <= see_quiet_depth()
        && !see_at_least(position, turn.m, spent - see_quiet_margin() * late * late)
    {
        return Fate::Skip;
    }
    Fate::Search
}

/// The squares from where a piece may check the opponent's king.
fn checking_squares<V: Variant>(position: &Position<V>) -> Bitboard {
    let king = position.board().king(!position.side_to_move());
    tables().queen(king, position.board().occupied()) | knight_attacks(king)
}

/// Late move reduction: by how much less a turn is searched that comes so late in order, in
/// 1024ths of a ply.
fn late_reduction(node: &Node, turn: &Turn) -> i32 {
    let plies = node.depth.plies().max(0) as usize;
    if plies < 2 || turn.number < 2 {
        return 0;
    }
    let product = logarithm(plies) * logarithm(turn.number);
    let mut reduction = reduction_base() + product * reduction_factor() / (32 * 32);
    reduction -=
        turn.history * PLY / reduction_history_divisor() / if turn.is_noisy { 1 } else { 2 };
    if node.expects_cut {
        reduction += reduction_cut_node();
    }
    if !node.is_pv() {
        reduction += reduction_non_pv();
    }
    if !node.is_improving {
        reduction += reduction_not_improving();
    }
    if node.is_table_move_noisy {
        reduction += reduction_noisy_table_move();
    }
    if turn.is_variation {
        reduction += reduction_variation();
    }
    reduction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (number, &kept) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = 32.0 * (number as f64).log2();
            assert!((f64::from(kept) - exact).abs() <= 1.0, "{number}");
        }
        assert_eq!(logarithm(1_000), logarithm(63));
    }
}
