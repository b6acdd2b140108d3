//! Plans: stages, limits, verdicts, conflicts, agreement and approval.

use crate::whole;
use crate::whole::Decision;
use charter_contract::{AgreedCriterion, ContractEvent, Docs, Rigor};
use charter_engine::event::EventBody;
use charter_engine::{Refusal, State, query};
use charter_kernel::Refuse;
use charter_kernel::{Actor, CharterId, Context, CriterionId, Digest, Timestamp, Witness};
use charter_plan::{
    Approved, CONFLICTS_SCHEMA, Lane, LaneVerdict, Plan, PlanEvent, PlanLimits, PlanTurn, Register,
    Stage, Start, Wish, Written, turn,
};
use serde_json::{Value, json};

const PLAN: &str = "# Plan\n\n## Steps\n\n1. Keep\n2. Send\n\n## Acceptance Criteria\n\n\
    - it is kept (step 1) (From: R1)\n- it is sent in 5 s (step 2)\n- it is fast\n";

/// Documents with a register, and nothing in the rest.
fn docs(register: &str) -> Docs {
    Docs::parse(b"# Charter: Work\n".to_vec(), register.as_bytes().to_vec(), None)
}

/// A charter in memory with a plan.
struct Work {
    state: State,
    actor: Actor,
}

fn wish(stage: Stage, text: &str) -> Wish<'_> {
    Wish { stage, n: None, text, verdict: None, about: None }
}

impl Work {
    fn new() -> Self {
        let mut work = Self { state: State::default(), actor: Actor::Agent("codex".to_owned()) };
        let (name, objective) = ("Work".to_owned(), "an idea".to_owned());
        let rigor = Rigor::Standard;
        work.happen(vec![EventBody::Contract(ContractEvent::CharterCreated {
            name,
            objective,
            rigor,
            base: None,
        })]);
        work
    }

    fn opened(iterations: u32, passes: u32) -> Self {
        let mut work = Self::new();
        work.open(Some("a task"), Start::GoOn, PlanLimits { iterations, passes }).unwrap();
        work
    }

    fn ctx(&self) -> Context {
        let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
        Context { now, witness: Witness::Clock, actor: self.actor.clone() }
    }

    fn happen(&mut self, bodies: Vec<EventBody>) {
        let id = CharterId::parse("20261116-090000-work").unwrap();
        let drafts = self.ctx().drafts(&id, bodies);
        self.state.foresee(&drafts);
    }

    fn open(
        &mut self,
        task: Option<&str>,
        start: Start,
        limits: PlanLimits,
    ) -> Result<bool, Refusal> {
        let Decision { events, edits } =
            whole::open_plan(&self.state, task, start, limits, &self.ctx())?;
        assert_eq!(edits, []);
        let changed = !events.is_empty();
        self.happen(events);
        Ok(changed)
    }

    fn write(&mut self, wish: &Wish<'_>) -> Result<Written, Refusal> {
        let before = self.state.clone();
        let (decision, written) = whole::write_plan(&self.state, wish, &self.ctx())?;
        assert_eq!(decision.events.is_empty(), written.deduplicated);
        self.happen(decision.events);
        if written.deduplicated {
            assert_eq!(self.state, before);
        }
        Ok(written)
    }

    /// Writes a text, which must be taken.
    #[track_caller]
    fn take(&mut self, stage: Stage, text: &str) -> Written {
        self.write(&wish(stage, text)).unwrap()
    }

    /// Writes a text, which must be refused and change nothing; gives the codes of the problems.
    #[track_caller]
    fn refused(&mut self, wish: &Wish<'_>) -> (&'static str, Vec<String>) {
        let before = self.state.clone();
        let refusal = self.write(wish).unwrap_err();
        assert_eq!(self.state, before);
        assert!(!refusal.next_actions().is_empty());
        let codes = refusal.problems().into_iter().map(|it| it.code).collect();
        (refusal.code(), codes)
    }

    fn plan(&self) -> &Plan {
        self.state.plan.as_deref().unwrap()
    }

    /// Both say something about the plan.
    #[track_caller]
    fn judge(&mut self, architect: &str, critic: &str) {
        let said = |word: &str, n: usize| format!("Judged {n}.\n\nVerdict: {word}\n");
        let n = self.plan().records.len();
        self.take(Stage::Architect, &said(architect, n));
        self.take(Stage::Critic, &said(critic, n));
    }

