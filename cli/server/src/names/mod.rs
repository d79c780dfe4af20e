//! Names across files: all occurrences of a name in every source that includes its files, and in the sources linked
//! with them.
//!
//! In the language, a symbol belongs to one source. To users, symbols of several sources are one name: a uniform in a
//! file that two sources include, or a procedure and its calls in other files. [`find`] starts with the symbols at a
//! position and adds symbols that share a location with them, or that the linker unifies with them.

pub(crate) mod parameters;
mod search;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{Location, Position, Range};
use pica200_asm::analysis::{Analysis, Occurrence, Role, SymbolId, SymbolKind, Use};
use pica200_asm::text::Span;

use crate::error::RequestError;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// A symbol of a source.
#[derive(Clone, Debug)]
pub(crate) struct SourceSymbol {
    /// The root source.
    pub root: PathBuf,
    /// The analysis of the source.
    pub analysed: Arc<SourceAnalysis>,
    /// The symbol.
    pub symbol: SymbolId,
}

impl SourceSymbol {
    /// Returns the kind of the symbol.
    pub(crate) fn kind(&self) -> SymbolKind {
        self.analysed.analysis.symbol(self.symbol).kind()
    }
}

/// An occurrence of a name in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    /// The file.
    pub path: PathBuf,
    /// The byte span in the analysed text.
    pub span: Span,
    /// The span as an LSP range.
    pub range: Range,
    /// The use of the name. A definition or write takes precedence over a read.
    pub usage: Use,
    /// True if the text is the name itself, so that it can be replaced.
    pub is_exact: bool,
    /// True if it is the `.extern` that declares a name of another file.
    pub is_extern: bool,
}

/// A name.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    /// Its text.
    pub text: String,
    /// The symbols with this name.
    pub members: Vec<SourceSymbol>,
    /// The occurrences, sorted by path and location.
    pub sites: Vec<Site>,
}

impl Name {
    /// Returns the occurrences that define it.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.usage == Use::Definition)
    }
}

/// Finds the name at a position of a file, with all its occurrences.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(crate) fn find(snapshot: &Snapshot, path: &Path, position: Position) -> Result<Option<Name>, RequestError> {
    search::Search::new(snapshot)?.find(path, position)
}

/// Finds the name of a symbol of a source, with all its occurrences.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(crate) fn find_symbol(snapshot: &Snapshot, root: &Path, symbol: SymbolId) -> Result<Option<Name>, RequestError> {
    search::Search::new(snapshot)?.find_symbol(root, symbol)
}

/// Finds the occurrences of the name at a position within this file, using the first root that includes the file.
pub(crate) fn find_here(snapshot: &Snapshot, path: &Path, position: Position) -> Vec<Site> {
    let root = snapshot.roots(path).into_iter().next();
    let root = root.unwrap_or_else(|| path.to_owned());
    let analysed = snapshot.derived::<SourceAnalysis>(&root);
    let symbols = symbols_at(&analysed, path, position);
    let member = |symbol| SourceSymbol {
        root: root.clone(),
        analysed: analysed.clone(),
        symbol,
    };
    let mut sites = search::sites(&symbols.into_iter().map(member).collect::<Vec<_>>());
    sites.retain(|site| site.path == path);
    sites
}

/// Returns the symbols at a position of a file in one source.
pub(crate) fn symbols_at(analysed: &SourceAnalysis, path: &Path, position: Position) -> Vec<SymbolId> {
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
        let here = analysis.occurrences_at(found.location).iter();
        let here = here.filter(|other| is_whole(analysis, other));
        let mut symbols: Vec<_> = here.map(|other| other.symbol).collect();
        symbols.sort();
        symbols.dedup();
        Some(symbols)
    };
    at().unwrap_or_default()
}

/// Returns true if the text at an occurrence is the complete name. The assembler appends a number to local labels of
/// macros, `.Ldone$7`, which files do not contain.
pub(crate) fn is_whole(analysis: &Analysis, found: &Occurrence) -> bool {
    let numbered = || {
        let written = analysis.text_of(found.location);
        let rest = analysis
            .symbol(found.symbol)
            .text()
            .strip_prefix(written)
            .and_then(|rest| rest.strip_prefix('$'));
        written.starts_with(".L") && rest.is_some_and(|rest| rest.parse::<u64>().is_ok())
    };
    found.is_exact || (found.role == Role::Generated && numbered())
}

/// Converts to an LSP location, or `None` for a path without a URI.
pub(crate) fn location(snapshot: &Snapshot, path: &Path, range: Range) -> Option<Location> {
    let uri = snapshot.documents.uri(path)?;
    Some(Location { uri, range })
}
