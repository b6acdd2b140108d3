//! Where a command is tried on another state of the project.
//!
//! A trial is the present tree with some files replaced or removed, in a layer that is thrown away: what
//! the command writes there reaches neither the project nor its repository. Owns which kind of layer
//! this machine can have, the directories that belong to one, and how a command is put into it. Must
//! not know what is tried or why.

mod copy;
mod ground;
mod install;
mod layer;
mod patch;
mod pool;
mod way;

pub use layer::{LayerTask, LayerWay, Layering, run_layered};

use crate::run::{Job, JobEnding, Ran, run_command};
use crate::scratch::{ScratchDir, list_left, sweep};
use copy::CopySettings;
use ground::ArenaGround;
use rustix::io::Errno;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};
use way::ArenaWay;

/// How the directories of trials are called.
pub(crate) const PREFIX: &str = "charter-trial-";

/// A file of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Relative to the project, with `/`.
    pub path: String,
    /// What it holds there; none where it is not there.
    pub content: Option<Vec<u8>>,
}

/// How trials are kept apart from the project on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArenaKind {
    /// At the project's own path, on a layer over it that only the trial sees.
    Overlay,
    /// In a copy at another path.
    Copy,
}

/// Why there is no place for a trial.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArenaFailure {
    #[error("`{0}` is not in the project")]
    Outside(String),
    #[error("cannot make a temporary directory in `{}`: {errno}", path.display())]
    Temporary { path: PathBuf, errno: Errno },
    #[error("cannot change `{path}` in the trial's copy of the project: {errno}")]
    Change { path: String, errno: Errno },
    #[error("cannot copy `{}`: {errno}", path.display())]
    Copy { path: PathBuf, errno: Errno },
    #[error("`{}` is too large to be copied: more than {most} files", path.display())]
    TooLarge { path: PathBuf, most: usize },
    #[error("the overlay could not be set up: {0}")]
    Overlay(String),
}

/// The place for the trials of a project.
#[derive(Debug)]
pub struct Arena {
    ground: ArenaGround,
    temp: PathBuf,
    /// The program that a command runs under, called `PROGRAM layer … -- CMD`.
    program: Option<PathBuf>,
    way: OnceLock<Option<ArenaWay>>,
    settings: OnceLock<CopySettings>,
    /// Where what is built in copies is kept from one to the next.
    built: OnceLock<Option<ScratchDir>>,
}

/// Lists the directories of trials that a kill left behind, where those of a project are kept.
#[must_use]
pub fn left_trials(project: &Path, temp: &Path) -> Vec<PathBuf> {
    let places = ArenaGround::find(project).places(temp);
    places.iter().flat_map(|it| list_left(it, PREFIX)).collect()
}

/// Removes them.
pub fn sweep_trials(project: &Path, temp: &Path) {
    ArenaGround::find(project).places(temp).iter().for_each(|it| sweep(it, PREFIX));
}

/// One layer over the project; everything in it is gone when it is dropped.
#[derive(Debug)]
pub struct ArenaStage {
    kind: ArenaKind,
    ground: ArenaGround,
    program: Option<PathBuf>,
    way: Option<LayerWay>,
    /// Where the top of the project is seen.
    tree: PathBuf,
    variables: Vec<(String, OsString)>,
    /// One command at a time.
    turn: Mutex<()>,
    scratch: ScratchDir,
}

impl Arena {
    /// Prepares trials of a project; `temp` is a directory for temporary files, `program` is charter.
    #[must_use]
    pub fn new(project: &Path, temp: &Path, program: Option<&Path>) -> Self {
        Self {
            ground: ArenaGround::find(project),
            temp: temp.to_owned(),
            program: program.map(Path::to_owned),
            way: OnceLock::new(),
            settings: OnceLock::new(),
            built: OnceLock::new(),
        }
    }

    /// Prepares trials that are kept apart by copies, whatever else this machine can do.
    #[must_use]
    pub fn copying(project: &Path, temp: &Path, program: Option<&Path>) -> Self {
        let way = OnceLock::from(None);
        Self { way, ..Self::new(project, temp, program) }
    }

    /// Says how trials are kept apart here; what works is tried once.
    #[must_use]
    pub fn kind(&self) -> ArenaKind {
        if self.way().is_some() { ArenaKind::Overlay } else { ArenaKind::Copy }
    }

    /// Makes one layer with some files changed. Several can be there at once.
    pub fn stage(&self, changes: &[Change]) -> Result<ArenaStage, ArenaFailure> {
        patch::check(changes)?;
        if let Some(way) = self.way() {
            // Some files cannot be changed on an overlay, such as those of a group that it does not know.
            if let Ok(stage) = self.overlay(way, changes) {
                return Ok(stage);
            }
        }
        self.copy(changes)
    }

    fn way(&self) -> Option<&ArenaWay> {
        let find = || {
            self.ground.places(&self.temp).iter().for_each(|it| sweep(it, PREFIX));
            let program = self.program.as_deref()?;
            ArenaWay::find(program, &self.ground, &self.temp)
        };
        self.way.get_or_init(find).as_ref()
    }

