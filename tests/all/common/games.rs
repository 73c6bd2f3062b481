//! Random games: from the starts, from the suite positions and from sown boards, played in
//! manners that bring about what uniform play hardly ever shows.

use alberich::board::{Kind, Square};
use alberich::position::{Move, MoveList, Position, Sort};
use alberich::variant::{Game, Variant};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{suite, with_clock};

/// How the turns of a random game are chosen.
#[derive(Clone, Copy)]
enum Manner {
    /// All alike.
    Uniform,
    /// What is rare more often: plunder, vest moves, steals, checks, mates, en passant.
    Lively,
    /// Back and forth, towards repetitions.
    Shuffling,
    /// What does not restart the clock, towards the fifty-move rule.
    Patient,
    /// Captures wherever there are any, towards bare boards.
    Greedy,
}

/// A source of random games of one game, always the same for a seed.
pub struct Games {
    game: Game,
    /// What is random.
    pub rng: ChaCha8Rng,
    suite: Vec<String>,
    manner: Manner,
    /// The turns that are still to be played in this game at most.
    left: u32,
    /// The last two turns, for the shuffling ones.
    last: [Option<Move>; 2],
}

impl Games {
    /// Random games of the game `V`.
    pub fn new<V: Variant>(seed: u64) -> Self {
        let game = match V::NAME.parse() {
            Ok(game) => game,
            Err(error) => panic!("{error}"),
        };
        Games {
            game,
            rng: ChaCha8Rng::seed_from_u64(seed),
            suite: suite(game).into_iter().map(|line| line.fen).collect(),
            manner: Manner::Uniform,
            left: 0,
            last: [None; 2],
        }
    }

    /// The first position of a new game.
    pub fn start<V: Variant>(&mut self) -> Position<V> {
        self.last = [None; 2];
        self.left = self.rng.random_range(10..100);
        self.manner = match self.rng.random_range(0..16) {
            0..=3 => Manner::Uniform,
            4..=12 => Manner::Lively,
            13 => Manner::Shuffling,
            14 => Manner::Patient,
            _ => Manner::Greedy,
        };
        match self.rng.random_range(0..10) {
            0 => Position::start(),
            1 => Position::chess960_start(self.rng.random_range(0..960)),
            2..=4 => self.suite_start(),
            _ => {
                // Their first positions are the strangest.
                self.left /= 4;
                self.sown_start()
            }
        }
    }

    fn suite_start<V: Variant>(&mut self) -> Position<V> {
        let Some(fen) = self.suite.choose(&mut self.rng) else {
            panic!("no suite for {}", self.game);
        };
        let fen = if self.rng.random_ratio(1, 8) {
            with_clock(fen, self.rng.random_range(80..100))
        } else {
            fen.clone()
        };
        super::read(&fen)
    }

    fn sown_start<V: Variant>(&mut self) -> Position<V> {
        loop {
            let fen = random_fen(self.game, &mut self.rng);
            if let Ok(position) = Position::<V>::from_fen(&fen) {
                return self.with_some_en_passant(position, &fen);
            }
        }
    }

    /// The position with the first en passant square that is real there, in most cases.
    fn with_some_en_passant<V: Variant>(
        &mut self,
        position: Position<V>,
        fen: &str,
    ) -> Position<V> {
        if self.rng.random_ratio(1, 4) {
            return position;
        }
        (0..8)
            .flat_map(|file| [2, 5].map(|rank| Square::at(file, rank)))
            .filter_map(|square| {
                let fen = fen.replace(" - 0 1", &format!(" {square} 0 1"));
                Position::<V>::from_fen(&fen).ok()
            })
            .find(|position| position.en_passant().is_some())
            .unwrap_or(position)
    }

    /// The next turn, if the game is to go on. The end of a game by the rules, no turn being
    /// left apart, does not stop it.
    pub fn turn<V: Variant>(&mut self, position: &Position<V>) -> Option<Move> {
        let moves = position.moves();
        if self.left == 0 || moves.is_empty() {
            return None;
        }
        self.left -= 1;
        let m = match self.manner {
            Manner::Uniform => self.any(&moves),
            Manner::Lively => self.lively(position, &moves),
            Manner::Shuffling => self.shuffling(&moves),
            Manner::Patient => self.preferring(&moves, |m| {
                let pawns = position.board().kind(Kind::Pawn);
                !position.is_capture(m) && !pawns.has(m.from())
            }),
            Manner::Greedy => self.preferring(&moves, |m| position.is_capture(m)),
        };
        self.last = [self.last[1], Some(m)];
        Some(m)
    }

    fn any(&mut self, moves: &MoveList) -> Move {
        moves[self.rng.random_range(0..moves.len())]
    }

    fn preferring(&mut self, moves: &MoveList, good: impl Fn(Move) -> bool) -> Move {
        let preferred: MoveList = moves.iter().copied().filter(|&m| good(m)).collect();
        if preferred.is_empty() || self.rng.random_ratio(1, 16) {
            self.any(moves)
        } else {
            self.any(&preferred)
        }
    }

