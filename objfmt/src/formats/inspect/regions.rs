//! Assigns each byte of a file to a structure.

use std::cmp::Reverse;

use super::{Region, RegionKind};
use crate::formats::bytes::FileReader;

/// Returns the regions of a file, given its headers and tables in any order. Where these overlap, bytes belong to the
/// one that begins last, because it is nested in the other.
pub(super) fn regions_of(file: &[u8], mut claims: Vec<Region>) -> Vec<Region> {
    claims.sort_by_key(|claim| (claim.offset, Reverse(claim.size)));
    let mut sweep = Sweep {
        reader: FileReader::strict(file),
        open: Vec::new(),
        // n claims divide a file into at most 2 n + 1 runs. Of those, n + 1 are gaps, which may be two regions each.
        regions: Vec::with_capacity(3 * claims.len() + 2),
        end: 0,
    };
    for claim in claims {
        sweep.go_to(claim.offset);
        sweep.open.push(claim);
    }
    sweep.go_to(file.len());
    let mut regions = sweep.regions;
    regions.shrink_to_fit();
    regions
}

/// A pass over a file from front to back.
struct Sweep<'a> {
    reader: FileReader<'a>,
    /// A stack of the headers and tables that have begun. Some may have ended.
    open: Vec<Region>,
    regions: Vec<Region>,
    /// The end of the last region.
    end: usize,
}

impl Sweep<'_> {
    /// Adds the regions of all bytes up to an offset.
    fn go_to(&mut self, offset: usize) {
        while self.end < offset {
            let Some(top) = self.open.last() else {
                self.fill_gap(offset);
                return;
            };
            let end = top.offset + top.size;
            let kind = top.kind;
            if end <= offset {
                self.open.pop();
            }
            self.add(end.min(offset), kind);
        }
    }

    /// Adds the regions of bytes outside headers and tables.
    fn fill_gap(&mut self, end: usize) {
        let zeros = self.reader.zeros_after(self.end, end);
        self.add(self.end + zeros, RegionKind::Padding);
        self.add(end, RegionKind::Unknown);
    }

    fn add(&mut self, end: usize, kind: RegionKind) {
        if end > self.end {
            self.regions.push(Region {
                offset: self.end,
                size: end - self.end,
                kind,
            });
            self.end = end;
        }
    }
}
