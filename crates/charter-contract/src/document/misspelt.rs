//! Field lines of criteria.md with a typing error, such as `Verifer: command`.
//!
//! Owns what is close enough to a field to be one. Must not know what fields mean.

/// The fields whose loss changes what is shown, as they are written.
const FIELDS: [&str; 6] = ["Verifier", "Command", "Because", "Watches", "Absent", "Kind"];

/// The longest word that can be one of them.
const CHARS_MAX: usize = 12;

/// Up to this length another letter makes another word (`Find:`), and no typing error.
const SHORT: usize = 4;

/// Gives what a line says and the field that was meant, where it is one with a typing error.
pub(super) fn misspelt(line: &str) -> Option<(String, &'static str)> {
    let line = line.trim_start().trim_start_matches(['-', '*', '+', '_', ' ']);
    let (given, value) = line.split_once(':')?;
    let given = given.trim_end_matches(['*', '_', ' ']);
    let is_word = given.chars().all(char::is_alphabetic) && given.chars().count() <= CHARS_MAX;
    if !is_word || !value.starts_with([' ', '*', '`']) {
        return None;
    }
    let lower = given.to_lowercase();
    let meant = FIELDS.into_iter().find(|it| is_close(&lower, &it.to_lowercase()))?;
    Some((given.to_owned(), meant))
}

fn is_close(given: &str, field: &str) -> bool {
    let is_plural = given.strip_suffix('s') == Some(field);
    if given == field || is_plural {
        return false;
    }
    let (given, field): (Vec<char>, Vec<char>) = (given.chars().collect(), field.chars().collect());
    if field.len() <= SHORT && given.len() == field.len() {
        return is_swapped(&given, &field);
    }
    let is_cut = given.len() > SHORT && field.starts_with(&given);
    let is_long = field.len() > SHORT * 2 - 1;
    is_cut || is_swapped(&given, &field) || distance(&given, &field) <= if is_long { 2 } else { 1 }
}

/// Tells whether only the order of letters behind the first is another.
fn is_swapped(given: &[char], field: &[char]) -> bool {
    let sorted = |it: &[char]| {
        let mut all = it.to_vec();
        all.sort_unstable();
        all
    };
    given.first() == field.first() && sorted(given) == sorted(field)
}

/// Counts the letters to add, remove or replace.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (idx, one) in left.iter().enumerate() {
        let mut above_left = idx;
        let mut next = vec![idx + 1];
        for (above, other) in row.iter().skip(1).zip(right) {
            let replaced = above_left + usize::from(one != other);
            let beside = next.last().copied().unwrap_or_default();
            next.push(replaced.min(above + 1).min(beside + 1));
            above_left = *above;
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::misspelt;

    #[test]
    fn a_field_with_a_typing_error_is_told_from_prose() {
        let meant = |line| misspelt(line).map(|(_, it)| it);
        for line in ["Verifer: command", "- **Verfier**: manual", "verifiier: command"] {
            assert_eq!(meant(line), Some("Verifier"), "{line}");
        }
        assert_eq!(meant("Comand: cargo test"), Some("Command"));
        assert_eq!(meant("Watch: src/**"), Some("Watches"));
        assert_eq!(meant("Knid: regression"), Some("Kind"));
        for line in [
            "Verifier: command",
            "Find: a reading by its patient",
            "Mind: the gap",
            "Commands: list, add and remove work",
            "Note: it is fast",
            "Result: saved",
            "see http://example.org",
            "Common: x",
        ] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
