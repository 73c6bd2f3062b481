//! The transposition table: what was found out about a position, for when it comes again.
//!
//! All threads read and write it without locks. An entry is two words, each written on its
//! own, so a reader may see one word of one entry with one of another. The first word therefore
//! has not the key but the key XOR the second word; what was torn does not match any key
//! (R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search
//! chess engines", ICGA Journal, 2002). The bits of the key can still fool the reader, so a move
//! from here is asked for its legality before it is played.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::entry::{AGES, Bound, Entry, Packed};
use super::pages::{FillsPages, Pages};
use crate::position::Key;

/// The table could not be made as large as was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {megabytes} MB; it has {kept} MB now")]
pub struct TableError {
    /// What was asked for.
    pub megabytes: usize,
    /// The size it has instead.
    pub kept: usize,
}

#[derive(Default)]
#[repr(transparent)]
struct Slot([AtomicU64; 2]);

impl Slot {
    fn load(&self) -> Packed {
        let [check, data] = &self.0;
        let data = data.load(Ordering::Relaxed);
        Packed::from_words(check.load(Ordering::Relaxed), data)
    }

    fn store(&self, packed: Packed) {
        for (word, value) in self.0.iter().zip(packed.words()) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

/// The slots where a position may be kept: a cache line.
#[derive(Default)]
#[repr(C, align(64))]
struct Cluster([Slot; 4]);

// SAFETY: a cluster is words, and those may have any value, 0 too. 64 bytes are aligned in a page.
unsafe impl FillsPages for Cluster {}

/// The table.
#[derive(Default)]
pub(super) struct Table {
    clusters: Pages<Cluster>,
    age: AtomicU8,
    /// Whether a search has begun since it was empty.
    is_used: AtomicBool,
}

impl Table {
    /// A table of a size in MB or, where there is no memory for it, of the largest half,
    /// quarter and so on that there is memory for.
    pub(super) fn new(megabytes: usize) -> Self {
        let sizes = std::iter::successors(Some(megabytes), |&size| (size > 0).then_some(size / 2));
        let clusters = sizes.filter_map(allocate).next();
        Table {
            clusters: clusters.unwrap_or_default(),
            ..Table::default()
        }
    }

    /// Changes the size and forgets everything. A table of 0 MB keeps nothing.
    pub(super) fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        let before = self.megabytes();
        // The memory of the old table may be what the new one needs.
        *self = Table::default();
        match allocate(megabytes) {
            Some(clusters) => {
                self.clusters = clusters;
                Ok(())
            }
            None => {
                *self = Table::new(before);
                Err(TableError {
                    megabytes,
                    kept: self.megabytes(),
                })
            }
        }
    }

    /// Forgets everything. An unused table is left alone: to write to memory for the first time,
    /// and to have the system find it, takes seconds where it is much.
    pub(super) fn clear(&mut self) {
        if std::mem::take(self.is_used.get_mut()) {
            self.clusters.fill_with(Cluster::default);
            self.age = AtomicU8::new(0);
        }
    }

    /// Tells that a new search begins.
    pub(super) fn grow_older(&self) {
        self.is_used.store(true, Ordering::Relaxed);
        let age = (self.age() + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed) % AGES
    }

    fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    fn slots(&self, key: Key) -> &[Slot] {
        // The high half of the product spreads keys over any number of clusters (D. Lemire).
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        self.clusters
            .get(index as usize)
            .map_or(&[], |cluster| &cluster.0)
    }

    /// Brings the cluster of a key into the cache, while something else is done. Without it a
    /// quarter of the time of a search is spent on waiting for memory.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        if let Some(slot) = self.slots(key).first() {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(slot).cast();
            // SAFETY: a prefetch reads nothing and cannot fault; all x86-64 processors have it.
            unsafe {
                _mm_prefetch(address, _MM_HINT_T0);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position, its score's mates counted from `ply` plies before.
    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        self.slots(key)
            .iter()
            .map(Slot::load)
            .find(|packed| packed.is_of(key))
            .and_then(Packed::entry)
            .map(|entry| Entry {
                score: entry.score.seen_from_root(ply),
                ..entry
            })
    }

    /// Keeps what was found of a position, in place of what was known of it or of what is worth
    /// least. What is much deeper and of the same search stays, unless the new score is exact.
    pub(super) fn store(&self, key: Key, ply: usize, mut entry: Entry) {
        const MUCH_DEEPER: i32 = 4;
        let age = self.age();
        let rank = |slot: &&Slot| {
            let packed = slot.load();
            (!packed.is_of(key), packed.worth(age))
        };
        let Some(slot) = self.slots(key).iter().min_by_key(rank) else {
            return;
        };
        let packed = slot.load();
        if packed.is_of(key) {
            if entry.best.is_none() {
                entry.best = packed.best();
            }
            if entry.bound != Bound::Exact
                && packed.bound().is_some()
                && packed.age() == age
                && packed.depth() >= entry.depth + MUCH_DEEPER
            {
                return;
            }
        }
        entry.score = entry.score.seen_from_node(ply);
        slot.store(Packed::new(key, entry, age));
    }

    /// How full the table is of entries of this search, in thousandths, judged by a sample.
    pub(super) fn permille_used(&self) -> u32 {
        const SAMPLE: usize = 250;
        let age = self.age();
        let slots = self.clusters.iter().take(SAMPLE).flat_map(|c| &c.0);
        let is_used = |slot: &Slot| {
            let packed = slot.load();
            packed.bound().is_some() && packed.age() == age
        };
        let sampled = slots.clone().count().max(1);
        let used = slots.filter(|slot| is_used(slot)).count();
        (used * 1000 / sampled) as u32
    }
}

/// Empty clusters, as many as fit into so many MB; `None` where there is no memory for them.
fn allocate(megabytes: usize) -> Option<Pages<Cluster>> {
    Pages::zeroed(megabytes.checked_mul((1 << 20) / size_of::<Cluster>())?)
}

#[cfg(test)]
mod tests {
    use rand::RngCore;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::eval::Score;
    use crate::position::{History, Move, Position};
    use crate::search::depth::Depth;
    use crate::search::{Bound, Control, Engine, Event, Limits};
    use crate::variant::{Chess, PlunderChess, TwoRing, Variant};

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Move::from_bits(0x0fff_ffff)),
            score: Score::from_centipawns(-31),
            bound: Bound::Upper,
            depth: Depth::new(depth),
            eval: Some(Score::from_centipawns(12)),
        }
    }

    #[test]
    fn what_is_stored_is_found_by_its_key_alone() {
        let table = Table::new(1);
        let key = Key(0x1234_5678_9abc_def0);
        assert_eq!(table.probe(key, 0), None);
        table.store(key, 3, entry(7));
        assert_eq!(table.probe(key, 3), Some(entry(7)));
        assert_eq!(table.probe(Key(key.0 ^ 1 << 20), 3), None);
        assert_eq!(table.probe(Key(0), 0), None);
        let without_best = Entry {
            best: None,
            ..entry(8)
        };
        table.store(key, 3, without_best);
        assert_eq!(table.probe(key, 3), Some(entry(8)));
    }

    #[test]
    fn mates_count_from_the_node_that_asks() {
        let table = Table::new(1);
        let mate = Entry {
            score: Score::mate_in(9),
            ..entry(5)
        };
        table.store(Key(5), 4, mate);
        let found = table.probe(Key(5), 10).map(|entry| entry.score);
        assert_eq!(found, Some(Score::mate_in(15)));
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(1);
        table.store(Key(77), 0, entry(7));
        let mut slots = table.slots(Key(77)).iter();
        let slot = slots.find(|slot| slot.load().is_of(Key(77)));
        let other = Entry {
            score: Score::from_centipawns(700),
            best: None,
            ..entry(9)
        };
        let [_, data] = Packed::new(Key(77), other, 0).words();
        slot.expect("a slot").0[1].store(data, Ordering::Relaxed);
        assert_eq!(table.probe(Key(77), 0), None);
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let table = Table::new(1);
        let same_cluster = |n: u64| Key(n << 16);
        for n in 1..=4 {
            table.store(same_cluster(n), 0, entry(4 + n as i32));
        }
        table.store(same_cluster(9), 0, entry(1));
        assert_eq!(table.probe(same_cluster(1), 0), None);
        for _ in 0..5 {
            table.grow_older();
        }
        table.store(same_cluster(10), 0, entry(1));
        table.store(same_cluster(11), 0, entry(1));
        assert!(table.probe(same_cluster(10), 0).is_some());
        assert!(table.probe(same_cluster(11), 0).is_some());
    }

    #[test]
    fn impossible_sizes_leave_a_working_table() {
        let mut table = Table::new(2);
        for megabytes in [usize::MAX, usize::MAX >> 21] {
            let error = TableError { megabytes, kept: 2 };
            assert_eq!(table.resize(megabytes), Err(error));
            table.store(Key(1), 0, entry(1));
            assert!(table.probe(Key(1), 0).is_some());
        }
        assert_eq!(table.resize(0), Ok(()));
        table.store(Key(1), 0, entry(1));
        assert_eq!((table.probe(Key(1), 0), table.permille_used()), (None, 0));
    }

    /// Searches while every entry that it finds is garbage of the right key.
    fn search_in_garbage<V: Variant>() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut engine = Engine::new(1, 1);
        let start = Position::<V>::start();
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        for _ in 0..20 {
            engine.clear();
            for m in start.moves() {
                let child = start.make(m);
                for key in child
                    .moves()
                    .iter()
                    .map(|&m| child.make(m).key())
                    .chain([child.key()])
                {
                    let data = rng.next_u64();
                    let check = (key.0 ^ data) & !0xffff | rng.next_u64() & 0xffff;
                    engine.table().slots(key)[0].store(Packed::from_words(check, data));
                }
            }
            // Playing an illegal turn would break the board, which debug assertions notice.
            let outcome = engine.search(
                &History::new(start),
                &limits,
                &Control::new(),
                &mut |event| {
                    let Event::Line(report) = event else {
                        return;
                    };
                    let mut position = start;
                    for &m in report.pv {
                        assert!(position.is_legal(m));
                        position = position.make(m);
                    }
                },
            );
            assert!(outcome.best.is_some_and(|m| start.is_legal(m)));
        }
    }

    #[test]
    fn garbage_never_reaches_the_board() {
        search_in_garbage::<Chess>();
        search_in_garbage::<PlunderChess>();
        search_in_garbage::<TwoRing>();
    }
}
