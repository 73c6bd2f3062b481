//! FEN, read and written (rules 3.1, 3.4).

use std::fmt::Write;

use thiserror::Error;

use crate::board::{Bitboard, Board, Color, Item, Kind, Piece, Square};
use crate::variant::Variant;

use super::Position;

/// Why a FEN was refused, and where in it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// There is no field at all.
    #[error("the position is empty")]
    Empty,
    /// A number of ranks other than eight.
    #[error("board: expected 8 ranks, found {0}")]
    Ranks(usize),
    /// A rank cannot be read.
    #[error("board, rank {rank}: {reason}")]
    Rank {
        /// The rank, 1 to 8.
        rank: u8,
        /// What is wrong with it.
        reason: String,
    },
    /// A piece cannot stand on its square, or not with what it carries.
    #[error("board, {square}: {reason}")]
    Piece {
        /// Where it stands.
        square: Square,
        /// What is wrong with it.
        reason: String,
    },
    /// A side has no king or several.
    #[error("board: {color} has {count} kings instead of one")]
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: usize,
    },
    /// More pieces than two sets have.
    #[error("board: {0} pieces, more than 32")]
    TooManyPieces(usize),
    /// Two rings of one colour.
    #[error("board, {first} and {second}: two {color} rings")]
    TwoRings {
        /// The colour of the rings.
        color: Color,
        /// A holder.
        first: Square,
        /// Another holder.
        second: Square,
    },
    /// There is a board, but no second field.
    #[error("side to move: missing")]
    NoSide,
    /// The second field is not a side.
    #[error("side to move: `{0}` is neither w nor b")]
    Side(String),
    /// An assignment is marked as due where none can be.
    #[error("side to move: `@` marks a due assignment, but {0}")]
    Due(String),
    /// The third field has a letter that names no castling right.
    #[error("castling: `{0}` is none of K, Q, k, q or a file's letter")]
    Castling(char),
    /// The fourth field is not a square.
    #[error("en passant: `{0}` is not a square or -")]
    EnPassant(String),
    /// A clock is not a number.
    #[error("{field}: `{text}` is not a number")]
    Clock {
        /// Which clock.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// Something follows the six fields.
    #[error("after the move number: unexpected `{0}`")]
    Trailing(String),
    /// The side that has just moved is in check.
    #[error("{mover} is to move, but could capture the king on {king} (from {checker})")]
    OpponentInCheck {
        /// The side to move.
        mover: Color,
        /// The other side's king.
        king: Square,
        /// A piece that checks it.
        checker: Square,
    },
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FenStyle {
    /// `KQkq`, with a file's letter where the rook meant is not the outermost (X-FEN).
    #[default]
    Standard,
    /// Always the rook's file (Shredder-FEN).
    Shredder,
}

/// The number of starting positions of Chess960.
pub const CHESS960_STARTS: u16 = 960;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl<V: Variant> Position<V> {
    /// The usual starting position.
    pub fn start() -> Self {
        match Self::from_fen(START) {
            Ok(position) => position,
            Err(_) => unreachable!("the starting position is legal in every game"),
        }
    }

    /// One of the 960 starting positions of Chess960, by its number in Scharnagl's table, 0 to
    /// 959 (higher numbers wrap round); 518 is the usual one.
    pub fn chess960_start(number: u16) -> Self {
        let mut files: [Option<Kind>; 8] = [None; 8];
        let number = usize::from(number) % usize::from(CHESS960_STARTS);
        let (rest, light) = (number / 4, number % 4);
        let (rest, dark) = (rest / 4, rest % 4);
        let (knights, queen) = (rest / 6, rest % 6);
        files[2 * light + 1] = Some(Kind::Bishop);
        files[2 * dark] = Some(Kind::Bishop);
        let place = |files: &mut [Option<Kind>; 8], nth: usize, kind| {
            let mut free = files.iter_mut().filter(|file| file.is_none());
            if let Some(file) = free.nth(nth) {
                *file = Some(kind);
            }
        };
        place(&mut files, queen, Kind::Queen);
        const KNIGHTS: [(usize, usize); 10] = [
            (0, 1),
            (0, 2),
            (0, 3),
            (0, 4),
            (1, 2),
            (1, 3),
            (1, 4),
            (2, 3),
            (2, 4),
            (3, 4),
        ];
        let (first, second) = KNIGHTS[knights];
        // The second first: placing it does not move the first among the free files.
        place(&mut files, second, Kind::Knight);
        place(&mut files, first, Kind::Knight);
        for kind in [Kind::Rook, Kind::King, Kind::Rook] {
            place(&mut files, 0, kind);
        }
        let row: String = files.iter().flatten().map(|kind| kind.letter()).collect();
        let fen = format!(
            "{row}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
            row.to_uppercase()
        );
        Self::from_fen(&fen).unwrap_or_else(|_| Self::start())
    }

    /// Reads a FEN. Missing fields at the end mean `- - 0 1`; castling rights and an en passant
    /// square that the board contradicts are dropped (rules 3.4).
    ///
    /// # Errors
    ///
    /// A malformed field or a position that the game's rules exclude, with the place.
    ///
    /// ```
    /// use alberich::position::Position;
    /// use alberich::variant::{Chess, PlunderChess};
    ///
    /// let fen = "4k3/8/8/3r:b4/4P3/8/8/4K3 w - - 0 1";
    /// assert_eq!(Position::<PlunderChess>::from_fen(fen)?.count_moves(), 7);
    /// assert_eq!(
    ///     Position::<Chess>::from_fen(fen).unwrap_err().to_string(),
    ///     "board, d5: `:b`, but only in plunderchess (vests) and tworing (rings) do pieces carry anything"
    /// );
    /// # Ok::<(), alberich::position::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let board = read_board::<V>(fields.next().ok_or(FenError::Empty)?)?;
        let (side, due) = read_side(fields.next().ok_or(FenError::NoSide)?)?;
        let castling = read_castling::<V>(&board, fields.next().unwrap_or("-"))?;
        let en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        let halfmove_clock = read_clock("half-move clock", fields.next().unwrap_or("0"))?;
        let fullmove_number = read_clock("move number", fields.next().unwrap_or("1"))?;
        if let Some(text) = fields.next() {
            return Err(FenError::Trailing(text.to_owned()));
        }
        let mut position = Position {
            board,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling,
            side,
            en_passant: None,
            due,
            halfmove_clock: u16::try_from(halfmove_clock).unwrap_or(u16::MAX),
            fullmove_number: fullmove_number.max(1),
        };
        if due {
            V::check_due(&position).map_err(FenError::Due)?;
        }
        if let Some(checker) = position.checkers_of(!side).first() {
            return Err(FenError::OpponentInCheck {
                mover: side,
                king: position.board.king(!side),
                checker,
            });
        }
        position.en_passant = en_passant.filter(|&square| position.may_be_passed(square));
        position.refresh();
        position.keep_real_en_passant();
        Ok(position)
    }

    /// Whether the board bears out that the opponent has just passed over this square by a
    /// double step.
    fn may_be_passed(&self, square: Square) -> bool {
        let forward = self.side.forward();
        if square.relative_rank(self.side) != 5 || self.due {
            return false;
        }
        let stepped_from = square.offset(forward);
        let stepped_to = square.offset(-forward);
        !self.board.occupied().has(square)
            && !self.board.occupied().has(stepped_from)
            && self.board.piece(stepped_to).is_some_and(|piece| {
                piece.color() != self.side && V::may_have_double_stepped(piece)
            })
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.fen_in(FenStyle::Standard)
    }

    /// The position as FEN, castling rights in a certain style.
    pub fn fen_in(&self, style: FenStyle) -> String {
        let mut fen = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.board.piece(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut fen, empty);
                        empty = 0;
                        fen.push_str(&piece.to_string());
                    }
                }
            }
            push_count(&mut fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(match self.side {
            Color::White => " w",
            Color::Black => " b",
        });
        if self.due {
            fen.push('@');
        }
        fen.push(' ');
        self.push_castling(&mut fen, style);
        match self.en_passant {
            Some(square) => {
                let _ = write!(fen, " {square}");
            }
            None => fen.push_str(" -"),
        }
        let _ = write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number);
        fen
    }

    fn push_castling(&self, fen: &mut String, style: FenStyle) {
        if self.castling.is_empty() {
            fen.push('-');
        }
        for color in Color::BOTH {
            // The king's side first, as custom has it.
            let rooks = self.castling & self.board.color(color);
            let mut rooks: Vec<Square> = rooks.collect();
            rooks.reverse();
            for rook in rooks {
                let king_side = rook.file() > self.board.king(color).file();
                let outermost = outermost_rook(&self.board, color, king_side) == Some(rook);
                let letter = match (style, outermost, king_side) {
                    (FenStyle::Standard, true, true) => 'K',
                    (FenStyle::Standard, true, false) => 'Q',
                    _ => char::from(b'A' + rook.file()),
                };
                fen.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
        }
    }
}

