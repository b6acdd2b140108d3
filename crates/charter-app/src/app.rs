//! The application: a project, its store, and who calls.
//!
//! Owns how a use case finds its charter. Must not know how it was started.

use crate::behind::{BehindRow, BehindRows};
use crate::clock::Clock;
use crate::copy::{GitCopy, open_repository};
use crate::error::{Error, unread};
use crate::mind_watch::{MindWatch, Unwatched};
use crate::plain_path::plain_path;
use charter_contract::document::DOCUMENT_UNREADABLE;
use charter_contract::{Candidate, ContractRefusal, Docs, Selector, Status, select};
use charter_engine::query::StatusReport;
use charter_engine::{Refusal, State, query};
use charter_kernel::{Actor, CharterId, Context, Finding, NextAction, SessionId};
use charter_proof::{GitFailure, Repository};
use charter_store::{
    Budget, Config, Disk, FencedDisk, Glance, Layer, Loaded, ProjectPlace, RootFailure, Store,
    Trust, Whose, find_place,
};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a front end knows before anything is read.
#[derive(Debug, Clone)]
pub struct AppSetup {
    pub disk: Arc<dyn Disk>,
    pub cwd: PathBuf,
    /// The root that the command line names.
    pub root: Option<PathBuf>,
    pub user_config: Option<PathBuf>,
    /// Settings from the environment: key, variable, value.
    pub env: Vec<(&'static str, &'static str, String)>,
    /// Settings from the command line: key, value.
    pub flags: Vec<(&'static str, String)>,
    /// What this process calls itself in a lock.
    pub holder: String,
    pub clock: Clock,
    pub temp: PathBuf,
    /// The variables of the process, for the programs that sign.
    pub vars: BTreeMap<OsString, OsString>,
    /// Charter itself, which a trial's command runs under.
    pub program: Option<PathBuf>,
    /// The key that signs, where the caller names one.
    pub key: Option<PathBuf>,
}

/// Who calls, and what they mean.
#[derive(Debug, Clone)]
pub struct Caller {
    pub actor: Actor,
    /// The session that calls, if it has a name.
    pub session: Option<String>,
    /// The charter that is named, by id or fragment.
    pub charter: Option<String>,
}

/// Whose list of people counts.
#[derive(Debug, Clone)]
pub(crate) enum PeopleSource {
    /// The one of the project, as it is checked out.
    Project,
    /// The one of another branch, or none.
    Branch(Option<String>),
}

/// A project that is open.
#[derive(Debug)]
pub struct App {
    pub(crate) store: Store,
    pub(crate) place: ProjectPlace,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) cwd: PathBuf,
    pub(crate) temp: PathBuf,
    pub(crate) vars: BTreeMap<OsString, OsString>,
    pub(crate) program: Option<PathBuf>,
    pub(crate) key: Option<PathBuf>,
    pub(crate) people: PeopleSource,
    /// The directory of what is the user's and not the project's, if they have one.
    pub(crate) user_dir: Option<PathBuf>,
    /// What could not be done after the rest was recorded.
    pub(crate) behind: Arc<BehindRows>,
    /// Who looks on while a model is asked.
    pub(crate) watch: Arc<dyn MindWatch>,
    /// What it was opened with, for another project beside it.
    pub(crate) setup: Arc<AppSetup>,
}

/// A charter that was found and read.
#[derive(Debug)]
pub struct OpenCharter {
    pub(crate) id: CharterId,
    pub(crate) loaded: Loaded,
    pub(crate) docs: Docs,
    /// What is wrong with the ledger, the derived files and missing documents.
    pub(crate) findings: Vec<Finding>,
}

