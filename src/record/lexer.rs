//! Words of PGN text, with their places.

use std::io::{self, BufRead};

use super::pgn::Place;

/// A word of PGN text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A tag pair, with escapes undone.
    Tag {
        name: String,
        value: String,
    },
    /// A tag that is not closed, or has not the form of one.
    BadTag(String),
    /// What stands between braces, or behind a semicolon.
    Comment(String),
    /// A brace without its partner, at the end of the text.
    OpenComment,
    /// `$n`.
    Nag(String),
    /// `(` and `)`.
    Open,
    Close,
    /// Anything else up to white space: a move number, a turn, a result.
    Word(String),
}

/// Cuts text into words, one line at a time. A line is kept in memory, and a comment; nothing
/// else is.
pub(super) struct Lexer<R> {
    input: R,
    line: Vec<char>,
    /// The next letter of the line.
    at: usize,
    number: usize,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R) -> Self {
        Lexer {
            input,
            line: Vec::new(),
            at: 0,
            number: 0,
        }
    }

    /// Reads the next line; false at the end. Bytes that are no UTF-8 are replaced, and lines
    /// that begin with `%` are passed over.
    fn next_line(&mut self) -> io::Result<bool> {
        loop {
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(false);
            }
            self.number += 1;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end_matches(['\n', '\r']);
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            if !text.starts_with('%') {
                self.line = text.chars().collect();
                self.at = 0;
                return Ok(true);
            }
        }
    }

    /// The next word and its place; `None` at the end of the text.
    pub fn next(&mut self) -> io::Result<Option<(Place, Token)>> {
        loop {
            match self.line.get(self.at) {
                None => {
                    if !self.next_line()? {
                        return Ok(None);
                    }
                }
                Some(letter) if letter.is_whitespace() => self.at += 1,
                Some(&letter) => {
                    let place = Place {
                        line: self.number,
                        column: self.at + 1,
                    };
                    return Ok(Some((place, self.token(letter)?)));
                }
            }
        }
    }

    fn token(&mut self, first: char) -> io::Result<Token> {
        self.at += 1;
        Ok(match first {
            '[' => self.tag(),
            '{' => return self.comment(),
            ';' => Token::Comment(self.take_while(|_| true)),
            '(' => Token::Open,
            ')' => Token::Close,
            '$' => Token::Nag(self.take_while(|letter| letter.is_ascii_digit())),
            _ => {
                self.at -= 1;
                let word =
                    self.take_while(|letter| !letter.is_whitespace() && !"[{;()$".contains(letter));
                Token::Word(word)
            }
        })
    }

    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> String {
        let word: String = self.line[self.at..]
            .iter()
            .copied()
            .take_while(|&letter| holds(letter))
            .collect();
        self.at += word.chars().count();
        word
    }

    /// A tag pair stands on one line.
    fn tag(&mut self) -> Token {
        let begin = self.at - 1;
        self.skip_space();
        let name = self.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        self.skip_space();
        let value = self.quoted();
        self.skip_space();
        let is_closed = self.line.get(self.at) == Some(&']');
        match value {
            Some(value) if is_closed && !name.is_empty() => {
                self.at += 1;
                Token::Tag { name, value }
            }
            _ => {
                self.at = self.line.len();
                Token::BadTag(self.line[begin..].iter().collect())
            }
        }
    }

    fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// A string in quotation marks; a backslash keeps the letter behind it as it is.
    fn quoted(&mut self) -> Option<String> {
        let mut letters = self.line[self.at..].iter().copied();
        if letters.next() != Some('"') {
            return None;
        }
        self.at += 1;
        let mut value = String::new();
        while let Some(letter) = letters.next() {
            self.at += 1;
            match letter {
                '"' => return Some(value),
                '\\' => {
                    value.push(letters.next()?);
                    self.at += 1;
                }
                letter => value.push(letter),
            }
        }
        None
    }

    fn comment(&mut self) -> io::Result<Token> {
        let mut text = String::new();
        loop {
            text.push_str(&self.take_while(|letter| letter != '}'));
            if self.line.get(self.at) == Some(&'}') {
                self.at += 1;
                return Ok(Token::Comment(text));
            }
            text.push(' ');
            if !self.next_line()? {
                return Ok(Token::OpenComment);
            }
        }
    }
}
