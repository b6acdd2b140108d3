//! What an answer made of the interview.
//!
//! Owns the report after each scoring, as a value; front ends show it. Must not know a terminal.

use super::brief::cut;
use super::round::{Lifecycle, Round};
use super::score::CLEAR;
use super::target::why_target;
use super::{Dimension, Interview, Milestone, Target, Units};
use serde::Serialize;

/// How much of a gap is shown.
const GAP_CHARS: usize = 200;

/// Which way the ambiguity went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// It rose.
    Up,
    /// It fell.
    Down,
    /// It stayed.
    Flat,
}

impl Direction {
    #[must_use]
    pub fn of(before: Units, now: Units) -> Self {
        match now.cmp(&before) {
            std::cmp::Ordering::Greater => Self::Up,
            std::cmp::Ordering::Less => Self::Down,
            std::cmp::Ordering::Equal => Self::Flat,
        }
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Flat => "flat",
        }
    }
}

/// One line of the clarity table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DimensionRow {
    pub dimension: Dimension,
    /// How clear, over all active components.
    pub score: Units,
    /// Its weight in percent.
    pub weight: u32,
    /// Score times weight.
    pub weighted: Units,
    /// What is missing, or `Clear`.
    pub gap: String,
}

/// What an answer made of the interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub round: u32,
    /// The clarity table.
    pub rows: Vec<DimensionRow>,
    /// The ambiguity before.
    pub before: Units,
    pub ambiguity: Units,
    pub direction: Direction,
    /// Why it rose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The floor, where it is what counts, with its largest part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<(Units, String)>,
    /// Where the engine did not take a mind's figure as it was.
    pub adjustments: Vec<String>,
    pub targeted: String,
    /// How many components are part of the work.
    pub n_active: usize,
    pub n_deferred: usize,
    pub n_entities: usize,
    /// The share of them that stayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability: Option<Units>,
    /// How many came, were renamed, stayed.
    pub entities: (usize, usize, usize),
    pub milestone_before: Milestone,
    pub milestone: Milestone,
    /// What is asked next, with the reason; none where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<(Target, String)>,
    /// The ambiguity after each scored round, for a chart.
    pub trend: Vec<(u32, Units)>,
    /// That it has been long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The last sentence.
    pub closing: String,
}

/// Says what the latest scoring made of an interview; nothing before the first.
#[must_use]
pub fn report(interview: &Interview) -> Option<Report> {
    let round = interview.last_scored()?;
    let scoring = round.scoring.as_ref()?;
    let (ambiguity, floor) = (interview.ambiguity(), interview.floor());
    let direction = Direction::of(scoring.before, ambiguity);
    let clamped = floor.units > interview.reported();
    let n_entities = interview.snapshots.last().map_or(0, |it| it.entities.len());
    let snapshot = interview.snapshots.last().filter(|it| it.round == round.number);
    // A question that is written already is what comes next.
    let open = interview.rounds.iter().find(|it| it.lifecycle == Lifecycle::Open);
    let coming = || interview.next_targets().into_iter().next().filter(|_| !interview.is_ready());
    let next = open.map(|it| it.target.clone()).or_else(coming);
    let next = next.map(|it| (it.clone(), why_target(interview, &it)));
    let name = interview.topology.find(&round.target.component).map(|it| it.name.clone());
    let closing = closing(interview, next.as_ref().map(|(target, _)| target));
    Some(Report {
        round: round.number,
        rows: rows(interview),
        before: scoring.before,
        ambiguity,
        direction,
        cause: cause(round, direction),
        floor: floor.cause().filter(|_| clamped).map(|it| (floor.units, it.to_owned())),
        adjustments: scoring.adjustments.clone(),
        targeted: name.unwrap_or_default(),
        n_active: interview.topology.active().count(),
        n_deferred: interview.topology.components.iter().filter(|it| !it.is_active()).count(),
        n_entities,
        stability: snapshot.and_then(|it| it.stability),
        entities: snapshot
            .map_or((0, 0, n_entities), |it| (it.new.len(), it.changed.len(), it.stable.len())),
        milestone_before: scoring.milestone_before,
        milestone: interview.milestone(),
        next,
        trend: trend(interview),
        notice: interview.notice(),
        closing,
    })
}

/// Gives the clarity table.
pub(super) fn rows(interview: &Interview) -> Vec<DimensionRow> {
    let clarity = interview.clarity();
    let row = |(dimension, weight): &(Dimension, u32)| {
        let score = clarity.get(dimension).copied().unwrap_or_default();
        let weighted = Units::new((score.as_u32() * weight + 50) / 100);
        let gap =
            if score >= CLEAR { "Clear".to_owned() } else { weakest_gap(interview, *dimension) };
        DimensionRow { dimension: *dimension, score, weight: *weight, weighted, gap }
    };
    interview.setup.project.weights().iter().map(row).collect()
}

/// Gives what is missing in the component where a dimension is least clear.
fn weakest_gap(interview: &Interview, dimension: Dimension) -> String {
    let score = |it: &&super::Component| it.clarity.get(&dimension).copied().unwrap_or_default();
    let weakest = interview.topology.active().min_by_key(score);
    let told = weakest.map(|it| match it.gaps.get(&dimension) {
        Some(gap) => format!("{}: {}", it.name, cut(gap, GAP_CHARS)),
        None => format!("{}: not scored yet", it.name),
    });
    told.unwrap_or_default()
}

fn cause(round: &Round, direction: Direction) -> Option<String> {
    let triggers = round.scoring.iter().flat_map(|it| &it.triggers);
    let titles: Vec<&str> = triggers.map(|it| it.kind.title()).collect();
    (direction == Direction::Up && !titles.is_empty()).then(|| titles.join(", "))
}

fn trend(interview: &Interview) -> Vec<(u32, Units)> {
    let last = interview.last_scored().map(|it| it.number);
    let point = |round: &Round| {
        let effective = round.scoring.as_ref().map(|it| it.effective).unwrap_or_default();
        let is_last = Some(round.number) == last;
        (round.number, if is_last { interview.ambiguity() } else { effective })
    };
    interview.rounds.iter().filter(|it| it.scoring.is_some()).map(point).collect()
}

fn closing(interview: &Interview, next: Option<&Target>) -> String {
    match next {
        None => "Clear enough: the gates before the spec come next.".to_owned(),
        Some(target) => {
            let name = interview.topology.find(&target.component).map_or("", |it| it.name.as_str());
            format!("The next question is about the {} of {name}.", target.dimension.word())
        }
    }
}

/// Lists what is open, in words: what stands against closing and every gap, weakest first.
#[must_use]
pub fn gaps(interview: &Interview) -> Vec<String> {
    let name = |id: &str| interview.topology.find(id).map_or("", |it| it.name.as_str()).to_owned();
    let audit = interview.audit();
    let against = audit.iter().map(|it| format!("{}: {}", name(&it.component), it.gap));
    let mut open: Vec<(Units, String)> = Vec::new();
    for component in interview.topology.active() {
        for (dimension, gap) in &component.gaps {
            let score = component.clarity.get(dimension).copied().unwrap_or_default();
            if score < CLEAR {
                open.push((score, format!("{}, {}: {gap}", component.name, dimension.word())));
            }
        }
    }
    open.sort_by_key(|(score, _)| *score);
    against.chain(open.into_iter().map(|(_, words)| words)).collect()
}
