//! Perft and how turns are written.

use super::*;

#[test]
fn perft_lists_the_first_turns_and_the_total() {
    for (name, total) in [
        ("chess", 8902),
        ("plunderchess", 8922),
        ("tworing", 8902),
        ("tworing1", 8902),
    ] {
        let mut engine = Engine::playing(name);
        let start = Referee::new(name);
        engine.tell(start.command());
        assert_eq!(divided(&mut engine, 1), naively_divided(&start, 1));
        let (lines, sum) = engine.perft(2);
        assert!(lines.contains(&"e2e4: 20".to_owned()), "{lines:?}");
        assert_eq!((lines.len(), sum), (20, 400), "{name}");
        assert_eq!(engine.perft(3).1, total, "{name}");
        assert_eq!(engine.perft(0), (Vec::new(), 1), "{name}");
    }
}

#[test]
fn perft_agrees_with_the_rules_turn_by_turn() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for fen in suite(name, 12) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            assert_eq!(divided(&mut engine, 2), naively_divided(&game, 2), "{fen}");
        }
    }
}

/// The lines that the engine prints for perft, sorted.
fn divided(engine: &mut Engine, depth: u32) -> Vec<String> {
    let (mut lines, _) = engine.perft(depth);
    lines.sort();
    lines
}

fn naively_divided(game: &Referee, depth: u32) -> Vec<String> {
    let lines = game.legal().into_iter().map(|turn| {
        let count = game.clone().after(&turn).state().perft(depth - 1);
        format!("{turn}: {count}")
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// King to its square or king takes rook, as the option says: in perft, best lines and best
/// moves. Both are read with either setting.
#[test]
fn castling_is_written_as_the_option_says() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for (chess960, short, long) in [
            (false, "e1g1", "e1c1"),
            (true, "e1h1", "e1a1"),
            (false, "e1g1", "e1c1"),
        ] {
            engine.tell(format!("setoption name UCI_Chess960 value {chess960}"));
            let mut game = Referee::from_fen(name, CASTLING);
            if chess960 {
                game = game.in_chess960();
            }
            engine.tell(game.command());
            assert_eq!(divided(&mut engine, 1), naively_divided(&game, 1));
            for castling in [short, long] {
                let search = engine.go(&format!("searchmoves {castling} depth 5"));
                assert_eq!(search.best.as_deref(), Some(castling), "{name}");
                game.check(&search);
            }
            for (turn, castled) in [("e1g1", short), ("e1h1", short), ("e1a1", long)] {
                engine.tell(format!("position fen {CASTLING} moves {turn}"));
                game.clone().after(castled).check(&engine.go("depth 4"));
            }
        }
    }
}

/// Positions of Chess960: there a king's step and castling may lead to the same square.
#[test]
fn castling_of_chess960_is_never_a_step() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for chess960 in [true, false] {
            engine.tell(format!("setoption name UCI_Chess960 value {chess960}"));
            for fen in [
                "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1",
                "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            ] {
                let mut game = Referee::from_fen(name, fen);
                if chess960 {
                    game = game.in_chess960();
                }
                engine.tell(game.command());
                assert_eq!(divided(&mut engine, 2), naively_divided(&game, 2), "{fen}");
                game.check(&engine.go("depth 4"));
            }
        }
    }
}
