//! `alberich perft`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alberich::perft::{Perft, Stats, SuiteCheck, check_line, read_suite, stats};
use alberich::position::CastlingStyle;
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true).args(["depth", "suite"]))]
pub struct Arguments {
    /// Turns a line
    depth: Option<u32>,
    /// Check every `;Dn count` of a file of positions instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "divide", "stats"])]
    suite: Option<PathBuf>,
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// Begin with this position instead of the starting position
    #[arg(long)]
    fen: Option<String>,
    /// Turns to play first
    #[arg(long, num_args = 1..)]
    moves: Vec<String>,
    /// Write castling as king takes rook (it is read in both ways always)
    #[arg(long)]
    chess960: bool,
    /// Print the count of each first turn
    #[arg(long)]
    divide: bool,
    /// Print what the last turns are, for each depth
    #[arg(long)]
    stats: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Mebibytes of a table of subtrees already counted
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
    /// Leave out counts above this one
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
}

/// Counts or checks, and says what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(arguments.threads))
        .build();
    let result = match pool {
        Ok(pool) => pool.install(|| arguments.variant.visit(Run(arguments))),
        Err(error) => Err(error.to_string()),
    };
    match result {
        Ok(code) => code,
        Err(message) => super::fail(&message),
    }
}

struct Run<'a>(&'a Arguments);

impl VariantVisitor for Run<'_> {
    type Output = Result<ExitCode, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let perft = Perft::new(self.0.hash);
        match &self.0.suite {
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
                check_suite::<V>(self.0, &perft, &text)
                    .map_err(|error| format!("{}: {error}", file.display()))
            }
            None => count::<V>(self.0, &perft),
        }
    }
}

fn count<V: Variant>(arguments: &Arguments, perft: &Perft) -> Result<ExitCode, String> {
    let depth = arguments.depth.unwrap_or(0);
    let history = super::set_up::<V>(arguments.fen.as_deref(), &arguments.moves)?;
    let position = *history.position();
    let started = Instant::now();
    if arguments.stats {
        let all = stats(&position, depth);
        print_stats(&all);
        let nodes = all.last().map_or(1, |last| last.nodes);
        print_speed(nodes, started.elapsed());
    } else if arguments.divide && depth > 0 {
        let style = if arguments.chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        };
        let lines = perft.divide(&position, depth);
        for &(m, count) in &lines {
            println!("{}: {count}", position.format_move(m, style));
        }
        println!();
        print_speed(lines.iter().map(|line| line.1).sum(), started.elapsed());
    } else {
        print_speed(perft.count(&position, depth), started.elapsed());
    }
    Ok(ExitCode::SUCCESS)
}

fn print_speed(nodes: u64, time: Duration) {
    println!("Nodes searched: {nodes}");
    eprintln!(
        "{time:.3?}, {} million nodes a second",
        millions(nodes, time)
    );
}

fn millions(nodes: u64, time: Duration) -> String {
    format!("{:.1}", nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6)
}

fn print_stats(all: &[Stats]) {
    let mut rows = vec![Stats::NAMES.map(str::to_owned)];
    rows.extend(
        all.iter()
            .map(|stats| stats.values().map(|n| n.to_string())),
    );
    let widths: Vec<usize> = (0..Stats::NAMES.len())
        .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
        .collect();
    for (depth, row) in rows.iter().enumerate() {
        let depth = if depth == 0 {
            "depth".to_owned()
        } else {
            depth.to_string()
        };
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        println!("{depth:>5}  {}", cells.join("  "));
    }
    println!();
}

fn check_suite<V: Variant>(
    arguments: &Arguments,
    perft: &Perft,
    text: &str,
) -> Result<ExitCode, String> {
    let lines = read_suite::<V>(text).map_err(|error| error.to_string())?;
    if let Some(depth) = arguments.depth {
        return Err(format!(
            "a suite names its depths itself; what is `{depth}` for?"
        ));
    }
    let progress = ProgressBar::new(lines.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} positions {wide_bar} {eta}") {
        progress.set_style(style);
    }
    let started = Instant::now();
    let mut total = SuiteCheck::default();
    for line in &lines {
        let check = check_line(perft, line, arguments.max_nodes);
        for mismatch in &check.mismatches {
            progress.suspend(|| println!("{mismatch}"));
        }
        total.extend(check);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let time = started.elapsed();
    println!(
        "{} positions, {} counts right, {} wrong, {} left out; {} nodes",
        lines.len(),
        total.checked - total.mismatches.len(),
        total.mismatches.len(),
        total.left_out,
        total.nodes
    );
    eprintln!(
        "{time:.3?}, {} million nodes a second",
        millions(total.nodes, time)
    );
    Ok(if total.mismatches.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
