//! Test cases: values for a shader, and expectations.

#[cfg(feature = "render")]
mod pictures;

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::{FeedResult, GeometryOutput, NoObserver, Observer, Program, Vector};
use pica200_objfmt::isa::register::Bank;

use super::build::{Shader, Target};
use super::container;
use super::expectation::{Expectations, Results};
use super::failure::{Failure, Problem};
use super::limits::Limits;
use super::outcome::{Checked, Outcome};
use super::outputs::named;
#[cfg(feature = "render")]
use super::picture::ExpectedPicture;
use super::setup::{AnyObserver, Setup, TargetSetup};
use super::trail::{Recorder, Trail};
use super::triangle::ExpectedTriangle;
use crate::shader::direct3d::Machines;
use crate::shader::row::{Row, Rows};
use crate::shader::value_error::ValueError;

impl Shader {
    /// Creates a test case. Registers are zero, except for the constants of the file.
    pub fn case(&self) -> Case<'_> {
        Case::new(self)
    }
}

/// A test case: values for a shader, and expectations.
///
/// Inputs and uniforms are referred to by their names in the file, or by register; `rows[2]` is the third element of an
/// array. Outputs are referred to by property or register, optionally with components: `position`, `o0`, `texcoord0.x`.
/// Unknown names are reported with the other failures.
///
/// Each case runs on a separate machine, so cases do not influence each other.
#[derive(Clone, Debug)]
#[must_use = "a case runs when it is checked"]
pub struct Case<'s> {
    pub(super) shader: &'s Shader,
    pub(super) given: TargetSetup<'s>,
    pub(super) expectations: Expectations,
    /// Values and expectations that do not fit the shader.
    value_errors: Vec<Problem>,
    /// Images that the shader draws.
    #[cfg(feature = "render")]
    pub(super) pictures: Vec<ExpectedPicture>,
}

impl<'s> Case<'s> {
    /// Creates a case without values, which only expects the shader to complete.
    pub fn new(shader: &'s Shader) -> Self {
        Self {
            shader,
            given: TargetSetup::new(&shader.target),
            expectations: Expectations::default(),
            value_errors: Vec::new(),
            #[cfg(feature = "render")]
            pictures: Vec::new(),
        }
    }

    /// Sets an input, or several of an array. Missing components are taken from (0, 0, 0, 1). Inputs of a container are
    /// named by semantic; further rows are for the next indices.
    pub fn input(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.rows(name, Bank::Input, rows.into())
    }

    /// Sets a float uniform, or the rows of an array. Missing components are taken from (0, 0, 0, 1).
    ///
    /// In a container it is a variable of any type, which takes all its numbers: matrices as rows in mathematical
    /// notation, booleans as 1 and 0. A register such as `cb0[3]` takes floats.
    pub fn uniform(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.rows(name, Bank::Float, rows.into())
    }

    /// Sets an integer uniform to the values of a loop: number of iterations minus 1, initial `aL`, step of `aL`.
    ///
    /// In a container it is a variable of integers, or a register such as `cb0[3]`.
    pub fn integer(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.rows(name, Bank::Integer, rows.into())
    }

    /// Sets a boolean uniform.
    pub fn boolean(self, name: &str, value: bool) -> Self {
        self.rows(name, Bank::Boolean, u32::from(value).into())
    }

