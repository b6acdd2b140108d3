//! Turns: who of several actors makes the next call on one disk.
//!
//! Owns the choice, which depends on the seed alone. Must not know threads or what a call does.

use super::names::InodeId;
use super::rng::Rng;

/// One actor of one schedule on a disk, so that a handle kept for longer is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ActorId {
    pub(super) schedule: u64,
    pub(super) number: usize,
}

/// What an actor pauses for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pause {
    Call,
    Lock(InodeId),
}

/// With what prospect a paused actor goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grant {
    /// Its call is next, or its lock was released.
    Turn,
    /// Nobody is left who could release its lock.
    Hopeless,
}

/// Whose turn it is on one disk.
#[derive(Debug)]
pub(super) struct Turns {
    schedule: u64,
    rng: Rng,
    stages: Vec<ActorStage>,
    granted: Option<(usize, Grant)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ActorStage {
    Running,
    Ready,
    Waiting(InodeId),
    Finished,
}

impl Turns {
    /// Lets all actors of a schedule run to their first call.
    pub(super) fn new(schedule: u64, seed: u64, n_actors: usize) -> Self {
        let stages = vec![ActorStage::Running; n_actors];
        Self { schedule, rng: Rng::new(seed), stages, granted: None }
    }

    /// Takes an actor out of the schedule.
    pub(super) fn finish(&mut self, actor: ActorId) {
        self.stages[actor.number] = ActorStage::Finished;
        self.choose();
    }

    /// Lets those go on who wait for a lock that was released.
    pub(super) fn wake_waiting_for(&mut self, file: InodeId) {
        self.wake(|stage| *stage == ActorStage::Waiting(file));
    }

    /// Lets everyone go on who waits for a lock.
    pub(super) fn wake_all(&mut self) {
        self.wake(|stage| matches!(stage, ActorStage::Waiting(_)));
    }

    fn wake(&mut self, is_woken: impl Fn(&ActorStage) -> bool) {
        for stage in self.stages.iter_mut().filter(|stage| is_woken(stage)) {
            *stage = ActorStage::Ready;
        }
        self.choose();
    }

    pub(super) fn pause(&mut self, actor: usize, pause: Pause) {
        self.stages[actor] = match pause {
            Pause::Call => ActorStage::Ready,
            Pause::Lock(file) => ActorStage::Waiting(file),
        };
        self.choose();
    }

    /// Chooses who is next once nobody runs.
    fn choose(&mut self) {
        if self.granted.is_some() || self.stages.contains(&ActorStage::Running) {
            return;
        }
        let ready = self.actors_at(|stage| stage == ActorStage::Ready);
        let waiting = self.actors_at(|stage| matches!(stage, ActorStage::Waiting(_)));
        let (actors, grant) =
            if ready.is_empty() { (waiting, Grant::Hopeless) } else { (ready, Grant::Turn) };
        if !actors.is_empty() {
            self.granted = Some((actors[self.rng.below(actors.len())], grant));
        }
    }

    fn actors_at(&self, is_there: impl Fn(ActorStage) -> bool) -> Vec<usize> {
        let stages = self.stages.iter().enumerate();
        stages.filter(|(_, stage)| is_there(**stage)).map(|(actor, _)| actor).collect()
    }

    pub(super) fn includes(&self, actor: ActorId) -> bool {
        self.schedule == actor.schedule && self.stages[actor.number] != ActorStage::Finished
    }

    /// Takes the turn of an actor if it is its turn.
    pub(super) fn claim(&mut self, actor: usize) -> Option<Grant> {
        let (_, grant) = self.granted.take_if(|(granted, _)| *granted == actor)?;
        self.stages[actor] = ActorStage::Running;
        Some(grant)
    }
}

impl Pause {
    pub(super) fn outside_schedule(self) -> Grant {
        match self {
            Self::Call => Grant::Turn,
            Self::Lock(_) => Grant::Hopeless,
        }
    }
}
