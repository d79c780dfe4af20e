//! Workspace symbols, filtered by a part of their names.

use gen_lsp_types::{
    BaseSymbolInformation, WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolRequest, WorkspaceSymbolResponse,
};

use super::Feature;
use super::symbols::kind;
use crate::error::RequestError;
use crate::links::OutlineEntry;
use crate::names::location;
use crate::snapshot::Snapshot;

/// Maximum number of symbols of a response.
const MAX_SYMBOLS: usize = 500;

/// Symbols of the workspace.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.workspace_symbol_provider = Some(true.into()),
    routes: |routes| routes.on_search_of_any_version::<WorkspaceSymbolRequest>(symbols),
};

fn symbols(
    snapshot: &Snapshot,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, RequestError> {
    let links = snapshot.scanned()?.links()?;
    let mut found = Vec::new();
    for (_, outline) in links.outlines() {
        snapshot.check_cancelled()?;
        for entry in &outline.entries {
            if let Some(gaps) = gaps(&params.query, &entry.name) {
                found.push((gaps, entry));
            }
        }
    }
    let place = |entry: &OutlineEntry| (entry.path.clone(), entry.range.start, entry.range.end);
    found.sort_by_cached_key(|(gaps, entry)| (*gaps, entry.name.clone(), place(entry)));
    // A file that several sources include defines a name once.
    found.dedup_by(|(_, one), (_, other)| one.range == other.range && one.path == other.path);
    let symbols = found.into_iter().take(MAX_SYMBOLS).filter_map(|(_, entry)| {
        Some(WorkspaceSymbol {
            location: location(snapshot, &entry.path, entry.range)?.into(),
            data: None,
            base_symbol_information: BaseSymbolInformation {
                name: entry.name.clone(),
                kind: kind(entry.kind),
                container_name: entry.container.clone(),
                tags: None,
            },
        })
    });
    Ok(Some(symbols.collect::<Vec<_>>().into()))
}

/// Returns the number of characters of a name before and between the characters of a query, ignoring case: fewer are
/// better. Returns `None` unless the name contains all of them in this order.
fn gaps(query: &str, name: &str) -> Option<usize> {
    let mut rest = name.chars();
    let mut gaps = 0;
    for wanted in query.chars().filter(|wanted| !wanted.is_whitespace()) {
        gaps += rest.position(|found| found.eq_ignore_ascii_case(&wanted))?;
    }
    Some(gaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_match_parts_of_names() {
        assert_eq!(gaps("", "light"), Some(0));
        assert_eq!(gaps("LiGht", "light"), Some(0));
        assert_eq!(gaps("ld", "lightDir"), Some(4));
        assert_eq!(gaps("dir", "lightDir"), Some(5));
        assert_eq!(gaps("dl", "lightDir"), None);
        assert_eq!(gaps("lightDirs", "lightDir"), None);
    }
}
