//! GX2 data reader.

use bstr::{BStr, ByteSlice};
use pica200_objfmt::formats::bytes::{ByteOrder, ByteView, OutOfBounds, Plain};
use pica200_objfmt::formats::layout::Record;
use zerocopy::FromBytes;

use super::{
    Attribute, Code, InitialValue, LoopVariable, Mode, Register, SamplerType, SamplerVariable, Shader, Stage,
    StreamOut, UniformBlock, UniformVariable, VariableType,
};
use crate::error::{Error, ErrorKind, Location, Table};
use crate::layout::{
    AttributeRecord, BlockRecord, CodeRecord, GeometryRecord, InitialRecord, LoopRecord, PixelRecord, RangeRecord,
    SamplerRecord, StreamRecord, TablesRecord, VariableRecord, VertexRecord, Word,
};

/// The location of the structure.
pub(super) const STRUCTURE: Location = Location::Shader {
    binary: None,
    table: None,
    entry: None,
};

/// Returns a field of a record and its offset in the data.
macro_rules! at {
    ($type:ident.$field:ident, $value:expr) => {
        At {
            offset: std::mem::offset_of!($type, $field),
            record: &$value,
        }
    };
}

/// A record and its offset in the data.
#[derive(Clone, Copy)]
struct At<'r, T> {
    offset: usize,
    record: &'r T,
}

pub(super) fn read(stage: Stage, data: &[u8], order: ByteOrder) -> Result<Shader<'_>, Error> {
    let mut reader = Reader {
        pieces: ByteView::new(data).with_order(order),
        order,
    };
    match stage {
        Stage::VERTEX => vertex(&mut reader),
        Stage::PIXEL => pixel(&mut reader),
        Stage::GEOMETRY => geometry(&mut reader),
        found => Err(Error::new(STRUCTURE, 0, ErrorKind::Stage { found })),
    }
}

fn vertex<'a>(reader: &mut Reader<'a>) -> Result<Shader<'a>, Error> {
    let record: &VertexRecord = reader.structure()?;
    Ok(Shader {
        registers: reader.registers(&VertexRecord::RECORD)?,
        attributes: reader.attributes(at!(VertexRecord.attributes, record.attributes))?,
        stream_out: Some(reader.stream_out(&record.stream)),
        buffers: vec![reader.words(&record.buffer)],
        ..reader.shader(
            Stage::VERTEX,
            at!(VertexRecord.code, record.code),
            at!(VertexRecord.tables, record.tables),
        )?
    })
}

fn pixel<'a>(reader: &mut Reader<'a>) -> Result<Shader<'a>, Error> {
    let record: &PixelRecord = reader.structure()?;
    Ok(Shader {
        registers: reader.registers(&PixelRecord::RECORD)?,
        buffers: vec![reader.words(&record.buffer)],
        ..reader.shader(
            Stage::PIXEL,
            at!(PixelRecord.code, record.code),
            at!(PixelRecord.tables, record.tables),
        )?
    })
}

fn geometry<'a>(reader: &mut Reader<'a>) -> Result<Shader<'a>, Error> {
    let record: &GeometryRecord = reader.structure()?;
    Ok(Shader {
        registers: reader.registers(&GeometryRecord::RECORD)?,
        copy_code: Some(reader.code(Table::CopyCode, at!(GeometryRecord.copy_code, record.copy_code))?),
        stream_out: Some(reader.stream_out(&record.stream)),
        buffers: vec![reader.words(&record.buffer), reader.words(&record.copy_buffer)],
        ..reader.shader(
            Stage::GEOMETRY,
            at!(GeometryRecord.code, record.code),
            at!(GeometryRecord.tables, record.tables),
        )?
    })
}

struct Reader<'a> {
    pieces: ByteView<'a>,
    order: ByteOrder,
}

