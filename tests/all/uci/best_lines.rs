//! Best lines: legal to their end, and as long as they are known.

use super::*;

#[test]
fn best_lines_are_legal_to_their_end() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for fen in suite(name, 24) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            game.check(&engine.go("nodes 20000"));
        }
    }
}

/// Repetitions and the clock end the game within the lines, and some of their positions are in
/// the table with other scores.
#[test]
fn best_lines_end_where_the_game_does() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        for turns in [
            "g1f3 g8f6 f3g1 f6g8",
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        ] {
            let game = Referee::new(name).after(turns);
            engine.tell(game.command());
            game.check(&engine.go("nodes 20000"));
        }
        for clock in [90, 96, 98, 99, 100, 120] {
            for board in ["8/8/3k4/8/8/3K4/4Q3/8 w", "8/5k2/8/3r4/8/2R5/3K4/8 w"] {
                let game = Referee::from_fen(name, &format!("{board} - - {clock} 80"));
                engine.tell(game.command());
                game.check(&engine.go("nodes 20000"));
            }
        }
    }
}

/// With several threads the answer is one thread's: move and line belong together.
#[test]
fn threads_agree_on_one_answer() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        engine.tell("setoption name Threads value 4");
        for fen in suite(name, 6) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            game.check(&engine.go("movetime 20"));
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(20));
            engine.send("stop");
            game.check(&engine.search());
        }
    }
}

/// The rows of a search as they were told last, by their numbers.
fn last_rows(search: &Search) -> Vec<&Info> {
    let count = search.infos.iter().map(|info| info.multipv).max();
    let row = |number| search.infos.iter().rfind(|info| info.multipv == number);
    (1..=count.unwrap_or(0)).filter_map(row).collect()
}

/// Whether what was searched as deep, or deeper, stands above what is worse.
fn are_sorted(rows: &[&Info]) -> bool {
    rows.is_sorted_by(|above, below| {
        above.depth > below.depth || above.score.rank() >= below.score.rank()
    })
}

/// Also where the nodes run out in the middle of an iteration, which may have put a turn above
/// others that it has not come to.
#[test]
fn rows_begin_with_different_turns() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        engine.tell("setoption name MultiPV value 3");
        for (index, fen) in suite(name, 12).iter().enumerate() {
            let game = Referee::from_fen(name, fen);
            engine.tell(game.command());
            for thousands in [3, 17, 30] {
                let search = engine.go(&format!("nodes {}", thousands * 1_000 + 111 * index));
                let rows = last_rows(&search);
                let firsts: HashSet<_> = rows.iter().map(|row| row.pv.first()).collect();
                assert_eq!(firsts.len(), rows.len(), "{rows:?}\n{game}");
                assert_eq!(rows[0].pv.first(), search.best.as_ref(), "{rows:?}\n{game}");
                assert!(are_sorted(&rows), "{rows:?}\n{game}");
                rows.iter().for_each(|row| game.check_line(&row.pv));
            }
        }
    }
}

/// The engine may not play its best, but it shows what it plays, and nothing that it has not looked at.
#[test]
fn the_row_of_a_limited_strength_is_what_it_plays() {
    let mut is_weaker = false;
    for (index, name) in GAMES.into_iter().enumerate() {
        let mut engine = Engine::playing(name);
        engine.tell("setoption name UCI_LimitStrength value true");
        engine.tell("setoption name UCI_Elo value 800");
        engine.tell(format!(
            "setoption name MultiPV value {}",
            1 + 4 * (index % 2)
        ));
        for fen in suite(name, 12) {
            let game = Referee::from_fen(name, &fen);
            engine.tell(game.command());
            let search = engine.go("nodes 20000");
            let rows = last_rows(&search);
            // A search of a few nodes may have no line to tell.
            if let Some(row) = rows.first() {
                assert_eq!(row.pv.first(), search.best.as_ref(), "{rows:?}\n{game}");
                is_weaker |= search.infos[0].pv.first() != search.best.as_ref();
            }
            let is_told = |info: &Info| info.depth > 0 || search.best.is_none();
            assert!(search.infos.iter().all(is_told), "{search:?}");
            game.check_choice(&Search {
                infos: Vec::new(),
                ..search.clone()
            });
        }
    }
    assert!(is_weaker, "the best turn was played everywhere");
}

/// What is asked for twice is one turn.
#[test]
fn repeated_turns_are_one_row() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 3");
    engine.tell(format!("position fen {CASTLING}"));
    let search = engine.go("depth 3 searchmoves e1g1 a1a2 e1h1 e1g1");
    assert_eq!(last_rows(&search).len(), 2, "{search:?}");
}

/// With more threads than processors the others must not use up the nodes before the thread that
/// answers has a line.
#[test]
fn crowds_of_threads_leave_the_answer_its_nodes() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3";
    let game = Referee::from_fen("chess", fen);
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 64");
    engine.tell(game.command());
    for _ in 0..10 {
        engine.tell("ucinewgame");
        let search = engine.go("nodes 20000");
        assert_eq!(search.best.as_deref(), Some("c1g5"));
        assert!(!search.infos.is_empty());
        game.check(&search);
    }
}
