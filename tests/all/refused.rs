//! Guards what is read from outside: which positions and turns are refused and why (3.4), what is
//! dropped without an error, the faults that other programs had, and that no text at all makes
//! the reading panic.

use crate::common;
use crate::common::{
    context, data_lines, fuzz, in_every_game, play, read, refusal, suite, texts, turn,
};
use alberich::board::{Kind, Square};
use alberich::perft::perft;
use alberich::position::{CastlingStyle, End, FenStyle, History, MoveError, Position, Sort};
use alberich::variant::{Chess, Game, PlunderChess, TwoRing, TwoRing1, Variant, VariantVisitor};
use proptest::prelude::{Strategy, any};

const ALL: &[Game] = Game::ALL;
const CHESS: &[Game] = &[Game::Chess];
const PLUNDER: &[Game] = &[Game::PlunderChess];
const RINGS: &[Game] = &[Game::TwoRing, Game::TwoRing1];
const NOT_PLUNDER: &[Game] = &[Game::Chess, Game::TwoRing, Game::TwoRing1];
const NOT_RINGS: &[Game] = &[Game::Chess, Game::PlunderChess];

// Refused positions.

/// Games, a FEN that they refuse, and a part of the reason, with the place.
type Refused = (&'static [Game], &'static str, &'static str);

struct Refuses(&'static str, &'static str);

impl VariantVisitor for Refuses {
    type Output = ();

    fn visit<V: Variant>(self) {
        let Refuses(fen, reason) = self;
        let error = refusal::<V>(fen).to_string();
        assert!(
            error.contains(reason),
            "{} refuses {fen} with `{error}`, not `{reason}`",
            V::NAME
        );
        assert!(!error.contains('\n'), "more than a line: {error}");
    }
}

fn check_refused(table: &[Refused]) {
    for &(games, fen, reason) in table {
        for game in games {
            game.visit(Refuses(fen, reason));
        }
    }
}

#[test]
fn malformed_boards_are_refused() {
    check_refused(&[
        (ALL, "", "the position is empty"),
        (ALL, " \t ", "the position is empty"),
        (ALL, "startpos", "expected 8 ranks, found 1"),
        (ALL, "w - - 0 1", "expected 8 ranks, found 1"),
        (
            ALL,
            "4k3/8/8/8/8/8/4K3 w - - 0 1",
            "expected 8 ranks, found 7",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
            "expected 8 ranks, found 9",
        ),
        (
            ALL,
            "/4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "expected 8 ranks, found 9",
        ),
        (
            ALL,
            "4k3//8/8/8/8/8/4K3 w - - 0 1",
            "rank 7: expected 8 squares, found 0",
        ),
        (
            ALL,
            "4k3/8/8/7/8/8/8/4K3 w - - 0 1",
            "rank 5: expected 8 squares, found 7",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
            "rank 1: expected 8 squares, found 7",
        ),
        (ALL, "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: more than 8"),
        (
            ALL,
            "4k3/8/8/8/8/8/8/88888888K w - - 0 1",
            "rank 1: more than 8",
        ),
        (
            ALL,
            "4k3/8/ppppppppp/8/8/8/8/4K3 w - - 0 1",
            "rank 6: more than 8",
        ),
        (ALL, "4k3/8/8P/8/8/8/8/4K3 w - - 0 1", "rank 6: more than 8"),
        (
            ALL,
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "rank 7: `9` is no piece",
        ),
        (
            ALL,
            "4k3/08/8/8/8/8/8/4K3 w - - 0 1",
            "rank 7: `0` is no piece",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/x3K3 w - - 0 1",
            "rank 1: `x` is no piece",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/é3K3 w - - 0 1",
            "rank 1: `é` is no piece",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/3♔4 w - - 0 1",
            "rank 1: `♔` is no piece",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/٣P4 w - - 0 1",
            "rank 1: `٣` is no piece",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/:q3K3 w - - 0 1",
            "rank 1: `:` is no piece",
        ),
    ]);
}

#[test]
fn malformed_fields_are_refused() {
    check_refused(&[
        (ALL, "4k3/8/8/8/8/8/8/4K3 r - - 0 1", "side to move: `r`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move: `W`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 - - - 0 1", "side to move: `-`"),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 white - - 0 1",
            "side to move: `white`",
        ),
        (ALL, "4k3/8/8/8/8/8/8/4K3 @ - - 0 1", "side to move: `@`"),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w@@ - - 0 1",
            "side to move: `w@@`",
        ),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling: `x`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w KQix - 0 1", "castling: `i`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w K- - 0 1", "castling: `-`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w K1 - 0 1", "castling: `1`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w Kŕ - 0 1", "castling: `ŕ`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant: `e9`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - i6 0 1", "en passant: `i6`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - E6 0 1", "en passant: `E6`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en passant: `e`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - e66 0 1", "en passant: `e66`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - é 0 1", "en passant: `é`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - -- 0 1", "en passant: `--`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock: `x`"),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "half-move clock: `-1`",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            "half-move clock: `+1`",
        ),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w - - 1.5 1",
            "half-move clock: `1.5`",
        ),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - ١ 1", "half-move clock: `١`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number: `x`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number: `-1`"),
        (ALL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "unexpected `2`"),
        (
            ALL,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves",
            "unexpected `moves`",
        ),
    ]);
}

