//! Search for all occurrences of a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::Position;
use pica200_asm::analysis::{FileId, FileSpan, Occurrence, SymbolId, SymbolKind, Use};
use pica200_asm::resolve::NameKind;
use pica200_asm::text::Span;

use super::{Name, Site, SourceSymbol, is_whole, symbols_at};
use crate::error::RequestError;
use crate::links::Links;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// A search.
pub(super) struct Search {
    /// The snapshot after the scan.
    snapshot: Snapshot,
    /// The analysed sources.
    analyses: BTreeMap<PathBuf, Arc<SourceAnalysis>>,
    /// The roots of each file.
    roots: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The symbols found, and the queue of those not yet followed.
    found: BTreeSet<(PathBuf, SymbolId)>,
    left: Vec<(PathBuf, SymbolId)>,
}

impl Search {
    /// # Errors
    ///
    /// Returns an error if the request was cancelled.
    pub(super) fn new(snapshot: &Snapshot) -> Result<Self, RequestError> {
        Ok(Self {
            snapshot: snapshot.scanned()?,
            analyses: BTreeMap::new(),
            roots: BTreeMap::new(),
            found: BTreeSet::new(),
            left: Vec::new(),
        })
    }

    /// # Errors
    ///
    /// Returns an error if the request was cancelled.
    pub(super) fn find(mut self, path: &Path, position: Position) -> Result<Option<Name>, RequestError> {
        for root in self.roots_of(path) {
            let analysed = self.source_analysis(&root)?;
            for symbol in symbols_at(&analysed, path, position) {
                self.add(&root, symbol);
            }
        }
        self.follow()
    }

    /// # Errors
    ///
    /// Returns an error if the request was cancelled.
    pub(super) fn find_symbol(mut self, root: &Path, symbol: SymbolId) -> Result<Option<Name>, RequestError> {
        self.add(root, symbol);
        self.follow()
    }

    /// Adds all symbols that are unified with the symbols found so far.
    fn follow(mut self) -> Result<Option<Name>, RequestError> {
        while let Some((root, symbol)) = self.left.pop() {
            let analysed = self.source_analysis(&root)?;
            self.follow_files(&analysed, symbol)?;
            self.follow_links(&root, &analysed, symbol)?;
        }
        self.finish()
    }

    fn add(&mut self, root: &Path, symbol: SymbolId) {
        if self.found.insert((root.to_owned(), symbol)) {
            self.left.push((root.to_owned(), symbol));
        }
    }

    fn roots_of(&mut self, path: &Path) -> Vec<PathBuf> {
        let roots = self.roots.entry(path.to_owned());
        let all = || self.snapshot.all_roots(path);
        roots.or_insert_with(all).clone()
    }

    fn source_analysis(&mut self, root: &Path) -> Result<Arc<SourceAnalysis>, RequestError> {
        if let Some(known) = self.analyses.get(root) {
            return Ok(known.clone());
        }
        self.snapshot.check_cancelled()?;
        let analysed = self.snapshot.derived::<SourceAnalysis>(root);
        self.analyses.insert(root.to_owned(), analysed.clone());
        Ok(analysed)
    }

    /// Adds the symbols that share a location with a symbol, also in other sources that include the same file.
    fn follow_files(&mut self, analysed: &SourceAnalysis, symbol: SymbolId) -> Result<(), RequestError> {
        let mut files: BTreeMap<FileId, BTreeSet<Span>> = BTreeMap::new();
        for found in analysed.analysis.symbol(symbol).occurrences() {
            if is_whole(&analysed.analysis, found) {
                let place = found.location;
                files.entry(place.file).or_default().insert(place.span);
            }
        }
        for (file, spans) in files {
            let Some(path) = analysed.path(file) else {
                continue;
            };
            for root in self.roots_of(path) {
                let other = self.source_analysis(&root)?;
                let Some(file) = other.file(path) else {
                    continue;
                };
                let places = spans.iter().map(|&span| FileSpan { file, span });
                let same = places.flat_map(|place| other.analysis.occurrences_at(place));
                for found in same.filter(|found| is_whole(&other.analysis, found)) {
                    self.add(&root, found.symbol);
                }
            }
        }
        Ok(())
    }

