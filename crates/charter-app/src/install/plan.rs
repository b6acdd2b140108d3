//! What an installation would do to each file.
//!
//! Owns the comparison of what is there with what is wanted. Nothing is written here. Must not know
//! the screen.

use super::memory::{InstallMemory, KeptFile};
use super::report::{Act, InstallAsk, KeptRow};
use crate::app::App;
use crate::error::{Error, problem};
use charter_agents::AgentRefusal;
use charter_agents::install::{
    Agent, AgentPart, Anchor, Fault, Kit, Owner, PartContent, Scope, Undo, add, parts, remove,
    stamp_of,
};
use charter_kernel::Problem;
use charter_store::{FileKind, add_server_table, is_kept_by_project, remove_server_table};
use std::path::{Path, PathBuf};

/// A file, as it is and as it is to be.
#[derive(Debug, Clone)]
pub(super) struct FilePlan {
    pub(super) path: PathBuf,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    /// Whether charter is the only one who writes to it.
    pub(super) is_whole: bool,
    /// What is to be remembered of it; nothing where it is to be forgotten.
    pub(super) kept: Option<KeptFile>,
}

/// Every file, and what is left alone.
#[derive(Debug, Default)]
pub(super) struct InstallPlan {
    pub(super) files: Vec<FilePlan>,
    pub(super) kept: Vec<KeptRow>,
    problems: Vec<Problem>,
}

/// A text that is to be, and what is left alone in it.
struct PlannedText {
    after: Option<String>,
    places: Vec<String>,
}

impl PlannedText {
    /// Leaves nothing alone in it.
    fn whole(after: Option<&str>) -> Self {
        Self { after: after.map(str::to_owned), places: Vec::new() }
    }

    /// Leaves all of it alone.
    fn kept(before: &str) -> Self {
        Self { after: Some(before.to_owned()), places: vec![String::new()] }
    }
}

impl App {
    /// Plans an installation; everything that is wrong with the files comes back at once.
    pub(super) fn plan_install(
        &self,
        ask: &InstallAsk<'_>,
        kit: Kit<'_>,
        memory: &InstallMemory,
    ) -> Result<InstallPlan, Error> {
        let mut plan = InstallPlan::default();
        let parts = parts(ask.agent, ask.scope, kit);
        for part in &parts {
            let Some(path) = self.part_path(ask, part) else {
                plan.problems = vec![homeless(part.anchor)];
                break;
            };
            if part.anchor == Anchor::Project && self.leaves_project(&path) {
                let message =
                    "a link leads out of the project or into `.git`; nothing is written there";
                plan.problems.push(problem(self.shown_path(&path), "outside-project", message));
                continue;
            }
            if path.to_str().is_none() {
                let message = "its path is not UTF-8, so it could not be taken out again";
                plan.problems.push(problem(self.shown_path(&path), "not-text", message));
                continue;
            }
            let read = self.store.read_foreign(&path)?;
            let Ok(before) = read.map(String::from_utf8).transpose() else {
                let message = "the file is not UTF-8 text";
                plan.problems.push(problem(self.shown_path(&path), "not-text", message));
                continue;
            };
            if ask.act == Act::Uninstall
                && let Some(other) = self.find_other_user(ask, kit, part)
            {
                plan.keep(self, &path, "", format!("{} uses it too", other.name()));
                continue;
            }
            self.plan_part(ask, part, path, before, memory, &mut plan);
        }
        self.plan_orphans(ask, &parts, memory, &mut plan)?;
        if !plan.problems.is_empty() {
            return Err(AgentRefusal::InstallUnusable { problems: plan.problems }.into());
        }
        Ok(plan)
    }

    pub(super) fn part_path(&self, ask: &InstallAsk<'_>, part: &AgentPart) -> Option<PathBuf> {
        let dir = match part.anchor {
            Anchor::Project => &self.place.project,
            anchor => ask.places.dirs.get(&anchor)?,
        };
        let is_file = |path: &Path| matches!(self.store.look_at(path), Ok(Some(stat)) if stat.kind != FileKind::Dir);
        let path = dir.join(&part.path);
        let other = part.other.as_ref().map(|it| dir.join(it));
        Some(other.filter(|it| is_file(it) && !is_file(&path)).unwrap_or(path))
    }

    /// Tells whether a link leads from a path of the project to somewhere else, or into `.git`.
    fn leaves_project(&self, path: &Path) -> bool {
        let project = self.store.real_path(&self.place.project);
        let is_there = |it: &&Path| matches!(self.store.look_at(it), Ok(Some(_)));
        let there = path.ancestors().find(is_there).unwrap_or(path);
        !is_kept_by_project(&self.store.real_path(there), &project)
    }

