//! The trials of one run, one after the other or side by side.
//!
//! Owns when each is worth it and when there is no more time. A trial in which nothing is different says
//! whether the others can be believed. Must not judge what is heard.

use super::mutation::{Mutation, broken_file, changeable, mutations, put_back};
use super::scene::{ChangedFile, Manifests, Scene};
use super::spoken::SpokenAsk;
use super::untried::NotTried;
use crate::app::App;
use crate::clock::{Clock, Stopwatch};
use crate::error::Error;
use charter_contract::document::Absence;
use charter_contract::proof::{
    FileRole, HeardRun, LOOKS_AT_TEXT, Trial, TrialKind, flaw_before, hear_again, hear_change,
    hear_old_tests, hear_swap, is_all_red, is_build, is_linter, read_output, strip_ansi,
    unfiltered,
};
use charter_contract::{Untried, UntriedReason};
use charter_proof::{Arena, Change, Echo, Interrupt, Job, Taping};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Up to how many milliseconds a command is run a second time for nothing but to see it pass again.
const AGAIN_MS_MAX: u64 = 2_000;

/// How long a trial may take, in milliseconds, beside some times what the command took here.
const TRIAL_MS_MIN: u64 = 10_000;
const TRIAL_TIMES: u64 = 4;

/// The most trials side by side.
const BESIDE_MAX: usize = 4;

/// The most characters of the output of one trial that are kept.
const OUTPUT_CHARS_MAX: usize = 4 * 1024;

/// The most files that are named where nothing tells what they are.
const EITHER_MAX: usize = 3;

/// Words of tests that look at the text of a file rather than at what it does.
const READING: [&str; 9] = [
    "read_text",
    "readFile",
    "ReadFile",
    "include_str",
    "open(",
    "File.read",
    "getsource",
    "grep",
    "file_get_contents",
];

/// Says what is being tried.
pub(crate) type TellTrial<'a> = &'a (dyn Fn(&str) + Sync);

/// What is tried with a run that passed.
pub(crate) struct TrialAsk<'a> {
    pub(crate) job: Job<'a>,
    pub(crate) arena: &'a Arena,
    /// How the run went.
    pub(crate) here: &'a HeardRun,
    /// Where it ran, relative to the project.
    pub(crate) below: &'a str,
    /// The commit without the work; none where there was no commit.
    pub(crate) commit: Result<Option<String>, Untried>,
    /// Whether nothing new is to be shown.
    pub(crate) is_regression: bool,
    /// Whether documents or settings are what is to be shown.
    pub(crate) is_about_text: bool,
    /// What must be gone.
    pub(crate) absent: Option<&'a Absence>,
    /// The files that are watched, relative to the project.
    pub(crate) watched: &'a [String],
    pub(crate) budget_ms: u64,
    pub(crate) progress: TellTrial<'a>,
}

/// What came of them.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    pub(crate) trials: Vec<Trial>,
    pub(crate) no_base: Option<Untried>,
    pub(crate) no_changes: Option<Untried>,
    /// What each wrote, in short.
    pub(crate) log: String,
}

/// What is different in a trial, and what runs there.
struct TrialSetting<'a> {
    name: &'a str,
    changes: Vec<Change>,
    argv: &'a [String],
}

/// The trials while they run.
struct Series<'a> {
    ask: &'a TrialAsk<'a>,
    scene: &'a Scene,
    clock: Clock,
    watch: Stopwatch,
    tried: Tried,
    /// Hears Ctrl-C between two trials as well.
    interrupt: Interrupt,
    is_interrupted: bool,
    /// How many run side by side.
    n_beside: usize,
}

impl App {
    /// Tries what tells whether a run could have failed.
    pub(crate) fn try_run(&self, ask: &TrialAsk<'_>) -> Result<Tried, Error> {
        let mut no_base = None;
        let scene = match &ask.commit {
            Ok(commit) => self.scene(commit.as_deref(), ask.job.argv, ask.below),
            Err(untried) => Err(NotTried::Missing(untried.clone())),
        };
        let scene = match scene {
            Ok(scene) => scene,
            Err(NotTried::Stopped(err)) => return Err(err),
            Err(NotTried::Missing(untried)) => {
                no_base = Some(untried);
                Scene::default()
            }
        };
        let TrialAsk { below, is_regression, watched, .. } = *ask;
        let spoken_ask = SpokenAsk { argv: ask.job.argv, below, is_regression, watched };
        let spoken = self.spoken_code(&spoken_ask, &scene);
        let files = changeable(&scene, &spoken, &ask.here.output, ask.is_regression);
        let mut series = Series {
            ask,
            scene: &scene,
            clock: self.clock,
            watch: self.clock.stopwatch(),
            tried: Tried { no_base, ..Tried::default() },
            interrupt: Interrupt::watch(),
            is_interrupted: false,
            n_beside: std::thread::available_parallelism().map_or(1, |it| it.get().min(BESIDE_MAX)),
        };
        series.go(&files, &spoken.words);
        (ask.progress)("");
        Ok(series.tried)
    }
}