    /// The stages that are waited for, each with its number; other turns as a word.
    fn waits(&self) -> String {
        match turn(self.plan()) {
            PlanTurn::Write(all) => {
                let one = |it: &charter_plan::Assignment| format!("{} {}", it.stage.word(), it.n);
                all.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            PlanTurn::Approve => "approve".to_owned(),
            PlanTurn::Stuck(reason) => format!("stuck: {reason}"),
            PlanTurn::Done => "done".to_owned(),
        }
    }

    fn approve(
        &mut self,
        register: &str,
        digest: Option<&str>,
    ) -> Result<(String, Approved), Refusal> {
        let docs = docs(register);
        let texts = self.plan().pending().map(|_| PLAN).unwrap_or_default();
        let (decision, approved) =
            whole::approve_plan(&self.state, &docs, texts, digest, &self.ctx())?;
        let edits = decision.edits.into_iter().map(|it| String::from_utf8(it.bytes).unwrap());
        let text = edits.collect::<Vec<_>>().concat();
        self.happen(decision.events);
        Ok((text, approved))
    }

    /// A plan that waits for approval.
    fn finished() -> Self {
        let mut work = Self::opened(5, 1);
        work.take(Stage::Planner, PLAN);
        work.judge("CLEAR", "OKAY");
        work.take(Stage::Final, PLAN);
        work
    }
}

#[test]
fn a_plan_from_its_first_text_to_its_approval() {
    let mut work = Work::opened(5, 1);
    assert_eq!(work.waits(), "planner 1");
    assert_eq!(work.take(Stage::Planner, "# Plan\n").gaps.len(), 2, "no step, no criterion");
    assert_eq!(work.waits(), "architect 1, critic 1");
    work.take(Stage::Critic, "Verdict: ITERATE\n");
    assert_eq!(work.waits(), "architect 1");
    work.take(Stage::Architect, "Verdict: CLEAR\n");
    assert_eq!(work.waits(), "revision 2");
    assert!(work.take(Stage::Revision, PLAN).gaps.is_empty());
    assert_eq!(work.waits(), "architect 2, critic 2");
    work.judge("CLEAR", "OKAY");
    assert_eq!(work.waits(), "adr 2, final 2");
    work.take(Stage::Adr, "Decision: keep.\n");
    assert_eq!(work.waits(), "final 2");
    let last = work.take(Stage::Final, PLAN);
    assert_eq!(last.record.about, work.plan().current().map(|it| it.digest));
    assert_eq!(work.waits(), "approve");
    work.actor = Actor::Person("Ada".to_owned());
    work.approve("", None).unwrap();
    assert_eq!(work.waits(), "done");
}

#[test]
fn agreement_without_a_criterion_is_no_end() {
    let mut work = Work::opened(2, 1);
    work.take(Stage::Planner, "# Plan\n");
    work.judge("CLEAR", "OKAY");
    assert_eq!(work.waits(), "revision 2");
    let refused = work.refused(&wish(Stage::Final, "# Plan\n"));
    assert_eq!(refused, ("plan-text-unusable", vec!["criteria-missing".to_owned()]));
    work.take(Stage::Revision, "# Plan again\n");
    work.judge("CLEAR", "OKAY");
    assert!(work.waits().starts_with("stuck: 2 of 2"), "{}", work.waits());
}

#[test]
fn the_same_text_twice_is_one_and_another_under_its_number_is_refused() {
    let mut work = Work::opened(5, 1);
    let first = work.take(Stage::Planner, PLAN);
    let again = work.take(Stage::Planner, PLAN);
    assert_eq!((first.deduplicated, again.deduplicated), (false, true));
    assert_eq!(first.record.digest, again.record.digest);
    let numbered = Wish { n: Some(1), ..wish(Stage::Planner, PLAN) };
    assert!(work.write(&numbered).unwrap().deduplicated);
    let other = Wish { n: Some(1), ..wish(Stage::Planner, "# Another\n") };
    assert_eq!(work.refused(&other).0, "plan-text-taken");
    assert_eq!(work.plan().records.len(), 1);
    // Line ends and blanks at the end are no difference.
    let text = charter_plan::normalise(PLAN.trim_end().replace('\n', "\r\n").as_bytes()).unwrap();
    assert!(work.take(Stage::Planner, &text).deduplicated);
}

#[test]
fn an_event_that_is_there_twice_counts_once() {
    let mut work = Work::opened(5, 1);
    let (decision, _) =
        whole::write_plan(&work.state, &wish(Stage::Planner, PLAN), &work.ctx()).unwrap();
    work.happen(decision.events.clone());
    work.happen(decision.events);
    assert_eq!((work.plan().iteration(), work.plan().records.len()), (1, 1));
}

#[test]
fn the_sixth_text_is_stuck_and_the_rest_goes_on() {
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    for n in 2..=5 {
        work.judge("WATCH", "ITERATE");
        work.take(Stage::Revision, &format!("{PLAN}\nRevision {n}.\n"));
    }
    assert_eq!(work.waits(), "architect 5, critic 5");
    let sixth = wish(Stage::Revision, "# Sixth\n");
    assert_eq!(work.refused(&sixth), ("planning-stuck", vec!["planning-stuck".to_owned()]));
    assert_eq!(work.refused(&wish(Stage::Planner, "# Sixth\n")).0, "planning-stuck");
    work.judge("CLEAR", "ITERATE");
    let stuck = work.waits();
    assert!(stuck.starts_with("stuck: 5 of 5 iterations are used"), "{stuck}");
    assert!(stuck.ends_with("the architect says CLEAR, the critic says ITERATE"), "{stuck}");
    // What opens no iteration is still taken.
    work.take(Stage::Adr, "Decision: none.\n");
    assert_eq!(work.refused(&wish(Stage::Final, PLAN)).0, "plan-not-agreed");
}

#[test]
fn five_texts_may_still_be_agreed_on() {
    let mut work = Work::opened(1, 1);
    work.take(Stage::Planner, PLAN);
    work.judge("CLEAR", "OKAY");
    assert_eq!(work.waits(), "adr 1, final 1");
    work.take(Stage::Final, PLAN);
    assert_eq!(work.waits(), "approve");
}

#[test]
fn a_lane_speaks_as_often_as_it_may_and_a_revision_lets_it_speak_again() {
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    work.take(Stage::Architect, "Verdict: BLOCK\n");
    let again = wish(Stage::Architect, "Verdict: CLEAR\n");
    assert_eq!(work.refused(&again).0, "planning-stuck");
    let refusal = work.write(&again).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "PLANNING-STUCK: the architect has spoken 1 of 1 times about this text"
    );
    work.take(Stage::Revision, "# Revised\n");
    assert_eq!(work.take(Stage::Architect, "Verdict: CLEAR\n").record.n, 2);

