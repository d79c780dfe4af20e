//! Reader of objects.

mod records;

use std::mem::offset_of;

use zerocopy::little_endian::U32;

use super::{
    Constant, Entry, InvalidObject, Label, OBJECT_VERSION, Object, Output, Position, ProcedureInfo, RegisterValue,
    Uniform, UniformClass,
};
use crate::formats::bytes::{FileLocation, FileReader, Plain, TableView};
use crate::formats::error::{AllowedValues, ReadError, ReadErrorKind, Structure, Table};
use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, NONE, OutputRecord, TableRange, UniformRecord,
};
use crate::formats::object::layout::{
    DVOJ, DeclarationRecord, DvojHeader, ExternalRecord, LabelDetailRecord, NamedConstantRecord, OutputDetailRecord,
    ReferenceRecord, RelocationRecord, StatedRecord, ValueRegisterRecord, flags,
};
use crate::formats::shbin::ConstantEntry;
use crate::isa::descriptor::Mask;
use crate::isa::register::UniformKind;

use records::{
    byte_up_to, in_header, no_position, read_declaration, read_kind, read_reference, read_registers, read_relocation,
    read_stated, read_visibility,
};

impl Object {
    /// Reads an object. The result is valid: [`Object::validate`] succeeds.
    ///
    /// Memory is bounded by a small multiple of the file size, which `FORMAT.md` states, for any file.
    ///
    /// # Errors
    ///
    /// Returns the first fault. Objects of versions other than [`OBJECT_VERSION`] are rejected.
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        let mut reader = FileReader::strict(file);
        reader.magic(0, Structure::Dvoj, DVOJ)?;
        let found = version(&reader)?;
        if found != OBJECT_VERSION {
            let supported = OBJECT_VERSION;
            let at = in_header(offset_of!(DvojHeader, version));
            return Err(at.error(ReadErrorKind::Version { found, supported }));
        }
        let header = reader.header(0, Structure::Dvoj)?;
        let tables = Tables::find(&mut reader, header)?;
        let symbols = tables.symbols;
        let object = ObjectReader { reader, symbols }.object(header, &tables)?;
        object.validate().map_err(|invalid| tables.in_file(invalid))?;
        check_derived(&object, header, &tables)?;
        Ok(object)
    }
}

/// Returns the range of the stated field table, which directly follows the header.
fn stated_range(header: &DvojHeader) -> TableRange {
    TableRange {
        offset: u32::try_from(size_of::<DvojHeader>()).unwrap_or(u32::MAX).into(),
        count: u32::from(header.stated.get()).into(),
    }
}

/// Reads the version before anything else: files of other versions may be shorter than this version's header.
pub(crate) fn version(reader: &FileReader<'_>) -> Result<u16, ReadError> {
    let [_, _, _, _, low, high] = *reader.peek::<[u8; 6]>(0, Structure::Dvoj)?;
    Ok(u16::from_le_bytes([low, high]))
}

/// All tables of an object.
pub(crate) struct Tables<'a> {
    pub(crate) values: TableView<'a, ConstantRecord>,
    pub(crate) labels: TableView<'a, LabelRecord>,
    pub(crate) code: TableView<'a, U32>,
    pub(crate) descriptors: TableView<'a, DescriptorRecord>,
    pub(crate) lines: TableView<'a, LineRecord>,
    pub(crate) relocations: TableView<'a, RelocationRecord>,
    pub(crate) outputs: TableView<'a, OutputRecord>,
    pub(crate) uniforms: TableView<'a, UniformRecord>,
    pub(crate) symbols: TableView<'a, u8>,
    pub(crate) label_details: TableView<'a, LabelDetailRecord>,
    pub(crate) externals: TableView<'a, ExternalRecord>,
    pub(crate) uniform_details: TableView<'a, DeclarationRecord>,
    pub(crate) constants: TableView<'a, NamedConstantRecord>,
    pub(crate) value_registers: TableView<'a, ValueRegisterRecord>,
    pub(crate) output_details: TableView<'a, OutputDetailRecord>,
    pub(crate) files: TableView<'a, U32>,
    pub(crate) stated: TableView<'a, StatedRecord>,
}

