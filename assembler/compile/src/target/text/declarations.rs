//! Declarations: the used interface of the program, and the names of additions.

use std::collections::BTreeSet;

use pica200_diagnostics as catalogue;
use pica200_objfmt::isa::register::{Bank, UniformKind};
use rustc_hash::FxHashSet;

use super::super::Unit;
use super::super::code::{Code, From, If, Node, Test, instructions, walk};
use super::super::constants::Constants;
use super::Writer;
use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Array, Output, Program, TripCount, Uniform};

/// The number of registers for floats.
const FLOAT_REGISTERS: usize = Bank::Float.size() as usize;

/// The number of registers for integers.
const INTEGER_REGISTERS: usize = Bank::Integer.size() as usize;

/// The number of registers for booleans.
const BOOLEAN_REGISTERS: usize = Bank::Boolean.size() as usize;

/// The used items, by their indices in the program's lists.
#[derive(Default)]
pub(super) struct Usage {
    inputs: BTreeSet<usize>,
    uniforms: BTreeSet<usize>,
    tables: BTreeSet<usize>,
    trip_count: BTreeSet<u16>,
}

impl Usage {
    pub(super) fn new(units: &[Unit]) -> Self {
        let mut used = Self::default();
        for unit in units {
            used.add(&unit.code);
        }
        let shader = units.iter().find(|unit| unit.program.procedure.is_none());
        if used.inputs.is_empty() && shader.is_some_and(|unit| !unit.program.inputs.is_empty()) {
            // Loops without a condition compare an input with itself.
            used.inputs.insert(0);
        }
        used
    }

    fn add(&mut self, code: &Code) {
        let used = self;
        for (instruction, _) in instructions(&code.body) {
            for read in instruction.reads() {
                match read.from {
                    From::Input(input, _) => {
                        used.inputs.insert(input.index());
                    }
                    From::Uniform(uniform, ..) => {
                        used.uniforms.insert(uniform.index());
                    }
                    From::Element(element, _) => match element.array {
                        Array::Uniform(id) => {
                            used.uniforms.insert(id.index());
                        }
                        Array::Table(id) => {
                            used.tables.insert(id.index());
                        }
                    },
                    From::Lane(_) | From::Literal(_) => {}
                }
            }
        }
        for (node, _) in walk(&code.body) {
            used.flow(node);
        }
    }

    fn flow(&mut self, node: &Node) {
        match node {
            Node::If(If { test, .. }) | Node::Break { test, .. } => {
                if let Test::Uniform(uniform, _) = test {
                    self.uniforms.insert(uniform.index());
                }
            }
            Node::Loop(repeat) => match repeat.trip_count {
                Some(TripCount::Known(count)) => {
                    self.trip_count.insert(count);
                }
                Some(TripCount::Uniform(id)) => {
                    self.uniforms.insert(id.index());
                }
                None => {}
            },
            Node::Instruction(_) => {}
        }
    }

    /// Checks that there are enough registers.
    pub(super) fn check(&self, program: &Program, constants: &Constants) -> Result<(), Vec<Diagnostic>> {
        let rows = |kind: UniformKind| {
            let uniforms = self.uniforms.iter().map(|index| &program.uniforms[*index]);
            let of_kind = uniforms.filter(move |uniform| uniform.kind == kind);
            of_kind.map(|uniform| usize::from(uniform.rows)).sum::<usize>()
        };
        let floats = rows(UniformKind::Float);
        let tables: usize = (self.tables.iter())
            .map(|index| program.tables[*index].rows.len())
            .sum();
        let literals = constants.registers.len();
        let mut diagnostics = Vec::new();
        let mut report = |message: String, help: &str| {
            let diagnostic = diagnose(catalogue::Code::TooManyUniforms, None, message);
            diagnostics.push(diagnostic.with_help(help));
        };
        if floats + tables + literals > FLOAT_REGISTERS {
            let widest = self.uniforms.iter().map(|index| &program.uniforms[*index]);
            let mut widest: Vec<_> = widest.filter(|u| u.kind == UniformKind::Float).collect();
            widest.sort_by_key(|uniform| u16::MAX - uniform.rows);
            let list: Vec<_> = (widest.iter().take(6))
                .map(|uniform| format!("`{}` {}", uniform.name, uniform.rows))
                .collect();
            report(
                format!(
                    "{floats} registers of uniforms, {tables} of tables and {literals} of literals are \
                     needed, and there are {FLOAT_REGISTERS}; the largest uniforms: {}",
                    list.join(", ")
                ),
                &shorter(widest.first().copied(), floats + tables + literals),
            );
        }
        if rows(UniformKind::Boolean) > BOOLEAN_REGISTERS {
            report(
                format!(
                    "{} truth values are uniforms, and there are {BOOLEAN_REGISTERS} registers for them",
                    rows(UniformKind::Boolean)
                ),
                "use the components of a vector of numbers for some of them",
            );
        }
        let integers = rows(UniformKind::Integer);
        if self.trip_count.len() + integers > INTEGER_REGISTERS {
            report(
                format!(
                    "loops have {} different numbers of rounds, and there are {INTEGER_REGISTERS} \
                     registers for them",
                    self.trip_count.len() + integers
                ),
                "give some loops the same number of rounds",
            );
        }
        if diagnostics.is_empty() {
            Ok(())
        } else {
            Err(diagnostics)
        }
    }
}

