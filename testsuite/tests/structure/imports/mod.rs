//! The graph of a crate's modules: which file uses items of which other.
//!
//! A file uses another if one of its paths leads there: a path of `use`, of an expression, a type or a pattern, or within a
//! macro. A path leads to the file that declares its item: re-exports are followed. Re-exports themselves are not uses, nor
//! are declarations of modules, nor is anything that is compiled for tests only.
//!
//! Modules are named by their paths in the crate: `formats::shbin` for `src/formats/shbin/mod.rs`; the root is the empty
//! name.

mod collect;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use pica200_testsuite::corpus::files;

/// The path of a module or of an item in its crate, without `crate`.
pub(crate) type ItemPath = Vec<String>;

/// What a file says about itself.
#[derive(Default, Debug)]
struct Facts {
    /// The paths that it uses, as absolute ones.
    uses: BTreeSet<ItemPath>,
    /// The names that `use` gives to items, with the absolute paths of these.
    names: BTreeMap<String, ItemPath>,
}

/// The files of a crate, and the files that each of them uses.
#[derive(Debug)]
pub(crate) struct Modules {
    uses: BTreeMap<ItemPath, BTreeSet<ItemPath>>,
}

impl Modules {
    /// Reads the sources of a library: all files of a folder but those of programs.
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

    /// Makes the graph of sources, each with the path of its module.
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
        Self {
            uses: uses.collect(),
        }
    }

    /// The files that a file uses.
    pub(crate) fn used_by(&self, module: &[String]) -> impl Iterator<Item = &ItemPath> + use<'_> {
        self.uses.get(module).into_iter().flatten()
    }

    /// The circles of uses, each as a list of all files that use each other, directly or through others. Those that only
    /// pass through the module around them, from parent to child and back, are left out: a folder may share types in its
    /// `mod.rs`.
    pub(crate) fn knots(&self) -> Vec<Vec<&ItemPath>> {
        let mut knots = self.knots_within(&self.uses.keys().collect());
        knots.sort_by_key(|knot| std::cmp::Reverse(knot.len()));
        knots
    }

    /// A line for each file of a circle, with the files in it that it uses.
    pub(crate) fn describe(&self, knot: &[&ItemPath]) -> String {
        let lines = knot.iter().map(|module| {
            let used = self.used_by(module).filter(|used| knot.contains(used));
            let used: Vec<_> = used.map(|used| used.join("::")).collect();
            format!("    {} uses {}\n", module.join("::"), used.join(", "))
        });
        lines.collect()
    }

    fn knots_within<'m>(&'m self, modules: &BTreeSet<&'m ItemPath>) -> Vec<Vec<&'m ItemPath>> {
        let mut graph: DiGraphMap<&[String], ()> = DiGraphMap::new();
        for module in modules {
            for used in self.used_by(module).filter(|used| modules.contains(used)) {
                graph.add_edge(module.as_slice(), used.as_slice(), ());
            }
        }
        let find = |path: &[String]| self.uses.get_key_value(path).map(|(module, _)| module);
        let circles = tarjan_scc(&graph)
            .into_iter()
            .filter(|circle| circle.len() > 1);
        let mut knots = Vec::new();
        for circle in circles {
            let mut circle: BTreeSet<_> = circle.into_iter().filter_map(find).collect();
            let around = around(&circle);
            match find(&around).is_some_and(|around| circle.remove(around)) {
                true => knots.extend(self.knots_within(&circle)),
                false => knots.push(circle.into_iter().collect()),
            }
        }
        knots
    }
}

/// The innermost module that contains all of these, which may be one of them.
fn around(modules: &BTreeSet<&ItemPath>) -> ItemPath {
    // In their order, whatever the first and the last have in common all have.
    let first = modules.first().into_iter().flat_map(|module| module.iter());
    let last = modules.last().into_iter().flat_map(|module| module.iter());
    let common = first.zip(last).take_while(|(a, b)| a == b);
    common.map(|(name, _)| name.clone()).collect()
}

/// The module of a file, by its path in the folder of sources.
fn module_of(file: &Path) -> ItemPath {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: ItemPath = names.collect();
    if names
        .last()
        .is_some_and(|name| name == "mod" || name == "lib")
    {
        names.pop();
    }
    names
}

/// The file that declares the item of an absolute path.
fn declared_in(path: &[String], facts: &BTreeMap<&ItemPath, Facts>) -> Option<ItemPath> {
    let mut path = path.to_vec();
    // No chain of re-exports is longer; a circle of them would be.
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
