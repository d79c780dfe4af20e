//! Test cases: values for a shader, and expectations.

#[cfg(feature = "render")]
mod pictures;

use std::num::{NonZeroU8, NonZeroUsize};

use pica200_machine::{Emitted, Fed, Observer, Program, Unobserved, Vector};
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
use super::setup::{AnyObserver, Given, Setup};
use super::trail::{Steps, Trail};
use super::triangle::ExpectedTriangle;
use crate::shader::direct3d::Machines;
use crate::shader::misfit::Misfit;
use crate::shader::row::{Row, Rows};

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
    pub(super) given: Given<'s>,
    pub(super) expectations: Expectations,
    /// The values and expectations that do not fit the shader.
    misfits: Vec<Problem>,
    /// The pictures that the shader draws.
    #[cfg(feature = "render")]
    pub(super) pictures: Vec<ExpectedPicture>,
}

impl<'s> Case<'s> {
    /// A case without values, which only expects that the shader reaches its end.
    pub fn new(shader: &'s Shader) -> Self {
        Self {
            shader,
            given: Given::new(&shader.target),
            expectations: Expectations::default(),
            misfits: Vec::new(),
            #[cfg(feature = "render")]
            pictures: Vec::new(),
        }
    }

    /// Sets an input, or several of an array. Missing numbers are taken from (0, 0, 0, 1). The inputs of a container
    /// have the names of their semantics; further rows are for the next indices.
    pub fn input(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.rows(name, Bank::Input, rows.into())
    }

    /// Sets a float uniform, or the rows of an array. Missing numbers are taken from (0, 0, 0, 1).
    ///
    /// In a container it is a variable of any type, which takes all its numbers: rows of matrices as in mathematics,
    /// and 1 and 0 for booleans. A register such as `cb0[3]` takes floats.
    pub fn uniform(self, name: &str, rows: impl Into<Rows>) -> Self {
        self.rows(name, Bank::Float, rows.into())
    }

    /// Sets an integer uniform to the values of a loop: its iterations minus 1, the initial `aL`, the step of `aL`.
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
    /// a container, each given by its inputs in the order of the signature.
    ///
    /// The shader runs for each primitive, as described for [`pica200_machine::Feed`]. All vertices have the same
    /// number of outputs. It is a failure if the last vertices form no primitive.
    pub fn vertices<V: Into<Rows>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        let rows = |vertex: V| {
            let Rows(rows) = vertex.into();
            rows
        };
        if let Err(misfit) = self.feed(vertices.into_iter().map(rows).collect()) {
            self.misfits.push(misfit.into());
        }
        self
    }

    /// In point mode, the number of registers of a primitive, which the program on the console sets. By default, those
    /// of one vertex.
    pub fn stride(mut self, registers: u8) -> Self {
        let registers = NonZeroU8::new(registers).ok_or_else(no_primitive);
        let set = registers.and_then(|registers| self.set_stride(registers));
        self.note("stride", set);
        self
    }

    /// In variable mode, the number of vertices of a primitive. By default, all of them.
    pub fn primitive(mut self, vertices: usize) -> Self {
        let vertices = NonZeroUsize::new(vertices).ok_or_else(no_primitive);
        let set = vertices.and_then(|vertices| self.set_primitive(vertices));
        self.note("primitive", set);
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
        let set = self.set_float24(true);
        self.note("float24", set);
        self
    }

    /// Expects numbers of an output: as many as it has components.
    pub fn expect(mut self, output: &str, numbers: impl Into<Row>) -> Self {
        let added = self.try_expect(None, output, numbers.into());
        self.note(output, added);
        self
    }

    /// Expects a pixel shader, which only containers have, to discard its pixel, or not to.
    pub fn expect_discarded(mut self, discarded: bool) -> Self {
        let added = self.try_expect_discarded(discarded);
        self.note("discarded", added);
        self
    }

    /// Expects numbers of an output of a vertex that a geometry shader emits, or that the shader of a container was
    /// given, counted from 0.
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
    pub fn check_observed<O: AnyObserver>(&self, observer: &mut O) -> Result<Outcome, Failure> {
        if !self.misfits.is_empty() {
            return Err(self.failure(self.misfits.clone(), 0, Trail::default()));
        }
        let tried = match &self.given {
            Given::Pica200(setup) => self.try_pica(setup, observer),
            Given::Direct3d(setup) => container::check(setup, &self.expectations, self.machines(), observer),
        };
        self.finish(tried)
    }

    /// The outcome, or the failure with the last instructions. Pictures are drawn if nothing else is wrong.
    pub(super) fn finish(&self, tried: Checked) -> Result<Outcome, Failure> {
        let outcome = tried.map_err(|(problems, runs)| self.failure(problems, runs, self.trail()))?;
        #[cfg(feature = "render")]
        self.check_pictures(outcome.runs)?;
        Ok(outcome)
    }

    /// Whether values or expectations do not fit the shader.
    pub(super) fn has_misfits(&self) -> bool {
        !self.misfits.is_empty()
    }

    /// Runs a PICA200 shader and compares. The error has the number of runs.
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
        if let Some(misfit) = left_over {
            return Err((vec![misfit.into()], fed.runs));
        }
        let outputs = machine.outputs();
        let emitted = machine.take_emitted();
        self.judge(machine.program(), outputs, emitted, fed)
    }

    /// Compares the results of a PICA200 shader.
    pub(super) fn judge(&self, program: &Program, outputs: [Vector; 16], emitted: Emitted, fed: Fed) -> Checked {
        let results = Results::of_pica(&outputs, &emitted, fed.instructions);
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
    /// If the shader does not do what is expected; with the text of the [`Failure`].
    #[track_caller]
    #[expect(clippy::panic, reason = "a test fails by panicking, as with `assert!`")]
    pub fn assert(&self) {
        if let Err(failure) = self.check() {
            panic!("{failure}");
        }
    }

    /// The machines on which the shader of a container runs.
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

    /// The last instructions. They come from a second run, which executes the same instructions; its result is known.
    fn trail(&self) -> Trail {
        match (&self.given, &self.shader.target) {
            (Given::Pica200(setup), Target::Pica200(shader)) => {
                let mut steps = Steps::<Program>::default();
                if let Ok(mut machine) = setup.machine() {
                    let _ = setup.run(&mut machine, &mut steps);
                }
                steps.trail(&shader.listing)
            }
            (Given::Direct3d(setup), Target::Direct3d(shader)) => {
                if let Some(translation) = &shader.translation {
                    let mut steps = Steps::<Program>::default();
                    let _ = setup.run_translation(&mut steps);
                    return steps.trail(&translation.listing);
                }
                let mut steps = Steps::<pica200_dxbc_machine::Program>::default();
                let _ = setup.run(&mut steps);
                steps.trail(&shader.listing)
            }
            _ => Trail::default(),
        }
    }

    fn rows(mut self, name: &str, bank: Bank, Rows(rows): Rows) -> Self {
        let set = self.set(name, bank, &rows);
        self.note(name, set);
        self
    }

    /// Records a value that does not fit as a failure.
    pub(super) fn note(&mut self, name: &str, result: Result<(), Misfit>) {
        if let Err(misfit) = result {
            self.misfits.push(misfit.about(name).into());
        }
    }
}

fn no_primitive() -> Misfit {
    Misfit::new("a primitive needs at least 1")
}
