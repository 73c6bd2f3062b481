//! What waits for a count to end.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::input::{Arrival, MAX_LINE, Request};

/// How long the counts before it may go on once the end has been asked for: a script that asks
/// for some and quits has them, and a program whose user has gone does not stay behind.
const PATIENCE: Duration = Duration::from_secs(5);

/// Requests in their order.
#[derive(Default)]
pub struct Queue {
    requests: VecDeque<Arrival>,
    /// Of the lines they come from.
    bytes: usize,
    /// How many of them are `stop`.
    stops: usize,
    /// When the end that is among them has to come; none is, if this is `None`.
    deadline: Option<Instant>,
}

impl Queue {
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Whether no more should be read for now.
    pub fn is_full(&self) -> bool {
        self.bytes as u64 >= MAX_LINE
    }

    /// When counts have to give way to the end, if that has been asked for.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether they have to by now.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|time| time <= Instant::now())
    }

    /// Whether counts have to give way to what waits: to a `stop`, to the end when its time has
    /// come, or to a flood.
    pub fn is_pressing(&self) -> bool {
        self.stops > 0 || self.is_late() || self.is_full()
    }

    /// Adds a request as the last.
    pub fn push(&mut self, request: Request, bytes: usize) {
        if request.is_last() {
            self.deadline = Some(Instant::now() + PATIENCE);
        }
        self.stops += usize::from(request.is_stop());
        // An empty line takes room, too.
        let bytes = bytes + size_of::<Arrival>();
        self.bytes += bytes;
        self.requests.push_back((request, bytes));
    }

    /// Takes the first request.
    pub fn pop(&mut self) -> Option<Request> {
        let (request, bytes) = self.requests.pop_front()?;
        self.stops -= usize::from(request.is_stop());
        self.bytes -= bytes;
        Some(request)
    }
}
