//! Positions from which games begin.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::position::{CHESS960_STARTS, End, History, Move, Position};
use crate::record::{Epd, Reader};
use crate::variant::Variant;

/// How openings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookFormat {
    /// A position a line.
    Epd,
    /// Games.
    Pgn,
}

/// Where the openings of a book come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// The file.
    pub file: PathBuf,
    /// How it is written.
    pub format: BookFormat,
    /// Whether they are shuffled.
    pub random: bool,
    /// The most plies that are taken of a game.
    pub plies: Option<usize>,
    /// How many are left out at first.
    pub skip: usize,
}

/// A file of openings that is refused.
#[derive(Debug, Error)]
#[error("{path}: {reason}", path = path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// Why, and where.
    pub reason: String,
}

/// A position and turns from there that are played before the engines are asked.
#[derive(Clone, Debug)]
pub struct Opening<V: Variant> {
    /// The position.
    pub start: Position<V>,
    /// The turns.
    pub turns: Vec<Move>,
}

impl<V: Variant> Opening<V> {
    /// The game up to where the engines are asked.
    pub fn history(&self) -> History<V> {
        let mut history = History::new(self.start);
        self.turns.iter().for_each(|&turn| history.push(turn));
        history
    }

    fn end(&self) -> Option<End> {
        self.history().end()
    }
}

/// The openings of a tournament, in their order.
#[derive(Clone, Debug)]
pub struct Book<V: Variant> {
    openings: Vec<Opening<V>>,
    skip: usize,
}

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

impl<V: Variant> Book<V> {
    /// The usual starting position alone, or all starting positions of Chess960, shuffled.
    pub fn starts(chess960: bool, seed: u64) -> Self {
        let mut openings: Vec<Opening<V>> = if chess960 {
            (0..CHESS960_STARTS)
                .map(Position::chess960_start)
                .map(from_start)
                .collect()
        } else {
            vec![from_start(Position::start())]
        };
        openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Book { openings, skip: 0 }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or something in it is no opening of this game.
    pub fn read(options: &BookOptions, seed: u64) -> Result<Self, BookError> {
        let fail = |reason: String| BookError {
            path: options.file.clone(),
            reason,
        };
        let file = File::open(&options.file).map_err(|error| fail(error.to_string()))?;
        let file = BufReader::new(file);
        let mut openings = match options.format {
            BookFormat::Epd => read_epd(file),
            BookFormat::Pgn => read_pgn(file, options.plies),
        }
        .map_err(fail)?;
        if openings.is_empty() {
            return Err(fail("it has no opening".to_owned()));
        }
        if options.random {
            openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(Book {
            openings,
            skip: options.skip,
        })
    }

    /// The opening of a number, from 0; after the last the first comes again.
    pub fn get(&self, number: usize) -> &Opening<V> {
        &self.openings[(self.skip + number) % self.openings.len()]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.openings.len()
    }
}

fn from_start<V: Variant>(start: Position<V>) -> Opening<V> {
    Opening {
        start,
        turns: Vec::new(),
    }
}

fn read_epd<V: Variant>(mut file: impl BufRead) -> Result<Vec<Opening<V>>, String> {
    let mut openings = Vec::new();
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        let at = |reason: &str| format!("line {number}: {reason}");
        let read = (&mut file)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .map_err(|error| at(&error.to_string()))?;
        if read == 0 {
            return Ok(openings);
        }
        if read as u64 == MAX_LINE {
            return Err(at("longer than a position can be"));
        }
        let text = std::str::from_utf8(&line)
            .ok()
            .filter(|text| !text.contains('\0'))
            .ok_or_else(|| at("this is no text"))?;
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let epd = Epd::read(text).map_err(|error| at(&error.to_string()))?;
        let opening = from_start(epd.position);
        if let Some(end) = opening.end() {
            return Err(at(&format!("the game is over there: {end}")));
        }
        openings.push(opening);
    }
}

fn read_pgn<V: Variant>(
    file: impl BufRead,
    plies: Option<usize>,
) -> Result<Vec<Opening<V>>, String> {
    let mut openings = Vec::new();
    for (index, game) in Reader::new(file).enumerate() {
        let at = |reason: String| format!("game {}: {reason}", index + 1);
        let record = game
            .and_then(|game| game.replay::<V>())
            .map_err(|error| at(error.to_string()))?;
        let turns = record.turns.iter().map(|turn| turn.turn);
        let opening = Opening {
            start: record.start,
            turns: turns.take(plies.unwrap_or(usize::MAX)).collect(),
        };
        if let Some(end) = opening.end() {
            return Err(at(format!(
                "the game is over after its {} plies: {end}; fewer may be taken (plies=...)",
                opening.turns.len()
            )));
        }
        openings.push(opening);
    }
    Ok(openings)
}
