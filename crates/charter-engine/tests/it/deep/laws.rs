//! What holds for any interview, whatever a mind and a user give.

use super::table::{Talk, context, flat, setup, with};
use crate::whole;
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_interview::InterviewEvent;
use charter_interview::deep;
use charter_interview::deep::{
    CrossingChoice, Fulfilment, Limits, Need, NeedFor, NeedKind, ScoreSheet, Setup, Step, Units,
};
use charter_kernel::Refuse;
use charter_kernel::event::Payload;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What somebody does next; numbers choose among what is possible.
#[derive(Debug, Clone)]
enum Act {
    /// Fulfils the open need in a way.
    Go(u8, [u16; 3]),
    /// Changes an earlier answer.
    Change(u8),
    /// Gives up on the open need.
    Fail,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => (any::<u8>(), any::<[u16; 3]>()).prop_map(|(way, scores)| Act::Go(way, scores)),
        1 => any::<u8>().prop_map(Act::Change),
        1 => Just(Act::Fail),
    ]
}

fn sheet(talk: &Talk, number: u32, way: u8, scores: [u16; 3]) -> Value {
    // Every other sheet is nearly clear, so that the floor is what counts.
    let score = |it: u16| match way.is_multiple_of(2) {
        true => format!("0.{:04}", it % 10_000),
        false => format!("0.9{:03}", it % 1000),
    };
    let scores = scores.map(score);
    let scores: Vec<&str> = scores.iter().map(String::as_str).collect();
    let ids: Vec<&str> = talk.interview().topology.active().map(|it| it.id.as_str()).collect();
    let rows: serde_json::Map<String, Value> =
        ids.iter().map(|it| ((*it).to_owned(), super::table::marks(&scores))).collect();
    let facts = &talk.interview().facts;
    let n_facts = facts.len().max(1);
    let any = facts.get(usize::from(way) % n_facts).map(|it| it.id.clone());
    let round = talk.interview().round(number);
    let named = round.and_then(|it| it.target.disputed_fact()).map(str::to_owned).or(any);
    let mut sheet = json!({ "components": rows });
    if way.is_multiple_of(3) {
        sheet["facts"] = json!([{ "statement": format!("fact {way}"), "component": ids[0] }]);
    }
    if let (0, Some(id)) = (way % 5, &named) {
        sheet["disputes"] = json!([id]);
    }
    if let (1, Some(id)) = (way % 5, &named) {
        sheet["confirms"] = json!([id]);
    }
    if let (2, Some(id)) = (way % 5, &named) {
        sheet["facts"] = json!([{ "statement": "instead", "supersedes": [id] }]);
    }
    sheet
}

/// Gives what a mind makes of an answer, with or without what may come next.
fn turn(talk: &Talk, need: &Need, way: u8, scores: [u16; 3]) -> Value {
    let id = &talk.interview().topology.active().next().unwrap().id;
    let ahead = json!({
        "question": { "text": format!("What {way}?"), "options": ["a", "b"], "component": id, "dimension": "goal" },
        "goal": "one line",
        "gaps": if way.is_multiple_of(4) {
            json!([{ "component": id, "dimension": "goal", "gap": "g" }])
        } else {
            json!([])
        },
    });
    let scored = || {
        let sheet = sheet(talk, need.round, way, scores);
        if way.is_multiple_of(2) { super::table::with(sheet, ahead.clone()) } else { sheet }
    };
    let word = need.need_id.split('-').nth(1).unwrap_or_default();
    match word {
        "explain" => json!({ "explanation": "so" }),
        "score" => scored(),
        "auto" => json!({
            "answer": "a", "rationale": ["r", "s"], "confidence": if way.is_multiple_of(2) { "high" } else { "low" },
        }),
        _ => ahead,
    }
}

