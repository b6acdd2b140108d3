//! The deep interview without a model: an honest checklist.
//!
//! Owns eight fixed questions in ten languages, what of them the user has answered already, when two
//! statements give different values for one thing, and the spec that follows. Pure: a [`ChecklistView`] in,
//! a [`ChecklistTurn`] or a [`ChecklistSpec`] out, the same for the same. Must not know events or who drives.
//!
//! How whoever holds the interview uses it:
//!
//! 1. Make a view of what was said: the idea, the language of the texts, and every round that the user has
//!    replied to, in order. A round that still waits for its reply is left out. A round says which topic its
//!    question was about, or which clash it settles; one that a model or another tool asked has neither, and
//!    its answer counts for whatever it speaks of.
//! 2. [`turn`] gives the next question, or none when there is nothing left to ask. Keep `topic` and `settles`
//!    of the question with its round: the next view needs them. `text` is the question, `example` a line below it,
//!    `why` why it is asked, `options` answers to choose from (only for a clash; an answer is matched by its words).
//! 3. An answer may be tried with [`noise_in`] before it is taken. One that says nothing need not be refused:
//!    kept in a round, it leaves its topic open, the question comes once more, and nothing of it reaches the spec.
//!    Where the user passes over a question, the round has no answer; it is not asked again, but for success.
//! 4. `facts` of the turn are the statements of the latest answer, word for word, none where it was noise.
//!    `clashes` are open; the next question is about the first of them. Nothing has to be disputed or superseded:
//!    what the user chose against is in `dropped` from then on, and in no spec. “Both hold” and words of the user's
//!    own drop nothing.
//! 5. `covered` says of each topic whether it was asked, answered, and has something to count or observe. It makes no
//!    figure. [`ChecklistTurn::is_finished`] is true only when nothing is left to ask and success was answered with something
//!    to count or observe; an interview without a next question that is not finished ends too, and says what is open.
//! 6. [`spec`] can be asked at any time. `draft` holds the user's words with the rounds they come from (`R3`; what
//!    the idea says has no round), `success` the statements for the drafting of criteria, `open` what nobody answered.

mod claim;
mod clash;
mod conduct;
mod heading;
mod measure;
mod page;
mod question;
mod reading;
mod settlement;
mod spec;
mod statement;
#[cfg(test)]
mod tests;
mod turn;
mod view;

pub use conduct::{ChecklistProgress, next, no_answer, progress};
pub(crate) use page::render as render_page;
pub use question::{ChecklistQuestion, example_line, topic_name};
pub use reading::noise_in;
pub use spec::{ChecklistSpec, is_observable, spec};
pub use statement::below_heading;
pub use turn::{ChecklistTurn, TopicState, turn};
pub use view::{ChecklistRound, ChecklistView};
