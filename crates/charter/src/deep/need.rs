//! A need as people read it.
//!
//! Owns which part of a prompt is the question and what stands above it. Must not know keys.

use crate::desk::Desk;
use crate::screen::{Ink, Screen, clean, clean_lines};
use charter_app::DeepStand;
use charter_interview::Tongue;
use charter_interview::deep::{Need, NeedFor, NeedKind};
use charter_interview::rules::checklist::example_line;
use charter_kernel::NextAction;
use serde_json::Value;

const LINES_MAX: usize = 400;

/// What stands above everything where no model thinks.
const CHECKLIST_LINE: &str =
    "Deep interview without a model: a checklist, each question only where nothing was said";

/// A prompt in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownNeed {
    /// Which question it is, or what it is about.
    pub(crate) head: String,
    /// What is to be looked at: components, a structured answer, what is open.
    pub(crate) body: String,
    /// What is asked.
    pub(crate) question: String,
    /// What helps to answer it: an example, and why it is asked.
    pub(crate) remark: String,
}

/// Parts what a user reads about a need.
pub(crate) fn parts(need: &Need, n_together: usize, tongue: Tongue) -> ShownNeed {
    let prompt = clean_lines(&need.prompt);
    let head = match n_together {
        0 | 1 => title(need),
        n => format!("{} | {n} questions left that are asked together", title(need)),
    };
    if need.kind == NeedKind::Ask {
        let remark = remark_of(need, tongue);
        return ShownNeed { head, body: String::new(), question: prompt, remark };
    }
    let (body, question) = prompt.rsplit_once("\n\n").unwrap_or(("", &prompt));
    let body = match need.kind {
        NeedKind::Parts => numbered(body),
        _ => body.replace("**", ""),
    };
    ShownNeed { head, body, question: question.to_owned(), remark: String::new() }
}

/// Gives the example of an answer, and why it is asked.
fn remark_of(need: &Need, tongue: Tongue) -> String {
    let text = |key: &str| need.context.get(key).and_then(Value::as_str).map(clean_lines);
    let example = text("example").map(|it| example_line(tongue, &it));
    text("whyNow").into_iter().chain(example).collect::<Vec<_>>().join("\n")
}

fn title(need: &Need) -> String {
    let round = need.round;
    match (need.kind, need.r#for) {
        (_, NeedFor::Mind) => format!("For whoever thinks: {}", need.kind.word()),
        (NeedKind::Ask, _) => format!("Question {round}"),
        (NeedKind::Parts, _) => "The parts of the work".to_owned(),
        (NeedKind::Crossing, _) => format!("Question {round} | An assumption that would end it"),
        (NeedKind::Closure, _) => "Before it ends early".to_owned(),
        (NeedKind::Restate, _) => "The goal in one sentence".to_owned(),
        (NeedKind::Done, _) => "Done".to_owned(),
        (
            NeedKind::Turn
            | NeedKind::Panel
            | NeedKind::Spec
            | NeedKind::Refine
            | NeedKind::Score
            | NeedKind::AutoAnswer,
            NeedFor::User,
        ) => need.kind.word().to_owned(),
    }
}

