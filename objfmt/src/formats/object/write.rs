//! Writer of objects.

use zerocopy::little_endian::{U16, U32};

use super::{
    Linkage, OBJECT_VERSION, Object, Output, Position, Reference, Relocation, RelocationKind, ShaderKind, StatedField,
    StatedValue, UniformClass,
};
use crate::formats::error::{RecordLocation, Structure, Table, WriteError, WriteErrorKind};
use crate::formats::image::{Image, Names, Plan, size_of_names};
use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, Magic, NONE, OutputRecord, UniformRecord,
};
use crate::formats::object::layout::{
    DVOJ, DeclarationRecord, DvojHeader, ExternalRecord, LabelDetailRecord, NamedConstantRecord, OutputDetailRecord,
    PositionRecord, ReferenceRecord, RelocationRecord, StatedRecord, ValueRegisterRecord, flags, linkage, reference,
    stated, target,
};
use crate::formats::shbin::{ConstantEntry, GeometryBytes};
use crate::isa::register::{Bank, Register};

/// The maximum number of labels, from the width of their numbers.
const MAX_LABELS: usize = 0x1_0000;

impl Object {
    /// Writes the object. Equal objects give equal bytes.
    ///
    /// # Errors
    ///
    /// Returns an error for an inconsistency that [`Object::validate`] finds, or for a value that the format cannot
    /// represent.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        self.validate()?;
        if self.labels.len() > MAX_LABELS {
            return Err(WriteError {
                location: RecordLocation::table(Structure::Dvoj, Table::Labels),
                kind: WriteErrorKind::TooMany {
                    found: self.labels.len(),
                    allowed: MAX_LABELS,
                },
            });
        }
        let (header, size) = self.plan()?;
        let mut image = Image::with_capacity(size);
        image.record(&header);
        self.write_tables(&mut image);
        for name in self.names() {
            image.name(name);
        }
        image.align();
        Ok(image.into_bytes())
    }

    /// Plans the header with the positions of all tables, and the size of the file.
    fn plan(&self) -> Result<(DvojHeader, u32), WriteError> {
        let location = |table| RecordLocation::table(Structure::Dvoj, table);
        let mut plan = Plan::after_header::<DvojHeader>();
        // Tables are planned in the order in which they are written. The first one directly follows the header.
        let stated = plan.table::<StatedRecord>(self.stated.len(), location(Table::StatedFields))?;
        let stated = U16::new(u16::try_from(stated.count.get()).map_err(|_| WriteError {
            location: location(Table::StatedFields),
            kind: WriteErrorKind::TooMany {
                found: self.stated.len(),
                allowed: usize::from(u16::MAX),
            },
        })?);
        let values = plan.table::<ConstantRecord>(self.values.len(), location(Table::Values))?;
        let labels = plan.table::<LabelRecord>(self.labels.len(), location(Table::Labels))?;
        let code = plan.table::<u32>(self.code.len(), location(Table::Code))?;
        let descriptors = plan.table::<DescriptorRecord>(self.descriptors.len(), location(Table::Descriptors))?;
        let lines = plan.table::<LineRecord>(self.lines.len(), location(Table::Lines))?;
        let relocations = plan.table::<RelocationRecord>(self.relocations.len(), location(Table::Relocations))?;
        let outputs = plan.table::<OutputRecord>(self.outputs.len(), location(Table::Outputs))?;
        let uniforms = plan.table::<UniformRecord>(self.uniforms.len(), location(Table::Uniforms))?;
        let label_details = plan.table::<LabelDetailRecord>(self.labels.len(), location(Table::LabelDetails))?;
        let externals = plan.table::<ExternalRecord>(self.externals.len(), location(Table::Externals))?;
        let uniform_details = plan.table::<DeclarationRecord>(self.uniforms.len(), location(Table::UniformDetails))?;
        let constants = plan.table::<NamedConstantRecord>(self.constants.len(), location(Table::Constants))?;
        let value_registers = plan.table::<ValueRegisterRecord>(self.values.len(), location(Table::ValueRegisters))?;
        let output_details = plan.table::<OutputDetailRecord>(self.outputs.len(), location(Table::OutputDetails))?;
        let files = plan.table::<U32>(self.files.len(), location(Table::FileNames))?;
        let symbols = plan.table::<u8>(size_of_names(self.names()), location(Table::Symbols))?;
        plan.align();
        let header = DvojHeader {
            magic: Magic(DVOJ),
            version: OBJECT_VERSION.into(),
            kind: self.kind.is_geometry().into(),
            merge: self.merges_outputs().into(),
            inputs_used: self.input_mask().into(),
            outputs_used: self.output_mask().into(),
            geometry: self.geometry_bytes(),
            values,
            labels,
            code,
            descriptors,
            lines,
            relocations,
            outputs,
            uniforms,
            symbols,
            flags: self.flags().into(),
            entry: self.entry_offset().into(),
            entry_position: position_record(self.entry.as_ref().map(|entry| entry.position)),
            first_uniform: match self.kind {
                ShaderKind::Geometry { first_uniform, .. } => first_uniform,
                _ => 0,
            },
            reserved: 0,
            stated,
            label_details,
            externals,
            uniform_details,
            constants,
            value_registers,
            output_details,
            files,
            entry_length: self.entry_length().into(),
        };
        Ok((header, plan.offset(RecordLocation::header(Structure::Dvoj))?))
    }

    /// Returns the bytes 0C to 0F.
    fn geometry_bytes(&self) -> [u8; 4] {
        if self.kind == ShaderKind::Vertex {
            return [0xFF; 4];
        }
        let GeometryBytes {
            mode,
            fixed_start,
            variable_vertices,
            fixed_vertices,
        } = self.kind.geometry_bytes();
        [mode, fixed_start, variable_vertices, fixed_vertices]
    }

    fn flags(&self) -> u32 {
        [
            (self.library, flags::LIBRARY),
            (self.makes_shader, flags::MAKES_SHADER),
            (self.private, flags::PRIVATE),
            (!self.padding, flags::NO_PADDING),
            (self.kind == ShaderKind::SharedGeometry, flags::SHARED_GEOMETRY),
        ]
        .into_iter()
        .filter(|(on, _)| *on)
        .fold(0, |flags, (_, flag)| flags | flag)
    }

    /// Returns all names in the order of the symbol table. Equal names do not share bytes.
    fn names(&self) -> impl Iterator<Item = &[u8]> {
        let files = self.files.iter();
        let labels = self.labels.iter().map(|label| &label.name);
        let externals = self.externals.iter();
        let uniforms = self.uniforms.iter().map(|uniform| &uniform.name);
        let constants = self.constants.iter().map(|constant| &constant.name);
        let outputs = self.outputs.iter().filter_map(|output| output.name.as_ref());
        // The entry is first, so that the header knows its offset.
        let entry = self.entry.iter().map(|entry| &entry.name);
        entry
            .chain(files)
            .chain(labels)
            .chain(externals)
            .chain(uniforms)
            .chain(constants)
            .chain(outputs)
            .map(|name| name.as_bytes())
    }

    /// Returns the offset of the entry's name, which is the first.
    fn entry_offset(&self) -> u32 {
        self.entry.as_ref().map_or(NONE, |_| 0)
    }

    fn entry_length(&self) -> u32 {
        let length = self.entry.as_ref().and_then(|entry| entry.length);
        length.unwrap_or(NONE)
    }

    fn write_tables(&self, image: &mut Image) {
        // Names are allocated in the order of `names`; tables are written in the order of `plan`.
        let mut names = Names::starting_at(0);
        let mut name_offset = |name: &String| -> U32 { names.allocate(name.as_bytes()).into() };
        self.entry.iter().for_each(|entry| {
            name_offset(&entry.name);
        });
        let files: Vec<U32> = self.files.iter().map(&mut name_offset).collect();
        let labels: Vec<U32> = self.labels.iter().map(|label| name_offset(&label.name)).collect();
        let externals: Vec<U32> = self.externals.iter().map(&mut name_offset).collect();
        let uniforms: Vec<U32> = self.uniforms.iter().map(|uniform| name_offset(&uniform.name)).collect();

        image.table(self.stated.iter().map(stated_record));
        image.table(self.values.iter().map(|value| {
            // A valid object has a register for each value.
            let register = self.resolve(value.register).map_or(0, |register| register.number);
            ConstantRecord::from(&ConstantEntry::new(register, value.value))
        }));
        image.table(
            (0..=u16::MAX)
                .zip(&self.labels)
                .zip(&labels)
                .map(|((id, label), name)| LabelRecord {
                    id: id.into(),
                    reserved: 1.into(),
                    word: label.word.into(),
                    size: label.procedure.map_or(NONE, |procedure| procedure.size).into(),
                    name: *name,
                }),
        );
        image.words(&self.code);
        image.table(self.descriptors.iter().map(DescriptorRecord::from));
        image.table(self.lines.iter().map(|line| LineRecord {
            file: file_name(&files, line.file),
            line: line.line.into(),
        }));
        image.table(self.relocations.iter().map(relocation_record));
        image.table(self.outputs.iter().map(output_record));
        image.table(self.uniforms.iter().zip(uniforms).map(|(uniform, name)| {
            let bank = match uniform.class {
                UniformClass::Input => Bank::Input,
                UniformClass::Uniform(kind) => kind.bank(),
            };
            registers_record(name, bank, uniform.first, uniform.len)
        }));
        image.table(self.labels.iter().map(|label| LabelDetailRecord {
            position: position_record(Some(label.position)),
            end: position_record(label.procedure.map(|procedure| procedure.end)),
            head_rank: label.head_rank.into(),
            local: u16::from(label.procedure.is_some() && !label.is_global()).into(),
        }));
        image.table(externals.iter().map(|name| ExternalRecord { name: *name }));
        image.table(
            self.uniforms
                .iter()
                .map(|uniform| declaration_record(uniform.position, uniform.pinned, uniform.linkage)),
        );
        image.table(self.constants.iter().map(|constant| NamedConstantRecord {
            registers: registers_record(
                name_offset(&constant.name),
                constant.kind.bank(),
                constant.first,
                constant.len,
            ),
            declaration: declaration_record(constant.position, constant.pinned, constant.linkage),
        }));
        image.table(self.values.iter().map(|value| ValueRegisterRecord {
            register: reference_record(Some(value.register)),
            position: position_record(Some(value.position)),
        }));
        image.table(self.outputs.iter().map(|output| OutputDetailRecord {
            name: output.name.as_ref().map_or(NONE.into(), &mut name_offset),
            position: position_record(Some(output.position)),
        }));
        image.record(files.as_slice());
    }
}

