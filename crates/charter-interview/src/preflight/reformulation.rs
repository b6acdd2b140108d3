//! What was understood, in three forms.
//!
//! Owns what the forms must have and a draft of them made from the answers. Must not judge them: the
//! user does.

use super::dimension::Dimension;
use super::state::{Preflight, Reformulation};
use charter_kernel::Problem;
use std::fmt::Write;

/// The width of the drawing, inside its frame.
const FRAME_WIDTH: usize = 34;

/// Lists the forms that are missing: a summary, a story, a drawing.
#[must_use]
pub fn missing_forms(it: &Reformulation) -> Vec<Problem> {
    let is_blank = |text: Option<&str>| text.is_none_or(|it| it.trim().is_empty());
    let has_story = it.stories.iter().any(|it| !it.trim().is_empty());
    let forms = [
        ("summary", is_blank(it.summary.as_deref())),
        ("userStories", !has_story),
        ("diagram", is_blank(it.diagram.as_deref())),
    ];
    let problem = |(path, _): (&str, bool)| Problem {
        path: path.to_owned(),
        code: "form-missing".to_owned(),
        message: format!("`{path}` says nothing; what was understood is shown in three forms"),
    };
    forms.into_iter().filter(|(_, is_missing)| *is_missing).map(problem).collect()
}

/// Drafts the three forms from the request and the answers, in the user's own words.
#[must_use]
pub fn draft(state: &Preflight) -> Reformulation {
    let request = one_line(state.request.as_deref().or(state.topic.as_deref()).unwrap_or_default());
    let said = |dimension: Dimension| -> Vec<String> {
        let asked = state.answers().filter(|it| it.target == Some(dimension));
        asked.filter_map(|it| it.answer.as_deref()).map(one_line).collect()
    };
    let mut summary = format!("Goal: {request}\n");
    for dimension in Dimension::ALL {
        for answer in said(dimension) {
            let _ = writeln!(summary, "{}: {answer}", label(dimension));
        }
    }
    let corrections = state.reformulation.as_ref().and_then(|it| it.corrections.clone());
    if let Some(corrections) = &corrections {
        let _ = writeln!(summary, "Corrected: {}", one_line(corrections));
    }
    let why = said(Dimension::Problem).first().cloned();
    let why = why.map(|it| format!(", so that: {it}")).unwrap_or_default();
    let mut stories = vec![format!("As the one who asks, I want: {request}{why}")];
    let limits = said(Dimension::Scope);
    stories.extend(limits.iter().map(|it| format!("Given the scope, when it is done, then: {it}")));
    Reformulation {
        summary: Some(summary.trim_end().to_owned()),
        stories,
        diagram: Some(draw(&request, &said(Dimension::Technical), &said(Dimension::Scope))),
        analogies: Vec::new(),
        validated_at: None,
        validated_by: None,
        response: None,
        corrections,
    }
}

fn label(dimension: Dimension) -> &'static str {
    dimension.pick(["Why", "Given", "How", "Scope", "Risk"])
}

/// Draws boxes from the request to its end.
fn draw(request: &str, how: &[String], scope: &[String]) -> String {
    let step =
        |title: &str, text: Option<&String>| boxed(title, text.map_or("not said", String::as_str));
    let boxes = [boxed("asked", request), step("how", how.first()), step("done", scope.first())];
    boxes.join(&format!("{:>width$}\n", "|", width = FRAME_WIDTH / 2))
}

fn boxed(title: &str, text: &str) -> String {
    let rule = format!("+{}+\n", "-".repeat(FRAME_WIDTH));
    let inner = FRAME_WIDTH - 2;
    let line: String = format!("{title}: {text}").chars().take(inner).collect();
    let gap = inner.saturating_sub(line.chars().count());
    format!("{rule}| {line}{} |\n{rule}", " ".repeat(gap))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
