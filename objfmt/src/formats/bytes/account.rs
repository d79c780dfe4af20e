//! Faults and regions that a tolerant reader records.

use super::Region;
use crate::formats::error::{ReadError, ReadFault};

/// The maximum number of listed faults per table.
pub(crate) const FAULTS_OF_TABLE: usize = 100;

/// The maximum number of listed faults per file.
pub(crate) const FAULTS: usize = 500;

/// The faults of a file, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Faults {
    list: Vec<ReadError>,
    /// The number of faults of the last fault's table, including those that are not listed.
    of_table: usize,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: ReadError) {
        let last = self
            .list
            .last()
            .filter(|last| (last.place.structure, last.place.table) == (fault.place.structure, fault.place.table));
        // Any number of further names is a single fault.
        if last.is_some_and(|last| both_of_names(last, &fault)) {
            return;
        }
        self.of_table = if last.is_some() { self.of_table + 1 } else { 1 };
        if self.of_table <= FAULTS_OF_TABLE && !self.are_full() {
            self.list.push(fault);
        }
    }

    /// Inserts a fault before all others, and removes the redundant faults of the same record.
    pub(crate) fn put_first(&mut self, fault: ReadError) {
        let place = (fault.offset, fault.place);
        self.list.retain(|other| (other.offset, other.place) != place);
        self.list.truncate(FAULTS - 1);
        self.list.insert(0, fault);
    }

    /// Returns true if no more faults are listed. No tool writes files with that many faults.
    pub(crate) fn are_full(&self) -> bool {
        self.list.len() >= FAULTS
    }
}

fn both_of_names(a: &ReadError, b: &ReadError) -> bool {
    let of_names = |error: &ReadError| matches!(error.fault, ReadFault::NamesTooLong { .. });
    of_names(a) && of_names(b)
}

/// The results that a tolerant reader records.
#[derive(Default)]
pub(crate) struct Account {
    pub(crate) faults: Faults,
    /// The headers and tables within the file, in the order of reading. They may overlap.
    pub(crate) claims: Vec<Region>,
}

impl Account {
    pub(crate) fn into_parts(self) -> (Vec<ReadError>, Vec<Region>) {
        (self.faults.list, self.claims)
    }
}
