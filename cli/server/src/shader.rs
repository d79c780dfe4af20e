//! The shaders of which requests ask.

use std::sync::Arc;

use gen_lsp_types::{Position, Uri};
use pica200_asm::analysis::FileId;

use crate::analysed::Analysed;
use crate::documents::Document;
use crate::fault::Fault;
use crate::kinds::is_source;
use crate::snapshot::Snapshot;

/// The name of the language in editors.
const LANGUAGE: &str = "pica200";

/// A document that is a shader, or a part of one.
#[derive(Debug)]
pub(crate) struct Shader<'s> {
    pub(crate) document: &'s Document,
    /// The analysis of the first source by which it is assembled.
    pub(crate) analysed: Arc<Analysed>,
    /// Its file in the analysis; `None` if the source does not read it, as when a conditional leaves it out.
    pub(crate) file: Option<FileId>,
}

impl Shader<'_> {
    /// A position in the analysis: the file, and the byte of it.
    pub(crate) fn place(&self, position: Position) -> Option<(FileId, u32)> {
        let file = self.file?;
        Some((file, self.analysed.offset(file, position)?))
    }
}

impl Snapshot {
    /// The shader at an address; `None` if the document there is none.
    ///
    /// # Errors
    ///
    /// If no such document is open.
    pub(crate) fn shader(&self, uri: &Uri) -> Result<Option<Shader<'_>>, Fault> {
        let document = self.document(uri)?;
        if !self.is_shader(document) {
            return Ok(None);
        }
        let analysed = self.analysed(&document.path);
        Ok(Some(Shader {
            file: analysed.file(&document.path),
            document,
            analysed,
        }))
    }

    /// Whether a document is a shader, or a part of one: by the language that the client says, by its name, or because
    /// a source includes it.
    pub(crate) fn is_shader(&self, document: &Document) -> bool {
        document.language == LANGUAGE
            || is_source(&document.path)
            || self.roots(&document.path) != [document.path.clone()]
    }
}
