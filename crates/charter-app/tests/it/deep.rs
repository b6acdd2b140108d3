//! Deep interviews on disks that fail and on disks that lose power.

use crate::project::{app_on, disk, ledger, named, new, nobody};
use charter_app::{DeepOptions, LogPart};
use charter_interview::brief::Aim;
use charter_interview::deep::NeedFor;
use charter_store::Disk;
use charter_testkit::DiskFault;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

#[test]
fn an_answer_is_taken_whole_or_not_at_all_wherever_the_power_goes() {
    let answer =
        json!({ "answer": "You open the box, take pears, under 5 minutes a night, and go home." });
    for fault in [DiskFault::Crash, DiskFault::Full, DiskFault::NoSpace, DiskFault::Fail] {
        for call in (1..90).step_by(if fault == DiskFault::Crash { 1 } else { 3 }) {
            let disk = disk();
            (&disk as &dyn Disk).sync_dir(Path::new("/")).unwrap();
            let app = app_on(Arc::new(disk.clone()));
            let id = new(&app, &nobody(), "apples for everybody").charter_id;
            let stand = app.deep_begin(&named(&id), &DeepOptions::default()).unwrap();
            let need_id = stand.need().unwrap().need_id.clone();
            disk.fault_at(call, fault);
            let taken = app.deep_submit(&named(&id), Aim::Open(&need_id), &answer);
            disk.clear_faults();
            let disk = if fault == DiskFault::Crash { disk.reboot(call) } else { disk };
            let app = app_on(Arc::new(disk.clone()));
            let ledger = disk.tree()[&ledger(&disk, &id)].clone();
            let is_there = String::from_utf8_lossy(&ledger).contains("take pears, under");
            assert!(is_there || taken.is_err(), "{fault:?} at {call} lost it");
            // The same again is taken once, and what could not follow then does.
            let stand = app.deep_submit(&named(&id), Aim::Open(&need_id), &answer).unwrap();
            let need = stand.need().unwrap();
            assert_eq!(need.r#for, NeedFor::User, "{fault:?} at {call}");
            assert_eq!(stand.interview.rounds.len(), 2, "{fault:?} at {call}");
            assert_ne!(need.need_id, need_id, "{fault:?} at {call}");
            let log: Vec<_> =
                app.log(&named(&id), LogPart::Whole).unwrap().rows.map(Result::unwrap).collect();
            let n = log.iter().filter(|it| it.line.contains("take pears, under")).count();
            assert!(n >= 1, "{fault:?} at {call}");
        }
    }
}

#[test]
fn two_who_answer_the_same_question_do_not_replace_each_other_unseen() {
    let disk = disk();
    let app = app_on(Arc::new(disk));
    let id = new(&app, &nobody(), "apples for everybody").charter_id;
    let stand = app.deep_begin(&named(&id), &DeepOptions::default()).unwrap();
    let need_id = stand.need().unwrap().need_id.clone();
    let submit = |words: &str, aim| app.deep_submit(&named(&id), aim, &json!({ "answer": words }));
    let (pears, plums) = ("You open the box and take pears.", "You open the box and take plums.");
    submit(pears, Aim::Open(&need_id)).unwrap();
    let err = submit(plums, Aim::Open(&need_id)).unwrap_err();
    assert_eq!(err.code(), "other-question", "{err}");
    submit(pears, Aim::Open(&need_id)).unwrap();
    let stand = submit(plums, Aim::Named(&need_id)).unwrap();
    assert_eq!(stand.interview.rounds[0].said(), Some(plums));
}
