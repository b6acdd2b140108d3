//! Programs, run by somebody who plays a script.

use crate::server::{PATIENCE, schema};
use charter_mind::{
    Asking, Going, MindQuestion, MindReply, ModelMind, Program, ProgramCall, ProgramEnd,
    ProgramMind, ProgramStop, Runner, TRIES_MAX, ask,
};
use serde_json::json;
use std::cell::RefCell;
use std::time::Duration;

/// Gives the ends of runs in order, and keeps what it was asked to run.
struct Scripted {
    ends: RefCell<Vec<Result<ProgramEnd, ProgramStop>>>,
    calls: RefCell<Vec<ProgramCall>>,
}

impl Runner for Scripted {
    fn run(&self, call: &ProgramCall, _: &dyn Fn() -> Going) -> Result<ProgramEnd, ProgramStop> {
        self.calls.borrow_mut().push(call.clone());
        self.ends.borrow_mut().remove(0)
    }
}

fn wrote(stdout: &str) -> Result<ProgramEnd, ProgramStop> {
    Ok(ProgramEnd { exit: Some(0), stdout: stdout.into(), stderr: Vec::new() })
}

fn asked(ends: Vec<Result<ProgramEnd, ProgramStop>>) -> (MindReply, Vec<ProgramCall>) {
    let runner = Scripted { ends: RefCell::new(ends), calls: RefCell::default() };
    let (program, argv) = (Program::Pi, vec!["pi".to_owned()]);
    let mind = ModelMind::Program(ProgramMind { program, argv, model: None });
    let schema = schema();
    let question = MindQuestion { system: "Be brief.", user: "Say ready.", schema: &schema };
    let asking = Asking {
        limit: PATIENCE,
        n_tries_max: TRIES_MAX,
        runner: &runner,
        watch: &|| Going::On,
        pause: &|_| {},
        elapsed: &|| Duration::ZERO,
    };
    let reply = ask(&mind, &question, &asking);
    (reply, runner.calls.into_inner())
}

#[test]
fn a_program_is_asked_once_more_for_another_shape() {
    let (reply, calls) = asked(vec![wrote("Ready!"), wrote("Well: {\"word\":\"ready\"}")]);
    assert_eq!((reply.outcome.unwrap(), reply.n_tries), (json!({ "word": "ready" }), 2));
    assert!(calls[1].stdin.contains("could not be used: it has no JSON"), "{}", calls[1].stdin);
    assert_eq!(calls[0].limit, PATIENCE);
}

#[test]
fn a_program_that_does_not_answer_is_told_apart() {
    for (stop, code) in [
        (ProgramStop::NotThere("`pi` is not in PATH".to_owned()), "mind-not-there"),
        (ProgramStop::TimedOut, "mind-timed-out"),
        (ProgramStop::Cancelled, "mind-cancelled"),
        (ProgramStop::TooLarge, "mind-too-large"),
    ] {
        let (reply, calls) = asked(vec![Err(stop)]);
        assert_eq!((reply.outcome.unwrap_err().code(), calls.len()), (code, 1));
    }
}
