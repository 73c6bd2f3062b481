//! Bytes as PGN: a game that can be replayed is written so that it reads back.

#![no_main]

use alberich::record::{RawGame, Reader, Record, RecordedTurn};
use alberich::variant::{Variant, VariantVisitor};
use libfuzzer_sys::fuzz_target;

struct Replay<'a>(&'a RawGame);

impl VariantVisitor for Replay<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let Ok(record) = self.0.replay::<V>() else {
            return;
        };
        let _ = record.verdict();
        let written = record.to_string();
        let again: Record<V> = read_again(&written);
        assert_eq!(again.to_string(), written);
        assert_eq!(again.start.fen(), record.start.fen(), "{written}");
        assert_eq!(again.outcome, record.outcome, "{written}");
        // A comment in braces cannot have a closing one.
        let escape = |text: &str| text.replace('}', ")");
        let turns = record.turns.into_iter().map(|turn| RecordedTurn {
            comment: escape(&turn.comment),
            ..turn
        });
        assert_eq!(again.comment, escape(&record.comment), "{written}");
        assert!(turns.eq(again.turns.iter().cloned()), "{written}");
        // The seven tags that each game has may be new; the first of a name counts.
        for tag in &record.tags {
            let first = |tags: &[alberich::record::Tag]| {
                tags.iter().find(|other| other.name == tag.name).cloned()
            };
            assert_eq!(first(&again.tags), first(&record.tags), "{written}");
        }
        assert_eq!(read_again::<V>(&again.to_string()), again, "{written}");
    }
}

fn read_again<V: Variant>(text: &str) -> Record<V> {
    let mut games = Reader::new(text.as_bytes());
    let record = games.next().expect(text).expect(text).replay().expect(text);
    assert!(games.next().is_none(), "{text}");
    record
}

fuzz_target!(|data: &[u8]| {
    for game in Reader::new(data).flatten() {
        let _ = game.game().map(|variant| variant.visit(Replay(&game)));
    }
});
