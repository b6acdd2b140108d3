//! The agreed register: what criteria said when they were agreed on, and what became of that.
//!
//! Owns what counts as a change: adding is free, taking out and rewording wait for a person. Must not know
//! how a change is shown.

use crate::agreed_text::is_no_command;
pub use crate::agreed_text::{is_same_agreement, text_at, text_of};
use crate::check::check_active;
use crate::document::Criterion;
use crate::event::{AgreedCriterion, ContractEvent};
use crate::{Agreed, Blocker, CharterAct, ContractRefusal, ContractState, Docs, Rigor, Status};
use charter_kernel::{Actor, Context, CriterionId, Decision, shell_word};
use std::collections::BTreeSet;

/// The word for a register that is not the agreed one.
pub const CHANGED: &str = "register-changed";

/// How the register differs from what was agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegisterDiff {
    Added(AgreedCriterion),
    /// It was agreed on as it stands, and not by a person, who has to.
    Unseen(AgreedCriterion),
    /// The texts that were agreed, of which there are several where branches agreed on different ones,
    /// and the one that stands there.
    Reworded {
        agreed: Vec<String>,
        now: AgreedCriterion,
    },
    Removed {
        id: CriterionId,
        agreed: Vec<String>,
    },
}

impl RegisterDiff {
    #[must_use]
    pub fn id(&self) -> &CriterionId {
        match self {
            Self::Added(now) | Self::Unseen(now) | Self::Reworded { now, .. } => &now.id,
            Self::Removed { id, .. } => id,
        }
    }

    /// Gives it as a difference: each line with `-` for what was agreed and `+` for what stands there, the
    /// title alone for what is new or gone. At strict what is new is shown whole, since somebody signs it.
    #[must_use]
    pub fn lines(&self, rigor: Rigor) -> Vec<(char, String)> {
        let title =
            |sign: char, text: &str| (sign, text.lines().next().unwrap_or_default().to_owned());
        match self {
            Self::Added(now) | Self::Unseen(now) if rigor == Rigor::Strict => {
                let is_said = |it: &&str| !it.trim().is_empty() && !is_no_command(it);
                now.text.lines().filter(is_said).map(|it| ('+', it.to_owned())).collect()
            }
            Self::Added(now) | Self::Unseen(now) => vec![title('+', &now.text)],
            Self::Removed { agreed, .. } => agreed.iter().map(|it| title('-', it)).collect(),
            Self::Reworded { agreed, now } => {
                let is_kept = |line: &&str| !now.text.lines().any(|it| it == *line);
                let gone = agreed.iter().flat_map(|it| it.lines().filter(is_kept));
                let is_new =
                    |line: &&str| !agreed.iter().any(|it| it.lines().any(|at| at == *line));
                let new = now.text.lines().filter(is_new);
                gone.map(|it| ('-', it.to_owned()))
                    .chain(new.map(|it| ('+', it.to_owned())))
                    .collect()
            }
        }
    }

    /// Tells whether nothing that was agreed is another thing by it.
    #[must_use]
    pub fn is_addition(&self) -> bool {
        matches!(self, Self::Added(_) | Self::Unseen(_))
    }
}

/// Tells whether a person agreed on a criterion as it stands, and at strict signed that.
#[must_use]
pub fn is_by_person(criterion: &Criterion, docs: &Docs, state: &ContractState) -> bool {
    let text = text_at(criterion, state.rigor);
    let is_signed =
        |it: &Agreed| state.rigor != Rigor::Strict || docs.observed.signed.contains_key(&it.place);
    let is_so =
        |it: &Agreed| it.by.is_person() && is_same_agreement(&it.text, &text) && is_signed(it);
    state.agreed.get(&criterion.id).is_some_and(|it| it.iter().all(is_so))
}

