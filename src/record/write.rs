//! Records written as PGN.

use std::fmt;

use crate::board::Color;
use crate::position::Position;
use crate::variant::Variant;

use super::replay::Record;

/// The tags that every game has, in their order; the result comes last.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Lines are broken before this column.
const WIDTH: usize = 80;

impl<V: Variant> fmt::Display for Record<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let tag = self.tags.iter().find(|tag| tag.name == name);
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            write_tag(f, name, tag.map_or(unknown, |tag| &tag.value))?;
        }
        write_tag(f, "Result", &self.outcome.to_string())?;
        if let Some(variant) = self.variant_tag() {
            write_tag(f, "Variant", variant)?;
        }
        if self.start.fen() != Position::<V>::start().fen() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.fen())?;
        }
        for tag in &self.tags {
            if !ROSTER.contains(&tag.name.as_str()) {
                write_tag(f, &tag.name, &tag.value)?;
            }
        }
        writeln!(f)?;
        write_wrapped(f, &self.words())?;
        writeln!(f)
    }
}

impl<V: Variant> Record<V> {
    /// The text of the turns, word by word.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        push_comment(&mut words, &self.comment);
        let mut position = self.start;
        let mut needs_number = true;
        for turn in &self.turns {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if needs_number => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.format_san(turn.turn));
            words.extend(turn.nags.iter().map(|nag| format!("${nag}")));
            push_comment(&mut words, &turn.comment);
            // After a comment, Black's turn has its number again.
            needs_number = !turn.comment.is_empty();
            position = position.make(turn.turn);
        }
        words.push(self.outcome.to_string());
        words
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// A comment cannot contain its own end.
fn push_comment(words: &mut Vec<String>, comment: &str) {
    if !comment.is_empty() {
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        words.extend(comment.split_whitespace().map(str::to_owned));
    }
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        // Readers would pass over a line that begins with a percent sign, and take a byte order
        // mark off.
        let may_begin = !word.starts_with(['%', '\u{feff}']);
        if column > 0 && column + 1 + length >= WIDTH && may_begin {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            write!(f, " ")?;
            column += 1;
        }
        write!(f, "{word}")?;
        column += length;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;
    use crate::variant::Chess;

    #[test]
    fn a_comment_keeps_its_words_wherever_lines_break() {
        for word in ["%", "\u{feff}", "{", ";", "(", "1-0", "[A"] {
            for length in 1..WIDTH {
                let mut record = Record::<Chess>::new(Position::start());
                record.comment = format!("{} {word} {word}b", "a".repeat(length));
                let text = record.to_string();
                let mut games = Reader::new(text.as_bytes());
                let again = games.next().and_then(Result::ok).expect("a game");
                let again = again.replay::<Chess>().expect("legal turns");
                assert_eq!(again.comment, record.comment, "{text}");
            }
        }
    }
}
