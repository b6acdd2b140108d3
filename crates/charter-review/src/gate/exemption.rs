//! Why a replay is not run.
//!
//! Owns what an exemption needs: a reason of a known sort, who agreed, and something else that
//! shows it. Must not run replays.

use super::artifact::GateArtifact;
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
pub(super) fn check<'a>(
    artifact: &GateArtifact<'a>,
    value: &'a Value,
    artifacts: &[GateArtifact<'a>],
) {
    let part = artifact.row.below("replayExempt", value);
    let code = part.text("reasonCode").unwrap_or_default();
    if !REASON_CODES.contains(&code) {
        let message = format!("`reasonCode` must be one of {}", REASON_CODES.join(", "));
        part.say("reasonCode", "replay_exempt_reason_code", message);
    }
    if !part.text("reason").is_some_and(is_substantive) {
        let message = "`reason` must explain why it cannot be run again, in a sentence";
        part.say("reason", "replay_exempt_reason", message);
    }
    if part.text("approvedBy").is_none() {
        let message = "`approvedBy` must name who agreed to it";
        part.say("approvedBy", "replay_exempt_approver", message);
    }
    let key = "fallbackArtifactRefs";
    let fallbacks = part.texts(key);
    if fallbacks.is_empty() {
        let message = "`fallbackArtifactRefs` must name an artifact that shows it instead";
        part.say(key, "replay_exempt_fallback", message);
        return;
    }
    for id in fallbacks {
        let found = artifacts.iter().find(|it| it.id == id);
        let message = match found {
            _ if id == artifact.id => format!("`{id}` cannot stand in for itself"),
            None => format!("there is no artifact `{id}`"),
            Some(fallback) if !fallback.stands_in() => {
                format!("`{id}` is no file that shows something")
            }
            Some(_) => continue,
        };
        part.say(key, "replay_exempt_fallback", message);
    }
}
