//! What the fuzz targets share: positions chosen by bytes, and what holds in every position.

pub mod script;

use std::collections::HashMap;

use alberich::position::{CastlingStyle, FenStyle, Position};
use alberich::variant::{Game, Variant};

/// The first line of an input that is played out in a position: a byte for the game, two for a
/// position of the suites, and one for each turn played from there. All may be printable.
pub struct Walk<'a> {
    pub game: Game,
    fen: &'static str,
    turns: &'a [u8],
    /// The input after that line.
    pub rest: &'a [u8],
}

impl<'a> Walk<'a> {
    pub fn read(data: &'a [u8]) -> Option<Self> {
        let (&[game, high, low], data) = data.split_first_chunk()?;
        let end = data.iter().position(|&byte| byte == b'\n');
        let (turns, rest) = data.split_at(end.unwrap_or(data.len()));
        let game = Game::ALL[usize::from(game) % Game::ALL.len()];
        Some(Walk {
            game,
            fen: suite_fen(game, usize::from(u16::from_be_bytes([high, low]))),
            turns,
            rest: rest.get(1..).unwrap_or(&[]),
        })
    }

    /// The position that the walk leads to.
    pub fn position<V: Variant>(&self) -> Position<V> {
        let mut position = Position::from_fen(self.fen).expect("suites have legal positions");
        for &turn in self.turns.iter().take(100) {
            let turns = position.moves();
            if turns.is_empty() {
                break;
            }
            position = position.make(turns[usize::from(turn) * turns.len() / 256]);
        }
        position
    }
}

fn suite_fen(game: Game, number: usize) -> &'static str {
    const SUITES: [[&str; 2]; 4] = [
        [
            include_str!("../../positions/chess.epd"),
            include_str!("../../positions/chess960.epd"),
        ],
        [
            include_str!("../../positions/plunderchess.epd"),
            include_str!("../../positions/plunderchess960.epd"),
        ],
        [
            include_str!("../../positions/tworing.epd"),
            include_str!("../../positions/tworing960.epd"),
        ],
        [include_str!("../../positions/tworing1.epd"), ""],
    ];
    let [first, second] = match game {
        Game::Chess => SUITES[0],
        Game::PlunderChess => SUITES[1],
        Game::TwoRing => SUITES[2],
        Game::TwoRing1 => SUITES[3],
    };
    let lines = first.lines().chain(second.lines());
    let fens = lines.filter_map(|line| {
        let fen = line.split(';').next()?;
        (!fen.trim().is_empty() && !fen.starts_with('#')).then_some(fen)
    });
    fens.clone().nth(number % fens.count()).unwrap_or("")
}

/// A position is counted as it is listed, its mirror image is alike, and its FEN reads back.
pub fn check_position<V: Variant>(position: &Position<V>) {
    let fen = position.fen();
    assert_eq!(
        position.moves().len() as u64,
        position.count_moves(),
        "{fen}"
    );
    let mirror = position.color_swapped();
    assert_eq!(mirror.count_moves(), position.count_moves(), "{fen}");
    assert_eq!(mirror.color_swapped(), *position);
    for style in [FenStyle::Standard, FenStyle::Shredder] {
        let again = Position::<V>::from_fen(&position.fen_in(style)).expect("its own FEN");
        assert_eq!(again, *position);
        assert_eq!(again.fen(), fen);
        assert_eq!(again.key(), position.key(), "{fen}");
        assert_eq!(again.checkers(), position.checkers(), "{fen}");
        assert_eq!(again.pinned(), position.pinned(), "{fen}");
    }
}

/// No two turns of a position are written alike, and each is read as it is written.
pub fn check_notation<V: Variant>(position: &Position<V>) {
    let mut written = HashMap::new();
    for m in position.moves() {
        let san = position.format_san(m);
        assert_eq!(position.parse_san(&san), Ok(m));
        let [standard, chess960] = [CastlingStyle::Standard, CastlingStyle::Chess960]
            .map(|style| position.format_move(m, style));
        assert_eq!(position.parse_move(&standard), Ok(m));
        assert_eq!(position.parse_move(&chess960), Ok(m));
        for text in [san, standard, chess960] {
            let other = written.insert(text, m).unwrap_or(m);
            assert_eq!(other, m, "{}", position.fen());
        }
    }
}