impl<'a> Tables<'a> {
    /// Finds the tables, without reading their entries.
    pub(crate) fn find(reader: &mut FileReader<'a>, header: &DvojHeader) -> Result<Self, ReadError> {
        fn find<'a, T: Plain>(
            reader: &mut FileReader<'a>,
            range: TableRange,
            table: Table,
        ) -> Result<TableView<'a, T>, ReadError> {
            reader.table(0, range, Structure::Dvoj, table)
        }
        Ok(Self {
            values: find(reader, header.values, Table::Values)?,
            labels: find(reader, header.labels, Table::Labels)?,
            code: find(reader, header.code, Table::Code)?,
            descriptors: find(reader, header.descriptors, Table::Descriptors)?,
            lines: find(reader, header.lines, Table::Lines)?,
            relocations: find(reader, header.relocations, Table::Relocations)?,
            outputs: find(reader, header.outputs, Table::Outputs)?,
            uniforms: find(reader, header.uniforms, Table::Uniforms)?,
            symbols: find(reader, header.symbols, Table::Symbols)?,
            label_details: find(reader, header.label_details, Table::LabelDetails)?,
            externals: find(reader, header.externals, Table::Externals)?,
            uniform_details: find(reader, header.uniform_details, Table::UniformDetails)?,
            constants: find(reader, header.constants, Table::Constants)?,
            value_registers: find(reader, header.value_registers, Table::ValueRegisters)?,
            output_details: find(reader, header.output_details, Table::OutputDetails)?,
            files: find(reader, header.files, Table::FileNames)?,
            stated: find(reader, stated_range(header), Table::StatedFields)?,
        })
    }

    /// Returns the error of an inconsistency, with its location in the file.
    fn in_file(&self, invalid: InvalidObject) -> ReadError {
        let InvalidObject { location, violation } = invalid;
        location
            .table
            .map_or(in_header(0), |table| self.location(table, location.entry))
            .error(violation)
    }

    /// Returns the location in the file of an entry, or of a table as a whole.
    fn location(&self, table: Table, entry: Option<usize>) -> FileLocation {
        match table {
            Table::Values => self.values.location(entry),
            Table::Labels => self.labels.location(entry),
            Table::Code => self.code.location(entry),
            Table::Descriptors => self.descriptors.location(entry),
            Table::Lines => self.lines.location(entry),
            Table::Relocations => self.relocations.location(entry),
            Table::Outputs => self.outputs.location(entry),
            Table::Uniforms => self.uniforms.location(entry),
            Table::Symbols => self.symbols.location(entry),
            Table::LabelDetails => self.label_details.location(entry),
            Table::Externals => self.externals.location(entry),
            Table::UniformDetails => self.uniform_details.location(entry),
            Table::Constants => self.constants.location(entry),
            Table::ValueRegisters => self.value_registers.location(entry),
            Table::OutputDetails => self.output_details.location(entry),
            Table::FileNames => self.files.location(entry),
            Table::StatedFields => self.stated.location(entry),
            // Objects do not have this table.
            Table::DvleOffsets => in_header(0),
        }
    }
}

/// Reads the named parts of an object.
struct ObjectReader<'a> {
    reader: FileReader<'a>,
    symbols: TableView<'a, u8>,
}

impl<'a> ObjectReader<'a> {
    fn object(&mut self, header: &DvojHeader, tables: &Tables<'a>) -> Result<Object, ReadError> {
        let flags = header.flags.get();
        if flags & !flags::ALL != 0 {
            return Err(in_header(offset_of!(DvojHeader, flags)).field(
                "set of flags",
                flags,
                AllowedValues::UpTo(flags::ALL),
            ));
        }
        in_header(offset_of!(DvojHeader, reserved)).exactly("byte at 69h", header.reserved, 0u32)?;
        Ok(Object {
            kind: read_kind(header)?,
            library: flags & flags::LIBRARY != 0,
            makes_shader: flags & flags::MAKES_SHADER != 0,
            private: flags & flags::PRIVATE != 0,
            padding: flags & flags::NO_PADDING == 0,
            entry: self.entry(header)?,
            files: self.files(&tables.files)?,
            code: tables.code.records().iter().map(|word| word.get()).collect(),
            lines: read_lines(&tables.lines, &tables.files)?,
            descriptors: tables.descriptors.records().iter().map(Into::into).collect(),
            relocations: tables.relocations.read(read_relocation)?,
            labels: self.labels(tables)?,
            externals: tables.externals.read(|at, record| self.name(at, record.name.get()))?,
            uniforms: self.uniforms(tables)?,
            constants: tables.constants.read(|at, record| self.constant(at, record))?,
            values: read_values(tables)?,
            outputs: self.outputs(tables)?,
            stated: tables.stated.read(read_stated)?,
        })
    }

