//! What a branch takes away from what its target agreed.
//!
//! Owns the comparison: criteria, rigor, people, settings, the ledger, links. Adding is no difference. Must
//! not judge evidence.

use super::register::register_differences;
use super::row::{DifferenceKind, DifferenceRow, may};
use super::target::{JudgedCharter, TargetCopy};
use crate::app::{App, OpenCharter};
use crate::error::Error;
use charter_contract::{CharterAct, Rigor, Status, Who};
use charter_kernel::{CharterId, shell_word};
use charter_proof::{BaseTree, Repository};
use charter_store::{Config, ProjectPlace, ROOT_DIR, Whose, find_place};
use std::collections::{BTreeMap, BTreeSet};

/// The settings that weigh on what counts.
const WEIGHTY: [&str; 5] = ["root", "rigor", "tests", "proof-budget-s", "require-charter"];

impl App {
    /// Lists what the branch changed beside its charters.
    pub(super) fn branch_differences(
        &self,
        repository: &Repository,
        target: &TargetCopy,
    ) -> Result<Vec<DifferenceRow>, Error> {
        let name = &target.row.name;
        let mut found = self.history_differences(repository, target)?;
        found.extend(self.people_difference(target));
        if let Some(row) = self.root_difference(target)? {
            // What is elsewhere is not compared with what is here.
            found.push(row);
            return Ok(found);
        }
        found.extend(self.missing_charters(target)?);
        let (here, there) = (self.project_config()?, &target.app.config);
        let at_fork = target.at_fork().map(|it| &it.config);
        for key in WEIGHTY {
            let (now, then) = (here.text(key), there.text(key));
            let is_behind = at_fork.is_some_and(|it| it.text(key) == now);
            if now != then && !is_behind {
                let detail = format!("config.toml sets {key} to `{now}`; {name} has `{then}`");
                let row = DifferenceRow::new(DifferenceKind::SettingChanged, detail);
                found.push(row.in_file(self.file_in_root("config.toml")));
            }
        }
        Ok(found)
    }

    /// Lists what commits took from ledgers, and links: in every place where charters are, here or there,
    /// whatever a link in that place makes of it.
    fn history_differences(
        &self,
        repository: &Repository,
        target: &TargetCopy,
    ) -> Result<Vec<DifferenceRow>, Error> {
        let is_ledger = |path: &str| path.contains("/ledger/") || path.ends_with("/events.jsonl");
        let mut roots = BTreeSet::from([ROOT_DIR.to_owned()]);
        for app in [self, &target.app] {
            let root = app.place.root.strip_prefix(&app.place.project).ok();
            roots.extend(root.and_then(|it| it.to_str()).map(str::to_owned));
            roots.insert(app.usual_root()?);
        }
        let is_inside = |it: &&String| !it.starts_with('/') && !it.split('/').any(|it| it == "..");
        let (mut taken, mut links) = (BTreeMap::new(), BTreeSet::new());
        for root in roots.iter().filter(is_inside) {
            taken.extend(repository.taken_away(&target.row.commit, root)?);
            links.extend(repository.links_around("HEAD", root)?);
        }
        taken.retain(|path, _| is_ledger(path));
        let rewritten = self.rewritten_rows(repository, target, &taken)?;
        let links = links.into_iter().map(|path| {
            let detail = format!("`{path}` is a link; charters are plain files");
            let file = self.repository_path(&self.place.project.join(path));
            DifferenceRow::new(DifferenceKind::Link, detail).in_file(file)
        });
        Ok(rewritten.into_iter().chain(links).collect())
    }

