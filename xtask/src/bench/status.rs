//! `charter status --json` as a whole process, for registers and ledgers of several sizes.

use super::context::BenchContext;
use super::scratch::{ScratchStore, spawn, write_sources};
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::{ChoreError, Result};
use charter_contract::document::CriteriaDoc;
use charter_contract::evidence::{Basis, digest_of};
use charter_contract::{ContractEvent, EvidenceOutcome, EvidenceSource};
use charter_engine::event::EventBody;
use charter_kernel::markdown::Source;
use std::fs;
use std::path::Path;

const SAMPLES: usize = 40;

/// How many source files a watched project has.
const FILES: usize = 500;

/// A register and a ledger to measure.
struct Size {
    criteria: usize,
    events: usize,
    is_watched: bool,
}

/// Measures sizes from small to large, and one whose evidence rests on files.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        right("criteria"),
        right("events"),
        Column { title: "evidence rests on", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("against `true`"),
        right("µs a criterion"),
    ]);
    let size = |criteria, events, is_watched| Size { criteria, events, is_watched };
    let sizes = [
        size(10, 100, false),
        size(100, 1000, false),
        size(1000, 10_000, false),
        size(1000, 100_000, false),
        size(10_000, 100_000, false),
        size(10, 100, true),
        size(1000, 10_000, true),
    ];
    for size in sizes {
        let scratch = prepare(&size)?;
        let nothing = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], scratch.dir.path()));
        let args = ["status", "--json"];
        // The first run writes what the next ones find: warm is what people wait for.
        spawn(&ctx.binary, &args, scratch.dir.path());
        spawn(&ctx.binary, &args, scratch.dir.path());
        let status = Samples::take(SAMPLES, || spawn(&ctx.binary, &args, scratch.dir.path()));
        let rests =
            if size.is_watched { format!("{FILES} files, in git") } else { "nothing".to_owned() };
        let median = status.median();
        let micros = median.as_micros() / size.criteria as u128;
        table.push(&[
            &size.criteria,
            &size.events,
            &rests,
            &ms(status.fastest()),
            &ms(median),
            &ratio(median, nothing.median()),
            &micros,
        ]);
    }
    table.note(
        "Whole processes, warm: the ledger is verified and sealed, digests of files are remembered. \
         Every criterion has evidence. With watched files one `git ls-files` is part of it.",
    );
    Ok(table)
}

fn prepare(size: &Size) -> Result<ScratchStore> {
    let scratch = ScratchStore::new(1)?;
    let register = register(size);
    let path = scratch.store.layout().file(&scratch.id, "criteria.md");
    fs::write(&path, &register).map_err(ChoreError::file(&path))?;
    if size.is_watched {
        write_sources(scratch.dir.path(), FILES)?;
    }
    let (doc, _) = CriteriaDoc::parse(Source::new(register.into_bytes()));
    let body = |n: usize| {
        let criterion = doc.criteria().get(n % size.criteria.max(1));
        let id = criterion.map(|it| it.id.clone());
        let id = id.ok_or_else(|| ChoreError::Measure("the register is empty".to_owned()))?;
        let basis = Basis { criterion: criterion.map(digest_of), ..Basis::default() };
        Ok(EventBody::Contract(ContractEvent::EvidenceRecorded {
            criterion_id: id,
            outcome: EvidenceOutcome::Pass,
            source: EvidenceSource::Manual,
            summary: format!("looked at it for the {n}th time"),
            because: Some("watched it".to_owned()),
            path: Some("work/_charter/evidence/2026-11-16T09-12-04-000Z".to_owned()),
            artifacts: Vec::new(),
            basis: Some(Box::new(basis)),
            run: None,
        }))
    };
    let bodies: Vec<EventBody> = (0..size.events).map(body).collect::<Result<_>>()?;
    for part in bodies.chunks(2000) {
        scratch.append_all(part)?;
    }
    Ok(scratch)
}

fn register(size: &Size) -> String {
    let watches = if size.is_watched { "Watches: src/**\n" } else { "" };
    let leaf = |n: usize| {
        format!(
            "### VAL-N-{n:05} — thing number {n} holds\nA reader would see it.\nVerifier: command\nCommand: make check\n{watches}\n"
        )
    };
    let part = |m: usize| {
        let last = size.criteria.min((m + 1) * 50);
        let leaves: String = (m * 50..last).map(leaf).collect();
        format!("## m{m} Part {m}\n\n{leaves}")
    };
    (0..size.criteria.div_ceil(50)).map(part).collect()
}
