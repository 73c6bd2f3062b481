//! Positions and games that were too much for other programs: strange ones, the richest in turns,
//! long ones, and two ways to one position.

use alberich::perft::perft;
use alberich::position::{CastlingStyle, End, History, Position};
use alberich::variant::{Chess, PlunderChess, TwoRing, TwoRing1, Variant};

use crate::common::{in_every_game, play, read, texts, turn};

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
