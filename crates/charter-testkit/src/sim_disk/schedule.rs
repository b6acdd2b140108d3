//! Interleaving: several writers on one disk, one call at a time, in a seeded order.
//!
//! Owns the actors and their threads. Must not know what a call does.
//!
//! An actor runs from one disk call to the next without company: the next actor is chosen only when
//! every other one stands before a call, waits for a lock or has finished. So the order of calls
//! depends on the seed alone.

use super::disk::SimDisk;
use super::turn::{ActorId, Pause, Turns};
use std::panic::resume_unwind;
use std::thread;

#[cfg(test)]
mod tests;

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
        machine.turns = Some(Turns::new(schedule, self.seed, n_actors));
        schedule
    }
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
            turns.finish(self.actor);
        }
        shared.announce();
    }
}
