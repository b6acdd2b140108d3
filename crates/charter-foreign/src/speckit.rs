//! A feature folder of spec-kit: `spec.md`.
//!
//! Owns how stories, acceptance scenarios, requirements and measures are marked there. Holes that
//! nobody filled are no requirements. Must not know how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::lines::{is_hole, item, label, lines, plain};
use charter_kernel::counted;

/// What a section of the spec holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpecPart {
    Other,
    Story,
    EdgeCases,
    Requirements,
    Outcomes,
    Assumptions,
}

/// Tells whether a text is a spec of spec-kit.
pub(super) fn is_spec(text: &str) -> bool {
    let lines = lines(text);
    let is_titled = lines.iter().any(|it| {
        it.level == Some(1) && it.text.to_lowercase().starts_with("feature specification")
    });
    let has_stories =
        lines.iter().any(|it| it.level == Some(2) && it.text.starts_with("User Scenarios"));
    is_titled || has_stories
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let Some(file) = ForeignFile::find(files, "spec.md") else { return };
    let mut reading = SpecReading::default();
    for line in lines(file.text) {
        match line.level {
            Some(level) => reading.enter(contract, level, &line.text),
            None => reading.take(contract, &line.text),
        }
    }
    contract.groups.append(&mut reading.stories);
    contract.groups.push(reading.requirements);
    contract.groups.push(reading.outcomes);
    if reading.holes > 0 {
        contract.note(format!(
            "{} not filled",
            counted(reading.holes, "hole of the template is", "holes of the template are")
        ));
    }
    if reading.edges > 0 {
        contract.note(counted(
            reading.edges,
            "edge case is a question, and no criterion",
            "edge cases are questions, and no criteria",
        ));
    }
    if reading.unclear > 0 {
        contract.note(format!(
            "{} clarification",
            counted(reading.unclear, "requirement still needs", "requirements still need")
        ));
    }
}

/// What was read so far.
#[derive(Debug)]
struct SpecReading {
    part: SpecPart,
    stories: Vec<Group>,
    requirements: Group,
    outcomes: Group,
    holes: usize,
    edges: usize,
    unclear: usize,
}

impl Default for SpecReading {
    fn default() -> Self {
        Self {
            part: SpecPart::Other,
            stories: Vec::new(),
            requirements: Group::new("Functional requirements", "FR"),
            outcomes: Group::new("Measurable outcomes", "SC"),
            holes: 0,
            edges: 0,
            unclear: 0,
        }
    }
}

impl SpecReading {
    fn enter(&mut self, contract: &mut Contract, level: usize, heading: &str) {
        let lower = heading.to_lowercase();
        if level == 1 {
            let title = heading.split_once(':').map_or("", |it| it.1).trim();
            if !is_hole(title) {
                title.clone_into(&mut contract.title);
            }
            return;
        }
        self.part = match lower.as_str() {
            it if it.starts_with("user story") => {
                self.add_story(heading);
                SpecPart::Story
            }
            it if it.starts_with("edge case") => SpecPart::EdgeCases,
            it if it.starts_with("functional requirement") => SpecPart::Requirements,
            it if it.starts_with("measurable outcome") => SpecPart::Outcomes,
            it if it.starts_with("success criteria") => SpecPart::Outcomes,
            it if it.starts_with("requirements") => SpecPart::Requirements,
            it if it.starts_with("assumption") => SpecPart::Assumptions,
            it if it.starts_with("out of scope") => SpecPart::Assumptions,
            _ => SpecPart::Other,
        };
    }

    fn add_story(&mut self, heading: &str) {
        let rest = heading.get("User Story".len()..).unwrap_or_default().trim();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let title = rest.get(number.len()..).unwrap_or_default();
        let title = title.trim_start_matches([' ', '-', '–', '—', ':', '.']);
        let title = title.split("(Priority").next().unwrap_or(title).trim();
        self.holes += usize::from(is_hole(title));
        self.stories.push(Group::new(title, &format!("US{number}")));
    }

    fn take(&mut self, contract: &mut Contract, line: &str) {
        if let Some((_, text)) = label(line).filter(|(name, _)| *name == "Input") {
            let text = text.trim_start_matches("User description:").trim().trim_matches('"');
            if !is_hole(text) {
                text.clone_into(&mut contract.idea);
            }
            return;
        }
        let Some(text) = item(line) else { return };
        match self.part {
            SpecPart::Story => self.take_scenario(text),
            SpecPart::EdgeCases => self.edges += 1,
            SpecPart::Requirements => self.take_numbered(text, true),
            SpecPart::Outcomes => self.take_numbered(text, false),
            SpecPart::Assumptions => {
                let is_outside = text.to_lowercase().contains("out of scope");
                contract.wont.extend((is_outside && !is_hole(text)).then(|| plain(text)));
            }
            SpecPart::Other => {}
        }
    }

    /// Takes `**Given** …, **When** …, **Then** …`; its title is what is done and what is seen.
    fn take_scenario(&mut self, text: &str) {
        let text = plain(text);
        let Some((before, then)) = text.split_once("Then ") else { return };
        if is_hole(then) || before.contains('[') && before.contains(']') {
            self.holes += 1;
            return;
        }
        let body = steps(&text);
        let done = text.split_once("When ").map(|it| format!("when {}", it.1));
        let title = done.map_or_else(|| then.to_owned(), |it| it.replacen("Then ", "then ", 1));
        if let Some(story) = self.stories.last_mut() {
            story.clauses.push(Clause { id: None, title, body, own: None });
        }
    }

    /// Takes `**FR-001**: text` and `**SC-001**: text`.
    fn take_numbered(&mut self, text: &str, is_requirement: bool) {
        let (id, title) = match label(text) {
            Some((id, title)) => (Some(id.to_ascii_uppercase()), plain(title)),
            None => (None, plain(text)),
        };
        if title.is_empty() || is_hole(&title) || title.contains(", e.g., \"") {
            self.holes += 1;
            return;
        }
        self.unclear += usize::from(title.contains("NEEDS CLARIFICATION"));
        let group = if is_requirement { &mut self.requirements } else { &mut self.outcomes };
        group.clauses.push(Clause { id, title, body: Vec::new(), own: None });
    }
}

/// Splits a scenario on one line into its steps.
fn steps(text: &str) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    let mut step = String::new();
    for word in text.split_whitespace() {
        let is_start = ["Given", "When", "Then", "And", "But"].contains(&word);
        if is_start && !step.is_empty() {
            steps.push(step.trim_end_matches(',').to_owned());
            step.clear();
        }
        if !step.is_empty() {
            step.push(' ');
        }
        step.push_str(word);
    }
    steps.push(step);
    steps
}
