//! A naive reference implementation of the games, for tests to compare the engine with.
//!
//! It is written from the rules as literally as possible and shares nothing with the engine:
//! a mailbox of 64 squares, turns found by stepping over the board, each made on a copy of the
//! position, and then a search through all that the opponent could do for a capture of the king.
//! Numbers in comments (`2.7`) are those of the rules.

#![allow(dead_code)]

use Carry::{Nothing, Ring, Vest};
use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
use Side::{Black, White};

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// FIDE chess.
    Chess,
    /// PlunderChess, section 1.
    PlunderChess,
    /// Two Ring Chess, section 2.
    TwoRing,
    /// Two Ring Chess with the variation of 2.9.
    TwoRing1,
}

impl Rules {
    /// The game of that name: `chess`, `plunderchess`, `tworing` or `tworing1`.
    pub fn from_name(name: &str) -> Option<Rules> {
        match name {
            "chess" => Some(Rules::Chess),
            "plunderchess" => Some(Rules::PlunderChess),
            "tworing" => Some(Rules::TwoRing),
            "tworing1" => Some(Rules::TwoRing1),
            _ => None,
        }
    }

    /// Is it one of the games with rings?
    pub fn has_rings(self) -> bool {
        matches!(self, Rules::TwoRing | Rules::TwoRing1)
    }
}

/// One of the two players, and the colour of pieces and rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            White => Black,
            Black => White,
        }
    }

    /// The step in ranks that is forward for this side.
    fn forward(self) -> i8 {
        match self {
            White => 1,
            Black => -1,
        }
    }

    /// The rank (0 to 7) that this side counts as its `n`th, `n` from 1 to 8.
    fn rank(self, n: u8) -> u8 {
        match self {
            White => n - 1,
            Black => 8 - n,
        }
    }
}

/// The type of a piece, and of a vest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// The small letter of FEN and UCI.
    pub fn letter(self) -> char {
        match self {
            Pawn => 'p',
            Knight => 'n',
            Bishop => 'b',
            Rook => 'r',
            Queen => 'q',
            King => 'k',
        }
    }

    /// The type that a small letter names.
    pub fn from_letter(letter: char) -> Option<Kind> {
        match letter {
            'p' => Some(Pawn),
            'n' => Some(Knight),
            'b' => Some(Bishop),
            'r' => Some(Rook),
            'q' => Some(Queen),
            'k' => Some(King),
            _ => None,
        }
    }

    /// May this type wear that vest (1.2)?
    pub fn may_wear(self, vest: Kind) -> bool {
        match self {
            Pawn => matches!(vest, Knight | Bishop | Rook | Queen),
            Knight => matches!(vest, Pawn | Bishop | Rook | Queen),
            Bishop => matches!(vest, Pawn | Knight | Rook | Queen),
            Rook => matches!(vest, Pawn | Knight | Bishop | Queen),
            Queen => matches!(vest, Pawn | Knight),
            King => vest != King,
        }
    }
}

/// What a piece carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carry {
    /// Neither a vest nor a ring.
    Nothing,
    /// A vest, in PlunderChess.
    Vest(Kind),
    /// The ring of that colour, in Two Ring Chess.
    Ring(Side),
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Its type.
    pub kind: Kind,
    /// What it carries.
    pub carries: Carry,
}

impl Piece {
    /// Does it hold a ring of either colour?
    pub fn ringed(self) -> bool {
        matches!(self.carries, Ring(_))
    }

    /// Is it a pawn that could be given a ring (2.2)?
    fn is_unringed_pawn(self) -> bool {
        self.kind == Pawn && !self.ringed()
    }
}

/// A position. Squares are numbered from a1 = 0 along the ranks to h8 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The game.
    pub rules: Rules,
    /// The mailbox.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub mover: Side,
    /// Squares of the rooks that may still castle: for White and Black the one on the king's
    /// side of the king and the one on the queen's side.
    pub castling: [[Option<u8>; 2]; 2],
    /// The square that was just passed over by a pawn's double step, if a legal turn can capture
    /// en passant there.
    pub en_passant: Option<u8>,
    /// Must the mover give his ring to a pawn (2.2)?
    pub due: bool,
    /// Plies since the last capture or pawn move.
    pub half_moves: u32,
    /// Number of the move, from 1.
    pub number: u32,
}

