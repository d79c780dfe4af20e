//! The module graph of a crate: which file uses items of which other.
//!
//! A file uses another if one of its paths leads there: a path in `use`, in an expression, a type or a pattern, or
//! within a macro. A path leads to the file that declares its item: re-exports are followed. Re-exports themselves are
//! not uses, nor are module declarations, nor is anything that is compiled for tests only.
//!
//! Modules are identified by their paths in the crate: `formats::shbin` for `src/formats/shbin/mod.rs`; the root is the
//! empty path.

mod collect;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use pica200_testsuite::corpus::files;

/// The path of a module or item in its crate, without `crate`.
pub(crate) type ItemPath = Vec<String>;

/// The imports and paths of a file.
#[derive(Default, Debug)]
struct Facts {
    /// The absolute paths that it uses.
    uses: BTreeSet<ItemPath>,
    /// The names introduced by `use`, with the absolute paths of their items.
    names: BTreeMap<String, ItemPath>,
}

/// The files of a crate, and the files that each of them uses.
#[derive(Debug)]
pub(crate) struct Modules {
    uses: BTreeMap<ItemPath, BTreeSet<ItemPath>>,
}

/// An import cycle between modules.
#[derive(Debug)]
pub(crate) struct Circle<'m> {
    /// Their parent module.
    pub(crate) around: ItemPath,
    /// Their names there.
    pub(crate) modules: BTreeSet<&'m str>,
    /// The uses between them: pairs of files.
    uses: Vec<(&'m ItemPath, &'m ItemPath)>,
}

impl fmt::Display for Circle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modules: Vec<_> = self.modules.iter().copied().collect();
        let around = self.around.join("::");
        writeln!(f, "in `{around}`, these use each other: {}", modules.join(", "))?;
        for (user, used) in &self.uses {
            writeln!(f, "    {} uses {}", user.join("::"), used.join("::"))?;
        }
        Ok(())
    }
}

impl Modules {
    /// Reads the sources of a library: all files of a directory except for programs.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut sources = BTreeMap::new();
        for path in files(folder, "rs") {
            let name = path.strip_prefix(folder).expect("a file in the folder");
            if name.starts_with("bin") || name == Path::new("main.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source can be read");
            sources.insert(module_of(name), text);
        }
        Self::of_sources(&sources)
    }

    /// Builds the graph of sources, each with its module path.
    pub(crate) fn of_sources(sources: &BTreeMap<ItemPath, String>) -> Self {
        let mut facts: BTreeMap<&ItemPath, Facts> = BTreeMap::new();
        let mut for_tests = BTreeSet::new();
        for (module, text) in sources {
            let file = syn::parse_file(text).expect("a source is Rust");
            let is_module = |path: &[String]| sources.contains_key(path);
            let (own, tests) = collect::collect(&file, module, &is_module);
            facts.insert(module, own);
            for_tests.extend(tests);
        }
        facts.retain(|module, _| !(1..=module.len()).any(|n| for_tests.contains(&module[..n])));
        let uses = facts.iter().map(|(module, own)| {
            let used = own.uses.iter().filter_map(|path| declared_in(path, &facts));
            let others = used.filter(|used| used != *module);
            ((*module).clone(), others.collect())
        });
        Self { uses: uses.collect() }
    }

    /// Returns the files that a file uses.
    pub(crate) fn used_by(&self, module: &[String]) -> impl Iterator<Item = &ItemPath> + use<'_> {
        self.uses.get(module).into_iter().flatten()
    }

    /// Returns the import cycles: for each module, the child modules, including their contents, that use each other
    /// directly or transitively. Uses of the parent module are ignored, as are its uses of them: it may contain shared
    /// items.
    pub(crate) fn circles(&self) -> Vec<Circle<'_>> {
        let around = |file: &ItemPath| (0..file.len()).map(|n| file[..n].to_vec()).collect::<Vec<_>>();
        let modules: BTreeSet<ItemPath> = self.uses.keys().flat_map(around).collect();
        let circles = modules.iter().flat_map(|module| self.circles_in(module));
        circles.collect()
    }

    fn circles_in(&self, around: &[String]) -> Vec<Circle<'_>> {
        let mut graph: DiGraphMap<&str, ()> = DiGraphMap::new();
        let mut uses = Vec::new();
        for (user, all) in &self.uses {
            for used in all {
                if let (Some(from), Some(to)) = (part(user, around), part(used, around))
                    && from != to
                {
                    graph.add_edge(from, to, ());
                    uses.push((from, to, user, used));
                }
            }
        }
        let mut circles = Vec::new();
        for modules in tarjan_scc(&graph) {
            let modules: BTreeSet<_> = modules.into_iter().collect();
            if modules.len() > 1 {
                let is_in = |from, to| modules.contains(from) && modules.contains(to);
                let within = uses.iter().filter(|(from, to, ..)| is_in(*from, *to));
                circles.push(Circle {
                    around: around.to_vec(),
                    uses: within.map(|(_, _, user, used)| (*user, *used)).collect(),
                    modules,
                });
            }
        }
        circles
    }
}

/// Returns the direct child of a module that contains a file; `None` if it is not within the module.
fn part<'m>(file: &'m [String], around: &[String]) -> Option<&'m str> {
    let behind = file.strip_prefix(around)?;
    behind.first().map(String::as_str)
}

/// Returns the module of a file, given its path in the source directory.
fn module_of(file: &Path) -> ItemPath {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: ItemPath = names.collect();
    if names.last().is_some_and(|name| name == "mod" || name == "lib") {
        names.pop();
    }
    names
}

/// Returns the file that declares the item of an absolute path.
fn declared_in(path: &[String], facts: &BTreeMap<&ItemPath, Facts>) -> Option<ItemPath> {
    let mut path = path.to_vec();
    // No chain of re-exports is longer, except for a cycle.
    for _ in 0..16 {
        let length = (0..=path.len()).rev();
        let mut modules = length.map(|n| path.split_at(n));
        let (module, rest) = modules.find(|(module, _)| facts.contains_key(&module.to_vec()))?;
        let named = rest.split_first().and_then(|(name, behind)| {
            let target = facts.get(&module.to_vec())?.names.get(name)?;
            Some([target, behind].concat())
        });
        match named.filter(|named| *named != path) {
            Some(named) => path = named,
            None => return Some(module.to_vec()),
        }
    }
    None
}

#[cfg(test)]
mod tests;
