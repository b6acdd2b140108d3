//! The page that `charter export --markdown` writes.
//!
//! Owns how it becomes a register again: milestones, ids, descriptions and fields. Verdicts stay behind: what was shown
//! elsewhere is shown anew here. Must not know how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group, GroupHeading, OwnClause};
use super::export::MARKDOWN_MARK;
use charter_contract::document::{is_field, split_field};
use charter_kernel::markdown::{contained, words};

/// What stands above the reasons of a verdict.
const VERDICT: &str = "Verdict: ";

pub(super) fn is_page(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(MARKDOWN_MARK)
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let Some(file) = files.iter().find(|it| is_page(it.text)) else { return };
    let mut lines = file.text.lines().skip(1).skip_while(|it| !it.starts_with("# "));
    contract.title = words::parse(lines.next().unwrap_or_default().trim_start_matches("# "));
    let idea: Vec<&str> = lines.by_ref().take_while(|it| !is_tally(it)).collect();
    contract.idea = uncontained(&idea.join("\n"));
    let mut section: Option<(String, String, Vec<&str>)> = None;
    // What holds the criteria that come next; none where they are in no milestone.
    let mut milestone: Option<String> = None;
    for line in lines {
        let heading = ["## ", "### "].iter().find_map(|it| Some((*it, line.strip_prefix(it)?)));
        let Some((marks, heading)) = heading else {
            if let Some((_, _, body)) = &mut section {
                body.push(line);
            }
            continue;
        };
        close(contract, section.take(), milestone.as_deref());
        let heading = words::parse(heading);
        if marks == "## " {
            milestone = None;
        }
        match named(&heading) {
            Some((id, title)) => section = Some((id.to_owned(), title.to_owned(), Vec::new())),
            None => milestone = Some(heading),
        }
    }
    close(contract, section, milestone.as_deref());
    contract.note("verdicts are not taken over: each criterion is to be shown here");
}

/// Adds a criterion to the group that it belongs to.
fn close(
    contract: &mut Contract,
    section: Option<(String, String, Vec<&str>)>,
    milestone: Option<&str>,
) {
    let Some((id, title, body)) = section else { return };
    let own = Some(own(&body));
    let clause = Clause { id: Some(id), title, body: Vec::new(), own };
    let heading = if milestone.is_some() { GroupHeading::Own } else { GroupHeading::Without };
    let name = milestone.unwrap_or_default();
    match contract.groups.last_mut().filter(|it| it.heading == heading && it.title == name) {
        Some(group) => group.clauses.push(clause),
        None => {
            let group = Group::new(name, "SPEC");
            contract.groups.push(Group { heading, clauses: vec![clause], ..group });
        }
    }
}

/// Splits what stands below the heading of a criterion into its description and its fields.
fn own(lines: &[&str]) -> OwnClause {
    // A description may have such a line, too: the verdict is the last, with nothing but its reasons below.
    let verdict = lines.iter().rposition(|it| it.starts_with(VERDICT));
    let above: Vec<&str> = lines.iter().take(verdict.unwrap_or(lines.len())).copied().collect();
    let is_part = |it: &&&str| it.trim().is_empty() || is_field(it);
    let n_fields = above.iter().rev().take_while(is_part).count();
    let (said, fields) = above.split_at(above.len() - n_fields);
    let field = |it: &&str| {
        let (key, value) = it.trim_start_matches(['-', ' ']).split_once(':')?;
        let is_kept = split_field(it).is_some_and(|(key, _)| key != "from");
        is_kept.then(|| format!("{key}: {}", words::parse(value)))
    };
    OwnClause {
        said: uncontained(&said.join("\n")),
        fields: fields.iter().filter_map(field).collect(),
    }
}

/// Gives Markdown as it was before it was written so that nothing behind it belongs to it.
fn uncontained(block: &str) -> String {
    let block = block.trim();
    let bare = |it: &str| it.replace("!\\[", "![");
    let unquoted: Vec<&str> = block
        .lines()
        .map(|it| it.strip_prefix("> ").or(it.strip_prefix('>')).unwrap_or(it))
        .collect();
    let candidates = [bare(&unquoted.join("\n").replace("&lt;", "<")), bare(block)];
    // What an author quoted stays a quotation.
    let found = candidates.into_iter().find(|it| contained(it) == block);
    found.unwrap_or_else(|| block.to_owned())
}

/// Splits the heading of a criterion into what is behind `VAL-`, and the title.
fn named(heading: &str) -> Option<(&str, &str)> {
    let rest = heading.strip_prefix("VAL-")?;
    let (id, title) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((id, title.trim_start_matches('—').trim()))
}

/// Tells whether a line says how far the charter is, which ends the idea: `1 of 3 criteria shown · active · light`.
fn is_tally(line: &str) -> bool {
    let Some((count, rest)) = line.split_once(" of ") else { return false };
    let is_count = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_whole = rest.split(' ').next().is_some_and(is_count);
    is_count(count) && is_whole && line.split(" · ").count() == 3
}
