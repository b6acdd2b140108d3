//! What holds where branches come together: any history of branching, writing and merging.
//!
//! A history is played on working copies that hold sets of events. Whatever order they were merged in,
//! the same set gives the same state, and nothing counts more than it did on either side.

use charter_contract::{
    AgreedCriterion, ContractEvent, Docs, EvidenceOutcome, EvidenceSource, Rigor, Status, judge,
};
use charter_engine::event::{CharterDraft, CharterEvent, EventBody};
use charter_engine::{State, query};
use charter_interview::InterviewEvent;
use charter_kernel::chain::Linked;
use charter_kernel::event::link;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::weave::{ReadStrand, Weave};
use charter_kernel::{Actor, CharterId, CriterionId, Digest, Timestamp, Witness};
use charter_plan::{PlanEvent, PlanLimits};
use charter_review::ReviewEvent;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;

/// A strand that is held in memory.
#[derive(Debug, Clone, Default)]
struct Held {
    events: Vec<CharterEvent>,
    at: usize,
}

impl ReadStrand<EventBody> for Held {
    type Failure = Infallible;

    fn next_event(&mut self) -> Result<Option<Linked<EventBody>>, Infallible> {
        let event = self.events.get(self.at).cloned();
        self.at += 1;
        Ok(event.map(|event| Linked { event, line: Vec::new() }))
    }

    fn list_ids(&self) -> Result<Vec<Digest>, Infallible> {
        Ok(self.events.iter().flat_map(CharterEvent::names).collect())
    }
}

/// A working copy: the strands it has, and the one it goes on with.
#[derive(Debug, Clone, Default)]
struct Copy {
    strands: BTreeMap<StrandId, Vec<CharterEvent>>,
    own: Option<StrandId>,
}

impl Copy {
    fn state(&self) -> State {
        let strands = self.strands.values();
        let held = strands.map(|it| Held { events: it.clone(), at: 0 });
        let mut weave = Weave::new(held.collect());
        let mut state = State::default();
        while let Ok(Some(linked)) = weave.next_event() {
            state.apply(&linked.event);
        }
        state
    }

    fn write(&mut self, n_strands: &mut u32, minute: i64, body: EventBody) {
        let state = self.state();
        let own = self.own.get_or_insert_with(|| {
            *n_strands += 1;
            StrandId::from_random(&n_strands.to_le_bytes())
        });
        let strand = self.strands.entry(own.clone()).or_default();
        let start = || StrandEnd::start(own.clone());
        let end = strand.last().map_or_else(start, CharterEvent::as_end);
        let after: Vec<Digest> = state.ends.iter().filter(|it| **it != end.id).copied().collect();
        let draft = CharterDraft {
            ts: Timestamp::from_millis(1_794_819_600_000 + 60_000 * minute),
            charter_id: CharterId::parse("20261116-090000-merge").unwrap(),
            actor: Actor::Person("Ada".to_owned()),
            witness: Witness::Fixed,
            body,
        };
        let (events, _) = link(&end, &after, &[draft]);
        strand.extend(events);
    }

    /// What git does: files of the other side are added, and what it has seen is never written again.
    fn merge(&mut self, other: &mut Self) {
        for (strand, events) in &other.strands {
            let own = self.strands.entry(strand.clone()).or_default();
            if events.len() > own.len() {
                own.clone_from(events);
            }
        }
        self.own = None;
        other.own = None;
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// One copy writes something, at a time that may jump.
    Write(usize, usize, i64),
    Merge(usize, usize),
    /// A copy begins again as another one is: a new worktree.
    Fork(usize, usize),
}

const N_COPIES: usize = 3;

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..N_COPIES, 0..bodies().len(), -50..50_i64).prop_map(|(at, what, when)| Step::Write(at, what, when)),
        1 => (0..N_COPIES, 0..N_COPIES).prop_map(|(to, from)| Step::Merge(to, from)),
        1 => (0..N_COPIES, 0..N_COPIES).prop_map(|(to, from)| Step::Fork(to, from)),
    ]
}

fn id(name: &str) -> CriterionId {
    CriterionId(name.to_owned())
}

fn evidence(outcome: EvidenceOutcome) -> EventBody {
    EventBody::Contract(ContractEvent::EvidenceRecorded {
        criterion_id: id("VAL-A-1"),
        outcome,
        source: EvidenceSource::Manual,
        summary: "seen".to_owned(),
        because: Some("so".to_owned()),
        path: None,
        artifacts: Vec::new(),
        basis: None,
        run: None,
    })
}

