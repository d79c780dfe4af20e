//! The file header, blocks, shader container and memory pool.

use bstr::BStr;

use crate::dictionary::Dictionary;
use crate::error::{Error, ErrorKind, Structure};
use crate::kinds::CodeType;
use crate::layout::{BlockHeader, ContainerRecord, FileHeader, PoolRecord, at};
use crate::program::{self, Variation};
use crate::reader::{Field, Pointer, Reader, ReaderOutput, RecordSpan, Start};
use crate::relocation::Relocations;
use crate::strings::{self, Strings};
use crate::version::Version;

/// Magic of a file.
pub const MAGIC: [u8; 8] = *b"BNSH\0\0\0\0";

/// Byte order mark of a little-endian file.
pub const LITTLE_ENDIAN: [u8; 2] = [0xFF, 0xFE];

/// Byte order mark of a big-endian file. No such file is known.
const BIG_ENDIAN: [u8; 2] = [0xFE, 0xFF];

/// Magic of the shader container.
pub const CONTAINER: [u8; 4] = *b"grsc";

/// Size of an address in bits.
const ADDRESS_SIZE: u8 = 64;

/// Header flag that a loader sets.
const RELOCATED: u16 = 1;

/// Property of the memory pool.
pub(crate) const POOL_PROPERTY: u32 = 0x61;

/// Size in bytes of the part of the memory pool that the loader uses.
pub(crate) const POOL_SIZE: u32 = 0x140;

/// A parsed file. Damaged parts are missing and are reported in `faults`.
///
/// ```
/// use pica200_bnsh::Bnsh;
///
/// let fault = Bnsh::read(b"BNSH").expect_err("the header is cut off");
/// assert_eq!(fault.to_string(), "header, at byte 0h: the magic takes 8 bytes, but 4 are left");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bnsh<'a> {
    /// The header.
    pub header: Header<'a>,
    /// The blocks in file order.
    pub blocks: Vec<Block>,
    /// The shader container.
    pub container: Option<Container>,
    /// The memory pool.
    pub pool: Option<MemoryPool>,
    /// The variations.
    pub variations: Vec<Variation>,
    /// The dictionaries, in the order in which the variations refer to them.
    pub dictionaries: Vec<Dictionary<'a>>,
    /// The string table.
    pub strings: Option<Strings<'a>>,
    /// The relocation table.
    pub relocations: Option<Relocations>,
    /// All pointers of the structures that were read, except pointers in the header.
    pub pointers: Vec<Pointer>,
    /// The errors that caused parts to be missing; at most 500.
    pub faults: Vec<Error>,
    /// Unexpected values that do not prevent reading; at most 500. Verification reports them.
    pub notes: Vec<Error>,
    /// The records and tables that were read, in reading order, without the header and its name.
    pub record_spans: Vec<RecordSpan>,
    pub(crate) starts: Vec<Start>,
    file: &'a [u8],
}

/// The file header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    /// The format version.
    pub version: Version,
    /// The file alignment is `1 << alignment_shift` bytes.
    pub alignment_shift: u8,
    /// The size of an address in bits.
    pub address_size: u8,
    /// The file name and the offset of its string.
    pub name: Option<(usize, &'a BStr)>,
    /// The flags.
    pub flags: u16,
    /// Offset of the relocation table.
    pub relocations: u32,
    /// File size in bytes, according to the header.
    pub size: u32,
}

impl Header<'_> {
    /// Returns the alignment of the file in bytes, or `None` if it is larger than any file.
    pub fn alignment(&self) -> Option<u64> {
        1_u64.checked_shl(self.alignment_shift.into())
    }
}

/// A block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The magic.
    pub magic: [u8; 4],
    /// Byte offset in the file.
    pub offset: usize,
    /// Distance in bytes to the start of the next block; 0 in the last block.
    pub next: u32,
    /// Size in bytes.
    pub size: u32,
}

/// The shader container.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Container {
    /// Byte offset in the file.
    pub offset: usize,
    /// The graphics API: 4 for NVN.
    pub api: u16,
    /// The version of the graphics API.
    pub api_version: u16,
    /// The code type.
    pub code_type: CodeType,
    /// The compiler version.
    pub compiler: u32,
    /// The version of the machine-code compiler.
    pub low_level_compiler: u64,
    /// The number of variations, according to the container.
    pub variations: u32,
}

/// The memory pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryPool {
    /// Byte offset in the file.
    pub offset: usize,
    /// The property: 61h.
    pub property: u32,
    /// Size in bytes of the byte code of all programs.
    pub size: u32,
    /// Offset of the byte code of all programs; 0 if there is none.
    pub code: u64,
}

