//! Any 32 bits as a turn in a position, and the keys of those that are legal.

#![no_main]

use alberich::position::{Move, MoveList, Position};
use alberich::variant::{Variant, VariantVisitor};
use alberich_fuzz::{Walk, check_position};
use libfuzzer_sys::fuzz_target;

struct Bits<'a>(&'a Walk<'a>);

impl VariantVisitor for Bits<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let position = self.0.position::<V>();
        let turns = position.moves();
        for &bytes in self.0.rest.as_chunks().0.iter().take(100) {
            let bits = u32::from_le_bytes(bytes);
            check(&position, &turns, Move::from_bits(bits));
            // One that is legal, and one that nearly is.
            if let Some(m) = turns.get(bits as usize % turns.len().max(1)) {
                check(&position, &turns, *m);
                let flipped = m.bits() ^ 1 << (bits >> 27);
                check(&position, &turns, Move::from_bits(flipped));
            }
        }
    }
}

fn check<V: Variant>(position: &Position<V>, turns: &MoveList, m: Move) {
    assert_eq!(
        position.is_legal(m),
        turns.contains(&m),
        "{m:?} in {}",
        position.fen()
    );
    if turns.contains(&m) {
        let mut key = position.key();
        let next = position.make_with(m, &mut key);
        assert_eq!(key, next.key(), "{m:?} in {}", position.fen());
        check_position(&next);
    }
}

fuzz_target!(|data: &[u8]| {
    if let Some(walk) = Walk::read(data) {
        walk.game.visit(Bits(&walk));
    }
});
