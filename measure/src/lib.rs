//! What is measured on documents of other projects.
//!
//! Owns the table of measurements. They need a corpus that is not in the repository, and fail without
//! it; `README.md` says what it holds and where it is looked for. Must not know the product's rules.
#![expect(
    clippy::print_stdout,
    reason = "a measurement talks to whoever runs it; nothing else reads its output"
)]

mod brief;
mod corpus;
mod coverage;
mod drafting;
mod failure;
mod interview;
mod page;
mod preflight;
mod timing;

pub use corpus::{find_corpus, list_files};
pub use failure::MeasureFailure;

/// The result of a measurement or of a part of one.
type Measured<T> = Result<T, MeasureFailure>;

/// A measurement: its name, its arguments, one line about it, and what it does.
struct Measurement {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Measured<()>,
}

/// Every measurement, in the order of the help text.
const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "coverage",
        usage: "",
        about: "how well the offline mind judges, on repositories it has not learnt from",
        run: coverage::measure,
    },
    Measurement {
        name: "train-coverage",
        usage: "",
        about: "learn the offline mind's weights from the corpus again",
        run: coverage::train,
    },
    Measurement {
        name: "interview-eval",
        usage: "[--list | --mind NAME]",
        about: "what the interview without a model asks, finds and takes; writes docs/benchmarks/interview.md",
        run: interview::measure,
    },
    Measurement {
        name: "brief",
        usage: "[--list] [--dumps FILE]",
        about: "how many questions the brief interview asks behind first words, and what it fills in wrongly",
        run: brief::measure,
    },
    Measurement {
        name: "drafting",
        usage: "[--list]",
        about: "what criteria are drafted from real documents, and what of them is left out",
        run: drafting::measure,
    },
    Measurement {
        name: "preflight",
        usage: "",
        about: "what preflight fires on in real ideas, and how long a check takes; writes docs/benchmarks/preflight.md",
        run: preflight::measure,
    },
];

/// Runs the measurement that the first argument names.
pub fn run(args: &[String]) -> Result<(), MeasureFailure> {
    let (name, rest) = args.split_first().ok_or_else(|| MeasureFailure::Usage(help()))?;
    let found = MEASUREMENTS.iter().find(|it| it.name == name);
    (found.ok_or_else(|| MeasureFailure::Usage(help()))?.run)(rest)
}

fn help() -> String {
    let calls = MEASUREMENTS.iter().map(|it| format!("{} {}", it.name, it.usage));
    let width = calls.clone().map(|call| call.len()).max().unwrap_or(0);
    let lines =
        calls.zip(MEASUREMENTS).map(|(call, it)| format!("\n  {call:width$}  {}", it.about));
    format!("usage: cargo measure NAME\n{}", lines.collect::<String>())
}
