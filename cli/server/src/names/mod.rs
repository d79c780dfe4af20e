//! Names across files: all places of one name, in every source that includes its files, and in the sources that are
//! linked with them.
//!
//! A name of the language belongs to one source. For people, names of several sources are one: a uniform in a file that
//! two sources include, and a procedure with the calls in other files. [`find`] begins with the symbols at a place and
//! adds those that have a place in common with them, or that the linker takes for the same.

pub(crate) mod parameters;
mod search;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{Location, Position, Range};
use pica200_asm::analysis::{Analysis, Occurrence, Role, SymbolId, SymbolKind, Use};
use pica200_asm::text::Span;

use crate::analysed::Analysed;
use crate::fault::Fault;
use crate::snapshot::Snapshot;

/// A symbol of a source.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The source.
    pub root: PathBuf,
    /// Its analysis.
    pub analysed: Arc<Analysed>,
    /// The symbol.
    pub symbol: SymbolId,
}

impl Member {
    /// The kind of the symbol.
    pub(crate) fn kind(&self) -> SymbolKind {
        self.analysed.analysis.symbol(self.symbol).kind()
    }
}

/// A place of a name in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    /// The file.
    pub path: PathBuf,
    /// The bytes in the text of the analysis.
    pub span: Span,
    /// The same as a range of the protocol.
    pub range: Range,
    /// What the name does there. A definition or a write counts more than a read.
    pub usage: Use,
    /// Whether the text there is the name, so that another can replace it.
    pub is_exact: bool,
    /// Whether it is the `.extern` that declares a name of another file.
    pub is_extern: bool,
}

/// A name.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    /// Its text.
    pub text: String,
    /// The symbols that it is.
    pub members: Vec<Member>,
    /// Its places, in the order of the paths, then of the places.
    pub sites: Vec<Site>,
}

impl Name {
    /// The places that define it.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.usage == Use::Definition)
    }
}

/// The name at a position of a file, with all its places.
///
/// # Errors
///
/// If the request was cancelled meanwhile.
pub(crate) fn find(snapshot: &Snapshot, path: &Path, position: Position) -> Result<Option<Name>, Fault> {
    search::Search::new(snapshot)?.find(path, position)
}

/// The name that a symbol of a source is, with all its places.
///
/// # Errors
///
/// If the request was cancelled meanwhile.
pub(crate) fn find_symbol(snapshot: &Snapshot, root: &Path, symbol: SymbolId) -> Result<Option<Name>, Fault> {
    search::Search::new(snapshot)?.find_symbol(root, symbol)
}

/// The places of the name at a position of a file, in this file alone, by the first source that the file belongs to.
pub(crate) fn find_here(snapshot: &Snapshot, path: &Path, position: Position) -> Vec<Site> {
    let root = snapshot.roots(path).into_iter().next();
    let root = root.unwrap_or_else(|| path.to_owned());
    let analysed = snapshot.derived::<Analysed>(&root);
    let symbols = symbols_at(&analysed, path, position);
    let member = |symbol| Member {
        root: root.clone(),
        analysed: analysed.clone(),
        symbol,
    };
    let mut sites = search::sites(&symbols.into_iter().map(member).collect::<Vec<_>>());
    sites.retain(|site| site.path == path);
    sites
}

/// The symbols at a position of a file in one source.
pub(crate) fn symbols_at(analysed: &Analysed, path: &Path, position: Position) -> Vec<SymbolId> {
    let at = || {
        let file = analysed.file(path)?;
        let offset = analysed.offset(file, position)?;
        let analysis = &analysed.analysis;
        let Some(found) = analysis.occurrence_at(file, offset) else {
            return analysed.guess(file, offset).map(|symbol| vec![symbol]);
        };
        if !is_whole(analysis, found) {
            return Some(vec![found.symbol]);
        }
        let here = analysis.occurrences_at(found.place).iter();
        let here = here.filter(|other| is_whole(analysis, other));
        let mut symbols: Vec<_> = here.map(|other| other.symbol).collect();
        symbols.sort();
        symbols.dedup();
        Some(symbols)
    };
    at().unwrap_or_default()
}

/// Whether the text at an occurrence is the name. The assembler numbers the local labels of macros, `.Ldone$7`; in
/// files they do not have the number.
pub(crate) fn is_whole(analysis: &Analysis, found: &Occurrence) -> bool {
    let numbered = || {
        let written = analysis.text_of(found.place);
        let rest = analysis
            .symbol(found.symbol)
            .text()
            .strip_prefix(written)
            .and_then(|rest| rest.strip_prefix('$'));
        written.starts_with(".L") && rest.is_some_and(|rest| rest.parse::<u64>().is_ok())
    };
    found.is_exact || (found.role == Role::Made && numbered())
}

/// The place of a site in the protocol. `None` for a path without an address.
pub(crate) fn location(snapshot: &Snapshot, path: &Path, range: Range) -> Option<Location> {
    let uri = snapshot.documents.uri(path)?;
    Some(Location { uri, range })
}
