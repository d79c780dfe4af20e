//! Link groups: the builds defined by files of the workspace and, for shaders in no such build, groups inferred by
//! rules (`Project::groups`).

mod outline;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200::project::{FileInfo, Project};
use pica200_asm::analysis::{Analysis, LinkSymbol, Symbol, SymbolId, SymbolKind};
use pica200_asm::resolve::NameKind;

use self::outline::Outline;
use crate::builds::Builds;
use crate::error::RequestError;
use crate::kinds::is_source;
use crate::snapshot::Snapshot;

pub(crate) use self::outline::OutlineEntry;

/// The sources that are linked together.
#[derive(Debug)]
pub(crate) struct Links {
    outlines: BTreeMap<PathBuf, Arc<Outline>>,
    /// The sources of each build.
    groups: Vec<Vec<PathBuf>>,
    /// Index of the first inferred group.
    first_inferred: usize,
    /// Indices of the groups of each source.
    of_source: BTreeMap<PathBuf, Vec<usize>>,
}

impl Snapshot {
    /// Returns the link groups. The first caller waits for all outlines.
    ///
    /// # Errors
    ///
    /// Returns an error if the request was cancelled.
    pub(crate) fn links(&self) -> Result<Arc<Links>, RequestError> {
        self.try_memo(|| Links::new(self))
    }
}

impl Links {
    fn new(snapshot: &Snapshot) -> Result<Self, RequestError> {
        let builds = snapshot.builds();
        let mut groups = defined_groups(&builds);
        let mut outlines = BTreeMap::new();
        for root in snapshot.top_sources().iter().chain(groups.iter().flatten()) {
            snapshot.check_cancelled()?;
            if !outlines.contains_key(root) {
                let outline = snapshot.derived(root);
                outlines.insert(root.clone(), outline);
            }
        }
        let first_inferred = groups.len();
        groups.extend(inferred_groups(&builds, &outlines));
        let mut of_source: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            for path in group {
                of_source.entry(path.clone()).or_default().push(number);
            }
        }
        Ok(Self {
            outlines,
            groups,
            first_inferred,
            of_source,
        })
    }

    /// Returns the outlines of all sources.
    pub(crate) fn outlines(&self) -> impl Iterator<Item = (&PathBuf, &Arc<Outline>)> {
        self.outlines.iter()
    }

    /// Returns true if other files can refer to a symbol.
    pub(crate) fn is_linkable(analysis: &Analysis, symbol: SymbolId) -> bool {
        let symbol = analysis.symbol(symbol);
        symbol.imported().is_some() || symbol.exported().is_some() || is_uniform(&symbol)
    }

    /// Returns the sources other than `root` that refer to one of its symbols by name.
    pub(crate) fn sources_with<'l>(
        &'l self,
        root: &'l Path,
        analysis: &Analysis,
        symbol: SymbolId,
    ) -> BTreeSet<&'l Path> {
        let symbol = analysis.symbol(symbol);
        let (needed, offered) = (symbol.imported(), symbol.exported());
        let has = |names: &BTreeSet<LinkSymbol>, name: &Option<LinkSymbol>| {
            name.as_ref().is_some_and(|name| names.contains(name))
        };
        let mut sources = self.linked_with(root);
        sources.remove(root);
        sources.retain(|path| {
            let outline = self.outlines.get(*path);
            outline.is_some_and(|outline| {
                let interface = &outline.interface;
                has(&interface.exported, &needed)
                    || has(&interface.imported, &offered)
                    || (is_uniform(&symbol) && interface.uniforms.contains(symbol.text()))
            })
        });
        sources
    }

    /// Returns the symbols of another source that the linker would unify with a symbol if both are linked.
    pub(crate) fn unified_symbols(one: &Analysis, symbol: SymbolId, other: &Analysis) -> Vec<SymbolId> {
        let symbol = one.symbol(symbol);
        let (is_needed, is_offered) = (symbol.imported(), symbol.exported());
        let is_same = |found: &Symbol<'_>| {
            (is_needed.is_some() && found.exported() == is_needed)
                || (is_offered.is_some() && found.imported() == is_offered)
                || (is_uniform(&symbol) && is_uniform(found) && found.text() == symbol.text())
        };
        let text = symbol.text();
        let named = other.symbols().filter(|found| found.text() == text);
        named.filter(is_same).map(|found| found.id()).collect()
    }

    /// Returns the sources of all builds of a source, including the source.
    pub(crate) fn linked_with<'l>(&'l self, root: &'l Path) -> BTreeSet<&'l Path> {
        let numbers = self.of_source.get(root).into_iter().flatten();
        let groups = numbers.filter_map(|number| self.groups.get(*number));
        let paths = groups.flatten().map(PathBuf::as_path);
        paths.chain([root]).collect()
    }

    /// Returns the inputs of the inferred builds of a source that have further inputs.
    pub(crate) fn inferred(&self, root: &Path) -> impl Iterator<Item = &Vec<PathBuf>> {
        let numbers = self.of_source.get(root).into_iter().flatten();
        let guessed = numbers.filter(|number| **number >= self.first_inferred);
        let groups = guessed.filter_map(|number| self.groups.get(*number));
        groups.filter(|group| group.len() > 1)
    }
}

fn is_uniform(symbol: &Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Name(NameKind::Uniform)
}

/// Returns the sources of the builds defined by files.
fn defined_groups(builds: &Builds) -> Vec<Vec<PathBuf>> {
    let builds = builds.files().iter().flat_map(|file| &file.builds);
    let sources = builds.map(|build| {
        let paths = build.paths.iter().filter(|path| is_source(path));
        paths.cloned().collect()
    });
    sources.collect()
}

/// Returns the groups inferred for sources in no build that makes a shader.
fn inferred_groups(builds: &Builds, outlines: &BTreeMap<PathBuf, Arc<Outline>>) -> Vec<Vec<PathBuf>> {
    let mut known: BTreeMap<&Path, FileInfo<'_>> = outlines
        .iter()
        .map(|(path, of)| (path.as_path(), FileInfo::Source(&of.interface, &of.includes)))
        .collect();
    let named: Vec<(PathBuf, Vec<PathBuf>)> = builds
        .files()
        .iter()
        .map(|file| {
            let paths = file.builds.iter().flat_map(|build| &build.paths);
            let others = paths.filter(|path| **path != file.path());
            (file.path(), others.cloned().collect())
        })
        .collect();
    known.extend(
        named
            .iter()
            .map(|(path, named)| (path.as_path(), FileInfo::List(named))),
    );
    let mut groups = Project::groups(&known);
    let is_source = |path: &PathBuf| outlines.contains_key(path);
    groups.retain(|group| group.first().is_some_and(is_source));
    groups
}
