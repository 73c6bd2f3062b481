//! Positions that are refused (3.4): the reason that is given names what is wrong, and where.

use alberich::variant::{Game, PlunderChess, Variant, VariantVisitor};

use super::{ALL, CHESS, NOT_PLUNDER, NOT_RINGS, PLUNDER, RINGS};
use crate::common::{in_every_game, read, refusal};

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
