//! Models for tests: strategies that build valid ones, and samples with entries in every table.

#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "what is unwrapped is right by construction")]

mod object_samples;
mod objects;
mod shbins;

pub(crate) use object_samples::{sample_object, sample_with_labels, sample_with_stated_fields};
pub(crate) use objects::{footprint_of_object, object};
pub(crate) use shbins::{footprint_of_shbin, sample_shbin, shbin};

/// The maximum memory of a model, as a multiple of the file size, as `FORMAT.md` guarantees.
pub(crate) const MEMORY_MULTIPLE: usize = 32;

/// Returns the bytes of a list.
fn list<T>(list: &[T]) -> usize {
    size_of_val(list)
}

/// Overwrites the little-endian word at an offset.
pub(crate) fn poke(file: &mut [u8], offset: usize, word: u32) {
    file[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
}

/// Returns the little-endian word at an offset.
pub(crate) fn peek(file: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(file[offset..offset + 4].try_into().unwrap())
}
