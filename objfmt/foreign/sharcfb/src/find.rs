//! Archives inside other files.

use std::ops::Range;

use bstr::ByteSlice;

use crate::archive::{SIGNATURES, extent};

/// Finds the archives in any file, at any offset, as ranges of its bytes. They do not overlap.
///
/// An archive is recognised if its header is that of a file of version 8, and its name and both its arrays are within
/// the size that it states and that within the file. The entries of the arrays are not read, so the archive may still
/// be damaged. The time is in proportion to the size of the file.
pub fn find(file: &[u8]) -> Vec<Range<usize>> {
    let mut starts: Vec<_> = SIGNATURES
        .iter()
        .flat_map(|signature| file.find_iter(signature))
        .collect();
    starts.sort_unstable();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for start in starts {
        let bytes = file.get(start..).unwrap_or_default();
        if start >= end
            && let Some(size) = extent(bytes)
        {
            end = start.saturating_add(size);
            found.push(start..end);
        }
    }
    found
}
