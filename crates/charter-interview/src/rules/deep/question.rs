//! The question for a target, and why it is asked now.
//!
//! Owns which text of the bank fits: the first question of a dimension, one that takes up what was
//! said, one about a hedge, a vague word, a dispute. Must not choose targets.

use super::bank::{Bank, TextKey, Why};
use super::feature::Features;
use super::lexicon::SenseLexicon;
use super::text::{quote, shorten};
use super::view::NeedView;
use crate::deep::{Cause, Dimension, Fact, Question, RowBrief, Target, Trigger, Units};

/// How many options a question offers at most.
const OPTIONS_MAX: usize = 3;

/// Fulfils the need for a question.
pub(super) fn draft(
    lexicon: &SenseLexicon,
    bank: &Bank,
    view: &NeedView,
) -> Result<Question, String> {
    let fallback = view.weakest().map(|(part, dimension, _)| Target {
        component: part.id.clone(),
        dimension,
        cause: Cause::Weakest {},
        ontology: false,
    });
    let Some(target) = view.target.clone().or(fallback) else {
        return Err("no component is there to ask about".to_owned());
    };
    let writer = Writer { lexicon, bank, view, target: &target };
    let (text, options) = writer.question();
    Ok(Question { text, why_now: Some(writer.why()), options })
}

/// Fulfils the need for an explanation of a question: what it means, an example, what the answer
/// changes.
pub(super) fn explain(lexicon: &SenseLexicon, bank: &Bank, view: &NeedView) -> String {
    let target = view.target.as_ref();
    let dimension = target.map_or(Dimension::Goal, |it| it.dimension);
    let component = target.map_or("", |it| view.name_of(&it.component));
    let dispute = target.and_then(|target| {
        let fact = view.find_dispute(target)?;
        Some((fact, Writer { lexicon, bank, view, target }.against(fact)))
    });
    match dispute {
        Some((fact, against)) => {
            let known = shorten(&fact.statement, 160);
            bank.say(TextKey::ExplainDispute, 0, &[("fact", &known), ("quote", &against)])
        }
        None if target.is_some_and(|it| it.ontology) => {
            bank.say(TextKey::ExplainOntology, 0, &[("component", component)])
        }
        None => bank.say(TextKey::Explain(dimension), 0, &[("component", component)]),
    }
}

struct Writer<'w> {
    lexicon: &'w SenseLexicon,
    bank: &'w Bank,
    view: &'w NeedView,
    target: &'w Target,
}

