//! Reads shader binaries.

use zerocopy::little_endian::U32;

use super::tables::{ProgramTables, ShaderTables};
use super::{Program, Shader, Shbin};
use crate::formats::bytes::{At, Gate, TableView};
use crate::formats::error::{ReadError, RecordPlace, Structure, Table};
use crate::formats::layout::TableRange;
use crate::formats::object::GeometryBytes;
use crate::formats::shbin::layout::{DVLB, DVLE, DVLP, DvlbHeader, DvleHeader, DvlpHeader};

impl Shbin {
    /// Reads a shader binary, of whatever tool. Tables may come in any order, yet not overlap, and unknown values are
    /// kept; what is not part of any table is not.
    ///
    /// # Errors
    ///
    /// The first thing that makes the file unreadable. Whatever the bytes, the memory that reading takes stays within a
    /// small multiple of their number; `FORMAT.md` says which. [`crate::formats::inspect::inspect`] reads on.
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        read(&mut Gate::strict(file))
    }
}

/// Reads a shader binary. With a tolerant gate there is no error: what is damaged is empty.
pub(crate) fn read(gate: &mut Gate<'_>) -> Result<Shbin, ReadError> {
    let Some((offsets, program)) = find_parts(gate)? else {
        return Ok(Shbin::default());
    };
    let program = match program {
        Some((tables, header)) => Program {
            version: header.version.get(),
            reserved: header.reserved.get(),
            ..tables.program(gate)?
        },
        None => Program::default(),
    };
    // A shader takes far more memory than its offset: the list may only grow as shaders turn out to be there, or as
    // faults are told.
    let mut shaders = Vec::new();
    for (index, offset) in offsets.records().iter().enumerate() {
        if gate.has_enough_faults() {
            break;
        }
        shaders.push(read_shader(gate, index, offset.get())?);
    }
    Ok(Shbin { program, shaders })
}

/// Finds the headers and tables of a shader binary, and reads none of them. Returns whether all are there, and how many
/// shaders it took to see that; with more of them than `most` they count as missing.
pub(crate) fn find(gate: &mut Gate<'_>, most: usize) -> (bool, usize) {
    let Ok(Some((offsets, _))) = find_parts(gate) else {
        return (false, 0);
    };
    for (index, offset) in offsets.records().iter().enumerate() {
        if index >= most || find_shader(gate, index, offset.get()).is_err() {
            return (false, index + 1);
        }
    }
    (true, offsets.len())
}

/// The offsets of the shaders, and the program if it is there.
type Parts<'a> = (
    TableView<'a, U32>,
    Option<(ProgramTables<'a>, &'a DvlpHeader)>,
);

/// Finds what stands at the start of a shader binary; nothing if its header is damaged.
fn find_parts<'a>(gate: &mut Gate<'a>) -> Result<Option<Parts<'a>>, ReadError> {
    let Some(header) = gate.structure::<DvlbHeader>(0, Structure::Dvlb, DVLB)? else {
        return Ok(None);
    };
    let offsets = find_offsets(gate, header.shaders)?;
    let found = if offsets.is_lost() {
        None
    } else {
        gate.structure(behind(&offsets), Structure::Dvlp, DVLP)?
    };
    let (offsets, found) = match found {
        Some(header) => (offsets, Some(header)),
        None => find_program_elsewhere(gate, offsets)?,
    };
    let program = match found {
        Some(header) => Some((ProgramTables::find(gate, behind(&offsets), header)?, header)),
        None => None,
    };
    Ok(Some((offsets, program)))
}

/// Finds the program where it begins, when it is not where the number of shaders says: then that number is wrong, and
/// what stands before the program are their offsets.
fn find_program_elsewhere<'a>(
    gate: &mut Gate<'a>,
    offsets: TableView<'a, U32>,
) -> Result<(TableView<'a, U32>, Option<&'a DvlpHeader>), ReadError> {
    let count = gate.words_before(size_of::<DvlbHeader>(), DVLP);
    // Where it has been looked for already, it is damaged.
    let elsewhere = count.filter(|&count| {
        offsets.is_lost() || usize::try_from(count).is_ok_and(|count| count != offsets.len())
    });
    let Some(count) = elsewhere else {
        return Ok((offsets, None));
    };
    gate.give_back(&offsets);
    let offsets = find_offsets(gate, count.into())?;
    let header = gate.structure(behind(&offsets), Structure::Dvlp, DVLP)?;
    Ok((offsets, header))
}

fn find_offsets<'a>(gate: &mut Gate<'a>, count: U32) -> Result<TableView<'a, U32>, ReadError> {
    let range = TableRange {
        offset: 0.into(),
        count,
    };
    gate.table(
        size_of::<DvlbHeader>(),
        range,
        Structure::Dvlb,
        Table::DvleOffsets,
    )
}

/// Where the program begins.
fn behind(offsets: &TableView<'_, U32>) -> usize {
    size_of::<DvlbHeader>() + size_of_val(offsets.records())
}

fn find_shader<'a>(
    gate: &mut Gate<'a>,
    index: usize,
    offset: u32,
) -> Result<Option<(ShaderTables<'a>, &'a DvleHeader)>, ReadError> {
    let structure = Structure::Dvle(index);
    let base = usize::try_from(offset).unwrap_or(usize::MAX);
    if !offset.is_multiple_of(4) {
        let at = At {
            offset: base,
            place: RecordPlace::header(structure),
        };
        return gate.tell(at.between_words(offset)).map(|()| None);
    }
    let Some(header) = gate.structure(base, structure, DVLE)? else {
        return Ok(None);
    };
    let tables = ShaderTables::find(gate, base, structure, header)?;
    Ok(Some((tables, header)))
}

fn read_shader(gate: &mut Gate<'_>, index: usize, offset: u32) -> Result<Shader, ReadError> {
    let Some((tables, header)) = find_shader(gate, index, offset)? else {
        // It keeps its place in the list, for shaders are chosen by that.
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
        ..tables.shader(gate)?
    })
}
