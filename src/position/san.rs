//! Turns in standard algebraic notation, as game records have them (rules 3.3).

use std::fmt::Write;

use thiserror::Error;

use crate::board::{Bitboard, Kind, Square, pawn_attacks};
use crate::variant::Variant;

use super::{Move, MoveList, Position, Sort};

/// The text that was to be a turn in algebraic notation is none here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SanError {
    /// It is not built as a turn is.
    #[error("`{0}` is not a turn in algebraic notation")]
    Malformed(String),
    /// No legal turn is meant.
    #[error("`{text}` is not a legal turn in {fen}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
    /// Several legal turns could be meant.
    #[error("`{text}` could be {} in {fen}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The turns that it could be.
        candidates: Vec<String>,
        /// The position.
        fen: String,
    },
}

impl<V: Variant> Position<V> {
    /// The algebraic notation of a legal turn. No two legal turns of a position read alike.
    ///
    /// ```
    /// use alberich::position::Position;
    /// use alberich::variant::PlunderChess;
    ///
    /// let fen = "7k/8/8/4p3/8/5N2/8/K7 w - - 0 1";
    /// let position = Position::<PlunderChess>::from_fen(fen)?;
    /// let m = position.parse_move("f3e5vp").unwrap();
    /// assert_eq!(position.format_san(m), "Nxe5:P");
    /// assert_eq!(position.parse_san("Nxe5:P"), Ok(m));
    /// # Ok::<(), alberich::position::FenError>(())
    /// ```
    pub fn format_san(&self, m: Move) -> String {
        let mut text = self.san_without_check(m, &self.moves());
        let next = self.make(m);
        let wins = (next.in_check() || V::STALEMATE_LOSES) && !next.has_moves();
        if wins {
            text.push('#');
        } else if next.in_check() {
            text.push('+');
        }
        text
    }

    fn san_without_check(&self, m: Move, all: &MoveList) -> String {
        let (from, to) = (m.from(), m.to());
        let mut text = String::new();
        if m.sort() == Sort::Castle {
            text.push_str(if to.file() > from.file() {
                "O-O"
            } else {
                "O-O-O"
            });
        } else {
            match self.kind_at(from) {
                Kind::Pawn => self.push_pawn(&mut text, m),
                kind => {
                    text.push(kind.letter().to_ascii_uppercase());
                    self.push_origin(&mut text, m, all);
                }
            }
            if m.sort() == Sort::Steal {
                text.push('~');
            } else if self.is_capture(m) {
                text.push('x');
            }
            let _ = write!(text, "{to}");
        }
        if let Some(kind) = m.promotion() {
            let _ = write!(text, "={}", kind.letter().to_ascii_uppercase());
        }
        if let Some(vest) = m.plunder() {
            let _ = write!(text, ":{}", vest.letter().to_ascii_uppercase());
        }
        if let Some(pawn) = m.assigned() {
            let _ = write!(text, "@{pawn}");
        }
        text
    }

    fn kind_at(&self, square: Square) -> Kind {
        self.board
            .piece(square)
            .map_or(Kind::Pawn, |piece| piece.kind())
    }

    /// A pawn's origin: its square for what a bare pawn of chess could not do, its file for a
    /// capture, and else nothing.
    fn push_pawn(&self, text: &mut String, m: Move) {
        if m.sort() == Sort::Steal || !self.could_be_bare_pawn(m) {
            let _ = write!(text, "{}", m.from());
        } else if self.is_capture(m) {
            text.push(file_letter(m.from()));
        }
    }

    fn could_be_bare_pawn(&self, m: Move) -> bool {
        if m.sort() == Sort::EnPassant {
            return true;
        }
        let us = self.side;
        let empty = !self.board.occupied();
        let one = m.from().bitboard().forward(us) & empty;
        let two = (one & Bitboard::relative_rank(2, us)).forward(us) & empty;
        let captures = pawn_attacks(us, m.from()) & self.enemies();
        !m.is_vest_move() && (one | two | captures).has(m.to())
    }

    /// As much of the origin as it takes to tell the piece from others of its kind that have a
    /// legal turn of this sort to the same square: file, else rank, else both.
    fn push_origin(&self, text: &mut String, m: Move, all: &MoveList) {
        let from = m.from();
        let is_steal = m.sort() == Sort::Steal;
        let rivals: Bitboard = all
            .iter()
            .filter(|other| {
                other.to() == m.to()
                    && other.sort() != Sort::Castle
                    && (other.sort() == Sort::Steal) == is_steal
                    && self.kind_at(other.from()) == self.kind_at(from)
            })
            .map(|other| other.from())
            .filter(|&other| other != from)
            .collect();
        if rivals.is_empty() {
            return;
        }
        let mut file_mates = rivals.filter(|other| other.file() == from.file());
        let mut rank_mates = rivals.filter(|other| other.rank() == from.rank());
        let (shares_file, shares_rank) = (file_mates.next().is_some(), rank_mates.next().is_some());
        match (shares_file, shares_rank) {
            (false, _) => text.push(file_letter(from)),
            (true, false) => text.push(rank_digit(from)),
            (true, true) => {
                let _ = write!(text, "{from}");
            }
        }
    }

