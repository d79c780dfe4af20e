//! The container: a header with a checksum, the offsets of the chunks, and the chunks.
//!
//! A chunk is a name of four characters, the size of its data in bytes, and the data.

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

/// The first bytes of a container.
pub const MAGIC: [u8; 4] = *b"DXBC";

/// The number behind the checksum.
pub const VERSION: u32 = 1;

/// The size of the header without the offsets of the chunks, in bytes.
const HEADER: usize = size_of::<ContainerHeader>();

/// The offset of the first byte that the checksum covers.
const SUMMED: usize = std::mem::offset_of!(ContainerHeader, version);

/// The size of the name and the size in front of the data of a chunk, in bytes.
const CHUNK_HEADER: usize = size_of::<ChunkHeader>();

/// A container, as a view of the bytes of its file.
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

/// The fields of the header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Header {
    /// The checksum that the file states.
    pub checksum: [u8; 16],
    /// The number behind the checksum: 1 in all known files.
    pub version: u32,
    /// The size of the container in bytes, as the file states it.
    pub size: u32,
}

/// An entry of the list of chunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The offset of the chunk in the file, as the list states it.
    pub offset: u32,
    /// The chunk, or `None` if the file does not contain all of it.
    pub chunk: Option<Chunk<'a>>,
}

/// Bytes that belong neither to the header nor to a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap<'a> {
    /// Their offset in the file.
    pub offset: usize,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// The result of comparing the checksum with the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Checksum {
    /// The checksum is that of the bytes.
    Right,
    /// The checksum is another. Loaders of Direct3D refuse such a file.
    Wrong {
        /// The checksum of the bytes.
        computed: [u8; 16],
    },
    /// All bytes of the checksum are zero: the file is not signed.
    Absent,
}

impl<'a> Container<'a> {
    /// Reads a container. Bytes behind its end are kept as a gap.
    ///
    /// A chunk that is damaged does not hide the others: see [`faults`](Self::faults).
    ///
    /// # Errors
    ///
    /// The bytes do not begin with the header of a container, or end before the end of its list of chunks.
    pub fn read(file: &'a [u8]) -> Result<Self, Error> {
        read::read(file)
    }

    /// The fields of the header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of bytes from the first byte of the container to its end, which is the end of the file if the file
    /// has fewer bytes than the header states.
    pub fn size(&self) -> usize {
        self.extent().len()
    }

    fn extent(&self) -> &'a [u8] {
        let size = offset(self.header.size);
        self.file.get(..size).unwrap_or(self.file)
    }

    /// Compares the checksum with the bytes of the container.
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

    /// The list of chunks, in the order of the header.
    pub fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// The chunks that are complete, in the order of the header.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'a>> + '_ {
        self.entries.iter().filter_map(|entry| entry.chunk)
    }

    /// The first chunk with this name, which is the one that counts.
    pub fn chunk(&self, id: FourCc) -> Option<Chunk<'a>> {
        self.chunks().find(|chunk| chunk.id == id)
    }

    /// The bytes that belong neither to the header nor to a complete chunk, by their offsets.
    pub fn gaps(&self) -> &[Gap<'a>] {
        &self.gaps
    }

    /// The faults of the container, at most 500: chunks outside of the file, chunks that overlap, a wrong size. A wrong
    /// checksum is not one of them.
    pub fn faults(&self) -> &[Error] {
        &self.faults
    }

    /// Values that are not as expected, but that reading does not need, at most 500. Verification reports them.
    pub fn notes(&self) -> &[Error] {
        &self.notes
    }

    /// The bytes of the file, put together from the header, the chunks and the gaps.
    pub fn write(&self) -> Vec<u8> {
        write::write(self)
    }
}
