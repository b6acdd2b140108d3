//! Work that turns up while it is done, shared by a few threads.
//!
//! Owns the queue and when it is at its end: once nothing waits and nobody works. Must not know what
//! the work is.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

const THREADS_MAX: usize = 8;

/// What waits, and how many are at work.
struct Waiting<T> {
    items: Vec<T>,
    n_busy: usize,
}

/// A queue that several threads take from.
pub(super) struct Pool<T> {
    waiting: Mutex<Waiting<T>>,
    news: Condvar,
}

impl<T: Send> Pool<T> {
    /// Works until nothing is left; `work` may add to the pool.
    pub(super) fn drain(first: T, work: impl Fn(T, &Self) + Sync) {
        let waiting = Mutex::new(Waiting { items: vec![first], n_busy: 0 });
        let pool = Self { waiting, news: Condvar::new() };
        let n_threads = std::thread::available_parallelism().map_or(2, usize::from);
        std::thread::scope(|scope| {
            // Waiting for the disk is no work: a few more than there are cores.
            for _ in 0..(2 * n_threads).min(THREADS_MAX) {
                scope.spawn(|| pool.help(&work));
            }
        });
    }

    /// Adds work.
    pub(super) fn add(&self, item: T) {
        self.lock().items.push(item);
        self.news.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn help(&self, work: &impl Fn(T, &Self)) {
        while let Some(item) = self.take() {
            work(item, self);
            let mut waiting = self.lock();
            waiting.n_busy -= 1;
            if waiting.n_busy == 0 && waiting.items.is_empty() {
                self.news.notify_all();
            }
        }
    }

    /// Takes the next piece, or waits for one; none once there will be none.
    fn take(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            if let Some(item) = waiting.items.pop() {
                waiting.n_busy += 1;
                return Some(item);
            }
            if waiting.n_busy == 0 {
                return None;
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
