//! Guards the rules by fixed positions: `positions/rules.txt` shows one rule a line with all legal
//! turns, and the EPD files have perft counts that were found by several programs.

use crate::common;
use crate::common::{SuiteLine, data_lines, in_every_game, read, suite, texts};
use alberich::perft::perft;
use alberich::position::{CastlingStyle, Position};
use alberich::variant::{Game, Variant, VariantVisitor};

/// What a line of `rules.txt` says.
struct RuleLine {
    game: Game,
    fen: String,
    rule: String,
    check: bool,
    count: usize,
    turns: Vec<String>,
}

impl RuleLine {
    fn parse(line: &str) -> RuleLine {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, fen, rule, check, count, turns] = fields[..] else {
            panic!("not six fields: {line}");
        };
        RuleLine {
            game: game.parse().unwrap_or_else(|error| panic!("{error}")),
            fen: fen.to_owned(),
            rule: rule.to_owned(),
            check: match check {
                "check" => true,
                "quiet" => false,
                _ => panic!("neither check nor quiet: {line}"),
            },
            count: count.parse().unwrap_or_else(|_| panic!("count: {line}")),
            turns: turns.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

impl VariantVisitor for &RuleLine {
    type Output = ();

    fn visit<V: Variant>(self) {
        let position = read::<V>(&self.fen);
        let line = format!("{} {} ({})", V::NAME, self.fen, self.rule);
        assert_eq!(position.in_check(), self.check, "check in {line}");
        assert_eq!(
            texts(&position, CastlingStyle::Standard),
            self.turns,
            "turns of {line}"
        );
        assert_eq!(self.turns.len(), self.count, "count of {line}");
        assert_eq!(
            position.count_moves(),
            self.count as u64,
            "count_moves of {line}"
        );
    }
}

#[test]
fn every_line_of_the_rules_file_has_its_turns_and_its_check() {
    let lines = data_lines("rules.txt");
    assert!(lines.len() >= 70, "only {} lines", lines.len());
    for line in lines {
        let line = RuleLine::parse(&line);
        line.game.visit(&line);
    }
}

/// A game, a position and a turn that is legal there, and one that is not.
type Pair = (Game, &'static str, &'static str, &'static str);

/// Turns that are easily missed, next to such as are easily taken for legal.
const PAIRS: &[Pair] = &[
    // 2.2: after a capture the checking pawn must take the ring and checks no ringed king.
    (
        Game::TwoRing,
        "n3k3/8/8/8/8/3p4/4K:w3/R7 w - - 0 1",
        "a1a8",
        "a1a7",
    ),
    // With another pawn to give the ring to, it would still check.
    (
        Game::TwoRing,
        "n3k3/6p1/8/8/8/3p4/4K:w3/R7 w - - 0 1",
        "e2d3",
        "a1a8",
    ),
    // With the ring on the board already, too.
    (
        Game::TwoRing,
        "n3k:b3/8/8/8/8/3p4/4K:w3/R7 w - - 0 1",
        "e2d3",
        "a1a8",
    ),
    // 2.2: the one pawn that must take the ring checks no ringed king, so this is no check.
    (
        Game::TwoRing,
        "4k:b3/3P4/8/8/8/8/8/n3K3 w@ - - 0 1",
        "d7d8@d7",
        "d7e8@d7",
    ),
    // 1.7: the knight that came by a double step is captured, and the capturer blocks the queen.
    (
        Game::PlunderChess,
        "8/8/8/8/2pN4/1k3Q2/8/6K1 b - d3 0 1",
        "c4d3vn",
        "c4c3",
    ),
    // 0: the castling rook shields its king from the back rank.
    (
        Game::Chess,
        "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1",
        "b1c1",
        "d1b1",
    ),
    // 2.7: a converted piece shields its king, a pinned capturer otherwise leaves it open.
    (
        Game::TwoRing,
        "4r1k1/8/8/8/8/2n:b5/4N3/4K3 w - - 0 1",
        "e2c3",
        "e2g3",
    ),
];

struct OfPair(&'static str, &'static str, &'static str);

impl VariantVisitor for OfPair {
    type Output = ();

    fn visit<V: Variant>(self) {
        let OfPair(fen, legal, illegal) = self;
        let texts = texts(&read::<V>(fen), CastlingStyle::Standard);
        let has = |text: &str| texts.iter().any(|other| other == text);
        assert!(has(legal), "{legal} in {} {fen}: {texts:?}", V::NAME);
        assert!(!has(illegal), "{illegal} in {} {fen}: {texts:?}", V::NAME);
    }
}

#[test]
fn turns_that_hang_on_one_rule() {
    for &(game, fen, legal, illegal) in PAIRS {
        game.visit(OfPair(fen, legal, illegal));
    }
}

#[test]
fn the_position_of_an_epd_line_is_what_stands_before_the_first_semicolon() {
    let line = SuiteLine::parse("-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25");
    assert_eq!(line.fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(line.perft, [(1, 5), (2, 25)]);
}

/// Perft by the lists of turns; the library's counts the last turn without listing it.
fn perft_by_lists<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    let moves = position.moves();
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| perft_by_lists(&position.make(m), depth - 1))
        .sum()
}

fn perft_counts_are_those_of_the_suites<V: Variant>() {
    let game = V::NAME.parse().unwrap_or_else(|error| panic!("{error}"));
    // The lists take longer than the counts.
    let (most, most_listed) = (20 * common::positions(), 4 * common::positions());
    let mut lines = 0;
    for line in suite(game) {
        let position = read::<V>(&line.fen);
        for &(depth, nodes) in &line.perft {
            let name = format!("{} {} depth {depth}", line.file, line.fen);
            if nodes <= most as u64 || depth <= 1 {
                assert_eq!(perft(&position, depth), nodes, "{name}");
            }
            if nodes <= most_listed as u64 || depth <= 1 {
                assert_eq!(perft_by_lists(&position, depth), nodes, "{name}, by lists");
            }
        }
        lines += 1;
    }
    assert!(lines >= 160, "{}: only {lines} positions", V::NAME);
}

#[test]
fn perft_of_the_suites_by_counts_and_by_lists() {
    in_every_game!(perft_counts_are_those_of_the_suites);
}

/// The games with vests and rings count as chess does while nothing is captured.
fn the_usual_start_has_the_same_first_turns<V: Variant>() {
    let start = Position::<V>::start();
    assert_eq!(perft(&start, 2), 400, "{}", V::NAME);
}

#[test]
fn every_game_starts_as_chess() {
    in_every_game!(the_usual_start_has_the_same_first_turns);
}
