//! Checked records with their locations.

use crate::formats::error::{AllowedValues, ReadError, ReadErrorKind, RecordLocation, Table};

/// A location with its file offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileLocation {
    pub(crate) offset: usize,
    pub(crate) location: RecordLocation,
}

impl FileLocation {
    pub(crate) fn error(self, kind: impl Into<ReadErrorKind>) -> ReadError {
        ReadError {
            offset: self.offset,
            location: self.location,
            kind: kind.into(),
        }
    }

    /// Checks a redundant field against the value derived from other data.
    pub(crate) fn exactly(
        self,
        field: &'static str,
        found: impl Into<u32>,
        allowed: impl Into<u32>,
    ) -> Result<(), ReadError> {
        let (found, allowed) = (found.into(), allowed.into());
        if found == allowed {
            Ok(())
        } else {
            Err(self.field(field, found, AllowedValues::Exactly(allowed)))
        }
    }

    /// Returns the fault of an offset that is not a multiple of 4. Loaders divide it by 4, so they would read from
    /// another location.
    pub(crate) fn misaligned(self, offset: u32) -> ReadError {
        self.field("offset", offset, AllowedValues::Description("a multiple of 4"))
    }

    /// Returns the fault of a field with an invalid value.
    pub(crate) fn field(self, field: &'static str, found: impl Into<u32>, allowed: AllowedValues) -> ReadError {
        self.error(ReadErrorKind::Field {
            field,
            found: found.into(),
            allowed,
        })
    }
}

/// The entries of a table, with their locations.
#[derive(Clone, Copy)]
pub(crate) struct TableView<'a, T> {
    pub(super) records: &'a [T],
    pub(super) at: FileLocation,
    /// True if the whole table is damaged. There are no entries then.
    lost: bool,
}

impl<'a, T> TableView<'a, T> {
    pub(super) fn new(records: &'a [T], at: FileLocation) -> Self {
        Self {
            records,
            at,
            lost: false,
        }
    }

    /// Returns the view of a table that is damaged as a whole.
    pub(super) fn lost(at: FileLocation) -> Self {
        Self {
            records: &[],
            at,
            lost: true,
        }
    }

    /// Returns true if the table is damaged as a whole. The fault has already been reported.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn records(&self) -> &'a [T] {
        self.records
    }

    /// Returns the location of an entry, or of the table as a whole.
    pub(crate) fn location(&self, entry: Option<usize>) -> FileLocation {
        entry.map_or(self.at, |entry| self.entry_at(entry))
    }

    /// Returns the location of an entry. Nothing overflows for entries that exist.
    fn entry_at(&self, entry: usize) -> FileLocation {
        FileLocation {
            offset: self.at.offset.saturating_add(entry.saturating_mul(size_of::<T>())),
            location: RecordLocation {
                entry: Some(entry),
                ..self.at.location
            },
        }
    }

    /// Returns the entries with their locations.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (FileLocation, &'a T)> + use<'a, '_, T> {
        self.records
            .iter()
            .enumerate()
            .map(|(entry, record)| (self.entry_at(entry), record))
    }

    /// Maps all entries through a function, in one allocation.
    pub(crate) fn read<U>(
        &self,
        mut read: impl FnMut(FileLocation, &'a T) -> Result<U, ReadError>,
    ) -> Result<Vec<U>, ReadError> {
        let mut made = Vec::with_capacity(self.len());
        for (at, record) in self.entries() {
            made.push(read(at, record)?);
        }
        Ok(made)
    }

    /// Maps all entries through a function that may skip some, in one allocation.
    pub(crate) fn read_some<U>(
        &self,
        mut read: impl FnMut(FileLocation, &'a T) -> Result<Option<U>, ReadError>,
    ) -> Result<Vec<U>, ReadError> {
        let mut made = Vec::with_capacity(self.len());
        for (at, record) in self.entries() {
            made.extend(read(at, record)?);
        }
        Ok(made)
    }

    /// Maps all entries, with their counterparts in a parallel table, through a function. `own` is the name of this
    /// table.
    pub(crate) fn read_beside<U, V>(
        &self,
        own: Table,
        other: &TableView<'a, U>,
        mut read: impl FnMut((FileLocation, &'a T), (FileLocation, &'a U)) -> Result<V, ReadError>,
    ) -> Result<Vec<V>, ReadError> {
        if other.len() != self.len() {
            return Err(other.at.error(ReadErrorKind::Count {
                found: other.len(),
                expected: self.len(),
                other: own,
            }));
        }
        let mut made = Vec::with_capacity(self.len());
        for (entry, beside) in self.entries().zip(other.entries()) {
            made.push(read(entry, beside)?);
        }
        Ok(made)
    }
}
