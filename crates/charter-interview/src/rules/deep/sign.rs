//! The signs that two clauses do not fit together.
//!
//! Owns when two clauses are about the same thing, and what then speaks against both: another
//! number, a negation, something taken back, the other side of an opposite, another one of a family.
//! Must not know whole statements.

use super::lexicon::{Class, Pole, Range};
use super::piece::{Chosen, TextClause};
use super::quantity::Quantity;
use super::term::Terms;

/// How many terms two texts share at least that are about the same thing.
pub(super) const SHARED_MIN: usize = 2;

/// An earlier and a later clause, and what was asked in between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairing<'p> {
    pub(super) old: &'p TextClause<'p>,
    pub(super) new: &'p TextClause<'p>,
    pub(super) about: &'p Terms,
}

impl Pairing<'_> {
    /// Tells whether a clause has another number than an earlier one for the same measure of the
    /// same thing, in the same sense.
    pub(super) fn counts_otherwise(&self) -> bool {
        let Self { old, new, about } = self;
        if old.quantities.is_empty() || new.quantities.is_empty() {
            return false;
        }
        // Several numbers of one sort are a range or a list, and nothing is known about those.
        let single = |list: &[Quantity], one: &Quantity| {
            list.iter().filter(|it| it.is_alike(one)).count() == 1
        };
        let (old_upper, old_lower) = (old.has(Class::Upper), old.has(Class::Lower));
        let (new_upper, new_lower) = (new.has(Class::Upper), new.has(Class::Lower));
        let differs = |was: &Quantity, now: &Quantity| {
            let is_within = (old_upper && now.value <= was.value)
                || (old_lower && now.value >= was.value)
                || (old_lower && new_upper && now.value > was.value)
                || (old_upper && new_lower && now.value < was.value);
            was.is_alike(now) && was.value != now.value && !is_within
        };
        let is_other = old.quantities.iter().filter(|it| single(&old.quantities, it)).any(|was| {
            let mut singles = new.quantities.iter().filter(|it| single(&new.quantities, it));
            singles.any(|now| differs(was, now))
        });
        let is_asked = new.terms.is_empty() && {
            let n_asked = old.terms.n_shared(about);
            n_asked > 0 && n_asked * 2 >= old.terms.len()
        };
        is_other && !new.has(Class::Addition) && (is_asked || self.is_same_thing())
    }

    /// Tells whether two clauses are about the same thing: the same word leads them, or most of
    /// their words are the same; pairs of letters need company.
    fn is_same_thing(&self) -> bool {
        let Self { old, new, .. } = self;
        let is_led = old.head.is_some() && old.head == new.head;
        let same = old.terms.shared(&new.terms);
        let n_least = old.terms.len().min(new.terms.len());
        let share = if is_wide(&same) { 4 } else { 2 };
        let is_close = same.len() >= SHARED_MIN && same.len() * share >= n_least;
        let least = old.terms.weight().min(new.terms.weight());
        (is_led && same.weight() * 2 >= least) || is_close
    }

    /// Tells whether the question in between is about what the earlier clause says.
    fn is_asked(&self) -> bool {
        let same = self.old.terms.shared(self.about);
        same.weight() >= SHARED_MIN || (!same.is_empty() && same.len() * 2 >= self.old.terms.len())
    }

    /// Tells whether the later clause has a subject of its own that was asked for: then it is about
    /// something else.
    fn is_elsewhere(&self, subject: &Terms) -> bool {
        let around = self.new.around.without(&self.new.denied);
        let subject = if subject.is_empty() { &around } else { subject };
        let own = subject.without(&self.old.terms);
        !own.is_empty() && subject.n_shared(&self.old.terms) == 0 && own.n_shared(self.about) > 0
    }

    /// Tells whether a clause denies what an earlier one says, or says what it denies.
    pub(super) fn turns(&self) -> bool {
        let Self { old, new, .. } = self;
        if new.has(Class::Keep) || (old.denied.is_empty() && new.denied.is_empty()) {
            return false;
        }
        self.denies(&new.denied, &old.asserted, &new.asserted)
            || (!new.is_denial() && self.denies(&old.denied, &new.asserted, &old.asserted))
    }

    /// Tells whether what one side denies is what the other holds; what else the denying side
    /// speaks of must not be something else.
    fn denies(&self, denied: &Terms, held: &Terms, beside: &Terms) -> bool {
        let same = denied.shared(held);
        let is_covered = if is_wide(denied) && self.is_asked() {
            same.weight() * 2 >= denied.weight()
        } else {
            same.weight() * 3 >= denied.weight() * 2
        };
        if same.is_empty() || !is_covered || self.is_elsewhere(beside) {
            return false;
        }
        let is_led = self.old.head.is_some_and(|it| same.contains(it));
        let is_linked = beside.n_shared(held) > 0;
        // A clause that says nothing else is about what was asked.
        let is_alone =
            beside.is_empty() && !is_wide(&same) && self.old.terms.n_shared(self.about) > 0;
        same.weight() >= SHARED_MIN || is_linked || is_led || is_alone || self.is_asked()
    }

    /// Tells whether a clause takes back what an earlier one says.
    pub(super) fn revokes(&self) -> bool {
        let Self { old, new, .. } = self;
        if new.revoked.is_empty() {
            return false;
        }
        let same = new.revoked.shared(&old.asserted);
        let is_led = old.head.is_some_and(|it| same.contains(it));
        let is_meant = same.weight() >= SHARED_MIN || is_led || self.is_asked();
        !new.has(Class::Keep) && !same.is_empty() && is_meant
    }

    /// Tells whether a clause takes the other side of an opposite.
    pub(super) fn opposes(&self) -> bool {
        let Self { old, new, .. } = self;
        if old.poles.is_empty() || new.poles.is_empty() {
            return false;
        }
        let same = old.terms.shared(&new.terms);
        let is_against = |was: &Pole, now: &Pole| {
            let is_near = match was.range {
                Range::Loose => {
                    same.weight() >= SHARED_MIN && same.weight() * 2 >= old.terms.weight()
                }
                Range::Near => !same.is_empty() || self.is_asked(),
                Range::Whole => !same.is_empty() || self.is_asked() || old.is_whole,
            };
            was.number == now.number && was.is_upper != now.is_upper && is_near
        };
        let takes_both = |pole: &Pole, list: &[Pole]| {
            list.iter().any(|it| it.number == pole.number && it.is_upper != pole.is_upper)
        };
        let mut firm = old.poles.iter().filter(|it| !takes_both(it, &old.poles));
        !new.has(Class::Keep)
            && !self.is_elsewhere(&new.asserted)
            && firm.any(|was| {
                let mut own = new.poles.iter().filter(|it| !takes_both(it, &new.poles));
                own.any(|now| is_against(was, now))
            })
    }

    /// Tells whether a clause adds something where an earlier one allows nothing else.
    pub(super) fn goes_beyond(&self) -> bool {
        let Self { old, new, .. } = self;
        let adds = new.has(Class::Addition) || new.has(Class::Beside);
        if !adds || !old.has(Class::Only) {
            return false;
        }
        let n_new = new.terms.without(&old.terms).weight();
        let is_about = old.terms.shared(&new.terms).weight() >= SHARED_MIN && n_new > 0;
        is_about && !new.is_denial() && !new.has(Class::Only)
    }

    /// Tells whether a clause chooses another one of a family.
    pub(super) fn chooses_otherwise(&self) -> bool {
        let Self { old, new, about } = self;
        if old.choices.is_empty() || new.choices.is_empty() {
            return false;
        }
        let is_led = old.head.is_some_and(|it| new.terms.contains(it) || about.contains(it));
        let is_only = old.has(Class::Exclusive);
        let mut was_chosen = old.choices.iter().filter(|it| !it.is_denied);
        let is_replaced = was_chosen.any(|was| {
            let of_family = |it: &&Chosen| it.family == was.family && !it.is_denied;
            let is_same = |it: &Chosen| it.member == was.member;
            let is_known = |it: &Chosen| old.choices.iter().any(|old| old.member == it.member);
            let now = || new.choices.iter().filter(of_family);
            let is_other = now().any(|it| !is_known(it));
            let is_beside = now().any(is_same);
            let is_dropped = new.choices.iter().any(|it| is_same(it) && it.is_denied);
            let is_near = is_beside || is_led || self.is_asked();
            is_other && (is_dropped || (is_only || (!is_beside && is_led)) && is_near)
        });
        is_replaced && (is_only || !new.has(Class::Addition)) && !new.has(Class::Alternative)
    }
}

fn is_wide(terms: &Terms) -> bool {
    terms.iter().any(super::term::Term::is_pair)
}
