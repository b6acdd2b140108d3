//! The documents that a contract of another tool proposes.
//!
//! Owns its milestones, ids and lines. Nothing that another tool wrote becomes a field of ours: a
//! line that would be one is set off. Must not know the shape of any tool.

use super::contract::{Clause, Contract, GroupHeading, OwnClause};
use super::lines::without_bullet;
use charter_contract::document::{CharterDoc, CriteriaDoc, SectionKey, is_field};
use charter_contract::drafting::{CriterionDraft, RegisterDraft, bare, letters};
use charter_kernel::markdown::{Source, splice, words};

/// The most characters of a title; the whole stands below it then.
const TITLE_CHARS_MAX: usize = 120;

/// Gives a register with the criteria of a contract behind what it holds; none where there is none.
#[must_use]
pub fn draft(criteria: &Source, contract: &Contract) -> Option<Source> {
    let mut register = RegisterDraft::blind(criteria);
    for (idx, group) in contract.groups.iter().enumerate() {
        match group.heading {
            GroupHeading::Numbered => register.head(&format!("m{}", idx + 1), &group.title),
            GroupHeading::Own => register.head_whole(&group.title),
            GroupHeading::Without => {}
        }
        let subject = letters(&group.subject).unwrap_or_else(|| "SPEC".to_owned());
        for it in &group.clauses {
            let own = own_id(it).filter(|it| register.take_id(it));
            let id = own.unwrap_or_else(|| register.free_id(&subject));
            match &it.own {
                Some(own) => write_own(&mut register, &id, it, own, group.heading),
                None => write_criterion(&mut register, &id, it),
            }
        }
    }
    register.finish()
}

fn write_criterion(register: &mut RegisterDraft<'_>, id: &str, clause: &Clause) {
    let whole = bare(&clause.title);
    let title = words::shorten(whole, TITLE_CHARS_MAX);
    let cut = Some(&clause.title).filter(|_| title != whole);
    let lines = cut.into_iter().chain(&clause.body);
    let lines = lines.map(|it| format!("- {}", body_line(without_bullet(it))));
    let drafted = CriterionDraft::of(whole, vec!["imported".to_owned()]);
    let lines: Vec<String> = lines.chain(drafted.lines()).collect();
    register.write(id, &title, &lines);
}

/// Writes a criterion of ours as it was.
fn write_own(
    register: &mut RegisterDraft<'_>,
    id: &str,
    clause: &Clause,
    own: &OwnClause,
    heading: GroupHeading,
) {
    let said = own.said.lines();
    let mut lines: Vec<String> = if is_only_words(&own.said) {
        said.map(str::to_owned).collect()
    } else {
        said.map(body_line).collect()
    };
    lines.extend(own.fields.iter().cloned());
    lines.push("From: imported".to_owned());
    match heading {
        GroupHeading::Without => register.write_alone(id, &clause.title, &lines),
        GroupHeading::Numbered | GroupHeading::Own => register.write(id, &clause.title, &lines),
    }
}

/// Tells whether a description is that and nothing else: no field, heading or open fence, whoever wrote the page.
fn is_only_words(said: &str) -> bool {
    let text = format!("### VAL-A — a\n{said}\nFrom: imported\n\n### VAL-B — b\n");
    let (doc, _) = CriteriaDoc::parse(Source::new(text.into_bytes()));
    let [one, _] = doc.criteria() else { return false };
    one.said.trim() == said.trim() && one.from == ["imported"]
}

/// Writes a line so that it is neither a field nor structure.
fn body_line(line: &str) -> String {
    let line = words::render(line.trim()).replace('\n', " ");
    if is_field(&line) { line.replacen(':', "\\:", 1) } else { line }
}

/// Gives the id that a clause brought along, where it can be one of ours.
fn own_id(clause: &Clause) -> Option<String> {
    let id = clause.id.as_deref()?;
    if clause.own.is_some() {
        return Some(format!("VAL-{id}"));
    }
    let is_plain = id.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '-');
    let is_whole = id.starts_with(|it: char| it.is_ascii_alphanumeric()) && !id.ends_with('-');
    (is_plain && is_whole).then(|| format!("VAL-{id}"))
}

/// Gives a charter.md with what a contract says about the problem and the scope; none where it says
/// nothing about either.
#[must_use]
pub fn charter(document: &Source, contract: &Contract) -> Option<Source> {
    let list = |lines: &[String]| -> String {
        lines.iter().map(|it| format!("- {}\n", words::render(it).replace('\n', " "))).collect()
    };
    let (will, wont) = (list(&contract.will), list(&contract.wont));
    let scope = format!("### Will\n\n{will}\n### Won't\n\n{wont}");
    let problem = words::render(contract.problem.trim());
    let sections = [
        (SectionKey::Problem, problem, !contract.problem.trim().is_empty()),
        (SectionKey::Scope, scope, !(will.is_empty() && wont.is_empty())),
    ];
    let mut edited: Option<Source> = None;
    for (key, text, _) in sections.into_iter().filter(|it| it.2) {
        let source = Source::new(edited.as_ref().unwrap_or(document).bytes().to_vec());
        let (parsed, _) = CharterDoc::parse(source);
        let splices = [parsed.set_section(key, &text)?];
        edited = splice(parsed.source(), &splices);
    }
    edited
}
