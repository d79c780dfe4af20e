//! The structure to which each byte of a file belongs.

use std::cmp::Reverse;

use super::{Region, RegionKind};
use crate::formats::bytes::Gate;

/// The regions of a file, given the headers and tables that have been found, in any order. Where those overlap, bytes
/// belong to the one that begins last: it stands within the other.
pub(super) fn regions_of(file: &[u8], mut claims: Vec<Region>) -> Vec<Region> {
    claims.sort_by_key(|claim| (claim.offset, Reverse(claim.size)));
    let mut sweep = Sweep {
        gate: Gate::strict(file),
        open: Vec::new(),
        // n claims cut a file into 2 n + 1 runs at most. Of those n + 1 are gaps, which may be two regions each.
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

/// A way through a file from front to back.
struct Sweep<'a> {
    gate: Gate<'a>,
    /// The headers and tables that have begun, the last one on top. Some may have ended.
    open: Vec<Region>,
    regions: Vec<Region>,
    /// The end of the regions so far.
    end: usize,
}

impl Sweep<'_> {
    /// Makes regions of all bytes before an offset.
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

    /// Makes regions of bytes that are in no header or table.
    fn fill_gap(&mut self, end: usize) {
        let zeros = self.gate.zeros_behind(self.end, end);
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