    fn name(&mut self, at: FileLocation, offset: u32) -> Result<String, ReadError> {
        let name = self.reader.name(&self.symbols, offset, at)?;
        str::from_utf8(name)
            .map(str::to_owned)
            .map_err(|_| at.error(ReadErrorKind::NonUtf8Name { offset }))
    }

    fn entry(&mut self, header: &DvojHeader) -> Result<Option<Entry>, ReadError> {
        let offset = header.entry.get();
        let length = Some(header.entry_length.get()).filter(|&length| length != NONE);
        if offset == NONE {
            let at = in_header(offset_of!(DvojHeader, entry_length));
            at.exactly("length of a missing entry", header.entry_length.get(), NONE)?;
            no_position(
                in_header(offset_of!(DvojHeader, entry_position)),
                &header.entry_position,
            )?;
            return Ok(None);
        }
        Ok(Some(Entry {
            name: self.name(in_header(offset_of!(DvojHeader, entry)), offset)?,
            length,
            position: (&header.entry_position).into(),
        }))
    }

    fn files(&mut self, files: &TableView<'a, U32>) -> Result<Vec<String>, ReadError> {
        let mut previous = None;
        files.read(|at, record| {
            let offset = record.get();
            // The files of lines are found by binary search.
            if let Some(previous) = previous.filter(|&previous| offset <= previous) {
                return Err(at.error(ReadErrorKind::FileNameOrder { offset, previous }));
            }
            previous = Some(offset);
            self.name(at, offset)
        })
    }

    fn labels(&mut self, tables: &Tables<'a>) -> Result<Vec<Label>, ReadError> {
        let details = &tables.label_details;
        tables
            .labels
            .read_beside(Table::Labels, details, |(at, record), (detail_at, detail)| {
                let index = u32::try_from(at.location.entry.unwrap_or_default()).unwrap_or(u32::MAX);
                at.exactly("id", record.id.get(), index)?;
                at.exactly("halfword after the id", record.reserved.get(), 1u32)?;
                let size = record.size.get();
                let local = detail.local.get();
                let procedure = if size == NONE {
                    no_position(detail_at, &detail.end)?;
                    detail_at.exactly("last halfword", local, 0u32)?;
                    None
                } else {
                    Some(ProcedureInfo {
                        size,
                        end: (&detail.end).into(),
                        visibility: read_visibility(detail_at, local)?,
                    })
                };
                Ok(Label {
                    name: self.name(at, record.name.get())?,
                    word: record.word.get(),
                    head_rank: detail.head_rank.get(),
                    position: (&detail.position).into(),
                    procedure,
                })
            })
    }

    fn uniforms(&mut self, tables: &Tables<'a>) -> Result<Vec<Uniform>, ReadError> {
        let details = &tables.uniform_details;
        tables
            .uniforms
            .read_beside(Table::Uniforms, details, |(at, record), (detail_at, detail)| {
                let (register, len) = read_registers(at, record)?;
                let class = UniformKind::from_bank(register.bank).map_or(UniformClass::Input, UniformClass::Uniform);
                let (position, pinned, linkage) = read_declaration(detail_at, detail)?;
                Ok(Uniform {
                    name: self.name(at, record.name.get())?,
                    class,
                    first: register.number,
                    len,
                    pinned,
                    linkage,
                    position,
                })
            })
    }

