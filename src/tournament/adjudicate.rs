//! Games that are ended by what both engines say of them, or by their length.

use crate::board::Color;

/// When a game is given as a draw for its scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before so many full moves of the game.
    pub move_number: usize,
    /// How many full moves the scores have to last, captures and pawns' moves starting anew.
    pub move_count: usize,
    /// How far the scores may be from zero, in centipawns.
    pub score: i32,
}

/// When a game is given as lost for its scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// How many turns of the loser the scores have to last.
    pub move_count: usize,
    /// How far below zero they are at least, in centipawns.
    pub score: i32,
    /// Whether the winner's have to be as far above.
    pub two_sided: bool,
}

/// When games are adjudicated; the way of counting is that of cutechess-cli.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// As draws.
    pub draw: Option<DrawRule>,
    /// As lost.
    pub resign: Option<ResignRule>,
    /// As draws after so many full moves.
    pub max_moves: Option<usize>,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A draw for its scores.
    Draw,
    /// Won for its scores.
    Win(Color),
    /// A draw for its length.
    TooLong,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Plies of the game, those of the opening included.
    plies: usize,
    /// Turns in a row, of both sides, with a score near zero.
    even: usize,
    /// Turns in a row of each side with a score that is as good as lost, or won.
    lost: [usize; 2],
    won: [usize; 2],
}

/// The count goes on if something holds, or starts anew.
fn count(counter: &mut usize, holds: bool) {
    *counter = if holds { *counter + 1 } else { 0 };
}

impl Adjudicator {
    /// At the beginning of a game, or after the plies of its opening.
    pub fn new(rules: Adjudication, plies: usize) -> Self {
        Adjudicator {
            rules,
            plies,
            even: 0,
            lost: [0; 2],
            won: [0; 2],
        }
    }

    /// Notes a turn: who has made it, what he says of it in centipawns, and whether it is one that
    /// cannot be undone.
    pub fn note(
        &mut self,
        mover: Color,
        score: Option<i32>,
        is_irreversible: bool,
    ) -> Option<Decision> {
        self.plies += 1;
        if is_irreversible {
            self.even = 0;
        }
        if let Some(rule) = self.rules.draw {
            count(
                &mut self.even,
                score.is_some_and(|score| score.abs() <= rule.score),
            );
            if self.plies / 2 >= rule.move_number && self.even >= 2 * rule.move_count {
                return Some(Decision::Draw);
            }
        }
        if let Some(rule) = self.rules.resign {
            let side = mover.index();
            count(
                &mut self.lost[side],
                score.is_some_and(|score| score <= -rule.score),
            );
            count(
                &mut self.won[side],
                score.is_some_and(|score| score >= rule.score),
            );
            // With two sides the last word may be either's.
            for loser in Color::BOTH {
                let agrees = self.won[(!loser).index()] >= rule.move_count;
                if self.lost[loser.index()] >= rule.move_count && (agrees || !rule.two_sided) {
                    return Some(Decision::Win(!loser));
                }
            }
        }
        match self.rules.max_moves {
            Some(moves) if self.plies >= 2 * moves => Some(Decision::TooLong),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which scores given in turn, White first, end the game.
    fn decide(rules: Adjudication, scores: &[i32]) -> Option<(usize, Decision)> {
        let mut adjudicator = Adjudicator::new(rules, 0);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let mover = Color::BOTH[ply % 2];
            let decision = adjudicator.note(mover, Some(score), false)?;
            Some((ply + 1, decision))
        })
    }

    fn draw(move_number: usize, move_count: usize) -> Adjudication {
        let rule = DrawRule {
            move_number,
            move_count,
            score: 10,
        };
        Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        }
    }

    fn resign(two_sided: bool) -> Adjudication {
        let rule = ResignRule {
            move_count: 2,
            score: 500,
            two_sided,
        };
        Adjudication {
            resign: Some(rule),
            ..Adjudication::default()
        }
    }

    #[test]
    fn draws_count_full_moves_of_both_sides() {
        assert_eq!(decide(draw(0, 3), &[0; 20]), Some((6, Decision::Draw)));
        assert_eq!(decide(draw(8, 3), &[0; 20]), Some((16, Decision::Draw)));
        let scores = [0, 10, -10, 0, 11, 0, 0, 0, 0, 0, 0];
        assert_eq!(decide(draw(0, 3), &scores), Some((11, Decision::Draw)));
        let mut adjudicator = Adjudicator::new(draw(0, 1), 0);
        let even = Some(0);
        assert_eq!(adjudicator.note(Color::White, even, false), None);
        assert_eq!(adjudicator.note(Color::Black, None, false), None);
        assert_eq!(adjudicator.note(Color::White, even, false), None);
        assert_eq!(adjudicator.note(Color::Black, even, true), None);
        assert_eq!(
            adjudicator.note(Color::White, even, false),
            Some(Decision::Draw)
        );
    }

    #[test]
    fn resigning_asks_one_side_or_both() {
        let white = Some((4, Decision::Win(Color::White)));
        let scores = [0, -500, 0, -600, 0, -700];
        assert_eq!(decide(resign(false), &scores), white);
        assert_eq!(decide(resign(true), &scores), None);
        assert_eq!(decide(resign(true), &[500, -500, 500, -500]), white);
        let late = [0, -500, 500, -500, 500];
        assert_eq!(
            decide(resign(true), &late),
            Some((5, Decision::Win(Color::White)))
        );
        let black = Some((3, Decision::Win(Color::Black)));
        assert_eq!(decide(resign(false), &[-500, 0, -500]), black);
        assert_eq!(decide(resign(false), &[-500, 0, -499, 0, -500, 0]), None);
    }

    #[test]
    fn length_counts_full_moves_with_the_opening() {
        let rules = Adjudication {
            max_moves: Some(3),
            ..Adjudication::default()
        };
        assert_eq!(decide(rules, &[0; 9]), Some((6, Decision::TooLong)));
        let mut adjudicator = Adjudicator::new(rules, 5);
        assert_eq!(
            adjudicator.note(Color::Black, None, false),
            Some(Decision::TooLong)
        );
    }
}
