//! Which sources are linked together, as far as names show it.
//!
//! A source that needs a name is linked with the sources that offer it; if there are several, with those whose folder is
//! nearest. Sources that are linked, directly or through others, share their uniforms.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_asm::analysis::{Analysis, Symbol, SymbolId, SymbolKind};
use pica200_asm::resolve::NameKind;

use super::outline::{Linked, Outline, needed, offered};
use crate::fault::Fault;
use crate::snapshot::Snapshot;
use crate::workspace::{MOST_ROOTS, Workspace};

/// Which sources are linked together.
#[derive(Debug)]
pub(crate) struct Links {
    outlines: BTreeMap<PathBuf, Arc<Outline>>,
    /// The sources that offer a name, and those that need it.
    offering: BTreeMap<Linked, Vec<PathBuf>>,
    needing: BTreeMap<Linked, Vec<PathBuf>>,
}

impl Links {
    /// The links of all sources of a workspace.
    ///
    /// # Errors
    ///
    /// If the request was cancelled meanwhile.
    pub(crate) fn new(snapshot: &Snapshot, workspace: &Workspace) -> Result<Self, Fault> {
        let mut links = Self {
            outlines: BTreeMap::new(),
            offering: BTreeMap::new(),
            needing: BTreeMap::new(),
        };
        for root in workspace.tops(&snapshot.documents) {
            snapshot.check()?;
            let outline = snapshot.outlines.get(&root, snapshot);
            let add = |to: &mut BTreeMap<Linked, Vec<PathBuf>>, names: &BTreeSet<Linked>| {
                for name in names {
                    to.entry(name.clone()).or_default().push(root.clone());
                }
            };
            add(&mut links.offering, &outline.offered);
            add(&mut links.needing, &outline.needed);
            links.outlines.insert(root, outline);
        }
        Ok(links)
    }

    /// The outlines of all sources.
    pub(crate) fn outlines(&self) -> impl Iterator<Item = (&PathBuf, &Arc<Outline>)> {
        self.outlines.iter()
    }

    /// Whether other files can know a symbol.
    pub(crate) fn concern(analysis: &Analysis, symbol: SymbolId) -> bool {
        let symbol = analysis.symbol(symbol);
        needed(&symbol).is_some() || offered(analysis, &symbol).is_some()
    }

    /// The sources other than `root` that know a symbol of it by its name.
    pub(super) fn sources_with(
        &self,
        root: &Path,
        analysis: &Analysis,
        symbol: SymbolId,
    ) -> BTreeSet<PathBuf> {
        let symbol = analysis.symbol(symbol);
        let mut sources: BTreeSet<&Path> = BTreeSet::new();
        if let Some(name) = needed(&symbol) {
            sources.extend(self.definers(root, &name));
        }
        if let Some(name) = offered(analysis, &symbol) {
            sources.extend(self.users(root, &name));
        }
        if symbol.kind() == SymbolKind::Name(NameKind::Uniform) {
            let shared = Linked::Value(symbol.text().to_owned());
            let is_shared = |path: &&Path| {
                let outline = self.outlines.get(*path);
                outline.is_some_and(|outline| outline.offered.contains(&shared))
            };
            sources.extend(self.group(root).into_iter().filter(is_shared));
        }
        sources.remove(root);
        sources.into_iter().map(Path::to_owned).collect()
    }