impl Series<'_> {
    fn go(&mut self, files: &[(&ChangedFile, BTreeSet<usize>)], words: &BTreeSet<String>) {
        let argv = self.ask.job.argv;
        let is_counted = self.ask.here.reading.counts.is_some();
        // A line that says something else is no matter for what only looks whether it is well-formed.
        let is_formal = !is_counted && (is_linter(argv) || is_build(argv));
        let mut changes = if is_formal { Vec::new() } else { mutations(files, words) };
        changes.reverse();
        let first = changes.pop();
        if self.first_wave(first.as_ref()).is_none() {
            return;
        }
        self.judge_changes(changes);
        if let Some(absent) = self.ask.absent.filter(|_| !self.is_noticed()) {
            self.try_change(TrialKind::Canary, put_back(self.scene, absent));
        }
        let is_plain = !is_counted && (is_formal || self.ask.is_regression);
        if is_plain && !self.is_noticed() {
            self.try_change(TrialKind::Canary, broken_file(files));
        }
        if !self.is_noticed() {
            let is_text = self.ask.is_about_text || files.is_empty();
            self.try_revert(self.scene.revert(is_text), "without the added lines");
        }
        if !self.is_noticed() && !is_counted {
            self.try_revert(self.scene.restored(), "with what was removed");
        }
        let is_any = self.tried.trials.iter().any(|it| is_change(it.kind));
        if !is_any && self.tried.no_changes.is_none() {
            let words = "nothing was found that could be changed to see whether it is noticed";
            self.leave_out(UntriedReason::NothingToChange, words);
        }
    }

    /// Tries what is always tried: without the work, a small change, the tests of before, and nothing. None
    /// where nothing that fails there says anything.
    fn first_wave(&mut self, first: Option<&Mutation>) -> Option<()> {
        let argv = self.ask.job.argv;
        let old_files = self.scene.old_test_files(self.ask.below);
        let old_argv = unfiltered(argv, &old_files).unwrap_or_else(|| argv.to_vec());
        let has_base = self.tried.no_base.is_none();
        let old = if has_base { self.scene.old_tests(Manifests::Base) } else { Vec::new() };
        let has_old = !old.is_empty();
        let again = || TrialSetting { name: "again", changes: Vec::new(), argv };
        // What fails where a comment was added is told apart below.
        let comment = first.and_then(|it| it.commented.clone());
        let changes: Vec<Change> = comment.iter().cloned().collect();
        let mut settings = vec![TrialSetting { name: "with a comment", changes, argv }];
        if has_base {
            let changes = self.scene.swap(Manifests::Base);
            settings.push(TrialSetting { name: "without the change", changes, argv });
        }
        if let Some(first) = first {
            let changes = first.changes.clone();
            settings.push(TrialSetting { name: "with a mutation", changes, argv });
        }
        if has_old {
            let name = "with the tests of before";
            settings.push(TrialSetting { name, changes: old, argv: &old_argv });
        }
        let mut heard = self.run_all(&settings);
        let is_sound =
            |heard: &[HeardRun]| heard.first().is_some_and(|it| it.went_like(self.ask.here));
        if !is_sound(&heard) && !self.is_interrupted {
            // They may have been in each other's way.
            self.n_beside = 1;
            let alone = self.run_one(again())?;
            if !alone.went_like(self.ask.here) {
                self.give_up(&alone);
                return None;
            }
            let control = self.run_one(settings.remove(0))?;
            if !control.went_like(self.ask.here) {
                self.give_up_text(comment.as_ref());
                return None;
            }
            heard = std::iter::once(control).chain(self.run_all(&settings)).collect();
        }
        if self.is_interrupted {
            let words = "stopped by Ctrl-C before it was tried";
            let untried = Untried { reason: UntriedReason::Interrupted, message: words.to_owned() };
            self.tried.no_base.get_or_insert_with(|| untried.clone());
            self.tried.no_changes = Some(untried);
            return None;
        }
        let mut heard = heard.into_iter();
        let again = heard.next();
        self.tried.trials.extend(again.map(|it| hear_again(self.ask.here, &it)));
        if let Some(swap) = if has_base { heard.next() } else { None } {
            self.judge_swap(swap);
        }
        if let Some((mutation, heard)) = first.and_then(|it| Some((it, heard.next()?))) {
            self.judge_change(TrialKind::Mutant, mutation, &heard);
        }
        if let Some(old) = heard.next().filter(|_| has_old) {
            self.judge_old_tests(old, &old_argv);
        }
        Some(())
    }

    /// Says that the command does not pass in the place of a trial: it fails here as well now and then, or
    /// the place is not like the project.
    fn give_up(&mut self, alone: &HeardRun) {
        let real = self.run_here();
        if let Some(real) = real.filter(|it| !it.went_like(self.ask.here)) {
            self.keep(hear_again(self.ask.here, &real));
            return;
        }
        let words = format!(
            "the command passes here and not in a copy of the project: {}",
            hear_again(self.ask.here, alone).reason
        );
        let untried = Untried { reason: UntriedReason::TemporaryDirectory, message: words };
        self.tried.no_base.get_or_insert_with(|| untried.clone());
        self.tried.no_changes = Some(untried);
    }

    /// Says that the command fails where only a comment was added: whatever else it fails at says nothing.
    fn give_up_text(&mut self, comment: Option<&Change>) {
        let path = comment.map(|it| it.path.as_str()).unwrap_or_default();
        let message = format!(
            "it fails as well where only a comment was added to `{path}`: the check looks at the text of \
             files, or at git, and not at what they do"
        );
        let untried = Untried { reason: UntriedReason::LooksAtText, message };
        self.tried.no_base.get_or_insert_with(|| untried.clone());
        self.tried.no_changes = Some(untried);
    }

    fn judge_swap(&mut self, mut swap: HeardRun) {
        let (here, names) = (self.ask.here, &self.scene.names);
        let argv = self.ask.job.argv;
        let mut trial = hear_swap((here, &swap), argv, names);
        if trial.invalid && self.scene.has_manifests() && !self.is_interrupted {
            let changes = self.scene.swap(Manifests::Present);
            let setting =
                TrialSetting { name: "without the change, with its manifests", changes, argv };
            if let Some(other) = self.run_one(setting) {
                trial = hear_swap((here, &other), argv, names);
                swap = other;
            }
        }
        if trial.noticed && is_all_red(here, &swap) && swap.reading.broken.is_none() {
            let setting =
                TrialSetting { name: "the base as it was", changes: self.scene.base(), argv };
            let flaw =
                self.run_one(setting).and_then(|it| flaw_before(&it, &self.scene.new_tests()));
            if let Some(flaw) = flaw {
                trial.invalid = true;
                trial.noticed = false;
                trial.reason = format!("the base does not pass its own tests: {flaw}");
            }
        }
        if !trial.noticed && !trial.invalid {
            self.judge_either(&mut trial);
        }
        if trial.invalid {
            let reason = UntriedReason::BaseUnusable;
            self.tried.no_base = Some(Untried { reason, message: trial.reason.clone() });
        }
        self.keep(trial);
    }

    /// Looks whether a check that passes without the work rests on a file that may be the work itself.
    fn judge_either(&mut self, trial: &mut Trial) {
        let Some(changes) = self.scene.swap_without_either() else { return };
        let name = "without the files beside the check as well";
        let setting = TrialSetting { name, changes, argv: self.ask.job.argv };
        if self.run_one(setting).is_some_and(|it| !it.passed()) {
            let files: Vec<String> =
                self.scene.either.iter().take(EITHER_MAX).map(|it| format!("`{it}`")).collect();
            trial.invalid = true;
            trial.reason = format!(
                "nothing tells whether {} belongs to the check or to the work",
                files.join(", ")
            );
        }
    }

    fn judge_old_tests(&mut self, mut old: HeardRun, argv: &[String]) {
        let is_odd =
            old.reading.broken.is_some() || (!old.passed() && old.reading.failed.is_empty());
        if is_odd && self.scene.has_manifests() {
            // Manifests of before need not fit the present product.
            let changes = self.scene.old_tests(Manifests::Present);
            if changes.is_empty() {
                return;
            }
            let name = "with the tests of before and the present manifests";
            let Some(other) = self.run_one(TrialSetting { name, changes, argv }) else { return };
            old = other;
        }
        let base = if old.passed() {
            None
        } else {
            let changes = self.scene.base();
            self.run_one(TrialSetting { name: "the base as it was", changes, argv })
        };
        let n_passed = |it: &HeardRun| it.reading.counts.as_ref().map_or(0, |it| it.passed);
        let is_lost = base.as_ref().is_some_and(|it| !it.passed() && n_passed(it) == 0);
        if is_lost && argv != self.ask.job.argv {
            // It was asked in other words, which may not be understood.
            let (argv, changes) = (self.ask.job.argv, self.scene.old_tests(Manifests::Base));
            let name = "with the tests of before, by the same command";
            if let Some(other) = self.run_one(TrialSetting { name, changes, argv }) {
                self.judge_old_tests(other, argv);
            }
            return;
        }
        self.keep(hear_old_tests(&old, base.as_ref()));
    }

    /// Tries small changes until one is noticed.
    fn judge_changes(&mut self, mut left: Vec<Mutation>) {
        while !self.is_noticed() && !left.is_empty() {
            if !self.has_time() {
                return;
            }
            let at = left.len().saturating_sub(self.n_beside);
            let mut wave = left.split_off(at);
            wave.reverse();
            let argv = self.ask.job.argv;
            let settings: Vec<TrialSetting<'_>> = wave
                .iter()
                .map(|it| TrialSetting {
                    name: "with a mutation",
                    changes: it.changes.clone(),
                    argv,
                })
                .collect();
            let heard = self.run_all(&settings);
            for (mutation, heard) in wave.iter().zip(heard) {
                self.judge_change(TrialKind::Mutant, mutation, &heard);
            }
        }
    }

    fn try_change(&mut self, kind: TrialKind, mutation: Option<Mutation>) {
        let Some(mutation) = mutation.filter(|_| self.has_time()) else { return };
        let argv = self.ask.job.argv;
        let changes = mutation.changes.clone();
        if let Some(heard) =
            self.run_one(TrialSetting { name: "with a broken file", changes, argv })
        {
            self.judge_change(kind, &mutation, &heard);
        }
    }

    fn try_revert(&mut self, changes: Vec<Change>, name: &str) {
        let (Some(first), true) = (changes.first(), self.has_time()) else { return };
        let at = match changes.len() {
            1 => first.path.clone(),
            n => format!("{} and {} more", first.path, n - 1),
        };
        let argv = self.ask.job.argv;
        let Some(heard) = self.run_one(TrialSetting { name, changes, argv }) else { return };
        let trial = hear_change(TrialKind::Revert, self.ask.here, &heard);
        let change = Some(name.to_owned());
        self.keep(Trial { at: Some(at), change, ..trial });
    }

    fn judge_change(&mut self, kind: TrialKind, mutation: &Mutation, heard: &HeardRun) {
        let trial = hear_change(kind, self.ask.here, heard);
        let (at, change) = (Some(mutation.at.clone()), mutation.words.clone());
        let mut trial = Trial { at, change, ..trial };
        if trial.noticed && self.reads_text() {
            let argv = self.ask.job.argv;
            let beside = mutation.beside.clone().map(|it| vec![it]);
            let name = "with the line kept in a comment";
            let setting = beside.map(|changes| TrialSetting { name, changes, argv });
            let heard = setting.and_then(|it| self.run_one(it));
            if heard.is_some_and(|it| it.went_like(self.ask.here)) {
                trial.noticed = false;
                trial.reason = format!(
                    "it passes where the line is kept in a comment: the check {LOOKS_AT_TEXT}, not at what \
                     it does"
                );
            }
        }
        self.keep(trial);
    }

    /// Tells whether the check may look at the text of a file.
    fn reads_text(&self) -> bool {
        let is_said = |text: &str| READING.iter().any(|it| text.contains(it));
        let in_command = self.ask.job.argv.iter().any(|it| is_said(it));
        let tests = self.scene.files.iter().filter(|it| it.role == FileRole::Test);
        in_command || tests.filter_map(ChangedFile::text).any(is_said)
    }

    fn keep(&mut self, trial: Trial) {
        self.tried.trials.push(trial);
    }

    fn is_noticed(&self) -> bool {
        self.tried.trials.iter().any(|it| is_change(it.kind) && it.noticed)
    }

    /// Tells whether there is time for another one; else says so.
    fn has_time(&mut self) -> bool {
        if self.is_interrupted {
            self.leave_out(UntriedReason::Interrupted, "stopped by Ctrl-C before more was tried");
            return false;
        }
        let is_over = self.watch.millis() + self.ask.here.duration_ms > self.ask.budget_ms;
        if is_over {
            let seconds = self.ask.budget_ms.div_ceil(1000);
            let words =
                format!("the {seconds} s for trials were used up (setting `proof-budget-s`)");
            self.leave_out(UntriedReason::Budget, &words);
        }
        !is_over
    }

    fn leave_out(&mut self, reason: UntriedReason, words: &str) {
        let message = words.to_owned();
        self.tried.no_changes.get_or_insert(Untried { reason, message });
    }

    fn run_one(&mut self, setting: TrialSetting<'_>) -> Option<HeardRun> {
        if self.is_interrupted {
            return None;
        }
        self.run_all(&[setting]).pop()
    }

    /// Runs some trials, side by side, and hears each; those that could not run say nothing.
    fn run_all(&mut self, settings: &[TrialSetting<'_>]) -> Vec<HeardRun> {
        let names: Vec<&str> = settings.iter().map(|it| it.name).collect();
        (self.ask.progress)(&names.join(", "));
        let next = AtomicUsize::new(0);
        let done: Vec<Mutex<Option<RanTrial>>> =
            settings.iter().map(|_| Mutex::new(None)).collect();
        let (ask, clock, interrupt) = (self.ask, self.clock, &self.interrupt);
        std::thread::scope(|scope| {
            for _ in 0..self.n_beside.min(settings.len()) {
                scope.spawn(|| {
                    while !interrupt.came() {
                        let idx = next.fetch_add(1, Ordering::Relaxed);
                        let Some(setting) = settings.get(idx) else { break };
                        let ran = perform(ask, clock, setting);
                        if let Some(Ok(mut slot)) = done.get(idx).map(Mutex::lock) {
                            *slot = Some(ran);
                        }
                    }
                });
            }
        });
        let mut heard = Vec::new();
        for (setting, slot) in settings.iter().zip(done) {
            let ran = slot.into_inner().ok().flatten().unwrap_or_default();
            self.is_interrupted |= ran.is_interrupted;
            log(&mut self.tried.log, setting.name, &ran.heard);
            heard.push(ran.heard);
        }
        self.is_interrupted |= self.interrupt.came();
        heard
    }

    /// Runs the command once more in the project itself.
    fn run_here(&mut self) -> Option<HeardRun> {
        if self.is_interrupted || self.ask.here.duration_ms > AGAIN_MS_MAX {
            return None;
        }
        let watch = self.clock.stopwatch();
        let ran = charter_proof::run(&quiet(self.ask), &|| watch.millis()).ok()?;
        Some(hear(ran.exit_code, &ran.output, watch.millis()))
    }
}

