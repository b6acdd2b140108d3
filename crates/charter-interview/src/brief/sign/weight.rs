//! How much a sentence speaks for each section.
//!
//! Owns the weights of the signs, and which signs take others back. Must not know other sentences.

use super::label::Labelled;
use super::role;
use super::word::{SignLine, SignWords};
use crate::cue::has_number;
use crate::noise::is_evasive;
use charter_contract::Topic;
use charter_contract::drafting::{DraftStatement, DropReason, draft};

/// From here on a sentence is about a topic.
const SURE: i32 = 2;

/// What a label says needs no other sign.
const LABELLED: i32 = 10;

/// Under a label of something else, only so many points count.
const BESIDE_LABEL: i32 = 3;

/// What each class of words speaks for, how much each of its words counts, and how many of them do.
const WEIGHTS: [(&str, Topic, i32, usize); 14] = [
    ("today", Topic::Problem, 1, 1),
    ("pain", Topic::Problem, 2, 2),
    ("burden", Topic::Problem, 1, 2),
    ("lack", Topic::Problem, 1, 1),
    ("relief", Topic::ValueProp, 2, 2),
    ("gain", Topic::ValueProp, 2, 2),
    ("enable", Topic::ValueProp, 1, 2),
    ("version", Topic::Scope, 2, 1),
    ("excluded", Topic::Scope, 2, 1),
    ("only", Topic::Scope, 1, 1),
    ("wish", Topic::Scope, 1, 1),
    ("success", Topic::Success, 2, 2),
    ("proof", Topic::Success, 1, 2),
    ("period", Topic::Success, 1, 1),
];

/// The points of a sentence for each topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Points {
    of: [i32; 5],
    /// Whether it tells what somebody does or has, and not what is wished.
    pub(super) tells_outcome: bool,
}

impl Points {
    pub(super) fn of(&self, topic: Topic) -> i32 {
        let idx = Topic::ALL.into_iter().position(|it| it == topic);
        idx.and_then(|it| self.of.get(it)).copied().unwrap_or_default()
    }

    pub(super) fn is_sure(&self, topic: Topic) -> bool {
        self.of(topic) >= SURE
    }

    /// Tells whether it speaks clearly of nothing but people.
    pub(super) fn is_free(&self) -> bool {
        Topic::ALL.into_iter().all(|it| it == Topic::Users || !self.is_sure(it))
    }

    fn add(&mut self, topic: Topic, points: i32) {
        self.set(topic, self.of(topic) + points);
    }

    fn set(&mut self, topic: Topic, points: i32) {
        let idx = Topic::ALL.into_iter().position(|it| it == topic);
        if let Some(it) = idx.and_then(|it| self.of.get_mut(it)) {
            *it = points;
        }
    }
}

/// Weighs what a sentence says behind its label.
pub(super) fn weigh(words: &SignWords, text: &str, label: Option<Labelled>) -> Points {
    let line = words.line(text);
    let about = match label {
        Some(Labelled::Aside) => return Points::default(),
        Some(Labelled::About(topic)) => Some(topic),
        None => None,
    };
    if is_blank(&line, text) {
        return Points::default();
    }
    let mut points = said(words, &line, text);
    if let Some(topic) = about {
        for other in Topic::ALL {
            let is_clear = points.of(other) >= BESIDE_LABEL && topic != Topic::Scope;
            if !is_clear {
                points.set(other, 0);
            }
        }
        points.set(topic, LABELLED);
    }
    points
}

/// Tells whether there is nothing behind a label, or only that it is still open.
fn is_blank(line: &SignLine<'_>, text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
        || is_evasive(text)
        || line.shows("blank") && text.split_whitespace().count() <= 5
}

