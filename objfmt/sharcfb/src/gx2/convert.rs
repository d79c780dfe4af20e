//! Converting GX2 data between the byte orders.

use std::ops::Range;

use pica200_objfmt::formats::bytes::{ByteOrder, Pieces};

use super::Stage;
use super::read::{STRUCTURE, offset};
use crate::error::{Error, Fault};
use crate::layout::{
    AttributeRecord, BlockRecord, GeometryRecord, InitialRecord, PixelRecord, RangeRecord,
    SamplerRecord, TablesRecord, VariableRecord, VertexRecord, Word,
};

/// Converts data from an order to the other one: the words of the structure and of the five tables that follow it.
///
/// # Errors
///
/// The stage is unknown, the data are too small for their structure, or the tables are scattered. The data are as
/// before.
pub(crate) fn convert(stage: Stage, data: &mut [u8], from: ByteOrder) -> Result<(), Error> {
    let end = match extent(stage, data, from)? {
        Some(end) => end,
        None => return Err(Error::new(STRUCTURE, 0, Fault::Scattered)),
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

/// Whether the tables are not where the console's loader expects them.
pub(crate) fn are_tables_scattered(
    stage: Stage,
    data: &[u8],
    order: ByteOrder,
) -> Result<bool, Error> {
    Ok(extent(stage, data, order)?.is_none())
}

/// The end of the words: that of the structure and of the tables behind it. `None` if the tables are scattered.
fn extent(stage: Stage, data: &[u8], order: ByteOrder) -> Result<Option<usize>, Error> {
    let pieces = Pieces::of(data);
    let out = |out| Error::out_of_bytes(STRUCTURE, "the structure", out);
    let (size, tables, attributes) = match stage {
        Stage::VERTEX => {
            let record: &VertexRecord = pieces.record(0).map_err(out)?;
            let attributes = Some(&record.attributes);
            (size_of::<VertexRecord>(), &record.tables, attributes)
        }
        Stage::PIXEL => {
            let record: &PixelRecord = pieces.record(0).map_err(out)?;
            (size_of::<PixelRecord>(), &record.tables, None)
        }
        Stage::GEOMETRY => {
            let record: &GeometryRecord = pieces.record(0).map_err(out)?;
            (size_of::<GeometryRecord>(), &record.tables, None)
        }
        found => return Err(Error::new(STRUCTURE, 0, Fault::Stage { found })),
    };
    let mut ranges = ranges(tables, attributes, order);
    ranges.sort_by_key(|range| range.start);
    let mut end = size;
    for range in ranges {
        if range.start != end {
            return Ok(None);
        }
        end = range.end;
    }
    Ok((end <= data.len()).then_some(end))
}

/// The bytes of the tables that are converted and have entries.
fn ranges(
    tables: &TablesRecord,
    attributes: Option<&RangeRecord>,
    order: ByteOrder,
) -> Vec<Range<usize>> {
    let all = [
        (Some(&tables.blocks), size_of::<BlockRecord>()),
        (Some(&tables.variables), size_of::<VariableRecord>()),
        (Some(&tables.initial), size_of::<InitialRecord>()),
        (Some(&tables.samplers), size_of::<SamplerRecord>()),
        (attributes, size_of::<AttributeRecord>()),
    ];
    let range = |(range, size): (Option<&RangeRecord>, usize)| {
        let range = range?;
        let (count, pointer) = (order.u32(range.count), order.u32(range.pointer));
        let start = offset(pointer);
        let end = start.saturating_add(offset(count).saturating_mul(size));
        (count > 0).then_some(start..end)
    };
    all.into_iter().filter_map(range).collect()
}
