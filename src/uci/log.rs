//! The file of the option `Debug Log File`: all that goes through `tracing`, the lines in and out
//! among it. A program that wants it adds [`LogFile`] as a writer to its subscriber.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

use crate::files;

/// Where lines go.
struct Log {
    file: Option<File>,
    /// Why there is no file any more.
    failure: Option<io::Error>,
}

static LOG: Mutex<Log> = Mutex::new(Log {
    file: None,
    failure: None,
});

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets lines go to a file, behind what it contains; an empty name ends that.
///
/// # Errors
///
/// The file cannot be opened, or is a pipe, a device or a directory; lines go where they went before.
pub fn open(name: &str) -> io::Result<()> {
    let opened = if name.is_empty() {
        None
    } else {
        files::check_regular(Path::new(name))?;
        Some(OpenOptions::new().create(true).append(true).open(name)?)
    };
    log().file = opened;
    Ok(())
}

/// Whether lines go to a file now.
pub fn is_open() -> bool {
    log().file.is_some()
}

/// Why lines go to the file no longer, if it cannot be written to; told once.
pub fn take_failure() -> Option<io::Error> {
    log().failure.take()
}

/// Writes to the file that is open, if one is, until that fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogFile;

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = log();
        if let Some(Err(error)) = log.file.as_mut().map(|file| file.write_all(bytes)) {
            log.file = None;
            log.failure = Some(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A file has nothing to flush.
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = LogFile;

    fn make_writer(&'a self) -> LogFile {
        LogFile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_given_up_and_that_is_told() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        // Opened to read alone: each write fails, as on a full disk.
        log().file = Some(File::open(file.path()).expect("the file"));
        assert!(is_open());
        assert!(LogFile.write_all(b"a line").is_ok());
        assert!(!is_open());
        assert!(take_failure().is_some() && take_failure().is_none());
    }
}
