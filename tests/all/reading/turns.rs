//! Text that is no turn, and turns that are read only as they are written (3.2).

use alberich::board::{Kind, Square};
use alberich::position::{MoveError, Position, Sort};
use alberich::variant::{PlunderChess, TwoRing, Variant};

use crate::common::{context, in_every_game, read, turn};

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
