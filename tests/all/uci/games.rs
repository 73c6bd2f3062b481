//! Other games, and one game after another.

use super::*;

#[test]
fn an_unknown_variant_changes_nothing() {
    let mut engine = Engine::playing("tworing");
    let owed = Referee::from_fen("tworing", "4k3/3pp3/8/8/8/8/8/4K3 b@ - - 0 1");
    engine.tell(owed.command());
    for value in ["atomic", "", "two ring", "tworing2", "\u{265a}"] {
        let notice = engine.notice(format!("setoption name UCI_Variant value {value}"));
        assert!(notice.contains("UCI_Variant"), "{notice}");
        owed.check(&engine.go("depth 2"));
    }
    plays_on(&mut engine, &Referee::new("tworing"));
}

/// cutechess sets the variant before `ucinewgame`, python-chess after it, and for chess
/// cutechess does not set it at all.
#[test]
fn the_variant_outlasts_a_new_game() {
    let fresh = perft_of_start(&mut Engine::start());
    for name in GAMES {
        let setoption = format!("setoption name UCI_Variant value {name}");
        let orders = [
            [setoption.as_str(), "ucinewgame"],
            ["ucinewgame", setoption.as_str()],
        ];
        let counts = orders.map(|lines| {
            let mut engine = Engine::start();
            for line in lines {
                engine.ask(line);
            }
            let before = perft_of_start(&mut engine);
            engine.tell("ucinewgame");
            assert_eq!(perft_of_start(&mut engine), before, "{name}");
            before
        });
        let expected = Referee::new(name).state().perft(3);
        assert_eq!(counts, [expected; 2], "{name}");
        assert_eq!(
            name == "chess" || name.starts_with("tworing"),
            expected == fresh
        );
    }
}

fn perft_of_start(engine: &mut Engine) -> u64 {
    engine.tell("position startpos");
    engine.perft(3).1
}

/// Until the next `position` the engine has a position of one game or of the other.
#[test]
fn a_variant_set_after_the_position_is_never_a_mix() {
    for (from, to) in [("chess", "tworing"), ("plunderchess", "chess")] {
        let mut engine = Engine::playing(from);
        let old = Referee::new(from).after("e2e4 d7d5 e4d5");
        engine.tell(old.command());
        engine.choose(to);
        let search = engine.go("depth 2");
        let best = search.best.clone().unwrap_or_default();
        let game = [old, Referee::new(to)]
            .into_iter()
            .find(|game| game.allows(&best));
        match game {
            Some(game) => game.check(&search),
            None => panic!("{from} to {to}: {best}"),
        }
        plays_on(&mut engine, &Referee::new(to));
    }
}

/// The nodes of a search that depends on nothing but what it is given.
fn nodes(engine: &mut Engine, game: &Referee) -> u64 {
    engine.tell(game.command());
    let search = engine.go("depth 6");
    game.check_choice(&search);
    search.last().nodes
}

/// A process that is used for another game must leave nothing of the old one: rules, starting
/// position, evaluation, table.
#[test]
fn another_game_on_the_same_process_is_a_fresh_one() {
    let games = GAMES.map(|name| Referee::new(name).after("e2e4"));
    let fresh = std::array::from_fn::<_, 4, _>(|index| {
        nodes(&mut Engine::playing(GAMES[index]), &games[index])
    });
    let mut used = Engine::start();
    for index in [2, 0, 1, 3, 2, 1, 0, 3, 1, 2, 3, 0] {
        used.choose(GAMES[index]);
        let name = GAMES[index];
        assert_eq!(nodes(&mut used, &games[index]), fresh[index], "{name}");
    }
}

#[test]
fn a_new_game_forgets_the_old_one() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        let game = Referee::new(name).after("d2d4 d7d5");
        let fresh = nodes(&mut engine, &game);
        let known = nodes(&mut engine, &game);
        assert_ne!(known, fresh, "{name}: the table should help");
        for forget in [
            "ucinewgame",
            "setoption name Clear Hash",
            "setoption name Hash value 16",
        ] {
            engine.tell(forget);
            assert_eq!(nodes(&mut engine, &game), fresh, "{name}: {forget}");
            nodes(&mut engine, &Referee::new(name));
        }
    }
}
