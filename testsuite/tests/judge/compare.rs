//! Comparison of shader outputs on OpenGL with the compiled shader on the machine model.
//!
//! A number may differ by [`TOLERANCE`], relative to the largest number of its output and absolute below 1, and by
//! [`FACTOR`] times its change when all inputs change by 2^-15. Where OpenGL gives a finite number, our result must be
//! finite; where it gives none, nothing is compared, because GLSL leaves that undefined.

use std::collections::BTreeMap;

use pica200_compile::{Language, Options, OutputMapping};
use pica200_machine::Machine;
use pica200_objfmt::isa::property::{Property, by_name};
use pica200_testsuite::random::Random;

use crate::gl::{Interface, Judge, Refusal, Values, Variable};
use crate::names::{Aliases, RegisterMapping};
use crate::ours::{Failure, Translation};
use crate::values;

/// The tolerated error of a number, in addition to [`FACTOR`] times its sensitivity to small changes of the inputs.
const TOLERANCE: f64 = 1e-3;

/// The tolerated multiple of the sensitivity to small input changes.
const FACTOR: f64 = 4.0;

/// The number of input changes tried where numbers differ.
const CHANGES: usize = 6;

/// The number of vertices for a set of uniforms.
const VERTICES: usize = 6;

/// Maximum number of differences shown of a shader.
const MAX_SHOWN: usize = 4;

/// A shader to compare.
pub(crate) struct TestShader<'s> {
    pub(crate) language: Language,
    /// The input of the compiler.
    pub(crate) bytes: &'s [u8],
    /// The input of OpenGL.
    pub(crate) glsl: &'s str,
    pub(crate) aliases: Aliases,
    /// True if the shader uses built-in uniforms of old GLSL.
    pub(crate) is_old: bool,
    /// The number of uniform sets.
    pub(crate) sets: usize,
    pub(crate) seed: u64,
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// All numbers agree. Contains their number.
    Agrees(usize),
    /// OpenGL cannot run the shader.
    NotJudged(String),
    /// The compiler rejects the shader.
    Refused(Vec<String>),
    /// The compiled shader exceeds the hardware limits.
    TooLarge,
    /// The differences.
    Differs(Vec<String>),
}

/// A register of an output, as a hardware output.
struct Column {
    /// The OpenGL output.
    output: String,
    /// The names that the compiler may use for it.
    names: Vec<String>,
    /// The index of the first of its numbers within a vertex, and their count.
    first: usize,
    count: usize,
    /// The number of components of the output per vertex.
    stride: usize,
}

/// The OpenGL results for a set of values, and for slightly different values.
struct ExpectedValues {
    values: Values,
    outputs: BTreeMap<String, Vec<f64>>,
    moved: Vec<BTreeMap<String, Vec<f64>>>,
}

/// Compares a shader on OpenGL with the compiled shader. Each output gets a property in turn.
pub(crate) fn compare(judge: &mut Judge, subject: &TestShader<'_>) -> Verdict {
    let interface = match judge.load(subject.glsl) {
        Ok(interface) => interface,
        Err(Refusal::Invalid(log)) => return Verdict::NotJudged(log),
        Err(Refusal::Ended) => {
            return Verdict::NotJudged("the renderer crashed or hung".to_owned());
        }
    };
    let columns = columns(&interface, &subject.aliases);
    let mut wanted = Vec::new();
    let mut random = Random(subject.seed);
    for _ in 0..subject.sets {
        let values = values::draw(&interface, VERTICES, subject.is_old, &mut random);
        match judge.draw(&values) {
            Ok(outputs) => wanted.push(ExpectedValues {
                values,
                outputs,
                moved: Vec::new(),
            }),
            Err(refusal) => return Verdict::NotJudged(format!("{refusal:?}")),
        }
    }
    let mut compared = 0;
    for output_set in output_sets(&columns) {
        for strict_math in [false, true] {
            let options = options(&columns, &output_set, strict_math);
            let translation = match Translation::new(subject.language, subject.bytes, &options) {
                Ok(translation) => translation,
                Err(Failure::Refused(errors)) => return Verdict::Refused(errors),
                Err(Failure::TooLarge) => return Verdict::TooLarge,
                Err(Failure::Assembly(text)) => return Verdict::Differs(vec![text]),
            };
            let mut comparison = Comparison {
                judge,
                random: &mut random,
                translation: &translation,
                output_set: &output_set,
                compared: 0,
                differences: Vec::new(),
            };
            comparison.outputs_have_names();
            match RegisterMapping::new(&translation.program, &interface, &subject.aliases) {
                Ok(plan) => {
                    for wanted in &mut wanted {
                        comparison.set(&plan, wanted);
                    }
                }
                Err(error) => comparison.differences.push(error),
            }
            compared += comparison.compared;
            let mut differences = comparison.differences;
            if !differences.is_empty() {
                differences.truncate(MAX_SHOWN);
                differences.push(format!("with {options:?}\n{}", translation.text));
                return Verdict::Differs(differences);
            }
        }
    }
    Verdict::Agrees(compared)
}

