//! Completion and its blockers, for random registers, records and changes of files.

use charter_contract::ContractEvent;
use charter_contract::ContractRefusal;
use charter_contract::Verdict;
use charter_contract::evidence::{Basis, Observed, digest_of};
use charter_contract::judge;
use charter_contract::{Artifact, EvidenceOutcome, EvidenceSource};
use charter_contract::{Docs, Rigor, Status};
use charter_engine::event::{CharterDraft, EventBody};
use charter_engine::query;
use charter_engine::{Command, Refusal, State, decide};
use charter_kernel::{Actor, CharterId, Context, CriterionId, Digest, Timestamp, Witness};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

const WATCHES: [&str; 3] = ["src/**", "tests/*", "@tracked"];

/// What happens to one criterion.
#[derive(Debug, Clone)]
struct Story {
    watch: Option<usize>,
    record: Option<Record>,
    is_waived: bool,
    is_edited: bool,
    is_manual: bool,
}

#[derive(Debug, Clone)]
struct Record {
    outcome: EvidenceOutcome,
    source: EvidenceSource,
    has_reason: bool,
    by_person: bool,
    has_artifact: bool,
    has_basis: bool,
}

fn record() -> impl Strategy<Value = Record> {
    let outcome = prop_oneof![
        6 => Just(EvidenceOutcome::Pass),
        1 => Just(EvidenceOutcome::Fail),
        1 => Just(EvidenceOutcome::Partial),
    ];
    let source =
        prop_oneof![3 => Just(EvidenceSource::Manual), 1 => Just(EvidenceSource::Subagent)];
    let flags =
        (prop::bool::weighted(0.9), any::<bool>(), any::<bool>(), prop::bool::weighted(0.9));
    (outcome, source, flags).prop_map(|(outcome, source, flags)| {
        let (has_reason, by_person, has_artifact, has_basis) = flags;
        Record { outcome, source, has_reason, by_person, has_artifact, has_basis }
    })
}

fn story() -> impl Strategy<Value = Story> {
    let record = prop_oneof![1 => Just(None), 8 => record().prop_map(Some)];
    let watch = prop_oneof![3 => Just(None), 2 => (0..WATCHES.len()).prop_map(Some)];
    let rare = || prop::bool::weighted(0.1);
    (watch, record, rare(), rare(), any::<bool>()).prop_map(
        |(watch, record, is_waived, is_edited, is_manual)| Story {
            watch,
            record,
            is_waived,
            is_edited,
            is_manual,
        },
    )
}

fn register(stories: &[Story], edited: bool) -> String {
    let leaf = |(idx, it): (usize, &Story)| {
        let title = if edited && it.is_edited { "another thing" } else { "a thing" };
        let verifier = if it.is_manual { "manual" } else { "command" };
        let watch = match it.watch.map(|idx| WATCHES[idx]) {
            None => String::new(),
            Some("@tracked") => "RequireFreshEvidence: yes\n".to_owned(),
            Some(watch) => format!("Watches: {watch}\n"),
        };
        format!("### VAL-{idx} — {title}\nVerifier: {verifier}\nBecause: b\n{watch}\n")
    };
    format!("## m1\n\n{}", stories.iter().enumerate().map(leaf).collect::<String>())
}

fn context(by_person: bool) -> Context {
    let actor = if by_person { Actor::Person("Ada".to_owned()) } else { Actor::Unknown };
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor }
}

