//! criteria.md: the register of what must be shown.
//!
//! Owns the grammar of milestones, criteria and their field lines:
//!
//! ```text
//! ## m1 Entry works offline            a milestone: id, then title
//! ### VAL-ENTRY-001 — saves offline    a criterion, at level 2, 3 or 4
//! What a reader would see.             its description
//! Verifier: command                    a field line; bullets and bold around it are accepted
//! ```
//!
//! Must not know evidence or verdicts.

use super::CharterDoc;
use super::absence::{Absence, list_words};
use super::field::{is_item, split_field};
use super::finding::{
    DUPLICATE_CRITERION, MISSING_BECAUSE, MISSING_VERIFIER, MISSPELT_FIELD, NOT_A_CRITERION,
    NOT_YES_OR_NO, ODD_CRITERION_ID, PHRASE_COUPLED, UNKNOWN_VERIFIER,
};
use super::misspelt::misspelt;
use super::phrase::coupling;
use charter_kernel::finding::{Finding, FindingKind};
use charter_kernel::markdown::{Heading, Outline, Source, Span};
use charter_kernel::visible::is_hidden;
use charter_kernel::{CriterionId, Slug};
use std::collections::{BTreeMap, BTreeSet};

const FILE: &str = "criteria.md";

/// The most criteria that one finding names.
const NAMED_MAX: usize = 8;

/// How a criterion is meant to be shown; an annotation, never executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verifier {
    Command,
    Manual,
    Hook,
    Prompt,
    Subagent,
    /// By evidence of some kind that exists.
    EvidenceExists,
}

/// The words for them; of several, the first is written.
const VERIFIERS: [(&str, Verifier); 9] = [
    ("command", Verifier::Command),
    ("manual", Verifier::Manual),
    ("hook", Verifier::Hook),
    ("prompt", Verifier::Prompt),
    ("subagent", Verifier::Subagent),
    ("evidence-exists", Verifier::EvidenceExists),
    ("review", Verifier::EvidenceExists),
    ("qa", Verifier::EvidenceExists),
    ("readiness", Verifier::EvidenceExists),
];

impl Verifier {
    fn parse(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        VERIFIERS.iter().find(|(it, _)| *it == word).map(|(_, verifier)| *verifier)
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        VERIFIERS.iter().find(|(_, it)| *it == self).map_or("", |(word, _)| *word)
    }
}

impl Criterion {
    /// Gives the command that its author has in mind, or that looks for what must be gone.
    #[must_use]
    pub fn written_command(&self) -> Option<String> {
        self.command.clone().or_else(|| self.absent.as_ref().map(Absence::command))
    }
}

/// One thing that must be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criterion {
    pub id: CriterionId,
    pub title: String,
    /// What a reader would see; may be empty.
    pub description: String,
    /// Everything that it says beside its fields.
    pub said: String,
    /// What stands in its code blocks and under headings of its own.
    pub also: String,
    pub milestone: Option<String>,
    /// How it is meant to be shown.
    pub verifier: Verifier,
    /// Whether its author says that somebody looks; without a verifier nobody said so.
    pub by_hand: bool,
    /// The command that its author has in mind.
    pub command: Option<String>,
    /// Whether it must only keep working: nothing new is to be shown.
    pub is_regression: bool,
    /// What must be gone.
    pub absent: Option<Absence>,
    /// Why a manual check is enough.
    pub because: Option<String>,
    /// The globs whose change makes evidence stale.
    pub watches: Vec<String>,
    /// The answers or facts it rests on.
    pub from: Vec<String>,
    /// Whether recorded evidence goes stale too.
    pub require_fresh_evidence: bool,
    /// Whether its author wants another agent to look; display only.
    pub require_review_subagent: bool,
    /// Whether the kind of evidence that must exist is to be named beside the verifier.
    needs_kind: bool,
    /// Whether its verifier is none and counts as manual.
    is_degraded: bool,
    /// Everything under its heading.
    pub body: Span,
}

/// A group of criteria.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterMilestone {
    /// Its id: the first word of the heading, or a slug where that word stands twice.
    pub id: String,
    pub title: String,
    pub criteria: Vec<CriterionId>,
}

/// A parsed criteria.md.
#[derive(Debug)]
pub struct CriteriaDoc {
    source: Source,
    criteria: Vec<Criterion>,
    milestones: Vec<RegisterMilestone>,
    /// Where each criterion is, by its id; the first one where an id stands twice.
    places: BTreeMap<String, usize>,
}

