//! Shader outputs as text and as JSON.

use std::io::{self, Write};

use pica200_machine::{FeedResult, GeometryOutput, Machine, Triangle, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use serde::Serialize;

use pica200::render::escape_controls;
use pica200::shader::direct3d;
use pica200::shader::numbers::tuple;
use pica200::shader::outputs::NamedOutput;
use pica200::testing::outputs::named;

/// A line of the JSON output, an object.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Line {
    Output(NamedOutput),
    Vertex {
        index: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        stream: Option<u8>,
        outputs: Vec<NamedOutput>,
    },
    Triangle {
        index: usize,
        inverted: bool,
        vertices: [Option<u64>; 3],
        corners: Vec<Vec<NamedOutput>>,
    },
    Primitive {
        index: usize,
        shape: &'static str,
        stream: u8,
        vertices: Vec<usize>,
    },
    Discarded,
    End {
        word: Option<usize>,
        runs: u64,
        instructions: u64,
    },
}

/// Writes a value as a line of JSON.
pub(super) fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Formats the corners in drawing order: `vertices 3, 2, 1, winding inverted`.
fn corners(triangle: &Triangle) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "-".into(), |n| n.to_string());
    let corners = triangle.vertices.map(number).join(", ");
    let winding = if triangle.inverted { ", winding inverted" } else { "" };
    format!("vertices {corners}{winding}")
}

/// The results of runs.
pub(super) struct Results<'r> {
    shown: ShownOutputs<'r>,
    /// True if a pixel shader discarded its pixel.
    is_discarded: bool,
    runs: u64,
    instructions: u64,
    /// The last word of the last run.
    end: Option<usize>,
    /// True if it was fed with vertices, so that it ran any number of times.
    is_fed: bool,
}

/// The outputs to show.
enum ShownOutputs<'r> {
    /// The outputs of the only vertex or pixel.
    One(Vec<NamedOutput>),
    /// The outputs of each vertex.
    Each(Vec<Vec<NamedOutput>>),
    /// The emitted vertices and triangles of a geometry shader, and its output table.
    Emitted(&'r GeometryOutput, &'r [OutputEntry]),
    /// The emitted vertices and primitives of a Direct3D geometry shader.
    Streams(Vec<Vec<NamedOutput>>, &'r direct3d::CompletedRuns),
}

impl<'r> Results<'r> {
    /// Returns the results of a PICA200 shader.
    pub(super) fn new(machine: &'r Machine, runs: FeedResult, is_fed: bool) -> Self {
        let program = machine.program();
        let table = program.outputs();
        Self {
            shown: if program.is_geometry() {
                ShownOutputs::Emitted(machine.emitted(), table)
            } else {
                ShownOutputs::One(named(table, &machine.outputs()))
            },
            is_discarded: false,
            runs: runs.runs,
            instructions: runs.instructions,
            end: runs.end.map(usize::from),
            is_fed,
        }
    }

    /// Returns the results of a container's shader.
    pub(super) fn from_container(setup: &direct3d::Setup<'_>, ran: &'r direct3d::CompletedRuns) -> Self {
        let mut each = setup.named(ran);
        Self {
            shown: if setup.program().geometry().is_some() {
                ShownOutputs::Streams(each, ran)
            } else if setup.is_fed() {
                ShownOutputs::Each(each)
            } else {
                ShownOutputs::One(each.pop().unwrap_or_default())
            },
            is_discarded: ran.is_discarded,
            runs: ran.runs,
            instructions: ran.instructions,
            end: ran.end,
            is_fed: setup.is_fed(),
        }
    }

    /// Writes the results as text.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.shown {
            ShownOutputs::One(outputs) => write_outputs(out, outputs, "")?,
            ShownOutputs::Each(vertices) => write_vertices(out, vertices, &[])?,
            ShownOutputs::Streams(vertices, ran) => write_streams(out, vertices, ran)?,
            ShownOutputs::Emitted(emitted, table) => write_emitted(out, emitted, table)?,
        }
        if self.is_discarded {
            writeln!(out, "the pixel is discarded")?;
        }
        let Self { runs, instructions, .. } = self;
        match (self.is_fed, runs) {
            (false, _) => writeln!(out, "instructions: {instructions}"),
            (true, 1) => writeln!(out, "instructions: {instructions} in 1 run"),
            (true, _) => writeln!(out, "instructions: {instructions} in {runs} runs"),
        }
    }

    /// Writes the results as lines of JSON.
    pub(super) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.shown {
            ShownOutputs::One(outputs) => {
                for output in outputs {
                    json_line(out, &Line::Output(output.clone()))?;
                }
            }
            ShownOutputs::Each(vertices) => {
                for (index, outputs) in vertices.iter().cloned().enumerate() {
                    json_line(out, &vertex_line(index, None, outputs))?;
                }
            }
            ShownOutputs::Streams(vertices, ran) => streams_json(out, vertices, ran)?,
            ShownOutputs::Emitted(emitted, table) => emitted_json(out, emitted, table)?,
        }
        if self.is_discarded {
            json_line(out, &Line::Discarded)?;
        }
        Ok(())
    }

    /// Writes the last line of JSON.
    pub(super) fn end_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let end = Line::End {
            word: self.end,
            runs: self.runs,
            instructions: self.instructions,
        };
        json_line(out, &end)
    }
}

