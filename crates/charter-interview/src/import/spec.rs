//! A spec as other tools write it: Markdown in any arrangement.
//!
//! Owns how rounds, questions, answers and criteria are told in it, line by line. Must not fail: a
//! line that nothing knows is passed over.

use super::figure::{figures, is_ambiguity, share};
use super::imported::Imported;
use crate::deep::{ComponentDraft, ImportForm, ImportedRound};
use charter_kernel::counted;

/// The words of a heading below which the goal stands.
const GOAL: &str = "goal, intent, objective, desired outcome, 목표, 目标, 目的, ゴール, objetivo";

/// The words of a heading below which stands what is no goal.
const NO_GOAL: &str =
    "non-goal, non goal, nongoal, not a goal, 비목표, 非目标, 非目標, no objetivo";

/// The words of a heading below which the criteria stand.
const CRITERIA: &str = "acceptance criteria, success criteria, 수용 기준, 인수 기준, 성공 기준, 验收, 成功标准, \
    受け入れ, criterios de";

/// The words of a heading below which the parts stand.
const TOPOLOGY: &str = "topology, components, 토폴로지, 拓扑, トポロジ";

/// The words of a heading below which the established facts stand.
const FACTS: &str = "established facts, 확립된 사실, 既定事实, 確立された事実";

const FACTS_MAX: usize = 100;

/// How a round is called.
const ROUND_WORDS: &str = "round, ronde, 라운드, ラウンド, 第, r";

/// How a question is marked.
const ASKS: &str = "question, 질문, 问题, 質問, contrarian, pregunta, q";

/// How an answer is marked.
const ANSWERS: &str = "user answer, user resolution, answer summary, answer, 답변, 回答, 答え, \
    respuesta, a";

const IDEA_CHARS_MAX: usize = 8000;

/// Which part of a round the lines belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoundPart {
    Neither,
    Question,
    Answer,
}

/// Reads a spec.
pub(super) fn read(text: &str) -> Imported {
    let mut imported = Imported { form: ImportForm::Spec, ..Imported::default() };
    let mut section = String::new();
    let mut part = RoundPart::Neither;
    let mut declared = None;
    let mut n_fenced = 0;
    for (line, is_fenced) in fenced(text) {
        if is_fenced {
            n_fenced += usize::from(!take_fenced(&mut imported, part, line));
            continue;
        }
        let bare = plain(line);
        if let Some(round) = listed_round(line) {
            imported.rounds.push(round);
            part = RoundPart::Neither;
            continue;
        }
        if let Some((number, rest)) = round_start(line) {
            let is_same =
                imported.rounds.last().is_some_and(|it| it.number == number && !is_heading(line));
            if !is_same {
                imported.rounds.push(ImportedRound { number, ..ImportedRound::default() });
            }
            part = RoundPart::Neither;
            take(&mut imported, &mut part, &rest);
            continue;
        }
        if is_heading(line) {
            section = bare.to_lowercase();
            part = RoundPart::Neither;
            if imported.title.is_empty() {
                let title = bare.split_once("Spec:").map_or(bare.as_str(), |(_, it)| it);
                title.trim().clone_into(&mut imported.title);
            }
            continue;
        }
        if imported.rounds.is_empty() {
            declared = declared.or_else(|| declared_rounds(&bare));
            head_line(&mut imported, &bare);
        }
        body_line(&mut imported, &section, line, &bare);
        if !imported.rounds.is_empty() {
            take(&mut imported, &mut part, &bare);
        }
    }
    if n_fenced > 0 {
        imported.note(format!(
            "{} in fences outside of rounds not read",
            counted(n_fenced, "line", "lines")
        ));
    }
    if let Some(n) = declared.filter(|it| *it != imported.rounds.len()) {
        imported.note(format!(
            "it declares {}; recognised: {}",
            counted(n, "round", "rounds"),
            imported.rounds.len()
        ));
    }
    imported
}

/// Gives every line with whether it is of a fence; a fence that nothing closes is none.
fn fenced(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_mark = |line: &str| line.trim_start().starts_with("```");
    let mut n_left = text.lines().filter(|it| is_mark(it)).count();
    let mut in_fence = false;
    text.lines().map(move |line| {
        if !is_mark(line) {
            return (line, in_fence);
        }
        n_left -= 1;
        let is_open = in_fence;
        in_fence = !in_fence && n_left > 0;
        (line, is_open || in_fence)
    })
}

