//! Files of games, read.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use thiserror::Error;

use crate::files;
use crate::variant::{Game, UnknownGame, Variant, VariantVisitor};

use super::file::FileError;
use super::frame::{Frame, frame, frame_length, read, read_up_to};
use super::game::StoredGame;
use super::replay::GameError;
use super::settings::Settings;

/// How every file begins, whatever its version.
const MAGIC: &[u8; 14] = b"alberich data ";

/// The version of the format that is written and read here, and the end of its line.
const VERSION: &[u8; 2] = b"1\n";

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The game that they are of.
    pub game: Game,
    /// The runs that played them.
    pub runs: Vec<Settings>,
}

impl Header {
    /// The beginning of a file: what it is, the version of its format, and a frame with the rest.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, DataError> {
        let content = encode(&(self.game.name(), &self.runs))?;
        Ok([&MAGIC[..], VERSION, &frame(&content)?].concat())
    }

    /// Reads what [`Header::bytes`] makes, and how long that is.
    fn read(input: &mut impl BufRead) -> Result<(Self, u64), DataError> {
        let line = read_up_to(input, MAGIC.len() + VERSION.len())?;
        if !(MAGIC.starts_with(&line) || line.starts_with(MAGIC)) {
            return Err(DataError::Foreign);
        }
        match line.strip_prefix(MAGIC) {
            Some(version) if version == VERSION => {}
            Some(version) if version.len() == VERSION.len() => return Err(DataError::Version),
            _ => return Err(DataError::NoHeader),
        }
        let content = match read(input)? {
            Frame::Whole(content) => content,
            Frame::End | Frame::Torn => return Err(DataError::NoHeader),
            Frame::Damaged => return Err(DataError::Header),
        };
        let decoded = decode::<(String, Vec<Settings>)>(&content);
        let (name, runs) = decoded.map_err(|_| DataError::Header)?;
        let game = name.parse()?;
        let length = line.len() as u64 + frame_length(&content);
        Ok((Header { game, runs }, length))
    }
}

pub(super) fn encode<T: serde::Serialize>(value: &T) -> io::Result<Vec<u8>> {
    postcard::to_allocvec(value).map_err(io::Error::other)
}

/// The value that all of the bytes are the form of.
fn decode<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, postcard::Error> {
    match postcard::take_from_bytes(bytes)? {
        (value, []) => Ok(value),
        _ => Err(postcard::Error::DeserializeBadEncoding),
    }
}

/// Where a game is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where its frame begins, in bytes from the beginning of the file.
    pub offset: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} at byte {}", self.game, self.offset)
    }
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum DataError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no such file.
    #[error("it is not a file of games that alberich has played against itself")]
    Foreign,
    /// It is of another version of the format.
    #[error("it has another version of the format than this program knows")]
    Version,
    /// It is empty, or ends before it has a game: its writer was killed.
    #[error("it ends before its first game")]
    NoHeader,
    /// Its header is damaged.
    #[error("its header is damaged")]
    Header,
    /// Its header names no game that is known.
    #[error("its header: {0}")]
    UnknownGame(#[from] UnknownGame),
    /// A game is damaged, and something stands behind it.
    #[error("{0}: it is damaged, the checksums say")]
    Damaged(Place),
    /// A game has not the form of one, although its checksums are right.
    #[error("{place}: {error}")]
    Form {
        /// The game.
        place: Place,
        /// What is wrong.
        error: postcard::Error,
    },
    /// A game is not by the rules.
    #[error("{place}: {error}")]
    Game {
        /// The game.
        place: Place,
        /// What is wrong.
        error: GameError,
    },
    /// It is there already.
    #[error("the file is there already; choose another name")]
    Exists,
    /// Another process writes to it.
    #[error("another process writes to this file")]
    InUse,
    /// Its games are of another game than they should be.
    #[error("it has games of {found}, not of {wanted}")]
    OtherGame {
        /// What they are of.
        found: Game,
        /// What was expected.
        wanted: Game,
    },
    /// Its games were played with other settings than those to be added.
    #[error(
        "its games were played with `{found}`, which `{wanted}` cannot go on with; choose another \
         name"
    )]
    OtherSettings {
        /// How they were played.
        found: String,
        /// How more are to be played.
        wanted: String,
    },
}

/// The games of a file in order. After an error, and after a torn end, there are no more.
///
/// The last game may be torn, if its writer was killed: it counts as not there, and
/// [`Reader::torn_at`] tells of it at the end. So a file can be read while it is being written.
pub struct Reader<R> {
    input: R,
    header: Header,
    /// Of the next game, and of the one before.
    next: Place,
    last: Place,
    is_over: bool,
    torn_at: Option<u64>,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or its header is not that of such a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = files::open(path).map_err(DataError::from);
        let reader = file.and_then(|file| Reader::new(BufReader::new(file)));
        reader.map_err(FileError::in_file(path))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the header of what is a file from its beginning.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not the header of such a file.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let (header, offset) = Header::read(&mut input)?;
        let next = Place { game: 1, offset };
        Ok(Reader {
            input,
            header,
            next,
            last: next,
            is_over: false,
            torn_at: None,
        })
    }

    /// What all games have in common.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the game is that came last.
    pub fn place(&self) -> Place {
        self.last
    }

    /// Where a game begins that was not written to its end, if there is one; known when all games
    /// before it have been read.
    pub fn torn_at(&self) -> Option<u64> {
        self.torn_at
    }

    /// How many bytes were read so far, but for those of a torn game.
    pub fn offset(&self) -> u64 {
        self.next.offset
    }

    /// Replays all games that are left by the rules, as [`StoredGame::check`] does. Returns how
    /// many they were.
    ///
    /// # Errors
    ///
    /// What is wrong first.
    pub fn check(&mut self) -> Result<u64, DataError> {
        struct Check<'a>(&'a StoredGame);
        impl VariantVisitor for Check<'_> {
            type Output = Result<(), GameError>;
            fn visit<V: Variant>(self) -> Self::Output {
                self.0.check::<V>()
            }
        }
        let mut games = 0;
        while let Some(game) = self.next() {
            let place = self.last;
            let checked = self.header.game.visit(Check(&game?));
            checked.map_err(|error| DataError::Game { place, error })?;
            games += 1;
        }
        Ok(games)
    }

    /// The form of the next game.
    pub(super) fn next_content(&mut self) -> Option<Result<Vec<u8>, DataError>> {
        if self.is_over {
            return None;
        }
        self.last = self.next;
        let result = match read(&mut self.input) {
            Ok(Frame::Whole(content)) => {
                self.next.game += 1;
                self.next.offset += frame_length(&content);
                return Some(Ok(content));
            }
            Ok(Frame::End) => None,
            Ok(Frame::Torn) => {
                self.torn_at = Some(self.last.offset);
                None
            }
            Ok(Frame::Damaged) => Some(Err(DataError::Damaged(self.last))),
            Err(error) => Some(Err(error.into())),
        };
        self.is_over = true;
        result
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<StoredGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let content = self.next_content()?;
        let game = content.and_then(|content| {
            let place = self.last;
            decode(&content).map_err(|error| DataError::Form { place, error })
        });
        self.is_over |= game.is_err();
        Some(game)
    }
}
