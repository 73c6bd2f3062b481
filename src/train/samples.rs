//! The positions to learn from, kept small.

use bytemuck::NoUninit;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::board::Color;
use crate::eval::Score;
use crate::eval::features::{Feature, View, features};
use crate::position::{Move, Position, Sort};
use crate::record::Outcome;
use crate::variant::{Game, Variant};

use super::chances::expectation_scale;

/// So many positions, at most twice as many, tell what scores stand for.
const MOST_FOR_SCALE: usize = 500_000;

/// What makes the drawing of games for validation another than that of their openings.
const VALIDATION: u64 = 0x7661_6c69_6461_7465;

/// How a game came out for the mover of a position in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, NoUninit)]
#[repr(u8)]
pub enum GameResult {
    /// He lost.
    Loss,
    /// Nobody won.
    Draw,
    /// He won.
    Win,
}

impl GameResult {
    /// An outcome in the eyes of one side; nothing for one that is not known.
    pub fn of(outcome: Outcome, mover: Color) -> Option<Self> {
        let winner = match outcome {
            Outcome::WhiteWins => Color::White,
            Outcome::BlackWins => Color::Black,
            Outcome::Draw => return Some(GameResult::Draw),
            Outcome::Unknown => return None,
        };
        Some(if winner == mover {
            GameResult::Win
        } else {
            GameResult::Loss
        })
    }

    /// What it counts: 1, 1/2 or 0.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

/// Which positions of a game teach. Those where much hangs do not: the network is asked about quiet
/// ones, the search plays out the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The largest size of a score, in centipawns. Beyond it nothing is left to be judged.
    pub max_score: u16,
    /// Plies at the start of each record that are left out.
    pub skip_plies: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            max_score: 3000,
            skip_plies: 0,
        }
    }
}

impl Filter {
    /// Whether a position teaches in which this turn was played and got this score.
    pub fn keeps<V: Variant>(&self, position: &Position<V>, turn: Move, score: Score) -> bool {
        let is_quiet = !position.in_check()
            && !position.is_assignment_due()
            && !position.is_noisy(turn)
            && turn.sort() != Sort::Steal;
        is_quiet
            && !score.is_mate()
            && score.centipawns().unsigned_abs() <= u32::from(self.max_score)
    }
}

/// One position to learn from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample<'a> {
    /// The inputs that it lights in the mover's eyes.
    pub features: &'a [Feature],
    /// What tells the mover's view of the board from the other side's.
    pub difference: u8,
    /// How many pieces are on the board.
    pub pieces: usize,
    /// What a search found it worth to the mover, in centipawns.
    pub score: i16,
    /// What the mover got out of the game.
    pub result: GameResult,
}

/// A [`Sample`] less its inputs.
#[derive(Debug, Clone, Copy, PartialEq, NoUninit)]
#[repr(C)]
struct Label {
    first_feature: u64,
    features: u16,
    difference: u8,
    /// So that there is no byte between that means nothing.
    unused: u8,
    score: i16,
    pieces: u8,
    result: GameResult,
}

/// Positions to learn from: two bytes for each lit input and 16 more.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    game: Game,
    features: Vec<Feature>,
    labels: Vec<Label>,
}

impl Samples {
    /// No positions of a game.
    pub fn new(game: Game) -> Self {
        Samples {
            game,
            features: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds a position; the score is the mover's.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    pub fn push<V: Variant>(&mut self, position: &Position<V>, score: Score, result: GameResult) {
        assert_eq!(V::GAME, self.game, "samples of one game");
        let first = self.features.len();
        let board = position.board();
        let us = position.side_to_move();
        let [view, other_view] = [us, !us].map(|color| View::new(color, board.king(color)));
        for square in board.occupied() {
            if let Some(piece) = board.piece(square) {
                let (of_piece, of_item) = features(V::GAME, view, piece, square);
                self.features.push(of_piece);
                self.features.extend(of_item);
            }
        }
        self.labels.push(Label {
            first_feature: first as u64,
            features: (self.features.len() - first) as u16,
            difference: view.difference(other_view),
            unused: 0,
            score: score.to_bits() as i16,
            pieces: board.occupied().len() as u8,
            result,
        });
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The position of a number less than [`Samples::len`].
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let label = &self.labels[index];
        Sample {
            features: self.features_of(label),
            difference: label.difference,
            pieces: label.pieces.into(),
            score: label.score,
            result: label.result,
        }
    }

    /// Replaces the positions by some of others, which then lie close together in memory.
    pub(super) fn gather(&mut self, from: &Samples, indexes: &[u32]) {
        self.features.clear();
        self.labels.clear();
        // Two short loops, so that the processor waits for many places of memory at once.
        let labels = indexes.iter().map(|&index| from.labels[index as usize]);
        self.labels.extend(labels);
        for label in &mut self.labels {
            let first = self.features.len();
            self.features.extend_from_slice(from.features_of(label));
            label.first_feature = first as u64;
        }
    }

    #[inline]
    fn features_of(&self, label: &Label) -> &[Feature] {
        &self.features[label.first_feature as usize..][..label.features as usize]
    }

    /// All positions in order.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// A checksum of all of it.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.game.name().as_bytes());
        hasher.update(bytemuck::cast_slice(&self.features));
        hasher.update(bytemuck::cast_slice(&self.labels));
        hasher.finalize()
    }
}

