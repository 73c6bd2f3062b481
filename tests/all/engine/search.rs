//! What a search prints, read strictly: whatever is not of the protocol fails the test.

use std::str::{FromStr, SplitWhitespace};

/// A search from `go` to `bestmove`.
#[derive(Clone, Debug)]
pub struct Search {
    /// The lines `info depth ...`.
    pub infos: Vec<Info>,
    /// The lines `info string ...`.
    pub notices: Vec<String>,
    /// The best move; `None` if that is `(none)`.
    pub best: Option<String>,
    /// The answer expected.
    pub ponder: Option<String>,
}

/// A line `info depth ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration.
    pub depth: u32,
    /// The score.
    pub score: Score,
    /// Which of the best lines this is.
    pub multipv: usize,
    /// The chances of winning, drawing and losing, in thousandths, if they are told.
    pub chances: Option<[u32; 3]>,
    /// Whether the score is one and not a bound.
    pub is_exact: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The best line.
    pub pv: Vec<String>,
}

/// A score, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to the mate.
    Mate(i32),
}

impl Score {
    /// A number that is the higher the better the score is for the mover.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Score::Mate(moves) => -1_000_000 - moves,
        }
    }
}

impl Search {
    /// Reads the lines of a search; the last is its best move.
    pub fn parse(lines: &[String]) -> Self {
        let Some((last, lines)) = lines.split_last() else {
            panic!("no lines");
        };
        let (notices, infos): (Vec<_>, Vec<_>) = lines
            .iter()
            .cloned()
            .partition(|line| line.starts_with("info string "));
        let infos: Vec<_> = infos
            .into_iter()
            .filter(|line| !line.contains(" currmove "))
            .collect();
        let mut words = last.split_whitespace();
        let best = match (words.next(), words.next()) {
            (Some("bestmove"), Some("(none)")) => None,
            (Some("bestmove"), Some(turn)) => Some(checked_turn(turn)),
            _ => panic!("no best move: `{last}`"),
        };
        let ponder = match (words.next(), words.next(), words.next()) {
            (None, ..) => None,
            (Some("ponder"), Some(turn), None) if best.is_some() => Some(checked_turn(turn)),
            _ => panic!("more than a best move: `{last}`"),
        };
        Search {
            infos: infos.iter().map(|line| Info::parse(line)).collect(),
            notices,
            best,
            ponder,
        }
    }

    /// The last line on the search.
    pub fn last(&self) -> &Info {
        match self.infos.last() {
            Some(info) => info,
            None => panic!("the search told nothing: {self:?}"),
        }
    }
}

impl Info {
    fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("info"), "`{line}`");
        let mut info = Info {
            depth: 0,
            multipv: 1,
            chances: None,
            score: Score::Centipawns(0),
            is_exact: true,
            nodes: 0,
            pv: Vec::new(),
        };
        let mut seen = Vec::new();
        while let Some(word) = words.next() {
            assert!(!seen.contains(&word), "`{word}` twice in `{line}`");
            seen.push(word);
            match word {
                "depth" => info.depth = number(&mut words, line),
                "nodes" => info.nodes = number(&mut words, line),
                "multipv" => info.multipv = number(&mut words, line),
                "seldepth" | "nps" | "hashfull" | "tbhits" | "time" => {
                    let _: u64 = number(&mut words, line);
                }
                "score" => {
                    info.score = match words.next() {
                        Some("cp") => Score::Centipawns(number(&mut words, line)),
                        Some("mate") => Score::Mate(number(&mut words, line)),
                        _ => panic!("no score in `{line}`"),
                    }
                }
                "wdl" => info.chances = Some([(); 3].map(|()| number(&mut words, line))),
                "lowerbound" | "upperbound" => info.is_exact = false,
                "pv" => info.pv = words.by_ref().map(checked_turn).collect(),
                _ => panic!("`{word}` means nothing in `{line}`"),
            }
        }
        for expected in ["depth", "score", "nodes", "time"] {
            assert!(seen.contains(&expected), "no {expected} in `{line}`");
        }
        info
    }
}

fn number<N: FromStr>(words: &mut SplitWhitespace<'_>, line: &str) -> N {
    let word = words.next().unwrap_or_default();
    match word.parse() {
        Ok(number) => number,
        Err(_) => panic!("`{word}` is no number in `{line}`"),
    }
}

/// The turn, if it is one in form; clients do not forgive upper case.
fn checked_turn(turn: &str) -> String {
    let is_turn = turn.len() >= 4
        && turn
            .chars()
            .all(|letter| matches!(letter, 'a'..='z' | '1'..='8' | '@'));
    assert!(is_turn, "`{turn}` is no turn");
    turn.to_owned()
}
