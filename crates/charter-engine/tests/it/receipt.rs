//! Receipts of milestones: when they are minted, of which kind, and what makes them stale.

use crate::whole::Decision;
use crate::whole::{self, checkpoint, final_freshness, freshness, next_kind};
use charter_contract::evidence::{Basis, digest_of};
use charter_contract::{
    ContractEvent, ContractRefusal, Docs, EvidenceOutcome, EvidenceSource, Rigor, agreement,
};
use charter_engine::event::{CharterDraft, EventBody};
use charter_engine::{Refusal, State, query};
use charter_kernel::Refuse;
use charter_kernel::{Actor, CharterId, CriterionId, Digest, Problem, Timestamp, Witness};
use charter_review::ReviewEvent;
use charter_review::receipt::{Freshness, ReceiptKind, TakenGate};

/// A charter in memory.
struct Work {
    register: String,
    state: State,
}

const REGISTER: &str =
    "## m1 One\n\n### VAL-A — a\n\n## m2 Two\n\n### VAL-B — b\n\n## m3 Three\n\n### VAL-C — c\n";

impl Work {
    /// A strict charter whose criteria are all shown by a person.
    fn shown() -> Self {
        let mut work = Self { register: manual(REGISTER), state: State::default() };
        let (name, objective) = ("Work".to_owned(), "an idea".to_owned());
        let rigor = Rigor::Strict;
        work.happen(EventBody::Contract(ContractEvent::CharterCreated {
            name,
            objective,
            rigor,
            base: None,
        }));
        work.agree();
        for id in ["VAL-A", "VAL-B", "VAL-C"] {
            work.record(id);
        }
        work
    }

    /// Has the person agree on the register as it stands.
    fn agree(&mut self) {
        if let Some(agreed) = agreement::additions(&self.docs(), &self.state.contract) {
            self.happen(EventBody::Contract(agreed));
        }
    }

    /// Reads the documents, with everything signed that the person did.
    fn docs(&self) -> Docs {
        let mut docs = Docs::parse(Vec::new(), self.register.clone().into_bytes(), None);
        let acts = self.state.contract.unsigned.iter();
        docs.observed.signed = acts.map(|it| (it.0, "Ada".to_owned())).collect();
        docs
    }

    fn happen(&mut self, body: EventBody) {
        let draft = CharterDraft {
            ts: Timestamp::parse("2026-11-16T09:00:00Z").unwrap(),
            charter_id: CharterId::parse("20261116-090000-work").unwrap(),
            actor: person(),
            witness: Witness::Clock,
            body,
        };
        self.state.foresee(&[draft]);
    }

    fn record(&mut self, id: &str) {
        let docs = self.docs();
        let criterion = docs.criteria.find(id).map(digest_of);
        self.happen(EventBody::Contract(ContractEvent::EvidenceRecorded {
            criterion_id: CriterionId(id.to_owned()),
            outcome: EvidenceOutcome::Pass,
            source: EvidenceSource::Manual,
            summary: "seen".to_owned(),
            because: Some("looked".to_owned()),
            path: None,
            artifacts: Vec::new(),
            basis: Some(Box::new(Basis { criterion, ..Basis::default() })),
            run: None,
        }));
    }

    /// Takes a gate, and gives the kind of the receipt; none where nothing changed.
    #[track_caller]
    fn take(&mut self, unit: &str, gate: &str) -> Option<ReceiptKind> {
        let Decision { events, edits } =
            checkpoint(&self.docs(), &self.state, unit, &gate_of(gate)).unwrap();
        assert_eq!(edits, []);
        let mut kind = None;
        for body in events {
            if let EventBody::Review(ReviewEvent::CheckpointTaken { receipt }) = &body {
                kind = Some(receipt.kind);
            }
            self.happen(body);
        }
        kind
    }

    #[track_caller]
    fn refused(&self, unit: &str, gate: &TakenGate) -> Vec<String> {
        let refusal = checkpoint(&self.docs(), &self.state, unit, gate).unwrap_err();
        assert_eq!(refusal.code(), "gate-refused");
        refusal.problems().into_iter().map(|it| it.code).collect()
    }

    fn is_fresh(&self, unit: &str) -> bool {
        freshness(&self.docs(), &self.state, unit) == Freshness::Fresh
    }

    fn is_done(&self) -> bool {
        final_freshness(&self.docs(), &self.state) == Freshness::Fresh
    }

    fn blockers(&self) -> Vec<String> {
        let blockers = query::blockers(&self.docs(), &self.state);
        blockers.into_iter().map(|it| it.reason).filter(|it| !it.starts_with("report")).collect()
    }
}

