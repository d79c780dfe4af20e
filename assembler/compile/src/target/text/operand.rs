//! Instructions and their operands as text.

use std::fmt::{self, Write};

use pica200_objfmt::isa::descriptor::Component;

use super::super::code::{Address, Addresses, Element, From, Instruction, LaneId, Operation, SourceLane};
use super::Writer;
use crate::ir::{Array, Comparison};

use Component::{W, X, Y, Z};

impl Writer<'_> {
    /// Writes an instruction.
    pub(super) fn instruction_text(&self, instruction: &Instruction, to: &mut String) {
        match instruction.operation {
            Operation::Call(procedure) => {
                to.push_str("call ");
                to.push_str(&self.program.procedures[procedure.index()].name);
                return;
            }
            Operation::Compare([x, y]) => {
                to.push_str("cmp ");
                self.source(instruction, 0, &[], to);
                for relation in [x, y].map(Comparison::mnemonic) {
                    to.push_str(", ");
                    to.push_str(relation);
                }
                to.push_str(", ");
                self.source(instruction, 1, &[], to);
                return;
            }
            Operation::Address(addresses) => to.push_str(match addresses {
                Addresses::X => "mova a0.x",
                Addresses::Y => "mova a0.y",
                Addresses::Both => "mova a0.xy",
            }),
            operation => {
                to.push_str(operation.mnemonic());
                to.push(' ');
                self.destination(&instruction.destinations, to);
            }
        }
        let written: Vec<_> = (instruction.destinations.iter())
            .map(|lane| self.component(*lane))
            .collect();
        for index in 0..instruction.sources.len() {
            to.push_str(", ");
            self.source(instruction, index, &written, to);
        }
    }

    /// Writes a source of an instruction, which writes some components.
    fn source(&self, instruction: &Instruction, index: usize, written: &[Component], to: &mut String) {
        if let Some(source) = instruction.sources.get(index) {
            let positions = positions(instruction.operation, index, source.len(), written);
            self.operand(source, positions, to);
        }
    }

    /// Writes the register of a lane.
    fn register(&self, lane: LaneId, to: &mut String) {
        match (self.code.lane(lane).output, self.allocation.places[lane.index()]) {
            (Some((output, _)), _) => to.push_str(&self.names.outputs[output]),
            (None, place) => push(to, format_args!("r{}", place.map_or(0, |(number, _)| number))),
        }
    }

    /// Returns the component of a lane.
    fn component(&self, lane: LaneId) -> Component {
        match self.code.lane(lane).output {
            Some((_, component)) => Component::ALL.get(component).copied().unwrap_or(W),
            None => self.allocation.places[lane.index()].map_or(X, |(_, component)| component),
        }
    }

    fn destination(&self, lanes: &[LaneId], to: &mut String) {
        let Some(first) = lanes.first() else {
            return;
        };
        self.register(*first, to);
        if lanes.len() == 4 {
            return;
        }
        to.push('.');
        let is_written = |component: &Component| {
            let mut lanes = lanes.iter();
            lanes.any(|lane| self.component(*lane) == *component)
        };
        to.extend(Component::ALL.iter().filter(|c| is_written(c)).map(|c| c.letter()));
    }

    /// Writes a source whose lanes are read at the given positions.
    fn operand(&self, source: &[SourceLane], positions: &[Component], to: &mut String) {
        let Some(first) = source.first() else {
            return;
        };
        let component = |read: &SourceLane| match read.from {
            From::Lane(lane) => self.component(lane),
            other => other.component().unwrap_or(X),
        };
        let constant = match first.from {
            From::Literal(_) => self.constants.find(source),
            _ => None,
        };
        let negated = constant.as_ref().map_or(first.negated, |(_, negated, _)| *negated);
        if negated {
            to.push('-');
        }
        match (first.from, &constant) {
            (From::Lane(lane), _) => self.register(lane, to),
            (From::Literal(_), Some((register, ..))) => {
                to.push_str(&self.names.constants[*register]);
            }
            (From::Literal(_), None) => {}
            (From::Input(input, _), _) => to.push_str(&self.program.inputs[input.index()].name),
            (From::Uniform(uniform, row, _), _) => {
                let uniform = &self.program.uniforms[uniform.index()];
                to.push_str(&uniform.name);
                if uniform.rows != 1 {
                    push(to, format_args!("[{row}]"));
                }
            }
            (From::Element(element, _), _) => self.element(&element, to),
        }
        let mut pairs = [(X, X); 4];
        let components = source.iter().enumerate().map(|(index, read)| {
            let found = constant.as_ref().and_then(|(.., found)| found.get(index));
            found.copied().unwrap_or_else(|| component(read))
        });
        let mut count = 0;
        for (slot, pair) in pairs.iter_mut().zip(positions.iter().copied().zip(components)) {
            *slot = pair;
            count += 1;
        }
        swizzle(pairs.get(..count).unwrap_or_default(), to);
    }

    fn element(&self, element: &Element, to: &mut String) {
        let name = match element.array {
            Array::Uniform(id) => &self.program.uniforms[id.index()].name,
            Array::Table(id) => &self.program.tables[id.index()].name,
        };
        let address = match element.address {
            Some(Address::Y) => "a0.y",
            _ => "a0.x",
        };
        let rows = element.row.unsigned_abs();
        match element.row {
            0 => push(to, format_args!("{name}[{address}]")),
            row if row < 0 => push(to, format_args!("{name}[{address} - {rows}]")),
            _ => push(to, format_args!("{name}[{address} + {rows}]")),
        }
    }
}

fn push(to: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = to.write_fmt(text);
}

/// Returns the components of an operand at which its lanes are read.
fn positions(operation: Operation, source: usize, lanes: usize, written: &[Component]) -> &[Component] {
    match operation {
        _ if operation.is_lanewise() => written,
        Operation::Dot3 => &[X, Y, Z],
        Operation::DotHomogeneous if source == 0 => &[X, Y, Z],
        Operation::Dot4 | Operation::DotHomogeneous => &[X, Y, Z, W],
        Operation::Address(Addresses::Y) => &[Y],
        _ if lanes == 1 => &[X],
        _ => &[X, Y],
    }
}

/// Writes the swizzle of a source, with the components that it reads at some positions. The others do not matter.
fn swizzle(pairs: &[(Component, Component)], to: &mut String) {
    let first = pairs.first().map(|pair| pair.1);
    if pairs.iter().all(|pair| Some(pair.1) == first) {
        if let Some(component) = first {
            to.push('.');
            to.push(component.letter());
        }
        return;
    }
    if pairs.iter().all(|(position, component)| position == component) {
        return;
    }
    let last = pairs.iter().map(|pair| pair.0).max().unwrap_or(X);
    let at = |position: &Component| {
        // Positions that do not matter repeat the component that comes next.
        let next = pairs
            .iter()
            .filter(|pair| pair.0 >= *position)
            .min_by_key(|pair| pair.0);
        next.map_or('x', |pair| pair.1.letter())
    };
    to.push('.');
    let all = Component::ALL.iter();
    to.extend(all.take_while(|position| **position <= last).map(at));
}
