//! What a position of a suite asks for, and how it is read.

use alberich::position::{History, Move, Position};
use alberich::record::{Epd, Operation};
use alberich::variant::Variant;

/// A position and what is to be found there.
pub struct Problem<V: Variant> {
    pub name: String,
    pub history: History<V>,
    /// The turns that are right; if there are none, all but those to avoid.
    pub best: Vec<Move>,
    pub avoid: Vec<Move>,
    /// A mate by the mover in so many of his turns.
    pub mate: Option<u32>,
}

impl<V: Variant> Problem<V> {
    /// Whether a turn, with the mate that is seen behind it, is what is to be found.
    pub fn is_solved_by(&self, m: Move, mate_distance: Option<i32>) -> bool {
        let is_mate_found = self.mate.is_none_or(|moves| {
            mate_distance.is_some_and(|distance| (1..=i64::from(moves)).contains(&distance.into()))
        });
        (self.best.is_empty() || self.best.contains(&m))
            && !self.avoid.contains(&m)
            && is_mate_found
    }

    /// Reads a line of EPD, with `bm`, `am` or `dm`, or of a list of mates.
    fn read(line: &str) -> Result<Self, String> {
        let problem = match line.split('|').map(str::trim).collect::<Vec<_>>()[..] {
            [fen, moves, turn] => Self::read_mate(fen, moves, turn)?,
            _ => Self::read_epd(line)?,
        };
        if problem.mate == Some(0) {
            return Err("a mate in 0 turns".to_owned());
        }
        if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate.is_none() {
            return Err("none of bm, am and dm".to_owned());
        }
        Ok(problem)
    }

    /// Reads `FEN | turns to the mate | its only first turn`.
    fn read_mate(fen: &str, moves: &str, turn: &str) -> Result<Self, String> {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let mut problem = Problem::new(position);
        problem.mate = Some(read_number(moves)?);
        let turn = position
            .parse_move(turn)
            .map_err(|error| error.to_string())?;
        problem.best.push(turn);
        Ok(problem)
    }

    fn read_epd(line: &str) -> Result<Self, String> {
        let epd = Epd::read(line).map_err(|error| error.to_string())?;
        let mut problem = Problem::new(epd.position);
        for operation in epd.operations {
            match operation {
                Operation::Best(turns) => problem.best.extend(turns),
                Operation::Avoid(turns) => problem.avoid.extend(turns),
                Operation::Id(name) => problem.name = name,
                Operation::Other { opcode, operands } if opcode == "dm" => {
                    problem.mate = Some(read_number(&operands.join(" "))?);
                }
                _ => {}
            }
        }
        Ok(problem)
    }

    fn new(position: Position<V>) -> Self {
        Problem {
            name: String::new(),
            history: History::new(position),
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
        }
    }
}

fn read_number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number of turns"))
}

/// Reads the positions of a file; a line that does not say what to find is an error.
pub fn read<V: Variant>(text: &str) -> Result<Vec<Problem<V>>, String> {
    let lines = text.lines().enumerate();
    let problems: Result<Vec<Problem<V>>, String> = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let place = format!("line {}", index + 1);
            let mut problem = Problem::read(line).map_err(|error| format!("{place}: {error}"))?;
            if problem.name.is_empty() {
                problem.name = place;
            }
            Ok(problem)
        })
        .collect();
    problems.and_then(|problems| {
        if problems.is_empty() {
            return Err("no positions".to_owned());
        }
        Ok(problems)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alberich::variant::{Chess, PlunderChess, TwoRing};

    const FEN: &str = "6k1/5ppp/8/8/8/8/8/K6R w - - ";

    #[test]
    fn what_to_find_is_read() {
        let text = format!("# a comment\n\n{FEN} am Rh2 Rh3; id \"one\";\n{FEN} dm 2;");
        let problems = read::<Chess>(&text).expect("good lines");
        assert_eq!(problems[0].name, "one");
        let position = problems[0].history.position();
        let [wrong, right] = ["Rh2", "Rb1"].map(|san| position.parse_san(san).expect("a turn"));
        assert!(!problems[0].is_solved_by(wrong, None));
        assert!(problems[0].is_solved_by(right, None));
        assert_eq!(problems[1].name, "line 4");
        let solves = |distance| problems[1].is_solved_by(right, distance);
        assert!(solves(Some(1)) && solves(Some(2)));
        assert!(!solves(Some(3)) && !solves(Some(-1)) && !solves(None));
    }

    #[test]
    fn lists_of_mates_are_read() {
        fn check<V: Variant>(list: &str) {
            let problems = read::<V>(list).expect("good lines");
            assert!(problems.len() >= 20);
            for problem in problems {
                assert_eq!((problem.mate, problem.best.len()), (Some(2), 1));
                assert!(!problem.is_solved_by(problem.best[0], None));
            }
        }
        check::<PlunderChess>(include_str!("../../../positions/mates-plunderchess.txt"));
        check::<TwoRing>(include_str!("../../../positions/mates-tworing.txt"));
    }

    #[test]
    fn what_is_no_problem_is_refused() {
        for (text, reason) in [
            (String::new(), "no positions"),
            ("# nothing\n".to_owned(), "no positions"),
            (FEN.to_owned(), "line 1: none of bm, am and dm"),
            (
                format!("\n{FEN} dm x;"),
                "line 2: `x` is not a number of turns",
            ),
            (format!("{FEN} dm 0;"), "line 1: a mate in 0 turns"),
            (
                format!("{FEN} | two | h1b1"),
                "line 1: `two` is not a number of turns",
            ),
        ] {
            assert_eq!(read::<Chess>(&text).err().as_deref(), Some(reason));
        }
        for text in [
            format!("{FEN} bm Ra1+;"),
            format!("{FEN} | 2 | h1a1"),
            "x | 2 | h1b1".to_owned(),
        ] {
            assert!(read::<Chess>(&text).is_err());
        }
    }
}
