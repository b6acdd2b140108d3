//! What a long history, many files, a large file and a large recording cost, each against the plain
//! tool that does the least that could be done.

use super::context::BenchContext;
use super::scratch::{ScratchStore, spawn};
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio, time};
use crate::error::{ChoreError, Result};
use charter_contract::ContractEvent;
use charter_engine::event::EventBody;
use charter_kernel::SessionId;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How many files the large project has, and in how many directories.
const FILES: usize = 100_000;
const DIRS: usize = 1000;

/// How large the large file is.
const FILE_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// How many entries are recorded at once.
const ENTRIES: usize = 10_000;

/// How often something is measured that takes long.
const SAMPLES: usize = 3;

/// How long to wait between two looks at a process's memory.
const GLANCE: Duration = Duration::from_millis(2);

/// Measures one sort of size after another.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let left = |title| Column { title, align: Align::Left };
    let mut table = Table::new(vec![
        left("what"),
        left("of"),
        right("median, ms"),
        left("against"),
        right("median, ms"),
        right("ratio"),
        right("peak memory, MB"),
    ]);
    histories(ctx, &mut table)?;
    files(ctx, &mut table)?;
    large_file(ctx, &mut table)?;
    recording(ctx, &mut table)?;
    table.note(
        "Whole processes. Peak memory is the largest resident set that was seen of a run of its own. \
         *Cold* is without `.charter/.local`, as in a fresh clone. The bounds: 200 MB for `log`, 1.5 × \
         of `git status` for `status` and `statusline`.",
    );
    Ok(table)
}

/// One measurement and what it is held against.
struct ScaleRow<'a> {
    what: &'a str,
    of: &'a str,
    samples: Samples,
    against: &'a str,
    baseline: &'a Samples,
    memory: Option<u64>,
}

fn push(table: &mut Table, row: &ScaleRow<'_>) {
    let (median, baseline) = (row.samples.median(), row.baseline.median());
    let memory = row.memory.map_or_else(|| "–".to_owned(), |kib| (kib / 1024).to_string());
    table.push(&[
        &row.what,
        &row.of,
        &ms(median),
        &row.against,
        &ms(baseline),
        &ratio(median, baseline),
        &memory,
    ]);
}

fn histories(ctx: &BenchContext, table: &mut Table) -> Result<()> {
    for n_events in [10_000, 100_000, 500_000] {
        let scratch = ScratchStore::new(n_events)?;
        let dir = scratch.dir.path();
        let ledger = scratch.ledger();
        let of = format!("{n_events} events");
        let lines = Samples::take(SAMPLES, || {
            spawn(Path::new("wc"), &["-l", &ledger.display().to_string()], dir);
        });
        for args in [&["log"][..], &["log", "--json"], &["log", "-n", "20"]] {
            let memory = peak(&ctx.binary, args, dir);
            let run = || spawn(&ctx.binary, args, dir);
            let samples = Samples::of((0..SAMPLES).map(|_| time(run)).collect());
            let what = format!("`charter {}`", args.join(" "));
            let (of, baseline) = (of.as_str(), &lines);
            push(
                table,
                &ScaleRow { what: &what, of, samples, against: "`wc -l`", baseline, memory },
            );
        }
        if n_events == 500_000 {
            hooks(ctx, table, &scratch, &of)?;
        }
    }
    Ok(())
}

