//! Search for files inside other files.

use std::ops::Range;

use bstr::ByteSlice;
use pica200_objfmt::formats::bytes::ByteView;
use pica200_objfmt::formats::layout::Magic;

use crate::container::{CONTAINER, LITTLE_ENDIAN, MAGIC};
use crate::layout::{BlockHeader, FileHeader};

/// Finds embedded files in any file, at any offset. Returns disjoint byte ranges.
///
/// A file is recognised if its header is a little-endian header, the stated size fits in the bytes, and its first block
/// is a shader container. No other structure is read, so the file may still be damaged.
pub fn find(file: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for start in file.find_iter(&MAGIC) {
        if start < end {
            continue;
        }
        if let Some(size) = size(&ByteView::new(file).rest(start)) {
            end = start.saturating_add(size);
            found.push(start..end);
        }
    }
    found
}

/// Returns the size of the file at the start of the bytes.
fn size(bytes: &ByteView<'_>) -> Option<usize> {
    let header: &FileHeader = bytes.record(0).ok()?;
    let size = usize::try_from(header.size.get()).ok()?;
    let is_file = header.byte_order == LITTLE_ENDIAN && size >= size_of::<FileHeader>();
    let extent = bytes.part(0, size).ok().filter(|_| is_file)?;
    let block: &BlockHeader = extent.record(header.first_block.get().into()).ok()?;
    (block.magic == Magic(CONTAINER)).then_some(size)
}