    /// Reads the file of a part as far as it is there and is text.
    pub(super) fn part_text(&self, ask: &InstallAsk<'_>, part: &AgentPart) -> Option<String> {
        let bytes = self.store.read_foreign(&self.part_path(ask, part)?).ok().flatten();
        bytes.and_then(|it| String::from_utf8(it).ok())
    }

    fn plan_part(
        &self,
        ask: &InstallAsk<'_>,
        part: &AgentPart,
        path: PathBuf,
        before: Option<String>,
        memory: &InstallMemory,
        plan: &mut InstallPlan,
    ) {
        let known = memory.files.get(&path);
        let is_whole = matches!(part.content, PartContent::Whole(_));
        let outcome = match ask.act {
            Act::Install => install(&part.content, before.as_deref()),
            Act::Uninstall => uninstall(&part.content, before.as_deref(), known),
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(Fault { line, column, code, message }) => {
                let path = format!("{}:{line}:{column}", self.shown_path(&path));
                return plan.problems.push(problem(path, code, message));
            }
        };
        for place in &outcome.places {
            plan.keep(self, &path, place, why_kept(&part.content, before.as_deref()));
        }
        let owner = format!("{} {}", ask.agent.word(), ask.scope.word());
        let after = outcome.after;
        let kept = match ask.act {
            Act::Uninstall => None,
            Act::Install if before == after => known.cloned(),
            Act::Install => {
                Some(memory_of(owner, part, before.as_deref(), after.as_deref(), known))
            }
        };
        plan.files.push(FilePlan { path, before, after, is_whole, kept });
    }

    /// Plans to remove what an earlier version wrote for the same agent and this one does not.
    fn plan_orphans(
        &self,
        ask: &InstallAsk<'_>,
        parts: &[AgentPart],
        memory: &InstallMemory,
        plan: &mut InstallPlan,
    ) -> Result<(), Error> {
        let owner = format!("{} {}", ask.agent.word(), ask.scope.word());
        let current: Vec<PathBuf> = parts.iter().filter_map(|it| self.part_path(ask, it)).collect();
        let is_orphan = |(path, kept): &(&PathBuf, &KeptFile)| {
            let is_here = ask.scope == Scope::User || path.starts_with(&self.place.project);
            let is_ours = kept.owner == owner && kept.made && is_here && !current.contains(path);
            is_ours && (ask.scope == Scope::User || !self.leaves_project(path))
        };
        for (path, _) in memory.files.iter().filter(is_orphan) {
            let bytes = self.store.read_foreign(path)?;
            let Some(text) = bytes.and_then(|it| String::from_utf8(it).ok()) else { continue };
            if stamp_of(&text) == Owner::Ours {
                plan.files.push(FilePlan {
                    path: path.clone(),
                    before: Some(text),
                    after: None,
                    is_whole: true,
                    kept: None,
                });
            }
        }
        Ok(())
    }

    /// Finds another agent that is installed here and has the same part.
    fn find_other_user(
        &self,
        ask: &InstallAsk<'_>,
        kit: Kit<'_>,
        part: &AgentPart,
    ) -> Option<Agent> {
        let is_same = |it: &AgentPart| it.anchor == part.anchor && it.path == part.path;
        let others = Agent::ALL.into_iter().filter(|it| *it != ask.agent);
        let mut others = others.filter(|it| parts(*it, ask.scope, kit).iter().any(is_same));
        others.find(|it| self.is_there(&InstallAsk { agent: *it, ..*ask }, kit, Some(part)))
    }

    /// Tells whether anything of charter's is there for an agent, apart from one part.
    fn is_there(&self, ask: &InstallAsk<'_>, kit: Kit<'_>, apart: Option<&AgentPart>) -> bool {
        let parts = parts(ask.agent, ask.scope, kit);
        let rest = parts.iter().filter(|it| apart.is_none_or(|part| it.path != part.path));
        rest.into_iter().any(|part| {
            let text = self.part_text(ask, part);
            text.is_some_and(|it| holds(&part.content, &it) != Holds::Nothing)
        })
    }
}

impl InstallPlan {
    fn keep(&mut self, app: &App, path: &Path, place: &str, reason: String) {
        let path = app.shown_path(path);
        self.kept.push(KeptRow { path, place: place.to_owned(), reason });
    }
}

/// How much of a part a text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Nothing,
    /// Something that an installation would change.
    Something,
    All,
}

