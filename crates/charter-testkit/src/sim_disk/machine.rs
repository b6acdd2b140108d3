//! The simulated machine: a volume, and everything that ends with the power.
//!
//! Owns the count of calls, the faults, the trace, the locks and the turns. Must not know what a
//! file operation does.

use super::fault::{CallNeed, DiskFault, Fate, Faults};
use super::lock::Locks;
use super::names::InodeId;
use super::rng::Rng;
use super::turn::{ActorId, Turns};
use super::volume::Volume;
use charter_store::LockFailure;
use std::fmt::Write;
use std::io::{self, ErrorKind};
use std::path::Path;

/// One machine from power on to power off.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) volume: Volume,
    pub(super) locks: Locks,
    pub(super) turns: Option<Turns>,
    pub(super) trace: Vec<String>,
    pub(super) n_calls: u64,
    pub(super) n_schedules: u64,
    pub(super) is_off: bool,
    faults: Faults,
    rng: Rng,
}

/// A call of the disk as the trace shows it.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) actor: Option<ActorId>,
    pub(super) verb: &'static str,
    pub(super) path: &'a Path,
    pub(super) detail: String,
    pub(super) need: CallNeed,
}

impl Machine {
    pub(super) fn new(volume: Volume, seed: u64, trace: Vec<String>) -> Self {
        Self {
            volume,
            locks: Locks::default(),
            turns: None,
            trace,
            n_calls: 0,
            n_schedules: 0,
            is_off: false,
            faults: Faults::default(),
            rng: Rng::new(seed),
        }
    }

    /// Plans a fault for the `call_no`-th call from now, counted from one.
    pub(super) fn plan(&mut self, call_no: u64, fault: DiskFault) {
        self.faults.plan(self.n_calls + call_no, fault);
    }

    /// Cancels the faults that have not happened, and ends a lasting one.
    pub(super) fn clear_faults(&mut self) {
        self.faults = Faults::default();
    }

    /// Switches on a machine with what a power cut now would leave of this one.
    pub(super) fn rebooted(&self, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let volume = self.volume.after_power_cut(&mut rng);
        let mut trace = self.trace.clone();
        trace.push(format!("reboot with seed {seed}"));
        Self::new(volume, rng.next_u64(), trace)
    }

    /// Carries out one call: counts it, lets faults cut it short, and traces it.
    pub(super) fn perform<T>(
        &mut self,
        call: &Call<'_>,
        act: impl FnOnce(&mut Volume, Fate) -> io::Result<T>,
    ) -> io::Result<T> {
        self.check_power()?;
        self.n_calls += 1;
        let fate = self.faults.fate(self.n_calls, call.need, &mut self.rng);
        let result = match fate {
            Fate::Done | Fate::IsForgotten => act(&mut self.volume, fate),
            Fate::Crashes { .. } => {
                let _ = act(&mut self.volume, fate);
                self.switch_off();
                Err(power_failure())
            }
            Fate::RunsOut { .. } | Fate::FindsNoSpace => {
                act(&mut self.volume, fate).and(Err(ErrorKind::StorageFull.into()))
            }
            Fate::Fails => Err(io::Error::other("a planned fault")),
        };
        self.note(call, fate, result.as_ref().err());
        result
    }

    /// Fails when the power is gone.
    pub(super) fn check_power(&self) -> io::Result<()> {
        if self.is_off { Err(power_failure()) } else { Ok(()) }
    }

    /// Says who holds a lock that cannot be had.
    pub(super) fn refuse_lock(&mut self, file: InodeId) -> LockFailure {
        match self.volume.content_of(file) {
            Ok(text) => {
                let holder = String::from_utf8_lossy(text).trim().to_owned();
                self.trace.push(format!("  the lock is held by `{holder}`"));
                LockFailure::Held(holder)
            }
            Err(err) => LockFailure::Io(err),
        }
    }

    fn switch_off(&mut self) {
        self.is_off = true;
        if let Some(turns) = &mut self.turns {
            turns.wake_all();
        }
    }

    fn note(&mut self, call: &Call<'_>, fate: Fate, err: Option<&io::Error>) {
        let mut line = format!("{}", self.n_calls);
        if let Some(actor) = call.actor {
            let _ = write!(line, " #{}", actor.number);
        }
        let _ = write!(line, " {} {}{}", call.verb, call.path.display(), call.detail);
        match fate {
            Fate::Done => {}
            Fate::Crashes { .. } => line.push_str(" ! crash"),
            Fate::RunsOut { .. } | Fate::FindsNoSpace => line.push_str(" ! no space"),
            Fate::IsForgotten => line.push_str(" ! lost rename"),
            Fate::Fails => line.push_str(" ! fail"),
        }
        if let (Fate::Done | Fate::IsForgotten, Some(err)) = (fate, err) {
            let _ = write!(line, " = {:?}", err.kind());
        }
        self.trace.push(line);
    }
}

fn power_failure() -> io::Error {
    io::Error::new(ErrorKind::NotConnected, "the simulated machine is off")
}
