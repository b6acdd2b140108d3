//! Events into an interview.
//!
//! Owns the only way in which an interview changes. Total: any fulfilment, in any order, gives an
//! interview; what does not fit is passed over. Must not refuse: what may happen was decided before.

use super::fulfilment::{
    Answer, AutoAnswer, ChecklistEnd, ClosureGap, CrossingChoice, ExitChoice, Fulfilment,
    GoalChoice, NextChoice, PanelFinding, Proposal, Question, RefineChoice, ScoreSheet, SpecDraft,
    Structure, TopicQuestion,
};
use super::need_kind::NeedKind;
use super::round::{Cause, Clarification, Lifecycle, Round, RoundReply, Target};
use super::setup::IDEA_CHARS_MAX;
use super::state::{Exit, KeptThoughts, PanelCause, Review};
use super::step::CORRECTIONS_MAX;
use super::topology::{ComponentDraft, TopologyStatus, name_components};
use super::{
    ChecklistTopic, Dimension, Earlier, Fact, Import, Interview, Setup, Step, Units, fact, refine,
    scoring,
};
use charter_kernel::{Digest, Timestamp, canonical};
use std::collections::BTreeMap;

/// The most facts that are taken over from an interview elsewhere.
const EARLIER_FACTS_MAX: usize = 100;

/// A fulfilled need, as the ledger keeps it.
#[derive(Debug, Clone, Copy)]
pub struct Fulfilled<'a> {
    pub need_id: &'a str,
    /// The round it was about; 0 where it was about none.
    pub round: u32,
    pub fulfilment: &'a Fulfilment,
    pub at: Timestamp,
}

/// Gives the digest under which a fulfilment is known again.
#[must_use]
pub fn digest_of(fulfilment: &Fulfilment) -> Digest {
    let value = serde_json::to_value(fulfilment).unwrap_or_default();
    Digest::of(&canonical::render(&value))
}

impl Interview {
    /// Takes a beginning in: the first, or other settings for one that goes on.
    pub fn begin_again(&mut self, setup: &Setup) {
        if self.is_begun() {
            let (idea, project) = (self.setup.idea.clone(), self.setup.project);
            let codebase = setup.codebase.clone().or_else(|| self.setup.codebase.take());
            self.setup = Setup { idea, project, codebase, ..setup.clone() };
        } else {
            self.setup = setup.clone();
        }
    }

    /// Begins where an interview elsewhere ended: its parts wait for the user's confirmation, what was
    /// established is established, and nothing counts as scored.
    pub fn take_over(&mut self, import: &Import) {
        // An idea that is too long is summarised by a mind first, which names its parts as well.
        if !self.setup.is_oversized() && !import.components.is_empty() {
            self.topology.components = name_components(&import.components);
            self.topology.n_proposals = 1;
        }
        for statement in import.facts.iter().take(EARLIER_FACTS_MAX) {
            let evidence = Some(format!("imported from {}", import.source));
            let statement = statement.clone();
            fact::add(&mut self.facts, Fact { statement, evidence, ..Fact::default() });
        }
        self.earlier = Some(Earlier {
            source: import.source.clone(),
            ambiguity: import.ambiguity,
            rounds: import.rounds.clone(),
        });
    }

    /// Takes a fulfilled need in.
    pub fn apply(&mut self, event: Fulfilled<'_>) {
        let Fulfilled { need_id, round, fulfilment, at } = event;
        self.fulfilled.insert(need_id.to_owned(), digest_of(fulfilment));
        match fulfilment {
            Fulfilment::Failed { of, .. } => self.fail(*of, round, at),
            Fulfilment::ComponentsProposed(proposal) => self.propose(proposal),
            Fulfilment::TopologyConfirmed { components, deferred } => {
                self.confirm(components.as_deref(), deferred, at);
            }
            Fulfilment::TopologyChanged { components } => self.change_parts(components),
            Fulfilment::TopologyCorrected { text } => {
                self.topology.correction = Some(text.clone());
            }
            Fulfilment::QuestionDrafted(question) => self.draft(round, question),
            Fulfilment::Explained { text } => self.explain(round, text),
            Fulfilment::Answered(answer) => self.answer(round, answer, at),
            Fulfilment::Delegated {} => self.delegate(round, at),
            Fulfilment::AskedBack { text } => self.ask_back(round, text),
            Fulfilment::ExitAsked { .. } => {
                self.ending.exit = Exit::Asked;
                self.ending.n_exits += 1;
            }
            Fulfilment::TopicAsked(asked) => self.ask_topic(round, asked),
            Fulfilment::PassedOver { reason } => self.pass_over(round, reason, at),
            Fulfilment::ChecklistEnded(end) => self.end_checklist(end),
            Fulfilment::Structured(structure) => self.structure(round, structure),
            Fulfilment::Refined { choice, text } => self.refine(round, *choice, text),
            Fulfilment::Reviewed { findings, question } => {
                if question.is_some() {
                    self.kept.question.clone_from(question);
                }
                self.review(round, findings.clone());
            }
            Fulfilment::AutoAnswered(auto) => self.auto_answer(round, auto),
            Fulfilment::Scored(sheet) => {
                scoring::take(self, round, Some(sheet), at);
                self.keep(sheet);
            }
            Fulfilment::CrossingDecided { choice, text } => self.cross(round, *choice, text, at),
            Fulfilment::ExitDecided { choice } => self.exit(*choice),
            Fulfilment::Audited { gaps } => self.audited(gaps.first()),
            Fulfilment::GoalStated { goal } => self.state_goal(goal),
            Fulfilment::GoalDecided { choice, text } => self.decide_goal(*choice, text, at),
            Fulfilment::Crystallised(draft) => self.crystallise(Some(draft.clone())),
            Fulfilment::NextChosen { choice } => self.choose(*choice),
        }
    }