    let mut work = Work::opened(1, 2);
    work.take(Stage::Planner, PLAN);
    work.judge("BLOCK", "REJECT");
    assert_eq!(work.waits(), "architect 2, critic 2", "another pass is left");
    work.take(Stage::Architect, "Verdict: CLEAR\n");
    assert_eq!(work.waits(), "critic 2");
    assert_eq!(work.refused(&wish(Stage::Architect, "Verdict: BLOCK\n")).0, "planning-stuck");
    work.take(Stage::Critic, "Verdict: OKAY\n");
    assert_eq!(work.waits(), "adr 1, final 1");
}

#[test]
fn another_run_has_a_fresh_budget_and_is_for_a_person() {
    let limits = PlanLimits { iterations: 1, passes: 1 };
    let mut work = Work::opened(1, 1);
    work.take(Stage::Planner, PLAN);
    assert!(!work.open(None, Start::GoOn, limits).unwrap());
    assert!(!work.open(Some("a task"), Start::GoOn, limits).unwrap());
    assert_eq!(work.open(Some("other"), Start::GoOn, limits).unwrap_err().code(), "plan-active");
    assert_eq!(work.open(None, Start::Again, limits).unwrap_err().code(), "person-needed");
    work.actor = Actor::Person("Ada".to_owned());
    assert!(work.open(Some("other"), Start::Again, limits).unwrap());
    assert_eq!((work.plan().run, work.plan().iteration()), (2, 0));
    work.take(Stage::Planner, PLAN);
    let record = work.plan().find(Stage::Planner, 1).unwrap();
    let path = format!("plan/run-2/stage-01-planner-{}.md", record.digest.short());
    assert_eq!(work.plan().path(record), path);
}

#[test]
fn a_final_text_waits_for_approval_and_a_revision_takes_it_back() {
    let mut work = Work::finished();
    assert!(work.plan().pending().is_some());
    work.take(Stage::Revision, "# Better\n");
    assert!(work.plan().pending().is_none());
    assert_eq!(work.waits(), "architect 2, critic 2");
}