#[test]
fn kings_and_men_are_counted() {
    check_refused(&[
        (ALL, "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        (ALL, "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        (ALL, "8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
        (ALL, "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1", "White has 2 kings"),
        (ALL, "kk6/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"),
        (
            ALL,
            "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46",
            "White has 2 kings",
        ),
        (
            ALL,
            "rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "36 pieces, more than 32",
        ),
        (
            ALL,
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQ6/K6k w - - 0 1",
            "52 pieces, more than 32",
        ),
        (
            ALL,
            "rnbqkbnr/pppppppp/8/8/8/p7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "33 pieces, more than 32",
        ),
    ]);
    in_every_game!(thirty_two_men_of_any_kind_are_read);
}

fn thirty_two_men_of_any_kind_are_read<V: Variant>() {
    read::<V>("QQQQQK1k/QQQ5/QQ6/QQ6/QQ6/QQQQ4/QQQQ4/QQQQQQQQ b - - 0 1");
}

/// 3.4: the side not to move in check, by whatever rule.
#[test]
fn a_check_on_the_side_that_has_moved_is_refused() {
    let could_capture = "could capture the king on";
    check_refused(&[
        (
            ALL,
            "8/8/8/8/8/1p6/8/6kK w - - 0 1",
            "could capture the king on g1 (from h1)",
        ),
        (
            ALL,
            "8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1",
            "White is to move, but could capture the king on a6 (from d3)",
        ),
        (ALL, "4k3/8/8/8/8/8/8/4K2r b - - 0 1", could_capture),
        (
            ALL,
            "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
            "king on e8 (from d7)",
        ),
        (
            ALL,
            "4k3/8/3N4/8/8/8/8/4K3 w - - 0 1",
            "king on e8 (from d6)",
        ),
        // 1.9: check by a vest.
        (PLUNDER, "4k3/8/3P:n4/8/8/8/8/4K3 w - - 0 1", "(from d6)"),
        (
            PLUNDER,
            "8/8/8/8/K:r6k/8/8/8 w - - 0 1",
            "king on h4 (from a4)",
        ),
        // 2.4, 2.5: check by a ring.
        (RINGS, "4k3/4P:w3/8/8/8/8/8/4K3 w - - 0 1", "(from e7)"),
        (RINGS, "k7/8/8/8/8/8/8/N:b3K3 w - - 0 1", "(from a1)"),
        // 2.9: check from the last rank.
        (
            RINGS,
            "N:w7/8/8/8/4k3/8/8/4K3 w - - 0 1",
            "king on e4 (from a8)",
        ),
        (
            &[Game::TwoRing],
            "N:w7/8/8/8/4k:b3/8/8/4K3 w - - 0 1",
            "king on e4 (from a8)",
        ),
        // 2.2: some assignment would let the mover take the king.
        (
            RINGS,
            "8/8/4k3/4P3/8/8/8/4K3 w@ - - 0 1",
            "king on e6 (from e5)",
        ),
    ]);
}

#[test]
fn what_a_piece_may_not_carry_is_refused() {
    let nowhere = "only in plunderchess (vests) and tworing (rings)";
    check_refused(&[
        (CHESS, "4k3/8/8/3N:q4/8/8/8/4K3 w - - 0 1", "d5: `:q`"),
        (CHESS, "4k3/8/8/3N:w4/8/8/8/4K3 w - - 0 1", "d5: `:w`"),
        (CHESS, "4k3/8/8/3N:b4/8/8/8/4K3 w - - 0 1", nowhere),
        // 1.2 line by line; b is a vest here and a ring there.
        (
            PLUNDER,
            "4k3/8/8/3P:p4/8/8/8/4K3 w - - 0 1",
            "d5: a pawn may not wear a pawn",
        ),
        (
            PLUNDER,
            "4k3/8/8/3N:n4/8/8/8/4K3 w - - 0 1",
            "d5: a knight may not wear a knight",
        ),
        (
            PLUNDER,
            "4k3/8/8/3B:b4/8/8/8/4K3 w - - 0 1",
            "d5: a bishop may not wear a bishop",
        ),
        (
            PLUNDER,
            "4k3/8/8/3R:r4/8/8/8/4K3 w - - 0 1",
            "d5: a rook may not wear a rook",
        ),
        (
            PLUNDER,
            "4k3/8/8/3Q:b4/8/8/8/4K3 w - - 0 1",
            "d5: a queen may not wear a bishop",
        ),
        (
            PLUNDER,
            "4k3/8/8/3Q:r4/8/8/8/4K3 w - - 0 1",
            "d5: a queen may not wear a rook",
        ),
        (
            PLUNDER,
            "4k3/8/8/3Q:q4/8/8/8/4K3 w - - 0 1",
            "d5: a queen may not wear a queen",
        ),
        (
            PLUNDER,
            "4k3/8/8/3P:k4/8/8/8/4K3 w - - 0 1",
            "d5: a pawn may not wear a king",
        ),
        (
            PLUNDER,
            "4k:k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "e8: a king may not wear a king",
        ),
        (
            PLUNDER,
            "4k3/8/8/3N:w4/8/8/8/4K3 w - - 0 1",
            "d5: a ring (`:w`)",
        ),
        (
            PLUNDER,
            "4k3/8/8/3N:x4/8/8/8/4K3 w - - 0 1",
            "d5: `:x` is no vest",
        ),
        (
            PLUNDER,
            "4k3/8/8/3N:Q4/8/8/8/4K3 w - - 0 1",
            "d5: `:Q` is no vest",
        ),
        (
            PLUNDER,
            "4k3/8/8/3N:é4/8/8/8/4K3 w - - 0 1",
            "d5: `:é` is no vest",
        ),
        (PLUNDER, "4k3/8/8/7N:/8/8/8/4K3 w - - 0 1", "h5: "),
        (
            PLUNDER,
            "4k3/8/8/3N:q:p4/8/8/8/4K3 w - - 0 1",
            "rank 5: `:` is no piece",
        ),
        (
            RINGS,
            "4k3/8/8/3N:p4/8/8/8/4K3 w - - 0 1",
            "d5: a vest (`:p`)",
        ),
        (
            RINGS,
            "4k3/8/8/3P:n4/8/8/8/4K3 w - - 0 1",
            "d5: a vest (`:n`)",
        ),
        (
            RINGS,
            "4k3/8/8/3N:r4/8/8/8/4K3 w - - 0 1",
            "d5: a vest (`:r`)",
        ),
        (
            RINGS,
            "4k3/8/8/3N:q4/8/8/8/4K3 w - - 0 1",
            "d5: a vest (`:q`)",
        ),
        (
            RINGS,
            "4k3/8/8/3N:k4/8/8/8/4K3 w - - 0 1",
            "d5: `:k` is no ring",
        ),
        (
            RINGS,
            "4k3/8/8/3N:W4/8/8/8/4K3 w - - 0 1",
            "d5: `:W` is no ring",
        ),
        (RINGS, "4k3/8/8/7N:/8/8/8/4K3 w - - 0 1", "h5: "),
        (
            RINGS,
            "4k3/8/8/3N:w1N:w2/8/8/8/4K3 w - - 0 1",
            "d5 and f5: two White rings",
        ),
        (
            RINGS,
            "4k:b3/8/8/8/8/8/8/4K:b3 w - - 0 1",
            "two Black rings",
        ),
    ]);
}

#[test]
fn every_vest_that_a_piece_may_wear_is_read() {
    let table = [
        ("P", "nbrq"),
        ("N", "pbrq"),
        ("B", "pnrq"),
        ("R", "pnbq"),
        ("Q", "pn"),
        ("K", "pnbrq"),
    ];
    for (wearer, vests) in table {
        for vest in vests.chars() {
            let king = if wearer == "K" { "4" } else { "3K" };
            let fen = format!("6k1/8/8/8/8/{wearer}:{vest}7/8/{king}4 w - - 0 1");
            let fen = fen.replace("44", "8");
            assert_eq!(read::<PlunderChess>(&fen).fen(), fen);
        }
    }
}

#[test]
fn pawns_on_the_outer_ranks_are_refused() {
    let own_first = "own first rank";
    let last = "last rank";
    check_refused(&[
        (
            NOT_RINGS,
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "a8: a pawn cannot stand on its last",
        ),
        (
            NOT_RINGS,
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            "a1: a pawn cannot stand on its last",
        ),
        (PLUNDER, "P:q3k3/8/8/8/8/8/8/4K3 b - - 0 1", last),
        (NOT_PLUNDER, "4k3/8/8/8/8/8/8/4K2P w - - 0 1", own_first),
        (NOT_PLUNDER, "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", own_first),
        (RINGS, "4k3/8/8/8/8/8/8/4K2P:w w - - 0 1", own_first),
        (RINGS, "4k2p:b/8/8/8/8/8/8/4K3 w - - 0 1", own_first),
        (RINGS, "P3k3/8/8/8/8/8/8/4K3 b - - 0 1", last),
        (RINGS, "4k3/8/8/8/8/8/8/4K2p b - - 0 1", last),
    ]);
}

#[test]
fn assignments_that_cannot_be_due_are_refused() {
    check_refused(&[
        (
            NOT_RINGS,
            "4k3/8/8/8/8/8/P7/4K3 w@ - - 0 1",
            "only in tworing",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/P7/4K:w3 w@ - - 0 1",
            "ring is on the board already",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/P:w6P/4K3 w@ - - 0 1",
            "ring is on the board already",
        ),
        (
            RINGS,
            "4k:b3/p7/8/8/8/8/P7/4K3 b@ - - 0 1",
            "ring is on the board already",
        ),
        // The ring may be the opponent's to hold, too.
        (
            RINGS,
            "4k:w3/8/8/8/8/8/P7/4K3 w@ - - 0 1",
            "ring is on the board already",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/8/4K3 w@ - - 0 1",
            "no pawn without a ring",
        ),
        (
            RINGS,
            "4k3/8/8/8/8/8/P:b7/4K3 w@ - - 0 1",
            "no pawn without a ring",
        ),
        (
            RINGS,
            "4k3/p7/8/8/8/8/8/4K3 w@ - - 0 1",
            "no pawn without a ring",
        ),
    ]);
}

// Positions that are read, and what of them is dropped.

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

// Positions that were too much for other programs.

#[test]
fn checks_that_no_game_leads_to_are_played() {
    let position = read::<Chess>("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1");
    let counts = [1, 2, 3, 4].map(|depth| perft(&position, depth));
    assert_eq!(counts, [6, 106, 1829, 31151]);
}

/// Every list and count holds all turns, however many there are.
fn holds_all_turns<V: Variant>(fen: &str, count: u64) {
    let position = read::<V>(fen);
    assert_eq!(position.count_moves(), count, "{fen}");
    let texts = texts(&position, CastlingStyle::Standard);
    assert_eq!(texts.len() as u64, count, "{fen}");
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{fen}");
    let parts = [position.noisy_moves(), position.quiet_moves()];
    let sum: usize = parts.iter().map(|moves| moves.len()).sum();
    assert_eq!(sum as u64, count, "{fen}");
    for m in position.moves() {
        assert!(position.is_legal(m), "{m:?} in {fen}");
        let _ = position.make(m).count_moves();
    }
}

#[test]
fn the_richest_positions_overrun_nothing() {
    holds_all_turns::<Chess>("R6R/3Q4/1Q2Q3/4Q3/2QB3Q/Q4Q2/Np1Q4/1k1N1K2 w - - 3 4", 180);
    holds_all_turns::<Chess>("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218);
    // Positions that a search for many turns has found.
    holds_all_turns::<Chess>("KQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5RB/QQQQQQBk w - - 0 1", 271);
    holds_all_turns::<PlunderChess>(
        "r:nr:nn:rr:nn:rr:n1k/P:qP:qP:qP:qP:qP:q1r:b/2N:q2r:b1P:q/5N:qN:q1/2N:q1r:bN:q2/\
         2N:q1r:bN:q1b:n/2N:q2N:q1K/2N:qr:b1N:q2 w - - 0 1",
        471,
    );
    // 2.2: each of the turns with each of the pawns.
    let due = "6Q1/PPPPP2P/PPPP1Q1P/PPK:b4Q/PP2Q3/PQ4QP/P2Q2PP/Q4QBk w@ - - 0 1";
    holds_all_turns::<TwoRing>(due, 3229);
    holds_all_turns::<TwoRing1>(due, 3229);
    holds_all_turns::<TwoRing>(
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b@ KQkq - 0 2",
        208,
    );
}

/// Games of any length keep all their positions.
#[test]
fn games_of_thousands_of_plies_are_kept_in_full() {
    for plies in [1600, 6000] {
        let mut history = History::new(Position::<Chess>::start());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(plies) {
            let m = turn(history.position(), text);
            history.push(m);
        }
        assert_eq!(history.keys().len(), plies + 1);
        assert_eq!(usize::from(history.position().halfmove_clock()), plies);
        assert!(*history.position() == Position::start());
        assert_eq!(history.repetitions(), plies / 4 + 1);
        assert_eq!(history.end(), Some(End::Threefold));
    }
}

/// Section 0: a mate on the hundredth ply goes before the fifty-move rule.
#[test]
fn mate_goes_before_the_fifty_move_rule() {
    let mut history = History::new(read::<Chess>("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113"));
    assert_eq!(history.end(), None);
    let position = *history.position();
    let mates: Vec<String> = position
        .moves()
        .into_iter()
        .filter(|&m| position.make(m).end_without_moves() == Some(End::Mate))
        .map(|m| position.format_move(m, CastlingStyle::Standard))
        .collect();
    assert_eq!(mates, ["g3h3"]);
    history.push(turn(&position, "g3h3"));
    assert_eq!(history.position().halfmove_clock(), 100);
    assert_eq!(history.end(), Some(End::Mate));
    // Any other turn draws.
    let mut other = History::new(position);
    other.push(turn(&position, "g3g8"));
    assert_eq!(other.end(), Some(End::FiftyMoves));
}

/// An en passant square that no legal turn uses is no part of a position.
#[test]
fn two_ways_to_a_position_have_one_key() {
    in_every_game!(two_move_orders_meet);
}

fn two_move_orders_meet<V: Variant>() {
    let ways = [
        "g1f3 g8f6 c2c4 b8c6 d1b3 e7e5 b3e3 e5e4 d2d4",
        "c2c4 e7e5 d2d4 b8c6 d1d3 g8f6 g1f3 e5e4 d3e3",
    ];
    let [a, b] = ways.map(|way| play(Position::<V>::start(), way));
    assert!(a == b, "{} and {}", a.fen(), b.fen());
    assert_eq!(a.key(), b.key(), "{}", V::NAME);
    let [a, b] = ways.map(|way| {
        let mut history = History::new(Position::<V>::start());
        for text in way.split(' ') {
            let m = turn(history.position(), text);
            history.push(m);
        }
        history.key()
    });
    assert_eq!(a, b, "{}", V::NAME);
}

// Castling.

/// 3.2: both forms are read in every mode; which is written depends on the mode.
#[test]
fn castling_is_written_by_mode_and_read_either_way() {
    in_every_game!(castling_of_the_e_file);
}

fn castling_of_the_e_file<V: Variant>() {
    let position = read::<V>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, chess960) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let m = turn(&position, standard);
        assert_eq!(m, turn(&position, chess960), "{}", V::NAME);
        assert_eq!(m.sort(), Sort::Castle);
        assert_eq!(position.format_move(m, CastlingStyle::Standard), standard);
        assert_eq!(position.format_move(m, CastlingStyle::Chess960), chess960);
    }
    let after = play(position, "e1g1 e8a8");
    let board = after.fen();
    assert!(
        board.starts_with("2kr3r/8/8/8/8/8/8/R4RK1 w - -"),
        "{board}"
    );
}

fn board_after<V: Variant>(fen: &str, text: &str) -> String {
    let fen = play(read::<V>(fen), text).fen();
    let rank = fen
        .split(' ')
        .next()
        .and_then(|board| board.rsplit('/').next());
    rank.unwrap_or_default().to_owned()
}

#[test]
fn castling_from_other_files_is_king_takes_rook_in_every_mode() {
    in_every_game!(castling_of_the_f_file);
}

fn castling_of_the_f_file<V: Variant>() {
    let fen = "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1";
    assert_eq!(board_after::<V>(fen, "f1g1"), "R5KR");
    assert_eq!(board_after::<V>(fen, "f1h1"), "R4RK1");
    assert_eq!(board_after::<V>(fen, "f1a1"), "2KR3R");
    let position = read::<V>(fen);
    for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
        let written = texts(&position, style);
        for text in ["f1g1", "f1h1", "f1a1"] {
            let times = written.iter().filter(|other| *other == text).count();
            assert_eq!(times, 1, "{text} in {written:?}");
        }
        assert!(!written.contains(&"f1c1".to_owned()), "{written:?}");
    }
    assert!(position.parse_move("f1c1").is_err());
}

