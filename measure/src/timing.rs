//! How long something takes.

use std::time::{Duration, Instant};

/// Times a number of runs and gives the fastest, the least disturbed by whatever else runs.
pub(crate) fn time_fastest(n_runs: usize, run: impl Fn()) -> Duration {
    time_runs(n_runs, run).first().copied().unwrap_or_default()
}

/// Times a number of runs and gives what each took, the fastest first.
pub(crate) fn time_runs(n_runs: usize, mut run: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..n_runs).map(|_| time(&mut run)).collect();
    times.sort();
    times
}

#[expect(clippy::disallowed_methods, reason = "a measurement is about time")]
fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}
