//! Class types, their instances, and interface slots: the chunk `IFCE`.

use bstr::BStr;
use pica200_objfmt::formats::bytes::Plain;
use zerocopy::little_endian::{U16, U32};

use crate::chunk::{Reader, Table};
use crate::container::Chunk;
use crate::error::{Error, ErrorKind, FourCc};
use crate::layout::{ClassRecord, InstanceRecord, InterfacesHeader, SlotRecord};

/// The name of the chunk.
pub const ID: FourCc = FourCc(*b"IFCE");

/// The interfaces of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interfaces<'a> {
    /// File offset of the chunk's data.
    pub offset: usize,
    /// The number of slots, according to the header.
    pub slot_count: u32,
    /// The class types.
    pub types: Vec<ClassType<'a>>,
    /// The instances.
    pub instances: Vec<Instance<'a>>,
    /// The runs of slots, in slot order.
    pub slots: Vec<SlotRun>,
}

/// A class type, identified by its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassType<'a> {
    /// File offset of the record.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The id field: 0 in all known files.
    pub id: u16,
    /// Size in bytes of an instance in a constant buffer.
    pub cb_stride: u16,
    /// The number of textures.
    pub texture: u16,
    /// The number of samplers.
    pub sampler: u16,
}

/// An instance of a class type. `None` is FFFFh in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance<'a> {
    /// File offset of the record.
    pub offset: usize,
    /// The name.
    pub name: &'a BStr,
    /// The index of the class type.
    pub class: u16,
    /// A field of unknown meaning, 1 in all known files.
    pub unknown: u16,
    /// The constant buffer.
    pub cb: Option<u16>,
    /// The offset in the constant buffer.
    pub cb_offset: Option<u16>,
    /// The first texture.
    pub texture: Option<u16>,
    /// The first sampler.
    pub sampler: Option<u16>,
}

/// A run of slots that accept the same types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotRun {
    /// File offset of the record.
    pub offset: usize,
    /// The first slot.
    pub start: u32,
    /// The number of slots.
    pub span: u32,
    /// The indices of the class types.
    pub types: Vec<u16>,
    /// The function tables, one for each type.
    pub tables: Vec<u32>,
}

impl<'a> Interfaces<'a> {
    /// Reads the chunk.
    ///
    /// # Errors
    ///
    /// Fails with the first error: a record, list or name outside the chunk, slot numbers that do not fit in 32 bits,
    /// or lists that overlap too much.
    pub fn read(chunk: &Chunk<'a>) -> Result<Self, Error> {
        let mut reader = Reader::new(chunk);
        let header: &InterfacesHeader = reader.record(0, "the header")?;
        let table = (header.classes_at.get(), header.classes.get());
        let rows = reader.rows(0, table, size_of::<ClassRecord>(), "the table of types")?;
        let mut types = Vec::with_capacity(rows.len());
        for at in rows {
            types.push(ClassType::read(&mut reader, at)?);
        }
        let table = (header.instances_at.get(), header.instances.get());
        let stride = size_of::<InstanceRecord>();
        let rows = reader.rows(0, table, stride, "the table of instances")?;
        let mut instances = Vec::with_capacity(rows.len());
        for at in rows {
            instances.push(Instance::read(&mut reader, at)?);
        }
        let table = (header.slots_at.get(), header.slots.get());
        let rows = reader.rows(0, table, size_of::<SlotRecord>(), "the table of slots")?;
        let mut slots = Vec::with_capacity(rows.len());
        let mut start = 0;
        for at in rows {
            let run = SlotRun::read(&mut reader, at, start)?;
            start += run.span;
            slots.push(run);
        }
        Ok(Self {
            offset: chunk.offset,
            slot_count: header.slot_count.get(),
            types,
            instances,
            slots,
        })
    }
}

impl<'a> ClassType<'a> {
    fn read(reader: &mut Reader<'a>, at: usize) -> Result<Self, Error> {
        let record: &ClassRecord = reader.peek(at, "the type")?;
        Ok(Self {
            offset: reader.offset(at),
            name: reader.name(at, record.name.get(), "the type")?,
            id: record.id.get(),
            cb_stride: record.stride.get(),
            texture: record.texture.get(),
            sampler: record.sampler.get(),
        })
    }
}

impl<'a> Instance<'a> {
    fn read(reader: &mut Reader<'a>, at: usize) -> Result<Self, Error> {
        let record: &InstanceRecord = reader.peek(at, "the instance")?;
        let some = |number: U16| Some(number.get()).filter(|&number| number != u16::MAX);
        Ok(Self {
            offset: reader.offset(at),
            name: reader.name(at, record.name.get(), "the instance")?,
            class: record.class.get(),
            unknown: record.unknown.get(),
            cb: some(record.buffer),
            cb_offset: some(record.buffer_start),
            texture: some(record.texture),
            sampler: some(record.sampler),
        })
    }
}

impl SlotRun {
    /// Reads the run that begins with slot `start`.
    fn read(reader: &mut Reader<'_>, at: usize, start: u32) -> Result<Self, Error> {
        let record: &SlotRecord = reader.peek(at, "the slots")?;
        let (span, count) = (record.span.get(), record.count.get());
        if start.checked_add(span).is_none() {
            let kind = ErrorKind::Field {
                field: "number of slots",
                found: span,
                allowed: "a number that leads to slots of 32 bits",
            };
            return Err(reader.error(at, kind));
        }
        let classes_at = record.classes_at.get();
        let types = list(reader, at, (classes_at, count), "the list of types")?;
        let tables_at = record.tables_at.get();
        let tables = list(reader, at, (tables_at, count), "the list of tables")?;
        Ok(Self {
            offset: reader.offset(at),
            start,
            span,
            types: types.into_iter().map(U16::get).collect(),
            tables: tables.into_iter().map(U32::get).collect(),
        })
    }
}

/// Reads a list of numbers that the record at `owner` points to.
fn list<T: Plain + Copy>(
    reader: &mut Reader<'_>,
    owner: usize,
    table: Table,
    what: &'static str,
) -> Result<Vec<T>, Error> {
    let rows = reader.rows(owner, table, size_of::<T>(), what)?;
    let mut numbers = Vec::with_capacity(rows.len());
    for at in rows {
        numbers.push(*reader.peek::<T>(at, what)?);
    }
    Ok(numbers)
}
