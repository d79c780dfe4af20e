//! Output fields that sources set (`.version`, `.descriptor`).

use std::collections::BTreeMap;
use std::fmt;

use pica200_objfmt::formats::object::{Position, StatedField, StatedValue};
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::problem::Problem;
use crate::report::Report;

/// The output fields that a link's sources set.
#[derive(Default, Debug)]
pub(crate) struct StatedFields {
    /// The version of the program, and the halfword after it.
    pub(crate) program_version: Option<u16>,
    pub(crate) program_reserved: Option<u16>,
    /// The versions of shaders, by the objects that make them.
    shader_versions: FxHashMap<ObjectId, u16>,
    /// The descriptors by index.
    pub(crate) descriptors: BTreeMap<u8, DescriptorEntry>,
}

impl StatedFields {
    /// Collects the fields that the objects of a link set. Reports different values of one field.
    pub(crate) fn find(objects: Objects<'_>, report: &mut Report<'_>) -> Self {
        let mut found = Self::default();
        let mut places: FxHashMap<_, SourceLoc> = FxHashMap::default();
        for (id, object) in objects.iter() {
            for &StatedValue { field, position } in &object.stated {
                let loc = id.at(position);
                let key = Key::new(id, field);
                let inputs = *places.entry(key).or_insert(loc);
                if found.add(id, field) {
                    continue;
                }
                let problem = Problem::ConflictingFields { field: key.to_string() };
                let places = [(loc, "stated here"), (inputs, "set differently here")];
                report.error(problem, places);
            }
        }
        found
    }

    /// Returns the version of the shader that an object makes.
    pub(crate) fn shader_version(&self, object: ObjectId) -> Option<u16> {
        self.shader_versions.get(&object).copied()
    }

    /// Adds a field. Returns false if it already has another value.
    fn add(&mut self, object: ObjectId, field: StatedField) -> bool {
        match field {
            StatedField::ShaderVersion(version) => *self.shader_versions.entry(object).or_insert(version) == version,
            StatedField::ProgramVersion(version) => *self.program_version.get_or_insert(version) == version,
            StatedField::ProgramReserved(value) => *self.program_reserved.get_or_insert(value) == value,
            StatedField::Descriptor { number, entry } => *self.descriptors.entry(number).or_insert(entry) == entry,
        }
    }
}

/// A field, without its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    ShaderVersion(ObjectId),
    ProgramVersion,
    ProgramReserved,
    Descriptor(u8),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShaderVersion(_) => f.write_str("the version of the shader"),
            Self::ProgramVersion => f.write_str("the version of the program"),
            Self::ProgramReserved => f.write_str("the halfword after the version of the program"),
            Self::Descriptor(number) => write!(f, "descriptor {number}"),
        }
    }
}

impl Key {
    fn new(object: ObjectId, field: StatedField) -> Self {
        match field {
            StatedField::ShaderVersion(_) => Self::ShaderVersion(object),
            StatedField::ProgramVersion(_) => Self::ProgramVersion,
            StatedField::ProgramReserved(_) => Self::ProgramReserved,
            StatedField::Descriptor { number, .. } => Self::Descriptor(number),
        }
    }
}

/// Returns the fields that an object combined from several sets, each once. The version of a shader belongs to the
/// object that makes one.
pub(crate) fn merge(
    objects: Objects<'_>,
    shader: Option<ObjectId>,
    moved: impl Fn(ObjectId, Position) -> Position,
) -> Vec<StatedValue> {
    let mut known = FxHashSet::default();
    let mut all = Vec::new();
    for (id, object) in objects.iter() {
        for &StatedValue { field, position } in &object.stated {
            let is_of_library = matches!(field, StatedField::ShaderVersion(_)) && shader != Some(id);
            if !is_of_library && known.insert(field) {
                let position = moved(id, position);
                all.push(StatedValue { field, position });
            }
        }
    }
    all
}
