//! One file of several.

use std::collections::HashSet;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::files;

use super::file::{FileError, write_whole};
use super::frame::{Frame, read};
use super::reader::{DataError, Header, Place, Reader};

/// What a file was made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collected {
    /// The games in it.
    pub games: u64,
    /// Games that were left out, as they came before.
    pub repeated: u64,
    /// Files that ended with a game that was not written to its end, and where.
    pub torn: Vec<(PathBuf, u64)>,
}

/// Makes a new file of the games of others, in their order. One that came before is left out.
///
/// # Errors
///
/// A file cannot be read or is damaged, the files are not of one game, or the new one is there
/// already. No file is made then.
pub fn join(inputs: &[PathBuf], output: &Path) -> Result<Collected, FileError> {
    let mut collected = Collected::default();
    let mut known = HashSet::new();
    write_whole(output, &common_header(inputs)?, |writer| {
        for path in inputs {
            let fail = FileError::in_file::<DataError>;
            let mut reader = Reader::open(path)?;
            for game in &mut reader {
                let game = game.map_err(fail(path))?;
                if known.insert(game.identity()) {
                    writer.add(&game).map_err(fail(output))?;
                    collected.games += 1;
                } else {
                    collected.repeated += 1;
                }
            }
            let torn = reader.torn_at().map(|offset| (path.clone(), offset));
            collected.torn.extend(torn);
        }
        Ok(())
    })?;
    Ok(collected)
}

/// Makes a new file of the games of others, in random order, the same for the same seed. It takes a
/// few bytes of memory for each game.
///
/// # Errors
///
/// As [`join`].
pub fn shuffle(inputs: &[PathBuf], output: &Path, seed: u64) -> Result<Collected, FileError> {
    let mut collected = Collected::default();
    write_whole(output, &common_header(inputs)?, |writer| {
        let fail = FileError::in_file::<DataError>;
        let mut places: Vec<(usize, Place)> = Vec::new();
        for (index, path) in inputs.iter().enumerate() {
            let mut reader = Reader::open(path)?;
            while let Some(content) = reader.next_content() {
                content.map_err(fail(path))?;
                places.push((index, reader.place()));
            }
            let torn = reader.torn_at().map(|offset| (path.clone(), offset));
            collected.torn.extend(torn);
        }
        places.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        collected.games = places.len() as u64;
        for &(index, place) in &places {
            let path = &inputs[index];
            match read_at(path, place.offset) {
                Ok(Frame::Whole(content)) => writer.add_content(&content).map_err(fail(output))?,
                // It was whole a moment ago.
                Ok(_) => return Err(fail(path)(DataError::Damaged(place))),
                Err(error) => return Err(fail(path)(error.into())),
            }
        }
        Ok(())
    })?;
    Ok(collected)
}

/// Reads what stands at a place of a file. To open it anew takes less than a game's writing, and
/// there may be more files than a process may have open.
fn read_at(path: &Path, offset: u64) -> io::Result<Frame> {
    let mut file = files::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    read(&mut BufReader::new(file))
}

/// The game that all files are of, and the runs of all.
fn common_header(paths: &[PathBuf]) -> Result<Header, FileError> {
    let mut common: Option<Header> = None;
    for path in paths {
        let header = Reader::open(path)?.header().clone();
        let Some(common) = &mut common else {
            common = Some(header);
            continue;
        };
        if common.game != header.game {
            return Err(FileError::in_file(path)(DataError::OtherGame {
                found: header.game,
                wanted: common.game,
            }));
        }
        for run in header.runs {
            if !common.runs.contains(&run) {
                common.runs.push(run);
            }
        }
    }
    Ok(common.unwrap_or_default())
}
