//! What a user or a mind gives back for a need, in the form that the ledger keeps.
//!
//! Owns the closed list of fulfilments. An event carries one; whatever the engine computes from it
//! is derived when events are folded. Fields are added as optional and never renamed. Must not know
//! how a submission is read or what follows from it.

use super::checklist::{ChecklistTopic, Clash};
use super::need_kind::NeedKind;
use super::ontology::Entity;
use super::{ComponentDraft, Dimension, Intent, Trigger, Units};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fulfilment {
    /// A mind could not do it, in any way: the engine goes on without it and counts it.
    Failed {
        /// What it was asked for.
        of: NeedKind,
        reason: String,
    },
    /// `topology` by a mind: the components it sees.
    ComponentsProposed(Proposal),
    /// `topology` by the user: they are right, changed or deferred as listed.
    TopologyConfirmed {
        /// The components as the user wants them; none where the proposal stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        components: Option<Vec<ComponentDraft>>,
        /// The components that are not part of this work, with the reason.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        deferred: BTreeMap<String, String>,
    },
    /// `topology` by the user: the components are these; they are shown once more.
    TopologyChanged { components: Vec<ComponentDraft> },
    /// `topology` by the user: in words, for a mind to take up.
    TopologyCorrected { text: String },
    /// `ask` by a mind: the question for a target.
    QuestionDrafted(Question),
    /// `ask` by a mind: what the user asked back is explained.
    Explained { text: String },
    /// `ask` by the user: an answer.
    Answered(Answer),
    /// `ask` by the user: the mind is to decide.
    Delegated {},
    /// `ask` by the user: a question of their own; not an answer.
    AskedBack { text: String },
    /// `ask` by the user: it is enough.
    ExitAsked {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// The checklist asks its next question.
    TopicAsked(TopicQuestion),
    /// `ask` by the user: the question is passed over.
    PassedOver { reason: String },
    /// The checklist is at its end.
    ChecklistEnded(ChecklistEnd),
    /// `refine` by a mind: a long answer, structured.
    Structured(Structure),
    /// `refine` by the user.
    Refined {
        /// What is to be done with the structure.
        choice: RefineChoice,
        /// The exact words, except where it is sent as it is.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// `panel` by a mind: what the personas found.
    Reviewed {
        /// One for each persona that answered.
        #[serde(default)]
        findings: Vec<PanelFinding>,
        /// The next question, with what they found in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<Question>,
    },
    /// `autoAnswer` by a mind.
    AutoAnswered(AutoAnswer),
    /// `score` by a mind.
    Scored(ScoreSheet),
    /// `confirmCrossing` by the user.
    CrossingDecided {
        choice: CrossingChoice,
        /// Their own answer, where they revise it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// `closure` by the user, after they asked to end early.
    ExitDecided { choice: ExitChoice },
    /// `closure` by a mind: the gaps that it sees; none means that it may close.
    Audited {
        /// What is still open, most important first.
        #[serde(default)]
        gaps: Vec<ClosureGap>,
    },
    /// `restate` by a mind: the goal in one sentence.
    GoalStated { goal: String },
    /// `restate` by the user.
    GoalDecided {
        choice: GoalChoice,
        /// The correction, word for word.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// `spec` by a mind: the prose.
    Crystallised(SpecDraft),
    /// `done` by the user: what comes next. Nothing is executed by it.
    NextChosen { choice: NextChoice },
}

impl Fulfilment {
    /// Tells whether facts can come, go or be disputed with it.
    #[must_use]
    pub fn touches_facts(&self) -> bool {
        matches!(
            self,
            Self::Scored(_)
                | Self::Failed { of: NeedKind::Score, .. }
                | Self::Answered(_)
                | Self::Delegated {}
                | Self::CrossingDecided { .. }
                | Self::GoalDecided { .. }
        )
    }

    /// Says in a few words what happened, and whose it was to say.
    fn told(&self) -> (&'static str, Speaker) {
        use Speaker::{Anybody, User};
        match self {
            Self::Failed { .. } => ("no mind could do it", Anybody),
            Self::ComponentsProposed(_) => ("proposed parts", Anybody),
            Self::TopologyConfirmed { .. } => ("confirmed the parts", User),
            Self::TopologyChanged { .. } => ("changed the parts", User),
            Self::TopologyCorrected { .. } => ("corrected the parts", User),
            Self::QuestionDrafted(_) => ("wrote a question", Anybody),
            Self::Explained { .. } => ("explained a question", Anybody),
            Self::Answered(_) => ("answered", User),
            Self::Delegated {} => ("left the answer to a mind", User),
            Self::AskedBack { .. } => ("asked back", Anybody),
            Self::TopicAsked(_) => ("asked the next question", Anybody),
            Self::PassedOver { .. } => ("passed over a question", User),
            Self::ChecklistEnded(_) => ("wrote the spec", Anybody),
            Self::ExitAsked { .. } => ("asked to end early", Anybody),
            Self::Structured(_) => ("structured an answer", Anybody),
            Self::Refined { .. } => ("went over a structured answer", User),
            Self::Reviewed { .. } => ("heard a panel", Anybody),
            Self::AutoAnswered(_) => ("assumed an answer", Anybody),
            Self::Scored(_) => ("scored", Anybody),
            Self::CrossingDecided { .. } => ("decided on an assumption", User),
            Self::ExitDecided { .. } => ("decided on an early end", User),
            Self::Audited { .. } => ("looked for what is open", Anybody),
            Self::GoalStated { .. } => ("stated the goal", Anybody),
            Self::GoalDecided { .. } => ("decided on the goal", User),
            Self::Crystallised(_) => ("wrote the spec", Anybody),
            Self::NextChosen { .. } => ("chose what comes next", Anybody),
        }
    }

    /// Tells whether it is the user's to say, and nobody's for them. A question asked back, the wish to
    /// end and what comes next say nothing about the work.
    #[must_use]
    pub fn is_the_users(&self) -> bool {
        self.told().1 == Speaker::User
    }

    /// Says in a few words what happened.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.told().0
    }
}

/// Whose word a fulfilment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaker {
    /// The user's, and nobody's for them.
    User,
    Anybody,
}

/// The components that a mind sees in an idea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// One to six.
    #[serde(default)]
    pub components: Vec<ComponentDraft>,
    /// The idea in short, where it is too long to be passed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intents: Vec<Intent>,
    /// The first question, for when the user has confirmed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// A question for one target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    pub text: String,
    /// Why it is asked now, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_now: Option<String>,
    /// Answers to choose from; free text is always possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The part that it is about, by its id or name, as a mind says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Dimension>,
}

/// What a user answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The words, and the chosen options where there are some.
    pub text: String,
    /// The options that were chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// A long answer, in parts; the user has seen all of it before it counts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Structure {
    pub decision: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out_of_scope: Vec<String>,
    /// What was verified in what is there, or added by the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<String>,
}