fn agreed(text: &str, removed: &[&str]) -> EventBody {
    let criterion = AgreedCriterion { id: id("VAL-A-1"), text: text.to_owned() };
    let criteria = if text.is_empty() { Vec::new() } else { vec![criterion] };
    let removed = removed.iter().map(|it| id(it)).collect();
    EventBody::Contract(ContractEvent::RegisterAgreed { criteria, removed, reason: None })
}

fn answered(words: &str) -> EventBody {
    EventBody::Interview(InterviewEvent::QuestionAnswered {
        number: 1,
        topic: "Target Users".to_owned(),
        answer: Digest::of(words.as_bytes()),
        question: Some("Who is it for?".to_owned()),
        said: Some(words.to_owned()),
        replaces: Vec::new(),
    })
}

/// Everything that two branches can do without seeing each other, each with a name.
fn bodies() -> Vec<(&'static str, EventBody)> {
    let contract = EventBody::Contract;
    let completed =
        ContractEvent::CharterCompleted { note: None, criteria_count: 1, certificate: None };
    let waived = ContractEvent::CriterionWaived {
        criterion_id: id("VAL-A-1"),
        reason: "not needed".to_owned(),
        criterion: None,
    };
    let confirmed = ContractEvent::EvidenceConfirmed {
        criterion_id: id("VAL-A-1"),
        path: String::new(),
        reason: None,
    };
    let blocked = ContractEvent::CriterionBlocked {
        criterion_id: id("VAL-A-1"),
        needs: "device".to_owned(),
        reason: "none here".to_owned(),
    };
    let disputed = ContractEvent::VerdictDisputed {
        criterion_id: id("VAL-A-1"),
        verdict: "void".to_owned(),
        reasons: Vec::new(),
        reason: "wrong".to_owned(),
        path: None,
    };
    let rigor = |to| ContractEvent::RigorChanged { from: Rigor::Standard, to, reason: None };
    let objection = ReviewEvent::ObjectionRaised {
        id: "B1".to_owned(),
        target: "VAL-A-1".to_owned(),
        text: "no".to_owned(),
    };
    let settled = ReviewEvent::ObjectionSettled { id: "B1".to_owned(), how: "done".to_owned() };
    let opened = PlanEvent::PlanOpened {
        run: 1,
        task: "x".to_owned(),
        limits: PlanLimits::default(),
        input: None,
    };
    let approved = PlanEvent::PlanApproved { run: 1, n: 1, digest: Digest::of(b"plan") };
    vec![
        ("pass", evidence(EvidenceOutcome::Pass)),
        ("fail", evidence(EvidenceOutcome::Fail)),
        ("confirm", contract(confirmed)),
        ("need", contract(blocked)),
        ("dispute", contract(disputed)),
        ("waive", contract(waived)),
        ("agree", agreed("it holds", &[])),
        ("reword", agreed("it holds somehow", &[])),
        ("remove", agreed("", &["VAL-A-1"])),
        ("pause", contract(ContractEvent::CharterPaused { reason: None })),
        ("resume", contract(ContractEvent::CharterResumed {})),
        ("complete", contract(completed)),
        ("abandon", contract(ContractEvent::CharterAbandoned { reason: "x".to_owned() })),
        ("answer", answered("nurses")),
        ("answer otherwise", answered("doctors")),
        ("object", EventBody::Review(objection)),
        ("settle", EventBody::Review(settled)),
        ("open a plan", EventBody::Plan(opened)),
        ("lower", contract(rigor(Rigor::Light))),
        ("raise", contract(rigor(Rigor::Strict))),
        ("approve it", EventBody::Plan(approved)),
    ]
}

fn docs() -> Docs {
    Docs::parse(Vec::new(), b"### VAL-A-1 it holds\n".to_vec(), None)
}

/// How much may be said on the strength of a state: the more, the more counts.
fn standing(state: &State) -> [bool; 4] {
    let docs = docs();
    let criterion = docs.criteria.find("VAL-A-1").unwrap();
    // A completed charter is judged as it was completed; what work would make of it is compared.
    let mut active = state.contract.clone();
    active.status = Status::Active;
    [
        judge(criterion, &docs, &active).verdict.counts(criterion, &docs, &active),
        state.contract.status == Status::Completed,
        state.plan.as_ref().is_some_and(|it| it.approval.is_some()),
        state.review.open_objections().next().is_none(),
    ]
}

fn begin() -> Copy {
    let mut copy = Copy::default();
    let created = ContractEvent::CharterCreated {
        name: "x".to_owned(),
        objective: "x".to_owned(),
        rigor: Rigor::Standard,
        base: None,
    };
    copy.write(&mut 0, 0, EventBody::Contract(created));
    copy.own = None;
    copy
}

