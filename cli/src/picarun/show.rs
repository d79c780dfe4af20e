//! The outputs of a shader as text and as JSON.

use std::io::{self, Write};

use pica200_machine::{Emitted, Fed, Machine, Triangle, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::text::output_register;
use serde::Serialize;

use pica200::shader::numbers::{Number, masked, tuple};
use pica200::text::outputs::{output_mask, output_property};

/// The largest number of shown entries of an output table, which is the number of components of outputs.
const MOST_OUTPUTS: usize = 64;

/// An entry of the output table, with the value of the register.
#[derive(Serialize)]
struct Output {
    register: String,
    property: String,
    components: String,
    value: Vec<Number>,
}

/// The output as JSON: one object on each line.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Line {
    Output(Output),
    Vertex {
        index: usize,
        outputs: Vec<Output>,
    },
    Triangle {
        index: usize,
        inverted: bool,
        vertices: [Option<u64>; 3],
        corners: Vec<Vec<Output>>,
    },
    End {
        word: Option<u16>,
        runs: u64,
        instructions: u64,
    },
}

/// Writes a value as a line of JSON.
pub(super) fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// `vertices 3, 2, 1, winding inverted`: the corners in the order in which they are drawn.
fn corners(triangle: &Triangle) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "-".into(), |n| n.to_string());
    let corners = triangle.vertices.map(number).join(", ");
    let winding = if triangle.inverted {
        ", winding inverted"
    } else {
        ""
    };
    format!("vertices {corners}{winding}")
}

/// The state of a machine after its runs.
pub(super) struct Results<'r> {
    table: &'r [OutputEntry],
    outputs: [Vector; 16],
    /// `None` for a vertex shader.
    emitted: Option<&'r Emitted>,
    runs: Fed,
    /// Whether it was fed with vertices, so that it ran any number of times.
    is_fed: bool,
}

impl<'r> Results<'r> {
    pub(super) fn new(machine: &'r Machine<'_>, runs: Fed, is_fed: bool) -> Self {
        let program = machine.program();
        let table = program.outputs();
        Self {
            table: table.get(..MOST_OUTPUTS).unwrap_or(table),
            outputs: machine.outputs(),
            emitted: program.is_geometry().then(|| machine.emitted()),
            runs,
            is_fed,
        }
    }

    /// Writes the results as text.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.emitted {
            None => self.write_outputs(out, &self.outputs, "")?,
            Some(emitted) => self.write_emitted(out, emitted)?,
        }
        let Fed {
            runs, instructions, ..
        } = self.runs;
        match (self.is_fed, runs) {
            (false, _) => writeln!(out, "instructions: {instructions}"),
            (true, 1) => writeln!(out, "instructions: {instructions} in 1 run"),
            (true, _) => writeln!(out, "instructions: {instructions} in {runs} runs"),
        }
    }

    fn write_emitted(&self, out: &mut dyn Write, emitted: &Emitted) -> io::Result<()> {
        let (vertices, triangles) = (emitted.vertices.len(), emitted.triangles.len());
        writeln!(out, "vertices: {vertices}, triangles: {triangles}")?;
        for (index, vertex) in emitted.vertices.iter().enumerate() {
            writeln!(out, "vertex {index}")?;
            self.write_outputs(out, vertex, "  ")?;
        }
        for (index, triangle) in emitted.triangles.iter().enumerate() {
            writeln!(out, "triangle {index}: {}", corners(triangle))?;
        }
        Ok(())
    }

    fn write_outputs(
        &self,
        out: &mut dyn Write,
        vectors: &[Vector],
        indent: &str,
    ) -> io::Result<()> {
        let outputs = self.outputs_of(vectors);
        let named = |output: &Output| match output.components.as_str() {
            "xyzw" => output.register.clone(),
            components => format!("{}.{components}", output.register),
        };
        let width = outputs.iter().map(|output| named(output).len()).max();
        let width = width.unwrap_or(0);
        for output in &outputs {
            let (register, value) = (named(output), tuple(&output.value));
            writeln!(
                out,
                "{indent}{register:width$}  {:10}  {value}",
                output.property
            )?;
        }
        Ok(())
    }

    /// Writes the results as lines of JSON.
    pub(super) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.emitted {
            None => {
                for output in self.outputs_of(&self.outputs) {
                    json_line(out, &Line::Output(output))?;
                }
            }
            Some(emitted) => self.emitted_json(out, emitted)?,
        }
        Ok(())
    }

    /// Writes the last line of JSON.
    pub(super) fn end_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Fed {
            runs,
            instructions,
            end: word,
        } = self.runs;
        let end = Line::End {
            word,
            runs,
            instructions,
        };
        json_line(out, &end)
    }

    fn emitted_json(&self, out: &mut dyn Write, emitted: &Emitted) -> io::Result<()> {
        for (index, vertex) in emitted.vertices.iter().enumerate() {
            let outputs = self.outputs_of(vertex);
            json_line(out, &Line::Vertex { index, outputs })?;
        }
        for (index, triangle) in emitted.triangles.iter().enumerate() {
            let (inverted, vertices) = (triangle.inverted, triangle.vertices);
            let corners = triangle.corners.iter();
            let corners = corners.map(|corner| self.outputs_of(corner)).collect();
            json_line(
                out,
                &Line::Triangle {
                    index,
                    inverted,
                    vertices,
                    corners,
                },
            )?;
        }
        Ok(())
    }

    /// The entries of the output table whose registers are among `vectors`, `o0` first.
    fn outputs_of(&self, vectors: &[Vector]) -> Vec<Output> {
        let output = |entry: &OutputEntry| {
            let value = vectors.get(usize::from(entry.register))?;
            let mask = output_mask(entry);
            Some(Output {
                register: output_register(entry.register),
                property: output_property(entry),
                components: mask.to_string(),
                value: masked(*value, mask),
            })
        };
        self.table.iter().filter_map(output).collect()
    }
}
