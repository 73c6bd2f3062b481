//! A training on disk, to go on with after an interruption.
//!
//! The file is what `postcard` makes of a [`Trainer`]'s state and the CRC-32 of that, little-endian.
//! It is written beside its place and moved there, so that a kill leaves the old one or the new.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files;

use super::TrainError;
use super::optimizer::AdamW;
use super::samples::Corpus;
use super::trainer::{Epoch, Options, Trainer};

/// The version of the file's format.
const FORMAT: u32 = 1;

/// The largest file that is read, in bytes. The largest network has less than a million weights, each
/// of which stands here three times with four bytes.
const MAX_FILE: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
struct State {
    format: u32,
    options: Options,
    data: Data,
    parameters: Vec<f32>,
    optimizer: AdamW,
    curve: Vec<Epoch>,
}

/// What tells the positions of one training from those of another.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Data {
    game: String,
    training: u32,
    validation: u32,
}

impl Data {
    fn of(corpus: &Corpus) -> Self {
        Data {
            game: corpus.training.game().name().to_owned(),
            training: corpus.training.checksum(),
            validation: corpus.validation.checksum(),
        }
    }
}

/// Writes a training's state to a file, in place of one that is there.
///
/// # Errors
///
/// The file cannot be written.
pub fn write(path: &Path, trainer: &Trainer, corpus: &Corpus) -> Result<(), TrainError> {
    let state = State {
        format: FORMAT,
        options: trainer.options.clone(),
        data: Data::of(corpus),
        parameters: trainer.model.parameters.clone(),
        optimizer: trainer.optimizer.clone(),
        curve: trainer.curve.clone(),
    };
    let io_error = |error: io::Error| TrainError::Io {
        path: path.to_owned(),
        error,
    };
    let bytes = postcard::to_allocvec(&state);
    let mut bytes = bytes.map_err(|error| io_error(io::Error::other(error)))?;
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    files::replace(path, &bytes).map_err(io_error)
}

/// Reads a training's state, to go on with these options and positions.
///
/// # Errors
///
/// The file cannot be read or is damaged, or it is of other options or other positions.
pub fn read(path: &Path, options: &Options, corpus: &Corpus) -> Result<Trainer, TrainError> {
    let refuse = |reason: String| TrainError::Checkpoint {
        path: path.to_owned(),
        reason,
    };
    let bytes = files::read(path, MAX_FILE).map_err(|error| TrainError::Io {
        path: path.to_owned(),
        error,
    })?;
    let damaged = || refuse("the file is damaged, or of another version".to_owned());
    let (bytes, checksum) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if crc32fast::hash(bytes).to_le_bytes() != *checksum {
        return Err(damaged());
    }
    let state: State = postcard::from_bytes(bytes).map_err(|_| damaged())?;
    if state.format != FORMAT {
        return Err(damaged());
    }
    // First, as some options follow from the positions.
    if state.data != Data::of(corpus) {
        return Err(refuse(
            "it belongs to a training with other positions".to_owned(),
        ));
    }
    if let Some(difference) = difference(&state.options, options) {
        return Err(refuse(difference));
    }
    let mut trainer = Trainer::new(corpus.training.game(), state.options)?;
    if state.parameters.len() != trainer.model.parameters.len()
        || !state
            .parameters
            .iter()
            .all(|parameter| parameter.is_finite())
        || !state.optimizer.fits(&trainer.model)
        || state.curve.len() > trainer.options.epochs as usize
    {
        return Err(damaged());
    }
    trainer.model.parameters = state.parameters;
    trainer.optimizer = state.optimizer;
    trainer.curve = state.curve;
    Ok(trainer)
}

/// The first option that is not the same, in words.
fn difference(kept: &Options, wanted: &Options) -> Option<String> {
    let pairs = words(kept).into_iter().zip(words(wanted));
    pairs.into_iter().find_map(|((name, kept), (_, wanted))| {
        let text = format!("it belongs to a training with --{name} {kept}, not {wanted}");
        (kept != wanted).then_some(text)
    })
}

/// Options by the names that `alberich train` has for them.
fn words(options: &Options) -> [(&'static str, String); 9] {
    let Options {
        hidden,
        buckets,
        epochs,
        seed,
        target,
        learning_rate,
        batch,
        weight_decay,
    } = options;
    [
        ("hidden", hidden.to_string()),
        ("buckets", buckets.to_string()),
        ("epochs", epochs.to_string()),
        ("seed", seed.to_string()),
        ("result-share", target.result_share.to_string()),
        ("scale", target.scale.to_string()),
        ("learning-rate", learning_rate.to_string()),
        ("batch", batch.to_string()),
        ("weight-decay", weight_decay.to_string()),
    ]
}