    /// Feeds vertices to a geometry shader, each given by the outputs of the vertex shader; or to the vertex shader of
    /// a container, each given by its inputs in signature order.
    ///
    /// The shader runs for each primitive, as described for [`pica200_machine::Feed`]. All vertices have the same
    /// number of outputs. The case fails if the last vertices form no complete primitive.
    pub fn vertices<V: Into<Rows>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        let rows = |vertex: V| {
            let Rows(rows) = vertex.into();
            rows
        };
        if let Err(value_error) = self.feed(vertices.into_iter().map(rows).collect()) {
            self.value_errors.push(value_error.into());
        }
        self
    }

    /// Sets the number of registers of a primitive in point mode, which the application sets on the console (default:
    /// one vertex).
    pub fn stride(mut self, registers: u8) -> Self {
        let registers = NonZeroU8::new(registers).ok_or_else(no_primitive);
        let set = registers.and_then(|registers| self.set_stride(registers));
        self.record("stride", set);
        self
    }

    /// Sets the number of vertices of a primitive in variable mode (default: all).
    pub fn primitive(mut self, vertices: usize) -> Self {
        let vertices = NonZeroUsize::new(vertices).ok_or_else(no_primitive);
        let set = vertices.and_then(|vertices| self.set_primitive(vertices));
        self.record("primitive", set);
        self
    }

    /// Sets the maximum number of executed instructions in all runs (default: 10,000,000).
    pub fn budget(mut self, instructions: u64) -> Self {
        self.set_budget(instructions);
        self
    }

    /// Truncates all numbers to 24 bits, like the hardware's registers. Otherwise only the constants of the shader have
    /// 24 bits, so a constant closer to 0 than 2^-62 is 0, while a value set by the test is not.
    pub fn float24(mut self) -> Self {
        let set = self.set_float24(true);
        self.record("float24", set);
        self
    }

    /// Expects an output to have these values, one for each of its components.
    pub fn expect(mut self, output: &str, numbers: impl Into<Row>) -> Self {
        let added = self.try_expect(None, output, numbers.into());
        self.record(output, added);
        self
    }

    /// Expects a pixel shader (only in containers) to discard its pixel, or not.
    pub fn expect_discarded(mut self, discarded: bool) -> Self {
        let added = self.try_expect_discarded(discarded);
        self.record("discarded", added);
        self
    }

    /// Expects an output of a vertex to have these values. The vertex is counted from 0, among those emitted by a
    /// geometry shader or fed to a container's shader.
    pub fn expect_vertex(mut self, vertex: usize, output: &str, numbers: impl Into<Row>) -> Self {
        let added = self.try_expect(Some(vertex), output, numbers.into());
        self.record(output, added);
        self
    }

    /// Expects a geometry shader to emit this number of vertices.
    pub fn expect_vertices(mut self, count: usize) -> Self {
        let added = self.try_expect_vertices(count);
        self.record("vertices", added);
        self
    }

    /// Expects a geometry shader to emit this number of triangles.
    pub fn expect_triangles(mut self, count: usize) -> Self {
        let added = self.try_expect_triangles(count);
        self.record("triangles", added);
        self
    }

    /// Expects the winding of an emitted triangle, counted from 0, to be inverted or not.
    pub fn expect_winding(mut self, triangle: usize, inverted: bool) -> Self {
        let added = self.try_expect_triangle(ExpectedTriangle {
            triangle,
            inverted: Some(inverted),
            corners: None,
        });
        self.record("triangles", added);
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
        self.record("triangles", added);
        self
    }

    /// Expects a number of executed instructions, including `end`: `8`, `..=8`, `6..=8`.
    pub fn instructions(mut self, limits: impl Into<Limits>) -> Self {
        let set = self.set_instructions(limits.into());
        self.record("instructions", set);
        self
    }

    /// Sets the tolerance for numbers (default: [`super::DEFAULT_TOLERANCE`]).
    ///
    /// The tolerance is absolute: it does not depend on the size of the number. NaN matches NaN, an infinity matches
    /// the same infinity, and -0 matches 0.
    pub fn within(mut self, tolerance: f32) -> Self {
        let set = self.set_tolerance(tolerance);
        self.record("tolerance", set);
        self
    }

    /// Runs the shader and compares.
    ///
    /// # Errors
    ///
    /// Returns all differences from the expectations. If a value does not fit the shader, the shader does not complete,
    /// or vertices are left over, returns only that.
    pub fn check(&self) -> Result<Outcome, Failure> {
        self.check_observed(&mut NoObserver)
    }

    /// Like [`Self::check`], with an observer.
    pub fn check_observed<O: AnyObserver>(&self, observer: &mut O) -> Result<Outcome, Failure> {
        if !self.value_errors.is_empty() {
            return Err(self.failure(self.value_errors.clone(), 0, Trail::default()));
        }
        let tried = match &self.given {
            TargetSetup::Pica200(setup) => self.try_pica(setup, observer),
            TargetSetup::Direct3d(setup) => container::check(setup, &self.expectations, self.machines(), observer),
        };
        self.finish(tried)
    }

    /// Returns the outcome, or the failure with the last instructions. Images are drawn only if there are no other
    /// errors.
    pub(super) fn finish(&self, tried: Checked) -> Result<Outcome, Failure> {
        let outcome = tried.map_err(|(problems, runs)| self.failure(problems, runs, self.trail()))?;
        #[cfg(feature = "render")]
        self.check_pictures(outcome.runs)?;
        Ok(outcome)
    }

    /// Returns true if values or expectations do not fit the shader.
    pub(super) fn has_value_errors(&self) -> bool {
        !self.value_errors.is_empty()
    }

    /// Runs a PICA200 shader and compares. The error includes the number of runs.
    fn try_pica<O: Observer<Program>>(&self, setup: &Setup<'s>, observer: &mut O) -> Checked {
        let stopped = |problem: Problem| {
            let runs = match problem {
                Problem::Fault { before, .. } => before + 1,
                _ => 0,
            };
            (vec![problem], runs)
        };
        let mut machine = setup.machine().map_err(stopped)?;
        let (fed, left_over) = setup.run(&mut machine, observer).map_err(stopped)?;
        if let Some(value_error) = left_over {
            return Err((vec![value_error.into()], fed.runs));
        }
        let outputs = machine.outputs();
        let emitted = machine.take_emitted();
        self.compare(machine.program(), outputs, emitted, fed)
    }

    /// Compares the results of a PICA200 shader with the expectations.
    pub(super) fn compare(
        &self,
        program: &Program,
        outputs: [Vector; 16],
        emitted: GeometryOutput,
        fed: FeedResult,
    ) -> Checked {
        let results = Results::from_pica(&outputs, &emitted, fed.instructions);
        let problems = self.expectations.problems(&results);
        if !problems.is_empty() {
            return Err((problems, fed.runs));
        }
        let table = program.outputs();
        let named = if program.is_geometry() {
            let vertices = emitted.vertices.iter();
            vertices.map(|vertex| named(table, vertex)).collect()
        } else {
            vec![named(table, &outputs)]
        };
        Ok(Outcome {
            runs: fed.runs,
            instructions: fed.instructions,
            outputs,
            named,
            emitted,
            is_discarded: false,
        })
    }

    /// Runs the shader and compares.
    ///
    /// # Panics
    ///
    /// Panics with the text of the [`Failure`] if an expectation is not met.
    #[track_caller]
    #[expect(clippy::panic, reason = "a test fails by panicking, as with `assert!`")]
    pub fn assert(&self) {
        if let Err(failure) = self.check() {
            panic!("{failure}");
        }
    }

    /// Returns the machines on which the shader of a container runs.
    fn machines(&self) -> Machines {
        match &self.shader.target {
            Target::Direct3d(shader) => shader.machines,
            Target::Pica200(_) => Machines::default(),
        }
    }

    pub(super) fn failure(&self, problems: Vec<Problem>, runs: u64, trail: Trail) -> Failure {
        Failure {
            shader: self.shader.name.clone(),
            problems,
            trail: trail.lines,
            executed: trail.executed,
            runs,
        }
    }

    /// Returns the last instructions. They come from a second run, which executes the same instructions; its result is
    /// known.
    fn trail(&self) -> Trail {
        match (&self.given, &self.shader.target) {
            (TargetSetup::Pica200(setup), Target::Pica200(shader)) => {
                let mut steps = Recorder::<Program>::default();
                if let Ok(mut machine) = setup.machine() {
                    let _ = setup.run(&mut machine, &mut steps);
                }
                steps.trail(&shader.listing)
            }
            (TargetSetup::Direct3d(setup), Target::Direct3d(shader)) => {
                if let Some(translation) = &shader.translation {
                    let mut steps = Recorder::<Program>::default();
                    let _ = setup.run_translation(&mut steps);
                    return steps.trail(&translation.listing);
                }
                let mut steps = Recorder::<pica200_dxbc_machine::Program>::default();
                let _ = setup.run(&mut steps);
                steps.trail(&shader.listing)
            }
            _ => Trail::default(),
        }
    }

    fn rows(mut self, name: &str, bank: Bank, Rows(rows): Rows) -> Self {
        let set = self.set(name, bank, &rows);
        self.record(name, set);
        self
    }

    /// Records a value that does not fit as a failure.
    pub(super) fn record(&mut self, name: &str, result: Result<(), ValueError>) {
        if let Err(value_error) = result {
            self.value_errors.push(value_error.about(name).into());
        }
    }
}

fn no_primitive() -> ValueError {
    ValueError::new("a primitive needs at least 1")
}
