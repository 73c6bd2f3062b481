//! `genfens`: positions to start games from, as OpenBench asks for them.

use crate::files;
use crate::openings::{Book, BookFormat, BookOptions, Starts, Wanted, find};
use crate::search::Control;
use crate::variant::{Variant, VariantVisitor};

use super::command::GenFens;
use super::options::Options;
use super::output::Output;

/// The size of the search that scores a position: OpenBench gives up on an engine that shows none
/// for 15 seconds, so it is a tenth of what `alberich openings` takes its time for.
const NODES: u64 = 5_000;

/// Finds the positions that are asked for, in the game of the options, and prints each on a line
/// that begins with `info string genfens`. No other line may begin so, and then a space: OpenBench
/// takes it for a position.
pub fn run(command: &GenFens, options: &Options, control: &Control, output: &Output) {
    if !command.ignored.is_empty() {
        output.info(&format!("genfens: ignored: {}", command.ignored.join(" ")));
    }
    let find = Find {
        command,
        options,
        control,
        output,
    };
    if let Err(reason) = options.game.visit(find) {
        output.info(&format!("genfens: {reason}"));
    }
}

struct Find<'a> {
    command: &'a GenFens,
    options: &'a Options,
    control: &'a Control,
    output: &'a Output,
}

impl VariantVisitor for Find<'_> {
    type Output = Result<(), String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let wanted = Wanted::<V> {
            count: self.command.count as usize,
            starts: self.starts()?,
            // As by default in `alberich openings`.
            plies: 6..=10,
            score: 60,
            nodes: NODES,
            seed: self.command.seed,
        };
        let style = self.options.fen_style();
        let found = find(&wanted, self.control, |openings| {
            for opening in openings {
                let fen = opening.position.fen_in(style);
                self.output.info(&format!("genfens {fen}"));
            }
        });
        found.map(drop).map_err(|error| error.to_string())
    }
}

impl Find<'_> {
    fn starts<V: Variant>(&self) -> Result<Starts<V>, String> {
        let Some(file) = &self.command.book else {
            return Ok(if self.options.chess960 {
                Starts::Chess960
            } else {
                Starts::Usual
            });
        };
        let book = BookOptions {
            file: file.into(),
            format: BookFormat::Epd,
            random: false,
            plies: None,
            skip: 0,
        };
        files::check_regular(&book.file).map_err(|error| format!("book {file}: {error}"))?;
        let book = Book::read(&book, self.command.seed);
        (book.map(Starts::Book)).map_err(|error| format!("book {error}"))
    }
}
