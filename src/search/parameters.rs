//! The numbers of the search, in one table. With the feature `tune` each is an option of UCI, so
//! that a tuner can try others; without it they are constants.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number that a tuner may change.
#[cfg(feature = "tune")]
pub struct Parameter {
    /// Its name as an option.
    pub name: &'static str,
    /// What it is at first.
    pub default: i32,
    /// The least and the most that it may be.
    pub range: (i32, i32),
    value: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Sets it, within its range.
    pub fn set(&self, value: i32) {
        let (least, most) = self.range;
        self.value
            .store(value.clamp(least, most), Ordering::Relaxed);
    }
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $least:literal..=$most:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                values::$name.load(Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use super::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// All numbers that a tuner may change.
        #[cfg(feature = "tune")]
        pub static PARAMETERS: &[Parameter] = &[
            $(Parameter {
                name: stringify!($name),
                default: $value,
                range: ($least, $most),
                value: &values::$name,
            },)*
        ];
    };
}

// Margins are centipawns, limits of depth plies; reductions are plies where a search is asked with less
// depth first (null move, assignments), and 1024ths of a ply where many things add up (late moves).
parameters! {
    /// Half the first aspiration window.
    aspiration_margin = 18, 5..=60;
    /// Reverse futility pruning: the deepest.
    reverse_futility_depth = 6, 4..=12;
    /// Reverse futility pruning: the margin of a ply.
    reverse_futility_margin = 85, 40..=150;
    /// Razoring: the margin.
    razoring_base = 180, 50..=400;
    /// Razoring: the margin of a ply.
    razoring_margin = 220, 100..=400;
    /// Null move: the reduction, before depth and score add to it.
    null_reduction = 4, 2..=6;
    /// Null move: plies of depth that add one to the reduction.
    null_depth_divisor = 4, 2..=8;
    /// Null move: centipawns above beta that add one to the reduction.
    null_score_divisor = 200, 80..=400;
    /// Null move: how far the evaluation has to be above beta at depth nought.
    null_margin = 120, 0..=300;
    /// Null move: how much less a ply of depth makes that.
    null_depth_margin = 30, 0..=60;
    /// ProbCut: how far beyond beta a shallow search has to come.
    probcut_margin = 180, 80..=350;
    /// Late move pruning: turns at depth nought.
    late_move_base = 6, 1..=10;
    /// Futility pruning: the deepest, after reduction.
    futility_depth = 7, 3..=12;
    /// Futility pruning: the margin.
    futility_base = 110, 30..=250;
    /// Futility pruning: the margin of a ply.
    futility_margin = 90, 40..=180;
    /// History pruning: the deepest, after reduction.
    history_pruning_depth = 4, 2..=8;
    /// History pruning: the history of a ply.
    history_pruning_margin = 3200, 1000..=8000;
    /// SEE pruning of quiet turns: the deepest, after reduction.
    see_quiet_depth = 8, 4..=12;
    /// SEE pruning: what a quiet turn may lose at a squared ply.
    see_quiet_margin = 24, 8..=60;
    /// SEE pruning of captures: the deepest.
    see_noisy_depth = 7, 4..=12;
    /// SEE pruning: what a capture may lose at a ply.
    see_noisy_margin = 100, 40..=200;
    /// Singular extension: how far below the table's score the others have to stay, in
    /// sixteenths a ply.
    singular_margin = 24, 8..=64;
    /// Singular extension: further below, it is two plies.
    double_extension_margin = 18, 4..=60;
    /// Late move reduction: of any turn that is late.
    reduction_base = 100, 0..=1500;
    /// Late move reduction: what the product of the binary logarithms adds.
    reduction_factor = 235, 120..=400;
    /// Late move reduction: the history that makes a ply.
    reduction_history_divisor = 9000, 3000..=20000;
    /// Late move reduction: for a node where a cut is expected.
    reduction_cut_node = 1000, 0..=3000;
    /// Late move reduction: for a node off the principal variation.
    reduction_non_pv = 300, 0..=2000;
    /// Late move reduction: where the position gets no better.
    reduction_not_improving = 500, 0..=2000;
    /// Late move reduction: where the table's turn captures.
    reduction_noisy_table_move = 700, 0..=2000;
    /// Late move reduction: less for a check.
    reduction_check = 800, 0..=2000;
    /// Late move reduction: for a capture that differs from an earlier one in its plunder alone.
    reduction_variation = 1500, 0..=3000;
    /// Reduction of an assignment that is not the first.
    reduction_assignment = 1, 0..=4;
    /// Quiescence: what a turn may bring in position beside what it captures.
    delta_margin = 180, 50..=400;
    /// Histories: the change for a ply of depth.
    history_bonus = 170, 60..=300;
    /// Histories: the largest change.
    history_bonus_limit = 1700, 800..=3000;
}
