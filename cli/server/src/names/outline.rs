//! Outlines of sources: what they declare, what they offer to other files of a link, and what they need of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::Range;
use pica200_asm::analysis::{Analysis, Symbol, SymbolKind};
use pica200_asm::resolve::NameKind;

use crate::analysed::Analysed;
use crate::cache::Derived;
use crate::documents::State;
use crate::snapshot::Snapshot;
use crate::uri::normal;

/// A name that one file of a link can offer to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Linked {
    /// A procedure.
    Procedure(String),
    /// A uniform or a constant.
    Value(String),
}

impl Linked {
    /// The text of the name.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Procedure(text) | Self::Value(text) => text,
        }
    }
}

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
    /// What it offers to other files.
    pub offered: BTreeSet<Linked>,
    /// What it needs of other files.
    pub needed: BTreeSet<Linked>,
    /// Whether it makes no shader.
    pub is_library: bool,
    /// The files that it includes, directly or through others.
    pub includes: BTreeSet<PathBuf>,
    read: BTreeMap<PathBuf, State>,
}

impl Derived for Outline {
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        // The analysis itself is too large to keep it for every source of a workspace.
        let analysed = Analysed::derive(root, snapshot);
        let symbols = || analysed.analysis.symbols();
        let offered = symbols().filter_map(|symbol| offered(&analysed.analysis, &symbol));
        let files = analysed.analysis.files().iter();
        let files = files.filter_map(|file| file.path.as_deref().map(normal));
        let included = files.filter(|path| path != root);
        Self {
            entries: symbols()
                .filter_map(|symbol| entry(&analysed, &symbol))
                .collect(),
            offered: offered.collect(),
            needed: symbols().filter_map(|symbol| needed(&symbol)).collect(),
            is_library: analysed.analysis.is_library(),
            includes: included.collect(),
            read: analysed.read().clone(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
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

/// The name under which a symbol is offered to other files.
pub(super) fn offered(analysis: &Analysis, symbol: &Symbol<'_>) -> Option<Linked> {
    let text = || symbol.text().to_owned();
    match symbol.kind() {
        SymbolKind::Name(NameKind::Procedure) => {
            let mut procedures = analysis.procedures().iter();
            let found = procedures.find(|one| one.symbol == Some(symbol.id()))?;
            found.is_global.then(|| Linked::Procedure(text()))
        }
        SymbolKind::Name(NameKind::Uniform | NameKind::Constant) => Some(Linked::Value(text())),
        _ => None,
    }
}

/// The name by which a symbol is looked for in other files.
pub(super) fn needed(symbol: &Symbol<'_>) -> Option<Linked> {
    let text = || symbol.text().to_owned();
    match symbol.kind() {
        SymbolKind::Name(NameKind::ExternProcedure) => Some(Linked::Procedure(text())),
        SymbolKind::Name(NameKind::Extern) => Some(Linked::Value(text())),
        _ => None,
    }
}
