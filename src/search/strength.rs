//! Playing weaker on purpose, for a person to enjoy.
//!
//! Two things weaken, both more the lower the rating: the search sees fewer nodes, so that it
//! overlooks what is deep, as people do; and of the lines that it likes it takes one by chance,
//! the worse a line the more seldom, so that it errs in judgement and varies its play. It answers
//! at once, whatever the clock says.

use rand::Rng;
use statrs::function::erf::erf_inv;

use super::limits::Limits;
use super::report::Line;

/// A rating to play at, on the scale of programs that play each other at fast chess: without
/// much meaning for people, and in the other games without one but the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength(u32);

impl Strength {
    /// The lowest rating.
    pub const MIN: u32 = 600;
    /// The highest rating.
    pub const MAX: u32 = 2600;

    /// A rating, as far as it is within the range.
    pub fn new(elo: u32) -> Self {
        Strength(elo.clamp(Self::MIN, Self::MAX))
    }

    /// How far it is below the highest.
    fn shortfall(self) -> u32 {
        Self::MAX - self.0
    }

    /// Nodes a turn: 64 at the lowest rating, twice as many for each 160 points more.
    fn nodes(self) -> u64 {
        let points = f64::from(self.0 - Self::MIN);
        (64.0 * (points / 160.0).exp2()) as u64
    }

    /// How far a line is misjudged, in centipawns: a standard deviation.
    fn noise(self) -> f64 {
        f64::from(self.shortfall()) / 8.0
    }

    /// The limits of a weaker search.
    pub(super) fn weaken(self, limits: &Limits) -> Limits {
        /// The lines among which it chooses.
        const LINES: usize = 5;
        Limits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes())),
            lines: limits.lines.max(LINES),
            ..limits.clone()
        }
    }

    /// Chooses one of the lines: the best, as it misjudges them. Returns its place; the first if there
    /// are none.
    pub(super) fn choose(self, lines: &[Line]) -> usize {
        let mut rng = rand::rng();
        let mut misjudged = |line: &Line| {
            let uniform: f64 = rng.random_range(-0.9999..0.9999);
            let normal = std::f64::consts::SQRT_2 * erf_inv(uniform);
            line.score
                .map(|score| f64::from(score.centipawns()) + normal * self.noise())
        };
        lines
            .iter()
            .enumerate()
            .filter_map(|(place, line)| Some((misjudged(line)?, place)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(0, |(_, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Bound;
    use super::*;
    use crate::eval::Score;
    use crate::position::Move;

    #[test]
    fn a_higher_rating_sees_more_and_errs_less() {
        let ratings: Vec<Strength> = (0..30).map(|n| Strength::new(500 + 100 * n)).collect();
        for pair in ratings.windows(2) {
            assert!(pair[0].nodes() <= pair[1].nodes() && pair[0].noise() >= pair[1].noise());
        }
        assert_eq!(Strength::new(0).nodes(), 64);
        assert_eq!(Strength::new(9_999).noise(), 0.0);
    }

    #[test]
    fn worse_lines_are_chosen_more_seldom() {
        let line = |centipawns, bits| Line {
            depth: 1,
            score: Some(Score::from_centipawns(centipawns)),
            bound: Bound::Exact,
            turns: vec![Move::from_bits(bits)],
        };
        let lines = [line(50, 1), line(0, 2), line(-400, 3)];
        let mut chosen = [0; 3];
        for _ in 0..1_000 {
            chosen[Strength::new(1_800).choose(&lines)] += 1;
        }
        assert!(chosen[0] > chosen[1] && chosen[1] > chosen[2], "{chosen:?}");
        assert_eq!(Strength::new(Strength::MAX).choose(&lines), 0);
    }
}
