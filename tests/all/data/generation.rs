//! What [`generate`] plays.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use super::{go_on, make, random_games, random_network, read, settings, sorted};
use crate::common::{Directory, in_every_game};
use alberich::data::{
    Amount, Ending, GenerateError, Header, Reader, Settings, StoredGame, Writer, generate,
};
use alberich::eval::Evaluation;
use alberich::eval::network::HIDDEN_ONE;
use alberich::tournament::Stop;
use alberich::tournament::adjudicate::Decision;
use alberich::variant::{Chess, TwoRing, Variant};

fn threads_do_not_change_the_games<V: Variant>() {
    let directory = Directory::new();
    let [one, three, other] = ["one", "three", "other"].map(|name| directory.file(name));
    make::<V>(&one, &settings(1), 5, 1);
    make::<V>(&three, &settings(1), 3, 3);
    make::<V>(&three, &settings(1), 5, 3);
    make::<V>(&other, &settings(2), 5, 2);
    let games = sorted(&one);
    assert_eq!(games, sorted(&three));
    assert!(games.iter().map(|game| game.number).eq(0..5));
    let is_in_other = |game: &StoredGame| {
        let mut others = read(&other).into_iter();
        others.any(|other| other.opening == game.opening && other.start == game.start)
    };
    assert!(!games.iter().any(is_in_other));
    for path in [one, three, other] {
        let checked = Reader::open(&path).expect("a file").check();
        assert_eq!(checked.expect("games by the rules"), 5);
    }
}

#[test]
fn threads_do_not_change_the_games_in_every_game() {
    in_every_game!(threads_do_not_change_the_games);
}

#[test]
fn games_of_another_engine_are_not_gone_on_with() {
    let directory = Directory::new();
    let path = directory.file("games");
    let header = Header {
        game: Chess::GAME,
        runs: vec![settings(1)],
    };
    let mut writer = Writer::open(&path, &header, |_| {}).expect("a new file");
    writer.add(&random_games::<Chess>(1, 30)[0]).expect("room");
    drop(writer);
    let made = generate::<Chess>(
        &path,
        &settings(1),
        &Evaluation::material(),
        Amount::Positions(1_000_000),
        1,
        &Stop::new(),
        |_| {},
    );
    assert!(matches!(made, Err(GenerateError::OtherEngine { game: 0 })));
}

#[test]
fn the_games_asked_for_are_those_with_the_first_numbers() {
    let directory = Directory::new();
    let [whole, some] = ["whole", "some"].map(|name| directory.file(name));
    make::<TwoRing>(&whole, &settings(1), 8, 2);
    let games = sorted(&whole);
    let header = Header {
        game: TwoRing::GAME,
        runs: vec![settings(1)],
    };
    let mut writer = Writer::open(&some, &header, |_| {}).expect("a new file");
    for number in [7, 3] {
        writer.add(&games[number]).expect("room");
    }
    drop(writer);
    let material = Evaluation::material();
    let go_on = |amount| go_on::<TwoRing>(&some, &settings(1), &material, amount, 2);
    assert_eq!(go_on(Amount::Games(5)).games, 6);
    let numbers =
        |games: &[StoredGame]| -> Vec<u64> { games.iter().map(|game| game.number).collect() };
    assert_eq!(numbers(&sorted(&some)), [0, 1, 2, 3, 4, 7]);
    // All that are asked for are there.
    for games in [5, 2] {
        assert_eq!(go_on(Amount::Games(games)).games, 6);
    }
    let positions = go_on(Amount::Positions(0)).positions;
    assert!(go_on(Amount::Positions(positions + 1)).games > 6);
    assert!(go_on(Amount::Games(8)).games >= 8);
    assert_eq!(sorted(&some)[..8], games);
}

#[test]
fn a_run_by_positions_is_gone_on_with() {
    let directory = Directory::new();
    let [whole, some] = ["whole", "some"].map(|name| directory.file(name));
    let material = Evaluation::material();
    let go_on = |positions| {
        let amount = Amount::Positions(positions);
        go_on::<TwoRing>(&some, &settings(1), &material, amount, 2)
    };
    let first = go_on(200);
    assert!(first.positions >= 200);
    let bytes = fs::read(&some).expect("a file");
    assert_eq!(go_on(200), first);
    assert_eq!(go_on(first.positions), first);
    assert!(fs::read(&some).expect("a file") == bytes);
    let more = go_on(first.positions + 100);
    assert!(more.positions >= first.positions + 100 && more.games > first.games);
    let games = sorted(&some);
    let numbers: HashSet<u64> = games.iter().map(|game| game.number).collect();
    assert_eq!(numbers.len(), games.len());
    let last = games.last().expect("a game").number;
    make::<TwoRing>(&whole, &settings(1), last + 1, 2);
    let all = sorted(&whole);
    for game in games {
        assert_eq!(game, all[game.number as usize]);
    }
}

