//! Preflight: may this request start without questions?
//!
//! Owns the triggers, the five dimensions and their weights, the questions, the gate and the state
//! file's two shapes. Must not read files or know the time: text and values come in, a decision and
//! values go out. [`assess`] is the decision about a request; [`answer`], [`reformulate`],
//! [`validate`], [`skip`] and [`with_research`] change an interview; [`read`] and [`render`] are its
//! file.

mod assess;
mod bypass;
mod change;
mod clause;
mod confidence;
mod deed;
mod dimension;
mod due;
mod dump;
mod glyph;
mod history;
mod impact;
mod lexicon;
mod loose;
mod parse;
mod profile;
mod question;
mod reader;
mod record;
mod reformulation;
mod render;
mod research;
mod speech;
mod state;
mod text;
mod topic;
mod trigger;
mod vocabulary;

pub use assess::{Assessment, Inquiry, Keep, Routing, Saying, assess};
pub use bypass::{Surroundings, assumptions, version_of};
pub use change::{ANSWER_CHARS_MAX, GivenAnswer, answer, reformulate, skip, validate};
pub use confidence::{Band, Composite, baseline, routed};
pub use dimension::{Dimension, GAIN_MAX, Impact, Scores, apply_impact, parse_impact};
pub use due::{choose_target, next_question};
pub use dump::brain_dump;
pub use history::{History, Pruned, SKIPS_MAX, Session};
pub use impact::{impact_of_answer, scores_of_request};
pub use lexicon::{Lexicon, List, Phrase, shipped_phrases};
pub use parse::{BYTES_MAX, Reading, parse_reformulation, read};
pub use profile::{
    Asks, Profiles, REQUEST, Weights, WorkflowProfile, n_shipped_rows, parse_own,
    shipped as shipped_profiles,
};
pub use question::{Choice, Question, parse_question, problems_of, shipped_questions};
pub use record::{PreflightRecord, PreflightReply, PreflightWord};
pub use reformulation::{draft, missing_forms};
pub use render::{
    confidence as confidence_json, impact as impact_json, reformulation as reformulation_json,
    render, to_json, trigger as trigger_json,
};
pub use research::{LookedUp, Lookup, PLACES_MAX, find_note, suggest, with_research};
pub use speech::PreflightSpeech;
pub use state::{
    Asked, BypassEntry, BypassReason, GAP_ROUNDS_MAX, Gate, LIFE_MS, Phase, Preflight,
    QUESTIONS_MAX, Reformulation, Research, ResearchKind, ResearchNote, Validation,
};
pub use text::{Found, Text};
pub use topic::{RequestTopic, files_of, similarity, topic_of};
pub use trigger::{Priority, Trigger, TriggerKind, detect, shipped_triggers};
