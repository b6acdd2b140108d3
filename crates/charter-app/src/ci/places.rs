//! Where a repository holds charters: at its top, below it, or in several places.
//!
//! Owns which of them are judged in one run: all that the branch or its target has, unless the caller names one.
//! Must not judge what is in them.

use super::row::{DifferenceKind, DifferenceRow};
use super::target::AgainstRow;
use crate::app::App;
use crate::copy::open_repository;
use crate::error::Error;
use charter_contract::ContractRefusal;
use charter_kernel::CharterId;
use charter_kernel::shell_word;
use charter_proof::Repository;
use charter_store::{Layer, ROOT_DIR, SettingValue};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where earlier tools kept charters.
const EARLIER_DIR: &str = ".pi/charters";

/// The files by which a place is known.
const KNOWN_BY: [&str; 4] = ["ledger/*", "events.jsonl", "config.toml", "people"];

/// The roots that a commit holds, from the top of the repository, each with how many charters are in it.
type Roots = BTreeMap<String, usize>;

/// What is judged in one run.
pub(super) struct GatedPlaces {
    /// The places that the branch has, each with its path where it needs to be told.
    pub(super) apps: Vec<(GatedApp, Option<String>)>,
    /// The places that only the target has.
    pub(super) gone: Vec<DifferenceRow>,
    /// The place that the caller named.
    pub(super) named: Option<String>,
}

/// A place: the one where the caller is, or another.
pub(super) enum GatedApp {
    Here,
    Other(Box<App>),
}

impl App {
    /// Finds what is judged.
    pub(super) fn gated_places(&self, against: &AgainstRow) -> Result<GatedPlaces, Error> {
        let (top, repository) = self.top_repository()?;
        let (here, there) = (roots(&repository, "HEAD")?, roots(&repository, &against.commit)?);
        let own = self.below(&top, &self.place.root);
        if self.is_root_named() {
            let is_known =
                own.as_ref().is_some_and(|it| here.contains_key(it) || there.contains_key(it));
            let shown = own.unwrap_or_else(|| self.place.root.display().to_string());
            if !is_known {
                let against = against.name.clone();
                return Err(ContractRefusal::PlaceUnknown { root: shown, against }.into());
            }
            let (mut apps, mut gone) = (Vec::new(), Vec::new());
            if here.contains_key(&shown) {
                apps.push((GatedApp::Here, None));
            } else {
                let shared = roots(&repository, &against.shared)?;
                gone.push(gone_row(&shown, &there, &shared, against));
            }
            return Ok(GatedPlaces { apps, gone, named: Some(shown) });
        }
        let mut covered: BTreeSet<String> = own.clone().into_iter().collect();
        covered.extend(self.below(&top, &self.place.project.join(ROOT_DIR)));
        let is_held = covered.iter().any(|it| here.contains_key(it) || there.contains_key(it));
        let is_alone = here.keys().chain(there.keys()).all(|it| covered.contains(it));
        let mut apps = Vec::new();
        if is_held || is_alone {
            apps.push((GatedApp::Here, own.filter(|_| !is_alone)));
        }
        // A place with settings says where its charters are; what is left stands for itself.
        for is_usual in [true, false] {
            for root in here.keys() {
                let project = project_of(root).filter(|_| is_usual);
                if covered.contains(root) || project.is_some() != is_usual {
                    continue;
                }
                let app = match project {
                    Some(project) => self.beside(top.join(project), None)?,
                    None => self.beside(top.clone(), Some(top.join(root)))?,
                };
                covered.insert(root.clone());
                covered.extend(app.below(&top, &app.place.root));
                apps.push((GatedApp::Other(Box::new(app)), Some(root.clone())));
            }
        }
        let shared = roots(&repository, &against.shared)?;
        let is_gone = |it: &&String| !here.contains_key(*it) && !covered.contains(*it);
        let gone = there.keys().filter(is_gone).map(|it| gone_row(it, &there, &shared, against));
        let gone = gone.collect();
        Ok(GatedPlaces { apps, gone, named: None })
    }

