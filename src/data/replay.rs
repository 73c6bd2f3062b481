//! Stored games replayed by the rules.

use thiserror::Error;

use crate::eval::Score;
use crate::position::{CHESS960_STARTS, End, History, Move, Position};
use crate::variant::Variant;

use super::game::{Ending, StoredGame};

/// What is wrong with a stored game. Plies are counted from 1, those of the opening included.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// The starting position has a number that none has.
    #[error("there is no starting position {0}, the last is 959")]
    Start(u16),
    /// A turn is not legal.
    #[error("ply {ply}: {turn:?} ({bits:#x}) is not legal in {fen}", bits = turn.bits())]
    Illegal {
        /// Its place.
        ply: usize,
        /// The turn.
        turn: Move,
        /// The position before it.
        fen: String,
    },
    /// A turn was played although the game was over.
    #[error("ply {ply}: the game was over by {end}")]
    PlayedOn {
        /// The place of that turn.
        ply: usize,
        /// Why it was over.
        end: End,
    },
    /// The game did not end as it says it did.
    #[error(
        "it is said to have ended by {said}, but the rules say {}",
        .found.map_or("that it goes on".to_owned(), |end| end.to_string()),
        said = ending_text(*.said)
    )]
    Ending {
        /// What the record says.
        said: Ending,
        /// What the rules say of the last position.
        found: Option<End>,
    },
}

fn ending_text(ending: Ending) -> String {
    match ending {
        Ending::Rules(end) => end.to_string(),
        Ending::Adjudication(_) => "adjudication".to_owned(),
    }
}

/// A position of a game, and what was played there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<V: Variant> {
    /// The position.
    pub position: Position<V>,
    /// The turn, legal there.
    pub turn: Move,
    /// How good the search found the position for the mover; `None` in the opening, whose turns
    /// were not searched.
    pub score: Option<Score>,
}

/// The positions of a game in order, each with the turn played there; ends after an error.
#[derive(Clone)]
pub struct Replay<'a, V: Variant> {
    game: &'a StoredGame,
    history: History<V>,
    ply: usize,
    is_over: bool,
}

impl StoredGame {
    /// The positions of the game, if it is one of `V`.
    ///
    /// ```
    /// use alberich::data::{Ending, StoredGame};
    /// use alberich::position::{CHESS960_STARTS, End, Position};
    /// use alberich::variant::Chess;
    ///
    /// let e4 = Position::<Chess>::start().parse_move("e2e4")?;
    /// let game = StoredGame {
    ///     seed: 1,
    ///     number: 0,
    ///     start: 518,
    ///     opening: vec![e4, e4],
    ///     turns: Vec::new(),
    ///     ending: Ending::Rules(End::Mate),
    /// };
    /// let mut replay = game.replay::<Chess>();
    /// assert!(replay.next().is_some_and(|first| first.is_ok_and(|first| first.turn == e4)));
    /// let error = replay.next().expect("a second turn").expect_err("an illegal one");
    /// assert!(error.to_string().starts_with("ply 2: e2e4 (0x70c) is not legal in rnbqkbnr/"));
    /// # Ok::<(), alberich::position::MoveError>(())
    /// ```
    pub fn replay<V: Variant>(&self) -> Replay<'_, V> {
        Replay {
            game: self,
            history: History::new(Position::chess960_start(self.start)),
            ply: 0,
            is_over: false,
        }
    }

    /// Whether the game, as one of `V`, keeps to the rules: each turn is legal, none was played
    /// after an end, and if it says that it ended by the rules, or not by them, the rules agree.
    ///
    /// # Errors
    ///
    /// What is wrong first.
    pub fn check<V: Variant>(&self) -> Result<(), GameError> {
        let mut replay = self.replay::<V>();
        loop {
            let end = replay.history.end();
            let ply = replay.ply + 1;
            match (replay.next(), end) {
                (Some(Err(error)), _) => return Err(error),
                (Some(Ok(_)), Some(end)) => return Err(GameError::PlayedOn { ply, end }),
                (Some(Ok(_)), None) => {}
                (None, found) => {
                    let expected = match self.ending {
                        Ending::Rules(end) => Some(end),
                        Ending::Adjudication(_) => None,
                    };
                    return if found == expected {
                        Ok(())
                    } else {
                        let said = self.ending;
                        Err(GameError::Ending { said, found })
                    };
                }
            }
        }
    }
}

impl<V: Variant> Replay<'_, V> {
    /// The game up to the turn that comes next.
    pub fn history(&self) -> &History<V> {
        &self.history
    }

    fn turn(&self) -> Option<(Move, Option<Score>)> {
        let opening = &self.game.opening;
        match opening.get(self.ply) {
            Some(&turn) => Some((turn, None)),
            None => {
                let scored = self.game.turns.get(self.ply - opening.len())?;
                Some((scored.turn, Some(scored.score)))
            }
        }
    }
}

impl<V: Variant> Iterator for Replay<'_, V> {
    type Item = Result<Sample<V>, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let start = self.game.start;
        if start >= CHESS960_STARTS {
            self.is_over = true;
            return Some(Err(GameError::Start(start)));
        }
        let (turn, score) = self.turn()?;
        let position = *self.history.position();
        self.ply += 1;
        if !position.is_legal(turn) {
            self.is_over = true;
            return Some(Err(GameError::Illegal {
                ply: self.ply,
                turn,
                fen: position.fen(),
            }));
        }
        self.history.push(turn);
        Some(Ok(Sample {
            position,
            turn,
            score,
        }))
    }
}
