//! Chunks, signatures, programs and interfaces.

use pica200_dxbc::{Error, container, interfaces, program, signature};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use crate::dxbc::text::dwords;

/// An error in the container or in a chunk.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "DxbcFault"))]
pub(super) struct Fault {
    /// The name of the chunk; null for the container header.
    chunk: Option<String>,
    /// The offset in the file in bytes.
    offset: usize,
    /// The error message, including the location.
    message: String,
}

impl Fault {
    pub(super) fn new(fault: &Error) -> Self {
        Self {
            chunk: fault.chunk.map(|id| id.to_string()),
            offset: fault.offset,
            message: fault.to_string(),
        }
    }
}

/// A chunk.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Chunk {
    /// The name: four characters; non-ASCII bytes are escaped.
    id: String,
    /// The offset of the name in the file; the data begins 8 bytes after it.
    offset: u32,
    /// The size of the data in bytes.
    size: usize,
}

impl Chunk {
    /// Returns the chunk of a header entry, or `None` if the file does not contain all of it.
    pub(super) fn new(entry: &container::Entry<'_>) -> Option<Self> {
        let chunk = entry.chunk?;
        Some(Self {
            id: chunk.id.to_string(),
            offset: entry.offset,
            size: chunk.data.len(),
        })
    }
}

/// Bytes outside the header and the chunks.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Gap {
    /// The offset in the file in bytes.
    offset: usize,
    /// The number of bytes.
    size: usize,
}

impl Gap {
    pub(super) fn new(gap: &container::Gap<'_>) -> Self {
        Self {
            offset: gap.offset,
            size: gap.bytes.len(),
        }
    }
}

/// An element of a signature.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Element {
    /// The stream of a geometry shader; 0 in chunks without streams.
    stream: u32,
    /// The semantic name.
    name: String,
    /// The semantic index.
    index: u32,
    /// The number of the system value; 0 if there is none.
    system_value: u32,
    /// The number of the component type.
    #[serde(rename = "type")]
    component_type: u32,
    /// The register; 4294967295 if there is none.
    register: u32,
    /// The component mask: 1 for x to 8 for w.
    mask: u8,
    /// For an input, the components that the program reads; for an output, the components that it never writes.
    rw_mask: u8,
    /// The number of the minimum precision; 0 in chunks without precisions.
    min_precision: u32,
}

impl Element {
    pub(super) fn new(element: &signature::Element<'_>) -> Self {
        Self {
            stream: element.stream,
            name: element.name.to_string(),
            index: element.index,
            system_value: element.system_value.0,
            component_type: element.component_type.0,
            register: element.register,
            mask: element.mask,
            rw_mask: element.rw_mask,
            min_precision: element.min_precision.0,
        }
    }
}

/// A program.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "DxbcProgram"))]
pub(super) struct Program {
    /// The name of the chunk.
    chunk: String,
    /// The kind of program: `vs`, `ps`, `gs`, `hs`, `ds` or `cs`.
    kind: String,
    /// The major version of the shader model.
    major: u32,
    /// The minor version of the shader model.
    minor: u32,
    /// The length in dwords, including the two header dwords.
    dwords: usize,
    /// The instructions in order, including declarations.
    instructions: Vec<Instruction>,
}

/// An instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "DxbcInstruction"))]
struct Instruction {
    /// The offset of the first dword in the chunk, in dwords.
    at: u32,
    /// The length in dwords.
    dwords: usize,
    /// The number of the opcode.
    opcode: u16,
    /// The name of the opcode.
    name: String,
}

impl Program {
    pub(super) fn new(chunk: &container::Chunk<'_>, program: &program::Program) -> Self {
        let dwords = dwords(chunk, program);
        let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
        let starts = program.instructions.iter().map(|one| place(one.at));
        let ends = starts.skip(1).chain([dwords]);
        let instruction = |(one, end): (&program::Instruction, usize)| Instruction {
            at: one.at,
            dwords: end.saturating_sub(place(one.at)),
            opcode: one.opcode().number(),
            name: one.opcode().to_string(),
        };
        Self {
            chunk: chunk.id.to_string(),
            kind: program.version.kind().to_string(),
            major: program.version.major(),
            minor: program.version.minor(),
            dwords,
            instructions: program.instructions.iter().zip(ends).map(instruction).collect(),
        }
    }
}

/// Class types, instances and slots.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Interfaces {
    /// The number of slots.
    slot_count: u32,
    /// The class types, identified by their index.
    types: Vec<ClassType>,
    /// The instances.
    instances: Vec<Instance>,
    /// The runs of slots, in slot order.
    slots: Vec<SlotRun>,
}

/// A class type.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct ClassType {
    /// The name.
    name: String,
    /// 0 in all known files; types are identified by their index.
    id: u16,
    /// The size in bytes of an instance in a constant buffer.
    cb_stride: u16,
    /// The number of textures.
    texture: u16,
    /// The number of samplers.
    sampler: u16,
}

/// An instance of a class type. The number 65535 means none.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Instance {
    /// The name.
    name: String,
    /// The index of the class type.
    #[serde(rename = "type")]
    class: u16,
    /// A field of unknown meaning, 1 in all known files.
    unknown: u16,
    /// The constant buffer.
    cb: u16,
    /// The offset in the constant buffer.
    cb_offset: u16,
    /// The first texture.
    texture: u16,
    /// The first sampler.
    sampler: u16,
}

/// A run of slots that accept the same types.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct SlotRun {
    /// The first slot.
    start: u32,
    /// The number of slots.
    span: u32,
    /// The indices of the class types.
    types: Vec<u16>,
    /// The function tables, one for each type.
    tables: Vec<u32>,
}

impl Interfaces {
    pub(super) fn new(found: &interfaces::Interfaces<'_>) -> Self {
        let class = |class: &interfaces::ClassType<'_>| ClassType {
            name: class.name.to_string(),
            id: class.id,
            cb_stride: class.cb_stride,
            texture: class.texture,
            sampler: class.sampler,
        };
        let number = |number: Option<u16>| number.unwrap_or(u16::MAX);
        let instance = |instance: &interfaces::Instance<'_>| Instance {
            name: instance.name.to_string(),
            class: instance.class,
            unknown: instance.unknown,
            cb: number(instance.cb),
            cb_offset: number(instance.cb_offset),
            texture: number(instance.texture),
            sampler: number(instance.sampler),
        };
        let run = |run: &interfaces::SlotRun| SlotRun {
            start: run.start,
            span: run.span,
            types: run.types.clone(),
            tables: run.tables.clone(),
        };
        Self {
            slot_count: found.slot_count,
            types: found.types.iter().map(class).collect(),
            instances: found.instances.iter().map(instance).collect(),
            slots: found.slots.iter().map(run).collect(),
        }
    }
}
