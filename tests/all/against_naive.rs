//! Guards the whole of the rules against an implementation that shares nothing with the engine
//! (`naive`): over random games turns, checks, resulting positions and ends must be the same.
//! What is rare is counted, so that a change of the random games cannot hollow the test out.
//!
//! `ALBERICH_TEST_POSITIONS=200000 cargo test --release --test all against_naive -- --nocapture`
//! is the thorough run; it prints the counts.

use crate::common;
use crate::naive;
use std::collections::BTreeMap;

use crate::common::{Games, context, in_every_game};
use crate::naive::{Carry, Kind, Rules, Side, State, Turn};
use alberich::position::{CastlingStyle, End, History, Position};
use alberich::variant::Variant;
use rand::Rng;

/// How often each thing was seen.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn count(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += times;
    }

    fn note(&mut self, what: &'static str, is_so: bool) {
        self.count(what, usize::from(is_so));
    }

    /// Every one of these must have been seen once in so many positions, where that is more
    /// than once in all.
    fn require(&self, one_in: usize, positions: usize, what: &[&str]) {
        let least = positions / one_in;
        if least < 2 {
            return;
        }
        for what in what {
            let seen = self.0.get(what).copied().unwrap_or_default();
            assert!(seen >= least, "{what}: {seen} times, not {least}");
        }
    }
}

/// One game in both implementations.
struct Pair<V: Variant> {
    engine: History<V>,
    naive: Vec<State>,
}

impl<V: Variant> Pair<V> {
    fn new(rules: Rules, position: Position<V>) -> Self {
        let state = State::parse(rules, &position.fen());
        assert_eq!(state.fen(), position.fen(), "{}: as read", V::NAME);
        Pair {
            engine: History::new(position),
            naive: vec![state],
        }
    }

    fn position(&self) -> &Position<V> {
        self.engine.position()
    }

    fn state(&self) -> &State {
        &self.naive[self.naive.len() - 1]
    }

    /// Compares all that this position shows, and each position that follows.
    fn compare(&self, seen: &mut Seen) {
        let (position, state) = (self.position(), self.state());
        let name = || context(position);
        assert_eq!(position.in_check(), state.in_check(), "check, {}", name());
        assert_eq!(
            self.engine.end(),
            end_of_naive(&self.naive),
            "end, {}",
            name()
        );
        // 3.2: the turns in both castling styles.
        let turns = state.turns(false);
        let texts: Vec<&str> = turns.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            common::texts(position, CastlingStyle::Standard),
            texts,
            "turns, {}",
            name()
        );
        let mut chess960: Vec<String> = turns
            .iter()
            .map(|&(_, turn)| state.uci(turn, true))
            .collect();
        chess960.sort();
        assert_eq!(
            common::texts(position, CastlingStyle::Chess960),
            chess960,
            "turns under UCI_Chess960, {}",
            name()
        );
        for &m in &position.moves() {
            let text = position.format_move(m, CastlingStyle::Standard);
            let Ok(at) = turns.binary_search_by(|(other, _)| other.as_str().cmp(&text)) else {
                panic!("{text} in {}", name());
            };
            let next = position.make(m);
            let next_state = state.play(turns[at].1);
            let fen = next.fen();
            assert_eq!(fen, next_state.fen(), "after {text}, {}", name());
            assert_eq!(
                position.gives_check(m),
                next_state.in_check(),
                "check by {text}, {}",
                name()
            );
            let read = common::read::<V>(&fen);
            assert!(read == next, "{text}: read anew, {}", name());
            assert_eq!(read.key(), next.key(), "{text}: key read anew, {}", name());
        }
        count_position(state, seen);
        count_turns(state, &turns, seen);
        if let Some(end) = self.engine.end() {
            seen.count(end_name(end), 1);
        }
    }

    fn play(&mut self, m: alberich::position::Move) {
        let text = self.position().format_move(m, CastlingStyle::Standard);
        let state = *self.state();
        let Some((_, turn)) = state
            .turns(false)
            .into_iter()
            .find(|(other, _)| *other == text)
        else {
            panic!("{text} in {}", context(self.position()));
        };
        self.engine.push(m);
        self.naive.push(state.play(turn));
        let fen = self.position().fen();
        let read = State::parse(state.rules, &fen);
        assert_eq!(read, *self.state(), "{}: {fen} read by the naive", V::NAME);
        assert_eq!(self.engine.key(), self.position().key(), "key of {fen}");
    }
}

