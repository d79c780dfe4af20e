//! Resource reader.

use std::collections::BTreeMap;
use std::sync::Arc;

use bstr::BStr;

use super::{
    BaseType, Binding, BindingDimension, BindingFlags, BindingKind, BindingReturn, Buffer, BufferFlags, BufferKind,
    CompileFlags, MAX_NESTING, Member, Model, Resources, Slots, Space, Stage, Type, TypeClass, TypeDetail, Variable,
    VariableFlags,
};
use crate::chunk::{Reader, Table, offset};
use crate::container::Chunk;
use crate::error::{Error, ErrorKind};
use crate::layout::{
    BindingRecord, BufferRecord, MemberRecord, ResourcesHeader, SlotsRecord, SpaceRecord, StridesRecord,
    TypeDetailRecord, TypeRecord, VariableRecord,
};

/// Limit for the cost of a walk over the types of all variables, as a multiple of the chunk size. A struct is charged
/// for each variable and member of its type.
const WALK_MULTIPLE: usize = 64;

/// The walk cost of a type, variable or member, in addition to the size of its name.
const WALK_COST: usize = 16;

/// The walk cost of each nesting level of a member, because text output indents members.
const NESTED_COST: usize = 4;

/// The tags of the record with the record sizes: model 5.0, and 5.1.
pub(super) const TAGS: [[u8; 4]; 2] = [*b"RD11", [0x13, 0x13, 0x44, 0x25]];

/// Record sizes in bytes.
#[derive(Clone, Copy)]
pub(super) struct Strides {
    pub(super) buffer: usize,
    pub(super) binding: usize,
    pub(super) variable: usize,
    pub(super) base: usize,
    pub(super) member: usize,
}

impl Strides {
    /// Returns the record sizes of a model as compilers write them: the smallest that hold all fields.
    pub(super) const fn new(model: Model) -> Self {
        let (slots, detail) = if model.has_details() {
            (size_of::<SlotsRecord>(), size_of::<TypeDetailRecord>())
        } else {
            (0, 0)
        };
        let space = if model.has_spaces() {
            size_of::<SpaceRecord>()
        } else {
            0
        };
        Self {
            buffer: size_of::<BufferRecord>(),
            binding: size_of::<BindingRecord>() + space,
            variable: size_of::<VariableRecord>() + slots,
            base: size_of::<TypeRecord>() + detail,
            member: size_of::<MemberRecord>(),
        }
    }
}

pub(super) fn read<'a>(chunk: &Chunk<'a>) -> Result<Resources<'a>, Error> {
    let mut reader = Reader::new(chunk);
    let header: &ResourcesHeader = reader.record(0, "the header")?;
    let model = Model {
        major: header.major,
        minor: header.minor,
    };
    let (strides, interface_slots) = strides(&mut reader, model)?;
    let creator = reader.name(0, header.creator.get(), "the compiler")?;
    let bindings = (header.bindings_at.get(), header.bindings.get());
    let buffers = (header.buffers_at.get(), header.buffers.get());
    let walk_left = reader.len().saturating_mul(WALK_MULTIPLE);
    let mut resources = ResourcesReader {
        reader,
        model,
        strides,
        types: BTreeMap::new(),
        walk_left,
    };
    Ok(Resources {
        offset: chunk.offset,
        model,
        stage: Stage(header.stage.get().into()),
        flags: CompileFlags(header.flags.get()),
        creator,
        interface_slots,
        bindings: resources.bindings(bindings)?,
        buffers: resources.buffers(buffers)?,
    })
}

/// Reads the record sizes and the number of interface slots.
fn strides(reader: &mut Reader<'_>, model: Model) -> Result<(Strides, u32), Error> {
    let min = Strides::new(model);
    if !model.has_details() {
        return Ok((min, 0));
    }
    let at = size_of::<ResourcesHeader>();
    let record: &StridesRecord = reader.record(at, "the table of record sizes")?;
    let tag = record.tag.0;
    let check = |field, found: u32, min: usize| {
        if offset(found) >= min {
            return Ok(offset(found));
        }
        // A record with another tag and too small sizes is something else.
        if !TAGS.contains(&tag) {
            return Err(reader.error(at, ErrorKind::ResourcesTag { found: tag }));
        }
        let kind = ErrorKind::Stride { field, found, min };
        Err(reader.error(at, kind))
    };
    let strides = Strides {
        buffer: check("buffer", record.buffer.get(), min.buffer)?,
        binding: check("binding", record.binding.get(), min.binding)?,
        variable: check("variable", record.variable.get(), min.variable)?,
        base: check("type", record.base.get(), min.base)?,
        member: check("member", record.member.get(), min.member)?,
    };
    Ok((strides, record.interface_slots.get()))
}

