//! What a case is made of, piece by piece, for who has a place for what does not fit.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::{Precision, Value, Vector};
use pica200_objfmt::isa::register::Bank;

use super::case::Case;
use super::limits::Limits;
use super::row::Row;
use super::triangle::ExpectedTriangle;
use crate::shader::misfit::Misfit;
use crate::shader::registers::Target;

impl Case<'_> {
    /// Sets registers from a name on.
    pub(crate) fn set(&mut self, name: &str, bank: Bank, values: &[Value]) -> Result<(), Misfit> {
        let target = Target::parse(name, bank).map_err(Misfit::new)?;
        let assigned = target.assign(&self.shader.program, values)?;
        for (register, value) in assigned {
            self.setup.set(register, value);
        }
        Ok(())
    }

    pub(crate) fn feed(&mut self, vertices: Vec<Vec<Vector>>) {
        self.setup.vertices = Some(vertices);
    }

    pub(crate) fn set_stride(&mut self, registers: NonZeroU8) {
        self.setup.primitives.stride = Some(registers);
    }

    pub(crate) fn set_primitive(&mut self, vertices: NonZeroUsize) {
        self.setup.primitives.vertices = Some(vertices);
    }

    /// Whether the shader can be fed with what is given.
    pub(crate) fn check_feed(&self) -> Result<(), Misfit> {
        self.setup.feeding(&self.shader.program).map(|_| ())
    }

    pub(crate) fn set_budget(&mut self, instructions: u64) {
        self.setup.budget = instructions;
    }

    pub(crate) fn set_float24(&mut self, cut: bool) {
        self.setup.precision = if cut {
            Precision::Float24
        } else {
            Precision::Single
        };
    }

    pub(crate) fn set_tolerance(&mut self, tolerance: f32) -> Result<(), Misfit> {
        if !tolerance.is_finite() || tolerance < 0.0 {
            let message = format!("{tolerance} is no distance; a number from 0 up is needed");
            return Err(Misfit::new(message));
        }
        self.expectations.tolerance = tolerance;
        Ok(())
    }

    pub(crate) fn set_instructions(&mut self, limits: Limits) -> Result<(), Misfit> {
        let Limits { min, max } = limits;
        if min > max {
            let message = format!("there is no number from {min} to {max}");
            return Err(Misfit::new(message));
        }
        self.expectations.instructions = Some(limits);
        Ok(())
    }

    pub(crate) fn try_expect(
        &mut self,
        vertex: Option<usize>,
        output: &str,
        row: Row,
    ) -> Result<(), Misfit> {
        let program = &self.shader.program;
        self.expectations.add(program, vertex, output, row)
    }

    pub(crate) fn try_expect_vertices(&mut self, count: usize) -> Result<(), Misfit> {
        self.expectations.vertices(&self.shader.program, count)
    }

    pub(crate) fn try_expect_triangles(&mut self, count: usize) -> Result<(), Misfit> {
        self.expectations.triangles(&self.shader.program, count)
    }

    pub(crate) fn try_expect_triangle(&mut self, expected: ExpectedTriangle) -> Result<(), Misfit> {
        let program = &self.shader.program;
        self.expectations.triangle(program, expected)
    }
}