/// What came of one trial.
#[derive(Default)]
struct RanTrial {
    heard: HeardRun,
    is_interrupted: bool,
}

fn perform(ask: &TrialAsk<'_>, clock: Clock, setting: &TrialSetting<'_>) -> RanTrial {
    let Ok(stage) = ask.arena.stage(&setting.changes) else { return RanTrial::default() };
    let watch = clock.stopwatch();
    let job = Job { argv: setting.argv, ..quiet(ask) };
    match stage.run(&job, &|| watch.millis()) {
        Ok(ran) => RanTrial {
            heard: hear(ran.exit_code, &ran.output, watch.millis()),
            is_interrupted: ran.interrupted,
        },
        Err(_) => RanTrial::default(),
    }
}

/// Gives the command as it is tried: unseen, and not for ever.
fn quiet<'a>(ask: &TrialAsk<'a>) -> Job<'a> {
    let is_taped = ask.job.echo == Echo::Terminal;
    Job {
        echo: Echo::Silent,
        // What looks for a terminal finds one here and there, or neither.
        taping: if is_taped { Taping::On } else { ask.job.taping },
        limit_ms: Some(TRIAL_MS_MIN + TRIAL_TIMES * ask.here.duration_ms),
        ..ask.job
    }
}

/// Takes in what a command wrote.
fn hear(exit_code: Option<i32>, output: &[u8], duration_ms: u64) -> HeardRun {
    let output = strip_ansi(&String::from_utf8_lossy(output));
    let reading = read_output(&output);
    HeardRun { exit_code, output, reading, duration_ms }
}

fn log(log: &mut String, name: &str, heard: &HeardRun) {
    let exit = heard.exit_code.map_or_else(|| "no exit code".to_owned(), |it| format!("exit {it}"));
    let n_over = heard.output.chars().count().saturating_sub(OUTPUT_CHARS_MAX);
    let tail: String = heard.output.chars().skip(n_over).collect();
    let _ = writeln!(log, "=== {name}: {exit}, {} ms\n{}\n", heard.duration_ms, tail.trim_end());
}

fn is_change(kind: TrialKind) -> bool {
    matches!(kind, TrialKind::Mutant | TrialKind::Canary | TrialKind::Revert)
}
