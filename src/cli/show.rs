//! `alberich show`

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use alberich::board::{Color, Item, Kind, Piece};
use alberich::eval::{Evaluation, evaluate};
use alberich::picture::{Look, describe, png, svg, text};
use alberich::position::{CastlingStyle, FenStyle, History, Position};
use alberich::record::{PgnError, RawGame, Reader};
use alberich::variant::{Game, Variant, VariantVisitor};
use anstream::ColorChoice;

#[derive(clap::Args)]
pub struct Arguments {
    /// The game [default: chess, or that of the record]
    #[arg(long, value_parser = super::game_parser(), conflicts_with = "pgn")]
    variant: Option<Game>,
    /// The position [default: the starting position]
    #[arg(long, conflicts_with = "pgn")]
    fen: Option<String>,
    /// Turns to play first
    #[arg(long, num_args = 1.., conflicts_with = "pgn")]
    moves: Vec<String>,
    /// Show a position of a recorded game
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// After so many turns of both sides [default: all]
    #[arg(long, value_name = "K", requires = "pgn")]
    ply: Option<usize>,
    /// Write castling as king takes rook, and its rights by file (both are read always)
    #[arg(long)]
    chess960: bool,
    /// Black's side below
    #[arg(long)]
    flip: bool,
    /// Write a picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width and height of the pictures
    #[arg(long, value_name = "PIXELS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u32).range(64..=4096))]
    size: u32,
}

/// Prints the position and writes its pictures.
pub fn run(arguments: &Arguments) -> ExitCode {
    super::exit_code(show(arguments).map(|()| ExitCode::SUCCESS))
}

fn show(arguments: &Arguments) -> Result<(), String> {
    let Some(file) = &arguments.pgn else {
        let game = arguments.variant.unwrap_or_default();
        return game.visit(Show {
            arguments,
            record: None,
        });
    };
    let place = format!("{}: game {}", file.display(), arguments.game);
    let raw = read_game(file, arguments.game)?;
    let game = raw.game().map_err(|error| format!("{place}: {error}"))?;
    game.visit(Show {
        arguments,
        record: Some((raw, place)),
    })
}

/// The game of this number in a file.
fn read_game(path: &Path, number: u64) -> Result<RawGame, String> {
    let place = path.display();
    let file = File::open(path).map_err(|error| format!("{place}: {error}"))?;
    let mut games = 0;
    for game in Reader::new(BufReader::new(file)) {
        games += 1;
        match game {
            Err(PgnError::Io(error)) => return Err(format!("{place}: {error}")),
            Err(error) if games == number => return Err(format!("{place}: game {games}: {error}")),
            Ok(game) if games == number => return Ok(game),
            _ => {}
        }
    }
    Err(format!(
        "{place}: there is no game {number}, only {games} in all"
    ))
}

struct Show<'a> {
    arguments: &'a Arguments,
    /// A recorded game, and the words that say which it is.
    record: Option<(RawGame, String)>,
}