/// A turn. What it captures follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes; when castling the square of the rook, when stealing that of the robbed.
    pub to: u8,
    /// Is it castling?
    pub castling: bool,
    /// Is it an en passant capture?
    pub en_passant: bool,
    /// Is it a steal (2.10)?
    pub steal: bool,
    /// What the pawn becomes.
    pub promotion: Option<Kind>,
    /// The vest put on (1.1).
    pub vest: Option<Kind>,
    /// Is it a vest move (1.4), which uses up the vest worn before?
    pub vest_move: bool,
    /// Where the pawn that is given the ring (2.2) stands before the move.
    pub ring_to: Option<u8>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The mover is mated.
    Mate,
    /// The mover is stalemated.
    Stalemate,
    /// In Two Ring Chess: the mover has no turn and loses, in check or not (2.12).
    NoTurnLoses,
    /// The position stands for the third time.
    Threefold,
    /// Hundred plies without capture or pawn move.
    FiftyMoves,
    /// Nobody can win any more.
    Dead,
}

/// Where a movement of a piece leads.
#[derive(Clone, Copy)]
struct Step {
    to: u8,
    en_passant: bool,
}

/// A movement of one piece, before anything that may be chosen with it.
#[derive(Clone, Copy)]
struct Movement {
    from: u8,
    to: u8,
    en_passant: bool,
    vest_move: bool,
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const AROUND: [(i8, i8); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

fn file_of(square: u8) -> u8 {
    square % 8
}

fn rank_of(square: u8) -> u8 {
    square / 8
}

fn square_at(file: u8, rank: u8) -> u8 {
    rank * 8 + file
}

/// The square that many files and ranks away, if it is on the board.
fn shifted(square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let file = file_of(square) as i8 + files;
    let rank = rank_of(square) as i8 + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| square_at(file as u8, rank as u8))
}

/// The name of a square, such as `e4`.
pub fn square_name(square: u8) -> String {
    let mut name = String::new();
    name.push((b'a' + file_of(square)) as char);
    name.push((b'1' + rank_of(square)) as char);
    name
}

/// The square of that name.
pub fn square_from_name(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(square_at(file - b'a', rank - b'1')),
        _ => None,
    }
}

// FEN.

impl State {
    /// Reads a FEN (3.1). Missing fields mean `- - 0 1`. Castling rights that the board
    /// contradicts are dropped, and so is an en passant square that it contradicts or that no
    /// legal turn makes use of (3.4).
    ///
    /// # Panics
    ///
    /// When a field is malformed. That the position is possible is not verified.
    pub fn parse(rules: Rules, fen: &str) -> State {
        let mut fields = fen.split_whitespace();
        let board = parse_board(rules, fen, fields.next().unwrap_or(""));
        let (mover, due) = match fields.next().unwrap_or("") {
            "w" => (White, false),
            "b" => (Black, false),
            "w@" => (White, true),
            "b@" => (Black, true),
            other => panic!("no side to move: '{other}' in '{fen}'"),
        };
        let mut state = State {
            rules,
            board,
            mover,
            castling: [[None; 2]; 2],
            en_passant: None,
            due,
            half_moves: 0,
            number: 1,
        };
        for side in [White, Black] {
            let kings = (0..64).filter(|&at| {
                state.board[at].is_some_and(|piece| piece.kind == King && piece.side == side)
            });
            assert!(kings.count() == 1, "not one king a side in '{fen}'");
        }
        for letter in fields.next().unwrap_or("-").chars() {
            assert!(
                matches!(letter.to_ascii_lowercase(), '-' | 'k' | 'q' | 'a'..='h'),
                "no castling letter: '{letter}' in '{fen}'"
            );
            state.read_castling(letter);
        }
        match fields.next().unwrap_or("-") {
            "-" => {}
            name => match square_from_name(name) {
                Some(square) => state.read_en_passant(square),
                None => panic!("no square: '{name}' in '{fen}'"),
            },
        }
        let mut number = |default: u32| match fields.next() {
            None => default,
            Some(text) => match text.parse() {
                Ok(number) => number,
                Err(_) => panic!("no number: '{text}' in '{fen}'"),
            },
        };
        state.half_moves = number(0);
        state.number = number(1).max(1);
        state
    }

    /// Takes over what a castling letter says, unless the board contradicts it (3.4).
    fn read_castling(&mut self, letter: char) {
        let side = if letter.is_ascii_uppercase() {
            White
        } else {
            Black
        };
        let king = self.king(side);
        let king_piece = self.board[king as usize];
        if rank_of(king) != side.rank(1) || king_piece.is_some_and(|piece| piece.carries != Nothing)
        {
            return;
        }
        let rook = match letter.to_ascii_lowercase() {
            'k' => self.outermost_rook(side, 0),
            'q' => self.outermost_rook(side, 1),
            file @ 'a'..='h' => Some(square_at(file as u8 - b'a', side.rank(1))),
            _ => None,
        };
        let Some(rook) = rook else { return };
        let Some(piece) = self.board[rook as usize] else {
            return;
        };
        // 1.9, 2.11.
        let unmoved = matches!(piece.carries, Nothing) || piece.carries == Ring(side);
        if piece.side == side && piece.kind == Rook && unmoved {
            let wing = if rook > king { 0 } else { 1 };
            self.castling[side as usize][wing] = Some(rook);
        }
    }

