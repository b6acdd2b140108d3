//! The modules of a crate and what each takes from the others, read from the paths its code names.
//!
//! A name that a module hands on (`pub use`) counts for the module that defines it. Test code is not
//! looked at, and neither is what a module takes from its own parents or children.

use super::path::{Named, RustImport, list_imports, list_mentions};
use super::rust::{Rust, item_end};
use super::tree::{File, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How often a name may be handed on before it is given up.
const HANDS_MAX: usize = 16;

/// A crate's modules by their path from its root, which is the empty path.
#[derive(Debug)]
pub(crate) struct Modules<'a> {
    modules: BTreeMap<Vec<String>, Module<'a>>,
}

#[derive(Debug)]
struct Module<'a> {
    file: &'a File,
    rust: &'a Rust,
    /// Where modules stand whose body is in the file.
    inner: Vec<Range<usize>>,
    imports: BTreeMap<String, String>,
}

/// That one module uses a sibling, and where it says so first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    /// The file that names it.
    pub(crate) path: String,
    /// The line in that file.
    pub(crate) line: usize,
    /// The path as it stands there, with imports written out.
    pub(crate) named: String,
}

/// What the children of one module use of each other: from, to, where.
pub(crate) type Uses = BTreeMap<(String, String), Use>;

impl<'a> Modules<'a> {
    /// Reads the product code below a crate's `src/`.
    pub(crate) fn read(tree: &'a Tree, src: &str) -> Self {
        let files = tree.rust_files().filter_map(|(file, rust)| {
            let module = module_path(file.path.strip_prefix(src)?)?;
            let inner = list_inner_modules(&rust.layers.code);
            let is_own =
                |offset| !rust.is_test(offset) && !inner.iter().any(|it| it.contains(&offset));
            let imports = list_imports(rust).into_iter().filter(|import| is_own(import.offset));
            let imports = imports.map(|RustImport { local, full, .. }| (local, full)).collect();
            Some((module, Module { file, rust, inner, imports }))
        });
        Self { modules: files.collect() }
    }

    /// Returns what siblings use of each other, by the path of the module that holds them.
    pub(crate) fn uses(&self) -> BTreeMap<Vec<String>, Uses> {
        let mut uses: BTreeMap<Vec<String>, Uses> = BTreeMap::new();
        for (from, module) in &self.modules {
            for (offset, named) in module.names() {
                let Some(to) = self.home_of(from, &named) else { continue };
                let n_shared =
                    from.iter().zip(&to).take_while(|(left, right)| left == right).count();
                let (shared, rest) = from.split_at_checked(n_shared).unwrap_or((from, &[]));
                let (Some(left), Some(right)) = (rest.first(), to.get(n_shared)) else { continue };
                let line = module.rust.line_at(offset);
                let place = Use { path: module.file.path.clone(), line, named };
                let siblings = uses.entry(shared.to_vec()).or_default();
                siblings.entry((left.clone(), right.clone())).or_insert(place);
            }
        }
        uses
    }

    /// Finds the module that defines what a path names in a module; `None` for what is not of this
    /// crate.
    fn home_of(&self, from: &[String], named: &str) -> Option<Vec<String>> {
        let (start, rest) = self.start_of(from, named)?;
        self.walk(start, &rest, HANDS_MAX)
    }

    /// Finds where a path begins, and what is left of it.
    fn start_of<'n>(&self, from: &[String], named: &'n str) -> Option<(Vec<String>, Vec<&'n str>)> {
        let mut start = from.to_vec();
        let mut rest = named.split("::").map(str::trim).collect::<Vec<_>>();
        match *rest.first()? {
            "crate" => {
                start.clear();
                rest.remove(0);
            }
            "self" => {
                rest.remove(0);
            }
            "super" => {
                while rest.first() == Some(&"super") {
                    start.pop()?;
                    rest.remove(0);
                }
            }
            child => {
                let below = [from, &[child.to_owned()]].concat();
                self.modules.get(&below)?;
            }
        }
        Some((start, rest))
    }

    /// Follows a path from a module downwards and through what is handed on.
    fn walk(&self, start: Vec<String>, rest: &[&str], hands_left: usize) -> Option<Vec<String>> {
        let mut home = start;
        for (idx, segment) in rest.iter().enumerate() {
            let below = [home.as_slice(), &[(*segment).to_owned()]].concat();
            if self.modules.contains_key(&below) {
                home = below;
                continue;
            }
            let handed = self.modules.get(&home).and_then(|module| module.imports.get(*segment));
            let Some(handed) = handed.filter(|_| hands_left > 0) else { break };
            let (start, mut path) = self.start_of(&home, handed)?;
            path.extend(rest.iter().skip(idx + 1));
            return self.walk(start, &path, hands_left - 1);
        }
        Some(home)
    }
}

