//! The sign for all threads of a tournament to stop, which wakes whoever waits.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};

/// A sign that is given once, from any thread, a signal handler's too. Clones share it.
#[derive(Clone)]
pub struct Stop {
    /// Dropped when the sign is given: the channel is then closed.
    sender: Arc<Mutex<Option<Sender<()>>>>,
    receiver: Receiver<()>,
}

impl Default for Stop {
    fn default() -> Self {
        Stop::new()
    }
}

impl Stop {
    /// A sign not yet given.
    pub fn new() -> Self {
        let (sender, receiver) = bounded(0);
        Stop {
            sender: Arc::new(Mutex::new(Some(sender))),
            receiver,
        }
    }

    /// Gives the sign.
    pub fn give(&self) {
        self.sender
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    /// Whether it was given.
    pub fn is_given(&self) -> bool {
        self.receiver.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// Waits, unless the sign is given first.
    pub fn wait(&self, time: Duration) -> Result<(), Stopped> {
        match self.receiver.recv_timeout(time) {
            Err(RecvTimeoutError::Disconnected) => Err(Stopped),
            _ => Ok(()),
        }
    }

    /// The channel that is closed by the sign, to be selected from.
    pub(super) fn channel(&self) -> &Receiver<()> {
        &self.receiver
    }
}

/// The sign to stop was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;