impl<'a> Reader<'a> {
    fn structure<T: Plain>(&self) -> Result<&'a T, Error> {
        let out = |out| Error::out_of_bytes(STRUCTURE, "the structure", out);
        self.pieces.record(0).map_err(out)
    }

    fn number(&self, word: Word) -> u32 {
        self.order.u32(word)
    }

    fn words(&self, bytes: &[u8; 0x10]) -> [u32; 4] {
        let (words, _) = bytes.as_chunks();
        let mut numbers = [0; 4];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = self.number(*word);
        }
        numbers
    }

    /// Returns the registers: all fields before the code.
    fn registers(&self, record: &Record) -> Result<Vec<Register>, Error> {
        let out = |out| Error::out_of_bytes(STRUCTURE, "the structure", out);
        let fields = record.fields.iter().take_while(|field| field.name != "code");
        let register = |field: &pica200_objfmt::formats::layout::Field| {
            let bytes = self.pieces.slice(field.offset, field.size).map_err(out)?;
            let (words, _) = bytes.as_chunks();
            Ok(Register {
                name: field.name,
                values: words.iter().map(|word| self.number(*word)).collect(),
                is_row: field.size > size_of::<Word>(),
            })
        };
        fields.map(register).collect()
    }

    /// Reads the parts that all stages have.
    fn shader(
        &mut self,
        stage: Stage,
        code: At<'_, CodeRecord>,
        tables: At<'_, TablesRecord>,
    ) -> Result<Shader<'a>, Error> {
        let At { offset, record } = tables;
        /// Returns the fields of a table and the offset of its count and pointer in the data.
        macro_rules! table {
            ($field:ident) => {
                At {
                    offset: offset + std::mem::offset_of!(TablesRecord, $field),
                    record: &record.$field,
                }
            };
        }
        Ok(Shader {
            stage,
            registers: Vec::new(),
            code: self.code(Table::Code, code)?,
            copy_code: None,
            mode: Mode(self.number(record.mode)),
            uniform_blocks: self.uniform_blocks(table!(blocks))?,
            uniform_variables: self.uniform_variables(table!(variables))?,
            initial_values: self.initial_values(table!(initial))?,
            loop_variables: self.loop_variables(table!(loops))?,
            sampler_variables: self.sampler_variables(table!(samplers))?,
            attributes: Vec::new(),
            stream_out: None,
            buffers: Vec::new(),
        })
    }

    fn stream_out(&self, record: &StreamRecord) -> StreamOut {
        StreamOut {
            ring_item_size: self.number(record.ring_item_size),
            has_stream_out: self.number(record.has_stream_out),
            strides: self.words(&record.strides),
        }
    }

    fn code(&self, table: Table, at: At<'_, CodeRecord>) -> Result<Code<'a>, Error> {
        let (size, offset) = (self.number(at.record.size), self.number(at.record.pointer));
        let bytes = self.bytes(table, at.offset, (size, offset), 1)?;
        Ok(Code { offset, bytes })
    }

    /// Returns the bytes of a table whose count and pointer are at `at`.
    fn bytes(&self, table: Table, at: usize, (count, pointer): (u32, u32), size: usize) -> Result<&'a [u8], Error> {
        let error = |kind| Error::new(location(table, None), at, kind);
        match (count, pointer) {
            (0, _) => Ok(&[]),
            (_, 0) => Err(error(ErrorKind::NullPointer { count })),
            _ => {
                let piece = self.pieces.table(offset(pointer), count, size);
                piece.map_err(|OutOfBounds { needed, left, .. }| {
                    error(ErrorKind::Table {
                        what: table.with_article(),
                        found: pointer,
                        needed,
                        left,
                    })
                })
            }
        }
    }

    /// Returns the entries of a table and the offset of the first.
    fn entries<T: Plain>(&self, table: Table, range: At<'_, RangeRecord>) -> Result<(usize, &'a [T]), Error> {
        let RangeRecord { count, pointer } = range.record;
        let (count, pointer) = (self.number(*count), self.number(*pointer));
        let bytes = self.bytes(table, range.offset, (count, pointer), size_of::<T>())?;
        // The length of `bytes` is a multiple of the entry size.
        let entries = <[T]>::ref_from_bytes(bytes).unwrap_or_default();
        Ok((offset(pointer), entries))
    }

    /// Reads the name that an entry points to.
    fn name(&mut self, entry: Entry, word: Word) -> Result<&'a BStr, Error> {
        let found = self.number(word);
        if found == 0 {
            return Ok(BStr::new(""));
        }
        let data = self.pieces.bytes();
        match self.pieces.name(data, found.into(), 0) {
            Ok(name) => Ok(name.as_bstr()),
            Err(reason) => {
                let kind = ErrorKind::Name { found, reason };
                let location = location(entry.table, Some(entry.index));
                Err(Error::new(location, entry.offset, kind))
            }
        }
    }

    fn uniform_blocks(&mut self, range: At<'_, RangeRecord>) -> Result<Vec<UniformBlock<'a>>, Error> {
        let table = Table::UniformBlocks;
        let (start, records): (_, &[BlockRecord]) = self.entries(table, range)?;
        let read = |(index, record): (usize, &BlockRecord)| {
            let offset = start + index * size_of::<BlockRecord>();
            let entry = Entry { table, index, offset };
            Ok(UniformBlock {
                name: self.name(entry, record.name)?,
                offset: self.number(record.binding),
                size: self.number(record.size),
            })
        };
        records.iter().enumerate().map(read).collect()
    }

    fn uniform_variables(&mut self, range: At<'_, RangeRecord>) -> Result<Vec<UniformVariable<'a>>, Error> {
        let table = Table::UniformVariables;
        let (start, records): (_, &[VariableRecord]) = self.entries(table, range)?;
        let read = |(index, record): (usize, &VariableRecord)| {
            let offset = start + index * size_of::<VariableRecord>();
            let entry = Entry { table, index, offset };
            Ok(UniformVariable {
                name: self.name(entry, record.name)?,
                kind: VariableType(self.number(record.kind)),
                count: self.number(record.count),
                offset: self.number(record.offset),
                block: self.number(record.block).cast_signed(),
            })
        };
        records.iter().enumerate().map(read).collect()
    }

    fn initial_values(&self, range: At<'_, RangeRecord>) -> Result<Vec<InitialValue>, Error> {
        let (_, records): (_, &[InitialRecord]) = self.entries(Table::InitialValues, range)?;
        let read = |record: &InitialRecord| InitialValue {
            value: self.words(&record.value).map(f32::from_bits),
            offset: self.number(record.offset),
        };
        Ok(records.iter().map(read).collect())
    }

    fn loop_variables(&self, range: At<'_, RangeRecord>) -> Result<Vec<LoopVariable>, Error> {
        let (_, records): (_, &[LoopRecord]) = self.entries(Table::LoopVariables, range)?;
        let read = |record: &LoopRecord| LoopVariable {
            offset: u32::from_be_bytes(record.offset),
            value: u32::from_be_bytes(record.value),
        };
        Ok(records.iter().map(read).collect())
    }

    fn sampler_variables(&mut self, range: At<'_, RangeRecord>) -> Result<Vec<SamplerVariable<'a>>, Error> {
        let table = Table::SamplerVariables;
        let (start, records): (_, &[SamplerRecord]) = self.entries(table, range)?;
        let read = |(index, record): (usize, &SamplerRecord)| {
            let offset = start + index * size_of::<SamplerRecord>();
            let entry = Entry { table, index, offset };
            Ok(SamplerVariable {
                name: self.name(entry, record.name)?,
                kind: SamplerType(self.number(record.kind)),
                location: self.number(record.location),
            })
        };
        records.iter().enumerate().map(read).collect()
    }

    fn attributes(&mut self, range: At<'_, RangeRecord>) -> Result<Vec<Attribute<'a>>, Error> {
        let table = Table::Attributes;
        let (start, records): (_, &[AttributeRecord]) = self.entries(table, range)?;
        let read = |(index, record): (usize, &AttributeRecord)| {
            let offset = start + index * size_of::<AttributeRecord>();
            let entry = Entry { table, index, offset };
            Ok(Attribute {
                name: self.name(entry, record.name)?,
                kind: VariableType(self.number(record.kind)),
                count: self.number(record.count),
                location: self.number(record.location),
            })
        };
        records.iter().enumerate().map(read).collect()
    }
}

/// A table entry and its offset in the data.
#[derive(Clone, Copy)]
struct Entry {
    table: Table,
    index: usize,
    offset: usize,
}

fn location(table: Table, entry: Option<usize>) -> Location {
    Location::Shader {
        binary: None,
        table: Some(table),
        entry,
    }
}

/// Converts a pointer to an offset in the data. On hosts with a small `usize`, a pointer that does not fit saturates.
pub(super) fn offset(pointer: u32) -> usize {
    usize::try_from(pointer).unwrap_or(usize::MAX)
}
