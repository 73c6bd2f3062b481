//! `alberich match`

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use alberich::tournament::options::{self, Options, Reporting, Request, SprtOptions};
use alberich::tournament::process::Trace;
use alberich::tournament::standings::Standings;
use alberich::tournament::statistics::{Estimate, Hypothesis, Interval, Sprt, SprtStatus};
use alberich::tournament::{Event, Finish, Stop, Summary, archive, start_watchdog};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

/// The name of the command, not for users, that [`watch`] runs.
pub const WATCHDOG: &str = "match-watchdog";

#[derive(clap::Args)]
pub struct Arguments {
    /// Options by the names of cutechess-cli and fastchess; -help explains them
    #[arg(
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<String>,
}

/// Plays a tournament, or counts the games of one.
pub fn run(arguments: &Arguments) -> ExitCode {
    let result = match options::parse(&arguments.words) {
        Ok(Request::Help) => super::print(options::HELP).map(|()| ExitCode::SUCCESS),
        Ok(Request::Version) => super::print(concat!("alberich ", env!("CARGO_PKG_VERSION"), "\n"))
            .map(|()| ExitCode::SUCCESS),
        Ok(Request::Join { files, sprt, json }) => archive::join(&files)
            .map_err(|error| error.to_string())
            .and_then(|standings| print_joined(&standings, sprt, json)),
        Ok(Request::Play {
            options,
            reporting,
            notices,
        }) => play(&options, reporting, notices),
        Err(error) => Err(error.to_string()),
    };
    super::exit_code(result)
}

