//! The protocol from the other side: an engine is started, set up and asked.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::select;
use thiserror::Error;

use super::evaluation::Evaluation;
use super::options::{EngineOptions, Variation};
use super::process::{Line, NotReading, Process, Trace, complaint};
use super::stop::{Stop, Stopped};

/// How long an engine may take for what has no clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to `uciok`.
    pub startup: Duration,
    /// For `readyok` after options, and for the best move after `stop`.
    pub ping: Duration,
    /// For `readyok` after `ucinewgame`.
    pub new_game: Duration,
    /// For a best move where neither clock nor time for the turn limits the search.
    pub search: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            startup: Duration::from_secs(10),
            ping: Duration::from_secs(10),
            new_game: Duration::from_secs(30),
            search: Duration::from_secs(300),
        }
    }
}

impl Patience {
    fn scaled(self, factor: f64) -> Self {
        let scale = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(time)
        };
        Patience {
            startup: scale(self.startup),
            ping: scale(self.ping),
            new_game: scale(self.new_game),
            search: scale(self.search),
        }
    }
}

/// How long after the end of an engine the tournament may still be told to stop for the same cause.
const FALLOUT: Duration = Duration::from_millis(100);

/// What an engine has done wrong, apart from its turns.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The program cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It has ended, or closed its output.
    #[error("{}", ended(*.0))]
    Ended(Option<ExitStatus>),
    /// It has not answered in time.
    #[error("no answer to {to} within {} s", patience.as_secs_f64())]
    NoAnswer {
        /// What it was told.
        to: &'static str,
        /// How long it had.
        patience: Duration,
    },
    /// Its input is full of lines that it does not read.
    #[error("does not read its input")]
    NotReading,
}

fn ended(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended with {}", status.to_string().replace(": ", " ")),
        None => "closed its output".to_owned(),
    }
}

/// Why an engine does not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// It is at fault.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// It does not play this game at all.
    #[error("{0}")]
    Unfit(String),
    /// The tournament is stopped.
    #[error("stopped")]
    Stopped,
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Failure::Stopped
    }
}

impl From<NotReading> for Failure {
    fn from(_: NotReading) -> Self {
        Failure::Fault(Fault::NotReading)
    }
}

/// An option that an engine has.
struct EngineOption {
    name: String,
    is_button: bool,
    /// The values of a combination; empty for other types.
    values: Vec<String>,
}

impl EngineOption {
    /// Reads the words behind `option`.
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        if words.next() != Some("name") {
            return None;
        }
        let name: Vec<&str> = words.by_ref().take_while(|&word| word != "type").collect();
        let kind = words.next()?;
        let mut values = Vec::new();
        let mut value: Option<Vec<&str>> = None;
        for word in words {
            match word {
                "var" => values.extend(value.replace(Vec::new())),
                "default" | "min" | "max" => values.extend(value.take()),
                _ => {
                    if let Some(value) = &mut value {
                        value.push(word);
                    }
                }
            }
        }
        values.extend(value);
        Some(EngineOption {
            name: name.join(" "),
            is_button: kind == "button",
            values: values.iter().map(|words| words.join(" ")).collect(),
        })
    }
}

/// What an engine answers to `go`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The word behind `bestmove`; empty if there is none.
    pub best: String,
    /// The word behind `ponder`.
    pub ponder: Option<String>,
    /// What it says of the position.
    pub evaluation: Option<Evaluation>,
    /// The time from `go`, or `ponderhit`, to the answer.
    pub time: Duration,
}

/// A running engine that has been set up for a game.
pub struct Client {
    process: Process,
    patience: Patience,
    stop: Stop,
    options: Vec<EngineOption>,
    /// Whether a best move is still to come.
    is_searching: bool,
}

