//! Outlines of sources: what they declare, what they offer to other files of a link, and what they need of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::Range;
use pica200_asm::AssemblyOptions;
use pica200_asm::analysis::{Interface, Symbol, SymbolKind};

use crate::analysed::{Analysed, has_options};
use crate::documents::State;
use crate::snapshot::{Derived, Snapshot};
use crate::uri::normal;

/// A name that a source declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Its text.
    pub name: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// The procedure that a local label belongs to.
    pub container: Option<String>,
    /// The file, and the name in it.
    pub path: PathBuf,
    pub range: Range,
}

/// What a source declares, offers and needs.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The names that it declares, with those of included files.
    pub entries: Vec<Entry>,
    /// What it has to do with other files of a link.
    pub interface: Interface,
    /// The files that it includes, directly or through others.
    pub includes: BTreeSet<PathBuf>,
    options: Arc<AssemblyOptions>,
    read: BTreeMap<PathBuf, State>,
}

impl Derived for Outline {
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        // The analysis itself is too large to keep it for every source of a workspace.
        let analysed = Analysed::derive(root, snapshot);
        let symbols = analysed.analysis.symbols();
        let files = analysed.analysis.files().iter();
        let files = files.filter_map(|file| file.path.as_deref().map(normal));
        let included = files.filter(|path| path != root);
        Self {
            entries: symbols.filter_map(|symbol| entry(&analysed, &symbol)).collect(),
            interface: analysed.analysis.interface(),
            includes: included.collect(),
            options: analysed.options.clone(),
            read: analysed.read().clone(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
    }

    fn still_applies(&self, root: &Path, snapshot: &Snapshot) -> bool {
        has_options(root, snapshot, &self.options)
    }
}

fn entry(analysed: &Analysed, symbol: &Symbol<'_>) -> Option<Entry> {
    let place = symbol.definition()?;
    // The text of a name from a macro can be nowhere.
    let is_written = analysed.analysis.text_of(place) == symbol.text();
    is_written.then_some(Entry {
        name: symbol.text().to_owned(),
        kind: symbol.kind(),
        container: symbol.scope().map(|scope| scope.text().to_owned()),
        path: analysed.path(place.file)?.to_owned(),
        range: analysed.range(place)?,
    })
}
