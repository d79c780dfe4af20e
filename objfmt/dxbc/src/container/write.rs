//! Putting containers together.

use super::{CHUNK_HEADER, Container, HEADER, Header, MAGIC, SUMMED, VERSION};
use crate::checksum::checksum;
use crate::error::FourCc;

/// The reason why chunks cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The container would be too large for its fields of 32 bits.
    #[error("the container takes {size} bytes; its fields allow {}", u32::MAX)]
    TooLarge {
        /// The size that it would have.
        size: usize,
    },
}

/// The bytes of a container that was read: each part at the place where it was.
pub(super) fn write(container: &Container<'_>) -> Vec<u8> {
    let Header {
        checksum,
        version,
        size,
    } = *container.header();
    // There are no more entries than the field that counts them can say.
    let count = u32::try_from(container.entries.len()).unwrap_or(u32::MAX);
    let mut file = Vec::new();
    put(&mut file, 0, &MAGIC);
    put(&mut file, MAGIC.len(), &checksum);
    for (index, number) in [version, size, count].into_iter().enumerate() {
        let offset = SUMMED + index * size_of::<u32>();
        put(&mut file, offset, &number.to_le_bytes());
    }
    for (index, entry) in container.entries.iter().enumerate() {
        let offset = HEADER + index * size_of::<u32>();
        put(&mut file, offset, &entry.offset.to_le_bytes());
    }
    for gap in &container.gaps {
        put(&mut file, gap.offset, gap.bytes);
    }
    for chunk in container.chunks() {
        let start = chunk.offset - CHUNK_HEADER;
        let size = u32::try_from(chunk.data.len()).unwrap_or(u32::MAX);
        put(&mut file, start, &chunk.id.0);
        put(&mut file, start + chunk.id.0.len(), &size.to_le_bytes());
        put(&mut file, chunk.offset, chunk.data);
    }
    file
}

/// Puts bytes at an offset, behind zeros if there is nothing yet before it.
fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

/// Puts chunks together, in this order and without gaps, with the right checksum.
///
/// The data of compilers is padded to a multiple of 4 bytes; this function does not pad.
///
/// # Errors
///
/// The container would be larger than 32 bits can state.
pub fn build(chunks: &[(FourCc, &[u8])]) -> Result<Vec<u8>, WriteError> {
    let list = HEADER + chunks.len() * size_of::<u32>();
    let sizes = chunks.iter().map(|(_, data)| CHUNK_HEADER + data.len());
    let size = sizes.fold(list, usize::saturating_add);
    let number = |number: usize| {
        let number = u32::try_from(number).map_err(|_| WriteError::TooLarge { size });
        number.map(u32::to_le_bytes)
    };
    let mut file = Vec::with_capacity(size);
    file.extend(MAGIC);
    file.extend([0; 16]);
    file.extend(VERSION.to_le_bytes());
    file.extend(number(size)?);
    file.extend(number(chunks.len())?);
    let mut offset = list;
    for (_, data) in chunks {
        file.extend(number(offset)?);
        offset += CHUNK_HEADER + data.len();
    }
    for (id, data) in chunks {
        file.extend(id.0);
        file.extend(number(data.len())?);
        file.extend_from_slice(data);
    }
    let sum = checksum(&file[SUMMED..]);
    file[MAGIC.len()..SUMMED].copy_from_slice(&sum);
    Ok(file)
}
