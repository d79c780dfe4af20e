//! Files that wrap shader binaries: CGFX containers, and texts with base64.
//!
//! No documentation describes the structure of either beyond this: a CGFX container (`.bcsdr`) has shader binaries
//! somewhere among its bytes, and a text (`.csdr`, XML) has them in base64. Both are found by the magic of shader
//! binaries.

pub mod base64;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use thiserror::Error;

use crate::formats::inspect::scan;
use crate::formats::shbin::layout::DVLB;
use crate::formats::{FileKind, recognise};
use base64::{Fault, Run, runs};

/// The magic of CGFX containers.
const CGFX: &[u8] = b"CGFX";

/// The magic of a file with a single shader, from published documentation. No such file is known, so nothing reads it.
pub const DVOB: &[u8] = b"DVOB";

/// A shader binary inside another file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrappedShader<'f> {
    /// The file offset in bytes.
    pub offset: usize,
    /// The line in a text, numbered from 1; `None` in a file that is not a text.
    pub line: Option<usize>,
    /// The bytes. For a damaged shader binary, unrelated bytes may follow.
    pub bytes: Cow<'f, [u8]>,
}

/// Base64 text that begins with a shader binary, but is invalid inside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[error("line {line}, column {column}: {fault}; the shader binary in base64 begins in line {first_line}")]
pub struct BrokenBase64 {
    /// The line in which the base64 text begins, numbered from 1.
    pub first_line: usize,
    /// The line of the fault, numbered from 1.
    pub line: usize,
    /// The column of the fault in bytes, numbered from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// A way of embedding shader binaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WrapperKind {
    /// A CGFX container, with shader binaries among its bytes.
    Cgfx,
    /// A text, with shader binaries in base64.
    Base64,
}

impl WrapperKind {
    /// Detects how a file wraps shader binaries: by its first bytes, or because it is a text with a shader binary in
    /// base64. `None` for other files.
    pub fn detect(file: &[u8]) -> Option<Self> {
        if file.starts_with(CGFX) {
            Some(Self::Cgfx)
        } else if recognise(file).is_some() || file.contains(&0) {
            None
        } else {
            let has_shaders = !runs(file, &[&DVLB]).is_empty();
            has_shaders.then_some(Self::Base64)
        }
    }

    /// Like [`Self::detect`], for a file that may be a source: since comments in a source may quote base64, a text that
    /// does not begin with markup is not detected.
    pub fn detect_input(file: &[u8]) -> Option<Self> {
        let may_wrap = file.contains(&0) || file.trim_ascii_start().starts_with(b"<");
        may_wrap.then(|| Self::detect(file)).flatten()
    }

    /// Returns the noun for such a file in messages, in the singular.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Cgfx => "CGFX container",
            Self::Base64 => "base64 text",
        }
    }

    /// Returns the shader binaries in such a file, in the order of their offsets, with an error for each that cannot be
    /// read.
    pub fn unwrap_shaders(self, file: &[u8]) -> Vec<Result<WrappedShader<'_>, BrokenBase64>> {
        match self {
            Self::Cgfx => in_bytes(file).map(Ok).collect(),
            Self::Base64 => in_text(file),
        }
    }
}

/// Returns the shader binaries among the bytes of a file.
fn in_bytes(file: &[u8]) -> impl Iterator<Item = WrappedShader<'_>> {
    let found = scan(file).into_iter();
    let shbin = found.filter(|found| found.kind == FileKind::Shbin);
    shbin.filter_map(|found| {
        let rest = file.get(found.offset..)?;
        Some(WrappedShader {
            offset: found.offset,
            line: None,
            bytes: Cow::Borrowed(rest.get(..found.size).unwrap_or(rest)),
        })
    })
}

/// Returns the shader binaries in the base64 texts of a file.
fn in_text(file: &[u8]) -> Vec<Result<WrappedShader<'static>, BrokenBase64>> {
    let mut lines = Lines::new(file);
    let runs = runs(file, &[&DVLB]);
    let shader = |run: Run| {
        let (first_line, _) = lines.line_column(run.offset);
        let mut bytes = run.bytes;
        match (scan(&bytes).first(), run.fault) {
            (Some(found), _) if found.offset == 0 => bytes.truncate(found.size),
            (_, Some(fault)) => {
                let (line, column) = lines.line_column(run.end);
                return Err(BrokenBase64 {
                    first_line,
                    line,
                    column,
                    fault,
                });
            }
            _ => {}
        }
        Ok(WrappedShader {
            offset: run.offset,
            line: Some(first_line),
            bytes: Cow::Owned(bytes),
        })
    };
    runs.into_iter().map(shader).collect()
}

/// Converts offsets in a text to lines and columns. Offsets must ascend, so that the text is scanned once.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t [u8],
    /// The last requested offset.
    offset: usize,
    /// The line of the offset, numbered from 1.
    line: usize,
    /// The offset at which that line begins.
    start: usize,
}

impl<'t> Lines<'t> {
    /// Creates a converter for a text.
    pub const fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
            start: 0,
        }
    }

    /// Returns the line and column of an offset, both numbered from 1.
    pub fn line_column(&mut self, offset: usize) -> (usize, usize) {
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        for (index, byte) in passed.iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.start = self.offset + index + 1;
            }
        }
        self.offset = offset.max(self.offset);
        (self.line, offset.saturating_sub(self.start) + 1)
    }
}