    /// Goes on without the mind: nothing it could have said is made up.
    fn fail(&mut self, of: NeedKind, number: u32, at: Timestamp) {
        if of == NeedKind::Panel {
            self.panel_failures += 1;
            return self.settle_panel(number);
        }
        self.mind_failures += 1;
        match of {
            NeedKind::Parts => self.propose(&self.whole_idea()),
            NeedKind::Ask if self.waits_for_explanation(number) => self.explain(number, ""),
            NeedKind::Ask => self.draft(number, &plain_question(self, number)),
            NeedKind::Refine => self.settle(number, Lifecycle::Answered),
            NeedKind::AutoAnswer => self.settle(number, Lifecycle::Gap),
            NeedKind::Score => scoring::take(self, number, None, at),
            NeedKind::Closure => self.audited(None),
            NeedKind::Restate => {
                let goal = self.plain_goal();
                self.state_goal(&goal);
            }
            NeedKind::Spec => self.crystallise(None),
            // It goes on as a checklist.
            NeedKind::Turn | NeedKind::Panel | NeedKind::Crossing | NeedKind::Done => {}
        }
    }

    fn settle(&mut self, number: u32, lifecycle: Lifecycle) {
        if let Some(round) = self.round_mut(number) {
            round.settled = true;
            round.lifecycle = lifecycle;
        }
    }

    fn waits_for_explanation(&self, number: u32) -> bool {
        let round = self.round(number);
        round.is_some_and(|it| it.clarifications.iter().any(|it| it.explanation.is_none()))
    }

    fn whole_idea(&self) -> Proposal {
        let first = self.setup.idea.lines().next().unwrap_or_default();
        let name: String = first.chars().take(60).collect();
        let components = match self.topology.components.as_slice() {
            [] => vec![ComponentDraft { name, ..ComponentDraft::default() }],
            some => some.iter().map(ComponentDraft::from).collect(),
        };
        Proposal { components, summary: None, intents: Vec::new(), question: None }
    }

    fn plain_goal(&self) -> String {
        let names: Vec<&str> = self.topology.active().map(|it| it.name.as_str()).collect();
        let idea = self.idea().split_whitespace().collect::<Vec<_>>().join(" ");
        let idea: String = idea.chars().take(300).collect();
        format!("{idea} ({})", names.join(", "))
    }

    fn propose(&mut self, proposal: &Proposal) {
        if self.topology.status == TopologyStatus::Confirmed {
            return;
        }
        self.topology.components = name_components(&proposal.components);
        self.topology.intents.clone_from(&proposal.intents);
        self.topology.intents.sort_by(|left, right| left.id.cmp(&right.id));
        self.kept.question.clone_from(&proposal.question);
        self.topology.correction = None;
        self.topology.n_proposals += 1;
        if self.setup.is_oversized() {
            let cut = || self.setup.idea.chars().take(IDEA_CHARS_MAX).collect();
            let summary = proposal.summary.clone().or_else(|| self.summary.clone());
            self.summary = Some(summary.unwrap_or_else(cut));
        }
    }

    /// Takes the user's list as the next proposal.
    fn change_parts(&mut self, components: &[ComponentDraft]) {
        if self.topology.status == TopologyStatus::Confirmed {
            return;
        }
        self.topology.components = name_components(components);
        self.topology.intents.clear();
        self.topology.correction = None;
        self.topology.n_proposals += 1;
    }