impl Client {
    /// Starts an engine, sets it up for a game and sets its options. What it says is wrong with
    /// the options is collected in `notices`.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not answer, or does not play the game.
    pub fn start(
        engine: &EngineOptions,
        variation: Variation,
        patience: Patience,
        trace: Option<(String, Trace)>,
        stop: &Stop,
        notices: &mut Vec<String>,
    ) -> Result<Self, Failure> {
        let command = command(engine).map_err(Fault::Start)?;
        let process = Process::start(command, trace)
            .map_err(|error| Fault::Start(format!("{}: {error}", engine.command.display())))?;
        let mut client = Client {
            process,
            patience: patience.scaled(engine.scale),
            stop: stop.clone(),
            options: Vec::new(),
            is_searching: false,
        };
        for line in &engine.init {
            client.process.send(line)?;
        }
        client.greet()?;
        client.choose(variation)?;
        for (name, value) in &engine.options {
            client.set(name, value, notices)?;
        }
        let patience = client.patience.ping;
        client.ping("isready", patience, |line| {
            let complaint = complaint(line);
            notices.extend(complaint.map(|text| format!("it says: {text}")));
        })?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), Failure> {
        self.process.send("uci")?;
        let deadline = Instant::now() + self.patience.startup;
        loop {
            let Some(line) = self.line(deadline)? else {
                return Err(Failure::Fault(Fault::NoAnswer {
                    to: "uci",
                    patience: self.patience.startup,
                }));
            };
            if line.text == "uciok" {
                return Ok(());
            }
            if let Some(rest) = line.text.strip_prefix("option ") {
                self.options.extend(EngineOption::read(rest));
            }
        }
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets the game, if it is not the one that every engine plays.
    fn choose(&mut self, variation: Variation) -> Result<(), Failure> {
        let game = variation.game.name();
        let is_default = variation.game == crate::variant::Game::default();
        match self.option("UCI_Variant") {
            Some(option) if option.values.is_empty() || option.values.iter().any(|v| v == game) => {
                let line = format!("setoption name {} value {game}", option.name);
                self.process.send(&line)?;
            }
            Some(option) if !is_default => {
                return Err(Failure::Unfit(format!(
                    "its option UCI_Variant knows {}, not {game}",
                    option.values.join(", ")
                )));
            }
            None if !is_default => {
                return Err(Failure::Unfit(format!(
                    "it has no option UCI_Variant, so it cannot play {game}"
                )));
            }
            Some(_) | None => {}
        }
        match self.option("UCI_Chess960") {
            Some(option) => {
                let value = variation.chess960;
                let line = format!("setoption name {} value {value}", option.name);
                self.process.send(&line)?;
            }
            None if variation.chess960 => {
                return Err(Failure::Unfit(
                    "it has no option UCI_Chess960, so it cannot play from Chess960 starts"
                        .to_owned(),
                ));
            }
            None => {}
        }
        Ok(())
    }

    fn set(&self, name: &str, value: &str, notices: &mut Vec<String>) -> Result<(), Failure> {
        let option = self.option(name);
        let name = option.map_or(name, |option| &option.name);
        let line = match option {
            Some(option) if option.is_button => {
                if value == "false" {
                    return Ok(());
                }
                format!("setoption name {name}")
            }
            _ => format!("setoption name {name} value {value}"),
        };
        match option {
            None => notices.push(format!(
                "it does not list an option `{name}`; sent all the same"
            )),
            Some(option)
                if !option.values.is_empty() && !option.values.iter().any(|v| v == value) =>
            {
                notices.push(format!(
                    "its option `{name}` does not list `{value}`; sent all the same"
                ));
            }
            Some(_) => {}
        }
        Ok(self.process.send(&line)?)
    }

    /// The next line until some time, `None` if it does not come.
    fn line(&mut self, deadline: Instant) -> Result<Option<Line>, Failure> {
        let time = deadline.saturating_duration_since(Instant::now());
        let line = select! {
            recv(self.process.output()) -> line => line.ok(),
            recv(self.stop.channel()) -> _ => return Err(Failure::Stopped),
            default(time) => return Ok(None),
        };
        match line {
            // Who prints without end has always one more line.
            Some(line) => Ok((line.at <= deadline).then_some(line)),
            None => {
                let status = self.process.end();
                // Who ends a whole job ends engines and tournament at once: no engine is to lose
                // by that.
                self.stop.wait(FALLOUT)?;
                Err(Failure::Fault(Fault::Ended(status)))
            }
        }
    }

    /// Waits until the engine has done all that it was told, and hands on what it says before.
    fn ping(
        &mut self,
        to: &'static str,
        patience: Duration,
        mut heard: impl FnMut(&str),
    ) -> Result<(), Failure> {
        self.process.send("isready")?;
        let deadline = Instant::now() + patience;
        loop {
            match self.line(deadline)? {
                Some(line) if line.text == "readyok" => return Ok(()),
                Some(line) => heard(&line.text),
                None => return Err(Failure::Fault(Fault::NoAnswer { to, patience })),
            }
        }
    }

    /// Prepares the engine for a new game.
    ///
    /// # Errors
    ///
    /// It does not answer, or has not ended its last search.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        // Its best move would be taken for that of the next search.
        self.stop_search()?;
        self.process.send("ucinewgame")?;
        self.ping("ucinewgame and isready", self.patience.new_game, |_| {})
    }