fn push_count(fen: &mut String, empty: u8) {
    if empty > 0 {
        fen.push(char::from(b'0' + empty));
    }
}

/// The rook furthest from the king on one side of him, of those on his back rank.
fn outermost_rook<C: crate::board::Carriers>(
    board: &Board<C>,
    color: Color,
    king_side: bool,
) -> Option<Square> {
    let king = board.king(color);
    let rooks = board.pieces(color, Kind::Rook) & Bitboard::relative_rank(0, color);
    let mut rooks = rooks.filter(|rook| (rook.file() > king.file()) == king_side);
    if king_side {
        rooks.last()
    } else {
        rooks.next()
    }
}

fn read_board<V: Variant>(text: &str) -> Result<Board<V::Carriers>, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = Board::empty();
    for (text, rank) in ranks.into_iter().zip((0..8).rev()) {
        read_rank::<V>(&mut board, text, rank)?;
    }
    let count = board.occupied().len();
    if count > 32 {
        return Err(FenError::TooManyPieces(count));
    }
    for color in Color::BOTH {
        let count = board.pieces(color, Kind::King).len();
        if count != 1 {
            return Err(FenError::Kings { color, count });
        }
    }
    Ok(board)
}

fn read_rank<V: Variant>(
    board: &mut Board<V::Carriers>,
    text: &str,
    rank: u8,
) -> Result<(), FenError> {
    let bad = |reason: String| FenError::Rank {
        rank: rank + 1,
        reason,
    };
    let too_long = || bad("more than 8 squares".to_owned());
    let mut file = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            file += empty as u8;
        } else {
            let kind = Kind::from_letter(letter.to_ascii_lowercase())
                .ok_or_else(|| bad(format!("`{letter}` is no piece and no count of 1 to 8")))?;
            if file > 7 {
                return Err(too_long());
            }
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let square = Square::at(file, rank);
            let mut piece = Piece::new(color, kind);
            if letters.next_if_eq(&':').is_some() {
                let letter = letters.next().unwrap_or(' ');
                let item = V::read_item(kind, letter)
                    .map_err(|reason| FenError::Piece { square, reason })?;
                piece = piece.with_item(Some(item));
            }
            place::<V>(board, piece, square)?;
            file += 1;
        }
        if file > 8 {
            return Err(too_long());
        }
    }
    if file < 8 {
        return Err(bad(format!("expected 8 squares, found {file}")));
    }
    Ok(())
}

