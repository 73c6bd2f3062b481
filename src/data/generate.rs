//! Games of the engine against itself.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::eval::{Evaluation, evaluate};
use crate::openings::{play_random_turns, score};
use crate::position::{CHESS960_STARTS, History, Move, Position};
use crate::record::Outcome;
use crate::search::{Control, Engine, STACK_BYTES, TableError};
use crate::tournament::Stop;
use crate::tournament::adjudicate::Adjudicator;
use crate::variant::Variant;

use super::file::Writer;
use super::game::{Ending, ScoredTurn, StoredGame};
use super::reader::{DataError, Header};
use super::settings::Settings;

/// The search that finds whether an opening is balanced, in nodes.
const OPENING_NODES: u64 = 2_000;

/// The number of the usual starting position.
const USUAL_START: u16 = 518;

/// After so many random lines in a row that are no balanced openings there are hardly any.
const MAX_FRUITLESS_LINES: u32 = 5_000;

/// How much is wanted, the games that a file has already included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// The games with the numbers below this, whichever others there are.
    Games(u64),
    /// So many searched positions at least. Of which games they are depends on which threads are
    /// faster.
    Positions(u64),
}

/// Why games cannot be played.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The file is not written.
    #[error("{0}")]
    Data(#[from] DataError),
    /// No length of an opening is in the range.
    #[error("openings of {0} to {1} plies: there are none")]
    NoLength(u32, u32),
    /// No random line is balanced.
    #[error(
        "game {game}: none of {MAX_FRUITLESS_LINES} lines is balanced; other plies or a wider \
         balance give openings"
    )]
    NoOpening {
        /// The number of the game.
        game: u64,
    },
    /// The games in the file are not those that this engine plays.
    #[error(
        "the engine has changed: it plays game {game} otherwise than the file has it; choose another \
         name, and another seed"
    )]
    OtherEngine {
        /// The number of the game.
        game: u64,
    },
    /// There is no memory for the tables.
    #[error("{0}")]
    Table(#[from] TableError),
    /// The system has no threads to give.
    #[error("a thread cannot be started: {0}")]
    Thread(io::Error),
}

/// What a file has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Its games.
    pub games: u64,
    /// Of these, the draws.
    pub draws: u64,
    /// Its searched positions.
    pub positions: u64,
}

impl Progress {
    fn add(&mut self, game: &StoredGame) {
        self.games += 1;
        self.draws += u64::from(game.outcome() == Outcome::Draw);
        self.positions += game.turns.len() as u64;
    }

    /// Whether there are positions enough. Of games it is their numbers that come to an end.
    fn has(&self, amount: Amount) -> bool {
        matches!(amount, Amount::Positions(positions) if self.positions >= positions)
    }
}

/// Plays the games that a file lacks and adds each as it ends; a new file is made. `progress` is
/// told at first and after each game. The sign to stop ends all within a search; the games that are
/// being played are lost then.
///
/// A game depends on the settings, its number, and the engine with its evaluation alone, not on the
/// number of threads; only the order in the file is that in which games have ended. So two runs with
/// different seeds have the same game only if chance gives both the same opening: with eight random
/// plies or more, some pair in a million games.
///
/// # Errors
///
/// See [`GenerateError`]; all games that were told of are in the file.
///
/// ```
/// use alberich::data::{Amount, Reader, Settings, generate};
/// use alberich::eval::Evaluation;
/// use alberich::tournament::Stop;
/// use alberich::variant::TwoRing;
///
/// let file = std::env::temp_dir().join(format!("example-{}.data", std::process::id()));
/// let settings = Settings { nodes: 50, ..Settings::default() };
/// let evaluation = Evaluation::named(&settings.evaluation)?;
/// generate::<TwoRing>(&file, &settings, &evaluation, Amount::Games(2), 1, &Stop::new(), |_| {})?;
/// let games = Reader::open(&file)?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(games.len(), 2);
/// games[0].check::<TwoRing>()?;
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate<V: Variant>(
    path: &Path,
    settings: &Settings,
    evaluation: &Evaluation,
    amount: Amount,
    threads: usize,
    stop: &Stop,
    mut progress: impl FnMut(&Progress),
) -> Result<Progress, GenerateError> {
    let (min, max) = (*settings.plies.start(), *settings.plies.end());
    if min > max {
        return Err(GenerateError::NoLength(min, max));
    }
    let header = Header {
        game: V::GAME,
        runs: vec![settings.clone()],
    };
    let (mut total, mut known, mut first) = (Progress::default(), HashSet::new(), None);
    let mut writer = Writer::open(path, &header, |game| {
        total.add(&game);
        known.insert(game.number);
        first.get_or_insert(game);
    })?;
    progress(&total);
    let last = match amount {
        Amount::Games(games) => games,
        Amount::Positions(_) => u64::MAX,
    };
    let mut missing = (0..last)
        .filter(|number| !known.contains(number))
        .peekable();
    if total.has(amount) || missing.peek().is_none() {
        return Ok(total);
    }
    if let Some(known) = first {
        let mut engine = engine(settings, evaluation)?;
        let again = play::<V>(settings, known.number, &mut engine, &|| stop.is_given())?;
        if again.is_some_and(|again| again != known) {
            return Err(GenerateError::OtherEngine { game: known.number });
        }
    }
    let numbers = Mutex::new(missing);
    let is_enough = AtomicBool::new(false);
    let is_over = || stop.is_given() || is_enough.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = bounded(threads);
        let mut started = Ok(());
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let work = || work::<V>(settings, evaluation, &numbers, &is_over, sender);
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            started = started.and(builder.spawn_scoped(scope, work).map(|_| ()));
        }
        drop(sender);
        let stored = started
            .map_err(GenerateError::Thread)
            .and_then(|()| store(&receiver, &mut writer, amount, &mut total, &mut progress));
        is_enough.store(true, Ordering::Relaxed);
        stored
    })?;
    Ok(total)
}

