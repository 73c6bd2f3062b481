//! The games by name, for those who choose one at run time.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Chess, PlunderChess, TwoRing, TwoRing1, Variant};

/// Something to be done in a game that is chosen at run time; a closure generic over the game.
pub trait VariantVisitor {
    /// What it results in.
    type Output;

    /// Does it.
    fn visit<V: Variant>(self) -> Self::Output;
}

/// No game has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown variant `{0}`; known are {known}", known = Game::names())]
pub struct UnknownGame(pub String);

macro_rules! games {
    ($($(#[$attribute:meta])? $game:ident),+) => {
        /// One of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum Game {
            $(
                $(#[$attribute])?
                #[doc = concat!("[`", stringify!($game), "`](super::", stringify!($game), ").")]
                $game,
            )+
        }

        impl Game {
            /// All games.
            pub const ALL: &'static [Game] = &[$(Game::$game),+];

            /// The name in `UCI_Variant` and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Game::$game => $game::NAME,)+
                }
            }

            /// Does something in this game.
            pub fn visit<T: VariantVisitor>(self, visitor: T) -> T::Output {
                match self {
                    $(Game::$game => visitor.visit::<$game>(),)+
                }
            }
        }
    };
}

games!(
    #[default]
    Chess,
    PlunderChess,
    TwoRing,
    TwoRing1
);

impl Game {
    fn names() -> String {
        let names: Vec<&str> = Game::ALL.iter().map(|game| game.name()).collect();
        names.join(", ")
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Game::ALL
            .iter()
            .copied()
            .find(|game| game.name() == name)
            .ok_or_else(|| UnknownGame(name.to_owned()))
    }
}
