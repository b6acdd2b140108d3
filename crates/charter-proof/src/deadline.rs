//! A moment after which nobody waits any more.
//!
//! Owns the thread that sleeps until then: the clock is elsewhere. Must not know what is waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A moment that lies ahead at first; dropping the last of it ends the waiting for it.
#[derive(Debug, Clone)]
pub(crate) struct Deadline {
    is_over: Arc<AtomicBool>,
    /// Ends the sleep when it is dropped.
    _cancel: mpsc::Sender<()>,
}

impl Deadline {
    /// Sets a moment that is so far away.
    pub(crate) fn after(span: Duration) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let (cancel, cancelled) = mpsc::channel::<()>();
        let flag = Arc::clone(&is_over);
        thread::spawn(move || {
            if cancelled.recv_timeout(span) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        Self { is_over, _cancel: cancel }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}