/// A type that was read.
#[derive(Clone)]
struct ReadType<'a> {
    base: Arc<Type<'a>>,
    extent: Extent,
}

/// The extent of a type with all its members.
#[derive(Clone, Copy)]
struct Extent {
    /// The cost of a walk over it.
    walk: usize,
    /// The number of members, including nested members.
    members: usize,
    /// The nesting depth: 1 without members.
    depth: usize,
}

impl Extent {
    /// Returns the extent of a type with a name, without its members.
    fn new(name: &BStr) -> Self {
        Self {
            walk: cost(name),
            members: 0,
            depth: 1,
        }
    }

    /// Adds a member with a name and a type.
    fn add(&mut self, name: &BStr, base: Self) {
        let members = base.members.saturating_add(1);
        let nested = members.saturating_mul(NESTED_COST);
        let walk = cost(name).saturating_add(base.walk).saturating_add(nested);
        self.walk = self.walk.saturating_add(walk);
        self.members = self.members.saturating_add(members);
        self.depth = self.depth.max(base.depth + 1);
    }
}

struct ResourcesReader<'a> {
    reader: Reader<'a>,
    model: Model,
    strides: Strides,
    /// The types by offset; `None` while the members are being read.
    types: BTreeMap<u32, Option<ReadType<'a>>>,
    /// The walk budget left for the next variables.
    walk_left: usize,
}

