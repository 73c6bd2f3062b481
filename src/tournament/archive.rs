//! Games on disk: written before they count, and read again to go on from there.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::{Epd, Outcome, RawGame, Reader, Record};
use crate::variant::Variant;

use super::options::OutputFile;
use super::standings::{Counted, Standings};
use super::system::{self, Lock};

/// A file that is refused, or not written.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It has something in it that would be lost.
    #[error(
        "{path}: the file is there already; -resume goes on with it, append=true adds to it, \
         or choose another name",
        path = path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another run writes to it.
    #[error("{path}: another run writes to this file", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// What is in it are not the positions that it is to have.
    #[error(
        "{path}: the file is there already, and its lines are not the last positions of the games \
         to go on with; remove it to have them written anew, or choose another name",
        path = path.display()
    )]
    OtherPositions {
        /// The file.
        path: PathBuf,
    },
    /// It is named twice.
    #[error("{path}: the file is named twice", path = path.display())]
    Twice {
        /// The file.
        path: PathBuf,
    },
    /// There is nothing to count.
    #[error("no finished games in the files")]
    Empty,
    /// What is in it does not belong to the tournament, or cannot be read.
    #[error("{path}: game {game}: {reason}", path = path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        game: usize,
        /// What is wrong.
        reason: String,
    },
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> ArchiveError {
    move |error| ArchiveError::Io {
        path: path.to_owned(),
        error,
    }
}

/// A file to which whole records are added.
pub struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens a file that is new or empty, or to be added to.
    ///
    /// # Errors
    ///
    /// It has something in it, or cannot be written.
    pub fn create(output: &OutputFile) -> Result<Self, ArchiveError> {
        let (path, append) = (&output.path, output.append);
        let sharing = if append {
            Lock::Shared
        } else {
            Lock::Exclusive
        };
        let archive = Self::open(path, sharing)?;
        let length = archive.file.metadata().map_or(0, |data| data.len());
        if length > 0 && !append {
            return Err(ArchiveError::Exists { path: path.clone() });
        }
        Ok(archive)
    }

    /// Opens a file and locks it. Who only adds may do so together with others, as each record is
    /// one write.
    fn open(path: &Path, lock: Lock) -> Result<Self, ArchiveError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let file = file.map_err(io_error(path))?;
        if !system::lock(&file, lock) {
            return Err(ArchiveError::InUse {
                path: path.to_owned(),
            });
        }
        Ok(Archive {
            file,
            path: path.to_owned(),
        })
    }

    fn read(&mut self) -> Result<Vec<u8>, ArchiveError> {
        let mut bytes = Vec::new();
        let read = self.file.read_to_end(&mut bytes);
        read.map_err(io_error(&self.path))?;
        Ok(bytes)
    }

    /// Cuts off what stands behind some bytes.
    fn cut(&mut self, length: usize) -> Result<(), ArchiveError> {
        let cut = self.file.set_len(length as u64);
        cut.map_err(io_error(&self.path))
    }

    /// Opens a file of games to go on with, and hands each whole game to `take`; what stands
    /// behind the last of them is cut off.
    ///
    /// # Errors
    ///
    /// A game that is not whole and not the last, or that `take` does not take.
    pub fn resume(
        path: &Path,
        mut take: impl FnMut(RawGame) -> Result<(), String>,
    ) -> Result<Self, ArchiveError> {
        let mut archive = Self::open(path, Lock::Exclusive)?;
        let bytes = archive.read()?;
        let parts = split_games(&bytes);
        let mut end = 0;
        for (index, range) in parts.iter().enumerate() {
            let text = String::from_utf8_lossy(&bytes[range.clone()]);
            let fail = |reason| ArchiveError::Game {
                path: path.to_owned(),
                game: index + 1,
                reason,
            };
            match read_game(&text) {
                Ok(game) => take(game).map_err(fail)?,
                // Nothing else than the beginning of a game was torn here.
                Err(_) if index + 1 == parts.len() && may_be_torn(&bytes[range.clone()]) => break,
                Err(reason) => return Err(fail(reason)),
            }
            end = range.end;
        }
        if end < bytes.len() {
            archive.cut(end)?;
        }
        let missing = match &bytes[..end] {
            [] | [.., b'\n', b'\n'] => "",
            [.., b'\n'] => "\n",
            _ => "\n\n",
        };
        archive.add(missing)?;
        Ok(archive)
    }

    /// Opens a file of positions to go on with, and sees to it that it has just the lines of `text`.
    /// It may have other ones of games that were cut off; but what was not written here is never
    /// lost, so all of its lines have to be positions by `is_position`, and the first that of `text`.
    ///
    /// # Errors
    ///
    /// It is not such a file.
    pub fn catch_up(
        path: &Path,
        text: &str,
        is_position: impl Fn(&str) -> bool,
    ) -> Result<Self, ArchiveError> {
        let mut archive = Self::open(path, Lock::Exclusive)?;
        let bytes = archive.read()?;
        let found = String::from_utf8_lossy(&bytes);
        let lines = || found.split_inclusive('\n');
        let same: usize = lines()
            .zip(text.split_inclusive('\n'))
            .take_while(|(line, expected)| line == expected)
            .map(|(line, _)| line.len())
            .sum();
        // The last line may be torn.
        let mut whole = lines().filter_map(|line| line.strip_suffix('\n'));
        let is_ours = text.starts_with(&*found) || same > 0 && whole.all(is_position);
        if !is_ours {
            return Err(ArchiveError::OtherPositions {
                path: path.to_owned(),
            });
        }
        if same < bytes.len() {
            archive.cut(same)?;
        }
        archive.add(&text[same..])?;
        Ok(archive)
    }

    /// Adds a record, in one write, and sees it to the disk.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), ArchiveError> {
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(io_error(&self.path))
    }
}

