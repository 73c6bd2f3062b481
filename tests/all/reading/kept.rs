//! Positions that are read although something is missing or cannot be, and what of them is dropped
//! without an error.

use alberich::position::{End, FenStyle, History};
use alberich::variant::{Chess, Game, Variant, VariantVisitor};

use super::{ALL, NOT_PLUNDER, PLUNDER, RINGS};
use crate::common::{context, in_every_game, play, read};

/// Games, a FEN that they read, and how they write it.
type ReadAs = (&'static [Game], &'static str, &'static str);

struct Reads(&'static str, &'static str);

impl VariantVisitor for Reads {
    type Output = ();

    fn visit<V: Variant>(self) {
        let Reads(fen, written) = self;
        let position = read::<V>(fen);
        assert_eq!(position.fen(), written, "{} reads {fen}", V::NAME);
        assert!(read::<V>(written) == position, "{}: {written}", V::NAME);
    }
}

fn check_read(table: &[ReadAs]) {
    for &(games, fen, written) in table {
        for game in games {
            game.visit(Reads(fen, written));
        }
    }
}

#[test]
fn missing_fields_and_spaces_are_read() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    check_read(&[
        (ALL, "4k3/8/8/8/8/8/8/4K3 w", bare),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w -", bare),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - -", bare),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 0", bare),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 0 0", bare),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 00 001", bare),
        (ALL, "  4k3/8/8/8/8/8/8/4K3  w\t-  - \t 0 1 \r\n", bare),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 b - - 7",
            "4k3/8/8/8/8/8/8/4K3 b - - 7 1",
        ),
        (ALL, "4k3/44/1111112/11111111/8/8/8/4K3 w - - 0 1", bare),
    ]);
    in_every_game!(the_bare_kings_have_five_turns);
}

fn the_bare_kings_have_five_turns<V: Variant>() {
    assert_eq!(read::<V>("4k3/8/8/8/8/8/8/4K3 w").count_moves(), 5);
}

/// Numbers of any length are read; the largest stand for what is beyond them.
#[test]
fn clocks_of_any_length_are_read() {
    let huge = "9".repeat(40);
    let fen = format!("4k3/8/8/8/8/8/8/4K3 b - - {huge} {huge}");
    let position = read::<Chess>(&fen);
    assert_eq!(position.halfmove_clock(), u16::MAX);
    assert_eq!(position.fullmove_number(), u32::MAX);
    let next = play(position, "e8e7");
    assert_eq!(next.halfmove_clock(), u16::MAX);
    assert_eq!(next.fullmove_number(), u32::MAX);
    assert_eq!(position.pass().halfmove_clock(), u16::MAX);
}