fn said(words: &SignWords, line: &SignLine<'_>, text: &str) -> Points {
    let mut points = Points::default();
    if line.shows("aside") || text.trim_end().ends_with(['?', '？']) {
        return points;
    }
    let told = line.before("relief");
    for (class, topic, weight, max) in WEIGHTS {
        // What is told behind `instead of` is gone.
        let of = if topic == Topic::Problem { &told } else { line };
        let n = i32::try_from(of.count(class).min(max)).unwrap_or(0);
        points.add(topic, n * weight);
    }
    add_drafted(&mut points, text, line.shows("relief"));
    add_scope(&mut points, words, line, text);
    add_success(&mut points, line, text);
    points.set(Topic::Users, role::points(words, line, text));
    settle(&mut points, line);
    let tells = points.of(Topic::Users) > 0 || line.shows("someone");
    points.tells_outcome = tells && !line.shows("wish") && !line.shows("idle");
    points
}

/// Adds what the drafting of criteria tells: what is left out, and what hurts.
fn add_drafted(points: &mut Points, text: &str, is_relieved: bool) {
    let drafted = draft(&[DraftStatement { text: text.to_owned(), ..DraftStatement::default() }]);
    if !drafted.wont.is_empty() {
        points.add(Topic::Scope, 2);
    }
    let hurts = drafted.dropped.iter().any(|it| it.why == DropReason::Pain);
    if hurts && !is_relieved {
        points.add(Topic::Problem, 2);
    }
}

/// A sentence of nothing but `no …, no …` leaves out; an enumeration behind a wish or of actions is what it does.
fn add_scope(points: &mut Points, words: &SignWords, line: &SignLine<'_>, text: &str) {
    let is_idle = line.shows("idle");
    if !is_idle && leaves_out(words, text) {
        points.add(Topic::Scope, 2);
    }
    if is_idle {
        points.set(Topic::Scope, points.of(Topic::Scope) - 2);
    }
    let n_parts = text.matches([',', '、', '，', '/', '+']).count();
    let acts = line.line.count("action") >= 2 || line.count("does") >= 2;
    let is_list = n_parts >= 2;
    let makes = line.shows("thing");
    points.add(Topic::Scope, i32::from(is_list && (acts || makes)));
    points.add(Topic::Scope, i32::from(makes && line.shows("wish") && (is_list || acts)));
}

/// Tells whether a clause begins with a word that leaves something out, and at least two do, or it is the first.
fn leaves_out(words: &SignWords, text: &str) -> bool {
    let clauses = text.split([',', ';', '，', '；', '、', '.', '(', '—', '–']);
    let is_out = |it: &&str| words.line(it).line.begins_with_of(words.entries("no"));
    let n_clauses = clauses.clone().filter(|it| !it.trim().is_empty()).count();
    let n_out = clauses.filter(is_out).count();
    n_out >= 2 || n_out == 1 && n_clauses == 1
}

/// A number with what it is held against, over some time or as a condition, is a threshold.
fn add_success(points: &mut Points, line: &SignLine<'_>, text: &str) {
    let has_number = has_number(text) || line.shows("number");
    let compares = line.shows("compare") || text.contains(['<', '>', '≤', '≥', '%', '％']);
    if compares && has_number {
        points.add(Topic::Success, 1);
    }
    if !(compares && has_number) && !line.shows("success") && line.count("proof") < 2 {
        points.set(Topic::Success, 0);
    }
}

/// Takes back what other signs of the sentence speak against.
fn settle(points: &mut Points, line: &SignLine<'_>) {
    let (success, problem) = (points.of(Topic::Success), points.of(Topic::Problem));
    let is_success = line.shows("success");
    if is_success {
        points.set(Topic::Problem, 0);
        points.set(Topic::ValueProp, points.of(Topic::ValueProp) - 1);
        points.set(Topic::Scope, points.of(Topic::Scope) - 1);
    } else if success > 0 && (problem >= SURE || line.shows("today")) {
        points.set(Topic::Success, 0);
    } else if success >= SURE {
        points.set(Topic::Problem, problem - 1);
    }
    if points.of(Topic::Scope) >= SURE && points.of(Topic::Problem) < 4 {
        points.set(Topic::Problem, points.of(Topic::Problem) - 2);
    }
    if points.of(Topic::Scope) >= SURE && !is_success {
        points.set(Topic::Success, points.of(Topic::Success) - 1);
    }
    for topic in Topic::ALL {
        points.set(topic, points.of(topic).max(0));
    }
}
