//! Slices of files for readers with their own types of faults.

use bstr::ByteSlice;

use super::NAMES_MULTIPLE;

/// Hands out pieces of a file, and keeps account of how far it was looked for the ends of names: many may share their
/// bytes.
pub(crate) struct Pieces<'a> {
    file: &'a [u8],
    /// How many bytes may still be looked at for the ends of names.
    names_left: usize,
}

/// Why there is no name at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoName {
    /// It would begin outside its table.
    Outside,
    /// It has no end.
    NotEnded,
    /// Names overlap to such an extent that reading them takes too long.
    TooLong,
}

impl<'a> Pieces<'a> {
    pub(crate) fn of(file: &'a [u8]) -> Self {
        Self {
            file,
            names_left: file.len().saturating_mul(NAMES_MULTIPLE),
        }
    }

    /// How long the file is.
    pub(crate) fn len(&self) -> usize {
        self.file.len()
    }

    /// How many bytes there are from an offset on.
    pub(crate) fn left(&self, offset: usize) -> usize {
        self.file.len().saturating_sub(offset)
    }

    /// So many bytes from an offset on, `None` if the file has fewer.
    pub(crate) fn piece(&self, offset: usize, size: usize) -> Option<&'a [u8]> {
        self.file.get(offset..offset.checked_add(size)?)
    }

    /// The first bytes of the file, at most so many.
    pub(crate) fn start(&self, most: usize) -> &'a [u8] {
        self.file.get(..most).unwrap_or(self.file)
    }

    /// The name that begins at an offset of a table and ends before the first `end`.
    pub(crate) fn name(
        &mut self,
        table: &'a [u8],
        offset: u64,
        end: u8,
    ) -> Result<&'a [u8], NoName> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|start| table.get(start..))
            .filter(|rest| !rest.is_empty())
            .ok_or(NoName::Outside)?;
        let within = rest.get(..self.names_left).unwrap_or(rest);
        let len = within.find_byte(end);
        let looked_at = len.map_or(within.len(), |len| len + 1);
        self.names_left = self.names_left.saturating_sub(looked_at);
        match len {
            Some(len) => Ok(rest.get(..len).unwrap_or_default()),
            None if within.len() < rest.len() => Err(NoName::TooLong),
            None => Err(NoName::NotEnded),
        }
    }
}
