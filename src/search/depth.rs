//! How deep is still to be searched.

use std::ops::{Add, Sub};

/// A number of plies that remain to be searched; quiescence begins at none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Depth(i32);

impl Depth {
    /// So many plies.
    pub(super) const fn new(plies: i32) -> Self {
        Depth(plies)
    }

    /// How many plies it is, negative past the horizon.
    pub(super) const fn plies(self) -> i32 {
        self.0
    }

    /// Whether nothing remains.
    pub(super) const fn is_exhausted(self) -> bool {
        self.0 <= 0
    }

    /// This or so many plies, whichever is more.
    pub(super) fn at_least(self, plies: i32) -> Self {
        Depth(self.0.max(plies))
    }

    /// The form that a table entry keeps, 0 to 255.
    pub(super) fn to_bits(self) -> u8 {
        self.0.clamp(0, 255) as u8
    }

    /// The inverse of [`Depth::to_bits`].
    pub(super) fn from_bits(bits: u8) -> Self {
        Depth(i32::from(bits))
    }
}

impl Add<i32> for Depth {
    type Output = Self;
    #[inline]
    fn add(self, plies: i32) -> Self {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Self;
    #[inline]
    fn sub(self, plies: i32) -> Self {
        Depth(self.0 - plies)
    }
}
