//! Ctrl-C while a command runs.
//!
//! Owns that it reaches the command and does not end charter before it: what was running is said,
//! and what was begun is put away. A second one ends charter at once. Must not know what runs.

use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM, SIGWINCH};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of what a signal of the keyboard ended.
const EXIT_INTERRUPTED: i32 = 130;

/// A watch over the signals that stop a command, as long as it lives.
#[derive(Debug)]
pub struct Interrupt {
    stopped: Arc<AtomicBool>,
    asked_to_end: Arc<AtomicBool>,
    resized: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

impl Interrupt {
    /// Begins to watch; a signal that cannot be watched does what it always does.
    #[must_use]
    pub fn watch() -> Self {
        let mut watch = Self::never();
        for signal in [SIGINT, SIGTERM] {
            let second = Arc::clone(&watch.stopped);
            let id =
                signal_hook::flag::register_conditional_shutdown(signal, EXIT_INTERRUPTED, second);
            watch.ids.extend(id.ok());
        }
        watch.follow(SIGINT, &Arc::clone(&watch.stopped));
        watch.follow(SIGTERM, &Arc::clone(&watch.stopped));
        watch.follow(SIGTERM, &Arc::clone(&watch.asked_to_end));
        watch.follow(SIGWINCH, &Arc::clone(&watch.resized));
        watch
    }

    /// Watches nothing.
    pub(crate) fn never() -> Self {
        let flag = Arc::<AtomicBool>::default;
        Self { stopped: flag(), asked_to_end: flag(), resized: flag(), ids: Vec::new() }
    }

    fn follow(&mut self, signal: i32, flag: &Arc<AtomicBool>) {
        self.ids.extend(signal_hook::flag::register(signal, Arc::clone(flag)).ok());
    }

    /// Tells whether somebody wanted to stop.
    #[must_use]
    pub fn came(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Tells once whether charter alone was asked to end: a terminal asks everybody, `kill` does not.
    pub(crate) fn take_end(&self) -> bool {
        self.asked_to_end.swap(false, Ordering::Relaxed)
    }

    /// Tells once whether the window has another size.
    pub(crate) fn take_resize(&self) -> bool {
        self.resized.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        for id in self.ids.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}
