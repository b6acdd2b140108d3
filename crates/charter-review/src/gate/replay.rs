//! The replays that a gate lists, and whether each came out as it was recorded.
//!
//! Must not run them: what came of each was seen before.

use super::artifact::GateArtifact;
use super::digest::given;
use super::exemption;
use super::section::GateProblems;
use super::seen::{ReplaySeen, Seen};
use super::wants::ReplaySource;
use crate::artifact::Replay;
use serde_json::Value;

/// Runs through the replays, and says which neither hold nor are excused.
pub(super) fn check(artifacts: &[GateArtifact<'_>], seen: &Seen, problems: &mut GateProblems) {
    for artifact in artifacts {
        if let Some(value) = given(artifact.row.value, "replayExempt") {
            exemption::check(artifact, value, artifacts, seen, problems);
        } else if let Some(source) = &artifact.replay {
            check_replay(artifact, source, seen, problems);
        }
    }
}

fn check_replay(
    artifact: &GateArtifact<'_>,
    source: &ReplaySource,
    seen: &Seen,
    problems: &mut GateProblems,
) {
    let place = artifact.row.place("replay");
    let value = match source {
        ReplaySource::Inline(value) => value.clone(),
        ReplaySource::File(_) => {
            // That the file is missing is said already.
            let Some(file) = artifact.file(seen) else { return };
            let Ok(value) = serde_json::from_slice::<Value>(&file.bytes) else {
                problems.say(place, "replay_not_json", "it is not valid JSON");
                return;
            };
            value
        }
    };
    let replay = match Replay::parse(&value, &place) {
        Ok(replay) => replay,
        Err(found) => {
            problems.0.extend(found);
            return;
        }
    };
    let line = replay.argv.join(" ");
    match seen.replays.get(artifact.id) {
        None => problems.say(place, "replay_not_run", format!("`{line}` was not run")),
        Some(ReplaySeen::NotRun(why)) => {
            problems.say(place, "replay_not_run", format!("`{line}` was not run: {why}"));
        }
        Some(ReplaySeen::NotAllowed) => {
            let message = format!("`{line}` is not among the commands that may run");
            problems.say(place, "replay_command_not_allowed", message);
        }
        Some(ReplaySeen::TimedOut) => {
            let message = format!("`{line}` took longer than {} ms", replay.timeout_ms);
            problems.say(place, "replay_timed_out", message);
        }
        Some(ReplaySeen::Ran(ran)) => {
            problems.0.extend(replay.compare(ran, &seen.here, &place));
        }
    }
}
