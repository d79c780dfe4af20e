//! Resource writer: header, bindings, buffers, and the variables of each buffer with their types and names.

use std::collections::HashMap;
use std::sync::Arc;

use bstr::BStr;
use pica200_objfmt::formats::layout::Magic;
use zerocopy::IntoBytes;

use super::read::{Strides, TAGS};
use super::{Binding, Buffer, MAX_NESTING, Resources, Type, TypeDetail, Variable};
use crate::container::WriteError;
use crate::layout::{
    BindingRecord, BufferRecord, MemberRecord, ResourcesHeader, SlotsRecord, SpaceRecord, StridesRecord,
    TypeDetailRecord, TypeRecord, VariableRecord,
};
use crate::writer::Writer;

pub(super) fn write(resources: &Resources<'_>) -> Result<Vec<u8>, WriteError> {
    let mut writer = ResourcesWriter {
        writer: Writer::default(),
        resources,
        strides: Strides::new(resources.model),
        types: HashMap::new(),
    };
    writer.all()?;
    Ok(writer.writer.into_bytes())
}

struct ResourcesWriter<'r, 'a> {
    writer: Writer,
    resources: &'r Resources<'a>,
    strides: Strides,
    /// Offset and nesting depth of the types that were written, by address.
    types: HashMap<*const Type<'a>, (usize, usize)>,
}

impl<'r, 'a> ResourcesWriter<'r, 'a> {
    fn all(&mut self) -> Result<(), WriteError> {
        let resources = self.resources;
        let header = self.writer.reserve(size_of::<ResourcesHeader>());
        if resources.model.has_details() {
            self.strides()?;
        } else if resources.interface_slots != 0 {
            return Err(no_field("shader", resources.creator, "a number of interface slots"));
        }
        let bindings = self.bindings()?;
        let buffers = self.buffers()?;
        // The stage is a 16-bit field.
        let stage = u16::try_from(resources.stage.0);
        let record = ResourcesHeader {
            buffers: self.writer.count_field(resources.buffers.len())?,
            buffers_at: self.writer.offset_field(buffers)?,
            bindings: self.writer.count_field(resources.bindings.len())?,
            bindings_at: self.writer.offset_field(bindings)?,
            minor: resources.model.minor,
            major: resources.model.major,
            stage: stage
                .map_err(|_| no_field("shader", resources.creator, "a stage of more than 16 bits"))?
                .into(),
            flags: resources.flags.0.into(),
            creator: self.writer.name(resources.creator)?,
        };
        self.writer.put(header, record.as_bytes());
        Ok(())
    }

    fn strides(&mut self) -> Result<(), WriteError> {
        let size = size_of::<ResourcesHeader>() + size_of::<StridesRecord>();
        let [tag_50, tag_51] = TAGS;
        let is_51 = self.resources.model.has_spaces();
        let record = StridesRecord {
            tag: Magic(if is_51 { tag_51 } else { tag_50 }),
            header: self.writer.count_field(size)?,
            buffer: self.writer.count_field(self.strides.buffer)?,
            binding: self.writer.count_field(self.strides.binding)?,
            variable: self.writer.count_field(self.strides.variable)?,
            base: self.writer.count_field(self.strides.base)?,
            member: self.writer.count_field(self.strides.member)?,
            interface_slots: self.resources.interface_slots.into(),
        };
        self.writer.append(record.as_bytes());
        Ok(())
    }

    fn bindings(&mut self) -> Result<usize, WriteError> {
        let (bindings, stride) = (&self.resources.bindings, self.strides.binding);
        let table = self.writer.reserve(bindings.len().saturating_mul(stride));
        for (number, binding) in bindings.iter().enumerate() {
            self.binding(table + number * stride, binding)?;
        }
        Ok(table)
    }

    fn binding(&mut self, at: usize, binding: &Binding<'_>) -> Result<(), WriteError> {
        let record = BindingRecord {
            name: self.writer.name(binding.name)?,
            kind: binding.kind.0.into(),
            return_type: binding.return_type.0.into(),
            dimension: binding.dimension.0.into(),
            samples: binding.samples.into(),
            bind_point: binding.bind_point.into(),
            bind_count: binding.bind_count.into(),
            flags: binding.flags.0.into(),
        };
        self.writer.put(at, record.as_bytes());
        let has_space = self.resources.model.has_spaces();
        if let Some(space) = field(has_space, binding.space, "binding", binding.name, "a space")? {
            let record = SpaceRecord {
                space: space.space.into(),
                id: space.id.into(),
            };
            self.writer.put(at + size_of::<BindingRecord>(), record.as_bytes());
        }
        Ok(())
    }

    fn buffers(&mut self) -> Result<usize, WriteError> {
        let (buffers, stride) = (&self.resources.buffers, self.strides.buffer);
        let table = self.writer.reserve(buffers.len().saturating_mul(stride));
        for (number, buffer) in buffers.iter().enumerate() {
            self.buffer(table + number * stride, buffer)?;
        }
        Ok(table)
    }

    fn buffer(&mut self, at: usize, buffer: &'r Buffer<'a>) -> Result<(), WriteError> {
        let (variables, stride) = (&buffer.variables, self.strides.variable);
        let table = self.writer.reserve(variables.len().saturating_mul(stride));
        let record = BufferRecord {
            name: self.writer.name(buffer.name)?,
            variables: self.writer.count_field(variables.len())?,
            variables_at: self.writer.offset_field(table)?,
            size: buffer.size.into(),
            flags: buffer.flags.0.into(),
            kind: buffer.kind.0.into(),
        };
        self.writer.put(at, record.as_bytes());
        for (number, variable) in variables.iter().enumerate() {
            self.variable(table + number * stride, variable)?;
        }
        Ok(())
    }

