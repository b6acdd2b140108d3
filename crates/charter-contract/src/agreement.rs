//! The agreed register: what criteria said when they were agreed on, and what became of that.
//!
//! Owns what counts as a change: adding is free, taking out and rewording wait for a person. Must not know
//! how a change is shown.

use crate::check::check_active;
use crate::document::{Criterion, Verifier};
use crate::event::{AgreedCriterion, ContractEvent};
use crate::evidence::same_text;
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
                let is_said = |it: &&str| !it.trim().is_empty() && it.trim() != COMMAND.trim();
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

/// What is agreed beside the text of a criterion that must only keep working.
const REGRESSION: &str = "\nKind: regression";

const ABSENT: &str = "Absent: ";

const VERIFIER: &str = "Verifier: ";

const COMMAND: &str = "Command: ";

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

/// Gives what is agreed about a criterion: everything that it says, that it must only keep working, what must be
/// gone and where, and whether somebody looks or something runs. A command is not agreed on: it may be mended.
#[must_use]
pub fn text_of(criterion: &Criterion) -> String {
    let kind = if criterion.is_regression { REGRESSION } else { "" };
    let gone = criterion.absent.as_ref().map(|it| format!("\n{ABSENT}{}", it.line()));
    let verifier = if criterion.by_hand { Verifier::Manual } else { criterion.verifier };
    let looked = format!("\n{VERIFIER}{}", verifier.word());
    let (title, said, also) =
        (criterion.title.trim(), criterion.said.trim(), criterion.also.trim());
    let text = format!("{title}\n{said}\n{also}");
    format!("{}{kind}{}{looked}", text.trim(), gone.unwrap_or_default())
}

/// Gives what is agreed about a criterion at a rigor: at strict the command that checks it is signed as well.
#[must_use]
pub fn text_at(criterion: &Criterion, rigor: Rigor) -> String {
    let text = text_of(criterion);
    match rigor {
        Rigor::Light | Rigor::Standard => text,
        Rigor::Strict => {
            let command = criterion.command.as_deref().unwrap_or_default().trim();
            format!("{text}\n{COMMAND}{command}")
        }
    }
}

/// Tells whether two agreed texts mean the same: the words as they read, and the fields as they are. Texts
/// without a verifier or a command, as they were agreed before or at another rigor, say nothing about it.
#[must_use]
pub fn is_same_agreement(one: &str, other: &str) -> bool {
    let ((one, mine), (other, theirs)) = (parts(one), parts(other));
    let is_by_hand = |it: &str| it == Verifier::Manual.word();
    let same_verifier = match (mine.verifier, theirs.verifier) {
        (Some(mine), Some(theirs)) => is_by_hand(mine) == is_by_hand(theirs),
        (None, _) | (_, None) => true,
    };
    let same_command = match (mine.command, theirs.command) {
        (Some(mine), Some(theirs)) => mine == theirs,
        (None, _) | (_, None) => true,
    };
    let same_fields = (mine.kind, mine.absent) == (theirs.kind, theirs.absent);
    same_verifier && same_command && same_fields && same_text(&one, &other)
}

/// What an agreed text says in fields.
#[derive(Debug, Default)]
struct AgreedFields<'a> {
    kind: bool,
    absent: Option<&'a str>,
    verifier: Option<&'a str>,
    command: Option<&'a str>,
}

/// Splits an agreed text into its words and the fields behind them.
fn parts(text: &str) -> (String, AgreedFields<'_>) {
    let mut fields = AgreedFields::default();
    let mut words = Vec::new();
    let mut lines: Vec<&str> = text.lines().collect();
    // It stands last, behind the verifier; a line of the description that looks like it is one of the description.
    if let [.., verifier, last] = lines.as_slice()
        && verifier.starts_with(VERIFIER)
        && let Some(command) = last.strip_prefix(COMMAND.trim_end())
    {
        fields.command = Some(command.trim());
        let _ = lines.pop();
    }
    for line in lines {
        if line == REGRESSION.trim() {
            fields.kind = true;
        } else if let Some(absent) = line.strip_prefix(ABSENT) {
            fields.absent = Some(absent);
        } else if let Some(verifier) = line.strip_prefix(VERIFIER) {
            fields.verifier = Some(verifier);
        } else {
            words.push(line);
        }
    }
    (words.join("\n"), fields)
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
