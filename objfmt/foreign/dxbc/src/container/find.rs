//! Search for containers inside other files.

use std::ops::Range;

use bstr::ByteSlice;
use pica200_objfmt::formats::bytes::ByteView;

use super::{HEADER, MAGIC, VERSION};
use crate::chunk::offset;
use crate::layout::{ChunkHeader, ContainerHeader};

/// The number of chunks per candidate that are always checked, whatever was checked before.
const FREE_CHUNKS: usize = 64;

/// Finds embedded containers in any file, at any offset. Returns disjoint byte ranges.
///
/// A container is recognised if its header has the known version, all its chunks are within its size, and that size is
/// within the file. Neither the checksum nor the chunks are read, so the container may still be damaged.
///
/// Takes linear time: a false candidate may cost a check of 64 chunks. In excess of these, at most one chunk per 4
/// bytes of the file is checked in total.
pub fn find(file: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    let mut chunks_left = file.len() / 4;
    for start in file.find_iter(&MAGIC) {
        if start < end {
            continue;
        }
        match probe(&ByteView::new(file).rest(start), FREE_CHUNKS + chunks_left) {
            Ok(size) => {
                end = start.saturating_add(size);
                found.push(start..end);
            }
            Err(looked_at) => {
                chunks_left = chunks_left.saturating_sub(looked_at.saturating_sub(FREE_CHUNKS));
            }
        }
    }
    found
}

/// Returns the size of the container at the start of the bytes; `Err` has the number of chunks checked.
fn probe(bytes: &ByteView<'_>, max: usize) -> Result<usize, usize> {
    let none = |_| 0usize;
    let number = |at| bytes.u32(at).map_err(none);
    if number(std::mem::offset_of!(ContainerHeader, version))? != VERSION {
        return Err(0);
    }
    let size = offset(number(std::mem::offset_of!(ContainerHeader, size))?);
    let count = number(std::mem::offset_of!(ContainerHeader, chunks))?;
    let container = bytes.part(0, size).map_err(none)?;
    let list = container.table(HEADER, count, 4).map_err(none)?;
    for (number, at) in list.as_chunks().0.iter().enumerate() {
        if number >= max {
            return Err(number);
        }
        let at = offset(u32::from_le_bytes(*at));
        let data = container
            .u32(at.saturating_add(std::mem::offset_of!(ChunkHeader, size)))
            .map(offset);
        let end = |size: usize| size.saturating_add(size_of::<ChunkHeader>());
        let chunk = data.and_then(|size| container.slice(at, end(size)));
        if chunk.is_err() || at < HEADER.saturating_add(list.len()) {
            return Err(number + 1);
        }
    }
    // A header without chunks contains nothing.
    if count == 0 { Err(0) } else { Ok(size) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]
mod tests {
    use super::*;
    use crate::FourCc;
    use crate::container::build;

    fn container(chunks: usize) -> Vec<u8> {
        build(&vec![(FourCc(*b"PRIV"), &b"data"[..]); chunks]).unwrap()
    }

    #[test]
    fn containers_are_found_at_any_offset() {
        let (a, b) = (container(1), container(3));
        let file = [b"x".as_slice(), &a, b"DXBC..", &b, b"DXBC"].concat();
        let (first, second) = (1..1 + a.len(), a.len() + 7..a.len() + 7 + b.len());
        assert_eq!(find(&file), [first, second]);
        assert!(find(b"DXBC").is_empty());
        assert!(find(&container(0)).is_empty());
    }

    #[test]
    fn containers_that_are_cut_off_are_not_found() {
        let file = container(2);
        for size in 0..file.len() {
            assert!(find(&file[..size]).is_empty(), "{size}");
        }
        // The last chunk ends after the end of the container.
        let mut longer = file.clone();
        let size = longer.len() - 8;
        longer[size] += 1;
        assert!(find(&longer).is_empty());
    }

    #[test]
    fn false_starts_cost_a_limited_number_of_chunks() {
        let whole = container(FREE_CHUNKS + 4);
        let probe = |file: &[u8], max| probe(&ByteView::new(file), max);
        assert_eq!(probe(&whole, FREE_CHUNKS + 4), Ok(whole.len()));
        assert_eq!(probe(&whole, FREE_CHUNKS), Err(FREE_CHUNKS));
        let mut damaged = whole.clone();
        let size = damaged.len() - 8;
        damaged[size] += 1;
        assert_eq!(probe(&damaged, usize::MAX), Err(FREE_CHUNKS + 4));
    }
}
