//! Test cases: values for a shader, and expectations.

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::{Emitted, Fed, Machine, Observer, Program, Unobserved, Value, Vector};
use pica200_objfmt::isa::register::Bank;

use super::build::Shader;
use super::expectation::Expectations;
use super::failure::{Failure, Problem};
use super::limits::Limits;
use super::row::{Row, Rows};
use super::setup::Setup;
use super::trail::Trail;
use super::triangle::ExpectedTriangle;
use crate::shader::misfit::Misfit;

/// The outputs of a shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The number of runs of the shader: 1, except for a geometry shader with vertices, which runs for each primitive.
    pub runs: u64,
    /// The number of executed instructions, in all runs.
    pub instructions: u64,
    /// `o0` to `o15`, which are useful after a vertex shader.
    pub outputs: [Vector; 16],
    /// The vertices and triangles that a geometry shader emitted.
    pub emitted: Emitted,
}

impl Shader {
    /// A test case. Registers are zero, except for the constants of the file.
    pub fn case(&self) -> Case<'_> {
        Case::new(self)
    }
}

/// A test case: values for a shader, and expectations.
///
/// Inputs and uniforms are named as in the file, or by their registers; `rows[2]` is the third element of an array.
/// Outputs are named by their properties or by their registers, optionally with components: `position`, `o0`,
/// `texcoord0.x`. Names that do not fit are reported with the other failures.
///
/// Each case runs on a machine of its own, so cases do not influence each other.
#[derive(Clone, Debug)]
#[must_use = "a case runs when it is checked"]
pub struct Case<'s> {
    pub(super) shader: &'s Shader,
    pub(super) setup: Setup,
    pub(super) expectations: Expectations,
    /// The values and expectations that do not fit the shader.
    misfits: Vec<Problem>,
}

impl<'s> Case<'s> {
    /// A case without values, which only expects that the shader reaches its end.
    pub fn new(shader: &'s Shader) -> Self {
        Self {
            shader,
            setup: Setup::default(),
            expectations: Expectations::default(),
            misfits: Vec::new(),
        }
    }

    /// Sets an input, or several of an array. Missing numbers are taken from (0, 0, 0, 1).
    pub fn input(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.vectors(name, Bank::Input, rows.into())
    }

    /// Sets a float uniform, or the rows of an array. Missing numbers are taken from (0, 0, 0, 1).
    pub fn uniform(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.vectors(name, Bank::Float, rows.into())
    }

    /// Sets an integer uniform to the values of a loop: its iterations minus 1, the initial `aL`, the step of `aL`.
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