#[test]
fn castling_looks_at_pins_and_at_the_kings_way_only() {
    in_every_game!(castling_and_attacks);
}

fn castling_and_attacks<V: Variant>() {
    let castlings = |fen: &str| {
        let position = read::<V>(fen);
        let moves = position.moves();
        let castlings = moves.iter().filter(|m| m.sort() == Sort::Castle).count();
        let plunders = moves.iter().filter(|m| m.plunder().is_some()).count();
        (castlings, moves.len() - plunders)
    };
    // The rook that would castle is pinned by the one on its other side.
    assert_eq!(castlings("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1"), (0, 11));
    assert_eq!(
        castlings("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1"),
        (0, 21)
    );
    // The rook may pass an attacked square.
    assert_eq!(castlings("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), (1, 16));
    // The king may not, nor start or end on one.
    for file in ["2r", "3r", "4r"] {
        let rest = 8 - 1 - file[..1].parse::<usize>().unwrap_or_default();
        let fen = format!("{file}{rest}/7k/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(castlings(&fen).0, 0, "{fen}");
    }
}

#[test]
fn chess960_rights_are_kept_in_standard_mode() {
    let fen = "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3";
    let position = read::<Chess>(fen);
    assert_eq!(position.castling_rooks().len(), 4);
    assert!(read::<Chess>(&position.fen()) == position);
    for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
        let written = texts(&position, style);
        assert!(
            written.windows(2).all(|pair| pair[0] != pair[1]),
            "{written:?}"
        );
        for text in &written {
            assert!(position.is_legal(turn(&position, text)), "{text}");
        }
    }
}

// Refused turns.

/// The error of a text that is no turn here; it must name the text.
fn refused_turn<V: Variant>(position: &Position<V>, text: &str) -> MoveError {
    match position.parse_move(text) {
        Ok(m) => panic!("`{text}` is read as {m:?} in {}", context(position)),
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains(&format!("`{text}`")), "{message}");
            error
        }
    }
}