/// The naive end in the engine's words: that tells mate from the other loss (2.12) by the check.
fn end_of_naive(states: &[State]) -> Option<End> {
    let in_check = states[states.len() - 1].in_check();
    naive::end(states).map(|end| match end {
        naive::End::Mate => End::Mate,
        naive::End::Stalemate => End::Stalemate,
        naive::End::NoTurnLoses if in_check => End::Mate,
        naive::End::NoTurnLoses => End::NoMoveLoses,
        naive::End::Threefold => End::Threefold,
        naive::End::FiftyMoves => End::FiftyMoves,
        naive::End::Dead => End::DeadPosition,
    })
}

fn end_name(end: End) -> &'static str {
    match end {
        End::Mate => "end: mate",
        End::Stalemate => "end: stalemate",
        End::NoMoveLoses => "end: no turn loses",
        End::Threefold => "end: threefold",
        End::FiftyMoves => "end: fifty moves",
        End::DeadPosition => "end: dead",
    }
}

fn count_position(state: &State, seen: &mut Seen) {
    seen.count("positions", 1);
    seen.note("check", state.in_check());
    seen.note("en passant square", state.en_passant.is_some());
    seen.note("castling rights", state.castling != [[None; 2]; 2]);
    seen.note("due assignment", state.due);
    seen.note("due assignment in check", state.due && state.in_check());
    let ringed_king =
        |side| state.board[state.king(side) as usize].is_some_and(|king| king.ringed());
    let own = state.mover;
    // 2.2: what must take the ring checks no ringed king.
    let forced = |side| {
        let mut pieces = state.board.iter().flatten();
        let mut pawns = state
            .board
            .iter()
            .flatten()
            .filter(|piece| piece.side == side && piece.kind == Kind::Pawn && !piece.ringed());
        pawns.next().is_some()
            && pawns.next().is_none()
            && !pieces.any(|piece| piece.carries == Carry::Ring(side))
    };
    let (theirs, ours) = (own.other(), own);
    seen.note(
        "check on a ringed king, one pawn could be forced",
        state.in_check() && ringed_king(ours) && forced(theirs),
    );
    seen.note(
        "due assignment to the one pawn, ringed king",
        state.due && ringed_king(theirs) && forced(ours),
    );
    for (square, piece) in state.board.iter().enumerate() {
        let Some(piece) = piece else { continue };
        let rank = match piece.side {
            Side::White => square / 8 + 1,
            Side::Black => 8 - square / 8,
        };
        match (piece.carries, piece.kind) {
            (Carry::Ring(ring), Kind::King) if ring == piece.side => {
                seen.count("king with own ring", 1);
            }
            (Carry::Ring(_), Kind::King) => seen.count("king with the other's ring", 1),
            (Carry::Ring(_), Kind::Queen) => seen.count("ringed queen", 1),
            (Carry::Ring(ring), Kind::Pawn) if ring == piece.side => {
                seen.count("pawn with own ring", 1);
                seen.note("pawn with own ring on rank 8", rank == 8);
            }
            (Carry::Ring(_), Kind::Pawn) => {
                seen.count("pawn with the other's ring", 1);
                seen.note("pawn with the other's ring on rank 1", rank == 1);
                seen.note("pawn with the other's ring on rank 8", rank == 8);
            }
            (Carry::Vest(_), Kind::Pawn) => match rank {
                1 => seen.count("vested pawn on rank 1", 1),
                2 => seen.count("vested pawn on rank 2", 1),
                3 => seen.count("vested pawn on rank 3", 1),
                6 => seen.count("vested pawn on rank 6", 1),
                7 => seen.count("vested pawn on rank 7", 1),
                _ => {}
            },
            (Carry::Vest(_), Kind::King) => seen.count("vested king", 1),
            (Carry::Vest(Kind::Pawn), _) => seen.count("pawn vest", 1),
            (Carry::Vest(_), _) => seen.count("other vest", 1),
            _ => {}
        }
    }
}

