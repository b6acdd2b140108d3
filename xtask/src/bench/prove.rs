//! What `charter prove` adds to the command that it runs, and what `charter verify` reads.

use super::context::BenchContext;
use super::scratch::{ScratchStore, spawn, write_sources};
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::{ChoreError, Result};
use std::fs;
use std::path::Path;

const SAMPLES: usize = 40;

/// How many artifacts are verified, and how long each is.
const ARTIFACTS: usize = 1000;
const ARTIFACT_BYTES: usize = 100_000;

/// Measures a run with and without charter, and the reading of many artifacts.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "what", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("against"),
        right("more, ms"),
    ]);
    for files in [0, 300] {
        let scratch = ScratchStore::new(1)?;
        write_sources(scratch.dir.path(), files)?;
        let plain = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], scratch.dir.path()));
        let args = ["prove", "VAL-A-1", "--no-base", "--", "true"];
        let proved = Samples::take(SAMPLES, || spawn(&ctx.binary, &args, scratch.dir.path()));
        let more = proved.median().saturating_sub(plain.median());
        table.push(&[
            &format!("`charter prove … -- true`, {files} source files, against `true`"),
            &ms(proved.fastest()),
            &ms(proved.median()),
            &ratio(proved.median(), plain.median()),
            &ms(more),
        ]);
    }
    let scratch = ScratchStore::new(1)?;
    let paths = write_artifacts(&scratch, &ctx.binary)?;
    let hashed = Samples::take(5, || {
        for path in &paths {
            let _ = fs::read(path).map(|bytes| charter_kernel::Digest::of(&bytes));
        }
    });
    let verified = Samples::take(5, || spawn(&ctx.binary, &["verify"], scratch.dir.path()));
    table.push(&[
        &format!("`charter verify`, {} artifacts of 100 KB, against hashing them", paths.len()),
        &ms(verified.fastest()),
        &ms(verified.median()),
        &ratio(verified.median(), hashed.median()),
        &ms(verified.median().saturating_sub(hashed.median())),
    ]);
    table.note(
        "Whole processes. `prove` asks git four times, partly beside its own reading, writes the evidence and its output, appends the \
         event with its fsync and writes the derived files; every watched file is read.",
    );
    Ok(table)
}

fn write_artifacts(scratch: &ScratchStore, binary: &Path) -> Result<Vec<std::path::PathBuf>> {
    let dir = scratch.dir.path();
    let mut n_written = 0;
    while n_written < ARTIFACTS {
        let mut args = vec!["record", "VAL-A-1", "--fail", "-m", "measured"];
        let names: Vec<String> = (0..100).map(|n| format!("artifact-{n}.bin")).collect();
        for (idx, name) in names.iter().enumerate() {
            let byte = u8::try_from((n_written + idx) % 251).unwrap_or(0);
            let path = dir.join(name);
            fs::write(&path, vec![byte; ARTIFACT_BYTES]).map_err(ChoreError::file(&path))?;
            args.extend(["--artifact", name]);
        }
        spawn(binary, &args, dir);
        n_written += names.len();
    }
    let work = scratch.store.layout().file(&scratch.id, "work/_charter/evidence");
    let mut paths = Vec::new();
    for run in fs::read_dir(&work).map_err(ChoreError::file(&work))?.flatten() {
        let files = fs::read_dir(run.path()).map_err(ChoreError::file(&run.path()))?.flatten();
        paths.extend(
            files.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "bin")),
        );
    }
    Ok(paths)
}
