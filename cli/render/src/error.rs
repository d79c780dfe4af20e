//! Rendering errors.

use pica200_machine::{Fault, FeedError, SetError};
use thiserror::Error;

use crate::interface::MissingOutput;

/// Maximum number of triangles of a draw.
pub(crate) const MAX_TRIANGLES: usize = 1 << 20;

/// An error that prevents drawing a scene.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{reason}")]
pub struct RenderError {
    /// Index of the draw in the scene.
    pub draw: usize,
    /// The reason.
    pub reason: DrawError,
}

/// The reason why a draw failed.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The shader lacks an output.
    #[error(transparent)]
    Output(#[from] MissingOutput),
    /// A register cannot be set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The vertex shader did not complete.
    #[error("vertex {vertex}, counted from 0: {fault}")]
    Fault {
        /// Index of the vertex.
        vertex: usize,
        /// The fault.
        fault: Fault,
    },
    /// The image's instruction budget is exhausted.
    #[error("the shaders exceed the limit of {budget} instructions for a picture")]
    Budget {
        /// The budget.
        budget: u64,
    },
    /// The geometry shader does not accept the vertices, or did not complete.
    #[error("the geometry shader: {0}")]
    Feed(FeedError),
    /// The last vertices form no complete primitive.
    #[error("a primitive of the geometry shader has {size} registers, but the last one only {waiting}")]
    LeftOver {
        /// Number of registers of a primitive.
        size: usize,
        /// Number of registers left over.
        waiting: usize,
    },
    /// Too many triangles.
    #[error("there are more than {MAX_TRIANGLES} triangles")]
    TooManyTriangles,
    /// Too many pixels.
    #[error("the triangles of the picture cover more than {limit} pixels together")]
    TooManyPixels {
        /// Maximum number.
        limit: u64,
    },
}

impl DrawError {
    /// Returns the error for a draw.
    pub(crate) fn at_draw(self, draw: usize) -> RenderError {
        RenderError { draw, reason: self }
    }
}
