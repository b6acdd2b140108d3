//! Plans: opening, writing, looking, approving.
//!
//! Owns which files follow from the ledger, how those that are gone come back, and what is told. Must
//! not decide.

use crate::app::{App, Caller};
use crate::commit::{Committed, DocsWanted, Later, ToWrite};
use crate::doctor::FindingRow;
use crate::error::Error;
use charter_contract::document::DOCUMENT_UNREADABLE;
use charter_contract::{CharterAct, Status};
use charter_engine::event::EventBody;
use charter_engine::{Refusal, State};
use charter_kernel::event::Payload;
use charter_kernel::{CharterId, Decision, FileEdit, Finding, NextAction};
use charter_plan::{
    Assignment, Lane, LaneVerdict, PLAN_FILE_EDITED, Plan, PlanDemand, PlanEvent, PlanRefusal,
    PlanTurn, Register, Stage, StageRecord, StageText, Start, Wish, turn,
};
use charter_store::{Failure, FileKind, Trust};
use serde::Serialize;
use std::io;
use std::path::Path;

/// Where a plan stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub run_id: String,
    pub iteration: u32,
    pub max_iterations: u32,
    /// Whether nobody may speak any more without an agreement.
    pub stuck: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_digest: Option<String>,
    pub verdicts: PlanVerdictRow,
    /// Who is to speak next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<PlanNextRow>,
    pub pending_approval: bool,
    /// Whether a person has.
    pub approved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck_reason: Option<String>,
    /// How often a lane may speak about one text.
    pub max_passes: u32,
    /// How often each may still speak about the plan as it stands.
    pub passes_left: PassesRow,
    /// The conflicts that were left to the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deferred: Vec<String>,
    pub task: String,
    /// The document that the plan is to follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What a final text must name: what the interview locked, and what was agreed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must_name: Vec<MustNameRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_path: Option<String>,
    /// Every text, as they came.
    pub stages: Vec<PlanStageRow>,
    pub charter_id: String,
    pub status: Status,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    pub next_actions: Vec<NextAction>,
}

/// What a final text must name.
#[derive(Debug, Clone, Serialize)]
pub struct MustNameRow {
    pub id: String,
    pub words: String,
}

/// What was said about a plan.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PlanVerdictRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architect: Option<LaneVerdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critic: Option<LaneVerdict>,
}

/// How often each may still speak.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PassesRow {
    pub architect: u32,
    pub critic: u32,
}

/// Who is to speak next.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanNextRow {
    pub stage: Stage,
    pub n: u32,
    pub hint: String,
    /// The beginning of the digest of the text that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The file of that text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about_path: Option<String>,
}

/// A text of a plan, without its words.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStageRow {
    pub stage: Stage,
    pub n: u32,
    pub path: String,
    /// The digest of the words.
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<LaneVerdict>,
    pub created_at: String,
    pub actor: String,
}

/// What came of writing a text: a receipt, never the words.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanWriteReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub run_id: String,
    pub stage: Stage,
    pub n: u32,
    pub path: String,
    /// The digest of the words.
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<LaneVerdict>,
    pub created_at: String,
    /// Whether it was there before.
    pub deduplicated: bool,
    /// That the lane may not speak about this text again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_budget_warning: Option<String>,
    /// What a plan lacks before it can become final.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
    /// Who is to speak next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<PlanNextRow>,
    /// Whether nobody may speak any more without an agreement.
    pub stuck: bool,
    pub pending_approval: bool,
    /// Where the plan stands now, for whoever shows it.
    #[serde(skip)]
    pub plan: PlanReport,
    pub next_actions: Vec<NextAction>,
}

/// What came of an approval.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ApproveReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub run_id: String,
    pub digest: String,
    /// Whether anything changed; approving twice changes nothing.
    pub changed: bool,
    /// `drafted`, `authored` (it stays as it is) or `unchanged`.
    pub register: &'static str,
    pub criteria: usize,
    pub milestones: usize,
    /// The steps that have no criterion, so that no milestone stands for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps_without_criterion: Vec<String>,
    /// The file that was approved.
    pub path: String,
    pub charter_id: String,
    pub status: Status,
    pub next_actions: Vec<NextAction>,
}

/// What a caller wants to write.
#[derive(Debug, Clone, Copy)]
pub struct PlanAsk<'a> {
    /// What it is for, as a word.
    pub stage: &'a str,
    /// Its number; none where the next one is meant.
    pub n: Option<u32>,
    /// The words; none where a final text is to be put together.
    pub text: Option<&'a [u8]>,
    /// The verdict, where it is not read out of the words.
    pub verdict: Option<&'a str>,
    /// The beginning of the digest of the plan that was read.
    pub about: Option<&'a str>,
}

