//! Go to definition and declaration. For a name of another file, the definition is in that file and the declaration is
//! the `.extern` in this file. `.include` leads to the included file.

use std::path::Path;

use gen_lsp_types::{
    Declaration, DeclarationParams, DeclarationRequest, DeclarationResponse, Definition, DefinitionParams,
    DefinitionRequest, DefinitionResponse, Location, Position, Range, TextDocumentPositionParams,
};

use super::Feature;
use crate::error::RequestError;
use crate::names::{Name, Site, find, location, parameters};
use crate::snapshot::Snapshot;

/// Go to definition and declaration.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.definition_provider = Some(true.into());
        capabilities.declaration_provider = Some(true.into());
    },
    routes: |routes| {
        routes.on_search::<DefinitionRequest>(definition);
        routes.on_search::<DeclarationRequest>(declaration);
    },
};

fn definition(snapshot: &Snapshot, params: DefinitionParams) -> Result<Option<DefinitionResponse>, RequestError> {
    let found = places(snapshot, &params.text_document_position_params, |name| {
        let (externs, definitions) = split(name);
        // The defining file may be unknown.
        if definitions.is_empty() { externs } else { definitions }
    })?;
    Ok(found.map(|found| Definition::from(found).into()))
}

fn declaration(snapshot: &Snapshot, params: DeclarationParams) -> Result<Option<DeclarationResponse>, RequestError> {
    let at = &params.text_document_position_params;
    let path = &snapshot.document(&at.text_document.uri)?.path;
    let found = places(snapshot, at, |name| {
        let (mut externs, definitions) = split(name);
        externs.retain(|site| site.path == *path);
        if externs.is_empty() { definitions } else { externs }
    })?;
    Ok(found.map(|found| Declaration::from(found).into()))
}

/// Splits the occurrences into `.extern` declarations and definitions.
fn split(name: &Name) -> (Vec<&Site>, Vec<&Site>) {
    name.definitions().partition(|site| site.is_extern)
}

/// Returns the locations of the name, parameter or file at a position.
fn places(
    snapshot: &Snapshot,
    at: &TextDocumentPositionParams,
    choose: impl FnOnce(&Name) -> Vec<&Site>,
) -> Result<Option<Vec<Location>>, RequestError> {
    let document = snapshot.document(&at.text_document.uri)?;
    if let Some(file) = included(snapshot, &document.path, at.position) {
        return Ok(Some(vec![file]));
    }
    if let Some(parameter) = parameters::find(snapshot, &document.path, at.position)? {
        let defined = location(snapshot, &parameter.path, parameter.definition);
        return Ok(Some(defined.into_iter().collect()));
    }
    let Some(name) = find(snapshot, &document.path, at.position)? else {
        return Ok(None);
    };
    let sites = choose(&name).into_iter();
    let found = sites.filter_map(|site| location(snapshot, &site.path, site.range));
    Ok(Some(found.collect()))
}

/// Returns the file named by the `.include` at a position.
fn included(snapshot: &Snapshot, path: &Path, position: Position) -> Option<Location> {
    let analysed = snapshot.source_analysis(path);
    let file = analysed.file(path)?;
    let offset = analysed.offset(file, position)?;
    let mut includes = analysed.analysis.includes().iter();
    let include = includes.find(|include| {
        let place = include.location;
        place.file == file && place.span.start <= offset && offset <= place.span.end
    })?;
    location(snapshot, analysed.path(include.file?)?, Range::default())
}
