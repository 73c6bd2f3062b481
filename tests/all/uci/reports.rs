//! What else a search tells: several lines, chances, limited strength.

use super::*;

/// As many lines as were asked for and there are turns, all different, the best first, and all of
/// one depth.
#[test]
fn multipv_shows_the_best_lines() {
    for (game, lines, expected) in [
        ("chess", 3, 3),
        ("tworing", 100, 20),
        ("plunderchess", 1, 1),
    ] {
        let mut engine = Engine::playing(game);
        engine.tell(format!("setoption name MultiPV value {lines}"));
        let search = engine.go("depth 5");
        let last: Vec<_> = search.infos.iter().rev().take(expected).rev().collect();
        assert_eq!(search.infos.len(), 5 * expected, "{search:?}");
        let mut firsts = Vec::new();
        for (index, info) in last.iter().enumerate() {
            assert_eq!((info.depth, info.multipv), (5, index + 1));
            assert!(!firsts.contains(&info.pv[0]), "{search:?}");
            firsts.push(info.pv[0].clone());
        }
        let scores: Vec<i32> = last
            .iter()
            .map(|info| match info.score {
                Score::Centipawns(centipawns) => centipawns,
                Score::Mate(_) => panic!("{search:?}"),
            })
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        assert_eq!(search.best, firsts.first().cloned());
    }
}

/// Also where all of them lose, and where there are fewer turns.
#[test]
fn multipv_shows_losing_lines() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 5");
    engine.tell("position fen 7k/8/8/8/8/8/6q1/K6r w - - 0 1");
    let search = engine.go("depth 6");
    assert!(search.infos.iter().all(|info| info.multipv == 1));
    engine.tell("position fen 3k4/8/8/8/8/8/PPP1n1q1/K7 w - - 0 1");
    let search = engine.go("depth 4");
    let shown = search.infos.iter().filter(|info| info.depth == 4);
    assert_eq!(shown.count(), 5, "{search:?}");
}

#[test]
fn chances_are_told_on_request() {
    let mut engine = Engine::start();
    assert_eq!(engine.go("depth 2").last().chances, None);
    engine.tell("setoption name UCI_ShowWDL value true");
    let mut wins = Vec::new();
    for fen in [
        "Q6k/8/8/8/8/8/8/K7 b",
        "1k6/8/8/8/8/8/8/K6R b",
        "7k/7p/8/8/8/8/7P/K7 b",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    ] {
        engine.tell(format!("position fen {fen} - - 0 1"));
        let search = engine.go("depth 3");
        let chances = search.last().chances.expect("chances");
        assert_eq!(chances.iter().sum::<u32>(), 1000);
        wins.push(chances[0]);
    }
    assert!(wins.is_sorted() && wins[3] > 900, "{wins:?}");
}

/// A weaker engine answers at once, legally, and not always with the same turn; analysis is not
/// weakened.
#[test]
fn strength_can_be_limited() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.tell("setoption name UCI_LimitStrength value true");
        engine.tell("setoption name UCI_Elo value 600");
        let referee = Referee::new(game);
        let mut played = Vec::new();
        for _ in 0..20 {
            let search = engine.go("wtime 600000 btime 600000");
            assert!(
                search.best.iter().all(|turn| referee.allows(turn)),
                "{search:?}"
            );
            assert!(search.last().nodes < 1_000);
            assert!(search.infos.iter().all(|info| info.multipv == 1));
            played.push(search.best);
        }
        played.dedup();
        assert!(played.len() > 1, "{game}");
    }
    let mut engine = Engine::start();
    engine.tell("setoption name UCI_LimitStrength value true");
    engine.tell("setoption name UCI_Elo value 600");
    // A knight is to be had, which such an engine often overlooks.
    engine.tell("position fen 4k3/pppp4/8/3n4/4P3/8/PPPP4/4K3 w - - 0 1");
    for _ in 0..10 {
        engine.send("go infinite");
        engine.wait_for("info depth 6");
        engine.send("stop");
        assert_eq!(engine.search().best.as_deref(), Some("e4d5"));
    }
}
