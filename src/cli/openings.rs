//! `alberich openings`

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use alberich::files;
use alberich::openings::{Balanced, MAX_COUNT, Starts, Wanted, find};
use alberich::search::{Control, STACK_BYTES};
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

/// The longest random line, in plies; a game of random turns is often over before.
const MAX_PLIES: u32 = 200;

#[derive(clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_COUNT)))]
    count: u32,
    /// Random plies that lead to each
    #[arg(long, value_name = "MIN..MAX", default_value = "6..10", value_parser = parse_plies)]
    plies: RangeInclusive<u32>,
    /// Start the lines from random positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// The most that a position's score may differ from 0, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 60, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    score: u16,
    /// Nodes of the search that finds the score
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Another number gives other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; the positions do not depend on their number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Write this file, in place of one that is there, instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads `6..10`, or `8` for lines of one length.
pub(super) fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| match text.parse() {
        Ok(number) if (1..=MAX_PLIES).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is not a number from 1 to {MAX_PLIES}")),
    };
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    let (min, max) = (number(min)?, number(max)?);
    if min > max {
        return Err(format!("{min} is more than {max}"));
    }
    Ok(min..=max)
}

/// Finds the positions and writes them when all are found.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(find_and_write(arguments).map(|()| ExitCode::SUCCESS))
}

fn find_and_write(arguments: &Arguments) -> Result<(), String> {
    let in_file = |file: &Path, error| format!("{}: {error}", file.display());
    if let Some(file) = &arguments.output {
        files::check_replaceable(file).map_err(|error| in_file(file, error))?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(arguments.threads))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| error.to_string())?;
    let text = pool.install(|| arguments.variant.visit(Find(arguments)))?;
    match &arguments.output {
        Some(file) => files::replace(file, text.as_bytes()).map_err(|error| in_file(file, error)),
        None => super::print(&text),
    }
}

struct Find<'a>(&'a Arguments);

impl VariantVisitor for Find<'_> {
    type Output = Result<String, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let arguments = self.0;
        let wanted = Wanted {
            count: arguments.count as usize,
            starts: if arguments.chess960 {
                Starts::Chess960
            } else {
                Starts::Usual
            },
            plies: arguments.plies.clone(),
            score: arguments.score,
            nodes: arguments.nodes,
            seed: arguments.seed,
        };
        let progress = ProgressBar::new(arguments.count.into());
        if let Ok(style) = ProgressStyle::with_template("{pos}/{len} openings {wide_bar} {eta}") {
            progress.set_style(style);
        }
        let found = find::<V>(&wanted, &Control::new(), |new| {
            progress.inc(new.len() as u64);
        });
        progress.finish_and_clear();
        let openings = found.map_err(|error| error.to_string())?;
        Ok(header(arguments) + &lines(&openings))
    }
}

/// Comments that say what the positions are and how to find them again.
fn header(arguments: &Arguments) -> String {
    let Arguments {
        variant,
        count,
        plies,
        chess960,
        score,
        nodes,
        seed,
        ..
    } = arguments;
    let (min, max) = (plies.start(), plies.end());
    let version = env!("CARGO_PKG_VERSION");
    let (start, flag) = if *chess960 {
        ("random starting positions of Chess960", " --chess960")
    } else {
        ("the starting position", "")
    };
    format!(
        "# Openings of {variant}: {count} positions after {min} to {max} random plies from {start}.\n\
         # A search of {nodes} nodes scores each within {score} centipawns of balance; ce is its \
         score for the mover.\n\
         # Made by alberich {version} with\n\
         # alberich openings --variant {variant} --count {count} --plies {min}..{max}{flag} \
         --score {score} --nodes {nodes} --seed {seed}\n"
    )
}

fn lines<V: Variant>(openings: &[Balanced<V>]) -> String {
    openings.iter().fold(String::new(), |mut text, opening| {
        let _ = writeln!(text, "{}", opening.epd());
        text
    })
}
