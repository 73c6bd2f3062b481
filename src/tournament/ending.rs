//! Why a game is over, in words that a person understands.

use std::fmt;

use crate::board::Color;
use crate::position::End;
use crate::record::Outcome;

use super::adjudicate::Decision;
use super::client::Fault;

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules.
    Rules {
        /// How.
        end: End,
        /// Who is to move.
        side_to_move: Color,
    },
    /// By adjudication.
    Adjudication(Decision),
    /// A side was late.
    Time(Color),
    /// A side has made no legal turn.
    Illegal {
        /// The side.
        side: Color,
        /// What it has played.
        text: String,
    },
    /// A side's program does not work.
    Fault {
        /// The side.
        side: Color,
        /// How.
        fault: Fault,
    },
}

/// The most characters that are quoted of an engine's turn.
const QUOTED: usize = 20;

impl Reason {
    /// How the game has come out.
    pub fn outcome(&self) -> Outcome {
        let won = |color| match color {
            Color::White => Outcome::WhiteWins,
            Color::Black => Outcome::BlackWins,
        };
        match *self {
            Reason::Rules { end, side_to_move } => Outcome::of(end, side_to_move),
            Reason::Adjudication(Decision::Win(color)) => won(color),
            Reason::Adjudication(Decision::Draw | Decision::TooLong) => Outcome::Draw,
            Reason::Time(side) | Reason::Illegal { side, .. } | Reason::Fault { side, .. } => {
                won(!side)
            }
        }
    }

    /// The side whose engine has done something wrong.
    pub fn culprit(&self) -> Option<Color> {
        match *self {
            Reason::Rules { .. } | Reason::Adjudication(_) => None,
            Reason::Time(side) | Reason::Illegal { side, .. } | Reason::Fault { side, .. } => {
                Some(side)
            }
        }
    }

    /// Whether it was the program that failed, and not its play.
    pub fn is_breakdown(&self) -> bool {
        matches!(self, Reason::Fault { .. })
    }

    /// The value of the tag Termination: `normal` by the rules, else as cutechess-cli has it.
    pub fn termination(&self) -> &'static str {
        match self {
            Reason::Rules { .. } => "normal",
            Reason::Adjudication(_) => "adjudication",
            Reason::Time(_) => "time forfeit",
            Reason::Illegal { .. } => "illegal move",
            Reason::Fault {
                fault: Fault::NoAnswer { .. } | Fault::NotReading,
                ..
            } => "stalled connection",
            Reason::Fault {
                fault: Fault::Start(_) | Fault::Ended(_),
                ..
            } => "abandoned",
        }
    }
}

/// The words of cutechess-cli where it has any.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rules { end, side_to_move } => match end {
                End::Mate => write!(f, "{} mates", name(!*side_to_move)),
                End::Stalemate => f.write_str("Draw by stalemate"),
                End::NoMoveLoses => write!(
                    f,
                    "{} wins: {} has no legal turn",
                    name(!*side_to_move),
                    name(*side_to_move)
                ),
                End::Threefold => f.write_str("Draw by 3-fold repetition"),
                End::FiftyMoves => f.write_str("Draw by fifty moves rule"),
                End::DeadPosition => f.write_str("Draw by insufficient mating material"),
            },
            Reason::Adjudication(Decision::Draw) => f.write_str("Draw by adjudication"),
            Reason::Adjudication(Decision::TooLong) => {
                f.write_str("Draw by adjudication: maximal game length")
            }
            Reason::Adjudication(Decision::Win(color)) => {
                write!(f, "{} wins by adjudication", name(*color))
            }
            Reason::Time(side) => write!(f, "{} loses on time", name(*side)),
            Reason::Illegal { side, text } => {
                write!(f, "{} makes an illegal move: ", name(*side))?;
                match text.as_str() {
                    "" => f.write_str("none"),
                    _ => f.write_str(&quotable(text)),
                }
            }
            Reason::Fault { side, fault } => match self.termination() {
                "abandoned" => write!(f, "{} disconnects: {fault}", name(*side)),
                _ => write!(f, "{}'s connection stalls: {fault}", name(*side)),
            },
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The beginning of a word, without what could be taken for the structure of a PGN file.
fn quotable(text: &str) -> String {
    let kept = |letter: &char| letter.is_ascii_graphic() && !matches!(letter, '{' | '}' | '[');
    let mut quoted: String = text.chars().filter(kept).take(QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push_str("...");
    }
    quoted
}
