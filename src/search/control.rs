//! The strings by which a search is held from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::time::Stopwatch;

/// Stops a search, or tells it that the move it pondered on was played; shared between the
/// thread that searches and those that hear from outside.
pub struct Control {
    is_stopped: AtomicBool,
    /// Runs while the mover's time does: not while he ponders.
    clock: Mutex<Option<Stopwatch>>,
    released: Condvar,
}

impl Control {
    /// For a search that begins now and does not ponder.
    pub fn new() -> Self {
        Control {
            is_stopped: AtomicBool::new(false),
            clock: Mutex::new(Some(Stopwatch::start())),
            released: Condvar::new(),
        }
    }

    /// Forgets the last search and starts the clock, unless the next one is to `ponder`. Comes
    /// before each search, and before anybody may stop it.
    pub fn begin(&self, ponder: bool) {
        let mut clock = self.lock();
        *clock = (!ponder).then(Stopwatch::start);
        self.is_stopped.store(false, Ordering::Release);
    }

    /// Ends the search within some milliseconds, and lets its move be told.
    pub fn stop(&self) {
        // The lock keeps this from falling between a waiter's look and its sleep.
        let _clock = self.lock();
        self.is_stopped.store(true, Ordering::Release);
        self.released.notify_all();
    }

    /// The opponent has played what was pondered on: the clock runs from now. Without effect on
    /// a search that does not ponder.
    pub fn ponder_hit(&self) {
        self.lock().get_or_insert_with(Stopwatch::start);
        self.released.notify_all();
    }

    /// Whether somebody has called [`Control::stop`].
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Acquire)
    }

    /// How long the mover's clock has run; `None` while the search ponders.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.lock().as_ref().map(Stopwatch::elapsed)
    }

    /// Sleeps for as long as the move of a search that is over may not be told: until it is
    /// stopped, if it was `infinite` or still ponders.
    pub fn wait_for_release(&self, infinite: bool) {
        let guard = self.released.wait_while(self.lock(), |clock| {
            !self.is_stopped() && (infinite || clock.is_none())
        });
        drop(guard);
    }

    /// The clock, also after a thread that held it has panicked: it is always whole.
    fn lock(&self) -> MutexGuard<'_, Option<Stopwatch>> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a waiter is let go once another thread has done something.
    fn is_released_by(control: &Control, infinite: bool, action: fn(&Control)) -> bool {
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| control.wait_for_release(infinite));
            std::thread::sleep(Duration::from_millis(10));
            let waited = !waiter.is_finished();
            action(control);
            waited && waiter.join().is_ok()
        })
    }

    #[test]
    fn a_move_is_told_when_it_may_be() {
        let control = Control::new();
        control.wait_for_release(false);
        assert!(is_released_by(&control, true, Control::stop));
        control.begin(true);
        assert!(!control.is_stopped());
        assert_eq!(control.thinking_time(), None);
        assert!(is_released_by(&control, false, Control::ponder_hit));
        assert!(control.thinking_time().is_some());
        control.begin(true);
        assert!(is_released_by(&control, false, Control::stop));
    }
}
