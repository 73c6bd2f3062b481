//! Starting positions for matches: random lines, kept where a search finds the game balanced.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use crate::position::{History, Key, Move, Position};
use crate::record::{Epd, Operation};
use crate::search::{Bound, Control, Engine, Event, Limits, Score};
use crate::variant::Variant;

/// The number of a game's starting positions with the pieces shuffled.
pub(crate) const CHESS960_STARTS: u16 = 960;

/// The number of the usual one.
const USUAL_START: u16 = 518;

/// Lines that are looked at side by side.
const BATCH: u64 = 128;

/// After so many lines in a row that gave no opening there are none left to be found.
const MAX_FRUITLESS_LINES: u64 = 5000;

/// The table of each search, in MB: these searches are short.
const HASH_MB: usize = 1;

/// What openings are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// The length of a line; each length is as likely as another.
    pub plies: RangeInclusive<u32>,
    /// Whether lines start from random positions of Chess960.
    pub chess960: bool,
    /// How far the score may be from balance, either way, in centipawns.
    pub score: u16,
    /// The size of the search that finds the score.
    pub nodes: u64,
    /// Other seeds give other openings.
    pub seed: u64,
}

/// A position to start games from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<V: Variant> {
    /// The position: the game is not over, no assignment is due.
    pub position: Position<V>,
    /// How good it is for the mover.
    pub score: Score,
}

impl<V: Variant> Opening<V> {
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
}

/// Finds openings, no two of the same position, in an order that chance gives. `progress` is told
/// from time to time how many there are.
///
/// The result depends on what is wanted and on the engine's search alone, not on the number of
/// threads: those of the current rayon pool.
///
/// # Errors
///
/// There is no line of such a length, or there are too few openings.
///
/// ```
/// use alberich::tournament::openings::{Wanted, find};
/// use alberich::variant::TwoRing;
///
/// let wanted = Wanted { count: 3, plies: 4..=6, chess960: false, score: 80, nodes: 500, seed: 1 };
/// for opening in find::<TwoRing>(&wanted, |_| {})? {
///     assert!(opening.score.centipawns().abs() <= 80);
///     println!("{}", opening.epd());
/// }
/// # Ok::<(), alberich::tournament::openings::OpeningsError>(())
/// ```
pub fn find<V: Variant>(
    wanted: &Wanted,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Opening<V>>, OpeningsError> {
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
        for opening in try_lines(wanted, first_line, &mut seen) {
            match opening {
                Some(opening) => {
                    openings.push(opening);
                    fruitless = 0;
                }
                None => fruitless += 1,
            }
        }
        openings.truncate(wanted.count);
        progress(openings.len());
        if openings.len() < wanted.count && fruitless >= MAX_FRUITLESS_LINES {
            return Err(OpeningsError::TooFew {
                found: openings.len(),
                wanted: wanted.count,
            });
        }
        first_line += BATCH;
    }
    Ok(openings)
}

/// What a batch of lines comes to, in their order.
fn try_lines<V: Variant>(
    wanted: &Wanted,
    first: u64,
    seen: &mut HashSet<Key>,
) -> Vec<Option<Opening<V>>> {
    let mut is_new = |position: &Position<V>| seen.insert(position.key());
    let positions: Vec<Option<Position<V>>> = (first..first + BATCH)
        .map(|number| {
            // Each line has random numbers of its own, whoever plays it.
            let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
            random.set_stream(number);
            let line = Line::random(wanted.plies.clone(), wanted.chess960, &mut random)?;
            Some(line.position).filter(&mut is_new)
        })
        .collect();
    positions
        .into_par_iter()
        .map_init(
            || Engine::new(HASH_MB, 1),
            |engine, position| {
                let opening = Opening {
                    score: score(engine, position.as_ref()?, wanted.nodes)?,
                    position: position?,
                };
                let is_balanced = opening.score.centipawns().abs() <= i32::from(wanted.score);
                is_balanced.then_some(opening)
            },
        )
        .collect()
}

/// A line of random turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<V: Variant> {
    /// The starting position, as [`Position::chess960_start`] numbers them.
    pub start: u16,
    /// The turns.
    pub turns: Vec<Move>,
    /// Where they lead: the game is not over, no assignment is due.
    pub position: Position<V>,
}

impl<V: Variant> Line<V> {
    /// A line of one of these lengths, in plies, from the usual starting position or from any;
    /// `None` if the game ends before or there, or leaves an assignment due.
    pub fn random(
        plies: RangeInclusive<u32>,
        chess960: bool,
        random: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let plies = random.random_range(plies);
        let start = if chess960 {
            random.random_range(0..CHESS960_STARTS)
        } else {
            USUAL_START
        };
        let mut history = History::new(Position::chess960_start(start));
        let mut turns = Vec::new();
        for _ in 0..plies {
            if history.end().is_some() {
                return None;
            }
            let turn = *history.position().moves().choose(random)?;
            history.push(turn);
            turns.push(turn);
        }
        let position = *history.position();
        let is_open = history.end().is_none() && !position.is_assignment_due();
        is_open.then_some(Line {
            start,
            turns,
            position,
        })
    }
}

/// How good a position is for its mover, by a search of so many nodes that knows nothing of earlier
/// ones; `None` if they do not suffice for one iteration.
pub fn score<V: Variant>(engine: &mut Engine, position: &Position<V>, nodes: u64) -> Option<Score> {
    engine.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut score = None;
    engine.search(
        &History::new(*position),
        &limits,
        &Control::new(),
        &mut |event| {
            if let Event::Line(report) = event
                && report.bound == Bound::Exact
            {
                score = Some(report.score);
            }
        },
    );
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Chess, Game, TwoRing, VariantVisitor};

    fn wanted(seed: u64) -> Wanted {
        Wanted {
            count: 20,
            plies: 3..=6,
            chess960: false,
            score: 70,
            nodes: 400,
            seed,
        }
    }

    fn found<V: Variant>(wanted: &Wanted, threads: usize) -> Vec<Opening<V>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let found = pool.expect("a pool").install(|| find(wanted, |_| {}));
        found.expect("enough openings")
    }

    struct AreSound;

    impl VariantVisitor for AreSound {
        type Output = ();

        fn visit<V: Variant>(self) {
            for chess960 in [false, true] {
                let wanted = Wanted {
                    chess960,
                    ..wanted(3)
                };
                let openings = found::<V>(&wanted, 2);
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
        let is_other = |opening: &&Opening<TwoRing>| !openings.contains(opening);
        assert!(others.iter().filter(is_other).count() > 15);
    }

    #[test]
    fn the_score_is_that_of_the_search() {
        let opening = &found::<Chess>(&wanted(1), 1)[0];
        let mut engine = Engine::new(HASH_MB, 1);
        assert_eq!(
            score(&mut engine, &opening.position, 400),
            Some(opening.score)
        );
        let lost = Position::<Chess>::from_fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
        let lost = score(&mut engine, &lost.expect("a good position"), 400);
        assert!(lost.is_some_and(|score| score.centipawns() < -1000));
    }

    #[test]
    fn what_cannot_be_found_is_an_error() {
        let error = |wanted: Wanted| find::<Chess>(&wanted, |_| {}).expect_err("too few");
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
    }
}