    fn confirm(
        &mut self,
        components: Option<&[ComponentDraft]>,
        deferred: &BTreeMap<String, String>,
        at: Timestamp,
    ) {
        if self.topology.status == TopologyStatus::Confirmed {
            return;
        }
        if let Some(components) = components {
            self.topology.components = name_components(components);
            self.topology.intents.clear();
        }
        for (id, reason) in deferred {
            if let Some(component) = self.topology.find_mut(id) {
                component.deferred = Some(reason.clone());
            }
        }
        self.topology.status = TopologyStatus::Confirmed;
        self.topology.confirmed_at = Some(at);
    }

    /// The first question of a batch opens all of its rounds.
    fn draft(&mut self, number: u32, question: &Question) {
        if self.round(number).is_none() {
            self.open_rounds();
        }
        let own = self.own_target(number, question);
        if let Some(target) = &own {
            self.topology.last_targeted = Some(target.component.clone());
        }
        if let Some(round) = self.round_mut(number) {
            round.question = Some(question.clone());
            round.target = own.unwrap_or_else(|| round.target.clone());
        }
        self.kept.question = None;
    }

    /// Gives what a question is about as a mind says, where that is another thing than the engine chose; nothing
    /// where there is no such part or dimension: then it is about what the engine chose.
    fn own_target(&self, number: u32, question: &Question) -> Option<Target> {
        let chosen = &self.round(number)?.target;
        let named = question.component.as_deref()?.to_lowercase();
        let is_named = |it: &&super::Component| it.id == named || it.name.to_lowercase() == named;
        let component = self.topology.active().find(is_named)?.id.clone();
        let dimension = question.dimension.unwrap_or(chosen.dimension);
        let counts = self.setup.project.weights().iter().any(|(it, _)| *it == dimension);
        let is_other = component != chosen.component || dimension != chosen.dimension;
        let cause = Cause::Weakest {};
        (counts && is_other).then_some(Target {
            component,
            dimension,
            cause,
            ontology: chosen.ontology,
        })
    }

    fn open_rounds(&mut self) {
        let (batch, ambiguity) = (self.n_rounds() + 1, self.ambiguity());
        for (number, target) in (batch..).zip(self.next_targets()) {
            if let Cause::Closure { gap, fact } = &target.cause {
                self.closure_overrides.push(ClosureGap {
                    component: target.component.clone(),
                    dimension: target.dimension,
                    gap: gap.clone(),
                    fact: fact.clone(),
                });
            }
            if target.ontology {
                self.escalated_rounds.push(number);
            }
            self.topology.last_targeted = Some(target.component.clone());
            self.rounds.push(Round::open(number, batch, target, ambiguity));
        }
        self.ending.one_more = false;
        self.ending.gap = None;
    }

    /// Takes the open questions back that were written before an earlier answer was changed: they are
    /// written anew for what is unclear now. One that the user asked about stays.
    pub(super) fn redraft(&mut self) {
        let is_open = |it: &Round| {
            it.lifecycle == Lifecycle::Open && it.question.is_some() && it.clarifications.is_empty()
        };
        let open: Vec<u32> =
            self.rounds.iter().filter(|it| is_open(it)).map(|it| it.number).collect();
        let is_alone = self.rounds.iter().filter(|it| it.lifecycle == Lifecycle::Open).count() == 1;
        let target = self.next_targets().into_iter().next().filter(|_| is_alone);
        let ambiguity = self.ambiguity();
        for number in open {
            let Some(round) = self.round_mut(number) else { continue };
            round.question = None;
            round.n_redrafts += 1;
            round.ambiguity_at_ask = ambiguity;
            let Some(target) = &target else { continue };
            round.target = target.clone();
            self.topology.last_targeted = Some(target.component.clone());
            if target.ontology && !self.escalated_rounds.contains(&number) {
                self.escalated_rounds.push(number);
            }
        }
    }

    fn explain(&mut self, number: u32, text: &str) {
        let Some(round) = self.round_mut(number) else { return };
        for it in round.clarifications.iter_mut().filter(|it| it.explanation.is_none()) {
            it.explanation = Some(text.to_owned());
        }
    }

    fn ask_back(&mut self, number: u32, text: &str) {
        let Some(round) = self.round_mut(number) else { return };
        let asked = text.to_owned();
        round.clarifications.push(Clarification { asked, explanation: None });
    }

    /// The user's own word. Another word on a scored round disputes what rested on the first.
    fn answer(&mut self, number: u32, answer: &Answer, at: Timestamp) {
        self.streak = 0;
        self.reply(number, RoundReply::Direct { answer: answer.clone() }, at);
    }