#[test]
fn a_final_text_needs_both_words_on_the_latest_plan() {
    let table = [
        ("CLEAR", "ITERATE", "critic-not-okay"),
        ("CLEAR", "REJECT", "critic-not-okay"),
        ("WATCH", "OKAY", "architect-not-clear"),
        ("BLOCK", "OKAY", "architect-not-clear"),
    ];
    for (architect, critic, code) in table {
        let mut work = Work::opened(5, 1);
        work.take(Stage::Planner, PLAN);
        work.judge(architect, critic);
        let refused = work.refused(&wish(Stage::Final, PLAN));
        assert_eq!(refused, ("plan-not-agreed", vec![code.to_owned()]), "{architect} {critic}");
    }
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    work.judge("CLEAR", "OKAY");
    work.take(Stage::Revision, &format!("{PLAN}\nMore.\n"));
    let codes = vec!["architect-not-clear".to_owned(), "critic-not-okay".to_owned()];
    let refused = work.refused(&wish(Stage::Final, PLAN));
    assert_eq!(refused, ("plan-not-agreed", codes), "words on an earlier text do not count");
}

#[test]
fn a_final_text_has_the_steps_and_criteria_that_were_agreed_on() {
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    work.judge("CLEAR", "OKAY");
    for other in [PLAN.replace("5 s", "9 s"), PLAN.replace("2. Send\n", "2. Burn\n")] {
        let refused = work.refused(&wish(Stage::Final, &other));
        assert_eq!(refused, ("plan-text-unusable", vec!["other-plan".to_owned()]));
    }
    let composed = charter_plan::compose(work.plan(), PLAN, Some("# ADR\n\nDecision: keep.\n"));
    assert!(composed.starts_with(PLAN.trim_end()) && composed.contains("Decision: keep."));
    work.take(Stage::Final, &composed);
}

#[test]
fn what_cannot_be_a_text_is_refused() {
    let mut work = Work::opened(5, 1);
    for n in [0, 1000] {
        let refused = work.refused(&Wish { n: Some(n), ..wish(Stage::Planner, PLAN) });
        assert_eq!(refused, ("plan-text-unusable", vec!["n-unusable".to_owned()]));
    }
    let code = |bytes: &[u8]| charter_plan::normalise(bytes).unwrap_err().problems().remove(0).code;
    assert_eq!(code(b" \n\t"), "text-empty");
    assert_eq!(code(b"\xff\xfe"), "text-not-utf8");
    assert_eq!(code(b"a\0b"), "text-not-utf8");
    assert_eq!(code(&vec![b'a'; charter_plan::TEXT_BYTES_MAX + 1]), "text-too-long");
    assert_eq!(
        charter_plan::normalise(&vec![b'a'; charter_plan::TEXT_BYTES_MAX]).unwrap().len(),
        charter_plan::TEXT_BYTES_MAX + 1
    );
    assert_eq!(Stage::parse("post-interview"), None);
}

#[test]
fn nobody_judges_what_is_not_there() {
    let mut work = Work::new();
    assert_eq!(work.refused(&wish(Stage::Planner, PLAN)).0, "no-plan");
    let mut work = Work::opened(5, 1);
    for stage in [Stage::Architect, Stage::Critic, Stage::Revision, Stage::Adr, Stage::Final] {
        assert_eq!(work.refused(&wish(stage, "Verdict: CLEAR\n")).0, "plan-out-of-turn");
    }
    work.take(Stage::Planner, PLAN);
    let read = work.plan().current().unwrap().digest.short();
    let stale = Wish { about: Some("00000000"), ..wish(Stage::Architect, "Verdict: CLEAR\n") };
    assert_eq!(work.refused(&stale).0, "plan-out-of-turn");
    work.write(&Wish { about: Some(&read), ..wish(Stage::Architect, "Verdict: CLEAR\n") }).unwrap();
    let same = wish(Stage::Revision, PLAN);
    assert_eq!(work.refused(&same), ("plan-text-unusable", vec!["nothing-revised".to_owned()]));
}

