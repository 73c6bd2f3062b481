//! The way from the start of the game to the node in search, for repetitions.

use crate::position::Key;

/// The keys of the positions of the game and, after them, of the line in search.
pub(super) struct Path {
    keys: Vec<Key>,
    /// How many of the keys belong to the game, the root's included.
    game: usize,
    /// The first key that may count as a repetition: a pass cannot be undone, so no line leads
    /// back beyond it.
    first: usize,
}

impl Path {
    /// The way to the root, from the keys of the game so far.
    pub(super) fn new(game: &[Key]) -> Self {
        Path {
            keys: game.to_vec(),
            game: game.len(),
            first: 0,
        }
    }

    /// The key of the node.
    pub(super) fn key(&self) -> Key {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Steps to a child.
    pub(super) fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Steps back.
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The node is another one: the mover has made half of his turn.
    pub(super) fn replace(&mut self, key: Key) {
        if let Some(last) = self.keys.last_mut() {
            *last = key;
        }
    }

    /// Steps to a child by a pass; what it returns, [`Path::pop_pass`] takes.
    pub(super) fn push_pass(&mut self, key: Key) -> usize {
        let first = std::mem::replace(&mut self.first, self.keys.len());
        self.push(key);
        first
    }

    /// Steps back over a pass.
    pub(super) fn pop_pass(&mut self, first: usize) {
        self.pop();
        self.first = first;
    }

    /// Whether the node was reached by a pass.
    pub(super) fn is_after_pass(&self) -> bool {
        self.first > 0 && self.first + 1 == self.keys.len()
    }

    /// Whether the node's position is to count as a draw by repetition: it stood once before
    /// in the line in search, which whoever wanted could repeat, or twice since the game began.
    pub(super) fn is_repetition(&self, halfmove_clock: u16) -> bool {
        let key = self.key();
        let last = self.keys.len() - 1;
        // What restarts the clock cannot be undone, so nothing before it can be equal.
        let first = self.first.max(last.saturating_sub(halfmove_clock.into()));
        let mut stood_in_game = false;
        for index in (first..last).rev().skip(1).step_by(2) {
            if self.keys[index] == key {
                if index >= self.game || stood_in_game {
                    return true;
                }
                stood_in_game = true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(game: &[u64], line: &[u64]) -> Path {
        let keys: Vec<Key> = game.iter().copied().map(Key).collect();
        let mut path = Path::new(&keys);
        line.iter().for_each(|&key| path.push(Key(key)));
        path
    }

    #[test]
    fn once_in_the_line_or_twice_in_the_game() {
        assert!(path(&[1], &[2, 3, 4, 5, 2]).is_repetition(9));
        assert!(!path(&[1, 2, 3], &[4, 1]).is_repetition(9));
        assert!(path(&[1, 2, 3, 4, 1, 2, 3], &[4, 1]).is_repetition(9));
        assert!(!path(&[1, 2, 3, 4, 1, 2, 3], &[4, 1]).is_repetition(6));
    }

    #[test]
    fn not_beyond_a_pass() {
        let mut path = path(&[9], &[1, 2]);
        let first = path.push_pass(Key(3));
        path.push(Key(4));
        path.push(Key(1));
        assert!(!path.is_repetition(9));
        path.pop();
        path.pop();
        path.pop_pass(first);
        for key in [7, 8, 1] {
            path.push(Key(key));
        }
        assert!(path.is_repetition(9));
    }
}