    fn constant(&mut self, at: FileLocation, record: &NamedConstantRecord) -> Result<Constant, ReadError> {
        let (register, len) = read_registers(at, &record.registers)?;
        let kind = UniformKind::from_bank(register.bank).ok_or_else(|| {
            let found = record.registers.first.get();
            at.field(
                "first register",
                found,
                AllowedValues::Description("a uniform register"),
            )
        })?;
        let (position, pinned, linkage) = read_declaration(at, &record.declaration)?;
        Ok(Constant {
            name: self.name(at, record.registers.name.get())?,
            kind,
            first: register.number,
            len,
            pinned,
            linkage,
            position,
        })
    }

    fn outputs(&mut self, tables: &Tables<'a>) -> Result<Vec<Output>, ReadError> {
        let details = &tables.output_details;
        tables
            .outputs
            .read_beside(Table::Outputs, details, |(at, record), (detail_at, detail)| {
                let name = match detail.name.get() {
                    NONE => None,
                    offset => Some(self.name(detail_at, offset)?),
                };
                Ok(Output {
                    name,
                    property: byte_up_to(at, "property", record.property.get(), u8::MAX)?,
                    register: byte_up_to(at, "register", record.register.get(), u8::MAX)?,
                    mask: Mask::from_table_bits(byte_up_to(at, "mask", record.mask.get(), 0xF)?),
                    reserved: record.reserved.get(),
                    position: (&detail.position).into(),
                })
            })
    }
}

fn read_lines(lines: &TableView<'_, LineRecord>, files: &TableView<'_, U32>) -> Result<Vec<Position>, ReadError> {
    lines.read(|at, record| {
        let offset = record.file.get();
        let file = files
            .records()
            .binary_search_by_key(&offset, |start| start.get())
            .ok()
            .and_then(|index| u32::try_from(index).ok())
            .ok_or_else(|| at.error(ReadErrorKind::FileNameOffset { offset }))?;
        Ok(Position {
            file,
            line: record.line.get(),
        })
    })
}

fn read_values(tables: &Tables<'_>) -> Result<Vec<RegisterValue>, ReadError> {
    let registers = &tables.value_registers;
    tables
        .values
        .read_beside(Table::Values, registers, |(at, record), (register_at, register)| {
            let ReferenceRecord {
                kind,
                reserved,
                index,
                element,
                padding,
            } = register.register;
            register_at.exactly("byte after the register kind", reserved, 0u32)?;
            register_at.exactly("halfword after the element", padding.get(), 0u32)?;
            let reference = read_reference(register_at, kind, index.get(), element.get())?.ok_or_else(|| {
                let allowed = AllowedValues::Description("a register, uniform or constant");
                register_at.field("register kind", kind, allowed)
            })?;
            let value = ConstantEntry::from(record).value().ok_or_else(|| {
                let allowed = AllowedValues::Description("0h to 2h, with 24 bits in each component of a float");
                at.field("kind", record.kind.get(), allowed)
            })?;
            Ok(RegisterValue {
                register: reference,
                value,
                position: (&register.position).into(),
            })
        })
}

/// Checks the redundant fields, which exist for readers that know only published documentation.
fn check_derived(object: &Object, header: &DvojHeader, tables: &Tables<'_>) -> Result<(), ReadError> {
    in_header(offset_of!(DvojHeader, merge)).exactly("merge flag", header.merge, object.merges_outputs())?;
    in_header(offset_of!(DvojHeader, inputs_used)).exactly(
        "input mask",
        header.inputs_used.get(),
        object.input_mask(),
    )?;
    in_header(offset_of!(DvojHeader, outputs_used)).exactly(
        "output mask",
        header.outputs_used.get(),
        object.output_mask(),
    )?;
    for ((at, record), value) in tables.values.entries().zip(&object.values) {
        // A valid object has a register for each value.
        let register = object.resolve(value.register).map_or(0, |register| register.number);
        at.exactly("register", record.register.get(), register)?;
        if record.data != ConstantEntry::new(register, value.value).data {
            let allowed = AllowedValues::Description("that of its kind, with 0h in all bytes that are not in use");
            let [a, b, c, d, ..] = record.data;
            return Err(at.field("value", u32::from_le_bytes([a, b, c, d]), allowed));
        }
    }
    Ok(())
}