/// A stop over a history that was not verified here, and over one that was.
fn hooks(ctx: &BenchContext, table: &mut Table, scratch: &ScratchStore, of: &str) -> Result<()> {
    let failed = |problem: charter_kernel::IdProblem| ChoreError::Measure(problem.to_string());
    let session = SessionId::parse("s1").map_err(failed)?;
    scratch.append_all(&[EventBody::Contract(ContractEvent::SessionBound {
        session,
        turn: 1_000_000,
    })])?;
    let dir = scratch.dir.path();
    let local = scratch.store.layout().root().join(".local");
    let baseline = &Samples::take(SAMPLES, || spawn(Path::new("true"), &[], dir));
    let forget = || {
        let _ = fs::remove_dir_all(&local);
    };
    let cold = Samples::of((0..SAMPLES).map(|_| (forget(), time(|| stop(ctx, dir))).1).collect());
    let against = "`true`";
    let what = "stop hook, cold";
    push(table, &ScaleRow { what, of, samples: cold, against, baseline, memory: None });
    let sealed = Samples::of((0..2).map(|_| (forget(), time(|| status(ctx, dir))).1).collect());
    let what = "`charter status`, cold: verifies and seals";
    push(table, &ScaleRow { what, of, samples: sealed, against, baseline, memory: None });
    let warm = Samples::take(SAMPLES, || stop(ctx, dir));
    let what = "stop hook, behind it";
    push(table, &ScaleRow { what, of, samples: warm, against, baseline, memory: None });
    Ok(())
}

fn status(ctx: &BenchContext, dir: &Path) {
    spawn(&ctx.binary, &["status"], dir);
}

fn stop(ctx: &BenchContext, dir: &Path) {
    let mut command = Command::new(&ctx.binary);
    command.args(["hook", "claude"]).current_dir(dir).stdin(Stdio::piped());
    let Ok(mut child) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else { return };
    if let Some(mut pipe) = child.stdin.take() {
        let payload = json!({ "hook_event_name": "Stop", "session_id": "s1" }).to_string();
        let _ = pipe.write_all(payload.as_bytes());
    }
    let _ = child.wait();
}

/// A project with many files that all matter.
fn files(ctx: &BenchContext, table: &mut Table) -> Result<()> {
    let scratch = ScratchStore::new(1)?;
    let dir = scratch.dir.path();
    for n_dir in 0..DIRS {
        let below = dir.join(format!("src/d{n_dir}"));
        fs::create_dir_all(&below).map_err(ChoreError::file(&below))?;
        for n_file in 0..FILES / DIRS {
            let path = below.join(format!("f{n_file}.rs"));
            fs::write(&path, format!("// {n_dir} {n_file}\n")).map_err(ChoreError::file(&path))?;
        }
    }
    commit(dir);
    let register = "## m1 One\n\n### VAL-A-1 — one\nVerifier: command\nCommand: true\n";
    let path = scratch.store.layout().file(&scratch.id, "criteria.md");
    fs::write(&path, register).map_err(ChoreError::file(&path))?;
    spawn(&ctx.binary, &["prove", "VAL-A-1", "--", "test", "-d", "src"], dir);
    // The first look reads every file, as any first look does.
    status(ctx, dir);
    let of = format!("{FILES} files");
    for args in [&["status"][..], &["statusline"], &["check"]] {
        let mut pairs = Vec::new();
        let git = || spawn(Path::new("git"), &["status"], dir);
        git();
        // One after the other, so that whatever else the machine does happens to both.
        for _ in 0..4 * SAMPLES {
            pairs.push((time(|| spawn(&ctx.binary, args, dir)), time(git)));
        }
        let baseline = &Samples::of(pairs.iter().map(|it| it.1).collect());
        let samples = Samples::of(pairs.iter().map(|it| it.0).collect());
        let (what, memory) =
            (format!("`charter {}`", args.join(" ")), peak(&ctx.binary, args, dir));
        let (what, of, against) = (what.as_str(), of.as_str(), "`git status`");
        push(table, &ScaleRow { what, of, samples, against, baseline, memory });
    }
    Ok(())
}

fn commit(dir: &Path) {
    let name = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
    for args in [&["init", "-q"][..], &["add", "src"], &["commit", "-qm", "bench"]] {
        spawn(Path::new("git"), &[&name[..], args].concat(), dir);
    }
}

