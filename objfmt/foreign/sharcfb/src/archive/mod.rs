//! The archive: binaries, and programs that choose among them by the values of macros.
//!
//! An archive owns its contents. Sizes are not part of it: writing makes all of them anew. Bytes without a meaning,
//! which the sizes of a file leave room for, are kept where they are.

mod list;
mod parts;
mod program;
mod read;
mod text;
mod write;

use bstr::BStr;
use pica200_objfmt::formats::bytes::ByteOrder;

use crate::error::{Error, Fault, Place};
use crate::gx2::{self, Shader, Stage};
use crate::layout::{ArchiveHeader, ArrayHeader, BinaryHeader};

pub use crate::kind::{Kind, MOST_MACROS, SymbolKind};
pub(crate) use list::List;
pub use parts::ProgramParts;
pub use program::{Macro, Program, Symbol, combinations};
pub(crate) use read::extent;
pub use text::Text;
pub(crate) use write::program_size;

/// The signature of a big-endian file. That of a little-endian file is the same backwards.
pub const SIGNATURE: [u8; 4] = *b"SHAB";

/// The first bytes of files in both byte orders.
pub(crate) const SIGNATURES: [[u8; 4]; 2] = [SIGNATURE, *b"BAHS"];

/// The version of the files that this crate writes, and whose contents it reads.
pub const VERSION: u32 = 8;

/// A version that has one more array in each program, between uniforms and uniform blocks. Probable: one reader shows
/// it.
pub const VERSION_9: u32 = 9;

/// Words of a header that reading does not need, and that writing repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loose {
    /// The byte order: 0 big, 1 little.
    pub(crate) endian: u32,
    /// Whether a loader replaced offsets by addresses: 0.
    pub(crate) resolved: u32,
}

impl Loose {
    /// The words of a new file in a byte order.
    pub(crate) const fn of(order: ByteOrder) -> Self {
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
    /// The version: 8 in new archives.
    pub(crate) version: u32,
    /// The words of the header that reading does not need.
    pub(crate) loose: Loose,
    pub(crate) name: Text,
    pub(crate) binaries: List<Binary>,
    pub(crate) programs: List<Program>,
    /// The bytes between the last array and the end that the header states.
    pub(crate) rest: Vec<u8>,
    /// The bytes behind that end.
    pub(crate) behind: Vec<u8>,
}

/// A shader binary: the data of one GX2 shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binary {
    /// The stage.
    pub(crate) stage: Stage,
    /// The bytes between the header and the data.
    pub(crate) gap: Vec<u8>,
    /// The data, whose words have the byte order of the archive.
    pub(crate) data: Vec<u8>,
    /// The bytes between the data and the end of the entry.
    pub(crate) rest: Vec<u8>,
}

/// An archive of which all readable parts were read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// The readable parts. An array ends before its first entry that cannot be read.
    pub archive: Archive,
    /// The size of the archive in bytes, as its header states it.
    pub size: usize,
    /// The reasons why entries are missing. The archive can be written only if there are none.
    pub damage: Vec<Error>,
}

/// Whether the contents of archives of a version are known.
fn is_known_version(version: u32) -> bool {
    [VERSION, VERSION_9].contains(&version)
}

impl Archive {
    /// An archive without binaries and programs.
    ///
    /// # Errors
    ///
    /// The name contains a NUL.
    pub fn new(name: &[u8], order: ByteOrder) -> Result<Self, crate::edit::EditError> {
        Ok(Self {
            order,
            version: VERSION,
            loose: Loose::of(order),
            name: Text::new(name)?,
            binaries: List::default(),
            programs: List::default(),
            rest: Vec::new(),
            behind: Vec::new(),
        })
    }

    /// Reads an archive that has no fault.
    ///
    /// # Errors
    ///
    /// The first fault of the file: of its records, of the binaries of a program, or of the data of a binary. See
    /// [`inspect`](Self::inspect) and [`faults`](Self::faults) for all of them. What the console's loader refuses, but
    /// can be read, is a [warning](Self::warnings).
    pub fn read(file: &[u8]) -> Result<Self, Error> {
        let Inspection { archive, damage, .. } = Self::inspect(file)?;
        let mut faults = damage.into_iter().chain(archive.faults());
        match faults.next() {
            Some(fault) => Err(fault),
            None => Ok(archive),
        }
    }

    /// Reads all readable parts of an archive.
    ///
    /// # Errors
    ///
    /// The header or the name cannot be read.
    pub fn inspect(file: &[u8]) -> Result<Inspection, Error> {
        read::inspect(file)
    }

