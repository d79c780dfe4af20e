//! Expectations.

use std::borrow::Cow;

use pica200_machine::{GeometryOutput, Program, Triangle, Vector};
use pica200_objfmt::isa::descriptor::{Component, Mask};

use super::build::Target;
use super::failure::Problem;
use super::limits::Limits;
use super::outputs;
use super::tolerance::{DEFAULT_TOLERANCE, fits};
use super::triangle::ExpectedTriangle;
use crate::shader::direct3d::{self, CompletedRuns, Direct3d};
use crate::shader::numbers::Number;
use crate::shader::outputs::Output;
use crate::shader::row::Row;
use crate::shader::value_error::ValueError;

/// Values of all outputs of a vertex.
type Values = Vec<[Number; 4]>;

/// The results of runs, to be compared with expectations.
pub(super) struct Results<'r> {
    /// Number of executed instructions.
    instructions: u64,
    /// Outputs of the only vertex or pixel; `None` if there are several vertices.
    outputs: Option<Values>,
    vertices: Vec<Values>,
    triangles: Cow<'r, [Triangle]>,
    is_discarded: bool,
    /// True for results of a translation, whose constants are less precise than the source's.
    is_translated: bool,
}

impl<'r> Results<'r> {
    /// Returns the tolerance for an expected number if the case has none.
    fn tolerance(&self, expected: Number) -> f32 {
        if self.is_translated {
            direct3d::tolerance(expected)
        } else {
            DEFAULT_TOLERANCE
        }
    }

    /// Creates the results of a PICA200 shader.
    pub(super) fn from_pica(outputs: &[Vector], emitted: &'r GeometryOutput, instructions: u64) -> Self {
        let GeometryOutput { vertices, triangles } = emitted;
        let values = |vectors: &[[f32; 4]]| -> Values { vectors.iter().map(|v| v.map(Number::Float)).collect() };
        Self {
            instructions,
            outputs: Some(values(outputs)),
            vertices: vertices.iter().map(|vertex| values(vertex)).collect(),
            triangles: triangles.into(),
            is_discarded: false,
            is_translated: false,
        }
    }

    /// Creates the results of a container shader, or of its translation.
    pub(super) fn from_container(ran: &CompletedRuns, is_fed: bool, is_geometry: bool) -> Self {
        let only = ran.outputs.first().filter(|_| !is_fed && !is_geometry);
        Self {
            instructions: ran.instructions,
            outputs: only.cloned(),
            vertices: ran.outputs.clone(),
            triangles: triangles(ran).into(),
            is_discarded: ran.is_discarded,
            is_translated: ran.is_translated,
        }
    }
}

/// Components of an output, and their expected values.
#[derive(Clone, PartialEq, Debug)]
struct Expected {
    /// Emitted vertex; `None` for a vertex shader.
    vertex: Option<usize>,
    output: Output,
    /// A number for each component.
    row: Row,
}

/// All expectations of a case.
#[derive(Clone, Default, Debug)]
pub(super) struct Expectations {
    values: Vec<Expected>,
    /// `None` for the machine's default.
    pub(super) tolerance: Option<f32>,
    pub(super) instructions: Option<Limits>,
    vertices: Option<usize>,
    triangles: Option<usize>,
    triangles_like: Vec<ExpectedTriangle>,
    discarded: Option<bool>,
}

impl Expectations {
    /// Expects values of an output of a vertex shader or of an emitted vertex.
    pub(super) fn add(
        &mut self,
        target: &Target,
        vertex: Option<usize>,
        name: &str,
        row: Row,
    ) -> Result<(), ValueError> {
        if vertex.is_some() {
            has_vertices(target)?;
        }
        let output = match target {
            Target::Pica200(shader) if vertex.is_none() && shader.program.is_geometry() => {
                return Err(needs_vertex("this is a geometry shader, which emits vertices"));
            }
            Target::Pica200(shader) => outputs::find(&shader.program, name)?,
            Target::Direct3d(shader) if vertex.is_none() && is_geometry(shader) => {
                return Err(needs_vertex("this is a geometry shader, which emits vertices"));
            }
            Target::Direct3d(shader) => direct3d::find(shader, name)?,
        };
        check_count(&output, row.numbers().len())?;
        self.values.push(Expected { vertex, output, row });
        Ok(())
    }

    /// Expects a number of vertices.
    pub(super) fn vertices(&mut self, target: &Target, count: usize) -> Result<(), ValueError> {
        self.vertices = Some(count);
        has_vertices(target)
    }

    /// Expects a number of triangles.
    pub(super) fn triangles(&mut self, target: &Target, count: usize) -> Result<(), ValueError> {
        self.triangles = Some(count);
        has_triangles(target)
    }

    /// Expects a winding or corners of a triangle.
    pub(super) fn triangle(&mut self, target: &Target, expected: ExpectedTriangle) -> Result<(), ValueError> {
        self.triangles_like.push(expected);
        has_triangles(target)
    }

