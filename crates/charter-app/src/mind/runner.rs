//! A question, asked.
//!
//! Owns the wiring: programs are run by `charter-proof`, time comes from the clock, Ctrl-C cancels. Must
//! not know what is asked.

use crate::app::App;
use crate::mind_watch::{MindWait, Patience};
use charter_interview::Tongue;
use charter_mind::{
    Asking, Going, MindQuestion, MindReply, ModelMind, ProgramArg, ProgramCall, ProgramEnd,
    ProgramStop, Runner, UNSET, ask,
};
use charter_proof::{Interrupt, ProgramFailure, ProgramRun, ProgramWord, run_program};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs programs on this machine.
pub(super) struct MachineRunner<'a> {
    pub(super) vars: &'a BTreeMap<OsString, OsString>,
    pub(super) temp_dir: &'a Path,
}

impl Runner for MachineRunner<'_> {
    fn run(
        &self,
        call: &ProgramCall,
        watch: &dyn Fn() -> Going,
    ) -> Result<ProgramEnd, ProgramStop> {
        let mut vars = self.vars.clone();
        vars.retain(|name, _| !UNSET.iter().any(|it| OsStr::new(it) == name));
        let word = |it: &ProgramArg| match it {
            ProgramArg::Text(text) => ProgramWord::Text(text.clone()),
            ProgramArg::File(idx) => ProgramWord::File(*idx),
        };
        let run = ProgramRun {
            argv: call.argv.iter().map(word).collect(),
            stdin: call.stdin.as_bytes(),
            files: call.files.iter().map(|it| (it.name, it.text.as_str())).collect(),
            inside: call.inside.clone(),
            vars,
            set: call.set.iter().map(|(name, value)| (*name, word(value))).collect(),
            temp_dir: self.temp_dir,
            limit: call.limit,
            output_bytes_max: call.output_bytes_max,
        };
        let output = run_program(&run, &|| watch() == Going::Stop).map_err(|it| match it {
            ProgramFailure::NotRun(said) => ProgramStop::NotThere(said),
            ProgramFailure::TimedOut => ProgramStop::TimedOut,
            ProgramFailure::Cancelled => ProgramStop::Cancelled,
            ProgramFailure::TooLarge => ProgramStop::TooLarge,
        })?;
        Ok(ProgramEnd { exit: output.exit_code, stdout: output.stdout, stderr: output.stderr })
    }
}

/// How much is waited for an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MindPatience {
    /// How often it may be asked.
    pub(crate) n_tries_max: u32,
    /// How long it was asked before about the same.
    pub(crate) begun: Duration,
    /// The language of whoever waits.
    pub(crate) tongue: Tongue,
}

impl App {
    pub(super) fn runner(&self) -> MachineRunner<'_> {
        MachineRunner { vars: &self.vars, temp_dir: &self.temp }
    }

    /// Asks a mind; whoever looks on hears how long it takes.
    pub(crate) fn ask_mind(
        &self,
        mind: &ModelMind,
        question: &MindQuestion<'_>,
        patience: MindPatience,
    ) -> MindReply {
        let stopwatch = self.clock.stopwatch();
        let elapsed = || Duration::from_millis(stopwatch.millis());
        let interrupt = Interrupt::watch();
        let name = self.config.mind().word();
        let watch = || {
            let MindPatience { tongue, begun, .. } = patience;
            let elapsed = begun.saturating_add(elapsed());
            let patience = self.watch.wait(&MindWait { mind: name, elapsed, tongue });
            let is_left = interrupt.came() || patience == Patience::CallOff;
            if is_left { Going::Stop } else { Going::On }
        };
        let pause = |span: Duration| {
            let mut left = span;
            while !left.is_zero() && watch() == Going::On {
                let part = left.min(GLANCE);
                std::thread::sleep(part);
                left -= part;
            }
        };
        let asking = Asking {
            limit: self.config.mind_limit().saturating_sub(patience.begun),
            n_tries_max: patience.n_tries_max,
            runner: &self.runner(),
            watch: &watch,
            pause: &pause,
            elapsed: &elapsed,
        };
        let reply = ask(mind, question, &asking);
        self.watch.rest();
        reply
    }
}
