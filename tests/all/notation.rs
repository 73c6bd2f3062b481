//! Guards algebraic notation (rules 3.3): no two turns of a position read alike, each reads back to
//! itself, and each is written as the rules say.

use std::collections::HashSet;

use alberich::position::{Position, SanError};
use alberich::variant::{Chess, PlunderChess, TwoRing, Variant};

use crate::common::{self, context, in_every_game, read, suite, turn, walk};

fn check_all_turns<V: Variant>(position: &Position<V>) {
    let mut seen = HashSet::new();
    for m in position.moves() {
        let san = position.format_san(m);
        let read = position.parse_san(&san);
        assert_eq!(read, Ok(m), "{san} in {}", context(position));
        // Check marks are not needed to tell turns apart.
        let bare = san.trim_end_matches(['+', '#']).to_owned();
        assert!(seen.insert(bare), "{san} twice in {}", context(position));
    }
}

fn suites_read_back<V: Variant>() {
    let game = V::NAME.parse().expect("a game");
    for line in suite(game) {
        check_all_turns(&read::<V>(&line.fen));
    }
}

/// 3.3, in the positions whose perft is known.
#[test]
fn every_turn_of_the_suites_reads_back() {
    in_every_game!(suites_read_back);
}

fn random_positions_read_back<V: Variant>() {
    walk::<V>(21, common::positions(), |position, _| {
        check_all_turns(position);
    });
}

/// 3.3, in random positions.
#[test]
fn every_turn_of_random_positions_reads_back() {
    in_every_game!(random_positions_read_back);
}

fn is_written<V: Variant>(fen: &str, uci: &str, san: &str) {
    let position = read::<V>(fen);
    let m = turn(&position, uci);
    assert_eq!(
        position.format_san(m),
        san,
        "{uci} in {}",
        context(&position)
    );
    assert_eq!(
        position.parse_san(san),
        Ok(m),
        "{san} in {}",
        context(&position)
    );
}