    fn overlay(&self, way: &ArenaWay, changes: &[Change]) -> Result<ArenaStage, ArenaFailure> {
        let scratch = make_scratch(&way.temp)?;
        patch::write_down(&scratch.path, changes)?;
        way::make_layers(&scratch.path, &self.ground)?;
        let program = self.program.clone();
        let stage = ArenaStage {
            kind: ArenaKind::Overlay,
            ground: self.ground.clone(),
            way: Some(way.way),
            tree: self.ground.top.clone(),
            program,
            variables: own_variables(),
            turn: Mutex::new(()),
            scratch,
        };
        stage.ask(LayerTask::Apply)?;
        Ok(stage)
    }

    fn copy(&self, changes: &[Change]) -> Result<ArenaStage, ArenaFailure> {
        let places = self.ground.places(&self.temp);
        let temp = places.first().unwrap_or(&self.temp);
        let scratch = make_scratch(temp)?;
        let settings = self.settings.get_or_init(|| CopySettings::find(&self.ground, temp));
        let tree = copy::make(&self.ground, &scratch.path, settings)?;
        patch::apply(&tree.join(&self.ground.below), changes)?;
        let mut variables = own_variables();
        variables.extend(settings.variables(&self.ground, &tree));
        if settings.has_cargo() {
            let built = self.built.get_or_init(|| ScratchDir::new(temp, PREFIX).ok());
            variables.extend(
                built
                    .iter()
                    .map(|it| ("CARGO_TARGET_DIR".to_owned(), it.path.join("target").into())),
            );
        }
        Ok(ArenaStage {
            kind: ArenaKind::Copy,
            ground: self.ground.clone(),
            way: None,
            tree,
            program: self.program.clone(),
            variables,
            turn: Mutex::new(()),
            scratch,
        })
    }
}

fn make_scratch(temp: &Path) -> Result<ScratchDir, ArenaFailure> {
    ScratchDir::new(temp, PREFIX)
        .map_err(|errno| ArenaFailure::Temporary { path: temp.to_owned(), errno })
}

/// Gives what every trial is told: bytecode that one wrote must not be found by another.
fn own_variables() -> Vec<(String, OsString)> {
    vec![("PYTHONDONTWRITEBYTECODE".to_owned(), "1".into())]
}

impl ArenaStage {
    /// Says how it is kept apart from the project.
    #[must_use]
    pub fn kind(&self) -> ArenaKind {
        self.kind
    }

    /// Lists the variables that a command is given here beside the caller's.
    #[must_use]
    pub fn variables(&self) -> &[(String, OsString)] {
        &self.variables
    }

    /// Runs a command to its end, and ends whatever it left behind; `job.dir` is a directory of the real
    /// project, and the command runs at the same place in the layer.
    pub fn run(&self, job: &Job<'_>, elapsed_ms: &dyn Fn() -> u64) -> io::Result<Ran> {
        let Some((first, args)) = job.argv.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
        };
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = self.seen_at(job.dir).ok_or_else(|| io::Error::from(Errno::NOENT))?;
        // What it starts ends with it, however long it may take.
        let bounded = Job { limit_ms: Some(job.limit_ms.unwrap_or(u64::MAX)), ..*job };
        let Some(program) = &self.program else {
            let mut command = Command::new(first);
            command.args(args).current_dir(&dir);
            self.surround(&mut command);
            return run_command(command, &bounded, JobEnding::Group, elapsed_ms);
        };
        let mut command = Command::new(program);
        command.args(self.layering(LayerTask::Run, dir).to_args()).arg("--").args(job.argv);
        self.surround(&mut command);
        layer::forget_end(&self.scratch.path);
        let mut ran = run_command(command, &bounded, JobEnding::Keeper, elapsed_ms)?;
        match layer::read_end(&self.scratch.path) {
            Some(end) => ran.exit_code = end?,
            // It was ended before the command was.
            None => ran.exit_code = None,
        }
        Ok(ran)
    }

    /// Finds the place of a directory of the project in the layer.
    fn seen_at(&self, dir: &Path) -> Option<PathBuf> {
        let real = dir.canonicalize().ok();
        let below = real.as_deref().and_then(|it| it.strip_prefix(&self.ground.top).ok());
        let below = below.map(Path::to_owned).or_else(|| {
            let below = dir.strip_prefix(&self.ground.project).ok()?;
            Some(self.ground.below.join(below))
        })?;
        Some(self.tree.join(below))
    }

    fn surround(&self, command: &mut Command) {
        for name in crate::git::LOCAL_VARIABLES {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
    }

    fn layering(&self, task: LayerTask, dir: PathBuf) -> Layering {
        let layers = if self.way.is_some() { self.ground.layers.clone() } else { Vec::new() };
        let project = self.tree.join(&self.ground.below);
        let parent = std::process::id();
        let way = self.way.unwrap_or(LayerWay::None);
        Layering { way, task, scratch: self.scratch.path.clone(), layers, project, parent, dir }
    }

    /// Lets the program do something in the layer, without a command.
    fn ask(&self, task: LayerTask) -> Result<(), ArenaFailure> {
        let program = self.program.as_deref().unwrap_or(Path::new(""));
        way::ask(program, &self.layering(task, PathBuf::from("/")))
    }
}
