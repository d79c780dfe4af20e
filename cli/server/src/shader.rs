//! Shader documents of requests.

use std::sync::Arc;

use gen_lsp_types::{Position, Uri};
use pica200_asm::analysis::FileId;

use crate::documents::Document;
use crate::error::RequestError;
use crate::kinds::is_source;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// The language ID of editors.
const LANGUAGE: &str = "pica200";

/// A document that is a shader, or part of one.
#[derive(Debug)]
pub(crate) struct Shader<'s> {
    pub(crate) document: &'s Document,
    /// The analysis of the first root that includes it.
    pub(crate) analysed: Arc<SourceAnalysis>,
    /// Its file in the analysis; `None` if the source does not read it, for example in an inactive conditional.
    pub(crate) file: Option<FileId>,
}

impl Shader<'_> {
    /// Returns the file and byte offset of a position in the analysis.
    pub(crate) fn place(&self, position: Position) -> Option<(FileId, u32)> {
        let file = self.file?;
        Some((file, self.analysed.offset(file, position)?))
    }
}

impl Snapshot {
    /// Returns the shader with a URI, or `None` if the document is not a shader.
    ///
    /// # Errors
    ///
    /// Returns an error if no such document is open.
    pub(crate) fn shader(&self, uri: &Uri) -> Result<Option<Shader<'_>>, RequestError> {
        let document = self.document(uri)?;
        if !self.is_shader(document) {
            return Ok(None);
        }
        let analysed = self.source_analysis(&document.path);
        Ok(Some(Shader {
            file: analysed.file(&document.path),
            document,
            analysed,
        }))
    }

    /// Returns true if a document is a shader or part of one: by its language ID, by its name, or because a source
    /// includes it.
    pub(crate) fn is_shader(&self, document: &Document) -> bool {
        document.language == LANGUAGE
            || is_source(&document.path)
            || self.roots(&document.path) != [document.path.clone()]
    }
}
