//! Lines as turns in a position: what is read is legal and is written so.

#![no_main]

use alberich::position::CastlingStyle::{Chess960, Standard};
use alberich::variant::{Variant, VariantVisitor};
use alberich_fuzz::{Walk, check_notation};
use libfuzzer_sys::fuzz_target;

struct Turns<'a>(&'a Walk<'a>);

impl VariantVisitor for Turns<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let mut position = self.0.position::<V>();
        check_notation(&position);
        for text in String::from_utf8_lossy(self.0.rest).lines().take(100) {
            let (uci, san) = (
                position.parse_move(text).ok(),
                position.parse_san(text).ok(),
            );
            if let Some(m) = uci {
                let written = [Standard, Chess960].map(|style| position.format_move(m, style));
                assert!(position.is_legal(m) && written.iter().any(|uci| uci == text));
            }
            if let Some(m) = san {
                assert!(position.is_legal(m));
                assert_eq!(position.parse_san(&position.format_san(m)), Ok(m));
            }
            if let Some(m) = uci.or(san) {
                position = position.make(m);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    if let Some(walk) = Walk::read(data) {
        walk.game.visit(Turns(&walk));
    }
});
