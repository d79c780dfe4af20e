//! Shared parts of the chunk writers: space that is filled in later, and deduplicated names.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};
use zerocopy::little_endian::U32;

use crate::container::WriteError;

/// The byte with which compilers pad chunks and names to a multiple of 4 bytes.
const PADDING: u8 = 0xAB;

/// The data of a chunk being written.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    /// The names that were written, with their offsets.
    names: BTreeMap<BString, usize>,
}

impl Writer {
    /// Reserves space for bytes and returns its offset, a multiple of 4.
    pub(crate) fn reserve(&mut self, size: usize) -> usize {
        let at = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(at, PADDING);
        self.bytes.resize(at.saturating_add(size), 0);
        at
    }

    /// Fills reserved space.
    pub(crate) fn put(&mut self, at: usize, bytes: &[u8]) {
        if let Some(room) = self.bytes.get_mut(at..).and_then(|room| room.get_mut(..bytes.len())) {
            room.copy_from_slice(bytes);
        }
    }

    /// Appends bytes and returns their offset.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> usize {
        let at = self.reserve(bytes.len());
        self.put(at, bytes);
        at
    }

    /// Returns the offset of a name. Each name is written once.
    pub(crate) fn name(&mut self, name: &BStr) -> Result<U32, WriteError> {
        if let Some(&at) = self.names.get(name) {
            return self.offset_field(at);
        }
        if name.contains(&0) {
            return Err(WriteError::Name { name: name.to_owned() });
        }
        let at = self.append(&[name.as_bytes(), b"\0"].concat());
        self.names.insert(name.to_owned(), at);
        self.offset_field(at)
    }

    /// Converts an offset to a field.
    pub(crate) fn offset_field(&self, at: usize) -> Result<U32, WriteError> {
        self.count_field(at)
    }

    /// Converts a count to a field.
    pub(crate) fn count_field(&self, count: usize) -> Result<U32, WriteError> {
        let size = self.bytes.len();
        let count = u32::try_from(count).map_err(|_| WriteError::TooLarge { size })?;
        Ok(count.into())
    }

    /// Returns the data, padded to a multiple of 4 bytes.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.reserve(0);
        self.bytes
    }
}