fn numbered(body: &str) -> String {
    let mut n = 0;
    let line = |line: &str| match line.strip_prefix("- ") {
        Some(rest) => {
            n += 1;
            format!("{n}  {rest}")
        }
        None => line.to_owned(),
    };
    body.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Lists the questions that are asked together, each with its round; none where there is one.
pub(crate) fn together(needs: &[Need], tongue: Tongue) -> Option<String> {
    let asked: Vec<&Need> = needs.iter().filter(|it| it.kind == NeedKind::Ask).collect();
    let line = |need: &&Need| format!("{}  {}", need.round, parts(need, 1, tongue).question);
    let lines: Vec<String> = asked.iter().map(line).collect();
    (asked.len() > 1).then(|| lines.join("\n"))
}

/// Lists the options of a need, one a line.
pub(crate) fn options(need: &Need) -> String {
    let lines = need.options.iter().enumerate();
    let word = |value: &str| match need.kind == NeedKind::Done {
        true => format!("{value}: "),
        false => String::new(),
    };
    let lines = lines.map(|(idx, it)| {
        format!("{}  {}{}", idx + 1, word(&it.value), it.label.replace('\n', " "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Gives the very first line of what a deep interview prints: whole, however narrow the screen is.
pub(crate) fn first_line(stand: &DeepStand) -> String {
    if stand.progress.is_some() {
        return format!("{CHECKLIST_LINE}\n");
    }
    format!("{}\n", clean(&stand.interview.setup.threshold.first_line()))
}

/// Renders the open need, and how to fulfil it, where nobody can be talked to.
pub(crate) fn render(stand: &DeepStand, desk: &Desk<'_>) -> String {
    let Some(need) = stand.need() else { return String::new() };
    let screen = &desk.screen;
    let mut text = String::from("\n");
    let rest: &[Need] = if need.r#for == NeedFor::Mind { &[] } else { &stand.needs };
    text.push_str(&lines(&parts(need, rest.len(), stand.interview.tongue()), need, screen));
    if need.r#for == NeedFor::Mind {
        text.push_str(&for_mind(need, stand, screen));
    }
    let id = &stand.charter_id;
    let (hint, words) = match (need.r#for, need.kind) {
        (NeedFor::Mind, _) => ("the mind is the host: submit an object of the need's schema", "-"),
        (_, NeedKind::Ask) => ("answer it", "--answer \"your words\""),
        (_, NeedKind::Parts) => ("confirm the parts, or say what to change", "--answer confirm"),
        _ => ("choose one, by its word or number", "--answer 1"),
    };
    text.push('\n');
    let command = format!("{} {words}", desk.typed("interview submit", id));
    let next = NextAction::new("interview", hint, command);
    text.push_str(&desk.next_line(&[next]));
    text
}

/// Tells a mind that reads text what it works on and what it is to give.
fn for_mind(need: &Need, stand: &DeepStand, screen: &Screen) -> String {
    let mut text = String::from("\n");
    let target = need.context.get("target").or_else(|| need.context.pointer("/round/target"));
    if let Some(target) = target {
        let word = |key: &str| target.get(key).and_then(Value::as_str).unwrap_or_default();
        let id = word("component");
        let name = stand.interview.topology.find(id).map_or(id, |it| it.name.as_str());
        let why = need.context.get("whyNow").and_then(Value::as_str);
        let why = why.map(|it| format!(": {it}")).unwrap_or_default();
        let words = format!("target: {} of “{name}” ({id}){why}", word("dimension"));
        text.push_str(&screen.wrap("  ", &clean(&words), LINES_MAX));
    }
    for (label, pointer) in [("asked:", "/round/question/text"), ("said:", "/round/answer/text")] {
        if let Some(words) = need.context.pointer(pointer).and_then(Value::as_str) {
            text.push_str(&screen.wrap("  ", &format!("{label} {}", clean(words)), LINES_MAX));
        }
    }
    text.push_str(&screen.wrap("  ", &format!("takes: {}", shape(&need.schema)), LINES_MAX));
    let words = "`*` is needed; --json has the whole context and the schema";
    text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", words, LINES_MAX)));
    text
}

/// Tells a schema in a line: keys with what they hold, `*` where one is needed.
fn shape(schema: &Value) -> String {
    let either = |forms: &Vec<Value>| forms.iter().map(shape).collect::<Vec<_>>().join(" or ");
    for key in ["anyOf", "oneOf"] {
        if let Some(forms) = schema.get(key).and_then(Value::as_array) {
            return either(forms);
        }
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return words.join("|");
    }
    if let Some(items) = schema.get("items") {
        return format!("[{}]", shape(items));
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return match schema.get("type").and_then(Value::as_str) {
            Some("number") => "0 to 1".to_owned(),
            Some(_) | None => "text".to_owned(),
        };
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_needed =
        |key: &str| required.is_some_and(|all| all.iter().any(|it| it.as_str() == Some(key)));
    let property = |(key, value): (&String, &Value)| {
        let sign = if is_needed(key) { "*" } else { "" };
        format!("{key}{sign}: {}", shape(value))
    };
    format!("{{{}}}", properties.iter().map(property).collect::<Vec<_>>().join(", "))
}

fn lines(shown: &ShownNeed, need: &Need, screen: &Screen) -> String {
    let mut text = screen.ink(Ink::Dim, &screen.wrap("  ", &shown.head, LINES_MAX));
    for part in [&shown.body, &shown.question] {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&screen.wrap("  ", part, LINES_MAX));
        }
    }
    if !shown.remark.is_empty() {
        text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", &shown.remark, LINES_MAX)));
    }
    if need.r#for == NeedFor::User && !need.options.is_empty() {
        text.push('\n');
        text.push_str(&screen.wrap("    ", &options(need), LINES_MAX));
    }
    text
}