fn play(steps: &[Step]) -> Vec<Copy> {
    let bodies = bodies();
    let mut copies = vec![begin(); N_COPIES];
    let mut n_strands = 1;
    for step in steps {
        match step {
            Step::Write(at, what, minute) => {
                copies[*at].write(&mut n_strands, *minute, bodies[*what].1.clone());
            }
            Step::Merge(to, from) if to != from => {
                let mut other = copies[*from].clone();
                copies[*to].merge(&mut other);
                copies[*from] = other;
            }
            Step::Fork(to, from) if to != from => {
                copies[*from].own = None;
                copies[*to] = copies[*from].clone();
            }
            Step::Merge(..) | Step::Fork(..) => {}
        }
    }
    copies
}

proptest! {
    #[test]
    fn the_same_events_give_the_same_state_however_they_came_together(steps in vec(step(), 0..24)) {
        let copies = play(&steps);
        let merged = |order: [usize; N_COPIES]| {
            let mut all = copies[order[0]].clone();
            for idx in &order[1..] {
                all.merge(&mut copies[*idx].clone());
            }
            all.state()
        };
        let state = merged([0, 1, 2]);
        prop_assert_eq!(&merged([2, 1, 0]), &state);
        prop_assert_eq!(&merged([1, 0, 2]), &state);
        let n_events: usize = {
            let mut all = copies[0].clone();
            all.merge(&mut copies[1].clone());
            all.merge(&mut copies[2].clone());
            all.strands.values().map(Vec::len).sum()
        };
        prop_assert_eq!(state.n_events, n_events as u64, "every event is there");
        let again = {
            let mut all = copies[0].clone();
            all.merge(&mut copies[1].clone());
            all.merge(&mut copies[2].clone());
            all.merge(&mut copies[1].clone());
            all.state()
        };
        prop_assert_eq!(again, state, "merging again changes nothing");
    }

    #[test]
    fn a_state_goes_on_from_a_checkpoint_as_from_all_events(steps in vec(step(), 0..16), what in 0..16_usize) {
        let mut copies = play(&steps);
        let (mut left, mut right) = (copies.remove(0), copies.remove(0));
        left.merge(&mut right);
        let stored = serde_json::to_string(&left.state()).unwrap();
        let mut resumed: State = serde_json::from_str(&stored).unwrap();
        let n_before = left.strands.len();
        left.write(&mut 1000, 60, bodies()[what].1.clone());
        prop_assert_eq!(left.strands.len(), n_before + 1, "a merge begins a new strand");
        let own = left.own.clone().unwrap();
        resumed.apply(left.strands[&own].last().unwrap());
        prop_assert_eq!(resumed, left.state());
    }

    #[test]
    fn nothing_counts_more_after_a_merge_than_on_both_sides(
        before in vec(0..16_usize, 0..4),
        left in vec((0..16_usize, -50..50_i64), 1..4),
        right in vec((0..16_usize, -50..50_i64), 1..4),
    ) {
        let bodies = bodies();
        let mut n_strands = 1;
        let mut ours = begin();
        for what in before {
            ours.write(&mut n_strands, 1, bodies[what].1.clone());
        }
        ours.own = None;
        let mut theirs = ours.clone();
        for (what, minute) in left {
            ours.write(&mut n_strands, minute, bodies[what].1.clone());
        }
        for (what, minute) in right {
            theirs.write(&mut n_strands, minute, bodies[what].1.clone());
        }
        let sides = [standing(&ours.state()), standing(&theirs.state())];
        ours.merge(&mut theirs);
        let merged = standing(&ours.state());
        for (idx, counts) in merged.into_iter().enumerate() {
            let best = sides.iter().any(|it| it[idx]);
            prop_assert!(!counts || best, "{idx} counts after the merge and on no side: {sides:?}");
        }
    }
}

/// Says what came of two events that had not seen each other, in a few words.
fn outcome(before: &[usize], left: usize, right: usize) -> String {
    let bodies = bodies();
    let mut n_strands = 1;
    let mut ours = begin();
    for what in before {
        ours.write(&mut n_strands, 0, bodies[*what].1.clone());
    }
    ours.own = None;
    let mut theirs = ours.clone();
    ours.write(&mut n_strands, 1, bodies[left].1.clone());
    theirs.write(&mut n_strands, 2, bodies[right].1.clone());
    ours.merge(&mut theirs);
    let state = ours.state();
    let docs = docs();
    let judged = judge(docs.criteria.find("VAL-A-1").unwrap(), &docs, &state.contract);
    let mut words = vec![state.contract.status.word().to_owned(), judged.verdict.word().to_owned()];
    let mut say = |is_so: bool, what: &str| words.extend(is_so.then(|| what.to_owned()));
    say(judged.is_disputed, "branches disagree");
    say(!state.contract.reopened.is_empty(), "reopened");
    say(state.contract.answered_twice().next().is_some(), "answered twice");
    let blockers = query::blockers(&docs, &state);
    say(blockers.iter().any(|it| it.reason == "register-changed"), "register changed");
    let n_open = state.review.open_objections().count();
    say(n_open == 1, "1 objection");
    say(n_open > 1, "2 objections");
    say(state.contract.rigor == Rigor::Light, "light");
    say(state.contract.rigor == Rigor::Strict, "strict");
    say(state.plan.as_ref().is_some_and(|it| it.approval.is_some()), "plan approved");
    words.join(", ")
}