fn malformed_turns_are_refused<V: Variant>() {
    let start = Position::<V>::start();
    for text in [
        "",
        " ",
        "e",
        "e2",
        "e2e",
        "e2-e4",
        "e2 e4",
        "E2E4",
        "e2E4",
        "0000",
        "(none)",
        "O-O",
        "e4",
        "Nf3",
        "i2i4",
        "e9e4",
        "e2e9",
        " e2e4",
        "é",
        "eé2e4",
        "e2é4",
        "e2eé",
        "é2e4",
        "e\u{2}2e4",
        "ééé",
        "♔e1",
        "e2♔",
        "e♔2",
        "\u{0}\u{0}\u{0}\u{0}",
    ] {
        let error = refused_turn(&start, text);
        assert_eq!(error, MoveError::Malformed(text.to_owned()));
    }
    for text in [
        "e2e2",
        "e2e4x",
        "e2e4 ",
        "e2e4q",
        "e2e4Q",
        "e2e4e",
        "e2e4s",
        "e2e4v",
        "e2e4vp",
        "e2e4@",
        "e2e4@e2",
        "e2e4@e4",
        "e2e4é",
        "e2e4♔",
        "e2e4\u{0}",
        "e2e4e2e4",
        "e2e5",
        "e7e5",
        "e4e5",
        "e1g1",
        "e1h1",
        "e1c1",
        "a1a1",
        "h8h8",
        "b1d2",
    ] {
        let error = refused_turn(&start, text);
        assert!(matches!(error, MoveError::Illegal { .. }), "{error}");
        assert!(error.to_string().contains(&start.fen()), "{error}");
    }
}