/// A disposition about what architect 1 and critic 1 said.
fn disposition(work: &Work, findings: &[(&str, &str, &str)], settled: &[&str]) -> Value {
    let receipt = |role: &str| {
        let stage = Stage::parse(role).unwrap();
        let record = work.plan().find(stage, 1).unwrap();
        json!({ "stage": role, "stageN": 1, "path": work.plan().path(record),
            "digest": record.digest.to_string() })
    };
    let finding = |(role, target, action): &(&str, &str, &str)| {
        json!({ "findingId": format!("{role}-{target}-{action}"), "targetId": target,
            "action": action, "severity": "block", "evidence": "read", "sourceRole": role,
            "sourceReceipt": receipt(role) })
    };
    let choice = |id: &&str| {
        json!({ "conflictId": id, "choice": "defer_user", "rationale": "a matter of taste",
            "decisionOwner": "Ada", "affectedSections": ["Steps"] })
    };
    json!({ "schema": CONFLICTS_SCHEMA, "plannerStageN": 1,
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
        "dispositions": settled.iter().map(choice).collect::<Vec<_>>() })
}

const CONFLICT: &str = "conflict:queue:architect-queue-add:critic-queue-remove";

fn contradicted() -> Work {
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    work.judge("WATCH", "ITERATE");
    work
}

#[test]
fn adding_and_changing_contradict_removing_and_nothing_else_does() {
    let work = contradicted();
    let table = [
        ("add", "remove", 1),
        ("remove", "add", 1),
        ("remove", "change", 1),
        ("change", "remove", 1),
        ("add", "change", 0),
        ("add", "add", 0),
        ("remove", "remove", 0),
        ("clarify", "remove", 0),
        ("clarify", "clarify", 0),
    ];
    for (left, right, n) in table {
        let both = [("architect", "queue", left), ("critic", "queue", right)];
        let ids = charter_plan::conflict_ids(&disposition(&work, &both, &[]));
        assert_eq!(ids.len(), n, "{left} {right}");
    }
    let one_role = [("critic", "queue", "add"), ("critic", "queue", "remove")];
    assert!(charter_plan::conflict_ids(&disposition(&work, &one_role, &[])).is_empty());
    let apart = [("architect", "queue", "add"), ("critic", "store", "remove")];
    assert!(charter_plan::conflict_ids(&disposition(&work, &apart, &[])).is_empty());
}

#[test]
fn every_conflict_is_settled_and_nothing_else() {
    let both = [("architect", "queue", "add"), ("critic", "queue", "remove")];
    let mut work = contradicted();
    let whole = disposition(&work, &both, &[CONFLICT]);
    let mut refused = |value: &Value| {
        let (code, problems) = work.refused(&wish(Stage::Disposition, &value.to_string()));
        assert_eq!(code, "plan-text-unusable");
        problems.join(" ")
    };
    assert_eq!(refused(&disposition(&contradicted(), &both, &[])), "conflict-open");
    let orphan = disposition(&contradicted(), &both, &[CONFLICT, "conflict:x:a:b"]);
    assert_eq!(refused(&orphan), "conflict-unknown");
    let twice = disposition(&contradicted(), &both, &[CONFLICT, CONFLICT]);
    assert_eq!(refused(&twice), "conflict-twice");
    let edits: [(&str, Value, &str); 10] = [
        ("/plannerStageN", json!(2), "wrong-stage-n"),
        ("/schema", json!("other"), "schema-unknown"),
        ("/findings/0/sourceReceipt/stageN", json!(2), "receipt-unknown"),
        ("/findings/0/sourceReceipt/path", json!("plan/x.md"), "receipt-unknown"),
        ("/findings/0/sourceReceipt/digest", json!(Digest::ZERO.to_string()), "receipt-unknown"),
        ("/findings/0/sourceReceipt/stage", json!("critic"), "receipt-unknown"),
        ("/findings/0/severity", json!("huge"), "field-unusable"),
        ("/findings/0/evidence", json!(" "), "field-missing"),
        ("/dispositions/0/rationale", json!(""), "field-missing"),
        ("/dispositions/0/affectedSections", json!([]), "field-missing"),
    ];
    for (at, value, code) in edits {
        let mut edited = whole.clone();
        *edited.pointer_mut(at).unwrap() = value;
        assert_eq!(refused(&edited), code, "{at}");
    }
    assert_eq!(refused(&json!("words")), "not-json");
    let mut listed = whole.clone();
    listed["conflicts"] = json!(["conflict:y:a:b"]);
    assert_eq!(refused(&listed), "conflict-unknown");
    work.take(Stage::Disposition, &whole.to_string());
    assert_eq!(work.plan().deferred(), [CONFLICT]);
}

