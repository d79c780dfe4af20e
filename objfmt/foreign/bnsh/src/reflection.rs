//! Reflection: resource names and slots of each stage.

use bstr::BStr;
use zerocopy::little_endian::I32;

use crate::dictionary::{self, Dictionary};
use crate::error::{ErrorKind, ProgramId, Structure};
use crate::kinds::{ResourceKind, Stage};
use crate::layout::{ReflectionRecord, StageRecord, at};
use crate::reader::{Field, Reader};

/// The slot number of an unbound resource: a resource that the stage does not use (probable). In files of games, the
/// outputs of vertex stages and the inputs of pixel stages have it as well, although they are used.
pub const NOT_BOUND: i32 = -1;

/// The reflection of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reflection {
    /// Byte offset in the file.
    pub offset: usize,
    /// The stages whose reflection is present and could be read.
    pub stages: Vec<StageReflection>,
}

/// The reflection of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageReflection {
    /// The stage.
    pub stage: Stage,
    /// Byte offset in the file.
    pub offset: usize,
    /// The work group size of the compute stage: width, height, depth.
    pub work_group: [u32; 3],
    /// Offset of the slots; 0 if there are none.
    pub slots: u64,
    /// The resources, in the order of [`ResourceKind::ALL`]. Kinds without a readable dictionary are missing.
    pub resources: Vec<Resources>,
    /// Offset of additional data about the stage; 0 if there is none.
    pub extra: u64,
}

/// The resources of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resources {
    /// The kind.
    pub kind: ResourceKind,
    /// Index of the dictionary of names in the file's list of dictionaries.
    pub dictionary: usize,
    /// Index of the first resource's slot.
    pub first: i32,
    /// The slot of each dictionary entry; [`NOT_BOUND`] for an unused resource. `None` if the slots cannot be read.
    pub slots: Option<Vec<i32>>,
}

impl Resources {
    /// Returns the names and their slots.
    pub fn entries<'f, 'a>(
        &'f self,
        dictionaries: &'f [Dictionary<'a>],
    ) -> impl Iterator<Item = (&'a BStr, Option<i32>)> + 'f {
        let dictionary = dictionaries.get(self.dictionary);
        let keys = dictionary.into_iter().flat_map(Dictionary::keys);
        let slot = |number| self.slots.as_ref().and_then(|slots| slots.get(number).copied());
        keys.enumerate().map(move |(number, key)| (key, slot(number)))
    }
}

/// Reads the reflection of a program.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    id: ProgramId,
    offset: usize,
    dictionaries: &mut Vec<Dictionary<'a>>,
) -> Option<Reflection> {
    let structure = Structure::Reflection(id);
    let record: &ReflectionRecord = reader.record(structure, offset, "the reflection")?;
    let fields = [
        (at!(offset, ReflectionRecord.vertex), record.vertex, "the vertex stage"),
        (at!(offset, ReflectionRecord.hull), record.hull, "the hull stage"),
        (at!(offset, ReflectionRecord.domain), record.domain, "the domain stage"),
        (
            at!(offset, ReflectionRecord.geometry),
            record.geometry,
            "the geometry stage",
        ),
        (at!(offset, ReflectionRecord.pixel), record.pixel, "the pixel stage"),
        (
            at!(offset, ReflectionRecord.compute),
            record.compute,
            "the compute stage",
        ),
    ];
    let mut stages = Vec::new();
    for (stage, (at, value, target)) in Stage::ALL.into_iter().zip(fields) {
        let field = Field {
            structure,
            offset: at,
            target,
        };
        let target_offset = reader.follow(field, value);
        stages
            .extend(target_offset.and_then(|target_offset| read_stage(reader, id, stage, target_offset, dictionaries)));
    }
    Some(Reflection { offset, stages })
}