#[test]
fn text_that_is_no_turn_is_refused() {
    in_every_game!(malformed_turns_are_refused);
}

fn promotions_need_their_letter<V: Variant>() {
    let position = read::<V>("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    for text in [
        "e7e8", "e7e8Q", "e7e8N", "e7e8k", "e7e8p", "e7e8qq", "e7e8=q", "e7e8x", "e7e8v",
    ] {
        refused_turn(&position, text);
    }
    for (text, kind) in [
        ("e7e8q", Kind::Queen),
        ("e7e8r", Kind::Rook),
        ("e7e8b", Kind::Bishop),
        ("e7e8n", Kind::Knight),
    ] {
        assert_eq!(turn(&position, text).promotion(), Some(kind));
    }
}

#[test]
fn promotions_without_a_letter_or_with_a_capital_are_refused() {
    in_every_game!(promotions_need_their_letter);
}

/// 3.2: only the printed form is read.
#[test]
fn suffixes_are_read_only_as_they_are_written() {
    let position = read::<PlunderChess>("4k3/8/8/3pB:p3/8/8/8/4K3 w - d6 0 1");
    for text in [
        "e5d6v", "e5d6vp", "e5d6pe", "e5d6vpe", "e5d6ve", "e5d6evn", "e5d6evpp",
    ] {
        refused_turn(&position, text);
    }
    assert_eq!(turn(&position, "e5d6").sort(), Sort::Step);
    assert_eq!(turn(&position, "e5d6e").sort(), Sort::EnPassant);
    assert_eq!(turn(&position, "e5d6evp").plunder(), Some(Kind::Pawn));
    // A pawn without a vest could not go there quietly: no suffix.
    let position = read::<PlunderChess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    refused_turn(&position, "e5d6e");
    assert_eq!(turn(&position, "e5d6").sort(), Sort::EnPassant);
    // 1.3: to take the vest already worn is the same as declining.
    let position = read::<PlunderChess>("4k3/8/8/3b4/4P:b3/8/8/4K3 w - - 0 1");
    refused_turn(&position, "e4d5vb");
    refused_turn(&position, "e4d5vk");

    let position = read::<TwoRing>("4k3/8/8/3q:b4/2N1P3/8/8/4K3 w - - 0 1");
    refused_turn(&position, "c4d5");
    refused_turn(&position, "e4d5ss");
    assert_eq!(turn(&position, "c4d5s").sort(), Sort::Steal);
    assert_eq!(turn(&position, "e4d5").sort(), Sort::Step);

    let position = read::<TwoRing>("4k3/p6p/8/8/8/8/8/4K3 b@ - - 0 1");
    for text in [
        "a7a6",
        "a7a6@",
        "a7a6@a",
        "a7a6@a6",
        "a7a6@b7",
        "a7a6@a7@h7",
        "@a7",
    ] {
        refused_turn(&position, text);
    }
    for (text, pawn) in [
        ("a7a6@a7", (0, 6)),
        ("a7a6@h7", (7, 6)),
        ("e8e7@a7", (0, 6)),
    ] {
        let square = Square::at(pawn.0, pawn.1);
        assert_eq!(turn(&position, text).assigned(), Some(square));
    }
}