    /// Starts a search and waits for its end, or for some time: `None` if that has passed.
    ///
    /// # Errors
    ///
    /// The engine has ended, or the tournament is stopped.
    pub fn search(
        &mut self,
        position: &str,
        go: &str,
        patience: Option<Duration>,
    ) -> Result<Option<Answer>, Failure> {
        // What it has printed unasked is no answer to what it is asked now.
        let now = Instant::now();
        while let Ok(line) = self.process.output().try_recv()
            && line.at <= now
        {}
        self.ponder(position, go)?;
        self.answer(Instant::now(), patience)
    }

    /// Lets the engine search in the opponent's time.
    ///
    /// # Errors
    ///
    /// It does not read.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), Failure> {
        self.process.send(position)?;
        self.process.send(go)?;
        self.is_searching = true;
        Ok(())
    }

    /// Tells the engine that the turn which it ponders on was played, and waits as
    /// [`Client::search`] does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn ponder_hit(&mut self, patience: Option<Duration>) -> Result<Option<Answer>, Failure> {
        self.process.send("ponderhit")?;
        self.answer(Instant::now(), patience)
    }

    /// Ends a search whose result is not wanted.
    ///
    /// # Errors
    ///
    /// The engine does not answer.
    pub fn stop_search(&mut self) -> Result<(), Failure> {
        if !self.is_searching {
            return Ok(());
        }
        self.process.send("stop")?;
        let patience = self.patience.ping;
        match self.answer(Instant::now(), Some(patience))? {
            Some(_) => Ok(()),
            None => Err(Failure::Fault(Fault::NoAnswer {
                to: "stop",
                patience,
            })),
        }
    }

    fn answer(
        &mut self,
        start: Instant,
        patience: Option<Duration>,
    ) -> Result<Option<Answer>, Failure> {
        let deadline = start + patience.unwrap_or(self.patience.search);
        loop {
            let Some(line) = self.line(deadline)? else {
                return Ok(None);
            };
            let mut words = line.text.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            self.is_searching = false;
            let best = words.next().unwrap_or_default().to_owned();
            let ponder = match words.next() {
                Some("ponder") => words.next().map(str::to_owned),
                _ => None,
            };
            return Ok(Some(Answer {
                best,
                ponder,
                evaluation: line.info.as_deref().and_then(Evaluation::read),
                time: line.at.saturating_duration_since(start),
            }));
        }
    }

    /// How long the engine may search where no clock runs.
    pub fn search_patience(&self) -> Duration {
        self.patience.search
    }

    /// Ends the engine in peace.
    pub fn quit(self) {
        self.process.quit();
    }
}

/// The command that starts an engine.
fn command(engine: &EngineOptions) -> Result<Command, String> {
    let mut command = Command::new(program(&engine.command, engine.directory.as_deref()));
    command.args(&engine.arguments);
    if let Some(directory) = &engine.directory {
        command.current_dir(directory);
    }
    command.stderr(match &engine.stderr {
        None => Stdio::null(),
        Some(path) => OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| format!("{}: {error}", path.display()))?
            .into(),
    });
    Ok(command)
}

/// The program's path: a relative one is looked for in the engine's directory, then in that of the
/// runner, and is else left to the system's search path.
fn program(command: &Path, directory: Option<&Path>) -> PathBuf {
    let Ok(here) = std::env::current_dir() else {
        return command.to_owned();
    };
    let in_directory = directory.map(|directory| here.join(directory).join(command));
    [in_directory, Some(here.join(command))]
        .into_iter()
        .flatten()
        .find(|path| path.is_file())
        .unwrap_or_else(|| command.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let option =
            EngineOption::read("name UCI Variant type combo default a b var a b var chess var c");
        let option = option.expect("an option");
        assert_eq!(option.name, "UCI Variant");
        assert_eq!(option.values, ["a b", "chess", "c"]);
        assert!(!option.is_button);
        let button = EngineOption::read("name Clear Hash type button").expect("an option");
        assert!(button.is_button && button.values.is_empty());
        for text in ["", "type spin", "name", "name X", "name X type"] {
            assert!(EngineOption::read(text).is_none(), "{text}");
        }
    }
}
