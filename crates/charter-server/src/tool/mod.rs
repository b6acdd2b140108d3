//! The tools: what each takes, says about itself and does.
//!
//! One file a tool. A tool translates: arguments into a call of the application, a report into JSON.

mod charter;
mod done;
mod interview;
mod list;
mod plan;
mod preflight;
mod property;
mod record;
mod status;

pub(crate) use done::Done;
pub(crate) use interview::answer;
pub use list::describe_tools;
pub(crate) use list::{TOOLS, Tool};