/// Tells how much of a part a text holds.
pub(super) fn holds(content: &PartContent, text: &str) -> Holds {
    let added = install(content, Some(text)).ok();
    let taken = uninstall(content, Some(text), None).ok();
    let is_same = |it: &PlannedText| it.after.as_deref() == Some(text);
    match (added, taken) {
        (_, Some(taken)) if is_same(&taken) && taken.places.is_empty() => Holds::Nothing,
        (Some(added), Some(_)) if is_same(&added) && added.places.is_empty() => Holds::All,
        (Some(_), Some(_)) => Holds::Something,
        (None, _) | (_, None) => Holds::Nothing,
    }
}

fn install(content: &PartContent, before: Option<&str>) -> Result<PlannedText, Fault> {
    let merged = match content {
        PartContent::Json { seed, entries } => {
            let text = before.filter(|it| !it.trim().is_empty()).unwrap_or(seed);
            add(text, entries)?
        }
        PartContent::ServerTable { program } => {
            add_server_table(before.unwrap_or_default(), program)?
        }
        PartContent::Whole(text) => return Ok(install_whole(text, before)),
    };
    Ok(PlannedText { after: Some(merged.text), places: merged.kept })
}

fn install_whole(text: &str, before: Option<&str>) -> PlannedText {
    match before {
        None => PlannedText::whole(Some(text)),
        Some(before) if before.replace("\r\n", "\n") == text => PlannedText::whole(Some(before)),
        Some(before) => match stamp_of(before) {
            Owner::Ours => PlannedText::whole(Some(text)),
            Owner::Edited | Owner::Other => PlannedText::kept(before),
        },
    }
}

fn uninstall(
    content: &PartContent,
    before: Option<&str>,
    known: Option<&KeptFile>,
) -> Result<PlannedText, Fault> {
    let Some(before) = before else { return Ok(PlannedText::whole(None)) };
    let back = known.and_then(|it| it.undo.as_ref()).and_then(|it| it.apply(before));
    if let Some(after) = back {
        return Ok(PlannedText::whole(Some(&after)));
    }
    let removed = match content {
        PartContent::Json { .. } if before.trim().is_empty() => {
            return Ok(PlannedText::whole(Some(before)));
        }
        PartContent::Json { seed, entries } => remove(before, seed, entries)?,
        PartContent::ServerTable { .. } => remove_server_table(before)?,
        PartContent::Whole(_) => {
            return Ok(match stamp_of(before) {
                Owner::Ours => PlannedText::whole(None),
                Owner::Edited => PlannedText::kept(before),
                Owner::Other => PlannedText::whole(Some(before)),
            });
        }
    };
    let is_untouched = removed.text == before;
    // A file that was there before stays, however empty; one that nobody remembers was made.
    let was_made = known.is_none_or(|it| it.made);
    let after =
        if removed.is_empty && was_made && !is_untouched { None } else { Some(removed.text) };
    Ok(PlannedText { after, places: removed.kept })
}

fn memory_of(
    owner: String,
    part: &AgentPart,
    before: Option<&str>,
    after: Option<&str>,
    known: Option<&KeptFile>,
) -> KeptFile {
    // A file that nobody remembers and that holds only charter's was made by it.
    let is_only_ours = || uninstall(&part.content, before, None).is_ok_and(|it| it.after.is_none());
    let made = known.map_or_else(is_only_ours, |it| it.made);
    if made || matches!(part.content, PartContent::Whole(_)) {
        return KeptFile { owner, made, undo: None };
    }
    let now = before.unwrap_or_default();
    let earlier = match known {
        Some(kept) => kept.undo.as_ref().and_then(|it| it.apply(now)),
        // What holds something of charter's already is not what was there before.
        None => Some(now.to_owned()).filter(|it| holds(&part.content, it) == Holds::Nothing),
    };
    let undo = earlier.and_then(|it| after.map(|after| Undo::of(&it, after)));
    KeptFile { owner, made, undo }
}

fn why_kept(content: &PartContent, before: Option<&str>) -> String {
    match (content, before.map(stamp_of)) {
        (PartContent::Whole(_), Some(Owner::Other)) => "it is not charter's".to_owned(),
        (PartContent::Whole(_) | PartContent::Json { .. } | PartContent::ServerTable { .. }, _) => {
            "it was edited".to_owned()
        }
    }
}

fn homeless(anchor: Anchor) -> Problem {
    let name = if anchor == Anchor::Config { "XDG_CONFIG_HOME" } else { "HOME" };
    problem(name, "homeless", "the user has no home directory here")
}