#[test]
fn a_network_plays_and_its_games_are_gone_on_with() {
    let directory = Directory::new();
    let [some, whole, material] = ["some", "whole", "material"].map(|name| directory.file(name));
    let network = Evaluation::material().with(random_network(TwoRing::GAME));
    for games in [2, 4] {
        go_on::<TwoRing>(&some, &settings(1), &network, Amount::Games(games), 2);
    }
    go_on::<TwoRing>(&whole, &settings(1), &network, Amount::Games(4), 1);
    let games = sorted(&some);
    assert_eq!(games, sorted(&whole));
    make::<TwoRing>(&material, &settings(1), 4, 1);
    assert_ne!(games, sorted(&material));
    // Another network is another engine.
    let made = generate::<TwoRing>(
        &some,
        &settings(1),
        &Evaluation::material(),
        Amount::Games(5),
        1,
        &Stop::new(),
        |_| {},
    );
    assert!(matches!(made, Err(GenerateError::OtherEngine { .. })));
    assert_eq!(sorted(&some), games);
}

#[test]
fn the_search_for_an_opening_is_stopped() {
    // Whoever is to move is said to be far ahead, so that no opening is balanced.
    let network = random_network(Chess::GAME).changed(|header, weights| {
        weights.output_weights.fill(0);
        weights.output_biases[0] = HIDDEN_ONE * header.output_one;
    });
    let network = network.expect("numbers within the bounds");
    let settings = Settings {
        balance: 0,
        ..settings(1)
    };
    let directory = Directory::new();
    let stop = Stop::new();
    let made = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.give();
        });
        generate::<Chess>(
            &directory.file("games"),
            &settings,
            &Evaluation::material().with(network),
            Amount::Positions(u64::MAX),
            2,
            &stop,
            |_| {},
        )
    });
    // Without the sign it would say that there is none.
    assert!(made.is_ok(), "{made:?}");
}

/// Games of chess by these settings; those that were not ended by the rules, and how they were.
fn decided(settings: &Settings) -> Vec<(StoredGame, Decision)> {
    let directory = Directory::new();
    let path = directory.file("games");
    make::<Chess>(&path, settings, 8, 2);
    let decided = read(&path)
        .into_iter()
        .filter_map(|game| match game.ending {
            Ending::Rules(_) => None,
            Ending::Adjudication(decision) => Some((game, decision)),
        });
    decided.collect()
}

#[test]
fn games_are_given_as_decided_as_the_settings_say() {
    let open = Settings {
        win_score: None,
        draw_score: None,
        max_moves: 50,
        ..settings(1)
    };
    let long = decided(&open);
    assert!(!long.is_empty());
    assert!(long.iter().all(|(_, why)| *why == Decision::TooLong));
    let won = decided(&Settings {
        win_score: Some(100),
        ..open.clone()
    });
    let won = won
        .iter()
        .filter(|(_, why)| matches!(why, Decision::Win(_)));
    let won: Vec<&StoredGame> = won.map(|(game, _)| game).collect();
    assert!(!won.is_empty());
    for game in won {
        let last = &game.turns[game.turns.len() - 8..];
        let is_far = |score: i32| score.abs() >= 100;
        assert!(last.iter().all(|turn| is_far(turn.score.centipawns())));
    }
    // Every score is near enough.
    let drawn = decided(&Settings {
        draw_score: Some(u16::MAX),
        ..open.clone()
    });
    let drawn = drawn.iter().filter(|(_, why)| *why == Decision::Draw);
    let lengths: Vec<usize> = drawn.map(|(game, _)| game.plies()).collect();
    assert!(!lengths.is_empty() && lengths.iter().all(|&plies| plies >= 80));
    let short = decided(&Settings {
        max_moves: 12,
        ..open
    });
    assert!(!short.is_empty());
    assert!(short.iter().all(|(game, _)| game.plies() == 24));
}

#[test]
fn random_plies_are_kept_apart() {
    let directory = Directory::new();
    let path = directory.file("games");
    let settings = Settings {
        plies: 3..=5,
        ..settings(1)
    };
    make::<Chess>(&path, &settings, 12, 2);
    let games = read(&path).into_iter();
    let lengths: HashSet<usize> = games.map(|game| game.opening.len()).collect();
    assert_eq!(lengths, HashSet::from([3, 4, 5]));
}