    /// Feeds vertices to a geometry shader, each given by the outputs of the vertex shader.
    ///
    /// The shader runs for each primitive, as described for [`pica200_machine::Feed`]. All vertices have the same
    /// number of outputs. It is a failure if the last vertices form no primitive.
    pub fn vertices<V: Into<Rows>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        let outputs = |vertex: V| {
            let Rows(rows) = vertex.into();
            rows.iter().map(Row::vector).collect()
        };
        self.feed(vertices.into_iter().map(outputs).collect());
        self
    }

    /// In point mode, the number of registers of a primitive, which the program on the console sets. By default, those
    /// of one vertex.
    pub fn stride(mut self, registers: u8) -> Self {
        match NonZeroU8::new(registers) {
            Some(registers) => self.set_stride(registers),
            None => self.note("stride", Err(no_primitive())),
        }
        self
    }

    /// In variable mode, the number of vertices of a primitive. By default, all of them.
    pub fn primitive(mut self, vertices: usize) -> Self {
        match NonZeroUsize::new(vertices) {
            Some(vertices) => self.set_primitive(vertices),
            None => self.note("primitive", Err(no_primitive())),
        }
        self
    }

    /// The maximum number of executed instructions in all runs; 10,000,000 by default.
    pub fn budget(mut self, instructions: u64) -> Self {
        self.set_budget(instructions);
        self
    }

    /// Truncates all numbers to 24 bits, as in the registers of the machine. Otherwise only the constants of the shader
    /// have 24 bits, so one that is nearer to 0 than 2^-62 is 0, while a value that the test sets is not.
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

    /// Expects a geometry shader to emit this number of vertices.
    pub fn expect_vertices(mut self, count: usize) -> Self {
        let added = self.try_expect_vertices(count);
        self.note("vertices", added);
        self
    }

    /// Expects a geometry shader to emit this number of triangles.
    pub fn expect_triangles(mut self, count: usize) -> Self {
        let added = self.try_expect_triangles(count);
        self.note("triangles", added);
        self
    }

    /// Expects the winding of an emitted triangle, counted from 0, to be inverted or not.
    pub fn expect_winding(mut self, triangle: usize, inverted: bool) -> Self {
        let added = self.try_expect_triangle(ExpectedTriangle {
            triangle,
            inverted: Some(inverted),
            corners: None,
        });
        self.note("triangles", added);
        self
    }

    /// Expects the corners of an emitted triangle to be these emitted vertices, in drawing order; all are counted from
    /// 0.
    pub fn expect_corners(mut self, triangle: usize, vertices: [usize; 3]) -> Self {
        let added = self.try_expect_triangle(ExpectedTriangle {
            triangle,
            inverted: None,
            corners: Some(vertices),
        });
        self.note("triangles", added);
        self
    }

    /// Expects a number of executed instructions, including `end`: `8`, `..=8`, `6..=8`.
    pub fn instructions(mut self, limits: impl Into<Limits>) -> Self {
        let set = self.set_instructions(limits.into());
        self.note("instructions", set);
        self
    }

    /// The tolerance for numbers; [`super::DEFAULT_TOLERANCE`] by default.
    ///
    /// A number matches if the difference is at most the tolerance, whatever the size of the number. NaN matches NaN,
    /// an infinity matches the same infinity, and -0 matches 0.
    pub fn within(mut self, tolerance: f32) -> Self {
        let set = self.set_tolerance(tolerance);
        self.note("tolerance", set);
        self
    }

    /// Runs the shader and compares.
    ///
    /// # Errors
    ///
    /// All differences from what is expected. If something does not fit the shader, or it does not come to its end, or
    /// vertices are left over, that alone.
    pub fn check(&self) -> Result<Outcome, Failure> {
        self.check_observed(&mut Unobserved)
    }

    /// Does the same, with an observer.
    pub fn check_observed<O: Observer<Program>>(
        &self,
        observer: &mut O,
    ) -> Result<Outcome, Failure> {
        if !self.misfits.is_empty() {
            return Err(self.failure(self.misfits.clone(), 0, &Trail::default()));
        }
        let (problems, runs) = match self.run(observer) {
            Ok((mut machine, fed, left_over)) => {
                let problems = match left_over {
                    Some(misfit) => vec![misfit.into()],
                    None => self.expectations.problems(&machine, fed.instructions),
                };
                if problems.is_empty() {
                    return Ok(outcome(&mut machine, fed));
                }
                (problems, fed.runs)
            }
            Err(problem @ Problem::Fault { before, .. }) => (vec![problem], before + 1),
            Err(problem) => (vec![problem], 0),
        };
        Err(self.failure(problems, runs, &self.trail()))
    }

    fn run<O: Observer<Program>>(
        &self,
        observer: &mut O,
    ) -> Result<(Machine<'s>, Fed, Option<Misfit>), Problem> {
        let mut machine = self.setup.machine(&self.shader.program)?;
        let (fed, left_over) = self.setup.run(&mut machine, observer)?;
        Ok((machine, fed, left_over))
    }

    /// Runs the shader and compares.
    ///
    /// # Panics
    ///
    /// If the shader does not do what is expected; with the text of the [`Failure`].
    #[track_caller]
    #[expect(clippy::panic, reason = "a test fails by panicking, as with `assert!`")]
    pub fn assert(&self) {
        if let Err(failure) = self.check() {
            panic!("{failure}");
        }
    }

    fn failure(&self, problems: Vec<Problem>, runs: u64, trail: &Trail) -> Failure {
        Failure {
            shader: self.shader.name.clone(),
            problems,
            trail: trail.lines(&self.shader.listing),
            executed: trail.executed,
            runs,
        }
    }

    /// The last instructions. They come from a second run, which executes the same instructions.
    fn trail(&self) -> Trail {
        let mut trail = Trail::default();
        // The result of the run is already known.
        let _ = self.run(&mut trail);
        trail
    }

    fn vectors(mut self, name: &str, bank: Bank, Rows(rows): Rows) -> Self {
        let values: Vec<_> = rows.iter().map(|row| Value::Vector(row.vector())).collect();
        let set = self.set(name, bank, &values);
        self.note(name, set);
        self
    }

    /// Records a value that does not fit as a failure.
    fn note(&mut self, name: &str, result: Result<(), Misfit>) {
        if let Err(misfit) = result {
            self.misfits.push(misfit.about(name).into());
        }
    }
}

fn outcome(machine: &mut Machine<'_>, fed: Fed) -> Outcome {
    Outcome {
        runs: fed.runs,
        instructions: fed.instructions,
        outputs: machine.outputs(),
        emitted: machine.take_emitted(),
    }
}

fn no_primitive() -> Misfit {
    Misfit::new("a primitive needs at least 1")
}
