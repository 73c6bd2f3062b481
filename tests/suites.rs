//! Guards the rules by fixed positions: `positions/rules.txt` shows one rule a line with all legal
//! turns, and the EPD files have perft counts that were found by several programs.

mod common;

use alberich::perft::perft;
use alberich::position::{CastlingStyle, Position};
use alberich::variant::{Game, Variant, VariantVisitor};
use common::{SuiteLine, data_lines, in_every_game, read, suite, texts};

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
