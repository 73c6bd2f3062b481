//! Extended position descriptions: a position, then operations, on one line.

use std::fmt;

use thiserror::Error;

use crate::position::{FenError, Move, Position, SanError};
use crate::variant::Variant;

/// A line that is no extended position description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EpdError {
    /// Its position is refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A turn of an operation is refused.
    #[error("{opcode}: {error}")]
    Turn {
        /// The operation.
        opcode: String,
        /// Why.
        error: SanError,
    },
    /// An operand that should be a number is not.
    #[error("{opcode}: `{operand}` is not a number")]
    Number {
        /// The operation.
        opcode: String,
        /// What stands there.
        operand: String,
    },
    /// A quotation mark without its partner.
    #[error("a quotation mark is not closed")]
    OpenQuotation,
}

/// What an operation says of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// `bm`: the best turns.
    Best(Vec<Move>),
    /// `am`: turns to be avoided.
    Avoid(Vec<Move>),
    /// `id`: the name of the position.
    Id(String),
    /// `Dn`: the number of lines of n turns.
    Count {
        /// The number of turns.
        depth: u32,
        /// The number of lines.
        nodes: u64,
    },
    /// Anything else, as it stands.
    Other {
        /// The word that names the operation.
        opcode: String,
        /// The words behind it, quotation marks taken off.
        operands: Vec<String>,
    },
}

/// A position and what is said of it. The operations `hmvc` and `fmvn` are the position's clocks.
///
/// ```
/// use alberich::record::{Epd, Operation};
/// use alberich::variant::Chess;
///
/// let epd: Epd<Chess> = Epd::read("6k1/5ppp/8/8/8/8/8/K6R w - - bm Rb1; id \"no mate\";")?;
/// assert_eq!(epd.operations[1], Operation::Id("no mate".to_owned()));
/// assert!(epd.to_string().starts_with("6k1/5ppp/8/8/8/8/8/K6R w - - bm Rb1;"));
/// # Ok::<(), alberich::record::EpdError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd<V: Variant> {
    /// The position.
    pub position: Position<V>,
    /// What is said of it, in the order of the line.
    pub operations: Vec<Operation>,
}

impl<V: Variant> Epd<V> {
    /// Reads a line: the first four fields of a FEN, its clocks if they are there, and operations
    /// that each end with a semicolon, or begin with one. A quotation mark always begins or ends
    /// a string, also in the middle of a word.
    ///
    /// # Errors
    ///
    /// A position, turn or number that is refused, or a quotation that does not end.
    pub fn read(line: &str) -> Result<Self, EpdError> {
        let (fen, operations) = split_fen(line);
        let mut epd = Epd {
            position: Position::from_fen(&fen)?,
            operations: Vec::new(),
        };
        for words in split_operations(operations)? {
            epd.add(words)?;
        }
        Ok(epd)
    }

    fn add(&mut self, words: Vec<String>) -> Result<(), EpdError> {
        let mut words = words.into_iter();
        let Some(opcode) = words.next() else {
            return Ok(());
        };
        let operands: Vec<String> = words.collect();
        let first = operands.first().cloned().unwrap_or_default();
        let number = || {
            first.parse::<u64>().map_err(|_| EpdError::Number {
                opcode: opcode.clone(),
                operand: first.clone(),
            })
        };
        let turns = || {
            let turn = |text: &String| self.position.parse_san(text);
            let turns: Result<Vec<Move>, SanError> = operands.iter().map(turn).collect();
            turns.map_err(|error| EpdError::Turn {
                opcode: opcode.clone(),
                error,
            })
        };
        let depth = opcode
            .strip_prefix('D')
            .and_then(|depth| depth.parse().ok());
        let operation = match (opcode.as_str(), depth) {
            ("bm", _) => Operation::Best(turns()?),
            ("am", _) => Operation::Avoid(turns()?),
            ("id", _) => Operation::Id(operands.join(" ")),
            ("hmvc", _) => {
                self.position = self.position.with_halfmove_clock(number()?);
                return Ok(());
            }
            ("fmvn", _) => {
                self.position = self.position.with_fullmove_number(number()?);
                return Ok(());
            }
            (_, Some(depth)) => Operation::Count {
                depth,
                nodes: number()?,
            },
            _ => Operation::Other { opcode, operands },
        };
        self.operations.push(operation);
        Ok(())
    }
}