fn write_emitted(out: &mut dyn Write, emitted: &GeometryOutput, table: &[OutputEntry]) -> io::Result<()> {
    let (vertices, triangles) = (emitted.vertices.len(), emitted.triangles.len());
    writeln!(out, "vertices: {vertices}, triangles: {triangles}")?;
    let vertices = emitted.vertices.iter();
    let vertices: Vec<_> = vertices.map(|vertex| named(table, vertex)).collect();
    write_vertices(out, &vertices, &[])?;
    for (index, triangle) in emitted.triangles.iter().enumerate() {
        writeln!(out, "triangle {index}: {}", corners(triangle))?;
    }
    Ok(())
}

/// Returns the name of a primitive with this number of vertices.
const fn shape(vertices: usize) -> &'static str {
    match vertices {
        1 => "point",
        2 => "line",
        _ => "triangle",
    }
}

/// Writes the output streams of a Direct3D geometry shader. Points, which are its vertices, are only counted.
fn write_streams(out: &mut dyn Write, vertices: &[Vec<NamedOutput>], ran: &direct3d::CompletedRuns) -> io::Result<()> {
    write!(out, "vertices: {}", vertices.len())?;
    for size in 1..=3 {
        let primitives = ran.primitives.iter();
        let count = primitives.filter(|one| one.vertices.len() == size).count();
        if count > 0 {
            write!(out, ", {}s: {count}", shape(size))?;
        }
    }
    writeln!(out)?;
    write_vertices(out, vertices, &ran.streams)?;
    let primitives = ran.primitives.iter().enumerate();
    for (index, primitive) in primitives.filter(|(_, one)| one.vertices.len() > 1) {
        let vertices: Vec<_> = primitive.vertices.iter().map(usize::to_string).collect();
        let (shape, vertices) = (shape(vertices.len()), vertices.join(", "));
        let stream = stream_suffix(primitive.stream);
        writeln!(out, "{shape} {index}{stream}: vertices {vertices}")?;
    }
    Ok(())
}

/// Formats a stream as `, stream 1`; empty for the first stream.
fn stream_suffix(stream: u8) -> String {
    match stream {
        0 => String::new(),
        stream => format!(", stream {stream}"),
    }
}

fn streams_json(out: &mut dyn Write, vertices: &[Vec<NamedOutput>], ran: &direct3d::CompletedRuns) -> io::Result<()> {
    for (index, (outputs, stream)) in vertices.iter().zip(&ran.streams).enumerate() {
        json_line(out, &vertex_line(index, Some(*stream), outputs.clone()))?;
    }
    for (index, primitive) in ran.primitives.iter().enumerate() {
        let line = Line::Primitive {
            index,
            shape: shape(primitive.vertices.len()),
            stream: primitive.stream,
            vertices: primitive.vertices.clone(),
        };
        json_line(out, &line)?;
    }
    Ok(())
}

fn vertex_line(index: usize, stream: Option<u8>, outputs: Vec<NamedOutput>) -> Line {
    Line::Vertex { index, stream, outputs }
}

/// Writes vertices. `streams` are the streams of a Direct3D geometry shader's vertices.
fn write_vertices(out: &mut dyn Write, vertices: &[Vec<NamedOutput>], streams: &[u8]) -> io::Result<()> {
    for (index, outputs) in vertices.iter().enumerate() {
        let stream = streams.get(index).copied().map(stream_suffix);
        writeln!(out, "vertex {index}{}", stream.unwrap_or_default())?;
        write_outputs(out, outputs, "  ")?;
    }
    Ok(())
}

/// Minimum width of the property column, which aligns the outputs of all PICA200 shaders.
const PROPERTY_WIDTH: usize = 10;

fn write_outputs(out: &mut dyn Write, outputs: &[NamedOutput], indent: &str) -> io::Result<()> {
    let register = |output: &NamedOutput| match output.components.as_str() {
        "xyzw" => output.register.clone(),
        components => format!("{}.{components}", output.register),
    };
    let width = outputs.iter().map(|output| register(output).len()).max();
    let width = width.unwrap_or(0);
    let properties = outputs.iter().map(|output| escape_controls(&output.property));
    let properties: Vec<_> = properties.collect();
    let longest = properties.iter().map(|property| property.chars().count());
    let longest = longest.max().unwrap_or(0).max(PROPERTY_WIDTH);
    for (output, property) in outputs.iter().zip(properties) {
        let (register, value) = (register(output), tuple(&output.value));
        writeln!(out, "{indent}{register:width$}  {property:longest$}  {value}")?;
    }
    Ok(())
}

fn emitted_json(out: &mut dyn Write, emitted: &GeometryOutput, table: &[OutputEntry]) -> io::Result<()> {
    let outputs_of = |vertex: &[Vector]| named(table, vertex);
    for (index, vertex) in emitted.vertices.iter().enumerate() {
        let outputs = outputs_of(vertex);
        json_line(out, &vertex_line(index, None, outputs))?;
    }
    for (index, triangle) in emitted.triangles.iter().enumerate() {
        let (inverted, vertices) = (triangle.inverted, triangle.vertices);
        let corners = triangle.corners.iter();
        let corners = corners.map(|corner| outputs_of(corner)).collect();
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
