//! Expectations.

use pica200_machine::{Emitted, Machine, Program, Vector};
use pica200_objfmt::isa::descriptor::{Component, Mask};

use super::failure::Problem;
use super::limits::Limits;
use super::outputs::Output;
use super::row::Row;
use super::tolerance::{DEFAULT_TOLERANCE, fits};
use super::triangle::ExpectedTriangle;
use crate::shader::misfit::Misfit;

/// The components of an output, and their expected values.
#[derive(Clone, PartialEq, Debug)]
struct Expected {
    /// The emitted vertex; `None` for a vertex shader.
    vertex: Option<usize>,
    output: Output,
    /// A number for each component.
    row: Row,
}

/// All expectations of a case.
#[derive(Clone, Debug)]
pub(super) struct Expectations {
    values: Vec<Expected>,
    pub(super) tolerance: f32,
    pub(super) instructions: Option<Limits>,
    vertices: Option<usize>,
    triangles: Option<usize>,
    triangles_like: Vec<ExpectedTriangle>,
}

impl Default for Expectations {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            tolerance: DEFAULT_TOLERANCE,
            instructions: None,
            vertices: None,
            triangles: None,
            triangles_like: Vec::new(),
        }
    }
}

impl Expectations {
    /// Expects values of an output, of a vertex shader or of an emitted vertex.
    pub(super) fn add(
        &mut self,
        program: &Program,
        vertex: Option<usize>,
        name: &str,
        row: Row,
    ) -> Result<(), Misfit> {
        match vertex {
            Some(_) => of_geometry(program)?,
            None if program.is_geometry() => {
                return Err(
                    Misfit::new("this is a geometry shader, which emits vertices")
                        .with_help("expect a value of a vertex: in `vertices` of a test file, with `expect_vertex` in Rust"),
                );
            }
            None => {}
        }
        let output = Output::find(program, name)?;
        check_count(&output, row.numbers().len())?;
        self.values.push(Expected {
            vertex,
            output,
            row,
        });
        Ok(())
    }

    /// Expects a number of vertices.
    pub(super) fn vertices(&mut self, program: &Program, count: usize) -> Result<(), Misfit> {
        self.vertices = Some(count);
        of_geometry(program)
    }

    /// Expects a number of triangles.
    pub(super) fn triangles(&mut self, program: &Program, count: usize) -> Result<(), Misfit> {
        self.triangles = Some(count);
        of_geometry(program)
    }

    /// Expects a winding or corners of a triangle.
    pub(super) fn triangle(
        &mut self,
        program: &Program,
        expected: ExpectedTriangle,
    ) -> Result<(), Misfit> {
        self.triangles_like.push(expected);
        of_geometry(program)
    }

    /// The differences of a machine from the expectations after a run.
    pub(super) fn problems(&self, machine: &Machine<'_>, instructions: u64) -> Vec<Problem> {
        let mut problems = Vec::new();
        let emitted = machine.emitted();
        self.check_counts(emitted, &mut problems);
        let outputs = machine.outputs();
        for expected in &self.values {
            let vectors = match expected.vertex {
                None => outputs.as_slice(),
                Some(vertex) => match emitted.vertices.get(vertex) {
                    Some(vectors) => vectors,
                    None => {
                        let missing = Problem::NoVertex {
                            vertex,
                            emitted: emitted.vertices.len(),
                        };
                        // One problem for all outputs of the vertex.
                        if problems.last() != Some(&missing) {
                            problems.push(missing);
                        }
                        continue;
                    }
                },
            };
            self.check_values(expected, vectors, &mut problems);
        }
        match self.instructions {
            Some(expected) if !expected.contain(instructions) => {
                problems.push(Problem::Instructions {
                    expected,
                    got: instructions,
                });
            }
            _ => {}
        }
        problems
    }

    fn check_counts(&self, emitted: &Emitted, problems: &mut Vec<Problem>) {
        let (vertices, triangles) = (emitted.vertices.len(), emitted.triangles.len());
        match self.vertices {
            Some(expected) if expected != vertices => problems.push(Problem::Vertices {
                expected,
                got: vertices,
            }),
            _ => {}
        }
        match self.triangles {
            Some(expected) if expected != triangles => problems.push(Problem::Triangles {
                expected,
                got: triangles,
            }),
            _ => {}
        }
        for expected in &self.triangles_like {
            match emitted.triangles.get(expected.triangle) {
                Some(found) => expected.check(found, problems),
                None => problems.push(Problem::NoTriangle {
                    triangle: expected.triangle,
                    emitted: triangles,
                }),
            }
        }
    }

    fn check_values(&self, expected: &Expected, vectors: &[Vector], problems: &mut Vec<Problem>) {
        let Expected {
            vertex,
            output,
            row,
        } = expected;
        let Some(vector) = vectors.get(usize::from(output.register)) else {
            return;
        };
        let lanes = Component::ALL.into_iter().zip(*vector);
        let lanes = lanes.filter(|(component, _)| output.mask.contains(*component));
        for ((component, got), &expected) in lanes.zip(row.numbers()) {
            if !fits(got, expected, self.tolerance) {
                problems.push(Problem::Value {
                    vertex: *vertex,
                    component: output.component(component),
                    expected,
                    got,
                    tolerance: self.tolerance,
                });
            }
        }
    }
}

/// Checks that there is a number for each component.
fn check_count(output: &Output, given: usize) -> Result<(), Misfit> {
    let wanted = output.mask.count();
    if wanted == given {
        return Ok(());
    }
    let numbers = if given == 1 {
        "number is"
    } else {
        "numbers are"
    };
    let mask = output.mask;
    let misfit = Misfit::new(format!(
        "it has the components {mask}, but {given} {numbers} given"
    ));
    if given > wanted {
        return Err(misfit);
    }
    let some = output.mask.components().take(given);
    let some = some.fold(Mask::NONE, Mask::with);
    let register = output.register;
    Err(misfit.with_help(format!("`o{register}.{some}` selects as many")))
}

fn of_geometry(program: &Program) -> Result<(), Misfit> {
    if program.is_geometry() {
        return Ok(());
    }
    Err(Misfit::new(
        "this is a vertex shader: it emits no vertices and triangles",
    ))
}
