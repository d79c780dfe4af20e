//! Inspection of files that may be damaged, or of a version that this crate cannot link.
//!
//! [`Shbin::read`] and [`Object::read`] stop at the first fault. [`inspect`] reads everything that is readable, lists
//! all faults, and accounts for every byte of the file.

mod documented;
mod regions;
mod scan;

pub use crate::formats::bytes::region::{Region, RegionKind};
use crate::formats::bytes::{FileReader, ReadLog};
use crate::formats::error::{ReadError, ReadErrorKind};
use crate::formats::object::Object;
use crate::formats::shbin::{self, Program, Shader, Shbin};
use crate::formats::{FileKind, recognise};

use regions::regions_of;
pub use scan::{Embedded, scan};

/// The result of inspecting a file.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The tables that could be read.
    pub content: Content,
    /// The faults of the other tables, in the order of the file's structures. Empty if the file is valid.
    pub faults: Vec<ReadError>,
    /// The regions of the file: non-empty, in ascending order, without gaps.
    pub regions: Vec<Region>,
}

/// The tables of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// A shader binary. Damaged tables are empty, and damaged shaders have only the readable parts.
    Shbin(Shbin),
    /// A valid object of the version that this crate supports.
    Object(Box<Object>),
    /// An object of another version, or a damaged object: the parts that published documentation explains.
    Documented(Box<DocumentedObject>),
    /// Neither a shader binary nor an object.
    Unknown,
}

/// An object, as far as published documentation describes the format; `FORMAT.md`, offsets 00h to 57h.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedObject {
    /// The version.
    pub version: u16,
    /// The word at 0Ch: FFFFFFFF for vertex shaders.
    pub geometry: u32,
    /// Code, descriptors and lines. Lines index [`Program::files`].
    pub program: Program,
    /// Kind, masks, constants, labels, outputs, uniforms. There is no entry point; the version is the object's.
    pub shader: Shader,
    /// The relocation records.
    pub relocations: Vec<RawRelocation>,
}

/// A relocation record according to published documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RawRelocation {
    /// The instruction's word offset.
    pub word: u32,
    /// Two words that no documentation explains.
    pub unexplained: [u32; 2],
}

/// The maximum memory of [`inspect`], as a multiple of the file size, in addition to [`MEMORY_BASE`].
pub const MEMORY_MULTIPLE: usize = 48;

/// The maximum memory of [`inspect`] that does not depend on the file size, which is the list of faults.
pub const MEMORY_BASE: usize = 256 * 1024;

/// Reads everything that is readable in any file.
///
/// [`Inspection::faults`] is empty if [`Shbin::read`] or [`Object::read`] accepts the file; otherwise, their error is
/// the first fault. Objects of other versions have the faults of their documented tables instead. Other files have no
/// faults. FileLocation most 100 faults per table and 500 per file are listed; shaders after the 500th are not read.
///
/// The result for damaged files:
/// - Entries keep their indices, so that the numbers in faults are correct. A name that cannot be read is empty. A line
///   whose file cannot be found belongs to a file with an empty name, the last of [`Program::files`]. Only uniforms
///   whose last register precedes the first are dropped.
/// - A shader whose header is damaged is an empty shader of version 0.
/// - If the program is not at the position that follows from the number of shaders, it is the first DVLP after the
///   header, and the words before it are the offsets of the shaders.
/// - Overlapping structures, which result from counts that are too high, are all read if their total size is at most
///   twice the file size. They are one fault.
///
/// Peak memory is at most [`MEMORY_MULTIPLE`] times the file size plus [`MEMORY_BASE`] for any file. The time is linear
/// in the file size.
pub fn inspect(file: &[u8]) -> Inspection {
    let (content, log) = match recognise(file) {
        Some(FileKind::Shbin) => inspect_shbin(file),
        Some(FileKind::Object) => inspect_object(file),
        _ => (Content::Unknown, ReadLog::default()),
    };
    let (faults, claims) = log.into_parts();
    Inspection {
        content,
        faults,
        regions: regions_of(file, claims),
    }
}

fn inspect_shbin(file: &[u8]) -> (Content, ReadLog) {
    let mut reader = FileReader::tolerant(file);
    let shbin = shbin::read(&mut reader).unwrap_or_default();
    (Content::Shbin(shbin), reader.into_log())
}

fn inspect_object(file: &[u8]) -> (Content, ReadLog) {
    let mut reader = FileReader::tolerant(file);
    let parts = documented::find(&mut reader);
    let error = match Object::read(file) {
        Ok(object) => return (Content::Object(Box::new(object)), reader.into_log()),
        Err(error) => error,
    };
    let content = parts
        .and_then(|parts| parts.documented(&mut reader))
        .map_or(Content::Unknown, |object| Content::Documented(Box::new(object)));
    let mut log = reader.into_log();
    // An unsupported version is not damage.
    if !matches!(error.kind, ReadErrorKind::Version { .. }) {
        log.faults.push_front(error);
    }
    (content, log)
}