/// What a user does with a structured answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RefineChoice {
    /// Nothing is lost.
    Send,
    /// A bound is missing.
    AddConstraint,
    /// Something is out of scope.
    OutOfScope,
    /// Context is missing.
    AddContext,
    /// It is to be structured again from these words.
    Rewrite,
}

/// How sure a mind is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// What one persona of a panel found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PanelFinding {
    pub persona: Persona,
    /// The blind spot.
    pub finding: String,
    pub rationale: Vec<String>,
    /// Answers that the next question can offer.
    pub options: Vec<String>,
    pub confidence: Confidence,
}

/// A point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Persona {
    /// What is known elsewhere.
    Researcher,
    /// What if the opposite were true.
    Contrarian,
    /// What can be left out.
    Simplifier,
    /// What it does to the shape of the system.
    Architect,
}

/// One decisive answer in place of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AutoAnswer {
    pub text: String,
    pub rationale: Vec<String>,
    pub confidence: Confidence,
    /// What is uncertain about it; none where that is negligible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<String>,
    /// What it makes of the interview, where that came along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Box<ScoreSheet>>,
}

impl AutoAnswer {
    /// Tells whether it may count like the user's word: sure, and nothing uncertain.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let is_blank = |it: &str| it.trim().is_empty();
        self.confidence == Confidence::High && self.uncertainty.as_deref().is_none_or(is_blank)
    }
}

/// One score with what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    pub score: Units,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub justification: Option<String>,
    /// What is not clear; there below 0.9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
}

/// A fact as a mind reads it out of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactDraft {
    /// The fact that is put in other words; none for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub statement: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Dimension>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// The disputed facts that it replaces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
}

/// What a mind makes of a round: proposals, all of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreSheet {
    /// Every active component on every dimension.
    pub components: BTreeMap<String, BTreeMap<Dimension, Mark>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<Trigger>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactDraft>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputes: Vec<String>,
    /// The disputed facts that the user's answer confirms after all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confirms: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<Entity>,
    /// What stands against closing, should the number pass; none where nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<ClosureGap>>,
    /// The goal in one sentence, should it come to that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The next question, should there be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// What a user says to an assumption that would end the interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CrossingChoice {
    /// It is right.
    Confirm,
    /// It is wrong, and this is right.
    Revise,
    /// It may be right, and they want more questions.
    KeepAsking,
}

/// What a user says to the warning before an early end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ExitChoice {
    /// End it all the same.
    Proceed,
    /// Go on.
    KeepAsking,
}

/// Something that stands against closing although the number passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClosureGap {
    pub component: String,
    pub dimension: Dimension,
    pub gap: String,
    /// The disputed fact that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
}

/// What a user says to the goal in one sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GoalChoice {
    /// Whoever reads only this line gets the same outcome.
    Yes,
    /// The words are not right.
    Adjust,
    /// Something is missing.
    Missing,
}

/// The prose of a spec.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecDraft {
    /// More about the goal than its one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub goal: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub non_goals: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<SpecCriterion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// What is known about how it is built.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub technical_context: String,
}

/// Something that must be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecCriterion {
    pub statement: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The rounds (`R3`) and facts (`F2`) that it rests on.
    #[serde(default)]
    pub from: Vec<String>,
    /// The word that cannot be measured, where there is nothing to count beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vague: Option<String>,
}

/// An assumption that an interview exposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Assumption {
    pub assumption: String,
    #[serde(default)]
    pub challenge: String,
    #[serde(default)]
    pub resolution: String,
}

/// What a user wants after the spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NextChoice {
    /// A plan on which planner, architect and critic agree.
    Plan,
    /// To start the work.
    Work,
    /// To go on with the interview.
    Refine,
}

/// A question of the checklist, as it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TopicQuestion {
    /// What it is about; none where it settles a clash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<ChecklistTopic>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Clash>,
    pub question: Question,
    /// What an answer could look like, about another project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// What a checklist came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistEnd {
    pub draft: SpecDraft,
    /// What nobody answered, with its name in the user's language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenTopic>,
    /// Whether anything that was answered has to do with the idea or the questions.
    pub is_related: bool,
    /// Whether nothing is left to ask, and it was said how success shows.
    pub is_finished: bool,
}

/// A topic that nobody said anything about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTopic {
    pub topic: ChecklistTopic,
    pub name: String,
}

impl Question {
    /// Makes a question of words alone.
    #[must_use]
    pub(super) fn plain(text: String) -> Self {
        Self { text, why_now: None, options: Vec::new(), component: None, dimension: None }
    }
}