impl App {
    /// Opens a plan, or says where the one stands that goes on.
    pub fn plan_open(
        &self,
        caller: &Caller,
        task: Option<&str>,
        start: Start,
    ) -> Result<PlanReport, Error> {
        let id = self.select(caller)?;
        let limits = self.config.plan_limits();
        let opened = self.commit(caller, id, DocsWanted::Readable, |_, state, ctx| {
            let (contract, plan) = (&state.contract, state.plan.as_deref());
            let input = state.interview.written_spec();
            Ok((charter_plan::open(contract, plan, task, start, limits, input, ctx)?.into(), ()))
        })?;
        self.plan_report(&opened.open.id, opened.open.state(), &[])
    }

    /// Says where the plan stands. Files of it that are gone come back on the way.
    pub fn plan_status(&self, caller: &Caller) -> Result<PlanReport, Error> {
        let id = self.select(caller)?;
        let loaded = self.store.load(&id)?;
        let plan = plan_of(&loaded.state)?;
        let (gone, edited) = self.look_at_files(&id, plan)?;
        if !gone.is_empty() && loaded.can_write().is_ok() {
            self.store.restore(&id, &self.files_of(&id, plan, &gone)?);
        }
        let mut findings = loaded.warnings();
        findings.extend(edited);
        self.plan_report(&id, &loaded.state, &findings)
    }

    pub fn plan_write(&self, caller: &Caller, ask: &PlanAsk<'_>) -> Result<PlanWriteReport, Error> {
        let id = self.select(caller)?;
        let stage = Stage::parse(ask.stage).ok_or_else(|| unknown_stage(ask.stage))?;
        let given = ask.text.map(charter_plan::normalise).transpose()?;
        let committed =
            self.commit(caller, id.clone(), DocsWanted::Readable, |_, state, ctx| {
                let text = match given {
                    Some(text) => text,
                    None => self.composed(&id, plan_of(state)?, stage)?,
                };
                let PlanAsk { n, verdict, about, .. } = *ask;
                let wish = Wish { stage, n, text: &text, verdict, about };
                let (contract, demands) = (&state.contract, demands_of(state));
                let (decision, written) =
                    charter_plan::write(contract, state.plan.as_deref(), &wish, &demands, ctx)?;
                self.check_place(&id, plan_of(state)?, &decision, stage)?;
                let (to_write, odd) = self.with_gone(&id, plan_of(state)?, decision)?;
                Ok((to_write, (written, odd)))
            })?;
        let Committed { told: (written, odd), open, .. } = committed;
        let (id, plan) = (&open.id, plan_of(open.state())?);
        let report = self.plan_report(id, open.state(), &odd)?;
        let record = &written.record;
        Ok(PlanWriteReport {
            ok: true,
            run_id: plan.name(),
            stage,
            n: record.n,
            path: self.path_in(id, &plan.path(record)),
            digest: record.digest.to_string(),
            verdict: record.verdict,
            created_at: record.written_at.to_string(),
            deduplicated: written.deduplicated,
            review_budget_warning: budget_warning(plan, stage),
            gaps: written.gaps,
            next: report.next.clone(),
            stuck: report.stuck,
            pending_approval: report.pending_approval,
            next_actions: report.next_actions.clone(),
            plan: report,
        })
    }

    /// Approves the final text in the name of a person, and proposes the register.
    pub fn plan_approve(
        &self,
        caller: &Caller,
        digest: Option<&str>,
    ) -> Result<ApproveReport, Error> {
        let id = self.select(caller)?;
        let committed = self.commit(caller, id.clone(), DocsWanted::All, |docs, state, ctx| {
            let text = self.final_text(&id, state)?;
            let (decision, approved) = charter_plan::approve(
                &state.contract,
                state.plan.as_deref(),
                docs,
                &text,
                digest,
                ctx,
            )?;
            let changed = !decision.events.is_empty();
            if changed {
                self.check_final(&id, plan_of(state)?)?;
            }
            // The register first: an approved plan that proposed nothing would never propose it.
            let act = Some(CharterAct::ApprovePlan);
            Ok((ToWrite { act, ..decision.into() }, (approved, changed)))
        })?;
        let Committed { told: (approved, changed), mut open, .. } = committed;
        self.observe(&open.id, &mut open.docs, &open.loaded.state, Trust::Memory);
        let plan = plan_of(open.state())?;
        let last = plan.records.iter().rev().find(|it| it.stage == Stage::Final);
        let (register, criteria, milestones) = match approved.register {
            Some(Register::Drafted { criteria, milestones }) => ("drafted", criteria, milestones),
            Some(Register::Authored) => ("authored", 0, 0),
            Some(Register::Unchanged) | None => ("unchanged", 0, 0),
        };
        Ok(ApproveReport {
            ok: true,
            run_id: plan.name(),
            digest: plan.approval.as_ref().map(|it| it.digest.to_string()).unwrap_or_default(),
            changed,
            register,
            criteria,
            milestones,
            steps_without_criterion: approved.bare_steps,
            path: last.map(|it| self.path_in(&open.id, &plan.path(it))).unwrap_or_default(),
            status: open.state().contract.status,
            next_actions: self.next_actions(&open),
            charter_id: open.id.to_string(),
        })
    }

