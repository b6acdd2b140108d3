//! Why a replay is not run.
//!
//! Owns what an exemption needs: a reason of a known sort, who agreed, and something else that
//! shows it. Must not run replays.

use super::artifact::GateArtifact;
use super::section::{GateProblems, GateSection};
use super::seen::Seen;
use super::substance::is_substantive;
use serde_json::Value;

const REASON_CODES: [&str; 7] = [
    "unsafe_side_effect",
    "requires_credentials",
    "requires_network",
    "non_deterministic_external",
    "destructive",
    "interactive_only",
    "platform_unavailable",
];

/// Says what is missing from an exemption.
pub(super) fn check(
    artifact: &GateArtifact<'_>,
    value: &Value,
    artifacts: &[GateArtifact<'_>],
    seen: &Seen,
    problems: &mut GateProblems,
) {
    let part = GateSection { path: artifact.row.place("replayExempt"), value };
    let code = part.text("reasonCode").unwrap_or_default();
    if !REASON_CODES.contains(&code) {
        let message = format!("`reasonCode` must be one of {}", REASON_CODES.join(", "));
        problems.say(part.place("reasonCode"), "replay_exempt_reason_code", message);
    }
    if !part.text("reason").is_some_and(is_substantive) {
        let message = "`reason` must explain why it cannot be run again, in a sentence";
        problems.say(part.place("reason"), "replay_exempt_reason", message);
    }
    if part.text("approvedBy").is_none() {
        let message = "`approvedBy` must name who agreed to it";
        problems.say(part.place("approvedBy"), "replay_exempt_approver", message);
    }
    let place = part.place("fallbackArtifactRefs");
    let fallbacks = part.texts("fallbackArtifactRefs");
    if fallbacks.is_empty() {
        let message = "`fallbackArtifactRefs` must name an artifact that shows it instead";
        problems.say(place, "replay_exempt_fallback", message);
        return;
    }
    for id in fallbacks {
        let found = artifacts.iter().find(|it| it.id == id);
        let message = match found {
            _ if id == artifact.id => format!("`{id}` cannot stand in for itself"),
            None => format!("there is no artifact `{id}`"),
            Some(fallback) if !fallback.stands_in(seen) => {
                format!("`{id}` is no file that shows something")
            }
            Some(_) => continue,
        };
        problems.say(&place, "replay_exempt_fallback", message);
    }
}