fn read_stage<'a>(
    reader: &mut Reader<'a>,
    id: ProgramId,
    stage: Stage,
    offset: usize,
    dictionaries: &mut Vec<Dictionary<'a>>,
) -> Option<StageReflection> {
    let structure = Structure::Stage(id, stage);
    let record: &StageRecord = reader.record(structure, offset, "the reflection")?;
    let field = |offset, target| Field {
        structure,
        offset,
        target,
    };
    let to_slots = field(at!(offset, StageRecord.slots), "the list of slots");
    let slots_at = reader.follow(to_slots, record.slots);
    let mut found = StageReflection {
        stage,
        offset,
        work_group: [record.work_group_x, record.work_group_y, record.work_group_z].map(|n| n.get()),
        slots: record.slots.get(),
        resources: Vec::new(),
        extra: record.extra.get(),
    };
    for (kind, at, value, first) in kinds(offset, record) {
        let target_offset = reader.follow(field(at, "the dictionary"), value);
        let names = Structure::Dictionary(id, stage, kind);
        let read = target_offset.and_then(|target_offset| dictionary::read(reader, names, target_offset));
        let Some(dictionary) = read else {
            continue;
        };
        let count = dictionary.keys().len();
        found.resources.push(Resources {
            kind,
            dictionary: dictionaries.len(),
            first,
            slots: slots(reader, names, to_slots, slots_at, first, count),
        });
        dictionaries.push(dictionary);
    }
    let extra = field(at!(offset, StageRecord.extra), "the extra data");
    reader.check_pointer(extra, record.extra, 0);
    let needs_slots = found.resources.iter().any(|one| one.slots.is_none());
    if needs_slots && record.slots.get() == 0 {
        let kind = ErrorKind::Missing { what: "list of slots" };
        reader.report(structure, to_slots.offset, kind);
    }
    Some(found)
}

/// Returns the resource kinds, each with the offset of its field, the pointer to its dictionary and the index of its
/// first slot. The slots of inputs come first.
fn kinds(offset: usize, record: &StageRecord) -> [(ResourceKind, usize, zerocopy::little_endian::U64, i32); 6] {
    use ResourceKind::{ConstantBuffers, Images, Inputs, Outputs, Samplers, UnorderedAccessBuffers};
    let row = |kind, at, dictionary, first: I32| (kind, at, dictionary, first.get());
    let StageRecord {
        first_output,
        first_sampler,
        first_constant_buffer,
        first_access_buffer,
        first_image,
        ..
    } = *record;
    [
        row(Inputs, at!(offset, StageRecord.inputs), record.inputs, 0.into()),
        row(Outputs, at!(offset, StageRecord.outputs), record.outputs, first_output),
        row(
            Samplers,
            at!(offset, StageRecord.samplers),
            record.samplers,
            first_sampler,
        ),
        row(
            ConstantBuffers,
            at!(offset, StageRecord.constant_buffers),
            record.constant_buffers,
            first_constant_buffer,
        ),
        row(
            UnorderedAccessBuffers,
            at!(offset, StageRecord.access_buffers),
            record.access_buffers,
            first_access_buffer,
        ),
        row(Images, at!(offset, StageRecord.images), record.images, first_image),
    ]
}

/// Reads the slots of a dictionary's entries. Returns `None` after an error. A missing list of slots is an error of the
/// stage.
fn slots(
    reader: &mut Reader<'_>,
    names: Structure,
    list: Field,
    list_at: Option<usize>,
    first: i32,
    count: usize,
) -> Option<Vec<i32>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let Ok(before) = usize::try_from(first) else {
        let kind = ErrorKind::Field {
            field: "index of the first slot",
            found: first.into(),
            allowed: "a number that is not negative",
        };
        reader.report(names, list.offset, kind);
        return None;
    };
    let start = list_at?.saturating_add(before.saturating_mul(size_of::<I32>()));
    let field = Field {
        structure: names,
        target: "the list of slots",
        ..list
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let slots: &[I32] = reader.table(field, Some(start), count)?;
    Some(slots.iter().map(|slot| slot.get()).collect())
}
