//! Combining the tables of several objects.

use indexmap::IndexSet;
use pica200_objfmt::formats::object::{
    Constant, Linkage, Object, Output, Position, Reference, RegisterValue, RelocationKind, Uniform, UniformClass,
};
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use pica200_objfmt::isa::register::Register;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::linkage;
use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::problem::{Problem, Shape};
use crate::report::Report;

type Names = IndexSet<String, FxBuildHasher>;

/// The offsets of an object's entries in the combined tables.
#[derive(Default)]
pub(super) struct Offsets {
    files: Vec<u32>,
    /// The index of the object's first label.
    pub(super) labels: usize,
    /// The index of its first descriptor.
    pub(super) descriptors: usize,
    constants: usize,
    /// For each uniform, its index; `None` for inputs, because no reference refers to them.
    uniforms: Vec<Option<usize>>,
    externals: Vec<usize>,
}

impl Offsets {
    pub(super) fn position(&self, position: Position) -> Position {
        let file = usize::try_from(position.file).unwrap_or(usize::MAX);
        // A valid object contains all files that it mentions.
        let file = self.files.get(file).copied().unwrap_or_default();
        Position { file, ..position }
    }

    /// Returns the reference in the combined object; `None` if its index is too large.
    pub(super) fn reference(&self, reference: Reference) -> Option<Reference> {
        Some(match reference {
            Reference::Register(_) => reference,
            Reference::Uniform { index, element } => Reference::Uniform {
                index: u16::try_from((*self.uniforms.get(usize::from(index))?)?).ok()?,
                element,
            },
            Reference::Constant { index, element } => Reference::Constant {
                index: u16::try_from(self.constants + usize::from(index)).ok()?,
                element,
            },
        })
    }

    /// Returns the index of a name that the objects do not define.
    pub(super) fn external(&self, kind: RelocationKind) -> Option<u16> {
        let RelocationKind::External(index) = kind else {
            return None;
        };
        u16::try_from(*self.externals.get(usize::from(index))?).ok()
    }
}

/// The tables that do not depend on the layout of the code.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) files: Vec<String>,
    pub(super) descriptors: Vec<DescriptorEntry>,
    pub(super) externals: Names,
    pub(super) uniforms: Vec<Uniform>,
    pub(super) constants: Vec<Constant>,
    pub(super) values: Vec<RegisterValue>,
    pub(super) outputs: Vec<Output>,
    /// For each object, the offsets of its entries.
    pub(super) offsets: Vec<Offsets>,
}

impl Tables {
    /// Combines the tables of all objects. Inputs and outputs of libraries are left out, because they belong to
    /// shaders.
    pub(super) fn merge(objects: Objects<'_>, shader: Option<ObjectId>, report: &mut Report<'_>) -> Self {
        let mut tables = Self::default();
        let mut files = Names::default();
        let mut labels = 0;
        let defined: IndexSet<&str, FxBuildHasher> =
            objects.iter().flat_map(|(_, object)| object.procedures()).collect();
        for (_, object) in objects.iter() {
            let mut offsets = Offsets {
                labels,
                descriptors: tables.descriptors.len(),
                ..Offsets::default()
            };
            labels += object.labels.len();
            let numbers = object.files.iter().map(|file| files.insert_full(file.clone()).0);
            offsets.files = numbers.map(|n| u32::try_from(n).unwrap_or(u32::MAX)).collect();
            tables.descriptors.extend_from_slice(&object.descriptors);
            let externals = object.externals.iter().map(|name| {
                if defined.contains(name.as_str()) {
                    return usize::MAX;
                }
                tables.externals.insert_full(name.clone()).0
            });
            offsets.externals = externals.collect();
            tables.offsets.push(offsets);
        }
        tables.files = files.into_iter().collect();
        tables.add_uniforms(objects, shader, report);
        for (id, object) in objects.iter() {
            let in_shader = shader == Some(id);
            tables.add_constants(id, object, in_shader);
            tables.add_values(id, object);
            if in_shader {
                tables.add_outputs(id, object);
            }
        }
        tables
    }

