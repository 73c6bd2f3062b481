//! Files of positions with their perft counts: a line of EPD with `Dn count` for some depths.

use thiserror::Error;

use crate::position::Position;
use crate::record::{Epd, EpdError, Operation};
use crate::variant::Variant;

use super::{MAX_DEPTH, Perft};

/// A line of a suite that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct SuiteError {
    /// The line's number in the file, from 1.
    pub line: usize,
    /// Why.
    pub error: EpdError,
}

/// A position and its counts.
#[derive(Clone)]
pub struct SuiteLine<V: Variant> {
    /// The line's number in the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position<V>,
    /// Depths with the counts given.
    pub counts: Vec<(u32, u64)>,
}

/// Reads a suite. Empty lines and lines that begin with `#` are passed over.
///
/// # Errors
///
/// The first line that cannot be read.
pub fn read_suite<V: Variant>(text: &str) -> Result<Vec<SuiteLine<V>>, SuiteError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| read_line(number, line))
        .collect()
}

fn read_line<V: Variant>(number: usize, line: &str) -> Result<SuiteLine<V>, SuiteError> {
    let epd = Epd::read(line).map_err(|error| SuiteError {
        line: number,
        error,
    })?;
    let count = |operation| match operation {
        Operation::Count { depth, nodes } => Some((depth, nodes)),
        _ => None,
    };
    Ok(SuiteLine {
        number,
        position: epd.position,
        counts: epd.operations.into_iter().filter_map(count).collect(),
    })
}

/// A count that differs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, depth {depth}: expected {expected}, found {found}: {fen}")]
pub struct Mismatch {
    /// The line's number in the file, from 1.
    pub line: usize,
    /// The depth.
    pub depth: u32,
    /// The count in the file.
    pub expected: u64,
    /// The count found.
    pub found: u64,
    /// The position.
    pub fen: String,
}

/// What the check of one line, or of many, came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SuiteCheck {
    /// Counts that were compared.
    pub checked: usize,
    /// Counts that were left out for their size or depth.
    pub left_out: usize,
    /// Lines of turns counted.
    pub nodes: u64,
    /// Counts that differ.
    pub mismatches: Vec<Mismatch>,
}

impl SuiteCheck {
    /// Adds the result of other lines.
    pub fn extend(&mut self, other: SuiteCheck) {
        self.checked += other.checked;
        self.left_out += other.left_out;
        self.nodes += other.nodes;
        self.mismatches.extend(other.mismatches);
    }
}

/// Compares the counts of a line, leaving out those above `max_nodes` or beyond [`MAX_DEPTH`].
pub fn check_line<V: Variant>(perft: &Perft, line: &SuiteLine<V>, max_nodes: u64) -> SuiteCheck {
    let mut check = SuiteCheck::default();
    for &(depth, expected) in &line.counts {
        if expected > max_nodes || depth > MAX_DEPTH {
            check.left_out += 1;
            continue;
        }
        let found = perft.count(&line.position, depth);
        check.checked += 1;
        check.nodes += found;
        if found != expected {
            check.mismatches.push(Mismatch {
                line: line.number,
                depth,
                expected,
                found,
                fen: line.position.fen(),
            });
        }
    }
    check
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Chess;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn a_wrong_count_is_named() {
        let lines = read_suite::<Chess>(&format!("# kings\n\n{KINGS} ;D1 5 ;D2 24 ;D9 99"));
        let lines = lines.expect("a good suite");
        let check = check_line(&Perft::default(), &lines[0], 98);
        assert_eq!((check.checked, check.left_out), (2, 1));
        assert_eq!(
            check.mismatches[0].to_string(),
            format!("line 3, depth 2: expected 24, found 25: {KINGS}")
        );
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = |text: &str| {
            read_suite::<Chess>(text)
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(
            error("8/8/8/8/8/8/8/4K3 w ;D1 5").as_deref(),
            Some("line 1: board: Black has 0 kings instead of one")
        );
        assert_eq!(
            error(&format!("{KINGS} ;D1 five")).as_deref(),
            Some("line 1: D1: `five` is not a number")
        );
    }
}
