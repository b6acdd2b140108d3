//! The fields of a criterion: `Verifier:`, `Command:` and the others.
//!
//! Owns what a field line looks like, and what only looks like one: code that is set off is text. Must not know what a
//! field says.

/// Tells whether a line of a criterion's body is a field.
pub fn is_field(line: &str) -> bool {
    split_field(line).is_some()
}

/// Tells whether a line is an item of a list.
pub(super) fn is_item(line: &str) -> bool {
    let mut signs = line.trim_start().chars();
    matches!(signs.next(), Some('-' | '*' | '+')) && signs.next() == Some(' ')
}

/// Tells whether a line is set off as code.
fn is_set_off(line: &str) -> bool {
    line.starts_with("    ") || line.starts_with('\t')
}

/// Splits a field line into its key, lower-case without blanks, and its value.
pub fn split_field(line: &str) -> Option<(String, String)> {
    if is_set_off(line) {
        return None;
    }
    const KEYS: [&str; 15] = [
        "absent",
        "agent",
        "task",
        "kind",
        "freshsince",
        "description",
        "verifier",
        "command",
        "because",
        "watches",
        "from",
        "requirefreshevidence",
        "freshevidencerequired",
        "requirereviewsubagent",
        "reviewsubagentrequired",
    ];
    let line = line.trim_start().trim_start_matches(['-', '*', '+', '_', ' ']);
    let (key, value) = line.split_once(':')?;
    let key: String = key.chars().filter(|it| !matches!(it, '*' | '_' | ' ' | '\t')).collect();
    let key = key.to_lowercase();
    let value = value.trim_start_matches(['*', '_']).trim();
    let inside = value.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
    let value = inside.filter(|it| !it.contains('`')).unwrap_or(value);
    KEYS.contains(&key.as_str()).then(|| (key, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::document::{CriteriaDoc, Criterion};
    use charter_kernel::markdown::Source;

    fn command(body: &str) -> Option<String> {
        let text = format!("### VAL-A — it holds\n\n{body}\n").into_bytes();
        let (doc, _) = CriteriaDoc::parse(Source::new(text));
        doc.criteria().first().and_then(Criterion::written_command)
    }

    #[test]
    fn an_example_is_no_field() {
        let own = "Verifier: command\nCommand: sh own.sh";
        assert_eq!(command(own).as_deref(), Some("sh own.sh"));
        for example in [
            "    Command: touch EX",
            "\tCommand: touch EX",
            "- Command: touch EX",
            "> Command: touch EX",
            "```\nCommand: touch EX\n```",
            "<!--\nCommand: touch EX\n-->",
        ] {
            let (before, behind) = (format!("{example}\n\n{own}"), format!("{own}\n\n{example}"));
            assert_eq!(command(&before).as_deref(), Some("sh own.sh"), "{example}");
            assert_eq!(command(&behind).as_deref(), Some("sh own.sh"), "{example}");
        }
        let listed = "- **Verifier**: command\n- **Command**: `sh own.sh`";
        assert_eq!(command(listed).as_deref(), Some("sh own.sh"), "where there is no other");
    }
}
