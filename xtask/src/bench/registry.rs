//! The benchmarks that exist. Adding one here is all it takes to run and document it.

use super::context::BenchContext;
use super::table::Table;
use super::{append, ci, hook, mcp, need, open, parse, prove, scale, start, status};
use crate::error::Result;

/// A benchmark: its name, one sentence about it, and the measurement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bench {
    /// What `cargo xtask bench` calls it; also the name of its page.
    pub(crate) name: &'static str,
    /// One sentence that opens its page.
    pub(crate) about: &'static str,
    /// Measures and returns the numbers.
    pub(crate) run: fn(&BenchContext) -> Result<Table>,
}

/// Every benchmark, in the order they run.
pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        name: "parse",
        about: "Reading documents against pulldown-cmark alone on the same text.",
        run: parse::run,
    },
    Bench {
        name: "append",
        about: "Appending events, each write with its lock, fsync and derived files, against a \
                plain write and fsync.",
        run: append::run,
    },
    Bench {
        name: "open",
        about: "Opening a ledger behind its checkpoint, against reading and verifying all of it.",
        run: open::run,
    },
    Bench {
        name: "start",
        about: "Whole processes, from start to exit, against a program that does nothing.",
        run: start::run,
    },
    Bench {
        name: "status",
        about: "`charter status --json` for registers of 10 to 10,000 criteria, against a program \
                that does nothing.",
        run: status::run,
    },
    Bench {
        name: "need",
        about: "`charter interview next` and `submit` in deep interviews of up to 100 rounds, against \
                a program that does nothing.",
        run: need::run,
    },
    Bench {
        name: "hook",
        about: "`charter hook claude` at the events that agents wait for, against a program that does \
                nothing.",
        run: hook::run,
    },
    Bench {
        name: "prove",
        about: "What `charter prove` adds to a command, and `charter verify` against hashing alone.",
        run: prove::run,
    },
    Bench {
        name: "ci",
        about: "`charter check --ci` in a fresh clone, against the commands and trials that it runs.",
        run: ci::run,
    },
    Bench {
        name: "mcp",
        about: "`charter mcp` from its start to its first answer, and a call, against a program that \
                does nothing.",
        run: mcp::run,
    },
    Bench {
        name: "scale",
        about: "Long histories, many files, a large file and a large recording, against the plain \
                tools that do the least of it.",
        run: scale::run,
    },
];
