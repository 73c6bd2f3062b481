//! A UCI client for tests: it runs the engine as its users do, as a process, and never waits for
//! ever.

// Every test file compiles this module for itself and uses a part of it.
#![allow(dead_code, unused_imports)]

mod referee;
mod search;

pub use referee::{GAMES, Referee};
pub use search::{Info, Score, Search};

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes that works, also on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much of a session is shown where a test fails: lines, and characters a line.
const SHOWN_LINES: usize = 40;
const SHOWN_LINE: usize = 200;

/// A running engine; it is killed when dropped.
pub struct Engine {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    /// What the search under way, or the last one, has told.
    told: Vec<String>,
    /// The end of the session so far, for messages.
    transcript: VecDeque<String>,
}

impl Engine {
    /// Starts the engine of this build.
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alberich"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine {
            child,
            input,
            output: receiver,
            told: Vec::new(),
            transcript: VecDeque::new(),
        }
    }

    /// Starts the engine for a game.
    pub fn playing(game: &str) -> Self {
        let mut engine = Self::start();
        engine.choose(game);
        engine
    }

    /// Sets the game.
    pub fn choose(&mut self, game: &str) {
        self.send(format!("setoption name UCI_Variant value {game}"));
        self.wait_for("info string variant");
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl Display) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are, in one write.
    pub fn write(&mut self, bytes: &[u8]) {
        self.note("> ", &String::from_utf8_lossy(bytes));
        let written = match &mut self.input {
            Some(input) => input.write_all(bytes).and_then(|()| input.flush()),
            None => panic!("the input is closed already"),
        };
        if let Err(error) = written {
            panic!("the engine does not read: {error}\n{}", self.session());
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.note("> ", "(end of input)");
        self.input = None;
    }

    /// The next line within some time, without its line feed; `None` if there is none.
    pub fn line_within(&mut self, patience: Duration) -> Option<String> {
        let line = match self.output.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                self.note("< ", "(end of output)");
                return None;
            }
        };
        self.note("< ", &String::from_utf8_lossy(&line));
        // Clients take a carriage return for a part of the move before it.
        assert!(
            !line.contains(&b'\r'),
            "carriage return\n{}",
            self.session()
        );
        match String::from_utf8(line) {
            Ok(line) => {
                self.listen(&line);
                Some(line)
            }
            Err(error) => panic!("{error}\n{}", self.session()),
        }
    }

    /// Keeps what belongs to a search, from its beginning to its best move.
    fn listen(&mut self, line: &str) {
        if line.starts_with("info ") || line.starts_with("bestmove") {
            let is_new = self
                .told
                .last()
                .is_some_and(|last| last.starts_with("bestmove"));
            if is_new {
                self.told.clear();
            }
            self.told.push(line.to_owned());
        }
    }

    /// The lines up to the first that begins with a word or words, that one included.
    pub fn wait_for(&mut self, prefix: &str) -> Vec<String> {
        let start = Instant::now();
        let mut lines = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.line_within(left) {
                Some(line) => {
                    let found = line.starts_with(prefix);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                None => panic!("no line begins with `{prefix}`\n{}", self.session()),
            }
        }
    }

    /// Waits until all that was sent has been done or begun, and returns what was printed.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns what is printed at once.
    pub fn ask(&mut self, line: impl Display) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends a line that the engine has to follow without a word.
    pub fn tell(&mut self, line: impl Display) {
        let answer = self.ask(line);
        assert!(
            answer.is_empty(),
            "unexpected: {answer:?}\n{}",
            self.session()
        );
    }

    /// Sends a line and returns the one notice that it is answered with.
    pub fn notice(&mut self, line: impl Display) -> String {
        let answer = self.ask(line);
        match answer.as_slice() {
            [notice] if notice.starts_with("info string ") => notice.clone(),
            _ => panic!("not one notice: {answer:?}\n{}", self.session()),
        }
    }

    /// Starts a search and waits for its end.
    pub fn go(&mut self, limits: &str) -> Search {
        self.send(format!("go {limits}"));
        self.search()
    }

    /// The search that is under way, once it has ended; nothing may come after its best move.
    pub fn search(&mut self) -> Search {
        let lines = self.wait_for("bestmove");
        let after = self.sync();
        assert!(
            after.is_empty(),
            "unexpected: {after:?}\n{}",
            self.session()
        );
        Search::parse(&lines)
    }

    /// The lines that `go perft` prints, and the total.
    pub fn perft(&mut self, depth: u32) -> (Vec<String>, u64) {
        self.send(format!("go perft {depth}"));
        let mut lines = self.wait_for("Nodes searched: ");
        let total = lines
            .pop()
            .and_then(|line| line.strip_prefix("Nodes searched: ")?.parse().ok())
            .unwrap_or_else(|| panic!("no total\n{}", self.session()));
        let blank = lines.pop();
        assert_eq!(blank.as_deref(), Some(""), "{}", self.session());
        (lines, total)
    }

    /// Listens for a while and fails if a best move is heard.
    pub fn has_no_best_move_for(&mut self, time: Duration) {
        let start = Instant::now();
        while let Some(line) = self.line_within(time.saturating_sub(start.elapsed())) {
            assert!(
                !line.starts_with("bestmove"),
                "too early\n{}",
                self.session()
            );
        }
    }

    /// Fails if the engine takes longer to be ready, and returns what was printed meanwhile.
    pub fn is_ready_within(&mut self, time: Duration) -> Vec<String> {
        let start = Instant::now();
        let lines = self.sync();
        let taken = start.elapsed();
        assert!(taken <= time, "isready took {taken:?}\n{}", self.session());
        lines
    }

    /// Waits for the end of the process, which has to be a successful one, and returns what it
    /// still printed.
    pub fn ends_within(mut self, time: Duration) -> Vec<String> {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(error) => panic!("{error}"),
            }
            let taken = start.elapsed();
            assert!(taken <= time, "still running\n{}", self.session());
        };
        assert_eq!(status.code(), Some(0), "{status}\n{}", self.session());
        std::iter::from_fn(|| self.line_within(PATIENCE)).collect()
    }

    /// The processor time that the process has used, where the system tells it.
    pub fn cpu_time(&self) -> Option<Duration> {
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program, in brackets, is the only field that may have spaces.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u32>().ok();
        Some(TICK * (ticks()? + ticks()?))
    }

    /// The end of the session so far.
    pub fn session(&self) -> String {
        let lines: Vec<&str> = self.transcript.iter().map(String::as_str).collect();
        format!("the session:\n{}", lines.join("\n"))
    }

    fn note(&mut self, mark: &str, text: &str) {
        for line in text.lines() {
            let shown: String = line.chars().take(SHOWN_LINE).collect();
            let cut = if shown.len() < line.len() { " ..." } else { "" };
            self.transcript.push_back(format!("{mark}{shown}{cut}"));
            if self.transcript.len() > SHOWN_LINES {
                self.transcript.pop_front();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
