//! Which words show what, in every language.
//!
//! Owns the classes of words and how they are found in a text. Must not know what follows from them.

use super::index::{Hit, Index};
use super::term::{Term, Terms, visit_word};
use super::text::{is_glyph, padded};

const WORDS: &str = include_str!("../../../data/deep/words.txt");
const CONCEPTS: &str = include_str!("../../../data/deep/concepts.txt");
const POLES: &str = include_str!("../../../data/deep/poles.txt");
const CHOICES: &str = include_str!("../../../data/deep/choices.txt");

/// How many words there are, about.
const ENTRIES: usize = 4_000;

/// What a word can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It takes back some of what is said.
    Hedge,
    /// It leaves a question open.
    Evasion,
    /// It leaves the decision to somebody else.
    Delegation,
    Affirmation,
    /// It asks for more than yes or no.
    Interrogative,
    /// One or the other.
    Alternative,
    /// No or not.
    Negation,
    /// Something is left out.
    Exclusion,
    /// Something has a limit.
    Bound,
    /// The limit is the most.
    Upper,
    /// The limit is the least.
    Lower,
    /// Something happens, or happens if.
    Step,
    /// Something can be seen or tested.
    Observation,
    /// Something is there already.
    Setting,
    /// A reason follows.
    Reason,
    /// Something that was said is taken back.
    Revocation,
    /// Something is added.
    Addition,
    /// Nothing but this, or not this.
    Exclusive,
    /// What was before.
    Earlier,
    /// Two statements hold side by side.
    Both,
    /// A month or a day of the week.
    Calendar,
    /// Something is to go.
    Removing,
    /// It praises and cannot be counted.
    Vague,
    /// It opens a wish and names nothing.
    Lead,
    /// It says nothing.
    Stop,
    /// What stands before it is not there.
    Absent,
    /// What was said before stays as it is.
    Keep,
    /// What was denied ends, and what holds instead begins.
    Contrast,
    /// At the beginning of a clause it only sets something aside for which a verb is missing.
    Ellipsis,
    /// This and nothing else.
    Only,
    /// What stands before it is replaced by what stands behind it.
    Turned,
    /// It is about all of something.
    Widening,
    /// Something is there, and beside it something else.
    Beside,
    /// It asks for more of the same.
    More,
    /// It names the thing as a whole.
    Whole,
    /// A clause begins that describes what stands before it.
    Clause,
    /// An addition begins that a name can do without.
    Phrase,
    /// It ends a description of what stands behind it.
    Modifier,
    /// It ends a wish and names nothing.
    Wish,
    /// A thing follows.
    Article,
}

impl Class {
    /// Every class, in the order of the file.
    pub const ALL: [Self; 40] = [
        Self::Hedge,
        Self::Evasion,
        Self::Delegation,
        Self::Affirmation,
        Self::Interrogative,
        Self::Alternative,
        Self::Negation,
        Self::Exclusion,
        Self::Bound,
        Self::Upper,
        Self::Lower,
        Self::Step,
        Self::Observation,
        Self::Setting,
        Self::Reason,
        Self::Revocation,
        Self::Addition,
        Self::Exclusive,
        Self::Earlier,
        Self::Both,
        Self::Calendar,
        Self::Removing,
        Self::Vague,
        Self::Lead,
        Self::Stop,
        Self::Absent,
        Self::Keep,
        Self::Contrast,
        Self::Ellipsis,
        Self::Only,
        Self::Turned,
        Self::Widening,
        Self::Beside,
        Self::More,
        Self::Whole,
        Self::Clause,
        Self::Phrase,
        Self::Modifier,
        Self::Wish,
        Self::Article,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Hedge => "hedge",
            Self::Evasion => "evasion",
            Self::Delegation => "delegation",
            Self::Affirmation => "affirmation",
            Self::Interrogative => "interrogative",
            Self::Alternative => "alternative",
            Self::Negation => "negation",
            Self::Exclusion => "exclusion",
            Self::Bound => "bound",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Step => "step",
            Self::Observation => "observation",
            Self::Setting => "setting",
            Self::Reason => "reason",
            Self::Revocation => "revocation",
            Self::Addition => "addition",
            Self::Exclusive => "exclusive",
            Self::Earlier => "earlier",
            Self::Both => "both",
            Self::Calendar => "calendar",
            Self::Removing => "removing",
            Self::Vague => "vague",
            Self::Lead => "lead",
            Self::Stop => "stop",
            Self::Absent => "absent",
            Self::Keep => "keep",
            Self::Contrast => "contrast",
            Self::Ellipsis => "ellipsis",
            Self::Only => "only",
            Self::Turned => "turned",
            Self::Widening => "widening",
            Self::Beside => "beside",
            Self::More => "more",
            Self::Whole => "whole-thing",
            Self::Clause => "clause",
            Self::Phrase => "phrase",
            Self::Modifier => "modifier",
            Self::Wish => "wish",
            Self::Article => "article",
        }
    }
}

