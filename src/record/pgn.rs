//! PGN text cut into games; what the turns mean is found by a replay.

use std::fmt;
use std::io::{self, BufRead};

use thiserror::Error;

use crate::position::{FenError, SanError};
use crate::variant::Game;

use super::lexer::{Lexer, Token};
use super::{Outcome, game_of_tag};

/// A place in a text, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The letter of the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a game cannot be read, and where.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The text cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Something in square brackets is no tag pair.
    #[error("{place}: `{text}` is not a tag, as `[Event \"Name\"]` is")]
    Tag {
        /// Where.
        place: Place,
        /// What stands there.
        text: String,
    },
    /// A brace is not closed.
    #[error("{0}: the comment that begins here does not end")]
    OpenComment(Place),
    /// A parenthesis has no partner.
    #[error("{0}: a parenthesis has no partner")]
    Parenthesis(Place),
    /// The tag Variant names no game that is known.
    #[error("{place}: `{variant}` is no game that is known here")]
    Variant {
        /// Where the game begins.
        place: Place,
        /// The tag's value.
        variant: String,
    },
    /// The game is another one than was asked for.
    #[error("{place}: a game of {found}, not of {expected}")]
    OtherGame {
        /// Where the game begins.
        place: Place,
        /// What it is.
        found: Game,
        /// What it should be.
        expected: &'static str,
    },
    /// The tag FEN is refused.
    #[error("{place}: the tag FEN: {error}")]
    Fen {
        /// Where the game begins.
        place: Place,
        /// Why.
        error: FenError,
    },
    /// A turn is refused.
    #[error("{place}: {error}")]
    Turn {
        /// Where.
        place: Place,
        /// Why.
        error: SanError,
    },
}

/// A tag pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Something in a game's text beside tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub kind: ItemKind,
}

/// What stands in a game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// A turn, as written.
    Turn(String),
    /// A comment, its words parted by single spaces.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
}

/// A game as it is written, not yet replayed. Move numbers and variations are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawGame {
    /// Where it begins.
    pub place: Place,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// Turns, comments and annotations.
    pub items: Vec<Item>,
    /// The result behind the turns.
    pub outcome: Outcome,
}

impl RawGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }

    /// Which game it is, by the tag Variant.
    ///
    /// # Errors
    ///
    /// The tag names a game that is not known here.
    pub fn game(&self) -> Result<Game, PgnError> {
        let variant = self.tag("Variant").unwrap_or("");
        game_of_tag(variant).ok_or_else(|| PgnError::Variant {
            place: self.place,
            variant: variant.to_owned(),
        })
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }
}

/// Reads the games of a text one by one.
///
/// After an error of the text it goes on with the next game.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A tag that already belongs to the next game.
    ahead: Option<(Place, Token)>,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from an input.
    pub fn new(input: R) -> Self {
        Reader {
            lexer: Lexer::new(input),
            ahead: None,
            is_over: false,
        }
    }

    fn token(&mut self) -> io::Result<Option<(Place, Token)>> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next(),
        }
    }

    /// Reads one game; `None` at the end of the text. The first error in it is returned when
    /// the game has been passed.
    fn read_game(&mut self) -> Result<Option<RawGame>, PgnError> {
        let mut game = RawGame::default();
        let mut first_error = None;
        let mut depth = 0_usize;
        let mut opened = Place::default();
        let mut has_content = false;
        while let Some((place, token)) = self.token()? {
            let is_tag = matches!(token, Token::Tag { .. } | Token::BadTag(_));
            if is_tag && !game.items.is_empty() {
                self.ahead = Some((place, token));
                break;
            }
            if !has_content {
                game.place = place;
                has_content = true;
            }
            let mut fail = |error| {
                first_error.get_or_insert(error);
            };
            match token {
                Token::Tag { name, value } => game.tags.push(Tag { name, value }),
                Token::BadTag(text) => fail(PgnError::Tag { place, text }),
                Token::OpenComment => fail(PgnError::OpenComment(place)),
                Token::Open => {
                    if depth == 0 {
                        opened = place;
                    }
                    depth += 1;
                }
                Token::Close if depth > 0 => depth -= 1,
                Token::Close => fail(PgnError::Parenthesis(place)),
                Token::Comment(_) | Token::Nag(_) | Token::Word(_) if depth > 0 => {}
                Token::Comment(text) => {
                    let words: Vec<&str> = text.split_whitespace().collect();
                    game.items.push(Item {
                        place,
                        kind: ItemKind::Comment(words.join(" ")),
                    });
                }
                Token::Nag(number) => game.items.push(Item {
                    place,
                    kind: ItemKind::Nag(number.parse().unwrap_or(0)),
                }),
                Token::Word(word) => {
                    if let Some(outcome) = Outcome::read(&word) {
                        game.outcome = outcome;
                        return first_error.map_or(Ok(Some(game)), Err);
                    }
                    game.push_word(place, &word);
                }
            }
        }
        if depth > 0 {
            first_error.get_or_insert(PgnError::Parenthesis(opened));
        }
        match first_error {
            Some(error) => Err(error),
            None if game.is_empty() => Ok(None),
            None => Ok(Some(game)),
        }
    }
}

impl RawGame {
    /// Adds a word, which may be a move number, a turn, or both without space between.
    fn push_word(&mut self, place: Place, word: &str) {
        let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let turn = after_digits.trim_start_matches('.');
        let has_dot = turn.len() < after_digits.len();
        // `0-0` begins with a digit and is a turn.
        let turn = if has_dot || turn.is_empty() {
            turn
        } else {
            word
        };
        if !turn.is_empty() {
            self.items.push(Item {
                place: Place {
                    column: place.column + word.chars().count() - turn.chars().count(),
                    ..place
                },
                kind: ItemKind::Turn(turn.to_owned()),
            });
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read_game().transpose();
        // An input that cannot be read will not get better.
        self.is_over = matches!(game, None | Some(Err(PgnError::Io(_))));
        game
    }
}
