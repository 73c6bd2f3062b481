//! `alberich data`

use std::fmt::Write;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use alberich::data::{Collected, DataError, Reader, Stats, join, shuffle};
use alberich::variant::{Variant, VariantVisitor};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Print what the games of each file come to: lengths, results, ends, scores
    Stats {
        /// Files of games
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Replay all games by the rules and name the first that is wrong of each file
    Check {
        /// Files of games
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Make a file of the games of others, in random order
    Shuffle {
        /// Files of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The new file
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// Another number gives another order
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Make a file of the games of others, in their order and each once
    Join {
        /// Files of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The new file
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
}

/// Does what is asked for.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(match &arguments.action {
        Action::Stats { files } => print_stats(files),
        Action::Check { files } => check(files),
        Action::Shuffle {
            files,
            output,
            seed,
        } => finish(shuffle(files, output, *seed), output),
        Action::Join { files, output } => finish(join(files, output), output),
    })
}

fn finish<E: ToString>(result: Result<Collected, E>, output: &Path) -> Result<ExitCode, String> {
    let collected = result.map_err(|error| error.to_string())?;
    let mut text = format!("{}: {} games", output.display(), collected.games);
    if collected.repeated > 0 {
        let _ = write!(text, "; {} left out, which came before", collected.repeated);
    }
    text.push('\n');
    for (path, offset) in &collected.torn {
        text += &torn(path, *offset);
    }
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Says that a file ends with a torn game.
pub(super) fn torn(path: &Path, offset: u64) -> String {
    format!(
        "{}: the game at byte {offset}, the last, was not written to its end and does not count\n",
        path.display()
    )
}

/// Checks file by file, also after one with a fault.
fn check(paths: &[PathBuf]) -> Result<ExitCode, String> {
    let mut code = ExitCode::SUCCESS;
    for path in paths {
        let checked = Reader::open(path).and_then(|mut reader| {
            let fail = |error| alberich::data::FileError {
                path: path.clone(),
                error,
            };
            let games = reader.check().map_err(fail)?;
            Ok((games, reader.torn_at()))
        });
        match checked {
            Ok((games, torn_at)) => {
                super::print(&format!("{}: {games} games, all right\n", path.display()))?;
                if let Some(offset) = torn_at {
                    super::print(&torn(path, offset))?;
                }
            }
            Err(error) => {
                super::print(&format!("{error}\n"))?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn print_stats(paths: &[PathBuf]) -> Result<ExitCode, String> {
    for path in paths {
        let mut reader = Reader::open(path).map_err(|error| error.to_string())?;
        let counted = reader.header().game.visit(Count(&mut reader));
        let stats = counted.map_err(|error| format!("{}: {error}", path.display()))?;
        let mut text = format!("{}: {}\n", path.display(), reader.header().game);
        for run in &reader.header().runs {
            let _ = writeln!(text, "by          {run}");
        }
        let _ = writeln!(
            text,
            "bytes       {:>10}, {:.2} a position",
            reader.offset(),
            reader.offset() as f64 / stats.positions.max(1) as f64
        );
        text += &stats.to_string();
        if let Some(offset) = reader.torn_at() {
            text += &torn(path, offset);
        }
        super::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Count<'a, R>(&'a mut Reader<R>);

impl<R: BufRead> VariantVisitor for Count<'_, R> {
    type Output = Result<Stats, DataError>;

    fn visit<V: Variant>(self) -> Self::Output {
        let mut stats = Stats::default();
        while let Some(game) = self.0.next() {
            let place = self.0.place();
            let added = stats.add::<V>(&game?);
            added.map_err(|error| DataError::Game { place, error })?;
        }
        Ok(stats)
    }
}