/// How long the largest uniform may be, if so many registers are needed.
fn shorter(largest: Option<&Uniform>, needed: usize) -> String {
    let Some(uniform) = largest else {
        return "make tables shorter".to_owned();
    };
    let others = needed.saturating_sub(usize::from(uniform.rows));
    let free = FLOAT_REGISTERS.saturating_sub(others);
    let name = &uniform.name;
    let mut text = format!("`{name}` may have {free} registers beside all others");
    if uniform.note.contains("Mtx4x4") {
        let (all, short) = (free / 4, free / 3);
        text.push_str(&format!(
            ": {all} matrices of 4 rows, or {short} of the type `mat4x3`, which has 3"
        ));
    }
    let is_of_container = ["float", "constant buffer", "registers for each element"]
        .iter()
        .any(|words| uniform.note.contains(words));
    if is_of_container && uniform.rows > 4 {
        text.push_str("; `--array-length NAME=N` gives an array of a container fewer elements");
    }
    text
}

/// Returns the outputs of a shader; a procedure has none.
fn outputs(program: &Program) -> &[Output] {
    match program.procedure {
        None => &program.outputs,
        Some(_) => &[],
    }
}

/// Names of items added to the program.
pub(super) struct Names {
    pub(super) outputs: Vec<String>,
    pub(super) constants: Vec<String>,
    trip_count: Vec<(u16, String)>,
    input: String,
}

impl Names {
    pub(super) fn new(program: &Program, used: &Usage, constants: &Constants) -> Self {
        let inputs = program.inputs.iter().map(|input| input.name.clone());
        let uniforms = program.uniforms.iter().map(|uniform| uniform.name.clone());
        let tables = program.tables.iter().map(|table| table.name.clone());
        let mut taken: FxHashSet<String> = inputs.chain(uniforms).chain(tables).collect();
        let mut name = |wanted: String| {
            let mut found = wanted.clone();
            for number in 2.. {
                if taken.insert(found.clone()) {
                    break;
                }
                found = format!("{wanted}_{number}");
            }
            found
        };
        let outputs = outputs(program).iter();
        let outputs = outputs.map(|output| name(format!("out_{}", output.property.name)));
        let outputs = outputs.collect();
        let constants = match constants.registers.len() {
            1 => vec![name("literals".to_owned())],
            count => (0..count).map(|index| name(format!("literals{index}"))).collect(),
        };
        let trip_count = used.trip_count.iter();
        let trip_count = trip_count
            .map(|count| (*count, name(format!("rounds{count}"))))
            .collect();
        let input = used.inputs.first().map(|index| &program.inputs[*index].name);
        Self {
            outputs,
            constants,
            trip_count,
            input: input.cloned().unwrap_or_else(|| "r0".to_owned()),
        }
    }

    /// Returns the name of the constant or uniform for a trip count.
    pub(super) fn trip_count<'n>(&'n self, program: &'n Program, count: TripCount) -> &'n str {
        match count {
            TripCount::Known(count) => {
                let found = self.trip_count.iter().find(|(trip_count, _)| *trip_count == count);
                found.map_or("", |(_, name)| name)
            }
            TripCount::Uniform(id) => {
                let found = program.uniforms.get(id.index());
                found.map_or("", |uniform| &uniform.name)
            }
        }
    }

    /// Returns a register that any instruction can read.
    pub(super) fn any_input(&self) -> &str {
        &self.input
    }
}

impl Writer<'_> {
    /// Writes the comments at the head, and all declarations.
    pub(super) fn declarations(&mut self, used: &Usage) {
        for note in &self.source.notes {
            for line in note.lines() {
                self.put(format!("; {line}"), None);
            }
        }
        if !self.source.notes.is_empty() {
            self.put("", None);
        }
        if self.source.is_library {
            self.put(".nodvle", None);
        }
        let start = self.lines.len();
        let program = self.program;
        for uniform in used.uniforms.iter().map(|index| &program.uniforms[*index]) {
            for line in uniform.note.lines() {
                self.put(format!("; {line}"), None);
            }
            let directive = uniform.kind.directive();
            match uniform.rows {
                1 => self.put(format!("{directive} {}", uniform.name), None),
                rows => self.put(format!("{directive} {}[{rows}]", uniform.name), None),
            }
        }
        for table in used.tables.iter().map(|index| &program.tables[*index]) {
            self.put(format!(".constfa {}[{}]", table.name, table.rows.len()), None);
            for row in &table.rows {
                let row: Vec<_> = row.iter().map(|number| number_text(*number)).collect();
                self.put(format!(".constfa ({})", row.join(", ")), None);
            }
            self.put(".end", None);
        }
        for (register, name) in self.constants.registers.iter().zip(&self.names.constants) {
            let numbers = register.iter().map(|bits| f32::from_bits(*bits));
            let numbers: Vec<_> = numbers.chain([0.0; 4]).take(4).map(number_text).collect();
            self.put(format!(".constf {name}({})", numbers.join(", ")), None);
        }
        for (count, name) in &self.names.trip_count {
            self.put(format!(".consti {name}({}, 0, 1, 0)", count - 1), None);
        }
        if self.lines.len() > start {
            self.put("", None);
        }
        for input in used.inputs.iter().map(|index| &program.inputs[*index]) {
            self.put(format!(".in {} v{}", input.name, input.register), None);
        }
        for (output, name) in outputs(program).iter().zip(&self.names.outputs) {
            let mask = match output.components.len() {
                4 => String::new(),
                count => format!(".{}", &"xyzw"[..count.min(4)]),
            };
            self.put(format!(".out {name} {}{mask}", output.property.name), None);
        }
        self.put("", None);
    }
}

/// Returns the shortest text of a number.
fn number_text(number: f32) -> String {
    let number = super::super::constants::rounded(number);
    if number.is_nan() {
        return "nan".to_owned();
    }
    format!("{number:?}")
}
