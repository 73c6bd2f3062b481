//! Memory for a large table, straight from the system: zeroed, made real only where it is used, and
//! in huge pages where there are any. A search touches the table all over, and with pages of the
//! usual size the processor spends a good part of its time on finding them.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// What a [`Pages`] may hold.
///
/// # Safety
///
/// All bytes being zero is a value, nothing needs to be dropped, and the alignment is that of a page
/// at most.
pub(super) unsafe trait FillsPages: Send + Sync {}

/// A slice in memory of its own, which goes back to the system when it is dropped.
pub(super) struct Pages<T> {
    /// None is the empty slice.
    map: Option<MmapMut>,
    /// The length of the slice.
    count: usize,
    content: PhantomData<T>,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Pages {
            map: None,
            count: 0,
            content: PhantomData,
        }
    }
}

impl<T: FillsPages> Pages<T> {
    /// So many values, all bytes zero; `None` where there is no memory for them.
    pub(super) fn zeroed(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<T>())?;
        if bytes == 0 {
            return Some(Self::default());
        }
        let map = MmapMut::map_anon(bytes).ok()?;
        // Without huge pages it works as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Pages {
            map: Some(map),
            count,
            content: PhantomData,
        })
    }
}

impl<T: FillsPages> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.map {
            None => &[],
            // SAFETY: the map holds `count` values, zeroed at first, which is a value by
            // `FillsPages`, and is reached through these two functions alone.
            Some(map) => unsafe { std::slice::from_raw_parts(map.as_ptr().cast(), self.count) },
        }
    }
}

impl<T: FillsPages> DerefMut for Pages<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.map {
            None => &mut [],
            // SAFETY: as above; whoever has the pages to himself has what is in them.
            Some(map) => unsafe {
                std::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), self.count)
            },
        }
    }
}