/// An event that stands alone in its strand, behind some others.
fn lone(number: u32, after: &[Digest]) -> CharterEvent {
    let end = StrandEnd::start(StrandId::from_random(&number.to_le_bytes()));
    let draft = CharterDraft {
        ts: Timestamp::from_millis(1_794_819_600_000 + i64::from(number)),
        charter_id: CharterId::parse("20261116-090000-merge").unwrap(),
        actor: Actor::Unknown,
        witness: Witness::Fixed,
        body: bodies()[number as usize % 2].1.clone(),
    };
    link(&end, after, &[draft]).0.remove(0)
}

fn fold(events: Vec<CharterEvent>) -> (State, usize) {
    let strands = events.into_iter().map(|it| Held { events: vec![it], at: 0 });
    let mut weave = Weave::new(strands.collect());
    let mut state = State::default();
    while let Ok(Some(linked)) = weave.next_event() {
        state.apply(&linked.event);
    }
    (state, weave.missing().len())
}

/// Were this quadratic, it would not end in the time that a test has.
#[test]
fn thousands_of_strands_in_a_row_beside_each_other_and_joined_are_read() {
    const N: u32 = 10_000;
    let first = lone(0, &[]);
    let dangling = lone(N + 1, &[first.id]);
    let mut row = vec![first.clone(), dangling.clone()];
    let mut last = first.id;
    for number in 1..=N {
        let event = lone(number, &[last]);
        last = event.id;
        row.push(event);
    }
    let (state, n_missing) = fold(row);
    assert_eq!((state.n_events, state.ends.len(), n_missing), (u64::from(N) + 2, 2, 0));

    let mut beside: Vec<CharterEvent> = (1..=N).map(|it| lone(it, &[first.id])).collect();
    let ends: Vec<Digest> = beside.iter().map(|it| it.id).collect();
    beside.push(first.clone());
    beside.push(lone(N + 2, &ends));
    let (state, n_missing) = fold(beside.clone());
    assert_eq!((state.n_events, state.ends.len(), n_missing), (u64::from(N) + 2, 1, 0));

    // Without the first one everything that follows it says so, and is read all the same.
    beside.retain(|it| it.id != first.id);
    let (state, n_missing) = fold(beside);
    assert_eq!((state.n_events, n_missing), (u64::from(N) + 1, N as usize));
}

/// The decided outcome of every pair, as the documentation has it.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs the test asks for the page to be written"
)]
fn every_pair_of_events_has_its_decided_outcome() {
    let bodies = bodies();
    let mut table = String::from("| one branch | another branch | together |\n|---|---|---|\n");
    for left in 0..bodies.len() {
        for right in left..bodies.len() {
            // What is settled or approved was there before; what else is done is done about a pass.
            let at = |name: &str| bodies.iter().position(|it| it.0 == name).into_iter().collect();
            let needs = |idx: usize| -> Vec<usize> {
                match bodies[idx].0 {
                    "settle" => at("object"),
                    "approve it" => at("open a plan"),
                    "resume" => at("pause"),
                    "reword" | "remove" => at("agree"),
                    "complete" | "confirm" => at("pass"),
                    _ => Vec::new(),
                }
            };
            let mut before = needs(left);
            before.extend(needs(right));
            before.dedup();
            let one_way = outcome(&before, left, right);
            assert_eq!(
                one_way,
                outcome(&before, right, left),
                "{} × {}",
                bodies[left].0,
                bodies[right].0
            );
            let _ = writeln!(table, "| {} | {} | {one_way} |", bodies[left].0, bodies[right].0);
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/merges.md");
    let page = format!("{HEAD}{table}");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page, "run with UPDATE=1");
}

const HEAD: &str = "# What two branches did, together\n\n\
Two branches that had not seen each other are judged by the worse. This table is what the engine gives for \
each pair of events, whichever was earlier; where one of them needs something to act on (an objection to settle, a \
plan to approve, a pause to resume, an agreed criterion to change, evidence to complete), that was there before the \
branches parted. It is written by the test that holds it.\n\n";