/// How a game begins in a file that is written here.
const TAG: &[u8] = b"[Event ";

/// Whether a text that cannot be read as a game may be the beginning of one: it begins so, and no
/// result ends it. After a power cut zeros may stand for what was not written.
fn may_be_torn(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_end();
    let is_begun = bytes.starts_with(TAG) || TAG.starts_with(bytes);
    let mut words = bytes.rsplit(u8::is_ascii_whitespace);
    let last = words.next().unwrap_or_default();
    let is_over = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(&last);
    is_begun && !is_over || bytes.iter().all(|&byte| byte == 0)
}

/// The parts of a file that each begin with the tag Event, or a torn one, behind a blank line.
fn split_games(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    let mut at = 0;
    let mut is_behind_blank = false;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        // Only the end of the file can be a part of the tag.
        if is_behind_blank && (line.starts_with(TAG) || TAG.starts_with(line)) {
            starts.push(at);
        }
        is_behind_blank = line.trim_ascii().is_empty();
        at += line.len();
    }
    starts.push(bytes.len());
    let ranges = starts.windows(2).map(|pair| pair[0]..pair[1]);
    ranges
        .filter(|range| !bytes[range.clone()].trim_ascii().is_empty())
        .collect()
}

/// The only game of a text, if it is whole.
fn read_game(text: &str) -> Result<RawGame, String> {
    let mut games = Reader::new(text.as_bytes());
    let game = match games.next() {
        Some(Ok(game)) => game,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("there is no game".to_owned()),
    };
    if game.outcome == Outcome::Unknown {
        return Err("it has no result".to_owned());
    }
    match games.next() {
        None => Ok(game),
        Some(_) => Err("something stands behind its result".to_owned()),
    }
}

/// The set of a game and its number in it, from the tag Round as [`super::schedule::Job::round`]
/// writes it.
fn set_of(game: &RawGame) -> Option<(usize, usize)> {
    let (set, number) = game.tag("Round")?.split_once('.')?;
    Some((set.parse().ok()?, number.parse().ok()?))
}

/// Why a game was over, from the last comment.
fn reason(game: &RawGame) -> String {
    use crate::record::ItemKind;
    let last = game.items.iter().rev().find_map(|item| match &item.kind {
        ItemKind::Comment(text) => Some(text.as_str()),
        _ => None,
    });
    let last = last.unwrap_or_default();
    let reason = last.split_once(", ").map_or(last, |(_, reason)| reason);
    match reason {
        "" => game.tag("Termination").unwrap_or("?").to_owned(),
        _ => reason.to_owned(),
    }
}

/// A game as it counts between engines of these names.
///
/// # Errors
///
/// A player is none of them.
pub fn count(game: &RawGame, names: &[String]) -> Result<Counted, String> {
    let engine = |tag| {
        let name = game.tag(tag).unwrap_or("?");
        let found = names.iter().position(|known| known == name);
        found.ok_or_else(|| format!("{tag} is `{name}`, which is no engine of this tournament"))
    };
    Ok(Counted {
        white: engine("White")?,
        black: engine("Black")?,
        set: set_of(game),
        outcome: game.outcome,
        reason: reason(game),
    })
}

/// The last position of a game as EPD.
pub fn last_position<V: Variant>(record: &Record<V>) -> String {
    let epd = Epd {
        position: *record.history(record.turns.len()).position(),
        operations: Vec::new(),
    };
    format!("{epd}\n")
}

