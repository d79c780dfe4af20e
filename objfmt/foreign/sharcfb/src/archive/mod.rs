//! The archive: binaries, and programs that select them by macro values.
//!
//! An archive owns its contents. It does not store sizes: writing recomputes all of them. Padding bytes without meaning
//! are kept where they are.

mod array;
mod parts;
mod program;
mod read;
mod text;
mod write;

use bstr::BStr;
use pica200_objfmt::formats::bytes::ByteOrder;

use crate::error::{Error, ErrorKind, Location};
use crate::gx2::{self, Shader, Stage};
use crate::layout::{ArchiveHeader, ArrayHeader, BinaryHeader};

pub use crate::kind::{Kind, MAX_MACROS, SymbolKind};
pub(crate) use array::Array;
pub use parts::ProgramParts;
pub use program::{Macro, Program, Symbol, combinations};
pub(crate) use read::extent;
pub use text::Text;
pub(crate) use write::program_size;

/// The signature of a big-endian file. A little-endian file has it reversed.
pub const SIGNATURE: [u8; 4] = *b"SHAB";

/// The signatures of both byte orders.
pub(crate) const SIGNATURES: [[u8; 4]; 2] = [SIGNATURE, *b"BAHS"];

/// The format version that this crate writes, and whose contents it reads.
pub const VERSION: u32 = 8;

/// A version with one more array in each program, between uniforms and uniform blocks. Probable: one reader shows it.
pub const VERSION_9: u32 = 9;

/// Header words that reading ignores and writing repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeaderWords {
    /// The byte order: 0 big, 1 little.
    pub(crate) endian: u32,
    /// 0 in files. A loader sets it when it replaces offsets by addresses.
    pub(crate) resolved: u32,
}

impl HeaderWords {
    /// Returns the words of a new file in a byte order.
    pub(crate) const fn new(order: ByteOrder) -> Self {
        let endian = match order {
            ByteOrder::Big => 0,
            ByteOrder::Little => 1,
        };
        Self { endian, resolved: 0 }
    }
}

/// An archive.
///
/// ```
/// use pica200_objfmt::formats::bytes::ByteOrder;
/// use pica200_sharcfb::archive::Archive;
///
/// let archive = Archive::new(b"dir/empty.sharc", ByteOrder::Big)?;
/// let file = archive.write()?;
/// assert!(file.starts_with(b"SHAB"));
/// assert_eq!(Archive::read(&file)?, archive);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    pub(crate) order: ByteOrder,
    /// The format version: 8 in new archives.
    pub(crate) version: u32,
    /// The header words that reading ignores.
    pub(crate) header_words: HeaderWords,
    pub(crate) name: Text,
    pub(crate) binaries: Array<Binary>,
    pub(crate) programs: Array<Program>,
    /// The bytes between the last array and the end of the archive, according to the header.
    pub(crate) rest: Vec<u8>,
    /// The bytes after the end of the archive.
    pub(crate) trailing: Vec<u8>,
}

/// A shader binary: the data of one GX2 shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binary {
    /// The stage.
    pub(crate) stage: Stage,
    /// The bytes between the entry header and the data.
    pub(crate) gap: Vec<u8>,
    /// The data. Its words have the byte order of the archive.
    pub(crate) data: Vec<u8>,
    /// The bytes between the data and the end of the entry.
    pub(crate) rest: Vec<u8>,
}

/// An archive of which all readable parts were read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// The readable parts. An array ends before its first unreadable entry.
    pub archive: Archive,
    /// Size of the archive in bytes, according to its header.
    pub size: usize,
    /// The errors that caused entries to be missing. The archive can be written only if there are none.
    pub damage: Vec<Error>,
}

/// Returns true if the contents of archives of a version are known.
fn is_known_version(version: u32) -> bool {
    [VERSION, VERSION_9].contains(&version)
}

impl Archive {
    /// Creates an archive without binaries and programs.
    ///
    /// # Errors
    ///
    /// Fails if the name contains a NUL.
    pub fn new(name: &[u8], order: ByteOrder) -> Result<Self, crate::edit::EditError> {
        Ok(Self {
            order,
            version: VERSION,
            header_words: HeaderWords::new(order),
            name: Text::new(name)?,
            binaries: Array::default(),
            programs: Array::default(),
            rest: Vec::new(),
            trailing: Vec::new(),
        })
    }

    /// Reads an archive without errors.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the file: in its records, the binaries of a program, or the data of a binary.
    /// [`inspect`](Self::inspect) and [`faults`](Self::faults) return all of them. Readable parts that the console's
    /// loader rejects are [warnings](Self::warnings).
    pub fn read(file: &[u8]) -> Result<Self, Error> {
        let Inspection { archive, damage, .. } = Self::inspect(file)?;
        let mut faults = damage.into_iter().chain(archive.faults());
        match faults.next() {
            Some(error) => Err(error),
            None => Ok(archive),
        }
    }

    /// Reads all readable parts of an archive.
    ///
    /// # Errors
    ///
    /// Fails if the header or the name cannot be read.
    pub fn inspect(file: &[u8]) -> Result<Inspection, Error> {
        read::inspect(file)
    }

