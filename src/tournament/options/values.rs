//! The values of options and of their keys.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use super::parse::{MANY, OptionError, Pair, VERY_MANY};
use super::{EngineOptions, OutputFile, Policy, SprtOptions};
use crate::openings::{BookFormat, BookOptions};
use crate::tournament::adjudicate::{DrawRule, ResignRule};
use crate::tournament::limits::{Limits, read_seconds};
use crate::tournament::statistics::Model;

pub(super) fn read_engine(pairs: &[&Pair]) -> Result<EngineOptions, OptionError> {
    let mut engine = EngineOptions {
        name: String::new(),
        command: PathBuf::new(),
        arguments: Vec::new(),
        directory: None,
        stderr: None,
        init: Vec::new(),
        restart: false,
        options: Vec::new(),
        limits: Limits::default(),
        margin: Duration::ZERO,
        ponder: false,
        white_view: false,
        scale: 1.0,
    };
    for (key, value) in pairs {
        read_engine_key(&mut engine, key, value)?;
    }
    if engine.limits.control.is_some() && engine.limits.move_time.is_some() {
        return Err(OptionError::Together(
            "an engine has a clock (tc) or a time for each turn (st), not both".to_owned(),
        ));
    }
    Ok(engine)
}

pub(super) fn read_engine_key(
    engine: &mut EngineOptions,
    key: &str,
    value: &str,
) -> Result<(), OptionError> {
    let name = format!("-engine {key}");
    let flag = || match value {
        "" => Ok(true),
        _ => read_flag(&name, value),
    };
    if let Some(option) = key.strip_prefix("option.") {
        if option.is_empty() || value.contains(['\n', '\r']) || option.contains(['\n', '\r']) {
            return Err(value_error(&name, "expected option.NAME=VALUE on one line"));
        }
        engine.options.retain(|(known, _)| known != option);
        engine.options.push((option.to_owned(), value.to_owned()));
        return Ok(());
    }
    let takes_value = !matches!(key, "ponder" | "whitepov" | "debug");
    if takes_value && value.is_empty() && key != "args" && key != "arg" {
        return Err(value_error(&name, format!("expected {key}=VALUE")));
    }
    match key {
        "cmd" => engine.command = value.into(),
        "name" if value.chars().any(char::is_control) => {
            return Err(value_error(&name, "a name is one line"));
        }
        "name" => engine.name = value.to_owned(),
        "arg" => engine.arguments.push(value.to_owned()),
        "args" => {
            let words = value.split_whitespace().map(str::to_owned);
            engine.arguments.extend(words);
        }
        "dir" => engine.directory = Some(value.into()),
        "stderr" => engine.stderr = Some(value.into()),
        "initstr" => {
            let text = value.replace("\\n", "\n");
            engine.init.extend(text.lines().map(str::to_owned));
        }
        "restart" => engine.restart = one_of(&name, value, &["auto", "off", "on"])? == "on",
        "proto" => {
            one_of(&name, value, &["uci"])?;
        }
        "tc" if matches!(value, "inf" | "infinite") => engine.limits.control = None,
        "tc" => engine.limits.control = Some(read(&name, value)?),
        "st" => {
            let time = read_seconds(value).map_err(|reason| value_error(&name, reason))?;
            if time < Duration::from_millis(1) {
                return Err(value_error(&name, "there is no time at all"));
            }
            engine.limits.move_time = Some(time);
        }
        "timemargin" => {
            let margin = read_number(&name, value, 0..=VERY_MANY)?;
            engine.margin = Duration::from_millis(margin as u64);
        }
        "nodes" => {
            let nodes = read_number(&name, value, 1..=usize::MAX)?;
            engine.limits.nodes = Some(nodes as u64);
        }
        "depth" | "plies" => {
            let depth = read_number(&name, value, 1..=MANY)?;
            engine.limits.depth = u32::try_from(depth).ok();
        }
        "ponder" => engine.ponder = flag()?,
        "whitepov" => engine.white_view = flag()?,
        "debug" => {
            if flag()? {
                engine.init.push("debug on".to_owned());
            }
        }
        "tscale" => {
            let scale: f64 = read(&name, value)?;
            if !(0.001..=1000.0).contains(&scale) {
                return Err(value_error(&name, "expected a factor from 0.001 to 1000"));
            }
            engine.scale = scale;
        }
        // A test sees to it that there is no other.
        _ => return Err(OptionError::Unknown(name)),
    }
    Ok(())
}

pub(super) fn read_openings(pairs: &[Pair]) -> Result<(BookOptions, Policy), OptionError> {
    let mut openings = BookOptions {
        file: PathBuf::new(),
        format: BookFormat::Pgn,
        random: false,
        plies: None,
        skip: 0,
    };
    let mut policy = Policy::default();
    let mut format = None;
    for (key, value) in pairs {
        let name = format!("-openings {key}");
        match key.as_str() {
            "file" => openings.file = value.into(),
            "format" => format = Some(one_of(&name, value, &["epd", "pgn"])?),
            "order" => {
                openings.random = one_of(&name, value, &["sequential", "random"])? == "random"
            }
            "plies" => openings.plies = Some(read_number(&name, value, 0..=VERY_MANY)?),
            "start" => openings.skip = read_number(&name, value, 1..=VERY_MANY)? - 1,
            _ => {
                policy = match one_of(&name, value, &["default", "encounter", "round"])? {
                    "encounter" => Policy::Encounter,
                    "round" => Policy::Round,
                    _ => Policy::Repetitions,
                }
            }
        }
    }
    if openings.file.as_os_str().is_empty() {
        return Err(OptionError::Together("-openings needs file=...".to_owned()));
    }
    let is_epd = |path: &Path| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("epd"))
    };
    openings.format = match format {
        Some("epd") => BookFormat::Epd,
        None if is_epd(&openings.file) => BookFormat::Epd,
        _ => BookFormat::Pgn,
    };
    Ok((openings, policy))
}

