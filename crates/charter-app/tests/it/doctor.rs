//! What is examined, and what one bad charter does to the others: nothing.

use crate::project::{app, disk, ledger, named, new, nobody, session};
use charter_app::{Caller, Mend};
use charter_kernel::Actor;
use charter_store::finding::SET_ASIDE;
use charter_store::{Reach, Sweep};

#[test]
fn one_broken_charter_does_not_hide_the_others() {
    let disk = disk();
    let app = app(&disk);
    let apples = new(&app, &nobody(), "apples").charter_id;
    new(&app, &nobody(), "pears");
    disk.corrupt(ledger(&disk, &apples), |bytes| bytes.insert(9, b'x'));
    let report = app.doctor(&nobody(), Mend::No).unwrap();
    assert!(!report.ok);
    let intact: Vec<bool> = report.charters.iter().map(|it| it.intact).collect();
    assert_eq!(intact, [false, true]);
    assert_eq!(app.list(&nobody()).unwrap().charters.len(), 2);
    assert!(app.doctor(&named("pears"), Mend::No).unwrap().ok);
}

#[test]
fn what_cannot_be_repaired_is_said() {
    let disk = disk();
    let app = app(&disk);
    let id = new(&app, &nobody(), "apples").charter_id;
    disk.corrupt(ledger(&disk, &id), |bytes| *bytes = b"gone\n".to_vec());
    let person = Caller { actor: Actor::Person("ada".to_owned()), ..nobody() };
    let report = app.doctor(&person, Mend::Yes).unwrap();
    let findings = &report.charters.first().unwrap().findings;
    assert!(findings.iter().any(|it| it.message.starts_with("it could not be repaired")));
    assert!(!report.ok);
}

#[test]
fn what_a_recovery_saved_can_go() {
    let disk = disk();
    let app = app(&disk);
    let id = new(&app, &nobody(), "apples").charter_id;
    disk.corrupt(ledger(&disk, &id), |bytes| bytes.extend_from_slice(b"{\"s"));
    app.bind(&session("s"), "apples").unwrap();
    let report = app.doctor(&nobody(), Mend::No).unwrap();
    let kinds: Vec<_> =
        report.charters.first().unwrap().findings.iter().map(|it| it.code).collect();
    assert_eq!(kinds, [SET_ASIDE]);
    let usual = app.gc(Sweep::List, Reach::Leftovers).unwrap();
    assert!(usual.items.is_empty(), "the only copy is not offered: {usual:?}");
    assert_eq!(app.gc(Sweep::List, Reach::Saved).unwrap().items.len(), 1);
    assert!(app.gc(Sweep::Prune, Reach::Saved).unwrap().pruned);
    assert!(app.gc(Sweep::List, Reach::Saved).unwrap().items.is_empty());
    assert!(app.doctor(&nobody(), Mend::No).unwrap().charters.first().unwrap().findings.is_empty());
}
