//! `alberich train`

use std::borrow::Cow;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use alberich::eval::network::{FileError, LANES, MAX_BUCKETS, MAX_HIDDEN, Network, NetworkError};
use alberich::files;
use alberich::train::{
    Corpus, Epoch, Filter, Finished, Options, Source, Target, TrainError, Trainer, checkpoint,
    load, report,
};
use indicatif::{ProgressBar, ProgressStyle};

/// The score that stands for an expected result of 73 % where the games do not tell, in centipawns.
const USUAL_SCALE: u16 = 400;

#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games that `alberich datagen` has made, all of one game
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The network, in place of a file that is there; tables and pictures are written beside it
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Neurons of one side's hidden layer, a multiple of 32 up to 512
    #[arg(long, value_name = "N", default_value_t = Options::default().hidden, value_parser = parse_hidden)]
    hidden: usize,
    /// Output buckets by number of pieces, 1 to 16
    #[arg(long, value_name = "N", default_value_t = Options::default().buckets, value_parser = parse_buckets)]
    buckets: usize,
    /// How often each position is seen
    #[arg(long, value_name = "N", default_value_t = Options::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How much the game's result counts beside the search's score, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Options::default().target.result_share, value_parser = parse_share)]
    result_share: f32,
    /// The score, in centipawns of the search, that stands for an expected result of 73 % [default: as
    /// the games came out]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    scale: Option<u16>,
    /// The learning rate at its height; it rises at first and then falls along a cosine
    #[arg(long, value_name = "RATE", default_value_t = Options::default().learning_rate, value_parser = parse_positive)]
    learning_rate: f32,
    /// The weight decay of AdamW; the fewer positions, the more of it
    #[arg(long, value_name = "DECAY", default_value_t = Options::default().weight_decay, value_parser = parse_decay)]
    weight_decay: f32,
    /// Positions to a step
    #[arg(long, value_name = "N", default_value_t = Options::default().batch as u32, value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    batch: u32,
    /// The share of the games that is kept for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    validation: f32,
    /// Leave out positions with a score beyond this, in centipawns of the search
    #[arg(long, value_name = "CP", default_value_t = Filter::default().max_score, value_parser = clap::value_parser!(u16).range(1..=31_000))]
    max_score: u16,
    /// Leave out so many plies after the random opening of each game
    #[arg(long, value_name = "N", default_value_t = Filter::default().skip_plies)]
    skip_plies: usize,
    /// Another number gives other first weights and another order of positions
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
    /// Threads, one for each of the machine's if not given; the network does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where the training is kept after each epoch until it is over [default: beside the output,
    /// with the extension checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on with the training that an interrupt has left at the checkpoint, if it has left one
    #[arg(long)]
    resume: bool,
}

/// The extensions of what is written beside a network.
const REPORTS: [&str; 4] = ["csv", "svg", "wdl.csv", "wdl.svg"];

fn parse_hidden(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (LANES..=MAX_HIDDEN).contains(&number) && number.is_multiple_of(LANES) => {
            Ok(number)
        }
        _ => Err(format!(
            "not a multiple of {LANES} from {LANES} to {MAX_HIDDEN}"
        )),
    }
}

fn parse_buckets(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=MAX_BUCKETS).contains(&number) => Ok(number),
        _ => Err(format!("not a number from 1 to {MAX_BUCKETS}")),
    }
}

fn parse_share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("not a number from 0 to 1".to_owned()),
    }
}

fn parse_decay(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if (0.0..=100.0).contains(&number) => Ok(number),
        _ => Err("not a number from 0 to 100".to_owned()),
    }
}

fn parse_positive(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= 1.0 => Ok(number),
        _ => Err("not a number above 0 and up to 1".to_owned()),
    }
}

impl Arguments {
    fn options(&self, corpus: &Corpus) -> Options {
        let scale = self.scale.or_else(|| corpus.expectation_scale());
        Options {
            hidden: self.hidden,
            buckets: self.buckets,
            epochs: self.epochs,
            seed: self.seed,
            target: Target {
                result_share: self.result_share,
                scale: scale.unwrap_or(USUAL_SCALE).into(),
            },
            learning_rate: self.learning_rate,
            batch: self.batch as usize,
            weight_decay: self.weight_decay,
        }
    }

    fn filter(&self) -> Filter {
        Filter {
            max_score: self.max_score,
            skip_plies: self.skip_plies,
        }
    }

    fn checkpoint(&self) -> PathBuf {
        let beside = || self.beside("checkpoint");
        self.checkpoint.clone().unwrap_or_else(beside)
    }