/// A large file that git does not follow and a criterion rests on.
fn large_file(ctx: &BenchContext, table: &mut Table) -> Result<()> {
    let scratch = ScratchStore::new(1)?;
    let dir = scratch.dir.path();
    let src = dir.join("src");
    fs::create_dir_all(&src).map_err(ChoreError::file(&src))?;
    let path = src.join("large.bin");
    let file = fs::File::create(&path).map_err(ChoreError::file(&path))?;
    file.set_len(FILE_BYTES).map_err(ChoreError::file(&path))?;
    spawn(Path::new("git"), &["init", "-q"], dir);
    let register = "## m1 One\n\n### VAL-A-1 — one\nVerifier: manual\nWatches: src/**\n";
    let criteria = scratch.store.layout().file(&scratch.id, "criteria.md");
    fs::write(&criteria, register).map_err(ChoreError::file(&criteria))?;
    let args = ["record", "VAL-A-1", "--pass", "-m", "seen", "--because", "looked"];
    spawn(&ctx.binary, &args, dir);
    let of = format!("{} GB untracked", FILE_BYTES >> 30);
    let local = scratch.store.layout().root().join(".local/digests");
    let baseline = &Samples::take(SAMPLES, || spawn(Path::new("cat"), &["src/large.bin"], dir));
    let forget = || {
        let _ = fs::remove_file(&local);
    };
    let check = || spawn(&ctx.binary, &["check"], dir);
    let first = Samples::of((0..SAMPLES).map(|_| (forget(), time(check)).1).collect());
    forget();
    let memory = peak(&ctx.binary, &["check"], dir);
    let (of, against) = (of.as_str(), "`cat`");
    let what = "`charter check`, which reads it";
    push(table, &ScaleRow { what, of, samples: first, against, baseline, memory });
    let again = Samples::take(SAMPLES, check);
    let memory = peak(&ctx.binary, &["check"], dir);
    let what = "`charter check`, again";
    push(table, &ScaleRow { what, of, samples: again, against, baseline, memory });
    Ok(())
}

/// Many entries in one recording, against as many directories and files alone.
fn recording(ctx: &BenchContext, table: &mut Table) -> Result<()> {
    let scratch = ScratchStore::new(1)?;
    let dir = scratch.dir.path();
    let mut register = String::from("## m1 One\n\n");
    let mut entries = Vec::new();
    for number in 0..ENTRIES {
        let _ = write!(register, "### VAL-N-{number:05} — thing\nVerifier: manual\n\n");
        entries.push(json!({
            "criterionId": format!("VAL-N-{number:05}"), "outcome": "pass", "source": "manual",
            "summary": "seen", "because": "looked",
        }));
    }
    let path = scratch.store.layout().file(&scratch.id, "criteria.md");
    fs::write(&path, register).map_err(ChoreError::file(&path))?;
    let batch = dir.join("entries.json");
    fs::write(&batch, json!(entries).to_string()).map_err(ChoreError::file(&batch))?;
    let args = ["record", "--batch", "entries.json"];
    let record = Samples::of((0..3).map(|_| time(|| spawn(&ctx.binary, &args, dir))).collect());
    let plain = (0..3).map(|round| time(|| write_plain(&dir.join(format!("plain{round}")))));
    let baseline = &Samples::of(plain.collect());
    let of = format!("{ENTRIES} entries");
    let (what, against) = ("`charter record --batch`", "as many files, each with an fsync");
    push(table, &ScaleRow { what, of: &of, samples: record, against, baseline, memory: None });
    Ok(())
}

fn write_plain(dir: &Path) {
    for number in 0..ENTRIES {
        let below = dir.join(number.to_string());
        let _ = fs::create_dir_all(&below);
        let Ok(mut file) = fs::File::create(below.join("evidence.json")) else { continue };
        let _ = file.write_all(&[b'x'; 700]).and_then(|()| file.sync_data());
    }
}

/// Gives the largest resident set that is seen of a program, in KiB.
fn peak(program: &Path, args: &[&str], dir: &Path) -> Option<u64> {
    let mut command = Command::new(program);
    command.args(args).current_dir(dir).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while let Ok(None) = child.try_wait() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|it| it.strip_prefix("VmHWM:"));
        let kib = line.and_then(|it| it.trim().trim_end_matches(" kB").parse().ok());
        peak = kib.or(peak);
        std::thread::sleep(GLANCE);
    }
    peak
}
