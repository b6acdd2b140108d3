//! Feature files.
//!
//! Owns how features, rules, backgrounds and scenarios make groups and requirements. A tag that is
//! an id of ours keeps it. Must not know how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::feature::{FeatureBlock, opens};
use charter_kernel::counted;

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let mut n_features = 0;
    for file in files.iter().filter(|it| it.path.ends_with(".feature")) {
        let mut reading = GherkinReading::default();
        for raw in file.text.trim_start_matches('\u{feff}').lines() {
            reading.take(raw);
        }
        reading.end_group();
        if reading.title.is_empty() && reading.groups.is_empty() {
            contract.note(format!("{} has no feature", file.path));
            continue;
        }
        n_features += 1;
        if n_features == 1 && !reading.title.is_empty() {
            contract.title.clone_from(&reading.title);
        }
        if contract.idea.is_empty() {
            contract.idea = reading.description.join("\n");
        }
        contract.groups.append(&mut reading.groups);
        if reading.n_tags > 0 {
            contract.note(format!(
                "{}: {} not taken over",
                file.path,
                counted(reading.n_tags, "tag is", "tags are")
            ));
        }
    }
    if n_features > 1 {
        contract.note(format!("{n_features} features are milestones of one charter"));
    }
}

/// A feature file while it is read.
#[derive(Debug, Default)]
struct GherkinReading {
    title: String,
    description: Vec<String>,
    groups: Vec<Group>,
    group: Option<Group>,
    /// The steps before every scenario of the feature, and of the rule.
    background: Vec<String>,
    rule_background: Vec<String>,
    block: Option<FeatureBlock>,
    is_in_rule: bool,
    tags: Vec<String>,
    /// How many tags there were that are no ids of ours.
    n_tags: usize,
    /// The mark of the text block that lines are inside of.
    fence: Option<&'static str>,
}

impl GherkinReading {
    fn take(&mut self, raw: &str) {
        let line = raw.trim();
        if let Some(fence) = self.fence {
            self.fence = Some(fence).filter(|_| !line.starts_with(fence));
            self.add_step(line);
            return;
        }
        self.fence = ["\"\"\"", "```"].into_iter().find(|it| line.starts_with(it));
        if self.fence.is_some() {
            self.add_step(line);
        } else if let Some(tags) = line.strip_prefix('@') {
            self.tags.extend(tags.split_whitespace().map(|it| it.trim_matches('@').to_owned()));
        } else if let Some((block, title)) = opens(line) {
            self.open(block, title);
        } else if !line.is_empty() && !line.starts_with('#') {
            self.add_step(line);
        }
    }

    fn open(&mut self, block: FeatureBlock, title: &str) {
        self.block = Some(block);
        match block {
            FeatureBlock::Feature => {
                title.clone_into(&mut self.title);
                self.enter(title);
                (self.is_in_rule, self.background) = (false, Vec::new());
                self.tags.clear();
            }
            FeatureBlock::Rule => {
                self.enter(title);
                (self.is_in_rule, self.rule_background) = (true, Vec::new());
                self.tags.clear();
            }
            FeatureBlock::Background => {}
            FeatureBlock::Scenario => self.add_scenario(title),
            FeatureBlock::Examples => {
                self.tags.clear();
                self.add_step("Examples:");
            }
        }
    }

    fn enter(&mut self, title: &str) {
        self.end_group();
        self.group = Some(Group::new(title, title));
    }

    fn end_group(&mut self) {
        self.groups.extend(self.group.take());
    }

    fn add_scenario(&mut self, title: &str) {
        let id = self.tags.iter().find_map(|it| it.strip_prefix("VAL-")).map(str::to_owned);
        self.n_tags += self.tags.iter().filter(|it| !it.starts_with("VAL-")).count();
        self.tags.clear();
        let mut body = self.background.clone();
        if self.is_in_rule {
            body.extend(self.rule_background.iter().cloned());
        }
        let (group_title, number) = match &self.group {
            Some(group) => (group.title.clone(), group.clauses.len() + 1),
            None => (String::new(), 1),
        };
        let group = self.group.get_or_insert_with(|| Group::new(&group_title, "FEATURE"));
        let title = if title.is_empty() { format!("Scenario {number}") } else { title.to_owned() };
        group.clauses.push(Clause { id, title, body, own: None });
    }

    /// Adds a line to what is open: a step, a row, or the description of the feature.
    fn add_step(&mut self, line: &str) {
        match self.block {
            Some(FeatureBlock::Background) if self.is_in_rule => {
                self.rule_background.push(line.to_owned());
            }
            Some(FeatureBlock::Background) => self.background.push(line.to_owned()),
            Some(FeatureBlock::Scenario | FeatureBlock::Examples) => {
                let last = self.group.as_mut().and_then(|it| it.clauses.last_mut());
                if let Some(last) = last {
                    last.body.push(line.to_owned());
                }
            }
            Some(FeatureBlock::Feature) => self.description.push(line.to_owned()),
            Some(FeatureBlock::Rule) | None => {}
        }
    }
}
