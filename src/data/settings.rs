//! How games are played, as far as it changes them.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::eval::Evaluation;
use crate::search::Limits;
use crate::tournament::adjudicate::{Adjudication, DrawRule, ResignRule};

/// A search that is still in an iteration is ended after so many times the nodes it should take.
const HARD_LIMIT: u64 = 8;

/// How games are played. The same settings, the same number and the same engine make the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Other seeds give other games.
    pub seed: u64,
    /// What judges positions, by a name that tells people.
    pub evaluation: String,
    /// The nodes of each search: no iteration begins after so many, and one that takes eight times
    /// as many is not finished.
    pub nodes: u64,
    /// The length of the random opening, in plies; each length is as likely as another.
    pub plies: RangeInclusive<u32>,
    /// How many of a hundred games start from a random position of Chess960.
    pub chess960: u8,
    /// How far the score may be from balance after the opening, in centipawns.
    pub balance: u16,
    /// The table of each search, in MB.
    pub hash: u16,
    /// A game is given as won when both sides' scores have been so far from balance for four moves,
    /// in centipawns.
    pub win_score: Option<u16>,
    /// A game is given as a draw when all scores have been so near to balance for eight moves
    /// without a capture or a pawn's move, in centipawns, after move 40 at the earliest.
    pub draw_score: Option<u16>,
    /// A game is given as a draw after so many moves.
    pub max_moves: u16,
}

/// Small searches of games that last to a clear decision.
impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 1,
            evaluation: Evaluation::BUILT_IN.to_owned(),
            nodes: 5_000,
            plies: 8..=11,
            chess960: 0,
            balance: 350,
            hash: 4,
            win_score: Some(1_500),
            draw_score: Some(8),
            max_moves: 300,
        }
    }
}

impl Settings {
    /// What bounds each search.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        }
    }

    /// When games are given as won or drawn.
    pub(super) fn adjudication(&self) -> Adjudication {
        Adjudication {
            draw: self.draw_score.map(|score| DrawRule {
                move_number: 40,
                move_count: 8,
                score: score.into(),
            }),
            resign: self.win_score.map(|score| ResignRule {
                move_count: 4,
                score: score.into(),
                two_sided: true,
            }),
            max_moves: Some(self.max_moves.into()),
        }
    }
}

/// As the options of `alberich datagen`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings {
            seed,
            evaluation,
            nodes,
            plies,
            chess960,
            balance,
            hash,
            win_score,
            draw_score,
            max_moves,
        } = self;
        let score =
            |score: &Option<u16>| score.map_or("none".to_owned(), |score| score.to_string());
        write!(
            f,
            "--seed {seed} --eval-file {evaluation} --nodes {nodes} --plies {}..{} --chess960 {chess960} --balance {balance} \
             --hash {hash} --win-score {} --draw-score {} --max-moves {max_moves}",
            plies.start(),
            plies.end(),
            score(win_score),
            score(draw_score)
        )
    }
}
