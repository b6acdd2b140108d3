//! Which tool wrote a contract, and reading it with the reader of that tool.
//!
//! Owns the marks that tell the tools apart. Must not know the shape of any of them.

use super::contract::{Contract, ContractForm, ForeignFile};
use super::{gherkin, kiro, openspec, page, speckit, statements, ultragoal};

/// Tells which tool wrote a folder, or a file, by the names and the marks that its files have.
#[must_use]
pub fn recognise(files: &[ForeignFile<'_>]) -> Option<ContractForm> {
    let has = |name: &str, is_it: fn(&str) -> bool| {
        files.iter().find(|it| it.path == name).is_some_and(|it| is_it(it.text))
    };
    let is_spec =
        |it: &ForeignFile<'_>| it.path.starts_with("specs/") && openspec::is_delta(it.text);
    if files.iter().any(|it| it.path.ends_with(".feature")) {
        return Some(ContractForm::Gherkin);
    }
    if files.iter().any(is_spec) || has("proposal.md", openspec::is_proposal) {
        return Some(ContractForm::OpenSpec);
    }
    if has("spec.md", speckit::is_spec) {
        return Some(ContractForm::SpecKit);
    }
    if has("requirements.md", kiro::is_requirements) {
        return Some(ContractForm::Kiro);
    }
    if has(ultragoal::GOALS, ultragoal::is_goals) {
        return Some(ContractForm::Ultragoal);
    }
    // One file that was named may be called anything.
    let [one] = files else { return None };
    match one.text {
        _ if one.path.contains('/') => None,
        text if statements::is_export(text) => Some(ContractForm::Charter),
        _ if one.path.ends_with(".jsonl") => None,
        text if one.path.ends_with(".json") => {
            ultragoal::is_goals(text).then_some(ContractForm::Ultragoal)
        }
        text if page::is_page(text) => Some(ContractForm::Charter),
        text if openspec::is_delta(text) => Some(ContractForm::OpenSpec),
        text if speckit::is_spec(text) => Some(ContractForm::SpecKit),
        text if kiro::is_requirements(text) => Some(ContractForm::Kiro),
        text if ultragoal::is_brief(text) => Some(ContractForm::Ultragoal),
        _ => None,
    }
}

/// Reads a contract; `name` is what its folder or file is called.
#[must_use]
pub fn read(form: ContractForm, name: &str, files: &[ForeignFile<'_>]) -> Contract {
    let mut contract = Contract::new(form, &humanise(name));
    match form {
        ContractForm::OpenSpec => openspec::read(&mut contract, files),
        ContractForm::SpecKit => speckit::read(&mut contract, files),
        ContractForm::Kiro => kiro::read(&mut contract, files),
        ContractForm::Gherkin => gherkin::read(&mut contract, files),
        ContractForm::Ultragoal => ultragoal::read(&mut contract, files),
        ContractForm::Charter if files.iter().any(|it| page::is_page(it.text)) => {
            page::read(&mut contract, files);
        }
        ContractForm::Charter => statements::read(&mut contract, files),
    }
    contract.cut();
    contract.groups.retain(|it| !it.clauses.is_empty());
    if contract.idea.trim().is_empty() {
        contract.note("no text says what the whole is for, so its title is used as the objective");
        contract.idea = contract.title.clone();
    }
    if contract.groups.is_empty() {
        contract.note("nothing that could be shown was recognised");
    }
    contract
}

/// Makes words of `001-add-rate-limit`.
fn humanise(name: &str) -> String {
    let name = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    let stem = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(name, |it| it.0);
    let bare = stem.trim_start_matches(|it: char| it.is_ascii_digit() || it == '-' || it == '_');
    let bare = if bare.is_empty() { stem } else { bare };
    bare.replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests;
