//! The outputs of an entry point, which become properties of the vertex.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::property::{Property, by_name};

use crate::diagnostic::Diagnostic;
use crate::ir::{Operand, Output, Type};
use crate::outputs::{MAX_OUTPUTS, components};

use super::super::interface::{OutputPart, Slot};
use super::super::language::{built_in_name, type_name};
use super::super::shape::Shape;
use super::choice::Choice;
use super::register_output::RegisterOutput;
use super::{Lowering, OutputComponent};

impl Lowering<'_> {
    /// Builds outputs from output variables.
    pub(super) fn outputs(&mut self, parts: &[(&OutputPart, Vec<OutputComponent>)]) {
        let mut found = Vec::new();
        let zero = self.builder.literal(0.0);
        for (part, components) in parts {
            let whole = RegisterOutput {
                name: part.name.clone(),
                key: String::new(),
                slot: part.slot,
                place: None,
                span: part.span,
                ty: String::new(),
                components: components.iter().map(|component| component.unwrap_or(zero)).collect(),
            };
            self.split(whole, self.shapes.get(part.ty), components, &mut found);
        }
        self.name(&mut found);
        let choices = self.uses_of_outputs(&found);
        for (output, choice) in found.iter().zip(&choices) {
            self.place = output.place;
            match choice {
                Choice::Property(property) => self.output(output, property),
                Choice::LeftOut => {
                    let note = format!("the output `{}` is left out", output.key);
                    self.notes.push(note);
                }
                Choice::Added(_) | Choice::Refused => {}
            }
        }
        for (output, choice) in found.iter().zip(&choices) {
            if let Choice::Added(property) = choice {
                self.add_to_output(output, property);
            }
        }
        self.third_coordinate(&found, &choices);
        if self.options.fix_depth {
            self.fix_depth();
        }
    }

    /// Splits an output into the columns of its matrices and the elements of its arrays, each of which has a separate
    /// location.
    fn split(&self, output: RegisterOutput, shape: Shape, written: &[OutputComponent], to: &mut Vec<RegisterOutput>) {
        // Variables that are never written are no outputs.
        if written.iter().all(Option::is_none) {
            return;
        }
        let count = self.shapes.length(shape);
        let (Shape::Matrix { .. } | Shape::Aggregate(_)) = shape else {
            to.push(RegisterOutput {
                ty: type_name(self.text.language(), shape),
                ..output
            });
            return;
        };
        for index in 0..count {
            let Some(part) = self.shapes.part(shape, index) else {
                return;
            };
            let end = part.offset.saturating_add(self.shapes.components(part.shape));
            let components = output.components.get(part.offset..end).unwrap_or_default();
            let number = u32::try_from(index * self.shapes.locations(part.shape));
            let slot = match output.slot {
                Some(Slot::Location(first)) => {
                    let location = first.saturating_add(number.unwrap_or(u32::MAX));
                    Some(Slot::Location(location))
                }
                other => other,
            };
            let element = RegisterOutput {
                name: format!("{}[{index}]", output.name),
                key: String::new(),
                slot,
                place: None,
                span: output.span,
                ty: String::new(),
                components: components.to_vec(),
            };
            let written = written.get(part.offset..end).unwrap_or_default();
            self.split(element, part.shape, written, to);
        }
    }

    /// Finds a name for each output that no other one has, and its location.
    fn name(&self, found: &mut [RegisterOutput]) {
        let names: Vec<_> = found.iter().map(|output| output.name.clone()).collect();
        for output in found {
            let is_only = names.iter().filter(|name| **name == output.name).count() == 1;
            let of_slot = match output.slot {
                Some(Slot::BuiltIn(built_in)) => Some(built_in_name(self.text.language(), built_in).to_owned()),
                Some(Slot::Location(location)) => Some(format!("@location({location})")),
                None => None,
            };
            output.key = match of_slot {
                Some(slot) if output.name.is_empty() || !is_only => slot,
                _ => output.name.clone(),
            };
            let base = output.name.split('[').next().unwrap_or_default();
            let word = base.rsplit('.').next().unwrap_or_default();
            let member = output.span.to_range();
            let member = member.and_then(|range| self.text.place_of_member(word, range));
            let place = member.or_else(|| self.text.place(output.span));
            output.place = place.or_else(|| self.text.place_of_word(word));
        }
    }

    /// Adds an output with all components of its property.
    fn output(&mut self, output: &RegisterOutput, property: &'static Property) {
        let name = output.key.clone();
        let lanes = output.components.as_slice();
        let size = components(property);
        if lanes.len() > size && !has_third_coordinate(property, lanes) {
            self.notes.push(format!(
                "the output `{name}` has {} components; `{}` takes {size}, and the others are left out",
                lanes.len(),
                property.name
            ));
        }
        let lanes = lanes.get(..size).unwrap_or(lanes);
        // A colour without alpha is opaque, as everyone expects.
        let is_opaque_color = property.name == "color" && lanes.len() == 3;
        if lanes.len() < size && !is_opaque_color {
            self.report_with(
                Code::OutputIncomplete,
                format!("the output `{name}` has {} of the {size} components of `{}`; the others become 0, and `w` becomes 1", lanes.len(), property.name),
                "write all components",
            );
        }
        let mut components: Vec<_> = lanes.iter().map(|lane| self.number(*lane)).collect();
        while components.len() < size {
            let last = if components.len() == 3 { 1.0 } else { 0.0 };
            components.push(self.builder.literal(last));
        }
        self.builder.program().outputs.push(Output {
            name,
            property,
            components,
        });
    }

    /// Returns a component as a number: outputs hold nothing else.
    fn number(&mut self, component: Operand) -> Operand {
        match self.builder.program().kind(component) {
            Type::Bool => self.builder.bool_to_float(component),
            Type::Float | Type::Int => component,
        }
    }

    /// Adds the components of an output to the output that has the property. Alpha stays.
    fn add_to_output(&mut self, output: &RegisterOutput, property: &'static Property) {
        let outputs = self.builder.program().outputs.iter();
        let index = outputs
            .enumerate()
            .find_map(|(index, other)| (other.property == property).then_some((index, other.components.clone())));
        let Some((index, mut sums)) = index else {
            self.output(output, property);
            return;
        };
        let count = if property.name == "color" { 3 } else { sums.len() };
        for (sum, component) in sums.iter_mut().take(count).zip(&output.components) {
            let component = self.number(*component);
            *sum = self.builder.add(*sum, component);
        }
        if let Some(whole) = self.builder.program().outputs.get_mut(index) {
            whole.components = sums;
            let note = format!("the output `{}` is added to `{}`", output.key, property.name);
            self.notes.push(note);
        }
    }

    /// Turns the third component of the first texture coordinate into `texcoord0w`, for cube maps, if no other output
    /// is that.
    fn third_coordinate(&mut self, found: &[RegisterOutput], choices: &[Choice]) {
        let Some(property) = by_name("texcoord0w") else {
            return;
        };
        let outputs = &self.builder.program().outputs;
        let is_free = outputs.iter().all(|output| output.property != property);
        if !is_free || outputs.len() >= MAX_OUTPUTS {
            return;
        }
        for (output, choice) in found.iter().zip(choices) {
            let Choice::Property(first) = choice else {
                continue;
            };
            if let [_, _, third] = output.components.as_slice()
                && has_third_coordinate(first, &output.components)
            {
                let third = self.number(*third);
                let name = format!("{}.z", output.key);
                self.notes.push(format!("`{name}` is `texcoord0w`"));
                self.builder.program().outputs.push(Output {
                    name,
                    property,
                    components: vec![third],
                });
                return;
            }
        }
    }

    /// Moves depths from 0 to w to -w to 0.
    fn fix_depth(&mut self) {
        let outputs = self.builder.program().outputs.iter();
        let position = outputs
            .enumerate()
            .find_map(|(index, output)| match output.components.as_slice() {
                [_, _, z, w] if output.property.name == "position" => Some((index, *z, *w)),
                _ => None,
            });
        let Some((index, z, w)) = position else {
            return;
        };
        let depth = self.builder.subtract(z, w);
        let outputs = &mut self.builder.program().outputs;
        let components = outputs.get_mut(index).map(|output| &mut output.components);
        if let Some(z) = components.and_then(|components| components.get_mut(2)) {
            *z = depth;
        }
    }

    /// Adds a diagnostic at the current location, once.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let diagnostic = diagnostic.with_location(self.place);
        self.diagnostics.insert(diagnostic);
    }
}

/// Returns whether the third component of an output can be `texcoord0w`.
fn has_third_coordinate(property: &Property, components: &[Operand]) -> bool {
    property.name == "texcoord0" && components.len() == 3
}