/// Whether a line is as [`last_position`] writes it.
pub fn is_last_position<V: Variant>(line: &str) -> bool {
    Epd::<V>::read(line).is_ok_and(|epd| epd.operations.is_empty() && epd.to_string() == line)
}

/// What [`join`] needs of a game.
struct Joined {
    /// The tournament, set and number; the last two where the tag Round has them.
    place: (String, Option<(usize, usize)>),
    white: String,
    black: String,
    outcome: Outcome,
    reason: String,
}

/// Counts the finished games of files, those of the parts of a tournament or any others. Names are
/// in the order in which they have White, by the rounds.
///
/// # Errors
///
/// A file that cannot be read or is named twice, the same game in two, or no game at all.
pub fn join(paths: &[PathBuf]) -> Result<Standings, ArchiveError> {
    let mut games = Vec::new();
    let mut seen = HashMap::new();
    let mut files = HashSet::new();
    for path in paths {
        let file = File::open(path).map_err(io_error(path))?;
        if !files.insert(path.canonicalize().map_err(io_error(path))?) {
            return Err(ArchiveError::Twice { path: path.clone() });
        }
        for (index, game) in Reader::new(io::BufReader::new(file)).enumerate() {
            let fail = |reason| ArchiveError::Game {
                path: path.clone(),
                game: index + 1,
                reason,
            };
            let game = game.map_err(|error| fail(error.to_string()))?;
            if game.outcome == Outcome::Unknown {
                continue;
            }
            let tag = |name| game.tag(name).unwrap_or("?").to_owned();
            let joined = Joined {
                place: (tag("Event"), set_of(&game)),
                white: tag("White"),
                black: tag("Black"),
                outcome: game.outcome,
                reason: reason(&game),
            };
            if joined.place.1.is_some() {
                let key = (joined.place.clone(), tag("White"), tag("Black"));
                if let Some(earlier) = seen.insert(key, path.clone()) {
                    return Err(fail(format!(
                        "its round {} is in {} already; tournaments that are not parts of one \
                         need different names (-event)",
                        tag("Round"),
                        earlier.display()
                    )));
                }
            }
            games.push(joined);
        }
    }
    if games.is_empty() {
        return Err(ArchiveError::Empty);
    }
    games.sort_by(|one, other| one.place.cmp(&other.place));
    Ok(count_joined(games))
}

/// Counts games, sets of different tournaments being different.
fn count_joined(games: Vec<Joined>) -> Standings {
    let mut names: Vec<String> = Vec::new();
    let mut sets = HashMap::new();
    let mut counted = Vec::new();
    for game in games {
        let mut index = |name: String| match names.iter().position(|known| *known == name) {
            Some(index) => index,
            None => {
                names.push(name);
                names.len() - 1
            }
        };
        let (event, place) = game.place;
        let set = place.map(|(set, number)| {
            let next = sets.len();
            (*sets.entry((event, set)).or_insert(next), number)
        });
        counted.push(Counted {
            white: index(game.white),
            black: index(game.black),
            set,
            outcome: game.outcome,
            reason: game.reason,
        });
    }
    let mut standings = Standings::new(names);
    counted.iter().for_each(|game| standings.add(game));
    standings
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const WHOLE: &str = "[Event \"?\"]\n[White \"A\"]\n\n1. e4 {a} e5 {b, White wins} 1-0\n\n";

    #[test]
    fn whole_games_are_kept_and_a_torn_one_is_cut_at_any_place() {
        let directory = std::env::temp_dir().join(format!("alberich-torn-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("games.pgn");
        for cut in 1..WHOLE.len() {
            let torn = format!("{WHOLE}{WHOLE}{}", &WHOLE[..cut]);
            fs::write(&path, torn).expect("a file");
            let mut games = 0;
            let archive = Archive::resume(&path, |_| {
                games += 1;
                Ok(())
            });
            archive.expect("two games").add(WHOLE).expect("room");
            let is_whole = cut >= WHOLE.trim_end().len();
            assert_eq!(games, if is_whole { 3 } else { 2 }, "{cut}");
            let text = fs::read_to_string(&path).expect("a text");
            assert_eq!(text, WHOLE.repeat(games + 1), "{cut}");
        }
        fs::remove_dir_all(&directory).expect("no directory");
    }

    #[test]
    fn a_torn_game_before_the_last_is_named() {
        let path = std::env::temp_dir().join(format!("alberich-middle-{}", std::process::id()));
        fs::write(&path, format!("[Event \"?\"]\n\n1. e4 {{a\n\n{WHOLE}")).expect("a file");
        let error = Archive::resume(&path, |_| Ok(())).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("game 1: "), "{error}");
        fs::remove_file(&path).expect("no file");
    }
}