/// The comparison of one compilation.
struct Comparison<'c> {
    judge: &'c mut Judge,
    random: &'c mut Random,
    translation: &'c Translation,
    output_set: &'c [(&'c Column, &'static Property)],
    compared: usize,
    differences: Vec<String>,
}

impl Comparison<'_> {
    /// Checks that the compiler reports the property of each output.
    fn outputs_have_names(&mut self) {
        for (column, property) in self.output_set {
            let found = self
                .translation
                .outputs
                .iter()
                .find(|found| found.property == *property);
            let name = found.map(|found| found.name.as_str());
            if !column.names.iter().any(|known| Some(known.as_str()) == name) {
                self.differences.push(format!(
                    "the output `{}` is {name:?}, and none of {:?}",
                    column.output, column.names
                ));
            }
        }
    }

    fn set(&mut self, plan: &RegisterMapping, wanted: &mut ExpectedValues) {
        let mut machine = Machine::new(&self.translation.program);
        for vertex in 0..wanted.values.vertices {
            machine.reset();
            plan.set(&mut machine, &wanted.values, vertex);
            match self.translation.run(&mut machine) {
                Ok(outputs) => {
                    for (column, property) in self.output_set {
                        let found = outputs.iter().find(|(found, _)| found == property);
                        let found = found.map_or(&[][..], |(_, numbers)| numbers);
                        self.column(column, found, wanted, vertex);
                    }
                }
                Err(fault) => self.differences.push(fault),
            }
        }
    }

    fn column(&mut self, column: &Column, found: &[f32], wanted: &mut ExpectedValues, vertex: usize) {
        let Some(numbers) = wanted.outputs.get(&column.output) else {
            return self.differences.push(format!("the judge has no `{}`", column.output));
        };
        let numbers = numbers[vertex * column.stride..(vertex + 1) * column.stride].to_vec();
        let finite = numbers.iter().filter(|number| number.is_finite());
        let size = finite.fold(1.0_f64, |size, number| size.max(number.abs()));
        for component in 0..column.count {
            let index = column.first + component;
            let expected = numbers[index];
            if !expected.is_finite() {
                continue;
            }
            self.compared += 1;
            let Some(found) = found.get(component).map(|found| f64::from(*found)) else {
                self.differences
                    .push(format!("`{}` has {} components", column.output, found.len()));
                return;
            };
            let distance = (found - expected).abs();
            // A NaN is never near.
            let is_near = |tolerance: f64| distance <= tolerance;
            let tolerance = TOLERANCE * size;
            if is_near(tolerance) {
                continue;
            }
            let place = vertex * column.stride + index;
            let moved = self.moved(wanted, &column.output, place, expected);
            if moved.is_finite() && !is_near(tolerance + FACTOR * moved) {
                self.differences.push(format!(
                    "`{}`[{index}] is {found}, not {expected} (vertex {vertex}; small changes move it by {moved})\n{:?}",
                    column.output, VertexDisplay(&wanted.values, vertex)
                ));
            }
        }
    }

    /// Returns how far small changes of the values move an OpenGL result. Infinite if it becomes NaN or infinite.
    fn moved(&mut self, wanted: &mut ExpectedValues, output: &str, place: usize, expected: f64) -> f64 {
        while wanted.moved.len() < CHANGES {
            let moved = values::moved(&wanted.values, self.random);
            wanted.moved.push(self.judge.draw(&moved).unwrap_or_default());
        }
        let numbers = wanted.moved.iter().map(|outputs| {
            let number = outputs.get(output).and_then(|numbers| numbers.get(place));
            number.copied().unwrap_or(f64::INFINITY)
        });
        numbers.fold(0.0, |most, number| match (number - expected).abs() {
            distance if distance.is_finite() => distance.max(most),
            _ => f64::INFINITY,
        })
    }
}

/// The values of one vertex, for display.
struct VertexDisplay<'v>(&'v Values, usize);