pub(super) fn read_draw(pairs: &[Pair]) -> Result<DrawRule, OptionError> {
    let mut rule = DrawRule {
        move_number: 0,
        move_count: 1,
        score: 0,
    };
    for (key, value) in pairs {
        let name = format!("-draw {key}");
        match key.as_str() {
            "movenumber" => rule.move_number = read_number(&name, value, 0..=VERY_MANY)?,
            "movecount" => rule.move_count = read_number(&name, value, 1..=VERY_MANY)?,
            _ => rule.score = read_score(&name, value)?,
        }
    }
    Ok(rule)
}

pub(super) fn read_resign(pairs: &[Pair]) -> Result<ResignRule, OptionError> {
    let mut rule = ResignRule {
        move_count: 1,
        score: 0,
        two_sided: false,
    };
    let mut has_score = false;
    for (key, value) in pairs {
        let name = format!("-resign {key}");
        match key.as_str() {
            "movecount" => rule.move_count = read_number(&name, value, 1..=VERY_MANY)?,
            "twosided" => rule.two_sided = read_flag(&name, value)?,
            _ => {
                rule.score = read_score(&name, value)?;
                has_score = true;
            }
        }
    }
    if !has_score {
        return Err(OptionError::Together("-resign needs score=...".to_owned()));
    }
    Ok(rule)
}

pub(super) fn read_score(name: &str, value: &str) -> Result<i32, OptionError> {
    let score = read_number(name, value, 0..=100_000)?;
    Ok(i32::try_from(score).unwrap_or(i32::MAX))
}

pub(super) fn read_sprt(pairs: &[Pair]) -> Result<SprtOptions, OptionError> {
    let mut elos = [None; 2];
    let mut sprt = SprtOptions {
        elos: [0.0; 2],
        alpha: 0.05,
        beta: 0.05,
        model: None,
    };
    for (key, value) in pairs {
        let name = format!("-sprt {key}");
        match key.as_str() {
            "elo0" => elos[0] = Some(read(&name, value)?),
            "elo1" => elos[1] = Some(read(&name, value)?),
            "alpha" => sprt.alpha = read(&name, value)?,
            "beta" => sprt.beta = read(&name, value)?,
            _ => {
                let models = ["logistic", "trinomial", "pentanomial"];
                sprt.model = match one_of(&name, value, &models)? {
                    "trinomial" => Some(Model::Trinomial),
                    "pentanomial" => Some(Model::Pentanomial),
                    _ => None,
                }
            }
        }
    }
    let [Some(elo0), Some(elo1)] = elos else {
        return Err(OptionError::Together(
            "-sprt needs elo0=... and elo1=...".to_owned(),
        ));
    };
    sprt.elos = [elo0, elo1];
    match sprt.test(true) {
        Ok(_) => Ok(sprt),
        Err(error) => Err(OptionError::Together(format!("-sprt: {error}"))),
    }
}

/// A file, and whether the key `min` is there.
pub(super) fn read_output(option: &str, pairs: &[Pair]) -> Result<(OutputFile, bool), OptionError> {
    let mut file = OutputFile {
        path: PathBuf::new(),
        append: false,
    };
    let mut minimal = false;
    for (key, value) in pairs {
        let name = format!("-{option} {key}");
        match key.as_str() {
            "file" => file.path = value.into(),
            "append" => file.append = read_flag(&name, value)?,
            "notation" => {
                one_of(&name, value, &["san"])?;
            }
            _ => minimal = value.is_empty() || read_flag(&name, value)?,
        }
    }
    if file.path.as_os_str().is_empty() {
        return Err(OptionError::Together(format!(
            "-{option} needs a file's name"
        )));
    }
    Ok((file, minimal))
}

/// Reads `i/n`, i from 1.
pub(super) fn read_shard(text: &str) -> Result<(usize, usize), OptionError> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if (1..=of).contains(&part) && of <= MANY => Ok((part - 1, of)),
        _ => Err(value_error(
            "-shard",
            format!("expected i/n with i from 1 to n, found `{text}`"),
        )),
    }
}

pub(super) fn value_error(name: &str, reason: impl Into<String>) -> OptionError {
    OptionError::Value {
        name: name.to_owned(),
        reason: reason.into(),
    }
}

pub(super) fn read<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, OptionError> {
    text.parse()
        .map_err(|error| value_error(name, format!("`{text}`: {error}")))
}

pub(super) fn read_number(
    name: &str,
    text: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, OptionError> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let (from, to) = range.into_inner();
            let reason = format!("`{text}` is no whole number from {from} to {to}");
            Err(value_error(name, reason))
        }
    }
}

pub(super) fn read_flag(name: &str, text: &str) -> Result<bool, OptionError> {
    Ok(one_of(name, text, &["true", "false"])? == "true")
}

pub(super) fn one_of<'a>(
    name: &str,
    text: &str,
    words: &[&'a str],
) -> Result<&'a str, OptionError> {
    words
        .iter()
        .copied()
        .find(|&word| word == text)
        .ok_or_else(|| value_error(name, format!("`{text}` is none of {}", words.join(", "))))
}