    /// Reads a file that holds a text, as far as a text can be long.
    pub fn plan_file(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let shown = path.display();
        let unusable = |code, message: String| Err(charter_plan::unusable(code, message).into());
        let missing = || unusable("file-missing", format!("`{shown}` is not there"));
        match self.store.look_at(&self.typed(path)) {
            Ok(Some(stat)) if stat.len > charter_plan::TEXT_BYTES_MAX as u64 => {
                let most = charter_plan::TEXT_BYTES_MAX / 1024;
                return unusable("text-too-long", format!("it is longer than {most} KiB"));
            }
            Ok(None) => return missing(),
            Ok(Some(stat)) if stat.kind == FileKind::Dir => {
                return unusable("not-a-file", format!("`{shown}` is a directory"));
            }
            Ok(Some(_)) | Err(_) => {}
        }
        match self.read_named(path) {
            Err(Error::Store(Failure::Io { source, .. }))
                if source.kind() == io::ErrorKind::NotFound =>
            {
                missing()
            }
            read => read,
        }
    }

    fn path_in(&self, id: &CharterId, below: &str) -> String {
        self.shown_path(&self.store.layout().file(id, below))
    }

    /// Lists the texts of a run, as the ledger has them.
    fn texts_of(&self, id: &CharterId, run: u32) -> Result<Vec<StageText>, Error> {
        let text = |payload| match payload {
            Payload::Known(EventBody::Plan(PlanEvent::PlanStageWritten(text)))
                if text.run == run =>
            {
                Some(*text)
            }
            Payload::Known(_) | Payload::Unknown(_) => None,
        };
        let mut texts = Vec::new();
        for entry in self.store.log(id)? {
            texts.extend(text(entry?.event.payload));
        }
        Ok(texts)
    }

    /// Puts the final text together from what was agreed.
    fn composed(&self, id: &CharterId, plan: &Plan, stage: Stage) -> Result<String, Error> {
        if stage != Stage::Final {
            let message = "name a file, or `-` for what is piped in".to_owned();
            return Err(charter_plan::unusable("text-missing", message).into());
        }
        let texts = self.texts_of(id, plan.run)?;
        let of = |record: &StageRecord| {
            let found = texts.iter().find(|it| it.stage == record.stage && it.n == record.n);
            found.map(|it| it.text.clone())
        };
        let adr = plan.since_current().filter(|it| it.stage == Stage::Adr).last().and_then(&of);
        let current = plan.current().and_then(&of).unwrap_or_default();
        Ok(charter_plan::compose(plan, &current, adr.as_deref()))
    }

    fn final_text(&self, id: &CharterId, state: &State) -> Result<String, Error> {
        let Some((plan, record)) = state.plan.as_deref().and_then(|it| Some((it, it.pending()?)))
        else {
            return Ok(String::new());
        };
        let texts = self.texts_of(id, plan.run)?;
        let found = texts.into_iter().find(|it| it.stage == record.stage && it.n == record.n);
        Ok(found.map(|it| it.text).unwrap_or_default())
    }

    /// Refuses to approve a text whose file says something else: that is what the person has read.
    fn check_final(&self, id: &CharterId, plan: &Plan) -> Result<(), Error> {
        let path = plan.pending().map(|it| plan.path(it)).unwrap_or_default();
        let (_, edited) = self.look_at_files(id, plan)?;
        match edited.into_iter().find(|it| it.file == path) {
            Some(finding) => {
                let (path, why) = (self.path_in(id, &path), finding.message);
                let message = format!("`{path}` is not the ledger's text: {why}");
                Err(charter_plan::unusable(finding.kind.code, message).into())
            }
            None => Ok(()),
        }
    }

