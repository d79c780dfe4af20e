//! Outcomes of test cases.

use pica200_machine::{Emitted, Vector};

use super::failure::Problem;
use crate::shader::outputs::NamedOutput;

/// The outputs of a shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The number of runs of the shader: 1, except for a geometry shader with vertices, which runs for each primitive,
    /// and the shader of a container with vertices, which runs for each.
    pub runs: u64,
    /// The number of executed instructions, in all runs.
    pub instructions: u64,
    /// `o0` to `o15` of a PICA200 shader, which are useful after a vertex shader.
    pub outputs: [Vector; 16],
    /// The vertices and triangles that a geometry shader emitted.
    pub emitted: Emitted,
    /// The outputs by name, of each vertex: of those that a geometry shader emitted, of those that the shader of a
    /// container was given, or of the one of the only run.
    pub named: Vec<Vec<NamedOutput>>,
    /// Whether the pixel shader of a container discarded its pixel.
    pub is_discarded: bool,
}

/// An outcome, or what is not as expected with the number of runs.
pub(super) type Checked = Result<Outcome, (Vec<Problem>, u64)>;
