//! Running again what went stale.
//!
//! Owns which commands those are: each that the tool ran before, once, for all its criteria. Must not
//! run anything that it did not run before.

use crate::app::{App, Caller};
use crate::error::Error;
use crate::prove::{Base, Prove, ProveReport};
use charter_core::query::{Verdict, judge};
use charter_proof::Echo;

/// A command that is to run again, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rerun {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The criteria that it showed.
    pub criteria: Vec<String>,
}

impl App {
    /// Lists the commands to run again: those of stale criteria, or of the criteria that are named.
    pub fn reruns(&self, caller: &Caller, named: &[String]) -> Result<Vec<Rerun>, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        let find = |it: &String| crate::show::find_criterion(&open, it).map(|it| it.id.clone());
        let named = named.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut reruns: Vec<Rerun> = Vec::new();
        for criterion in open.docs.criteria.criteria() {
            let is_wanted = if named.is_empty() {
                judge(criterion, &open.docs, open.state()).verdict == Verdict::Stale
            } else {
                named.contains(&criterion.id)
            };
            let run = open.state().criteria.get(&criterion.id).and_then(|it| it.run.as_ref());
            let Some(run) = run.filter(|_| is_wanted) else { continue };
            match reruns.iter_mut().find(|it| it.argv == run.argv) {
                Some(rerun) => rerun.criteria.push(criterion.id.to_string()),
                None => reruns.push(Rerun {
                    argv: run.argv.clone(),
                    criteria: vec![criterion.id.to_string()],
                }),
            }
        }
        Ok(reruns)
    }

    /// Runs one command again, and records what it shows.
    pub fn rerun(&self, caller: &Caller, rerun: &Rerun, echo: Echo) -> Result<ProveReport, Error> {
        let prove = Prove {
            criteria: rerun.criteria.clone(),
            argv: rerun.argv.clone(),
            because: None,
            artifacts: Vec::new(),
            segment: None,
            base: Base::WhereItTells,
            echo,
        };
        self.prove(caller, &prove)
    }
}
