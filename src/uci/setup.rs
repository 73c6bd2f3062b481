//! The position that a session has, in a game chosen at run time.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::board::Color;
use crate::eval::{Evaluation, evaluate};
use crate::perft::{MAX_DEPTH, Perft};
use crate::position::{CastlingStyle, FenError, FenStyle, History, MoveError, Position};
use crate::search::{Clock, Control, Engine, Event, Limits, Report, Strength};
use crate::variant::{Game, Variant, VariantVisitor};

use super::command::{Go, PositionCommand};
use super::options::Options;
use super::output::{Output, info_line};

/// The answer to `go` where there is nothing to play.
pub const NO_BEST_MOVE: &str = "bestmove (none)";

/// Why a `position` was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Its FEN is refused.
    #[error("position refused: {0}")]
    Fen(#[from] FenError),
    /// One of its turns is refused.
    #[error("position refused: turn {number}: {error}")]
    Move {
        /// Which of the turns, from 1.
        number: usize,
        /// Why.
        error: MoveError,
    },
}

/// What a session does with its position; [`GameSetup`] does it in one game.
pub trait Setup: Send + Sync {
    /// The board, FEN, key and checkers.
    fn describe(&self, style: FenStyle) -> String;

    /// The static evaluation, for a person.
    fn evaluation(&self, evaluation: &Evaluation) -> String;

    /// The position with the colours swapped, and none before it.
    fn flipped(&self) -> Arc<dyn Setup>;

    /// Reads the limits of `go` and collects notices about what was not understood.
    fn limits(&self, go: &Go, options: &Options) -> (Limits, Vec<String>);

    /// Searches, prints what it finds and, once it may be told, returns the line of the best move.
    fn search(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        control: &Control,
        options: &Options,
        output: &Output,
    ) -> String;

    /// Counts the lines of `depth` turns, prints them by first turn and returns the last line.
    fn perft(&self, depth: u32, perft: &Perft, style: CastlingStyle, output: &Output) -> String;
}

/// The position in one game, with those before it.
struct GameSetup<V: Variant> {
    history: History<V>,
}

/// Sets up a position of a game.
///
/// # Errors
///
/// A FEN or a turn that is refused.
pub fn set_up(game: Game, command: &PositionCommand) -> Result<Arc<dyn Setup>, PositionError> {
    struct SetUp<'a>(&'a PositionCommand);
    impl VariantVisitor for SetUp<'_> {
        type Output = Result<Arc<dyn Setup>, PositionError>;
        fn visit<V: Variant>(self) -> Self::Output {
            let position = match &self.0.fen {
                Some(fen) => Position::<V>::from_fen(fen)?,
                None => Position::start(),
            };
            let mut history = History::new(position);
            for (index, text) in self.0.moves.iter().enumerate() {
                let m =
                    history
                        .position()
                        .parse_move(text)
                        .map_err(|error| PositionError::Move {
                            number: index + 1,
                            error,
                        })?;
                history.push(m);
            }
            Ok(Arc::new(GameSetup { history }))
        }
    }
    game.visit(SetUp(command))
}

impl<V: Variant> Setup for GameSetup<V> {
    fn describe(&self, style: FenStyle) -> String {
        let position = self.history.position();
        let mut text = position.to_string();
        let checkers: Vec<String> = position
            .checkers()
            .map(|square| square.to_string())
            .collect();
        let _ = writeln!(text, "\nFen: {}", position.fen_in(style));
        let _ = writeln!(text, "Key: {}", self.history.key());
        let _ = write!(text, "Checkers: {}", checkers.join(" "));
        text
    }

    fn evaluation(&self, evaluation: &Evaluation) -> String {
        let position = self.history.position();
        let score = evaluation.told(V::GAME, evaluate(evaluation, position));
        let score = score.centipawns();
        let white = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        format!("Static evaluation: {white:+} centipawns for White")
    }

    fn flipped(&self) -> Arc<dyn Setup> {
        let history = History::new(self.history.position().color_swapped());
        Arc::new(GameSetup { history })
    }

    fn limits(&self, go: &Go, options: &Options) -> (Limits, Vec<String>) {
        let mut notices = Vec::new();
        if !go.ignored.is_empty() {
            notices.push(format!("go: ignored: {}", go.ignored.join(" ")));
        }
        let mut root_moves = Vec::new();
        for text in &go.search_moves {
            match self.history.position().parse_move(text) {
                Ok(m) if root_moves.contains(&m) => {}
                Ok(m) => root_moves.push(m),
                Err(error) => notices.push(format!("searchmoves: {error}")),
            }
        }
        let mover = self.history.position().side_to_move().index();
        let clock = go.time[mover].map(|remaining| Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(go.increment[mover].unwrap_or(0)),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(saturate),
        });
        let limits = Limits {
            lines: options.multipv,
            depth: go.depth.map(|depth| saturate(depth).max(1)),
            nodes: go.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(0)),
            soft_nodes: None,
            mate: go.mate.map(|moves| saturate(moves).max(1)),
            move_time: go.move_time.map(milliseconds),
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            root_moves: (!root_moves.is_empty()).then_some(root_moves),
            overhead: options.move_overhead,
            strength: options.limit_strength.then(|| Strength::new(options.elo)),
        };
        (limits, notices)
    }

    fn search(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        control: &Control,
        options: &Options,
        output: &Output,
    ) -> String {
        let root = self.history.position();
        let style = options.castling_style();
        let evaluation = engine.evaluation().clone();
        let outcome = engine.search(&self.history, limits, control, &mut |event| {
            output.line(&match event {
                Event::Line(report) => {
                    let score = evaluation.told(V::GAME, report.score);
                    info_line(root, &Report { score, ..report }, options)
                }
                Event::Turn {
                    depth,
                    turn,
                    number,
                } => {
                    let turn = root.format_move(turn, style);
                    format!("info depth {depth} currmove {turn} currmovenumber {number}")
                }
            });
        });
        control.wait_for_release(limits.infinite);
        let Some(best) = outcome.best else {
            return NO_BEST_MOVE.to_owned();
        };
        let mut line = format!("bestmove {}", root.format_move(best, style));
        if let Some(reply) = outcome.ponder {
            let reply = root.make(best).format_move(reply, style);
            let _ = write!(line, " ponder {reply}");
        }
        line
    }

    fn perft(&self, depth: u32, perft: &Perft, style: CastlingStyle, output: &Output) -> String {
        let position = self.history.position();
        let mut nodes = 1;
        if depth > 0 {
            if depth > MAX_DEPTH {
                output.info(&format!("perft: no deeper than {MAX_DEPTH}"));
            }
            let lines = perft.divide(position, depth);
            if perft.is_stopped() {
                return "info string perft stopped".to_owned();
            }
            nodes = lines.iter().map(|line| line.1).sum();
            for (m, count) in lines {
                output.line(&format!("{}: {count}", position.format_move(m, style)));
            }
        }
        output.line("");
        format!("Nodes searched: {nodes}")
    }
}

/// Milliseconds from input; below zero is none.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

fn saturate(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
