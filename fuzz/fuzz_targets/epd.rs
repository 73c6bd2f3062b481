//! Lines as extended position descriptions in each game: what is read is written so that it
//! reads back.

#![no_main]

use alberich::record::Epd;
use alberich::variant::{Game, Variant, VariantVisitor};
use libfuzzer_sys::fuzz_target;

struct Line<'a>(&'a str);

impl VariantVisitor for Line<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        if let Ok(epd) = Epd::<V>::read(self.0) {
            let written = epd.to_string();
            let again = Epd::<V>::read(&written).expect(&written);
            assert_eq!(again, epd, "{written}");
            // Equal positions may differ in their clocks, texts may not.
            assert_eq!(again.position.fen(), epd.position.fen(), "{written}");
            assert_eq!(again.to_string(), written);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).lines() {
        for game in Game::ALL {
            game.visit(Line(line));
        }
    }
});
