//! Opening a ledger: with the checkpoint it does not grow with history, without it is read whole.

use super::context::BenchContext;
use super::scratch::ScratchStore;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::Result;
use std::hint::black_box;
use std::process::{Command, Stdio};

/// Measures ledgers of several lengths.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        right("events"),
        right("strands"),
        right("ledger, KB"),
        right("verified whole, ms"),
        right("behind the checkpoint, ms"),
        right("against 10 events"),
        right("`charter status`, whole process, ms"),
    ]);
    let mut first = None;
    for (n, n_strands) in [(10, 1), (1000, 1), (100_000, 1), (100_000, 1000)] {
        let scratch = match n_strands {
            1 => ScratchStore::new(n)?,
            several => ScratchStore::in_strands(n, several)?,
        };
        let samples = if n > 10_000 { 7 } else { 60 };
        let whole = Samples::take(samples, || {
            let _ = black_box(scratch.store.examine(&scratch.id));
        });
        let behind = Samples::take(60, || {
            let _ = black_box(scratch.store.load(&scratch.id));
        });
        let process = Samples::take(60, || {
            let _ = Command::new(&ctx.binary)
                .arg("status")
                .current_dir(scratch.dir.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        });
        let behind = behind.median();
        let first = *first.get_or_insert(behind);
        let kilobytes = scratch.ledger_bytes() / 1000;
        table.push(&[
            &n,
            &n_strands,
            &kilobytes,
            &ms(whole.median()),
            &ms(behind),
            &ratio(behind, first),
            &ms(process.median()),
        ]);
    }
    table.note(
        "Medians. *Verified whole* is what `charter doctor` does, and any read after the ledger \
         was changed by something else than charter: every line is parsed and hashed. A ledger in a \
         thousand strands costs a look at each file.",
    );
    Ok(table)
}