impl VariantVisitor for Show<'_> {
    type Output = Result<(), String>;

    fn visit<V: Variant>(self) -> Self::Output {
        let arguments = self.arguments;
        let (heading, history) = match &self.record {
            Some((raw, place)) => {
                replay::<V>(raw, arguments.ply).map_err(|error| format!("{place}: {error}"))?
            }
            None => {
                let history = super::set_up::<V>(arguments.fen.as_deref(), &arguments.moves)?;
                (String::new(), history)
            }
        };
        let position = history.position();
        let bottom = if arguments.flip {
            Color::Black
        } else {
            Color::White
        };
        if let Some(file) = &arguments.svg {
            write_file(file, svg(position, bottom, arguments.size).as_bytes())?;
        }
        if let Some(file) = &arguments.png {
            let picture =
                png(position, bottom, arguments.size).map_err(|error| error.to_string())?;
            write_file(file, &picture)?;
        }
        // It drops colours where they are not wanted, but a board drawn for them needs them.
        let look = match anstream::stdout().current_choice() {
            ColorChoice::Never => Look::Plain,
            _ => Look::Colored,
        };
        let board = text(position, bottom, look);
        let facts = facts(&history, arguments.chess960);
        super::print(&format!("{heading}{board}\n\n{facts}"))
    }
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), String> {
    std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// A recorded game up to a ply, under a heading.
fn replay<V: Variant>(raw: &RawGame, ply: Option<usize>) -> Result<(String, History<V>), String> {
    let record = raw.replay::<V>().map_err(|error| error.to_string())?;
    let all = record.turns.len();
    let ply = ply.unwrap_or(all);
    if ply > all {
        return Err(format!("there is no ply {ply}, only {all} in all"));
    }
    let [white, black] = ["White", "Black"].map(|side| raw.tag(side).unwrap_or("?"));
    let heading = format!("{white} - {black}, after ply {ply} of {all}\n\n");
    Ok((heading, record.history(ply)))
}

/// What is to be said of a position beside the board.
fn facts<V: Variant>(history: &History<V>, chess960: bool) -> String {
    let (fen_style, castling) = if chess960 {
        (FenStyle::Shredder, CastlingStyle::Chess960)
    } else {
        (FenStyle::Standard, CastlingStyle::Standard)
    };
    let position = history.position();
    let checkers: Vec<String> = position
        .checkers()
        .map(|square| square.to_string())
        .collect();
    let mut text = String::new();
    let _ = writeln!(text, "Fen: {}", position.fen_in(fen_style));
    let _ = writeln!(text, "Key: {}", history.key());
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    if let Some(end) = history.end() {
        let result = match end.winner(position.side_to_move()) {
            Some(winner) => format!("{winner} has won"),
            None => "a draw".to_owned(),
        };
        let _ = writeln!(text, "Game over: {end}, {result}");
    }
    push_balance(&mut text, position);
    push_turns(&mut text, position, castling);
    text
}

/// What each side has, who carries what, and what the engine says to it at first sight.
fn push_balance<V: Variant>(text: &mut String, position: &Position<V>) {
    push_table(text, &balance(position));
    let board = position.board();
    for square in board.occupied() {
        if let Some(piece) = board.piece(square).filter(|piece| piece.item().is_some()) {
            let _ = writeln!(text, "  {}", describe(piece, square));
        }
    }
    let evaluation = Evaluation::built_in();
    let score = evaluation.told(V::GAME, evaluate(&evaluation, position));
    let score = score.centipawns();
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    let _ = writeln!(
        text,
        "\nEvaluation: {:+.2} for White, no turn looked ahead",
        f64::from(white) / 100.0
    );
}

/// How many of each kind White and Black have, and how many vests or rings.
fn balance<V: Variant>(position: &Position<V>) -> Vec<(String, [usize; 2])> {
    let board = position.board();
    let mut columns: Vec<(String, [usize; 2])> = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
        let name = kind.letter().to_ascii_uppercase().to_string();
        let counts = Color::BOTH.map(|color| board.pieces(color, kind).len());
        columns.push((name, counts));
    }
    let is_vest: fn(Item) -> bool = |item| matches!(item, Item::Vest(_));
    let is_ring: fn(Item) -> bool = |item| matches!(item, Item::Ring(_));
    for (name, is_meant) in [("vests", is_vest), ("rings", is_ring)] {
        let counts = Color::BOTH.map(|color| {
            let items = board
                .color(color)
                .filter_map(|square| board.piece(square).and_then(Piece::item));
            items.filter(|&item| is_meant(item)).count()
        });
        if counts != [0, 0] {
            columns.push((name.to_owned(), counts));
        }
    }
    columns
}