    /// The own rook farthest from the king on that side of it (0: towards the h-file, 1: towards
    /// the a-file) of the back rank.
    fn outermost_rook(&self, side: Side, wing: usize) -> Option<u8> {
        let king = self.king(side);
        let is_rook = |square: &u8| {
            self.board[*square as usize]
                .is_some_and(|piece| piece.side == side && piece.kind == Rook)
        };
        let first = square_at(0, side.rank(1));
        let last = square_at(7, side.rank(1));
        if wing == 0 {
            (king + 1..=last).rev().find(is_rook)
        } else {
            (first..king).find(is_rook)
        }
    }

    /// Takes over the en passant square, unless the board contradicts it (3.4) or no legal turn
    /// captures there.
    fn read_en_passant(&mut self, square: u8) {
        let enemy = self.mover.other();
        if self.due || rank_of(square) != enemy.rank(3) {
            return;
        }
        let origin = square_at(file_of(square), enemy.rank(2));
        let target = square_at(file_of(square), enemy.rank(4));
        if self.board[square as usize].is_some() || self.board[origin as usize].is_some() {
            return;
        }
        let Some(piece) = self.board[target as usize] else {
            return;
        };
        let could = match piece.kind {
            Pawn => piece.carries != Ring(self.mover),
            Knight | Bishop => self.rules == Rules::PlunderChess && piece.carries == Nothing,
            _ => false,
        };
        if piece.side == enemy && could {
            self.en_passant = Some(square);
            self.drop_useless_en_passant();
        }
    }

    /// The FEN of the position (3.1), castling as KQkq or X-FEN.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.board[square_at(file, rank) as usize] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                    empty = 0;
                }
                let letter = piece.kind.letter();
                fen.push(match piece.side {
                    White => letter.to_ascii_uppercase(),
                    Black => letter,
                });
                match piece.carries {
                    Nothing => {}
                    Vest(vest) => {
                        fen.push(':');
                        fen.push(vest.letter());
                    }
                    Ring(White) => fen.push_str(":w"),
                    Ring(Black) => fen.push_str(":b"),
                }
            }
            if empty > 0 {
                fen.push_str(&empty.to_string());
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(match self.mover {
            White => " w",
            Black => " b",
        });
        if self.due {
            fen.push('@');
        }
        fen.push(' ');
        if self.castling == [[None; 2]; 2] {
            fen.push('-');
        }
        for side in [White, Black] {
            for wing in [0, 1] {
                let Some(rook) = self.castling[side as usize][wing] else {
                    continue;
                };
                let letter = if self.outermost_rook(side, wing) == Some(rook) {
                    ['k', 'q'][wing]
                } else {
                    (b'a' + file_of(rook)) as char
                };
                fen.push(match side {
                    White => letter.to_ascii_uppercase(),
                    Black => letter,
                });
            }
        }
        fen.push(' ');
        match self.en_passant {
            Some(square) => fen.push_str(&square_name(square)),
            None => fen.push('-'),
        }
        fen.push_str(&format!(" {} {}", self.half_moves, self.number));
        fen
    }
}

/// Reads the first field of a FEN.
fn parse_board(rules: Rules, fen: &str, field: &str) -> [Option<Piece>; 64] {
    let mut board = [None; 64];
    let ranks: Vec<&str> = field.split('/').collect();
    assert!(ranks.len() == 8, "not eight ranks in '{fen}'");
    for (rank, text) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let side = if letter.is_ascii_uppercase() {
                White
            } else {
                Black
            };
            let Some(kind) = Kind::from_letter(letter.to_ascii_lowercase()) else {
                panic!("no piece: '{letter}' in '{fen}'");
            };
            let mut carries = Nothing;
            if letters.next_if_eq(&':').is_some() {
                let letter = letters.next().unwrap_or(' ');
                let carried = if rules.has_rings() {
                    match letter {
                        'w' => Some(Ring(White)),
                        'b' => Some(Ring(Black)),
                        _ => None,
                    }
                } else {
                    Kind::from_letter(letter).map(Vest)
                };
                match carried {
                    Some(carried) => carries = carried,
                    None => panic!("nothing to carry: '{letter}' in '{fen}'"),
                }
            }
            assert!(file < 8, "more than eight squares in '{text}' of '{fen}'");
            board[square_at(file, rank) as usize] = Some(Piece {
                side,
                kind,
                carries,
            });
            file += 1;
        }
        assert!(file == 8, "not eight squares in '{text}' of '{fen}'");
    }
    board
}

