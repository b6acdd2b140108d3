//! A question, asked.
//!
//! Owns the wiring: programs are run by `charter-proof`, time comes from the clock, Ctrl-C cancels. Must
//! not know what is asked.

use crate::app::App;
use charter_mind::{
    Asking, Going, MindFailure, MindQuestion, MindReply, ModelMind, ProgramArg, ProgramCall,
    ProgramEnd, ProgramStop, Runner, UNSET, ask,
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
        vars.extend(call.set.iter().map(|(name, value)| (name.into(), value.into())));
        let word = |it: &ProgramArg| match it {
            ProgramArg::Text(text) => ProgramWord::Text(text.clone()),
            ProgramArg::File(idx) => ProgramWord::File(*idx),
        };
        let run = ProgramRun {
            argv: call.argv.iter().map(word).collect(),
            stdin: call.stdin.as_bytes(),
            files: call.files.iter().map(|it| (it.name, it.text.as_str())).collect(),
            vars,
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

impl App {
    pub(super) fn runner(&self) -> MachineRunner<'_> {
        MachineRunner { vars: &self.vars, temp_dir: &self.temp }
    }

    /// Asks a mind; `wait` hears again and again how long it has taken.
    pub(crate) fn ask_mind(
        &self,
        mind: &ModelMind,
        question: &MindQuestion<'_>,
        wait: &dyn Fn(Duration),
    ) -> Result<MindReply, MindFailure> {
        let stopwatch = self.clock.stopwatch();
        let elapsed = || Duration::from_millis(stopwatch.millis());
        let interrupt = Interrupt::watch();
        let watch = || {
            wait(elapsed());
            if interrupt.came() { Going::Stop } else { Going::On }
        };
        let pause = |span: Duration| {
            let mut left = span;
            while !left.is_zero() && watch() == Going::On {
                let part = left.min(GLANCE);
                std::thread::sleep(part);
                left -= part;
            }
        };
        let runner = self.runner();
        let limit = self.config.mind_limit();
        ask(
            mind,
            question,
            &Asking { limit, runner: &runner, watch: &watch, pause: &pause, elapsed: &elapsed },
        )
    }
}
