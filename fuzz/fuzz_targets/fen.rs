//! Any text as FEN in each game: what is read is whole, and reads back.

#![no_main]

use alberich::position::Position;
use alberich::variant::{Game, Variant, VariantVisitor};
use alberich_fuzz::{check_notation, check_position};
use libfuzzer_sys::fuzz_target;

struct Fen<'a>(&'a str);

impl VariantVisitor for Fen<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        if let Ok(position) = Position::<V>::from_fen(self.0) {
            check_position(&position);
            // The rest is for the target `turn`, it takes long.
            if position.count_moves() < 64 {
                check_notation(&position);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for game in Game::ALL {
        game.visit(Fen(&text));
    }
});
