//! The spec that an interview crystallises into.
//!
//! Owns the text of `spec.md`: its sections, in their order. A mind wrote the prose and the user's
//! words are quoted; every figure is computed here. Must not decide when it is written.

use super::brief::cut;
use super::fulfilment::{Assumption, ChecklistEnd, SpecCriterion, SpecDraft};
use super::report::rows;
use super::round::{Cause, Round};
use super::state::{Exit, PanelCause};
use super::{Component, Dimension, Fact, Interview, Snapshot, Units};
use charter_contract::ContractState;
use charter_kernel::Timestamp;
use charter_kernel::counted;
use charter_kernel::markdown::words;
use std::collections::BTreeSet;

/// How much of an answer is shown in a table.
const CELL_CHARS: usize = 300;

/// Says how an interview came to its spec, in one of two words that other tools know. `PASSED` means
/// that the number is enough and nothing stands against closing. Everything else is
/// `BELOW_THRESHOLD_EARLY_EXIT`: it is the clarity that is below what was asked for, or not shown to
/// be there; [`reason`] says which.
#[must_use]
pub fn status(interview: &Interview) -> &'static str {
    if interview.is_checklist() {
        return "CHECKLIST";
    }
    let is_passed = interview.is_ready() && open_gaps(interview) == 0;
    if is_passed { "PASSED" } else { "BELOW_THRESHOLD_EARLY_EXIT" }
}