impl CriteriaDoc {
    /// Reads any bytes; what is odd comes back as findings.
    #[must_use]
    pub fn parse(source: Source) -> (Self, Vec<Finding>) {
        let outline = Outline::parse(&source);
        let findings = Finding::of_shape(FILE, &source, &outline);
        let mut register = RegisterReading {
            source: &source,
            outline: &outline,
            ids: milestone_ids(&outline.headings),
            seen: BTreeSet::new(),
            criteria: Vec::new(),
            milestones: Vec::new(),
            places: BTreeMap::new(),
            findings,
            without_verifier: Vec::new(),
            without_because: Vec::new(),
        };
        register.read();
        let RegisterReading { mut criteria, mut milestones, mut findings, .. } = register;
        // The example that an earlier tool puts into a new register is nobody's criterion.
        if let [only] = criteria.as_slice()
            && only.id.as_str() == "VAL-EXAMPLE"
            && only.milestone.as_deref() == Some("m0-example")
        {
            criteria.clear();
            milestones.clear();
            findings.retain(|it| it.kind != MISSING_VERIFIER);
        }
        let mut places = BTreeMap::new();
        for (idx, criterion) in criteria.iter().enumerate() {
            places.entry(criterion.id.to_string()).or_insert(idx);
        }
        (Self { source, criteria, milestones, places }, findings)
    }

    /// Reads the register of an earlier tool, which stands in charter.md under `## Criteria`; none
    /// where there is none.
    pub(crate) fn parse_in_charter(charter: &CharterDoc) -> Option<(Self, Vec<Finding>)> {
        let is_register =
            |it: &&Heading| it.level == 2 && it.title.eq_ignore_ascii_case("criteria");
        let section = charter.outline().headings.iter().find(is_register)?;
        let text = charter.source().slice(section.body);
        let (mut doc, findings) = Self::parse(Source::new(text.as_bytes().to_vec()));
        doc.milestones.clear();
        for criterion in &mut doc.criteria {
            criterion.milestone = None;
        }
        let in_charter = |it: Finding| {
            let before = charter.source().line_of(section.body.start).saturating_sub(1);
            Finding { file: "charter.md".to_owned(), line: it.line.map(|line| line + before), ..it }
        };
        (!doc.criteria.is_empty()).then(|| (doc, findings.into_iter().map(in_charter).collect()))
    }

    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Lists the criteria in their order in the document.
    #[must_use]
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// Lists the milestones that hold at least one criterion, in order.
    #[must_use]
    pub fn milestones(&self) -> &[RegisterMilestone] {
        &self.milestones
    }

    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Criterion> {
        self.places.get(id).and_then(|idx| self.criteria.get(*idx))
    }
}

/// The register while it is read.
struct RegisterReading<'a> {
    source: &'a Source,
    outline: &'a Outline,
    /// The milestone's id of every heading that could be one, by its place among the headings.
    ids: Vec<Option<String>>,
    seen: BTreeSet<String>,
    criteria: Vec<Criterion>,
    milestones: Vec<RegisterMilestone>,
    /// Where each milestone is in the list, by its id.
    places: BTreeMap<String, usize>,
    findings: Vec<Finding>,
    /// The criteria that do not say how they could be shown, with their lines.
    without_verifier: Vec<(String, usize)>,
    /// The manual ones that do not say why that is enough.
    without_because: Vec<(String, usize)>,
}

