//! A tool is about to be used.
//!
//! Owns the steps around the guard: where a path really leads, and what is said to the agent. Most calls
//! are none of charter's business, and are let through before anything is read.

use super::bound::{Bound, Notes};
use super::call::{HookAnswer, HookCall};
use crate::app::{App, Caller};
use charter_agents::guard::{Ground, Offence, Product, ToolUse, Write, read_tool};
use charter_contract::{Rigor, Status};
use charter_engine::query::planning;
use charter_interview::Planning;
use charter_kernel::shell_word;
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

/// The most links to what is not there that are followed.
const LINKS_MAX: usize = 8;

/// What an agent is told that would pass for a person.
const DISGUISED: &str = "Only a person can act as a person in charter, in a terminal of their own. Leave out \
                         the actor and call charter as yourself; what waits for a person is listed by \
                         `charter confirm`.";

impl App {
    /// Decides whether a tool may be used.
    pub(super) fn before_tool(
        &self,
        caller: &Caller,
        call: &HookCall,
        (name, input): (&str, &Value),
        notes: &mut Notes,
    ) -> HookAnswer {
        let writes = match read_tool(name, input) {
            ToolUse::Other => return HookAnswer::Pass,
            ToolUse::Disguised => return HookAnswer::Deny(DISGUISED.to_owned()),
            ToolUse::Asks => return self.before_question(caller, notes),
            ToolUse::Writes(writes) if writes.is_empty() => return HookAnswer::Pass,
            ToolUse::Writes(writes) => Some(writes),
            ToolUse::Unnamed => None,
        };
        let Some(bound) = self.bound(caller, notes) else { return HookAnswer::Pass };
        let planning = self.planned(&bound, notes);
        let Some(writes) = writes else {
            return match planning {
                Some(_) => HookAnswer::Deny(product_words("what it would edit", &bound)),
                None => HookAnswer::Pass,
            };
        };
        let project = self.store.real_path(&self.place.project);
        let root = self.store.real_path(self.store.layout().root());
        let ground = Ground { project: &project, root: &root };
        let real = |write: &Write| {
            let path = self.led(&write.path, call);
            Write { path: path.display().to_string(), effect: write.effect }
        };
        let product = if planning.is_some() { Product::Resting } else { Product::Open };
        match writes.iter().map(real).find_map(|it| ground.judge(&it, product)) {
            None => HookAnswer::Pass,
            Some(Offence::Owned(path)) => {
                HookAnswer::Deny(owned_words(&self.shown_path(&path), &bound))
            }
            Some(Offence::Product(path)) => {
                HookAnswer::Deny(product_words(&self.shown_path(&path), &bound))
            }
        }
    }

    /// Says whether product files rest; a ledger that cannot be believed binds nobody.
    fn planned(&self, bound: &Bound, notes: &mut Notes) -> Option<Planning> {
        if self.config.text("guard") == "off" {
            return None;
        }
        if let Err(err) = bound.loaded.can_write() {
            notes.add("product files are not guarded", &err);
            return None;
        }
        planning(&self.docs_of(bound), bound.state())
    }

    /// Follows a path to where it leads: through links, also those to what is not there yet.
    fn led(&self, path: &str, call: &HookCall) -> PathBuf {
        let below_home = path.strip_prefix('~').filter(|it| it.is_empty() || it.starts_with('/'));
        let mut path = match (below_home, &call.home) {
            (Some(rest), Some(home)) => home.join(rest.trim_start_matches('/')),
            _ => call.cwd.as_ref().unwrap_or(&self.cwd).join(path),
        };
        for _ in 0..LINKS_MAX {
            path = self.led_once(&path);
            match self.store.link_at(&path) {
                Some(target) => path = path.parent().unwrap_or(&path).join(target),
                None => break,
            }
        }
        path
    }

    /// Takes dots away, and follows links as far as something is there.
    fn led_once(&self, path: &Path) -> PathBuf {
        let mut led = PathBuf::new();
        for component in path.components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    led = self.store.real_path(&led);
                    led.pop();
                }
                other => led.push(other),
            }
        }
        for there in led.ancestors() {
            if matches!(self.store.look_at(there), Ok(Some(_)))
                && let Ok(rest) = led.strip_prefix(there)
            {
                let real = self.store.real_path(there);
                return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
            }
        }
        led
    }

    /// While a strict charter is worked on, what is not known is written down instead of asked.
    fn before_question(&self, caller: &Caller, notes: &mut Notes) -> HookAnswer {
        let Some(bound) = self.bound(caller, notes) else { return HookAnswer::Pass };
        let state = bound.state();
        if state.contract.rigor != Rigor::Strict || state.contract.status != Status::Active {
            return HookAnswer::Pass;
        }
        if let Err(err) = bound.loaded.can_write() {
            notes.add("the question is let through", &err);
            return HookAnswer::Pass;
        }
        let docs = self.docs_of(&bound);
        if planning(&docs, state).is_some() {
            return HookAnswer::Pass;
        }
        let report = self.stand_of(&bound, &docs);
        let open = report.overview.drift.ready_next.first().map(|it| it.criterion_id.as_str());
        let any = docs.criteria.criteria().last().map(|it| it.id.as_str());
        match open.or(any) {
            Some(target) => HookAnswer::Deny(ask_words(&bound, target)),
            // Without a criterion there is nothing that a blocker could stand against.
            None => HookAnswer::Pass,
        }
    }
}

fn owned_words(path: &str, bound: &Bound) -> String {
    let id = shell_word(bound.id.as_str());
    format!(
        "`{path}` is charter's own: only its commands write it, and the ledger would show it. Evidence is \
         recorded with `charter prove ID --charter {id} -- COMMAND` or `charter record`; \
         `charter status --charter {id}` says what is open. charter.md, criteria.md and REPORT.md are \
         yours to edit."
    )
}

fn product_words(path: &str, bound: &Bound) -> String {
    let id = shell_word(bound.id.as_str());
    format!(
        "{path}: product files rest while the interview of charter {id} is open. Go on with it: \
         `charter interview next --charter {id} --json` gives the open question, `charter interview \
         submit` takes the user's answer. `charter pause --charter {id}` lets it rest instead."
    )
}

fn ask_words(bound: &Bound, target: &str) -> String {
    let (id, target) = (shell_word(bound.id.as_str()), shell_word(target));
    format!(
        "Charter {id} is strict: while it is worked on, questions are written down and not asked. Record \
         what is missing as a blocker, against the criterion or milestone that it concerns: \
         `charter block {target} --charter {id} -m \"the question, and who can answer it\"`. It stands \
         until a person settles it. Then go on with what does not depend on it; where nothing is left, \
         `charter pause --charter {id} --reason \"why\"`."
    )
}