    /// Opens the whole repository: a project in it may be gone.
    pub(super) fn top_repository(&self) -> Result<(PathBuf, Repository), Error> {
        let top = self.store.repository(&self.place.project);
        let top = top.unwrap_or_else(|| self.place.project.clone());
        let repository = open_repository(&top, &self.temp, self.store.layout().root())?;
        Ok((top, repository))
    }

    /// Tells whether the caller names where charters are.
    pub(super) fn is_root_named(&self) -> bool {
        let is_named = |it: &SettingValue| matches!(it.layer, Layer::Env(_) | Layer::Flag);
        self.config.find_set("root").is_some_and(is_named)
    }

    /// Gives a path from the top of the repository.
    fn below(&self, top: &Path, path: &Path) -> Option<String> {
        let real = |it: &Path| self.store.real_path(it);
        let path = path.strip_prefix(top).map(Path::to_owned).ok();
        let below = path
            .or_else(|| real(&self.place.root).strip_prefix(real(top)).map(Path::to_owned).ok())?;
        let parts: Vec<_> = below.iter().map(|it| it.to_string_lossy()).collect();
        Some(parts.join("/"))
    }
}

/// Lists the roots that a commit holds.
fn roots(repository: &Repository, commit: &str) -> Result<Roots, Error> {
    let mut roots = Roots::new();
    let mut charters = BTreeSet::new();
    for path in repository.files_like(commit, &KNOWN_BY)? {
        let path = Path::new(&path);
        let dir = path.parent().unwrap_or(Path::new(""));
        let text = |it: &Path| it.to_string_lossy().into_owned();
        // A setting counts where charters usually are: others have files of that name, too.
        let is_settings = ["config.toml", "people"].iter().any(|it| path.ends_with(it));
        if is_settings {
            if dir.ends_with(ROOT_DIR) || dir.ends_with(EARLIER_DIR) {
                roots.entry(text(dir)).or_default();
            }
            continue;
        }
        let charter = if dir.ends_with("ledger") { dir.parent().unwrap_or(dir) } else { dir };
        let name = charter.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        if CharterId::parse(name).is_ok() && charters.insert(charter.to_owned()) {
            let root = charter.parent().unwrap_or(Path::new(""));
            *roots.entry(text(root)).or_default() += 1;
        }
    }
    Ok(roots)
}

/// Gives the project of a root in one of the usual places.
fn project_of(root: &str) -> Option<PathBuf> {
    let root = Path::new(root);
    let usual = [ROOT_DIR, EARLIER_DIR].into_iter().find(|it| root.ends_with(it))?;
    root.ancestors().nth(Path::new(usual).components().count()).map(Path::to_owned)
}

/// Says that a place is not here which the target has.
fn gone_row(root: &str, there: &Roots, shared: &Roots, against: &AgainstRow) -> DifferenceRow {
    let name = &against.name;
    let (kind, detail) = match (there.get(root), shared.contains_key(root)) {
        (_, false) => {
            let detail = format!("{name} has charters in `{root}` since: merge {name}");
            (DifferenceKind::Behind, detail)
        }
        (Some(0) | None, true) => {
            let detail = format!("the settings in `{root}` are gone; {name} has them");
            (DifferenceKind::SettingChanged, detail)
        }
        (Some(_), true) => {
            let command = format!("git checkout {} -- {}", shell_word(name), shell_word(root));
            let detail = format!(
                "the charters in `{root}` are gone, and {name} has them; a ledger only grows: `{command}` restores them"
            );
            (DifferenceKind::LedgerRewritten, detail)
        }
    };
    let row = DifferenceRow::new(kind, detail).in_file(root.to_owned());
    DifferenceRow { place: Some(root.to_owned()), ..row }
}