    fn pass_over(&mut self, number: u32, reason: &str, at: Timestamp) {
        self.reply(number, RoundReply::PassedOver { reason: reason.to_owned() }, at);
    }

    /// Asks a question of the checklist: in a round of its own, or in the place of one that waits and is
    /// not the next any more.
    fn ask_topic(&mut self, number: u32, asked: &TopicQuestion) {
        if self.round(number).is_none() {
            let dimension = asked.topic.map_or(Dimension::Goal, ChecklistTopic::dimension);
            let (component, cause) = (String::new(), Cause::Checklist {});
            let target = Target { component, dimension, cause, ontology: false };
            self.rounds.push(Round::open(number, number, target, Units::ONE));
        }
        let Some(round) = self.round_mut(number) else { return };
        round.n_redrafts += u32::from(round.question.is_some());
        round.question = Some(asked.question.clone());
        round.topic = asked.topic;
        round.settles.clone_from(&asked.settles);
        round.example.clone_from(&asked.example);
    }

    fn end_checklist(&mut self, end: &ChecklistEnd) {
        self.ending.checklist = Some(end.clone());
        self.crystallise(Some(end.draft.clone()));
    }

    fn delegate(&mut self, number: u32, at: Timestamp) {
        self.reply(number, RoundReply::Delegated { auto: None }, at);
    }

    fn reply(&mut self, number: u32, reply: RoundReply, at: Timestamp) {
        let Some(round) = self.round_mut(number) else { return };
        round.n_changes += u32::from(round.reply.is_some());
        let was_scored = round.n_scorings > 0;
        round.reply = Some(reply);
        round.answered_at = Some(at);
        round.lifecycle = Lifecycle::Answered;
        round.structure = None;
        round.rewrite = None;
        round.n_refinements = 0;
        round.settled = false;
        round.reviewed = false;
        round.crossing = None;
        // Whatever the spec says is out of date, and so is what a mind said ahead.
        self.ending.checklist = None;
        self.kept = KeptThoughts::default();
        self.refined_rounds.retain(|it| *it != number);
        if was_scored {
            fact::retract(&mut self.facts, number);
        }
    }

    fn structure(&mut self, number: u32, structure: &Structure) {
        let Some(round) = self.round_mut(number) else { return };
        round.structure = Some(structure.clone());
        round.rewrite = None;
        if round.n_refinements >= refine::REFINEMENTS_MAX {
            round.settled = true;
        }
    }

    fn refine(&mut self, number: u32, choice: RefineChoice, text: &str) {
        let Some(round) = self.round_mut(number) else { return };
        refine::fold(round, choice, text);
        if choice == RefineChoice::Rewrite {
            self.know_answer(number);
        }
        let Some(round) = self.round(number) else { return };
        if round.settled && !self.refined_rounds.contains(&number) {
            self.refined_rounds.push(number);
        }
    }

    /// Knows the question by the answer it has now, where that came by another need: what was said
    /// before is another answer, and not the same again.
    fn know_answer(&mut self, number: u32) {
        let Some(answer) = self.round(number).and_then(Round::answer).cloned() else { return };
        let digest = digest_of(&Fulfilment::Answered(answer));
        self.fulfilled.insert(Step::Ask(number).need_id(self), digest);
    }

    /// A panel about a round is heard before a mind answers it.
    fn review(&mut self, number: u32, findings: Vec<PanelFinding>) {
        let cause = match number {
            0 => self.panel_due.clone(),
            round => Some(PanelCause::BeforeAnswer { round }),
        };
        if let Some(cause) = cause {
            let (round, personas) = (self.n_rounds(), cause.personas());
            self.reviews.push(Review { round, cause, personas, findings });
        }
        self.settle_panel(number);
    }

    fn settle_panel(&mut self, number: u32) {
        match self.round_mut(number) {
            Some(round) => round.reviewed = true,
            None => self.panel_due = None,
        }
    }

    fn keep(&mut self, sheet: &ScoreSheet) {
        self.kept = KeptThoughts {
            sheet: None,
            gaps: sheet.gaps.clone(),
            goal: sheet.goal.clone(),
            question: sheet.question.clone(),
        };
    }

    fn auto_answer(&mut self, number: u32, auto: &AutoAnswer) {
        self.streak += 1;
        if let Some(round) = self.round_mut(number) {
            let auto = AutoAnswer { sheet: None, ..auto.clone() };
            round.reply = Some(RoundReply::Delegated { auto: Some(auto) });
        }
        self.kept.sheet.clone_from(&auto.sheet);
    }

