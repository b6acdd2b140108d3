//! The real binary, run in hermetic repositories.
//!
//! Owns what a user and a script see: words, JSON, exit codes, and the files that are left. One
//! file per command, and one per topic that crosses commands.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking and says on stderr what it skips"
)]

mod abandon;
mod adopt;
mod bad_input;
mod check;
mod checkpoint;
mod complete;
mod completions;
mod concurrency;
mod config;
mod corruption;
mod deep;
mod deep_behaviour;
mod deep_parts;
mod derived;
mod disk;
mod doctor;
mod document;
mod export;
mod false_pass;
mod fresh;
mod gc;
mod getting_past;
mod home;
mod hook;
mod hook_words;
mod host;
mod hostile_checkout;
mod hostile_text;
mod import;
mod install;
mod interview;
mod interviewer;
mod kill;
mod later_version;
mod list;
mod lock;
mod log;
mod man;
mod mcp;
mod mcp_bounds;
mod mcp_http;
mod mcp_line;
mod mcp_wire;
mod new;
mod newcomer;
mod next_action;
mod objective;
mod pause;
mod place;
mod plan;
mod preflight;
mod prove;
mod readme;
mod record;
mod recording;
mod reference;
mod repair;
mod replay;
mod resume;
mod review;
mod sandbox;
mod scale;
mod scene;
mod schema;
mod screen;
mod selection;
mod show;
mod skill;
mod status;
mod stranger_files;
mod stranger_git;
mod talk;
mod talk_deep;
mod terminal;
mod torn_tail;
mod unreadable;
mod untried;
mod use_charter;
