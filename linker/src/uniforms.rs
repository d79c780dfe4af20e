//! Equality of uniforms across the sets of a link.
//!
//! A name has one meaning in its namespace ([`Space`]). Uniforms of several sets are equal if they agree in name, kind,
//! length and chosen register, and both belong to the shared spaces, or to files at the same index in their sets.
//! Programs can then set them without regard to the set.

use pica200_objfmt::formats::object::{Object, Uniform, UniformClass};
use rustc_hash::FxHashMap;

use crate::objects::{ObjectId, Objects};
use crate::problem::Shape;
use crate::space::Space;

/// The properties that equal uniforms share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Identity<'a> {
    /// For a file with a private space, its index in the set.
    private: Option<usize>,
    name: &'a str,
    shape: Shape,
    /// The register that a source chose.
    pin: Option<u8>,
}

/// The identity of each name in each space.
pub(crate) struct Uniforms<'a> {
    by_name: FxHashMap<(Space, &'a str), Identity<'a>>,
}

impl<'a> Uniforms<'a> {
    /// Compares all uniforms of a link.
    pub(crate) fn find(objects: Objects<'a>) -> Self {
        let mut by_name: FxHashMap<_, Identity<'a>> = FxHashMap::default();
        for (id, object) in objects.iter() {
            let space = Space::new(objects, id);
            for (uniform, shape) in declared(object) {
                let identity = by_name.entry((space, uniform.name.as_str())).or_insert(Identity {
                    private: match space {
                        Space::Shared(_) => None,
                        Space::Private(_) => Some(objects.index_in_set(id)),
                    },
                    name: &uniform.name,
                    shape,
                    pin: None,
                });
                if uniform.pinned {
                    identity.pin.get_or_insert(uniform.first);
                }
            }
        }
        Self { by_name }
    }

    /// Returns the identity of a uniform that an object declares.
    pub(crate) fn identity(&self, objects: Objects<'_>, object: ObjectId, name: &'a str) -> Option<Identity<'a>> {
        self.get(Space::new(objects, object), name)
    }

    /// Returns the identity of a name in a space.
    pub(crate) fn get(&self, space: Space, name: &'a str) -> Option<Identity<'a>> {
        self.by_name.get(&(space, name)).copied()
    }
}

/// Returns the uniforms that an object declares, without external ones.
fn declared(object: &Object) -> impl Iterator<Item = (&Uniform, Shape)> {
    object.uniforms.iter().filter_map(|uniform| {
        let UniformClass::Uniform(kind) = uniform.class else {
            return None;
        };
        let len = uniform.len;
        (!uniform.linkage.is_extern()).then_some((uniform, Shape { kind, len }))
    })
}