    /// A file beside the network: its name, less `.net`, and an extension.
    fn beside(&self, extension: &str) -> PathBuf {
        let mut path = match self.output.extension() {
            Some(net) if net == "net" => self.output.with_extension(""),
            _ => self.output.clone(),
        };
        path.as_mut_os_string().push(format!(".{extension}"));
        path
    }

    /// The command that trains the same network of the same files, wherever they are.
    fn command(&self, options: &Options) -> String {
        let mut command = "alberich train".to_owned();
        for path in &self.data {
            let _ = write!(command, " {}", name(path));
        }
        let _ = write!(
            command,
            " --output {} --hidden {} --buckets {} --epochs {} --result-share {} --scale {} \
             --learning-rate {} --weight-decay {} --batch {} --validation {} --max-score {} \
             --skip-plies {} --seed {}",
            name(&self.output),
            self.hidden,
            self.buckets,
            self.epochs,
            self.result_share,
            options.target.scale,
            self.learning_rate,
            self.weight_decay,
            self.batch,
            self.validation,
            self.max_score,
            self.skip_plies,
            self.seed
        );
        command
    }
}

/// A file's name, without the directories.
fn name(path: &Path) -> Cow<'_, str> {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
}

/// Trains a network and writes it.
pub fn run(arguments: &Arguments) -> ExitCode {
    // None asked for are as many as rayon finds right.
    let threads = arguments.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build();
    super::exit_code(match pool {
        Ok(pool) => pool.install(|| run_in_pool(arguments)),
        Err(error) => Err(error.to_string()),
    })
}

fn run_in_pool(arguments: &Arguments) -> Result<ExitCode, String> {
    check_paths(arguments)?;
    let kept = arguments.checkpoint();
    if kept.exists() && !arguments.resume {
        return Err(format!(
            "{}: an interrupted training has left this; --resume goes on with it, or remove it",
            kept.display()
        ));
    }
    let (corpus, sources) = read(arguments)?;
    let text = |error: TrainError| error.to_string();
    let options = arguments.options(&corpus);
    let mut trainer = if kept.exists() {
        checkpoint::read(&kept, &options, &corpus).map_err(text)?
    } else {
        Trainer::new(corpus.training.game(), options).map_err(text)?
    };
    super::print(&format!(
        "after each epoch the training is kept in {}; --resume goes on from there\n",
        kept.display()
    ))?;
    while !trainer.is_finished() {
        train_epoch(&mut trainer, &corpus)?;
        checkpoint::write(&kept, &trainer, &corpus).map_err(text)?;
    }
    let finished = Finished::new(&trainer, &corpus.validation).map_err(text)?;
    let summary = summary(&trainer, &corpus, &finished);
    let made = made(arguments, trainer.options(), &sources, &summary);
    write_all(arguments, &trainer, &corpus, finished, made)?;
    super::print(&summary)?;
    match std::fs::remove_file(&kept) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(format!("{}: {error}", kept.display()))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Sees to it that no file is written over another, or over games.
fn check_paths(arguments: &Arguments) -> Result<(), String> {
    let mut written = vec![arguments.output.clone(), arguments.checkpoint()];
    written.extend(REPORTS.map(|extension| arguments.beside(extension)));
    for (index, path) in written.iter().enumerate() {
        let is_same = |other: &PathBuf| files::place(path) == files::place(other);
        if written[..index].iter().any(is_same) {
            return Err(format!(
                "{}: two files would be written there",
                path.display()
            ));
        }
        if arguments.data.iter().any(is_same) {
            return Err(format!(
                "{}: would be written over the games in it",
                path.display()
            ));
        }
        files::check_replaceable(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    check_output(&arguments.output)
}

/// Refuses to write a network over something else, which a slip of the keyboard has named.
fn check_output(path: &Path) -> Result<(), String> {
    match Network::from_file(path) {
        Err(FileError::Network {
            error: NetworkError::Magic,
            ..
        }) => Err(format!(
            "{}: there is a file that is no network; choose another name",
            path.display()
        )),
        _ => Ok(()),
    }
}

/// Reads the files and says what they gave.
fn read(arguments: &Arguments) -> Result<(Corpus, Vec<Source>), String> {
    let progress = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} games read") {
        progress.set_style(style);
    }
    let share = arguments.validation.into();
    let loaded = load(&arguments.data, arguments.filter(), share, |games| {
        progress.set_position(games);
    });
    progress.finish_and_clear();
    let (corpus, sources) = loaded.map_err(|error| error.to_string())?;
    for source in &sources {
        if source.repeated > 0 {
            super::note(&format!(
                "{}: {} games that came before do not count again\n",
                source.path.display(),
                source.repeated
            ));
        }
        if let Some(offset) = source.torn_at {
            super::note(&super::data::torn(&source.path, offset));
        }
    }
    super::print(&positions(&corpus))?;
    Ok((corpus, sources))
}

fn positions(corpus: &Corpus) -> String {
    let (training, validation) = (corpus.training.len(), corpus.validation.len());
    format!(
        "{} of {} games: {} quiet positions of {}; {} to train with, {} to validate by\n",
        corpus.training.game(),
        corpus.games,
        training + validation,
        corpus.positions,
        training,
        validation
    )
}

fn train_epoch(trainer: &mut Trainer, corpus: &Corpus) -> Result<(), String> {
    let positions = corpus.training.len();
    let progress = ProgressBar::new(positions as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} positions {wide_bar} {eta}") {
        progress.set_style(style);
    }
    let start = Instant::now();
    let mut trained = start.elapsed();
    let epoch = trainer.run_epoch(corpus, |seen| {
        progress.set_position(seen as u64);
        trained = start.elapsed();
    });
    progress.finish_and_clear();
    let Epoch {
        epoch,
        training_loss,
        validation_loss,
        ..
    } = epoch.map_err(|error| error.to_string())?;
    super::print(&format!(
        "epoch {epoch}/{}: training loss {training_loss:.6}, validation loss {validation_loss:.6}, \
         {:.0} positions a second\n",
        trainer.options().epochs,
        positions as f64 / trained.as_secs_f64().max(1e-9)
    ))
}