impl<'a> ResourcesReader<'a> {
    fn bindings(&mut self, table: Table) -> Result<Vec<Binding<'a>>, Error> {
        let stride = self.strides.binding;
        let rows = self.reader.rows(0, table, stride, "the table of bindings")?;
        let mut bindings = Vec::with_capacity(rows.len());
        for at in rows {
            bindings.push(self.binding(at)?);
        }
        Ok(bindings)
    }

    fn binding(&mut self, at: usize) -> Result<Binding<'a>, Error> {
        let record: &BindingRecord = self.reader.peek(at, "the binding")?;
        let space = if self.model.has_spaces() {
            let at = at + size_of::<BindingRecord>();
            let record: &SpaceRecord = self.reader.peek(at, "the binding")?;
            Some(Space {
                space: record.space.get(),
                id: record.id.get(),
            })
        } else {
            None
        };
        Ok(Binding {
            offset: self.reader.offset(at),
            name: self.name(at, record.name.get(), "the binding")?,
            kind: BindingKind(record.kind.get()),
            return_type: BindingReturn(record.return_type.get()),
            dimension: BindingDimension(record.dimension.get()),
            samples: record.samples.get(),
            bind_point: record.bind_point.get(),
            bind_count: record.bind_count.get(),
            flags: BindingFlags(record.flags.get()),
            space,
        })
    }

    fn name(&mut self, at: usize, name: u32, what: &'static str) -> Result<&'a BStr, Error> {
        self.reader.name(at, name, what)
    }

    fn buffers(&mut self, table: Table) -> Result<Vec<Buffer<'a>>, Error> {
        let stride = self.strides.buffer;
        let rows = self.reader.rows(0, table, stride, "the table of buffers")?;
        let mut buffers = Vec::with_capacity(rows.len());
        for at in rows {
            buffers.push(self.buffer(at)?);
        }
        Ok(buffers)
    }

    fn buffer(&mut self, at: usize) -> Result<Buffer<'a>, Error> {
        let record: &BufferRecord = self.reader.peek(at, "the buffer")?;
        let table = (record.variables_at.get(), record.variables.get());
        let stride = self.strides.variable;
        let rows = self.reader.rows(at, table, stride, "the table of variables")?;
        let mut variables = Vec::with_capacity(rows.len());
        for at in rows {
            variables.push(self.variable(at)?);
        }
        Ok(Buffer {
            offset: self.reader.offset(at),
            name: self.name(at, record.name.get(), "the buffer")?,
            size: record.size.get(),
            flags: BufferFlags(record.flags.get()),
            kind: BufferKind(record.kind.get()),
            variables,
        })
    }

    fn variable(&mut self, at: usize) -> Result<Variable<'a>, Error> {
        let record: &VariableRecord = self.reader.peek(at, "the variable")?;
        let slots = if self.model.has_details() {
            let at = at + size_of::<VariableRecord>();
            let record: &SlotsRecord = self.reader.peek(at, "the variable")?;
            Some(Slots {
                first_texture: record.first_texture.get(),
                textures: record.textures.get(),
                first_sampler: record.first_sampler.get(),
                samplers: record.samplers.get(),
            })
        } else {
            None
        };
        let size = record.size.get();
        let default = match record.default.get() {
            0 => None,
            default => Some(self.default(at, default, size)?),
        };
        let ReadType { base, extent } = self.base(at, record.base.get(), MAX_NESTING)?;
        let name = self.name(at, record.name.get(), "the variable")?;
        let walk = extent.walk.saturating_add(cost(name));
        self.walk_left = self.walk_left.checked_sub(walk).ok_or_else(|| {
            let multiple = WALK_MULTIPLE;
            self.reader.error(at, ErrorKind::Walk { multiple })
        })?;
        Ok(Variable {
            offset: self.reader.offset(at),
            name,
            start: record.start.get(),
            size,
            flags: VariableFlags(record.flags.get()),
            base,
            default,
            slots,
        })
    }

    fn default(&mut self, owner: usize, at: u32, size: u32) -> Result<&'a [u8], Error> {
        let (at, size) = (offset(at), offset(size));
        self.reader.bytes(owner, at, size, "the default value")
    }

    /// Reads a type that the record at `owner` points to. `max` is the remaining nesting depth.
    fn base(&mut self, owner: usize, at: u32, max: usize) -> Result<ReadType<'a>, Error> {
        let too_deep = ErrorKind::Nesting {
            what: "types",
            max: MAX_NESTING,
        };
        match self.types.get(&at) {
            Some(Some(known)) if known.extent.depth <= max => return Ok(known.clone()),
            // A type that contains itself has infinite depth.
            Some(_) => return Err(self.reader.error(owner, too_deep)),
            None if max == 0 => return Err(self.reader.error(owner, too_deep)),
            None => {}
        }
        self.types.insert(at, None);
        let known = self.new_type(owner, at, max - 1)?;
        self.types.insert(at, Some(known.clone()));
        Ok(known)
    }

    fn new_type(&mut self, owner: usize, at: u32, max: usize) -> Result<ReadType<'a>, Error> {
        let at = offset(at);
        let record: &TypeRecord = self.reader.record_of(owner, at, "the type")?;
        let detail = if self.model.has_details() {
            Some(self.detail(at + size_of::<TypeRecord>())?)
        } else {
            None
        };
        let table = (record.members_at.get(), record.members.get().into());
        let stride = self.strides.member;
        let rows = self.reader.rows(at, table, stride, "the table of members")?;
        let mut members = Vec::with_capacity(rows.len());
        let name = detail.and_then(|detail| detail.name);
        let mut extent = Extent::new(name.unwrap_or_default());
        for at in rows {
            let record: &MemberRecord = self.reader.peek(at, "the member")?;
            let known = self.base(at, record.base.get(), max)?;
            let name = self.name(at, record.name.get(), "the member")?;
            extent.add(name, known.extent);
            members.push(Member {
                offset: self.reader.offset(at),
                name,
                start: record.start.get(),
                base: known.base,
            });
        }
        let base = Arc::new(Type {
            offset: self.reader.offset(at),
            class: TypeClass(record.class.get().into()),
            base: BaseType(record.base.get().into()),
            rows: record.rows.get(),
            columns: record.columns.get(),
            elements: record.elements.get(),
            members,
            detail,
        });
        Ok(ReadType { base, extent })
    }

    fn detail(&mut self, at: usize) -> Result<TypeDetail<'a>, Error> {
        let record: &TypeDetailRecord = self.reader.record(at, "the type")?;
        let name = match record.name.get() {
            0 => None,
            name => Some(self.name(at, name, "the type")?),
        };
        Ok(TypeDetail {
            name,
            parent: record.parent.get(),
            base_class: record.base_class.get(),
            interfaces: record.interfaces.get(),
            interfaces_at: record.interfaces_at.get(),
        })
    }
}

/// Returns the walk cost of an object with this name.
fn cost(name: &BStr) -> usize {
    WALK_COST.saturating_add(name.len())
}
