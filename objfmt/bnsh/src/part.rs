//! The code of a file, each piece with a name.

use std::ops::Range;

use pica200_objfmt::formats::bytes::Pieces;

use crate::container::{Bnsh, at};
use crate::error::ProgramId;
use crate::kinds::{ProgramKind, Stage};
use crate::layout::{BinaryCodeRecord, SourceArrayRecord, SourceCodeRecord};
use crate::program::{Code, Piece};

/// The source format of GLSL.
const GLSL: u8 = 0;

/// A piece of code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name: the number of the variation, the program, the stage, and the piece, with points between them. Names
    /// are unique in a file.
    pub name: String,
    /// Its bytes in the file.
    pub range: Range<usize>,
    /// The offset of the field of four bytes with its size.
    pub size_at: usize,
}

/// The reason why a piece of code cannot be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRoom {
    /// The new code is larger than the old one.
    #[error("it has {found} bytes, and the file has room for {room}")]
    TooLarge {
        /// The size of the new code in bytes.
        found: usize,
        /// The size of the old code.
        room: usize,
    },
    /// The file does not have the bytes of the piece.
    #[error("the piece is not in the file")]
    NotInFile,
}

/// Puts new code into the place of a piece of a file, of which only the code and its size change. Bytes of the old code behind
/// the new one become zeros. Where programs share code, that of all of them changes.
///
/// # Errors
///
/// The new code is larger than the old one, or the piece is one of another file.
pub fn replace(file: &mut [u8], part: &Part, code: &[u8]) -> Result<(), NoRoom> {
    let (found, room) = (code.len(), part.range.len());
    let size = u32::try_from(found).ok().filter(|_| found <= room);
    let size = size.ok_or(NoRoom::TooLarge { found, room })?;
    let field = part.size_at..part.size_at.saturating_add(size_of::<u32>());
    // Both places are checked before anything is written.
    if file.get(field.clone()).is_none() {
        return Err(NoRoom::NotInFile);
    }
    let old = file.get_mut(part.range.clone()).ok_or(NoRoom::NotInFile)?;
    let (new, rest) = old.split_at_mut(found);
    new.copy_from_slice(code);
    rest.fill(0);
    if let Some(bytes) = file.get_mut(field) {
        bytes.copy_from_slice(&size.to_le_bytes());
    }
    Ok(())
}

impl Bnsh<'_> {
    /// All code that can be read: `0.binary.vertex.control` and `0.binary.vertex.code` of machine code,
    /// `0.source.vertex.0.glsl` of source texts, whose last part is `txt` for other languages, `0.source.vertex.data1` and
    /// `0.source.vertex.data2` of code of the type 2. Code of unknown types is not among them.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (variation, one) in self.variations.iter().enumerate() {
            for kind in ProgramKind::ALL {
                let id = ProgramId { variation, kind };
                let Some(program) = one.program(kind) else {
                    continue;
                };
                for (stage, code) in &program.code {
                    add(
                        &mut parts,
                        self.bytes(),
                        id,
                        *stage,
                        (program.source_format, code),
                    );
                }
            }
        }
        parts
    }
}

fn add(
    parts: &mut Vec<Part>,
    file: &[u8],
    id: ProgramId,
    stage: Stage,
    (source_format, code): (u8, &Code),
) {
    let ProgramId { variation, kind } = id;
    let offset = code.offset();
    for (piece, range) in code.pieces() {
        let (name, size_at) = match piece {
            Piece::Control => (
                "control".to_owned(),
                at!(offset, BinaryCodeRecord.control_size),
            ),
            Piece::ByteCode => ("code".to_owned(), at!(offset, BinaryCodeRecord.code_size)),
            Piece::Text(number) => {
                let suffix = if source_format == GLSL { "glsl" } else { "txt" };
                let list = at!(offset, SourceArrayRecord.sizes);
                let list = Pieces::of(file).u64(list).unwrap_or_default();
                let first = usize::try_from(list).unwrap_or(usize::MAX);
                let at = first.saturating_add(number.saturating_mul(size_of::<u32>()));
                (format!("{number}.{suffix}"), at)
            }
            Piece::Data(number) => {
                let at = match number {
                    1 => at!(offset, SourceCodeRecord.first_size),
                    _ => at!(offset, SourceCodeRecord.second_size),
                };
                (format!("data{number}"), at)
            }
        };
        parts.push(Part {
            name: format!("{variation}.{kind}.{stage}.{name}"),
            range,
            size_at,
        });
    }
}
