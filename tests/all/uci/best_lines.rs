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
