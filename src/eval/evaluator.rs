//! The evaluation as a search uses it: it follows the turns of the line, and computes only where it
//! is asked.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::{Color, Kind, Piece, Square};
use crate::position::{Observer, Position};
use crate::variant::Variant;

use super::arithmetic::{add_rows, dispatch};
use super::features::{Feature, View, features, is_on_right_half};
use super::material::material;
use super::network::Network;
use super::{Evaluation, MAX_PLY, Score};

/// What changes on the board by one turn: a few pieces come and go.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    put: SmallVec<[(Piece, Square); 6]>,
    taken: SmallVec<[(Piece, Square); 6]>,
}

impl Changes {
    /// Whether a side sees left and right the other way round than before.
    #[inline(always)]
    fn mirrors_view_of(&self, viewer: Color) -> bool {
        let half = |pieces: &[(Piece, Square)]| {
            for &(piece, square) in pieces {
                if piece.kind() == Kind::King && piece.color() == viewer {
                    return Some(is_on_right_half(square));
                }
            }
            None
        };
        half(&self.taken) != half(&self.put)
    }
}

impl Observer for Changes {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.put.push((piece, square));
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.taken.push((piece, square));
    }
}

/// How much had changed at a ply before half of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    put: usize,
    taken: usize,
}

/// The evaluation of the positions of a line, by ply. A line begins with [`Evaluator::step_to`] 0,
/// unless the evaluator is new; its methods panic beyond [`MAX_PLY`].
///
/// ```
/// use alberich::eval::{Evaluation, Evaluator, evaluate};
/// use alberich::position::Position;
/// use alberich::variant::PlunderChess;
///
/// let start = Position::<PlunderChess>::start();
/// let evaluation = Evaluation::material();
/// let mut evaluator = Evaluator::new(&evaluation);
/// let next = start.make_with(start.parse_move("e2e4")?, evaluator.step_to(1));
/// assert_eq!(evaluator.score(0, &start), evaluate(&evaluation, &start));
/// assert_eq!(evaluator.score(1, &next), evaluate(&evaluation, &next));
/// # Ok::<(), alberich::position::MoveError>(())
/// ```
pub struct Evaluator<V: Variant> {
    /// None counts material.
    network: Option<Arc<Network>>,
    line: Line<V>,
}

/// What is known of the positions of a line.
struct Line<V: Variant> {
    plies: Vec<Ply>,
    /// The hidden layers (accumulators) by ply and side, White's first.
    hidden: Vec<i16>,
    game: PhantomData<V>,
}

/// One ply of the line.
#[derive(Clone, Default)]
struct Ply {
    changes: Changes,
    /// Whether the hidden layers are computed, White's first.
    is_computed: [bool; 2],
}

impl<V: Variant> Evaluator<V> {
    /// An evaluator that knows nothing yet.
    pub fn new(evaluation: &Evaluation) -> Self {
        let network = evaluation.network_for(V::GAME);
        let neurons = network.map_or(0, |network| network.header().hidden);
        Evaluator {
            network: network.cloned(),
            line: Line {
                plies: vec![Ply::default(); MAX_PLY + 1],
                hidden: vec![0; 2 * neurons * (MAX_PLY + 1)],
                game: PhantomData,
            },
        }
    }

    /// Begins a ply anew, by the turn that leads to it from the ply before.
    #[inline]
    pub fn step_to(&mut self, ply: usize) -> &mut Changes {
        let entry = &mut self.line.plies[ply];
        entry.changes.put.clear();
        entry.changes.taken.clear();
        entry.is_computed = [false; 2];
        &mut entry.changes
    }

    /// Follows a further change at a ply, half of a turn. [`Evaluator::take_back`] takes the second
    /// result.
    #[inline]
    pub fn change(&mut self, ply: usize) -> (&mut Changes, Mark) {
        let entry = &mut self.line.plies[ply];
        entry.is_computed = [false; 2];
        let mark = Mark {
            put: entry.changes.put.len(),
            taken: entry.changes.taken.len(),
        };
        (&mut entry.changes, mark)
    }