/// An engine that plays so. A smaller table would play other games.
fn engine(settings: &Settings, evaluation: &Evaluation) -> Result<Engine, TableError> {
    let mut engine = Engine::new(1, 1);
    engine.resize(settings.hash.into())?;
    engine.set_evaluation(evaluation.clone());
    Ok(engine)
}

type Played = Result<StoredGame, GenerateError>;

/// Plays games until there are none left, or all is to end.
fn work<V: Variant>(
    settings: &Settings,
    evaluation: &Evaluation,
    numbers: &Mutex<impl Iterator<Item = u64>>,
    is_over: &impl Fn() -> bool,
    sender: Sender<Played>,
) {
    let mut engine = match engine(settings, evaluation) {
        Ok(engine) => engine,
        Err(error) => {
            // Nobody hears it who has heard of another's failure.
            let _ = sender.send(Err(error.into()));
            return;
        }
    };
    let next = || {
        numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    while let Some(number) = next() {
        let Some(played) = play::<V>(settings, number, &mut engine, is_over).transpose() else {
            break;
        };
        if sender.send(played).is_err() {
            break;
        }
    }
}

/// Writes the games that come in until there are no more or enough.
fn store(
    receiver: &Receiver<Played>,
    writer: &mut Writer,
    amount: Amount,
    total: &mut Progress,
    progress: &mut impl FnMut(&Progress),
) -> Result<(), GenerateError> {
    for played in receiver {
        let game = played?;
        writer.add(&game)?;
        // Games that come in together go to the disk together.
        if receiver.is_empty() {
            writer.sync()?;
        }
        total.add(&game);
        progress(total);
        if total.has(amount) {
            break;
        }
    }
    Ok(writer.sync()?)
}

/// Plays one game; `None` if `is_over` says before its end that nobody wants it any more.
///
/// # Errors
///
/// There is no balanced opening of such a length.
fn play<V: Variant>(
    settings: &Settings,
    number: u64,
    engine: &mut Engine,
    is_over: &impl Fn() -> bool,
) -> Result<Option<StoredGame>, GenerateError> {
    let Some(opening) = opening::<V>(settings, number, engine, is_over)? else {
        return Ok(None);
    };
    let mut history = History::<V>::new(Position::chess960_start(opening.start));
    opening.turns.iter().for_each(|&turn| history.push(turn));
    let mut adjudicator = Adjudicator::new(settings.adjudication(), opening.turns.len());
    let mut turns = Vec::new();
    engine.clear();
    let ending = loop {
        if let Some(end) = history.end() {
            break Ending::Rules(end);
        }
        if is_over() {
            return Ok(None);
        }
        let Some(scored) = choose(engine, &history, settings) else {
            return Ok(None);
        };
        let mover = history.position().side_to_move();
        history.push(scored.turn);
        turns.push(scored);
        // What the rules say goes first.
        if history.end().is_none() {
            let is_irreversible = history.position().halfmove_clock() == 0;
            let score = Some(scored.score.centipawns());
            if let Some(decision) = adjudicator.note(mover, score, is_irreversible) {
                break Ending::Adjudication(decision);
            }
        }
    };
    Ok(Some(StoredGame {
        seed: settings.seed,
        number,
        start: opening.start,
        opening: opening.turns,
        turns,
        ending,
    }))
}

/// How a game begins.
struct Line<V: Variant> {
    /// The starting position, as [`Position::chess960_start`] numbers them.
    start: u16,
    /// Random turns.
    turns: Vec<Move>,
    /// Where they lead: the game is not over, no assignment is due.
    position: Position<V>,
}

impl<V: Variant> Line<V> {
    /// A random line of one of the settings' lengths; `None` if the game is over by then, or an
    /// assignment due.
    fn random(settings: &Settings, random: &mut ChaCha8Rng) -> Option<Self> {
        let start = if random.random_range(0..100) < settings.chess960 {
            random.random_range(0..CHESS960_STARTS)
        } else {
            USUAL_START
        };
        let plies = random.random_range(settings.plies.clone());
        let mut history = History::new(Position::chess960_start(start));
        let turns = play_random_turns(&mut history, plies, random)?;
        Some(Line {
            start,
            turns,
            position: *history.position(),
        })
    }
}

/// The first balanced one of the random lines of this game; `None` if `is_over` says before it is
/// found that nobody wants it any more.
fn opening<V: Variant>(
    settings: &Settings,
    number: u64,
    engine: &mut Engine,
    is_over: &impl Fn() -> bool,
) -> Result<Option<Line<V>>, GenerateError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(number);
    for _ in 0..MAX_FRUITLESS_LINES {
        if is_over() {
            return Ok(None);
        }
        let Some(line) = Line::random(settings, &mut random) else {
            continue;
        };
        let score = score(engine, &line.position, OPENING_NODES, &Control::new());
        let balance = i32::from(settings.balance);
        if score.is_some_and(|score| score.centipawns().abs() <= balance) {
            return Ok(Some(line));
        }
    }
    Err(GenerateError::NoOpening { game: number })
}

