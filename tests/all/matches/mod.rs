//! `alberich match` as its users run it, with engines that do what a script says.
//!
//! `ALBERICH_TEST_KILLS` sets how often a match is killed and resumed (default 3), and
//! `ALBERICH_TEST_MATCH_GAMES` how many games in each game the naive rules check (default 4).

mod faults;
mod games;
mod resume;
mod scripted;

use std::fs;
use std::io::Read;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Directory, program, setting};
use alberich::record::{RawGame, Reader};

/// Longer than any match here takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A directory of its own for a test, and a match in it.
struct Match {
    directory: Directory,
    words: Vec<String>,
}

impl Match {
    /// A match of no engines yet, whose games go to `games.pgn`.
    fn new() -> Self {
        let mut new = Match {
            directory: Directory::new(),
            words: Vec::new(),
        };
        let pgn = new.path("games.pgn");
        new.words = ["-pgnout", &pgn].map(str::to_owned).to_vec();
        new
    }

    /// Two engines, `A` and `B`, with scripts.
    fn of(first: &str, second: &str) -> Self {
        Match::new().engine("A", first).engine("B", second)
    }

    /// One more engine. Its command line has the directory's name, by which it can be found.
    fn engine(mut self, name: &str, script: &str) -> Self {
        let script = format!("{script};id={}", self.directory.path().display());
        self.words.extend(scripted::words(name, &script));
        self
    }

    /// Lets a shell start each engine and stay until it has ended, as scripts around engines do.
    fn wrapped(mut self) -> Self {
        let words = std::mem::take(&mut self.words).into_iter();
        self.words = words
            .flat_map(|word| match word.strip_prefix("cmd=") {
                None => vec![word],
                Some(program) => vec![
                    "cmd=/bin/sh".to_owned(),
                    "arg=-c".to_owned(),
                    "arg=\"$0\" \"$@\"; exit 0".to_owned(),
                    format!("arg={program}"),
                ],
            })
            .collect();
        self
    }

    /// More words.
    fn with(mut self, words: &str) -> Self {
        self.words
            .extend(words.split_whitespace().map(str::to_owned));
        self
    }

    /// A file in the directory.
    fn path(&self, name: &str) -> String {
        self.directory.file(name).display().to_string()
    }

    /// Writes a file.
    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn start(&self) -> Child {
        program(["match"])
            .args(&self.words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Runs the match to its end.
    fn run(&self) -> Run {
        Run::of(self.start(), self)
    }

    /// Runs it; it has to succeed, and to leave no process.
    fn succeed(&self) -> Run {
        let run = self.run();
        assert!(run.status.success(), "{run}");
        self.is_left_alone();
        run
    }

    /// Runs it; it has to be refused with these words.
    fn refuse(&self, words: &str) {
        let run = self.run();
        assert!(!run.status.success(), "{run}");
        assert!(run.errors.contains(words), "`{words}` expected\n{run}");
    }

    /// Fails if an engine of this match is alive two seconds from now.
    fn is_left_alone(&self) {
        let start = Instant::now();
        while let Some(process) = self.processes().first() {
            assert!(start.elapsed() < Duration::from_secs(2), "left: {process}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The engines that run, where the system lists processes.
    fn processes(&self) -> Vec<u32> {
        let id = format!("id={}", self.directory.path().display());
        let Ok(processes) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let engine = |process: fs::DirEntry| {
            let number = process.file_name().to_str()?.parse().ok()?;
            let line = fs::read(process.path().join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            // The runner's own line has all that, too.
            let is_engine = line.contains(&id) && !line.contains(" match ");
            is_engine.then_some(number)
        };
        processes.flatten().filter_map(engine).collect()
    }

    /// The games in the file.
    fn games(&self) -> Vec<RawGame> {
        let text = self.read("games.pgn");
        let games: Result<Vec<RawGame>, _> = Reader::new(text.as_bytes()).collect();
        match games {
            Ok(games) => games,
            Err(error) => panic!("{error}\n{text}"),
        }
    }

    /// Result, termination and reason of each game, by rounds.
    fn endings(&self) -> Vec<[String; 4]> {
        let mut endings: Vec<[String; 4]> = self.games().iter().map(ending).collect();
        endings.sort();
        endings
    }
}

/// Round, result, termination and reason.
fn ending(game: &RawGame) -> [String; 4] {
    use alberich::record::ItemKind;
    let tag = |name| game.tag(name).unwrap_or("?").to_owned();
    let mut comments = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Comment(text) => Some(text.as_str()),
        _ => None,
    });
    let last = comments.next_back().unwrap_or_default();
    let reason = last.split_once(", ").map_or(last, |(_, reason)| reason);
    [
        tag("Round"),
        tag("Result"),
        tag("Termination"),
        reason.to_owned(),
    ]
}

/// A match that is over.
struct Run {
    status: ExitStatus,
    output: String,
    errors: String,
}

impl Run {
    fn of(mut child: Child, of: &Match) -> Self {
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut stderr = child.stderr.take().expect("a pipe");
        let read = move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).map(|_| text)
        };
        let output = thread::spawn(read);
        let errors = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| text)
        });
        let start = Instant::now();
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break status,
                None if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
                None => {
                    let _ = child.kill();
                    panic!("not over after {PATIENCE:?}: {:?}", of.words);
                }
            }
        };
        let text = |thread: thread::JoinHandle<std::io::Result<String>>| {
            thread.join().expect("a thread").expect("text")
        };
        Run {
            status,
            output: text(output),
            errors: text(errors),
        }
    }

    /// The last line that begins with some words.
    fn last(&self, words: &str) -> &str {
        let lines = self.output.lines();
        let found = lines.rev().find(|line| line.starts_with(words));
        found.unwrap_or_else(|| panic!("no line begins with `{words}`\n{self}"))
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{}\n{}", self.status, self.output, self.errors)
    }
}