fn content(talk: &Talk, need: &Need, way: u8, scores: [u16; 3]) -> Value {
    let pick = |ways: &[Value]| ways[usize::from(way) % ways.len()].clone();
    match (need.kind, need.r#for) {
        (NeedKind::Parts, NeedFor::Mind) => pick(&[
            json!({ "components": [{ "name": "A" }] }),
            json!({ "components": [{ "name": "A" }, { "name": "B" }, { "name": "C" }] }),
        ]),
        (NeedKind::Parts, NeedFor::User) => json!({ "choice": "confirm" }),
        (NeedKind::Ask, _) => pick(&[
            json!({ "answer": format!("answer {way}") }),
            json!({ "answer": "word ".repeat(40) }),
            json!({ "options": [1] }),
            json!({ "decide": true }),
            json!({ "askBack": format!("what {}", way % 3) }),
            json!({ "exit": true }),
        ]),
        (NeedKind::Panel, _) => json!({ "findings": [
            { "persona": "contrarian", "finding": "f", "rationale": ["r"], "options": ["o"], "confidence": "low" },
        ] }),
        (NeedKind::Turn, _) => turn(talk, need, way, scores),
        (NeedKind::Crossing, _) => pick(&[
            json!({ "choice": "confirm" }),
            json!({ "choice": "revise", "text": "mine" }),
            json!({ "choice": "keepAsking" }),
        ]),
        (NeedKind::Closure, _) => {
            pick(&[json!({ "choice": "proceed" }), json!({ "choice": "keepAsking" })])
        }
        (NeedKind::Restate, _) => {
            pick(&[json!({ "choice": "yes" }), json!({ "choice": "missing", "text": "more" })])
        }
        (NeedKind::Spec, _) => {
            json!({ "criteria": [{ "statement": "x", "from": [first_name(talk)] }] })
        }
        (NeedKind::Done, _) => pick(&[json!({ "choice": "plan" }), json!({ "choice": "refine" })]),
        other => panic!("{other:?}"),
    }
}

fn first_name(talk: &Talk) -> String {
    let said = talk.interview().rounds.iter().find(|it| it.said().is_some());
    said.map_or_else(|| "R1".to_owned(), deep::Round::name)
}

/// A fact as the events alone tell it.
#[derive(Debug)]
struct Entry {
    statement: String,
    round: u32,
    is_disputed: bool,
    is_superseded: bool,
    settled_by: Option<u32>,
}

/// What the events alone say is open: a second, plain way to the floor.
#[derive(Debug, Default)]
struct Book {
    is_confirmed: bool,
    facts: Vec<Entry>,
    /// The rounds that a mind answered, each with its words.
    assumed: BTreeMap<u32, String>,
    /// The disputed fact that each round asks about.
    asked: BTreeMap<u32, String>,
    /// The rounds whose answer is scored.
    scored: BTreeSet<u32>,
    /// Whether everything had a score before each round was scored first.
    first: BTreeMap<u32, bool>,
    /// Whether everything has a score; a sheet gives one to everything.
    has_scores: bool,
}

impl Book {
    fn of(talk: &Talk) -> Self {
        let rounds = talk.interview().rounds.iter();
        let asked =
            rounds.filter_map(|it| Some((it.number, it.target.disputed_fact()?.to_owned())));
        let mut book = Self { asked: asked.collect(), ..Self::default() };
        for event in &talk.events {
            if let Payload::Known(EventBody::Interview(InterviewEvent::DeepNeedFulfilled {
                round,
                fulfilment,
                ..
            })) = &event.payload
            {
                book.take(*round, fulfilment);
            }
        }
        book
    }

    fn take(&mut self, round: u32, fulfilment: &Fulfilment) {
        match fulfilment {
            Fulfilment::TopologyConfirmed { .. } => self.is_confirmed = true,
            Fulfilment::Answered(_) | Fulfilment::Delegated {} => self.reply(round),
            Fulfilment::CrossingDecided { choice: CrossingChoice::Revise, .. } => self.reply(round),
            Fulfilment::AutoAnswered(auto) => {
                self.assumed.insert(round, auto.text.clone());
            }
            Fulfilment::Scored(sheet) => self.score(round, Some(sheet)),
            Fulfilment::Failed { of: NeedKind::Turn, .. } => self.score(round, None),
            _ => {}
        }
    }

    fn reply(&mut self, round: u32) {
        self.assumed.remove(&round);
        self.scored.remove(&round);
        for it in &mut self.facts {
            if it.settled_by == Some(round) {
                (it.is_disputed, it.is_superseded, it.settled_by) = (true, false, None);
            }
            it.is_disputed |= it.round == round && !it.is_superseded;
        }
    }

    fn score(&mut self, round: u32, sheet: Option<&ScoreSheet>) {
        let is_again = self.first.contains_key(&round);
        let first = *self.first.entry(round).or_insert(self.has_scores);
        self.has_scores = sheet.is_some() || (self.has_scores && (!is_again || first));
        self.scored.insert(round);
        if let Some(sheet) = sheet {
            self.take_sheet(round, sheet);
        }
        self.assume(round, sheet);
    }

