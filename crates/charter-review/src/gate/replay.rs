//! The replays that a gate lists, and whether each came out as it was recorded.
//!
//! Must not run them: what came of each was seen before.

use super::artifact::GateArtifact;
use super::digest::given;
use super::exemption;
use super::seen::ReplaySeen;
use super::wants::ReplaySource;
use crate::artifact::Replay;
use serde_json::Value;

/// Runs through the replays, and says which neither hold nor are excused.
pub(super) fn check(artifacts: &[GateArtifact<'_>]) {
    for artifact in artifacts {
        if let Some(value) = given(artifact.row.value, "replayExempt") {
            exemption::check(artifact, value, artifacts);
        } else if let Some(source) = &artifact.replay {
            check_replay(artifact, source);
        }
    }
}

fn check_replay(artifact: &GateArtifact<'_>, source: &ReplaySource) {
    let (place, check) = (artifact.row.place("replay"), artifact.row.check);
    let value = match source {
        ReplaySource::Inline(value) => value.clone(),
        ReplaySource::File(_) => {
            // That the file is missing is said already.
            let Some(file) = artifact.file() else { return };
            let Ok(value) = serde_json::from_slice::<Value>(&file.bytes) else {
                check.say(place, "replay_not_json", "it is not valid JSON");
                return;
            };
            value
        }
    };
    let replay = match Replay::parse(&value, &place) {
        Ok(replay) => replay,
        Err(found) => {
            check.add(found);
            return;
        }
    };
    let line = replay.argv.join(" ");
    match check.seen.replays.get(artifact.id) {
        None => check.say(place, "replay_not_run", format!("`{line}` was not run")),
        Some(ReplaySeen::NotRun(why)) => {
            check.say(place, "replay_not_run", format!("`{line}` was not run: {why}"));
        }
        Some(ReplaySeen::NotAllowed) => {
            let message = format!("`{line}` is not among the commands that may run");
            check.say(place, "replay_command_not_allowed", message);
        }
        Some(ReplaySeen::TimedOut) => {
            let message = format!("`{line}` took longer than {} ms", replay.timeout_ms);
            check.say(place, "replay_timed_out", message);
        }
        Some(ReplaySeen::Ran(ran)) => {
            check.add(replay.compare(ran, &check.seen.here, &place));
        }
    }
}