#[test]
fn other_keys_and_a_fence_are_the_same_disposition() {
    let mut work = contradicted();
    let both = [("architect", "queue", "add"), ("critic", "queue", "remove")];
    let whole = disposition(&work, &both, &[CONFLICT]);
    work.take(Stage::Disposition, &whole.to_string());
    let mut snake = format!("{whole:#}");
    for (camel, other) in [
        ("plannerStageN", "planner_stage_n"),
        ("findingId", "finding_id"),
        ("sourceReceipt", "source_receipt"),
        ("affectedSections", "affected_sections"),
    ] {
        snake = snake.replace(camel, other);
    }
    assert!(snake.contains("planner_stage_n"));
    assert!(work.take(Stage::Disposition, &format!("```json\n{snake}\n```\n")).deduplicated);
}

#[test]
fn the_verdict_is_read_or_said() {
    let read = |stage: Stage, text: &str, said: Option<&str>| {
        let mut work = Work::opened(5, 1);
        work.take(Stage::Planner, PLAN);
        let asked = Wish { verdict: said, ..wish(stage, text) };
        match work.write(&asked) {
            Ok(written) => written.record.verdict.map(LaneVerdict::word).unwrap_or_default(),
            Err(_) => match work.refused(&asked).1.join(" ").as_str() {
                "verdict-missing" => "missing",
                "verdict-unclear" => "unclear",
                "verdict-unusable" => "unusable",
                _ => "?",
            },
        }
    };
    let (architect, critic) = (Stage::Architect, Stage::Critic);
    let texts = [
        ("Verdict: CLEAR", "CLEAR"),
        ("- **Verdict:** watch, see below", "WATCH"),
        ("**Verdict**: `BLOCK`", "BLOCK"),
        ("## Verdict\n\n**CLEAR**\n\nFine.", "CLEAR"),
        ("### Verdict — CLEAR", "CLEAR"),
        ("> Verdict: BLOCK\n\nAnswered.\nVerdict: CLEAR", "CLEAR"),
        ("```\nVerdict: BLOCK\n```\nVerdict: CLEAR", "CLEAR"),
        ("Verdict: CLEAR | WATCH | BLOCK", "unclear"),
        ("Verdict: not CLEAR", "unclear"),
        ("Verdict: OKAY", "unclear"),
        ("Verdict: CLEAR\nVerdict: BLOCK", "unclear"),
        ("Verdict: CLEAR\nRecommendation: REQUEST CHANGES", "unclear"),
        ("It is CLEAR to me.", "missing"),
        ("Verdicts are hard.", "missing"),
    ];
    for (text, expected) in texts {
        assert_eq!(read(architect, text, None), expected, "{text}");
    }
    assert_eq!(read(critic, "Verdict: REJECT", None), "REJECT");
    assert_eq!(read(architect, "Fine.", Some(" clear ")), "CLEAR");
    assert_eq!(read(architect, "Fine.", Some("APPROVE")), "unusable");
    assert_eq!(read(critic, "Fine.", Some("clear")), "unusable");
    assert_eq!(read(architect, "Verdict: BLOCK", Some("clear")), "unclear");
    let mut work = Work::opened(5, 1);
    let said = Wish { verdict: Some("clear"), ..wish(Stage::Planner, PLAN) };
    assert_eq!(work.refused(&said).1, ["verdict-unusable"]);
}

#[test]
fn the_same_text_with_another_verdict_keeps_the_first() {
    let mut work = Work::opened(5, 1);
    work.take(Stage::Planner, PLAN);
    let said = |word| Wish { n: Some(1), verdict: Some(word), ..wish(Stage::Architect, "Fine.\n") };
    work.write(&said("watch")).unwrap();
    let again = work.write(&said("clear")).unwrap();
    assert_eq!((again.deduplicated, again.record.verdict), (true, Some(LaneVerdict::Watch)));
    assert_eq!(work.plan().verdict(Lane::Architect), Some(LaneVerdict::Watch));
}