/// Returns the offset of a file's name. A valid object has all files to which its lines refer.
fn file_name(files: &[U32], file: u32) -> U32 {
    usize::try_from(file)
        .ok()
        .and_then(|file| files.get(file))
        .copied()
        .unwrap_or_default()
}

fn position_record(position: Option<Position>) -> PositionRecord {
    position.map_or_else(PositionRecord::default, |position| PositionRecord {
        file: position.file.into(),
        line: position.line.into(),
    })
}

fn declaration_record(position: Position, pinned: bool, linkage: Linkage) -> DeclarationRecord {
    DeclarationRecord {
        position: position_record(Some(position)),
        pinned: pinned.into(),
        linkage: match linkage {
            Linkage::Own => linkage::OWN,
            Linkage::Library => linkage::LIBRARY,
            Linkage::Extern { exact: true } => linkage::EXTERN,
            Linkage::Extern { exact: false } => linkage::EXTERN_AT_LEAST,
        },
        reserved: [0; 2],
    }
}

/// Returns the record of a name and its registers, which exist in a valid object.
fn registers_record(name: U32, bank: Bank, first: u8, len: u8) -> UniformRecord {
    let first = bank.table_base().unwrap_or_default() + u16::from(first);
    UniformRecord {
        name,
        first: first.into(),
        last: (first + u16::from(len.saturating_sub(1))).into(),
    }
}