    /// Expects a pixel to be discarded or not.
    pub(super) fn discarded(&mut self, target: &Target, discarded: bool) -> Result<(), ValueError> {
        self.discarded = Some(discarded);
        match target {
            Target::Direct3d(shader) if shader.program.is_pixel() => Ok(()),
            _ => Err(ValueError::new("only pixel shaders discard")),
        }
    }

    /// Returns the differences between the results of a run and the expectations.
    pub(super) fn problems(&self, results: &Results<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.check_counts(results, &mut problems);
        let vertices = &results.vertices;
        for expected in &self.values {
            let found = match expected.vertex {
                None => results
                    .outputs
                    .as_ref()
                    .ok_or_else(|| needs_vertex("the shader has several vertices, each with its outputs").into()),
                Some(vertex) => vertices.get(vertex).ok_or(Problem::NoVertex {
                    vertex,
                    emitted: vertices.len(),
                }),
            };
            match found {
                Ok(values) => self.check_values(expected, values, results, &mut problems),
                // One problem for all outputs of the vertex.
                Err(missing) if problems.last() == Some(&missing) => {}
                Err(missing) => problems.push(missing),
            }
        }
        match self.instructions {
            Some(expected) if !expected.contain(results.instructions) => {
                problems.push(Problem::Instructions {
                    expected,
                    got: results.instructions,
                });
            }
            _ => {}
        }
        problems
    }

    fn check_counts(&self, results: &Results<'_>, problems: &mut Vec<Problem>) {
        let (vertices, triangles) = (results.vertices.len(), results.triangles.len());
        if self.discarded == Some(!results.is_discarded) {
            problems.push(Problem::Discarded {
                got: results.is_discarded,
            });
        }
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
            match results.triangles.get(expected.triangle) {
                Some(found) => expected.check(found, problems),
                None => problems.push(Problem::NoTriangle {
                    triangle: expected.triangle,
                    emitted: triangles,
                }),
            }
        }
    }

    fn check_values(
        &self,
        expected: &Expected,
        values: &[[Number; 4]],
        results: &Results<'_>,
        problems: &mut Vec<Problem>,
    ) {
        let Expected { vertex, output, row } = expected;
        let Some(value) = values.get(output.slot) else {
            return;
        };
        let lanes = Component::ALL.into_iter().zip(*value);
        let lanes = lanes.filter(|(component, _)| output.mask.contains(*component));
        for ((component, got), &expected) in lanes.zip(row.numbers()) {
            let tolerance = self.tolerance.unwrap_or_else(|| results.tolerance(expected));
            if !fits(got, expected, tolerance) {
                problems.push(Problem::Value {
                    vertex: *vertex,
                    component: output.component(component),
                    expected,
                    got,
                    tolerance,
                });
            }
        }
    }
}

/// Checks that there is a number for each component.
fn check_count(output: &Output, given: usize) -> Result<(), ValueError> {
    let wanted = output.mask.count();
    if wanted == given {
        return Ok(());
    }
    let numbers = if given == 1 { "number is" } else { "numbers are" };
    let mask = output.mask;
    let value_error = ValueError::new(format!("it has the components {mask}, but {given} {numbers} given"));
    if given > wanted {
        return Err(value_error);
    }
    let some = output.mask.components().take(given);
    let some = some.fold(Mask::NONE, Mask::with);
    let name = output.short_name();
    Err(value_error.with_help(format!("`{name}.{some}` selects the same number")))
}

fn needs_vertex(why: &str) -> ValueError {
    ValueError::new(why)
        .with_help("expect a value of a vertex: in `vertices` of a test file, with `expect_vertex` in Rust")
}

fn is_geometry(shader: &Direct3d) -> bool {
    shader.program.geometry().is_some()
}

/// Returns the triangles emitted by a Direct3D geometry shader.
fn triangles(ran: &CompletedRuns) -> Vec<Triangle> {
    let primitives = ran.primitives.iter();
    let triangles = primitives.filter_map(|primitive| {
        let [first, second, third] = *primitive.vertices.as_slice() else {
            return None;
        };
        Some(Triangle {
            corners: Default::default(),
            vertices: [first, second, third].map(|vertex| u64::try_from(vertex).ok()),
            inverted: false,
        })
    });
    triangles.collect()
}

fn has_vertices(target: &Target) -> Result<(), ValueError> {
    match target {
        Target::Pica200(shader) => emits(&shader.program),
        Target::Direct3d(shader) if shader.program.is_pixel() => {
            Err(ValueError::new("this is a pixel shader: it has no vertices"))
        }
        Target::Direct3d(_) => Ok(()),
    }
}

fn has_triangles(target: &Target) -> Result<(), ValueError> {
    match target {
        Target::Pica200(shader) => emits(&shader.program),
        Target::Direct3d(shader) if is_geometry(shader) => Ok(()),
        Target::Direct3d(_) => Err(ValueError::new("this is not a geometry shader: it emits no triangles")),
    }
}

fn emits(program: &Program) -> Result<(), ValueError> {
    if program.is_geometry() {
        return Ok(());
    }
    Err(ValueError::new(
        "this is a vertex shader: it emits no vertices and triangles",
    ))
}
