//! `alberich datagen`

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alberich::data::{Amount, Progress, Settings, generate};
use alberich::eval::Evaluation;
use alberich::tournament::Stop;
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("amount").required(true).args(["games", "positions"])))]
pub struct Arguments {
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// The file; if it is there, the games that it lacks are played
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many games the file is to have
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many searched positions the file is to have at least
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// What judges positions: a file of a network, `built-in`, or `material`
    #[arg(long, value_name = "EVALUATION", default_value = Evaluation::BUILT_IN, value_parser = Judge::parse)]
    eval_file: Judge,
    /// Nodes of a search, after which no new iteration begins; it ends at eight times as many
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games that are played at a time; the games do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Another number gives other games
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Random plies that a game begins with
    #[arg(long, value_name = "MIN..MAX", default_value = "8..11", value_parser = super::openings::parse_plies)]
    plies: RangeInclusive<u32>,
    /// How many of a hundred games start from a random position of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = Settings::default().chess960, value_parser = clap::value_parser!(u8).range(0..=100))]
    chess960: u8,
    /// The most that the score may differ from 0 after the random plies, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Settings::default().balance, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    balance: u16,
    /// Mebibytes of the table of each search
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash, value_parser = clap::value_parser!(u16).range(1..=1024))]
    hash: u16,
    /// Give a game as won after four moves with such scores of both sides, in centipawns, or `none`
    #[arg(long, value_name = "CP", default_value = "1500", value_parser = parse_score)]
    win_score: Score,
    /// Give a game as a draw after eight moves with no score beyond this, in centipawns, or `none`
    #[arg(long, value_name = "CP", default_value = "8", value_parser = parse_score)]
    draw_score: Score,
    /// Give a game as a draw after so many moves
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_moves, value_parser = clap::value_parser!(u16).range(100..=10_000))]
    max_moves: u16,
}

/// A score at which a game is given as decided, if there is one.
#[derive(Clone, Copy)]
struct Score(Option<u16>);

fn parse_score(text: &str) -> Result<Score, String> {
    match text.parse() {
        Ok(score) => Ok(Score(Some(score))),
        Err(_) if text == "none" => Ok(Score(None)),
        Err(_) => Err(format!("`{text}` is neither a number to 65535 nor `none`")),
    }
}

/// An evaluation, and the name that files of games have for it.
#[derive(Clone)]
struct Judge {
    name: String,
    evaluation: Evaluation,
}

impl Judge {
    fn parse(text: &str) -> Result<Self, String> {
        // Where the file lies is no matter of the games.
        let name = Path::new(text).file_name();
        Ok(Judge {
            name: name.map_or(text.to_owned(), |name| name.to_string_lossy().into_owned()),
            evaluation: super::evaluation_parser(text)?,
        })
    }
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            evaluation: self.eval_file.name.clone(),
            nodes: self.nodes,
            plies: self.plies.clone(),
            chess960: self.chess960,
            balance: self.balance,
            hash: self.hash,
            win_score: self.win_score.0,
            draw_score: self.draw_score.0,
            max_moves: self.max_moves,
        }
    }

    fn amount(&self) -> Amount {
        match (self.games, self.positions) {
            (Some(games), _) => Amount::Games(games),
            (None, positions) => Amount::Positions(positions.unwrap_or_default()),
        }
    }
}

/// Plays the games.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(arguments.variant.visit(Play(arguments)))
}

struct Play<'a>(&'a Arguments);

impl VariantVisitor for Play<'_> {
    type Output = Result<ExitCode, String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let arguments = self.0;
        let stop = Stop::new();
        super::stop_on_signals(&stop)?;
        let mut console = Console::new(arguments.amount());
        let played = generate::<V>(
            &arguments.output,
            &arguments.settings(),
            &arguments.eval_file.evaluation,
            arguments.amount(),
            arguments.threads.into(),
            &stop,
            |progress| console.tell(progress),
        );
        console.bar.finish_and_clear();
        let progress =
            played.map_err(|error| format!("{}: {error}", arguments.output.display()))?;
        super::print(&format!(
            "{} games, {} positions\n",
            progress.games, progress.positions
        ))?;
        Ok(if stop.is_given() {
            ExitCode::from(super::INTERRUPTED)
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Shows how far it is.
struct Console {
    bar: ProgressBar,
    amount: Amount,
    start: Instant,
    /// What the file had at the start.
    first: Option<Progress>,
}

impl Console {
    fn new(amount: Amount) -> Self {
        let (Amount::Games(length) | Amount::Positions(length)) = amount;
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Console {
            bar,
            amount,
            start: Instant::now(),
            first: None,
        }
    }

    fn tell(&mut self, progress: &Progress) {
        let done = match self.amount {
            Amount::Games(_) => progress.games,
            Amount::Positions(_) => progress.positions,
        };
        let Some(first) = self.first else {
            self.first = Some(*progress);
            // The time that is left follows from what is new.
            self.bar.set_position(done);
            self.bar.reset_eta();
            return;
        };
        let new = (progress.positions - first.positions) as f64;
        self.bar.set_position(done);
        self.bar.set_message(format!(
            "{} games, {} positions, {:.0} a second, {:.0}% draws",
            progress.games,
            progress.positions,
            new / self.start.elapsed().as_secs_f64(),
            100.0 * progress.draws as f64 / progress.games.max(1) as f64
        ));
    }
}
