//! Container: a header with a checksum, the chunk offsets, and the chunks.
//!
//! A chunk consists of a four-character name, the size of its data in bytes, and the data.

mod find;
mod read;
mod write;

use crate::checksum::checksum;
use crate::chunk::offset;
use crate::error::{Error, FourCc};
use crate::layout::{ChunkHeader, ContainerHeader};

pub use crate::chunk::Chunk;
pub use find::find;
pub use write::{WriteError, build};

/// Magic of a container.
pub const MAGIC: [u8; 4] = *b"DXBC";

/// The version number after the checksum.
pub const VERSION: u32 = 1;

/// Size of the header in bytes, without the chunk offsets.
const HEADER: usize = size_of::<ContainerHeader>();

/// Offset of the first byte that the checksum covers.
const SUMMED: usize = std::mem::offset_of!(ContainerHeader, version);

/// Size in bytes of a chunk header: name and data size.
const CHUNK_HEADER: usize = size_of::<ChunkHeader>();

/// A container: a view of the bytes of its file.
///
/// ```
/// use pica200_dxbc::container::{Checksum, Container, build};
/// use pica200_dxbc::FourCc;
///
/// let file = build(&[(FourCc(*b"SFI0"), &1u64.to_le_bytes())])?;
/// let container = Container::read(&file)?;
/// assert_eq!(container.checksum(), Checksum::Right);
/// assert_eq!(container.chunk(FourCc(*b"SFI0")).map(|chunk| chunk.data.len()), Some(8));
/// assert_eq!(container.write(), file);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Container<'a> {
    file: &'a [u8],
    header: Header,
    entries: Vec<Entry<'a>>,
    gaps: Vec<Gap<'a>>,
    faults: Vec<Error>,
    notes: Vec<Error>,
}

/// The header fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Header {
    /// The stored checksum.
    pub checksum: [u8; 16],
    /// The version number after the checksum: 1 in all known files.
    pub version: u32,
    /// Size of the container in bytes, according to the header.
    pub size: u32,
}

/// An entry of the chunk list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// File offset of the chunk, according to the list.
    pub offset: u32,
    /// The chunk, or `None` if the file does not contain all of it.
    pub chunk: Option<Chunk<'a>>,
}

/// Bytes outside the header and the chunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap<'a> {
    /// Byte offset in the file.
    pub offset: usize,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// Result of the checksum comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Checksum {
    /// The checksum is correct.
    Right,
    /// The checksum is wrong. Direct3D loaders reject such a file.
    Wrong {
        /// The computed checksum.
        computed: [u8; 16],
    },
    /// All bytes of the checksum are zero: the file is unsigned.
    Absent,
}

impl<'a> Container<'a> {
    /// Reads a container. Bytes after its end are kept as a gap.
    ///
    /// A damaged chunk does not hide the others: see [`faults`](Self::faults).
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not begin with a container header, or end before the end of the chunk list.
    pub fn read(file: &'a [u8]) -> Result<Self, Error> {
        read::read(file)
    }

    /// Returns the header fields.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of bytes from the start of the container to its end, or to the end of the file if the file is
    /// truncated.
    pub fn size(&self) -> usize {
        self.extent().len()
    }

    fn extent(&self) -> &'a [u8] {
        let size = offset(self.header.size);
        self.file.get(..size).unwrap_or(self.file)
    }

    /// Compares the stored checksum with the bytes of the container.
    pub fn checksum(&self) -> Checksum {
        if self.header.checksum == [0; 16] {
            return Checksum::Absent;
        }
        let computed = checksum(self.extent().get(SUMMED..).unwrap_or_default());
        if computed == self.header.checksum {
            Checksum::Right
        } else {
            Checksum::Wrong { computed }
        }
    }

    /// Returns the chunk list, in header order.
    pub fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// Returns the complete chunks, in header order.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'a>> + '_ {
        self.entries.iter().filter_map(|entry| entry.chunk)
    }

    /// Returns the first chunk with this name, which takes precedence over later ones.
    pub fn chunk(&self, id: FourCc) -> Option<Chunk<'a>> {
        self.chunks().find(|chunk| chunk.id == id)
    }

    /// Returns the bytes outside the header and the complete chunks, sorted by offset.
    pub fn gaps(&self) -> &[Gap<'a>] {
        &self.gaps
    }

    /// Returns the errors of the container, at most 500: chunks outside the file, overlapping chunks, a wrong size. A
    /// wrong checksum is not included.
    pub fn faults(&self) -> &[Error] {
        &self.faults
    }

    /// Returns unexpected values that do not prevent reading, at most 500. Verification reports them.
    pub fn notes(&self) -> &[Error] {
        &self.notes
    }

    /// Returns the bytes of the file, assembled from the header, the chunks and the gaps.
    pub fn write(&self) -> Vec<u8> {
        write::write(self)
    }
}
