//! The result of a front end, and of a compilation.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Place};
use crate::ir::{Origin, Program};
use crate::options::OutputMapping;

/// Lines of a listing that come from a file that the source includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The index of the first line in the listing.
    pub first: usize,
    /// The name of the file in line tables.
    pub recorded: String,
    /// The path of the file.
    pub path: Option<PathBuf>,
}

/// A file that a source includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFile {
    /// Its path. Files with one path are one file.
    pub path: PathBuf,
    /// Its name in line tables.
    pub recorded: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The files that sources in GLSL include.
pub trait Includes: std::fmt::Debug + Sync {
    /// Returns the file that `name` means in the file with the path `from`; `None` is the source itself.
    ///
    /// # Errors
    ///
    /// The reason why there is no such file, for diagnostics.
    fn read(&self, name: &str, from: Option<&Path>) -> Result<IncludedFile, String>;
}

/// No files: a source that includes one is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn read(&self, _: &str, _: Option<&Path>) -> Result<IncludedFile, String> {
        Err("this caller gives no files to include".to_owned())
    }
}

/// The output of a front end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Source {
    /// The program, in [`Form::PreSsa`](crate::ir::Form::PreSsa).
    pub program: Program,
    /// The procedures that other objects call, with the same uniforms and tables.
    pub exports: Vec<Program>,
    /// True if there is no program but the exported procedures.
    pub is_library: bool,
    /// The text that locations refer to: the shader, or the disassembly of a binary shader.
    pub listing: String,
    /// The reasons why the GPU cannot compute some values, by [`ReasonId`](crate::ir::ReasonId). Only reasons of values
    /// that an output needs are reported.
    pub reasons: Vec<Diagnostic>,
    /// The files that the source includes, whose texts are after its own in the listing.
    pub pieces: Vec<Piece>,
    /// The location of each [`Origin`], by its index.
    pub places: Vec<Place>,
    /// Comments at the top of the assembly: decisions of the translation, and notes for the application.
    pub notes: Vec<String>,
    /// Where the uniforms come from, by their ids: one for each uniform of the program. Empty in languages whose
    /// uniforms are not memory.
    pub bindings: Vec<Binding>,
    /// The names of numbers that the source takes: overrides, specialisation constants, and the
    /// [`Options::defines`](crate::Options::defines) that name a macro in GLSL.
    pub numbers: Vec<String>,
}

/// The numbers in a source's memory that a uniform holds. Whoever runs the source and its translation on the same
/// values copies them by this.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// The name of the uniform in the assembly.
    pub name: String,
    /// For each row, where each component comes from; `None` for components that hold nothing.
    pub rows: Vec<[Option<ConstantComponent>; 4]>,
}

/// One number in a constant buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantComponent {
    /// The slot of the buffer.
    pub slot: u32,
    /// The row of four numbers.
    pub row: u32,
    /// The component in the row, 0 to 3.
    pub component: u8,
    /// True if the 32 bits are a float; otherwise they are an integer or a boolean, which becomes the same number.
    pub is_float: bool,
}

impl Source {
    /// Returns the location of an origin.
    pub fn place(&self, origin: Origin) -> Option<Place> {
        self.places.get(origin.index()).copied()
    }

    /// Returns the text of a location, without the white space around it.
    pub fn text(&self, place: Place) -> &str {
        let index = usize::try_from(place.line).unwrap_or(usize::MAX).wrapping_sub(1);
        self.listing.lines().nth(index).unwrap_or_default().trim()
    }
}

/// A line of the assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its text, without the end of the line.
    pub text: String,
    /// The location in the source that it comes from.
    pub place: Option<Place>,
}

/// The result of a translation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compilation {
    /// The lines of the assembly, `None` if there are errors.
    pub assembly: Option<Vec<Line>>,
    /// The text that locations refer to.
    pub listing: String,
    /// The files that the source includes, whose texts are after its own in the listing.
    pub pieces: Vec<Piece>,
    /// Errors and warnings, in the order of their locations.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the uniforms of the assembly come from, of languages whose uniforms are memory.
    pub bindings: Vec<Binding>,
    /// The outputs of the source by their names there, with the properties that they became.
    pub outputs: Vec<OutputMapping>,
    /// The names of numbers that the source takes, as [`Source::numbers`] has them. None if it cannot be read.
    pub numbers: Vec<String>,
}
