//! Files inside other files.

use std::ops::Range;

use bstr::ByteSlice;
use pica200_objfmt::formats::bytes::Pieces;
use pica200_objfmt::formats::layout::Magic;

use crate::container::{CONTAINER, LITTLE_ENDIAN, MAGIC};
use crate::layout::{BlockHeader, FileHeader};

/// Finds the files in any file, at any offset, as ranges of its bytes. They do not overlap.
///
/// A file is recognised if its header is that of a little-endian file, the size that it states is within the bytes, and
/// its first block is a shader container. No other structure is read, so the file may still be damaged.
pub fn find(file: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for start in file.find_iter(&MAGIC) {
        if start < end {
            continue;
        }
        if let Some(size) = size(&Pieces::of(file).rest(start)) {
            end = start.saturating_add(size);
            found.push(start..end);
        }
    }
    found
}

/// The size of the file that the bytes begin with.
fn size(bytes: &Pieces<'_>) -> Option<usize> {
    let header: &FileHeader = bytes.record(0).ok()?;
    let size = usize::try_from(header.size.get()).ok()?;
    let is_file = header.byte_order == LITTLE_ENDIAN && size >= size_of::<FileHeader>();
    let extent = bytes.part(0, size).ok().filter(|_| is_file)?;
    let block: &BlockHeader = extent.record(header.first_block.get().into()).ok()?;
    (block.magic == Magic(CONTAINER)).then_some(size)
}
