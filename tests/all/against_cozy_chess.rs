//! Guards chess, Chess960 included, against the crate `cozy-chess`: turns, checks, pins, perft and
//! the 960 starting positions.

use crate::common;
use crate::common::{Games, context, suite, texts};
use alberich::board::Bitboard;
use alberich::perft::perft;
use alberich::position::{CastlingStyle, FenStyle, Position};
use alberich::variant::{Chess, Game};
use cozy_chess::{BitBoard, Board};

/// The same position in cozy-chess, unless that refuses it: it is stricter about checks and
/// clocks.
fn cozy(position: &Position<Chess>) -> Option<Board> {
    Board::from_fen(&position.fen_in(FenStyle::Shredder), true).ok()
}

/// The turns as cozy-chess has them, castling as king takes rook, sorted.
fn cozy_texts(board: &Board) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    texts.sort();
    texts
}

fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                count += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    count
}

fn same_squares(ours: Bitboard, theirs: BitBoard) -> bool {
    ours.0 == theirs.0
}

fn compare(position: &Position<Chess>, board: &Board) {
    let name = context(position);
    assert_eq!(
        texts(position, CastlingStyle::Chess960),
        cozy_texts(board),
        "turns, {name}"
    );
    assert!(
        same_squares(position.checkers(), board.checkers()),
        "checkers, {name}"
    );
    // There pieces of both sides are pinned to the mover's king.
    let own_pinned = board.pinned() & board.colors(board.side_to_move());
    assert!(
        same_squares(position.pinned(), own_pinned),
        "pinned, {name}"
    );
    let fields = |fen: &str| {
        let fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        // That crate writes an en passant square also where no legal turn uses it.
        [fields[..3].to_vec(), fields[4..].to_vec()].concat()
    };
    assert_eq!(
        fields(&position.fen_in(FenStyle::Shredder)),
        fields(&format!("{board:#}")),
        "{name}"
    );
}

#[test]
fn random_games_have_the_same_turns_checks_and_pins() {
    // Both are quick.
    let positions = 4 * common::positions();
    let mut games = Games::new::<Chess>(0xc02);
    let (mut compared, mut refused) = (0, 0);
    while compared < positions {
        let mut position = games.start::<Chess>();
        let Some(mut board) = cozy(&position) else {
            refused += 1;
            continue;
        };
        loop {
            compare(&position, &board);
            compared += 1;
            // That crate counts the clock to 100 only.
            let clock_ends = position.halfmove_clock() >= 100;
            match games.turn(&position) {
                Some(m) if compared < positions && !clock_ends => {
                    let text = position.format_move(m, CastlingStyle::Chess960);
                    position = position.make(m);
                    let Ok(m) = text.parse() else {
                        panic!("{text} in {board}");
                    };
                    board.play(m);
                }
                _ => break,
            }
        }
    }
    assert!(
        refused < compared / 10,
        "{refused} starts refused, {compared} positions compared"
    );
}

#[test]
fn perft_of_the_suites_is_the_same() {
    let mut compared = 0;
    for line in suite(Game::Chess) {
        let position = common::read::<Chess>(&line.fen);
        if let Some(board) = cozy(&position) {
            for depth in 1..=2 {
                assert_eq!(
                    perft(&position, depth),
                    cozy_perft(&board, depth),
                    "depth {depth}, {}",
                    line.fen
                );
            }
            compared += 1;
        }
    }
    assert!(compared >= 150, "only {compared} positions");
}

#[test]
fn the_960_starts_are_the_same_in_order_and_count() {
    for number in 0..960 {
        let position = Position::<Chess>::chess960_start(number);
        let board = Board::chess960_startpos(number.into());
        compare(&position, &board);
        assert_eq!(
            perft(&position, 2),
            cozy_perft(&board, 2),
            "start {number}, {}",
            position.fen()
        );
        // Written either way it is read as the same position.
        for style in [FenStyle::Standard, FenStyle::Shredder] {
            let fen = position.fen_in(style);
            assert!(common::read::<Chess>(&fen) == position, "{fen}");
        }
    }
    assert!(Position::<Chess>::chess960_start(518) == Position::start());
}
