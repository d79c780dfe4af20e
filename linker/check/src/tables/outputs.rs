//! Checks on output tables.

use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::{limits, property};

use super::Tables;
use crate::shader::Stage;

/// The number of output registers that loaders track with one bit each in a byte.
const COUNTED_REGISTERS: u16 = 8;

impl Tables<'_, '_> {
    pub(super) fn outputs(&mut self) {
        if self.shader.outputs.is_empty() {
            let message = "it has no output, which hangs the console; at least one is required";
            self.add(Code::NoOutput, message.to_owned());
            return;
        }
        let mut properties = BTreeMap::new();
        let mut components = BTreeMap::new();
        let has_own_map = self.has_own_map();
        for (index, output) in self.shader.outputs.iter().enumerate() {
            self.output_register(output);
            if is_dummy(output) {
                continue;
            }
            let first = *properties.entry(output.property).or_insert(index);
            if first != index && has_own_map {
                let what = name(output);
                let message = format!("two outputs are {what}, but there can be only one");
                let help = (Stage::new(self.shader) == Stage::Vertex).then_some(
                    "give one of them another property; use `-A duplicate-property` only if a geometry shader of another \
                     file takes these outputs",
                );
                self.add_outputs(Code::DuplicateProperty, &[index, first], message, help);
            }
            let shared = (0..4)
                .filter(|component| output.mask >> component & 1 == 1)
                .filter_map(|component| {
                    let first = *components.entry((output.register, component)).or_insert(index);
                    (first != index).then_some((component, first))
                })
                .min();
            let shared = shared.and_then(|(number, first)| Some((Component::ALL.get(number)?, first)));
            if let Some((component, first)) = shared {
                let (what, register) = (name(output), output.register);
                let letter = component.letter();
                let message = format!("{what} is in `o{register}.{letter}`, which another output already has");
                self.add_outputs(Code::OutputOverlap, &[index, first], message, None);
            }
        }
        let properties = properties.into_keys().collect();
        self.rasterised(&properties);
    }

    /// Returns true if consoles use the properties of the shader's outputs: a vertex shader's are ignored if a geometry
    /// shader takes its outputs without merging them with its own.
    fn has_own_map(&self) -> bool {
        let others = self.check.shbin.shaders.iter();
        let mut geometry = others.filter(|other| Stage::new(other) == Stage::Geometry).peekable();
        Stage::new(self.shader) == Stage::Geometry
            || geometry.peek().is_none()
            || geometry.any(|other| other.merges_outputs())
    }

    fn add_outputs(&mut self, code: Code, outputs: &[usize], message: String, help: Option<&'static str>) {
        let message = format!("{}: {message}", self.name);
        self.check.add_outputs(code, self.number, outputs, message, help);
    }

    /// Checks an output register. Loaders shift and index by the register, whatever the property.
    fn output_register(&mut self, output: &OutputEntry) {
        let register = output.register;
        if is_dummy(output) {
            if register >= COUNTED_REGISTERS {
                let last = COUNTED_REGISTERS - 1;
                let message = format!("`dummy` is in o{register}, but loaders count only o0 to o{last}");
                self.add(Code::OutputRegister, message);
            }
        } else if register >= limits::PROPERTY_OUTPUTS.into() {
            let (what, last) = (name(output), limits::PROPERTY_OUTPUTS - 1);
            let message =
                format!("{what} is in o{register}, but only o0 to o{last} can have a property other than `dummy`");
            self.add(Code::PropertyRegister, message);
        }
    }

    /// Checks the outputs of a shader that is the last stage; `properties` are those other than `dummy`.
    fn rasterised(&mut self, properties: &BTreeSet<u16>) {
        let others = &self.check.shbin.shaders;
        let has_geometry = others.iter().any(|other| Stage::new(other) == Stage::Geometry);
        let is_vertex = Stage::new(self.shader) == Stage::Vertex;
        // Outputs that are all `dummy` are meant for a geometry shader, perhaps of another file.
        if is_vertex && (has_geometry || properties.is_empty()) {
            return;
        }
        if is_vertex && !properties.contains(&0) {
            let message = "it has no output `position`, and no geometry shader in the file takes its outputs";
            self.add(Code::NoPosition, message.to_owned());
        }
        let registers = self.shader.outputs.iter().map(|output| output.register);
        let count = registers.collect::<BTreeSet<_>>().len();
        let max = limits::PROPERTY_OUTPUTS;
        if count > max.into() {
            let message = format!("its outputs take {count} registers, but the rasteriser reads {max}");
            self.add(Code::TooManyOutputs, message);
        }
    }
}

fn is_dummy(output: &OutputEntry) -> bool {
    output.property == property::DUMMY.into()
}

/// Returns the property of an output, for messages.
fn name(output: &OutputEntry) -> String {
    let known = u8::try_from(output.property).ok().and_then(property::by_number);
    match known {
        Some(property) => format!("`{}`", property.name),
        None => format!("property {}", output.property),
    }
}
