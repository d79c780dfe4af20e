//! Fallible setters of a case, for callers that report invalid values themselves.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::Precision;
use pica200_objfmt::isa::register::Bank;

use super::case::Case;
use super::limits::Limits;
use super::setup::TargetSetup;
use super::triangle::ExpectedTriangle;
use crate::shader::row::Row;
use crate::shader::value_error::ValueError;

/// Reason why a container takes no settings for geometry shaders.
const NO_GEOMETRY: &str = "a Direct3D geometry shader declares its primitive";

impl Case<'_> {
    /// Sets consecutive registers starting at a name. The bank selects an input, or else the type of a uniform's
    /// values: booleans are rows of 1 and 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is unknown, or the rows do not fit it.
    pub fn set(&mut self, name: &str, bank: Bank, rows: &[Row]) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(setup) => setup.set(name, bank, rows),
            TargetSetup::Direct3d(setup) => setup.set(name, bank, rows),
        }
    }

    /// Feeds vertices: to a geometry shader, the outputs of each, from `o0`; to the vertex shader of a container, the
    /// inputs of each, in signature order.
    ///
    /// # Errors
    ///
    /// Returns an error if the shader of a container does not accept them. Vertices for a geometry shader are checked
    /// by [`Case::check_feed`].
    pub fn feed(&mut self, vertices: Vec<Vec<Row>>) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(setup) => {
                let vertices = vertices.iter();
                let vectors = vertices.map(|vertex| vertex.iter().map(Row::vector).collect());
                setup.vertices = Some(vectors.collect());
                Ok(())
            }
            TargetSetup::Direct3d(setup) => setup
                .feed(vertices)
                .map_err(|value_error| value_error.about("vertices")),
        }
    }

    /// Sets the number of registers of a primitive in point mode.
    ///
    /// # Errors
    ///
    /// Returns an error for the shader of a container.
    pub fn set_stride(&mut self, registers: NonZeroU8) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(setup) => setup.primitives.stride = Some(registers),
            TargetSetup::Direct3d(_) => return Err(ValueError::new(NO_GEOMETRY)),
        }
        Ok(())
    }

    /// Sets the number of vertices of a primitive in variable mode.
    ///
    /// # Errors
    ///
    /// Returns an error for the shader of a container.
    pub fn set_primitive(&mut self, vertices: NonZeroUsize) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(setup) => setup.primitives.vertices = Some(vertices),
            TargetSetup::Direct3d(_) => return Err(ValueError::new(NO_GEOMETRY)),
        }
        Ok(())
    }

    /// Checks that the shader accepts the given vertices.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not.
    pub fn check_feed(&self) -> Result<(), ValueError> {
        match &self.given {
            TargetSetup::Pica200(setup) => setup.check_feed(),
            TargetSetup::Direct3d(_) => Ok(()),
        }
    }

    /// Sets the maximum number of executed instructions in all runs.
    pub fn set_budget(&mut self, instructions: u64) {
        match &mut self.given {
            TargetSetup::Pica200(setup) => setup.budget = instructions,
            TargetSetup::Direct3d(setup) => setup.budget = instructions,
        }
    }

    /// Sets whether results are rounded to 24 bits.
    ///
    /// # Errors
    ///
    /// Returns an error for the shader of a container, whose registers have 32 bits, unless a translation is run.
    pub fn set_float24(&mut self, cut: bool) -> Result<(), ValueError> {
        let precision = if cut { Precision::Float24 } else { Precision::Single };
        match &mut self.given {
            TargetSetup::Pica200(setup) => {
                setup.precision = precision;
                Ok(())
            }
            TargetSetup::Direct3d(setup) if setup.is_translated() => {
                setup.precision = precision;
                Ok(())
            }
            TargetSetup::Direct3d(_) => Err(ValueError::new("Direct3D registers have 32 bits")),
        }
    }

    /// Sets the tolerance for values.
    ///
    /// # Errors
    ///
    /// Returns an error if it is negative, infinite or not a number.
    pub fn set_tolerance(&mut self, tolerance: f32) -> Result<(), ValueError> {
        if !tolerance.is_finite() || tolerance < 0.0 {
            let message = format!("{tolerance} is not a tolerance; expected a non-negative number");
            return Err(ValueError::new(message));
        }
        self.expectations.tolerance = Some(tolerance);
        Ok(())
    }

    /// Sets the expected number of instructions.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is empty.
    pub fn set_instructions(&mut self, limits: Limits) -> Result<(), ValueError> {
        let Limits { min, max } = limits;
        if min > max {
            let message = format!("no number is in the range {min} to {max}");
            return Err(ValueError::new(message));
        }
        self.expectations.instructions = Some(limits);
        Ok(())
    }

    /// Expects values of an output: of an emitted vertex, of a vertex of a container shader, or of the only run of a
    /// shader.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not fit the shader.
    pub fn try_expect(&mut self, vertex: Option<usize>, output: &str, row: Row) -> Result<(), ValueError> {
        let target = &self.shader.target;
        self.expectations.add(target, vertex, output, row)
    }

    /// Expects a number of vertices.
    ///
    /// # Errors
    ///
    /// Returns an error if the shader has no vertices.
    pub fn try_expect_vertices(&mut self, count: usize) -> Result<(), ValueError> {
        self.expectations.vertices(&self.shader.target, count)
    }

    /// Expects a number of emitted triangles.
    ///
    /// # Errors
    ///
    /// Returns an error if the shader emits no triangles.
    pub fn try_expect_triangles(&mut self, count: usize) -> Result<(), ValueError> {
        self.expectations.triangles(&self.shader.target, count)
    }

    /// Expects an emitted triangle.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not fit the shader.
    pub fn try_expect_triangle(&mut self, expected: ExpectedTriangle) -> Result<(), ValueError> {
        let target = &self.shader.target;
        self.expectations.triangle(target, expected)
    }

    /// Expects a pixel shader to discard its pixel, or not.
    ///
    /// # Errors
    ///
    /// Returns an error if the shader is not a pixel shader.
    pub fn try_expect_discarded(&mut self, discarded: bool) -> Result<(), ValueError> {
        let target = &self.shader.target;
        self.expectations.discarded(target, discarded)
    }
}