/// Lists how the register differs from what was agreed, in its own order; what was taken out comes last.
#[must_use]
pub fn differences(docs: &Docs, state: &ContractState) -> Vec<RegisterDiff> {
    let criteria = docs.criteria.criteria();
    let mut differences = Vec::new();
    for criterion in criteria {
        let text = text_at(criterion, state.rigor);
        let now = AgreedCriterion { id: criterion.id.clone(), text };
        match state.agreed.get(&criterion.id) {
            None => differences.push(RegisterDiff::Added(now)),
            Some(texts) if texts.iter().all(|it| is_same_agreement(&it.text, &now.text)) => {}
            Some(texts) => {
                let agreed = texts_of(texts);
                differences.push(RegisterDiff::Reworded { agreed, now });
            }
        }
    }
    let is_gone = |id: &CriterionId| {
        docs.criteria.find(id.as_str()).is_none() && !state.waived.contains_key(id)
    };
    let gone = state.agreed.iter().filter(|(id, _)| is_gone(id));
    differences.extend(
        gone.map(|(id, texts)| RegisterDiff::Removed { id: id.clone(), agreed: texts_of(texts) }),
    );
    differences
}

/// Lists different texts that were agreed on: branches that agreed on the same one agree.
fn texts_of(agreed: &[Agreed]) -> Vec<String> {
    let texts: BTreeSet<&String> = agreed.iter().map(|it| &it.text).collect();
    texts.into_iter().cloned().collect()
}

/// Gives the event that agrees on what was added since, if anything was: it goes with the next evidence.
#[must_use]
pub fn additions(docs: &Docs, state: &ContractState) -> Option<ContractEvent> {
    let added = differences(docs, state).into_iter().filter_map(|it| match it {
        RegisterDiff::Added(now) => Some(now),
        RegisterDiff::Unseen(_) | RegisterDiff::Reworded { .. } | RegisterDiff::Removed { .. } => {
            None
        }
    });
    let criteria: Vec<AgreedCriterion> = added.collect();
    let event = ContractEvent::RegisterAgreed { criteria, removed: Vec::new(), reason: None };
    let is_any =
        matches!(&event, ContractEvent::RegisterAgreed { criteria, .. } if !criteria.is_empty());
    is_any.then_some(event)
}

/// Lists the criteria that a person has to agree on and none did yet, as they stand: at strict all of them,
/// elsewhere those that must only keep working.
fn unseen(docs: &Docs, state: &ContractState) -> Vec<RegisterDiff> {
    let text_of = |it: &Criterion| text_at(it, state.rigor);
    let is_open = |it: &&Criterion| {
        let text = text_of(it);
        let is_agreed =
            |texts: &Vec<Agreed>| texts.iter().all(|it| is_same_agreement(&it.text, &text));
        (it.is_regression || state.rigor == Rigor::Strict)
            && state.agreed.get(&it.id).is_some_and(is_agreed)
            && !is_by_person(it, docs, state)
    };
    let open = docs.criteria.criteria().iter().filter(is_open);
    open.map(|it| RegisterDiff::Unseen(AgreedCriterion { id: it.id.clone(), text: text_of(it) }))
        .collect()
}

/// Lists how the register differs from what was agreed, as far as it is somebody's to agree on: a person's also
/// where nobody but an agent agreed yet.
#[must_use]
pub fn differences_for(docs: &Docs, state: &ContractState, actor: &Actor) -> Vec<RegisterDiff> {
    let mut differences = differences(docs, state);
    if actor.is_person() {
        differences.extend(unseen(docs, state));
    }
    differences
}

/// Lists what of the register waits for a person: what was changed or taken out, and at rigors that want
/// it what must only keep working.
#[must_use]
pub fn for_person(docs: &Docs, state: &ContractState) -> Vec<RegisterDiff> {
    if state.rigor == Rigor::Light {
        return Vec::new();
    }
    let changed = differences(docs, state).into_iter().filter(|it| !it.is_addition());
    changed.chain(unseen(docs, state)).collect()
}