    /// What a mind was left to decide about a dispute is settled, unless its sheet leaves it open.
    fn assume(&mut self, round: u32, sheet: Option<&ScoreSheet>) {
        let (Some(words), Some(asked)) = (self.assumed.get(&round), self.asked.get(&round)) else {
            return;
        };
        let (words, idx) = (words.clone(), asked[1..].parse::<usize>().unwrap() - 1);
        let is_open = self.facts[idx].is_disputed && !self.facts[idx].is_superseded;
        if !is_open || sheet.is_some_and(|it| it.disputes.contains(asked)) {
            return;
        }
        if self.facts[idx].statement == words {
            (self.facts[idx].is_disputed, self.facts[idx].settled_by) = (false, Some(round));
            return;
        }
        let stands = |it: &Entry| it.statement == words && !it.is_disputed && !it.is_superseded;
        if !self.facts.iter().any(stands) {
            self.facts.push(Entry {
                statement: words,
                round,
                is_disputed: false,
                is_superseded: false,
                settled_by: None,
            });
        }
        (self.facts[idx].is_superseded, self.facts[idx].settled_by) = (true, Some(round));
    }

    fn take_sheet(&mut self, round: u32, sheet: &ScoreSheet) {
        let idx = |id: &String| id[1..].parse::<usize>().unwrap() - 1;
        for draft in &sheet.facts {
            let is_same = |it: &Entry| {
                it.statement == draft.statement && it.round == round && !it.is_disputed
            };
            if !self.facts.iter().any(is_same) {
                self.facts.push(Entry {
                    statement: draft.statement.clone(),
                    round,
                    is_disputed: false,
                    is_superseded: false,
                    settled_by: None,
                });
            }
            for id in &draft.supersedes {
                let old = &mut self.facts[idx(id)];
                (old.is_superseded, old.settled_by) = (true, Some(round));
            }
        }
        for id in &sheet.confirms {
            let fact = &mut self.facts[idx(id)];
            (fact.is_disputed, fact.settled_by) = (false, Some(round));
        }
        for id in &sheet.disputes {
            self.facts[idx(id)].is_disputed = true;
        }
    }

    fn floor(&self, n_active: usize) -> u32 {
        let disputed = self.facts.iter().filter(|it| it.is_disputed && !it.is_superseded).count();
        let unscored = if self.is_confirmed && !self.has_scores { n_active } else { 0 };
        let share = (self.assumed.len() * 10_000).checked_div(self.scored.len()).unwrap_or(0);
        let sum = disputed * 1000 + unscored * 500 + share.min(10_000) / 20;
        u32::try_from(sum.min(10_000)).unwrap()
    }
}

/// Plays acts; what is refused changes nothing, which the table checks for the state and the laws
/// are checked after every step.
fn play(acts: &[Act], setup: &Setup) -> Talk {
    let mut talk = Talk::begun(setup);
    talk.resumes = false;
    for act in acts {
        let need = talk.need();
        let (need_id, content) = match act {
            Act::Go(way, scores) => (need.need_id.clone(), content(&talk, &need, *way, *scores)),
            Act::Change(way) => {
                let n = talk.interview().n_rounds().max(1);
                let number = u32::from(*way) % n + 1;
                (format!("r{number}-ask"), json!({ "answer": format!("changed {way}") }))
            }
            // Of everything else a failure makes a checklist.
            Act::Fail if need.kind == NeedKind::Panel => {
                (need.need_id.clone(), json!({ "failed": "no mind" }))
            }
            Act::Fail => continue,
        };
        let before = talk.state.clone();
        match talk.submit(&need_id, &content) {
            Ok(_) => check_twice(&mut talk, &need_id, &content),
            Err(_) => assert_eq!(before, talk.state),
        }
        let ahead = whole::onward(&talk.state, &talk.criteria, true, &context());
        talk.append(ahead);
        let interview = talk.interview();
        let floor = Book::of(&talk).floor(interview.topology.active().count());
        assert_eq!(interview.floor().units.as_u32(), floor);
        assert_eq!(interview.ambiguity().as_u32(), floor.max(interview.reported().as_u32()));
        assert!(!interview.steps().is_empty());
        assert!(interview.n_rounds() <= interview.setup.limits.hard, "it is bounded");
    }
    talk
}

