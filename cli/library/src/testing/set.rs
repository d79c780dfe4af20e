//! The parts of a case one by one, for callers that report misfits themselves.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::{Precision, Value, Vector};
use pica200_objfmt::isa::register::Bank;

use super::case::Case;
use super::limits::Limits;
use super::row::Row;
use super::triangle::ExpectedTriangle;
use crate::shader::misfit::Misfit;
use crate::shader::registers::RegisterName;

impl Case<'_> {
    /// Sets registers from a name on.
    pub fn set(&mut self, name: &str, bank: Bank, values: &[Value]) -> Result<(), Misfit> {
        let target = RegisterName::parse(name, bank).map_err(Misfit::new)?;
        let assigned = target.assign(&self.shader.program, values)?;
        for (register, value) in assigned {
            self.setup.set(register, value);
        }
        Ok(())
    }

    /// Feeds a geometry shader with vertices, each by its outputs from `o0` on.
    pub fn feed(&mut self, vertices: Vec<Vec<Vector>>) {
        self.setup.vertices = Some(vertices);
    }

    /// Sets the number of registers of a primitive in point mode.
    pub fn set_stride(&mut self, registers: NonZeroU8) {
        self.setup.primitives.stride = Some(registers);
    }

    /// Sets the number of vertices of a primitive in variable mode.
    pub fn set_primitive(&mut self, vertices: NonZeroUsize) {
        self.setup.primitives.vertices = Some(vertices);
    }

    /// Checks that the shader can be fed with the given vertices.
    pub fn check_feed(&self) -> Result<(), Misfit> {
        self.setup.feeding(&self.shader.program).map(|_| ())
    }

    /// Sets the maximum number of executed instructions in all runs.
    pub fn set_budget(&mut self, instructions: u64) {
        self.setup.budget = instructions;
    }

    /// Sets whether results are rounded to 24 bits.
    pub fn set_float24(&mut self, cut: bool) {
        self.setup.precision = if cut {
            Precision::Float24
        } else {
            Precision::Single
        };
    }

    /// Sets the tolerance for values.
    ///
    /// # Errors
    ///
    /// If it is negative, infinite or not a number.
    pub fn set_tolerance(&mut self, tolerance: f32) -> Result<(), Misfit> {
        if !tolerance.is_finite() || tolerance < 0.0 {
            let message =
                format!("{tolerance} is not a tolerance; expected a number that is not negative");
            return Err(Misfit::new(message));
        }
        self.expectations.tolerance = tolerance;
        Ok(())
    }

    /// Sets the expected number of instructions.
    ///
    /// # Errors
    ///
    /// If the range is empty.
    pub fn set_instructions(&mut self, limits: Limits) -> Result<(), Misfit> {
        let Limits { min, max } = limits;
        if min > max {
            let message = format!("no number is in the range {min} to {max}");
            return Err(Misfit::new(message));
        }
        self.expectations.instructions = Some(limits);
        Ok(())
    }

    /// Expects values of an output, of an emitted vertex or of a vertex shader.
    ///
    /// # Errors
    ///
    /// If they do not fit the shader.
    pub fn try_expect(
        &mut self,
        vertex: Option<usize>,
        output: &str,
        row: Row,
    ) -> Result<(), Misfit> {
        let program = &self.shader.program;
        self.expectations.add(program, vertex, output, row)
    }

    /// Expects a number of emitted vertices.
    ///
    /// # Errors
    ///
    /// If the shader emits none.
    pub fn try_expect_vertices(&mut self, count: usize) -> Result<(), Misfit> {
        self.expectations.vertices(&self.shader.program, count)
    }

    /// Expects a number of emitted triangles.
    ///
    /// # Errors
    ///
    /// If the shader emits none.
    pub fn try_expect_triangles(&mut self, count: usize) -> Result<(), Misfit> {
        self.expectations.triangles(&self.shader.program, count)
    }

    /// Expects an emitted triangle.
    ///
    /// # Errors
    ///
    /// If it does not fit the shader.
    pub fn try_expect_triangle(&mut self, expected: ExpectedTriangle) -> Result<(), Misfit> {
        let program = &self.shader.program;
        self.expectations.triangle(program, expected)
    }
}