impl<V: Variant> fmt::Display for Epd<V> {
    /// Four fields of the position, its clocks as `hmvc` and `fmvn` where they are not those of
    /// a fresh start, and the operations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        write!(f, "{}", fields.join(" "))?;
        let (halfmove, fullmove) = (position.halfmove_clock(), position.fullmove_number());
        if (halfmove, fullmove) != (0, 1) {
            write!(f, " hmvc {halfmove}; fmvn {fullmove};")?;
        }
        for operation in &self.operations {
            let turns = |turns: &[Move]| {
                let turns: Vec<String> = turns.iter().map(|&m| position.format_san(m)).collect();
                turns.join(" ")
            };
            match operation {
                Operation::Best(best) => write!(f, " bm {};", turns(best))?,
                Operation::Avoid(avoid) => write!(f, " am {};", turns(avoid))?,
                Operation::Id(id) => write!(f, " id \"{id}\";")?,
                Operation::Count { depth, nodes } => write!(f, " D{depth} {nodes};")?,
                Operation::Other { opcode, operands } => {
                    // Digits behind the position would be its clock.
                    let is_number = opcode.bytes().all(|byte| byte.is_ascii_digit());
                    write_word(f, opcode, is_number)?;
                    for operand in operands {
                        write_word(f, operand, operand.is_empty())?;
                    }
                    f.write_str(";")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a space and a word, in quotation marks where it needs them.
fn write_word(f: &mut fmt::Formatter<'_>, word: &str, quoted: bool) -> fmt::Result {
    if quoted || word.contains(|letter: char| letter == ';' || letter.is_whitespace()) {
        write!(f, " \"{word}\"")
    } else {
        write!(f, " {word}")
    }
}

/// The FEN at the beginning of a line, with clocks if they are there, and what follows it.
fn split_fen(line: &str) -> (String, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim_start();
    while fields.len() < 6 {
        let end = rest
            .find(|letter: char| letter.is_whitespace() || letter == ';')
            .unwrap_or(rest.len());
        let (field, after) = rest.split_at(end);
        let is_clock = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !is_clock {
            break;
        }
        fields.push(field);
        rest = after.trim_start();
    }
    (fields.join(" "), rest)
}

/// The operations as words, quoted strings being one word each.
fn split_operations(text: &str) -> Result<Vec<Vec<String>>, EpdError> {
    let mut operations = vec![Vec::new()];
    let mut letters = text.chars().peekable();
    while let Some(&letter) = letters.peek() {
        if letter == ';' {
            letters.next();
            operations.push(Vec::new());
        } else if letter.is_whitespace() {
            letters.next();
        } else {
            let mut word = String::new();
            if letter == '"' {
                letters.next();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some(letter) => word.push(letter),
                        None => return Err(EpdError::OpenQuotation),
                    }
                }
            } else {
                let is_inside = |&letter: &char| letter != ';' && letter != '"';
                while let Some(letter) =
                    letters.next_if(|letter| is_inside(letter) && !letter.is_whitespace())
                {
                    word.push(letter);
                }
            }
            if let Some(words) = operations.last_mut() {
                words.push(word);
            }
        }
    }
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Chess, TwoRing};

    #[test]
    fn operations_are_read_and_written() {
        let line = "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 12; fmvn 40; bm Ra8+ O-O-O; am Kd1; \
                    id \"a; b\"; D1 16; c0 \"two words\" one;";
        let epd = Epd::<Chess>::read(line).expect("a good line");
        assert_eq!(epd.position.halfmove_clock(), 12);
        assert_eq!(epd.operations.len(), 5);
        assert_eq!(epd.to_string(), line);
        assert_eq!(Epd::<Chess>::read(&epd.to_string()), Ok(epd));
    }

    #[test]
    fn lines_of_perft_suites_are_read() {
        let line = "7k/8/8/8/8/8/3P:w4/K7 w - - 0 1 ;D1 7 ;D2 21";
        let epd = Epd::<TwoRing>::read(line).expect("a good line");
        let count = |depth, nodes| Operation::Count { depth, nodes };
        assert_eq!(epd.operations, [count(1, 7), count(2, 21)]);
    }

    #[test]
    fn what_is_written_reads_back() {
        for operations in [
            "id no\" map\";",
            "id \"\" \"\";",
            "c0 \"a\tb\" \"\" c\"d e\";",
            "; 5 x;",
            "\"\";",
            "\"two words\" 1;",
        ] {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
            let epd = Epd::<Chess>::read(&line).expect("a good line");
            assert_eq!(Epd::<Chess>::read(&epd.to_string()), Ok(epd), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |line: &str| Epd::<Chess>::read(line).unwrap_err().to_string();
        let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
        assert!(error("4k3/8 w - - bm e4;").starts_with("board: expected 8 ranks, found 2"));
        assert!(error(&format!("{kings} bm Ke7;")).starts_with("bm: `Ke7` is not a legal turn"));
        assert_eq!(
            error(&format!("{kings} D2 many;")),
            "D2: `many` is not a number"
        );
        assert_eq!(
            error(&format!("{kings} id \"open;")),
            "a quotation mark is not closed"
        );
    }
}
