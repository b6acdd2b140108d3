//! The tools that there are.
//!
//! Owns the closed list, in the order in which clients see it. A tool that does nothing yet is not in
//! it. No tool runs a command.

use super::{Done, charter, interview, plan, preflight, record, status};
use crate::argument::Arguments;
use charter_app::{App, Caller, ErrorReport};
use rmcp::model::{JsonObject, Tool as Described, ToolAnnotations};
use serde_json::Value;
use std::sync::Arc;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// The lifecycle.
    Charter,
    /// Evidence.
    Record,
    /// Where it stands.
    Status,
    /// Questions and answers.
    Interview,
    /// Whether a request may start.
    Preflight,
    /// What is agreed on before work starts.
    Plan,
}

impl Tool {
    pub(crate) const ALL: [Self; 6] =
        [Self::Charter, Self::Record, Self::Status, Self::Interview, Self::Preflight, Self::Plan];

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Charter => "charter",
            Self::Record => "charter_record",
            Self::Status => "charter_status",
            Self::Interview => "interview",
            Self::Preflight => "preflight",
            Self::Plan => "plan",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Charter => charter::ABOUT,
            Self::Record => record::ABOUT,
            Self::Status => status::ABOUT,
            Self::Interview => interview::ABOUT,
            Self::Preflight => preflight::ABOUT,
            Self::Plan => plan::ABOUT,
        }
    }

    /// Gives the JSON Schema of its arguments.
    pub(crate) fn schema(self) -> Value {
        match self {
            Self::Charter => charter::schema(),
            Self::Record => record::schema(),
            Self::Status => status::schema(),
            Self::Interview => interview::schema(),
            Self::Preflight => preflight::schema(),
            Self::Plan => plan::schema(),
        }
    }

    /// Gives it as clients see it.
    pub(crate) fn describe(self) -> Described {
        let schema: JsonObject = match self.schema() {
            Value::Object(map) => map,
            _ => JsonObject::new(),
        };
        let is_reading = self == Self::Status;
        // Abandoning ends a charter for good, and clearing takes an interview away.
        let is_destructive = matches!(self, Self::Charter | Self::Preflight);
        let hints = ToolAnnotations::new().read_only(is_reading).destructive(is_destructive);
        let hints = hints.open_world(false);
        Described::new(self.name(), self.about(), Arc::new(schema)).with_annotations(hints)
    }

    pub(crate) fn run(
        self,
        app: &App,
        caller: &Caller,
        arguments: &Arguments,
    ) -> Result<Done, ErrorReport> {
        match self {
            Self::Charter => charter::run(app, caller, arguments),
            Self::Record => record::run(app, caller, arguments),
            Self::Status => status::run(app, caller),
            Self::Interview => interview::run(app, caller, arguments),
            Self::Preflight => preflight::run(app, caller, arguments),
            Self::Plan => plan::run(app, caller, arguments),
        }
    }
}

/// Lists the tools as clients see them, for documents and tests.
#[must_use]
pub fn describe_tools() -> Vec<Value> {
    let json = |tool: Tool| serde_json::to_value(tool.describe()).unwrap_or_default();
    Tool::ALL.into_iter().map(json).collect()
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
