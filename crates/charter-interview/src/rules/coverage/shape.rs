//! Shapes of sentences and texts: numbers with units, check boxes, lists, lengths, scripts.
//!
//! Owns what is seen without knowing a word's meaning. Must not know a weight.

use super::sentence::Sentence;
use super::token::is_glyph;
use crate::wordlist::holds;

/// Words and signs for time and size that make a number a measurement.
const UNITS: &str = "ms s sec secs second seconds min mins minute minutes hour hours day \
    days week weeks month months year years fps mb gb x times users people sekunden minuten \
    stunden tage monate segundos minutos horas días meses secondes heures jours mois секунд \
    минут часов дней";

/// The same in scripts without spaces, where they follow the number at once.
const GLYPH_UNITS: &[char] = &[
    '초', '분', '시', '일', '주', '개', '명', '회', '秒', '分', '小', '天', '周', '月', '个', '人',
    '次', '件', '日', '年',
];

/// What a text is called by its features; `None` for a feature that is not a shape.
pub(super) fn title(name: &str) -> Option<&'static str> {
    Some(match name {
        "percent" => "a percentage",
        "compare" => "a number with a limit",
        "measure" => "a number with a unit",
        "number" => "a number",
        "check" => "a check-list item",
        "no-item" => "a list item that says no",
        "short-item" => "a short list item",
        "named-item" => "a list item with a name",
        "enumeration" => "several things in a row",
        "code" => "code or a path",
        "arrow" => "an arrow",
        "question" => "a question",
        "starts-build" => "something to build",
        "metric-number" => "a measured target",
        "items2" | "items4" | "items8" => "a list",
        _ => return None,
    })
}

/// What is known of a sentence when its shapes are named.
pub(super) struct SentenceView<'v> {
    pub(super) sentence: &'v Sentence<'v>,
    /// The same in lower case.
    pub(super) lower: &'v str,
    pub(super) words: &'v [String],
    pub(super) classes: &'v [String],
    pub(super) opening: &'v [String],
}

pub(super) fn of_sentence(view: &SentenceView<'_>) -> Vec<String> {
    let shapes = [number_shapes(view).as_slice(), &class_shapes(view), &form_shapes(view)].concat();
    let found = shapes.into_iter().filter(|(_, is_found)| *is_found);
    found.map(|(name, _)| format!("shape:{name}")).collect()
}

/// A shape and whether a sentence has it.
type NamedShape = (&'static str, bool);

fn number_shapes(view: &SentenceView<'_>) -> [NamedShape; 5] {
    let lower = view.lower;
    let is_number = lower.chars().any(char::is_numeric);
    let is_percent = is_number && (lower.contains(['%', '％']) || lower.contains("percent"));
    let is_compare = is_number && has_compare(lower);
    let is_measure = is_number && has_measure(lower, view.words);
    let is_measured = view.has("metric") || view.has("level") || view.has("bound");
    [
        ("number", is_number),
        ("percent", is_percent),
        ("compare", is_compare),
        ("measure", is_measure),
        ("metric-number", is_measured && (is_percent || is_compare || is_measure)),
    ]
}

fn class_shapes(view: &SentenceView<'_>) -> [NamedShape; 9] {
    let is_pain = view.has("pain") || view.has("lack");
    let is_help = view.has("benefit") || view.has("helps");
    let is_work = view.has("build") || view.has("part");
    let opens = |class: &str| view.opening.iter().any(|it| it == class);
    [
        ("person-benefit", view.has("person") && is_help),
        ("person-pain", view.has("person") && is_pain),
        ("today-pain", view.has("today") && is_pain),
        ("today-plain", view.has("today") && !is_pain),
        ("build-only", is_work && !is_help && !view.has("pain")),
        ("relief", view.has("benefit") && is_pain),
        ("opens-person", opens("person")),
        ("opens-anyone", opens("anyone")),
        ("opens-pain", opens("pain") || opens("lack")),
    ]
}

fn form_shapes(view: &SentenceView<'_>) -> [NamedShape; 10] {
    let SentenceView { sentence, lower, .. } = view;
    let opens_item = sentence.is_item && sentence.opens;
    let n_commas = lower.matches([',', '，', '、', ';', '；', '·', '/']).count();
    [
        ("path", is_path(lower)),
        ("check", sentence.is_check && sentence.opens),
        ("no-item", opens_item && starts_no(lower)),
        ("short-item", opens_item && lower.chars().count() < 60),
        ("named-item", opens_item && is_named(lower)),
        ("enumeration", n_commas >= 3),
        ("code", is_code(sentence.text)),
        ("arrow", lower.contains('→') || lower.contains("->")),
        ("question", lower.ends_with(['?', '？'])),
        ("starts-build", view.has("build") && starts_build(view.words)),
    ]
}

impl SentenceView<'_> {
    fn has(&self, class: &str) -> bool {
        self.classes.iter().any(|it| it == class)
    }
}

