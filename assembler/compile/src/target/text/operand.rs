//! Instructions and their operands as text.

use pica200_objfmt::isa::descriptor::Component;

use super::super::code::{Address, Addresses, Element, From, Instruction, LaneId, Operation, Read};
use super::{Writer, relation};
use crate::ir::Array;

use Component::{W, X, Y, Z};

impl Writer<'_> {
    /// The text of an instruction.
    pub(super) fn instruction_text(&self, instruction: &Instruction) -> String {
        if let Operation::Call(procedure) = instruction.operation {
            return format!("call {}", self.program.procedures[procedure.index()].name);
        }
        let written: Vec<_> = (instruction.destinations.iter())
            .map(|lane| self.place(*lane).1)
            .collect();
        let operands: Vec<_> = (instruction.sources.iter().enumerate())
            .map(|(index, source)| {
                let positions = positions(instruction.operation, index, source.len(), &written);
                self.operand(source, &positions)
            })
            .collect();
        match instruction.operation {
            Operation::Compare([x, y]) => {
                let [x, y] = [relation(x), relation(y)];
                format!("cmp {}, {x}, {y}, {}", operands[0], operands[1])
            }
            Operation::Address(addresses) => {
                let addresses = match addresses {
                    Addresses::X => "a0.x",
                    Addresses::Y => "a0.y",
                    Addresses::Both => "a0.xy",
                };
                format!("mova {addresses}, {}", operands[0])
            }
            operation => {
                let destination = self.destination(&instruction.destinations);
                format!(
                    "{} {destination}, {}",
                    operation.mnemonic(),
                    operands.join(", ")
                )
            }
        }
    }

    /// The register and the component of a lane.
    fn place(&self, lane: LaneId) -> (String, Component) {
        match self.code.lane(lane).output {
            Some((output, component)) => {
                let component = Component::ALL.get(component).copied().unwrap_or(W);
                (self.names.outputs[output].clone(), component)
            }
            None => {
                let (number, component) = self.allocation.places[lane.index()].unwrap_or((0, X));
                (format!("r{number}"), component)
            }
        }
    }

    fn destination(&self, lanes: &[LaneId]) -> String {
        let Some(first) = lanes.first() else {
            return String::new();
        };
        let mut components: Vec<_> = lanes.iter().map(|lane| self.place(*lane).1).collect();
        components.sort_unstable();
        let register = self.place(*first).0;
        if components.len() == 4 {
            return register;
        }
        let letters: String = components.iter().map(|c| c.letter()).collect();
        format!("{register}.{letters}")
    }

    /// The text of a source whose lanes are read at the given positions.
    fn operand(&self, source: &[Read], positions: &[Component]) -> String {
        let Some(first) = source.first() else {
            return String::new();
        };
        let mut sign = first.negated;
        let mut components: Vec<_> = (source.iter())
            .map(|read| read.from.component().unwrap_or(X))
            .collect();
        let register = match first.from {
            From::Lane(lane) => {
                components = (source.iter())
                    .filter_map(|read| Some(self.place(read.as_lane()?).1))
                    .collect();
                self.place(lane).0
            }
            From::Literal(_) => match self.constants.find(source) {
                Some((register, negated, found)) => {
                    sign = negated;
                    components = found;
                    self.names.constants[register].clone()
                }
                None => String::new(),
            },
            From::Input(input, _) => self.program.inputs[input.index()].name.clone(),
            From::Uniform(uniform, row, _) => {
                let uniform = &self.program.uniforms[uniform.index()];
                match uniform.rows {
                    1 => uniform.name.clone(),
                    _ => format!("{}[{row}]", uniform.name),
                }
            }
            From::Element(element, _) => self.element(&element),
        };
        let sign = if sign { "-" } else { "" };
        let pairs: Vec<_> = positions.iter().copied().zip(components).collect();
        format!("{sign}{register}{}", swizzle(&pairs))
    }

    fn element(&self, element: &Element) -> String {
        let name = match element.array {
            Array::Uniform(id) => &self.program.uniforms[id.index()].name,
            Array::Table(id) => &self.program.tables[id.index()].name,
        };
        let address = match element.address {
            Some(Address::Y) => "a0.y",
            _ => "a0.x",
        };
        match element.row {
            0 => format!("{name}[{address}]"),
            row if row < 0 => format!("{name}[{address} - {}]", row.unsigned_abs()),
            row => format!("{name}[{address} + {row}]"),
        }
    }
}

/// The components of an operand at which its lanes are read.
fn positions(
    operation: Operation,
    source: usize,
    lanes: usize,
    written: &[Component],
) -> Vec<Component> {
    match operation {
        _ if operation.is_lanewise() => written.to_vec(),
        Operation::Dot3 => vec![X, Y, Z],
        Operation::DotHomogeneous if source == 0 => vec![X, Y, Z],
        Operation::Dot4 | Operation::DotHomogeneous => vec![X, Y, Z, W],
        Operation::Address(Addresses::Y) => vec![Y],
        _ => [X, Y].into_iter().take(lanes).collect(),
    }
}

/// The swizzle of a source, with the components that it reads at some positions. The others do not matter.
fn swizzle(pairs: &[(Component, Component)]) -> String {
    let first = pairs.first().map(|pair| pair.1);
    if pairs.iter().all(|pair| Some(pair.1) == first) {
        return first.map_or_else(String::new, |component| format!(".{}", component.letter()));
    }
    if pairs
        .iter()
        .all(|(position, component)| position == component)
    {
        return String::new();
    }
    let last = pairs.iter().map(|pair| pair.0).max().unwrap_or(X);
    let at = |position: Component| {
        // Positions that do not matter repeat the component that comes next.
        let next = pairs
            .iter()
            .filter(|pair| pair.0 >= position)
            .min_by_key(|pair| pair.0);
        next.map_or('x', |pair| pair.1.letter())
    };
    let letters: String = (Component::ALL.into_iter())
        .take_while(|position| *position <= last)
        .map(at)
        .collect();
    format!(".{letters}")
}
