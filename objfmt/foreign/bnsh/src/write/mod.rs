//! File writer.
//!
//! A file consists of its header, the shader container, the variations, the programs with their code and reflection,
//! the memory pool, the bytes of loaded programs, the byte code, the strings and the relocation table, in this order.

mod output;
mod programs;
mod reflection;
mod relocations;
mod strings;

use std::collections::HashMap;
use std::mem::take;

use bstr::BStr;
use pica200_objfmt::formats::layout::Magic;
use zerocopy::little_endian::U32;

use crate::container::{CONTAINER, LITTLE_ENDIAN, MAGIC, POOL_SIZE};
use crate::contents::Contents;
use crate::dictionary::TreeError;
use crate::error::Structure;
use crate::kinds::CodeType;
use crate::layout::{ContainerRecord, FileHeader, PoolRecord, at};
use crate::verify::ALIGNMENT;
use output::{Output, count};
use relocations::{Section, Table};
use strings::StringTable;

/// The maximum alignment shift of written files: 1 MiB.
pub const MAX_SHIFT: u8 = 20;

/// Alignment of a stage's byte code in bytes, if the file's alignment is at least as large.
const CODE_ALIGNMENT: usize = 256;

/// An error for contents that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The alignment is too large.
    #[error("the alignment is 1 << {found}; at most 1 << {MAX_SHIFT} is possible")]
    Alignment {
        /// The shift.
        found: u8,
    },
    /// A program's code is not of the stated type.
    #[error("{structure}: the code is of the type {found}, but the program of the type {program}")]
    CodeType {
        /// The code.
        structure: Structure,
        /// The actual code type.
        found: CodeType,
        /// The stated code type of the program.
        program: CodeType,
    },
    /// The number of texts does not fit its field.
    #[error("{structure}: there are {found} texts; at most 65535 are possible")]
    Texts {
        /// The code.
        structure: Structure,
        /// The number of texts.
        found: usize,
    },
    /// Names cannot form a tree.
    #[error("{structure}: {reason}")]
    Names {
        /// The dictionary.
        structure: Structure,
        /// The reason.
        reason: TreeError,
    },
    /// A string is too long.
    #[error("the string that begins with `{start}` has {length} bytes; at most 65535 are possible")]
    LongString {
        /// Its first characters.
        start: String,
        /// Its length in bytes.
        length: usize,
    },
    /// A string contains a NUL, which terminates it for some readers.
    #[error("the string that begins with `{start}` contains a NUL")]
    Nul {
        /// Its first characters.
        start: String,
    },
    /// The file is too large for its offsets.
    #[error("the file has {size} bytes; at most {} are possible", u32::MAX)]
    TooLarge {
        /// The size in bytes.
        size: usize,
    },
}

/// Writes a file. Identical byte code is written once.
///
/// ```
/// use pica200_bnsh::contents::Contents;
/// use pica200_bnsh::write::write;
/// use pica200_bnsh::Bnsh;
///
/// let contents = Contents { name: Some("empty".into()), ..Contents::new() };
/// let file = write(&contents).expect("there is nothing to refuse");
/// let read = Bnsh::read(&file).expect("the file has a header");
/// assert_eq!(read.header.name.map(|(_, name)| name.to_string()), Some("empty".to_owned()));
/// ```
///
/// # Errors
///
/// Fails if the format cannot represent the contents.
pub fn write(contents: &Contents<'_>) -> Result<Vec<u8>, WriteError> {
    if contents.alignment_shift > MAX_SHIFT {
        let found = contents.alignment_shift;
        return Err(WriteError::Alignment { found });
    }
    let mut writer = Writer::default();
    writer.file(contents)?;
    let size = writer.output.len();
    match u32::try_from(size) {
        Ok(_) => Ok(writer.output.into_bytes()),
        Err(_) => Err(WriteError::TooLarge { size }),
    }
}