impl Writer<'_> {
    fn question(&self) -> (String, Vec<String>) {
        let Target { component, dimension, cause, ontology } = self.target;
        let name = self.view.name_of(component);
        if let Some(fact) = self.view.find_dispute(self.target) {
            return self.dispute(name, fact);
        }
        let earlier = self.earlier();
        let turn = earlier.len();
        let say = |key: TextKey, slots: &[(&str, &str)]| self.bank.say(key, turn, slots);
        let component = ("component", name);
        if *ontology {
            return (say(TextKey::AskOntology, &[component]), self.found_options());
        }
        match cause {
            Cause::Closure { gap, .. } => {
                let gap = gap.trim_end_matches('.');
                let gap = format!("{}.", shorten(gap, 200));
                return (
                    say(TextKey::AskClosure, &[component, ("gap", &gap)]),
                    self.found_options(),
                );
            }
            Cause::Trigger { letter } if letter == "D" => {
                let words = self.last_trigger("D").or_else(|| self.last_quote());
                let slots = [component, ("quote", words.as_deref().unwrap_or_default())];
                return (say(TextKey::AskExpansion, &slots), self.found_options());
            }
            Cause::Weakest {}
            | Cause::Dispute { .. }
            | Cause::Trigger { .. }
            | Cause::Restate {} => {}
        }
        match earlier.last().and_then(|row| row.answer.as_deref()) {
            Some(answer) => self.follow(*dimension, answer, turn),
            None => {
                let asked = self.view.rows.iter().filter(|it| it.dimension == *dimension).count();
                (self.bank.say(TextKey::Ask(*dimension), asked, &[component]), self.found_options())
            }
        }
    }

    /// Takes up an earlier answer to the same question: by its sign where it has one.
    fn follow(&self, dimension: Dimension, answer: &str, turn: usize) -> (String, Vec<String>) {
        let features = Features::read(self.lexicon, answer);
        let words = quote(answer);
        let name = self.view.name_of(&self.target.component);
        let say = |key: TextKey, word: &str| {
            let slots = [("component", name), ("quote", words.as_str()), ("word", word)];
            self.bank.say(key, turn, &slots)
        };
        if features.is_evasive() || features.is_delegation() {
            return (
                say(TextKey::FollowEvasion, ""),
                self.bank.list(TextKey::Option(dimension)).to_vec(),
            );
        }
        if self.bank.is_option(answer) {
            return (say(TextKey::FollowOption, ""), Vec::new());
        }
        // The first sign is taken up once; then the question goes on.
        let is_first = turn % 2 == 1;
        let text = match (features.hedges.first(), features.vague.first()) {
            (Some(word), _) if is_first => say(TextKey::FollowHedge, word),
            (None, Some(word)) if is_first => say(TextKey::FollowVague, word),
            _ => say(TextKey::Follow(dimension), ""),
        };
        (text, self.found_options())
    }

    /// Gives the words that a disputed fact does not fit.
    fn against(&self, fact: &Fact) -> String {
        let is_about = |it: &&Trigger| it.contradicted_fact.as_deref() == Some(fact.id.as_str());
        let against = self.view.triggers.iter().rev().find(is_about);
        let against = against.and_then(|it| it.evidence.clone()).or_else(|| self.last_quote());
        against.unwrap_or_default()
    }

    fn dispute(&self, name: &str, fact: &Fact) -> (String, Vec<String>) {
        let against = self.against(fact);
        let known = shorten(&fact.statement, 160);
        let slots = [("component", name), ("fact", known.as_str()), ("quote", against.as_str())];
        let text = self.bank.say(TextKey::AskDispute, self.earlier().len(), &slots);
        let mut options = vec![fact.statement.clone()];
        options.extend((!against.is_empty() && against != fact.statement).then_some(against));
        (text, options)
    }

    /// Lists what a panel offered since the last question, as far as it fits this one.
    fn found_options(&self) -> Vec<String> {
        let mut options: Vec<String> = Vec::new();
        let fits = |it: &&String| {
            self.bank.option_of(it).is_none_or(|dimension| dimension == self.target.dimension)
        };
        let offered = self.view.brief.findings.iter().flatten().filter_map(|it| it.options.first());
        for option in offered.filter(fits) {
            if !options.contains(option) && options.len() < OPTIONS_MAX {
                options.push(option.clone());
            }
        }
        options
    }

    /// Lists the rounds that were about the same thing.
    fn earlier(&self) -> Vec<&RowBrief> {
        let is_same = |it: &&RowBrief| {
            it.component == self.target.component && it.dimension == self.target.dimension
        };
        self.view.rows.iter().filter(is_same).collect()
    }

    fn last_quote(&self) -> Option<String> {
        self.view.rows.iter().rev().find_map(|it| it.answer.as_deref()).map(quote)
    }

    fn last_trigger(&self, letter: &str) -> Option<String> {
        let found = self.view.triggers.iter().rev().find(|it| it.kind.letter() == letter);
        found.and_then(|it| it.evidence.clone())
    }

    fn why(&self) -> String {
        let Target { component, dimension, cause, ontology } = self.target;
        let dimension_name = self.bank.name(*dimension);
        let clarity = self.view.clarity_of(component, *dimension);
        let percent = clarity.map(|it| Units::new(it).to_percent()).unwrap_or_default();
        let (id, gap) = match cause {
            Cause::Dispute { fact } => (fact.as_str(), ""),
            Cause::Closure { gap, .. } => ("", gap.as_str()),
            Cause::Weakest {} | Cause::Trigger { .. } | Cause::Restate {} => ("", ""),
        };
        let why = match cause {
            _ if *ontology => Why::Ontology,
            Cause::Weakest {} if clarity.is_none() => Why::Unknown,
            Cause::Weakest {} => Why::Weakest,
            Cause::Dispute { .. } => Why::Dispute,
            Cause::Trigger { .. } => Why::Trigger,
            Cause::Closure { .. } => Why::Closure,
            Cause::Restate {} => Why::Restate,
        };
        let slots = [
            ("component", self.view.name_of(component)),
            ("dimension", dimension_name.as_str()),
            ("percent", percent.as_str()),
            ("id", id),
            ("gap", gap),
        ];
        shorten(&self.bank.say(TextKey::Why(why), 0, &slots), 400)
    }
}
