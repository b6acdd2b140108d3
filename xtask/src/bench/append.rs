//! Appending events: what a durable, chained, projected write costs.

use super::context::BenchContext;
use super::scratch::ScratchStore;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::{ChoreError, Result};
use std::fs::OpenOptions;
use std::io::Write;

/// Measures writes of several sizes.
pub(crate) fn run(_ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        right("events a write"),
        right("plain write + fsync, ms"),
        right("append, ms"),
        right("ratio"),
        right("events a second"),
    ]);
    let scratch = ScratchStore::new(1000)?;
    let plain = scratch.dir.path().join("plain");
    for n in [1, 10, 100, 1000] {
        let line = vec![b'x'; 330 * n];
        let mut result = Ok(());
        let baseline = Samples::take(60, || {
            let mut options = OpenOptions::new();
            let file = options.append(true).create(true).open(&plain);
            let written = file.and_then(|mut it| it.write_all(&line).and_then(|()| it.sync_data()));
            result = written.map_err(ChoreError::file(&plain));
        });
        result?;
        let mut result = Ok(());
        let ours = Samples::take(60, || {
            if result.is_ok() {
                result = scratch.append(n);
            }
        });
        result?;
        let (baseline, ours) = (baseline.median(), ours.median());
        let rate = n as f64 / ours.as_secs_f64();
        let rate = format!("{rate:.0}");
        table.push(&[&n, &ms(baseline), &ms(ours), &ratio(ours, baseline), &rate]);
    }
    table.note(
        "Medians of 60. An append takes the lock, reads the head, writes and syncs the lines, and \
         writes and syncs two derived files with their directory.",
    );
    Ok(table)
}