/// Says in plain words what the status rests on: the figures, how it ended, what is open.
#[must_use]
pub fn reason(interview: &Interview) -> String {
    if interview.is_checklist() {
        return checklist_reason(interview.ending.checklist.as_ref());
    }
    let (ambiguity, threshold) = (interview.ambiguity(), interview.setup.threshold.units);
    let (figure, most) = (ambiguity.to_percent(), threshold.to_percent());
    let number = match ambiguity > threshold {
        false => format!("ambiguity {figure} is within the threshold of {most}"),
        true if interview.is_ready() => {
            format!(
                "every dimension is clear, with ambiguity {figure} over the threshold of {most}"
            )
        }
        true => format!("ambiguity {figure} is over the threshold of {most}"),
    };
    let end = if interview.ending.exit == Exit::Accepted {
        Some("the user ended it early".to_owned())
    } else {
        let is_last = interview.is_capped() && status(interview) != "PASSED";
        is_last.then(|| format!("round {} was the last", interview.n_rounds()))
    };
    let gaps = match open_gaps(interview) {
        0 => None,
        1 => Some("1 gap is open".to_owned()),
        n => Some(format!("{n} gaps are open")),
    };
    [Some(number), end, gaps].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Says of a checklist whether it is finished, and what is open where it is not.
fn checklist_reason(end: Option<&ChecklistEnd>) -> String {
    let what = "a checklist, without a model";
    let Some(end) = end else { return what.to_owned() };
    let names: Vec<&str> = end.open.iter().map(|it| it.name.as_str()).collect();
    let open = names.join(" · ");
    match (end.is_finished, end.is_related, names.is_empty()) {
        (true, _, true) => format!("{what}; nothing is open"),
        (true, _, false) => format!("{what}; open: {open}"),
        (false, false, _) => {
            format!("{what}; not finished: no answer has to do with the idea or the questions")
        }
        (false, true, false) => format!("{what}; not finished, open: {open}"),
        (false, true, true) => format!("{what}; not finished: questions were left"),
    }
}

/// Counts what stands against closing: what the engine sees, and what a mind found and nobody
/// answered.
fn open_gaps(interview: &Interview) -> usize {
    let is_unanswered = |it: &&Round| {
        let is_closure = matches!(it.target.cause, Cause::Closure { fact: None, .. });
        is_closure && it.said().is_none()
    };
    let n_found = interview.rounds.iter().filter(is_unanswered).count();
    interview.audit().len() + n_found + usize::from(interview.ending.gap.is_some())
}

impl Interview {
    /// Gives the prose where no mind has one: the established facts, as they stand.
    pub(super) fn plain_spec(&self) -> SpecDraft {
        let standing = |it: &&Fact| !it.is_superseded() && !it.disputed;
        let of = |dimension: Dimension| {
            let facts = self.facts.iter().filter(standing);
            facts.filter(move |it| it.dimension == Some(dimension))
        };
        let criterion = |fact: &Fact| SpecCriterion {
            statement: fact.statement.clone(),
            component: fact.component.clone(),
            from: std::iter::once(fact.id.clone())
                .chain((fact.round > 0).then(|| format!("R{}", fact.round)))
                .collect(),
            vague: None,
        };
        let mut criteria: Vec<SpecCriterion> = of(Dimension::Criteria).map(criterion).collect();
        if criteria.is_empty() {
            criteria = self.facts.iter().filter(standing).map(criterion).collect();
        }
        let intents = self.topology.intents.iter().map(|it| format!("{}: {}", it.id, it.statement));
        let constraints = of(Dimension::Constraints).map(|it| it.statement.clone());
        SpecDraft {
            criteria,
            constraints: constraints.chain(intents).collect(),
            ..SpecDraft::default()
        }
    }
}

/// Writes the spec.
pub(crate) fn render(contract: &ContractState, interview: &Interview, now: Timestamp) -> String {
    let none = SpecDraft::default();
    let draft = interview.ending.spec.as_ref().unwrap_or(&none);
    let sections = [
        ("Metadata", metadata(&contract.charter_id, interview, now)),
        ("Clarity Breakdown", clarity(interview)),
        ("Topology", topology(interview, draft)),
        ("Established Facts", facts(interview)),
        ("Trigger Metadata", triggers(interview)),
        ("Lateral Review Panel", panels(interview)),
        ("Goal", goal(interview, draft)),
        ("Constraints", asked_list(interview, &draft.constraints)),
        ("Non-Goals", asked_list(interview, &draft.non_goals)),
        ("Acceptance Criteria", criteria(draft)),
        ("Open", open(interview)),
        ("Deferrals", deferrals(interview)),
        ("Assumptions Exposed & Resolved", assumptions(interview, draft)),
        ("Technical Context", technical(interview, draft)),
        ("Ontology (Key Entities)", entities(interview)),
        ("Ontology Convergence", convergence(interview)),
        ("Interview Transcript", transcript(interview)),
    ];
    let mut text = format!("# Spec: {}\n", words::render_title(&contract.name));
    for (title, body) in sections {
        text.push_str(&["\n## ", title, "\n\n", body.trim_end(), "\n"].concat());
    }
    text
}

fn metadata(charter_id: &str, interview: &Interview, now: Timestamp) -> String {
    let numbers = |list: Vec<u32>| match list.as_slice() {
        [] => "none".to_owned(),
        some => some.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let assumed = interview.rounds.iter().filter(|it| it.auto().is_some());
    let reviews: Vec<String> = interview.reviews.iter().map(|it| cause_words(&it.cause)).collect();
    let overrides = match interview.closure_overrides.len() {
        0 => "none".to_owned(),
        n => n.to_string(),
    };
    let threshold = &interview.setup.threshold;
    let goal = interview.ending.restated.as_deref().unwrap_or("not confirmed");
    let rows = [
        ("Interview ID", charter_id.to_owned()),
        ("Rounds", interview.rounds.iter().filter(|it| it.said().is_some()).count().to_string()),
        ("Final Ambiguity Score", interview.ambiguity().to_percent()),
        ("Type", interview.setup.project.word().to_owned()),
        ("Generated", now.to_string()),
        ("Threshold", threshold.units.to_percent()),
        ("Threshold Source", threshold.source.clone()),
        ("Initial Context Summarized", yes_no(interview.summary.is_some()).to_owned()),
        ("Status", status(interview).to_owned()),
        ("Status Reason", reason(interview)),
        ("Auto-Researched Rounds", "none".to_owned()),
        ("Auto-Answered Rounds", numbers(assumed.map(|it| it.number).collect())),
        ("Architect Failures", interview.mind_failures.to_string()),
        ("Lateral Reviews", with_count(&reviews)),
        ("Lateral Panel Failures", interview.panel_failures.to_string()),
        ("Refined Rounds", numbers(interview.refined_rounds.clone())),
        ("Closure Overrides", overrides),
        ("Restated Goal", one_line(goal)),
    ];
    let lines: Vec<String> = rows.iter().map(|(key, value)| format!("- {key}: {value}")).collect();
    lines.join("\n")
}

fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn with_count(items: &[String]) -> String {
    match items {
        [] => "none".to_owned(),
        some => format!("{} ({})", some.len(), some.join("; ")),
    }
}

fn clarity(interview: &Interview) -> String {
    let mut lines = vec![
        "| Dimension | Score | Weight | Weighted |".to_owned(),
        "|---|---|---|---|".to_owned(),
    ];
    for row in rows(interview) {
        let title = row.dimension.title();
        lines.push(format!("| {title} | {} | {}% | {} |", row.score, row.weight, row.weighted));
    }
    let (reported, ambiguity) = (interview.reported(), interview.ambiguity());
    lines.push(format!("| **Total Clarity** | | | **{}** |", reported.rest()));
    lines.push(format!("| **Ambiguity** | | | **{ambiguity}** |"));
    if ambiguity > reported {
        let cause = interview.floor().cause().unwrap_or_default();
        lines.push(format!("\nThe floor counts: {cause}."));
    }
    lines.join("\n")
}

fn topology(interview: &Interview, draft: &SpecDraft) -> String {
    let row = |it: &Component| {
        let covers = |criterion: &&SpecCriterion| criterion.component.as_ref() == Some(&it.id);
        let n = draft.criteria.iter().filter(covers).count();
        let (state, note) = match &it.deferred {
            Some(reason) => ("deferred", reason.clone()),
            None if n == 0 => ("active", "no criterion of its own".to_owned()),
            None => ("active", counted(n, "acceptance criterion", "acceptance criteria")),
        };
        vec![it.name.clone(), state.to_owned(), it.description.clone(), note]
    };
    let rows: Vec<Vec<String>> = interview.topology.components.iter().map(row).collect();
    table(&["Component", "Status", "Description", "Coverage / Deferral"], &rows)
}

fn facts(interview: &Interview) -> String {
    let line = |it: &Fact| {
        let state = match (&it.superseded_by, it.disputed) {
            (Some(by), _) if !by.trim().is_empty() => format!(", superseded by {by}"),
            (_, true) => ", **disputed**".to_owned(),
            (_, false) => String::new(),
        };
        let assumed = if it.assumed { ", assumed" } else { "" };
        let evidence = it.evidence.as_deref().map(|it| format!(" — “{}”", one_line(it)));
        let (statement, evidence) = (one_line(&it.statement), evidence.unwrap_or_default());
        let round = if it.round == 0 { "imported".to_owned() } else { format!("R{}", it.round) };
        format!("{}: {statement} ({round}{assumed}{state}){evidence}", it.id)
    };
    list_raw(interview.facts.iter().map(line).collect())
}

fn triggers(interview: &Interview) -> String {
    let mut lines = Vec::new();
    for round in &interview.rounds {
        let Some(scoring) = &round.scoring else { continue };
        for trigger in &scoring.triggers {
            let fact = trigger.contradicted_fact.as_ref().map(|it| format!(", against {it}"));
            let is_open = trigger.contradicted_fact.as_ref().is_none_or(|id| {
                interview.facts.iter().any(|it| it.id == *id && it.is_open_dispute())
            });
            let status = if is_open { trigger.status.word() } else { "settled" };
            let because = trigger.rationale.as_ref().map(|it| format!(": {}", one_line(it)));
            lines.push(format!(
                "{}: {} ({}), {} of `{}`, ambiguity {} → {}{}{}",
                round.name(),
                trigger.kind.title(),
                status,
                trigger.dimension.word(),
                trigger.component,
                scoring.before.to_percent(),
                scoring.effective.to_percent(),
                fact.unwrap_or_default(),
                because.unwrap_or_default(),
            ));
        }
    }
    list_raw(lines)
}

/// Says each thing once, with everybody who said it; a panel that only repeats an earlier one is
/// left out.
fn panels(interview: &Interview) -> String {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut lines: Vec<String> = Vec::new();
    for review in &interview.reviews {
        let mut found: Vec<(String, String)> = Vec::new();
        for it in &review.findings {
            let (who, words) = (it.persona.word(), one_line(&it.finding));
            match found.iter_mut().find(|(_, said)| *said == words) {
                Some((all, _)) => *all = format!("{all}, {who}"),
                None => found.push((who.to_owned(), words)),
            }
        }
        found.retain(|(_, words)| known.insert(words.clone()));
        if found.is_empty() {
            continue;
        }
        let found: Vec<String> = found.iter().map(|(who, it)| format!("  - {who}: {it}")).collect();
        let cause = cause_words(&review.cause);
        lines.push(format!("After round {} ({cause})\n{}", review.round, found.join("\n")));
    }
    if interview.panel_failures > 0 {
        lines.push(format!("{} could not be heard", interview.panel_failures));
    }
    list_raw(lines)
}

fn cause_words(cause: &PanelCause) -> String {
    match cause {
        PanelCause::Transition { from, to, .. } => format!("{} → {}", from.word(), to.word()),
        PanelCause::Stall {} => "nothing moved".to_owned(),
        PanelCause::BeforeAnswer { round } => format!("before the assumption of round {round}"),
    }
}

fn goal(interview: &Interview, draft: &SpecDraft) -> String {
    let plain = interview.ending.restated.as_deref().unwrap_or(interview.idea());
    let restated = words::render(&one_line_plain(plain));
    match draft.goal.trim() {
        "" => restated,
        more if one_line_plain(more) == one_line_plain(plain) => restated,
        more => format!("{restated}\n\n{}", words::render(more)),
    }
}

fn criteria(draft: &SpecDraft) -> String {
    let line = |it: &SpecCriterion| {
        let vague =
            it.vague.as_ref().map(|it| format!(" — “{}”: what would you count?", one_line(it)));
        let vague = vague.unwrap_or_default();
        format!("- [ ] {} (From: {}){vague}", one_line(&it.statement), it.from.join(", "))
    };
    match draft.criteria.as_slice() {
        [] => "None.".to_owned(),
        some => some.iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

/// Lists what bounds or leaves out; where nobody asked for it, an empty list would be a claim.
fn asked_list(interview: &Interview, items: &[String]) -> String {
    let is_about = |it: &&Round| it.target.dimension == Dimension::Constraints;
    let was_asked = interview.rounds.iter().filter(is_about).any(|it| it.said().is_some());
    if items.is_empty() && !was_asked { "Not asked.".to_owned() } else { list(items) }
}

/// Lists the gaps: what stands against closing, and what is not clear about a part.
fn open(interview: &Interview) -> String {
    let name = |id: &str| interview.topology.find(id).map_or(id.to_owned(), |it| it.name.clone());
    let line = |id: &str, dimension: Dimension, gap: &str| {
        format!("{}, {}: {}", one_line(&name(id)), dimension.word(), one_line(gap))
    };
    let mut lines: Vec<String> = Vec::new();
    for it in interview.audit().iter().chain(&interview.ending.gap) {
        lines.push(line(&it.component, it.dimension, &it.gap));
    }
    for part in interview.topology.active() {
        for (dimension, gap) in part.gaps.iter().filter(|(_, it)| !it.trim().is_empty()) {
            let text = line(&part.id, *dimension, gap);
            if !lines.contains(&text) {
                lines.push(text);
            }
        }
    }
    list_raw(lines)
}

fn deferrals(interview: &Interview) -> String {
    let deferred = interview.topology.components.iter().filter_map(|it| {
        let reason = it.deferred.as_ref()?;
        Some(format!("{}: {}", one_line(&it.name), one_line(reason)))
    });
    list_raw(deferred.collect())
}

fn assumptions(interview: &Interview, draft: &SpecDraft) -> String {
    let given = draft.assumptions.iter().map(|it: &Assumption| {
        vec![it.assumption.clone(), it.challenge.clone(), it.resolution.clone()]
    });
    let assumed = interview.rounds.iter().filter_map(|round: &Round| {
        let auto = round.auto()?;
        let challenge = auto.uncertainty.clone().unwrap_or_default();
        let resolution = match (round.is_assumed(), answered_since(interview, round)) {
            (false, _) => "confirmed".to_owned(),
            (true, Some(later)) => format!("answered in {}", later.name()),
            (true, None) => "assumed, not confirmed".to_owned(),
        };
        Some(vec![format!("{}: {}", round.name(), auto.text), challenge, resolution])
    });
    let rows: Vec<Vec<String>> = given.chain(assumed).collect();
    table(&["Assumption", "Challenge", "Resolution"], &rows)
}

/// Finds the user's own later answer about the same thing.
fn answered_since<'a>(interview: &'a Interview, round: &Round) -> Option<&'a Round> {
    let is_same = |it: &&Round| {
        it.number > round.number
            && it.answer().is_some()
            && it.target.component == round.target.component
            && it.target.dimension == round.target.dimension
    };
    interview.rounds.iter().find(is_same)
}

fn technical(interview: &Interview, draft: &SpecDraft) -> String {
    let parts = [Some(draft.technical_context.as_str()), interview.setup.codebase.as_deref()];
    let parts = parts.into_iter().flatten().map(str::trim).filter(|it| !it.is_empty());
    let parts: Vec<String> = parts.map(words::render).collect();
    if parts.is_empty() { "None.".to_owned() } else { parts.join("\n\n") }
}

fn entities(interview: &Interview) -> String {
    let last = interview.snapshots.last().map(|it| it.entities.as_slice()).unwrap_or_default();
    let row = |it: &super::Entity| {
        let (fields, links) = (it.fields.join(", "), it.relationships.join(", "));
        vec![it.name.clone(), it.r#type.clone(), fields, links]
    };
    table(&["Entity", "Type", "Fields", "Relationships"], &last.iter().map(row).collect::<Vec<_>>())
}

fn convergence(interview: &Interview) -> String {
    let row = |it: &Snapshot| {
        let stability = it.stability.map_or_else(|| "N/A".to_owned(), Units::to_percent);
        let counts = [it.entities.len(), it.new.len(), it.changed.len(), it.stable.len()];
        let counts = counts.into_iter().map(|it| it.to_string());
        std::iter::once(it.round.to_string()).chain(counts).chain([stability]).collect()
    };
    let rows: Vec<Vec<String>> = interview.snapshots.iter().map(row).collect();
    table(&["Round", "Entities", "New", "Changed", "Stable", "Stability"], &rows)
}

/// The words of the interview, quoted line by line so that nothing in them is structure.
fn transcript(interview: &Interview) -> String {
    let mut text = format!(
        "<details>\n<summary>{}</summary>\n",
        counted(
            interview.rounds.iter().filter(|it| it.said().is_some()).count(),
            "round",
            "rounds"
        )
    );
    for round in &interview.rounds {
        let Some(said) = round.said() else { continue };
        let who = match (round.auto().is_some(), &round.target.cause) {
            (true, _) => "Answer (assumed)",
            (false, Cause::Restate {}) => "Correction",
            (false, _) => "Answer",
        };
        let question = round.question.as_ref().map_or("", |it| it.text.as_str());
        let target = format!("{} / {}", round.target.component, round.target.dimension.word());
        let parts = [
            format!("\n### Round {} — {target}\n\n**Question**\n\n", round.number),
            quote(question),
            format!("\n\n**{who}**\n\n"),
            quote(said),
            "\n".to_owned(),
        ];
        text.push_str(&parts.concat());
        if let Some(structure) = round.structure.as_ref().filter(|_| round.settled) {
            let understood = quote(&structure.render());
            text.push_str(&["\n**Understood as**\n\n", &understood, "\n"].concat());
        }
        if let Some(scoring) = &round.scoring {
            let (before, after) = (scoring.before.to_percent(), scoring.effective.to_percent());
            text.push_str(&["\nAmbiguity: ", &before, " → ", &after, "\n"].concat());
        }
    }
    text.push_str("\n</details>");
    text
}

fn quote(text: &str) -> String {
    let rendered = words::render(text.trim());
    let lines = rendered.lines().map(|it| format!("> {it}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) fn list(items: &[String]) -> String {
    list_raw(items.iter().map(|it| one_line(it)).collect())
}

fn list_raw(items: Vec<String>) -> String {
    if items.is_empty() {
        return "None.".to_owned();
    }
    items.into_iter().map(|it| format!("- {it}")).collect::<Vec<_>>().join("\n")
}

fn one_line_plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Locked names stay findable: only what would be structure is set off.
fn one_line(text: &str) -> String {
    words::render(&one_line_plain(text))
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return "None.".to_owned();
    }
    let cell = |it: &String| cut(&one_line(it), CELL_CHARS).replace('|', "\\|");
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![
        line(heads.iter().map(|it| (*it).to_owned()).collect()),
        format!("|{}", "---|".repeat(heads.len())),
    ];
    lines.extend(rows.iter().map(|row| line(row.iter().map(cell).collect())));
    lines.join("\n")
}