    /// Returns true if every entry can be indexed by a reference.
    pub(super) fn fits_indices(&self) -> bool {
        let lengths = [self.uniforms.len(), self.constants.len()];
        lengths.iter().all(|&len| len <= usize::from(u16::MAX) + 1)
    }

    /// Merges uniforms of the same name. External names stay unresolved until the link.
    fn add_uniforms(&mut self, objects: Objects<'_>, shader: Option<ObjectId>, report: &mut Report<'_>) {
        let mut names = FxHashMap::default();
        for (id, object) in objects.iter() {
            let in_shader = shader == Some(id);
            for uniform in &object.uniforms {
                let loc = id.at(uniform.position);
                let moved = Uniform {
                    linkage: linkage(uniform.linkage, in_shader),
                    position: self.offsets[id.0].position(uniform.position),
                    ..uniform.clone()
                };
                let index = match uniform.class {
                    UniformClass::Input if !in_shader => None,
                    UniformClass::Input => {
                        self.uniforms.push(moved);
                        None
                    }
                    _ => Some(self.add_uniform(moved, loc, &mut names, report)),
                };
                self.offsets[id.0].uniforms.push(index);
            }
        }
    }

    fn add_uniform(
        &mut self,
        uniform: Uniform,
        loc: SourceLoc,
        names: &mut FxHashMap<String, (usize, SourceLoc)>,
        report: &mut Report<'_>,
    ) -> usize {
        let next = self.uniforms.len();
        if uniform.linkage.is_extern() {
            self.uniforms.push(uniform);
            return next;
        }
        let (index, first) = *names.entry(uniform.name.clone()).or_insert((next, loc));
        if index == next {
            self.uniforms.push(uniform);
        } else if let Err(problem) = merge(&mut self.uniforms[index], &uniform) {
            let places = [(loc, "declared differently here"), (first, "declared here")];
            report.error(problem, places);
        }
        index
    }

    fn add_constants(&mut self, id: ObjectId, object: &Object, in_shader: bool) {
        let offsets = &mut self.offsets[id.0];
        offsets.constants = self.constants.len();
        self.constants.extend(object.constants.iter().map(|constant| Constant {
            linkage: linkage(constant.linkage, in_shader),
            position: offsets.position(constant.position),
            ..constant.clone()
        }));
    }

    fn add_values(&mut self, id: ObjectId, object: &Object) {
        let offsets = &self.offsets[id.0];
        self.values.extend(object.values.iter().map(|value| RegisterValue {
            // Tables with too many entries are not combined.
            register: offsets.reference(value.register).unwrap_or(value.register),
            position: offsets.position(value.position),
            ..*value
        }));
    }

    fn add_outputs(&mut self, id: ObjectId, object: &Object) {
        let offsets = &self.offsets[id.0];
        self.outputs.extend(object.outputs.iter().map(|output| Output {
            position: offsets.position(output.position),
            ..output.clone()
        }));
    }
}

/// Merges two declarations of the same name.
fn merge(known: &mut Uniform, again: &Uniform) -> Result<(), Problem> {
    let (UniformClass::Uniform(expected), UniformClass::Uniform(found)) = (known.class, again.class) else {
        return Ok(());
    };
    if (found, again.len) != (expected, known.len) {
        let shape = |kind, len| Shape { kind, len };
        return Err(Problem::UniformMismatch {
            name: known.name.clone(),
            found: shape(found, again.len),
            expected: shape(expected, known.len),
            shader: None,
        });
    }
    if known.pinned && again.pinned && known.first != again.first {
        let register = |number| Register {
            bank: expected.bank(),
            number,
        };
        return Err(Problem::ConflictingPins {
            name: known.name.clone(),
            found: register(again.first),
            expected: register(known.first),
        });
    }
    if again.pinned {
        known.first = again.first;
    } else if !known.pinned {
        // Elements beyond the array then stay in the bank if they were in it before.
        known.first = known.first.min(again.first);
    }
    known.pinned |= again.pinned;
    if again.linkage == Linkage::Own {
        known.linkage = Linkage::Own;
    }
    Ok(())
}
