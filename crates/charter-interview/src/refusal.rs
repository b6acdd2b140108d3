//! Why an interview says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use charter_contract::ContractRefusal;
use charter_kernel::{NextAction, Obstacle, Problem, Refuse, first_of, help, shell_word};

/// Why an interview says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InterviewRefusal {
    /// The contract says no.
    #[error(transparent)]
    Contract(#[from] ContractRefusal),
    /// The answer is for another question than the one that is open.
    #[error("question `{given}` is not open; the open one is `{open}`")]
    OtherQuestion { given: String, open: String },
    /// There is no question to answer.
    #[error("no question is open: {0}")]
    NoQuestion(String),
    /// There is nothing in the answer.
    #[error("an answer needs at least one word, or a reason to skip")]
    AnswerMissing,
    /// An answer that says nothing, as a sentence in the user's language says.
    #[error("{words}")]
    NoAnswer { need_id: String, words: String },
    /// What is said about the sections on the screen is neither a yes nor a change.
    #[error("say `accept`, or what a section says instead, such as `scope: only the command line`")]
    ReviewUnclear,
    /// What is said about drafted criteria cannot be done.
    #[error("nothing was changed: {0}")]
    DraftedUnclear(String),
    /// A list of answers that is no list of answers.
    #[error(
        "the answers look like JSON and are no list of texts, {{\"answer\": …}} and {{\"skip\": …}}"
    )]
    RepliesUnusable,
    /// One of a list of answers that is no answer.
    #[error("answer {number} of the list {problem}")]
    ReplyUnusable {
        /// Which one, from 1.
        number: usize,
        problem: &'static str,
    },
    /// The idea is longer than an interview takes.
    #[error("the idea is {chars} characters long; a deep interview takes at most {max}")]
    IdeaTooLong {
        /// Its length.
        chars: usize,
        /// The limit.
        max: usize,
    },
    /// The threshold is none.
    #[error("`{0}` is no threshold: it is above 0, at most 1, with at most four digits")]
    ThresholdUnusable(String),
    /// A deep interview about another idea goes on.
    #[error("a deep interview of `{0}` goes on, about another idea")]
    InterviewActive(String),
    /// What was submitted for a need cannot be taken.
    #[error("nothing was taken for `{need_id}`: {}", first_of(problems))]
    FulfilmentUnusable {
        need_id: String,
        /// Everything that is wrong with it.
        problems: Vec<Problem>,
    },
    /// charter.md hides the place where the answer belongs.
    #[error("charter.md hides its end in a fence or comment, so the answer has no place")]
    PadHidden,
    /// No interview before work is going on.
    #[error("no preflight is going on here")]
    PreflightMissing,
    /// What was given to an interview before work cannot be used.
    #[error("nothing was taken: {}", first_of(problems))]
    PreflightUnusable {
        /// Everything that is wrong with it.
        problems: Vec<Problem>,
    },
    /// An interview before work cannot take this step now.
    #[error("preflight cannot {step} now: {why}")]
    PreflightStep {
        step: &'static str,
        /// What stands against it.
        why: String,
    },
    /// Something irreversible is not skipped by a phrase.
    #[error("never skipped by a phrase: {}; answer, or name every such word", quoted(words))]
    PreflightRisk {
        /// The words that say so.
        words: Vec<String>,
    },
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

