//! The documents of a charter, read together.
//!
//! Must not know where their bytes come from.

use crate::document::{CharterDoc, CriteriaDoc, ReportDoc};
use crate::observed::Observed;
use charter_kernel::Finding;
use charter_kernel::markdown::Source;

/// The documents of a charter.
#[derive(Debug)]
pub struct Docs {
    /// charter.md.
    pub charter: CharterDoc,
    /// criteria.md.
    pub criteria: CriteriaDoc,
    /// REPORT.md, once there is one.
    pub report: Option<ReportDoc>,
    pub findings: Vec<Finding>,
    /// What was seen of the files that evidence rests on; nothing where nobody looked.
    pub observed: Observed,
}

impl Docs {
    /// Reads the documents; a missing one reads as empty.
    #[must_use]
    pub fn parse(charter: Vec<u8>, criteria: Vec<u8>, report: Option<Vec<u8>>) -> Self {
        let (charter, mut findings) = CharterDoc::parse(Source::new(charter));
        let (mut criteria, mut more) = CriteriaDoc::parse(Source::new(criteria));
        if criteria.source().text().trim().is_empty()
            && let Some(found) = CriteriaDoc::parse_in_charter(&charter)
        {
            (criteria, more) = found;
        }
        findings.extend(more);
        let report = report.map(|bytes| {
            let (report, more) = ReportDoc::parse(Source::new(bytes));
            findings.extend(more);
            report
        });
        Self { charter, criteria, report, findings, observed: Observed::default() }
    }
}
