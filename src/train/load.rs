//! Files of games, read for training.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::data::{DataError, FileError, Reader, Settings, StoredGame};
use crate::variant::{Game, Variant, VariantVisitor};

use super::samples::{Corpus, Filter};

/// What a file gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// The runs that played its games.
    pub runs: Vec<Settings>,
    /// Games in it.
    pub games: u64,
    /// Games that were left out, as they came before.
    pub repeated: u64,
    /// Where a game begins that was not written to its end, in bytes.
    pub torn_at: Option<u64>,
}

/// Reads the games of some files and keeps the positions that teach, a share of the games for
/// validation. `progress` is told after each game how many there were.
///
/// # Errors
///
/// A file cannot be read or is damaged, a game is not by the rules, or the files are not of one
/// game.
pub fn load(
    paths: &[PathBuf],
    filter: Filter,
    share: f64,
    mut progress: impl FnMut(u64),
) -> Result<(Corpus, Vec<Source>), FileError> {
    let game = match paths.first() {
        Some(path) => Reader::open(path)?.header().game,
        None => Game::default(),
    };
    let mut corpus = Corpus::new(game, filter, share);
    let mut known = HashSet::new();
    let mut sources = Vec::new();
    for path in paths {
        let read = Read {
            path,
            corpus: &mut corpus,
            known: &mut known,
            progress: &mut progress,
        };
        sources.push(game.visit(read)?);
    }
    Ok((corpus, sources))
}

/// The reading of one file.
struct Read<'a, P> {
    path: &'a Path,
    corpus: &'a mut Corpus,
    /// The identities of the games so far.
    known: &'a mut HashSet<u64>,
    progress: P,
}

impl<P: FnMut(u64)> VariantVisitor for Read<'_, P> {
    type Output = Result<Source, FileError>;

    fn visit<V: Variant>(mut self) -> Self::Output {
        let in_file = |error| FileError {
            path: self.path.to_owned(),
            error,
        };
        let mut reader = Reader::open(self.path)?;
        if reader.header().game != V::GAME {
            return Err(in_file(DataError::OtherGame {
                found: reader.header().game,
                wanted: V::GAME,
            }));
        }
        let mut source = Source {
            path: self.path.to_owned(),
            runs: reader.header().runs.clone(),
            games: 0,
            repeated: 0,
            torn_at: None,
        };
        while let Some(game) = reader.next() {
            let game = game.map_err(in_file)?;
            source.games += 1;
            if self.known.insert(game.identity()) {
                let place = reader.place();
                add::<V>(self.corpus, &game)
                    .map_err(|error| in_file(DataError::Game { place, error }))?;
                (self.progress)(self.known.len() as u64);
            } else {
                source.repeated += 1;
            }
        }
        source.torn_at = reader.torn_at();
        Ok(source)
    }
}

/// Adds a game to the corpus. The turns of its opening were not searched.
fn add<V: Variant>(corpus: &mut Corpus, game: &StoredGame) -> Result<(), crate::data::GameError> {
    // A game that says something wrong of its end would teach it.
    game.check::<V>()?;
    let mut turns = Vec::with_capacity(game.turns.len());
    for sample in game.replay::<V>() {
        let sample = sample?;
        if let Some(score) = sample.score {
            turns.push((sample.position, sample.turn, score));
        }
    }
    corpus.add_game((game.seed, game.number), game.outcome(), turns);
    Ok(())
}
