//! Outcomes of test cases.

use pica200_machine::{GeometryOutput, Vector};

use super::failure::Problem;
use crate::shader::outputs::NamedOutput;

/// The outputs of a shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Number of runs of the shader: one per primitive for a geometry shader with vertices, one per vertex for a
    /// container shader with vertices, otherwise 1.
    pub runs: u64,
    /// Number of executed instructions in all runs.
    pub instructions: u64,
    /// `o0` to `o15` of a PICA200 shader, meaningful for a vertex shader.
    pub outputs: [Vector; 16],
    /// Vertices and triangles emitted by a geometry shader.
    pub emitted: GeometryOutput,
    /// Outputs of each vertex by name: the vertices emitted by a geometry shader, the vertices fed to a container
    /// shader, or the result of the only run.
    pub named: Vec<Vec<NamedOutput>>,
    /// True if the pixel shader of a container discarded its pixel.
    pub is_discarded: bool,
}

/// An outcome, or the problems with the number of runs.
pub(super) type Checked = Result<Outcome, (Vec<Problem>, u64)>;
