//! Which charter a caller means.

use crate::project::{app, disk, named, new, nobody, session};
use charter_app::{Caller, Error};
use charter_contract::ContractRefusal;
use charter_engine::Refusal;

#[test]
fn what_is_named_comes_before_the_binding_and_the_binding_before_the_only_open_one() {
    let disk = disk();
    let app = app(&disk);
    new(&app, &nobody(), "apples");
    assert_eq!(app.status(&nobody()).unwrap().overview.name, "apples");
    new(&app, &session("s1"), "pears");
    new(&app, &session("s2"), "plums");
    assert_eq!(app.status(&session("s1")).unwrap().overview.name, "pears");
    assert_eq!(app.status(&session("s2")).unwrap().overview.name, "plums");
    let both = Caller { charter: Some("apples".to_owned()), ..session("s1") };
    assert_eq!(app.status(&both).unwrap().overview.name, "apples");
    assert_eq!(app.status(&nobody()).unwrap().overview.name, "apples", "theirs is of the session");
}

#[test]
fn the_last_binding_of_a_session_counts_also_when_the_clock_stands_still() {
    let disk = disk();
    let app = app(&disk);
    new(&app, &nobody(), "apples");
    new(&app, &nobody(), "pears");
    for name in ["apples", "pears", "apples", "apples", "pears"] {
        app.bind(&session("s"), name).unwrap();
        assert_eq!(app.status(&session("s")).unwrap().overview.name, name);
    }
    app.bind(&nobody(), "apples").unwrap();
    assert_eq!(app.status(&nobody()).unwrap().overview.name, "apples");
    assert_eq!(app.status(&session("s")).unwrap().overview.name, "pears");
}

#[test]
fn a_whole_id_is_never_ambiguous() {
    let disk = disk();
    let app = app(&disk);
    let first = new(&app, &nobody(), "apples");
    let second = new(&app, &nobody(), "apples");
    assert_eq!(second.charter_id, format!("{}-2", first.charter_id));
    let status = app.status(&named(&first.charter_id)).unwrap();
    assert_eq!(status.overview.charter_id, first.charter_id);
    let ambiguous = app.status(&named("apples"));
    assert!(matches!(
        ambiguous,
        Err(Error::Refused(Refusal::Contract(ContractRefusal::AmbiguousCharter { .. })))
    ));
}
