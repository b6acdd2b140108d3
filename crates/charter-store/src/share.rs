//! The same work on many items, shared out among a few threads.
//!
//! Owns how many threads there are: none where there is little to do. Must not know the work.

use std::thread::{Builder, ScopedJoinHandle};

/// How work is shared out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    /// How many items a thread has at least.
    pub(crate) items_min: usize,
    pub(crate) threads_max: usize,
}

impl Share {
    /// Looking at files and reading them.
    pub(crate) const LOOKS: Self = Self { items_min: 2000, threads_max: 4 };

    /// Waiting until files are durable: the system makes those durable together that are waited for
    /// at once.
    pub(crate) const SYNCS: Self = Self { items_min: 32, threads_max: 16 };

    /// Does the same to every item, and gives the results in order.
    pub(crate) fn out<T: Sync, R: Send>(
        self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let n_threads = (items.len() / self.items_min.max(1)).min(self.threads_max);
        if n_threads < 2 {
            return items.iter().map(work).collect();
        }
        let work = &work;
        let all = |part: &[T]| part.iter().map(work).collect::<Vec<R>>();
        std::thread::scope(|scope| {
            let begin = |part| {
                let thread = Builder::new().spawn_scoped(scope, move || all(part));
                (part, thread)
            };
            let parts = items.chunks(items.len().div_ceil(n_threads));
            let begun: Vec<_> = parts.map(begin).collect();
            // Where the system gives no thread, or one broke down, its part is done here.
            let finish = |(part, thread): (_, std::io::Result<ScopedJoinHandle<'_, Vec<R>>>)| {
                let done = thread.ok().and_then(|it| it.join().ok());
                done.unwrap_or_else(|| all(part))
            };
            begun.into_iter().flat_map(finish).collect()
        })
    }
}
