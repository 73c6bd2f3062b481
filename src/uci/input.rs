//! The thread that reads lines and turns them into requests. It waits for nothing but input and
//! a session that takes what it has read.

use std::io::{self, BufRead, Read};

use crossbeam_channel::Sender;

use super::command::{Command, parse};

/// The longest line that is read, in bytes; a game of 6,000 plies has some 40,000.
pub const MAX_LINE: u64 = 4 << 20;

/// What a line asks for.
pub enum Request {
    /// Something that is known.
    Command(Command),
    /// Something that is known, but said wrongly.
    Refused {
        /// Whether it was to be a position.
        is_position: bool,
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing that is known.
    Unknown(String),
}

impl Request {
    /// Reads a line.
    pub fn read(line: &str) -> Self {
        tracing::debug!(line, "input");
        match parse(line) {
            None => Request::Unknown(line.trim().to_owned()),
            Some(Ok(command)) => Request::Command(command),
            Some(Err(error)) => Request::Refused {
                is_position: error.is_of_position(),
                reason: error.to_string(),
            },
        }
    }

    /// A line of which this is the start.
    fn too_long(start: &[u8]) -> Self {
        let is_position = match parse(&String::from_utf8_lossy(start)) {
            Some(Ok(command)) => matches!(command, Command::Position(_)),
            Some(Err(error)) => error.is_of_position(),
            None => false,
        };
        Request::Refused {
            is_position,
            reason: format!("line of more than {MAX_LINE} bytes ignored"),
        }
    }

    /// Whether it makes what comes before it end.
    pub fn is_stop(&self) -> bool {
        matches!(self, Request::Command(Command::Stop))
    }

    /// Whether nothing is read after it.
    pub fn is_last(&self) -> bool {
        matches!(self, Request::Command(Command::Quit))
    }
}

/// A request that has come in, and the length in bytes of its line.
pub type Arrival = (Request, usize);

/// Sends on what is asked for, line by line, until `quit`; the end of the input is one.
///
/// # Errors
///
/// Input that cannot be read; that is its end, too.
pub fn read_requests(mut input: impl BufRead, requests: &Sender<Arrival>) -> io::Result<()> {
    let mut line = Vec::new();
    let mut result = Ok(());
    loop {
        let request = match read_line(&mut input, &mut line) {
            Ok(0) => Request::Command(Command::Quit),
            Ok(length) if length as u64 == MAX_LINE && line.last() != Some(&b'\n') => {
                result = skip_line(&mut input);
                Request::too_long(&line)
            }
            Ok(_) => Request::read(&String::from_utf8_lossy(&line)),
            Err(error) => {
                result = Err(error);
                Request::Command(Command::Quit)
            }
        };
        let is_last = request.is_last();
        if requests.send((request, line.len())).is_err() || is_last {
            return result;
        }
    }
}

/// Reads a line, or as much of it as one may have.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    input.by_ref().take(MAX_LINE).read_until(b'\n', line)
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
