//! Search for archives inside other files.

use std::ops::Range;

use bstr::ByteSlice;

use crate::archive::{SIGNATURES, extent};

/// Finds embedded archives in any file, at any offset. Returns disjoint byte ranges.
///
/// An archive is recognised if its header has version 8, its name and both its arrays are within its stated size, and
/// that size is within the file. The array entries are not read, so the archive may still be damaged. Takes linear
/// time.
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
