//! Whole files that charter wrote: recognised by a last line that holds the digest of the rest.
//!
//! Owns that line. A file whose digest does not fit was edited, and is not charter's to replace or to
//! remove. Must not know what the files say.

use charter_kernel::Digest;

/// What the last line says before the digest.
const MARK: &str = "charter:installed";

/// Whose something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Charter's, as some version writes it.
    Ours,
    /// Charter's, and somebody edited it; or it only has its name.
    Edited,
    /// Somebody else's.
    Other,
}

/// Adds the last line, as a comment of the sort that a file's name asks for.
#[must_use]
pub fn stamp(path: &str, text: &str) -> String {
    let digest = Digest::of(text.as_bytes()).short();
    let line = match path.rsplit('.').next() {
        Some("ts") => format!("// {MARK} {digest}"),
        Some("toml") => format!("# {MARK} {digest}"),
        Some(_) | None => format!("<!-- {MARK} {digest} -->"),
    };
    format!("{text}{line}\n")
}

/// Tells whose a file is. Line endings that a checkout changed are no edit.
#[must_use]
pub fn stamp_of(text: &str) -> Owner {
    let text = text.replace("\r\n", "\n");
    let Some(start) = text.rfind(MARK) else { return Owner::Other };
    let line = text.get(..start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let body = text.get(..line).unwrap_or_default();
    let digest = text.get(start + MARK.len()..).and_then(|it| it.split_whitespace().next());
    let n_lines = text.get(line..).map_or(0, |it| it.lines().count());
    if n_lines == 1 && digest == Some(Digest::of(body.as_bytes()).short().as_str()) {
        return Owner::Ours;
    }
    Owner::Edited
}

#[cfg(test)]
mod tests {
    use super::{Owner, stamp, stamp_of};

    #[test]
    fn a_file_is_ours_until_somebody_edits_it() {
        let text = stamp("a/SKILL.md", "---\nname: x\n---\n");
        assert_eq!(stamp_of(&text), Owner::Ours);
        assert_eq!(stamp_of(&text.replace('\n', "\r\n")), Owner::Ours);
        assert_eq!(stamp_of(&text.replace("name: x", "name: y")), Owner::Edited);
        assert_eq!(stamp_of(&format!("{text}more\n")), Owner::Edited);
        assert_eq!(stamp_of("---\nname: x\n---\n"), Owner::Other);
        assert_eq!(stamp_of(&stamp("a.ts", "const x = 1;\n")), Owner::Ours);
        assert_eq!(stamp_of(&stamp("a.toml", "x = 1\n")), Owner::Ours);
    }
}
