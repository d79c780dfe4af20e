//! The code of a file, each piece with a name.

use std::ops::Range;

use crate::container::Bnsh;
use crate::error::ProgramId;
use crate::kinds::{ProgramKind, Stage};
use crate::program::Code;

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
                    add(&mut parts, id, *stage, program.source_format, code);
                }
            }
        }
        parts
    }
}

fn add(parts: &mut Vec<Part>, id: ProgramId, stage: Stage, source_format: u8, code: &Code) {
    let ProgramId { variation, kind } = id;
    let mut push = |piece: &str, range: &Range<usize>| {
        parts.push(Part {
            name: format!("{variation}.{kind}.{stage}.{piece}"),
            range: range.clone(),
        });
    };
    match code {
        Code::Binary(code) => {
            push("control", &code.control);
            push("code", &code.code);
        }
        Code::SourceArray { texts, .. } => {
            let suffix = if source_format == GLSL { "glsl" } else { "txt" };
            for (number, range) in texts.iter().enumerate() {
                push(&format!("{number}.{suffix}"), range);
            }
        }
        Code::Source { data, .. } => {
            for (number, range) in (1..).zip(data) {
                push(&format!("data{number}"), range);
            }
        }
        Code::Unknown { .. } => {}
    }
}
