//! What lasts from one search to the next, and the start and end of a search.

use std::thread;

use crate::eval::{Evaluation, Score};
use crate::position::{End, History, Move};
use crate::variant::Variant;

use super::STACK_BYTES;
use super::control::Control;
use super::entry::Bound;
use super::histories::Histories;
use super::limits::Limits;
use super::report::{Event, Line, Listener, Report};
use super::shared::Shared;
use super::table::{Table, TableError};
use super::worker::Worker;

/// What a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The turn to play; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The answer expected, legal after the turn.
    pub ponder: Option<Move>,
    /// Positions visited, by all threads.
    pub nodes: u64,
}

/// A transposition table, and what each of a number of threads has learned: what searches, in any
/// game.
///
/// ```
/// use alberich::position::{History, Position};
/// use alberich::search::{Control, Engine, Event, Limits};
/// use alberich::variant::Chess;
///
/// let position = Position::<Chess>::from_fen("6k1/5ppp/8/8/8/8/8/K6R w - - 0 1")?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let mut depths = Vec::new();
/// let outcome = Engine::new(1, 1).search(
///     &History::new(position),
///     &limits,
///     &Control::new(),
///     &mut |event| {
///         if let Event::Line(report) = event {
///             depths.push(report.depth);
///         }
///     },
/// );
/// assert!(outcome.best.is_some_and(|m| position.is_legal(m)));
/// assert_eq!(depths, [1, 2, 3, 4]);
/// # Ok::<(), alberich::position::FenError>(())
/// ```
pub struct Engine {
    table: Table,
    evaluation: Evaluation,
    /// Of each thread.
    histories: Vec<Histories>,
}

impl Engine {
    /// An engine with a table of a size in MB and a number of threads, one at least. Where
    /// there is no memory for the table, it is smaller.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        let mut engine = Engine {
            table: Table::new(hash_mb),
            evaluation: Evaluation::built_in(),
            histories: Vec::new(),
        };
        engine.set_threads(threads);
        engine
    }

    /// Changes the size of the table, in MB, and forgets all searches.
    ///
    /// # Errors
    ///
    /// There is no memory for it; the table has the old size then, or a smaller one.
    pub fn resize(&mut self, mb: usize) -> Result<(), TableError> {
        self.histories.iter_mut().for_each(Histories::clear);
        self.table.resize(mb)
    }

    /// Changes the number of threads; one at least searches.
    pub fn set_threads(&mut self, n: usize) {
        self.histories.resize_with(n.max(1), Histories::new);
    }

    /// What judges positions; [`Evaluation::built_in`] if nothing else was said.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Changes what judges positions, and forgets all searches.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// Forgets all searches: before another match, and before another game, since the table
    /// does not tell the positions of different games apart.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    #[cfg(test)]
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Searches the position that a game has come to, telling of each iteration, until a limit
    /// is reached or the search is stopped. Whether the game is a draw already does not matter.
    ///
    /// [`Control::begin`] comes first, unless the control is new. With one thread and without
    /// limits of time the same search after [`Engine::clear`] visits the same nodes.
    pub fn search<V: Variant>(
        &mut self,
        history: &History<V>,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn FnMut(Event<'_>),
    ) -> Outcome {
        let root_moves = match &limits.root_moves {
            Some(moves) if !moves.is_empty() => moves.clone(),
            _ => history.position().moves().to_vec(),
        };
        // A weakened search looks at more lines than are wanted.
        let wanted = limits.lines.max(1);
        let listener = &mut |event: Event<'_>| match event {
            Event::Line(report) if report.multipv > wanted => {}
            event => listener(event),
        };
        let strength = limits.weakness();
        let weakened = strength.map(|strength| strength.weaken(limits));
        let limits = weakened.as_ref().unwrap_or(limits);
        let shared = Shared::new(
            &self.table,
            &self.evaluation,
            limits,
            control,
            root_moves.len() == 1,
        );
        if root_moves.is_empty() {
            listener(Event::Line(report_without_moves(history, &shared)));
            return Outcome::default();
        }
        self.table.grow_older();
        let histories = match strength {
            // How many threads there are changes nothing of a strength.
            Some(_) => &mut self.histories[..1],
            None => &mut self.histories[..],
        };
        let mut lines = search_on_all_threads(&shared, histories, history, &root_moves, listener);
        let choice = strength.map_or(0, |strength| strength.choose(&lines));
        if choice > 0 {
            // What is played is what was told last.
            lines[..=choice].rotate_right(1);
            for (index, line) in lines.iter().enumerate() {
                if let Some(report) = shared.report_of(index, line) {
                    listener(Event::Line(report));
                }
            }
        }
        let turns = lines.first().map_or(&root_moves[..1], |line| &line.turns);
        Outcome {
            best: turns.first().copied(),
            ponder: turns.get(1).copied(),
            nodes: shared.nodes(),
        }
    }

    /// [`Engine::search`] that tells nothing on the way: what it has come to, and the score of the
    /// last iteration that it finished, in the measure of the search; `None` if it finished none.
    pub fn search_in_silence<V: Variant>(
        &mut self,
        history: &History<V>,
        limits: &Limits,
        control: &Control,
    ) -> (Outcome, Option<Score>) {
        let mut score = None;
        let outcome = self.search(history, limits, control, &mut |event| {
            if let Event::Line(report) = event
                && report.bound == Bound::Exact
            {
                score = Some(report.score);
            }
        });
        (outcome, score)
    }
}

/// Lazy SMP: all threads search the same root and help each other by the table alone. The calling
/// thread alone reports, and decides.
fn search_on_all_threads<V: Variant>(
    shared: &Shared<'_>,
    histories: &mut [Histories],
    history: &History<V>,
    root_moves: &[Move],
    listener: Listener<'_>,
) -> Vec<Line> {
    let Some((own, others)) = histories.split_first_mut() else {
        return Vec::new();
    };
    thread::scope(|scope| {
        for (index, histories) in others.iter_mut().enumerate() {
            // Every other helper is an iteration ahead, for variety.
            let first_depth = 2 - index as u32 % 2;
            let search = move || {
                shared.wait_to_help();
                Worker::new(shared, histories, history, root_moves)
                    .deepen(first_depth, &mut |_| {});
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if builder.spawn_scoped(scope, search).is_err() {
                // The system has no more threads to give; those that there are will do.
                break;
            }
        }
        let lines = Worker::new(shared, own, history, root_moves).deepen(1, listener);
        shared.finish();
        lines
    })
}

fn report_without_moves<V: Variant>(history: &History<V>, shared: &Shared<'_>) -> Report<'static> {
    let score = match history.position().end_without_moves() {
        Some(End::Mate | End::NoMoveLoses) => Score::mated_in(0),
        _ => Score::DRAW,
    };
    Report {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: shared.elapsed(),
        hashfull: shared.table.permille_used(),
        pv: &[],
    }
}
