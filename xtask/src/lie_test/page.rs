//! The page of what the tool said to every case.
//!
//! Owns the figures and what counts as wrong. Must not play anything.

use super::case::{CaseAuthor, LieCase, RIGORS};
use super::stage::{CaseAnswer, Played};
use std::fmt::Write;

/// What the tool said in every rigor: whether it accepted.
pub(super) struct TriedCase {
    pub(super) case: LieCase,
    pub(super) played: Vec<Played>,
}

impl TriedCase {
    /// Gives what was said in a column.
    fn answer(&self, column: VerdictColumn) -> Option<&CaseAnswer> {
        let played = self.played.get(RIGORS.iter().position(|it| *it == column.rigor)?)?;
        if column.is_in_ci { played.in_ci.as_ref() } else { Some(&played.alone) }
    }

    /// Tells whether a case speaks about a rigor.
    fn names(&self, rigor: &str) -> bool {
        self.case.rigors.iter().any(|it| it == rigor)
    }
}

/// A column of verdicts.
#[derive(Debug, Clone, Copy)]
struct VerdictColumn {
    rigor: &'static str,
    is_in_ci: bool,
}

const COLUMNS: [VerdictColumn; 4] = [
    VerdictColumn { rigor: "light", is_in_ci: false },
    VerdictColumn { rigor: "standard", is_in_ci: false },
    VerdictColumn { rigor: "strict", is_in_ci: false },
    VerdictColumn { rigor: "strict", is_in_ci: true },
];

/// A lie that is accepted where it must be caught, or honest work that is refused.
pub(super) fn is_wrong(tried: &TriedCase) -> bool {
    let is_wrong = |it: &CaseAnswer| it.accepted == tried.case.is_lie;
    COLUMNS.into_iter().any(|it| tried.names(it.rigor) && tried.answer(it).is_some_and(is_wrong))
}

/// Renders the page.
pub(super) fn render(tried: &[TriedCase], left_out: &[String]) -> String {
    let mut text = String::from(
        "# Lies and honest work\n\nEvery case is played against the real binary in a repository of its \
         own, once a rigor; at the end `charter check` says yes or no. *CI at strict* is what `charter check --ci` says to \
         the same work in a fresh clone, against a branch that holds what was agreed before the first evidence: what \
         *strict* accepts there and CI refuses is what only the gate in CI catches. At strict a person with an SSH key \
         signs what is agreed; quality gates are left out, since no case has people who look. The cases are in `xtask/lies`. Those of \
         others were written by people who had seen the README and the promise, not the mechanism; *at first* is \
         what was said to them before anything was mended, *now* is a figure on cases that it was tuned on.\n\n",
    );
    text.push_str(
        "| | light | standard | strict | CI at strict | at first: standard | strict |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (title, is_meant) in GROUPS {
        let cases: Vec<&TriedCase> = tried.iter().filter(|it| is_meant(&it.case)).collect();
        let Some(one) = cases.first() else { continue };
        let is_lie = one.case.is_lie;
        let now = COLUMNS.into_iter().map(|it| wrong_at(&cases, it, is_lie));
        let first = ["standard", "strict"].map(|rigor| wrong_at_first(&cases, rigor, is_lie));
        let cells: Vec<String> = now.chain(first).collect();
        let _ = writeln!(text, "| {title} | {} |", cells.join(" | "));
    }
    for (title, is_meant) in GROUPS {
        let cases: Vec<&TriedCase> = tried.iter().filter(|it| is_meant(&it.case)).collect();
        if cases.is_empty() {
            continue;
        }
        let _ = write!(
            text,
            "\n## {title}\n\n| case | light | standard | strict | CI at strict | at first |\n\
             |---|---|---|---|---|---|\n"
        );
        for it in cases {
            let cell = |column| match it.answer(column) {
                Some(answer) if answer.accepted => "accepted",
                Some(_) => "refused",
                None => "–",
            };
            let cells = COLUMNS.map(cell);
            let mark = if is_wrong(it) { " **wrong**" } else { "" };
            let first = match &it.case.author {
                CaseAuthor::Us => "",
                CaseAuthor::Outsider { first, .. } => first,
            };
            let _ = writeln!(text, "| {}{mark} | {} | {first} |", it.case.name, cells.join(" | "));
        }
    }
    if !left_out.is_empty() {
        let _ = writeln!(text, "\nNot played: {}.", left_out.join(", "));
    }
    text.push_str(CLOSING);
    text
}