    fn cross(&mut self, number: u32, choice: CrossingChoice, text: &str, at: Timestamp) {
        if choice == CrossingChoice::Revise {
            let answer = Answer { text: text.to_owned(), options: Vec::new() };
            self.answer(number, &answer, at);
            return self.know_answer(number);
        }
        self.ending.one_more |= choice == CrossingChoice::KeepAsking;
        if choice == CrossingChoice::Confirm {
            let of_round = |it: &&mut super::Fact| it.round == number;
            self.facts.iter_mut().filter(of_round).for_each(|it| it.assumed = false);
        }
        if let Some(round) = self.round_mut(number) {
            round.crossing = Some(choice);
        }
    }

    fn exit(&mut self, choice: ExitChoice) {
        self.ending.exit = match choice {
            ExitChoice::Proceed => Exit::Accepted,
            ExitChoice::KeepAsking => Exit::None,
        };
    }

    fn audited(&mut self, gap: Option<&ClosureGap>) {
        self.ending.n_closures += 1;
        self.kept.gaps = None;
        match gap {
            Some(gap) => self.ending.gap = Some(gap.clone()),
            None => self.ending.closed_after = Some(self.n_scorings),
        }
    }

    fn state_goal(&mut self, goal: &str) {
        self.ending.goal = Some(goal.to_owned());
        self.ending.goal_after = self.n_scorings;
        self.kept.goal = None;
        self.ending.n_goals += 1;
    }

    fn decide_goal(&mut self, choice: GoalChoice, text: &str, at: Timestamp) {
        let exits = self.ending.exit == Exit::Accepted;
        match choice {
            GoalChoice::Yes => {
                self.ending.restated = self.ending.goal.clone();
                self.ending.restated_after = Some(self.n_scorings);
                self.ending.n_corrections = 0;
            }
            // No round is left: the user's own words are the goal as they stand.
            GoalChoice::Adjust | GoalChoice::Missing if self.is_capped() => {
                self.ending.restated = Some(text.to_owned());
                self.ending.restated_after = Some(self.n_scorings);
                self.ending.n_corrections = 0;
            }
            GoalChoice::Adjust | GoalChoice::Missing => {
                self.ending.n_corrections += 1;
                self.correct_goal(text, at);
                if self.ending.n_corrections < CORRECTIONS_MAX {
                    return;
                }
                self.ending.n_corrections = 0;
                if exits {
                    // Nothing is asked any more: the user's own words are the goal, once the
                    // correction is scored.
                    self.ending.restated = Some(text.to_owned());
                    self.ending.restated_after = Some(self.n_scorings + 1);
                } else {
                    self.ending.one_more = true;
                }
            }
        }
    }

    /// A correction is an answer of its own, and is scored like one.
    fn correct_goal(&mut self, text: &str, at: Timestamp) {
        let number = self.n_rounds() + 1;
        let component = self.topology.active().next().map(|it| it.id.clone()).unwrap_or_default();
        let target = Target {
            component,
            dimension: Dimension::Goal,
            cause: Cause::Restate {},
            ontology: false,
        };
        let mut round = Round::open(number, number, target, self.ambiguity());
        let text_asked = self.ending.goal.clone().unwrap_or_default();
        round.question = Some(Question::plain(text_asked));
        round.settled = true;
        self.rounds.push(round);
        self.answer(number, &Answer { text: text.to_owned(), options: Vec::new() }, at);
        if let Some(round) = self.round_mut(number) {
            round.settled = true;
        }
    }

    fn crystallise(&mut self, draft: Option<SpecDraft>) {
        self.ending.spec = Some(draft.unwrap_or_else(|| self.plain_spec()));
        self.ending.spec_after = Some(self.n_scorings);
        self.ending.n_specs += 1;
    }

    fn choose(&mut self, choice: NextChoice) {
        self.ending.next = Some(choice);
        if choice == NextChoice::Refine {
            self.ending.checklist = None;
            self.ending.reopened = self.n_rounds();
            self.ending.one_more = true;
            self.ending.exit = Exit::None;
            self.ending.spec_after = None;
            self.ending.restated_after = None;
            self.ending.closed_after = None;
        }
    }
}

/// The question where no mind has one: plain, and never wrong.
fn plain_question(interview: &Interview, number: u32) -> Question {
    let target = match interview.round(number) {
        Some(round) => Some(round.target.clone()),
        None => interview.next_targets().into_iter().next(),
    };
    let text = target.map_or_else(String::new, |it| {
        let name = interview.topology.find(&it.component).map_or("it", |it| it.name.as_str());
        format!("What should be clear about the {} of “{name}”?", it.dimension.word())
    });
    Question::plain(text)
}
