//! Starting positions for matches: random lines, kept where a search finds the game balanced.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use crate::position::{CHESS960_STARTS, History, Key, Position};
use crate::record::{Epd, Operation};
use crate::search::{Control, Engine, Limits, Score};
use crate::variant::Variant;

use super::book::Book;
use super::random::play_random_turns;

/// The most openings that may be asked for at once.
pub const MAX_COUNT: u32 = 100_000;

/// The most lines that are looked at side by side.
const MAX_BATCH: u64 = 128;

/// How many lines are looked at for each opening that is missing: about as many as give one.
const LINES_PER_OPENING: u64 = 2;

/// After so many lines in a row that gave no opening there are none left to be found.
const MAX_FRUITLESS_LINES: u64 = 5000;

/// The table of each search, in MB: these searches are short.
const HASH_MB: usize = 1;

/// Where lines start.
#[derive(Clone, Debug)]
pub enum Starts<V: Variant> {
    /// From the game's starting position.
    Usual,
    /// From random starting positions of Chess960.
    Chess960,
    /// From random openings of a book.
    Book(Book<V>),
}

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct Wanted<V: Variant> {
    /// How many.
    pub count: usize,
    /// Where lines start.
    pub starts: Starts<V>,
    /// The length of a line from there; each length is as likely as another.
    pub plies: RangeInclusive<u32>,
    /// How far the score may be from balance, either way, in centipawns.
    pub score: u16,
    /// The size of the search that finds the score.
    pub nodes: u64,
    /// Other seeds give other openings.
    pub seed: u64,
}

/// A position to start games from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balanced<V: Variant> {
    /// The position: the game is not over, no assignment is due.
    pub position: Position<V>,
    /// How good it is for the mover, as people are told.
    pub score: Score,
}

impl<V: Variant> Balanced<V> {
    /// The opening as a line of EPD, with the score as the operation `ce`.
    pub fn epd(&self) -> Epd<V> {
        Epd {
            position: self.position,
            operations: vec![Operation::Other {
                opcode: "ce".to_owned(),
                operands: vec![self.score.centipawns().to_string()],
            }],
        }
    }
}

/// Why there are no openings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// No length of a line is in the range.
    #[error("lines of {0} to {1} plies: there are none")]
    NoLength(u32, u32),
    /// The lines that are left do not lead to enough positions.
    #[error(
        "found {found} openings of {wanted}, then none in {MAX_FRUITLESS_LINES} lines; other \
         plies or a wider score give more"
    )]
    TooFew {
        /// How many were found.
        found: usize,
        /// How many were wanted.
        wanted: usize,
    },
    /// They were no longer wanted.
    #[error("stopped")]
    Stopped,
}

/// Finds openings, no two of the same position, in an order that chance gives. `on_found` is told
/// from time to time which are new; the control stops it all.
///
/// The result depends on what is wanted and on the engine's search alone, not on the number of
/// threads: those of the current rayon pool.
///
/// # Errors
///
/// There is no line of such a length, there are too few openings, or it was stopped.
///
/// ```
/// use alberich::search::Control;
/// use alberich::openings::{Starts, Wanted, find};
/// use alberich::variant::TwoRing;
///
/// let starts = Starts::<TwoRing>::Usual;
/// let wanted = Wanted { count: 3, starts, plies: 4..=6, score: 80, nodes: 500, seed: 1 };
/// for opening in find(&wanted, &Control::new(), |_| {})? {
///     assert!(opening.score.centipawns().abs() <= 80);
///     println!("{}", opening.epd());
/// }
/// # Ok::<(), alberich::openings::OpeningsError>(())
/// ```
pub fn find<V: Variant>(
    wanted: &Wanted<V>,
    control: &Control,
    mut on_found: impl FnMut(&[Balanced<V>]),
) -> Result<Vec<Balanced<V>>, OpeningsError> {
    if wanted.plies.is_empty() {
        return Err(OpeningsError::NoLength(
            *wanted.plies.start(),
            *wanted.plies.end(),
        ));
    }
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let (mut first_line, mut fruitless) = (0, 0);
    while openings.len() < wanted.count {
        let found = openings.len();
        let missing = (wanted.count - found) as u64;
        let lines = first_line..first_line + MAX_BATCH.min(LINES_PER_OPENING * missing);
        first_line = lines.end;
        for opening in try_lines(wanted, lines, control, &mut seen) {
            match opening {
                Some(opening) => {
                    openings.push(opening);
                    fruitless = 0;
                }
                None => fruitless += 1,
            }
        }
        if control.is_stopped() {
            return Err(OpeningsError::Stopped);
        }
        openings.truncate(wanted.count);
        on_found(&openings[found..]);
        if openings.len() < wanted.count && fruitless >= MAX_FRUITLESS_LINES {
            return Err(OpeningsError::TooFew {
                found: openings.len(),
                wanted: wanted.count,
            });
        }
    }
    Ok(openings)
}

/// What a batch of lines comes to, in their order; nothing, once it is stopped.
fn try_lines<V: Variant>(
    wanted: &Wanted<V>,
    lines: Range<u64>,
    control: &Control,
    seen: &mut HashSet<Key>,
) -> Vec<Option<Balanced<V>>> {
    let mut is_new = |position: &Position<V>| seen.insert(position.key());
    let positions: Vec<Option<Position<V>>> = lines
        .map(|line| play_random_line(wanted, line).filter(&mut is_new))
        .collect();
    positions
        .into_par_iter()
        .map_init(
            || Engine::new(HASH_MB, 1),
            |engine, position| {
                let position = position.filter(|_| !control.is_stopped())?;
                let score = score(engine, &position, wanted.nodes, control)?;
                let score = engine.evaluation().told(V::GAME, score);
                let opening = Balanced { position, score };
                let is_balanced = opening.score.centipawns().abs() <= i32::from(wanted.score);
                is_balanced.then_some(opening)
            },
        )
        .collect()
}

