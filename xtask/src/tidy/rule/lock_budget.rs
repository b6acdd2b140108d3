//! `lock-budget`: the number of packages grows only in a commit that raises the budget and says why.

use crate::tidy::tree::Tree;
use crate::tidy::violation::Violation;

const RULE: &str = "lock-budget";

const LOCK: &str = "Cargo.lock";

const BUDGET: &str = "xtask/lock-budget.txt";

/// Compares the lock file with the budget.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(lock) = tree.find(LOCK) else { return Vec::new() };
    let n_packages = lock.lines().filter(|(_, line)| *line == "[[package]]").count();
    let violation =
        |message| vec![Violation { path: BUDGET.to_owned(), line: 1, rule: RULE, message }];
    match tree.find(BUDGET).and_then(|file| parse(&file.text)) {
        None => violation("the first word of the first line is not a number".to_owned()),
        Some(budget) if n_packages > budget => violation(format!(
            "{LOCK} has {n_packages} packages, the budget is {budget}: raise it and say why"
        )),
        Some(_) => Vec::new(),
    }
}

fn parse(text: &str) -> Option<usize> {
    text.lines().next()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    const TWO: &str = "version = 4\n\n[[package]]\nname = \"a\"\n\n[[package]]\nname = \"b\"\n";

    #[test]
    fn a_package_over_the_budget_is_caught() {
        check(
            super::check,
            &[("Cargo.lock", TWO), ("xtask/lock-budget.txt", "1 packages\n# why\n")],
            &[
                "xtask/lock-budget.txt:1: [lock-budget] Cargo.lock has 2 packages, the budget is 1: \
               raise it and say why",
            ],
        );
    }

    #[test]
    fn a_missing_budget_is_caught() {
        check(
            super::check,
            &[("Cargo.lock", TWO)],
            &["xtask/lock-budget.txt:1: [lock-budget] the first word of the first line is not a \
               number"],
        );
    }

    #[test]
    fn a_lock_file_at_its_budget_passes_and_so_does_none() {
        check(super::check, &[("Cargo.lock", TWO), ("xtask/lock-budget.txt", "2\n")], &[]);
        check(super::check, &[("xtask/lock-budget.txt", "2\n")], &[]);
    }
}