    /// Takes back what was changed since.
    #[inline]
    pub fn take_back(&mut self, ply: usize, mark: Mark) {
        let entry = &mut self.line.plies[ply];
        entry.changes.put.truncate(mark.put);
        entry.changes.taken.truncate(mark.taken);
        entry.is_computed = [false; 2];
    }

    /// How good the position at a ply is for its mover, looking no turn ahead; never a mate.
    #[inline]
    pub fn score(&mut self, ply: usize, position: &Position<V>) -> Score {
        let Some(network) = &self.network else {
            return material(position);
        };
        let score = dispatch(
            #[inline(always)]
            || self.line.score(network, ply, position),
        );
        debug_assert_eq!(score, anew(network, position), "{}", position.fen());
        score
    }
}

impl<V: Variant> Line<V> {
    // Loops rather than iterators: what of these is not inlined is not compiled for the processor.

    #[inline(always)]
    fn score(&mut self, network: &Network, ply: usize, position: &Position<V>) -> Score {
        for viewer in [Color::White, Color::Black] {
            let view = View::new(viewer, position.board().king(viewer));
            match self.last_computed(ply, viewer) {
                Some(computed) => {
                    for ply in computed + 1..=ply {
                        self.update(network, ply, viewer, view);
                    }
                }
                None => {
                    let layer = layer(network, ply, viewer);
                    compute(network, &mut self.hidden[layer], view, position);
                    self.plies[ply].is_computed[viewer.index()] = true;
                }
            }
        }
        let (white, black) = (
            &self.hidden[layer(network, ply, Color::White)],
            &self.hidden[layer(network, ply, Color::Black)],
        );
        output(network, white, black, position)
    }

    /// The last ply up to this one at which a side's layer is computed, if the side has seen the board
    /// the same way since.
    #[inline(always)]
    fn last_computed(&self, mut ply: usize, viewer: Color) -> Option<usize> {
        loop {
            let entry = &self.plies[ply];
            if entry.is_computed[viewer.index()] {
                return Some(ply);
            }
            if ply == 0 || entry.changes.mirrors_view_of(viewer) {
                return None;
            }
            ply -= 1;
        }
    }

    /// Computes the layer of a ply from that of the ply before.
    #[inline(always)]
    fn update(&mut self, network: &Network, ply: usize, viewer: Color, view: View) {
        let layer = layer(network, ply, viewer);
        let (before, after) = self.hidden.split_at_mut(layer.start);
        let neurons = layer.len();
        let entry = &mut self.plies[ply];
        let put = lit::<V>(view, &entry.changes.put);
        let taken = lit::<V>(view, &entry.changes.taken);
        add_rows(
            &mut after[..neurons],
            &before[layer.start - 2 * neurons..][..neurons],
            &network.weights().feature_weights,
            &put,
            &taken,
        );
        entry.is_computed[viewer.index()] = true;
    }
}

/// Where the layer of a side at a ply is among all layers.
#[inline(always)]
fn layer(network: &Network, ply: usize, viewer: Color) -> Range<usize> {
    let neurons = network.header().hidden;
    let first = (2 * ply + viewer.index()) * neurons;
    first..first + neurons
}

/// The inputs that pieces light: 32 at most in any game, as each vest and ring has cost a piece.
#[inline(always)]
fn lit<V: Variant>(view: View, pieces: &[(Piece, Square)]) -> SmallVec<[Feature; 32]> {
    let mut lit = SmallVec::new();
    for &(piece, square) in pieces {
        let (of_piece, of_item) = features(V::GAME, view, piece, square);
        lit.push(of_piece);
        if let Some(of_item) = of_item {
            lit.push(of_item);
        }
    }
    lit
}

/// Computes a side's hidden layer from the board.
#[inline(always)]
fn compute<V: Variant>(network: &Network, layer: &mut [i16], view: View, position: &Position<V>) {
    let board = position.board();
    let pieces: SmallVec<[(Piece, Square); 64]> = board
        .occupied()
        .into_iter()
        .filter_map(|square| Some((board.piece(square)?, square)))
        .collect();
    let lit = lit::<V>(view, &pieces);
    add_rows(
        layer,
        &network.weights().feature_biases,
        &network.weights().feature_weights,
        &lit,
        &[],
    );
}