fn print_joined(
    standings: &Standings,
    sprt: Option<SprtOptions>,
    as_json: bool,
) -> Result<ExitCode, String> {
    let test = sprt.map(|sprt| sprt.test(standings.pairs().pairs() > 0));
    let test = test.transpose().map_err(|error| error.to_string())?;
    if test.is_some() && standings.names().len() != 2 {
        return Err("-sprt is for a match of two engines".to_owned());
    }
    let status = test.map(|test| (test, standings.test(&test)));
    if as_json {
        let mut text = score_json(standings, status.map(|(_, status)| status));
        text["event"] = "score".into();
        super::print(&format!("{text}\n"))?;
    } else {
        super::print(&final_text(standings, status))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(options: &Options, reporting: Reporting, notices: Vec<String>) -> Result<ExitCode, String> {
    let stop = Stop::new();
    super::stop_on_signals(&stop)?;
    guard_engines().map_err(|error| format!("the watchdog cannot be started: {error}"))?;
    let mut console = Console::open(reporting)?;
    for notice in notices {
        console.notice(&notice);
    }
    let trace = console.trace();
    let played = alberich::tournament::run(options, trace.as_ref(), &stop, &mut |event| {
        console.tell(event);
    });
    if let Some(bar) = &console.bar {
        bar.finish_and_clear();
    }
    let summary = played.map_err(|error| error.to_string())?;
    let code = console.finish(&summary);
    match console.loss.get() {
        Some(error) => Err(error.clone()),
        None => Ok(code),
    }
}

/// Has a second process of this program see to it that no engine outlives the first.
fn guard_engines() -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(WATCHDOG);
    start_watchdog(command)
}

/// What that process does.
pub fn watch() -> ExitCode {
    let watched = alberich::tournament::watch();
    super::exit_code(match watched {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(format!("the watchdog: {error}")),
    })
}

/// A file of what happens, with the milliseconds since the start.
#[derive(Clone)]
struct Log {
    file: Arc<Mutex<File>>,
    start: Instant,
}

impl Log {
    fn line(&self, text: &str) {
        let time = self.start.elapsed().as_millis();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(file, "{time} {text}") {
            tracing::warn!(%error, "the log is lost");
        }
    }
}

/// Why standard output has failed, once it has; a tournament goes on all the same.
type Loss = Arc<OnceLock<String>>;

/// Where all goes that is told.
struct Console {
    reporting: Reporting,
    loss: Loss,
    log: Option<Log>,
    bar: Option<ProgressBar>,
}

impl Console {
    fn open(reporting: Reporting) -> Result<Self, String> {
        let log = match &reporting.log {
            None => None,
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
                Some(Log {
                    file: Arc::new(Mutex::new(file)),
                    start: Instant::now(),
                })
            }
        };
        Ok(Console {
            reporting,
            loss: Loss::default(),
            log,
            bar: None,
        })
    }

    /// Whoever is told each line to and from engines, if somebody wants to know.
    fn trace(&self) -> Option<Trace> {
        let log = self.log.clone().filter(|_| self.reporting.log_engines);
        let (debug, json) = (self.reporting.debug, self.reporting.json);
        if log.is_none() && !debug {
            return None;
        }
        let start = Instant::now();
        let loss = Arc::clone(&self.loss);
        Some(Arc::new(move |line: &str| {
            if let Some(log) = &log {
                log.line(line);
            }
            if debug {
                let line = format!("{} {line}\n", start.elapsed().as_millis());
                if json {
                    super::note(&line);
                } else {
                    print(&line, &loss);
                }
            }
        }))
    }

    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Notice(text) => self.notice(&text),
            Event::Begins {
                total,
                standings,
                sprt,
            } => self.begin(total, standings, sprt),
            Event::Started {
                number,
                total,
                white,
                black,
            } => {
                let text = format!("Started game {number} of {total} ({white} vs {black})");
                let json = || {
                    json!({"event": "started", "game": number, "of": total,
                           "white": white, "black": black})
                };
                self.say(&text, json);
            }
            Event::Finished {
                number,
                white,
                black,
                outcome,
                reason,
                plies,
                standings,
                sprt,
            } => {
                let text =
                    format!("Finished game {number} ({white} vs {black}): {outcome} {{{reason}}}");
                let json = || {
                    let mut json = score_json(standings, sprt);
                    json["event"] = "finished".into();
                    json["game"] = number.into();
                    json["white"] = white.into();
                    json["black"] = black.into();
                    json["result"] = outcome.to_string().into();
                    json["reason"] = reason.to_string().into();
                    json["termination"] = reason.termination().into();
                    json["plies"] = plies.into();
                    json
                };
                self.say(&text, json);
                self.standings(standings, sprt);
            }
        }
    }

    fn begin(&mut self, total: usize, standings: &Standings, sprt: Option<&Sprt>) {
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        if is_terminal && !self.reporting.json && !self.reporting.debug {
            let bar = ProgressBar::new(total as u64);
            let template = "{pos}/{len} games {wide_bar} {msg} {elapsed} ({eta})";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_position(standings.games() as u64);
            self.bar = Some(bar);
        }
        let games = standings.games();
        if games > 0 {
            let text = format!("Resumed after {games} of {total} games");
            let json = || {
                let mut json = score_json(standings, sprt.map(|sprt| standings.test(sprt)));
                json["event"] = "resumed".into();
                json["of"] = total.into();
                json
            };
            self.say(&text, json);
        }
        if let Some(sprt) = sprt.filter(|_| !self.reporting.json) {
            self.say(&sprt.to_string(), || Value::Null);
        }
    }

    /// What is due after a game, by the intervals.
    fn standings(&self, standings: &Standings, sprt: Option<SprtStatus>) {
        let games = standings.games();
        if let Some(bar) = &self.bar {
            bar.set_position(games as u64);
            if standings.names().len() == 2 {
                bar.set_message(standings.score(0, 1).to_string());
            }
        }
        if self.reporting.json {
            return;
        }
        let is_due = |interval: usize| interval > 0 && games.is_multiple_of(interval);
        if is_due(self.reporting.score_interval)
            && let Some(line) = standings.score_line()
        {
            self.text(&line);
        }
        if is_due(self.reporting.rating_interval) {
            self.text(&standings.ratings());
            if let Some(sprt) = sprt {
                self.text(&sprt.to_string());
            }
        }
        if is_due(self.reporting.outcome_interval) {
            self.text(&standings.outcomes());
        }
    }

    /// The end, and what it means for who has started the program.
    fn finish(&self, summary: &Summary) -> ExitCode {
        let (standings, total) = (&summary.standings, summary.total);
        let status = summary.sprt.map(|(_, status)| status);
        let (finish, code) = match &summary.finish {
            Finish::Complete => ("complete".to_owned(), ExitCode::SUCCESS),
            Finish::Accepted(hypothesis) => (
                match hypothesis {
                    Hypothesis::H0 => "H0 accepted".to_owned(),
                    Hypothesis::H1 => "H1 accepted".to_owned(),
                },
                ExitCode::SUCCESS,
            ),
            Finish::Interrupted => ("interrupted".to_owned(), super::INTERRUPTED.into()),
            Finish::Breakdown(name) => (
                format!("{name} has failed, and -recover was not given"),
                ExitCode::FAILURE,
            ),
        };
        if self.reporting.json {
            let mut json = score_json(standings, status);
            json["event"] = "end".into();
            json["finish"] = finish.as_str().into();
            json["of"] = total.into();
            self.say("", || json);
        } else {
            self.text(&final_text(standings, summary.sprt));
            self.text(&standings.outcomes());
            self.text("Finished match");
        }
        if !matches!(summary.finish, Finish::Complete | Finish::Accepted(_)) {
            let games = standings.games();
            self.notice(&format!(
                "{finish}, after {games} of {total} games; -resume goes on if -pgnout was given"
            ));
        }
        code
    }

    /// Tells something, as a line or as JSON.
    fn say(&self, text: &str, json: impl FnOnce() -> Value) {
        if self.reporting.json {
            let json = json();
            if let Some(log) = &self.log {
                log.line(&json.to_string());
            }
            print(&format!("{json}\n"), &self.loss);
        } else {
            self.text(text);
        }
    }

    /// Prints the lines of a text.
    fn text(&self, text: &str) {
        let text = text.trim_end();
        if let Some(log) = &self.log {
            text.lines().for_each(|line| log.line(line));
        }
        let print = || print(&format!("{text}\n"), &self.loss);
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Tells the user something on standard error.
    fn notice(&self, text: &str) {
        if let Some(log) = &self.log {
            log.line(text);
        }
        let print = || super::note(&format!("alberich: {text}\n"));
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

/// Prints, or keeps why that fails.
fn print(text: &str, loss: &OnceLock<String>) {
    if let Err(error) = super::print(text) {
        tracing::warn!(error, "output is lost");
        // The first reason is told at the end.
        let _ = loss.set(error);
    }
}

/// The last lines of a tournament.
fn final_text(standings: &Standings, sprt: Option<(Sprt, SprtStatus)>) -> String {
    let mut text = String::new();
    if let Some(line) = standings.score_line() {
        text += &format!("{line}\n");
    }
    text += &standings.ratings();
    if let Some((sprt, status)) = sprt {
        text += &format!("{status}\n{sprt}\n");
    }
    text
}

fn score_json(standings: &Standings, sprt: Option<SprtStatus>) -> Value {
    let names = standings.names();
    let mut json = json!({"games": standings.games()});
    if let [first, second] = names {
        let games = standings.score(0, 1);
        json["score"] = json!({
            "first": first, "second": second, "wins": games.wins, "losses": games.losses,
            "draws": games.draws, "estimate": estimate_json(&games.estimate()),
        });
        let pairs = standings.pairs();
        if pairs.pairs() > 0 {
            json["pairs"] = json!({
                "counts": pairs.0, "estimate": estimate_json(&pairs.estimate()),
            });
        }
    } else {
        let list: Vec<Value> = names
            .iter()
            .enumerate()
            .map(|(engine, name)| {
                let games = standings.total(engine);
                json!({
                    "name": name, "wins": games.wins, "losses": games.losses,
                    "draws": games.draws, "estimate": estimate_json(&games.estimate()),
                })
            })
            .collect();
        json["ranking"] = list.into();
    }
    if let Some(status) = sprt {
        let accepted = status.accepted().map(|hypothesis| match hypothesis {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        });
        json["sprt"] = json!({
            "llr": status.llr, "lower": status.lower_bound, "upper": status.upper_bound,
            "accepted": accepted,
        });
    }
    json
}

/// Infinite numbers, which JSON does not have, are null.
fn estimate_json(estimate: &Estimate) -> Value {
    // A zero has no sign in print.
    let interval = |interval: &Interval| json!([interval.value + 0.0, interval.error]);
    json!({
        "elo": interval(&estimate.elo),
        "normalised": interval(&estimate.normalized_elo),
        "los": estimate.los,
        "draws": estimate.draw_ratio,
    })
}