impl App {
    /// Opens the project that a directory is in; nothing is created.
    pub fn open(setup: AppSetup) -> Result<Self, Error> {
        let mut config = Config::built_in();
        let kept = Arc::new(setup.clone());
        let AppSetup { disk, cwd, root, user_config, env, flags, holder, clock, .. } = setup;
        let AppSetup { temp, vars, program, key, .. } = setup;
        if let Some(path) = &user_config {
            config.add_file(&*disk, path, Whose::User)?;
        }
        let user_dir = user_config.as_deref().and_then(Path::parent).map(Path::to_owned);
        let in_env = env.iter().find(|it| it.0 == "root").map(|it| PathBuf::from(&it.2));
        let mut place = match (find_place(&*disk, &cwd, root.as_deref()), in_env) {
            // What the user names counts before what a checkout has in its place.
            (Err(RootFailure::Link(_)), Some(named)) => find_place(&*disk, &cwd, Some(&named))?,
            (found, _) => found?,
        };
        let fence = |place: &ProjectPlace| -> Arc<dyn Disk> {
            let fenced = vec![place.project.clone(), place.root.clone()];
            Arc::new(FencedDisk::new(Arc::clone(&disk), fenced))
        };
        config.add_file(&*fence(&place), &place.root.join("config.toml"), Whose::Project)?;
        for (key, name, text) in env {
            config.set(key, &text, Layer::Env(name))?;
        }
        for (key, text) in flags {
            config.set(key, &text, Layer::Flag)?;
        }
        if let Some(root) = &root {
            config.set("root", &root.display().to_string(), Layer::Flag)?;
        } else if config.is_set("root") {
            let configured = place.project.join(config.text("root"));
            let project = place.project;
            place = ProjectPlace { project, ..find_place(&*disk, &cwd, Some(&configured))? };
        }
        let copy = Arc::new(GitCopy {
            root: place.root.clone(),
            clock,
            project: place.project.clone(),
            temp: temp.clone(),
        });
        let store = Store::new(fence(&place), place.root.clone(), holder, config.lock_wait());
        let store = store.in_copy(copy);
        let behind = Arc::default();
        let people = PeopleSource::Project;
        Ok(Self {
            store,
            place,
            config,
            clock,
            cwd,
            temp,
            vars,
            program,
            key,
            people,
            user_dir,
            behind,
            watch: Arc::new(Unwatched),
            setup: kept,
        })
    }

    /// Takes the place of one that was opened before the settings changed.
    #[must_use]
    pub fn in_place_of(self, before: &Self) -> Self {
        let (behind, watch) = (Arc::clone(&before.behind), Arc::clone(&before.watch));
        Self { behind, watch, ..self }
    }

    /// Has somebody look on while a model is asked.
    #[must_use]
    pub fn watched(self, watch: Arc<dyn MindWatch>) -> Self {
        Self { watch, ..self }
    }

    /// Opens another project with the same user, environment and clock.
    pub(crate) fn beside(&self, project: PathBuf, root: Option<PathBuf>) -> Result<Self, Error> {
        Self::open(AppSetup { cwd: project, root, ..(*self.setup).clone() })
    }

    /// Opens the repository of the project, where there is one that can be asked.
    pub(crate) fn repository(&self) -> Result<Repository, GitFailure> {
        self.repository_opener()()
    }

    /// Gives what opens the repository of the project, on whichever thread.
    pub(crate) fn repository_opener(&self) -> impl Fn() -> Result<Repository, GitFailure> + use<> {
        let (project, temp) = (self.place.project.clone(), self.temp.clone());
        let root = self.store.layout().root().to_owned();
        move || open_repository(&project, &temp, &root)
    }

    /// Lists the files that git follows and that differ from a commit; none where git cannot tell.
    pub(crate) fn changed_since(&self, commit: &str) -> Vec<String> {
        self.repository().and_then(|it| it.changed_since(commit)).unwrap_or_default()
    }

    /// Gives what is behind, once.
    pub fn take_behind(&self) -> Vec<BehindRow> {
        self.behind.take()
    }

    /// Keeps what went wrong, to be told.
    pub fn leave_behind(&self, err: &Error, catch_up: &NextAction) {
        self.behind.add(err, catch_up);
    }