    fn shuffling(&mut self, moves: &MoveList) -> Move {
        let back = self.last[0].map(|last| Move::new(last.to(), last.from()));
        self.preferring(moves, |m| Some(m) == back)
    }

    fn lively<V: Variant>(&mut self, position: &Position<V>, moves: &MoveList) -> Move {
        // Checks and mates cost something to find out, so only some turns look for them.
        let hunts = self.rng.random_ratio(1, 8);
        let drawn = moves.choose_weighted(&mut self.rng, |&m| {
            let prey = match hunts {
                true if !position.make(m).has_moves() => 200,
                true if position.gives_check(m) => 8,
                _ => 1,
            };
            prey * liveliness(position, m)
        });
        match drawn {
            Ok(&m) => m,
            Err(error) => panic!("{error}"),
        }
    }
}

/// How much more often than a plain move a turn is to be played.
fn liveliness<V: Variant>(position: &Position<V>, m: Move) -> u32 {
    let piece = position.board().piece(m.from());
    let captured = position.board().piece(m.to());
    let is_pawn = piece.is_some_and(|piece| piece.kind() == Kind::Pawn);
    let carries = piece.is_some_and(|piece| piece.item().is_some());
    let mut weight = match m.sort() {
        Sort::Step => 1,
        Sort::Castle => 4,
        Sort::EnPassant => 12,
        Sort::Steal => 6,
    };
    if m.plunder().is_some() {
        weight *= 2;
    }
    if m.is_vest_move() {
        weight *= 2;
    }
    if m.promotion().is_some() && carries {
        weight *= 4;
    }
    if m.sort() == Sort::Step {
        // Ringed pieces and those with vests make the richest captures.
        if captured.is_some_and(|captured| captured.item().is_some()) {
            weight *= 3;
        }
        // Double steps, by pawns or by vest, lead to en passant squares.
        let ranks = m.from().rank().abs_diff(m.to().rank());
        if (is_pawn || m.is_vest_move()) && ranks == 2 && m.from().file() == m.to().file() {
            weight *= 2;
        }
    }
    weight
}

/// A FEN of pieces thrown at the board, which a game may well refuse.
fn random_fen(game: Game, rng: &mut ChaCha8Rng) -> String {
    let mut board: [Option<String>; 64] = [const { None }; 64];
    let empty = |board: &[Option<String>; 64], rng: &mut ChaCha8Rng| loop {
        let at = rng.random_range(0..64);
        if board[at].is_none() {
            return at;
        }
    };
    let kings_at_home = rng.random_ratio(1, 4);
    // The usual squares of kings and rooks, or those of Chess960.
    let home = match rng.random() {
        true => [0, 4, 7],
        false => {
            let king = rng.random_range(1..7);
            [
                rng.random_range(0..king),
                king,
                rng.random_range(king + 1..8),
            ]
        }
    };
    for (king, back_rank) in [("K", 0), ("k", 56)] {
        let at = if kings_at_home {
            back_rank + home[1]
        } else {
            empty(&board, rng)
        };
        board[at] = Some(king.to_owned());
    }
    for _ in 0..rng.random_range(0..=28) {
        let at = empty(&board, rng);
        let white: bool = rng.random();
        let mut letter = random_letter(rng);
        // Pawns on the first and last rank are refused but for a few.
        let is_first = at / 8 == if white { 0 } else { 7 };
        let stays = game == Game::PlunderChess && is_first || rng.random_ratio(1, 16);
        if letter == 'p' && [0, 7].contains(&(at / 8)) && !stays {
            letter = 'n';
        }
        board[at] = Some(cased(letter, white));
    }
    if kings_at_home {
        for (rook, back_rank) in [("R", 0), ("R", 0), ("r", 56), ("r", 56)] {
            let file = home[2 * rng.random_range(0..2)];
            board[back_rank + file] = Some(rook.to_owned());
        }
    }
    let mut side = ["w", "b"][rng.random_range(0..2)];
    if rng.random_ratio(1, 2) {
        side = plant_en_passant(&mut board, game, rng);
    }
    let mut due = "";
    match game {
        Game::Chess => {}
        Game::PlunderChess => give_vests(&mut board, rng),
        Game::TwoRing | Game::TwoRing1 => {
            if rng.random_ratio(1, 4) {
                due = plant_forced_pawn(&mut board, side, rng);
            } else {
                let mut rings = vec!["w", "b"];
                if rng.random_ratio(1, 3) {
                    due = "@";
                    rings.retain(|&ring| ring != side);
                }
                give_rings(&mut board, &rings, rng);
            }
        }
    };
    let castling = ["-", "KQkq"][usize::from(kings_at_home)];
    format!("{} {side}{due} {castling} - 0 1", board_field(&board))
}

fn cased(letter: char, white: bool) -> String {
    let letter = if white {
        letter.to_ascii_uppercase()
    } else {
        letter
    };
    letter.to_string()
}

fn random_letter(rng: &mut ChaCha8Rng) -> char {
    const LETTERS: &[u8] = b"pppppnnbbrrq";
    char::from(LETTERS[rng.random_range(0..LETTERS.len())])
}

