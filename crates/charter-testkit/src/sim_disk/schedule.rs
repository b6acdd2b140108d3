//! Interleaving: several writers on one disk, one call at a time, in a seeded order.
//!
//! Owns whose turn it is. Must not know what a call does.
//!
//! An actor runs from one disk call to the next without company: the next actor is chosen only when
//! every other one stands before a call, waits for a lock or has finished. So the order of calls
//! depends on the seed alone.

use super::disk::{Shared, SimDisk};
use super::machine::Machine;
use super::names::InodeId;
use super::rng::Rng;
use std::panic::resume_unwind;
use std::sync::MutexGuard;
use std::thread;
use std::time::Duration;

#[cfg(test)]
mod tests;

/// How long an actor may be busy or blocked outside the disk before the test fails.
const STALL_MAX: Duration = Duration::from_secs(60);

/// What one actor does with its handle on the disk.
pub type SimActor<'a, T> = Box<dyn FnOnce(SimDisk) -> T + Send + 'a>;

/// A seeded order of the calls of several actors on one disk.
#[derive(Debug)]
pub struct Schedule {
    disk: SimDisk,
    seed: u64,
}

impl Schedule {
    /// Prepares an order of calls on a disk.
    pub fn new(disk: &SimDisk, seed: u64) -> Self {
        Self { disk: disk.clone(), seed }
    }

    /// Runs all actors to their end and returns their results in the given order.
    ///
    /// A panic of an actor ends that actor alone, and is passed on when all have finished. Actors
    /// meet on the disk only: one that blocks on another elsewhere fails after a minute.
    pub fn run<T: Send>(self, actors: Vec<SimActor<'_, T>>) -> Vec<T> {
        let shared = self.disk.shared();
        let schedule = self.begin(actors.len());
        let results: Vec<_> = thread::scope(|scope| {
            let start = |(number, act)| {
                let actor = ActorId { schedule, number };
                let disk = self.disk.bound_to(actor);
                scope.spawn(move || take_part(disk, actor, act))
            };
            let threads: Vec<_> = actors.into_iter().enumerate().map(start).collect();
            threads.into_iter().map(thread::ScopedJoinHandle::join).collect()
        });
        shared.machine().turns = None;
        results.into_iter().map(|it| it.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    }

    fn begin(&self, n_actors: usize) -> u64 {
        let mut machine = self.disk.shared().machine();
        assert!(machine.turns.is_none(), "the disk has a schedule already");
        machine.n_schedules += 1;
        let schedule = machine.n_schedules;
        machine.turns = Some(Turns {
            schedule,
            rng: Rng::new(self.seed),
            stages: vec![ActorStage::Running; n_actors],
            granted: None,
        });
        schedule
    }
}

/// One actor of one schedule on a disk, so that a handle kept for longer is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ActorId {
    schedule: u64,
    pub(super) number: usize,
}

fn take_part<T>(disk: SimDisk, actor: ActorId, act: SimActor<'_, T>) -> T {
    let seat = Seat { disk: disk.clone(), actor };
    let shared = seat.disk.shared();
    drop(shared.await_grant(shared.machine(), actor, Pause::Call));
    act(disk)
}

/// An actor's part in the schedule, which ends with its thread, however that ends.
struct Seat {
    disk: SimDisk,
    actor: ActorId,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let shared = self.disk.shared();
        let mut machine = shared.machine();
        if let Some(turns) = &mut machine.turns {
            turns.stages[self.actor.number] = ActorStage::Finished;
            turns.choose();
        }
        shared.announce();
    }
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

    fn pause(&mut self, actor: usize, pause: Pause) {
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

    fn includes(&self, actor: ActorId) -> bool {
        self.schedule == actor.schedule && self.stages[actor.number] != ActorStage::Finished
    }

    /// Takes the turn of an actor if it is its turn.
    fn claim(&mut self, actor: usize) -> Option<Grant> {
        let (_, grant) = self.granted.take_if(|(granted, _)| *granted == actor)?;
        self.stages[actor] = ActorStage::Running;
        Some(grant)
    }
}

impl Shared {
    /// Pauses an actor until its turn comes; outside a running schedule it comes at once, and a
    /// lock is not waited for.
    pub(super) fn await_grant<'a>(
        &self,
        mut machine: MutexGuard<'a, Machine>,
        actor: ActorId,
        pause: Pause,
    ) -> (MutexGuard<'a, Machine>, Grant) {
        match &mut machine.turns {
            Some(turns) if turns.includes(actor) => turns.pause(actor.number, pause),
            Some(_) | None => return (machine, pause.outside_schedule()),
        }
        self.announce();
        let mut in_time = true;
        loop {
            let claimed = machine.turns.as_mut().and_then(|turns| turns.claim(actor.number));
            if let Some(grant) = claimed {
                return (machine, grant);
            }
            assert!(in_time, "actor {} waits for one blocked outside the disk", actor.number);
            (machine, in_time) = self.await_announcement(machine, STALL_MAX);
        }
    }
}

impl Pause {
    fn outside_schedule(self) -> Grant {
        match self {
            Self::Call => Grant::Turn,
            Self::Lock(_) => Grant::Hopeless,
        }
    }
}
