//! How a deep interview begins, and goes on under other settings.
//!
//! Owns where each of its settings comes from. Must not decide whether it may begin: the core does.

use super::reply::Handed;
use super::stand::DeepStand;
use super::survey;
use crate::app::{App, Caller, OpenCharter};
use crate::commit::DocsWanted;
use crate::doctor::FindingRow;
use crate::error::Error;
use charter_contract::check_open;
use charter_engine::State;
use charter_interview::InterviewEvent;
use charter_interview::InterviewRefusal;
use charter_interview::decision::deep::begin;
use charter_interview::deep::{
    InterviewWay, Language, Layers, Limits, Profile, Project, Setting, Setup, Threshold, resolve,
};
use charter_kernel::Decision;
use charter_store::{Layer, MindChoice, SettingValue};
use std::path::Path;

/// What a caller says about an interview; what is not said is stored, set or built in.
#[derive(Debug, Clone, Default)]
pub struct DeepOptions {
    /// How little ambiguity is enough, as it was typed.
    pub threshold: Option<String>,
    pub profile: Option<Profile>,
    pub batch: Option<u32>,
    pub max_rounds: Option<u32>,
}

/// A charter whose deep interview was begun.
pub(crate) enum DeepBegun {
    Now(OpenCharter),
    /// Earlier, and under the same settings.
    Before(OpenCharter),
}

impl App {
    /// Refuses options that make no sense, before anything is created for them; gives the threshold
    /// that they lead to.
    pub fn check_deep(&self, options: &DeepOptions) -> Result<Threshold, Error> {
        self.threshold(options, None)
    }

    /// Lists what is odd about the settings.
    #[must_use]
    pub fn setting_findings(&self) -> Vec<FindingRow> {
        self.config.findings.iter().map(FindingRow::from).collect()
    }

    /// Begins the deep interview of the charter that the caller means, or goes on with it.
    pub fn deep_begin(&self, caller: &Caller, options: &DeepOptions) -> Result<DeepStand, Error> {
        let open = self.read_charter(caller)?;
        self.deep_begin_in(caller, open, options)
    }

    /// Does the same, and hands replies in one after the other; tells how many of them are left.
    pub fn deep_begin_with(
        &self,
        caller: &Caller,
        options: &DeepOptions,
        replies: &[Handed],
    ) -> Result<(DeepStand, usize), Error> {
        let (DeepBegun::Now(open) | DeepBegun::Before(open)) =
            self.deep_begun(caller, self.read_charter(caller)?, options)?;
        self.deep_all(caller, open, replies)
    }

    /// Does the same with a charter that was read.
    pub(crate) fn deep_begin_in(
        &self,
        caller: &Caller,
        open: OpenCharter,
        options: &DeepOptions,
    ) -> Result<DeepStand, Error> {
        let (DeepBegun::Now(open) | DeepBegun::Before(open)) =
            self.deep_begun(caller, open, options)?;
        self.deep_look(caller, open)
    }

    /// Begins, or goes on under other settings. Nothing is locked where there is nothing to write.
    pub(crate) fn deep_begun(
        &self,
        caller: &Caller,
        open: OpenCharter,
        options: &DeepOptions,
    ) -> Result<DeepBegun, Error> {
        let head = open.state().head();
        check_open(&open.state().contract)?;
        let mut setup = self.setup(open.state(), options)?;
        if begin_in(open.state(), &setup)?.events.is_empty() {
            return Ok(DeepBegun::Before(open));
        }
        let mut pen = self.hold(caller, open, DocsWanted::All)?;
        if pen.state().head() != head {
            setup = self.setup(pen.state(), options)?;
        }
        let begun = begin_in(pen.state(), &setup)?;
        self.write_turn(&mut pen, begun)?;
        Ok(DeepBegun::Now(pen.let_go()))
    }