/// 3.3: chess, with disambiguation by file, rank and square among legal turns only.
#[test]
fn chess_is_written_as_usual() {
    let kings = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (fen, uci, san) in [
        (kings, "e1g1", "O-O"),
        (kings, "e1c1", "O-O-O"),
        (kings, "a1a8", "Ra8+"),
        ("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "a1c1", "Rc1"),
        ("4k3/8/8/8/8/8/3K4/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/R7/8/8/3K4/R7 w - - 0 1", "a1a3", "R1a3"),
        ("1k6/8/8/8/4Q2Q/8/3K4/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/1b6/2N5/3K4/6N1 w - - 0 1", "g1e2", "Ne2"),
        ("3qk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8n", "cxd8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", "h1e1", "Re1"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"),
    ] {
        is_written::<Chess>(fen, uci, san);
    }
}

/// 3.3: the vest put on, and the origin of pawns that move as no bare pawn could.
#[test]
fn plunders_and_vest_moves_are_written() {
    let pawn_in_bishop_vest = "4k3/8/8/3pP:b3/8/8/8/4K3 w - d6 0 1";
    let bishop_in_pawn_vest = "4k3/8/8/3pB:p3/8/8/8/4K3 w - d6 0 1";
    let knight_vest = "7k/8/8/8/3P4/2P:n5/8/7K w - - 0 1";
    for (fen, uci, san) in [
        ("7k/8/8/4p3/8/5N2/8/K7 w - - 0 1", "f3e5vp", "Nxe5:P"),
        ("7k/8/8/4p3/8/5N2/8/K7 w - - 0 1", "f3e5", "Nxe5"),
        ("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8qvn", "exd8=Q:N+"),
        (knight_vest, "d4d5", "d5"),
        (knight_vest, "c3d5", "c3d5"),
        ("7k/8/3p4/8/4P:n3/8/8/7K w - - 0 1", "e4d6", "e4xd6"),
        (pawn_in_bishop_vest, "e5d6e", "exd6"),
        (pawn_in_bishop_vest, "e5d6", "e5d6"),
        (bishop_in_pawn_vest, "e5d6e", "Bxd6"),
        (bishop_in_pawn_vest, "e5d6evp", "Bxd6:P"),
        (bishop_in_pawn_vest, "e5d6", "Bd6"),
    ] {
        is_written::<PlunderChess>(fen, uci, san);
    }
}

/// 3.3: assignments, steals, and ring steps.
#[test]
fn rings_are_written() {
    let due = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b@ KQkq - 0 2";
    for (fen, uci, san) in [
        (due, "g8f6@a7", "Nf6@a7"),
        (due, "e7d6@e7", "e7d6@e7"),
        (due, "e7e5@f7", "e5@f7"),
        ("4k3/8/8/8/8/8/7P/4K1Q:wR w - - 0 1", "h1g1s", "R~g1"),
        ("4k3/8/8/8/8/8/7P/4K1Q:wR w - - 0 1", "h2g1s", "h2~g1"),
        ("7k/8/8/3pP:w3/8/8/8/K7 w - d6 0 1", "e5d6e", "exd6"),
        ("7k/8/8/3pP:w3/8/8/8/K7 w - d6 0 1", "e5d6", "e5d6"),
        ("7k/8/8/4p3/4P:w3/8/8/K7 w - - 0 1", "e4e5", "e4xe5"),
        ("7k/8/8/1P6/8/4P:b3/8/7K w - - 0 1", "e3b6", "e3b6"),
        ("7k/8/8/1P6/8/4P:b3/8/7K w - - 0 1", "e3e4", "e4"),
        // 2.12: whoever leaves no legal turn wins.
        ("7k/8/4Q3/8/8/8/8/7K w - - 0 1", "e6f7", "Qf7#"),
    ] {
        is_written::<TwoRing>(fen, uci, san);
    }
}

/// Writing differs among people; what can mean one turn only is read.
#[test]
fn other_spellings_are_read() {
    let position = read::<Chess>("3qk3/2P5/8/8/8/8/8/R3K2R w KQ - 0 1");
    let is_read = |san: &str, uci: &str| {
        assert_eq!(position.parse_san(san), Ok(turn(&position, uci)), "{san}");
    };
    for san in ["cxd8=Q+", "cxd8Q", "cd8=Q!?", "c7d8=Q", "c7xd8=Q#"] {
        is_read(san, "c7d8q");
    }
    for san in ["0-0", "O-O+", "O-O!"] {
        is_read(san, "e1g1");
    }
    is_read("Ra1b1", "a1b1");
    is_read("Rab1", "a1b1");
}

/// What is no turn, no legal turn or several is told apart.
#[test]
fn what_is_no_turn_is_refused() {
    let position = read::<Chess>("4k3/8/8/8/8/8/3K4/R6R w - - 0 1");
    let error = |san: &str| match position.parse_san(san) {
        Ok(m) => panic!("{san} is read as {m:?}"),
        Err(error) => error,
    };
    for san in [
        "", "+", "R", "Rx", "R9", "Zd1", "Rd1d1d1", "é4", "Rd1:", "Rd1@", "Rd1@x9", "--",
    ] {
        assert!(matches!(error(san), SanError::Malformed(_)), "{san}");
    }
    for san in [
        "Rb9", "e4", "Nd1", "O-O", "Rad1:P", "Rad1@d2", "Raxd1", "R~d1",
    ] {
        let error = error(san);
        let is_refused = matches!(error, SanError::Malformed(_) | SanError::Illegal { .. });
        assert!(is_refused, "{san}: {error}");
    }
    assert_eq!(
        error("Rd1").to_string(),
        "`Rd1` could be Rad1 or Rhd1 in 4k3/8/8/8/8/8/3K4/R6R w - - 0 1"
    );
}