/// Makes every criterion one that a person's word shows.
fn manual(register: &str) -> String {
    let line = |it: &str| match it.starts_with("### ") {
        true => format!("{it}\nVerifier: manual\n"),
        false => format!("{it}\n"),
    };
    register.lines().map(line).collect()
}

fn person() -> Actor {
    Actor::Person("Ada".to_owned())
}

fn gate_of(gate: &str) -> TakenGate {
    let (digest, source) = (Digest::of(gate.as_bytes()), Digest::of(b"source"));
    TakenGate { digest, file: None, source, expected: None, problems: Vec::new() }
}

#[test]
fn the_last_milestone_that_is_taken_gives_the_final_receipt() {
    let mut work = Work::shown();
    assert_eq!(work.blockers(), ["receipt-missing"; 3]);
    assert_eq!(work.take("m1", "one"), Some(ReceiptKind::Milestone));
    assert_eq!(work.take("m3", "three"), Some(ReceiptKind::Milestone));
    assert!(!work.is_done());
    assert_eq!(work.take("m2", "two"), Some(ReceiptKind::Final));
    assert!(work.is_done());
    assert_eq!(work.blockers(), [""; 0]);
    // One milestone is the last one at once.
    let mut single = Work::shown();
    single.register = manual("## m1 One\n\n### VAL-A — a\n");
    assert_eq!(single.take("m1", "one"), Some(ReceiptKind::Final));
}

#[test]
fn another_record_makes_a_receipt_stale_and_work_elsewhere_does_not() {
    let mut work = Work::shown();
    let _ = work.take("m1", "one");
    work.record("VAL-B");
    assert!(work.is_fresh("m1"), "work on another milestone");
    work.record("VAL-A");
    let stale = freshness(&work.docs(), &work.state, "m1");
    assert_eq!(stale, Freshness::Stale(vec!["VAL-A was recorded again since".to_owned()]));
    assert_eq!(work.blockers().first().map(String::as_str), Some("receipt-stale"));
    assert_eq!(work.take("m1", "one"), Some(ReceiptKind::Milestone), "minted anew");
    let id = work.state.review.receipts["m1"].receipt_id.clone();
    assert_eq!(work.take("m1", "one"), None, "and then nothing more to do");
    assert_eq!(work.state.review.receipts["m1"].receipt_id, id);
}

#[test]
fn a_criterion_more_makes_the_whole_stale_until_it_is_taken() {
    let mut work = Work::shown();
    for (unit, gate) in [("m1", "one"), ("m2", "two"), ("m3", "three")] {
        let _ = work.take(unit, gate);
    }
    assert!(work.is_done());
    work.register = manual(&format!("{REGISTER}\n## m4 Four\n\n### VAL-D — d\n"));
    assert!(!work.is_done());
    assert!(work.is_fresh("m1") && work.is_fresh("m3"), "their own criteria are the same");
    work.record("VAL-D");
    assert_eq!(work.take("m4", "four"), Some(ReceiptKind::Final));
    assert!(work.is_done());
    work.register = manual(REGISTER);
    assert!(!work.is_done(), "one less is another contract as well");
}

#[test]
fn a_criterion_that_says_something_else_makes_it_stale() {
    let mut work = Work::shown();
    let _ = work.take("m1", "one");
    work.register = work.register.replace("VAL-A — a", "VAL-A — something easier");
    assert!(!work.is_fresh("m1"));
    assert_eq!(work.refused("m1", &gate_of("one")), ["suspect"], "and it is not laundered");
}

#[test]
fn what_the_gate_lacks_is_refused_with_everything_else() {
    let work = Work::shown();
    let problem = Problem {
        path: "criticReview".to_owned(),
        code: "critic_not_okay".to_owned(),
        message: "it says ITERATE".to_owned(),
    };
    let gate = TakenGate { problems: vec![problem], ..gate_of("one") };
    assert_eq!(work.refused("m1", &gate), ["critic_not_okay"]);
    let mut open = Work::shown();
    open.register = manual(&REGISTER.replace("### VAL-A — a", "### VAL-A — a\n\n### VAL-NEW — n"));
    assert_eq!(open.refused("m1", &gate), ["critic_not_okay", "missing"]);
    let unknown = checkpoint(&work.docs(), &work.state, "m9", &gate).unwrap_err();
    assert_eq!(unknown.code(), "unknown-milestone");
    assert!(
        matches!(unknown, Refusal::Contract(ContractRefusal::UnknownMilestone { candidates, .. }) if candidates == ["m1", "m2", "m3"])
    );
}

