//! Reader of shader binaries.

use zerocopy::little_endian::U32;

use super::tables::{ProgramTables, ShaderTables};
use super::{GeometryBytes, Program, Shader, Shbin};
use crate::formats::bytes::{FileLocation, FileReader, TableView};
use crate::formats::error::{ReadError, RecordLocation, Structure, Table};
use crate::formats::layout::{Magic, TableRange};
use crate::formats::shbin::layout::{DVLB, DVLE, DVLP, DvlbHeader, DvleHeader, DvlpHeader, ShortDvlpHeader};

impl Shbin {
    /// Reads a shader binary of any tool. Tables may be in any order, but must not overlap. Values of unknown meaning
    /// are preserved; bytes outside the tables are not.
    ///
    /// Memory is bounded by a small multiple of the file size, which `FORMAT.md` states, for any file.
    ///
    /// # Errors
    ///
    /// Returns the first fault. [`crate::formats::inspect::inspect`] reads the rest of a damaged file.
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        read(&mut FileReader::strict(file))
    }
}

/// Reads a shader binary. A tolerant reader returns no error: damaged tables are empty.
pub(crate) fn read(reader: &mut FileReader<'_>) -> Result<Shbin, ReadError> {
    let Some((offsets, program)) = find_parts(reader)? else {
        return Ok(Shbin::default());
    };
    let is_short = program.as_ref().is_some_and(|(_, header)| header.is_short);
    let program = match program {
        Some((tables, ProgramHeader { header, .. })) => Program {
            version: header.version.get(),
            reserved: header.reserved.get(),
            ..tables.program(reader)?
        },
        None => Program::default(),
    };
    // A shader takes far more memory than its offset, so the list grows only with shaders that exist and with faults.
    let mut shaders = Vec::new();
    for (index, offset) in offsets.records().iter().enumerate() {
        if reader.is_full() {
            break;
        }
        let mut shader = read_shader(reader, index, offset.get())?;
        if is_short && shader.end == 0 {
            // Files of nihstro have no end.
            shader.end = u32::try_from(program.code.len()).unwrap_or(u32::MAX);
        }
        shaders.push(shader);
    }
    Ok(Shbin { program, shaders })
}

/// Finds the headers and tables of a shader binary, without reading them. Returns whether all exist, and the number of
/// shaders that were examined. Shaders after the first `most` are treated as missing.
pub(crate) fn find(reader: &mut FileReader<'_>, most: usize) -> (bool, usize) {
    let Ok(Some((offsets, _))) = find_parts(reader) else {
        return (false, 0);
    };
    for (index, offset) in offsets.records().iter().enumerate() {
        if index >= most || find_shader(reader, index, offset.get()).is_err() {
            return (false, index + 1);
        }
    }
    (true, offsets.len())
}

/// The shader offsets, and the program if it exists.
type Parts<'a> = (TableView<'a, U32>, Option<(ProgramTables<'a>, ProgramHeader)>);

/// The header of a program.
struct ProgramHeader {
    header: DvlpHeader,
    /// True for the short header of nihstro's files.
    is_short: bool,
}

/// Finds the shader offsets and the program; `None` if the header is damaged.
fn find_parts<'a>(reader: &mut FileReader<'a>) -> Result<Option<Parts<'a>>, ReadError> {
    let Some(header) = reader.structure::<DvlbHeader>(0, Structure::Dvlb, DVLB)? else {
        return Ok(None);
    };
    let offsets = find_offsets(reader, header.shaders)?;
    let found = if offsets.is_lost() {
        None
    } else {
        program_header(reader, behind(&offsets))?
    };
    let (offsets, found) = match found {
        Some(header) => (offsets, Some(header)),
        None => find_program_elsewhere(reader, offsets)?,
    };
    let program = match found {
        Some(header) => Some((ProgramTables::find(reader, behind(&offsets), &header.header)?, header)),
        None => None,
    };
    Ok(Some((offsets, program)))
}

