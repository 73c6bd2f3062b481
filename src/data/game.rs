//! A game as it is stored.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::eval::Score;
use crate::position::{End, Move};
use crate::record::Outcome;
use crate::tournament::adjudicate::Decision;

/// A game that was played to its end. Which of the games it is of, the file says.
///
/// What is read from a file is not checked but for its form: [`StoredGame::replay`] and
/// [`StoredGame::check`] do that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// The seed of the run that played it.
    pub seed: u64,
    /// Its number in that run, from 0.
    pub number: u64,
    /// The starting position, as
    /// [`Position::chess960_start`](crate::position::Position::chess960_start) numbers them; less
    /// than 960.
    pub start: u16,
    /// The random turns at the beginning.
    #[serde(with = "turns")]
    pub opening: Vec<Move>,
    /// The turns that the engine chose.
    pub turns: Vec<ScoredTurn>,
    /// Why it was over.
    pub ending: Ending,
}

/// A turn, and what the search said that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "(u32, i16)", into = "(u32, i16)")]
pub struct ScoredTurn {
    /// The turn.
    pub turn: Move,
    /// How good the position before it is for the mover, in the measure of the search: that which
    /// people are told changes with each network. A mate in `n` plies is stored as 32000 -
    /// n, being mated as the negative; all else are centipawns.
    pub score: Score,
}

/// Why a game was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// By the rules.
    Rules(#[serde(with = "EndForm")] End),
    /// By adjudication.
    Adjudication(#[serde(with = "DecisionForm")] Decision),
}

impl StoredGame {
    /// The result.
    pub fn outcome(&self) -> Outcome {
        match self.ending {
            // White begins in every starting position.
            Ending::Rules(end) => Outcome::of(end, Color::BOTH[self.plies() % 2]),
            Ending::Adjudication(Decision::Win(Color::White)) => Outcome::WhiteWins,
            Ending::Adjudication(Decision::Win(Color::Black)) => Outcome::BlackWins,
            Ending::Adjudication(Decision::Draw | Decision::TooLong) => Outcome::Draw,
        }
    }

    /// A hash of what was played and how it was scored, by which the same game is known again, whatever
    /// its seed and number.
    pub fn identity(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.start, &self.opening).hash(&mut hasher);
        for scored in &self.turns {
            (scored.turn, scored.score).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// All turns, those of the opening included.
    pub fn plies(&self) -> usize {
        self.opening.len() + self.turns.len()
    }
}

impl From<ScoredTurn> for (u32, i16) {
    fn from(scored: ScoredTurn) -> Self {
        // All scores lie within the range.
        (scored.turn.bits(), scored.score.to_bits() as i16)
    }
}

impl TryFrom<(u32, i16)> for ScoredTurn {
    type Error = &'static str;

    fn try_from((turn, score): (u32, i16)) -> Result<Self, Self::Error> {
        let scored = ScoredTurn {
            turn: Move::from_bits(turn),
            score: Score::from_bits(score as u16),
        };
        if scored.score.centipawns() == i32::from(score) {
            Ok(scored)
        } else {
            Err("there is no such score")
        }
    }
}

/// Turns as their 32 bits, of which most turns use 14 at most: two bytes.
mod turns {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::position::Move;

    pub fn serialize<S: Serializer>(turns: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(turns.iter().map(|turn| turn.bits()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Move>, D::Error> {
        let bits = Vec::<u32>::deserialize(deserializer)?;
        Ok(bits.into_iter().map(Move::from_bits).collect())
    }
}

// The order of the names below is that of the numbers in files, whatever happens elsewhere.

#[derive(Serialize, Deserialize)]
#[serde(remote = "End")]
enum EndForm {
    Mate,
    Stalemate,
    NoMoveLoses,
    Threefold,
    FiftyMoves,
    DeadPosition,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Decision")]
enum DecisionForm {
    Draw,
    Win(#[serde(with = "ColorForm")] Color),
    TooLong,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Color")]
enum ColorForm {
    White,
    Black,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_few_bytes_and_comes_back() {
        for (bits, score, bytes) in [
            (0xfff, Score::from_centipawns(-63), 3),
            (0x3fff, Score::from_centipawns(900), 4),
            (0xfff_ffff, Score::mated_in(4), 7),
            (u32::MAX, Score::mate_in(0), 8),
        ] {
            let turn = Move::from_bits(bits);
            let scored = ScoredTurn { turn, score };
            let stored = postcard::to_allocvec(&scored).expect("a form");
            assert_eq!(stored.len(), bytes);
            assert_eq!(postcard::from_bytes(&stored), Ok(scored));
        }
        let stored = postcard::to_allocvec(&(0u32, 32_001i16)).expect("a form");
        assert!(postcard::from_bytes::<ScoredTurn>(&stored).is_err());
    }

    #[test]
    fn who_has_won_follows_from_the_end() {
        let turn = Move::from_bits(0);
        let mut game = StoredGame {
            seed: 1,
            number: 0,
            start: 518,
            opening: vec![turn; 3],
            turns: Vec::new(),
            ending: Ending::Rules(End::Mate),
        };
        assert_eq!(game.outcome(), Outcome::WhiteWins);
        game.opening.push(turn);
        assert_eq!(game.outcome(), Outcome::BlackWins);
        game.ending = Ending::Rules(End::Threefold);
        assert_eq!(game.outcome(), Outcome::Draw);
        game.ending = Ending::Adjudication(Decision::Win(Color::White));
        assert_eq!(game.outcome(), Outcome::WhiteWins);
    }
}