#[test]
fn taking_a_milestone_again_after_the_end_changes_nothing() {
    let mut work = Work::shown();
    for (unit, gate) in [("m1", "one"), ("m2", "two"), ("m3", "three")] {
        let _ = work.take(unit, gate);
    }
    assert_eq!(work.take("m1", "one"), None);
    assert_eq!(work.take("m3", "three"), None, "nor the last one");
    assert_eq!(next_kind(&work.docs(), &work.state, "m1"), ReceiptKind::Milestone);
}

#[test]
fn a_gate_says_nothing_about_another_milestone() {
    let mut work = Work::shown();
    let _ = work.take("m1", "one");
    assert_eq!(work.refused("m2", &gate_of("one")), ["gate_reused"]);
    assert_eq!(work.take("m2", "two"), Some(ReceiptKind::Milestone));
    assert_eq!(work.take("m1", "one"), None, "the same milestone may");
}

#[test]
fn a_gate_that_was_checked_for_something_else_is_not_taken() {
    let work = Work::shown();
    let expected = |kind, ids: &[&str]| {
        Some((kind, ids.iter().map(|it| CriterionId((*it).to_owned())).collect()))
    };
    let take = |expected| work.refused("m1", &TakenGate { expected, ..gate_of("one") });
    assert_eq!(take(expected(ReceiptKind::Final, &["VAL-A"])), ["register_changed"]);
    assert_eq!(take(expected(ReceiptKind::Milestone, &["VAL-B"])), ["register_changed"]);
    let same = expected(ReceiptKind::Milestone, &["VAL-A"]);
    let gate = TakenGate { expected: same, ..gate_of("one") };
    assert!(checkpoint(&work.docs(), &work.state, "m1", &gate).is_ok());
}

#[test]
fn a_charter_without_milestones_has_one_receipt() {
    let mut work = Work::shown();
    work.register = manual("### VAL-A — a\n\n### VAL-B — b\n\n### VAL-C — c\n");
    assert_eq!(work.take("_charter", "whole"), Some(ReceiptKind::Final));
    assert_eq!(work.blockers(), [""; 0]);
}

#[test]
fn an_objection_is_the_same_as_itself_and_three_are_enough() {
    let mut work = Work::shown();
    let raise = |work: &mut Work, target: &str, text: &str| {
        let raised = whole::raise(&work.docs(), &work.state, target, text);
        raised.map(|(decision, id)| {
            let n = decision.events.len();
            decision.events.into_iter().for_each(|it| work.happen(it));
            (n, id)
        })
    };
    let one = |n, id: &str| Ok((n, id.to_owned()));
    assert_eq!(raise(&mut work, "m1", "no unit"), one(1, "B1"));
    assert_eq!(raise(&mut work, "m1", "no\n  unit "), one(0, "B1"), "the same words");
    assert_eq!(raise(&mut work, "m2", "no unit"), one(1, "B2"), "against another");
    assert_eq!(raise(&mut work, "m1", "two"), one(1, "B3"));
    assert_eq!(raise(&mut work, "m1", "three"), one(1, "B4"));
    let capped = raise(&mut work, "m1", "four").unwrap_err();
    assert_eq!(capped.code(), "review_blocker_recursion_cap");
    assert_eq!(raise(&mut work, "m9", "x").unwrap_err().code(), "unknown-milestone");
    assert_eq!(work.refused("m1", &gate_of("one")), ["review-blocker"; 3]);
    assert!(work.blockers().iter().filter(|it| *it == "review-blocker").count() == 4);
    let agent = Actor::Agent("builder".to_owned());
    let refused = whole::settle(&work.state, "B1", "done", &agent).unwrap_err();
    assert_eq!(
        refused.code(),
        "person-needed",
        "whoever did the work does not settle it at strict"
    );
    for id in ["B1", "B3", "B4"] {
        let Decision { events, .. } = whole::settle(&work.state, id, "done", &person()).unwrap();
        events.into_iter().for_each(|it| work.happen(it));
    }
    let again = whole::settle(&work.state, "B1", "again", &person()).unwrap();
    assert!(!again.events.is_empty(), "nobody has signed it yet");
    assert_eq!(
        whole::settle(&work.state, "B9", "x", &person()).unwrap_err().code(),
        "unknown-blocker"
    );
    assert_eq!(work.take("m1", "one"), Some(ReceiptKind::Milestone));
    assert_eq!(raise(&mut work, "m1", "no unit"), one(1, "B5"), "settled, then found again");
}
