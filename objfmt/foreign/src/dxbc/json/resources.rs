//! Buffers, variables, types and bindings.

use pica200_dxbc::resources;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use pica200::shader::direct3d::hex;

/// The resources of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Resources {
    /// The shader model: `5.0`.
    version: String,
    /// The stage: `vertex`, `pixel`, `geometry`, `hull`, `domain`, `compute`; `unknown` with a number for others.
    stage: String,
    /// The compilation flags.
    flags: u32,
    /// The name of the compiler.
    creator: String,
    /// The number of interface slots; 0 before model 5.0.
    interface_slots: u32,
    /// The buffers.
    cbuffers: Vec<Buffer>,
    /// The bindings.
    bindings: Vec<Binding>,
}

/// A buffer.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Buffer {
    /// The name.
    name: String,
    /// The size in bytes.
    size: u32,
    /// The flag bits.
    flags: u32,
    /// The number of the kind.
    #[serde(rename = "type")]
    kind: u32,
    /// The variables.
    variables: Vec<Variable>,
}

/// A variable of a buffer.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Variable {
    /// The name.
    name: String,
    /// The offset in the buffer in bytes.
    offset: u32,
    /// The size in bytes.
    size: u32,
    /// The flag bits.
    flags: u32,
    /// The type.
    #[serde(rename = "type")]
    base: Type,
    /// The bytes of the default value in hexadecimal, or null.
    default: Option<String>,
    /// The textures and samplers; models before 5.0 do not have these fields.
    #[serde(flatten)]
    slots: Option<Slots>,
}

/// The textures and samplers of a variable.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
struct Slots {
    /// The first texture; 4294967295 or 0 if there is none.
    start_texture: u32,
    /// The number of textures.
    texture_size: u32,
    /// The first sampler; 4294967295 or 0 if there is none.
    start_sampler: u32,
    /// The number of samplers.
    sampler_size: u32,
}

/// A type.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Type {
    /// The number of the class.
    class: u32,
    /// The number of the component type, or of the object kind.
    #[serde(rename = "type")]
    base: u32,
    /// The number of rows, as in the source; 1 for a vector.
    rows: u16,
    /// The number of columns, as in the source; for a vector, its length.
    columns: u16,
    /// The number of elements; 0 if it is not an array.
    elements: u16,
    /// The members of a struct.
    members: Vec<Member>,
    /// The name; null if there is none, and before model 5.0.
    name: Option<String>,
    /// Additional fields; models before 5.0 do not have them.
    #[serde(flatten)]
    detail: Option<TypeDetail>,
}

/// The type fields added in model 5.0. Their meaning is likely, not certain.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
struct TypeDetail {
    /// The offset of the parent type in the chunk, or 0.
    parent: u32,
    /// The offset of the base class in the chunk, or 0.
    base_class: u32,
    /// The number of interfaces.
    interfaces_count: u32,
    /// The offset of the interfaces in the chunk.
    interfaces: u32,
}

/// A member of a struct.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Member {
    /// The name.
    name: String,
    /// The offset in the struct in bytes.
    offset: u32,
    /// The type.
    #[serde(rename = "type")]
    base: Type,
}

/// A binding.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Binding {
    /// The name.
    name: String,
    /// The number of the kind.
    #[serde(rename = "type")]
    kind: u32,
    /// The number of the value type.
    return_type: u32,
    /// The number of the dimension.
    dimension: u32,
    /// The number of samples, or the stride of a structured buffer in bytes; otherwise 0 or 4294967295.
    samples: u32,
    /// The first register.
    bind_point: u32,
    /// The number of registers.
    bind_count: u32,
    /// The flag bits.
    flags: u32,
    /// The register space; models before 5.1 do not have it.
    #[serde(flatten)]
    space: Option<Space>,
}

/// The register space of a binding.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
struct Space {
    /// The number of the space.
    space: u32,
    /// The id by which instructions refer to the register range.
    id: u32,
}

impl Resources {
    pub(super) fn new(resources: &resources::Resources<'_>) -> Self {
        Self {
            version: resources.model.to_string(),
            stage: resources.stage.to_string(),
            flags: resources.flags.0,
            creator: resources.creator.to_string(),
            interface_slots: resources.interface_slots,
            cbuffers: resources.buffers.iter().map(Buffer::new).collect(),
            bindings: resources.bindings.iter().map(Binding::new).collect(),
        }
    }
}

impl Buffer {
    fn new(buffer: &resources::Buffer<'_>) -> Self {
        Self {
            name: buffer.name.to_string(),
            size: buffer.size,
            flags: buffer.flags.0,
            kind: buffer.kind.0,
            variables: buffer.variables.iter().map(Variable::new).collect(),
        }
    }
}

impl Variable {
    fn new(variable: &resources::Variable<'_>) -> Self {
        Self {
            name: variable.name.to_string(),
            offset: variable.start,
            size: variable.size,
            flags: variable.flags.0,
            base: Type::new(&variable.base),
            default: variable.default.map(hex),
            slots: variable.slots.map(|slots| Slots {
                start_texture: slots.first_texture,
                texture_size: slots.textures,
                start_sampler: slots.first_sampler,
                sampler_size: slots.samplers,
            }),
        }
    }
}

impl Type {
    fn new(base: &resources::Type<'_>) -> Self {
        let member = |member: &resources::Member<'_>| Member {
            name: member.name.to_string(),
            offset: member.start,
            base: Self::new(&member.base),
        };
        let name = base.detail.and_then(|detail| detail.name);
        Self {
            class: base.class.0,
            base: base.base.0,
            rows: base.rows,
            columns: base.columns,
            elements: base.elements,
            members: base.members.iter().map(member).collect(),
            name: name.map(ToString::to_string),
            detail: base.detail.map(|detail| TypeDetail {
                parent: detail.parent,
                base_class: detail.base_class,
                interfaces_count: detail.interfaces,
                interfaces: detail.interfaces_at,
            }),
        }
    }
}

impl Binding {
    fn new(binding: &resources::Binding<'_>) -> Self {
        Self {
            name: binding.name.to_string(),
            kind: binding.kind.0,
            return_type: binding.return_type.0,
            dimension: binding.dimension.0,
            samples: binding.samples,
            bind_point: binding.bind_point,
            bind_count: binding.bind_count,
            flags: binding.flags.0,
            space: binding.space.map(|space| Space {
                space: space.space,
                id: space.id,
            }),
        }
    }
}
