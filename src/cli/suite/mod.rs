//! `alberich suite`

mod problem;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use alberich::eval::Evaluation;
use alberich::position::Move;
use alberich::search::{Control, Engine, Event, Limits};
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

use problem::Problem;

#[derive(clap::Args)]
pub struct Arguments {
    /// Positions, one a line: EPD with an operation bm (best turns), am (turns to avoid) or dm
    /// (turns to the mate), or `FEN | turns to the mate | its first turn`
    file: PathBuf,
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// Milliseconds for each position; 1000 if there is no other limit
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Depth for each position
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Size of the transposition table
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    /// Threads of the search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// What judges positions: `built-in`, `material`, or the file of a network
    #[arg(long, value_name = "EVALUATION", default_value = Evaluation::BUILT_IN, value_parser = super::Judge::parse)]
    eval_file: super::Judge,
}

/// Searches each position and counts those whose turn is found.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(arguments.variant.visit(Run(arguments)))
}

struct Run<'a>(&'a Arguments);

impl VariantVisitor for Run<'_> {
    type Output = Result<ExitCode, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        self.0.eval_file.check(V::GAME)?;
        let file = &self.0.file;
        let text = super::read_text(file)?;
        let problems =
            problem::read::<V>(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let progress = ProgressBar::new(problems.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{pos}/{len} positions {wide_bar} {eta}") {
            progress.set_style(style);
        }
        let mut engine = Engine::new(self.0.hash, self.0.threads.into());
        engine.set_evaluation(self.0.eval_file.evaluation.clone());
        let mut solved = 0;
        for problem in &problems {
            engine.clear();
            let attempt = attempt(&mut engine, problem, self.0);
            let is_solved = attempt
                .best
                .is_some_and(|best| problem.is_solved_by(best, attempt.mate_distance));
            solved += u32::from(is_solved);
            progress.suspend(|| super::print(&line(problem, &attempt, is_solved)))?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        let share = 100.0 * f64::from(solved) / problems.len() as f64;
        super::print(&format!(
            "{solved} of {} solved, {share:.1} %\n",
            problems.len()
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What a search came to, and since when it had its turn.
#[derive(Default)]
struct Attempt {
    best: Option<Move>,
    mate_distance: Option<i32>,
    depth: u32,
    since: Duration,
}

fn attempt<V: Variant>(
    engine: &mut Engine,
    problem: &Problem<V>,
    arguments: &Arguments,
) -> Attempt {
    const DEFAULT_TIME: Duration = Duration::from_secs(1);
    let is_limited = arguments.depth.is_some() || arguments.nodes.is_some();
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        mate: problem.mate,
        move_time: match arguments.time {
            Some(milliseconds) => Some(Duration::from_millis(milliseconds)),
            None => (!is_limited).then_some(DEFAULT_TIME),
        },
        ..Limits::default()
    };
    let mut attempt = Attempt::default();
    let mut listener = |event: Event<'_>| {
        if let Event::Line(report) = event {
            attempt.depth = report.depth;
            attempt.mate_distance = report.score.mate_distance();
            if report.pv.first() != attempt.best.as_ref() {
                (attempt.best, attempt.since) = (report.pv.first().copied(), report.time);
            }
        }
    };
    let outcome = engine.search(&problem.history, &limits, &Control::new(), &mut listener);
    attempt.best = outcome.best;
    attempt
}

fn line<V: Variant>(problem: &Problem<V>, attempt: &Attempt, is_solved: bool) -> String {
    let position = problem.history.position();
    let written = |turns: &[Move]| {
        let turns: Vec<String> = turns.iter().map(|&m| position.format_san(m)).collect();
        turns.join(" ")
    };
    let mut text = format!(
        "{}: {} {}, depth {}, since {:.2} s",
        problem.name,
        if is_solved { "found" } else { "missed," },
        written(attempt.best.as_slice()),
        attempt.depth,
        attempt.since.as_secs_f64()
    );
    if !is_solved && !problem.best.is_empty() {
        text += &format!("; best is {}", written(&problem.best));
    }
    if !is_solved && !problem.avoid.is_empty() {
        text += &format!("; to be avoided is {}", written(&problem.avoid));
    }
    if let Some(moves) = problem.mate.filter(|_| !is_solved) {
        text += &format!("; there is a mate in {moves}");
    }
    text + "\n"
}
