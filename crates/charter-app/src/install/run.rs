//! The installation itself.
//!
//! Owns the writing of what was planned, and the report about it. Must not decide what belongs in a
//! file.

use super::memory::InstallMemory;
use super::plan::{FilePlan, InstallPlan};
use super::report::{
    Act, FileAction, FileRow, InstallAsk, InstallMode, InstallPlaces, InstallReport,
};
use crate::app::App;
use crate::error::Error;
use charter_agents::install::{Kit, Line, LineChange, diff};
use charter_kernel::NextAction;
use charter_store::Readers;
use std::path::Path;

const PROGRAM: &str = "charter";

impl App {
    /// Installs charter into a coding agent's own files, or takes it out.
    pub fn install(&self, ask: &InstallAsk<'_>) -> Result<InstallReport, Error> {
        let program = self.agent_program(ask.places);
        let kit = Kit { program: &program, skill: ask.places.skill };
        let mut memory = self.recall()?;
        let plan = self.plan_install(ask, kit, &memory)?;
        if ask.trial == InstallMode::Real {
            self.write_plan(&plan, ask.act, &mut memory)?;
        }
        let files: Vec<FileRow> = plan.files.iter().filter_map(|it| self.file_row(it)).collect();
        let next_actions = next_actions(ask, &files);
        Ok(InstallReport {
            ok: true,
            agent: ask.agent.word(),
            scope: ask.scope.word(),
            dry_run: ask.trial == InstallMode::Dry,
            files,
            kept: plan.kept,
            program,
            next_actions,
        })
    }

    /// Gives how agents call this program: by its name where that is found, else by its path.
    pub(super) fn agent_program(&self, places: &InstallPlaces) -> String {
        let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
        let is_there = |dir: &std::path::PathBuf| {
            matches!(self.store.look_at(&self.store.real_path(&dir.join(&name))), Ok(Some(_)))
        };
        if places.search.iter().any(is_there) {
            return PROGRAM.to_owned();
        }
        let path = places.program.as_ref().map(|it| it.display().to_string());
        path.unwrap_or_else(|| PROGRAM.to_owned())
    }

    fn write_plan(
        &self,
        plan: &InstallPlan,
        act: Act,
        memory: &mut InstallMemory,
    ) -> Result<(), Error> {
        let before = memory.clone();
        let written = plan.files.iter().try_for_each(|it| self.write_file(it, act, memory));
        // What was written is remembered even where the rest could not be.
        if *memory != before {
            self.memorise(memory)?;
        }
        written
    }

    fn write_file(
        &self,
        file: &FilePlan,
        act: Act,
        memory: &mut InstallMemory,
    ) -> Result<(), Error> {
        let FilePlan { path, before, after, kept, .. } = file;
        let read = before.as_deref().map(str::as_bytes);
        match (before, after) {
            (Some(text), None) => {
                self.store.remove_foreign(path, text.as_bytes())?;
                self.forget(path, memory);
            }
            (_, Some(text)) if before.as_ref() != Some(text) => {
                let made =
                    self.store.replace_foreign(path, read, text.as_bytes(), Readers::Usual)?;
                memory.dirs.extend(made);
            }
            (_, Some(_)) | (None, None) => {}
        }
        match kept {
            Some(kept) => {
                memory.files.insert(path.clone(), kept.clone());
            }
            None if act == Act::Uninstall => {
                memory.files.remove(path);
            }
            None => {}
        }
        Ok(())
    }

    /// Forgets a file that is gone, with the directories that were made for it. Where nobody remembers
    /// the file, directories that it leaves empty are taken for made: git does not keep them.
    fn forget(&self, path: &Path, memory: &mut InstallMemory) {
        if memory.files.remove(path).is_some() {
            return self.sweep(path.parent(), memory);
        }
        for dir in path.parent().into_iter().flat_map(Path::ancestors) {
            if dir == self.place.project || !self.store.remove_bare_dir(dir) {
                break;
            }
        }
    }

    /// Shows a file; one that is not there and will not be is not worth a word.
    fn file_row(&self, file: &FilePlan) -> Option<FileRow> {
        let action = match (&file.before, &file.after) {
            (None, None) => return None,
            (None, Some(_)) => FileAction::Created,
            (Some(_), None) => FileAction::Removed,
            (Some(before), Some(after)) if before == after => FileAction::Unchanged,
            (Some(_), Some(_)) => FileAction::Changed,
        };
        let text = |it: &Option<String>| it.clone().unwrap_or_default();
        let lines = diff(&text(&file.before), &text(&file.after));
        let count = |change| lines.iter().filter(|it| it.change == change).count();
        let (lines_added, lines_removed) = (count(LineChange::New), count(LineChange::Gone));
        let lines = if file.is_whole { Vec::new() } else { lines };
        let diff = lines.iter().map(diff_line).collect();
        let path = self.shown_path(&file.path);
        Some(FileRow { path, action, lines_added, lines_removed, diff, lines })
    }
}

fn diff_line(line: &Line) -> String {
    match line.change {
        LineChange::Same => format!(" {}\n", line.text),
        LineChange::Gone => format!("-{}\n", line.text),
        LineChange::New => format!("+{}\n", line.text),
        LineChange::Gap => "@@\n".to_owned(),
    }
}

fn next_actions(ask: &InstallAsk<'_>, files: &[FileRow]) -> Vec<NextAction> {
    let word = ask.agent.word();
    let flag = match ask.scope {
        charter_agents::install::Scope::Project => "",
        charter_agents::install::Scope::User => " --user",
    };
    let is_idle = files.iter().all(|it| it.action == FileAction::Unchanged);
    match (ask.act, ask.trial) {
        (Act::Install, InstallMode::Dry) if !is_idle => {
            let command = format!("charter install {word}{flag}");
            vec![NextAction::new("install", "write it", command)]
        }
        (Act::Uninstall, InstallMode::Dry) if !is_idle => {
            let command = format!("charter install {word}{flag} --uninstall");
            vec![NextAction::new("install", "take it out", command)]
        }
        (Act::Install, InstallMode::Real | InstallMode::Dry) => {
            vec![NextAction::new("create", ask.agent.next_step(), "charter new \"an idea\"")]
        }
        (Act::Uninstall, InstallMode::Real | InstallMode::Dry) => Vec::new(),
    }
}
