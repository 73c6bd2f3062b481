//! The exact generalised log-likelihood ratio of two mean scores (M. Van den Bergh, "The GSPRT
//! approximation", 2016; the likelihoods themselves are used here, not the approximation).

/// What an empty cell counts as, so that no result is impossible.
const EMPTY_CELL: f64 = 1e-3;

/// The logarithm of how much likelier these counts are if the mean score is the second of
/// `means` than if it is the first, each time by the likeliest distribution that has the mean.
/// Counts go from the lowest score to the highest, scores and means from 0 to 1.
///
/// Without any count it is 0. It is finite for all means inside (0, 1).
pub(super) fn log_likelihood_ratio(counts: &[u64], means: [f64; 2]) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let highest = (counts.len() - 1) as f64;
    let cells: Vec<Cell> = counts
        .iter()
        .enumerate()
        .map(|(index, &count)| Cell {
            score: index as f64 / highest,
            count: if count == 0 { EMPTY_CELL } else { count as f64 },
        })
        .collect();
    let [first, second] = means.map(|mean| likeliest_tilt(&cells, mean));
    cells
        .iter()
        .map(|cell| cell.count * (first.divisor(cell.score) / second.divisor(cell.score)).ln())
        .sum()
}

/// A score, and how often it was seen.
struct Cell {
    score: f64,
    count: f64,
}

/// A change of observed probabilities: each is divided by a positive divisor, which goes in a
/// straight line from the lowest score to the highest and is 1 at the mean. By Lagrange's method
/// the likeliest distribution with a given mean is of this form.
struct Tilt {
    mean: f64,
    /// What the lowest score and the highest have of the weight; they add up to 1.
    weights: [f64; 2],
}

impl Tilt {
    /// A tilt by its one parameter, any number: the logarithm of the ratio of the weights. So
    /// both weights keep their full precision, however small they are.
    fn new(mean: f64, log_ratio: f64) -> Self {
        Tilt {
            mean,
            weights: [log_ratio, -log_ratio].map(|x| 1.0 / (1.0 + (-x).exp())),
        }
    }

    fn divisor(&self, score: f64) -> f64 {
        let [low, high] = self.weights;
        low * (1.0 - score) / (1.0 - self.mean) + high * score / self.mean
    }

    /// How far the mean of the tilted counts is above the mean wanted, but for a positive factor.
    fn excess(&self, cells: &[Cell]) -> f64 {
        cells
            .iter()
            .map(|cell| cell.count * (cell.score - self.mean) / self.divisor(cell.score))
            .sum()
    }
}

/// The tilt that gives the counts the mean. The excess grows with the parameter, so halving finds
/// its zero.
fn likeliest_tilt(cells: &[Cell], mean: f64) -> Tilt {
    // The parameter is at most about the logarithm of the ratio of the largest count to the
    // smallest, some 51, and of the mean's distance from 0 or 1.
    let (mut low, mut high) = (-100.0, 100.0);
    // After so many halvings the ends are neighbouring numbers.
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        if Tilt::new(mean, middle).excess(cells) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Tilt::new(mean, (low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::score_of_elo;

    #[test]
    fn the_tilted_distribution_has_the_mean_and_adds_up() {
        for counts in [
            [3.0, 40.0, 500.0, 60.0, 8.0],
            [1e-3, 1e-3, 1e-3, 1e-3, 1e19],
        ] {
            let cells = [0, 1, 2, 3, 4].map(|index| Cell {
                score: index as f64 / 4.0,
                count: counts[index],
            });
            let total: f64 = counts.iter().sum();
            for mean in [0.1, 0.5, score_of_elo(5.0), 0.99] {
                let tilt = likeliest_tilt(&cells, mean);
                let probability = |cell: &Cell| cell.count / total / tilt.divisor(cell.score);
                let sum: f64 = cells.iter().map(probability).sum();
                let found: f64 = cells
                    .iter()
                    .map(|cell| cell.score * probability(cell))
                    .sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum} at {mean}");
                assert!((found - mean).abs() < 1e-9, "{found} at {mean}");
            }
        }
    }

    /// With wins and losses alone the mean determines the distribution.
    #[test]
    fn two_cells_are_binomial() {
        let means = [0.4, 0.7];
        let expected = 30.0 * (0.7_f64 / 0.4).ln() + 20.0 * (0.3_f64 / 0.6).ln();
        assert!((log_likelihood_ratio(&[20, 30], means) - expected).abs() < 1e-9);
    }
}