    fn variable(&mut self, at: usize, variable: &'r Variable<'a>) -> Result<(), WriteError> {
        let default = match variable.default {
            Some(bytes) => self.default(variable, bytes)?,
            None => 0,
        };
        let (base, _) = self.base(&variable.base, MAX_NESTING)?;
        let record = VariableRecord {
            name: self.writer.name(variable.name)?,
            start: variable.start.into(),
            size: variable.size.into(),
            flags: variable.flags.0.into(),
            base: self.writer.offset_field(base)?,
            default: self.writer.offset_field(default)?,
        };
        self.writer.put(at, record.as_bytes());
        let has_slots = self.resources.model.has_details();
        if let Some(slots) = field(has_slots, variable.slots, "variable", variable.name, "slots")? {
            let record = SlotsRecord {
                first_texture: slots.first_texture.into(),
                textures: slots.textures.into(),
                first_sampler: slots.first_sampler.into(),
                samplers: slots.samplers.into(),
            };
            self.writer.put(at + size_of::<VariableRecord>(), record.as_bytes());
        }
        Ok(())
    }

    fn default(&mut self, variable: &Variable<'_>, bytes: &[u8]) -> Result<usize, WriteError> {
        let (found, size) = (bytes.len(), variable.size);
        if u32::try_from(found) != Ok(size) {
            let name = variable.name.to_owned();
            return Err(WriteError::Default { name, found, size });
        }
        Ok(self.writer.append(bytes))
    }

    /// Returns the offset and the nesting depth of a type. Each type is written once.
    fn base(&mut self, base: &'r Arc<Type<'a>>, max: usize) -> Result<(usize, usize), WriteError> {
        let address = Arc::as_ptr(base);
        if let Some(&(at, depth)) = self.types.get(&address)
            && depth <= max
        {
            return Ok((at, depth));
        }
        let Some(max) = max.checked_sub(1) else {
            return Err(WriteError::Nesting { max: MAX_NESTING });
        };
        let at = self.writer.reserve(self.strides.base);
        let depth = self.new_type(at, base, max)?;
        self.types.insert(address, (at, depth));
        Ok((at, depth))
    }

    fn new_type(&mut self, at: usize, base: &'r Type<'a>, max: usize) -> Result<usize, WriteError> {
        let (members, stride) = (&base.members, self.strides.member);
        let table = if members.is_empty() {
            0
        } else {
            self.writer.reserve(members.len().saturating_mul(stride))
        };
        let mut depth = 0;
        for (number, member) in members.iter().enumerate() {
            let (of_member, depth_of_member) = self.base(&member.base, max)?;
            depth = depth.max(depth_of_member);
            let record = MemberRecord {
                name: self.writer.name(member.name)?,
                base: self.writer.offset_field(of_member)?,
                start: member.start.into(),
            };
            self.writer.put(table + number * stride, record.as_bytes());
        }
        let record = TypeRecord {
            class: narrow(base.class.0, base, "a class of more than 16 bits")?.into(),
            base: narrow(base.base.0, base, "a type of components of more than 16 bits")?.into(),
            rows: base.rows.into(),
            columns: base.columns.into(),
            elements: base.elements.into(),
            members: count(members.len())?.into(),
            members_at: self.writer.offset_field(table)?,
        };
        self.writer.put(at, record.as_bytes());
        let has_detail = self.resources.model.has_details();
        if let Some(detail) = field(has_detail, base.detail, "type", name_of(base), "detail")? {
            self.detail(at + size_of::<TypeRecord>(), &detail)?;
        }
        Ok(depth + 1)
    }

    fn detail(&mut self, at: usize, detail: &TypeDetail<'_>) -> Result<(), WriteError> {
        let name = detail.name.unwrap_or_default();
        let moved = [
            (detail.parent, "a parent"),
            (detail.base_class, "a base class"),
            (detail.interfaces, "interfaces"),
            (detail.interfaces_at, "a list of interfaces"),
        ];
        if let Some((_, field)) = moved.into_iter().find(|(number, _)| *number != 0) {
            return Err(no_field("type", name, field));
        }
        let record = TypeDetailRecord {
            parent: 0.into(),
            base_class: 0.into(),
            interfaces: 0.into(),
            interfaces_at: 0.into(),
            name: match detail.name {
                Some(name) => self.writer.name(name)?,
                None => 0.into(),
            },
        };
        self.writer.put(at, record.as_bytes());
        Ok(())
    }
}

/// Returns the name of a type for messages.
fn name_of<'a>(base: &Type<'a>) -> &'a BStr {
    base.detail.and_then(|detail| detail.name).unwrap_or_default()
}

/// Checks that a value is present exactly if the model has a field for it.
fn field<T>(
    has: bool,
    value: Option<T>,
    what: &'static str,
    name: &BStr,
    field: &'static str,
) -> Result<Option<T>, WriteError> {
    if value.is_some() == has {
        return Ok(value);
    }
    if value.is_some() {
        return Err(no_field(what, name, field));
    }
    let name = name.to_owned();
    Err(WriteError::Missing { what, name, field })
}

fn no_field(what: &'static str, name: &BStr, field: &'static str) -> WriteError {
    let name = name.to_owned();
    WriteError::NoField { what, name, field }
}

/// Converts a number of a type to a 16-bit field.
fn narrow(number: u32, base: &Type<'_>, field: &'static str) -> Result<u16, WriteError> {
    u16::try_from(number).map_err(|_| no_field("type", name_of(base), field))
}

fn count(count: usize) -> Result<u16, WriteError> {
    u16::try_from(count).map_err(|_| WriteError::TooMany {
        what: "a type",
        rows: "members",
        count,
    })
}