    /// Returns the bytes of the archive. An archive that was read and not changed is written back byte for byte.
    ///
    /// # Errors
    ///
    /// Fails if the size does not fit in the 32-bit fields.
    pub fn write(&self) -> Result<Vec<u8>, TooLarge> {
        write::write(self)
    }

    /// Returns the format version. For versions other than 8 and 9, only the header and the name are read.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the header word `resolved`: 0 in files, 1 in memory dumps.
    pub fn resolved(&self) -> u32 {
        self.header_words.resolved
    }

    /// Returns true if everything after the header and the name is read: in versions 8 and 9.
    pub fn is_known_version(&self) -> bool {
        is_known_version(self.version)
    }

    /// Returns the byte order of the file.
    pub fn order(&self) -> ByteOrder {
        self.order
    }

    /// Returns the name, usually the path of a `.sharc` file.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// Returns the binaries in file order. Programs refer to them by index.
    pub fn binaries(&self) -> &[Binary] {
        &self.binaries.entries
    }

    /// Returns the programs in file order.
    pub fn programs(&self) -> &[Program] {
        &self.programs.entries
    }

    /// Returns the size in bytes that the written header states: without the bytes after the archive.
    pub fn size(&self) -> usize {
        let start = write::HEADER + self.name.bytes().len();
        if !self.is_known_version() {
            return start + self.rest.len();
        }
        let arrays = 2 * size_of::<ArrayHeader>() + self.binaries.rest.len() + self.programs.rest.len();
        let binaries: usize = self.binaries().iter().map(Binary::size).sum();
        let programs: usize = self.programs().iter().map(program_size).sum();
        start + arrays + binaries + programs + self.rest.len()
    }

    /// Returns the bytes after the archive, which its size does not include.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// Reads the data of a binary. Returns `None` if there is no such binary.
    ///
    /// # Errors
    ///
    /// Fails with the errors of [`Shader::read`].
    pub fn shader(&self, index: usize) -> Option<Result<Shader<'_>, Error>> {
        let Binary { stage, data, .. } = self.binaries().get(index)?;
        Some(Shader::read(*stage, data, self.order))
    }

    /// Changes the byte order of the file: of all numbers in its records, of the structures and tables of its shaders,
    /// and of the default values of symbols other than uniform blocks. Names, code, flags and loop variables do not
    /// change.
    ///
    /// # Errors
    ///
    /// Fails, without changing the archive, if a binary has an unknown type or scattered or overlapping tables, or if
    /// the version is not 8.
    pub fn convert(&mut self, order: ByteOrder) -> Result<(), Error> {
        if self.order == order {
            return Ok(());
        }
        self.check_version()?;
        let mut converted = Vec::with_capacity(self.binaries().len());
        for (index, (binary, start)) in self.binaries_with_offsets().enumerate() {
            let mut data = binary.data.clone();
            gx2::convert(binary.stage, &mut data, self.order).map_err(|error| error.in_binary(index, start))?;
            converted.push(data);
        }
        for (binary, data) in self.binaries.entries.iter_mut().zip(converted) {
            binary.data = data;
        }
        self.order = order;
        self.header_words.endian = HeaderWords::new(order).endian;
        Ok(())
    }

    /// Checks that all contents are known.
    pub(crate) fn check_version(&self) -> Result<(), Error> {
        if self.version == VERSION {
            return Ok(());
        }
        let found = self.version;
        let at = std::mem::offset_of!(ArchiveHeader, version);
        Err(Error::new(Location::Header, at, ErrorKind::Version { found }))
    }

    /// Returns the file offset of the array of binaries.
    fn binaries_at(&self) -> usize {
        write::HEADER + self.name.bytes().len()
    }

    /// Returns the file offset of the array of programs.
    pub(crate) fn programs_at(&self) -> usize {
        let binaries: usize = self.binaries().iter().map(Binary::size).sum();
        self.binaries_at() + size_of::<ArrayHeader>() + binaries + self.binaries.rest.len()
    }

    /// Returns the binaries, each with the file offset of its data.
    pub(crate) fn binaries_with_offsets(&self) -> impl Iterator<Item = (&Binary, usize)> {
        let mut at = self.binaries_at() + size_of::<ArrayHeader>();
        self.binaries().iter().map(move |binary| {
            let start = at + size_of::<BinaryHeader>() + binary.gap.len();
            at += binary.size();
            (binary, start)
        })
    }
}

impl Binary {
    /// Returns the stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the data: a structure, its tables, names and code. The words of the structure and the tables have the
    /// byte order of the archive.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the distance in bytes from the entry header to the data: 0 in known files.
    pub fn offset(&self) -> usize {
        self.gap.len()
    }

    /// Returns the size in bytes of the entry with its header.
    pub fn size(&self) -> usize {
        size_of::<BinaryHeader>() + self.gap.len() + self.data.len() + self.rest.len()
    }
}

/// An error for a file whose size does not fit in its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the archive takes {size} bytes; the fields allow {}", u32::MAX)]
pub struct TooLarge {
    /// File size in bytes.
    pub size: usize,
}
