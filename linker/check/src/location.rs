//! Locations in shader binaries.

/// A location in a shader binary, used by the diagnostics of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BinaryLocation {
    /// The index of the shader in the file; `None` for the whole program.
    pub shader: Option<usize>,
    /// The part of the file.
    pub part: Part,
}

/// A part of a shader binary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The tables of the shader or of the program.
    Tables,
    /// An output, by its index in the shader's table.
    Output(usize),
    /// A location in the code.
    Code(CodeLocation),
}

impl BinaryLocation {
    /// Returns the location of a part of a shader.
    pub(crate) const fn new(shader: Option<usize>, part: Part) -> Self {
        Self { shader, part }
    }

    /// Returns the location in the code, if it is one.
    pub const fn code(self) -> Option<CodeLocation> {
        match self.part {
            Part::Code(location) => Some(location),
            Part::Tables | Part::Output(_) => None,
        }
    }
}

/// A location in the code. [`Names`](crate::Names) describes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodeLocation {
    /// The address of the word.
    pub word: u32,
    /// True for the end of the shader's entry procedure, directly after the word.
    pub is_end: bool,
}

impl CodeLocation {
    /// Returns the location of a word.
    pub(crate) const fn at(word: u32) -> Self {
        Self { word, is_end: false }
    }

    /// Returns the end of the entry procedure, directly after a word.
    pub(crate) const fn after(word: u32) -> Self {
        Self { word, is_end: true }
    }
}
