//! Measuring: the clock of the benchmarks, and how samples become one number.

use std::time::{Duration, Instant};

/// The samples of one measurement, sorted.
#[derive(Debug, Clone)]
pub(crate) struct Samples(Vec<Duration>);

impl Samples {
    /// Runs something a number of times, after one run that does not count.
    pub(crate) fn take(n: usize, mut run: impl FnMut()) -> Self {
        run();
        Self::of((0..n).map(|_| time(&mut run)).collect())
    }

    /// Takes samples that were timed one by one.
    pub(crate) fn of(mut samples: Vec<Duration>) -> Self {
        samples.sort();
        Self(samples)
    }

    /// Gives the middle sample.
    pub(crate) fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).copied().unwrap_or_default()
    }

    /// Gives the fastest sample, the least disturbed by whatever else the machine does.
    pub(crate) fn fastest(&self) -> Duration {
        self.0.first().copied().unwrap_or_default()
    }
}

/// Times one run.
#[expect(clippy::disallowed_methods, reason = "a benchmark is about time")]
pub(crate) fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Renders milliseconds with two digits.
pub(crate) fn ms(duration: Duration) -> String {
    format!("{:.2}", duration.as_secs_f64() * 1000.0)
}

/// Renders how many times longer one duration is than another.
pub(crate) fn ratio(duration: Duration, baseline: Duration) -> String {
    format!("{:.2} ×", duration.as_secs_f64() / baseline.as_secs_f64().max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_sorted_and_the_first_run_does_not_count() {
        let mut runs = 0;
        let samples = Samples::take(5, || runs += 1);
        assert_eq!(runs, 6);
        assert!(samples.fastest() <= samples.median());
    }

    #[test]
    fn numbers_are_rendered_with_two_digits() {
        assert_eq!(ms(Duration::from_micros(1234)), "1.23");
        assert_eq!(ratio(Duration::from_millis(5), Duration::from_millis(2)), "2.50 ×");
    }
}
