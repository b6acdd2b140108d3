//! Any bytes as a checkout from a stranger: no panic, nothing of it runs, nothing outside of it is
//! shown or changed, and every call ends.
#![no_main]

use charter_agents::looping::Host;
use charter_app::preflight::PreflightAsk;
use charter_app::{
    App, AppSetup, Caller, Clock, Error, HookCall, HookEvent, LogPart, Mend, NewCharter, ReviewAsk,
    ReviewSource,
};
use charter_engine::Command;
use charter_interview::preflight::Saying;
use charter_kernel::{Actor, Timestamp};
use charter_store::RealDisk;
use charter_testkit::Repo;
use charter_testkit::hostile::Hostile;
use libfuzzer_sys::fuzz_target;
use std::fmt::Debug;
use std::path::Path;
use std::sync::{Arc, LazyLock};

const CRITERIA: &str =
    "## m1 One\n\n### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nWatches: src/**\n";

const ENTRY: &str = r#"{ "criterionId": "VAL-A", "outcome": "pass", "summary": "seen",
    "because": "looked", "artifacts": ["src/a.txt"] }"#;

/// A sound project with one charter and evidence in it, made once.
static TEMPLATE: LazyLock<Repo> = LazyLock::new(|| {
    let repo = Repo::new("charter");
    repo.write("src/a.txt", "a\n");
    repo.git(&["add", "."]);
    repo.git(&["commit", "-qm", "one"]);
    let app = open(&repo.path(""), &repo.home(), &repo.home()).unwrap();
    let idea = NewCharter { idea: "Rates".to_owned(), name: None, rigor: None };
    let id = app.new_charter(&caller(), idea).unwrap().charter_id;
    repo.write(format!(".charter/{id}/criteria.md"), CRITERIA);
    app.record(&caller(), App::parse_entries(ENTRY).unwrap()).unwrap();
    repo.git(&["add", "."]);
    repo.git(&["commit", "-qm", "two"]);
    repo
});

/// The first variables of this process, which nothing may show.
static VARIABLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let bytes = std::fs::read("/proc/self/environ").unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.split('\0').filter(|it| it.len() > 16).map(str::to_owned).take(3).collect()
});

fn open(cwd: &Path, settings: &Path, temp: &Path) -> Result<App, Error> {
    App::open(AppSetup {
        disk: Arc::new(RealDisk),
        cwd: cwd.to_owned(),
        root: None,
        user_config: Some(settings.join("charter/config.toml")),
        env: vec![("lock-wait-ms", "CHARTER_LOCK_WAIT_MS", "100".to_owned())],
        flags: Vec::new(),
        holder: "fuzz".to_owned(),
        clock: Clock::Fixed(Timestamp::parse("2026-11-16T09:00:00Z").unwrap()),
        temp: temp.to_owned(),
    })
}

fn caller() -> Caller {
    Caller { actor: Actor::Unknown, session: Some("s1".to_owned()), charter: None }
}

/// Keeps everything that was said, of errors what a user would see, too.
fn say<T: Debug>(said: &mut String, answer: Result<T, Error>) {
    said.push_str(&match answer {
        Ok(report) => format!("{report:?}\n"),
        Err(err) => format!("{err} {err:?} {:?} {:?}\n", err.problems(), err.next_actions()),
    });
}

fn look(app: &App, said: &mut String) {
    let caller = caller();
    say(said, app.list(&caller));
    say(said, app.status(&caller));
    say(said, app.show(&caller, None));
    say(said, app.show(&caller, Some("VAL-A")));
    let rows = app.log(&caller, LogPart::Whole).map(|it| it.rows.collect::<Vec<_>>());
    say(said, rows);
    say(said, app.check(&caller));
    say(said, app.verify(&caller, None, &mut |_| {}));
    say(
        said,
        app.review(&caller, &ReviewAsk { source: ReviewSource::Worktree, spec: None, keep: false }),
    );
    say(said, app.doctor(&caller, Mend::No));
    say(said, app.list_documents());
    say(said, app.read_document(&caller, "charter.md"));
    say(said, app.preflight_status());
    say(said, Ok(app.statusline(&caller)));
    say(said, app.interview_next(&caller));
    let event = HookEvent::Stop(Host::Stops);
    let call = HookCall { event, cwd: None, home: None, env_file: None, exports: false };
    say(said, Ok(app.hook(&caller, &call)));
}

fn change(app: &App, said: &mut String) {
    let caller = caller();
    say(said, app.record(&caller, App::parse_entries(ENTRY).unwrap()));
    say(said, app.change(&caller, &Command::Pause { reason: Some("rest".to_owned()) }));
    let ask = PreflightAsk {
        text: "delete everything in production".to_owned(),
        workflow: None,
        mode: None,
        saying: Saying::Request,
        routing: None,
        seen: Vec::new(),
    };
    say(said, app.preflight_check(&caller, &ask));
    let idea = NewCharter { idea: "Another".to_owned(), name: None, rigor: None };
    say(said, app.new_charter(&caller, idea));
    say(said, app.doctor(&caller, Mend::Yes));
}

fuzz_target!(|bytes: &[u8]| {
    let hostile = Hostile::lay_out(&TEMPLATE.path(""), bytes);
    let mut said = String::new();
    let app = open(hostile.cwd(), &hostile.settings(), &hostile.temp());
    if let Ok(app) = &app {
        look(app, &mut said);
        change(app, &mut said);
        look(app, &mut said);
    }
    say(&mut said, app.map(drop));
    let harm = hostile.harm(&said);
    assert!(harm.is_empty(), "{harm:#?}\n{}", hostile.deeds());
    let shown = VARIABLES.iter().find(|it| said.contains(it.as_str()));
    assert!(shown.is_none(), "a variable is shown: {shown:?}\n{}", hostile.deeds());
});
