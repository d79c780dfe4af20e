//! A container with its chunks.

use pica200_dxbc::container::Container;
use pica200_dxbc::{MODEL_6, Shader};

/// A container that was read.
pub(crate) struct Subject<'a> {
    /// Its name in messages.
    pub(crate) name: &'a str,
    /// The container.
    pub(crate) container: Container<'a>,
    /// Its chunks.
    pub(crate) shader: Shader<'a>,
}

impl Subject<'_> {
    /// Whether the program is one of shader model 6, which has another form.
    pub(crate) fn is_model_6(&self) -> bool {
        self.container.chunk(MODEL_6).is_some()
    }
}
