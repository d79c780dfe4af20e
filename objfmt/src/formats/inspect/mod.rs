//! Looking into files that may be damaged, or of a version that this crate cannot link.
//!
//! [`Shbin::read`] and [`Object::read`] stop at the first fault. [`inspect`] reads what can be read, keeps a list of all
//! faults, and accounts for every byte of the file.

mod regions;
mod scan;

use crate::formats::bytes::{Account, Gate};
use crate::formats::error::{ReadError, ReadFault, RecordPlace, Structure, Table};
use crate::formats::object::{self, Object};
use crate::formats::shbin::{self, Program, Shader, Shbin};
use crate::formats::{FileKind, recognise};

use regions::regions_of;
pub use scan::{Embedded, scan};

/// What a file turned out to hold.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The tables that could be read.
    pub content: Content,
    /// What is wrong with the others, in the order of the file's structures. Empty if the file is sound.
    pub faults: Vec<ReadError>,
    /// What each byte of the file belongs to: regions in ascending order, none empty, which together are the file.
    pub regions: Vec<Region>,
}

/// The tables of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// A shader binary. Damaged tables are empty, damaged shaders have only what could be read.
    Shbin(Shbin),
    /// A sound object of the version that this crate knows.
    Object(Box<Object>),
    /// An object of another version, or a damaged one: what published documents explain of it.
    Documented(Box<DocumentedObject>),
    /// Neither a DVLB nor a DVOJ.
    Unknown,
}

/// An object as far as published documents describe the format; `FORMAT.md`, offsets 00h to 57h.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedObject {
    /// The version.
    pub version: u16,
    /// The word at 0Ch: FFFFFFFF for vertex shaders.
    pub geometry: u32,
    /// Code, descriptors and lines. Lines index [`Program::files`].
    pub program: Program,
    /// Kind, masks, constants, labels, outputs, uniforms. There is no entry; the version is the object's.
    pub shader: Shader,
    /// The relocation records.
    pub relocations: Vec<RawRelocation>,
}

/// A relocation record as documents know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RawRelocation {
    /// The instruction's word offset.
    pub word: u32,
    /// Two words that no document explains.
    pub unexplained: [u32; 2],
}

/// A run of bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// The first byte's offset in the file.
    pub offset: usize,
    /// How many bytes.
    pub size: usize,
    /// What they are.
    pub kind: RegionKind,
}

/// What a run of bytes is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionKind {
    /// The header of a structure.
    Header(Structure),
    /// A table of a structure; those of names are made of strings.
    Table(Structure, Table),
    /// Zeros up to a multiple of four behind something else.
    Padding,
    /// Nothing that the headers speak of.
    Unknown,
}

impl RegionKind {
    /// What is at a place that is a header or a table.
    pub(crate) fn of(place: RecordPlace) -> Self {
        match place.table {
            Some(table) => Self::Table(place.structure, table),
            None => Self::Header(place.structure),
        }
    }
}

/// How many times the size of the file [`inspect`] takes in memory at most, beside [`MEMORY_BASE`].
pub const MEMORY_MULTIPLE: usize = 48;

/// How many bytes [`inspect`] takes at most for what may be long however short the file is: the list of faults.
pub const MEMORY_BASE: usize = 256 * 1024;

/// Reads what can be read of any file.
///
/// [`Inspection::faults`] is empty if [`Shbin::read`] or [`Object::read`] takes the file; else their error is the first
/// fault, but for objects of other versions: those have the faults of their documented tables. Files that are neither
/// have none. At most 100 faults of one table are listed, and 500 of a file; shaders behind the 500th are not read.
///
/// Of what is damaged, this is kept:
/// - Entries keep their places, so that the numbers in faults are theirs. A name that cannot be read is empty. A line
///   whose file cannot be found is given to a file with an empty name, the last of [`Program::files`]. Only uniforms
///   whose last register comes before the first are left out.
/// - A shader whose header is damaged is an empty one of version 0.
/// - If the program is not where the number of shaders says, it is the first DVLP behind the header, and what stands
///   before it are the offsets of the shaders.
/// - Where structures overlap, as they do if a count is too high, each is read, as long as all together take at most
///   twice the size of the file. That is one fault.
///
/// The memory that this takes at its peak is at most [`MEMORY_MULTIPLE`] times the size of the file and
/// [`MEMORY_BASE`], whatever the file says; the time is in proportion to that.
pub fn inspect(file: &[u8]) -> Inspection {
    let (content, account) = match recognise(file) {
        Some(FileKind::Shbin) => inspect_shbin(file),
        Some(FileKind::Object) => inspect_object(file),
        Some(FileKind::Archive) | None => (Content::Unknown, Account::default()),
    };
    let (faults, claims) = account.into_parts();
    Inspection {
        content,
        faults,
        regions: regions_of(file, claims),
    }
}

fn inspect_shbin(file: &[u8]) -> (Content, Account) {
    let mut gate = Gate::tolerant(file);
    let shbin = shbin::read(&mut gate).unwrap_or_default();
    (Content::Shbin(shbin), gate.into_account())
}

fn inspect_object(file: &[u8]) -> (Content, Account) {
    let mut gate = Gate::tolerant(file);
    let parts = object::find(&mut gate);
    let error = match Object::read(file) {
        Ok(object) => return (Content::Object(Box::new(object)), gate.into_account()),
        Err(error) => error,
    };
    let content = parts
        .and_then(|parts| parts.documented(&mut gate))
        .map_or(Content::Unknown, |object| {
            Content::Documented(Box::new(object))
        });
    let mut account = gate.into_account();
    // That a version cannot be linked is no damage.
    if !matches!(error.fault, ReadFault::Version { .. }) {
        account.faults.put_first(error);
    }
    (content, account)
}
