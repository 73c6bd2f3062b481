//! Files of games, written.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::tournament::{Lock, lock};

use super::frame::frame;
use super::game::StoredGame;
use super::reader::{DataError, Header, Reader, encode};

/// What is wrong with which file.
#[derive(Debug, Error)]
#[error("{path}: {error}", path = path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub error: DataError,
}

impl FileError {
    pub(super) fn in_file<E: Into<DataError>>(path: &Path) -> impl Fn(E) -> Self {
        move |error| FileError {
            path: path.to_owned(),
            error: error.into(),
        }
    }
}

/// A file to which games are added; nobody else can write to it meanwhile.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// Opens a file to add games to, or makes it. The games that it has are handed to `take`; one
    /// that was not written to its end is cut off.
    ///
    /// # Errors
    ///
    /// It cannot be read and written, another process writes to it, it has games with another
    /// header, or it is damaged before its end.
    pub fn open(
        path: &Path,
        header: &Header,
        take: impl FnMut(StoredGame),
    ) -> Result<Self, DataError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path)?;
        if !lock(&file, Lock::Exclusive) {
            return Err(DataError::InUse);
        }
        let end = match Reader::new(BufReader::new(&file)) {
            Err(DataError::NoHeader) => 0,
            Err(error) => return Err(error),
            Ok(reader) => take_all(reader, header, take)?,
        };
        file.set_len(end)?;
        let mut writer = Writer { file };
        if end == 0 {
            writer.write(&header.bytes()?)?;
            writer.sync()?;
        }
        Ok(writer)
    }

    /// Adds a game, in one write.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn add(&mut self, game: &StoredGame) -> Result<(), DataError> {
        self.add_content(&encode(game)?)
    }

    pub(super) fn add_content(&mut self, content: &[u8]) -> Result<(), DataError> {
        self.write(&frame(content)?)
    }

    /// Sees to it that all games are on the disk.
    ///
    /// # Errors
    ///
    /// They cannot be written.
    pub fn sync(&self) -> Result<(), DataError> {
        Ok(self.file.sync_data()?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        Ok(self.file.write_all(bytes)?)
    }
}

/// Hands over all games of a file that has this header, and returns where they end.
fn take_all(
    mut reader: Reader<BufReader<&File>>,
    header: &Header,
    mut take: impl FnMut(StoredGame),
) -> Result<u64, DataError> {
    let found = reader.header();
    if found.game != header.game {
        return Err(DataError::OtherGame {
            found: found.game,
            wanted: header.game,
        });
    }
    if found.runs != header.runs {
        let text = |header: &Header| {
            let runs: Vec<String> = header.runs.iter().map(ToString::to_string).collect();
            runs.join("` and `")
        };
        return Err(DataError::OtherSettings {
            found: text(found),
            wanted: text(header),
        });
    }
    for game in &mut reader {
        take(game?);
    }
    Ok(reader.offset())
}

/// Writes a new file that is there only when it is whole.
pub(super) fn write_whole(
    path: &Path,
    header: &Header,
    write: impl FnOnce(&mut Writer) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let fail = FileError::in_file::<DataError>;
    if path.exists() {
        return Err(fail(path)(DataError::Exists));
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = Path::new(&partial);
    let remove = |error| {
        // What went wrong first is what is to be told.
        let _ = fs::remove_file(partial);
        error
    };
    // What a process has left that was killed is of no use.
    let _ = fs::remove_file(partial);
    let mut writer = Writer::open(partial, header, |_| {}).map_err(fail(partial))?;
    write(&mut writer).map_err(remove)?;
    writer.sync().map_err(fail(partial)).map_err(remove)?;
    fs::rename(partial, path).map_err(FileError::in_file(path))
}
