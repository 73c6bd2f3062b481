//! One game between two engines, by the rules.

use std::fmt::Write;
use std::time::Duration;

use crate::board::Color;
use crate::openings::Opening;
use crate::position::{CastlingStyle, FenStyle, History, Move};
use crate::record::{Record, RecordedTurn};
use crate::variant::Variant;

use super::adjudicate::{Adjudication, Adjudicator};
use super::client::{Answer, Client, Failure, Fault};
use super::ending::Reason;
use super::evaluation::Evaluation;
use super::limits::{Clock, Limits};

/// A best move that comes within this time after its deadline is still waited for: when it was
/// printed decides, not when the referee came to look.
const GRACE: Duration = Duration::from_millis(50);

/// An engine at the board.
pub struct Player<'a> {
    /// The engine.
    pub client: &'a mut Client,
    /// What limits its searches.
    pub limits: Limits,
    /// How late it may be.
    pub margin: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether its scores are White's.
    pub white_view: bool,
}

/// A game that is over.
pub struct Played<V: Variant> {
    /// Opening, turns with comments, and result; no tags.
    pub record: Record<V>,
    /// Why it is over.
    pub reason: Reason,
}

/// A game that is being played.
struct Table<'a, V: Variant> {
    players: [Player<'a>; 2],
    history: History<V>,
    record: Record<V>,
    /// The line that sets the position up, growing turn by turn.
    position: String,
    style: CastlingStyle,
    clocks: [Option<Clock>; 2],
    /// What each side ponders on.
    pondered: [Option<Move>; 2],
    adjudicator: Adjudicator,
}

/// Plays a game. The players, White first, have been told of a new game.
///
/// # Errors
///
/// The tournament is stopped.
pub fn play<V: Variant>(
    opening: &Opening<V>,
    chess960: bool,
    players: [Player<'_>; 2],
    rules: Adjudication,
) -> Result<Played<V>, Failure> {
    let mut table = Table::set_up(opening, chess960, players, rules);
    let reason = loop {
        match table.turn() {
            Ok(None) => {}
            Ok(Some(reason)) => break reason,
            Err(Failure::Fault(fault)) => {
                let side = table.history.position().side_to_move();
                break Reason::Fault { side, fault };
            }
            Err(other) => return Err(other),
        }
    };
    table.clear(&reason);
    Ok(Played::new(table.record, reason))
}

/// A game that is over before the engines are asked.
pub fn forfeit<V: Variant>(opening: &Opening<V>, reason: Reason) -> Played<V> {
    let mut record = Record::new(opening.start);
    record.turns = opening.turns.iter().map(|&turn| book_turn(turn)).collect();
    Played::new(record, reason)
}

fn book_turn(turn: Move) -> RecordedTurn {
    RecordedTurn {
        comment: "book".to_owned(),
        ..turn.into()
    }
}

impl<V: Variant> Played<V> {
    /// Notes result and reason, the latter behind the last turn's comment.
    fn new(mut record: Record<V>, reason: Reason) -> Self {
        record.outcome = reason.outcome();
        let comment = match record.turns.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut record.comment,
        };
        if !comment.is_empty() {
            comment.push_str(", ");
        }
        comment.push_str(&reason.to_string());
        Played { record, reason }
    }
}

impl<'a, V: Variant> Table<'a, V> {
    fn set_up(
        opening: &Opening<V>,
        chess960: bool,
        players: [Player<'a>; 2],
        rules: Adjudication,
    ) -> Self {
        let (style, fen_style) = if chess960 {
            (CastlingStyle::Chess960, FenStyle::Shredder)
        } else {
            (CastlingStyle::Standard, FenStyle::Standard)
        };
        let start = opening.start;
        let is_usual = start.fen() == crate::position::Position::<V>::start().fen();
        let position = if is_usual && !chess960 {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", start.fen_in(fen_style))
        };
        let clock = |player: &Player<'_>| player.limits.control.map(Clock::new);
        let mut table = Table {
            clocks: [clock(&players[0]), clock(&players[1])],
            players,
            history: History::new(start),
            record: Record::new(start),
            position,
            style,
            pondered: [None; 2],
            adjudicator: Adjudicator::new(rules, opening.turns.len()),
        };
        for &turn in &opening.turns {
            table.push(book_turn(turn));
        }
        table
    }

    fn push(&mut self, recorded: RecordedTurn) {
        let turn = recorded.turn;
        if self.record.turns.is_empty() {
            self.position.push_str(" moves");
        }
        let text = self.history.position().format_move(turn, self.style);
        // Writing to a string does not fail.
        let _ = write!(self.position, " {text}");
        self.history.push(turn);
        self.record.turns.push(recorded);
    }

    /// One turn, and what it makes of the game.
    fn turn(&mut self) -> Result<Option<Reason>, Failure> {
        let position = *self.history.position();
        let side = position.side_to_move();
        if let Some(end) = self.history.end() {
            return Ok(Some(Reason::Rules {
                end,
                side_to_move: side,
            }));
        }
        let answer = match self.ask(side)? {
            Ok(answer) => answer,
            Err(reason) => return Ok(Some(reason)),
        };
        let Ok(turn) = position.parse_move(&answer.best) else {
            return Ok(Some(Reason::Illegal {
                side,
                text: answer.best,
            }));
        };
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.punch(answer.time);
        }
        let evaluation = answer.evaluation.map(|evaluation| {
            if self.players[side.index()].white_view && side == Color::Black {
                Evaluation {
                    score: evaluation.score.reversed(),
                    ..evaluation
                }
            } else {
                evaluation
            }
        });
        self.push(RecordedTurn {
            comment: comment(evaluation, answer.time),
            ..turn.into()
        });
        if self.history.end().is_none() {
            let is_irreversible = self.history.position().halfmove_clock() == 0;
            let score = evaluation.map(|evaluation| evaluation.score.centipawns());
            let decision = self.adjudicator.note(side, score, is_irreversible);
            if let Some(decision) = decision {
                return Ok(Some(Reason::Adjudication(decision)));
            }
            self.let_ponder(side, answer.ponder.as_deref());
        }
        Ok(None)
    }

