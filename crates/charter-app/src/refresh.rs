//! Running again what went stale.
//!
//! Owns which commands those are: each that the tool ran before, once, for all its criteria. Must not
//! run anything that it did not run before.

use crate::app::{App, Caller};
use crate::error::Error;
use crate::key::MakeKey;
use crate::observe::is_outside;
use crate::record::{Base, Prove, ProveReport};
use crate::typed::typed;
use charter_contract::document::Criterion;
use charter_contract::evidence::is_tape;
use charter_contract::{
    ContractRefusal, CriterionRecord, Run, Untried, UntriedReason, Verdict, check_active, judge,
};
use charter_engine::Refusal;
use charter_proof::{Echo, Taping};

/// A command that is to run again, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rerun {
    pub argv: Vec<String>,
    /// Where it ran, relative to the project; none for the project itself.
    pub dir: Option<String>,
    /// The criteria that it showed, with what can be said about each before it runs.
    pub criteria: Vec<(String, Verdict)>,
    /// Why it was said to be enough, by whoever runs it again.
    pub because: Option<String>,
    pub base: Base,
    /// The files that were kept with it, relative to the project.
    pub artifacts: Vec<String>,
    pub taping: Taping,
}

/// Whose word there is for running commands that never ran here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// Nobody's: only what ran here before may run.
    KnownOnly,
    /// The user's, who was shown these, as they would be typed.
    Listed(Vec<String>),
    /// The user's, who knows which they are.
    Given,
}

impl Consent {
    /// Tells whether the word is for a command, as it would be typed.
    fn covers(&self, command: &String) -> bool {
        match self {
            Self::KnownOnly => false,
            Self::Listed(commands) => commands.contains(command),
            Self::Given => true,
        }
    }
}

impl App {
    /// Lists the commands to run again: those of stale criteria, or of the criteria that are named.
    pub fn reruns(
        &self,
        caller: &Caller,
        named: &[String],
        consent: &Consent,
    ) -> Result<Vec<Rerun>, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        let find = |it: &String| open.find_criterion(it).map(|it| it.id.clone());
        let named = named.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut reruns: Vec<Rerun> = Vec::new();
        for criterion in open.docs.criteria.criteria() {
            let verdict = judge(criterion, &open.docs, &open.state().contract).verdict;
            let is_wanted = if named.is_empty() {
                verdict == Verdict::Stale
            } else {
                named.contains(&criterion.id)
            };
            let record = open.state().contract.criteria.get(&criterion.id).filter(|_| is_wanted);
            let Some((record, run)) = record.and_then(|it| Some((it, it.run.as_ref()?))) else {
                continue;
            };
            let mut rerun = rerun_of(record, run, caller);
            let is_same = |it: &&mut Rerun| it.is_like(&rerun);
            let row = (criterion.id.to_string(), verdict);
            if let Some(same) = reruns.iter_mut().find(is_same) {
                same.criteria.push(row);
            } else {
                rerun.criteria.push(row);
                reruns.push(rerun);
            }
        }
        let commands = reruns.iter().map(|it| (it.argv.as_slice(), it.dir.as_deref()));
        self.check_known(open.id.as_str(), "refresh", commands, consent)?;
        Ok(reruns)
    }

    /// Lists the commands that the register names, or that ran before, for the criteria that are named; without
    /// names for all that do not count yet.
    pub fn named_runs(
        &self,
        caller: &Caller,
        named: &[String],
        consent: &Consent,
    ) -> Result<Vec<Rerun>, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        check_active(&open.state().contract, "take evidence")?;
        let find = |it: &String| open.find_criterion(it).map(|it| it.id.clone());
        let named = named.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut runs: Vec<Rerun> = Vec::new();
        for criterion in open.docs.criteria.criteria() {
            let verdict = judge(criterion, &open.docs, &open.state().contract).verdict;
            let counts = verdict.counts(criterion, &open.docs, &open.state().contract);
            if if named.is_empty() { counts } else { !named.contains(&criterion.id) } {
                continue;
            }
            let Some(mut run) =
                named_run(criterion, open.state().contract.criteria.get(&criterion.id), caller)
            else {
                if named.is_empty() {
                    continue;
                }
                let (charter_id, criterion_id) = (open.id.to_string(), criterion.id.to_string());
                return Err(ContractRefusal::CommandMissing { charter_id, criterion_id }.into());
            };
            run.criteria.push((criterion.id.to_string(), verdict));
            match runs.iter_mut().find(|it| it.is_like(&run)) {
                Some(same) => same.criteria.append(&mut run.criteria),
                None => runs.push(run),
            }
        }
        // What looks whether something is gone is charter's own.
        let gone = |it: &Criterion| it.absent.as_ref().map(|it| shell(&it.command()));
        let own: Vec<Vec<String>> = open.docs.criteria.criteria().iter().filter_map(gone).collect();
        let others = runs.iter().filter(|it| !own.contains(&it.argv));
        let commands = others.map(|it| (it.argv.as_slice(), it.dir.as_deref()));
        self.check_known(open.id.as_str(), "prove", commands, consent)?;
        Ok(runs)
    }

    /// Refuses commands that never ran here, unless the user has given their word.
    pub(crate) fn check_known<'a>(
        &self,
        charter_id: &str,
        action: &str,
        commands: impl Iterator<Item = (&'a [String], Option<&'a str>)>,
        consent: &Consent,
    ) -> Result<(), Refusal> {
        let secret = self.machine_secret(MakeKey::Never);
        let knows = |argv: &[String], dir| {
            secret.as_ref().is_some_and(|it| self.store.knows_command(it, argv, dir))
        };
        let unknown = commands.filter(|(argv, dir)| !knows(argv, *dir));
        let commands = unknown.map(|(argv, dir)| shown(argv, dir));
        let commands: Vec<String> = commands.filter(|it| !consent.covers(it)).collect();
        if commands.is_empty() {
            return Ok(());
        }
        let (charter_id, action) = (charter_id.to_owned(), action.to_owned());
        Err(Refusal::Contract(ContractRefusal::CommandsUnknown { charter_id, action, commands }))
    }

    /// Runs one command again, and records what it shows.
    pub fn rerun(
        &self,
        caller: &Caller,
        rerun: &Rerun,
        (echo, progress): (Echo, fn(&str)),
    ) -> Result<ProveReport, Error> {
        self.prove(caller, &self.prove_again(rerun, (echo, progress))?)
    }

    /// Says how a command is run again.
    pub(crate) fn prove_again(
        &self,
        rerun: &Rerun,
        (echo, progress): (Echo, fn(&str)),
    ) -> Result<Prove, Error> {
        // A ledger may come from anybody; it has no say about other places.
        let dir = rerun.dir.as_deref().unwrap_or_default();
        if is_outside(dir) {
            let project = self.place.project.display().to_string();
            return Err(ContractRefusal::RunOutside { project }.into());
        }
        Ok(Prove {
            criteria: rerun.criteria.iter().map(|(id, _)| id.clone()).collect(),
            argv: rerun.argv.clone(),
            because: rerun.because.clone(),
            artifacts: Vec::new(),
            earlier: rerun.artifacts.clone(),
            segment: None,
            base: rerun.base.clone(),
            echo,
            taping: rerun.taping,
            dir: Some(self.place.project.join(dir)),
            progress,
        })
    }
}

