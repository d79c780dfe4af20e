//! Named pieces of code in a file.

use std::ops::Range;

use pica200_objfmt::formats::bytes::ByteView;

use crate::container::Bnsh;
use crate::error::ProgramId;
use crate::kinds::{ProgramKind, Stage};
use crate::layout::{BinaryCodeRecord, SourceArrayRecord, SourceCodeRecord, at};
use crate::program::{Code, Piece};

/// The source format number of GLSL.
const GLSL: u8 = 0;

/// A piece of code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name: the variation index, program, stage and piece, separated by dots. Names are unique in a file.
    pub name: String,
    /// The byte range in the file.
    pub range: Range<usize>,
    /// Offset of the four-byte size field.
    pub size_at: usize,
}

/// An error for a piece of code that cannot be replaced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplaceError {
    /// The new code is larger than the old one.
    #[error("it has {found} bytes, but the old code has {room}")]
    TooLarge {
        /// The size of the new code in bytes.
        found: usize,
        /// The size of the old code in bytes.
        room: usize,
    },
    /// The piece is outside the file.
    #[error("the piece is not in the file")]
    NotInFile,
    /// Another piece overlaps this one, but does not have the same range.
    #[error("it would also change a part of `{other}`, which overlaps it")]
    Overlap {
        /// The name of the other piece.
        other: String,
    },
}

/// Replaces the code of a piece in a file. Only the code and its size change; leftover bytes of the old code become
/// zeros. Programs that share the code share the new code and its size. `parts` is the list of all pieces of the file.
///
/// # Errors
///
/// Fails if the new code is larger than the old code, if another piece partly overlaps this one, or if the pieces
/// belong to another file.
pub fn replace(file: &mut [u8], parts: &[Part], part: &Part, code: &[u8]) -> Result<(), ReplaceError> {
    let (found, room) = (code.len(), part.range.len());
    let size = u32::try_from(found).ok().filter(|_| found <= room);
    let size = size.ok_or(ReplaceError::TooLarge { found, room })?;
    let mut fields = vec![part.size_field()];
    for other in parts {
        if other.range == part.range {
            fields.push(other.size_field());
        } else if other.overlaps(part) {
            let other = other.name.clone();
            return Err(ReplaceError::Overlap { other });
        }
    }
    // Check all ranges before writing anything.
    if fields.iter().any(|field| file.get(field.clone()).is_none()) {
        return Err(ReplaceError::NotInFile);
    }
    let old = file.get_mut(part.range.clone()).ok_or(ReplaceError::NotInFile)?;
    let (new, rest) = old.split_at_mut(found);
    new.copy_from_slice(code);
    rest.fill(0);
    for field in fields {
        if let Some(bytes) = file.get_mut(field) {
            bytes.copy_from_slice(&size.to_le_bytes());
        }
    }
    Ok(())
}

impl Part {
    /// Returns the byte range of the size field.
    fn size_field(&self) -> Range<usize> {
        self.size_at..self.size_at.saturating_add(size_of::<u32>())
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.range.start < other.range.end && other.range.start < self.range.end
    }
}

impl Bnsh<'_> {
    /// Returns all code that can be read: `0.binary.vertex.control` and `0.binary.vertex.code` for machine code,
    /// `0.source.vertex.0.glsl` for source texts (with the suffix `txt` for other languages), `0.source.vertex.data1`
    /// and `0.source.vertex.data2` for code of type 2. Code of unknown type is left out.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (variation, one) in self.variations.iter().enumerate() {
            for kind in ProgramKind::ALL {
                let id = ProgramId { variation, kind };
                let Some(program) = one.program(kind) else {
                    continue;
                };
                for (stage, code) in &program.code {
                    add(&mut parts, self.bytes(), id, *stage, (program.source_format, code));
                }
            }
        }
        parts
    }
}

/// Returns the name of a piece of a stage's code: see [`Bnsh::parts`]. `source_format` is the source format of the
/// program.
pub fn part_name(id: ProgramId, stage: Stage, piece: Piece, source_format: u8) -> String {
    let ProgramId { variation, kind } = id;
    let piece = match piece {
        Piece::Control => "control".to_owned(),
        Piece::ByteCode => "code".to_owned(),
        Piece::Text(number) => {
            let suffix = if source_format == GLSL { "glsl" } else { "txt" };
            format!("{number}.{suffix}")
        }
        Piece::Data(number) => format!("data{number}"),
    };
    format!("{variation}.{kind}.{stage}.{piece}")
}

fn add(parts: &mut Vec<Part>, file: &[u8], id: ProgramId, stage: Stage, (source_format, code): (u8, &Code)) {
    let offset = code.offset();
    for (piece, range) in code.pieces() {
        let size_at = match piece {
            Piece::Control => at!(offset, BinaryCodeRecord.control_size),
            Piece::ByteCode => at!(offset, BinaryCodeRecord.code_size),
            Piece::Text(number) => {
                let list = at!(offset, SourceArrayRecord.sizes);
                let list = ByteView::new(file).u64(list).unwrap_or_default();
                let first = usize::try_from(list).unwrap_or(usize::MAX);
                first.saturating_add(number.saturating_mul(size_of::<u32>()))
            }
            Piece::Data(1) => at!(offset, SourceCodeRecord.first_size),
            Piece::Data(_) => at!(offset, SourceCodeRecord.second_size),
        };
        parts.push(Part {
            name: part_name(id, stage, piece, source_format),
            range,
            size_at,
        });
    }
}