/// The output for the hidden layers of both sides.
#[inline(always)]
fn output<V: Variant>(
    network: &Network,
    white: &[i16],
    black: &[i16],
    position: &Position<V>,
) -> Score {
    let (mover, other) = match position.side_to_move() {
        Color::White => (white, black),
        Color::Black => (black, white),
    };
    let pieces = position.board().occupied().len();
    Score::from_centipawns(network.output(mover, other, pieces))
}

/// The score by a network, from nothing.
fn anew<V: Variant>(network: &Network, position: &Position<V>) -> Score {
    dispatch(
        #[inline(always)]
        || {
            let mut layers = [Color::White, Color::Black].map(|viewer| {
                let view = View::new(viewer, position.board().king(viewer));
                let mut layer = vec![0; network.header().hidden];
                compute(network, &mut layer, view, position);
                layer
            });
            let [white, black] = &mut layers;
            output(network, white, black, position)
        },
    )
}

/// How good a position is for its mover, as [`Evaluator::score`], from nothing.
pub fn evaluate<V: Variant>(evaluation: &Evaluation, position: &Position<V>) -> Score {
    match evaluation.network_for(V::GAME) {
        None => material(position),
        Some(network) => anew(network, position),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::eval::network::{LANES, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT};
    use crate::eval::testing::random_network;
    use crate::position::testing::random_games;
    use crate::variant::{Chess, PlunderChess, TwoRing};

    fn evaluations<V: Variant>() -> [Evaluation; 3] {
        [32, 96]
            .map(|neurons| Evaluation::material().with(random_network(V::GAME, neurons)))
            .into_iter()
            .chain([Evaluation::material()])
            .collect::<Vec<_>>()
            .try_into()
            .expect("three")
    }

    /// Follows lines of random games, asking only now and then.
    fn check_updates<V: Variant>() {
        for evaluation in evaluations::<V>() {
            let mut evaluator = Evaluator::new(&evaluation);
            for (number, start) in random_games::<V>(9, 10).into_iter().enumerate() {
                let mut position = start;
                evaluator.step_to(0);
                for ply in 1..8 {
                    let moves = position.moves();
                    let Some(&m) = moves.get((number * 7 + ply * 5) % moves.len().max(1)) else {
                        break;
                    };
                    position = position.make_with(m, evaluator.step_to(ply));
                    if (number + ply) % 3 == 0 {
                        assert_eq!(
                            evaluator.score(ply, &position),
                            evaluate(&evaluation, &position)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_computed_anew() {
        check_updates::<Chess>();
        check_updates::<PlunderChess>();
        check_updates::<TwoRing>();
    }

    /// The inputs that a side sees.
    fn seen<V: Variant>(position: &Position<V>, viewer: Color) -> Vec<Feature> {
        let board = position.board();
        let view = View::new(viewer, board.king(viewer));
        let mut seen = Vec::new();
        for square in board.occupied() {
            let piece = board.piece(square).expect("it is occupied");
            let (of_piece, of_item) = features(V::GAME, view, piece, square);
            seen.push(of_piece);
            seen.extend(of_item);
        }
        seen
    }

    /// The score by the inputs that both sides see, as the file's description has it.
    fn by_definition<V: Variant>(network: &Network, position: &Position<V>) -> Score {
        let us = position.side_to_move();
        let (mover, other) = (seen(position, us), seen(position, !us));
        let bucket = network.bucket(position.board().occupied().len());
        Score::from_centipawns(network.evaluate_features(&mover, &other, bucket))
    }

    fn check_definition<V: Variant>() {
        let largest = random_network(V::GAME, MAX_HIDDEN).changed(|header, weights| {
            weights.output_weights.fill(MAX_OUTPUT_WEIGHT);
            weights.feature_biases.fill(MAX_FEATURE_WEIGHT);
            // So that the largest output is a score still: those beyond are all the same one.
            header.scale = 10;
        });
        let largest = largest.expect("numbers within the bounds");
        let [least, most] = [i32::MIN, i32::MAX].map(Score::from_centipawns);
        for network in [random_network(V::GAME, 64), largest] {
            let evaluation = Evaluation::material().with(network.clone());
            let mut scores = HashSet::new();
            for position in random_games::<V>(4, 10) {
                let score = evaluate(&evaluation, &position);
                let fen = position.fen();
                assert_eq!(score, by_definition(&network, &position), "{fen}");
                assert!(least < score && score < most, "{score:?}: {fen}");
                scores.insert(score);
            }
            assert!(scores.len() > 20, "{scores:?}");
        }
    }

    #[test]
    fn scores_are_those_of_the_definition() {
        check_definition::<Chess>();
        check_definition::<PlunderChess>();
        check_definition::<TwoRing>();
    }

    /// On the board that lights the most inputs, 32 pieces (rules 3.4) each of which wears a vest
    /// (rules 1.2), with all numbers of the first layer at their bounds.
    #[test]
    fn the_first_layer_never_overflows() {
        let fen = "r:nn:qb:nq:nk:qb:nn:qr:n/p:np:np:np:np:np:np:np:n/8/8/8/8/\
                   P:nP:nP:nP:nP:nP:nP:nP:n/R:nN:qB:nQ:nK:qB:nN:qR:n w - - 0 1";
        let position = Position::<PlunderChess>::from_fen(fen).expect("a position");
        let network = random_network(PlunderChess::GAME, LANES).changed(|_, weights| {
            // The neurons reach by turns as high and as low as any can.
            for (index, weight) in weights.feature_weights.iter_mut().enumerate() {
                *weight = [MAX_FEATURE_WEIGHT, -MAX_FEATURE_WEIGHT][index % 2];
            }
            weights.feature_biases = weights.feature_weights[..LANES].to_vec();
        });
        let network = network.expect("numbers within the bounds");
        let weights = network.weights();

        for viewer in Color::BOTH {
            let seen = seen(&position, viewer);
            assert_eq!(seen.len(), 64);
            let by_neuron = (0..LANES).map(|neuron| {
                let weight = |&input: &Feature| {
                    i64::from(weights.feature_weights[usize::from(input) * LANES + neuron])
                };
                let sum: i64 = seen.iter().map(weight).sum();
                sum + i64::from(weights.feature_biases[neuron])
            });
            let view = View::new(viewer, position.board().king(viewer));
            let mut layer = vec![0; LANES];
            compute(&network, &mut layer, view, &position);
            assert!(
                layer.iter().map(|&sum| i64::from(sum)).eq(by_neuron),
                "{layer:?}"
            );
        }
        let evaluation = Evaluation::material().with(network.clone());
        assert_eq!(
            evaluate(&evaluation, &position),
            by_definition(&network, &position)
        );
    }

    fn check_symmetry<V: Variant>() {
        for evaluation in evaluations::<V>() {
            let mut scores = HashSet::new();
            for position in random_games::<V>(7, 20) {
                let score = evaluate(&evaluation, &position);
                let mirror = evaluate(&evaluation, &position.color_swapped());
                assert_eq!(score, mirror, "{}", position.fen());
                assert!(!score.is_mate());
                scores.insert(score.centipawns());
            }
            assert!(scores.len() > 20);
        }
    }

    #[test]
    fn swapping_the_colours_changes_nothing() {
        check_symmetry::<Chess>();
        check_symmetry::<PlunderChess>();
        check_symmetry::<TwoRing>();
    }

    #[test]
    fn half_a_turn_is_taken_back() {
        let fen = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
        let position = Position::<TwoRing>::from_fen(fen).expect("a position");
        let network = random_network(TwoRing::GAME, 32);
        let evaluation = Evaluation::material().with(network.clone());
        let mut evaluator = Evaluator::new(&evaluation);
        evaluator.step_to(0);
        let before = evaluator.score(0, &position);
        let m = position.moves()[0];
        let child = position.make_with(m, evaluator.step_to(1));
        let (changes, mark) = evaluator.change(1);
        let square = child.board().king(Color::White);
        let king = child.board().piece(square).expect("a king");
        changes.take(king, square);
        // Not to be found among the layers when the change is taken back.
        evaluator.line.score(&network, 1, &child);
        evaluator.take_back(1, mark);
        assert_eq!(evaluator.score(1, &child), evaluate(&evaluation, &child));
        assert_eq!(evaluator.score(0, &position), before);
    }
}
