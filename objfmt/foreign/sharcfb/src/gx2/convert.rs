//! Byte-order conversion of GX2 data.

use std::ops::Range;

use pica200_objfmt::formats::bytes::{ByteOrder, ByteView};

use super::Stage;
use super::read::{STRUCTURE, offset};
use crate::error::{Error, ErrorKind};
use crate::layout::{
    AttributeRecord, BlockRecord, CodeRecord, GeometryRecord, InitialRecord, PixelRecord, RangeRecord, SamplerRecord,
    TablesRecord, VariableRecord, VertexRecord, Word,
};

/// Converts data from one byte order to the other: the words of the structure and of the five tables that follow it.
///
/// # Errors
///
/// Fails, without changing the data, if the stage is unknown, the data is too small for its structure, the tables are
/// scattered, or other data overlap them.
pub(crate) fn convert(stage: Stage, data: &mut [u8], from: ByteOrder) -> Result<(), Error> {
    let end = match extent(stage, data, from)? {
        Some(end) => end,
        None => return Err(Error::new(STRUCTURE, 0, ErrorKind::Scattered)),
    };
    let (words, _) = data
        .get_mut(..end)
        .unwrap_or_default()
        .as_chunks_mut::<{ size_of::<Word>() }>();
    for word in words {
        word.reverse();
    }
    Ok(())
}

/// Returns true if the tables are not where the console's loader expects them, or if other data overlap them.
pub(crate) fn are_tables_scattered(stage: Stage, data: &[u8], order: ByteOrder) -> Result<bool, Error> {
    Ok(extent(stage, data, order)?.is_none())
}

/// Returns the end of the words of the structure and the tables after it, or `None` if the tables are scattered or
/// overlap unconverted data: loop variables, names or code.
fn extent(stage: Stage, data: &[u8], order: ByteOrder) -> Result<Option<usize>, Error> {
    let pieces = ByteView::new(data);
    let out = |out| Error::out_of_bytes(STRUCTURE, "the structure", out);
    let parts = match stage {
        Stage::VERTEX => {
            let record: &VertexRecord = pieces.record(0).map_err(out)?;
            Parts {
                structure: size_of::<VertexRecord>(),
                tables: &record.tables,
                attributes: Some(&record.attributes),
                code: vec![&record.code],
            }
        }
        Stage::PIXEL => {
            let record: &PixelRecord = pieces.record(0).map_err(out)?;
            Parts {
                structure: size_of::<PixelRecord>(),
                tables: &record.tables,
                attributes: None,
                code: vec![&record.code],
            }
        }
        Stage::GEOMETRY => {
            let record: &GeometryRecord = pieces.record(0).map_err(out)?;
            Parts {
                structure: size_of::<GeometryRecord>(),
                tables: &record.tables,
                attributes: None,
                code: vec![&record.code, &record.copy_code],
            }
        }
        found => return Err(Error::new(STRUCTURE, 0, ErrorKind::Stage { found })),
    };
    let tables = parts.tables(order);
    let mut end = parts.structure;
    for table in &tables {
        if table.range.start != end {
            return Ok(None);
        }
        end = table.range.end;
    }
    let mut others = parts.others(order);
    let is_overlapped = others.any(|start| start < end)
        || tables.iter().any(|table| {
            let names = table.names(data, order);
            names.is_some_and(|mut names| names.any(|name| name < end))
        });
    Ok((!is_overlapped && end <= data.len()).then_some(end))
}

/// The tables and code that a structure points to.
struct Parts<'a> {
    /// Size of the structure in bytes.
    structure: usize,
    tables: &'a TablesRecord,
    attributes: Option<&'a RangeRecord>,
    code: Vec<&'a CodeRecord>,
}

/// A nonempty table that is converted.
struct Table {
    /// The byte range in the data.
    range: Range<usize>,
    /// The entry size, if entries begin with a name offset.
    named: Option<usize>,
}

impl Parts<'_> {
    /// Returns the tables that are converted, sorted by offset.
    fn tables(&self, order: ByteOrder) -> Vec<Table> {
        let tables = self.tables;
        let all = [
            (Some(&tables.blocks), size_of::<BlockRecord>(), true),
            (Some(&tables.variables), size_of::<VariableRecord>(), true),
            (Some(&tables.initial), size_of::<InitialRecord>(), false),
            (Some(&tables.samplers), size_of::<SamplerRecord>(), true),
            (self.attributes, size_of::<AttributeRecord>(), true),
        ];
        let table = |(range, size, is_named): (Option<&RangeRecord>, usize, bool)| {
            let range = range?;
            let (count, pointer) = (order.u32(range.count), order.u32(range.pointer));
            let start = offset(pointer);
            let end = start.saturating_add(offset(count).saturating_mul(size));
            (count > 0).then_some(Table {
                range: start..end,
                named: is_named.then_some(size),
            })
        };
        let mut tables: Vec<_> = all.into_iter().filter_map(table).collect();
        tables.sort_by_key(|table| table.range.start);
        tables
    }

    /// Returns the offsets of unconverted data: loop variables and code.
    fn others(&self, order: ByteOrder) -> impl Iterator<Item = usize> {
        let loops = &self.tables.loops;
        let code = self.code.iter().map(|code| (code.size, code.pointer));
        let all = code.chain([(loops.count, loops.pointer)]);
        all.filter(move |(size, _)| order.u32(*size) > 0)
            .map(move |(_, pointer)| offset(order.u32(pointer)))
    }
}

impl Table {
    /// Returns the offsets of the names, or `None` for a table without names.
    fn names(&self, data: &[u8], order: ByteOrder) -> Option<impl Iterator<Item = usize>> {
        let entries = data.get(self.range.clone())?.chunks_exact(self.named?);
        let names = entries.filter_map(move |entry| entry.first_chunk().map(|word| order.u32(*word)));
        // A null pointer is an empty name.
        Some(names.filter(|name| *name != 0).map(offset))
    }
}
