//! A container and its chunks.

use pica200_dxbc::container::Container;
use pica200_dxbc::{MODEL_6, Shader};

/// A container that was read.
pub(crate) struct ParsedContainer<'a> {
    /// The file name used in messages.
    pub(crate) name: &'a str,
    /// The container.
    pub(crate) container: Container<'a>,
    /// The chunks.
    pub(crate) shader: Shader<'a>,
}

impl ParsedContainer<'_> {
    /// Returns true for a program of shader model 6, which has another format.
    pub(crate) fn is_model_6(&self) -> bool {
        self.container.chunk(MODEL_6).is_some()
    }
}