impl RegisterReading<'_> {
    fn read(&mut self) {
        let mut milestone_idx = None;
        for (idx, heading) in self.outline.headings.iter().enumerate() {
            match split_criterion(&heading.title) {
                Some((id, title)) if (2..=4).contains(&heading.level) => {
                    let holder = milestone_idx.filter(|_| heading.level > 2);
                    self.add_criterion(heading, &id, title, holder);
                }
                Some((id, _)) => {
                    let message =
                        format!("`{id}` stands at level {}; 2, 3 and 4 count", heading.level);
                    let line = self.source.line_of(heading.span.start);
                    self.find_odd(NOT_A_CRITERION, &id, line, message);
                }
                None if heading.level == 1 => milestone_idx = None,
                None => {
                    if heading.level == 2 {
                        milestone_idx = Some(idx);
                    } else if !self.holds_criterion(idx) {
                        self.find_heading_without_id(heading);
                    }
                }
            }
        }
        self.find_glued_headings();
        let verifiers = std::mem::take(&mut self.without_verifier);
        self.find_all(MISSING_VERIFIER, &verifiers, "without `Verifier:`, so manual");
        let reasons = std::mem::take(&mut self.without_because);
        self.find_all(MISSING_BECAUSE, &reasons, "manual and without `Because:`");
        self.findings.sort_by_key(|it| it.line);
    }

    /// Tells whether a criterion stands below a heading, before the next one of its rank.
    fn holds_criterion(&self, heading_idx: usize) -> bool {
        let Some(heading) = self.outline.headings.get(heading_idx) else { return false };
        let behind = self.outline.headings.iter().skip(heading_idx + 1);
        let mut below = behind.take_while(|it| it.level > heading.level);
        below.any(|it| it.level <= 4 && split_criterion(&it.title).is_some())
    }

    fn find_heading_without_id(&mut self, heading: &Heading) {
        let message =
            format!("`{}` is no criterion and holds none: an id starts with `VAL-`", heading.title);
        self.find_text(heading.span, message);
    }

    /// A heading without a blank behind its marks is text to Markdown, whatever its author meant.
    fn find_glued_headings(&mut self) {
        for span in self.outline.lines(self.source, self.source.span()) {
            let line = self.source.slice(span);
            let text = line.trim_start_matches('#');
            if text.len() < line.len() && split_criterion(text).is_some() {
                let message = format!("`{}` needs a blank behind the `#`", line.trim());
                self.find_text(span, message);
            }
        }
    }

    fn add_criterion(&mut self, heading: &Heading, id: &str, title: &str, holder: Option<usize>) {
        let line = self.source.line_of(heading.span.start);
        if !self.seen.insert(id.to_owned()) {
            let message = format!("`{id}` is there twice: give one of them another id");
            self.find_odd(DUPLICATE_CRITERION, id, line, message);
            return;
        }
        if !is_plain_id(id) {
            let message = format!("`{id}` is not made of capital letters, digits and `-`");
            self.find_odd(ODD_CRITERION_ID, id, line, message);
        }
        let milestone = holder.and_then(|idx| self.enter_milestone(idx, id));
        let mut criterion = Criterion {
            id: CriterionId(id.to_owned()),
            title: if title.is_empty() { id.to_owned() } else { title.to_owned() },
            description: String::new(),
            said: String::new(),
            also: self.set_apart(heading),
            milestone,
            verifier: Verifier::Manual,
            by_hand: false,
            command: None,
            is_regression: false,
            absent: None,
            because: None,
            watches: Vec::new(),
            from: Vec::new(),
            require_fresh_evidence: false,
            require_review_subagent: false,
            needs_kind: false,
            is_degraded: false,
            body: heading.lead,
        };
        let named = self.read_body(heading.lead, &mut criterion);
        self.check_verifier(&mut criterion, &named, line);
        self.criteria.push(criterion);
    }

    /// Gives what a reader of a criterion sees beside its paragraphs: code, and what stands under headings below it.
    fn set_apart(&self, heading: &Heading) -> String {
        let lead = heading.lead;
        let code =
            self.outline.code.iter().filter(|it| lead.start <= it.start && it.end <= lead.end);
        let below = self
            .outline
            .headings
            .iter()
            .filter(|it| lead.end <= it.span.start && it.span.start < heading.body.end);
        let below = below.take_while(|it| split_criterion(&it.title).is_none());
        let below = below.map(|it| Span::new(it.span.start, it.lead.end));
        code.copied().chain(below).map(|it| self.without_comments(it)).collect()
    }

    fn without_comments(&self, span: Span) -> String {
        let (mut text, mut at) = (String::new(), span.start);
        let inside = |it: &&Span| span.start <= it.start && it.end <= span.end;
        for comment in self.outline.comments.iter().filter(inside) {
            text.push_str(self.source.slice(Span::new(at, comment.start)));
            at = comment.end;
        }
        text.push_str(self.source.slice(Span::new(at, span.end)));
        text
    }

    fn enter_milestone(&mut self, heading_idx: usize, criterion: &str) -> Option<String> {
        let id = self.ids.get(heading_idx)?.clone()?;
        let heading = self.outline.headings.get(heading_idx)?;
        let criterion = CriterionId(criterion.to_owned());
        let next = self.milestones.len();
        let idx = *self.places.entry(id.clone()).or_insert(next);
        match self.milestones.get_mut(idx) {
            Some(milestone) => milestone.criteria.push(criterion),
            None => self.milestones.push(RegisterMilestone {
                id: id.clone(),
                title: heading.title.clone(),
                criteria: vec![criterion],
            }),
        }
        Some(id)
    }

    /// Says what is odd about how a criterion is meant to be shown; what cannot be, is manual.
    fn check_verifier(&mut self, criterion: &mut Criterion, named: &BTreeSet<String>, line: usize) {
        let id = criterion.id.0.clone();
        let lacks = |key: &str| !named.contains(key);
        if lacks("verifier") {
            self.without_verifier.push((id, line));
            return;
        }
        let missing: Vec<&str> = match criterion.verifier {
            Verifier::Subagent => ["agent", "task"].into_iter().filter(|it| lacks(it)).collect(),
            Verifier::EvidenceExists if criterion.needs_kind => {
                ["kind"].into_iter().filter(|it| lacks(it)).collect()
            }
            Verifier::EvidenceExists
            | Verifier::Command
            | Verifier::Manual
            | Verifier::Hook
            | Verifier::Prompt => Vec::new(),
        };
        if !missing.is_empty() {
            let message =
                format!("this verifier needs `{}:`; it counts as manual", missing.join(":`, `"));
            self.find_odd(UNKNOWN_VERIFIER, &id, line, message);
            criterion.verifier = Verifier::Manual;
        } else if criterion.verifier == Verifier::Manual
            && criterion.because.is_none()
            && !criterion.is_degraded
        {
            self.without_because.push((id.clone(), line));
        }
        let coupled = criterion.command.as_deref().and_then(coupling);
        if let Some(words) = coupled.filter(|_| criterion.verifier == Verifier::Command) {
            self.find_odd(PHRASE_COUPLED, &id, line, words);
        }
    }

    /// The description is the first paragraph before any field; an explicit field replaces it.
    ///
    /// Gives the fields that are there.
    fn read_body(&mut self, body: Span, criterion: &mut Criterion) -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        // A field of its own counts before one that is an item of a list: that may be an example.
        let mut own: BTreeSet<String> = BTreeSet::new();
        let mut paragraph: Vec<&str> = Vec::new();
        let mut describing = true;
        for span in self.outline.lines(self.source, body) {
            let line = self.source.slice(span);
            let field = split_field(line).filter(|(key, _)| !is_item(line) || !own.contains(key));
            if let Some((key, value)) = field {
                describing = false;
                self.set_field(criterion, &key, &value, self.source.line_of(span.start));
                if !is_item(line) {
                    own.insert(key.clone());
                }
                named.insert(key);
                continue;
            }
            if let Some((given, meant)) = misspelt(line) {
                let message = format!("`{given}:` looks like `{meant}:`");
                let line = self.source.line_of(span.start);
                self.find_odd(MISSPELT_FIELD, &criterion.id.0, line, message);
                // Said once: what is misspelt is not missing as well.
                named.insert(meant.to_lowercase());
            }
            criterion.said.push_str(line);
            criterion.said.push('\n');
            if line.trim().is_empty() {
                describing &= paragraph.is_empty();
            } else if describing {
                paragraph.push(line.trim());
            }
        }
        if criterion.description.is_empty() {
            criterion.description = paragraph.join(" ");
        }
        named
    }

    fn set_field(&mut self, criterion: &mut Criterion, key: &str, value: &str, line: usize) {
        let text = || Some(value.to_owned()).filter(|it| !it.is_empty());
        match key {
            "description" => value.clone_into(&mut criterion.description),
            "verifier" => match Verifier::parse(value) {
                Some(verifier) => {
                    criterion.verifier = verifier;
                    criterion.by_hand = verifier == Verifier::Manual;
                    criterion.needs_kind = value.eq_ignore_ascii_case("evidence-exists");
                }
                None => {
                    criterion.is_degraded = true;
                    let message = format!("`{value}` is no verifier; it counts as manual");
                    self.find_odd(UNKNOWN_VERIFIER, &criterion.id.0, line, message);
                }
            },
            "command" => criterion.command = text(),
            "kind" => criterion.is_regression = value.eq_ignore_ascii_case("regression"),
            "absent" => criterion.absent = Absence::parse(value),
            "because" => criterion.because = text(),
            "watches" => criterion.watches = list_words(value),
            "from" => criterion.from = list_words(value),
            "requirefreshevidence" | "freshevidencerequired" => {
                criterion.require_fresh_evidence = self.yes_or_no(&criterion.id, value, line);
            }
            "requirereviewsubagent" | "reviewsubagentrequired" => {
                criterion.require_review_subagent = self.yes_or_no(&criterion.id, value, line);
            }
            _ => {}
        }
    }

    fn yes_or_no(&mut self, id: &CriterionId, value: &str, line: usize) -> bool {
        match value.to_lowercase().as_str() {
            "true" | "yes" => true,
            "false" | "no" => false,
            _ => {
                let message = format!("`{value}` is neither yes nor no; it counts as no");
                self.find_odd(NOT_YES_OR_NO, &id.0, line, message);
                false
            }
        }
    }

    /// Says once what is so with many criteria: it is a habit, not a mistake of each.
    fn find_all(&mut self, kind: FindingKind, found: &[(String, usize)], what: &str) {
        let Some((_, line)) = found.first() else { return };
        let names: Vec<&str> = found.iter().take(NAMED_MAX).map(|(id, _)| id.as_str()).collect();
        let more = found.len().saturating_sub(names.len());
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let message = format!("{what}: {}{more}", names.join(", "));
        self.findings.push(Finding::new(kind, FILE, message).on_line(*line));
    }

    /// Says that something that looks like a criterion is text.
    fn find_text(&mut self, span: Span, message: String) {
        let line = self.source.line_of(span.start);
        self.findings.push(Finding::new(NOT_A_CRITERION, FILE, message).on_line(line));
    }

    fn find_odd(&mut self, kind: FindingKind, id: &str, line: usize, message: String) {
        self.findings.push(Finding::new(kind, FILE, message).on_line(line).about_criterion(id));
    }
}

