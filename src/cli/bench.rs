//! `alberich bench`

use std::process::ExitCode;

use alberich::eval::Evaluation;
use alberich::search::{BENCH_DEPTH, Control, bench, bench_line};
use alberich::variant::Game;

#[derive(clap::Args)]
pub struct Arguments {
    /// Plies to search
    #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Only the positions of this game
    #[arg(long, value_parser = super::game_parser())]
    variant: Option<Game>,
    /// What judges positions: `built-in`, `material`, or the file of a network
    #[arg(long, value_name = "EVALUATION", default_value = Evaluation::BUILT_IN, value_parser = super::Judge::parse)]
    eval_file: super::Judge,
}

/// Runs the bench and prints its result as the last line.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(try_run(arguments).map(|()| ExitCode::SUCCESS))
}

fn try_run(arguments: &Arguments) -> Result<(), String> {
    let judge = &arguments.eval_file;
    if let Some(game) = arguments.variant {
        judge.check(game)?;
    }
    let (nodes, time) = bench(
        arguments.depth,
        arguments.variant,
        &judge.evaluation,
        &Control::new(),
    );
    super::print(&format!("{}\n", bench_line(nodes, time)))
}
