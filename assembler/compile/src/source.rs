//! What goes from room to room beside the program.

use crate::finding::{Finding, Place};
use crate::ir::{Origin, Program};
use crate::options::OutputMapping;

/// What a front end makes of a shader.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Source {
    /// The program, in [`Form::Variables`](crate::ir::Form::Variables).
    pub program: Program,
    /// The procedures that other objects call, with the same uniforms and tables.
    pub exports: Vec<Program>,
    /// Whether there is no program but the exported procedures.
    pub is_library: bool,
    /// The text that places refer to: that of the shader, or of a binary shader its disassembly.
    pub listing: String,
    /// Why the machine cannot compute some values, by [`ReasonId`](crate::ir::ReasonId). Only those count that an output needs.
    pub reasons: Vec<Finding>,
    /// The place of each [`Origin`], by its index.
    pub places: Vec<Place>,
    /// Comments at the head of the assembly: what the translation decided, what the application must know.
    pub notes: Vec<String>,
    /// Where the uniforms come from, by their ids: one for each uniform of the program. Empty in languages whose uniforms
    /// are not memory.
    pub bindings: Vec<Binding>,
    /// The names of numbers that the source takes: those of overrides and specialisation constants, and of
    /// [`Options::defines`](crate::Options::defines) those that name a macro in GLSL.
    pub numbers: Vec<String>,
}

/// The numbers in a source's memory that a uniform holds. Whoever runs the source and its translation on the same values
/// copies them by this.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// The name of the uniform in the assembly.
    pub name: String,
    /// For each row, where each component comes from; `None` for components that hold nothing.
    pub rows: Vec<[Option<ConstantLane>; 4]>,
}

/// One number in a constant buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantLane {
    /// The slot of the buffer.
    pub slot: u32,
    /// The row of four numbers.
    pub row: u32,
    /// The lane in the row, 0 to 3.
    pub lane: u8,
    /// Whether the 32 bits are a float; otherwise they are an integer or a truth value, which becomes the same number.
    pub is_float: bool,
}

impl Source {
    /// The place of an origin.
    pub fn place(&self, origin: Origin) -> Option<Place> {
        self.places.get(origin.index()).copied()
    }

    /// The text of a place, without the white space around it.
    pub fn text(&self, place: Place) -> &str {
        let index = usize::try_from(place.line)
            .unwrap_or(usize::MAX)
            .wrapping_sub(1);
        self.listing.lines().nth(index).unwrap_or_default().trim()
    }
}

/// A line of the assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its text, without the end of the line.
    pub text: String,
    /// The place in the source that it comes from.
    pub place: Option<Place>,
}

/// The result of a translation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compilation {
    /// The lines of the assembly, `None` if there are errors.
    pub assembly: Option<Vec<Line>>,
    /// The text that places refer to.
    pub listing: String,
    /// Errors and warnings, in the order of their places.
    pub findings: Vec<Finding>,
    /// Where the uniforms of the assembly come from, of languages whose uniforms are memory.
    pub bindings: Vec<Binding>,
    /// The outputs of the source by their names there, with the properties that they became.
    pub outputs: Vec<OutputMapping>,
    /// The names of numbers that the source takes, as [`Source::numbers`] has them. None if it cannot be read.
    pub numbers: Vec<String>,
}