// How the pieces move.

impl State {
    /// Where the king of that side stands.
    pub fn king(&self, side: Side) -> u8 {
        let is_king = |square: &u8| {
            self.board[*square as usize]
                .is_some_and(|piece| piece.kind == King && piece.side == side)
        };
        match (0..64).find(is_king) {
            Some(square) => square,
            None => panic!("no king"),
        }
    }

    fn side_at(&self, square: u8) -> Option<Side> {
        self.board[square as usize].map(|piece| piece.side)
    }

    /// Passes to `f` where a piece of that side and kind on `from` could go, whatever really
    /// stands there. This and its likes stop when `f` says true, and say then true themselves.
    fn steps(&self, from: u8, side: Side, kind: Kind, f: &mut impl FnMut(Step) -> bool) -> bool {
        match kind {
            Pawn => self.pawn_steps(from, side, f),
            Knight => self.leaps(from, side, &KNIGHT, f),
            King => self.leaps(from, side, &AROUND, f),
            Bishop => self.slides(from, side, &DIAGONAL, f),
            Rook => self.slides(from, side, &STRAIGHT, f),
            Queen => self.slides(from, side, &AROUND, f),
        }
    }

    fn leaps(
        &self,
        from: u8,
        side: Side,
        directions: &[(i8, i8)],
        f: &mut impl FnMut(Step) -> bool,
    ) -> bool {
        for &direction in directions {
            if let Some(to) = shifted(from, direction)
                && self.side_at(to) != Some(side)
                && f(Step::plain(to))
            {
                return true;
            }
        }
        false
    }

    fn slides(
        &self,
        from: u8,
        side: Side,
        directions: &[(i8, i8)],
        f: &mut impl FnMut(Step) -> bool,
    ) -> bool {
        for &direction in directions {
            let mut at = from;
            while let Some(to) = shifted(at, direction) {
                let found = self.side_at(to);
                if found != Some(side) && f(Step::plain(to)) {
                    return true;
                }
                if found.is_some() {
                    break;
                }
                at = to;
            }
        }
        false
    }

    fn pawn_steps(&self, from: u8, side: Side, f: &mut impl FnMut(Step) -> bool) -> bool {
        let forward = side.forward();
        if let Some(once) = shifted(from, (0, forward))
            && self.side_at(once).is_none()
        {
            if f(Step::plain(once)) {
                return true;
            }
            // 1.6, 1.10: from the second rank only.
            if rank_of(from) == side.rank(2)
                && let Some(twice) = shifted(once, (0, forward))
                && self.side_at(twice).is_none()
                && f(Step::plain(twice))
            {
                return true;
            }
        }
        for files in [-1, 1] {
            let Some(to) = shifted(from, (files, forward)) else {
                continue;
            };
            if self.side_at(to) == Some(side.other()) && f(Step::plain(to)) {
                return true;
            }
            // Only the mover can, since the square is that of the turn just made.
            let en_passant = Step {
                to,
                en_passant: true,
            };
            if side == self.mover && self.en_passant == Some(to) && f(en_passant) {
                return true;
            }
        }
        false
    }

    /// Passes to `f` all movements of the piece on `from`: conventional ones, those of its vest
    /// or ring; not castling, not steals.
    fn movements(&self, from: u8, f: &mut impl FnMut(Movement) -> bool) -> bool {
        let Some(piece) = self.board[from as usize] else {
            return false;
        };
        let (side, kind) = (piece.side, piece.kind);
        match piece.carries {
            Nothing => self.steps(from, side, kind, &mut |step| f(step.of(from, false))),
            Vest(vest) => {
                // 1.5: a vest move is one that only the vest allows.
                let mut reached = [false; 64];
                let mut reached_en_passant = [false; 64];
                self.steps(from, side, kind, &mut |step| {
                    if step.en_passant {
                        reached_en_passant[step.to as usize] = true;
                    } else {
                        reached[step.to as usize] = true;
                    }
                    f(step.of(from, false))
                }) || self.steps(from, side, vest, &mut |step| {
                    let conventional = if step.en_passant {
                        reached_en_passant[step.to as usize]
                    } else {
                        reached[step.to as usize]
                    };
                    !conventional && f(step.of(from, true))
                })
            }
            Ring(colour) if colour == side => {
                let mut reached = [false; 64];
                self.steps(from, side, kind, &mut |step| {
                    if !step.en_passant {
                        reached[step.to as usize] = true;
                    }
                    self.ringed_may_take(side, step) && f(step.of(from, false))
                }) || [-1, 0, 1].into_iter().any(|files| {
                    // 2.4.
                    let Some(to) = shifted(from, (files, side.forward())) else {
                        return false;
                    };
                    self.side_at(to) != Some(side)
                        && !reached[to as usize]
                        && self.ringed_may_take(side, Step::plain(to))
                        && f(Step::plain(to).of(from, false))
                })
            }
            // 2.5.
            Ring(_) => self.steps(from, side, Queen, &mut |step| {
                self.ringed_may_take(side, step) && f(step.of(from, false))
            }),
        }
    }