    /// Refuses to put a text where somebody else's file is.
    fn check_place(
        &self,
        id: &CharterId,
        plan: &Plan,
        decision: &Decision<PlanEvent>,
        stage: Stage,
    ) -> Result<(), Error> {
        for edit in &decision.edits {
            self.store.check_plain(&self.store.layout().charter(id), &edit.path)?;
            let path = self.store.layout().file(id, &edit.path);
            if self.store.read_file(&path).is_ok_and(|it| it != edit.bytes) {
                let next = plan.next_n(stage).saturating_add(1);
                let path = edit.path.clone();
                return Err(Refusal::from(PlanRefusal::TextTaken { path, stage, next }).into());
            }
        }
        Ok(())
    }

    /// Looks which files of a plan are gone or cut off, and which somebody changed.
    fn look_at_files(
        &self,
        id: &CharterId,
        plan: &Plan,
    ) -> Result<(Vec<StageRecord>, Vec<Finding>), Error> {
        let (mut gone, mut edited, mut odd) = (Vec::new(), Vec::new(), Vec::new());
        for record in &plan.records {
            let below = plan.path(record);
            match self.store.read_file(&self.store.layout().file(id, &below)) {
                Ok(bytes) if charter_kernel::Digest::of(&bytes) == record.digest => {}
                Ok(bytes) => odd.push((record.clone(), below, bytes)),
                Err(err) if err.kind() == io::ErrorKind::NotFound => gone.push(record.clone()),
                Err(err) => {
                    let message = format!("it cannot be read: {err}");
                    edited.push(Finding::new(DOCUMENT_UNREADABLE, below, message));
                }
            }
        }
        let odd_records: Vec<StageRecord> = odd.iter().map(|(it, ..)| it.clone()).collect();
        let known =
            if odd.is_empty() { Vec::new() } else { self.files_of(id, plan, &odd_records)? };
        for (record, below, bytes) in odd {
            let text = known.iter().find(|it| it.path == below);
            // The beginning of a text is a write that was cut off, and nobody's words.
            if text.is_some_and(|it| it.bytes.starts_with(&bytes)) {
                gone.push(record);
            } else {
                let message = "somebody changed it; the ledger's text counts: write it as a revision, \
                               or remove the file to get the text back";
                edited.push(Finding::new(PLAN_FILE_EDITED, below, message));
            }
        }
        Ok((gone, edited))
    }

    /// Gives texts as the files they belong in.
    fn files_of(
        &self,
        id: &CharterId,
        plan: &Plan,
        records: &[StageRecord],
    ) -> Result<Vec<FileEdit>, Error> {
        let file = |it: StageText| {
            let digest = charter_kernel::Digest::of(it.text.as_bytes());
            let is_it =
                |at: &&StageRecord| at.stage == it.stage && at.n == it.n && at.digest == digest;
            let path = plan.path(records.iter().find(is_it)?);
            Some(FileEdit { path, bytes: it.text.into_bytes() })
        };
        Ok(self.texts_of(id, plan.run)?.into_iter().filter_map(file).collect())
    }

    /// Adds the files of a plan that are gone to those that follow from a decision, and lists what
    /// somebody changed.
    fn with_gone(
        &self,
        id: &CharterId,
        plan: &Plan,
        decision: Decision<PlanEvent>,
    ) -> Result<(ToWrite, Vec<Finding>), Error> {
        let Decision { events, mut edits } = decision.lift();
        let (mut gone, edited) = self.look_at_files(id, plan)?;
        gone.retain(|it| !edits.iter().any(|edit| edit.path == plan.path(it)));
        if !gone.is_empty() {
            edits.extend(self.files_of(id, plan, &gone)?);
        }
        let catch_up = NextAction::plan("status", id.as_str(), "writes the files of the plan", "");
        let after = Some(Later { edits, catch_up });
        Ok((ToWrite { events, after, ..ToWrite::default() }, edited))
    }

