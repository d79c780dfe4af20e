//! Pull diagnostics. Other diagnostics are pushed; see `crate::publish`.

use gen_lsp_types::{
    DiagnosticOptions, DiagnosticProvider, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticRequest, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
};

use super::Feature;
use crate::diagnostics::{is_checked, of_file};
use crate::error::RequestError;
use crate::snapshot::Snapshot;

/// Pull diagnostics. Clients pull again after each change, so that an outdated response is harmless.
pub(super) const FEATURE: Feature = Feature {
    announce: |client, capabilities| {
        if client.pulls_diagnostics {
            let options = DiagnosticOptions {
                identifier: Some("pica200".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                ..DiagnosticOptions::default()
            };
            capabilities.diagnostic_provider = Some(DiagnosticProvider::DiagnosticOptions(options));
        }
    },
    routes: |routes| routes.on_search_of_any_version::<DocumentDiagnosticRequest>(report),
};

/// Returns the diagnostics of a document.
fn report(snapshot: &Snapshot, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReport, RequestError> {
    let document = snapshot.document(&params.text_document.uri)?;
    let found = if is_checked(document, snapshot) {
        of_file(snapshot, &document.path)?
    } else {
        Vec::new()
    };
    let full = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: None,
            items: found.into_iter().map(|diagnostic| diagnostic.lsp).collect(),
        },
    };
    Ok(full.into())
}