    /// 2.3: a ringed piece cannot capture a ringed piece.
    fn ringed_may_take(&self, side: Side, step: Step) -> bool {
        let victim = self.victim_square(side, step.to, step.en_passant);
        !self.board[victim as usize].is_some_and(Piece::ringed)
    }

    /// Where the piece stands that is captured by going to `to`, if one is.
    fn victim_square(&self, side: Side, to: u8, en_passant: bool) -> u8 {
        if en_passant {
            square_at(file_of(to), side.rank(5))
        } else {
            to
        }
    }
}

impl Step {
    fn plain(to: u8) -> Step {
        Step {
            to,
            en_passant: false,
        }
    }

    fn of(self, from: u8, vest_move: bool) -> Movement {
        Movement {
            from,
            to: self.to,
            en_passant: self.en_passant,
            vest_move,
        }
    }
}

// Check.

impl State {
    /// Is the mover's king in check?
    pub fn in_check(&self) -> bool {
        self.king_in_check(self.mover)
    }

    /// Is the king of that side in check, the opponent being thought to move next?
    fn king_in_check(&self, side: Side) -> bool {
        let king = self.king(side);
        let opponent = side.other();
        if self.last_rank_check(side, king) {
            return true;
        }
        if self.due && self.mover == opponent {
            // 2.2: any assignment that the opponent could choose.
            return (0..64).any(|pawn| {
                self.can_be_given_ring(pawn) && self.with_ring(pawn).can_take(opponent, king)
            });
        }
        self.can_take(opponent, king)
    }

    /// 2.9: does a piece that holds its own ring on its last rank check the king of `side`?
    fn last_rank_check(&self, side: Side, king: u8) -> bool {
        let opponent = side.other();
        let spared =
            self.rules == Rules::TwoRing1 && self.board[king as usize].is_some_and(Piece::ringed);
        !spared
            && (0..8).any(|file| {
                self.board[square_at(file, opponent.rank(8)) as usize]
                    .is_some_and(|piece| piece.side == opponent && piece.carries == Ring(opponent))
            })
    }

    /// Could a piece of that side capture what stands on `target`?
    fn can_take(&self, side: Side, target: u8) -> bool {
        (0..64).any(|from| {
            self.side_at(from) == Some(side)
                && self.movements(from, &mut |movement| {
                    self.victim_square(side, movement.to, movement.en_passant) == target
                })
        })
    }

    /// Does a pawn stand there that the mover could give his ring to?
    fn can_be_given_ring(&self, square: u8) -> bool {
        self.board[square as usize]
            .is_some_and(|piece| piece.side == self.mover && piece.is_unringed_pawn())
    }

    /// The position with the due assignment (2.2) made to the pawn on that square.
    fn with_ring(&self, pawn: u8) -> State {
        let mut given = *self;
        given.due = false;
        if let Some(piece) = &mut given.board[pawn as usize] {
            piece.carries = Ring(self.mover);
        }
        given
    }
}

// Turns.

impl State {
    /// Passes to `f` every pseudo-legal turn.
    fn pseudo_legal(&self, f: &mut impl FnMut(Turn) -> bool) -> bool {
        if !self.due {
            return self.pseudo_legal_after_assignment(None, f);
        }
        (0..64).any(|pawn| {
            self.can_be_given_ring(pawn)
                && self
                    .with_ring(pawn)
                    .pseudo_legal_after_assignment(Some(pawn), f)
        })
    }

    fn pseudo_legal_after_assignment(
        &self,
        ring_to: Option<u8>,
        f: &mut impl FnMut(Turn) -> bool,
    ) -> bool {
        for from in 0..64 {
            let Some(piece) = self.board[from as usize] else {
                continue;
            };
            if piece.side == self.mover
                && (self.movements(from, &mut |movement| {
                    self.choices(movement, piece, ring_to, f)
                }) || self.steals(from, piece, ring_to, f))
            {
                return true;
            }
        }
        self.castlings(ring_to, f)
    }

