//! Namespaces of uniforms.

use crate::objects::{ObjectId, Objects, SetId};

/// A namespace of uniforms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    /// The namespace of all vertex shaders of a set, and of geometry shaders that share it, except for private files.
    Shared(SetId),
    /// The namespace of one file: a geometry shader with separate registers, or a file with `.private`.
    Private(ObjectId),
}

impl Space {
    /// Returns the namespace of an object's declarations.
    pub(crate) fn new(objects: Objects<'_>, id: ObjectId) -> Self {
        if objects.get(id).shares_uniforms() {
            Self::Shared(objects.set(id))
        } else {
            Self::Private(id)
        }
    }
}
