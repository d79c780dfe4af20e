//! Names, with a limit on their total memory.

use bstr::ByteSlice;

use super::{FileLocation, FileReader, MAX_NAMES_MULTIPLE, TableView};
use crate::formats::error::{ReadError, ReadErrorKind, RecordLocation};

/// The memory of a name in addition to its bytes: a `String` on a 64-bit host.
const NAME_OVERHEAD: usize = 24;

impl<'a> FileReader<'a> {
    /// Reads the name at an offset of a symbol table, without its NUL. Tolerates faults: a name that cannot be read is
    /// empty.
    pub(crate) fn name(
        &mut self,
        symbols: &TableView<'a, u8>,
        offset: u32,
        at: FileLocation,
    ) -> Result<&'a [u8], ReadError> {
        match self.find_name(symbols, offset, at) {
            Ok(name) => Ok(name),
            // A damaged table is a single fault, not one for each name.
            Err(_) if symbols.is_lost() => Ok(&[]),
            Err(fault) => self.report(fault).map(|()| &[][..]),
        }
    }

    fn find_name(&mut self, symbols: &TableView<'a, u8>, offset: u32, at: FileLocation) -> Result<&'a [u8], ReadError> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|start| symbols.records.get(start..))
            .filter(|rest| !rest.is_empty())
            .ok_or_else(|| {
                at.error(ReadErrorKind::NameOffset {
                    offset,
                    size: symbols.len(),
                })
            })?;
        // The search stops at the memory limit, which also bounds the time.
        let within = rest.get(..=self.names_left).unwrap_or(rest);
        let Some(end) = within.find_byte(0) else {
            // For the same reason, a failed search costs as much as a successful one.
            self.names_left = self.names_left.saturating_sub(within.len());
            return Err(if within.len() < rest.len() {
                names_too_long(at)
            } else {
                at.error(ReadErrorKind::UnterminatedName { offset })
            });
        };
        let cost = end.saturating_add(NAME_OVERHEAD);
        match self.names_left.checked_sub(cost) {
            Some(left) => self.names_left = left,
            None => {
                self.names_left = 0;
                return Err(names_too_long(at));
            }
        }
        Ok(rest.get(..end).unwrap_or_default())
    }

    /// Passes each name of a string table to a function, with its offset. Tolerates faults: a name that cannot be read
    /// ends the table. Returns true if the whole table was read.
    pub(crate) fn names(
        &mut self,
        table: &TableView<'a, u8>,
        mut take: impl FnMut(u32, &'a [u8]),
    ) -> Result<bool, ReadError> {
        let mut offset = 0;
        for entry in 0.. {
            // The length of the table is a 32-bit field.
            let Ok(start) = u32::try_from(offset) else {
                break;
            };
            if offset >= table.len() {
                break;
            }
            let at = FileLocation {
                offset: table.at.offset.saturating_add(offset),
                location: RecordLocation {
                    entry: Some(entry),
                    ..table.at.location
                },
            };
            match self.find_name(table, start, at) {
                Ok(name) => {
                    take(start, name);
                    offset += name.len() + 1;
                }
                Err(fault) => return self.report(fault).map(|()| false),
            }
        }
        Ok(!table.is_lost())
    }

    /// Returns the number of names that [`Self::names`] will pass, or an upper bound if it will stop early.
    pub(crate) fn count_names(&self, table: &TableView<'_, u8>) -> usize {
        let ends = table.records.iter().filter(|byte| **byte == 0).count();
        ends.min(self.names_left / NAME_OVERHEAD)
    }
}

fn names_too_long(at: FileLocation) -> ReadError {
    at.error(ReadErrorKind::NamesTooLong {
        multiple: MAX_NAMES_MULTIPLE,
    })
}