fn state(stories: &[Story], rigor: Rigor, status: Status) -> State {
    let id = CharterId::parse("20261116-090000-case").unwrap();
    let docs = Docs::parse(Vec::new(), register(stories, false).into_bytes(), None);
    let mut state = State::default();
    let tell = |state: &mut State, body: EventBody, by_person: bool| {
        let drafts: Vec<CharterDraft> = context(by_person).drafts(&id, vec![body]);
        state.foresee(&drafts);
    };
    let created = EventBody::Contract(ContractEvent::CharterCreated {
        name: "x".to_owned(),
        objective: "x".to_owned(),
        rigor,
        base: None,
    });
    tell(&mut state, created, true);
    for (idx, story) in stories.iter().enumerate() {
        let criterion = &docs.criteria.criteria()[idx];
        let criterion_id = CriterionId(format!("VAL-{idx}"));
        if let Some(record) = &story.record {
            let watched: BTreeMap<String, Digest> =
                WATCHES.iter().map(|it| ((*it).to_owned(), Digest::of(b"then"))).collect();
            let basis =
                Basis { criterion: Some(digest_of(criterion)), watched, ..Basis::default() };
            let artifact = Artifact {
                path: format!("work/{idx}"),
                bytes: 1,
                blake3: Digest::of(format!("{idx}").as_bytes()),
                report: None,
                from: None,
            };
            let body = EventBody::Contract(ContractEvent::EvidenceRecorded {
                criterion_id: criterion_id.clone(),
                outcome: record.outcome,
                source: record.source,
                summary: "s".to_owned(),
                because: record.has_reason.then(|| "b".to_owned()),
                path: None,
                artifacts: record.has_artifact.then_some(artifact).into_iter().collect(),
                basis: record.has_basis.then(|| Box::new(basis)),
                run: None,
            });
            tell(&mut state, body, record.by_person);
        }
        if story.is_waived {
            let reason = "later".to_owned();
            tell(
                &mut state,
                EventBody::Contract(ContractEvent::CriterionWaived {
                    criterion_id,
                    reason,
                    criterion: None,
                }),
                true,
            );
        }
    }
    if status == Status::Paused {
        tell(&mut state, EventBody::Contract(ContractEvent::CharterPaused { reason: None }), true);
    }
    state
}

fn observed(n: usize, changed: &[bool], lost: &[bool]) -> Observed {
    let now = |idx: usize| if changed[idx] { Digest::of(b"now") } else { Digest::of(b"then") };
    let watched = WATCHES.iter().enumerate().map(|(idx, it)| ((*it).to_owned(), now(idx)));
    let artifacts = (0..n)
        .filter(|idx| !lost[*idx % lost.len()])
        .map(|idx| (format!("work/{idx}"), Digest::of(format!("{idx}").as_bytes())));
    Observed { watched: watched.collect(), artifacts: artifacts.collect(), ..Observed::default() }
}

proptest! {
    #[test]
    fn a_charter_completes_exactly_when_nothing_blocks_it(
        stories in vec(story(), 0..5),
        rigor in prop_oneof![Just(Rigor::Light), Just(Rigor::Standard), Just(Rigor::Strict)],
        report in prop_oneof![Just(None), Just(Some("# R\n## Objective\nx\n## Outcome\nx\n## Notes\nx\n")), Just(Some("# R\n"))],
        changed in vec(prop::bool::weighted(0.2), 3..4),
        lost in vec(prop::bool::weighted(0.2), 3..4),
        is_paused in prop::bool::weighted(0.1),
    ) {
        let status = if is_paused { Status::Paused } else { Status::Active };
        let state = state(&stories, rigor, status);
        let register = register(&stories, true).into_bytes();
        let mut docs = Docs::parse(Vec::new(), register, report.map(|it| it.as_bytes().to_vec()));
        docs.observed = observed(stories.len(), &changed, &lost);
        let blockers = query::blockers(&docs, &state);
        let decision = decide(&docs, &state, &Command::Complete { note: None }, &context(true));
        match decision {
            Ok(_) => prop_assert!(blockers.is_empty() && !is_paused, "{blockers:?}"),
            Err(Refusal::Contract(ContractRefusal::NotShown { blockers: named, .. })) => {
                prop_assert_eq!(&named, &blockers);
                prop_assert!(!named.is_empty());
            }
            Err(Refusal::Contract(ContractRefusal::WrongState { .. })) => prop_assert!(is_paused),
            Err(other) => prop_assert!(false, "{other}"),
        }
        // Nothing that moved, is gone or was never said counts as shown.
        for (idx, story) in stories.iter().enumerate() {
            let criterion = &docs.criteria.criteria()[idx];
            let judged = judge(criterion, &docs, &state.contract);
            let counts = judged.verdict.counts(criterion, &docs, &state.contract);
            let moved = story.watch.is_some_and(|it| changed[it]) || story.is_edited;
            let passed = story.record.as_ref().is_some_and(|it| it.outcome == EvidenceOutcome::Pass);
            if !story.is_waived {
                let has_basis = story.record.as_ref().is_some_and(|it| it.has_basis);
                prop_assert!(!counts || (passed && (!moved || !has_basis)), "{judged:?}");
                prop_assert!(judged.verdict != Verdict::Waived);
            }
            prop_assert!(!judged.reasons.is_empty());
        }
    }
}
