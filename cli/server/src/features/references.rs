//! References to a name in all files, and highlights in one document with reads and writes distinguished.

use std::path::Path;

use gen_lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentHighlightRequest, Location, Position,
    ReferenceParams, ReferencesRequest,
};
use pica200_asm::analysis::Use;

use super::Feature;
use crate::documents::Document;
use crate::error::RequestError;
use crate::names::{find, find_here, location, parameters};
use crate::snapshot::Snapshot;

/// References and document highlights.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.references_provider = Some(true.into());
        capabilities.document_highlight_provider = Some(true.into());
    },
    routes: |routes| {
        routes.on_search::<ReferencesRequest>(references);
        routes.on::<DocumentHighlightRequest>(highlights);
    },
};

fn references(snapshot: &Snapshot, params: ReferenceParams) -> Result<Option<Vec<Location>>, RequestError> {
    let at = params.text_document_position_params;
    let path = &snapshot.document(&at.text_document.uri)?.path;
    let with_definition = params.context.include_declaration;
    if let Some(parameter) = parameters::find(snapshot, path, at.position)? {
        let defined = with_definition.then_some((&parameter.path, parameter.definition));
        let uses = parameter.uses.iter().map(|site| (&site.path, site.range));
        let places = defined.into_iter().chain(uses);
        let places = places.filter_map(|(path, range)| location(snapshot, path, range));
        return Ok(Some(places.collect()));
    }
    places_of_name(snapshot, path, at.position, with_definition)
}

/// Returns the locations of the name at a position, in all files that use it. Returns `None` if there is no name.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(super) fn places_of_name(
    snapshot: &Snapshot,
    path: &Path,
    position: Position,
    with_definition: bool,
) -> Result<Option<Vec<Location>>, RequestError> {
    let Some(name) = find(snapshot, path, position)? else {
        return Ok(None);
    };
    let sites = name.sites.iter();
    let wanted = sites.filter(|site| with_definition || site.usage != Use::Definition);
    let places = wanted.filter_map(|site| location(snapshot, &site.path, site.range));
    Ok(Some(places.collect()))
}

fn highlights(
    snapshot: &Snapshot,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, RequestError> {
    let at = params.text_document_position_params;
    let document = snapshot.document(&at.text_document.uri)?;
    if let Some(parameter) = parameters::find(snapshot, &document.path, at.position)? {
        let uses = parameter.uses.iter();
        let here = uses.filter(|site| site.path == document.path);
        let mut ranges: Vec<_> = here.map(|site| (site.range, Use::Read)).collect();
        if parameter.path == document.path {
            ranges.insert(0, (parameter.definition, Use::Definition));
        }
        return Ok(Some(ranges.into_iter().map(highlight).collect()));
    }
    Ok(of_name(snapshot, document, at.position))
}

fn of_name(snapshot: &Snapshot, document: &Document, position: Position) -> Option<Vec<DocumentHighlight>> {
    let sites = find_here(snapshot, &document.path, position);
    let places = sites.iter().map(|site| (site.range, site.usage));
    (!sites.is_empty()).then(|| places.map(highlight).collect())
}

fn highlight((range, usage): (gen_lsp_types::Range, Use)) -> DocumentHighlight {
    let kind = match usage {
        Use::Definition => DocumentHighlightKind::Text,
        Use::Read => DocumentHighlightKind::Read,
        Use::Write => DocumentHighlightKind::Write,
    };
    DocumentHighlight {
        range,
        kind: Some(kind),
    }
}