fn output_record(output: &Output) -> OutputRecord {
    OutputRecord {
        property: u16::from(output.property).into(),
        register: u16::from(output.register).into(),
        mask: u16::from(output.mask.to_table_bits()).into(),
        reserved: output.reserved.into(),
    }
}

fn reference_record(register: Option<Reference>) -> ReferenceRecord {
    let (kind, index, element) = match register {
        None => (reference::NONE, 0, 0),
        Some(Reference::Register(register)) => (
            reference::REGISTER,
            Register::table_number(register).unwrap_or_default(),
            0,
        ),
        Some(Reference::Uniform { index, element }) => (reference::UNIFORM, index, element),
        Some(Reference::Constant { index, element }) => (reference::CONSTANT, index, element),
    };
    ReferenceRecord {
        kind,
        reserved: 0,
        index: index.into(),
        element: element.into(),
        padding: 0.into(),
    }
}

fn relocation_record(relocation: &Relocation) -> RelocationRecord {
    let (kind, index) = match relocation.kind {
        RelocationKind::Plain => (target::PLAIN, 0),
        RelocationKind::Descriptor(index) => (target::DESCRIPTOR, index),
        RelocationKind::Word => (target::WORD, 0),
        RelocationKind::Label(index) => (target::LABEL, index),
        RelocationKind::External(index) => (target::EXTERNAL, index),
    };
    let register = reference_record(relocation.register);
    RelocationRecord {
        word: relocation.word.into(),
        register_kind: register.kind,
        kind,
        index: index.into(),
        register: register.index,
        element: register.element,
    }
}

fn stated_record(stated: &StatedValue) -> StatedRecord {
    let (kind, number, value, flags) = match stated.field {
        StatedField::ShaderVersion(version) => (stated::SHADER_VERSION, 0, version.into(), 0),
        StatedField::ProgramVersion(version) => (stated::PROGRAM_VERSION, 0, version.into(), 0),
        StatedField::ProgramReserved(value) => (stated::PROGRAM_RESERVED, 0, value.into(), 0),
        StatedField::Descriptor { number, entry } => {
            let bits = entry.descriptor.to_bits();
            (stated::DESCRIPTOR, number.into(), bits, entry.flags)
        }
    };
    StatedRecord {
        kind: kind.into(),
        number: number.into(),
        value: value.into(),
        flags: flags.into(),
        reserved: 0.into(),
        position: position_record(Some(stated.position)),
    }
}
