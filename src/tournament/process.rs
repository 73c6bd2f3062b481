//! An engine as a process: lines in, lines out, and a certain end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, TrySendError, bounded};

use super::system;

/// The longest line that is kept, in bytes; longer ones are passed over. The list of options of
/// an engine with many variants has some thousands.
const MAX_LINE: u64 = 1 << 20;

/// How many lines may wait to be read or written. An engine that prints more is held up, one that
/// reads less is given up.
const QUEUE: usize = 256;

/// How long an engine has to end after `quit`, and after its output has ended.
const FAREWELL: Duration = Duration::from_millis(500);

/// Who is told every line in (`>`) and out (`<`).
pub type Trace = Arc<dyn Fn(&str) + Send + Sync>;

/// A line that an engine has printed.
#[derive(Debug, Clone)]
pub struct Line {
    /// When it was read.
    pub at: Instant,
    /// The line, without its end.
    pub text: String,
    /// The last line before it that tells a score, if one came since the line before.
    pub info: Option<String>,
}

/// A running engine. It is killed when dropped, and with it, on Unix, all processes that it has
/// started in its group.
pub struct Process {
    child: Child,
    /// `None` once the input is closed.
    input: Option<Sender<String>>,
    /// Disconnected when the output has ended.
    output: Receiver<Line>,
    trace: Option<(String, Trace)>,
    is_reaped: bool,
}

impl Process {
    /// Starts a program. On Linux it dies with the thread that calls this, however that ends.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub fn start(mut command: Command, trace: Option<(String, Trace)>) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = system::spawn(&mut command)?;
        let (line_sender, output) = bounded(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            let trace = trace.clone();
            thread::spawn(move || read_lines(stdout, &line_sender, trace.as_ref()));
        }
        let (input, lines) = bounded::<String>(QUEUE);
        if let Some(mut stdin) = child.stdin.take() {
            // A thread of its own, because an engine that does not read blocks who writes.
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Process {
            child,
            input: Some(input),
            output,
            trace,
            is_reaped: false,
        })
    }

    /// Sends a line. That the engine has ended is no error here; its output will tell.
    ///
    /// # Errors
    ///
    /// The engine has not read for long.
    pub fn send(&self, line: &str) -> Result<(), NotReading> {
        if let Some((name, trace)) = &self.trace {
            trace(&format!(">{name}: {line}"));
        }
        let Some(input) = &self.input else {
            return Ok(());
        };
        match input.try_send(format!("{line}\n")) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(_)) => Err(NotReading),
        }
    }

    /// The lines that the engine prints.
    pub fn output(&self) -> &Receiver<Line> {
        &self.output
    }

    /// Asks the engine to quit, and ends it if it does not.
    pub fn quit(mut self) {
        // It may have ended, or not read: the end of input and the kill do the same.
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        // Who prints without end is not waited for.
        while let Ok(line) = self.output.recv_deadline(deadline)
            && line.at < deadline
        {}
        if matches!(self.output.try_recv(), Err(TryRecvError::Disconnected)) {
            self.wait_briefly();
        }
    }

    /// How the engine has ended, once its output has: `None` if it had to be killed.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let status = self.wait_briefly();
        self.kill();
        status
    }

    fn wait_briefly(&mut self) -> Option<ExitStatus> {
        const STEP: Duration = Duration::from_millis(5);
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.is_reaped = true;
                    return Some(status);
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(STEP),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the engine at once.
    pub fn kill(&mut self) {
        self.input = None;
        system::kill_group(&self.child);
        if !self.is_reaped {
            // Both fail only where the process has ended already.
            let _ = self.child.kill();
            self.is_reaped = self.child.wait().is_ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The engine has not read its input for long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotReading;

/// Hands on what is printed, line by line. Lines of information are many and seldom wanted: of
/// those, but for a [`complaint`], only the last that tells a score is kept, for the line that
/// follows.
fn read_lines(output: impl Read, lines: &Sender<Line>, trace: Option<&(String, Trace)>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    let mut info: Option<String> = None;
    loop {
        bytes.clear();
        match (&mut output).take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            if output.skip_until(b'\n').is_err() {
                return;
            }
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        if let Some((name, trace)) = trace {
            trace(&format!("<{name}: {text}"));
        }
        if text.is_empty() {
            continue;
        }
        let is_complaint = complaint(text).is_some();
        if let Some(rest) = text.strip_prefix("info")
            && !is_complaint
        {
            if rest.starts_with([' ', '\t']) && is_better_info(rest, info.as_deref()) {
                info = Some(rest.to_owned());
            }
            continue;
        }
        let line = Line {
            at,
            text: text.to_owned(),
            info: if is_complaint { None } else { info.take() },
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// What an engine says against the value of an option, if a line is that. UCI has no answer to
/// `setoption`, so engines write `info string`: Alberich with the option's name, those of
/// Stockfish's family with `ERROR`.
pub fn complaint(line: &str) -> Option<&str> {
    let text = line.strip_prefix("info string ")?;
    (text.starts_with("option ") || text.starts_with("ERROR")).then_some(text)
}

/// Whether a line of information tells the score of the best line, and not only a bound of it
/// where an exact one is known.
fn is_better_info(text: &str, known: Option<&str>) -> bool {
    let mut words = text.split_whitespace();
    let (mut has_score, mut is_bound) = (false, false);
    while let Some(word) = words.next() {
        match word {
            "string" => return false,
            "multipv" if words.next() != Some("1") => return false,
            "score" => has_score = true,
            "lowerbound" | "upperbound" => is_bound = true,
            // The line of turns is the longest part, and the last.
            "pv" => break,
            _ => {}
        }
    }
    has_score && (!is_bound || known.is_none())
}
