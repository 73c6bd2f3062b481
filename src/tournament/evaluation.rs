//! What an engine says of a position and of its search.

use std::fmt;

/// A score, from the side of the engine that tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many turns of its own; below zero, or zero, the engine is mated.
    Mate(i32),
}

/// The score of a mate at once, in centipawns.
const MATE: i32 = 100_000;

impl Score {
    /// The score in centipawns; mates are far beyond all others.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(-MATE / 2, MATE / 2),
            Score::Mate(turns) if turns > 0 => MATE - turns.min(MATE / 4),
            Score::Mate(turns) => -MATE - turns.max(-MATE / 4),
        }
    }

    /// The score from the other side.
    pub fn reversed(self) -> Self {
        match self {
            Score::Centipawns(score) => Score::Centipawns(score.saturating_neg()),
            Score::Mate(turns) => Score::Mate(turns.saturating_neg()),
        }
    }
}

/// In pawns, or `M` and the plies to the mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(0) => f.write_str("0.00"),
            Score::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Score::Mate(turns) if turns > 0 => write!(f, "+M{}", i64::from(turns) * 2 - 1),
            Score::Mate(turns) => write!(f, "-M{}", -i64::from(turns) * 2),
        }
    }
}

/// What the last information before a best move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// Plies.
    pub depth: Option<u32>,
}

impl Evaluation {
    /// Reads the words behind `info`; `None` if they tell no score.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (mut score, mut depth) = (None, None);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    let kind = words.next()?;
                    let number = words.next()?.parse().ok()?;
                    score = match kind {
                        "cp" => Some(Score::Centipawns(number)),
                        "mate" => Some(Score::Mate(number)),
                        _ => None,
                    };
                }
                "pv" | "string" => break,
                _ => {}
            }
        }
        Some(Evaluation {
            score: score?,
            depth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_and_written() {
        for (text, written, centipawns) in [
            (
                " depth 12 seldepth 20 score cp 35 nodes 1 pv e2e4",
                "+0.35",
                35,
            ),
            (" score cp -5 depth 3", "-0.05", -5),
            (" depth 1 score cp 0 upperbound", "0.00", 0),
            (" depth 9 score mate 3 pv e2e4", "+M5", MATE - 3),
            (" depth 9 score mate -3", "-M6", 3 - MATE),
            (" depth 0 score mate 0", "-M0", -MATE),
        ] {
            let score = Evaluation::read(text).map(|evaluation| evaluation.score);
            assert_eq!(
                score.map(|score| score.to_string()).as_deref(),
                Some(written)
            );
            assert_eq!(score.map(Score::centipawns), Some(centipawns));
        }
        for text in [
            "",
            " depth 5",
            " score",
            " score cp",
            " score cp x",
            " pv score cp 1",
        ] {
            assert_eq!(Evaluation::read(text), None, "{text}");
        }
    }

    #[test]
    fn no_score_is_beyond_a_mate() {
        assert!(Score::Centipawns(i32::MAX).centipawns() < Score::Mate(i32::MAX).centipawns());
        assert!(Score::Centipawns(i32::MIN).centipawns() > Score::Mate(i32::MIN).centipawns());
        assert!(Score::Mate(2).centipawns() < Score::Mate(1).centipawns());
        assert!(Score::Mate(-2).centipawns() > Score::Mate(-1).centipawns());
    }
}
