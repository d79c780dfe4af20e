//! Programs: code and reflection.

use std::collections::BTreeMap;
use std::ops::Range;

use pica200::shader::direct3d::hex;
use pica200_bnsh::{Bnsh, ResourceKind, program, reflection};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use pica200_report::view::json::escaped;

/// The number of bytes of byte code in a document.
const HEAD: usize = 16;

/// A program.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "BnshProgram"))]
pub(super) struct Program<'a> {
    /// The offset in the file.
    offset: usize,
    /// The flags.
    flags: u8,
    /// The number of the code type.
    code_type: u8,
    /// The number of the source language.
    source_format: u8,
    /// The number of the machine-code format.
    binary_format: u32,
    /// The size of the loaded program in bytes.
    object_size: u32,
    /// The offset of these bytes; 0 if there are none.
    object_offset: u64,
    /// These bytes in hexadecimal; missing if all are zeros.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    /// The code of the stages by name: `vertex`, `hull`, `domain`, `geometry`, `pixel`, `compute`.
    stages: BTreeMap<&'a str, Code>,
    /// The reflection of the stages by name; empty without reflection.
    reflection: BTreeMap<&'a str, Stage>,
}

/// The code of a stage.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "BnshCode"))]
enum Code {
    /// Machine code.
    Binary(BinaryCode),
    /// Source texts.
    SourceArray(SourceArray),
    /// Source text of code type 2.
    Source(SourceCode),
    /// Code of unknown structure.
    Unknown(UnknownCode),
}

/// Machine code.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct BinaryCode {
    /// The offset of the structure in the file.
    offset: usize,
    /// The offset of the control code; 0 if there is none.
    control_offset: usize,
    /// The size of the control code in bytes.
    control_size: usize,
    /// The offset of the byte code; 0 if there is none.
    code_offset: usize,
    /// The size of the byte code in bytes.
    code_size: usize,
    /// The control code in hexadecimal.
    control: String,
    /// The first 16 bytes of the byte code in hexadecimal.
    code_head: String,
    /// The offset of additional control-code data; 0 if there is none.
    control_extra: u64,
    /// The offset of additional byte-code data; 0 if there is none.
    extra: u64,
    /// The two scratch memory sizes.
    scratch: [u32; 2],
}

/// Source texts.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct SourceArray {
    /// The offset of the structure in the file.
    offset: usize,
    /// The texts: offset and size in bytes.
    texts: Vec<(usize, usize)>,
}

/// Source text of code type 2.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct SourceCode {
    /// The offset of the structure in the file.
    offset: usize,
    /// The two data blobs: offset and size in bytes.
    data: [(usize, usize); 2],
}

/// Code of unknown structure.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct UnknownCode {
    /// The offset of the structure in the file.
    offset: usize,
}

/// The reflection of a stage.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "BnshStage"))]
struct Stage {
    /// The work group size of the compute stage: width, height, depth.
    work_group: [u32; 3],
    /// The inputs.
    inputs: Vec<Resource>,
    /// The outputs.
    outputs: Vec<Resource>,
    /// The samplers.
    samplers: Vec<Resource>,
    /// The constant buffers.
    constant_buffers: Vec<Resource>,
    /// The unordered access buffers.
    unordered_access_buffers: Vec<Resource>,
    /// The images.
    images: Vec<Resource>,
}

/// A resource.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "BnshResource"))]
struct Resource {
    /// The name.
    name: String,
    /// The slot; -1 if the resource is not bound, null if the slots cannot be read.
    slot: Option<i32>,
}

impl<'a> Program<'a> {
    pub(super) fn new(file: &Bnsh<'_>, found: &'a program::Program) -> Self {
        let object = found.object(file.bytes()).unwrap_or_default();
        let code = found.code.iter();
        let code = code.map(|(stage, code)| (stage.name(), Code::new(file.bytes(), code)));
        let reflection = found.reflection.iter();
        let stages = reflection.flat_map(|reflection| &reflection.stages);
        let stages = stages.map(|stage| (stage.stage.name(), Stage::new(file, stage)));
        Self {
            offset: found.offset,
            flags: found.flags,
            code_type: found.code_type.0,
            source_format: found.source_format,
            binary_format: found.binary_format,
            object_size: found.object_size,
            object_offset: found.object_offset,
            object: object.iter().any(|byte| *byte != 0).then(|| hex(object)),
            stages: code.collect(),
            reflection: stages.collect(),
        }
    }
}

impl Code {
    fn new(file: &[u8], found: &program::Code) -> Self {
        let bytes = |range: &Range<usize>| file.get(range.clone()).unwrap_or_default();
        match found {
            program::Code::Binary(found) => {
                let code = bytes(&found.code);
                Self::Binary(BinaryCode {
                    offset: found.offset,
                    control_offset: found.control.start,
                    control_size: found.control.len(),
                    code_offset: found.code.start,
                    code_size: found.code.len(),
                    control: hex(bytes(&found.control)),
                    code_head: hex(code.get(..HEAD).unwrap_or(code)),
                    control_extra: found.control_extra,
                    extra: found.extra,
                    scratch: found.scratch,
                })
            }
            program::Code::SourceArray { offset, texts } => Self::SourceArray(SourceArray {
                offset: *offset,
                texts: texts.iter().map(|text| (text.start, text.len())).collect(),
            }),
            program::Code::Source { offset, data } => Self::Source(SourceCode {
                offset: *offset,
                data: data.each_ref().map(|data| (data.start, data.len())),
            }),
            program::Code::Unknown { offset } => Self::Unknown(UnknownCode { offset: *offset }),
        }
    }
}

impl Stage {
    fn new(file: &Bnsh<'_>, found: &reflection::StageReflection) -> Self {
        let of = |kind: ResourceKind| {
            let own = found.resources.iter().filter(|own| own.kind == kind);
            let entries = own.flat_map(|own| own.entries(&file.dictionaries));
            let entries = entries.map(|(name, slot)| Resource {
                name: escaped(name),
                slot,
            });
            entries.collect()
        };
        Self {
            work_group: found.work_group,
            inputs: of(ResourceKind::Inputs),
            outputs: of(ResourceKind::Outputs),
            samplers: of(ResourceKind::Samplers),
            constant_buffers: of(ResourceKind::ConstantBuffers),
            unordered_access_buffers: of(ResourceKind::UnorderedAccessBuffers),
            images: of(ResourceKind::Images),
        }
    }
}