/// The same again changes nothing, unless the question is open again on purpose.
fn check_twice(talk: &mut Talk, need_id: &str, content: &Value) {
    let steps = talk.interview().steps();
    let is_same = |it: &Step| matches!(it, Step::Ask(_)) && it.need_id(talk.interview()) == need_id;
    let is_open_again = steps.iter().any(is_same);
    if is_open_again {
        return;
    }
    let before = (talk.events.len(), talk.state.clone());
    talk.submit(need_id, content).unwrap();
    assert_eq!(before, (talk.events.len(), talk.state.clone()), "{need_id} {content}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn effective_is_never_below_the_floor_and_submitting_twice_changes_nothing(
        acts in vec(act(), 1..70),
        threshold in prop_oneof![Just(500_u32), Just(3500), Just(6000)],
        batch in 1_u32..4,
        hard in prop_oneof![Just(2_u32), Just(5), Just(20)],
    ) {
        play(&acts, &Setup { batch, limits: Limits::with_hard(hard), ..setup(threshold) });
    }

    #[test]
    fn the_same_events_give_the_same_state_in_any_batching(
        acts in vec(act(), 1..45),
        cuts in vec(1_usize..7, 1..12),
    ) {
        let talk = play(&acts, &setup(3500));
        let mut state = State::default();
        let mut events = talk.events.as_slice();
        for cut in cuts {
            let (now, later) = events.split_at(cut.min(events.len()));
            now.iter().for_each(|it| state.apply(it));
            // Between two batches the state goes through a checkpoint.
            state = serde_json::from_slice(&serde_json::to_vec(&state).unwrap()).unwrap();
            events = later;
        }
        events.iter().for_each(|it| state.apply(it));
        prop_assert_eq!(deep::view(state.interview.deep.as_deref().unwrap()), deep::view(talk.interview()));
        prop_assert_eq!(state, talk.state);
    }

    #[test]
    fn a_dispute_raises_and_its_resolution_releases(
        score in 9100_u32..=10_000,
        n in 1_usize..6,
        supersede in any::<bool>(),
        taken in 0_usize..6,
    ) {
        let score = Units::new(score).to_string();
        let clear = flat(&["entry"], &score);
        let facts: Vec<Value> = (0..n).map(|it| json!({ "statement": format!("fact {it}") })).collect();
        let mut talk = Talk::new(&setup(1));
        talk.resumes = false;
        talk.round("first", &with(clear.clone(), json!({ "facts": facts })));
        let raw = talk.ambiguity();
        talk.submit("r1-ask", &json!({ "answer": "second" })).unwrap();
        let raised = u32::try_from(n).unwrap() * 1000;
        prop_assert_eq!(talk.ambiguity(), raised.max(raw));
        prop_assert!(talk.ambiguity() > raw);
        talk.settle(&clear);
        let mut settling = Vec::new();
        while settling.len() < n {
            let need = talk.think();
            let round = talk.interview().round(need.round).unwrap();
            let Some(id) = round.target.disputed_fact().map(str::to_owned) else {
                talk.round("nothing new", &clear);
                continue;
            };
            let settled = if supersede {
                json!({ "facts": [{ "statement": format!("new {id}"), "supersedes": [id] }] })
            } else {
                json!({ "confirms": [id] })
            };
            let before = talk.ambiguity();
            talk.round("third", &with(clear.clone(), settled));
            prop_assert!(talk.ambiguity() < before);
            settling.push(need.round);
        }
        prop_assert_eq!(talk.ambiguity(), raw);
        // Taking one of these answers back brings its dispute back, and what it said instead.
        talk.submit(&format!("r{}-ask", settling[taken % n]), &json!({ "answer": "no" })).unwrap();
        let back = if supersede { 2000 } else { 1000 };
        prop_assert_eq!(talk.ambiguity(), raw.max(back));
    }

    #[test]
    fn any_json_is_taken_or_refused_and_never_breaks(acts in vec(act(), 0..25), text in "\\PC{0,40}") {
        let mut talk = play(&acts, &setup(3500));
        let need = talk.need();
        let odd = [
            json!(null), json!([]), json!(text), json!({ text.clone(): text }), json!({ "answer": [] }),
            json!({ "components": [[]], "choice": {}, "findings": {}, "gaps": 3, "criteria": "x", "text": text }),
        ];
        for content in odd {
            let before = talk.state.clone();
            let outcome = whole::fulfil(&talk.state, &talk.criteria, &need.need_id, &content, &context());
            prop_assert_eq!(&talk.state, &before);
            if let Err(refusal) = outcome {
                prop_assert!(!refusal.problems().is_empty());
            }
        }
        let _ = talk.think_or_stop();
    }
}