    /// Takes the result of what follows from events that are in the ledger: where it failed, that is
    /// kept to be told, with what makes up for it.
    pub(crate) fn or_later<T: Default>(
        &self,
        done: Result<T, impl Into<Error>>,
        catch_up: &NextAction,
    ) -> T {
        done.unwrap_or_else(|err| {
            self.leave_behind(&err.into(), catch_up);
            T::default()
        })
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn context(&self, caller: &Caller) -> Context {
        let (now, witness) = self.clock.read();
        Context { now, witness, actor: caller.actor.clone() }
    }

    /// Lists every charter with what selects it. One that cannot be read counts as open, so that
    /// it is never passed over in silence.
    pub(crate) fn candidates(&self) -> Result<Vec<Candidate>, Error> {
        let ids = self.store.list()?.ids.into_iter();
        Ok(ids.map(|id| candidate(self.store.glance(&id).ok(), id)).collect())
    }

    /// Finds the charter that a caller means, and writes nothing; a charter whose history takes more
    /// than a budget has counts as one that cannot be read.
    pub(crate) fn select_within(
        &self,
        caller: &Caller,
        budget: &mut Budget,
    ) -> Result<CharterId, Error> {
        let mut glance = |id: &CharterId| self.store.glance_within(id, budget).ok().flatten();
        let ids = self.store.list()?.ids.into_iter();
        let candidates: Vec<_> = ids.map(|id| candidate(glance(&id), id)).collect();
        self.select_among(&candidates, caller)
    }

    /// Finds the charter that a caller means.
    pub(crate) fn select(&self, caller: &Caller) -> Result<CharterId, Error> {
        self.select_among(&self.candidates()?, caller)
    }

    /// Finds the charter that a caller means among candidates.
    pub(crate) fn select_among(
        &self,
        candidates: &[Candidate],
        caller: &Caller,
    ) -> Result<CharterId, Error> {
        let session = session_of(caller)?;
        let selected = match (&caller.charter, &session) {
            (Some(fragment), _) => select(candidates, Selector::Names(fragment)),
            (None, Some(session)) => select(candidates, Selector::Session(session)),
            (None, None) => {
                let chosen = self.store.chosen();
                select(candidates, Selector::Nobody(chosen.as_deref()))
            }
        };
        Ok(selected?)
    }

    /// Tells whether a caller means this charter without naming it.
    #[must_use]
    pub fn means(&self, caller: &Caller, charter_id: &str) -> bool {
        self.select(caller).is_ok_and(|it| it.as_str() == charter_id)
    }

    /// Reads a charter, and mends its derived files on the way.
    pub(crate) fn open_charter(&self, id: CharterId) -> Result<OpenCharter, Error> {
        self.open_trusting(id, Trust::Memory)
    }

    /// Reads a charter; `trust` says whether remembered digests of files are believed.
    pub(crate) fn open_trusting(&self, id: CharterId, trust: Trust) -> Result<OpenCharter, Error> {
        let mut open = self.open_unobserved(id)?;
        self.observe(&open.id, &mut open.docs, &open.loaded.state, trust);
        Ok(open)
    }

    /// Reads a charter without a look at what its evidence rests on.
    pub(crate) fn open_unobserved(&self, id: CharterId) -> Result<OpenCharter, Error> {
        let loaded = self.store.load(&id)?;
        let docs = self.store.read_docs(&id).into_docs();
        Ok(self.opened(id, loaded, docs))
    }

    /// Reads the charter that a caller means, without a look at what its evidence rests on.
    pub fn read_charter(&self, caller: &Caller) -> Result<OpenCharter, Error> {
        self.open_unobserved(self.select(caller)?)
    }

    /// Reads a charter to change it: a document that is there and cannot be read is an error.
    pub(crate) fn open_to_write(&self, id: CharterId) -> Result<OpenCharter, Error> {
        let loaded = self.store.load(&id)?;
        let docs = self.store.read_docs_to_write(&id)?.into_docs();
        Ok(self.opened(id, loaded, docs))
    }

    pub(crate) fn opened(&self, id: CharterId, loaded: Loaded, docs: Docs) -> OpenCharter {
        let mut findings = loaded.warnings();
        findings.extend(self.config.findings.iter().cloned());
        OpenCharter { id, loaded, docs, findings }
    }

    /// Says where a charter stands.
    pub(crate) fn status_of(&self, open: &OpenCharter) -> StatusReport {
        let path = self.charter_path(&open.id);
        query::status(&open.docs, open.state(), &open.findings, &open.id, &path)
    }

    /// Lists what can be done about a charter, most useful first.
    pub(crate) fn next_actions(&self, open: &OpenCharter) -> Vec<NextAction> {
        query::next_actions(&open.docs, open.state(), &open.id, &self.charter_path(&open.id))
    }

    /// Gives the place that a caller types, `..` resolved by its words.
    pub(crate) fn typed(&self, path: &Path) -> PathBuf {
        let path = self.cwd.join(path);
        plain_path(&path).unwrap_or(path)
    }

    /// Reads a file that the caller names.
    pub fn read_named(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let path = self.typed(path);
        Ok(self.store.read_named(&path).map_err(unread(&path))?)
    }

    /// Tells whether something is at a path that the caller names.
    #[must_use]
    pub fn has_file(&self, path: &Path) -> bool {
        matches!(self.store.look_at(&self.typed(path)), Ok(Some(_)))
    }

    /// Writes a file that the caller names.
    pub fn write_named(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        Ok(self.store.write_named(&self.typed(path), bytes)?)
    }

    /// Gives a path as the caller would type it.
    pub(crate) fn shown_path(&self, path: &Path) -> String {
        let relative = path.strip_prefix(&self.cwd).unwrap_or(path);
        let path = if relative.as_os_str().is_empty() { Path::new(".") } else { relative };
        path.display().to_string()
    }

    pub(crate) fn charter_path(&self, id: &CharterId) -> String {
        self.shown_path(&self.store.layout().charter(id))
    }

    /// Gives a path from the top of the repository that it is in, with forward slashes; as the caller
    /// would type it where it is in none.
    pub(crate) fn repository_path(&self, path: &Path) -> String {
        let top = path.parent().and_then(|dir| self.store.repository(dir));
        let below = top.as_deref().and_then(|top| path.strip_prefix(top).ok());
        let Some(below) = below else { return self.shown_path(path) };
        let parts: Vec<_> = below.iter().map(|it| it.to_string_lossy()).collect();
        parts.join("/")
    }
}

impl OpenCharter {
    pub(crate) fn state(&self) -> &State {
        &self.loaded.state
    }
}

/// Gives what selects a charter; one that cannot be read counts as open.
pub(crate) fn candidate(glance: Option<Glance>, id: CharterId) -> Candidate {
    let status = glance.as_ref().map_or(Status::Active, |it| it.status);
    // A copy of another charter's directory has that one's bindings, not its own.
    let own = glance.filter(|it| it.charter_id == id.as_str());
    Candidate { id, status, sessions: own.map(|it| it.sessions).unwrap_or_default() }
}

/// Gives the session that a caller speaks for, if it has a name.
pub(crate) fn session_of(caller: &Caller) -> Result<Option<SessionId>, Refusal> {
    let parse = |text: &String| {
        SessionId::parse(text).map_err(|problem| {
            Refusal::Contract(ContractRefusal::SessionUnusable { text: text.clone(), problem })
        })
    };
    caller.session.as_ref().map(parse).transpose()
}

/// Says that something could not be read, as a finding of a listing.
pub(crate) fn unreadable(file: &str, err: &Error) -> Finding {
    let problem = err.problems().into_iter().next();
    let message = problem.map_or_else(|| err.to_string(), |it| it.message);
    Finding::new(DOCUMENT_UNREADABLE, file, message)
}