/// Splits `VAL-ENTRY-001 — title` into the id and the title.
fn split_criterion(heading: &str) -> Option<(String, &str)> {
    let prefix = heading.get(..4).filter(|it| it.eq_ignore_ascii_case("VAL-"))?;
    let rest = heading.get(4..)?;
    let is_letter = |it: char| it.is_alphanumeric() && !is_hidden(None, it, None);
    let len = rest.find(|it: char| !(is_letter(it) || matches!(it, '-' | '_' | '.')));
    let (tail, title) = rest.split_at(len.unwrap_or(rest.len()));
    let id = tail.trim_end_matches(['-', '.', '_']);
    (!id.is_empty()).then(|| (format!("{prefix}{id}"), behind_separator(title)))
}

/// Gives what stands behind the dash, colon or dot between an id and a title. A title may begin with dashes of its
/// own: `VAL-RUN-001 — --dry-run prints the names`.
fn behind_separator(title: &str) -> &str {
    let is_separator = |it: char| matches!(it, ':' | '·' | '—' | '–' | '-' | '.' | '：');
    let mut rest = title.trim();
    let mut is_first = true;
    while let Some(sign) = rest.chars().next().filter(|it| is_separator(*it)) {
        if sign == '-' && !is_first {
            break;
        }
        rest = rest.trim_start_matches(sign).trim_start();
        is_first = false;
    }
    rest
}

fn is_plain_id(id: &str) -> bool {
    id.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '-')
}

/// Names the milestones: the first word of a heading, or a slug of all of it where words repeat.
fn milestone_ids(headings: &[Heading]) -> Vec<Option<String>> {
    let is_candidate = |it: &Heading| it.level == 2 && split_criterion(&it.title).is_none();
    let first_word = |title: &str| {
        let word = title.split_whitespace().next().unwrap_or_default();
        word.trim_end_matches([':', '.', ')', '—', '–']).to_owned()
    };
    let mut counts = BTreeMap::new();
    for heading in headings.iter().filter(|it| is_candidate(it)) {
        *counts.entry(first_word(&heading.title)).or_insert(0) += 1;
    }
    let name = |it: &Heading| {
        let word = first_word(&it.title);
        let unique = counts.get(&word).is_some_and(|count| *count == 1);
        if unique && !word.is_empty() { word } else { Slug::of(&it.title).to_string() }
    };
    headings.iter().map(|it| is_candidate(it).then(|| name(it))).collect()
}