impl<'a> Bnsh<'a> {
    /// Reads a file. Bytes after the size that the header states are ignored.
    ///
    /// A damaged structure does not hide the others: see [`faults`](Self::faults).
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not begin with the header of a little-endian file.
    pub fn read(file: &'a [u8]) -> Result<Self, Error> {
        let record = header(file)?;
        let size = usize::try_from(record.size.get()).unwrap_or(usize::MAX);
        let extent = file.get(..size).filter(|_| size >= size_of::<FileHeader>());
        let extent = extent.unwrap_or(file);
        let mut reader = Reader::new(extent);
        let header = check_header(&mut reader, record, file.len());
        let (blocks, are_all) = blocks(&mut reader, record.first_block.get());
        let mut dictionaries = Vec::new();
        let (mut container, mut pool, mut variations) = (None, None, Vec::new());
        if let Some(record) = container_record(&mut reader, &blocks) {
            let found = Container::new(record.0, record.1);
            pool = memory_pool(&mut reader, record.0, record.1);
            variations = program::read(&mut reader, record.0, record.1, &mut dictionaries);
            container = Some(found);
        }
        let block = blocks.iter().find(|block| block.magic == strings::MAGIC);
        let strings = match block {
            Some(block) => Strings::read(&mut reader, block.offset, block.size),
            None => {
                let last = blocks.last().map_or(0, |block| block.offset);
                // Names are read where they are used.
                if are_all {
                    let what = "block `_STR`";
                    reader.note(Structure::Strings, last, ErrorKind::Missing { what });
                }
                None
            }
        };
        let field = Field {
            structure: Structure::Header,
            offset: at!(0, FileHeader.relocations),
            target: "the relocation table",
        };
        let relocations = Relocations::read(&mut reader, field, header.relocations);
        let ReaderOutput {
            mut faults,
            mut notes,
            pointers,
            starts,
            record_spans,
        } = reader.into_parts();
        // In a memory dump, all offsets are addresses. Otherwise the flag means nothing.
        if header.flags & RELOCATED != 0 {
            let list = if faults.is_empty() { &mut notes } else { &mut faults };
            let relocated = Error {
                structure: Structure::Header,
                offset: at!(0, FileHeader.flags),
                kind: ErrorKind::Relocated,
            };
            list.insert(0, relocated);
        }
        Ok(Self {
            header,
            blocks,
            container,
            pool,
            variations,
            dictionaries,
            strings,
            relocations,
            pointers,
            faults,
            notes,
            starts,
            record_spans,
            file: extent,
        })
    }

    /// Returns the bytes of the file, up to the size that the header states.
    pub fn bytes(&self) -> &'a [u8] {
        self.file
    }
}

/// Returns the header record of a little-endian file.
fn header(file: &[u8]) -> Result<&FileHeader, Error> {
    let pieces = pica200_objfmt::formats::bytes::ByteView::new(file);
    let error = |offset, kind| Error {
        structure: Structure::Header,
        offset,
        kind,
    };
    let out = |what| {
        move |out: pica200_objfmt::formats::bytes::OutOfBounds| {
            let (needed, left) = (out.needed, out.left);
            error(out.offset, ErrorKind::OutOfFile { what, needed, left })
        }
    };
    let found: [u8; 8] = pieces.array(0).map_err(out("the magic"))?;
    if found != MAGIC {
        return Err(error(0, ErrorKind::FileMagic { found }));
    }
    let record: &FileHeader = pieces.record(0).map_err(out("the header"))?;
    let order_at = at!(0, FileHeader.byte_order);
    match record.byte_order {
        LITTLE_ENDIAN => Ok(record),
        BIG_ENDIAN => Err(error(order_at, ErrorKind::BigEndian)),
        found => Err(error(order_at, ErrorKind::ByteOrder { found })),
    }
}

/// Checks the header of a file of `len` bytes and reads its name.
fn check_header<'a>(reader: &mut Reader<'a>, record: &FileHeader, len: usize) -> Header<'a> {
    const HEADER: Structure = Structure::Header;
    let size = u64::from(record.size.get());
    if size > len as u64 {
        let found = record.size.get();
        let kind = ErrorKind::Size { found, size: len };
        reader.report(HEADER, at!(0, FileHeader.size), kind);
    } else if size < size_of::<FileHeader>() as u64 {
        let kind = ErrorKind::Field {
            field: "size of the file",
            found: i64::from(record.size.get()),
            allowed: "at least 96, the size of the header",
        };
        reader.note(HEADER, at!(0, FileHeader.size), kind);
    }
    if record.address_size != ADDRESS_SIZE {
        let kind = ErrorKind::Field {
            field: "size of an address",
            found: record.address_size.into(),
            allowed: "64",
        };
        reader.note(HEADER, at!(0, FileHeader.address_size), kind);
    }
    if record.alignment >= 32 {
        let kind = ErrorKind::Field {
            field: "alignment shift",
            found: record.alignment.into(),
            allowed: "at most 31",
        };
        reader.note(HEADER, at!(0, FileHeader.alignment), kind);
    }
    let field = Field {
        structure: HEADER,
        offset: at!(0, FileHeader.name),
        target: "the name",
    };
    let name = match record.name.get() {
        0 => None,
        at => strings::file_name(reader, field, at),
    };
    Header {
        version: Version {
            major: record.major.get(),
            minor: record.minor,
            micro: record.micro,
        },
        alignment_shift: record.alignment,
        address_size: record.address_size,
        name,
        flags: record.flags.get(),
        relocations: record.relocations.get(),
        size: record.size.get(),
    }
}

