//! What a need tells, as the parts of the mind look at it.
//!
//! Owns which words count as the answer and which language is spoken; what is not told is empty. Must
//! not decide anything.

use crate::Tongue;
use crate::deep::{
    Brief, Clarity, Dimension, Fact, Language, PartBrief, Project, RoundBrief, RowBrief, Structure,
    Target, Trigger, Units,
};
use std::collections::BTreeMap;

/// The round that a need is about.
#[derive(Debug, Clone)]
pub(super) struct Current {
    pub(super) number: u32,
    pub(super) target: Target,
    pub(super) question: String,
    /// The words that count as the answer.
    pub(super) answer: String,
    /// What the user marked as out of scope.
    pub(super) excluded: Vec<String>,
    /// Whether the user said them.
    pub(super) is_direct: bool,
    pub(super) is_rescored: bool,
    /// How clear each component was before the round was scored for the first time, where that is told.
    pub(super) before: Option<BTreeMap<String, Clarity>>,
    pub(super) prior: Option<u32>,
}

/// Everything that a need tells.
#[derive(Debug, Clone)]
pub(super) struct NeedView {
    /// What only one part of the mind looks at.
    pub(super) brief: Brief,
    pub(super) tongue: Tongue,
    pub(super) idea: String,
    pub(super) project: Project,
    pub(super) parts: Vec<PartBrief>,
    pub(super) facts: Vec<Fact>,
    pub(super) rows: Vec<RowBrief>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) current: Option<Current>,
    pub(super) target: Option<Target>,
}

impl NeedView {
    /// Takes what a mind is told.
    pub(super) fn of(brief: &Brief) -> Self {
        let rows = brief.transcript.as_ref().map(|it| it.rounds.clone()).unwrap_or_default();
        let row = |it: RowBrief| RowBrief { answer: it.answer.map(|it| unstructured(&it)), ..it };
        let current = brief.round.as_ref().map(current);
        let asked = || brief.round.as_ref().map(|it| it.target.clone());
        let mut view = Self {
            tongue: Tongue::English,
            idea: brief.idea.clone(),
            project: brief.project,
            brief: brief.clone(),
            parts: brief.topology.clone().unwrap_or_default().components,
            facts: brief.facts.clone().unwrap_or_default(),
            rows: rows.into_iter().map(row).collect(),
            triggers: brief.open_triggers.clone().unwrap_or_default(),
            target: brief.target.clone().or_else(asked),
            current,
        };
        view.tongue = view.find_tongue(brief.language.as_ref());
        view
    }

    /// The language that is set, else that of the idea, else that of the answers.
    fn find_tongue(&self, set: Option<&Language>) -> Tongue {
        if let Some(tongue) = set.and_then(|it| Tongue::of_code(&it.code)) {
            return tongue;
        }
        match Tongue::of_text(&self.idea) {
            Tongue::English => {
                let answers: Vec<&str> =
                    self.rows.iter().filter_map(|it| it.answer.as_deref()).collect();
                let open = self.current.as_ref().map_or("", |it| it.answer.as_str());
                Tongue::of_text(&format!("{} {} {open}", self.idea, answers.join(" ")))
            }
            tongue => tongue,
        }
    }

    /// Lists the components that are part of the work.
    pub(super) fn active(&self) -> impl Iterator<Item = &PartBrief> {
        self.parts.iter().filter(|it| it.deferred.is_none())
    }

    /// Gives the name of a component.
    pub(super) fn name_of<'v>(&'v self, id: &'v str) -> &'v str {
        self.parts.iter().find(|it| it.id == id).map_or(id, |it| it.name.as_str())
    }

    /// Gives the clarity of one dimension of one component.
    pub(super) fn clarity_of(&self, id: &str, dimension: Dimension) -> Option<u32> {
        self.parts.iter().find(|it| it.id == id)?.clarity.get(&dimension).map(|it| it.as_u32())
    }

    /// Finds the dispute that a question about a target is to settle.
    pub(super) fn find_dispute(&self, target: &Target) -> Option<&Fact> {
        let asked = target.disputed_fact()?;
        self.facts.iter().find(|it| it.is_open_dispute() && it.id == asked)
    }

    /// Gives the component and dimension that are least clear.
    pub(super) fn weakest(&self) -> Option<(&PartBrief, Dimension, u32)> {
        let cells = self.active().flat_map(|part| {
            self.project.weights().iter().map(move |(dimension, _)| {
                (part, *dimension, part.clarity.get(dimension).map_or(0, |it| it.as_u32()))
            })
        });
        cells.min_by_key(|(_, _, clarity)| *clarity)
    }
}

/// Gives the words of an answer without the titles that a structured one is told with.
fn unstructured(answer: &str) -> String {
    if !answer.starts_with("**") {
        return answer.to_owned();
    }
    let is_title = |it: &&str| it.starts_with("**") && it.ends_with("**");
    let lines = answer.lines().filter(|it| !is_title(it) && !it.trim().is_empty());
    lines.map(|it| it.strip_prefix("- ").unwrap_or(it)).collect::<Vec<_>>().join("\n")
}

fn current(round: &RoundBrief) -> Current {
    let RoundBrief { question, answer, rewrite, structure, auto_answer, .. } = round.clone();
    let is_direct = answer.is_some();
    let structured = structure.as_ref().map(flat);
    let said = structured.or(rewrite).or_else(|| answer.map(|it| it.text));
    Current {
        number: round.number,
        target: round.target.clone(),
        question: question.map(|it| it.text).unwrap_or_default(),
        answer: said.or_else(|| auto_answer.map(|it| it.text)).unwrap_or_default(),
        excluded: structure.map(|it| it.out_of_scope).unwrap_or_default(),
        is_direct,
        is_rescored: round.is_rescored,
        before: round.clarity_before.clone(),
        prior: round.prior_ambiguity.map(Units::as_u32),
    }
}

/// Gives what a structured answer says, line by line, but for what is left out.
fn flat(structure: &Structure) -> String {
    let lists = [&structure.constraints, &structure.context];
    let texts = [&structure.decision, &structure.reasoning];
    let lines = texts.into_iter().chain(lists.into_iter().flatten());
    lines.filter(|it| !it.is_empty()).cloned().collect::<Vec<_>>().join("\n")
}
