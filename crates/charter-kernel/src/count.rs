//! Numbers of things in words.
//!
//! Owns that one thing is never called many. Must not know what is counted.

use std::fmt::Display;

/// Counts things in words: `1 file`, `2 files`.
#[must_use]
pub fn counted(n: impl Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let what = if n == "1" { one } else { many };
    format!("{n} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_many() {
        let said: Vec<String> = [0_u64, 1, 2, 11].map(|n| counted(n, "round", "rounds")).to_vec();
        assert_eq!(said, ["0 rounds", "1 round", "2 rounds", "11 rounds"]);
    }
}