// No text makes the reading panic.

/// Whatever is read is a position: it comes back as it went, and its turns can be made.
fn try_fen<V: Variant>(fen: &str) {
    let Ok(position) = Position::<V>::from_fen(fen) else {
        return;
    };
    for style in [FenStyle::Standard, FenStyle::Shredder] {
        let written = position.fen_in(style);
        assert!(
            read::<V>(&written) == position,
            "{fen} written as {written}"
        );
    }
    assert!(position.board().occupied().len() <= 32, "{fen}");
    let moves = position.moves();
    assert_eq!(position.count_moves(), moves.len() as u64, "{fen}");
    for m in moves {
        let next = position.make(m);
        assert!(
            next.checkers_of(position.side_to_move()).is_empty(),
            "{m:?} in {fen}"
        );
    }
}

fn no_string_panics<V: Variant>() {
    fuzz(common::positions() / 4, &any::<String>(), |text| {
        try_fen::<V>(&text);
        let _ = Position::<V>::start().parse_move(&text);
    });
    // Strings of the letters that matter get further.
    let fen_like = "[KkQqRrBbNnPp1-8/:wbpq@ ]{0,90}";
    fuzz(common::positions() / 4, &fen_like, |text| {
        try_fen::<V>(&text)
    });
    let board_like = "([KkPpQr1-8][:]?[wbpnrq1-8]){1,6}(/[KkPpQq1-8]{1,8}){7} [wb]@?( [KQkqA-Ha-h-]{1,4})?( [a-h-][36]?)?";
    fuzz(common::positions() / 4, &board_like, |text| {
        try_fen::<V>(&text)
    });
    let turn_like = "[a-h][1-8][a-h][1-8][qrbnesvp@]{0,3}[a-h]?[1-8]?";
    let position = read::<V>("r3k2r/P6p/8/3pP3/8/8/7P/R3K2R w KQkq d6 0 1");
    fuzz(common::positions() / 4, &turn_like, |text| {
        if let Ok(m) = position.parse_move(&text) {
            assert!(position.is_legal(m), "{text}");
        }
    });
}