/// The clock does not run over at 8 bits.
#[test]
fn the_clock_counts_beyond_255() {
    let position = play(read::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 255 1"), "a1a2");
    assert_eq!(position.halfmove_clock(), 256);
    assert_eq!(History::new(position).end(), Some(End::FiftyMoves));
}

#[test]
fn castling_rights_that_the_board_contradicts_are_dropped() {
    check_read(&[
        (
            ALL,
            "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15",
            "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Q - 0 15",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w AHah - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        // The king is not on his back rank, or the rook is not.
        (
            ALL,
            "r6r/4k3/8/8/8/8/4K3/R6R w KQkq - 0 1",
            "r6r/4k3/8/8/8/8/4K3/R6R w - - 0 1",
        ),
        (
            ALL,
            "4k3/r6r/8/8/8/8/R6R/4K3 w KQkq - 0 1",
            "4k3/r6r/8/8/8/8/R6R/4K3 w - - 0 1",
        ),
        // The rook is the opponent's, or no rook at all.
        (
            ALL,
            "2b1k3/8/8/8/8/8/8/N3KN2 w KQkq - 0 1",
            "2b1k3/8/8/8/8/8/8/N3KN2 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4KN1r w K - 0 1",
            "4k3/8/8/8/8/8/8/4KN1r w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K2R w E - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        ),
        // Twice the same, in any order and notation.
        (
            ALL,
            "r3k2r/8/8/8/8/8/8/R3K2R w qKHhkQa - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        ),
        // X-FEN: the letter means the outermost rook; another is named by its file.
        (
            ALL,
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1",
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
            "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
        ),
        (
            ALL,
            "1rk3r1/8/8/8/8/8/8/1RK3R1 b BGbg - 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 b KQkq - 0 1",
        ),
        // 1.9: king or rook wears a vest. The right is not the inner rook's instead.
        (
            PLUNDER,
            "4k3/8/8/8/8/8/8/R:n3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R:n3K2R w K - 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/8/8/8/8/R3K:n2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K:n2R w - - 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/8/8/8/8/R:n1R1K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R:n1R1K3 w - - 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/8/8/8/8/R:n1R1K3 w C - 0 1",
            "4k3/8/8/8/8/8/8/R:n1R1K3 w C - 0 1",
        ),
        // 2.5, 2.11: the king holds a ring, or the rook the opponent's.
        (
            RINGS,
            "4k3/8/8/8/8/8/8/R3K:w2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K:w2R w - - 0 1",
        ),
        (
            RINGS,
            "3k4/8/8/8/8/8/8/R3K:b2R w KQ - 0 1",
            "3k4/8/8/8/8/8/8/R3K:b2R w - - 0 1",
        ),
        (
            RINGS,
            "3k4/8/8/8/8/8/8/R:b3K2R:w w KQ - 0 1",
            "3k4/8/8/8/8/8/8/R:b3K2R:w w K - 0 1",
        ),
        (
            RINGS,
            "3k4/8/8/8/8/8/8/R:b1R1K3 w Q - 0 1",
            "3k4/8/8/8/8/8/8/R:b1R1K3 w - - 0 1",
        ),
        (
            RINGS,
            "3k4/8/8/8/8/8/8/R:w1R1K3 w Q - 0 1",
            "3k4/8/8/8/8/8/8/R:w1R1K3 w Q - 0 1",
        ),
    ]);
    in_every_game!(a_right_without_its_rook_leaves_26_turns);
}

fn a_right_without_its_rook_leaves_26_turns<V: Variant>() {
    let fen = "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15";
    let position = read::<V>(fen);
    let plunders = position
        .moves()
        .iter()
        .filter(|m| m.plunder().is_some())
        .count();
    assert_eq!(position.count_moves() - plunders as u64, 26, "{}", V::NAME);
}

#[test]
fn shredder_fen_is_written_for_chess960() {
    let position = read::<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(
        position.fen_in(FenStyle::Shredder),
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"
    );
}

#[test]
fn en_passant_squares_that_cannot_be_are_dropped() {
    check_read(&[
        (
            ALL,
            "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
            "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ),
        // Another rank than the opponent's third.
        (
            ALL,
            "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3pP3/8/8/8/4K3 w - d1 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3pP3/8/8/8/4K3 w - d8 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
        ),
        // The square, or that stepped from, is not empty.
        (
            ALL,
            "4k3/8/3n4/3pP3/8/8/8/4K3 b - d6 0 1",
            "4k3/8/3n4/3pP3/8/8/8/4K3 b - - 0 1",
        ),
        (
            ALL,
            "4k3/8/3b4/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/3b4/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/3b4/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/3b4/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        // Nothing stepped there, an own pawn did, or nobody can capture it.
        (
            ALL,
            "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1",
            "4k3/8/8/p6P/8/8/8/4K3 w - - 0 1",
        ),
        // A king, rook or queen never made a double step to be captured.
        (
            ALL,
            "4k3/8/8/3rP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3rP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "4k3/8/8/3qP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3qP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            ALL,
            "8/8/8/3kP3/8/8/8/4K3 w - d6 0 1",
            "8/8/8/3kP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            NOT_PLUNDER,
            "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1",
        ),
        // 1.6, 1.7: a knight or a bishop may have used its pawn vest, which is gone then.
        (
            PLUNDER,
            "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/3bP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3bP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/3n:pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3n:pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/3p:nP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3p:nP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            PLUNDER,
            "4k3/8/8/3pN:p3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pN:p3/8/8/8/4K3 w - d6 0 1",
        ),
        // 2.5: a pawn with the opponent's ring makes no double step, one with its own does.
        (
            RINGS,
            "4k3/8/8/3p:wP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3p:wP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            RINGS,
            "4k3/8/8/3p:bP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3p:bP3/8/8/8/4K3 w - d6 0 1",
        ),
        // 2.3: a ringed pawn cannot take a ringed one. 2.5: nor one with the opponent's ring.
        (
            RINGS,
            "4k3/8/8/3p:bP:w3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3p:bP:w3/8/8/8/4K3 w - - 0 1",
        ),
        (
            RINGS,
            "k7/8/8/3pP:b3/8/8/8/4K3 w - d6 0 1",
            "k7/8/8/3pP:b3/8/8/8/4K3 w - - 0 1",
        ),
        // 2.2: who owes an assignment has just lost a piece, so nothing has stepped.
        (
            RINGS,
            "4k3/8/8/3pP3/8/8/8/4K3 w@ - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w@ - - 0 1",
        ),
    ]);
    in_every_game!(an_impossible_en_passant_leaves_7_turns);
}

fn an_impossible_en_passant_leaves_7_turns<V: Variant>() {
    let position = read::<V>("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1");
    assert!(position.in_check());
    assert_eq!(position.count_moves(), 7, "{}", V::NAME);
}

/// En passant that would uncover a check along the rank or the captured pawn's diagonal.
#[test]
fn pinned_en_passant_squares_are_dropped() {
    in_every_game!(en_passant_into_check_is_no_turn);
}

fn en_passant_into_check_is_no_turn<V: Variant>() {
    for fen in [
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1",
    ] {
        let position = read::<V>(fen);
        assert_eq!(position.en_passant(), None, "{}", context(&position));
        assert_eq!(position.count_moves(), 6, "{}", context(&position));
    }
}

#[test]
fn what_only_some_games_allow_is_read_there() {
    check_read(&[
        // 1.10: a vest may bring a pawn to its own first rank.
        (
            PLUNDER,
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        ),
        (
            PLUNDER,
            "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        // 2.5, 2.8: so may the opponent's ring, and a ringed pawn stays one on the last rank.
        (
            RINGS,
            "k7/8/8/8/8/8/8/2P:b1K3 w - - 0 1",
            "k7/8/8/8/8/8/8/2P:b1K3 w - - 0 1",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/8/p:b3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/p:b3K3 w - - 0 1",
        ),
        (
            RINGS,
            "P:b7/7k/8/8/8/8/8/4K3 w - - 0 1",
            "P:b7/7k/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/P7/4K3 w@ - - 0 1",
            "4k3/8/8/8/8/8/P7/4K3 w@ - - 0 1",
        ),
        // 2.6: ringed pieces do not check a ringed king.
        (
            RINGS,
            "8/4k:b3/8/8/4R:w3/8/8/4K3 w - - 0 1",
            "8/4k:b3/8/8/4R:w3/8/8/4K3 w - - 0 1",
        ),
        // 2.9, the variation.
        (
            &[Game::TwoRing1],
            "N:w7/8/8/8/4k:b3/8/8/4K3 w - - 0 1",
            "N:w7/8/8/8/4k:b3/8/8/4K3 w - - 0 1",
        ),
    ]);
}
