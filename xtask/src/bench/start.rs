//! Whole processes: how long a person or a hook waits.

use super::context::BenchContext;
use super::scratch::ScratchStore;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::{ChoreError, Result};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SAMPLES: usize = 200;

/// Measures commands that everything else waits for.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "command", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("against `true`"),
    ]);
    let temp = std::env::temp_dir();
    let empty = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let scratch = ScratchStore::new(10)?;
    let nothing = measure(Path::new("true"), &[], empty.path());
    let baseline = nothing.median();
    let mut add = |label: &str, samples: &Samples| {
        let (fastest, median): (Duration, Duration) = (samples.fastest(), samples.median());
        table.push(&[&label, &ms(fastest), &ms(median), &ratio(median, baseline)]);
    };
    add("`true`", &nothing);
    let charter = |args: &[&str], dir: &Path| measure(&ctx.binary, args, dir);
    add("`charter --version`", &charter(&["--version"], empty.path()));
    add("`charter --help`", &charter(&["--help"], empty.path()));
    add("`charter status`, nothing there", &charter(&["status"], empty.path()));
    add("`charter status`, one charter", &charter(&["status"], scratch.dir.path()));
    add(
        "`charter status --json`, one charter",
        &charter(&["status", "--json"], scratch.dir.path()),
    );
    table.note(
        "200 runs each; the bound is 5 ms for `--version` and for `status` in an empty place.",
    );
    Ok(table)
}

fn measure(program: &Path, args: &[&str], dir: &Path) -> Samples {
    Samples::take(SAMPLES, || {
        let _ = Command::new(program)
            .args(args)
            .current_dir(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    })
}
