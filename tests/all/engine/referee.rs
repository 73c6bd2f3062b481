//! A game as the naive implementation of the rules sees it, to judge what the engine plays.

use crate::naive::{End, Rules, Side, State, Turn, end};

use super::Search;

/// The games, by their names in `UCI_Variant`.
pub const GAMES: [&str; 4] = ["chess", "plunderchess", "tworing", "tworing1"];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game so far. It has the engine nowhere: what is legal and what ends it, it knows itself.
#[derive(Clone)]
pub struct Referee {
    start: String,
    chess960: bool,
    states: Vec<State>,
    turns: Vec<String>,
}

impl Referee {
    /// A game from its starting position.
    pub fn new(game: &str) -> Self {
        Self::from_fen(game, START)
    }

    /// A game from a position.
    pub fn from_fen(game: &str, fen: &str) -> Self {
        let Some(rules) = Rules::from_name(game) else {
            panic!("no game is named `{game}`");
        };
        Referee {
            start: fen.to_owned(),
            chess960: false,
            states: vec![State::parse(rules, fen)],
            turns: Vec::new(),
        }
    }

    /// The same game with castling written as king takes rook.
    pub fn in_chess960(mut self) -> Self {
        self.chess960 = true;
        self
    }

    /// The position.
    pub fn state(&self) -> &State {
        match self.states.last() {
            Some(state) => state,
            None => unreachable!("a game has its first position"),
        }
    }

    /// The side to move.
    pub fn mover(&self) -> Side {
        self.state().mover
    }

    /// How many turns were played.
    pub fn plies(&self) -> usize {
        self.turns.len()
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        end(&self.states)
    }

    /// The legal turns as text, sorted.
    pub fn legal(&self) -> Vec<String> {
        let turns = self.state().turns(self.chess960);
        turns.into_iter().map(|(text, _)| text).collect()
    }

    /// Whether a turn is legal.
    pub fn allows(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// Plays a turn.
    ///
    /// # Panics
    ///
    /// The turn is not legal.
    pub fn play(&mut self, text: &str) {
        let Some(turn) = self.find(text) else {
            panic!("`{text}` is not legal\n{self}");
        };
        self.states.push(self.state().play(turn));
        self.turns.push(text.to_owned());
    }

    /// The game after these turns.
    pub fn after(mut self, turns: &str) -> Self {
        turns.split_whitespace().for_each(|turn| self.play(turn));
        self
    }

    /// The line that sets up the game in the engine.
    pub fn command(&self) -> String {
        let mut line = if self.start == START {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", self.start)
        };
        if !self.turns.is_empty() {
            line.push_str(" moves ");
            line.push_str(&self.turns.join(" "));
        }
        line
    }

    /// Judges a search of the position: its best move is legal and the first of its last line,
    /// and what it expects for an answer is legal after that.
    ///
    /// # Panics
    ///
    /// Any of this is not so.
    pub fn check_choice(&self, search: &Search) {
        let Some(best) = &search.best else {
            let legal = self.legal();
            assert!(legal.is_empty(), "no best move of {legal:?}\n{self}");
            return;
        };
        assert!(self.allows(best), "best move `{best}` is not legal\n{self}");
        // A search of a few nodes may have no line to tell.
        if let Some(last) = search.infos.last() {
            assert_eq!(last.pv.first(), Some(best), "{last:?}\n{self}");
        }
        if let Some(answer) = &search.ponder {
            let after = self.clone().after(best);
            assert!(after.allows(answer), "{best} {answer} is not legal\n{self}");
        }
    }

    /// Judges a best line: its turns are legal, and none is played after the end of the game.
    ///
    /// # Panics
    ///
    /// Any of this is not so.
    pub fn check_line(&self, line: &[String]) {
        let mut game = self.clone();
        for (ply, turn) in line.iter().enumerate() {
            // The root may be a draw already; the engine is asked all the same.
            let ended = if ply == 0 { None } else { game.end() };
            assert_eq!(
                ended, None,
                "{turn} comes after the end in {line:?}\n{self}"
            );
            assert!(game.allows(turn), "{turn} is not legal in {line:?}\n{self}");
            game.play(turn);
        }
    }

    /// Judges all that a search has printed.
    ///
    /// # Panics
    ///
    /// See [`Referee::check_choice`] and [`Referee::check_line`].
    pub fn check(&self, search: &Search) {
        self.check_choice(search);
        let mut lines: Vec<&[String]> = search.infos.iter().map(|info| &info.pv[..]).collect();
        lines.sort();
        lines.dedup();
        for line in lines {
            self.check_line(line);
        }
    }

    fn find(&self, text: &str) -> Option<Turn> {
        let turns = self.state().turns(self.chess960);
        let found = turns.into_iter().find(|(legal, _)| legal == text);
        found.map(|(_, turn)| turn)
    }
}

impl std::fmt::Display for Referee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.state();
        write!(f, "{:?} {}\n{}", state.rules, state.fen(), self.command())
    }
}
