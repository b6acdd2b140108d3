//! Words inside names and inside prose.

/// Splits a name at underscores, dashes and capital letters, in lower case.
pub(crate) fn segments(name: &str) -> Vec<String> {
    let mut segments = vec![String::new()];
    let chars: Vec<char> = name.chars().collect();
    for (idx, char) in chars.iter().enumerate() {
        let previous = idx.checked_sub(1).and_then(|idx| chars.get(idx)).copied().unwrap_or('_');
        let next = chars.get(idx + 1).copied().unwrap_or('_');
        let starts_word = char.is_uppercase() && (!previous.is_uppercase() || next.is_lowercase());
        if starts_word || !char.is_alphanumeric() {
            segments.push(String::new());
        }
        if let Some(segment) = segments.last_mut().filter(|_| char.is_alphanumeric()) {
            segment.extend(char.to_lowercase());
        }
    }
    segments.retain(|segment| !segment.is_empty());
    segments
}

/// Tells whether a text contains a word that is not part of a longer one.
///
/// A letter, a digit, or one of `joiners` beside it makes a word longer.
pub(crate) fn contains_word(text: &str, word: &str, joiners: &[char]) -> bool {
    let joins = |char: char| char.is_alphanumeric() || joiners.contains(&char);
    text.match_indices(word).any(|(start, found)| {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let after = text.get(start + found.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expect: &[&str]) {
        assert_eq!(segments(name), expect);
    }

    #[test]
    fn a_name_falls_apart_at_its_joints() {
        check("event_log", &["event", "log"]);
        check("EventLog2", &["event", "log2"]);
        check("HTTPInfo", &["http", "info"]);
        check("FILE_BYTES_MAX", &["file", "bytes", "max"]);
        check("__a--b", &["a", "b"]);
        check("metadata", &["metadata"]);
    }

    #[test]
    fn a_word_inside_a_longer_one_does_not_count() {
        assert!(contains_word("the goal, then", "goal", &['_']));
        assert!(!contains_word("goals and subgoal", "goal", &['_']));
        assert!(contains_word("sub-goal", "goal", &['_']));
        assert!(!contains_word("no-goal", "goal", &['-']));
    }
}