/// What a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// It shows something.
    Class(Class),
    /// A number is counted in it.
    Unit(&'static str),
    Number(u64),
    /// It names something that several languages have words for.
    Concept(u16),
    /// It stands on one side of an opposite.
    Pole(Pole),
    /// It is one of a family of which a thing usually has one.
    Choice {
        family: u16,
        member: u16,
    },
}

/// How near two statements must be for an opposite to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    /// Its words have other uses, so much must be shared.
    Loose,
    /// Something must be shared.
    Near,
    /// It is said of the thing as a whole, and then of all its parts.
    Whole,
}

/// One side of an opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pole {
    pub(super) number: u16,
    /// Which side of it.
    pub(super) is_upper: bool,
    /// How near two statements must be that stand on both sides.
    pub(super) range: Range,
}

/// Words by what they show.
#[derive(Debug, Clone)]
pub struct SenseLexicon {
    index: Index<Sense>,
}

impl Default for SenseLexicon {
    fn default() -> Self {
        Self::new()
    }
}

/// Visits the lines of a file: the number and the name above them, and the line.
fn visit_lines(file: &'static str, see: &mut dyn FnMut(u16, &'static str, &'static str)) {
    let mut name = "";
    let mut number = 0;
    for line in file.lines().skip(1).filter(|it| !it.starts_with('#') && !it.is_empty()) {
        match line.strip_prefix("  ") {
            Some(words) => see(number, name, words),
            None => {
                name = line.trim();
                number += 1;
            }
        }
    }
}

/// Gives what the words below a name in the file of classes stand for.
fn sense_of(name: &'static str) -> Option<Sense> {
    if let Some(unit) = name.strip_prefix("unit-") {
        return Some(Sense::Unit(unit));
    }
    if let Some(number) = name.strip_prefix("number-") {
        return number.parse().ok().map(Sense::Number);
    }
    Class::ALL.into_iter().find(|it| it.word() == name).map(Sense::Class)
}

impl SenseLexicon {
    #[must_use]
    pub fn new() -> Self {
        let mut index = Index::with_room(ENTRIES);
        visit_lines(WORDS, &mut |_, name, words| {
            let Some(sense) = sense_of(name) else { return };
            words.split_whitespace().for_each(|it| index.add(it, sense));
        });
        visit_lines(CONCEPTS, &mut |number, _, words| {
            words.split_whitespace().for_each(|it| index.add(it, Sense::Concept(number)));
        });
        visit_lines(POLES, &mut |number, name, words| {
            let range = match name.split_once(' ').map(|it| it.1) {
                Some("loose") => Range::Loose,
                Some("whole") => Range::Whole,
                _ => Range::Near,
            };
            let pole = Pole { number, is_upper: words.starts_with('+'), range };
            words.split_whitespace().skip(1).for_each(|it| index.add(it, Sense::Pole(pole)));
        });
        let mut member = 0;
        visit_lines(CHOICES, &mut |family, _, words| {
            member += 1;
            let sense = Sense::Choice { family, member };
            words.split_whitespace().for_each(|it| index.add(it, sense));
        });
        Self { index }
    }

    /// Visits everything that padded text holds, from left to right.
    pub(super) fn scan(&self, padded: &str, see: &mut dyn FnMut(Hit<Sense>)) {
        self.index.scan(padded, see);
    }

    fn hits(&self, class: Class, padded: &str) -> Vec<Hit<Sense>> {
        let mut hits: Vec<Hit<Sense>> = Vec::new();
        self.scan(padded, &mut |hit| {
            if hit.sense == Sense::Class(class) {
                hits.push(hit);
            }
        });
        hits
    }

    /// Visits where padded text holds words of a class.
    pub(super) fn visit(&self, class: Class, padded: &str, see: &mut dyn FnMut(usize, usize)) {
        self.scan(padded, &mut |hit| {
            if hit.sense == Sense::Class(class) {
                see(hit.start, hit.end);
            }
        });
    }

    /// Lists the words of a class that padded text holds, as they stand there.
    #[must_use]
    pub fn list(&self, class: Class, padded: &str) -> Vec<String> {
        let [list] = self.list_of(padded, [class]);
        list
    }

