//! Failures of test cases.

use std::fmt;

use pica200_machine::Fault;

use super::limits::Limits;
use crate::shader::misfit::Misfit;
use crate::shader::numbers::Number;
use crate::shader::runs::fault_text;

/// A difference from the expectations, or the reason why the shader could not run to its end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A value or an expectation does not fit the shader: it has no such name, or too few registers.
    Setup(
        /// The message, with the remedy.
        String,
    ),
    /// The shader did not reach its end.
    Fault {
        /// The fault that ended the run.
        fault: Fault,
        /// The number of earlier runs of a geometry shader that reached their end.
        before: u64,
    },
    /// The shader of a container did not reach its end.
    ContainerFault {
        /// The fault that ended the run.
        fault: pica200_dxbc_machine::Fault,
        /// The number of vertices before it whose runs reached their ends.
        before: u64,
    },
    /// A pixel shader discarded its pixel, or did not.
    Discarded {
        /// Whether it did.
        got: bool,
    },
    /// A component has another value.
    Value {
        /// The emitted vertex, counted from 0; `None` for a vertex shader.
        vertex: Option<usize>,
        /// The output and its component: `position.x (o0.x)`.
        component: String,
        /// The expected value.
        expected: Number,
        /// The actual value.
        got: Number,
        /// The tolerance.
        tolerance: f32,
    },
    /// A vertex with an expectation was not emitted.
    NoVertex {
        /// The vertex, counted from 0.
        vertex: usize,
        /// The number of emitted ones.
        emitted: usize,
    },
    /// The number of emitted vertices differs.
    Vertices {
        /// The expected number.
        expected: usize,
        /// The actual number.
        got: usize,
    },
    /// The number of emitted triangles differs.
    Triangles {
        /// The expected number.
        expected: usize,
        /// The actual number.
        got: usize,
    },
    /// A triangle with an expectation was not emitted.
    NoTriangle {
        /// The triangle, counted from 0.
        triangle: usize,
        /// The number of emitted ones.
        emitted: usize,
    },
    /// A triangle has the other winding.
    Winding {
        /// The triangle, counted from 0.
        triangle: usize,
        /// Whether its winding is inverted.
        inverted: bool,
    },
    /// A triangle has another corner.
    Corner {
        /// The triangle, counted from 0.
        triangle: usize,
        /// The corner, 0 to 2.
        corner: usize,
        /// The expected vertex.
        expected: usize,
        /// The actual vertex; `None` if its slot holds none.
        got: Option<u64>,
    },
    /// The program is as expected, but its translation is not.
    OfTranslation(
        /// What is wrong with the translation.
        Box<Self>,
    ),
    /// A component has another value in the translation than in the program.
    Translation {
        /// The vertex, counted from 0; `None` if there is only one.
        vertex: Option<usize>,
        /// The output and its component: `SV_Position.x`.
        component: String,
        /// The value in the program.
        direct3d: Number,
        /// The value in the translation.
        pica200: Number,
    },
    /// A scene cannot be drawn, or its picture differs.
    Picture(
        /// The message, with the names of the files.
        String,
    ),
    /// The number of executed instructions differs.
    Instructions {
        /// The expected number.
        expected: Limits,
        /// The actual number.
        got: u64,
    },
}

impl From<Misfit> for Problem {
    fn from(misfit: Misfit) -> Self {
        let help = misfit.help.as_ref();
        let help = help.map_or_else(String::new, |help| format!("; {help}"));
        Self::Setup(format!("{misfit}{help}"))
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

/// The failure of a test case. `Display` and `Debug` give the same text, for people.
#[derive(Clone, PartialEq)]
pub struct Failure {
    pub(super) shader: String,
    pub(super) problems: Vec<Problem>,
    pub(super) trail: Vec<String>,
    pub(super) executed: u64,
    /// The number of runs, including one that did not reach its end.
    pub runs: u64,
}

impl Failure {
    /// All differences, in the order of the expectations, or the reason why the shader did not reach its end.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The last instructions of the run, the last one last, in the form of `picarun --trace=text`. Empty if nothing
    /// was executed.
    pub fn last_instructions(&self) -> &[String] {
        &self.trail
    }

    /// The lines of the text, except the first, which names the shader.
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
