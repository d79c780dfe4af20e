//! Faults and regions that a tolerant reader records.

use super::Region;
use crate::formats::error::{ReadError, ReadErrorKind};

/// The maximum number of listed faults per table.
pub(crate) const MAX_TABLE_FAULTS: usize = 100;

/// The maximum number of listed faults per file.
pub(crate) const MAX_FAULTS: usize = 500;

/// The faults of a file, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Faults {
    list: Vec<ReadError>,
    /// The number of faults of the last fault's table, including those that are not listed.
    table_faults: usize,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: ReadError) {
        let last = self.list.last().filter(|last| {
            (last.location.structure, last.location.table) == (fault.location.structure, fault.location.table)
        });
        // Any number of further names is a single fault.
        if last.is_some_and(|last| are_name_limits(last, &fault)) {
            return;
        }
        self.table_faults = if last.is_some() { self.table_faults + 1 } else { 1 };
        if self.table_faults <= MAX_TABLE_FAULTS && !self.is_full() {
            self.list.push(fault);
        }
    }

    /// Inserts a fault before all others, and removes the redundant faults of the same record.
    pub(crate) fn push_front(&mut self, fault: ReadError) {
        let location = (fault.offset, fault.location);
        self.list.retain(|other| (other.offset, other.location) != location);
        self.list.truncate(MAX_FAULTS - 1);
        self.list.insert(0, fault);
    }

    /// Returns true if no more faults are listed. No tool writes files with that many faults.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MAX_FAULTS
    }
}

fn are_name_limits(a: &ReadError, b: &ReadError) -> bool {
    let of_names = |error: &ReadError| matches!(error.kind, ReadErrorKind::NamesTooLong { .. });
    of_names(a) && of_names(b)
}

/// The results that a tolerant reader records.
#[derive(Default)]
pub(crate) struct ReadLog {
    pub(crate) faults: Faults,
    /// The headers and tables within the file, in the order of reading. They may overlap.
    pub(crate) claims: Vec<Region>,
}

impl ReadLog {
    pub(crate) fn into_parts(self) -> (Vec<ReadError>, Vec<Region>) {
        (self.faults.list, self.claims)
    }
}
