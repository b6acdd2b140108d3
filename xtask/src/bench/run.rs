//! Choosing benchmarks by name, running them on a release build, writing one page each.

use super::context::BenchContext;
use super::machine::HostMachine;
use super::registry::{BENCHES, Bench};
use crate::error::{ChoreError, Result};
use crate::root;
use crate::step::step;
use std::fs;
use std::path::PathBuf;

/// Runs the named benchmarks, or all of them, and writes `docs/benchmarks/<name>.md`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let benches = select(BENCHES, args)?;
    if cfg!(debug_assertions) {
        // What is measured in process must be optimised, so the benchmarks run in a release build.
        let mut argv = vec!["cargo", "run", "--release", "--quiet", "-p", "xtask", "--", "bench"];
        argv.extend(args.iter().map(String::as_str));
        return step("bench --release", &argv);
    }
    step("build --release", &["cargo", "build", "--release", "-p", "charter"])?;
    let ctx = BenchContext { binary: find_binary() };
    let machine = HostMachine::read();
    for bench in benches {
        eprintln!("xtask: bench {}", bench.name);
        let table = (bench.run)(&ctx)?;
        let page = table.render_page(bench.name, bench.about, &machine);
        write(bench.name, &page)?;
        println!("{page}");
    }
    Ok(())
}

/// Picks the benchmarks to run; an unknown name, or an empty registry, is refused with what exists.
fn select<'a>(benches: &'a [Bench], names: &[String]) -> Result<Vec<&'a Bench>> {
    if benches.is_empty() {
        return Err(ChoreError::Usage("no benchmark exists".to_owned()));
    }
    if names.is_empty() {
        return Ok(benches.iter().collect());
    }
    let find = |name: &String| {
        let found = benches.iter().find(|bench| bench.name == name);
        found.ok_or_else(|| ChoreError::Usage(render_unknown(benches, name)))
    };
    names.iter().map(find).collect()
}

fn render_unknown(benches: &[Bench], name: &str) -> String {
    let width = benches.iter().map(|bench| bench.name.len()).max().unwrap_or(0);
    let lines = benches.iter().map(|bench| format!("\n  {:width$}  {}", bench.name, bench.about));
    format!("there is no benchmark `{name}`; these exist:{}", lines.collect::<String>())
}

#[expect(clippy::disallowed_methods, reason = "cargo's target folder can be moved by a variable")]
pub(crate) fn find_binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let name = format!("charter{}", std::env::consts::EXE_SUFFIX);
    root::workspace().join(target).join("release").join(name)
}

fn write(name: &str, page: &str) -> Result<()> {
    let folder = root::workspace().join("docs").join("benchmarks");
    fs::create_dir_all(&folder).map_err(ChoreError::file(&folder))?;
    let path = folder.join(format!("{name}.md"));
    fs::write(&path, page).map_err(ChoreError::file(&path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::table::{Align, Column, Table};

    const TWO: &[Bench] = &[
        Bench { name: "start", about: "Time to the first byte.", run: empty },
        Bench { name: "replay", about: "Time to fold a ledger.", run: empty },
    ];

    fn empty(_ctx: &BenchContext) -> Result<Table> {
        Ok(Table::new(vec![Column { title: "n", align: Align::Right }]))
    }

    fn check(names: &[&str], expect: std::result::Result<&[&str], &str>) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let selected = select(TWO, &names)
            .map(|benches| benches.iter().map(|bench| bench.name).collect::<Vec<_>>())
            .map_err(|err| err.to_string());
        assert_eq!(selected, expect.map(<[&str]>::to_vec).map_err(str::to_owned));
    }

    #[test]
    fn names_select_in_the_given_order_and_none_means_all() {
        check(&[], Ok(&["start", "replay"]));
        check(&["replay", "start"], Ok(&["replay", "start"]));
    }

    #[test]
    fn an_unknown_name_is_answered_with_what_exists() {
        check(
            &["walk"],
            Err(
                "there is no benchmark `walk`; these exist:\n  start   Time to the first byte.\n  \
                 replay  Time to fold a ledger.",
            ),
        );
    }

    #[test]
    fn an_empty_registry_is_said() {
        assert_eq!(select(&[], &[]).unwrap_err().to_string(), "no benchmark exists");
    }
}