impl Refuse for InterviewRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::Contract(refusal) => refusal.obstacle(),
            Self::OtherQuestion { .. } => Obstacle::conflict("other-question", "needId"),
            Self::NoQuestion(_) => Obstacle::conflict("no-question", "needId"),
            Self::AnswerMissing => Obstacle::bad_input("answer-missing", "answer"),
            Self::NoAnswer { .. } => Obstacle::bad_input("no-answer", "answer"),
            Self::ReviewUnclear => Obstacle::bad_input("review-unclear", "answer"),
            Self::DraftedUnclear(_) => Obstacle::bad_input("drafted-unclear", "content"),
            Self::RepliesUnusable => Obstacle::bad_input("replies-unusable", "answers"),
            Self::ReplyUnusable { number, .. } => Obstacle::bad_input(
                "replies-unusable",
                format!("answers[{}]", number.saturating_sub(1)),
            ),
            Self::IdeaTooLong { .. } => Obstacle::bad_input("idea-too-long", "idea"),
            Self::ThresholdUnusable(_) => Obstacle::bad_input("threshold-unusable", "threshold"),
            Self::InterviewActive(_) => Obstacle::conflict("interview-active", "idea"),
            Self::FulfilmentUnusable { .. } => Obstacle::bad_input("fulfilment-unusable", "needId"),
            Self::PadHidden => Obstacle::bad_input("pad-hidden", "charter.md"),
            Self::PreflightMissing => Obstacle::conflict("preflight-missing", "preflight"),
            Self::PreflightUnusable { .. } => {
                Obstacle::bad_input("preflight-unusable", "preflight")
            }
            Self::PreflightStep { .. } => Obstacle::refused("preflight-not-now", "preflight"),
            Self::PreflightRisk { .. } => Obstacle::refused("preflight-high-risk", "request"),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        if let Self::FulfilmentUnusable { problems, .. } | Self::PreflightUnusable { problems } =
            self
        {
            return Some(problems.clone());
        }
        if let Self::Contract(refusal) = self {
            return refusal.collected();
        }
        let Self::PreflightRisk { words } = self else { return None };
        let problem = |it: &String| Problem {
            path: it.clone(),
            code: self.code().to_owned(),
            message: format!("`{it}` may be irreversible or reach many"),
        };
        Some(words.iter().map(problem).collect())
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let one =
            |action: &str, hint: &str, command: &str| vec![NextAction::new(action, hint, command)];
        match self {
            Self::Contract(refusal) => refusal.next_actions(),
            Self::IdeaTooLong { .. } => one("create", "start a charter", "charter new \"an idea\""),
            Self::OtherQuestion { .. }
            | Self::NoQuestion(_)
            | Self::AnswerMissing
            | Self::InterviewActive(_)
            | Self::FulfilmentUnusable { .. }
            | Self::RepliesUnusable => {
                one("interview", "see what is open", "charter interview next")
            }
            Self::DraftedUnclear(_) => {
                one("interview", "see what is drafted", "charter interview next")
            }
            Self::NoAnswer { need_id, .. } => {
                let command = format!("charter interview submit --need {need_id} --skip \"why\"");
                one("interview", "pass over the question", &command)
            }
            Self::ReviewUnclear => {
                one("interview", "accept what is shown", "charter interview submit --answer accept")
            }
            Self::ThresholdUnusable(_) | Self::ReplyUnusable { .. } => vec![help("interview")],
            Self::PadHidden => one("doctor", "see where it opens", "charter doctor"),
            Self::PreflightMissing => vec![begin_preflight()],
            Self::PreflightUnusable { problems } => mend_preflight(problems),
            Self::PreflightStep { .. } => vec![see_preflight()],
            Self::PreflightRisk { words } => confirm_risk(words),
        }
    }
}

fn see_preflight() -> NextAction {
    NextAction::new("preflight", "see where it is", "charter preflight")
}

/// Offers another request where there was none, else a look.
fn mend_preflight(problems: &[Problem]) -> Vec<NextAction> {
    match problems.first() {
        Some(first) if first.path == "request" => vec![begin_preflight()],
        Some(_) | None => vec![see_preflight()],
    }
}

fn begin_preflight() -> NextAction {
    let command = "charter preflight check \"a request\"";
    NextAction::new("preflight", "begin with a request", command)
}

/// Offers to go on with the questions, or to name what is irreversible.
fn confirm_risk(words: &[String]) -> Vec<NextAction> {
    let confirm = words.iter().fold(String::new(), |acc, it| acc + " --confirm " + &shell_word(it));
    let hint = "a person may, by naming every such word";
    vec![
        NextAction::new("preflight", "see the open question", "charter preflight"),
        NextAction::new("preflight", hint, format!("charter preflight bypass{confirm}")),
    ]
}
