//! The Universal Chess Interface: a line is parsed ([`command`]), a session does what it asks
//! ([`session`]), options have their ranges ([`options`]), and whole lines are printed.

pub mod command;
pub mod log;
pub mod options;
mod output;
pub mod session;
mod setup;

use std::io::{self, BufRead, Read};

pub use output::Output;
use session::{Flow, Session};
pub use setup::PositionError;

/// The longest line that is read, in bytes; a game of 6,000 plies has some 40,000.
const MAX_LINE: u64 = 4 << 20;

/// Serves lines of input until `quit` or their end; a search that is running then is stopped,
/// and its best move still printed.
///
/// # Errors
///
/// Input that cannot be read.
pub fn run(mut input: impl BufRead, output: Output) -> io::Result<()> {
    let mut session = Session::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            session.reject(
                line.trim_ascii_start().starts_with(b"position"),
                &format!("line of more than {MAX_LINE} bytes ignored"),
            );
            skip_line(&mut input)?;
            continue;
        }
        if session.handle(&String::from_utf8_lossy(&line)) == Flow::Quit {
            return Ok(());
        }
    }
}

/// Does what each of the lines asks for, in order, waiting for each search to end.
pub fn run_commands(commands: &[String], output: Output) {
    let mut session = Session::new(output);
    for command in commands {
        if session.handle(command) == Flow::Quit {
            return;
        }
        session.wait();
    }
}

/// Reads to the end of a line and keeps none of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let available = input.fill_buf()?;
        let (length, ended) = match available.iter().position(|&byte| byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (available.len(), available.is_empty()),
        };
        input.consume(length);
        if ended {
            return Ok(());
        }
    }
}
