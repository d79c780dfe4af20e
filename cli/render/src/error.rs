//! The reasons why a scene cannot be drawn.

use pica200_machine::{Fault, FeedError, SetError};
use thiserror::Error;

use crate::interface::MissingOutput;

/// The largest number of triangles of a draw.
pub(crate) const MOST_TRIANGLES: usize = 1 << 20;

/// Why a scene cannot be drawn.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{reason}")]
pub struct RenderError {
    /// The number of the draw in the scene, counted from 0.
    pub draw: usize,
    /// The reason.
    pub reason: Reason,
}

/// What is wrong with a draw.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The outputs of the shader do not suffice.
    #[error(transparent)]
    Output(#[from] MissingOutput),
    /// A register cannot be set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The vertex shader does not come to its end.
    #[error("vertex {vertex}, counted from 0: {fault}")]
    Fault {
        /// The number of the vertex.
        vertex: usize,
        /// The fault.
        fault: Fault,
    },
    /// The instructions of the picture are used up.
    #[error("the shaders need more than {budget} instructions, the most for a picture")]
    Budget {
        /// Their number.
        budget: u64,
    },
    /// The geometry shader cannot be fed, or does not come to its end.
    #[error("the geometry shader: {0}")]
    Feed(FeedError),
    /// The last vertices form no primitive.
    #[error("a primitive of the geometry shader has {size} registers, but the last one has only {waiting}")]
    LeftOver {
        /// The number of registers of a primitive.
        size: usize,
        /// The number of those that are left.
        waiting: usize,
    },
    /// Too many triangles.
    #[error("there are more than {MOST_TRIANGLES} triangles")]
    TooManyTriangles,
    /// Too many pixels.
    #[error("the triangles of the picture cover more than {most} pixels together")]
    TooManyPixels {
        /// The largest number.
        most: u64,
    },
}

impl Reason {
    /// The error of a draw.
    pub(crate) fn of_draw(self, draw: usize) -> RenderError {
        RenderError { draw, reason: self }
    }
}
