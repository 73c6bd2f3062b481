//! What outputs and scores mean in games won, drawn and lost, as far as games tell.

use crate::eval::Chances;

use super::samples::GameResult;

/// The most steps of Newton's method; it needs less than ten where there is a maximum.
const STEPS: usize = 50;

/// The most likely chances, given outputs and how the games came out, each position being looked at by
/// both sides. Nothing if there is no chance to win that rises with the output.
///
/// ```
/// use alberich::train::GameResult::{Draw, Loss, Win};
/// use alberich::train::chances::fit;
///
/// // Half of the games are won from 1.0, two of three from 2.0, and one of three lost from -2.0.
/// let outputs = [1.0, 1.0, 2.0, 2.0, 2.0, -2.0, -2.0, -2.0];
/// let results = [Win, Draw, Win, Win, Draw, Loss, Draw, Draw];
/// let chances = fit(&outputs, &results).expect("a maximum");
/// assert!(chances.win(2.0) > chances.win(1.0));
/// assert_eq!(fit(&outputs, &[Draw; 8]), None);
/// ```
pub fn fit(outputs: &[f32], results: &[GameResult]) -> Option<Chances> {
    let seen_by_both: Vec<(f64, bool)> = outputs
        .iter()
        .zip(results)
        .flat_map(|(&output, &result)| {
            let output = f64::from(output);
            [
                (output, result == GameResult::Win),
                (-output, result == GameResult::Loss),
            ]
        })
        .collect();
    let (slope, offset) = logistic_regression(&seen_by_both)?;
    (slope > 0.0).then(|| Chances {
        half: (-offset / slope).max(0.0),
        spread: slope.recip(),
    })
}

/// The score that stands for an expected result of 73 %, in centipawns: the most likely one, given
/// scores and how the games came out, if it is sane. A draw is half a win.
///
/// ```
/// use alberich::train::chances::expectation_scale;
/// use alberich::train::GameResult::{Loss, Win};
///
/// // Of four games, three are won that stand at 219, so ln 3 = 1.1 is to be the quotient.
/// let games = [(219, Win), (219, Win), (219, Win), (219, Loss)];
/// assert_eq!(expectation_scale(games), Some(199));
/// ```
pub fn expectation_scale(games: impl IntoIterator<Item = (i16, GameResult)>) -> Option<u16> {
    let events: Vec<(f64, bool)> = games
        .into_iter()
        .flat_map(|(score, result)| {
            let score = f64::from(score);
            // Both halves of a game, and both as the other side sees them.
            let halves = match result {
                GameResult::Win => [true, true],
                GameResult::Draw => [true, false],
                GameResult::Loss => [false, false],
            };
            halves
                .into_iter()
                .flat_map(move |won| [(score, won), (-score, !won)])
        })
        .collect();
    let (slope, _) = logistic_regression(&events)?;
    let scale = slope.recip().round();
    (1.0..=10_000.0).contains(&scale).then_some(scale as u16)
}

/// Slope and offset of the logistic function of a number that makes these events most likely, by
/// Newton's method on the two; nothing if it finds no maximum. The likelihood's logarithm is
/// concave, so there is one at most.
fn logistic_regression(events: &[(f64, bool)]) -> Option<(f64, f64)> {
    let (mut slope, mut offset) = (0.0, 0.0);
    for _ in 0..STEPS {
        let mut gradient = [0.0; 2];
        // The negative of the second derivatives: by slope twice, by both, by offset twice.
        let mut curvature = [0.0; 3];
        for &(x, happened) in events {
            let chance = 1.0 / (1.0 + f64::exp(-(slope * x + offset)));
            let error = f64::from(u8::from(happened)) - chance;
            let weight = chance * (1.0 - chance);
            gradient[0] += error * x;
            gradient[1] += error;
            curvature[0] += weight * x * x;
            curvature[1] += weight * x;
            curvature[2] += weight;
        }
        let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
        let slope_step = (gradient[0] * curvature[2] - gradient[1] * curvature[1]) / determinant;
        let offset_step = (gradient[1] * curvature[0] - gradient[0] * curvature[1]) / determinant;
        slope += slope_step;
        offset += offset_step;
        if !slope.is_finite() || !offset.is_finite() {
            return None;
        }
        if slope_step.abs().max(offset_step.abs()) < 1e-9 {
            return Some((slope, offset));
        }
    }
    None
}

/// Measured shares of results among positions of nearly the same score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shares {
    /// The middle of the scores, in centipawns.
    pub score: f64,
    /// How many positions.
    pub positions: u64,
    /// The share that is lost, drawn and won.
    pub results: [f64; 3],
}

/// Counts results by score: scores up to `most` centipawns either way in classes of `width`.
/// Classes without positions are left out.
pub(super) fn measure(
    centipawns: impl IntoIterator<Item = f64>,
    results: &[GameResult],
    width: f64,
    most: f64,
) -> Vec<Shares> {
    let classes = (2.0 * most / width).round() as usize;
    let mut counts = vec![[0_u64; 3]; classes];
    for (score, &result) in centipawns.into_iter().zip(results) {
        let class = ((score + most) / width).floor();
        if class >= 0.0
            && let Some(count) = counts.get_mut(class as usize)
        {
            count[result as usize] += 1;
        }
    }
    let shares = |(class, counts): (usize, &[u64; 3])| {
        let positions = counts.iter().sum();
        (positions > 0).then(|| Shares {
            score: (class as f64 + 0.5) * width - most,
            positions,
            results: counts.map(|count| count as f64 / positions as f64),
        })
    };
    counts.iter().enumerate().filter_map(shares).collect()
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_known_function_is_found() {
        let truth = Chances {
            half: 0.4,
            spread: 0.25,
        };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let outputs: Vec<f32> = (0..100_000).map(|_| rng.random_range(-1.5..1.5)).collect();
        let results: Vec<GameResult> = outputs
            .iter()
            .map(|&output| {
                let chance: f64 = rng.random();
                if chance < truth.win(output.into()) {
                    GameResult::Win
                } else if chance > 1.0 - truth.loss(output.into()) {
                    GameResult::Loss
                } else {
                    GameResult::Draw
                }
            })
            .collect();
        let found = fit(&outputs, &results).expect("a maximum");
        assert!((found.half - truth.half).abs() < 0.01, "{found:?}");
        assert!((found.spread - truth.spread).abs() < 0.01, "{found:?}");
        let centipawns = outputs.iter().map(|&output| 250.0 * f64::from(output));
        for shares in measure(centipawns, &results, 25.0, 300.0) {
            let expected = found.scaled(250.0).win(shares.score);
            assert!((shares.results[2] - expected).abs() < 0.05, "{shares:?}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_not_fitted() {
        use GameResult::{Loss, Win};
        assert_eq!(fit(&[], &[]), None);
        let falling = [(1.0, Loss), (1.0, Win), (1.0, Loss), (-1.0, Win)];
        let (outputs, results): (Vec<f32>, Vec<GameResult>) = falling.into_iter().unzip();
        assert_eq!(fit(&outputs, &results), None);
    }
}