    /// Passes to `f` the turns that a movement allows: promotions and plunder.
    fn choices(
        &self,
        movement: Movement,
        piece: Piece,
        ring_to: Option<u8>,
        f: &mut impl FnMut(Turn) -> bool,
    ) -> bool {
        let victim = self.victim_square(self.mover, movement.to, movement.en_passant);
        let captured = self.board[victim as usize];
        if captured.is_some_and(|captured| captured.kind == King) {
            return false;
        }
        let plain = Turn {
            from: movement.from,
            to: movement.to,
            castling: false,
            en_passant: movement.en_passant,
            steal: false,
            promotion: None,
            vest: None,
            vest_move: movement.vest_move,
            ring_to,
        };
        // 1.10, 2.8.
        let promotes = piece.kind == Pawn
            && rank_of(movement.to) == self.mover.rank(8)
            && !piece.ringed()
            && !captured.is_some_and(Piece::ringed);
        if !promotes {
            return self.plunders(plain, piece, captured, f);
        }
        [Queen, Rook, Bishop, Knight].into_iter().any(|kind| {
            let turn = Turn {
                promotion: Some(kind),
                ..plain
            };
            self.plunders(turn, piece, captured, f)
        })
    }

    /// Passes to `f` the turn without plunder, then with all that it may plunder (1.1).
    fn plunders(
        &self,
        turn: Turn,
        piece: Piece,
        captured: Option<Piece>,
        f: &mut impl FnMut(Turn) -> bool,
    ) -> bool {
        if f(turn) {
            return true;
        }
        let Some(captured) = captured else {
            return false;
        };
        if self.rules != Rules::PlunderChess {
            return false;
        }
        let wearer = turn.promotion.unwrap_or(piece.kind);
        let kept = kept_vest(turn, piece);
        let worn = match captured.carries {
            Vest(vest) => Some(vest),
            _ => None,
        };
        // By 1.2 a piece never wears a vest of its own type, so the two differ.
        [Some(captured.kind), worn]
            .into_iter()
            .flatten()
            .any(|vest| {
                // 1.3: taking the vest already worn is no turn of its own.
                wearer.may_wear(vest)
                    && kept != Vest(vest)
                    && f(Turn {
                        vest: Some(vest),
                        ..turn
                    })
            })
    }

    /// Passes to `f` the steals (2.10) of the piece on `from`.
    fn steals(
        &self,
        from: u8,
        piece: Piece,
        ring_to: Option<u8>,
        f: &mut impl FnMut(Turn) -> bool,
    ) -> bool {
        if !self.rules.has_rings()
            || piece.ringed()
            || !matches!(piece.kind, Pawn | Knight | Bishop | Rook)
        {
            return false;
        }
        AROUND.into_iter().any(|direction| {
            let Some(to) = shifted(from, direction) else {
                return false;
            };
            let robbed = self.board[to as usize]
                .is_some_and(|robbed| robbed.ringed() && matches!(robbed.kind, Queen | King));
            robbed
                && f(Turn {
                    from,
                    to,
                    castling: false,
                    en_passant: false,
                    steal: true,
                    promotion: None,
                    vest: None,
                    vest_move: false,
                    ring_to,
                })
        })
    }

    /// Passes to `f` the castlings that are legal but for what the final position shows.
    fn castlings(&self, ring_to: Option<u8>, f: &mut impl FnMut(Turn) -> bool) -> bool {
        let king = self.king(self.mover);
        self.castling[self.mover as usize]
            .into_iter()
            .flatten()
            .any(|rook| {
                self.may_castle(king, rook)
                    && f(Turn {
                        from: king,
                        to: rook,
                        castling: true,
                        en_passant: false,
                        steal: false,
                        promotion: None,
                        vest: None,
                        vest_move: false,
                        ring_to,
                    })
            })
    }

    fn may_castle(&self, king: u8, rook: u8) -> bool {
        let (king_to, rook_to) = castled_squares(king, rook);
        let free =
            |square: u8| square == king || square == rook || self.board[square as usize].is_none();
        if !between(king, king_to).all(free) || !between(rook, rook_to).all(free) {
            return false;
        }
        // The king neither castles out of check nor passes an attacked square.
        between(king, king_to).all(|square| {
            let mut passing = *self;
            let piece = passing.board[king as usize].take();
            passing.board[square as usize] = piece;
            !passing.king_in_check(self.mover)
        })
    }

