//! Reader of the documented parts of objects, of any version and possibly damaged.

use std::mem::offset_of;

use bstr::BString;
use zerocopy::little_endian::U32;
use zerocopy::{FromZeros, IntoBytes, transmute_ref};

use super::{DocumentedObject, RawRelocation};
use crate::formats::bytes::{FileReader, TableView};
use crate::formats::error::{ReadError, Structure};
use crate::formats::layout::LineRecord;
use crate::formats::object::layout::{DVOJ, DvojHeader, RelocationRecord};
use crate::formats::object::{OBJECT_VERSION, Tables, version};
use crate::formats::shbin::{Line, Program, Shader, ShaderTables, program_of};

/// The size of the documented header.
const HEADER_SIZE: usize = offset_of!(DvojHeader, flags);

/// The header and the tables of an object of any version. Fields and tables that its version lacks are 0 or empty.
pub(super) struct Parts<'a> {
    header: DvojHeader,
    tables: Tables<'a>,
}

/// Finds the header and the tables of an object of any version, without reading them. A tolerant reader returns no
/// error: damaged tables are empty.
pub(super) fn find<'a>(reader: &mut FileReader<'a>) -> Result<Parts<'a>, ReadError> {
    let header = find_header(reader)?;
    let tables = Tables::find(reader, &header)?;
    Ok(Parts { header, tables })
}

/// Reads the header. Missing bytes are 0, so that tables without a range are empty.
fn find_header(reader: &mut FileReader<'_>) -> Result<DvojHeader, ReadError> {
    let structure = Structure::Dvoj;
    reader.magic(0, structure, DVOJ)?;
    let ours = version(reader).is_ok_and(|version| version == OBJECT_VERSION);
    let found: Result<&[u8], ReadError> = if ours {
        reader
            .header::<[u8; size_of::<DvojHeader>()]>(0, structure)
            .map(|bytes| bytes.as_slice())
    } else {
        reader
            .header::<[u8; HEADER_SIZE]>(0, structure)
            .map(|bytes| bytes.as_slice())
    };
    let found = match found {
        Ok(found) => found,
        Err(fault) => {
            reader.report(fault)?;
            reader.start(structure, HEADER_SIZE)
        }
    };
    let mut header = DvojHeader::new_zeroed();
    for (to, from) in header.as_mut_bytes().iter_mut().zip(found) {
        *to = *from;
    }
    Ok(header)
}

impl<'a> Parts<'a> {
    /// Returns true if the object has this crate's version, or any entry in the documented tables.
    pub(super) fn has_content(&self) -> bool {
        let tables = &self.tables;
        let counts = [
            tables.values.len(),
            tables.labels.len(),
            tables.code.len(),
            tables.descriptors.len(),
            tables.lines.len(),
            tables.relocations.len(),
            tables.outputs.len(),
            tables.uniforms.len(),
            tables.symbols.len(),
        ];
        self.header.version.get() == OBJECT_VERSION || counts.iter().any(|&count| count > 0)
    }

    /// Reads the documented contents of the tables.
    pub(super) fn documented(&self, reader: &mut FileReader<'a>) -> Result<DocumentedObject, ReadError> {
        let Self { header, tables } = self;
        let (files, lines) = read_lines(reader, &tables.lines, &tables.symbols)?;
        let shader = ShaderTables {
            constants: tables.values,
            labels: tables.labels,
            outputs: tables.outputs,
            uniforms: tables.uniforms,
            symbols: tables.symbols,
        }
        .shader(reader)?;
        Ok(DocumentedObject {
            version: header.version.get(),
            geometry: u32::from_le_bytes(header.geometry),
            program: Program {
                files,
                lines,
                ..program_of(&tables.code, &tables.descriptors)
            },
            shader: Shader {
                version: header.version.get(),
                kind: header.kind,
                merge: header.merge,
                inputs_used: header.inputs_used.get(),
                outputs_used: header.outputs_used.get(),
                ..shader
            },
            relocations: tables.relocations.records().iter().map(raw).collect(),
        })
    }
}

fn raw(record: &RelocationRecord) -> RawRelocation {
    let [word, unexplained @ ..]: &[U32; 3] = transmute_ref!(record);
    RawRelocation {
        word: word.get(),
        unexplained: unexplained.map(U32::get),
    }
}

/// Reads the lines, and the file names that they refer to in the order of first use.
fn read_lines<'a>(
    reader: &mut FileReader<'a>,
    lines: &TableView<'a, LineRecord>,
    symbols: &TableView<'a, u8>,
) -> Result<(Vec<BString>, Vec<Line>), ReadError> {
    // Each offset with the first line that has it; later, with the index of its file.
    let mut names: Vec<(u32, usize)> = Vec::with_capacity(lines.len());
    names.extend(
        (0..)
            .zip(lines.records())
            .map(|(entry, record)| (record.file.get(), entry)),
    );
    names.sort_unstable();
    names.dedup_by_key(|(offset, _)| *offset);
    names.sort_unstable_by_key(|(_, entry)| *entry);
    let mut files = Vec::with_capacity(names.len());
    for (file, (offset, entry)) in names.iter_mut().enumerate() {
        let at = lines.location(Some(*entry));
        files.push(reader.name(symbols, *offset, at)?.into());
        *entry = file;
    }
    names.sort_unstable();
    let lines = lines.records().iter().map(|record| {
        let found = names.binary_search_by_key(&record.file.get(), |(offset, _)| *offset);
        let file = found.ok().and_then(|index| names.get(index));
        Line {
            file: file.map_or(u32::MAX, |(_, file)| u32::try_from(*file).unwrap_or(u32::MAX)),
            line: record.line.get(),
        }
    });
    Ok((files, lines.collect()))
}
