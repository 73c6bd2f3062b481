//! Castling: its two forms (3.2), from all files, and what forbids it.

use alberich::position::{CastlingStyle, Sort};
use alberich::variant::{Chess, Variant};

use crate::common::{in_every_game, play, read, texts, turn};

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
