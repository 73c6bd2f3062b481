//! The positions in `positions/`, which were counted by other programs.

use std::path::Path;

use alberich::variant::Game;

/// One line of an EPD file: a position and its perft.
#[derive(Clone)]
pub struct SuiteLine {
    /// The file, for messages.
    pub file: &'static str,
    /// The position.
    pub fen: String,
    /// Depths and numbers of lines of play.
    pub perft: Vec<(u32, u64)>,
}

impl SuiteLine {
    /// Reads `FEN ;D1 20 ;D2 400`.
    pub fn parse(file: &'static str, line: &str) -> SuiteLine {
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default().to_owned();
        let perft = parts
            .map(|part| match part.split_once(' ') {
                Some((depth, nodes)) if depth.starts_with('D') => {
                    (number(file, line, &depth[1..]), number(file, line, nodes))
                }
                _ => panic!("{file}: `{part}` is not a depth with its count: {line}"),
            })
            .collect();
        SuiteLine { file, fen, perft }
    }
}

fn number<N: std::str::FromStr>(file: &str, line: &str, text: &str) -> N {
    match text.trim().parse() {
        Ok(number) => number,
        Err(_) => panic!("{file}: `{text}` is not a number: {line}"),
    }
}

/// The files whose counts are those of a game.
fn files(game: Game) -> &'static [&'static str] {
    match game {
        Game::Chess => &["chess.epd", "chess960.epd"],
        Game::PlunderChess => &["plunderchess.epd", "plunderchess960.epd"],
        Game::TwoRing => &["tworing.epd", "tworing960.epd"],
        Game::TwoRing1 => &["tworing1.epd"],
    }
}

/// The lines of a file in `positions/` that are neither empty nor comments.
pub fn data_lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("positions")
        .join(file);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// All positions whose perft is known in a game.
pub fn suite(game: Game) -> Vec<SuiteLine> {
    files(game)
        .iter()
        .flat_map(|&file| {
            let lines = data_lines(file);
            lines
                .into_iter()
                .map(move |line| SuiteLine::parse(file, &line))
        })
        .collect()
}

/// The FEN with another half-move clock.
pub fn with_clock(fen: &str, clock: u32) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    if let Some(field) = fields.get_mut(4) {
        *field = &clock;
    }
    fields.join(" ")
}
