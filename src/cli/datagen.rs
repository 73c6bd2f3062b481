//! `alberich datagen`

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alberich::data::{Amount, Progress, Settings, generate};
use alberich::eval::Evaluation;
use alberich::tournament::Stop;
use alberich::variant::{Game, Variant, VariantVisitor};
use indicatif::{ProgressBar, ProgressStyle};

/// How often a line says how far it is where no bar does.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("amount").required(true).args(["games", "positions"])))]
pub struct Arguments {
    /// The game
    #[arg(long, default_value = "chess", value_parser = super::game_parser())]
    variant: Game,
    /// The file; if it is there, the games that it lacks are played
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// The games that the file is to have at least: those with the numbers from 0 to below N
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many searched positions the file is to have at least
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// What judges positions: a file of a network for the game, `built-in`, or `material`
    #[arg(long, value_name = "EVALUATION", default_value = Evaluation::BUILT_IN, value_parser = super::Judge::parse)]
    eval_file: super::Judge,
    /// Nodes of a search, after which no new iteration begins; it ends at eight times as many
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
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
    /// The most that the score may differ from 0 after the random plies, in centipawns of the search
    #[arg(long, value_name = "CP", default_value_t = Settings::default().balance, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    balance: u16,
    /// Mebibytes of the table of each search
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash, value_parser = clap::value_parser!(u16).range(1..=1024))]
    hash: u16,
    /// Give a game as won after four moves with such scores of both sides, in centipawns of the
    /// search, or `none`
    #[arg(long, value_name = "CP", default_value = "1500", value_parser = parse_win_score)]
    win_score: Threshold,
    /// Give a game as a draw after eight moves with no score beyond this, in centipawns of the search,
    /// and no capture or pawn's move, but not before move 40; or `none`
    #[arg(long, value_name = "CP", default_value = "8", value_parser = parse_score)]
    draw_score: Threshold,
    /// Give a game as a draw after so many moves
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_moves, value_parser = clap::value_parser!(u16).range(100..=10_000))]
    max_moves: u16,
}

/// A score at which a game is given as decided, if there is one.
#[derive(Clone, Copy)]
struct Threshold(Option<u16>);

fn parse_score(text: &str) -> Result<Threshold, String> {
    match text.parse() {
        Ok(score) => Ok(Threshold(Some(score))),
        Err(_) if text == "none" => Ok(Threshold(None)),
        Err(_) => Err(format!("`{text}` is neither a number to 65535 nor `none`")),
    }
}

fn parse_win_score(text: &str) -> Result<Threshold, String> {
    match parse_score(text)? {
        // Every score is so far from balance, and either side would have won.
        Threshold(Some(0)) => Err("a score of at least 1 is needed".to_owned()),
        score => Ok(score),
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
        arguments.eval_file.check(V::GAME)?;
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
        super::print(&format!("{}\n", console.describe(&progress)))?;
        if stop.is_given() {
            super::note("interrupted; the same command goes on\n");
            return Ok(ExitCode::from(super::INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows how far it is: by a bar, or where standard error is no terminal by lines.
struct Console {
    bar: ProgressBar,
    is_terminal: bool,
    amount: Amount,
    /// What the file had at the start, and when that was.
    first: Option<(Progress, Instant)>,
    last_line: Instant,
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
            is_terminal: std::io::stderr().is_terminal(),
            amount,
            first: None,
            last_line: Instant::now(),
        }
    }

    fn tell(&mut self, progress: &Progress) {
        self.bar.set_position(match self.amount {
            Amount::Games(_) => progress.games,
            Amount::Positions(_) => progress.positions,
        });
        if self.first.is_none() {
            self.first = Some((*progress, Instant::now()));
            // The time that is left follows from what is new.
            self.bar.reset_eta();
        }
        let text = self.describe(progress);
        if !self.is_terminal && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            super::note(&format!("{text}\n"));
        }
        self.bar.set_message(text);
    }

    fn describe(&self, progress: &Progress) -> String {
        let (first, time) = match self.first {
            Some((first, start)) => (first, start.elapsed()),
            None => (*progress, Duration::ZERO),
        };
        describe(progress, progress.positions - first.positions, time)
    }
}

/// What a file has come to, with so many new positions in this time.
fn describe(progress: &Progress, new_positions: u64, time: Duration) -> String {
    let Progress {
        games,
        positions,
        draws,
    } = progress;
    let mut text = format!("{games} games, {positions} positions");
    if new_positions > 0 {
        let speed = new_positions as f64 / time.as_secs_f64().max(0.001);
        let _ = write!(text, ", {speed:.0} a second");
    }
    if *games > 0 {
        let share = 100.0 * *draws as f64 / *games as f64;
        let _ = write!(text, ", {share:.0}% draws");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_counts_what_is_new_and_draws_count_all() {
        let progress = Progress {
            games: 8,
            draws: 3,
            positions: 700,
        };
        let time = Duration::from_secs(4);
        for (progress, new, time, text) in [
            (
                progress,
                500,
                time,
                "8 games, 700 positions, 125 a second, 38% draws",
            ),
            (progress, 0, time, "8 games, 700 positions, 38% draws"),
            (
                progress,
                1,
                Duration::ZERO,
                "8 games, 700 positions, 1000 a second, 38% draws",
            ),
            (
                Progress::default(),
                0,
                Duration::ZERO,
                "0 games, 0 positions",
            ),
        ] {
            assert_eq!(describe(&progress, new, time), text);
        }
    }
}
