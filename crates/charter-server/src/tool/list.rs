//! The tools that there are.
//!
//! Owns the closed list, in the order in which clients see it. A tool that does nothing yet is not in
//! it. No tool runs a command.

use super::{Done, charter, interview, plan, preflight, record, status};
use crate::argument::Arguments;
use charter_app::{App, Caller, ErrorReport};
use rmcp::model::{Tool as Described, ToolAnnotations};
use serde_json::Value;
use std::sync::Arc;

/// What a tool does.
type ToolRun = fn(&App, &Caller, &Arguments) -> Result<Done, ErrorReport>;

/// A tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    about: &'static str,
    /// Gives the JSON Schema of its arguments.
    pub(crate) schema: fn() -> Value,
    pub(crate) run: ToolRun,
    /// Whether it may put questions to the user.
    pub(crate) asks: bool,
    reads_only: bool,
    /// Whether something of it takes away for good what was there.
    takes_away: bool,
}

pub(crate) const TOOLS: [Tool; 6] = [
    // Abandoning ends a charter for good.
    Tool { takes_away: true, ..tool("charter", charter::ABOUT, charter::schema, charter::run) },
    tool("charter_record", record::ABOUT, record::schema, record::run),
    Tool { reads_only: true, ..tool("charter_status", status::ABOUT, status::schema, status::run) },
    Tool { asks: true, ..tool("interview", interview::ABOUT, interview::schema, interview::run) },
    // Clearing takes an interview away.
    Tool {
        takes_away: true,
        ..tool("preflight", preflight::ABOUT, preflight::schema, preflight::run)
    },
    tool("plan", plan::ABOUT, plan::schema, plan::run),
];

/// Makes a tool that writes, asks nobody and takes nothing away.
const fn tool(
    name: &'static str,
    about: &'static str,
    schema: fn() -> Value,
    run: ToolRun,
) -> Tool {
    Tool { name, about, schema, run, asks: false, reads_only: false, takes_away: false }
}

impl Tool {
    pub(crate) fn find(name: &str) -> Option<Self> {
        TOOLS.into_iter().find(|it| it.name == name)
    }

    /// Gives it as clients see it.
    pub(crate) fn describe(self) -> Described {
        let schema = (self.schema)().as_object().cloned().unwrap_or_default();
        let hints = ToolAnnotations::new().read_only(self.reads_only).destructive(self.takes_away);
        let hints = hints.open_world(false);
        Described::new(self.name, self.about, Arc::new(schema)).with_annotations(hints)
    }
}

/// Lists the tools as clients see them, for documents and tests.
#[must_use]
pub fn describe_tools() -> Vec<Value> {
    let json = |tool: Tool| serde_json::to_value(tool.describe()).unwrap_or_default();
    TOOLS.into_iter().map(json).collect()
}

#[cfg(test)]
mod tests {
    use super::describe_tools;

    /// The most bytes of one tool, with its schema.
    const TOOL_BYTES_MAX: usize = 2 * 1024;

    /// The most bytes of all of them.
    const TOOLS_BYTES_MAX: usize = 10 * 1024;

    const TOOLS_MAX: usize = 6;

    #[test]
    fn the_tools_are_few_and_small() {
        let tools = describe_tools();
        let mut total = 0;
        for tool in &tools {
            let bytes = tool.to_string().len();
            println!("{:>6}  {}", bytes, tool["name"]);
            assert!(bytes < TOOL_BYTES_MAX, "{} has {bytes} bytes", tool["name"]);
            total += bytes;
        }
        println!("{total:>6}  together, of {TOOLS_BYTES_MAX}");
        assert!(total < TOOLS_BYTES_MAX);
        assert!(tools.len() <= TOOLS_MAX);
    }

    #[test]
    fn what_takes_something_away_says_so() {
        let tools = describe_tools();
        let hint = |it: &&serde_json::Value| it["annotations"]["destructiveHint"] == true;
        let names: Vec<_> = tools.iter().filter(hint).map(|it| it["name"].clone()).collect();
        assert_eq!(names, ["charter", "preflight"]);
    }

    #[test]
    fn every_schema_is_closed_and_says_what_each_argument_is() {
        for tool in describe_tools() {
            let schema = &tool["inputSchema"];
            assert_eq!(schema["type"], "object", "{tool}");
            assert_eq!(schema["additionalProperties"], false, "{tool}");
            for (key, property) in schema["properties"].as_object().expect("properties") {
                assert!(property["type"].is_string(), "{} {key}", tool["name"]);
            }
        }
    }
}