/// Reads the blocks. Each block begins after the start of the previous one, so the file size limits their number.
/// Returns `false` after an error in a block's link to the next block.
fn blocks(reader: &mut Reader<'_>, first: u16) -> (Vec<Block>, bool) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut field = Field {
        structure: Structure::Header,
        offset: at!(0, FileHeader.first_block),
        target: "the first block",
    };
    let mut found = u64::from(first);
    loop {
        let structure = Structure::Block(blocks.len());
        let Some(offset) = reader.offset(field, found) else {
            return (blocks, false);
        };
        let Some(record) = reader.record::<BlockHeader>(structure, offset, "the block") else {
            return (blocks, false);
        };
        let block = Block {
            magic: record.magic.0,
            offset,
            next: record.next.get(),
            size: record.size.get(),
        };
        let (needed, left) = (u64::from(block.size), reader.pieces().left(offset));
        if needed > left as u64 {
            let what = "the block";
            reader.note(structure, offset, ErrorKind::OutOfFile { what, needed, left });
        }
        blocks.push(block);
        match block.next {
            0 => return (blocks, true),
            next if usize::try_from(next).is_ok_and(|next| next < size_of::<BlockHeader>()) => {
                let kind = ErrorKind::Field {
                    field: "distance to the next block",
                    found: next.into(),
                    allowed: "0, or at least 16",
                };
                reader.report(structure, at!(offset, BlockHeader.next), kind);
                return (blocks, false);
            }
            next => found = offset as u64 + u64::from(next),
        }
        field = Field {
            structure,
            offset: at!(offset, BlockHeader.next),
            target: "the next block",
        };
    }
}

/// Returns the shader container and its offset: the first block or, if that has another magic, a later one.
fn container_record<'a>(reader: &mut Reader<'a>, blocks: &[Block]) -> Option<(usize, &'a ContainerRecord)> {
    let first = blocks.first()?;
    let mut containers = blocks.iter().filter(|block| block.magic == CONTAINER);
    let Some(block) = containers.next() else {
        reader.magic(Structure::Container, first.offset, first.magic, CONTAINER);
        return None;
    };
    if block != first {
        let kind = ErrorKind::Magic {
            found: first.magic,
            expected: CONTAINER,
        };
        reader.note(Structure::Container, first.offset, kind);
    }
    let record = reader.record(Structure::Container, block.offset, "the shader container")?;
    let size = u64::from(block.size);
    let is_within = size <= reader.pieces().left(block.offset) as u64;
    // A block that extends past the end of the file was noted, and a bad link to the next block was reported.
    if block.next != 0 && blocks.len() > 1 && is_within {
        let at = at!(block.offset, BlockHeader.size);
        reader.expect(Structure::Container, at, "size", size, block.next.into());
    }
    Some((block.offset, record))
}

impl Container {
    fn new(offset: usize, record: &ContainerRecord) -> Self {
        Self {
            offset,
            api: record.api.get(),
            api_version: record.api_version.get(),
            code_type: CodeType(record.code_type),
            compiler: record.compiler.get(),
            low_level_compiler: record.low_level_compiler.get(),
            variations: record.variations.get(),
        }
    }
}

fn memory_pool(reader: &mut Reader<'_>, container: usize, record: &ContainerRecord) -> Option<MemoryPool> {
    const POOL: Structure = Structure::MemoryPool;
    let field = Field {
        structure: Structure::Container,
        offset: at!(container, ContainerRecord.pool),
        target: "the memory pool",
    };
    let offset = reader.follow(field, record.pool)?;
    let record: &PoolRecord = reader.record(POOL, offset, "the memory pool")?;
    if record.property.get() != POOL_PROPERTY {
        let (found, expected) = (record.property.get().into(), POOL_PROPERTY.into());
        reader.expect(POOL, at!(offset, PoolRecord.property), "property", found, expected);
    }
    let code = Field {
        structure: POOL,
        offset: at!(offset, PoolRecord.code),
        target: "the byte code of all programs",
    };
    // These bytes are not read here: they contain the code of each program.
    reader.check_pointer(code, record.code, record.size.get());
    if record.code.get() == 0 && record.size.get() != 0 {
        let (what, size) = (code.target, record.size.get().into());
        reader.note(POOL, code.offset, ErrorKind::NoOffset { what, size });
    }
    let pool = Field {
        structure: POOL,
        offset: at!(offset, PoolRecord.pool),
        target: "the part for the loader",
    };
    reader.check_pointer(pool, record.pool, POOL_SIZE);
    Some(MemoryPool {
        offset,
        property: record.property.get(),
        size: record.size.get(),
        code: record.code.get(),
    })
}