/// A partially written file, with the contents that follow later. The lists hold offsets of pointers.
#[derive(Default)]
struct Writer<'c> {
    output: Output,
    table: Table,
    /// The pointers to strings.
    keys: Vec<(usize, &'c BStr)>,
    /// The pointers to the bytes of loaded programs.
    objects: Vec<(usize, &'c [u8])>,
    /// The pointers to byte code.
    code: Vec<(usize, &'c [u8])>,
}

impl<'c> Writer<'c> {
    fn file(&mut self, contents: &'c Contents<'_>) -> Result<(), WriteError> {
        let header: usize = self.output.reserve::<FileHeader>();
        let container = self.container(contents)?;
        self.pool(contents, container);

        let name = contents.name.as_ref().map(BStr::new);
        let used = self.keys.iter().map(|(_, key)| *key).chain(name);
        let strings = StringTable::new(&contents.strings, used)?;
        let block = self.output.len();
        let size = count(block - container);
        self.output.set(at!(container, ContainerRecord.next), &size);
        self.output.set(at!(container, ContainerRecord.size), &size);
        let offsets = strings.write(&mut self.output);
        for (pointer, key) in take(&mut self.keys) {
            let offset = offsets.get(key).copied().unwrap_or_default();
            self.output.point(pointer, offset);
        }
        self.table.set_range(Section::Strings, block..self.output.len());

        let relocations = take(&mut self.table).write(&mut self.output);
        let name = name.and_then(|name| offsets.get(name));
        let version = contents.version;
        let record = FileHeader {
            magic: MAGIC,
            micro: version.micro,
            minor: version.minor,
            major: version.major.into(),
            byte_order: LITTLE_ENDIAN,
            alignment: contents.alignment_shift,
            address_size: contents.address_size,
            // The name offset points to the characters.
            name: name.map_or(U32::ZERO, |offset| count(offset + size_of::<u16>())),
            flags: contents.flags.into(),
            first_block: u16::try_from(container).unwrap_or(u16::MAX).into(),
            relocations: count(relocations),
            size: count(self.output.len()),
            reserved: [0; 64],
        };
        self.output.set(header, &record);
        Ok(())
    }

    /// Writes the shader container with its variations and programs. Returns its offset. Its size and the pointer to
    /// the memory pool are filled in later.
    fn container(&mut self, contents: &'c Contents<'_>) -> Result<usize, WriteError> {
        let container = self.output.reserve::<ContainerRecord>();
        let variations = self.variations(contents, container)?;
        let record = ContainerRecord {
            magic: Magic(CONTAINER),
            next: U32::ZERO,
            size: U32::ZERO,
            reserved: U32::ZERO,
            api: contents.api.into(),
            api_version: contents.api_version.into(),
            code_type: contents.code_type.0,
            reserved_a: [0; 3],
            compiler: contents.compiler.into(),
            variations: count(contents.variations.len()),
            variations_at: (variations as u64).into(),
            pool: 0.into(),
            low_level_compiler: contents.low_level_compiler.into(),
            reserved_b: [0; 40],
        };
        self.output.set(container, &record);
        let pointers = at!(container, ContainerRecord.variations_at);
        self.table.add(Section::Structures, pointers, [1, 2, 0]);
        Ok(container)
    }

    /// Writes the memory pool, the bytes of loaded programs and the byte code.
    fn pool(&mut self, contents: &Contents<'_>, container: usize) {
        let alignment = (1 << contents.alignment_shift).max(ALIGNMENT);
        let pool = self.output.reserve::<PoolRecord>();
        self.output.point(at!(container, ContainerRecord.pool), pool);
        let rest = self.output.zeros(POOL_SIZE as usize);
        let objects = self.output.len();
        self.table.set_range(Section::Structures, 0..objects);
        for (pointer, bytes) in take(&mut self.objects) {
            let offset = self.output.append(bytes);
            self.output.point(pointer, offset);
        }
        self.table.set_range(Section::Objects, objects..self.output.len());

        self.output.align(alignment);
        let code = self.output.len();
        let mut offsets = HashMap::new();
        for (pointer, bytes) in take(&mut self.code) {
            let offset = *offsets.entry(bytes).or_insert_with(|| {
                self.output.align(alignment.min(CODE_ALIGNMENT));
                self.output.append(bytes)
            });
            self.output.point(pointer, offset);
        }
        self.output.align(alignment);
        let end = self.output.len();
        self.table.set_range(Section::Code, code..end);
        let record = PoolRecord {
            property: contents.pool_property.into(),
            size: count(end - code),
            code: (code as u64).into(),
            reserved_a: [0; 16],
            pool: (rest as u64).into(),
            reserved_b: [0; 40],
        };
        self.output.set(pool, &record);
        self.table.add(Section::Code, at!(pool, PoolRecord.code), [1, 1, 0]);
        self.table
            .add(Section::Structures, at!(pool, PoolRecord.pool), [1, 1, 0]);
    }
}
