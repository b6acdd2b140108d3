//! How much each dimension weighs for a workflow and its mode, and when the workflow asks.
//!
//! Owns the table of profiles and how one is found. Must not know scores.

use super::dimension::Dimension;
use std::sync::OnceLock;

const SHIPPED: &str = include_str!("../../data/preflight/profiles.txt");

/// The workflow of a request that names none.
pub const REQUEST: &str = "request";

/// How much each dimension weighs, in percent of 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights([u8; 5]);

impl Default for Weights {
    fn default() -> Self {
        Self::EQUAL
    }
}

impl Weights {
    /// The same for all.
    pub const EQUAL: Self = Self([20; 5]);

    /// Takes weights that sum to 100, in the order of [`Dimension::ALL`].
    #[must_use]
    pub fn new(weights: [u8; 5]) -> Option<Self> {
        let sum: u32 = weights.iter().map(|it| u32::from(*it)).sum();
        (sum == 100).then_some(Self(weights))
    }

    #[must_use]
    pub fn of(&self, dimension: Dimension) -> u8 {
        dimension.pick(self.0)
    }

    /// Reads five whole numbers that sum to 100.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u8>> =
            text.split_whitespace().map(|it| it.parse::<u8>().ok()).collect();
        Self::new(<[u8; 5]>::try_from(numbers?).ok()?)
    }
}

/// When a workflow asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Only where something in the request calls for it.
    Called,
    /// It is a risk itself, and no phrase skips it.
    Risky,
    /// Until everything is clear, and nothing but an explicit wish skips it.
    Always,
}

impl Asks {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "called" => Some(Self::Called),
            "risky" => Some(Self::Risky),
            "always" => Some(Self::Always),
            _ => None,
        }
    }
}

/// What is known about a workflow in a mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkflowProfile {
    pub workflow: String,
    pub mode: String,
    pub weights: Weights,
    pub asks: Asks,
}

/// The profiles in force: the user's own, then those that are built in.
#[derive(Debug, Clone, Default)]
pub struct Profiles {
    own: Vec<WorkflowProfile>,
}

impl Profiles {
    /// Takes the user's own, as [`parse_own`] reads them.
    #[must_use]
    pub fn new(own: Vec<WorkflowProfile>) -> Self {
        Self { own }
    }

    /// Finds the profile of a workflow in a mode: that mode, else the workflow's own way, else all
    /// dimensions alike. `x-implement fix` names both.
    #[must_use]
    pub fn find(&self, workflow: &str, mode: Option<&str>) -> WorkflowProfile {
        let mut words = workflow.split_whitespace();
        let name = words.next().unwrap_or(REQUEST);
        let mode = mode.map(str::trim).filter(|it| !it.is_empty()).or_else(|| words.next());
        let all = || self.own.iter().chain(shipped());
        let same = |left: &str, right: &str| left.eq_ignore_ascii_case(right);
        let is_own = |it: &&WorkflowProfile| same(&it.workflow, name);
        let exact = mode.and_then(|mode| all().filter(is_own).find(|it| same(&it.mode, mode)));
        match exact.or_else(|| all().find(is_own)) {
            Some(found) => WorkflowProfile {
                mode: mode.map_or_else(|| found.mode.clone(), str::to_owned),
                ..found.clone()
            },
            None => WorkflowProfile {
                workflow: name.to_owned(),
                mode: mode.unwrap_or(name).to_owned(),
                weights: Weights::EQUAL,
                asks: Asks::Called,
            },
        }
    }
}

/// Lists the profiles that are built in.
#[must_use]
pub fn shipped() -> &'static [WorkflowProfile] {
    static PROFILES: OnceLock<Vec<WorkflowProfile>> = OnceLock::new();
    PROFILES.get_or_init(|| SHIPPED.lines().filter_map(parse_row).collect())
}

fn parse_row(line: &str) -> Option<WorkflowProfile> {
    let line = line.split('#').next()?;
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [workflow, mode, weights, asks] = cells.as_slice() else { return None };
    let weights = Weights::parse(weights)?;
    let (workflow, mode) = ((*workflow).to_owned(), (*mode).to_owned());
    Some(WorkflowProfile { workflow, mode, weights, asks: Asks::parse(asks)? })
}

/// Reads profiles of the user: `x-ops = 10 20 20 10 40; x-ops rollback = 15 20 20 5 40`.
#[must_use]
pub fn parse_own(text: &str) -> Option<Vec<WorkflowProfile>> {
    let rows = text.split(';').map(str::trim).filter(|it| !it.is_empty());
    rows.map(parse_own_row).collect()
}

fn parse_own_row(row: &str) -> Option<WorkflowProfile> {
    let (name, weights) = row.split_once('=')?;
    let mut words = name.split_whitespace();
    let workflow = words.next()?.to_owned();
    let mode = words.next().map_or_else(|| workflow.clone(), str::to_owned);
    if words.next().is_some() {
        return None;
    }
    Some(WorkflowProfile { workflow, mode, weights: Weights::parse(weights)?, asks: Asks::Called })
}

/// Counts the rows of the table that is built in, read or not.
#[must_use]
pub fn n_shipped_rows() -> usize {
    SHIPPED.lines().filter(|it| !it.trim().is_empty() && !it.starts_with('#')).count()
}
