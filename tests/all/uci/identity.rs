//! What the engine says it is.

use super::*;

#[test]
fn uci_tells_name_author_and_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.wait_for("uciok");
    let tells = |line: &str| lines.iter().any(|told| told == line);
    assert!(lines[0].starts_with("id name Alberich "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in &lines[2..lines.len() - 1] {
        assert!(option.starts_with("option name "), "{option}");
        assert!(option.contains(" type "), "{option}");
    }
    for option in [
        "option name UCI_Variant type combo default chess \
         var chess var plunderchess var tworing var tworing1",
        "option name UCI_Chess960 type check default false",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
    ] {
        assert!(tells(option), "`{option}` is missing in {lines:?}");
    }
    for name in ["Hash", "Threads", "Move Overhead", "MultiPV", "UCI_Elo"] {
        let prefix = format!("option name {name} type spin default ");
        assert!(lines.iter().any(|line| line.starts_with(&prefix)), "{name}");
    }
    assert!(engine.sync().is_empty());
}

/// The line that Fairy-Stockfish prints, which clients read.
#[test]
fn a_variant_is_introduced_by_its_board_and_start() {
    let mut engine = Engine::start();
    for game in GAMES {
        let notice = engine.notice(format!("setoption name UCI_Variant value {game}"));
        let expected = format!(
            "info string variant {game} files 8 ranks 8 pocket 0 template fairy startpos \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        assert_eq!(notice, expected);
    }
}