/// The positions of games that teach, apart for training and validation. A game is all in one of
/// them: positions of one game are so much alike that those left out would say little.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    /// To learn from.
    pub training: Samples,
    /// To see what has been learnt.
    pub validation: Samples,
    /// How many games all this comes from; those without a known outcome are not among them.
    pub games: u64,
    /// How many positions these have, those that do not teach among them.
    pub positions: u64,
    filter: Filter,
    share: f64,
}

impl Corpus {
    /// No games yet. `share`, from 0 to 1, is how many of the games are for validation.
    pub fn new(game: Game, filter: Filter, share: f64) -> Self {
        Corpus {
            training: Samples::new(game),
            validation: Samples::new(game),
            games: 0,
            positions: 0,
            filter,
            share: share.clamp(0.0, 1.0),
        }
    }

    /// The score that stands for an expected result of 73 % in the positions to train with, in
    /// centipawns; nothing if they do not tell.
    pub fn expectation_scale(&self) -> Option<u16> {
        let step = (self.training.len() / MOST_FOR_SCALE).max(1);
        let some = (0..self.training.len()).step_by(step);
        expectation_scale(some.map(|index| {
            let sample = self.training.get(index);
            (sample.score, sample.result)
        }))
    }

    /// Adds a game: each position with the turn played and the score that a search gave it for its
    /// mover. By a hash of what names it, two numbers, the game goes to training or to validation.
    ///
    /// # Panics
    ///
    /// If the positions are of another game than the corpus.
    pub fn add_game<V: Variant>(
        &mut self,
        (seed, number): (u64, u64),
        outcome: Outcome,
        turns: impl IntoIterator<Item = (Position<V>, Move, Score)>,
    ) {
        if outcome == Outcome::Unknown {
            return;
        }
        self.games += 1;
        // The game's own numbers are those of its seed and number: its opening would follow.
        let mut hash = ChaCha8Rng::seed_from_u64(seed ^ VALIDATION);
        hash.set_stream(number);
        let samples = if hash.random_bool(self.share) {
            &mut self.validation
        } else {
            &mut self.training
        };
        for (index, (position, turn, score)) in turns.into_iter().enumerate() {
            self.positions += 1;
            if index >= self.filter.skip_plies
                && self.filter.keeps(&position, turn, score)
                && let Some(result) = GameResult::of(outcome, position.side_to_move())
            {
                samples.push(&position, score, result);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Chess, TwoRing};

    fn keeps<V: Variant>(fen: &str, turn: &str, score: Score) -> bool {
        let position = Position::<V>::from_fen(fen).expect("a position");
        let turn = position.parse_move(turn).expect("a turn");
        Filter::default().keeps(&position, turn, score)
    }

    #[test]
    fn only_quiet_positions_teach() {
        let fen = "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let level = Score::DRAW;
        assert!(keeps::<Chess>(fen, "e1e2", level));
        assert!(!keeps::<Chess>(fen, "e4d5", level), "a capture");
        assert!(!keeps::<Chess>(fen, "a7a8q", level), "a promotion");
        assert!(!keeps::<Chess>(fen, "e1e2", Score::mate_in(5)));
        assert!(!keeps::<Chess>(fen, "e1e2", Score::from_centipawns(-3001)));
        let check = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
        assert!(!keeps::<Chess>(check, "e1e2", level), "in check");
        let due = "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1";
        assert!(keeps::<TwoRing>(due, "e8d8", level));
        let due = "4k3/3p4/8/8/8/8/8/4K3 b@ - - 0 1";
        assert!(!keeps::<TwoRing>(due, "e8d8@d7", level), "an assignment");
    }

    #[test]
    fn samples_are_seen_by_the_mover_and_games_stay_whole() {
        let start = Position::<Chess>::start();
        let e4 = start.parse_move("e2e4").expect("a turn");
        let next = start.make(e4);
        let e5 = next.parse_move("e7e5").expect("a turn");
        let turns = [
            (start, e4, Score::from_centipawns(20)),
            (next, e5, Score::from_centipawns(-30)),
        ];
        let mut corpus = Corpus::new(Game::Chess, Filter::default(), 0.25);
        for number in 0..400 {
            corpus.add_game((7, number), Outcome::WhiteWins, turns);
        }
        corpus.add_game((7, 400), Outcome::Unknown, turns);
        assert_eq!(corpus.games, 400);
        let (training, validation) = (&corpus.training, &corpus.validation);
        assert_eq!(training.len() + validation.len(), 800);
        assert!(training.len() % 2 == 0 && (160..240).contains(&validation.len()));
        let samples: Vec<Sample<'_>> = training.iter().take(2).collect();
        assert_eq!((samples[0].score, samples[1].score), (20, -30));
        assert_eq!(
            (samples[0].result, samples[1].result),
            (GameResult::Win, GameResult::Loss)
        );
        assert_eq!((samples[0].pieces, samples[0].features.len()), (32, 32));
        assert_ne!(training.checksum(), validation.checksum());
    }
}