pub(super) fn of_text(sentences: &[Sentence<'_>]) -> Vec<String> {
    let n_items = sentences.iter().filter(|it| it.is_item && it.opens).count();
    let n_checks = sentences.iter().filter(|it| it.is_check && it.opens).count();
    let n_chars: usize = sentences.iter().map(|it| it.text.chars().count()).sum();
    let n_glyphs: usize =
        sentences.iter().map(|it| it.text.chars().filter(|char| is_glyph(*char)).count()).sum();
    let n_sentences = sentences.len();
    // A character of a script without spaces says as much as three letters.
    let n_letters = n_chars + 2 * n_glyphs;
    let shapes = [
        ("items2", n_items >= 2),
        ("items4", n_items >= 4),
        ("items8", n_items >= 8),
        ("checks", n_checks >= 2),
        ("all-items", n_items >= 2 && n_items + 1 >= n_sentences),
        ("prose", n_items == 0),
        ("one", n_sentences == 1),
        ("long", n_letters > 500),
        ("short", n_letters < 160),
        ("glyphs", n_glyphs * 4 > n_chars),
    ];
    let found = shapes.into_iter().filter(|(_, is_found)| *is_found);
    found.map(|(name, _)| format!("text:{name}")).collect()
}

fn has_compare(lower: &str) -> bool {
    let mut previous = ' ';
    for char in lower.chars().filter(|char| !char.is_whitespace()) {
        let after_sign = matches!(previous, '<' | '>' | '≤' | '≥' | '＜' | '＞' | '=' | '~' | '±');
        if after_sign && char.is_numeric()
            || previous.is_numeric() && matches!(char, '+' | '↑' | '↓')
        {
            return true;
        }
        previous = char;
    }
    false
}

fn has_measure(lower: &str, words: &[String]) -> bool {
    let is_number = |word: &String| word.chars().all(char::is_numeric);
    let spaced = words.iter().zip(words.iter().skip(1));
    let is_spaced = spaced.filter(|(word, _)| is_number(word)).any(|(_, unit)| holds(UNITS, unit));
    let joined = |word: &String| {
        let unit = word.trim_start_matches(char::is_numeric);
        unit.len() < word.len() && holds(UNITS, unit)
    };
    let chars = lower.chars().zip(lower.chars().skip(1));
    is_spaced
        || words.iter().any(joined)
        || chars.into_iter().any(|(char, unit)| char.is_numeric() && GLYPH_UNITS.contains(&unit))
}

fn starts_no(lower: &str) -> bool {
    let start = lower.trim_start_matches(|char: char| !char.is_alphanumeric());
    let words = [
        "no ", "not ", "don't ", "do not ", "never ", "without ", "kein", "nicht ", "sin ", "pas ",
        "sem ", "не ", "без ",
    ];
    start.starts_with(['不', '无', '非']) || words.iter().any(|word| start.starts_with(word))
}

fn is_named(lower: &str) -> bool {
    let bold = lower.starts_with("**");
    let colon =
        lower.char_indices().take(40).any(|(_, char)| matches!(char, ':' | '：' | '—' | '–'));
    bold || colon
}

fn is_code(text: &str) -> bool {
    text.contains('`')
        || text.contains("::")
        || text.contains("()")
        || text.contains('_') && !text.contains(" _")
}

/// Tells whether a text names a file: a slash or a dot between letters, and an extension.
fn is_path(lower: &str) -> bool {
    let ends = [
        ".rs", ".py", ".ts", ".tsx", ".js", ".md", ".json", ".dart", ".swift", ".css", ".java",
        ".go", ".yaml",
    ];
    let is_marked = lower.contains(['/', '`']);
    lower.contains("src/") || is_marked && ends.iter().any(|end| lower.contains(end))
}

fn starts_build(words: &[String]) -> bool {
    const VERBS: &str = "add create build implement support make use migrate convert \
        generate show display allow remove rename rework redesign refactor fix design \
        develop write integrate export import manage track count list view edit crear \
        desarrollar добавить сделать создать hinzufügen";
    words.first().is_some_and(|word| holds(VERBS, word))
}
