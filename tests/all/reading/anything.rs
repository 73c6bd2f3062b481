//! No text makes the reading panic.

use alberich::position::{FenStyle, Position};
use alberich::variant::{Game, Variant};
use proptest::prelude::{Strategy, any};

use crate::common::{self, data_lines, fuzz, in_every_game, read, suite};

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