impl Module<'_> {
    /// Lists the paths that its product code names, as they read outside of modules inside the file.
    fn names(&self) -> Vec<(usize, String)> {
        let mentions = list_mentions(self.rust).into_iter();
        let product = mentions.filter(|mention| !self.rust.is_test(mention.offset));
        let paths = product.filter_map(|mention| match mention.named {
            Named::Path(path) => Some((mention.offset, path)),
            Named::Macro(_) => None,
        });
        let mut paths: Vec<_> = paths
            .map(|(offset, path)| {
                let depth = self.inner.iter().filter(|module| module.contains(&offset)).count();
                (offset, outward(&path, depth))
            })
            .collect();
        paths.sort();
        paths
    }
}

/// Lists the spans of modules whose body stands in the file.
fn list_inner_modules(code: &str) -> Vec<Range<usize>> {
    let starts = code.match_indices("mod ").map(|(start, _)| start);
    let bodies = starts.map(|start| start..item_end(code, start));
    bodies.filter(|span| code.get(span.clone()).is_some_and(|it| it.ends_with('}'))).collect()
}

/// Takes from a path the steps that only lead out of a module inside the file.
fn outward(path: &str, depth: usize) -> String {
    let mut rest = path;
    for _ in 0..depth {
        let Some(outer) = rest.strip_prefix("super::") else { break };
        rest = outer;
    }
    let is_own = rest != path && !rest.starts_with("super");
    if is_own { format!("self::{rest}") } else { rest.to_owned() }
}

/// Returns the module that a file below `src/` is; `None` for a file of tests.
fn module_path(path: &str) -> Option<Vec<String>> {
    let stem = path.strip_suffix(".rs")?;
    let mut parts: Vec<String> = stem.split('/').map(str::to_owned).collect();
    if parts.iter().any(|part| part == "tests") {
        return None;
    }
    let is_root = matches!(stem, "lib" | "main");
    if is_root || parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    Some(parts)
}

/// Returns the sets of two or more modules that reach each other, each with the shortest way round
/// that starts at its first module.
pub(crate) fn list_cycles(uses: &Uses) -> Vec<Cycle> {
    let names: BTreeSet<&str> = uses.keys().flat_map(|(from, to)| [from.as_str(), to]).collect();
    let mut cycles: Vec<Cycle> = Vec::new();
    for name in names {
        if cycles.iter().any(|cycle| cycle.modules.contains(name)) {
            continue;
        }
        let Some(way) = shortest_way_round(uses, name) else { continue };
        let back: BTreeMap<_, _> = uses
            .iter()
            .map(|((from, to), place)| ((to.clone(), from.clone()), place.clone()))
            .collect();
        let ahead = reach(uses, name);
        let modules = reach(&back, name).intersection(&ahead).cloned().collect();
        cycles.push(Cycle { modules, way });
    }
    cycles
}

/// Modules that reach each other.
#[derive(Debug)]
pub(crate) struct Cycle {
    /// All of them.
    pub(crate) modules: BTreeSet<String>,
    /// One way round: from, to, where.
    pub(crate) way: Vec<(String, String, Use)>,
}

/// Lists what can be reached from a module, which is itself among it only on a cycle.
fn reach(uses: &Uses, start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for ((_, to), _) in uses.iter().filter(|((from, _), _)| from == at) {
            if found.insert(to.clone()) {
                open.push(to);
            }
        }
    }
    found
}

fn shortest_way_round(uses: &Uses, start: &str) -> Option<Vec<(String, String, Use)>> {
    let mut ways: Vec<Vec<(String, String, Use)>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let at = way.last().map_or(start, |(_, to, _)| to).to_owned();
            for ((from, to), place) in uses.iter().filter(|((from, _), _)| *from == at) {
                let step = (from.clone(), to.clone(), place.clone());
                let next = way.iter().cloned().chain([step]).collect::<Vec<_>>();
                if to == start {
                    return Some(next);
                }
                if seen.insert(to.clone()) {
                    longer.push(next);
                }
            }
        }
        ways = longer;
    }
    None
}
