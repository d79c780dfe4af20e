//! Parts of input and output variables.

use ::naga::{GlobalVariable, Handle, Span};

use super::super::interface::Slot;
use super::words::Id;

/// A part of a variable: all of it, or a subobject reached through members and indices. It is not a struct.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) variable: Handle<GlobalVariable>,
    pub(super) name: String,
    pub(super) ty: Id,
    pub(super) slot: Option<Slot>,
    /// The first component of its location.
    pub(super) component: u32,
    /// The members and indices.
    pub(super) path: Vec<u32>,
    pub(super) span: Span,
}