    /// Says which commits took what from which ledger. What the target has and the branch has again is no loss.
    fn rewritten_rows(
        &self,
        repository: &Repository,
        target: &TargetCopy,
        taken: &BTreeMap<String, Vec<String>>,
    ) -> Result<Vec<DifferenceRow>, Error> {
        let paths: Vec<String> = taken.keys().cloned().collect();
        let contents = |commit: &str| -> Result<BTreeMap<String, Option<Vec<u8>>>, Error> {
            Ok(repository.blobs_at(commit, &paths)?.into_iter().collect())
        };
        let (there, here) = (contents(&target.row.commit)?, contents("HEAD")?);
        let of = |all: &BTreeMap<String, Option<Vec<u8>>>, path: &String| {
            all.get(path).cloned().flatten()
        };
        let mut rows: BTreeMap<(&String, &str, bool), Vec<&String>> = BTreeMap::new();
        for (path, commits) in taken {
            let (then, now) = (of(&there, path), of(&here, path));
            let has = |it: &Option<Vec<u8>>| {
                it.as_ref().zip(now.as_ref()).is_some_and(|(it, now)| now.starts_with(it))
            };
            let mut is_whole = has(&then);
            for commit in commits.iter().take_while(|_| then.is_some()) {
                // What the branch itself had added before is not given up either.
                let before = format!("{commit}^");
                let before = repository.blobs_at(&before, std::slice::from_ref(path))?;
                is_whole &= has(&before.into_iter().find_map(|it| it.1));
            }
            if let Some(commit) = commits.first().filter(|_| !is_whole) {
                let charter = path.rsplit_once("/ledger/").or_else(|| path.rsplit_once('/'));
                let charter = charter.map_or(path.as_str(), |it| it.0);
                rows.entry((commit, charter, then.is_some())).or_default().push(path);
            }
        }
        let name = &target.row.name;
        let row = |((commit, charter, is_there), paths): ((&String, &str, bool), Vec<&String>)| {
            let dir = self.repository_path(&self.place.project.join(charter));
            let lost = match paths.as_slice() {
                [path] => format!("`{path}`"),
                paths => format!("{} files of the ledger of `{charter}`", paths.len()),
            };
            let way = if is_there {
                let (name, dir) = (shell_word(name), shell_word(&dir));
                format!("`git checkout {name} -- {dir}` restores what {name} has")
            } else {
                "take that commit out of the branch, with `git rebase`".to_owned()
            };
            let detail =
                format!("commit {commit} removes or changes {lost}; a ledger only grows: {way}");
            let file =
                paths.first().map_or(dir, |it| self.repository_path(&self.place.project.join(it)));
            DifferenceRow::new(DifferenceKind::LedgerRewritten, detail).in_file(file)
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Gives the path of a file beside the charters, from the top of the repository.
    pub(super) fn file_in_root(&self, name: &str) -> String {
        self.repository_path(&self.place.root.join(name))
    }

    /// Lists the open charters that the target has since the branch left it. One that the branch had and
    /// removed is told as a ledger that was rewritten.
    fn missing_charters(&self, target: &TargetCopy) -> Result<Vec<DifferenceRow>, Error> {
        let ids = |app: &Self| -> BTreeSet<CharterId> {
            app.store.list().map(|it| it.ids.into_iter().collect()).unwrap_or_default()
        };
        let (here, name) = (ids(self), &target.row.name);
        let Some(at_fork) = target.at_fork().map(ids) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for id in
            ids(&target.app).into_iter().filter(|it| !here.contains(it) && !at_fork.contains(it))
        {
            let there = target.app.open_unobserved(id.clone())?;
            if there.state().contract.status != Status::Active {
                continue;
            }
            let detail = format!("{name} has opened the charter `{id}` since: merge {name}");
            let row = DifferenceRow::new(DifferenceKind::Behind, detail);
            let row =
                row.in_file(self.repository_path(&self.store.layout().file(&id, "criteria.md")));
            found.push(DifferenceRow { charter_id: Some(id.to_string()), ..row });
        }
        Ok(found)
    }

    /// Whoever may act as a person is for the target to say; the first list is an addition.
    fn people_difference(&self, target: &TargetCopy) -> Option<DifferenceRow> {
        let here = self.store.read_file(&self.people_path()).ok();
        let there = target.app.people().ok()??;
        let at_fork = target.at_fork().and_then(|it| it.people().ok()?);
        let is_same = here.as_ref().is_some_and(|it| it == there.as_bytes());
        let is_behind = here.is_some_and(|it| at_fork.is_some_and(|then| it == then.as_bytes()));
        let name = &target.row.name;
        let detail = format!(
            "`people` differs from {name}: who may sign is decided there, so change it on {name} first"
        );
        let is_changed = !is_same && !is_behind;
        let file = self.repository_path(&self.people_path());
        is_changed.then(|| DifferenceRow::new(DifferenceKind::PeopleChanged, detail).in_file(file))
    }

    /// A setting that moves the charters elsewhere stands in the usual place, wherever it leads.
    fn root_difference(&self, target: &TargetCopy) -> Result<Option<DifferenceRow>, Error> {
        let (now, then) = (self.usual_root()?, target.app.usual_root()?);
        let name = &target.row.name;
        let detail =
            format!("config.toml moves the charters to `{now}`; on {name} they are in `{then}`");
        let is_moved = now != then;
        let file = self.repository_path(&self.place.project.join(ROOT_DIR).join("config.toml"));
        let row = || DifferenceRow::new(DifferenceKind::SettingChanged, detail).in_file(file);
        Ok(is_moved.then(row))
    }

    /// Gives where the charters of the project are, as the file in the usual place has it.
    fn usual_root(&self) -> Result<String, Error> {
        let mut config = Config::built_in();
        let usual = self.place.project.join(ROOT_DIR).join("config.toml");
        config.add_file(self.store.disk(), &usual, Whose::Project)?;
        Ok(config.text("root").to_owned())
    }

    /// Gives where the charters are in a copy of another commit: where the caller says, else where that commit
    /// has them. A link here must not lead astray there.
    pub(super) fn place_in(&self, tree: &BaseTree) -> Result<ProjectPlace, Error> {
        let here = self.at(&tree.path);
        if self.is_root_named() {
            return Ok(here.place);
        }
        let root = tree.path.join(here.usual_root()?);
        let place = find_place(self.store.disk(), &tree.path, Some(&root))?;
        Ok(ProjectPlace { project: tree.path.clone(), ..place })
    }

    /// Gives the settings of the project alone, as its file has them.
    pub(super) fn project_config(&self) -> Result<Config, Error> {
        let mut config = Config::built_in();
        let path = self.place.root.join("config.toml");
        config.add_file(self.store.disk(), &path, Whose::Project)?;
        Ok(config)
    }

    /// Lists what the branch took away from one charter.
    pub(super) fn charter_differences(
        &self,
        judged: &JudgedCharter,
        target: &TargetCopy,
    ) -> Vec<DifferenceRow> {
        let (open, name) = (&judged.open, &target.row.name);
        let mut found = Vec::new();
        if !judged.is_history {
            found.extend(rigor_difference(judged, target));
            found.extend(self.abandoned_difference(open));
        }
        if let Some(there) = &judged.there {
            found.extend(register_differences(judged, there, name));
        }
        let is_strict = open.state().contract.rigor == Rigor::Strict && !judged.is_history;
        if is_strict && !matches!(target.app.people(), Ok(Some(_))) {
            let detail = format!("{name} has no .charter/people, so no signature counts at strict");
            found.push(DifferenceRow::new(DifferenceKind::PeopleMissing, detail));
        }
        let about = |it: DifferenceRow| {
            let name = if it.criterion_id.is_some() { "criteria.md" } else { "charter.md" };
            let is_people = it.kind == DifferenceKind::PeopleMissing;
            let file = match is_people {
                true => self.people_path(),
                false => self.store.layout().file(&open.id, name),
            };
            let charter_id = Some(open.id.to_string());
            DifferenceRow { charter_id, ..it.in_file(self.repository_path(&file)) }
        };
        found.into_iter().map(about).collect()
    }

    fn abandoned_difference(&self, open: &OpenCharter) -> Option<DifferenceRow> {
        let contract = &open.state().contract;
        let end = contract.moves.iter().find(|it| it.to == Status::Abandoned)?;
        let may = may(CharterAct::Abandon, contract.rigor, &end.by, end.place, open);
        let detail = match CharterAct::Abandon.who(contract.rigor) {
            Who::SignedPerson if end.by.is_person() => format!(
                "{} abandoned it without a valid signature; at {} a person listed in .charter/people signs that",
                end.by,
                contract.rigor.word()
            ),
            Who::SignedPerson | Who::Person | Who::Anyone => {
                format!("{} abandoned it; at {} only a person does", end.by, contract.rigor.word())
            }
        };
        (!may).then(|| DifferenceRow::new(DifferenceKind::Abandoned, detail))
    }
}

/// A charter keeps the rigor that it has on the target, or that new ones have there, unless a person lowered it.
fn rigor_difference(judged: &JudgedCharter, target: &TargetCopy) -> Option<DifferenceRow> {
    let contract = &judged.open.state().contract;
    let (name, now) = (&target.row.name, contract.rigor);
    let at_fork = judged.at_fork.as_ref().map(|it| it.state().contract.rigor);
    if let Some(there) = judged.there.as_ref().map(|it| it.state().contract.rigor)
        && at_fork == Some(now)
        && there > now
    {
        let detail = format!("{name} has raised the rigor to {} since: merge {name}", there.word());
        return Some(DifferenceRow::new(DifferenceKind::Behind, detail));
    }
    let (then, whose) = match &judged.there {
        Some(there) => (there.state().contract.rigor, "it is"),
        None => (target.app.config.rigor(), "new charters are"),
    };
    let is_settled = contract.rigor_moves.iter().any(|it| {
        it.to == now && may(CharterAct::LowerRigor, then, &it.by, it.place, &judged.open)
    });
    let (low, high) = (now.word(), then.word());
    let detail = match then {
        Rigor::Strict => format!(
            "rigor is {low}; on {name} {whose} {high}, and no listed person signed that: `charter rigor {high}` \
             takes it back, `charter rigor {low} -m WHY` after that is signed"
        ),
        Rigor::Light | Rigor::Standard => format!(
            "rigor is {low}; on {name} {whose} {high}, and no person lowered it: `charter rigor {high}` takes \
             it back"
        ),
    };
    let is_lower = now < then && !is_settled;
    is_lower.then(|| DifferenceRow::new(DifferenceKind::RigorLowered, detail))
}
