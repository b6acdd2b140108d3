//! What a mind is asked to do, in words.
//!
//! Owns the instructions: what each reply is for, what its figures and words mean, with examples. What its fields look
//! like is in `parse`. Must not hold questions for the user.

use super::state::PanelCause;
use super::{Dimension, Interview, Step};

/// How a dimension is judged, with an answer for each of three scores.
fn rubric(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Goal => {
            "goal: is it said what happens, for whom, and what they have at the end? \
             0.3 “an app for the ward” (a wish, no use of it); \
             0.6 “night nurses enter vital signs” (who and what, no outcome); \
             0.9 “a night nurse enters pulse and pressure at the bed, and the ward list shows both at once” \
             (somebody else would build the same thing)"
        }
        Dimension::Constraints => {
            "constraints: are the bounds said, what it must not do, and what is left out? \
             0.3 “it should be secure” (praise, no bound); \
             0.6 “it runs on the old tablets” (a bound, its size open); \
             0.9 “8 hours without network on the 4 tablets that are there, no billing, nothing stored outside the \
             hospital” (one could refuse a design by it)"
        }
        Dimension::Criteria => {
            "criteria: is it said what anybody could count or see when it works? \
             0.3 “nurses like it” (nothing to count); \
             0.6 “it is faster than paper” (a comparison, no figure); \
             0.9 “copying takes under 5 minutes a night, counted over 14 nights” (two people would judge alike)"
        }
        Dimension::Context => {
            "context: is it said what is there already and what may not change? \
             0.3 “we have some system”; 0.6 “a Django app” (named, not what the work touches); \
             0.9 “a Django app on PostgreSQL; `readings` gets a column, the export stays as it is”"
        }
    }
}

/// What makes something less clear, letter by letter.
const TRIGGERS: &str = "Triggers say that the answer made something LESS clear: A it contradicts an established fact \
     (`contradictedFact`); B it makes the scope larger than what was agreed; C it takes back or weakens what was firm; \
     D it avoids the question or answers another one. `status`: active where it holds, disputed where it may not be \
     meant so, unresolved where only the user can tell.";

/// What the lists of facts do.
const FACTS: &str = "`facts` are what this answer establishes, in the user's sense, one statement each, with the words \
     that show it as `evidence`. `disputes` lists facts that this answer contradicts: the user is asked which holds. Only \
     the answer to that question settles it: `confirms` where the old fact holds, `supersedes` of the new fact where it \
     does not. Never settle a contradiction yourself.";

/// What a question is like.
const QUESTION: &str = "The question is one question, about what is least clear after this, the disputed fact first where \
     there is one. It exposes an assumption instead of collecting a list; it names real things of this project; what can \
     be looked up is offered for confirmation, what must be decided is the user's. Each option is a whole answer to it \
     that a reasonable user could give, different from the others. Do not ask what the facts say already.";

/// Says what a mind is to do for a step.
pub(super) fn of(interview: &Interview, step: &Step) -> String {
    let parts: Vec<String> = match step {
        Step::Propose => vec![
            "Name the one to six parts of this idea that can succeed or fail on their own; group what belongs together, \
             use the user's words. Then write the first question, about the part that matters most."
                .to_owned(),
            QUESTION.to_owned(),
        ],
        Step::Score(_) => scored(interview, "Work on the user's answer (`round`)."),
        Step::AutoAnswer(_) => {
            let first = "The user left this question to you (`round`). Give the one answer that is safest and easiest to \
                         take back; it must not contradict a constraint that the user confirmed. Say what is uncertain \
                         about it, and in `sheet` what it makes of the interview.";
            scored(interview, first)
        }
        Step::Draft(_) => vec![
            "Write the next question, about `target` unless something else is less clear.".to_owned(),
            QUESTION.to_owned(),
        ],
        Step::Explain(_) => vec![
            "Explain briefly what the user asks back. Do not answer the question for them: it is asked again as it was."
                .to_owned(),
        ],
        Step::Panel(cause) => panel(cause),
        Step::Audit => vec![
            "Everything seems clear enough. Look at all that was said and name what is still open on a path that matters, \
             most important first; nothing means that it may close."
                .to_owned(),
        ],
        Step::State => {
            vec!["Say the goal in one sentence that covers every part that is not deferred.".to_owned()]
        }
        Step::Spec => vec![
            "Write the prose of the spec from what was said, in the user's words: constraints, what is left out, criteria \
             that somebody can show, each positive, one thing, with something to count or see, and with the ids in \
             `references` that it rests on; and the assumptions. Every intent in `intents` is named by its id."
                .to_owned(),
        ],
        Step::AskOn
        | Step::Confirm
        | Step::Ask(_)
        | Step::Crossing(_)
        | Step::Warn
        | Step::Restate
        | Step::Done => Vec::new(),
    };
    parts.join("\n\n")
}

fn scored(interview: &Interview, first: &str) -> Vec<String> {
    let weights = interview.setup.project.weights();
    let rubrics: Vec<String> = weights.iter().map(|(it, _)| format!("- {}", rubric(*it))).collect();
    vec![
        format!(
            "{first} In one reply: what it established, how clear every part is now, what stands against closing, the \
             goal in one sentence as it stands, and the next question. The engine decides which of these it needs."
        ),
        format!(
            "Score every part that is not deferred on every dimension, from 0 to 1, by what was said and nothing else. What \
             nobody said is low, however likely it is. Start from `clarity` of each part in the context and change what this \
             answer changes; figures of the context are in ten-thousandths, so 6000 there is the score 0.6. Where \
             `round.isRescored` is true the answer replaces another one: start from `round.clarityBefore`.\n{}",
            rubrics.join("\n")
        ),
        TRIGGERS.to_owned(),
        FACTS.to_owned(),
        QUESTION.to_owned(),
    ]
}

fn panel(cause: &PanelCause) -> Vec<String> {
    let lenses: Vec<String> =
        cause.personas().iter().map(|it| format!("- {}: {}", it.word(), it.lens())).collect();
    let task = if cause.asks_what_it_is() {
        "Nothing moves. Each persona on its own: say what this really is, which thing is the core and which are views of \
         it, and the answers that the next question can offer."
    } else {
        "Each persona on its own, without seeing the others: name the one blind spot that matters most, what supports it, \
         and the answers that the next question can offer."
    };
    let next = match cause {
        PanelCause::BeforeAnswer { .. } => "",
        PanelCause::Transition { .. } | PanelCause::Stall {} => QUESTION,
    };
    vec![format!("{task}\n{}", lenses.join("\n")), next.to_owned()]
}
