//! Bytes as a file of games, whatever its checksums, and as the form of one game in each variant: what
//! is read keeps to the rules or is refused, and is written so that it reads back.

#![no_main]

use alberich::data::{Reader, StoredGame};
use alberich::variant::{Game, Variant, VariantVisitor};
use libfuzzer_sys::fuzz_target;

struct Replay<'a>(&'a StoredGame);

impl VariantVisitor for Replay<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        for sample in self.0.replay::<V>().map_while(Result::ok) {
            assert!(sample.position.moves().contains(&sample.turn));
        }
        if self.0.check::<V>().is_ok() {
            assert_eq!(self.0.replay::<V>().flatten().count(), self.0.plies());
        }
    }
}

/// Writes a game in its form and reads it back.
fn write_and_read(stored: &StoredGame) {
    let written = postcard::to_allocvec(stored).expect("a form");
    assert_eq!(postcard::from_bytes(&written), Ok(stored.clone()));
}

fuzz_target!(|data: &[u8]| {
    if let Ok(mut reader) = Reader::new(data) {
        let game = reader.header().game;
        let runs = &reader.header().runs;
        let written = postcard::to_allocvec(runs).expect("a form");
        assert_eq!(postcard::from_bytes(&written), Ok(runs.clone()));
        while let Some(Ok(stored)) = reader.next() {
            write_and_read(&stored);
            game.visit(Replay(&stored));
        }
    }
    if let Ok(stored) = postcard::from_bytes::<StoredGame>(data) {
        write_and_read(&stored);
        for game in Game::ALL {
            game.visit(Replay(&stored));
        }
    }
});