/// Takes a line of a fence as it stands, where a part of a round is open; tells whether it was.
fn take_fenced(imported: &mut Imported, part: RoundPart, line: &str) -> bool {
    let Some(round) = imported.rounds.last_mut() else { return false };
    let text = match part {
        RoundPart::Question => &mut round.question,
        RoundPart::Answer => &mut round.answer,
        RoundPart::Neither => return false,
    };
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line.trim_end());
    true
}

/// Takes figures from the lines before the first round.
fn head_line(imported: &mut Imported, bare: &str) {
    if !bare.contains([':', '：', '|']) {
        return;
    }
    let read = figures(bare);
    imported.threshold = imported.threshold.or(read.threshold);
    imported.ambiguity = read.ambiguity.or(imported.ambiguity);
}

/// Takes the goal and the criteria, by the section that a line stands in.
fn body_line(imported: &mut Imported, section: &str, line: &str, bare: &str) {
    let is_in = |words: &str| words.split(", ").any(|it| section.contains(it));
    if bare.is_empty() {
        return;
    }
    if is_in(TOPOLOGY) && imported.rounds.is_empty() {
        imported.components.extend(component(line));
    } else if is_in(FACTS) && imported.rounds.is_empty() {
        if let Some(item) = list_item(line).filter(|_| imported.facts.len() < FACTS_MAX) {
            imported.facts.push(item);
        }
    } else if is_in(CRITERIA) {
        if let Some(item) = list_item(line) {
            imported.criteria.push(item);
        }
    } else if is_in(GOAL) && !is_in(NO_GOAL) && imported.idea.chars().count() < IDEA_CHARS_MAX {
        if !imported.idea.is_empty() {
            imported.idea.push('\n');
        }
        imported.idea.push_str(bare);
    }
}

/// Reads a part of the topology: a row of a table, with what it is and why it is deferred behind its
/// name; lines that are no row say something about all of them.
fn component(line: &str) -> Option<ComponentDraft> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let cells: Vec<String> = row.split('|').map(plain).collect();
    let cell = |idx: usize| cells.get(idx).map(String::as_str).unwrap_or_default();
    let name = cell(0);
    let is_rule = !name.chars().any(char::is_alphanumeric);
    let is_head =
        ["component", "part", "컴포넌트", "구성요소", "组件", "コンポーネント"].iter().any(|it| {
            name.to_lowercase().starts_with(it) && cells.len() > 1 && !cell(1).contains("active")
        });
    let is_deferred = cell(1).to_lowercase().contains("defer");
    if is_rule || is_head {
        return None;
    }
    let reason = || match cell(3) {
        "" => "deferred where it was imported from".to_owned(),
        reason => reason.to_owned(),
    };
    Some(ComponentDraft {
        name: name.to_owned(),
        description: cell(2).to_owned(),
        deferred: is_deferred.then(reason),
        ..ComponentDraft::default()
    })
}

/// Takes a line of a round: a label opens a part, anything else belongs to the open one.
fn take(imported: &mut Imported, part: &mut RoundPart, bare: &str) {
    let Some(round) = imported.rounds.last_mut() else { return };
    if bare.is_empty() || is_tag(bare) {
        return;
    }
    let mut bare = bare;
    if let Some(after) = bare.strip_prefix('→') {
        *part = RoundPart::Answer;
        bare = after.trim();
    } else if let Some(rest) = labelled(bare, ANSWERS) {
        *part = RoundPart::Answer;
        bare = rest;
    } else if let Some(rest) = labelled(bare, ASKS) {
        *part = RoundPart::Question;
        bare = rest;
    } else if is_ambiguity(bare) && *part != RoundPart::Question {
        round.ambiguity = share(bare).or(round.ambiguity);
        return;
    }
    // Question and answer on one line.
    let split = [" A: ", " / A: ", " A："].iter().find_map(|it| bare.split_once(it));
    if let (RoundPart::Question, Some((question, answer))) = (*part, split) {
        add(&mut round.question, question);
        add(&mut round.answer, answer);
        *part = RoundPart::Answer;
        return;
    }
    match part {
        RoundPart::Question => add(&mut round.question, bare),
        RoundPart::Answer => add(&mut round.answer, bare),
        RoundPart::Neither => {}
    }
}

/// Tells whether a line is one tag or comment, without words.
fn is_tag(bare: &str) -> bool {
    let is_whole = bare.starts_with('<') && bare.find('>') == Some(bare.len() - 1);
    is_whole || (bare.starts_with("<!--") && bare.ends_with("-->"))
}

fn add(text: &mut String, words: &str) {
    if !text.is_empty() && !words.trim().is_empty() {
        text.push('\n');
    }
    text.push_str(words.trim());
}