    /// Lists the words of several classes that padded text holds; an entry is found once.
    pub(super) fn list_of<const N: usize>(
        &self,
        padded: &str,
        classes: [Class; N],
    ) -> [Vec<String>; N] {
        let mut seen: Vec<u32> = Vec::new();
        let mut lists = [const { Vec::new() }; N];
        self.scan(padded, &mut |hit| {
            let Sense::Class(class) = hit.sense else { return };
            let Some(at) = classes.iter().position(|it| *it == class) else { return };
            let Some(list) = lists.get_mut(at) else { return };
            let word = padded.get(hit.start..hit.end).unwrap_or_default();
            if !seen.contains(&hit.entry) && !list.iter().any(|it| it == word) {
                seen.push(hit.entry);
                list.push(word.to_owned());
            }
        });
        lists
    }

    /// Tells whether padded text holds a word of a class.
    #[must_use]
    pub fn has(&self, class: Class, padded: &str) -> bool {
        let mut is_there = false;
        self.scan(padded, &mut |hit| is_there |= hit.sense == Sense::Class(class));
        is_there
    }

    /// Tells whether one word belongs to a class.
    #[must_use]
    pub fn is(&self, class: Class, word: &str) -> bool {
        let mut is_there = false;
        self.index.scan_alone(word, &mut |hit| {
            is_there |= hit.start == 0 && hit.sense == Sense::Class(class);
        });
        is_there
    }

    /// Takes the words of a class out of padded text.
    #[must_use]
    pub fn strip(&self, class: Class, padded: &str) -> String {
        let mut kept = String::with_capacity(padded.len());
        let mut from = 0;
        for hit in self.hits(class, padded) {
            kept.push_str(padded.get(from..hit.start.max(from)).unwrap_or_default());
            kept.push(' ');
            from = from.max(hit.end);
        }
        kept.push_str(padded.get(from..).unwrap_or_default());
        format!(" {} ", kept.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn terms(&self, text: &str) -> Terms {
        self.terms_of(&padded(text))
    }

    /// Gives the terms of padded text: things that have a name of their own first, then words.
    pub(super) fn terms_of(&self, padded: &str) -> Terms {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut terms: Vec<Term> = Vec::new();
        self.scan(padded, &mut |hit| match hit.sense {
            Sense::Concept(number) => {
                terms.push(Term::concept(number));
                spans.push((hit.start, hit.end));
            }
            Sense::Class(Class::Stop) => spans.push((hit.start, hit.end)),
            Sense::Class(_)
            | Sense::Unit(_)
            | Sense::Number(_)
            | Sense::Pole(_)
            | Sense::Choice { .. } => {}
        });
        visit_outside(padded, &spans, &mut |piece, _| visit_word(piece, &mut |it| terms.push(it)));
        Terms::of(terms)
    }

    /// Finds the unit that a text begins with.
    pub(super) fn find_unit(&self, text: &str) -> Option<&'static str> {
        let end = text.find(|it: char| !it.is_alphanumeric() && it != '%' && it != '％');
        let word = text.get(..end.unwrap_or(text.len())).filter(|it| !it.is_empty())?;
        // Behind a unit of a script with blanks a word of another may follow at once.
        let latin = word.find(is_glyph).filter(|it| *it > 0).unwrap_or(word.len());
        let mut found: Option<(usize, &'static str)> = None;
        self.index.scan_alone(word.get(..latin)?, &mut |hit| {
            if let Sense::Unit(unit) = hit.sense
                && hit.start == 0
            {
                found = found.max(Some((hit.end, unit)));
            }
        });
        found.map(|(_, unit)| unit)
    }

    /// Finds the thing that a text begins with, in scripts with blanks.
    pub(super) fn find_noun(&self, text: &str) -> Option<Term> {
        let end = text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len());
        let word = text.get(..end).filter(|it| !it.chars().any(is_glyph))?;
        self.terms(word).iter().next()
    }

    /// Gives the number that a word stands for.
    pub(super) fn find_number(&self, word: &str) -> Option<u64> {
        let mut number = None;
        self.index.scan_alone(word, &mut |hit| {
            if let Sense::Number(found) = hit.sense
                && hit.start == 0
                && !word.chars().any(is_glyph)
            {
                number = Some(found);
            }
        });
        number
    }
}

/// Visits the words of padded text outside of spans that are in order, with where they begin.
pub(super) fn visit_outside(
    padded: &str,
    spans: &[(usize, usize)],
    see: &mut dyn FnMut(&str, usize),
) {
    let mut from = 0;
    let mut visit = |from: usize, to: usize| {
        let mut at = from;
        for word in padded.get(from..to).unwrap_or_default().split(' ') {
            if !word.is_empty() {
                see(word, at);
            }
            at += word.len() + 1;
        }
    };
    for (start, end) in spans {
        if *start > from {
            visit(from, *start);
        }
        from = from.max(*end);
    }
    visit(from, padded.len());
}
