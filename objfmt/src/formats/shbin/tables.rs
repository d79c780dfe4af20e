//! Tables of programs and shaders: positions and contents. Objects also have them.

use bstr::BString;
use zerocopy::little_endian::U32;

use super::{ConstantEntry, LabelEntry, Line, OutputEntry, Program, Shader, UniformEntry};
use crate::formats::bytes::{FileLocation, FileReader, TableView};
use crate::formats::error::{ReadError, ReadErrorKind, Structure, Table};
use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, NONE, OutputRecord, UniformRecord,
};
use crate::formats::shbin::layout::{DvleHeader, DvlpHeader};

/// The tables of a DVLP. Loaders read code and descriptors.
pub(crate) struct ProgramTables<'a> {
    code: TableView<'a, U32>,
    descriptors: TableView<'a, DescriptorRecord>,
    lines: TableView<'a, LineRecord>,
    files: TableView<'a, u8>,
}

impl<'a> ProgramTables<'a> {
    pub(super) fn find(reader: &mut FileReader<'a>, base: usize, header: &DvlpHeader) -> Result<Self, ReadError> {
        let structure = Structure::Dvlp;
        Ok(Self {
            code: reader.word_table(base, header.code, structure, Table::Code)?,
            descriptors: reader.word_table(base, header.descriptors, structure, Table::Descriptors)?,
            lines: reader.table(base, header.lines, structure, Table::Lines)?,
            files: reader.table(base, header.files, structure, Table::FileNames)?,
        })
    }

    /// Reads the contents of the tables.
    pub(super) fn program(&self, reader: &mut FileReader<'a>) -> Result<Program, ReadError> {
        let count = reader.count_names(&self.files);
        let mut files = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(count);
        let complete = reader.names(&self.files, |start, name| {
            starts.push(start);
            files.push(BString::from(name));
        })?;
        let lines = self.lines.read(|at, record| {
            let offset = record.file.get();
            let file = match starts.binary_search(&offset) {
                Ok(index) => index,
                Err(_) => {
                    // Missing names have already been reported.
                    if complete {
                        reader.report(at.error(ReadErrorKind::FileNameOffset { offset }))?;
                    }
                    unnamed(&mut files, starts.len())
                }
            };
            Ok(Line {
                file: u32::try_from(file).unwrap_or(u32::MAX),
                line: record.line.get(),
            })
        })?;
        Ok(Program {
            lines,
            files,
            ..program_of(&self.code, &self.descriptors)
        })
    }
}

/// Returns the index of an unnamed file, for lines without a file, so that each word keeps its line.
fn unnamed(files: &mut Vec<BString>, named: usize) -> usize {
    if files.len() == named {
        files.push(BString::default());
    }
    named
}

/// Reads a program that has only code and descriptors.
pub(crate) fn program_of(code: &TableView<'_, U32>, descriptors: &TableView<'_, DescriptorRecord>) -> Program {
    Program {
        code: code.records().iter().map(|word| word.get()).collect(),
        descriptors: descriptors.records().iter().map(Into::into).collect(),
        ..Program::default()
    }
}

/// The tables of a DVLE. Loaders read all of them except the labels.
pub(crate) struct ShaderTables<'a> {
    pub(crate) constants: TableView<'a, ConstantRecord>,
    pub(crate) labels: TableView<'a, LabelRecord>,
    pub(crate) outputs: TableView<'a, OutputRecord>,
    pub(crate) uniforms: TableView<'a, UniformRecord>,
    pub(crate) symbols: TableView<'a, u8>,
}

impl<'a> ShaderTables<'a> {
    pub(super) fn find(
        reader: &mut FileReader<'a>,
        base: usize,
        structure: Structure,
        header: &DvleHeader,
    ) -> Result<Self, ReadError> {
        Ok(Self {
            constants: reader.word_table(base, header.constants, structure, Table::Values)?,
            labels: reader.table(base, header.labels, structure, Table::Labels)?,
            outputs: reader.word_table(base, header.outputs, structure, Table::Outputs)?,
            uniforms: reader.word_table(base, header.uniforms, structure, Table::Uniforms)?,
            symbols: reader.word_table(base, header.symbols, structure, Table::Symbols)?,
        })
    }

    /// Reads the contents of the tables.
    pub(crate) fn shader(&self, reader: &mut FileReader<'a>) -> Result<Shader, ReadError> {
        let symbols = &self.symbols;
        Ok(Shader {
            constants: self.constants.records().iter().map(Into::into).collect(),
            labels: self.labels.read(|at, record| read_label(reader, symbols, at, record))?,
            outputs: self.outputs.records().iter().map(read_output).collect(),
            uniforms: self
                .uniforms
                .read_some(|at, record| read_uniform(reader, symbols, at, record))?,
            ..Shader::default()
        })
    }
}

impl From<&ConstantEntry> for ConstantRecord {
    fn from(entry: &ConstantEntry) -> Self {
        Self {
            kind: entry.kind.into(),
            register: entry.register.into(),
            data: entry.data,
        }
    }
}

impl From<&ConstantRecord> for ConstantEntry {
    fn from(record: &ConstantRecord) -> Self {
        Self {
            kind: record.kind.get(),
            register: record.register.get(),
            data: record.data,
        }
    }
}

fn read_label<'a>(
    reader: &mut FileReader<'a>,
    symbols: &TableView<'a, u8>,
    at: FileLocation,
    record: &LabelRecord,
) -> Result<LabelEntry, ReadError> {
    Ok(LabelEntry {
        id: record.id.get(),
        reserved: record.reserved.get(),
        word: record.word.get(),
        size: Some(record.size.get()).filter(|&size| size != NONE),
        name: reader.name(symbols, record.name.get(), at)?.into(),
    })
}

fn read_output(record: &OutputRecord) -> OutputEntry {
    OutputEntry {
        property: record.property.get(),
        register: record.register.get(),
        mask: record.mask.get(),
        reserved: record.reserved.get(),
    }
}

/// Reads a uniform; `None` if its registers are not a range.
fn read_uniform<'a>(
    reader: &mut FileReader<'a>,
    symbols: &TableView<'a, u8>,
    at: FileLocation,
    record: &UniformRecord,
) -> Result<Option<UniformEntry>, ReadError> {
    let (first, last) = (record.first.get(), record.last.get());
    if last < first {
        reader.report(at.error(ReadErrorKind::LastBeforeFirst { first, last }))?;
        return Ok(None);
    }
    Ok(Some(UniformEntry {
        name: reader.name(symbols, record.name.get(), at)?.into(),
        first,
        last,
    }))
}