    /// The symbols of another source that the linker takes for a symbol, if the sources are linked.
    pub(super) fn same(one: &Analysis, symbol: SymbolId, other: &Analysis) -> Vec<SymbolId> {
        let symbol = one.symbol(symbol);
        let (is_needed, is_offered) = (needed(&symbol), offered(one, &symbol));
        let is_uniform = |symbol: &Symbol<'_>| symbol.kind() == SymbolKind::Name(NameKind::Uniform);
        let is_same = |found: &Symbol<'_>| {
            let (found_needed, found_offered) = (needed(found), offered(other, found));
            (is_needed.is_some() && found_offered == is_needed)
                || (is_offered.is_some() && found_needed == is_offered)
                || (is_uniform(&symbol) && is_uniform(found) && found.text() == symbol.text())
        };
        let text = symbol.text();
        let named = other.symbols().filter(|found| found.text() == text);
        named.filter(is_same).map(|found| found.id()).collect()
    }

    /// The sources that can decide which binaries a source belongs to if no file of a project says it: the source, the shaders
    /// that it can be a part of, those beside them, and all libraries that can complete these. Of many shaders, these are
    /// the first ones.
    pub(crate) fn candidates<'l>(&'l self, root: &'l Path) -> BTreeSet<&'l Path> {
        let mut found = self.users_of_library(root);
        let is_beside = |path: &&PathBuf| found.iter().any(|one| are_beside(one, path));
        let beside: Vec<_> = self.outlines.keys().filter(is_beside).collect();
        found.extend(beside.into_iter().map(PathBuf::as_path));
        let mut left: Vec<_> = found.iter().copied().collect();
        while let Some(path) = left.pop() {
            let needed = self
                .outlines
                .get(path)
                .into_iter()
                .flat_map(|of| &of.needed);
            let offering = needed.filter_map(|name| self.offering.get(name)).flatten();
            for library in offering.filter(|path| self.is_library(path)) {
                if found.insert(library) {
                    left.push(library);
                }
            }
        }
        found
    }

    /// A source, and if it is a library, the sources that can need it, directly or through other libraries.
    fn users_of_library<'l>(&'l self, root: &'l Path) -> BTreeSet<&'l Path> {
        let mut found = BTreeSet::from([root]);
        let mut shaders = 0;
        let mut left = VecDeque::from([root]);
        while let Some(path) = left.pop_front() {
            let outline = self.outlines.get(path).filter(|of| of.is_library);
            let offered = outline.into_iter().flat_map(|of| &of.offered);
            let users = offered.filter_map(|name| self.needing.get(name)).flatten();
            for user in users {
                let is_shader = !self.is_library(user);
                if is_shader && shaders == MOST_ROOTS {
                    continue;
                }
                if found.insert(user) {
                    shaders += usize::from(is_shader);
                    left.push_back(user);
                }
            }
        }
        found
    }

    /// Whether a source makes no shader.
    fn is_library(&self, path: &Path) -> bool {
        self.outlines.get(path).is_some_and(|of| of.is_library)
    }

    /// The sources that offer a name which a source needs.
    fn definers(&self, user: &Path, name: &Linked) -> Vec<&Path> {
        let offering = self.offering.get(name).map(Vec::as_slice);
        let others = offering.unwrap_or_default().iter();
        let others = others.filter(|path| *path != user);
        let near = |path: &&PathBuf| common(user, path);
        let nearest = others.clone().map(|path| near(&path)).max();
        let definers = others.filter(|path| Some(near(path)) == nearest);
        definers.map(PathBuf::as_path).collect()
    }

    /// The sources that need a name and find it in a source.
    fn users(&self, definer: &Path, name: &Linked) -> Vec<&Path> {
        let needing = self.needing.get(name).map(Vec::as_slice);
        let users = needing.unwrap_or_default().iter().map(PathBuf::as_path);
        let finds = |user: &&Path| self.definers(user, name).contains(&definer);
        users.filter(finds).collect()
    }

    /// The sources that are linked with a source, directly or through others, and the source itself.
    pub(crate) fn group<'l>(&'l self, root: &'l Path) -> BTreeSet<&'l Path> {
        let mut group = BTreeSet::from([root]);
        let mut left = vec![root];
        while let Some(path) = left.pop() {
            let Some(outline) = self.outlines.get(path) else {
                continue;
            };
            let needed = outline.needed.iter();
            let definers = needed.flat_map(|name| self.definers(path, name));
            let offered = outline.offered.iter();
            let users = offered.flat_map(|name| self.users(path, name));
            for other in definers.chain(users) {
                if group.insert(other) {
                    left.push(other);
                }
            }
        }
        group
    }
}

/// Whether the names of two sources in one folder are the same up to the first point, as those of a vertex and a geometry
/// shader of one binary are.
fn are_beside(one: &Path, other: &Path) -> bool {
    let stem = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        name.split('.').next().map(str::to_owned)
    };
    one.parent() == other.parent() && stem(one) == stem(other)
}

/// The number of folders that two paths have in common.
fn common(one: &Path, other: &Path) -> usize {
    let pairs = one.components().zip(other.components());
    pairs.take_while(|(one, other)| one == other).count()
}
