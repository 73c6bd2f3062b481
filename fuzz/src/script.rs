//! A session's input that is bounded in time and opens no files, and what the session prints.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::iter::Take;
use std::slice::Split;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use alberich::uci::command::{Command, Go, parse};

/// More than a search of [`NODES`] takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(8);

/// The most that a search may visit.
const NODES: i64 = 300;

/// The deepest count that is not stopped after the line that follows it.
const PERFT: i64 = 2;

/// The largest table in MB, and the most threads.
const SMALL: i64 = 2;

/// The most lines of a session that are read.
const LINES: usize = 100;

/// What a session has printed; clones share it.
#[derive(Clone, Default)]
pub struct Transcript(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Transcript {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many lines tell a best move.
    pub fn best_moves(&self) -> usize {
        count_best_moves(&self.lock())
    }

    /// Waits until so many searches have been answered.
    fn wait_for(&self, searches: usize) {
        let is_behind = |text: &mut Vec<u8>| count_best_moves(text) < searches;
        let (text, timeout) = (self.0.1)
            .wait_timeout_while(self.lock(), PATIENCE, is_behind)
            .unwrap_or_else(PoisonError::into_inner);
        drop(text);
        assert!(
            !timeout.timed_out(),
            "no answer to a go with limits: {self}"
        );
    }
}

fn count_best_moves(text: &[u8]) -> usize {
    let lines = text.split(|&byte| byte == b'\n');
    lines.filter(|line| line.starts_with(b"bestmove ")).count()
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.1.notify_all();
        Ok(())
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.lock()))
    }
}

type IsEnd = fn(&u8) -> bool;

/// Lines of input, each handed over when the one before it has been dealt with: a search with
/// limits has ended, and one without has not.
pub struct Script<'a> {
    lines: Take<Split<'a, u8, IsEnd>>,
    /// What is left of the line that is being read.
    line: Vec<u8>,
    at: usize,
    transcript: Transcript,
    searches: Arc<AtomicUsize>,
    waits: Wait,
    /// Whether a bench may still be asked for: it takes long.
    may_bench: bool,
    /// Whether a count has been asked for that would take too long.
    must_stop: bool,
}

/// What is known of the search that was begun by the last line.
#[derive(Clone, Copy, PartialEq)]
enum Wait {
    /// There is none, or it may end or not.
    No,
    /// It ends by itself.
    ForEnd,
    /// It waits for a `stop`.
    ForStop,
}

impl<'a> Script<'a> {
    pub fn new(text: &'a [u8], transcript: Transcript) -> Self {
        let is_end: IsEnd = |&byte| byte == b'\n';
        Script {
            lines: text.split(is_end).take(LINES),
            line: Vec::new(),
            at: 0,
            transcript,
            searches: Arc::default(),
            waits: Wait::No,
            may_bench: true,
            must_stop: false,
        }
    }

    /// How many searches have been asked for, counted on.
    pub fn searches(&self) -> Arc<AtomicUsize> {
        self.searches.clone()
    }

    fn next_line(&mut self) {
        match self.waits {
            Wait::No => {}
            Wait::ForEnd => self.transcript.wait_for(self.searches.load(Ordering::Acquire)),
            Wait::ForStop => assert!(
                self.transcript.best_moves() < self.searches.load(Ordering::Acquire),
                "an answer before stop: {}",
                self.transcript
            ),
        }
        self.waits = Wait::No;
        let Some(line) = self.lines.next() else {
            return;
        };
        let must_stop = std::mem::take(&mut self.must_stop);
        let mut line = String::from_utf8_lossy(line).into_owned();
        match parse(&line) {
            Some(Ok(Command::Go(go))) => self.limit(&mut line, &go),
            Some(Ok(Command::Bench(_))) => {
                let may_bench = std::mem::take(&mut self.may_bench);
                line = if may_bench { "bench 1" } else { "" }.to_owned();
            }
            Some(Ok(Command::GenFens(genfens))) => {
                self.must_stop = true;
                if genfens.book.is_some() {
                    line.clear();
                }
            }
            Some(Ok(Command::SetOption { name, value })) => {
                let name: String = name.to_lowercase().split_whitespace().collect();
                let value = value.unwrap_or_default();
                let is_number = !value.is_empty() && value.bytes().all(|c| c.is_ascii_digit());
                let is_small = value.parse().is_ok_and(|value: i64| value <= SMALL);
                if ["hash", "threads"].contains(&name.as_str()) && is_number && !is_small {
                    line = format!("setoption name {name} value {SMALL}");
                } else if name.contains("file") {
                    line = format!("setoption name {name} value <empty>");
                }
            }
            _ => {}
        }
        line.push('\n');
        if must_stop {
            line.push_str("stop\n");
            if self.waits == Wait::ForStop {
                self.waits = Wait::ForEnd;
            }
        }
        (self.line, self.at) = (line.into_bytes(), 0);
    }

    fn limit(&mut self, line: &mut String, go: &Go) {
        if let Some(depth) = go.perft {
            self.must_stop = depth > PERFT;
            return;
        }
        self.searches.fetch_add(1, Ordering::AcqRel);
        self.waits = if go.infinite || go.ponder {
            Wait::ForStop
        } else {
            Wait::ForEnd
        };
        if go.nodes.is_none_or(|nodes| nodes > NODES) {
            *line = format!("{} nodes {NODES}", line.trim_end());
        }
    }
}

impl BufRead for Script<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.next_line();
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Script<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}
