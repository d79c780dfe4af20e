//! A test case: what a shader is given, and what is expected of it.

use pica200_machine::{Emitted, Machine, Unobserved, Value, Vector};
use pica200_objfmt::register::Bank;

use super::build::Shader;
use super::expectation::Expectations;
use super::failure::{Failure, Problem};
use super::limits::Limits;
use super::row::{Row, Rows};
use super::setup::Setup;
use super::trail::Trail;
use super::triangle::ExpectedTriangle;
use crate::shader::registers::Misfit;

/// What came out of a shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How many instructions were executed, in all runs of a geometry shader.
    pub instructions: u64,
    /// `o0` to `o15`, of use behind a vertex shader.
    pub outputs: [Vector; 16],
    /// What a geometry shader emitted.
    pub emitted: Emitted,
}

/// A case: the values that a shader is given, and what is expected of it.
///
/// Inputs and uniforms are named as the file names them, or by their register; `rows[2]` is the third element of an array.
/// Outputs are named by their property, or by their register, with components behind a point if not all are looked at:
/// `position`, `o0`, `texcoord0.x`. What a name does not fit is told with the other failures.
///
/// Each case runs on a machine of its own: what one sets, no other sees.
#[derive(Clone, Debug)]
#[must_use = "a case runs when it is checked"]
pub struct Case<'s> {
    pub(super) shader: &'s Shader,
    pub(super) setup: Setup,
    pub(super) expectations: Expectations,
    /// What does not fit the shader.
    misfits: Vec<Problem>,
}

impl<'s> Case<'s> {
    /// A case that gives nothing, and expects that the shader comes to its end.
    pub fn new(shader: &'s Shader) -> Self {
        Self {
            shader,
            setup: Setup::default(),
            expectations: Expectations::default(),
            misfits: Vec::new(),
        }
    }

    /// Sets an input, or several of an array. Numbers that are missing are those of (0, 0, 0, 1).
    pub fn input(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.vectors(name, Bank::Input, rows.into())
    }

    /// Sets a float uniform, or the rows of an array. Numbers that are missing are those of (0, 0, 0, 1).
    pub fn uniform(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.vectors(name, Bank::Float, rows.into())
    }

    /// Sets an integer uniform to what a loop takes: its iterations less 1, the first `aL`, the step of `aL`.
    pub fn integer(mut self, name: &str, [iterations, first, step]: [u8; 3]) -> Self {
        let value = Value::Integer([iterations, first, step, 0]);
        let set = self.set(name, Bank::Integer, &[value]);
        self.note(name, set);
        self
    }

    /// Sets a boolean uniform.
    pub fn boolean(mut self, name: &str, value: bool) -> Self {
        let set = self.set(name, Bank::Boolean, &[Value::Boolean(value)]);
        self.note(name, set);
        self
    }