    /// The bytes of the archive. Those of an archive that was read and not changed are the bytes of its file.
    ///
    /// # Errors
    ///
    /// The file would be larger than its fields of 32 bits can state.
    pub fn write(&self) -> Result<Vec<u8>, TooLarge> {
        write::write(self)
    }

    /// The version of the format. Of other versions than 8 and 9, only the header and the name are read.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The word `resolved` of the header: 0 in files, 1 in copies of memory.
    pub fn resolved(&self) -> u32 {
        self.loose.resolved
    }

    /// Whether the contents behind the header and the name are read: those of the versions 8 and 9.
    pub fn is_known_version(&self) -> bool {
        is_known_version(self.version)
    }

    /// The byte order of the file.
    pub fn order(&self) -> ByteOrder {
        self.order
    }

    /// The name, which is usually the path of a `.sharc` file.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// The binaries, in the order of the file. Programs name them by their index.
    pub fn binaries(&self) -> &[Binary] {
        &self.binaries.entries
    }

    /// The programs, in the order of the file.
    pub fn programs(&self) -> &[Program] {
        &self.programs.entries
    }

    /// The size in bytes that the header of the written archive states: without the bytes behind it.
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

    /// The bytes behind the archive, which its size does not include.
    pub fn behind(&self) -> &[u8] {
        &self.behind
    }

    /// Reads the data of a binary; `None` if there is no such binary.
    ///
    /// # Errors
    ///
    /// Those of [`Shader::read`].
    pub fn shader(&self, index: usize) -> Option<Result<Shader<'_>, Error>> {
        let Binary { stage, data, .. } = self.binaries().get(index)?;
        Some(Shader::read(*stage, data, self.order))
    }

    /// Changes the byte order of the file: that of all numbers of its records, of the structures and tables of its
    /// shaders, and of the default values of symbols except those of uniform blocks. Names, code, flags and loop
    /// variables stay.
    ///
    /// # Errors
    ///
    /// A binary cannot be converted: its type is unknown, or its tables do not follow the structure without gaps, or
    /// other data overlap them; or the archive is of another version than 8. The archive is as before.
    pub fn convert(&mut self, order: ByteOrder) -> Result<(), Error> {
        if self.order == order {
            return Ok(());
        }
        self.check_version()?;
        let mut converted = Vec::with_capacity(self.binaries().len());
        for (index, (binary, start)) in self.placed_binaries().enumerate() {
            let mut data = binary.data.clone();
            gx2::convert(binary.stage, &mut data, self.order).map_err(|error| error.in_binary(index, start))?;
            converted.push(data);
        }
        for (binary, data) in self.binaries.entries.iter_mut().zip(converted) {
            binary.data = data;
        }
        self.order = order;
        self.loose.endian = Loose::of(order).endian;
        Ok(())
    }

    /// Whether all contents are known.
    pub(crate) fn check_version(&self) -> Result<(), Error> {
        if self.version == VERSION {
            return Ok(());
        }
        let found = self.version;
        let at = std::mem::offset_of!(ArchiveHeader, version);
        Err(Error::new(Place::Header, at, Fault::Version { found }))
    }

    /// The offset of the array of binaries in the file.
    fn binaries_at(&self) -> usize {
        write::HEADER + self.name.bytes().len()
    }

    /// The offset of the array of programs in the file.
    pub(crate) fn programs_at(&self) -> usize {
        let binaries: usize = self.binaries().iter().map(Binary::size).sum();
        self.binaries_at() + size_of::<ArrayHeader>() + binaries + self.binaries.rest.len()
    }

    /// The binaries, each with the offset of its data in the file.
    pub(crate) fn placed_binaries(&self) -> impl Iterator<Item = (&Binary, usize)> {
        let mut at = self.binaries_at() + size_of::<ArrayHeader>();
        self.binaries().iter().map(move |binary| {
            let start = at + size_of::<BinaryHeader>() + binary.gap.len();
            at += binary.size();
            (binary, start)
        })
    }
}

impl Binary {
    /// The stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The data: a structure, its tables, names and code. The words of the structure and of the tables have the byte
    /// order of the archive.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// The offset of the data from the end of the header of the entry, in bytes: 0 in known files.
    pub fn offset(&self) -> usize {
        self.gap.len()
    }

    /// The size of the entry in bytes, with its header.
    pub fn size(&self) -> usize {
        size_of::<BinaryHeader>() + self.gap.len() + self.data.len() + self.rest.len()
    }
}

/// The file would be larger than its fields can state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the archive takes {size} bytes; the fields allow {}", u32::MAX)]
pub struct TooLarge {
    /// The size of the file in bytes.
    pub size: usize,
}
