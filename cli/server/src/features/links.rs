//! Document links from `.include` directives to included files, and from list, variant, test and project files to the
//! files that they name.

use std::ops;
use std::path::Path;

use gen_lsp_types::{DocumentLink, DocumentLinkOptions, DocumentLinkParams, DocumentLinkRequest, Range, Uri};
use pica200::input::is_list;
use pica200::list::words;
use toml::de::{DeTable, DeValue};

use super::Feature;
use crate::documents::Document;
use crate::error::RequestError;
use crate::kinds::is_toml;
use crate::snapshot::Snapshot;
use crate::uri::normal;

/// The TOML keys whose values are file paths.
const KEYS: [&str; 4] = ["inputs", "sources", "shader", "shaders"];

/// Document links.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.document_link_provider = Some(DocumentLinkOptions::default());
    },
    routes: |routes| routes.on::<DocumentLinkRequest>(links),
};

fn links(snapshot: &Snapshot, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>, RequestError> {
    let document = snapshot.document(&params.text_document.uri)?;
    let text = document.text.as_str();
    Ok(match &document.path {
        path if is_list(path) => Some(named(document, words(text.as_bytes()), snapshot)),
        path if is_toml(path) => Some(named(document, paths_in(text), snapshot)),
        _ if snapshot.is_shader(document) => included(document, snapshot),
        _ => None,
    })
}

/// Returns the links of a shader to its included files.
fn included(document: &Document, snapshot: &Snapshot) -> Option<Vec<DocumentLink>> {
    let analysed = snapshot.source_analysis(&document.path);
    let file = analysed.file(&document.path)?;
    let includes = analysed.analysis.includes().iter();
    let mut links: Vec<DocumentLink> = Vec::new();
    for include in includes.filter(|include| include.location.file == file) {
        let target = include.file.and_then(|file| analysed.path(file));
        let target = target.and_then(|path| snapshot.documents.uri(path));
        let (Some(range), Some(target)) = (analysed.range(include.location), target) else {
            continue;
        };
        // A file that is included twice yields each directive twice.
        if !links.iter().any(|link| link.range == range) {
            links.push(link(range, target));
        }
    }
    Some(links)
}

fn link(range: Range, target: Uri) -> DocumentLink {
    DocumentLink {
        range,
        target: Some(target),
        ..DocumentLink::default()
    }
}

/// Returns links for the file names at some byte ranges, relative to the directory of the document. Missing files are
/// skipped.
fn named(
    document: &Document,
    names: impl IntoIterator<Item = ops::Range<usize>>,
    snapshot: &Snapshot,
) -> Vec<DocumentLink> {
    let folder = document.path.parent().unwrap_or(Path::new(""));
    let link = |name: ops::Range<usize>| {
        let written = document.text.as_str().get(name.clone())?;
        let path = normal(&folder.join(written));
        let target = snapshot.documents.uri(&path)?;
        let exists = snapshot.documents.has(&path);
        exists.then(|| link(document.text.range(name), target))
    };
    names.into_iter().filter_map(link).collect()
}

/// Returns the byte ranges of the paths in a TOML text, without quotes. Strings with escapes are skipped.
fn paths_in(text: &str) -> Vec<ops::Range<usize>> {
    let mut paths = Vec::new();
    if let Ok(table) = DeTable::parse(text) {
        add_table(table.get_ref(), text, &mut paths);
    }
    paths.sort_by_key(|path| path.start);
    paths
}

fn add_table(table: &DeTable<'_>, text: &str, paths: &mut Vec<ops::Range<usize>>) {
    for (key, value) in table {
        match value.get_ref() {
            DeValue::Table(inner) => add_table(inner, text, paths),
            _ if KEYS.contains(&key.get_ref().as_ref()) => add_paths(value, text, paths),
            _ => {}
        }
    }
}

/// Adds the strings in a value: a single one, or those in nested arrays.
fn add_paths(value: &toml::Spanned<DeValue<'_>>, text: &str, paths: &mut Vec<ops::Range<usize>>) {
    match value.get_ref() {
        DeValue::String(path) => {
            let span = value.span();
            let quoted = text.get(span.clone()).unwrap_or_default();
            if let Some(at) = quoted.find(path.as_ref()).filter(|_| !path.is_empty()) {
                paths.push(span.start + at..span.start + at + path.len());
            }
        }
        DeValue::Array(values) => values.iter().for_each(|one| add_paths(one, text, paths)),
        _ => {}
    }
}
