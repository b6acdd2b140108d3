//! The deep interview: ambiguity measured, explained and driven down.
//!
//! Owns the protocol, its arithmetic and its events. Must not know who asks, who answers or who
//! thinks: needs go out, fulfilments come in, and everything an interview is follows from its
//! events. Question texts, scores and prose come from minds, which propose and never decide.
//!
//! How a driver uses it:
//!
//! 1. [`resolve`] the threshold from its layers and [`begin`](crate::decision::deep::begin); append what was decided. The first
//!    line that a user sees is [`Threshold::first_line`]. From then on `State::deep` is there. To go
//!    on later nothing has to be begun: `State::deep` waits where it was. To go on under another
//!    threshold, limit, batch or language, begin again with the setup that is there and the change.
//! 2. [`open`] lists what is needed: one [`Need`], or the questions that are asked together. A need
//!    [`for`](Need) a mind is fulfilled by whatever mind there is, one for the user by the user.
//! 3. [`fulfil`](crate::decision::deep::fulfil) takes `needId` and a JSON object of the need's `schema`, and gives a decision:
//!    append its events and apply its edits (the edits first), fold, and go to 2. Where it refuses
//!    a mind's object, ask the mind once more with the problems; then another mind; and where none
//!    is left submit `{"failed": "why"}`, which every need for a mind takes and after which the
//!    interview goes on. What follows by itself, such as the next question of a checklist, is
//!    [`onward`](crate::decision::deep::onward): append it together with what was taken.
//! 4. After a scoring [`report`] says what it made of the interview, [`bill`] what the ambiguity is
//!    made of, [`view`] the whole as JSON (`interview.json`).
//! 5. At [`NeedKind::Done`] the spec and the proposed register are written; the user may say what
//!    comes next, and nothing is executed.
//!
//! A need that was fulfilled with the same content changes nothing when it comes again. Another
//! answer to a question that has one replaces it: what rested on it is disputed, and the round is
//! scored again: from `round.clarityBefore` of that need, which is what was clear before the answer
//! that is gone. Where no mind can score it, the clarity goes back to that. Nothing else that was
//! fulfilled can be changed.

mod bill;
mod brief;
mod charter;
mod check;
mod checklist;
mod closure;
mod context;
mod cost;
mod earlier;
mod fact;
mod floor;
mod fold;
mod form;
mod fulfilment;
mod language;
mod limit;
mod need;
mod need_kind;
mod ontology;
mod panel;
mod parse;
mod prompted;
mod refine;
mod register;
mod report;
mod round;
mod schema;
mod score;
mod scoring;
mod setup;
mod spec;
mod state;
mod step;
mod target;
mod task;
mod threshold;
mod topology;
mod trigger;
mod units;
mod view;

pub use bill::{Bill, BillItem, bill};
pub use brief::{Brief, PartBrief, RoundBrief, RowBrief, TopologyBrief, Transcript};
pub use charter::fill_charter;
pub(crate) use check::check;
pub use checklist::{ChecklistTopic, Clash, UserStatement};
pub use cost::{MindCost, MindTotal, MindTotals};
pub use earlier::{Earlier, Import, ImportForm, ImportedRound};
pub use fact::Fact;
pub use floor::{DISPUTE, Floor, UNSCORED};
pub use fold::{Fulfilled, digest_of};
pub(crate) use form::Problems;
pub use fulfilment::{
    Answer, Assumption, AutoAnswer, ChecklistEnd, ClosureGap, Confidence, CrossingChoice,
    ExitChoice, FactDraft, Fulfilment, GoalChoice, Mark, NextChoice, OpenTopic, PanelFinding,
    Persona, Proposal, Question, RefineChoice, ScoreSheet, SpecCriterion, SpecDraft, Structure,
    TopicQuestion,
};
pub use language::Language;
pub use limit::STREAK_MAX;
pub use need::{Need, open};
pub use need_kind::{NeedFor, NeedKind, NeedOption};
pub use ontology::{Entity, Snapshot, compare};
pub(crate) use parse::parse;
pub use prompted::{Prompted, prompted, read_reply};
pub(crate) use register::draft;
pub use report::{DimensionRow, Direction, Report, gaps, report};
pub use round::{Cause, Clarification, Lifecycle, Round, RoundReply, Scoring, Target};
pub use score::{ASSUMED_MAX, CLEAR, Clarity, Dimension, Milestone, Project, ambiguity, overall};
pub use setup::{
    BATCH_MAX, CONTEXT_CHARS_MAX, FIELD_CHARS_MAX, IDEA_CHARS_MAX, InterviewWay, Limits,
    ROUNDS_MAX, Setup, TEXT_CHARS_MAX,
};
pub(crate) use spec::{list as spec_list, render as render_spec};
pub use spec::{reason as spec_reason, status as spec_status};
pub use state::{Ending, Exit, Interview, KeptThoughts, PanelCause, Review};
pub use step::Step;
pub use threshold::{Layers, Profile, Setting, THRESHOLD_DEFAULT, Threshold, resolve};
pub use topology::{COMPONENTS_MAX, Component, ComponentDraft, Intent, Topology, TopologyStatus};
pub use trigger::{
    ScoreChange, TransitionProblem, Trigger, TriggerKind, TriggerStatus, check as check_transition,
};
pub use units::Units;
pub use view::view;