fn count_turns(state: &State, turns: &[(String, Turn)], seen: &mut Seen) {
    for (text, turn) in turns {
        let Some(piece) = state.board[turn.from as usize] else {
            continue;
        };
        let captured = state.board[turn.to as usize].filter(|_| !turn.steal && !turn.castling);
        let vested = matches!(piece.carries, Carry::Vest(_));
        seen.count("turns", 1);
        seen.note("castling", turn.castling);
        seen.note("en passant", turn.en_passant);
        seen.note("en passant with suffix", text[4..].starts_with('e'));
        seen.note("vest move", turn.vest_move);
        seen.note("plunder", turn.vest.is_some());
        seen.note(
            "plunder by vest move",
            turn.vest_move && turn.vest.is_some(),
        );
        seen.note("steal", turn.steal);
        seen.note(
            "steal with assignment",
            turn.steal && turn.ring_to.is_some(),
        );
        seen.note("promotion", turn.promotion.is_some());
        seen.note(
            "promotion with a vest on",
            turn.promotion.is_some() && vested,
        );
        seen.note(
            "promotion by vest move",
            turn.promotion.is_some() && turn.vest_move,
        );
        seen.note(
            "en passant by a piece",
            turn.en_passant && piece.kind != Kind::Pawn,
        );
        let Some(captured) = captured else { continue };
        seen.note("ring taken", captured.ringed());
        let own_ring = captured.carries == Carry::Ring(captured.side);
        seen.note("conversion", own_ring && captured.kind != Kind::Pawn);
    }
}

/// The rules under a game's name in both implementations.
fn rules<V: Variant>() -> Rules {
    match Rules::from_name(V::NAME) {
        Some(rules) => rules,
        None => panic!("no naive rules for {}", V::NAME),
    }
}

fn random_games_agree<V: Variant>() {
    let positions = common::positions();
    let mut games = Games::new::<V>(0x5eed);
    let mut seen = Seen::default();
    let mut compared = 0;
    while compared < positions {
        let mut pair = Pair::new(rules::<V>(), games.start::<V>());
        loop {
            pair.compare(&mut seen);
            compared += 1;
            // Some games go on after their end, as perft does.
            let over = pair.engine.end().is_some() && games.rng.random_ratio(3, 4);
            if over {
                break;
            }
            match games.turn(pair.position()) {
                Some(m) if compared < positions => pair.play(m),
                _ => break,
            }
        }
    }
    println!("{}: {:#?}", V::NAME, seen.0);
    require_what_is_rare(rules::<V>(), positions, &seen);
}

fn require_what_is_rare(rules: Rules, positions: usize, seen: &Seen) {
    // A run of a few hundred games has too much chance in it to ask for anything.
    if positions < 10_000 {
        return;
    }
    // About a quarter of what a run over 200,000 positions showed.
    let require = |one_in, what: &[&str]| seen.require(one_in, positions, what);
    require(1, &["positions"]);
    require(30, &["check", "promotion"]);
    require(50, &["castling"]);
    require(400, &["en passant square", "en passant"]);
    require(800, &["end: mate"]);
    require(2000, &["end: threefold"]);
    require(20_000, &["end: fifty moves"]);
    match rules {
        Rules::Chess => {
            require(4000, &["end: dead"]);
            require(50_000, &["end: stalemate"]);
        }
        Rules::PlunderChess => {
            require(1, &["plunder", "vest move"]);
            require(10, &["vested king", "pawn vest", "plunder by vest move"]);
            require(10, &["promotion with a vest on", "promotion by vest move"]);
            require(
                100,
                &[
                    "vested pawn on rank 2",
                    "vested pawn on rank 3",
                    "vested pawn on rank 6",
                    "vested pawn on rank 7",
                ],
            );
            require(200, &["vested pawn on rank 1"]);
            require(1000, &["en passant by a piece", "en passant with suffix"]);
            require(4000, &["end: dead"]);
            require(20_000, &["end: stalemate"]);
        }
        Rules::TwoRing | Rules::TwoRing1 => {
            require(8, &["ring taken"]);
            require(50, &["king with own ring", "king with the other's ring"]);
            require(50, &["ringed queen", "steal", "conversion"]);
            require(50, &["pawn with own ring", "pawn with the other's ring"]);
            require(100, &["due assignment"]);
            require(1000, &["due assignment in check", "steal with assignment"]);
            require(
                1500,
                &[
                    "check on a ringed king, one pawn could be forced",
                    "due assignment to the one pawn, ringed king",
                ],
            );
            require(2000, &["pawn with own ring on rank 8"]);
            require(
                1000,
                &[
                    "pawn with the other's ring on rank 1",
                    "pawn with the other's ring on rank 8",
                ],
            );
            require(4000, &["en passant with suffix"]);
            require(20_000, &["end: no turn loses"]);
            require(100_000, &["end: dead"]);
        }
    }
}

#[test]
fn random_games_agree_with_the_naive_rules() {
    in_every_game!(random_games_agree);
}
