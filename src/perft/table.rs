//! Subtrees already counted.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::position::Key;

/// One counted subtree in two words. The first is the key, mixed with the depth and the count:
/// if two threads write at once and the words do not belong together, the key does not fit and
/// the entry is not believed (R. Hyatt's and T. Mann's lock-less table).
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    count: AtomicU64,
}

pub(super) struct Table(Vec<Entry>);

impl Table {
    /// A table of this many mebibytes; `None` if that is 0 or more than can be had.
    pub fn new(mb: usize) -> Option<Self> {
        let len = mb.checked_mul(1 << 20)? / size_of::<Entry>();
        if len == 0 {
            return None;
        }
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).ok()?;
        entries.resize_with(len, Entry::default);
        Some(Table(entries))
    }

    fn slot(&self, key: Key, depth: u32) -> (u64, &Entry) {
        // Spread by depth, so that the same position at another depth has another key.
        let key = key.0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.0.len() as u128) >> 64;
        (key, &self.0[index as usize])
    }

    pub fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let (key, entry) = self.slot(key, depth);
        let count = entry.count.load(Ordering::Relaxed);
        (entry.check.load(Ordering::Relaxed) ^ count == key && count != 0).then_some(count)
    }

    pub fn put(&self, key: Key, depth: u32, count: u64) {
        let (key, entry) = self.slot(key, depth);
        entry.check.store(key ^ count, Ordering::Relaxed);
        entry.count.store(count, Ordering::Relaxed);
    }
}
