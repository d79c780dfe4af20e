//! The sets of uniforms in which names have one meaning.

use crate::objects::{ObjectId, Objects, SetId};

/// A set of uniforms in which a name has one meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    /// The space of all vertex shaders of a set, and of geometry shaders that share it, except for private files.
    Shared(SetId),
    /// The space of one file: a geometry shader with separate registers, or a file with `.private`.
    Private(ObjectId),
}

impl Space {
    /// The space that an object's declarations belong to.
    pub(crate) fn of(objects: Objects<'_>, id: ObjectId) -> Self {
        if objects.get(id).shares_uniforms() {
            Self::Shared(objects.set(id))
        } else {
            Self::Private(id)
        }
    }
}
