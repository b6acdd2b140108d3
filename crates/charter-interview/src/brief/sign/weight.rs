//! How much a sentence speaks for each section.
//!
//! Owns the weights of the signs, and which signs take others back. Must not know other sentences.

use super::label::Labelled;
use super::role;
use super::word::{SignLine, SignWords};
use crate::cue::has_number;
use crate::noise::is_evasive;
use charter_contract::Topic;
use charter_contract::drafting::{SentenceTelling, telling};

/// From here on a sentence is about a topic.
const SURE: i32 = 2;

/// What a label says needs no other sign.
const LABELLED: i32 = 10;

/// Longer words say something.
const BLANK_CHARS_MAX: usize = 24;

/// Under a label of something else, only so many points count.
const BESIDE_LABEL: i32 = 3;

/// What each class of words speaks for, how much each of its words counts, and how many of them do.
const WEIGHTS: [(&str, Topic, i32, usize); 13] = [
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
    /// Whether it tells how things are, and neither names the thing nor wishes.
    pub(super) tells_state: bool,
    pub(super) is_wish: bool,
    /// Whether it holds a number against something, or says what must be.
    pub(super) demands: bool,
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
        points.tells_outcome = false;
        points.tells_state = false;
        points.demands = false;
    }
    points
}

/// Tells whether there is nothing behind a label, or only that it is still open.
fn is_blank(line: &SignLine<'_>, text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
        || is_evasive(text)
        || line.shows("blank") && text.chars().count() <= BLANK_CHARS_MAX
}

fn said(words: &SignWords, line: &SignLine<'_>, text: &str) -> Points {
    let mut points = Points::default();
    if line.shows("aside") || text.trim_end().ends_with(['?', '？']) {
        return points;
    }
    let told = line.before("relief").before("without");
    for (class, topic, weight, max) in WEIGHTS {
        // What is told behind `instead of` is gone.
        let of = if topic == Topic::Problem { &told } else { line };
        let n = i32::try_from(of.count(class).min(max)).unwrap_or(0);
        points.add(topic, n * weight);
    }
    if points.of(Topic::Problem) > 0 && told.shows("today") {
        points.add(Topic::Problem, 1);
    }
    add_drafted(&mut points, text, line.shows("relief"));
    if goes_without(words, line) {
        points.add(Topic::ValueProp, 1);
    }
    add_scope(&mut points, words, line, text);
    add_success(&mut points, words, line, text);
    points.set(Topic::Users, role::points(words, line, text));
    settle(&mut points, words, line);
    let is_idle = line.shows("idle");
    let tells = points.of(Topic::Users) > 0 || line.shows("someone");
    points.is_wish = line.shows("wish");
    points.tells_outcome = tells && !points.is_wish && !is_idle;
    points.tells_state = !points.is_wish && !is_idle && !names_thing(words, text);
    // A bare number demands nothing: `he trains 3 days a week`.
    let compares = line.shows("compare") && counts(words, line, text);
    let is_timed = line.shows("period") && !line.shows("today");
    let is_due = line.shows("modal") || is_timed || is_conditional(words, line);
    points.demands = !is_idle && !points.is_wish && (compares || is_due);
    points
}

/// Tells whether a sentence begins with the thing itself: `A game for …`, `Ein kleines Werkzeug …`.
fn names_thing(words: &SignWords, text: &str) -> bool {
    const FIRST_WORDS: usize = 5;
    const STATE_WORDS_MIN: usize = 5;
    if words.is_wide() {
        let first: String = text.chars().take(2 * FIRST_WORDS).collect();
        return words.line(&first).shows("thing") || words.line(text).shows("made-for");
    }
    let line = words.line(text);
    let first = line.line.words().take(FIRST_WORDS).collect::<Vec<_>>().join(" ");
    words.line(&first).shows("thing")
        || line.line.begins_with_of(words.entries("names"))
        || line.shows("made-for")
        || text.split_whitespace().count() < STATE_WORDS_MIN
}

/// Adds what the drafting of criteria tells: what is left out, and what hurts.
fn add_drafted(points: &mut Points, text: &str, is_relieved: bool) {
    match telling(text) {
        SentenceTelling::LeftOut => points.add(Topic::Scope, 2),
        SentenceTelling::Pain if !is_relieved => points.add(Topic::Problem, 2),
        SentenceTelling::Pain | SentenceTelling::Neither => {}
    }
}

/// Tells whether something goes without doing something else: `without opening`, `sans passer`.
fn goes_without(words: &SignWords, line: &SignLine<'_>) -> bool {
    let Some(behind) = line.behind("without") else { return false };
    let next = behind.line.words().next().unwrap_or_default();
    words.entries("verb-end").any(|it| next.ends_with(it.text.trim()))
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
    let line = words.line(text);
    let n_without = line.line.words().filter(|it| words.line(it).shows("without")).count();
    n_out >= 2 || n_out == 1 && n_clauses == 1 || n_without >= 2
}

/// A number with what it is held against, over some time or as a condition, is a threshold.
fn add_success(points: &mut Points, words: &SignWords, line: &SignLine<'_>, text: &str) {
    let has_number = counts(words, line, text);
    let compares = line.shows("compare") || text.contains(['<', '>', '≤', '≥', '%', '％']);
    let is_threshold = compares && has_number;
    let is_due = has_number && is_conditional(words, line)
        || line.shows("modal") && (compares || has_number);
    points.add(Topic::Success, i32::from(is_threshold) + i32::from(is_due));
    if !is_threshold && !is_due && !line.shows("success") && !is_proven(line) {
        points.set(Topic::Success, 0);
    }
}

/// Tells whether a sentence counts something, in figures or in words.
fn counts(words: &SignWords, line: &SignLine<'_>, text: &str) -> bool {
    if has_number(text) || line.shows("number") {
        return true;
    }
    let is_numeral = |it: char| "〇零一二三四五六七八九十百千万两数几".contains(it);
    words.is_wide()
        && text.char_indices().filter(|(_, it)| is_numeral(*it)).any(|(at, it)| {
            let behind = text.get(at + it.len_utf8()..).unwrap_or_default();
            words.entries("counter").any(|it| behind.starts_with(&it.text))
        })
}

fn is_proven(line: &SignLine<'_>) -> bool {
    line.count("proof") >= 2 || line.shows("proof") && line.shows("modal")
}

/// Tells whether a sentence begins with a condition, or holds one in scripts without blanks.
fn is_conditional(words: &SignWords, line: &SignLine<'_>) -> bool {
    match words.is_wide() {
        true => line.shows("condition"),
        false => line.line.begins_with_of(words.entries("condition")),
    }
}

/// Takes back what other signs of the sentence speak against.
fn settle(points: &mut Points, words: &SignWords, line: &SignLine<'_>) {
    let (success, problem) = (points.of(Topic::Success), points.of(Topic::Problem));
    let is_bet = is_conditional(words, line) && success >= SURE && !line.shows("today");
    let is_success = line.shows("success") || is_bet || is_proven(line);
    if line.shows("idle") {
        points.set(Topic::Problem, 0);
        points.set(Topic::Success, 0);
    } else if is_success {
        points.set(Topic::Problem, 0);
        points.set(Topic::ValueProp, points.of(Topic::ValueProp) - 1);
        points.set(Topic::Scope, points.of(Topic::Scope) - 1);
    } else if success > 0 && (problem >= SURE || line.shows("today") && !line.shows("proof")) {
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