impl std::fmt::Debug for VertexDisplay<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(values, vertex) = self;
        for (name, numbers) in &values.attributes {
            let stride = numbers.len() / values.vertices;
            let numbers = &numbers[vertex * stride..(vertex + 1) * stride];
            writeln!(f, "  {name}: {numbers:?}")?;
        }
        let own = values.uniforms.iter().filter(|(name, _)| !name.starts_with("gl_"));
        own.into_iter()
            .try_for_each(|(name, numbers)| writeln!(f, "  {name}: {numbers:?}"))
    }
}

/// Returns the registers of all compared outputs.
fn columns(interface: &Interface, aliases: &Aliases) -> Vec<Column> {
    let mut columns = Vec::new();
    for output in &interface.outputs {
        if is_left_out(&output.name) {
            continue;
        }
        let shape = output.shape;
        for column in 0..shape.columns {
            let index = if shape.columns > 1 { Some(column) } else { None };
            columns.push(Column {
                output: output.name.clone(),
                names: names(output, index, aliases),
                first: column * shape.rows,
                count: shape.rows,
                stride: shape.components(),
            });
        }
    }
    columns
}

/// Returns true if an output is unused by the hardware.
fn is_left_out(name: &str) -> bool {
    [
        "gl_PointSize",
        "gl_ClipDistance",
        "gl_CullDistance",
        "gl_ClipVertex",
        "gl_FogFragCoord",
    ]
    .iter()
    .any(|known| name.contains(known))
}

/// Returns the names that the compiler may use for an output, or for a column of it.
fn names(output: &Variable, column: Option<usize>, aliases: &Aliases) -> Vec<String> {
    let index = column.map_or(String::new(), |column| format!("[{column}]"));
    let mut names = vec![output.name.clone() + &index];
    if let Some((block, member)) = output.name.split_once('.') {
        // Members of a block without an instance name are variables.
        names.push(match aliases.get(block) {
            Some(instance) => format!("{instance}.{member}{index}"),
            None => format!("{member}{index}"),
        });
    }
    if output.name == "gl_Position" {
        names.push("position".to_owned());
    }
    names
}

/// The properties that an output can become, best first, with their number of components.
const PROPERTIES: [(&str, usize); 7] = [
    ("texcoord0w", 1),
    ("texcoord0", 2),
    ("texcoord1", 2),
    ("texcoord2", 2),
    ("view", 3),
    ("normalquat", 4),
    ("color", 4),
];

/// The number of output registers besides the position.
const OUTPUTS: usize = 6;

/// Groups the outputs into sets that fit the properties at the same time, so that each output is in one set.
fn output_sets(columns: &[Column]) -> Vec<Vec<(&Column, &'static Property)>> {
    let (positions, mut left): (Vec<_>, Vec<_>) = columns
        .iter()
        .partition(|column| column.output.ends_with("gl_Position"));
    let mut output_sets = Vec::new();
    while output_sets.is_empty() || !left.is_empty() {
        let mut free = PROPERTIES.to_vec();
        let mut output_set = Vec::new();
        left.retain(|column| {
            let fits = |(_, size): &(&str, usize)| *size >= column.count && output_set.len() < OUTPUTS;
            let Some(at) = free.iter().position(fits) else {
                return true;
            };
            let (name, _) = free.remove(at);
            output_set.push((*column, by_name(name).expect("a property")));
            false
        });
        let position = by_name("position").expect("a property");
        output_set.extend(positions.iter().map(|column| (*column, position)));
        output_sets.push(output_set);
    }
    output_sets
}

/// Returns the options that map the outputs of a set to their properties and drop the others.
fn options(columns: &[Column], output_set: &[(&Column, &'static Property)], strict_math: bool) -> Options {
    let mapped = output_set.iter().filter(|(_, property)| property.name != "position");
    let map_output = mapped.flat_map(|(column, property)| {
        column.names.iter().map(|name| OutputMapping {
            name: name.clone(),
            property,
            is_added: false,
        })
    });
    let is_here = |column: &Column| output_set.iter().any(|(here, _)| std::ptr::eq(*here, column));
    let others = columns.iter().filter(|column| !is_here(column));
    let mut ignored: Vec<_> = others.flat_map(|column| column.names.clone()).collect();
    let built_in = [
        "point_size",
        "clip_distances",
        "cull_distance",
        "gl_PointSize",
        "gl_ClipDistance",
        "gl_ClipVertex",
        "gl_FogFragCoord",
    ];
    ignored.extend(built_in.map(str::to_owned));
    Options {
        map_output: map_output.collect(),
        ignore_output: ignored,
        vertex_id_attribute: true,
        strict_math,
        ..Options::default()
    }
}
