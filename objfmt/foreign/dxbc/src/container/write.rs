//! Container writer.

use bstr::BString;
use pica200_objfmt::formats::layout::Magic;
use zerocopy::IntoBytes;
use zerocopy::little_endian::U32;

use super::{CHUNK_HEADER, Container, HEADER, Header, MAGIC, SUMMED, VERSION};
use crate::checksum::checksum;
use crate::error::FourCc;
use crate::layout::{ChunkHeader, ContainerHeader};

/// An error for chunks that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The size of a container or a chunk does not fit in its 32-bit field.
    #[error("takes {size} bytes or more; the fields allow {}", u32::MAX)]
    TooLarge {
        /// A lower bound of the size in bytes.
        size: usize,
    },
    /// The number of rows of a table does not fit in its 16-bit field.
    #[error("{what} has {count} {rows}; the field allows {}", u16::MAX)]
    TooMany {
        /// The owner of the table, with its article.
        what: &'static str,
        /// The kind of the rows, in the plural.
        rows: &'static str,
        /// The number of rows.
        count: usize,
    },
    /// A name contains a NUL, which would terminate it.
    #[error("the name `{}` contains a NUL", name.escape_ascii())]
    Name {
        /// The name.
        name: BString,
    },
    /// Chunks with this name do not contain a signature.
    #[error("chunks named `{id}` do not contain signatures")]
    NotASignature {
        /// The name.
        id: FourCc,
    },
    /// The chunk format has no field for a value.
    #[error("the {what} `{}` has {field}, which the chunk cannot store", name.escape_ascii())]
    NoField {
        /// The kind of the object that has the value.
        what: &'static str,
        /// The name of the object.
        name: BString,
        /// The field, with its article.
        field: &'static str,
    },
    /// A value that the chunk format requires is missing.
    #[error("the {what} `{}` lacks {field}, which the chunk requires", name.escape_ascii())]
    Missing {
        /// The kind of the object that lacks the value.
        what: &'static str,
        /// The name of the object.
        name: BString,
        /// The field, with its article.
        field: &'static str,
    },
    /// The size of a default value differs from the size of its variable.
    #[error("the default value of `{}` takes {found} bytes, but the variable takes {size}", name.escape_ascii())]
    Default {
        /// The name of the variable.
        name: BString,
        /// The size of the default value in bytes.
        found: usize,
        /// The size of the variable in bytes.
        size: u32,
    },
    /// Types are nested too deeply.
    #[error("types are nested more than {max} deep")]
    Nesting {
        /// The maximum depth.
        max: usize,
    },
}

/// Returns the bytes of a container that was read, with each part at its original offset.
pub(super) fn write(container: &Container<'_>) -> Vec<u8> {
    let Header {
        checksum,
        version,
        size,
    } = *container.header();
    let record = ContainerHeader {
        magic: Magic(MAGIC),
        checksum,
        version: version.into(),
        size: size.into(),
        chunks: field(container.entries.len()),
    };
    let mut file = record.as_bytes().to_vec();
    for entry in &container.entries {
        file.extend(entry.offset.to_le_bytes());
    }
    for gap in &container.gaps {
        put(&mut file, gap.offset, gap.bytes);
    }
    for chunk in container.chunks() {
        let record = header_of(chunk.id, chunk.data);
        put(&mut file, chunk.offset - CHUNK_HEADER, record.as_bytes());
        put(&mut file, chunk.offset, chunk.data);
    }
    file
}

/// Writes bytes at an offset, filling any gap before it with zeros.
fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

fn header_of(id: FourCc, data: &[u8]) -> ChunkHeader {
    ChunkHeader {
        id: Magic(id.0),
        size: field(data.len()),
    }
}

/// Converts a number to a field. The caller ensures that it fits in 32 bits.
fn field(number: usize) -> U32 {
    u32::try_from(number).unwrap_or(u32::MAX).into()
}

/// Builds a container of chunks, in this order and without gaps, with the correct checksum.
///
/// Compilers pad the data to a multiple of 4 bytes; this function does not pad.
///
/// # Errors
///
/// Fails if the size of the container does not fit in 32 bits.
pub fn build(chunks: &[(FourCc, &[u8])]) -> Result<Vec<u8>, WriteError> {
    let mut offset = HEADER + chunks.len() * size_of::<u32>();
    let sizes = chunks.iter().map(|(_, data)| CHUNK_HEADER + data.len());
    let size = sizes.fold(offset, usize::saturating_add);
    // No other number is larger.
    if u32::try_from(size).is_err() {
        return Err(WriteError::TooLarge { size });
    }
    let record = ContainerHeader {
        magic: Magic(MAGIC),
        checksum: [0; 16],
        version: VERSION.into(),
        size: field(size),
        chunks: field(chunks.len()),
    };
    let mut file = Vec::with_capacity(size);
    file.extend_from_slice(record.as_bytes());
    for (_, data) in chunks {
        file.extend_from_slice(field(offset).as_bytes());
        offset += CHUNK_HEADER + data.len();
    }
    for (id, data) in chunks {
        file.extend_from_slice(header_of(*id, data).as_bytes());
        file.extend_from_slice(data);
    }
    let sum = checksum(&file[SUMMED..]);
    file[MAGIC.len()..SUMMED].copy_from_slice(&sum);
    Ok(file)
}
