//! GX2 shaders.

use std::collections::BTreeMap;

use pica200_sharcfb::gx2;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use pica200_report::view::json::escaped;

/// A shader. Fields that its stage does not have are omitted.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "Gx2Shader"))]
pub(super) struct Shader {
    /// The registers by name: each is a number or an array of numbers.
    regs: BTreeMap<&'static str, Register>,
    /// The offset of the code in the data in bytes.
    code_offset: u32,
    /// The size of the code in bytes.
    code_size: usize,
    /// The offset of the copy shader's code in the data; only in geometry shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_code_offset: Option<u32>,
    /// The size of the copy shader's code in bytes; only in geometry shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_code_size: Option<usize>,
    /// The mode: 0 uniform registers, 1 uniform blocks, 2 geometry shader, 3 compute shader.
    mode: u32,
    /// The size of an item in the ring; not in pixel shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    ring_item_size: Option<u32>,
    /// 1 if the shader writes to streams; not in pixel shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    has_stream_out: Option<u32>,
    /// The strides of four streams; not in pixel shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_out_stride: Option<[u32; 4]>,
    /// The resources that describe the code in memory, four words each: 0 in files.
    buffers: Vec<[u32; 4]>,
    /// The uniform blocks.
    uniform_blocks: Vec<UniformBlock>,
    /// The uniform variables.
    uniform_vars: Vec<UniformVariable>,
    /// The initial values of registers.
    initial_values: Vec<InitialValue>,
    /// The loop variables.
    loop_vars: Vec<LoopVariable>,
    /// The sampler variables.
    sampler_vars: Vec<SamplerVariable>,
    /// The attributes; only in vertex shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    attrib_vars: Option<Vec<Attribute>>,
}

/// A register, or an array of registers.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(untagged)]
enum Register {
    /// A register.
    One(u32),
    /// An array of registers.
    Row(Vec<u32>),
}

/// A uniform block.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "Gx2UniformBlock"))]
struct UniformBlock {
    /// The name.
    name: String,
    /// The binding.
    offset: u32,
    /// The size in bytes.
    size: u32,
}

/// A uniform variable.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct UniformVariable {
    /// The name.
    name: String,
    /// The type.
    r#type: u32,
    /// The number of elements.
    count: u32,
    /// The first register, or the offset in the block.
    offset: u32,
    /// The index of the block; -1 if there is none.
    block: i32,
}

/// The initial value of a register.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct InitialValue {
    /// The components; null for infinity and NaN.
    value: [f32; 4],
    /// The register.
    offset: u32,
}

/// A loop variable.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct LoopVariable {
    /// The register.
    offset: u32,
    /// The value.
    value: u32,
}

/// A sampler variable.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct SamplerVariable {
    /// The name.
    name: String,
    /// The type.
    r#type: u32,
    /// The sampler index.
    location: u32,
}

/// An attribute.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Attribute {
    /// The name.
    name: String,
    /// The type.
    r#type: u32,
    /// The number of elements; 0 if it is not an array.
    count: u32,
    /// The attribute index.
    location: u32,
}

impl Shader {
    pub(super) fn new(shader: &gx2::Shader<'_>) -> Self {
        let stream = shader.stream_out.as_ref();
        let is_vertex = shader.stage == gx2::Stage::VERTEX;
        Self {
            regs: shader.registers.iter().map(register).collect(),
            code_offset: shader.code.offset,
            code_size: shader.code.bytes.len(),
            copy_code_offset: shader.copy_code.map(|code| code.offset),
            copy_code_size: shader.copy_code.map(|code| code.bytes.len()),
            mode: shader.mode.0,
            ring_item_size: stream.map(|stream| stream.ring_item_size),
            has_stream_out: stream.map(|stream| stream.has_stream_out),
            stream_out_stride: stream.map(|stream| stream.strides),
            buffers: shader.buffers.clone(),
            uniform_blocks: all(&shader.uniform_blocks, |block| UniformBlock {
                name: escaped(block.name),
                offset: block.offset,
                size: block.size,
            }),
            uniform_vars: all(&shader.uniform_variables, |variable| UniformVariable {
                name: escaped(variable.name),
                r#type: variable.kind.0,
                count: variable.count,
                offset: variable.offset,
                block: variable.block,
            }),
            initial_values: all(&shader.initial_values, |initial| InitialValue {
                value: initial.value,
                offset: initial.offset,
            }),
            loop_vars: all(&shader.loop_variables, |variable| LoopVariable {
                offset: variable.offset,
                value: variable.value,
            }),
            sampler_vars: all(&shader.sampler_variables, |sampler| SamplerVariable {
                name: escaped(sampler.name),
                r#type: sampler.kind.0,
                location: sampler.location,
            }),
            attrib_vars: is_vertex.then(|| {
                all(&shader.attributes, |attribute| Attribute {
                    name: escaped(attribute.name),
                    r#type: attribute.kind.0,
                    count: attribute.count,
                    location: attribute.location,
                })
            }),
        }
    }
}

fn register(register: &gx2::Register) -> (&'static str, Register) {
    let value = match register.values.as_slice() {
        [value] if !register.is_row => Register::One(*value),
        values => Register::Row(values.to_vec()),
    };
    (register.name, value)
}

/// Converts each entry of a table.
fn all<T, U>(entries: &[T], entry: impl Fn(&T) -> U) -> Vec<U> {
    entries.iter().map(entry).collect()
}
