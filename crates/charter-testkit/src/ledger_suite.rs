//! The story that every ledger must be able to tell, whatever disk it is on.
//!
//! Owns what "append with compare-and-swap" means from outside. Must not know which disk it runs
//! on: the caller gives a store with an empty root.

use charter_contract::ContractEvent;
use charter_engine::event::{CharterDraft, EventBody};
use charter_kernel::event::{Head, Payload};
use charter_kernel::strand::StrandId;
use charter_kernel::{Actor, CharterId, FileEdit, SessionId, Timestamp, Witness};
use charter_store::{Appended, Failure, Store};
use std::path::PathBuf;

/// Names the strand that a charter begins with on a machine without git.
#[must_use]
pub fn first_strand(store: &Store) -> PathBuf {
    let strand = StrandId::from_random(format!("{} 0", charter_id()).as_bytes());
    store.layout().strand(&charter_id(), &strand)
}

/// Names a derived file.
#[must_use]
pub fn derived_file(store: &Store, name: &str) -> PathBuf {
    store.layout().root().join(".local").join(charter_id().as_str()).join(name)
}

/// Gives the id of the charter that tests write to.
pub fn charter_id() -> CharterId {
    CharterId::parse("20261116-090000-suite").unwrap()
}

/// Gives a draft that binds a session, so that every event can be told from every other.
pub fn draft(session: &str) -> CharterDraft {
    let session = SessionId::parse(session).unwrap();
    draft_of(EventBody::Contract(ContractEvent::SessionBound { session, turn: 1 }))
}

/// Gives a draft with any payload.
pub fn draft_of(body: EventBody) -> CharterDraft {
    CharterDraft {
        ts: Timestamp::parse("2026-11-16T09:00:00Z").unwrap(),
        charter_id: charter_id(),
        actor: Actor::Person("Ada".to_owned()),
        witness: Witness::Fixed,
        body,
    }
}

/// Gives the documents that tests create a charter with.
pub fn documents() -> Vec<FileEdit> {
    let edit = |path: &str, text: &str| FileEdit { path: path.to_owned(), bytes: text.into() };
    vec![
        edit("charter.md", "# Charter: Suite\n\n## Objective\nx\n"),
        edit("criteria.md", "### VAL-A-1 — one\nVerifier: hook\n"),
    ]
}

/// Gives the first event of the charter.
pub fn first_draft() -> CharterDraft {
    draft_of(EventBody::examples().into_iter().next().unwrap())
}

pub fn create(store: &Store) -> Result<(), Failure> {
    let creation = store.begin_creation()?;
    creation.commit(&charter_id(), &documents(), &[first_draft()]).map(|_| ())
}

/// Lists the sessions that the ledger has bound, in order.
pub fn sessions(store: &Store) -> Vec<String> {
    let log = store.log(&charter_id()).unwrap().map(Result::unwrap);
    let session = |payload: &Payload<EventBody>| match payload {
        Payload::Known(EventBody::Contract(ContractEvent::SessionBound { session, .. })) => {
            Some(session.to_string())
        }
        Payload::Known(_) | Payload::Unknown(_) => None,
    };
    log.filter_map(|it| session(&it.event.payload)).collect()
}

/// Tells the whole story.
pub fn story(store: &Store) {
    let id = charter_id();
    assert!(store.list().unwrap().ids.is_empty(), "the suite wants an empty root");
    create(store).unwrap();
    assert_eq!(store.list().unwrap().ids, std::slice::from_ref(&id));
    assert!(create(store).is_err(), "an id is given once");

    let first = store.load(&id).unwrap().state.head();
    assert_eq!(first.seq, 1);

    let mut transaction = store.begin(&id).unwrap();
    let Appended::Now(events) = transaction.append(first, &[draft("a"), draft("b")]).unwrap()
    else {
        panic!("a first append is new");
    };
    assert_eq!(events.iter().map(|it| it.seq).collect::<Vec<_>>(), [2, 3]);
    let second = transaction.loaded().state.head();
    drop(transaction);

    retry_is_recognised(store, first);
    a_stale_head_is_a_conflict(store, first, second);

    let loaded = store.load(&id).unwrap();
    assert_eq!(loaded.state.head(), second);
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    assert_eq!(sessions(store), ["a", "b"]);
    let examined = store.examine(&id).unwrap();
    assert!(examined.findings.is_empty(), "{:?}", examined.findings);
    assert_eq!(examined.state, loaded.state, "the cache and the ledger agree");
}

fn retry_is_recognised(store: &Store, first: Head) {
    let mut transaction = store.begin(&charter_id()).unwrap();
    let again = transaction.append(first, &[draft("a"), draft("b")]).unwrap();
    assert_eq!(again, Appended::Already);
}

fn a_stale_head_is_a_conflict(store: &Store, first: Head, second: Head) {
    let mut transaction = store.begin(&charter_id()).unwrap();
    match transaction.append(first, &[draft("c")]) {
        Err(Failure::Conflict { expected, found }) => {
            assert_eq!((expected, found), (first, second));
        }
        other => panic!("expected a conflict, got {other:?}"),
    }
}
