//! Links from `.include` directives to the files that they include.

use gen_lsp_types::{DocumentLink, DocumentLinkOptions, DocumentLinkParams, DocumentLinkRequest};

use super::Feature;
use crate::diagnostics::is_shader;
use crate::fault::Fault;
use crate::snapshot::Snapshot;

/// Links to included files.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.document_link_provider = Some(DocumentLinkOptions::default());
    },
    routes: |routes| routes.on::<DocumentLinkRequest>(links),
};

fn links(
    snapshot: &Snapshot,
    params: DocumentLinkParams,
) -> Result<Option<Vec<DocumentLink>>, Fault> {
    let document = snapshot.document(&params.text_document.uri)?;
    if !is_shader(document, snapshot) {
        return Ok(None);
    }
    let analysed = snapshot.analysed(&document.path);
    let Some(file) = analysed.file(&document.path) else {
        return Ok(None);
    };
    let includes = analysed.analysis.includes().iter();
    let mut links: Vec<DocumentLink> = Vec::new();
    for include in includes.filter(|include| include.place.file == file) {
        let target = include.file.and_then(|file| analysed.path(file));
        let target = target.and_then(|path| snapshot.documents.uri(path));
        let (Some(range), Some(target)) = (analysed.range(include.place), target) else {
            continue;
        };
        // A file that is included twice has each directive twice.
        if !links.iter().any(|link| link.range == range) {
            links.push(DocumentLink {
                range,
                target: Some(target),
                ..DocumentLink::default()
            });
        }
    }
    Ok(Some(links))
}