type IsMeant = fn(&LieCase) -> bool;

/// The parts of the page.
const GROUPS: [(&str, IsMeant); 5] = [
    ("lies of our own, accepted", |it| it.is_lie && it.author == CaseAuthor::Us),
    ("sloppy lies of others, accepted", |it| is_of(it, "sloppy")),
    ("malicious lies of others, accepted", |it| is_of(it, "malicious")),
    ("honest work of our own, refused", |it| !it.is_lie && it.author == CaseAuthor::Us),
    ("honest work of others, refused", |it| is_of(it, "honest")),
];

fn is_of(case: &LieCase, wanted: &str) -> bool {
    matches!(&case.author, CaseAuthor::Outsider { kind, .. } if kind == wanted)
}

/// What the figures do not say.
const CLOSING: &str = "\n## What is not caught\n\nA test that asks too little (one noticed change is enough), a test that \
    asks something else than the criterion says, an answer hard-coded for the tested values, a file that git ignores, and a \
    ledger that is forged whole with everything that could remember it.\n";

/// Counts the cases that went wrong in a column, of those that speak about it.
fn wrong_at(cases: &[&TriedCase], column: VerdictColumn, is_lie: bool) -> String {
    let meant = cases.iter().filter(|it| is_lie || it.names(column.rigor));
    let answers: Vec<&CaseAnswer> = meant.filter_map(|it| it.answer(column)).collect();
    let wrong = answers.iter().filter(|it| it.accepted == is_lie).count();
    format!("{wrong} of {}", answers.len())
}

/// Counts the same by what was said at first.
fn wrong_at_first(cases: &[&TriedCase], rigor: &str, is_lie: bool) -> String {
    let word = if is_lie { "accepted" } else { "refused" };
    let firsts: Vec<&str> = cases
        .iter()
        .filter(|it| is_lie || it.case.rigors.iter().any(|it| it == rigor))
        .filter_map(|it| match &it.case.author {
            CaseAuthor::Us => None,
            CaseAuthor::Outsider { first, .. } => Some(first.as_str()),
        })
        .collect();
    if firsts.is_empty() {
        return String::new();
    }
    let wrong = firsts.iter().filter(|it| it.contains(&format!("{rigor} {word}"))).count();
    format!("{wrong} of {}", firsts.len())
}

#[cfg(test)]
mod tests {
    use super::super::case::parse_outside;
    use super::*;

    #[test]
    fn what_went_wrong_is_counted_by_rigor() {
        let text = "# kind: sloppy\n# about: a\n# first: standard accepted, strict refused\ntrue\n";
        let case = parse_outside(text);
        assert!(is_of(&case, "sloppy"));
        let answer = |accepted| CaseAnswer { accepted, why: String::new() };
        let played =
            |alone, in_ci: Option<bool>| Played { alone: answer(alone), in_ci: in_ci.map(answer) };
        let played = vec![played(true, None), played(false, None), played(true, Some(false))];
        let tried = TriedCase { case, played };
        assert_eq!(wrong_at_first(&[&tried], "standard", true), "1 of 1");
        let figures = COLUMNS.map(|it| wrong_at(&[&tried], it, true));
        assert_eq!(figures, ["1 of 1", "0 of 1", "1 of 1", "0 of 1"]);
        assert!(is_wrong(&tried), "strict alone");
        assert!(render(&[tried], &[]).contains("| accepted | refused | accepted | refused | "));
    }
}