    /// Makes a turn. The en passant square is set after every double step of a pawn.
    fn make(&self, turn: Turn) -> State {
        let side = self.mover;
        let mut next = *self;
        if let Some(pawn) = turn.ring_to {
            next = next.with_ring(pawn);
        }
        next.mover = side.other();
        next.en_passant = None;
        next.due = false;
        next.half_moves += 1;
        if side == Black {
            next.number += 1;
        }
        let (from, to) = (turn.from as usize, turn.to as usize);
        let Some(mut piece) = next.board[from] else {
            panic!("no piece on {}", square_name(turn.from));
        };

        if turn.castling {
            let (king_to, rook_to) = castled_squares(turn.from, turn.to);
            let rook = next.board[to].take();
            next.board[from] = None;
            next.board[king_to as usize] = Some(piece);
            next.board[rook_to as usize] = rook;
            next.castling[side as usize] = [None; 2];
            return next;
        }

        if turn.steal {
            // 2.10.
            let Some(robbed) = &mut next.board[to] else {
                panic!("nothing to steal on {}", square_name(turn.to));
            };
            piece.carries = robbed.carries;
            robbed.carries = Nothing;
            next.board[from] = Some(piece);
            // 2.11.
            if piece.carries != Ring(side) {
                next.drop_castling_rook(turn.from);
            }
            return next;
        }

        let victim = self.victim_square(side, turn.to, turn.en_passant);
        let captured = next.board[victim as usize].take();
        let moves_as = match piece.carries {
            Vest(vest) if turn.vest_move => vest,
            Ring(colour) if colour != side => Queen,
            _ => piece.kind,
        };
        // 1.12, 2.12.
        if captured.is_some() || piece.kind == Pawn && piece.carries != Ring(side.other()) {
            next.half_moves = 0;
        }
        // 1.7.
        if moves_as == Pawn && rank_of(turn.from).abs_diff(rank_of(turn.to)) == 2 {
            next.en_passant = Some(square_at(file_of(turn.from), side.rank(3)));
        }
        if piece.kind == King {
            next.castling[side as usize] = [None; 2];
        }
        next.drop_castling_rook(turn.from);
        next.drop_castling_rook(turn.to);

        next.board[from] = None;
        if self.rules == Rules::PlunderChess {
            piece.carries = match turn.vest {
                Some(vest) => Vest(vest),
                None => kept_vest(turn, piece),
            };
        }
        if let Some(captured) = captured
            && captured.ringed()
        {
            // 2.7.
            if captured.kind != Pawn && captured.carries == Ring(captured.side) {
                next.board[from] = Some(Piece {
                    side,
                    kind: captured.kind,
                    carries: Nothing,
                });
            }
            // 2.3.
            piece.carries = captured.carries;
        }
        if let Some(kind) = turn.promotion {
            piece.kind = kind;
        }
        next.board[to] = Some(piece);

        // 2.2.
        if captured.is_some() && self.rules.has_rings() {
            let own_ring = Ring(next.mover);
            let on_board = next
                .board
                .iter()
                .flatten()
                .any(|piece| piece.carries == own_ring);
            next.due = !on_board && (0..64).any(|square| next.can_be_given_ring(square));
        }
        next
    }

    /// A rook on that square may no longer castle.
    fn drop_castling_rook(&mut self, square: u8) {
        for rook in self.castling.iter_mut().flatten() {
            if *rook == Some(square) {
                *rook = None;
            }
        }
    }

    /// Passes to `f` every legal turn and the position after it.
    fn legal(&self, f: &mut impl FnMut(Turn, &State) -> bool) -> bool {
        self.pseudo_legal(&mut |turn| {
            let next = self.make(turn);
            !next.king_in_check(self.mover) && f(turn, &next)
        })
    }

    /// Forgets an en passant square where no legal turn captures en passant.
    fn drop_useless_en_passant(&mut self) {
        let useful = self.pseudo_legal(&mut |turn| {
            turn.en_passant && !self.make(turn).king_in_check(self.mover)
        });
        if !useful {
            self.en_passant = None;
        }
    }

    /// Is there any legal turn?
    pub fn has_turn(&self) -> bool {
        self.legal(&mut |_, _| true)
    }

    /// All legal turns with their UCI form (3.2), sorted by that. `chess960` writes every
    /// castling as king takes own rook.
    pub fn turns(&self, chess960: bool) -> Vec<(String, Turn)> {
        let mut turns = Vec::new();
        self.legal(&mut |turn, _| {
            turns.push((self.uci(turn, chess960), turn));
            false
        });
        turns.sort_by(|(a, _), (b, _)| a.cmp(b));
        turns
    }

