//! The text of vector code, for `--emit`.

use std::fmt::{self, Display, Write};

use super::allocate::Allocation;
use super::code::{Addresses, Code, From, Instruction, LaneId, Node, Operation, SourceLane, Test};
use super::text::condition;
use crate::ir::{Array, Comparison, Program};

/// Code with the names of its program. Allocated lanes show their registers.
pub(super) struct Listing<'c> {
    pub(super) program: &'c Program,
    pub(super) code: &'c Code,
    pub(super) allocation: Option<&'c Allocation>,
}

impl Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nodes(f, &self.code.body, 0)
    }
}

impl Listing<'_> {
    fn nodes(&self, f: &mut fmt::Formatter<'_>, nodes: &[Node], depth: usize) -> fmt::Result {
        nodes.iter().try_for_each(|node| self.node(f, node, depth))
    }

    fn node(&self, f: &mut fmt::Formatter<'_>, node: &Node, depth: usize) -> fmt::Result {
        write!(f, "{:1$}", "", depth * 2)?;
        match node {
            Node::Instruction(instruction) => self.instruction(f, instruction),
            Node::If(branch) => {
                writeln!(f, "if {}", self.test(branch.test))?;
                let [then, otherwise] = &branch.arms;
                self.nodes(f, then, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{:1$}else", "", depth * 2)?;
                    self.nodes(f, otherwise, depth + 1)?;
                }
                Ok(())
            }
            Node::Loop(repeat) => {
                match repeat.trip_count {
                    Some(trip_count) => writeln!(f, "loop {trip_count} times")?,
                    None => writeln!(f, "loop")?,
                }
                self.nodes(f, &repeat.body, depth + 1)
            }
            Node::Break { test, .. } => writeln!(f, "break if {}", self.test(*test)),
        }
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::Known(holds) => holds.to_string(),
            Test::Uniform(uniform, state) => {
                format!("{}{}", if state { "" } else { "!" }, self.uniform(uniform.index()))
            }
            Test::Compared(_) => condition(test),
        }
    }

    fn instruction(&self, f: &mut fmt::Formatter<'_>, instruction: &Instruction) -> fmt::Result {
        f.write_str(instruction.operation.mnemonic())?;
        let lanes = instruction.destinations.iter().map(|lane| self.lane(*lane));
        let mut operands: Vec<String> = Vec::new();
        match instruction.operation {
            Operation::Address(Addresses::X) => operands.push("a0.x".to_owned()),
            Operation::Address(Addresses::Y) => operands.push("a0.y".to_owned()),
            Operation::Address(Addresses::Both) => operands.push("a0.xy".to_owned()),
            Operation::Compare(comparisons) => {
                operands.push(comparisons.map(Comparison::mnemonic).join(" "));
            }
            Operation::Call(procedure) => {
                let known = self.program.procedures.get(procedure.index());
                operands.push(known.map_or("?", |known| &known.name).to_owned());
            }
            Operation::Return => {}
            _ => operands.push(group(lanes)),
        }
        for source in &instruction.sources {
            operands.push(group(source.iter().map(|read| self.read(*read))));
        }
        writeln!(f, " {}", operands.join(", "))
    }

    fn lane(&self, lane: LaneId) -> String {
        let place = self.allocation.and_then(|allocation| allocation.places[lane.index()]);
        match (self.code.lanes[lane.index()].output, place) {
            (Some((output, component)), _) => {
                let name = self.program.outputs.get(output).map_or("?", |output| &output.name);
                format!("{name}.{component}")
            }
            (None, Some((register, component))) => format!("r{register}.{}", component.letter()),
            (None, None) => format!("%{}", lane.0),
        }
    }

    fn read(&self, read: SourceLane) -> String {
        let mut text = String::new();
        if read.negated {
            text.push('-');
        }
        // Writing to a string cannot fail.
        let _ = match read.from {
            From::Lane(lane) => write!(text, "{}", self.lane(lane)),
            From::Literal(bits) => write!(text, "{:?}", f32::from_bits(bits)),
            From::Input(input, component) => {
                let name = self.program.inputs.get(input.index()).map_or("?", |input| &input.name);
                write!(text, "{name}.{}", component.letter())
            }
            From::Uniform(uniform, row, component) => {
                let name = self.uniform(uniform.index());
                write!(text, "{name}[{row}].{}", component.letter())
            }
            From::Element(element, component) => {
                let name = match element.array {
                    Array::Uniform(id) => self.uniform(id.index()),
                    Array::Table(id) => self.program.tables.get(id.index()).map_or("?", |table| &table.name),
                };
                let index = self.code.indices.get(element.index.0 as usize);
                let index = index.map_or_else(String::new, |index| self.read(*index));
                write!(text, "{name}[{} + {index}].{}", element.row, component.letter())
            }
        };
        text
    }

    fn uniform(&self, index: usize) -> &str {
        self.program.uniforms.get(index).map_or("?", |uniform| &uniform.name)
    }
}

/// Several lanes in parentheses, or one as it is.
fn group(lanes: impl Iterator<Item = String>) -> String {
    let lanes: Vec<_> = lanes.collect();
    match lanes.as_slice() {
        [lane] => lane.clone(),
        lanes => format!("({})", lanes.join(" ")),
    }
}