    /// Reads a legal turn from its algebraic notation. Check marks and annotations (`!`, `?`)
    /// may be there or not; a longer origin than needed, castling with zeros and a promotion
    /// without `=` are read, as long as one turn alone can be meant.
    ///
    /// # Errors
    ///
    /// The text is no turn, no legal one, or could be several.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let pattern = Pattern::read(text).ok_or_else(|| SanError::Malformed(text.to_owned()))?;
        let all = self.moves();
        let candidates: Vec<(Move, String)> = all
            .iter()
            .filter(|&&m| pattern.fits(self, m))
            .map(|&m| (m, self.san_without_check(m, &all)))
            .collect();
        let exact = candidates
            .iter()
            .find(|(_, san)| san == text.trim_end_matches(MARKS));
        match (exact, candidates.as_slice()) {
            (Some((m, _)), _) | (None, [(m, _)]) => Ok(*m),
            (None, []) => Err(SanError::Illegal {
                text: text.to_owned(),
                fen: self.fen(),
            }),
            (None, _) => Err(SanError::Ambiguous {
                text: text.to_owned(),
                candidates: candidates.into_iter().map(|(_, san)| san).collect(),
                fen: self.fen(),
            }),
        }
    }
}

/// What may follow a turn and says nothing of it.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

fn rank_digit(square: Square) -> char {
    char::from(b'1' + square.rank())
}

/// What a text says of a turn.
#[derive(Default)]
struct Pattern {
    /// Castling to the king's side, or to the queen's.
    castles: Option<bool>,
    kind: Option<Kind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Option<Square>,
    captures: bool,
    steals: bool,
    promotion: Option<Kind>,
    plunder: Option<Kind>,
    assigned: Option<Square>,
}

impl Pattern {
    fn read(text: &str) -> Option<Pattern> {
        let mut pattern = Pattern::default();
        let mut text = text.trim_end_matches(MARKS);
        if let Some((rest, square)) = text.split_once('@') {
            pattern.assigned = Some(square.parse().ok()?);
            text = rest;
        }
        if let Some((rest, vest)) = text.split_once(':') {
            pattern.plunder = Some(read_kind(vest)?);
            text = rest;
        }
        pattern.castles = match text {
            "O-O" | "0-0" => Some(true),
            "O-O-O" | "0-0-0" => Some(false),
            _ => None,
        };
        if pattern.castles.is_some() {
            return Some(pattern);
        }
        if text.ends_with(|letter: char| letter.is_ascii_uppercase()) {
            let (rest, kind) = text.split_at(text.len() - 1);
            pattern.promotion = Some(read_kind(kind)?);
            text = rest.strip_suffix('=').unwrap_or(rest);
        }
        let first = text.chars().next()?;
        pattern.kind = Some(if first.is_ascii_uppercase() {
            text = &text[1..];
            Kind::from_letter(first.to_ascii_lowercase())?
        } else {
            Kind::Pawn
        });
        let target = text.len().checked_sub(2)?;
        pattern.to = Some(text.get(target..)?.parse().ok()?);
        pattern.read_origin(text.get(..target)?)?;
        Some(pattern)
    }

    /// Reads what stands before the target: a file, a rank, and `x` or `~`, each if it is there.
    fn read_origin(&mut self, text: &str) -> Option<()> {
        let mut letters = text.chars().peekable();
        let file = letters.next_if(|letter| ('a'..='h').contains(letter));
        self.from_file = file.map(|letter| letter as u8 - b'a');
        let rank = letters.next_if(|letter| ('1'..='8').contains(letter));
        self.from_rank = rank.map(|letter| letter as u8 - b'1');
        match letters.next() {
            Some('x') => self.captures = true,
            Some('~') => self.steals = true,
            Some(_) => return None,
            None => {}
        }
        letters.next().is_none().then_some(())
    }

    fn fits<V: Variant>(&self, position: &Position<V>, m: Move) -> bool {
        if m.assigned() != self.assigned {
            return false;
        }
        if let Some(king_side) = self.castles {
            return m.sort() == Sort::Castle
                && (m.to().file() > m.from().file()) == king_side
                && self.plunder.is_none();
        }
        m.sort() != Sort::Castle
            && Some(position.kind_at(m.from())) == self.kind
            && Some(m.to()) == self.to
            && self.from_file.is_none_or(|file| file == m.from().file())
            && self.from_rank.is_none_or(|rank| rank == m.from().rank())
            && self.steals == (m.sort() == Sort::Steal)
            && (!self.captures || position.is_capture(m))
            && m.promotion() == self.promotion
            && m.plunder() == self.plunder
    }
}

fn read_kind(letter: &str) -> Option<Kind> {
    let mut letters = letter.chars();
    let kind = Kind::from_letter(letters.next()?.to_ascii_lowercase())?;
    letters.next().is_none().then_some(kind)
}
