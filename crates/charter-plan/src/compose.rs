//! The final text, put together from what was agreed.
//!
//! Owns its parts: the plan word for word, the decision, who agreed to what. The same parts give the
//! same text. Must not add a word to the plan.

use super::{Lane, LaneVerdict, Plan, StageRecord};

#[must_use]
pub fn compose(plan: &Plan, plan_text: &str, adr_text: Option<&str>) -> String {
    let mut parts = vec![plan_text.trim_end().to_owned()];
    if let Some(adr) = adr_text {
        parts.push(format!("---\n\n{}", adr.trim_end()));
    }
    let name = |it: &StageRecord| format!("`{}` ({})", plan.path(it), it.digest.short());
    let mut lines = vec!["---\n\n## Agreement\n".to_owned()];
    lines.extend(plan.current().map(|it| format!("- The plan is {}.", name(it))));
    for lane in Lane::ALL {
        let last = plan.said(lane).last();
        let word = plan.verdict(lane).map_or("nothing", LaneVerdict::word);
        let stage = lane.stage().word();
        lines.extend(last.map(|it| format!("- The {stage} says {word}: {}.", name(it))));
    }
    for id in plan.deferred() {
        lines.push(format!("- Left to the user: `{id}`."));
    }
    parts.push(lines.join("\n"));
    format!("{}\n", parts.join("\n\n"))
}
