//! What the last turns of perft's lines are.

use std::ops::AddAssign;

use rayon::prelude::*;

use crate::position::{Move, Position, Sort};
use crate::variant::Variant;

use super::MAX_DEPTH;

/// How many of the lines of one length end with a turn of each sort.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// All lines.
    pub nodes: u64,
    /// Captures, those en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling.
    pub castles: u64,
    /// Promotions.
    pub promotions: u64,
    /// Turns that give check.
    pub checks: u64,
    /// Turns that mate, or in tworing leave no legal turn.
    pub mates: u64,
    /// Turns that put on a vest.
    pub plunders: u64,
    /// Moves that only a vest allows.
    pub vest_moves: u64,
    /// Turns that give a ring to a pawn.
    pub assignments: u64,
    /// Steals of a ring.
    pub steals: u64,
    /// Captures that convert the captured piece.
    pub conversions: u64,
}

impl Stats {
    /// What is counted, in the order of [`Stats::values`].
    pub const NAMES: [&'static str; 12] = [
        "nodes",
        "captures",
        "e.p.",
        "castles",
        "promotions",
        "checks",
        "mates",
        "plunders",
        "vest moves",
        "assignments",
        "steals",
        "conversions",
    ];

    /// All counts.
    pub fn values(&self) -> [u64; 12] {
        [
            self.nodes,
            self.captures,
            self.en_passant,
            self.castles,
            self.promotions,
            self.checks,
            self.mates,
            self.plunders,
            self.vest_moves,
            self.assignments,
            self.steals,
            self.conversions,
        ]
    }

    fn add<V: Variant>(&mut self, before: &Position<V>, m: Move, after: &Position<V>) {
        let capture = before.is_capture(m);
        let count = |counter: &mut u64, holds: bool| *counter += u64::from(holds);
        count(&mut self.nodes, true);
        count(&mut self.captures, capture);
        count(&mut self.en_passant, m.sort() == Sort::EnPassant);
        count(&mut self.castles, m.sort() == Sort::Castle);
        count(&mut self.promotions, m.promotion().is_some());
        count(&mut self.checks, after.in_check());
        let may_end = after.in_check() || V::STALEMATE_LOSES;
        count(&mut self.mates, may_end && !after.has_moves());
        count(&mut self.plunders, m.plunder().is_some());
        count(&mut self.vest_moves, m.is_vest_move());
        count(&mut self.assignments, m.assigned().is_some());
        count(&mut self.steals, m.sort() == Sort::Steal);
        // Only a conversion (rules 2.7) leaves a piece where the capturer stood.
        let converted = capture && after.board().piece(m.from()).is_some();
        count(&mut self.conversions, converted);
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.mates += other.mates;
        self.plunders += other.plunders;
        self.vest_moves += other.vest_moves;
        self.assignments += other.assignments;
        self.steals += other.steals;
        self.conversions += other.conversions;
    }
}

/// The statistics of each length from one turn to `depth`, [`MAX_DEPTH`] at most, on the threads of rayon's current
/// pool. Every line is played out, so this takes many times as long as a count.
pub fn stats<V: Variant>(position: &Position<V>, depth: u32) -> Vec<Stats> {
    let depth = depth.min(MAX_DEPTH);
    if depth == 0 {
        return Vec::new();
    }
    position
        .moves()
        .par_iter()
        .map(|&m| {
            let next = position.make(m);
            let mut all = vec![Stats::default(); depth as usize];
            all[0].add(position, m, &next);
            collect(&next, &mut all[1..]);
            all
        })
        .reduce(
            || vec![Stats::default(); depth as usize],
            |mut sum, part| {
                for (sum, part) in sum.iter_mut().zip(part) {
                    *sum += part;
                }
                sum
            },
        )
}

fn collect<V: Variant>(position: &Position<V>, all: &mut [Stats]) {
    let Some((here, deeper)) = all.split_first_mut() else {
        return;
    };
    for m in position.moves() {
        let next = position.make(m);
        here.add(position, m, &next);
        collect(&next, deeper);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Chess;

    /// Figures as published for this position (Chess Programming Wiki, "Perft Results").
    #[test]
    fn statistics_of_a_well_known_position() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::<Chess>::from_fen(fen).expect("a legal position");
        let third = Stats {
            nodes: 97_862,
            captures: 17_102,
            en_passant: 45,
            castles: 3_162,
            promotions: 0,
            checks: 993,
            mates: 1,
            ..Stats::default()
        };
        assert_eq!(stats(&position, 3)[2], third);
    }
}