#[test]
fn approval_is_for_a_person_and_proposes_the_register() {
    let mut work = Work::finished();
    assert_eq!(work.approve("", None).unwrap_err().code(), "person-needed");
    work.actor = Actor::Unknown;
    assert_eq!(work.approve("", None).unwrap_err().code(), "person-needed");
    work.actor = Actor::Person("Ada".to_owned());
    assert_eq!(work.approve("", Some("0000")).unwrap_err().code(), "plan-out-of-turn");
    let digest = work.plan().pending().unwrap().digest.short();
    let (text, approved) = work.approve("# Criteria\n", Some(&digest)).unwrap();
    assert_eq!(approved.register, Some(Register::Drafted { criteria: 3, milestones: 3 }));
    assert_eq!(
        text,
        "# Criteria\n\n## m1 Keep\n\n### VAL-KEPT-001 — it is kept\nFrom: R1, P1\n\n## m2 Send\n\n\
         ### VAL-SENT-001 — it is sent in 5 s\nFrom: P1\n\n## m3 The whole\n\n\
         ### VAL-PLAN-001 — it is fast\nFrom: P1\nMeasure: _TBD_ (“fast” — what would you count?)\n"
    );
    let (text, again) = work.approve("# Criteria\n", None).unwrap();
    assert_eq!((text.as_str(), again.register), ("", None), "twice changes nothing");
    assert_eq!(work.refused(&wish(Stage::Revision, "# More\n")).0, "plan-out-of-turn");
}

#[test]
fn a_register_that_people_wrote_is_left_alone() {
    let cases = [
        ("## m1 Ours\n\n### VAL-A — ours\n", Register::Authored),
        (
            "## m1 Theirs\n\n### VAL-A — it is kept\nFrom: R1\n",
            Register::Drafted { criteria: 2, milestones: 2 },
        ),
        (
            "### VAL-A — it is kept\nFrom: R1\n### VAL-B — It is sent in 5 s.\nFrom: Q1\n### VAL-C — it is fast\nFrom: P1\n",
            Register::Unchanged,
        ),
    ];
    for (register, expected) in cases {
        let mut work = Work::finished();
        work.actor = Actor::Person("Ada".to_owned());
        let (text, approved) = work.approve(register, None).unwrap();
        assert_eq!(approved.register.as_ref(), Some(&expected), "{register}");
        assert!(text.is_empty() || text.starts_with(register), "{text}");
    }
}

#[test]
fn nothing_is_approved_before_it_is_final() {
    let mut work = Work::opened(5, 1);
    work.actor = Actor::Person("Ada".to_owned());
    work.take(Stage::Planner, PLAN);
    assert_eq!(work.approve("", None).unwrap_err().code(), "plan-not-final");
    let none = whole::approve_plan(&Work::new().state, &docs(""), "", None, &work.ctx());
    assert_eq!(none.unwrap_err().code(), "no-plan");
}

#[test]
fn a_plan_rests_with_its_charter() {
    let mut work = Work::opened(5, 1);
    work.happen(vec![EventBody::Contract(ContractEvent::CharterPaused { reason: None })]);
    assert_eq!(work.refused(&wish(Stage::Planner, PLAN)).0, "wrong-state");
    let limits = PlanLimits::default();
    assert_eq!(work.open(None, Start::GoOn, limits).unwrap_err().code(), "wrong-state");
}

#[test]
fn an_open_plan_comes_first_in_the_advice() {
    let mut work = Work::opened(5, 1);
    let docs = Docs::parse(Vec::new(), Vec::new(), None);
    let id = CharterId::parse("20261116-090000-work").unwrap();
    let first = |state: &State| query::next_actions(&docs, state, &id, "x").remove(0);
    let advice = first(&work.state);
    assert_eq!((advice.tool.as_str(), advice.action.as_str()), ("plan", "status"));
    assert!(advice.hint.contains("the planner is to write the plan"), "{}", advice.hint);
    let report = query::status(&docs, &work.state, &[], &id, "x");
    assert_eq!(report.plan.map(|it| it.run_id), Some("P1".to_owned()));
    work = Work::finished();
    work.actor = Actor::Person("Ada".to_owned());
    work.approve("", None).unwrap();
    assert_ne!(first(&work.state).tool, "plan");
}

/// Agrees on a criterion, with its title.
fn agree(work: &mut Work, id: &str, title: &str) {
    let criterion = AgreedCriterion { id: CriterionId(id.to_owned()), text: title.to_owned() };
    work.happen(vec![EventBody::Contract(ContractEvent::RegisterAgreed {
        criteria: vec![criterion],
        removed: Vec::new(),
        reason: None,
    })]);
}