/// Puts down what has made a double step and a pawn, or another that may have a pawn vest, to
/// capture it, and returns the side to move. Kings stay where they are.
fn plant_en_passant(
    board: &mut [Option<String>; 64],
    game: Game,
    rng: &mut ChaCha8Rng,
) -> &'static str {
    let file = rng.random_range(0..8);
    let beside = if file == 0 || file < 7 && rng.random() {
        file + 1
    } else {
        file - 1
    };
    let white_stepped = rng.random();
    let [origin, passed, target] = if white_stepped { [1, 2, 3] } else { [6, 5, 4] };
    let mut stepped = 'p';
    let mut capturer = cased('p', !white_stepped);
    if game == Game::PlunderChess {
        stepped = ['p', 'p', 'n', 'b'][rng.random_range(0..4)];
        if rng.random() {
            let letter = ['n', 'b', 'r', 'q'][rng.random_range(0..4)];
            capturer = format!("{}:p", cased(letter, !white_stepped));
        }
    }
    let planted = [
        (8 * origin + file, None),
        (8 * passed + file, None),
        (8 * target + file, Some(cased(stepped, white_stepped))),
        (8 * target + beside, Some(capturer)),
    ];
    let is_king = |at: usize| matches!(board[at].as_deref(), Some("K" | "k"));
    if !planted.iter().any(|&(at, _)| is_king(at)) {
        for (at, piece) in planted {
            board[at] = piece;
        }
    }
    if white_stepped { "b" } else { "w" }
}

/// Leaves one side a single pawn, which attacks the other king; that holds its own ring. The
/// pawn has no choice but to take the ring when that is due (2.2), and then attacks the king no
/// more. Returns the mark of a due assignment.
fn plant_forced_pawn(
    board: &mut [Option<String>; 64],
    side: &str,
    rng: &mut ChaCha8Rng,
) -> &'static str {
    // The pawn is the mover's, who owes the assignment, or the opponent's, who soon may.
    let is_due = rng.random();
    let white_pawn = (side == "w") == is_due;
    let (pawn, king) = if white_pawn { ("P", "k") } else { ("p", "K") };
    for piece in board.iter_mut() {
        if piece.as_deref() == Some(pawn) {
            *piece = None;
        }
    }
    let at = board
        .iter()
        .position(|piece| piece.as_deref() == Some(king));
    let Some(at) = at else { return "" };
    let before = match white_pawn {
        true => at.checked_sub(8),
        false => Some(at + 8),
    };
    let beside = match at % 8 {
        0 => 1,
        7 => -1,
        _ => [-1, 1][rng.random_range(0..2)],
    };
    let square = before.and_then(|before| before.checked_add_signed(beside));
    if let Some(square @ 8..56) = square
        && !matches!(board[square].as_deref(), Some("K" | "k"))
    {
        board[square] = Some(pawn.to_owned());
        board[at] = Some(format!("{king}:{}", if white_pawn { "b" } else { "w" }));
    }
    if is_due { "@" } else { "" }
}

fn give_vests(board: &mut [Option<String>; 64], rng: &mut ChaCha8Rng) {
    let ratio = rng.random_range(0..=8);
    for piece in board.iter_mut().flatten() {
        if piece.len() == 1 && rng.random_ratio(ratio, 8) {
            let vest = ["p", "n", "b", "r", "q"][rng.random_range(0..5)];
            piece.push(':');
            piece.push_str(vest);
        }
    }
    // What may not be worn would refuse nearly every board.
    for piece in board.iter_mut().flatten() {
        let worn = piece.to_ascii_lowercase();
        let same = worn.len() == 3 && worn[..1] == worn[2..];
        if same || ["q:b", "q:r"].contains(&worn.as_str()) {
            piece.truncate(1);
        }
    }
}

fn give_rings(board: &mut [Option<String>; 64], rings: &[&str], rng: &mut ChaCha8Rng) {
    for ring in rings {
        if rng.random_ratio(1, 4) {
            continue;
        }
        let royal = rng.random_ratio(1, 3);
        let holders: Vec<usize> = (0..64)
            .filter(|&at| {
                board[at].as_ref().is_some_and(|piece| {
                    piece.len() == 1 && (!royal || "KQkq".contains(piece.as_str()))
                })
            })
            .collect();
        if let Some(&at) = holders.choose(rng)
            && let Some(piece) = &mut board[at]
        {
            piece.push(':');
            piece.push_str(ring);
        }
    }
}

fn board_field(board: &[Option<String>; 64]) -> String {
    let rank = |rank: usize| {
        let mut text = String::new();
        let mut empty = 0;
        for piece in &board[8 * rank..8 * rank + 8] {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(piece);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    ranks.join("/")
}

/// Shows `count` positions of random games.
pub fn walk<V: Variant>(
    seed: u64,
    count: usize,
    mut visit: impl FnMut(&Position<V>, &mut ChaCha8Rng),
) {
    let mut games = Games::new::<V>(seed);
    let mut seen = 0;
    while seen < count {
        let mut position = games.start::<V>();
        loop {
            visit(&position, &mut games.rng);
            seen += 1;
            match games.turn(&position) {
                Some(m) if seen < count => position = position.make(m),
                _ => break,
            }
        }
    }
}
