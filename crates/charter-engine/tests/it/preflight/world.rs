//! What the tests start from: a clock, a request, an interview.

use charter_interview::preflight::{
    Assessment, Composite, GivenAnswer, History, Inquiry, Lexicon, Preflight, Profiles,
    Reformulation, Saying, Scores, Surroundings, Validation, WorkflowProfile, answer, assess,
    reformulate, validate,
};
use charter_kernel::{Actor, Timestamp};

/// Gives a time so many minutes after the start.
pub(super) fn at(minutes: i64) -> Timestamp {
    let start = Timestamp::parse("2026-11-16T09:00:00Z").unwrap().as_millis();
    Timestamp::from_millis(start + minutes * 60_000)
}

pub(super) fn person() -> Actor {
    Actor::Person("Grace".to_owned())
}

pub(super) fn profile(name: &str) -> WorkflowProfile {
    Profiles::default().find(name, None)
}

/// What a request is made against.
#[derive(Debug, Clone, Default)]
pub(super) struct World {
    pub(super) live: Option<Preflight>,
    pub(super) history: History,
    pub(super) surroundings: Surroundings,
    pub(super) session: Option<String>,
}

impl World {
    /// Asks about a request at some minute, and keeps what is to be kept.
    pub(super) fn check(&mut self, workflow: &str, request: &str, minutes: i64) -> Assessment {
        self.check_as(Saying::Request, workflow, request, minutes)
    }

    pub(super) fn check_as(
        &mut self,
        saying: Saying,
        workflow: &str,
        request: &str,
        minutes: i64,
    ) -> Assessment {
        let profile = profile(workflow);
        let inquiry = Inquiry {
            request,
            saying,
            profile: &profile,
            lexicon: &Lexicon::default(),
            actor: &Actor::Unknown,
            session: self.session.as_deref(),
            routing: None,
            seen: &[],
            surroundings: &self.surroundings,
            now: at(minutes),
        };
        let assessment = assess(&inquiry, self.live.as_ref(), &self.history);
        if assessment.keep != charter_interview::preflight::Keep::Nothing {
            self.live = Some(assessment.state.clone());
        }
        if let Some(history) = &assessment.history {
            self.history = history.clone();
        }
        assessment
    }

    /// An agreement about a request, reached by the usual way.
    pub(super) fn agreed(workflow: &str, request: &str) -> Self {
        let mut world = Self::default();
        world.check(workflow, request, 0);
        let mut state = world.live.unwrap();
        state.scores = Scores::new([95, 90, 85, 90, 80]);
        let state = reformulate(state, None, at(1)).unwrap();
        let state = validate(state, Validation::Yes, None, None, &person(), at(2)).unwrap();
        Self { live: Some(state), ..Self::default() }
    }
}

/// An interview with some scores.
pub(super) fn interview(workflow: &str, scores: [u8; 5]) -> Preflight {
    let mut state = Preflight::begin(&profile(workflow), at(0));
    state.scores = Scores::new(scores);
    state.request = Some("add login".to_owned());
    state.settled(at(0))
}

/// An interview whose three forms are before the user.
pub(super) fn shown(scores: [u8; 5]) -> Preflight {
    reformulate(interview("x-implement", scores), None, at(1)).unwrap()
}

pub(super) fn said(text: &str) -> GivenAnswer {
    GivenAnswer { text: text.to_owned(), ..GivenAnswer::default() }
}

pub(super) fn answered(state: Preflight, text: &str) -> Preflight {
    answer(state, said(text), &Lexicon::default(), at(1)).unwrap()
}

pub(super) fn forms() -> Reformulation {
    Reformulation {
        summary: Some("Goal: add login".to_owned()),
        stories: vec!["As a nurse, I want to log in".to_owned()],
        diagram: Some("[nurse] -> [login]".to_owned()),
        ..Reformulation::default()
    }
}

pub(super) fn hundredths(text: &str) -> Composite {
    Composite::parse(text).unwrap()
}