    fn plan_report(
        &self,
        id: &CharterId,
        state: &State,
        findings: &[Finding],
    ) -> Result<PlanReport, Error> {
        let plan = plan_of(state)?;
        let turn = turn(plan);
        let (first, stuck_reason) = match &turn {
            PlanTurn::Write(all) => (all.first(), None),
            PlanTurn::Stuck(reason) => (None, Some(reason.clone())),
            PlanTurn::Approve | PlanTurn::Done => (None, None),
        };
        let left = |lane| plan.limits.passes.saturating_sub(plan.passes(lane));
        let shown = |it: &StageRecord| self.path_in(id, &plan.path(it));
        Ok(PlanReport {
            ok: true,
            run_id: plan.name(),
            iteration: plan.iteration(),
            max_iterations: plan.limits.iterations,
            stuck: stuck_reason.is_some(),
            plan_digest: plan.current().map(|it| it.digest.to_string()),
            verdicts: PlanVerdictRow {
                architect: plan.verdict(Lane::Architect),
                critic: plan.verdict(Lane::Critic),
            },
            next: first.map(|it| PlanNextRow {
                stage: it.stage,
                n: it.n,
                hint: it.hint.clone(),
                about: it.about.as_ref().map(|it| it.digest.short()),
                about_path: it.about.as_ref().map(shown),
            }),
            pending_approval: plan.pending().is_some(),
            approved: plan.approval.is_some(),
            stuck_reason,
            max_passes: plan.limits.passes,
            passes_left: PassesRow { architect: left(Lane::Architect), critic: left(Lane::Critic) },
            deferred: plan.deferred(),
            task: plan.task.clone(),
            input: plan.input.as_ref().map(|it| self.path_in(id, it)),
            must_name: demands_of(state).into_iter().map(must_name).collect(),
            plan_path: plan.current().map(shown),
            stages: plan.records.iter().map(|it| stage_row(it, shown(it))).collect(),
            charter_id: id.to_string(),
            status: state.contract.status,
            findings: findings.iter().map(FindingRow::from).collect(),
            next_actions: plan_actions(state, plan, &turn),
        })
    }
}

/// Lists what a plan must not leave out.
fn demands_of(state: &State) -> Vec<PlanDemand> {
    charter_plan::demands(&state.contract, &state.interview.locked())
}

fn must_name(demand: PlanDemand) -> MustNameRow {
    MustNameRow { id: demand.id, words: demand.words }
}

fn plan_of(state: &State) -> Result<&Plan, PlanRefusal> {
    let charter_id = || state.contract.charter_id.clone();
    state.plan.as_deref().ok_or_else(|| PlanRefusal::NoPlan { charter_id: charter_id() })
}

fn unknown_stage(given: &str) -> PlanRefusal {
    let words: Vec<&str> = Stage::ALL.into_iter().map(Stage::word).collect();
    charter_plan::unusable("stage-unknown", format!("`{given}` is no stage: {}", words.join(", ")))
}

fn budget_warning(plan: &Plan, stage: Stage) -> Option<String> {
    let (lane, max) = (stage.lane()?, plan.limits.passes);
    let is_last = max > 1 && plan.passes(lane) >= max;
    is_last.then(|| format!("the {} has spoken {max} of {max} times about this text", stage.word()))
}

fn stage_row(record: &StageRecord, path: String) -> PlanStageRow {
    PlanStageRow {
        stage: record.stage,
        n: record.n,
        path,
        digest: record.digest.to_string(),
        verdict: record.verdict,
        created_at: record.written_at.to_string(),
        actor: record.written_by.to_string(),
    }
}

/// Lists what can be done about a plan, most useful first.
fn plan_actions(state: &State, plan: &Plan, turn: &PlanTurn) -> Vec<NextAction> {
    let id = state.contract.charter_id.as_str();
    let write = |it: &Assignment| {
        let about = it.about.as_ref().map(|it| format!(" --about {}", it.digest.short()));
        // A final text is put together where none is given.
        let text = if it.stage == Stage::Final { "" } else { " -" };
        let (stage, about) = (it.stage.word(), about.unwrap_or_default());
        let rest = format!("--stage {stage} --n {}{about}{text}", it.n);
        NextAction::plan("write", id, it.hint.clone(), &rest)
    };
    match turn {
        PlanTurn::Write(all) => all.iter().map(write).collect(),
        PlanTurn::Approve => {
            let pending = plan.pending();
            let digest = pending.map(|it| it.digest.short()).unwrap_or_default();
            let path = pending.map(|it| plan.path(it)).unwrap_or_default();
            let hint = format!("a person is to read {path} and approve it");
            let approve = NextAction::plan("approve", id, hint, &digest);
            let revise =
                || NextAction::plan("write", id, "or ask for a revision", "--stage revision -");
            let can_revise = plan.iteration() < plan.limits.iterations;
            [Some(approve), can_revise.then(revise)].into_iter().flatten().collect()
        }
        PlanTurn::Stuck(reason) => {
            let hint = format!("stuck: {reason}. A person may begin anew, with a fresh budget");
            vec![NextAction::plan("open", id, hint, "--again")]
        }
        PlanTurn::Done => vec![NextAction::about("status", id, "see what must be shown", "")],
    }
}