fn place<V: Variant>(
    board: &mut Board<V::Carriers>,
    piece: Piece,
    square: Square,
) -> Result<(), FenError> {
    if piece.kind() == Kind::Pawn {
        V::check_pawn(piece, square.relative_rank(piece.color()))
            .map_err(|reason| FenError::Piece { square, reason })?;
    }
    if let Some(Item::Ring(color)) = piece.item() {
        let earlier =
            Square::all().find(|&other| board.piece(other).and_then(Piece::ring) == Some(color));
        if let Some(first) = earlier {
            return Err(FenError::TwoRings {
                color,
                first,
                second: square,
            });
        }
    }
    board.put(piece, square);
    Ok(())
}

fn read_side(text: &str) -> Result<(Color, bool), FenError> {
    match text {
        "w" => Ok((Color::White, false)),
        "b" => Ok((Color::Black, false)),
        "w@" => Ok((Color::White, true)),
        "b@" => Ok((Color::Black, true)),
        _ => Err(FenError::Side(text.to_owned())),
    }
}

/// The rooks that may castle. A right is of the outermost rook on its side (K, Q, k, q) or of
/// the rook on a file; what king or rook rule out is dropped.
fn read_castling<V: Variant>(board: &Board<V::Carriers>, text: &str) -> Result<Bitboard, FenError> {
    let mut castling = Bitboard::EMPTY;
    if text == "-" {
        return Ok(castling);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let king = board.king(color);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, true),
            'q' => outermost_rook(board, color, false),
            file @ 'a'..='h' => Some(Square::at(file as u8 - b'a', king.rank())),
            _ => return Err(FenError::Castling(letter)),
        };
        let may_castle = |square: Square, kind| {
            board.piece(square).is_some_and(|piece| {
                piece.kind() == kind && piece.color() == color && V::may_castle(piece)
            })
        };
        if let Some(rook) = rook
            && king.relative_rank(color) == 0
            && may_castle(king, Kind::King)
            && may_castle(rook, Kind::Rook)
        {
            // One right a side of the king: a later letter replaces an earlier one.
            let king_side = rook.file() > king.file();
            let same_side = board.color(color)
                & castling
                    .filter(|other| (other.file() > king.file()) == king_side)
                    .collect();
            castling = castling & !same_side | rook.bitboard();
        }
    }
    Ok(castling)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => match text.parse() {
            Ok(square) => Ok(Some(square)),
            Err(_) => Err(FenError::EnPassant(text.to_owned())),
        },
    }
}

/// A number of any length; what is beyond 32 bits counts as the largest.
fn read_clock(field: &'static str, text: &str) -> Result<u32, FenError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FenError::Clock {
            field,
            text: text.to_owned(),
        });
    }
    Ok(text.parse().unwrap_or(u32::MAX))
}