/// What the training came to.
fn summary(trainer: &Trainer, corpus: &Corpus, finished: &Finished) -> String {
    let mut text = String::new();
    if let Some(last) = trainer.curve().last() {
        let _ = writeln!(
            text,
            "losses: training {:.6}, validation {:.6}; {:.6} if all positions got the best constant",
            last.training_loss,
            last.validation_loss,
            trainer.constant_loss(&corpus.validation)
        );
    }
    let _ = match finished.chances {
        Some(chances) => writeln!(
            text,
            "chances: half of the games are won from {:.1} centipawns, and 73 % from {:.1} more",
            chances.half, chances.spread
        ),
        None => writeln!(
            text,
            "chances: too few games are kept apart to fit them; scores are told by a guess, an \
             output of 1 as {:.0} centipawns",
            Finished::UNFITTED_SCALE
        ),
    };
    let _ = writeln!(
        text,
        "rounding: scores changed by {:.2} centipawns on average, {:.1} at most",
        finished.rounding.mean, finished.rounding.most
    );
    text
}

/// What the network's file says of how it was made.
fn made(arguments: &Arguments, options: &Options, sources: &[Source], summary: &str) -> String {
    let mut text = format!("alberich {}\n", env!("CARGO_PKG_VERSION"));
    text += &arguments.command(options);
    text.push('\n');
    for source in sources {
        let _ = write!(text, "{}: {} games", name(&source.path), source.games);
        if source.repeated > 0 {
            let _ = write!(text, ", {} of them known already", source.repeated);
        }
        for run in &source.runs {
            let _ = write!(text, "; {run}");
        }
        text.push('\n');
    }
    text + summary
}

/// Writes the network, and tables and pictures beside it.
fn write_all(
    arguments: &Arguments,
    trainer: &Trainer,
    corpus: &Corpus,
    finished: Finished,
    made: String,
) -> Result<(), String> {
    let text = |error: TrainError| error.to_string();
    let (curve, constant) = (trainer.curve(), trainer.constant_loss(&corpus.validation));
    let Finished {
        network,
        shares,
        chances,
        ..
    } = finished;
    let losses_csv = report::losses_csv(curve, constant).map_err(text)?;
    let losses_svg = report::losses_svg(curve).map_err(text)?;
    let chances_csv = report::chances_csv(&shares, chances).map_err(text)?;
    let chances_svg = report::chances_svg(&shares, chances, Finished::MAX_SCORE).map_err(text)?;
    let network = network.changed(|header, _| header.made = made);
    let network = network.map_err(|error| error.to_string())?;
    let reports = [losses_csv, losses_svg, chances_csv, chances_svg];
    for (extension, report) in REPORTS.into_iter().zip(reports) {
        write_file(&arguments.beside(extension), report.as_bytes())?;
    }
    write_file(&arguments.output, &network.to_bytes())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    files::replace(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