/// Agrees on the register as it stands. Beyond additions that takes a person, at light anyone, and a reason.
pub fn agree(
    docs: &Docs,
    state: &ContractState,
    reason: Option<&str>,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_active(state, "agree on its criteria")?;
    let differences = differences_for(docs, state, &ctx.actor);
    if differences.is_empty() {
        return Ok(Decision::default());
    }
    let reason = reason.map(str::trim).filter(|it| !it.is_empty());
    if !differences.iter().all(RegisterDiff::is_addition) {
        CharterAct::ChangeCriteria.check(&ctx.actor, state.rigor, || {
            let (why, id) = (reason.unwrap_or("why"), &state.charter_id);
            format!("charter agree -m {} --charter {}", shell_word(why), shell_word(id))
        })?;
        if reason.is_none() {
            return Err(ContractRefusal::ReasonMissing("agree"));
        }
    }
    let (mut criteria, mut removed) = (Vec::new(), Vec::new());
    for difference in differences {
        match difference {
            RegisterDiff::Added(now)
            | RegisterDiff::Unseen(now)
            | RegisterDiff::Reworded { now, .. } => criteria.push(now),
            RegisterDiff::Removed { id, .. } => removed.push(id),
        }
    }
    let reason = reason.map(str::to_owned);
    Ok(Decision::of(vec![ContractEvent::RegisterAgreed { criteria, removed, reason }]))
}

/// Tells whether a criterion says what was agreed about it; one that nobody agreed on yet does.
#[must_use]
pub fn is_as_agreed(criterion: &Criterion, state: &ContractState) -> bool {
    let text = text_at(criterion, state.rigor);
    let is_same = |it: &Agreed| is_same_agreement(&it.text, &text);
    state.agreed.get(&criterion.id).is_none_or(|it| it.iter().all(is_same))
}

/// Counts the criteria that a charter was completed with and that are gone since.
#[must_use]
pub fn n_cut_since_end(docs: &Docs, state: &ContractState) -> usize {
    if state.status != Status::Completed {
        return 0;
    }
    let is_removed = |it: &RegisterDiff| matches!(it, RegisterDiff::Removed { .. });
    differences(docs, state).iter().filter(|it| is_removed(it)).count()
}

/// Lists the criteria that are not what was agreed.
#[must_use]
pub fn blockers(docs: &Docs, state: &ContractState) -> Vec<Blocker> {
    let words = |it: &RegisterDiff| match state.status {
        Status::Completed => changed_since_end(it, state),
        Status::Active | Status::Paused | Status::Abandoned => changed_since_agreed(it),
    };
    let blocker =
        |it: RegisterDiff| Some(Blocker::new(CHANGED, words(&it)?).of_criterion(it.id().as_str()));
    differences(docs, state).into_iter().filter_map(blocker).collect()
}

fn changed_since_agreed(difference: &RegisterDiff) -> Option<&'static str> {
    match difference {
        RegisterDiff::Added(_) | RegisterDiff::Unseen(_) => None,
        RegisterDiff::Reworded { agreed, .. } if agreed.len() > 1 => {
            Some("two branches agreed on different texts: a person settles it with `charter agree`")
        }
        RegisterDiff::Reworded { .. } => {
            Some("its text was changed after it was agreed: change it back, or a person agrees")
        }
        RegisterDiff::Removed { .. } => {
            Some("it was agreed and is gone from criteria.md: put it back, or a person agrees")
        }
    }
}

/// After completion nobody agrees on anything any more: what was shown is what was agreed then.
fn changed_since_end(difference: &RegisterDiff, state: &ContractState) -> Option<&'static str> {
    match difference {
        RegisterDiff::Unseen(_) => None,
        // An older ledger has no agreed texts: what it has a word about was there.
        RegisterDiff::Added(now)
            if state.agreed.is_empty()
                || state.criteria.contains_key(&now.id)
                || state.waived.contains_key(&now.id) =>
        {
            None
        }
        RegisterDiff::Added(_) => Some(
            "it was added after the charter was completed: restore criteria.md, or open a new charter",
        ),
        RegisterDiff::Reworded { .. } => Some(
            "its text was changed after the charter was completed, so it isn't what was shown: restore \
             criteria.md, or open a new charter",
        ),
        RegisterDiff::Removed { .. } => Some(
            "it was taken out after the charter was completed: restore criteria.md, or open a new charter",
        ),
    }
}