    /// The position after a legal turn.
    pub fn play(&self, turn: Turn) -> State {
        let mut next = self.make(turn);
        if next.en_passant.is_some() {
            next.drop_useless_en_passant();
        }
        next
    }

    /// The number of ways to play that many turns.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        self.legal(&mut |turn, _| {
            count += if depth == 1 {
                1
            } else {
                self.play(turn).perft(depth - 1)
            };
            false
        });
        count
    }

    /// The UCI form of a turn (3.2).
    pub fn uci(&self, turn: Turn, chess960: bool) -> String {
        let mut text = square_name(turn.from);
        let to = if turn.castling && !chess960 && file_of(turn.from) == 4 {
            castled_squares(turn.from, turn.to).0
        } else {
            turn.to
        };
        text.push_str(&square_name(to));
        if let Some(kind) = turn.promotion {
            text.push(kind.letter());
        }
        if turn.en_passant {
            let quietly = self.movements(turn.from, &mut |movement| {
                movement.to == turn.to && !movement.en_passant
            });
            if quietly {
                text.push('e');
            }
        }
        if turn.steal {
            text.push('s');
        }
        if let Some(vest) = turn.vest {
            text.push('v');
            text.push(vest.letter());
        }
        if let Some(pawn) = turn.ring_to {
            text.push('@');
            text.push_str(&square_name(pawn));
        }
        text
    }
}

/// The vest that the piece keeps in a turn that plunders nothing (1.3, 1.4, 1.11).
fn kept_vest(turn: Turn, piece: Piece) -> Carry {
    match piece.carries {
        Vest(vest) if !turn.vest_move && turn.promotion.unwrap_or(piece.kind).may_wear(vest) => {
            Vest(vest)
        }
        _ => Nothing,
    }
}

/// Where king and rook arrive when they castle.
fn castled_squares(king: u8, rook: u8) -> (u8, u8) {
    let rank = rank_of(king);
    if rook > king {
        (square_at(6, rank), square_at(5, rank))
    } else {
        (square_at(2, rank), square_at(3, rank))
    }
}

/// The squares from `a` to `b`, both included, of one rank.
fn between(a: u8, b: u8) -> impl Iterator<Item = u8> {
    a.min(b)..=a.max(b)
}

// The end of a game.

/// How the game ends whose positions these are, the last being the current one, if it does.
/// What leaves the mover without a turn goes before every draw.
///
/// # Panics
///
/// When there is no position at all.
pub fn end(history: &[State]) -> Option<End> {
    let Some(now) = history.last() else {
        panic!("a game without a position");
    };
    if !now.has_turn() {
        // 2.12.
        return Some(if now.rules.has_rings() {
            End::NoTurnLoses
        } else if now.in_check() {
            End::Mate
        } else {
            End::Stalemate
        });
    }
    if history.iter().filter(|then| then.repeats(now)).count() >= 3 {
        return Some(End::Threefold);
    }
    if now.half_moves >= 100 {
        return Some(End::FiftyMoves);
    }
    now.dead().then_some(End::Dead)
}

impl State {
    /// Is it the same position but for the clocks?
    pub fn repeats(&self, other: &State) -> bool {
        let timeless = State {
            half_moves: self.half_moves,
            number: self.number,
            ..*other
        };
        timeless == *self
    }

    /// Is the position dead (0, 1.12, 2.12)?
    fn dead(&self) -> bool {
        let pieces = || self.board.iter().flatten();
        let others = || pieces().filter(|piece| piece.kind != King);
        let bare = pieces().all(|piece| piece.carries == Nothing);
        let count = others().count();
        let one_minor = count == 1 && others().all(|piece| matches!(piece.kind, Knight | Bishop));
        match self.rules {
            Rules::Chess => {
                let bishops = others().all(|piece| piece.kind == Bishop);
                count == 0 || one_minor || bishops && self.pieces_on_one_colour()
            }
            Rules::PlunderChess => count == 0 || bare && one_minor,
            Rules::TwoRing | Rules::TwoRing1 => count == 0 && bare,
        }
    }

    /// Do all pieces but the kings stand on squares of one colour?
    fn pieces_on_one_colour(&self) -> bool {
        let on = |colour: u8| {
            (0..64)
                .filter(|&square| (file_of(square) + rank_of(square)) % 2 == colour)
                .filter_map(|square| self.board[square as usize])
                .any(|piece| piece.kind != King)
        };
        !on(0) || !on(1)
    }
}