/// Reads the header of the program at an offset: the shorter header of nihstro if a DVLE directly follows it. In a full
/// header, the bytes there are the number of lines, and no file has that many.
fn program_header(reader: &mut FileReader<'_>, offset: usize) -> Result<Option<ProgramHeader>, ReadError> {
    let behind = offset.saturating_add(size_of::<ShortDvlpHeader>());
    let next = reader.peek::<Magic>(behind, Structure::Dvlp);
    if next.is_ok_and(|next| next.0 == DVLE) {
        let header = reader.structure::<ShortDvlpHeader>(offset, Structure::Dvlp, DVLP)?;
        return Ok(header.map(|header| ProgramHeader {
            header: header.into(),
            is_short: true,
        }));
    }
    let header = reader.structure::<DvlpHeader>(offset, Structure::Dvlp, DVLP)?;
    Ok(header.map(|header| ProgramHeader {
        header: *header,
        is_short: false,
    }))
}

/// Finds the program by its magic if it is not at the position that follows from the number of shaders. Then that
/// number is wrong, and the words before the program are the shader offsets.
fn find_program_elsewhere<'a>(
    reader: &mut FileReader<'a>,
    offsets: TableView<'a, U32>,
) -> Result<(TableView<'a, U32>, Option<ProgramHeader>), ReadError> {
    let count = reader.words_before(size_of::<DvlbHeader>(), DVLP);
    // A program at the position that was already examined is damaged.
    let elsewhere =
        count.filter(|&count| offsets.is_lost() || usize::try_from(count).is_ok_and(|count| count != offsets.len()));
    let Some(count) = elsewhere else {
        return Ok((offsets, None));
    };
    reader.unclaim(&offsets);
    let offsets = find_offsets(reader, count.into())?;
    let header = program_header(reader, behind(&offsets))?;
    Ok((offsets, header))
}

fn find_offsets<'a>(reader: &mut FileReader<'a>, count: U32) -> Result<TableView<'a, U32>, ReadError> {
    let range = TableRange {
        offset: 0.into(),
        count,
    };
    reader.table(size_of::<DvlbHeader>(), range, Structure::Dvlb, Table::DvleOffsets)
}

/// Returns the position of the program.
fn behind(offsets: &TableView<'_, U32>) -> usize {
    size_of::<DvlbHeader>() + size_of_val(offsets.records())
}

fn find_shader<'a>(
    reader: &mut FileReader<'a>,
    index: usize,
    offset: u32,
) -> Result<Option<(ShaderTables<'a>, &'a DvleHeader)>, ReadError> {
    let structure = Structure::Dvle(index);
    let base = usize::try_from(offset).unwrap_or(usize::MAX);
    if !offset.is_multiple_of(4) {
        let at = FileLocation {
            offset: base,
            location: RecordLocation::header(structure),
        };
        return reader.report(at.misaligned(offset)).map(|()| None);
    }
    let Some(header) = reader.structure(base, structure, DVLE)? else {
        return Ok(None);
    };
    let tables = ShaderTables::find(reader, base, structure, header)?;
    Ok(Some((tables, header)))
}

fn read_shader(reader: &mut FileReader<'_>, index: usize, offset: u32) -> Result<Shader, ReadError> {
    let Some((tables, header)) = find_shader(reader, index, offset)? else {
        // The shader keeps its index, because programs choose shaders by index.
        return Ok(Shader {
            version: 0,
            ..Shader::default()
        });
    };
    Ok(Shader {
        version: header.version.get(),
        kind: header.kind,
        merge: header.merge,
        entry: header.entry.get(),
        end: header.end.get(),
        inputs_used: header.inputs_used.get(),
        outputs_used: header.outputs_used.get(),
        geometry: GeometryBytes {
            mode: header.geometry_mode,
            fixed_start: header.fixed_start,
            variable_vertices: header.variable_vertices,
            fixed_vertices: header.fixed_vertices,
        },
        ..tables.shader(reader)?
    })
}