#[test]
fn arbitrary_text_never_panics() {
    in_every_game!(no_string_panics);
}

/// One change of a text: where, what, and by which character.
type Edit = (usize, u8, char);

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, what, letter) in edits {
        if letters.is_empty() {
            break;
        }
        let at = at % letters.len();
        match what % 4 {
            0 => letters[at] = letter,
            1 => letters.insert(at, letter),
            2 => drop(letters.remove(at)),
            _ => {
                let other = usize::from(what) * 7 % letters.len();
                letters.swap(at, other);
            }
        }
    }
    letters.into_iter().collect()
}

fn no_broken_fen_panics<V: Variant>() {
    let game: Game = match V::NAME.parse() {
        Ok(game) => game,
        Err(error) => panic!("{error}"),
    };
    let mut fens: Vec<String> = suite(game).into_iter().map(|line| line.fen).collect();
    // Those of the other games are broken from the start.
    for line in data_lines("rules.txt") {
        fens.extend(line.split('|').nth(1).map(|fen| fen.trim().to_owned()));
    }
    let letter = proptest::sample::select(
        "KkQqRrBbNnPp12345678/:wb@- eéx09"
            .chars()
            .collect::<Vec<char>>(),
    );
    let edits = proptest::collection::vec((any::<usize>(), any::<u8>(), letter), 0..4);
    let broken =
        (proptest::sample::select(fens), edits).prop_map(|(fen, edits)| edited(&fen, &edits));
    fuzz(common::positions(), &broken, |fen| try_fen::<V>(&fen));
}

#[test]
fn fens_with_a_few_wrong_letters_never_panic() {
    in_every_game!(no_broken_fen_panics);
}