/// Finds a label such as `Q:`, `Question (2):` or `답변：` at the start of a line, and gives the rest.
fn labelled<'a>(bare: &'a str, labels: &str) -> Option<&'a str> {
    let (label, rest) = bare.split_once([':', '：'])?;
    let label = label.trim().to_lowercase();
    let label = label.split(['(', '（']).next().unwrap_or_default().trim().to_owned();
    let letters = label.trim_end_matches(|it: char| it.is_ascii_digit()).trim();
    labels.split(", ").any(|it| it == letters).then_some(rest.trim())
}

/// Tells whether a line begins a round, and gives its number and what follows.
fn round_start(line: &str) -> Option<(u32, String)> {
    let is_marked = is_heading(line) || line.trim_start().starts_with("**");
    let bare = plain(line);
    let lower = bare.to_lowercase();
    if let Some((number, rest)) = numbered_question(&bare) {
        return Some((number, rest));
    }
    for word in ROUND_WORDS.split(", ") {
        let Some(rest) = lower.strip_prefix(word) else { continue };
        let rest = rest.trim_start();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let behind = rest.get(digits.len()..).unwrap_or_default();
        let Ok(number) = digits.parse::<u32>() else { continue };
        let ends = behind.chars().next().is_none_or(|it| !it.is_ascii_digit() && it != '.');
        let is_plain = word.chars().count() > 1 && behind.starts_with([':', '：']);
        if ends && (is_marked || is_plain) && number <= 1000 {
            let n_kept = behind.chars().count();
            let kept: Vec<char> = bare.chars().collect();
            let from = kept.len().saturating_sub(n_kept);
            let rest: String = kept.get(from..).unwrap_or_default().iter().collect();
            let rest = rest.trim_start_matches([':', '：', '|', '—', '-', ' ']);
            return Some((number, rest.to_owned()));
        }
    }
    None
}

/// Reads a round that is one item of a list: `- R2 Release: medium → small`.
fn listed_round(line: &str) -> Option<ImportedRound> {
    let item = line.trim_start();
    let item = item.strip_prefix("- ").or_else(|| item.strip_prefix("* "))?.replace("**", "");
    let rest = item.trim_start().strip_prefix('R')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let (topic, said) = rest.get(digits.len()..)?.split_once([':', '：'])?;
    let number = digits.parse().ok().filter(|_| topic.starts_with(' '))?;
    let (asked, answer) = said.rsplit_once('→').unwrap_or(("", said));
    let question = format!("{} {}", topic.trim(), asked.trim());
    let ambiguity = answer.rsplit_once(['(', '（']).and_then(|(_, it)| share(it));
    let (question, answer) = (question.trim().to_owned(), answer.trim().to_owned());
    Some(ImportedRound { number, question, answer, ambiguity })
}

/// Reads `1. Q: … A: …` and `Q1: …`.
fn numbered_question(bare: &str) -> Option<(u32, String)> {
    let (label, _) = bare.split_once([':', '：'])?;
    let label = label.trim();
    let (number, word) = match label.split_once('.') {
        Some((number, word)) => (number.trim(), word.trim()),
        None => (label.strip_prefix('Q')?, "Q"),
    };
    let number: u32 = number.parse().ok()?;
    let rest = bare.split_once([':', '：']).map(|(_, it)| it.trim()).unwrap_or_default();
    (word == "Q" || word == "Question").then(|| (number, format!("Q: {rest}")))
}

fn is_heading(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Takes the markup off a line.
fn plain(line: &str) -> String {
    let bare = line.trim().trim_start_matches(['#', '>', ' ']);
    let bare = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")).unwrap_or(bare);
    bare.replace("**", "").replace('`', "").trim().to_owned()
}

/// Takes an item of a list, without its box or number.
fn list_item(line: &str) -> Option<String> {
    let bare = line.trim();
    let rest = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")).or_else(|| {
        let (number, rest) = bare.split_once(". ")?;
        number.chars().all(|it| it.is_ascii_digit()).then_some(rest)
    })?;
    let rest = rest.trim();
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().find_map(|it| rest.strip_prefix(it));
    let text = boxed.unwrap_or(rest).replace("**", "");
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn declared_rounds(bare: &str) -> Option<usize> {
    let (label, rest) = bare.split_once([':', '：'])?;
    let is_count =
        ["rounds", "라운드", "라운드 수", "轮次"].contains(&label.trim().to_lowercase().as_str());
    let digits: String = rest.trim().chars().take_while(char::is_ascii_digit).collect();
    is_count.then(|| digits.parse().ok()).flatten()
}