impl Rerun {
    /// Tells whether one run serves both.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let mine = (&self.argv, &self.dir, &self.because, &self.base);
        let kept = (&self.artifacts, self.taping);
        mine == (&other.argv, &other.dir, &other.because, &other.base)
            && kept == (&other.artifacts, other.taping)
    }
}

/// Says how a command ran: a reason is kept where the same actor gives it, and so is the base where
/// somebody chose it.
pub(crate) fn rerun_of(record: &CriterionRecord, run: &Run, caller: &Caller) -> Rerun {
    let because = record.because.clone().filter(|_| record.recorded_by == caller.actor);
    let is_unwanted = |it: &Untried| it.reason == UntriedReason::NotWanted;
    let base = match &run.named_base {
        Some(commit) if caller.actor.is_person() => Base::On(commit.clone()),
        Some(_) => Base::WhereItTells,
        None if run.no_base.as_ref().is_some_and(is_unwanted) => Base::Never,
        None => Base::WhereItTells,
    };
    let (argv, dir) = (run.argv.clone(), run.dir.clone());
    let copied = record.artifacts.iter().filter_map(|it| it.from.clone());
    // A ledger may come from anybody; it has no say about other places.
    let artifacts = copied.chain(run.unkept.iter().map(|it| it.path.clone()));
    let artifacts = artifacts.filter(|it| !is_outside(it)).collect();
    let is_taped = record.artifacts.iter().any(is_tape);
    let taping = if is_taped { Taping::On } else { Taping::Off };
    Rerun { argv, dir, criteria: Vec::new(), because, base, artifacts, taping }
}

fn shell(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(str::to_owned).to_vec()
}

/// Gives what shows a criterion: the command that the register names, else the one that ran before.
fn named_run(
    criterion: &Criterion,
    record: Option<&CriterionRecord>,
    caller: &Caller,
) -> Option<Rerun> {
    let before = record.and_then(|it| Some(rerun_of(it, it.run.as_ref()?, caller)));
    let Some(command) = criterion.written_command() else { return before };
    let is_plain = |it: char| it.is_alphanumeric() || "-_./:@%+,= ".contains(it);
    let argv: Vec<String> = match command.chars().all(is_plain) {
        true => command.split_whitespace().map(str::to_owned).collect(),
        false => shell(&command),
    };
    // What was kept with it before is kept again.
    let (artifacts, taping) =
        before.map_or((Vec::new(), Taping::Off), |it| (it.artifacts, it.taping));
    let (because, base) = (None, Base::WhereItTells);
    Some(Rerun { argv, dir: None, criteria: Vec::new(), because, base, artifacts, taping })
}

/// Gives a command as it would be typed, with where it runs.
pub(crate) fn shown(argv: &[String], dir: Option<&str>) -> String {
    match dir {
        Some(dir) => format!("(in {dir}) {}", typed(argv)),
        None => typed(argv),
    }
}
