//! Guards whole games: the engine against itself and against a player that moves at random, in
//! every game, refereed by the naive implementation alone.
//!
//! `ALBERICH_TEST_GAMES` sets how many games each match has (default 2), and
//! `ALBERICH_TEST_MOVE_TIME` the milliseconds that the engine has for a turn against itself
//! (default 20). With `--nocapture` each match prints a line. What is random has fixed seeds.

use std::collections::BTreeMap;
use std::fmt;

use crate::engine::{Engine, Referee};
use crate::naive::{End, Side};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A game that has not ended by then does not end.
const MOST_PLIES: usize = 600;

/// Turns at random, for variety, before the engine plays itself: at most so many.
const RANDOM_OPENING: usize = 8;

/// What the engine has for a turn against the random player.
const NODES: &str = "nodes 3000";

/// A number from the environment.
fn setting(name: &str, default: u32) -> u32 {
    match std::env::var(name) {
        Ok(text) => match text.parse() {
            Ok(number) if number > 0 => number,
            _ => panic!("{name} is to be a number from 1, not `{text}`"),
        },
        Err(_) => default,
    }
}

fn games() -> u32 {
    setting("ALBERICH_TEST_GAMES", 2)
}

/// Who chooses a turn.
enum Player {
    Engine { process: Engine, limits: String },
    Random(Box<ChaCha8Rng>),
}

impl Player {
    fn engine(game: &str, limits: &str) -> Self {
        Player::Engine {
            process: Engine::playing(game),
            limits: limits.to_owned(),
        }
    }

    /// Prepares for a new game.
    fn begin(&mut self) {
        if let Player::Engine { process, .. } = self {
            process.tell("ucinewgame");
        }
    }

    /// A turn in a position that has some; what the engine says about it is judged.
    fn choose(&mut self, game: &Referee) -> String {
        match self {
            Player::Engine { process, limits } => {
                process.tell(game.command());
                let search = process.go(limits);
                game.check_choice(&search);
                if let Some(last) = search.infos.last() {
                    game.check_line(&last.pv);
                }
                search.best.unwrap_or_default()
            }
            Player::Random(rng) => random_turn(game, rng),
        }
    }

    /// Looks at the end of a game without a turn left: the engine must know it, too.
    fn look_at_end(&mut self, game: &Referee) {
        if let Player::Engine { process, .. } = self {
            process.tell(game.command());
            game.check_choice(&process.go("depth 1"));
        }
    }
}

fn random_turn(game: &Referee, rng: &mut ChaCha8Rng) -> String {
    match game.legal().choose(rng) {
        Some(turn) => turn.clone(),
        None => panic!("no turn to choose from\n{game}"),
    }
}

/// A few turns at random from the start of a game, which do not end it.
fn opening(name: &str, rng: &mut ChaCha8Rng) -> Referee {
    loop {
        let mut game = Referee::new(name);
        for _ in 0..rng.random_range(1..=RANDOM_OPENING) {
            if game.end().is_some() {
                break;
            }
            let turn = random_turn(&game, rng);
            game.play(&turn);
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// How a game went on and ended.
struct Played {
    game: Referee,
    end: End,
}

impl Played {
    /// Who has won; `None` is a draw.
    fn winner(&self) -> Option<Side> {
        match self.end {
            End::Mate | End::NoTurnLoses => Some(self.game.mover().other()),
            End::Stalemate | End::Threefold | End::FiftyMoves | End::Dead => None,
        }
    }
}

/// Plays a game to its end. The players are White and Black.
fn play(mut game: Referee, mut players: [&mut Player; 2]) -> Played {
    players.iter_mut().for_each(|player| player.begin());
    loop {
        let mover = game.mover() as usize;
        if let Some(end) = game.end() {
            if game.legal().is_empty() {
                players[mover].look_at_end(&game);
            }
            return Played { game, end };
        }
        assert!(game.plies() < MOST_PLIES, "the game does not end\n{game}");
        let turn = players[mover].choose(&game);
        game.play(&turn);
    }
}

/// The results of a match, for its first player.
#[derive(Default)]
struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    plies: usize,
    ends: BTreeMap<String, usize>,
}

impl Tally {
    /// Counts a game in which the first player had that side.
    fn count(&mut self, played: &Played, side: Side) {
        match played.winner() {
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        self.plies += played.game.plies();
        *self.ends.entry(format!("{:?}", played.end)).or_default() += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.wins + self.draws + self.losses;
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|(end, count)| format!("{end} {count}"))
            .collect();
        write!(
            f,
            "{games} games, +{} ={} -{}, {} plies a game; {}",
            self.wins,
            self.draws,
            self.losses,
            self.plies / games.max(1),
            ends.join(", ")
        )
    }
}

/// Plays a match in which the first player has either side in turn, from openings that each
/// stand for a pair of games.
fn play_match(
    first: &mut Player,
    second: &mut Player,
    mut opening: impl FnMut() -> Referee,
    mut judge: impl FnMut(&Played, Side),
) -> Tally {
    let mut tally = Tally::default();
    let mut start = opening();
    for number in 0..games() {
        let side = if number % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        if number > 0 && number % 2 == 0 {
            start = opening();
        }
        let players = match side {
            Side::White => [&mut *first, &mut *second],
            Side::Black => [&mut *second, &mut *first],
        };
        let played = play(start.clone(), players);
        judge(&played, side);
        tally.count(&played, side);
    }
    tally
}

/// The engine ends its games, and all turns it plays are legal. Two processes play, so neither
/// knows what the other has searched.
fn against_itself(name: &str) {
    let limits = format!("movetime {}", setting("ALBERICH_TEST_MOVE_TIME", 20));
    let [mut first, mut second] = [(); 2].map(|()| Player::engine(name, &limits));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let tally = play_match(
        &mut first,
        &mut second,
        || opening(name, &mut rng),
        |_, _| {},
    );
    println!("{name} against itself: {tally}");
}

/// The engine wins every game against a player that moves at random.
fn against_random_turns(name: &str) {
    let mut engine = Player::engine(name, NODES);
    let mut random = Player::Random(Box::new(ChaCha8Rng::seed_from_u64(2)));
    let tally = play_match(
        &mut engine,
        &mut random,
        || Referee::new(name),
        |played, side| {
            let Played { game, end } = played;
            assert_eq!(
                played.winner(),
                Some(side),
                "{end:?}, engine {side:?}\n{game}"
            );
        },
    );
    println!("{name} against random turns: {tally}");
}

/// Both matches as tests, one module a game, so that they run side by side.
macro_rules! matches_in {
    ($($game:ident),+) => {
        $(
            mod $game {
                #[test]
                fn the_engine_ends_games_against_itself() {
                    super::against_itself(stringify!($game));
                }

                #[test]
                fn the_engine_beats_random_turns() {
                    super::against_random_turns(stringify!($game));
                }
            }
        )+
    };
}

matches_in!(chess, plunderchess, tworing, tworing1);
