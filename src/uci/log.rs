//! The file of the option `Debug Log File`: all that goes through `tracing`, the lines in and out
//! among it. A program that wants it adds [`LogFile`] as a writer to its subscriber.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

use crate::files;

static FILE: Mutex<Option<File>> = Mutex::new(None);

fn file() -> MutexGuard<'static, Option<File>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
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
    *file() = opened;
    Ok(())
}

/// Whether lines go to a file now.
pub fn is_open() -> bool {
    file().is_some()
}

/// Writes to the file that is open, if one is.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogFile;

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *file() {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *file() {
            Some(file) => file.flush(),
            None => Ok(()),
        }
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = LogFile;

    fn make_writer(&'a self) -> LogFile {
        LogFile
    }
}
