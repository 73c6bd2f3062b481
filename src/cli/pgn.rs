//! `alberich pgn`

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use alberich::record::{RawGame, Reader, Verdict};
use alberich::variant::{Variant, VariantVisitor};

#[derive(clap::Args)]
pub struct Arguments {
    /// The file of games
    file: PathBuf,
    /// Replay every game by the rules and report the first wrong turn or result of each
    #[arg(long, required = true)]
    check: bool,
}

/// Replays the games and says what is wrong with which.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(check_file(&arguments.file))
}

fn check_file(path: &Path) -> Result<ExitCode, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut games, mut wrong, mut turns) = (0, 0, 0);
    for (index, game) in Reader::new(BufReader::new(file)).enumerate() {
        games += 1;
        match game.map_err(|error| error.to_string()).and_then(check) {
            Ok(number) => turns += number,
            Err(fault) => {
                wrong += 1;
                super::print(&format!("game {}: {fault}\n", index + 1))?;
            }
        }
    }
    super::print(&format!(
        "{games} games, {} right, {wrong} wrong; {turns} turns\n",
        games - wrong
    ))?;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The number of turns of a game that is right, or what is wrong with it.
fn check(game: RawGame) -> Result<usize, String> {
    struct Check(RawGame);
    impl VariantVisitor for Check {
        type Output = Result<usize, String>;
        fn visit<V: Variant>(self) -> Self::Output {
            let record = self.0.replay::<V>().map_err(|error| error.to_string())?;
            match record.verdict() {
                Verdict::Right => Ok(record.turns.len()),
                Verdict::PlayedOn { end, turn } => {
                    let position = *record.history(turn).position();
                    let side = if position.side_to_move().index() == 0 {
                        "."
                    } else {
                        "..."
                    };
                    Err(format!(
                        "{}{side} {}: the game was over by {end}",
                        position.fullmove_number(),
                        position.format_san(record.turns[turn].turn)
                    ))
                }
                Verdict::WrongOutcome { end, expected } => Err(format!(
                    "the result is {}, but the game ends in {end}, which is {expected}",
                    record.outcome
                )),
            }
        }
    }
    if let Some(tag) = game.tag("Result")
        && tag != game.outcome.to_string()
    {
        return Err(format!(
            "the tag Result is {tag}, but {} ends the turns",
            game.outcome
        ));
    }
    let kind = game.game().map_err(|error| error.to_string())?;
    kind.visit(Check(game))
}
