//! Games replayed by the rules.

use crate::position::{End, History, Move, Position};
use crate::variant::{Game, Variant};

use super::pgn::{ItemKind, PgnError, Place, RawGame, Tag};
use super::{Outcome, variant_tag};

/// A turn of a game and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The turn.
    pub turn: Move,
    /// Numeric annotation glyphs: 1 is a good turn, 2 a poor one.
    pub nags: Vec<u8>,
    /// The comment behind it; several are joined by a space.
    pub comment: String,
}

impl From<Move> for RecordedTurn {
    fn from(turn: Move) -> Self {
        RecordedTurn {
            turn,
            nags: Vec::new(),
            comment: String::new(),
        }
    }
}

/// A game with its turns understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<V: Variant> {
    /// Tags, those left out that follow from the rest: Variant, SetUp, FEN and Result.
    pub tags: Vec<Tag>,
    /// The position at the beginning.
    pub start: Position<V>,
    /// A comment before the first turn.
    pub comment: String,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
    /// The result.
    pub outcome: Outcome,
}

/// What the rules say to a record whose turns are all legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Turns and result agree with the rules.
    Right,
    /// The game was over before the turn of this number, counted from 0.
    PlayedOn {
        /// Why it was over.
        end: End,
        /// The first turn after the end.
        turn: usize,
    },
    /// The last position is an end that means another result.
    WrongOutcome {
        /// The end.
        end: End,
        /// The result that it means.
        expected: Outcome,
    },
}

/// The names of tags that follow from the rest of a record.
const DERIVED: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];

impl RawGame {
    /// Replays the game.
    ///
    /// # Errors
    ///
    /// It is another game than `V`, its starting position is refused, or a turn is.
    pub fn replay<V: Variant>(&self) -> Result<Record<V>, PgnError> {
        let game = self.game()?;
        if game.name() != V::NAME {
            return Err(PgnError::OtherGame {
                place: self.place,
                found: game,
                expected: V::NAME,
            });
        }
        let start = match self.tag("FEN") {
            Some(fen) => Position::from_fen(fen).map_err(|error| PgnError::Fen {
                place: self.place,
                error,
            })?,
            None => Position::start(),
        };
        let mut record = Record {
            tags: self
                .tags
                .iter()
                .filter(|tag| !DERIVED.contains(&tag.name.as_str()))
                .cloned()
                .collect(),
            start,
            comment: String::new(),
            turns: Vec::new(),
            outcome: self.outcome,
        };
        let mut position = start;
        for item in &self.items {
            match &item.kind {
                ItemKind::Turn(text) => {
                    let turn = read_turn(&position, text, item.place)?;
                    record.turns.push(turn.into());
                    position = position.make(turn);
                }
                ItemKind::Comment(text) => record.add_comment(text),
                ItemKind::Nag(nag) => {
                    if let Some(turn) = record.turns.last_mut() {
                        turn.nags.push(*nag);
                    }
                }
            }
        }
        Ok(record)
    }
}

fn read_turn<V: Variant>(
    position: &Position<V>,
    text: &str,
    place: Place,
) -> Result<Move, PgnError> {
    position
        .parse_san(text)
        .map_err(|error| PgnError::Turn { place, error })
}

impl<V: Variant> Record<V> {
    /// A record without tags and turns.
    pub fn new(start: Position<V>) -> Self {
        Record {
            tags: Vec::new(),
            start,
            comment: String::new(),
            turns: Vec::new(),
            outcome: Outcome::Unknown,
        }
    }

    fn add_comment(&mut self, text: &str) {
        let comment = match self.turns.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut self.comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    /// The game after so many turns, or all if there are fewer.
    pub fn history(&self, turns: usize) -> History<V> {
        let mut history = History::new(self.start);
        for turn in self.turns.iter().take(turns) {
            history.push(turn.turn);
        }
        history
    }

    /// What the rules say: whether the game was played on after its end (rules, section 0: ends
    /// need no claim), and whether the result is that of the end.
    pub fn verdict(&self) -> Verdict {
        let mut history = History::new(self.start);
        for (number, turn) in self.turns.iter().enumerate() {
            if let Some(end) = history.end() {
                return Verdict::PlayedOn { end, turn: number };
            }
            history.push(turn.turn);
        }
        if let Some(end) = history.end() {
            let expected = Outcome::of(end, history.position().side_to_move());
            if expected != self.outcome {
                return Verdict::WrongOutcome { end, expected };
            }
        }
        Verdict::Right
    }

    /// The tag Variant of such a game; Chess960 where castling is not from the usual squares.
    pub(super) fn variant_tag(&self) -> Option<&'static str> {
        let game: Game = V::NAME.parse().unwrap_or_default();
        variant_tag(game, !self.start.castles_as_usual())
    }
}
