//! Output buffer.

use zerocopy::little_endian::{U32, U64};
use zerocopy::{Immutable, IntoBytes};

use crate::verify::ALIGNMENT;

/// The bytes of a partially written file.
#[derive(Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
}

/// Converts a number of bytes or entries. The file size bounds it; a file that is too large is rejected at the end.
pub(super) fn count(count: usize) -> U32 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

impl Output {
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Appends zeros up to a multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: usize) {
        let len = self.bytes.len().next_multiple_of(alignment);
        self.bytes.resize(len, 0);
    }

    /// Aligns, then appends zeros. Returns their offset.
    pub(super) fn zeros(&mut self, size: usize) -> usize {
        self.align(ALIGNMENT);
        let offset = self.bytes.len();
        self.bytes.resize(offset + size, 0);
        offset
    }

    /// Reserves space for a record. Returns its offset.
    pub(super) fn reserve<T>(&mut self) -> usize {
        self.zeros(size_of::<T>())
    }

    /// Aligns, appends bytes, and aligns again. Returns the offset of the bytes.
    pub(super) fn append(&mut self, bytes: &[u8]) -> usize {
        self.align(ALIGNMENT);
        let offset = self.put(bytes);
        self.align(ALIGNMENT);
        offset
    }

    /// Appends bytes. Returns their offset.
    pub(super) fn put(&mut self, bytes: &[u8]) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        offset
    }

    /// Overwrites the bytes at an offset, which must be within the file.
    pub(super) fn set(&mut self, at: usize, value: &(impl IntoBytes + Immutable + ?Sized)) {
        let value = value.as_bytes();
        if let Some(bytes) = self.bytes.get_mut(at..at + value.len()) {
            bytes.copy_from_slice(value);
        }
    }

    /// Sets the pointer at an offset.
    pub(super) fn point(&mut self, pointer: usize, offset: usize) {
        self.set(pointer, &U64::from(offset as u64));
    }
}
