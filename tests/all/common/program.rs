//! The program as a process that runs to its end, and places for its files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use tempfile::TempDir;

/// A directory of its own for a test.
pub struct Directory(TempDir);

impl Directory {
    pub fn new() -> Self {
        let made = tempfile::Builder::new()
            .prefix("test-")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"));
        Directory(made.expect("a directory"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The place of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // A test that fails leaves its files to be looked at.
        self.0.disable_cleanup(thread::panicking());
    }
}

/// The program with some words on its command line.
pub fn program(words: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alberich"));
    command.args(words);
    command
}

fn run(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|error| panic!("the program does not start: {error}"))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

/// What a command prints that succeeds.
pub fn printed(mut command: Command) -> String {
    let output = run(&mut command);
    assert!(output.status.success(), "{command:?}: {output:?}");
    text(output.stdout)
}

/// What a command prints that fails, and what it complains of.
pub fn failure(mut command: Command) -> (String, String) {
    let output = run(&mut command);
    assert!(!output.status.success(), "{command:?}: {output:?}");
    (text(output.stdout), text(output.stderr))
}

/// What a command complains of that is refused: it fails and prints nothing else.
pub fn complaint(command: Command) -> String {
    let words = format!("{command:?}");
    let (printed, complaint) = failure(command);
    assert!(printed.is_empty(), "{words}: {printed}\n{complaint}");
    complaint
}