    /// Feeds vertices to a geometry shader, each given by the outputs that the vertex shader writes.
    ///
    /// The shader runs for each primitive, as [`pica200_machine::Feed`] says; in variable mode the vertices are one.
    pub fn vertices<V: Into<Rows>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        let outputs = |vertex: V| {
            let Rows(rows) = vertex.into();
            rows.iter().map(Row::vector).collect()
        };
        self.feed(vertices.into_iter().map(outputs).collect());
        self
    }

    /// In point mode, how many registers make a primitive: what the program on the console sets. Without it, each
    /// vertex is a primitive.
    pub fn stride(mut self, registers: u8) -> Self {
        self.set_stride(registers);
        self
    }

    /// The most instructions that are executed, in all runs of a geometry shader; 10,000,000 without it.
    pub fn budget(mut self, instructions: u64) -> Self {
        self.set_budget(instructions);
        self
    }

    /// Cuts all numbers to the 24 bits that the machine's registers have.
    pub fn float24(mut self) -> Self {
        self.set_float24(true);
        self
    }

    /// Expects numbers of an output: as many as it has components.
    pub fn expect(mut self, output: &str, numbers: impl Into<Row>) -> Self {
        let added = self.try_expect(None, output, numbers.into());
        self.note(output, added);
        self
    }

    /// Expects numbers of an output of a vertex that a geometry shader emits, counted from 0.
    pub fn expect_vertex(mut self, vertex: usize, output: &str, numbers: impl Into<Row>) -> Self {
        let added = self.try_expect(Some(vertex), output, numbers.into());
        self.note(output, added);
        self
    }

    /// Expects a geometry shader to emit so many vertices.
    pub fn expect_vertices(mut self, count: usize) -> Self {
        let added = self.try_expect_vertices(count);
        self.note("vertices", added);
        self
    }

    /// Expects a geometry shader to emit so many triangles.
    pub fn expect_triangles(mut self, count: usize) -> Self {
        let added = self.try_expect_triangles(count);
        self.note("triangles", added);
        self
    }

    /// Expects that the winding of an emitted triangle, counted from 0, is inverted, or that it is not.
    pub fn expect_winding(mut self, triangle: usize, inverted: bool) -> Self {
        let added = self.try_expect_triangle(ExpectedTriangle {
            triangle,
            inverted: Some(inverted),
            corners: None,
        });
        self.note("triangles", added);
        self
    }

    /// Expects that the corners of an emitted triangle are these emitted vertices, in the order in which it is drawn;
    /// all are counted from 0.
    pub fn expect_corners(mut self, triangle: usize, vertices: [usize; 3]) -> Self {
        let added = self.try_expect_triangle(ExpectedTriangle {
            triangle,
            inverted: None,
            corners: Some(vertices),
        });
        self.note("triangles", added);
        self
    }

    /// Expects a number of executed instructions, `end` included: `8`, `..=8`, `6..=8`.
    pub fn instructions(mut self, limits: impl Into<Limits>) -> Self {
        let set = self.set_instructions(limits.into());
        self.note("instructions", set);
        self
    }

    /// How far off a number may be: [`super::DEFAULT_TOLERANCE`] without it.
    ///
    /// A number fits if it is off by no more than that, whatever its size. NaN fits NaN, an infinity the same infinity,
    /// -0 fits 0.
    pub fn within(mut self, tolerance: f32) -> Self {
        let set = self.set_tolerance(tolerance);
        self.note("tolerance", set);
        self
    }

    /// Runs the shader and compares.
    ///
    /// # Errors
    ///
    /// All differences from what is expected. If something does not fit the shader, or it does not come to its end,
    /// that alone.
    pub fn check(&self) -> Result<Outcome, Failure> {
        if !self.misfits.is_empty() {
            return Err(self.failure(self.misfits.clone(), &Trail::default()));
        }
        let run = self
            .setup
            .machine(&self.shader.program)
            .and_then(|mut machine| {
                let instructions = self.setup.run(&mut machine, &mut Unobserved)?;
                Ok((machine, instructions))
            });
        let problems = match run {
            Ok((mut machine, instructions)) => {
                let problems = self.expectations.problems(&machine, instructions);
                if problems.is_empty() {
                    return Ok(outcome(&mut machine, instructions));
                }
                problems
            }
            Err(problem) => vec![problem],
        };
        Err(self.failure(problems, &self.trail()))
    }

    /// Runs the shader and compares.
    ///
    /// # Panics
    ///
    /// If the shader does not do what is expected; with the text of the [`Failure`].
    #[track_caller]
    #[expect(clippy::panic, reason = "this is how a test fails, as with `assert!`")]
    pub fn assert(&self) {
        if let Err(failure) = self.check() {
            panic!("{failure}");
        }
    }

    fn failure(&self, problems: Vec<Problem>, trail: &Trail) -> Failure {
        Failure {
            shader: self.shader.name.clone(),
            problems,
            trail: trail.lines(&self.shader.words),
            executed: trail.executed,
        }
    }

    /// The last instructions: the machine does the same when it is looked at.
    fn trail(&self) -> Trail {
        let mut trail = Trail::default();
        if let Ok(mut machine) = self.setup.machine(&self.shader.program) {
            // How it ended is known.
            let _ = self.setup.run(&mut machine, &mut trail);
        }
        trail
    }

    fn vectors(mut self, name: &str, bank: Bank, Rows(rows): Rows) -> Self {
        let values: Vec<_> = rows.iter().map(|row| Value::Vector(row.vector())).collect();
        let set = self.set(name, bank, &values);
        self.note(name, set);
        self
    }

    /// Takes what does not fit for a failure.
    fn note(&mut self, name: &str, result: Result<(), Misfit>) {
        if let Err(misfit) = result {
            let help = misfit.help.as_ref();
            let help = help.map_or_else(String::new, |help| format!("; {help}"));
            let problem = Problem::Setup(format!("`{name}`: {misfit}{help}"));
            self.misfits.push(problem);
        }
    }
}

fn outcome(machine: &mut Machine<'_>, instructions: u64) -> Outcome {
    Outcome {
        instructions,
        outputs: machine.outputs(),
        emitted: machine.take_emitted(),
    }
}