/// Writes a column for each thing counted: White's, Black's, and how many White has more.
fn push_table(text: &mut String, columns: &[(String, [usize; 2])]) {
    let mut rows = ["", "White", "Black", "difference"].map(|name| format!("{name:<10}"));
    for (name, [white, black]) in columns {
        let difference = match *white as i64 - *black as i64 {
            0 => "=".to_owned(),
            difference => format!("{difference:+}"),
        };
        let cells = [name, &white.to_string(), &black.to_string(), &difference];
        for (row, cell) in rows.iter_mut().zip(cells) {
            let _ = write!(row, "  {cell:>width$}", width = name.len().max(2));
        }
    }
    let _ = writeln!(text, "\n{}", rows.join("\n"));
}

/// The legal turns in both notations, in alphabetical order.
fn push_turns<V: Variant>(text: &mut String, position: &Position<V>, style: CastlingStyle) {
    let turns = position.moves();
    let mut turns: Vec<[String; 2]> = turns
        .iter()
        .map(|&turn| [position.format_san(turn), position.format_move(turn, style)])
        .collect();
    turns.sort();
    let san_width = turns.iter().map(|[san, _]| san.len()).max().unwrap_or(0);
    let cells: Vec<String> = turns
        .iter()
        .map(|[san, uci]| format!("{san:<san_width$} {uci}"))
        .collect();
    let _ = writeln!(text, "\nLegal turns: {}", cells.len());
    text.push_str(&in_columns(&cells));
}

/// Lays cells out in columns as a page does, down first.
fn in_columns(cells: &[String]) -> String {
    const PAGE: usize = 80;
    const INDENT: &str = "  ";
    let width = cells.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = ((PAGE - INDENT.len()) / width).max(1);
    let height = cells.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..height {
        let line: String = cells
            .iter()
            .skip(row)
            .step_by(height)
            .map(|cell| format!("{cell:<width$}"))
            .collect();
        let _ = writeln!(text, "{INDENT}{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use alberich::variant::{PlunderChess, TwoRing};

    fn facts_of<V: Variant>(fen: &str) -> String {
        let position = Position::<V>::from_fen(fen).expect("a position");
        facts(&History::new(position), false)
    }

    #[test]
    fn the_balance_counts_pieces_and_what_they_carry() {
        let text = facts_of::<PlunderChess>(
            "r1bqkbnr/pppp1ppp/8/8/3Q:nP3/8/PPP2PPP/RNB1KB1R b KQkq - 0 5",
        );
        for line in [
            "             P   N   B   R   Q  vests",
            "White        7   1   2   2   1      1",
            "Black        7   1   2   2   1      0",
            "difference   =   =   =   =   =     +1",
            "  white queen on d4, wearing a knight vest",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn the_end_is_said() {
        let text = facts_of::<TwoRing>("7k/8/8/8/8/8/8/K7 b - - 0 1");
        assert!(
            text.contains("Game over: dead position, a draw\n"),
            "{text}"
        );
    }

    #[test]
    fn a_record_is_shown_up_to_a_ply() {
        let text = "[White \"A\"]\n[Variant \"PlunderChess\"]\n\n1. e4 d5 2. exd5 *\n";
        let game = Reader::new(text.as_bytes()).next().expect("a game");
        let game = game.expect("a game that can be read");
        let (heading, history) = replay::<PlunderChess>(&game, Some(2)).expect("legal turns");
        assert_eq!(heading, "A - ?, after ply 2 of 3\n\n");
        assert_eq!(history.position().fullmove_number(), 2);
        let error = replay::<PlunderChess>(&game, Some(4)).map(|(heading, _)| heading);
        assert_eq!(error, Err("there is no ply 4, only 3 in all".to_owned()));
    }

    #[test]
    fn columns_are_read_downwards_and_fit_the_page() {
        let cells: Vec<String> = (1..=50).map(|number| format!("turn {number:>3}")).collect();
        let text = in_columns(&cells);
        assert!(text.starts_with("  turn   1  turn   9"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(text.matches("turn").count(), 50);
        assert_eq!(in_columns(&[]), "");
    }
}
