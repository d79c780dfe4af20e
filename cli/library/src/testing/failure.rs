//! Failures of test cases.

use std::fmt;

use pica200_machine::Fault;

use super::limits::Limits;
use crate::shader::numbers::Number;
use crate::shader::runs::fault_text;
use crate::shader::value_error::ValueError;

/// A difference from the expectations, or the reason why the shader did not complete.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A value or an expectation does not fit the shader: the name is unknown, or there are too few registers.
    Setup(
        /// The message, with the fix.
        String,
    ),
    /// The shader did not complete.
    Fault {
        /// The fault that ended the run.
        fault: Fault,
        /// Number of earlier completed runs of a geometry shader.
        before: u64,
    },
    /// The shader of a container did not complete.
    ContainerFault {
        /// The fault that ended the run.
        fault: pica200_dxbc_machine::Fault,
        /// Number of earlier vertices with completed runs.
        before: u64,
    },
    /// A pixel shader unexpectedly discarded its pixel, or did not.
    Discarded {
        /// True if it did.
        got: bool,
    },
    /// A component has another value.
    Value {
        /// Emitted vertex, from 0; `None` for a vertex shader.
        vertex: Option<usize>,
        /// Output and component: `position.x (o0.x)`.
        component: String,
        /// Expected value.
        expected: Number,
        /// Actual value.
        got: Number,
        /// Tolerance.
        tolerance: f32,
    },
    /// A vertex with an expectation was not emitted.
    NoVertex {
        /// Vertex, from 0.
        vertex: usize,
        /// Number of emitted vertices.
        emitted: usize,
    },
    /// The number of emitted vertices differs.
    Vertices {
        /// Expected number.
        expected: usize,
        /// Actual number.
        got: usize,
    },
    /// The number of emitted triangles differs.
    Triangles {
        /// Expected number.
        expected: usize,
        /// Actual number.
        got: usize,
    },
    /// A triangle with an expectation was not emitted.
    NoTriangle {
        /// Triangle, from 0.
        triangle: usize,
        /// Number of emitted triangles.
        emitted: usize,
    },
    /// A triangle has the opposite winding.
    Winding {
        /// Triangle, from 0.
        triangle: usize,
        /// True if its winding is inverted.
        inverted: bool,
    },
    /// A triangle has another corner.
    Corner {
        /// Triangle, from 0.
        triangle: usize,
        /// Corner, 0 to 2.
        corner: usize,
        /// Expected vertex.
        expected: usize,
        /// Actual vertex; `None` if its slot is empty.
        got: Option<u64>,
    },
    /// The program is as expected, but its translation is not.
    OfTranslation(
        /// The problem of the translation.
        Box<Self>,
    ),
    /// A component has different values in the translation and the program.
    Translation {
        /// Vertex, from 0; `None` if there is only one.
        vertex: Option<usize>,
        /// Output and component: `SV_Position.x`.
        component: String,
        /// Value in the program.
        direct3d: Number,
        /// Value in the translation.
        pica200: Number,
    },
    /// A scene cannot be drawn, or its image differs.
    Picture(
        /// The message, with the names of the files.
        String,
    ),
    /// The number of executed instructions differs.
    Instructions {
        /// Expected number.
        expected: Limits,
        /// Actual number.
        got: u64,
    },
}

impl From<ValueError> for Problem {
    fn from(value_error: ValueError) -> Self {
        let help = value_error.help.as_ref();
        let help = help.map_or_else(String::new, |help| format!("; {help}"));
        Self::Setup(format!("{value_error}{help}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(text) | Self::Picture(text) => f.write_str(text),
            Self::Fault { fault, before } => f.write_str(&fault_text(fault, *before)),
            Self::ContainerFault { fault, before } => f.write_str(&fault_text(fault, *before)),
            Self::Discarded { got: true } => f.write_str("the pixel was discarded"),
            Self::Discarded { got: false } => f.write_str("the pixel was not discarded"),
            Self::Value {
                vertex,
                component,
                expected,
                got,
                tolerance,
            } => {
                if let Some(vertex) = vertex {
                    write!(f, "vertex {vertex}, ")?;
                }
                write!(f, "{component}: expected {expected}, got {got}")?;
                let off = got.distance(*expected);
                if off.to_f64().is_finite() {
                    write!(f, "; off by {off}; the tolerance is {tolerance}")?;
                }
                Ok(())
            }
            Self::NoVertex { vertex, emitted } => {
                write!(
                    f,
                    "vertex {vertex} was not emitted; there are {emitted}, counted from 0"
                )
            }
            Self::Vertices { expected, got } => {
                write!(f, "vertices: expected {expected}, got {got}")
            }
            Self::Triangles { expected, got } => {
                write!(f, "triangles: expected {expected}, got {got}")
            }
            Self::NoTriangle { triangle, emitted } => {
                write!(
                    f,
                    "triangle {triangle} was not emitted; there are {emitted}, counted from 0"
                )
            }
            Self::Winding { triangle, inverted } => {
                let [expected, got] = [!inverted, *inverted].map(|on| if on { "inverted" } else { "as emitted" });
                write!(f, "triangle {triangle}, winding: expected {expected}, got {got}")
            }
            Self::Corner {
                triangle,
                corner,
                expected,
                got,
            } => {
                write!(f, "triangle {triangle}, corner {corner}: expected vertex {expected}, ")?;
                match got {
                    Some(got) => write!(f, "got vertex {got}"),
                    None => f.write_str("got a slot without a vertex"),
                }
            }
            Self::OfTranslation(problem) => write!(f, "the translation: {problem}"),
            Self::Translation {
                vertex,
                component,
                direct3d,
                pica200,
            } => {
                if let Some(vertex) = vertex {
                    write!(f, "vertex {vertex}, ")?;
                }
                write!(f, "{component}: {direct3d} in Direct3D, {pica200} in the translation")
            }
            Self::Instructions { expected, got } => {
                write!(f, "instructions: expected {expected}, got {got}")
            }
        }
    }
}

/// A failed test case. `Display` and `Debug` print the same human-readable text.
#[derive(Clone, PartialEq)]
pub struct Failure {
    pub(super) shader: String,
    pub(super) problems: Vec<Problem>,
    pub(super) trail: Vec<String>,
    pub(super) executed: u64,
    /// Number of runs, including one that did not complete.
    pub runs: u64,
}

impl Failure {
    /// Returns all differences, in the order of the expectations, or the reason why the shader did not complete.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the last instructions of the run, oldest first, in the format of `picarun --trace=text`. Empty if
    /// nothing was executed.
    pub fn last_instructions(&self) -> &[String] {
        &self.trail
    }

    /// Returns the lines of the text, except the first one, with the name of the shader.
    pub fn details(&self) -> impl Iterator<Item = String> {
        let problems = self.problems.iter().map(|problem| format!("  {problem}"));
        let heading = match (self.trail.len(), self.executed) {
            (0, _) => None,
            (1, 1) => Some("the only instruction:".to_owned()),
            (shown, all) if u64::try_from(shown) == Ok(all) => Some(format!("all {all} instructions:")),
            (shown, all) => Some(format!("the last {shown} of {all} instructions:")),
        };
        let trail = self.trail.iter().map(|line| format!("  {line}"));
        problems.chain(heading).chain(trail)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not as expected:", self.shader)?;
        self.details().try_for_each(|line| write!(f, "\n{line}"))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failure {}
