//! The ends of games, and the history that some of them need.

use std::fmt;

use crate::board::Color;
use crate::variant::Variant;

use super::{Key, Move, Position};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The mover is in check and has no legal turn.
    Mate,
    /// The mover is not in check and has no legal turn; a draw.
    Stalemate,
    /// The mover is not in check and has no legal turn, and so loses (rules 2.12).
    NoMoveLoses,
    /// The position stands for the third time; a draw.
    Threefold,
    /// A hundred plies without what restarts the count; a draw.
    FiftyMoves,
    /// Nobody can win with what is left; a draw.
    DeadPosition,
}

impl End {
    /// Who has won, if not the side that is to move; `None` is a draw.
    pub fn winner(self, side_to_move: Color) -> Option<Color> {
        match self {
            End::Mate | End::NoMoveLoses => Some(!side_to_move),
            End::Stalemate | End::Threefold | End::FiftyMoves | End::DeadPosition => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::NoMoveLoses => "no legal turn, which loses",
            End::Threefold => "threefold repetition",
            End::FiftyMoves => "fifty-move rule",
            End::DeadPosition => "dead position",
        })
    }
}

impl<V: Variant> Position<V> {
    /// How the game ends here for want of a legal turn.
    pub fn end_without_moves(&self) -> Option<End> {
        if self.has_moves() {
            None
        } else if self.in_check() {
            Some(End::Mate)
        } else if V::STALEMATE_LOSES {
            Some(End::NoMoveLoses)
        } else {
            Some(End::Stalemate)
        }
    }

    /// Whether nobody can win with what is left (rules, sections 0, 1.12, 2.12).
    pub fn is_dead(&self) -> bool {
        V::is_dead(self)
    }
}

/// A position with the keys of those before it.
#[derive(Clone)]
pub struct History<V: Variant> {
    position: Position<V>,
    keys: Vec<Key>,
}

impl<V: Variant> History<V> {
    /// A game that begins with this position.
    pub fn new(position: Position<V>) -> Self {
        History {
            keys: vec![position.key()],
            position,
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The keys of all positions, from the first to that of now.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The key of the position now.
    pub fn key(&self) -> Key {
        self.keys[self.keys.len() - 1]
    }

    /// Plays a legal turn.
    pub fn push(&mut self, m: Move) {
        let mut key = self.key();
        self.position.play(m, &mut key);
        self.keys.push(key);
    }

    /// How often the position of now has stood on the board, this time included.
    pub fn repetitions(&self) -> usize {
        // What restarts the clock cannot be undone, so nothing before it can be equal.
        let reversible = usize::from(self.position.halfmove_clock()) + 1;
        let key = self.key();
        self.keys
            .iter()
            .rev()
            .take(reversible)
            .step_by(2)
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// How the game ends here, if it does. A mover without a legal turn goes before all draws.
    pub fn end(&self) -> Option<End> {
        if let Some(end) = self.position.end_without_moves() {
            Some(end)
        } else if self.repetitions() >= 3 {
            Some(End::Threefold)
        } else if self.position.halfmove_clock() >= 100 {
            Some(End::FiftyMoves)
        } else if self.position.is_dead() {
            Some(End::DeadPosition)
        } else {
            None
        }
    }
}
