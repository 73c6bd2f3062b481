//! A fixed piece of work, to compare speeds and to tell whether a change changes the search.

use std::time::Duration;

use crate::eval::Evaluation;
use crate::position::{History, Position};
use crate::variant::{Game, Variant, VariantVisitor};

use super::time::Stopwatch;
use super::{Control, Engine, Limits};

/// The depth of a bench when none is asked for; it takes some seconds.
pub const BENCH_DEPTH: u32 = 11;

/// The result of a bench in the words that test frameworks read: `1234567 nodes 890123 nps`.
pub fn bench_line(nodes: u64, time: Duration) -> String {
    let nanoseconds = time.as_nanos().max(1);
    let speed = u128::from(nodes) * 1_000_000_000 / nanoseconds;
    format!("{nodes} nodes {speed} nps")
}

/// Searches positions of a game, or of all games, to a depth with one thread. Returns the number
/// of nodes, which is the same on every machine, and the time taken. When it is stopped the
/// number means nothing.
pub fn bench(
    depth: u32,
    game: Option<Game>,
    evaluation: &Evaluation,
    control: &Control,
) -> (u64, Duration) {
    let stopwatch = Stopwatch::start();
    let games = match &game {
        Some(game) => std::slice::from_ref(game),
        None => Game::ALL,
    };
    let nodes = games.iter().map(|game| {
        game.visit(Bench {
            depth,
            fens: positions(*game),
            evaluation,
            control,
        })
    });
    (nodes.sum(), stopwatch.elapsed())
}

struct Bench<'a> {
    depth: u32,
    fens: &'static [&'static str],
    evaluation: &'a Evaluation,
    control: &'a Control,
}

impl VariantVisitor for Bench<'_> {
    type Output = u64;

    fn visit<V: Variant>(self) -> u64 {
        const HASH_MB: usize = 16;
        let mut engine = Engine::new(HASH_MB, 1);
        engine.set_evaluation(self.evaluation.clone());
        let limits = Limits {
            depth: Some(self.depth),
            ..Limits::default()
        };
        let mut nodes = 0;
        for fen in self.fens {
            if self.control.is_stopped() {
                break;
            }
            engine.clear();
            if let Ok(position) = Position::<V>::from_fen(fen) {
                let history = History::new(position);
                nodes += engine
                    .search(&history, &limits, self.control, &mut |_| {})
                    .nodes;
            }
        }
        nodes
    }
}

/// The start of a game and what games of the engine with itself, after random first turns, came
/// to: openings, middlegames and endgames.
fn positions(game: Game) -> &'static [&'static str] {
    match game {
        Game::Chess => &CHESS,
        Game::PlunderChess => &PLUNDERCHESS,
        Game::TwoRing | Game::TwoRing1 => &TWO_RING,
    }
}

const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/1p1p1ppp/p1nb1n2/2p1p1B1/4P3/2NP1N2/PPP2PPP/R2QKB1R w KQ - 4 8",
    "r2q1rk1/1b1np1bp/5pp1/p1pp3n/3P1B1P/2N1PNP1/PPP2PB1/R2QR1K1 b - - 1 14",
    "3rr1k1/1q3pp1/3p1bn1/1p1P2Np/p1pP3P/P5P1/1PQ1BP1K/3RR3 w - - 5 29",
    "5k2/4bpp1/1r1p4/1p1P2nP/p1pP4/P3NBP1/1P3PK1/4R3 w - - 9 43",
    "1k6/2p5/3b3r/3P1R1p/7P/p4B2/2R2KP1/8 b - - 3 49",
];

const PLUNDERCHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r2qk2r/2p2pp1/n:p2bpn2/1N:p5p/3Pb3/1Q:p2PN2/P4PPP/R1B1KB1R b KQkq - 4 14",
    "1k1r4/npq2pbp/3p:nb:p1p1/p1p5/P2P1B2/7P/1PP1PPB:n1/R2Q1RK1 w - - 0 22",
    "r2qr3/3n1p1k/2N:bB:p2pp/p6n/4P1N:bP/6P1/PPP2PB1/R3K2R b KQ - 0 21",
    "4r1k1/2p2pp1/4b2p/4pN2/1n:pB:pb2P1/2n:p1N2P/5P2/4R1K1 w - - 2 29",
    "6k1/2p2p2/4p2p/4P1p1/B:p1P2r:p2/P4R2/1P1r4/1R2K:n3 b - - 3 35",
];

const TWO_RING: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/1pp3pp/2N1pn2/p2p1p2/5P1P/4P3/PPPP2P1/R1BQKBNR b@ KQkq - 0 7",
    "r1b2rk1/ppqnp1bp/2p1p1p1/3p1nP:w1/2P5/2N2N1P/PP1PBRP1/R1BQ2K1 w - - 0 15",
    "r3k3/1p2bpp1/p1pp4/3P:wpB1r/8/P1N2P1P/1PP2qP:b1/R3R2K b q - 1 21",
    "r1b3k1/1pq2pp1/2p1pn2/p5N:w1/P2Pn:b3/2P3PB/4QP2/2R1R1K1 w - - 11 29",
    "5k2/1p3n2/p1ppr3/5Q:w1b:b/2P1P3/2N5/PP3PP1/4KB2 w - - 3 29",
];

#[cfg(test)]
mod tests {
    use super::*;

    struct Read(&'static [&'static str]);

    impl VariantVisitor for Read {
        type Output = bool;

        fn visit<V: Variant>(self) -> bool {
            let is_same = |fen: &&str| Position::<V>::from_fen(fen).is_ok_and(|p| p.fen() == *fen);
            self.0.iter().all(is_same)
        }
    }

    #[test]
    fn the_positions_are_of_their_games() {
        for game in Game::ALL {
            assert!(game.visit(Read(positions(*game))), "{game}");
        }
    }

    #[test]
    fn the_same_nodes_every_time() {
        for game in Game::ALL {
            let (nodes, _) = bench(3, Some(*game), &Evaluation::material(), &Control::new());
            assert_eq!(
                bench(3, Some(*game), &Evaluation::material(), &Control::new()).0,
                nodes
            );
        }
    }

    #[test]
    fn the_result_in_words() {
        let line = bench_line(1_000, Duration::from_millis(20));
        assert_eq!(line, "1000 nodes 50000 nps");
    }
}
