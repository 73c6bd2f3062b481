//! `alberich suite`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use alberich::position::{History, Move};
use alberich::record::{Epd, Operation};
use alberich::search::{Control, Engine, Event, Limits, Outcome};
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Args)]
pub struct Arguments {
    /// Positions, one a line, each with the operation bm (best turns) or am (turns to avoid)
    file: PathBuf,
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Nodes for each position, instead of time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Size of the transposition table
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    /// Threads of the search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

/// Searches each position and counts those whose turn is found.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(arguments.variant.visit(Run(arguments)))
}

struct Run<'a>(&'a Arguments);

impl VariantVisitor for Run<'_> {
    type Output = Result<ExitCode, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let file = &self.0.file;
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let problems = read::<V>(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let progress = ProgressBar::new(problems.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{pos}/{len} positions {wide_bar} {eta}") {
            progress.set_style(style);
        }
        let mut engine = Engine::new(self.0.hash, self.0.threads.into());
        let mut solved = 0;
        for problem in &problems {
            engine.clear();
            let attempt = attempt(&mut engine, problem, self.0);
            let is_solved = attempt
                .outcome
                .best
                .is_some_and(|best| problem.is_solved_by(best));
            solved += usize::from(is_solved);
            progress.suspend(|| super::print(&line(problem, &attempt, is_solved)))?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        let share = 100.0 * solved as f64 / problems.len().max(1) as f64;
        super::print(&format!(
            "{solved} of {} solved, {share:.1} %\n",
            problems.len()
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A position and the turns that are right, or wrong.
struct Problem<V: Variant> {
    name: String,
    history: History<V>,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl<V: Variant> Problem<V> {
    fn is_solved_by(&self, m: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }
}

/// Reads the positions that say what to find; lines that say nothing of it are an error.
fn read<V: Variant>(text: &str) -> Result<Vec<Problem<V>>, String> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let number = index + 1;
            let epd = Epd::read(line).map_err(|error| format!("line {number}: {error}"))?;
            let mut problem = Problem {
                name: format!("line {number}"),
                history: History::new(epd.position),
                best: Vec::new(),
                avoid: Vec::new(),
            };
            for operation in epd.operations {
                match operation {
                    Operation::Best(turns) => problem.best.extend(turns),
                    Operation::Avoid(turns) => problem.avoid.extend(turns),
                    Operation::Id(name) => problem.name = name,
                    _ => {}
                }
            }
            if problem.best.is_empty() && problem.avoid.is_empty() {
                return Err(format!("line {number}: neither bm nor am"));
            }
            Ok(problem)
        })
        .collect()
}

/// What a search came to, and since when it had its turn.
struct Attempt {
    outcome: Outcome,
    depth: u32,
    since: Duration,
}

fn attempt<V: Variant>(
    engine: &mut Engine,
    problem: &Problem<V>,
    arguments: &Arguments,
) -> Attempt {
    let limits = Limits {
        nodes: arguments.nodes,
        move_time: match arguments.nodes {
            Some(_) => None,
            None => Some(Duration::from_millis(arguments.time)),
        },
        ..Limits::default()
    };
    let (mut last, mut since, mut depth) = (None, Duration::ZERO, 0);
    let mut listener = |event: Event<'_>| {
        if let Event::Line(report) = event {
            depth = report.depth;
            if report.pv.first() != last.as_ref() {
                (last, since) = (report.pv.first().copied(), report.time);
            }
        }
    };
    let outcome = engine.search(&problem.history, &limits, &Control::new(), &mut listener);
    Attempt {
        outcome,
        depth,
        since,
    }
}

fn line<V: Variant>(problem: &Problem<V>, attempt: &Attempt, is_solved: bool) -> String {
    let position = problem.history.position();
    let written = |turns: &[Move]| {
        let turns: Vec<String> = turns.iter().map(|&m| position.format_san(m)).collect();
        turns.join(" ")
    };
    let played = attempt.outcome.best.map(|m| position.format_san(m));
    let mut text = format!(
        "{}: {} {}, depth {}, since {:.2} s",
        problem.name,
        if is_solved { "found" } else { "missed," },
        played.unwrap_or_default(),
        attempt.depth,
        attempt.since.as_secs_f64()
    );
    if !is_solved && !problem.best.is_empty() {
        text += &format!("; best is {}", written(&problem.best));
    }
    if !is_solved && !problem.avoid.is_empty() {
        text += &format!("; to be avoided is {}", written(&problem.avoid));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use alberich::variant::Chess;

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/K6R w - - ";

    #[test]
    fn what_to_find_is_read() {
        let problems = read::<Chess>(&format!("# mates\n\n{MATE} bm Ra1+; id \"one\";"));
        assert!(problems.is_err(), "there is a king on a1");
        let problems =
            read::<Chess>(&format!("{MATE} am Rh2 Rh3; id \"one\";")).expect("good lines");
        assert_eq!(problems[0].name, "one");
        let position = problems[0].history.position();
        let [wrong, right] = ["Rh2", "Rb1"].map(|san| position.parse_san(san).expect("a turn"));
        assert!(!problems[0].is_solved_by(wrong) && problems[0].is_solved_by(right));
        let error = read::<Chess>(MATE).err();
        assert_eq!(error.as_deref(), Some("line 1: neither bm nor am"));
    }
}
