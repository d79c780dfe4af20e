//! The values of a container in the format of the golden JSON files.

use bstr::BStr;
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Checksum, Chunk, Container};
use pica200_dxbc::interfaces::Interfaces;
use pica200_dxbc::program::Program;
use pica200_dxbc::resources::{Binding, Buffer, Resources, Type, Variable};
use pica200_dxbc::signature::{Element, Signature};
use pica200_dxbc::statistics::Statistics;
use serde_json::{Map, Value, json};

fn text(name: &BStr) -> Value {
    Value::from(name.to_string())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn file(container: &Container<'_>) -> Value {
    let shader = Shader::from_container(container);
    let chunks = container.chunks().map(|chunk| {
        json!({
            "id": chunk.id.to_string(),
            // The offset of its header.
            "offset": chunk.offset - 8,
            "size": chunk.data.len(),
        })
    });
    let signatures = shader.signatures.iter();
    let signatures = signatures.map(|found| (found.id.to_string(), signature(found)));
    json!({
        "format": "dxbc",
        "size": container.header().size,
        "checksum": hex(&container.header().checksum),
        "checksum_ok": container.checksum() == Checksum::Right,
        "chunks": chunks.collect::<Vec<_>>(),
        "resources": shader.resources.as_ref().map(resources),
        "signatures": signatures.collect::<Map<_, _>>(),
        "program": shader.program.as_ref().map(|(chunk, found)| program(chunk, found)),
        "statistics": shader.statistics.as_ref().map(statistics),
        "interfaces": shader.interfaces.as_ref().map(interfaces),
        "features": shader.features.map(|features| features.0),
    })
}

pub(crate) fn resources(resources: &Resources<'_>) -> Value {
    json!({
        "version": resources.model.to_string(),
        "stage": resources.stage.name(),
        "flags": resources.flags.0,
        "creator": text(resources.creator),
        "interface_slots": resources.interface_slots,
        "cbuffers": resources.buffers.iter().map(buffer).collect::<Vec<_>>(),
        "bindings": resources.bindings.iter().map(binding).collect::<Vec<_>>(),
    })
}

fn binding(binding: &Binding<'_>) -> Value {
    let mut value = json!({
        "name": text(binding.name),
        "type": binding.kind.0,
        "return_type": binding.return_type.0,
        "dimension": binding.dimension.0,
        "samples": binding.samples,
        "bind_point": binding.bind_point,
        "bind_count": binding.bind_count,
        "flags": binding.flags.0,
    });
    if let Some(space) = binding.space {
        value["space"] = space.space.into();
        value["id"] = space.id.into();
    }
    value
}

fn buffer(buffer: &Buffer<'_>) -> Value {
    json!({
        "name": text(buffer.name),
        "size": buffer.size,
        "flags": buffer.flags.0,
        "type": buffer.kind.0,
        "variables": buffer.variables.iter().map(variable).collect::<Vec<_>>(),
    })
}

fn variable(variable: &Variable<'_>) -> Value {
    let mut value = json!({
        "name": text(variable.name),
        "offset": variable.start,
        "size": variable.size,
        "flags": variable.flags.0,
        "type": base(&variable.base),
        "default": variable.default.map(hex),
    });
    if let Some(slots) = variable.slots {
        value["start_texture"] = slots.first_texture.into();
        value["texture_size"] = slots.textures.into();
        value["start_sampler"] = slots.first_sampler.into();
        value["sampler_size"] = slots.samplers.into();
    }
    value
}

fn base(found: &Type<'_>) -> Value {
    let members = found.members.iter().map(|member| {
        json!({
            "name": text(member.name),
            "offset": member.start,
            "type": base(&member.base),
        })
    });
    let mut value = json!({
        "class": found.class.0,
        "type": found.base.0,
        "rows": found.rows,
        "columns": found.columns,
        "elements": found.elements,
        "members": members.collect::<Vec<_>>(),
        "name": null,
    });
    if let Some(detail) = found.detail {
        value["name"] = detail.name.map_or(Value::Null, text);
        value["parent"] = detail.parent.into();
        value["base_class"] = detail.base_class.into();
        value["interfaces_count"] = detail.interfaces.into();
        value["interfaces"] = detail.interfaces_at.into();
    }
    value
}

pub(crate) fn signature(signature: &Signature<'_>) -> Value {
    signature.elements.iter().map(element).collect()
}

fn element(element: &Element<'_>) -> Value {
    json!({
        "stream": element.stream,
        "name": text(element.name),
        "index": element.index,
        "system_value": element.system_value.0,
        "type": element.component_type.0,
        "register": element.register,
        "mask": element.mask,
        "rw_mask": element.rw_mask,
        "min_precision": element.min_precision.0,
    })
}

fn statistics(statistics: &Statistics) -> Value {
    let fields = statistics.iter();
    let fields = fields.map(|(field, value)| (field.to_string(), Value::from(value)));
    Value::Object(fields.collect())
}

pub(crate) fn interfaces(interfaces: &Interfaces<'_>) -> Value {
    let types = interfaces.types.iter().map(|class| {
        json!({
            "name": text(class.name),
            "id": class.id,
            "cb_stride": class.cb_stride,
            "texture": class.texture,
            "sampler": class.sampler,
        })
    });
    let instances = interfaces.instances.iter().map(|instance| {
        json!({
            "name": text(instance.name),
            "type": instance.class,
            "unknown": instance.unknown,
            "cb": instance.cb.unwrap_or(u16::MAX),
            "cb_offset": instance.cb_offset.unwrap_or(u16::MAX),
            "texture": instance.texture.unwrap_or(u16::MAX),
            "sampler": instance.sampler.unwrap_or(u16::MAX),
        })
    });
    let slots = interfaces.slots.iter().map(|run| {
        json!({
            "start": run.start,
            "span": run.span,
            "types": run.types,
            "tables": run.tables,
        })
    });
    json!({
        "slot_count": interfaces.slot_count,
        "types": types.collect::<Vec<_>>(),
        "instances": instances.collect::<Vec<_>>(),
        "slots": slots.collect::<Vec<_>>(),
    })
}

fn program(chunk: &Chunk<'_>, program: &Program) -> Value {
    let dwords = (chunk.data.len() - program.trailing.len()) / 4;
    let starts = program.instructions.iter().skip(1).map(|next| next.at);
    let ends = starts.chain([u32::try_from(dwords).unwrap()]);
    let instructions = program.instructions.iter().zip(ends);
    let instructions = instructions.map(|(instruction, end)| {
        json!({
            "at": instruction.at,
            "dwords": end - instruction.at,
            "opcode": instruction.opcode().number(),
            "name": instruction.opcode().to_string(),
        })
    });
    json!({
        "chunk": chunk.id.to_string(),
        "kind": program.version.kind().to_string(),
        "major": program.version.major(),
        "minor": program.version.minor(),
        "dwords": dwords,
        "instructions": instructions.collect::<Vec<_>>(),
    })
}