    /// Adds the symbols of other sources that the linker unifies with a symbol.
    fn follow_links(&mut self, root: &Path, analysed: &SourceAnalysis, symbol: SymbolId) -> Result<(), RequestError> {
        if !Links::is_linkable(&analysed.analysis, symbol) {
            return Ok(());
        }
        let links = self.snapshot.links()?;
        for other in links.sources_with(root, &analysed.analysis, symbol) {
            let other_analysed = self.source_analysis(other)?;
            let (one, all) = (&analysed.analysis, &other_analysed.analysis);
            for same in Links::unified_symbols(one, symbol, all) {
                self.add(other, same);
            }
        }
        Ok(())
    }

    /// Returns the name with all occurrences of the symbols found.
    fn finish(self) -> Result<Option<Name>, RequestError> {
        let mut members = Vec::new();
        for (root, symbol) in &self.found {
            if let Some(analysed) = self.analyses.get(root) {
                members.push(SourceSymbol {
                    root: root.clone(),
                    analysed: analysed.clone(),
                    symbol: *symbol,
                });
            }
        }
        self.snapshot.check_cancelled()?;
        let sites = sites(&members);
        let text = members.iter().find_map(text).unwrap_or_default();
        Ok((!members.is_empty()).then_some(Name { text, members, sites }))
    }
}

/// Returns the occurrences of some symbols, sorted by path and location.
pub(super) fn sites(members: &[SourceSymbol]) -> Vec<Site> {
    let mut sites: Vec<Site> = members.iter().flat_map(resolved).collect();
    sort(&mut sites);
    // Resolved occurrences take precedence over textual matches.
    sites.extend(members.iter().flat_map(guessed));
    sort(&mut sites);
    sites
}

/// Sorts occurrences. Of several uses at one location, the first in the order of [`Use`] wins.
fn sort(sites: &mut Vec<Site>) {
    sites.sort_by(|one, other| {
        let key = |site: &Site| (site.span, !site.is_exact, site.usage);
        one.path.cmp(&other.path).then_with(|| key(one).cmp(&key(other)))
    });
    sites.dedup_by(|one, other| one.path == other.path && one.span == other.span);
}

/// Returns the occurrences of a symbol that the assembler resolved.
fn resolved(member: &SourceSymbol) -> Vec<Site> {
    let analysed = &member.analysed;
    let occurrences = analysed.analysis.symbol(member.symbol).occurrences();
    let kind = member.kind();
    let site = |found: &Occurrence| {
        Some(Site {
            path: analysed.path(found.location.file)?.to_owned(),
            span: found.location.span,
            range: analysed.range(found.location)?,
            usage: found.usage,
            is_exact: is_whole(&analysed.analysis, found),
            is_extern: found.usage == Use::Definition && kind == SymbolKind::Name(NameKind::Extern),
        })
    };
    occurrences.filter_map(site).collect()
}

/// Returns the occurrences of a symbol found by token text alone.
fn guessed(member: &SourceSymbol) -> Vec<Site> {
    let analysed = &member.analysed;
    let site = |place: &FileSpan| {
        Some(Site {
            path: analysed.path(place.file)?.to_owned(),
            span: place.span,
            range: analysed.range(*place)?,
            usage: Use::Read,
            is_exact: true,
            is_extern: false,
        })
    };
    let places = analysed.guesses(member.symbol).iter();
    places.filter_map(site).collect()
}

/// Returns the text of a symbol as written in files.
fn text(member: &SourceSymbol) -> Option<String> {
    let analysis = &member.analysed.analysis;
    let symbol = analysis.symbol(member.symbol);
    let mut whole = symbol.occurrences().filter(|found| is_whole(analysis, found));
    let written = whole.next().map(|found| analysis.text_of(found.location));
    Some(written.unwrap_or(symbol.text()).to_owned())
}