    fn setup(&self, state: &State, options: &DeepOptions) -> Result<Setup, Error> {
        let stored = state.interview.deep.as_deref().map(|it| &it.setup);
        // A profile that is typed counts as it would at the start.
        let kept = stored.filter(|_| options.profile.is_none()).map(|it| &it.threshold);
        let threshold = self.threshold(options, kept)?;
        if let Some(stored) = stored {
            let limits = options.max_rounds.map_or(stored.limits, Limits::with_hard);
            let batch = options.batch.unwrap_or(stored.batch);
            return Ok(Setup { threshold, limits, batch, ..stored.clone() });
        }
        let idea = match state.contract.objective.trim() {
            "" => state.contract.name.clone(),
            objective => objective.to_owned(),
        };
        let codebase = survey::tell(&self.project_files(), &idea);
        let project = match codebase {
            Some(_) if charter_interview::rules::talks_of_change(&idea) => Project::Brownfield,
            Some(_) | None => Project::Greenfield,
        };
        Ok(Setup {
            way: match self.config.mind() {
                MindChoice::Rules => InterviewWay::Checklist,
                _ => InterviewWay::Protocol,
            },
            language: Language::of_idea(&idea),
            codebase: codebase.filter(|_| project == Project::Brownfield),
            idea,
            project,
            threshold,
            limits: Limits::with_hard(
                options.max_rounds.unwrap_or_else(|| self.config.max_rounds()),
            ),
            batch: options.batch.unwrap_or_else(|| self.config.batch()),
        })
    }

    fn threshold(
        &self,
        options: &DeepOptions,
        stored: Option<&Threshold>,
    ) -> Result<Threshold, Error> {
        let set = self.config.find_set("threshold");
        let setting = set.map(|it| Setting { text: it.text.clone(), source: self.source_of(it) });
        let is_users = self.is_users(set);
        let layers = Layers {
            flag: options.threshold.clone(),
            stored: stored.cloned(),
            project: setting.clone().filter(|_| !is_users),
            user: setting.filter(|_| is_users),
            profile: options.profile.or_else(|| self.config.profile()),
        };
        let mut threshold = resolve(&layers)?;
        // A profile that nobody typed has its own source.
        let is_typed = options.profile.is_some() || !threshold.source.starts_with("flag:--profile");
        if let (false, Some(set)) = (is_typed, self.config.find_set("profile")) {
            threshold.source = format!("{}, profile {}", self.source_of(set), set.text);
        }
        Ok(threshold)
    }

    /// Tells whether a value stands in the user's own file, and not in the project's.
    fn is_users(&self, value: Option<&SettingValue>) -> bool {
        match value.map(|it| &it.layer) {
            Some(Layer::File(path, _)) => !path.starts_with(&self.place.root),
            Some(Layer::BuiltIn | Layer::Env(_) | Layer::Flag) | None => false,
        }
    }

    /// Names where a value stands, as the caller would.
    fn source_of(&self, value: &SettingValue) -> String {
        match &value.layer {
            Layer::File(path, line) => format!("{}:{line}", self.shown_path(path)),
            Layer::Env(name) => format!("env:{name}"),
            layer @ (Layer::BuiltIn | Layer::Flag) => layer.to_string(),
        }
    }

    /// Lists the files of the project, without the charters; none where they cannot be listed.
    pub(crate) fn project_files(&self) -> Vec<String> {
        let project: &Path = &self.place.project;
        let whole = [String::new()];
        let listed = match self.repository() {
            Ok(it) => it.list_files(charter_proof::Files::TrackedAndNew, &whole).ok(),
            Err(_) => self.store.walk(project, &whole).ok(),
        };
        let root = self.root_in_project();
        let is_charter = |path: &String| root.as_ref().is_some_and(|it| path.starts_with(it));
        listed.unwrap_or_default().into_iter().filter(|it| !is_charter(it)).collect()
    }
}

fn begin_in(state: &State, setup: &Setup) -> Result<Decision<InterviewEvent>, InterviewRefusal> {
    begin(&state.contract, &state.interview, setup)
}
