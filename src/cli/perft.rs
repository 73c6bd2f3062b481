//! `alberich perft`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alberich::perft::{MAX_DEPTH, Perft, Stats, SuiteCheck, check_line, read_suite, stats};
use alberich::position::CastlingStyle;
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["depth", "suite"]))]
pub struct Arguments {
    /// Turns a line, 0 to 64 (before --moves, which takes all words behind it)
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Check every `Dn count` of a file of positions instead
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
    #[arg(long, conflicts_with = "stats")]
    divide: bool,
    /// Print what the last turns are, for each depth
    #[arg(long, conflicts_with = "hash")]
    stats: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Mebibytes of a table of subtrees already counted
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,
    /// Leave out counts above this one
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
}

/// Counts or checks, and says what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(arguments.threads))
        .build();
    super::exit_code(match pool {
        Ok(pool) => pool.install(|| arguments.variant.visit(Run(arguments))),
        Err(error) => Err(error.to_string()),
    })
}

struct Run<'a>(&'a Arguments);

impl VariantVisitor for Run<'_> {
    type Output = Result<ExitCode, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let hash = self.0.hash.unwrap_or(0);
        let perft = Perft::new(hash);
        if hash > 0 && !perft.has_table() {
            return Err(format!("--hash: no memory for a table of {hash} MB"));
        }
        match &self.0.suite {
            Some(file) => {
                let text = super::read_text(file)?;
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
    let mut text = String::new();
    let nodes = if arguments.stats {
        let all = stats(&position, depth);
        text = stats_table(&all);
        all.last().map_or(1, |last| last.nodes)
    } else if arguments.divide && depth > 0 {
        let style = if arguments.chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        };
        let lines = perft.divide(&position, depth);
        for &(m, count) in &lines {
            text += &format!("{}: {count}\n", position.format_move(m, style));
        }
        text.push('\n');
        lines.iter().map(|line| line.1).sum()
    } else {
        perft.count(&position, depth)
    };
    let time = started.elapsed();
    super::print(&format!("{text}Nodes searched: {nodes}\n"))?;
    note_speed(nodes, time);
    Ok(ExitCode::SUCCESS)
}

fn note_speed(nodes: u64, time: Duration) {
    let millions = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    super::note(&format!(
        "{time:.3?}, {millions:.1} million nodes a second\n"
    ));
}

fn stats_table(all: &[Stats]) -> String {
    let mut text = String::new();
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
        text += &format!("{depth:>5}  {}\n", cells.join("  "));
    }
    text.push('\n');
    text
}

fn check_suite<V: Variant>(
    arguments: &Arguments,
    perft: &Perft,
    text: &str,
) -> Result<ExitCode, String> {
    let lines = read_suite::<V>(text).map_err(|error| error.to_string())?;
    let progress = ProgressBar::new(lines.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} positions {wide_bar} {eta}") {
        progress.set_style(style);
    }
    let started = Instant::now();
    let mut total = SuiteCheck::default();
    for line in &lines {
        let check = check_line(perft, line, arguments.max_nodes.unwrap_or(u64::MAX));
        for mismatch in &check.mismatches {
            progress.suspend(|| super::print(&format!("{mismatch}\n")))?;
        }
        total.extend(check);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let time = started.elapsed();
    super::print(&format!(
        "{} positions, {} counts right, {} wrong, {} left out; {} nodes\n",
        lines.len(),
        total.checked - total.mismatches.len(),
        total.mismatches.len(),
        total.left_out,
        total.nodes
    ))?;
    note_speed(total.nodes, time);
    if total.checked == 0 {
        return Err("the file has no count to be checked".to_owned());
    }
    Ok(if total.mismatches.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
