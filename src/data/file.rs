//! Files of games, written.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{partial, sync_directory};
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
    /// that was not written to its end is cut off. A file without a game gets this header, whatever
    /// it had.
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
        // A pipe or a device would be read for ever.
        if path.exists() && !path.is_file() {
            return Err(io::Error::other("not a regular file").into());
        }
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
        if end > 0 {
            return Ok(Writer { file });
        }
        let writer = Writer::begin(file, header)?;
        sync_directory(path);
        Ok(writer)
    }

    /// Begins an open file that is empty.
    fn begin(file: File, header: &Header) -> Result<Self, DataError> {
        let mut writer = Writer { file };
        writer.write(&header.bytes()?)?;
        writer.sync()?;
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

/// Hands over all games of a file, which has this header if it has any, and returns where they end:
/// nowhere if the file is to be begun anew.
fn take_all(
    mut reader: Reader<BufReader<&File>>,
    header: &Header,
    mut take: impl FnMut(StoredGame),
) -> Result<u64, DataError> {
    let found = reader.header().clone();
    if found != *header {
        return match reader.next() {
            None => Ok(0),
            Some(game) => game.and(Err(difference(&found, header))),
        };
    }
    for game in &mut reader {
        take(game?);
    }
    Ok(reader.offset())
}

/// Why games with one header are not added to those with another.
fn difference(found: &Header, wanted: &Header) -> DataError {
    if found.game != wanted.game {
        return DataError::OtherGame {
            found: found.game,
            wanted: wanted.game,
        };
    }
    let text = |header: &Header| {
        let runs: Vec<String> = header.runs.iter().map(ToString::to_string).collect();
        runs.join("` and `")
    };
    DataError::OtherSettings {
        found: text(found),
        wanted: text(wanted),
    }
}

/// Writes a new file that is there only when it is whole. Until then it has a name that nobody else
/// uses, and if anything fails nothing is left of it; a kill may leave a file `NAME.*.partial`.
pub(super) fn write_whole(
    path: &Path,
    header: &Header,
    write: impl FnOnce(&mut Writer) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let fail = FileError::in_file::<DataError>;
    // To be told before all the work.
    if path.exists() {
        return Err(fail(path)(DataError::Exists));
    }
    let partial = partial(path).map_err(FileError::in_file(path))?;
    let file = partial.as_file().try_clone();
    let mut writer = file
        .map_err(DataError::from)
        .and_then(|file| Writer::begin(file, header))
        .map_err(fail(path))?;
    write(&mut writer)?;
    writer.sync().map_err(fail(path))?;
    // What has come there meanwhile stays as it is.
    partial.persist_noclobber(path).map_err(|error| {
        fail(path)(match error.error.kind() {
            ErrorKind::AlreadyExists => DataError::Exists,
            _ => error.error.into(),
        })
    })?;
    sync_directory(path);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_comes_to_be_meanwhile_is_not_written_over() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("games");
        let written = write_whole(&path, &Header::default(), |_| {
            fs::write(&path, "mine").map_err(FileError::in_file(&path))
        });
        let error = written.expect_err("a file of another").error;
        assert!(matches!(error, DataError::Exists), "{error}");
        assert_eq!(fs::read(&path).expect("a file"), b"mine");
        let files = fs::read_dir(&directory).expect("a directory");
        assert_eq!(files.count(), 1);
    }
}
