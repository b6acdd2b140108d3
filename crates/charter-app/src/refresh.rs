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
use charter_contract::evidence::is_tape;
use charter_contract::{ContractRefusal, CriterionRecord, Run, Verdict, judge};
use charter_engine::{Refusal, State};
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
            let mut rerun = rerun_of(record, run, open.state(), caller);
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
    pub fn rerun(&self, caller: &Caller, rerun: &Rerun, echo: Echo) -> Result<ProveReport, Error> {
        // A ledger may come from anybody; it has no say about other places.
        let dir = rerun.dir.as_deref().unwrap_or_default();
        if is_outside(dir) {
            let project = self.place.project.display().to_string();
            return Err(ContractRefusal::RunOutside { project }.into());
        }
        let prove = Prove {
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
        };
        self.prove(caller, &prove)
    }
}

impl Rerun {
    /// Tells whether one run serves both.
    fn is_like(&self, other: &Self) -> bool {
        let mine = (&self.argv, &self.dir, &self.because, &self.base);
        let kept = (&self.artifacts, self.taping);
        mine == (&other.argv, &other.dir, &other.because, &other.base)
            && kept == (&other.artifacts, other.taping)
    }
}

/// Says how a command ran: a reason is kept where the same actor gives it, and so is the base where
/// somebody chose it.
fn rerun_of(record: &CriterionRecord, run: &Run, state: &State, caller: &Caller) -> Rerun {
    let because = record.because.clone().filter(|_| record.recorded_by == caller.actor);
    let base = match &run.base {
        Some(base) if Some(&base.commit) != state.contract.base.as_ref() => {
            Base::On(base.commit.clone())
        }
        None if because.is_some() && run.tests.is_none() && run.no_base.is_none() => Base::Never,
        Some(_) | None => Base::WhereItTells,
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

/// Gives a command as it would be typed, with where it runs.
pub(crate) fn shown(argv: &[String], dir: Option<&str>) -> String {
    match dir {
        Some(dir) => format!("(in {dir}) {}", typed(argv)),
        None => typed(argv),
    }
}