/// Where a line of random turns leads; `None` if the game ends before or there, or leaves an
/// assignment due. Each line has random numbers of its own, whoever plays it.
fn play_random_line<V: Variant>(wanted: &Wanted<V>, line: u64) -> Option<Position<V>> {
    let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
    random.set_stream(line);
    let plies = random.random_range(wanted.plies.clone());
    let mut history = match &wanted.starts {
        Starts::Usual => History::new(Position::start()),
        Starts::Chess960 => {
            let number = random.random_range(0..CHESS960_STARTS);
            History::new(Position::chess960_start(number))
        }
        Starts::Book(book) => book.get(random.random_range(0..book.count())).history(),
    };
    play_random_turns(&mut history, plies, &mut random)?;
    Some(*history.position())
}

/// How good a position is for its mover, in the search's own centipawns, by a search of so many nodes
/// that knows nothing of earlier ones; `None` if they do not suffice for one iteration.
pub(crate) fn score<V: Variant>(
    engine: &mut Engine,
    position: &Position<V>,
    nodes: u64,
    control: &Control,
) -> Option<Score> {
    engine.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine
        .search_in_silence(&History::new(*position), &limits, control)
        .1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Chess, Game, TwoRing, VariantVisitor};

    fn wanted<V: Variant>(seed: u64) -> Wanted<V> {
        Wanted {
            count: 20,
            starts: Starts::Usual,
            plies: 3..=6,
            score: 70,
            nodes: 400,
            seed,
        }
    }

    fn found<V: Variant>(wanted: &Wanted<V>, threads: usize) -> Vec<Balanced<V>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let found = pool
            .expect("a pool")
            .install(|| find(wanted, &Control::new(), |_| {}));
        found.expect("enough openings")
    }

    struct AreSound;

    impl VariantVisitor for AreSound {
        type Output = ();

        fn visit<V: Variant>(self) {
            for starts in [Starts::Usual, Starts::Chess960] {
                let wanted = Wanted {
                    starts,
                    ..wanted::<V>(3)
                };
                let openings = found(&wanted, 2);
                assert_eq!(openings.len(), wanted.count);
                let keys: HashSet<Key> = openings.iter().map(|o| o.position.key()).collect();
                assert_eq!(keys.len(), wanted.count, "two alike");
                for opening in openings {
                    let position = opening.position;
                    assert!(opening.score.centipawns().abs() <= 70);
                    assert_eq!(History::new(position).end(), None);
                    assert!(!position.is_assignment_due());
                    let turns =
                        2 * position.fullmove_number() - 2 + position.side_to_move().index() as u32;
                    assert!(wanted.plies.contains(&turns), "{position:?}");
                    let line = opening.epd().to_string();
                    let read = Epd::<V>::read(&line).expect("a good line");
                    assert_eq!(read.position.fen(), position.fen());
                }
            }
        }
    }

    #[test]
    fn openings_are_what_is_wanted() {
        for game in Game::ALL {
            game.visit(AreSound);
        }
    }

    #[test]
    fn the_seed_alone_makes_the_set() {
        let openings = found::<TwoRing>(&wanted(1), 1);
        assert_eq!(found(&wanted(1), 3), openings);
        let others = found::<TwoRing>(&wanted(2), 1);
        let is_other = |opening: &&Balanced<TwoRing>| !openings.contains(opening);
        assert!(others.iter().filter(is_other).count() > 15);
    }

    #[test]
    fn the_score_is_that_of_the_search() {
        let opening = &found::<Chess>(&wanted(1), 1)[0];
        let mut engine = Engine::new(HASH_MB, 1);
        let found = score(&mut engine, &opening.position, 400, &Control::new());
        let told = found.map(|score| engine.evaluation().told(Game::Chess, score));
        assert_eq!(told, Some(opening.score));
        let lost = Position::<Chess>::from_fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
        let lost = lost.expect("a good position");
        let lost = score(&mut engine, &lost, 400, &Control::new());
        assert!(lost.is_some_and(|score| score.centipawns() < -500));
    }

    #[test]
    fn what_cannot_be_found_is_an_error() {
        let control = Control::new();
        let error = |wanted: Wanted<Chess>| find(&wanted, &control, |_| {}).expect_err("too few");
        let first_turns = Wanted {
            count: 21,
            plies: 1..=1,
            score: 1000,
            nodes: 300,
            ..wanted(1)
        };
        assert_eq!(
            error(first_turns),
            OpeningsError::TooFew {
                found: 20,
                wanted: 21
            }
        );
        let no_length = Wanted {
            plies: RangeInclusive::new(3, 2),
            ..wanted(1)
        };
        assert_eq!(error(no_length), OpeningsError::NoLength(3, 2));
        control.stop();
        assert_eq!(error(wanted(1)), OpeningsError::Stopped);
    }

    #[test]
    fn all_that_are_found_are_told_once() {
        let mut told = Vec::new();
        let openings = find(&wanted::<Chess>(1), &Control::new(), |new| {
            told.extend_from_slice(new);
        });
        assert_eq!(openings, Ok(told));
    }
}