    /// What a side wants to play, or why it has lost without.
    fn ask(&mut self, side: Color) -> Result<Result<Answer, Reason>, Failure> {
        let limits = self.players[side.index()].limits;
        let margin = self.players[side.index()].margin;
        let clock = self.clocks[side.index()].map(|clock| clock.left());
        let time = clock.or(limits.move_time).map(|time| time + margin);
        let patience = time.map(|time| time + GRACE);
        let last = self.record.turns.last().map(|turn| turn.turn);
        let pondered = self.pondered[side.index()].take();
        let go = self.go(side);
        let player = &mut self.players[side.index()];
        let answer = match pondered {
            Some(turn) if Some(turn) == last => player.client.ponder_hit(patience)?,
            _ => {
                player.client.stop_search()?;
                player.client.search(&self.position, &go, patience)?
            }
        };
        Ok(match (answer, time) {
            (Some(answer), Some(time)) if answer.time > time => Err(Reason::Time(side)),
            (Some(answer), _) => Ok(answer),
            (None, Some(_)) => Err(Reason::Time(side)),
            (None, None) => Err(Reason::Fault {
                side,
                fault: Fault::NoAnswer {
                    to: "go",
                    patience: player.client.search_patience(),
                },
            }),
        })
    }

    /// The line that starts a side's search.
    fn go(&self, side: Color) -> String {
        let mut go = "go".to_owned();
        let limits = self.players[side.index()].limits;
        if self.clocks[side.index()].is_some() {
            for (clock, color) in self.clocks.iter().zip(["w", "b"]) {
                if let Some(clock) = clock {
                    let left = clock.left().as_millis().max(1);
                    let increment = clock.increment().as_millis();
                    let _ = write!(go, " {color}time {left} {color}inc {increment}");
                }
            }
            let turns = self.clocks[side.index()].and_then(|clock| clock.turns_left());
            if let Some(turns) = turns {
                let _ = write!(go, " movestogo {turns}");
            }
        }
        if let Some(time) = limits.move_time {
            let _ = write!(go, " movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(go, " nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(go, " depth {depth}");
        }
        go
    }

    /// Lets the side that has just moved think on the answer that it expects.
    fn let_ponder(&mut self, side: Color, expected: Option<&str>) {
        if !self.players[side.index()].ponder {
            return;
        }
        let position = *self.history.position();
        let Some(turn) = expected.and_then(|text| position.parse_move(text).ok()) else {
            return;
        };
        let mut after = self.history.clone();
        after.push(turn);
        if after.end().is_some() {
            return;
        }
        let text = position.format_move(turn, self.style);
        let line = format!("{} {text}", self.position);
        let go = self.go(side).replacen("go", "go ponder", 1);
        // That it does not read any more is found when it is to move.
        if self.players[side.index()].client.ponder(&line, &go).is_ok() {
            self.pondered[side.index()] = Some(turn);
        }
    }

    /// Ends what is still being searched. That an engine does not obey is no longer of this game;
    /// it is seen before the next.
    fn clear(&mut self, reason: &Reason) {
        for side in Color::BOTH {
            if reason.culprit() != Some(side) {
                let _ = self.players[side.index()].client.stop_search();
            }
        }
    }
}

/// `+0.35/12 0.51s`, as much of it as is known.
fn comment(evaluation: Option<Evaluation>, time: Duration) -> String {
    let mut text = String::new();
    if let Some(Evaluation { score, depth }) = evaluation {
        let _ = write!(text, "{score}/{} ", depth.unwrap_or(0));
    }
    let seconds = time.as_secs_f64();
    let digits = match time.as_millis() {
        0..100 => 3,
        100..1000 => 2,
        1000..10_000 => 1,
        _ => 0,
    };
    let _ = write!(text, "{seconds:.digits$}s");
    text
}