#[test]
fn a_plan_that_leaves_out_what_was_agreed_cannot_become_final() {
    let mut work = Work::opened(3, 1);
    agree(&mut work, "VAL-EXPORT-001", "Users can export the list");
    agree(&mut work, "VAL-KEPT-001", "it is kept");
    let gaps = work.take(Stage::Planner, PLAN).gaps;
    assert_eq!(
        gaps,
        ["it leaves out `VAL-EXPORT-001`, which was agreed: Users can export the list"],
        "one in the same words is named"
    );
    work.judge("CLEAR", "OKAY");
    assert_eq!(work.waits(), "revision 2", "it is not asked for a final text");
    let refused = work.write(&wish(Stage::Final, PLAN)).unwrap_err();
    assert_eq!(refused.code(), "plan-misses");
    assert_eq!(refused.to_string(), format!("the plan is not whole: {}", gaps[0]));
    let commands = refused.next_actions().into_iter().map(|it| it.command.to_string());
    assert!(commands.take(1).all(|it| it.contains("--stage revision -")), "{refused:?}");
    let whole = format!("{PLAN}- VAL-EXPORT-001 holds (step 2)\n");
    assert!(work.take(Stage::Revision, &whole).gaps.is_empty());
    work.judge("CLEAR", "OKAY");
    work.take(Stage::Adr, "Decision: keep.\n");
    work.take(Stage::Final, &whole);
    assert_eq!(work.waits(), "approve");
}

#[test]
fn an_id_that_only_begins_like_one_names_nothing() {
    let mut work = Work::opened(3, 1);
    agree(&mut work, "VAL-A", "a");
    let text = format!("{PLAN}- VAL-A-2 and XVAL-A hold\n");
    assert_eq!(work.take(Stage::Planner, &text).gaps.len(), 1);
}

#[test]
fn what_was_agreed_is_not_drafted_again() {
    let mut work = Work::opened(5, 1);
    agree(&mut work, "VAL-KEPT-001", "it is kept");
    work.take(Stage::Planner, PLAN);
    work.judge("CLEAR", "OKAY");
    work.take(Stage::Adr, "Decision: keep.\n");
    work.take(Stage::Final, PLAN);
    work.actor = Actor::Person("Ada".to_owned());
    let (text, approved) = work.approve("", None).unwrap();
    assert_eq!(approved.register, Some(Register::Drafted { criteria: 2, milestones: 2 }));
    assert!(!text.contains("it is kept"), "{text}");
}

#[test]
fn a_plan_after_an_interview_follows_its_spec() {
    let work = Work::opened(5, 1);
    let PlanTurn::Write(all) = turn(work.plan()) else { panic!("nobody is to speak") };
    assert!(!all[0].hint.contains("spec.md"), "no interview wrote one: {}", all[0].hint);
    let opened = PlanEvent::PlanOpened {
        run: 2,
        task: "x".to_owned(),
        limits: PlanLimits::default(),
        input: Some("spec.md".to_owned()),
    };
    let mut work = Work::new();
    work.happen(vec![EventBody::Plan(opened)]);
    let hint = |work: &Work| match turn(work.plan()) {
        PlanTurn::Write(all) => all[0].hint.clone(),
        _ => String::new(),
    };
    assert!(hint(&work).starts_with("the planner is to read spec.md, then write the plan"));
    work.take(Stage::Planner, PLAN);
    assert!(hint(&work).contains(" against spec.md and end with a line"), "{}", hint(&work));
}

#[test]
fn what_an_interview_locked_must_be_named() {
    let locked = [("artifact:csv-export".to_owned(), "The list comes as CSV".to_owned())];
    let demands = charter_plan::demands(&Work::new().state.contract, &locked);
    let mut work = Work::opened(5, 1);
    let write = |work: &Work, stage, text: &str| {
        let (contract, plan) = (&work.state.contract, work.state.plan.as_deref());
        charter_plan::write(contract, plan, &wish(stage, text), &demands, &work.ctx())
    };
    work.take(Stage::Planner, PLAN);
    work.judge("CLEAR", "OKAY");
    work.take(Stage::Adr, "Decision: keep.\n");
    let refused = write(&work, Stage::Final, PLAN).unwrap_err();
    assert_eq!(refused.code(), "plan-misses");
    let problems = refused.collected().unwrap();
    assert_eq!(problems[0].code, "intent-missing");
    let said = format!("The list comes as CSV.\n\n{PLAN}");
    assert!(write(&work, Stage::Final, &said).is_ok(), "its words name it");
    assert!(write(&work, Stage::Final, &format!("artifact:csv-export\n\n{PLAN}")).is_ok());
}
