//! Objects that make a shader.

use pica200_objfmt::flow::BitSet;

use crate::objects::{ObjectId, Objects};
use crate::problem::Problem;
use crate::report::Report;

/// The index of a shader in the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ShaderId(pub(crate) usize);

/// The shaders of the link, each identified by the object that makes it.
pub(crate) struct Shaders {
    objects: Vec<ObjectId>,
    by_object: Vec<Option<ShaderId>>,
    /// The objects whose shaders are omitted because the output has equal ones.
    left_out: BitSet,
}

impl Shaders {
    /// Returns the number of shaders.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns the shaders with their objects, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ShaderId, ObjectId)> {
        self.objects
            .iter()
            .enumerate()
            .map(|(index, &object)| (ShaderId(index), object))
    }

    /// Returns the name of each shader's entry point, in order.
    pub(crate) fn entries(&self, objects: Objects<'_>) -> Vec<String> {
        let name = |&object| objects.get(object).entry_name().to_owned();
        self.objects.iter().map(name).collect()
    }

    /// Returns true if the object makes a shader.
    pub(crate) fn makes_shader(&self, object: ObjectId) -> bool {
        self.by_object[object.0].is_some()
    }

    /// Returns true if the object makes a shader, including omitted ones.
    pub(crate) fn would_make_shader(&self, object: ObjectId) -> bool {
        self.makes_shader(object) || self.left_out.contains(object.0)
    }
}

/// Finds the objects that make shaders, except for those that are omitted.
pub(crate) fn find(objects: Objects<'_>, left_out: BitSet) -> Shaders {
    let mut shaders = Shaders {
        objects: Vec::new(),
        by_object: vec![None; objects.len()],
        left_out,
    };
    for (id, object) in objects.iter() {
        if object.makes_shader && !object.library && !shaders.left_out.contains(id.0) {
            shaders.by_object[id.0] = Some(ShaderId(shaders.objects.len()));
            shaders.objects.push(id);
        }
    }
    shaders
}

/// Warns about objects that make no shader although nothing marks them as libraries: they shift the indices of the
/// shaders of later objects.
fn warn_of_empty(objects: Objects<'_>, report: &mut Report<'_>) {
    for (id, object) in objects.iter() {
        if !object.makes_shader && !object.library {
            let name = objects.name(id).to_owned();
            report.warning(Problem::EmptyInput { name }, [(id.whole(), "")]);
        }
    }
}

/// Finds the objects that make shaders, except for those that are omitted. There must be at least one. Warns about
/// inputs without statements.
pub(crate) fn choose(objects: Objects<'_>, left_out: BitSet, report: &mut Report<'_>) -> Shaders {
    let shaders = find(objects, left_out);
    if shaders.objects.is_empty() {
        report.error(
            Problem::NothingToLink,
            objects.iter().map(|(id, object)| {
                let why = if object.library {
                    "marked `.nodvle`"
                } else {
                    "has no instruction and no declaration"
                };
                (id.whole(), why)
            }),
        );
    } else {
        warn_of_empty(objects, report);
    }
    shaders
}
