//! Is everything whole?
//!
//! Owns what is examined and in which order. Must not repair unless asked.

use crate::app::{App, Caller, unreadable};
use crate::error::{Error, ErrorKind, find_ledger};
use charter_contract::CharterAct;
use charter_engine::Refusal;
use charter_kernel::finding::{LEDGER_MISSING, UNKNOWN_EVENT};
use charter_kernel::{CharterId, Finding, FindingKind, NextAction, Severity, shell_word};
use charter_proof::{GIT_UNUSABLE, GitFailure};
use charter_store::Mended;
use serde::Serialize;

/// Whether to repair what is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mend {
    /// Only say what is wrong.
    No,
    /// Save what is there and make it whole.
    Yes,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    /// Whether nothing is broken.
    pub ok: bool,
    pub root: String,
    /// The charters, each with what is wrong with it.
    pub charters: Vec<Examined>,
    /// What is odd outside the charters.
    pub findings: Vec<FindingRow>,
    pub config: Vec<SettingRow>,
    pub next_actions: Vec<NextAction>,
}

/// A charter that was examined.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Examined {
    pub charter_id: String,
    pub events: u64,
    pub intact: bool,
    /// What is odd or wrong, worst first.
    pub findings: Vec<FindingRow>,
    pub repaired: Vec<MendedRow>,
}

/// One thing that was repaired.
#[derive(Debug, Clone, Serialize)]
pub struct MendedRow {
    pub file: String,
    pub message: String,
}

/// A finding, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingRow {
    /// The stable code.
    pub code: FindingKind,
    pub severity: Severity,
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    pub message: String,
}

/// How a finding starts that says that a repair did not work.
const BEYOND_REPAIR: &str = "it could not be repaired: ";

impl FindingRow {
    fn is_beyond_repair(&self) -> bool {
        self.message.starts_with(BEYOND_REPAIR)
    }
}

impl From<&Finding> for FindingRow {
    fn from(finding: &Finding) -> Self {
        Self {
            code: finding.kind,
            severity: finding.kind.severity,
            file: finding.file.clone(),
            line: finding.line,
            criterion_id: finding.criterion.clone(),
            message: finding.message.clone(),
        }
    }
}

/// A setting and where its value came from.
#[derive(Debug, Clone, Serialize)]
pub struct SettingRow {
    pub key: String,
    pub value: String,
    pub source: String,
}

impl App {
    /// Examines every charter, or the one that the caller names.
    pub fn doctor(&self, caller: &Caller, mend: Mend) -> Result<DoctorReport, Error> {
        let listing = self.store.list()?;
        let ids = match &caller.charter {
            Some(_) => vec![self.select(caller)?],
            None => listing.ids,
        };
        let mut findings: Vec<_> = listing.findings.iter().map(FindingRow::from).collect();
        findings.extend(self.config.findings.iter().map(FindingRow::from));
        findings.extend(self.git_finding().as_ref().map(FindingRow::from));
        let charters = ids.iter().map(|id| self.examine_one(caller, id, mend));
        let charters = charters.collect::<Result<Vec<Examined>, Error>>()?;
        let broken = |it: &&Examined| it.findings.iter().any(|row| row.severity == Severity::Error);
        let next_actions = charters.iter().filter(broken).filter_map(Self::advice).collect();
        Ok(DoctorReport {
            ok: !charters.iter().any(|it| broken(&it)),
            root: self.shown_path(self.store.layout().root()),
            charters,
            findings,
            config: self.setting_rows(),
            next_actions,
        })
    }

    /// Says that there is a repository which git is not asked about.
    fn git_finding(&self) -> Option<Finding> {
        match self.repository() {
            Ok(_) | Err(GitFailure::NoRepository) => None,
            Err(failure) => {
                let words = format!("{failure}. No base is tried and no commit is known");
                Some(Finding::new(GIT_UNUSABLE, ".git", words))
            }
        }
    }

    /// What cannot be read is a finding of its own: one bad charter does not hide the others.
    /// A lock that another process holds is no finding about the charter.
    fn examine_one(&self, caller: &Caller, id: &CharterId, mend: Mend) -> Result<Examined, Error> {
        let mut repaired = Vec::new();
        let mut failed = None;
        if mend == Mend::Yes {
            match self.mend(caller, id) {
                Ok(done) => repaired = done,
                // What somebody may not do is no finding about the charter either.
                Err(err) if matches!(err.kind(), ErrorKind::Conflict | ErrorKind::Refused) => {
                    return Err(err);
                }
                Err(err) => failed = Some(err),
            }
        }
        let row = |it: Mended| MendedRow { file: it.file, message: it.message };
        let repaired = repaired.into_iter().map(row).collect();
        let examined = self.store.examine(id).map_err(Error::from);
        let was_read = examined.is_ok();
        let (events, mut findings) = match examined {
            Ok(mut it) => {
                self.add_rewritten(id, &mut it.findings);
                it.findings.extend(self.edited_certificate(id, &it.state));
                (it.state.n_events, it.findings)
            }
            Err(err) => (0, vec![unreadable(id.as_str(), &err)]),
        };
        if let Some(err) = failed {
            let mut finding = unreadable("ledger", &err);
            finding.message = format!("{BEYOND_REPAIR}{}", finding.message);
            findings.push(finding);
        }
        Ok(Examined {
            charter_id: id.to_string(),
            events,
            intact: was_read && !findings.iter().any(|it| it.kind.opens_ledger()),
            findings: findings.iter().map(FindingRow::from).collect(),
            repaired,
        })
    }

    /// Repairs a ledger. This is no commit: nothing is decided behind a head, since what is broken is
    /// the head; the store saves what is there and writes the ledger anew.
    fn mend(&self, caller: &Caller, id: &CharterId) -> Result<Vec<Mended>, Error> {
        let ctx = self.context(caller);
        let transaction = self.store.begin(id)?;
        let is_open = transaction.loaded().findings.iter().any(|it| it.kind.opens_ledger());
        if is_open || !self.rewritten(id).is_empty() {
            let rigor = transaction.loaded().state.contract.rigor;
            CharterAct::Repair
                .check(&ctx.actor, rigor, || {
                    format!("charter doctor --repair --charter {}", shell_word(id.as_str()))
                })
                .map_err(Refusal::from)?;
        }
        Ok(transaction.mend(&ctx)?)
    }

    fn setting_rows(&self) -> Vec<SettingRow> {
        let settings = self.config.settings().iter();
        let row = |it: &charter_store::ConfigSetting| SettingRow {
            key: it.spec.key.to_owned(),
            value: it.value.text.clone(),
            source: it.value.layer.to_string(),
        };
        settings.map(row).collect()
    }

    /// A ledger that is gone cannot be made from nothing, and one that a repair did not mend is not
    /// mended by another.
    fn advice(examined: &Examined) -> Option<NextAction> {
        let id = &examined.charter_id;
        let has = |kind: FindingKind| examined.findings.iter().any(|it| it.code == kind);
        if has(LEDGER_MISSING) || examined.findings.iter().any(FindingRow::is_beyond_repair) {
            return Some(find_ledger(id));
        }
        if has(UNKNOWN_EVENT) {
            let hint = "this version is older than the one that wrote";
            return Some(NextAction::new("version", hint, "charter --version"));
        }
        let breaks = examined.findings.iter().any(|it| it.code.opens_ledger());
        let hint = "make it whole; what git has is brought back, what is there now is saved first";
        breaks.then(|| NextAction::about("doctor --repair", id, hint, ""))
    }
}