/// The turn that the engine plays, and the score of the last iteration that it has finished. `None`
/// if there is no legal turn.
fn choose<V: Variant>(
    engine: &mut Engine,
    history: &History<V>,
    settings: &Settings,
) -> Option<ScoredTurn> {
    let (outcome, score) = engine.search_in_silence(history, &settings.limits(), &Control::new());
    Some(ScoredTurn {
        turn: outcome.best?,
        // A limit of a few nodes may end the first iteration.
        score: score.unwrap_or_else(|| evaluate(engine.evaluation(), history.position())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Chess;

    fn settings(balance: u16) -> Settings {
        Settings {
            plies: 3..=5,
            balance,
            hash: 1,
            ..Settings::default()
        }
    }

    /// The lengths of openings, and how far their scores are from balance, in centipawns.
    fn openings(balance: u16) -> Vec<(usize, i32)> {
        let settings = settings(balance);
        let mut engine = engine(&settings, &Evaluation::material()).expect("memory");
        let openings = (0..20).map(|number| {
            let line = opening::<Chess>(&settings, number, &mut engine, &|| false);
            let line = line.expect("a balanced line").expect("no end before");
            let score = score(&mut engine, &line.position, OPENING_NODES, &Control::new());
            let score = score.expect("an iteration").centipawns();
            (line.turns.len(), score.abs())
        });
        openings.collect()
    }

    #[test]
    fn openings_are_as_long_and_as_balanced_as_is_asked_for() {
        let (narrow, wide) = (openings(20), openings(10_000));
        let is_narrow = |&(_, score): &(usize, i32)| score <= 20;
        assert!(narrow.iter().all(is_narrow) && !wide.iter().all(is_narrow));
        let lengths: HashSet<usize> = narrow.iter().map(|&(length, _)| length).collect();
        assert_eq!(lengths, HashSet::from([3, 4, 5]));
    }

    #[test]
    fn no_opening_is_sought_when_all_is_over() {
        let settings = settings(20);
        let mut engine = engine(&settings, &Evaluation::material()).expect("memory");
        let opening = opening::<Chess>(&settings, 0, &mut engine, &|| true);
        assert!(matches!(opening, Ok(None)));
    }
}
