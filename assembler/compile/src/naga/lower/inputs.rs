//! The arguments of an entry point: attributes.

use ::naga::BuiltIn;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Bank;
use rustc_hash::FxHashSet;

use crate::diagnostic::diagnose;
use crate::ir::{Input, InputId, Op, Operand, Type};

use super::super::interface::{self, Attribute, Slot};
use super::super::language::{built_in_name, built_in_names};
use super::super::shape::{Shape, component_type};
use super::Lowering;
use super::access::COMPONENTS;

/// The number of input registers.
const REGISTERS: u32 = Bank::Input.size() as u32;

impl Lowering<'_> {
    /// Returns the components of the input variables of an entry point, in their order.
    pub(super) fn inputs(&mut self, inputs: &[interface::Input]) -> Vec<Vec<Operand>> {
        let mut taken = self.registers(inputs.iter().flat_map(|input| &input.attributes));
        let mut all = Vec::with_capacity(inputs.len());
        for input in inputs {
            let mut components = Vec::new();
            for attribute in &input.attributes {
                components.extend(self.attribute(attribute, &mut taken));
            }
            all.push(components);
        }
        all
    }

    /// Returns the registers that have attributes. Reports those that have two.
    fn registers<'a>(&mut self, attributes: impl Iterator<Item = &'a Attribute>) -> FxHashSet<u32> {
        let mut taken = FxHashSet::default();
        for attribute in attributes {
            let Some(Slot::Location(first)) = attribute.slot else {
                continue;
            };
            if attribute.component > 0 {
                continue;
            }
            let count = self.shapes.locations(self.shapes.get(attribute.ty));
            let count = u32::try_from(count.clamp(1, REGISTERS as usize)).unwrap_or(REGISTERS);
            for location in first..first.saturating_add(count) {
                if !taken.insert(location) {
                    let name = attribute.name.as_deref().unwrap_or("an attribute");
                    self.at_attribute(attribute);
                    self.report_with(
                        Code::SourceInvalid,
                        format!("`{name}` has the location {location}, which another attribute has"),
                        "give each attribute its own location",
                    );
                    break;
                }
            }
        }
        taken
    }

    /// Sets the source location to an attribute.
    fn at_attribute(&mut self, attribute: &Attribute) {
        let place = self.text.place(attribute.span);
        let name = attribute.name.as_deref().unwrap_or_default();
        self.place = place.or_else(|| self.text.place_of_word(name));
    }

    fn attribute(&mut self, attribute: &Attribute, taken: &mut FxHashSet<u32>) -> Vec<Operand> {
        let shape = self.shapes.get(attribute.ty);
        let (register, name) = match attribute.slot {
            Some(Slot::Location(location)) => {
                let name = attribute.name.as_deref();
                // dxc puts this before semantics.
                let name = name.map(|name| name.strip_prefix("in.var.").unwrap_or(name));
                let name = name.map_or_else(|| format!("in{location}"), str::to_owned);
                (location, name)
            }
            Some(Slot::BuiltIn(built_in @ (BuiltIn::VertexIndex | BuiltIn::InstanceIndex)))
                if self.options.vertex_id_attribute =>
            {
                let Some(free) = (0..REGISTERS).find(|register| !taken.contains(register)) else {
                    return self.refuse_number(attribute, built_in);
                };
                taken.insert(free);
                let name = built_in_names(built_in).first().copied();
                let name = name.unwrap_or_default();
                self.notes.push(format!(
                    "`{name}` is an attribute in v{free}: supply the number as a float"
                ));
                (free, name.to_owned())
            }
            Some(Slot::BuiltIn(built_in @ (BuiltIn::BaseVertex | BuiltIn::BaseInstance | BuiltIn::DrawIndex))) => {
                let name = built_in_name(self.text.language(), built_in);
                self.notes.push(format!(
                    "`{name}` is 0: draw calls have no base and no index on this hardware"
                ));
                return self.zeros(shape).to_vec();
            }
            Some(Slot::BuiltIn(built_in)) => {
                return self.refuse_built_in(attribute, built_in);
            }
            None => return self.zeros(shape).to_vec(),
        };
        let count = self.shapes.locations(shape);
        let last = u32::try_from(count).ok().and_then(|count| register.checked_add(count));
        if last.is_none_or(|last| last > REGISTERS) {
            return self.refuse_register(attribute, &name, register);
        }
        self.registers_of(&name, register, shape, attribute.component)
    }

    /// Returns the components of an attribute: one register for each vector in it. Registers of matrices and arrays
    /// have numbered names.
    fn registers_of(&mut self, name: &str, register: u32, shape: Shape, component: u8) -> Vec<Operand> {
        let (count, kind) = match shape {
            Shape::Scalar(kind) => (1, kind),
            Shape::Vector(count, kind) => (count, kind),
            Shape::Opaque => return Vec::new(),
            Shape::Matrix { .. } | Shape::Aggregate(_) => {
                let (mut lanes, mut next) = (Vec::new(), register);
                for index in 0..self.shapes.length(shape) {
                    let Some(part) = self.shapes.part(shape, index) else {
                        break;
                    };
                    lanes.extend(self.registers_of(&format!("{name}_{index}"), next, part.shape, 0));
                    let count = u32::try_from(self.shapes.locations(part.shape));
                    next = next.saturating_add(count.unwrap_or(u32::MAX));
                }
                return lanes;
            }
        };
        let register = u8::try_from(register).unwrap_or(u8::MAX);
        let id = self.input_in(register, name);
        let components = COMPONENTS.into_iter().skip(usize::from(component));
        let lanes = components.take(count).map(|component| match component_type(kind) {
            Type::Bool => {
                let number = self.builder.value(Op::Input(id, component), Type::Int);
                crate::expand::is_not_zero(&mut self.builder, number)
            }
            number => self.builder.value(Op::Input(id, component), number),
        });
        lanes.collect()
    }

    /// Returns the input in a register. Attributes can share one, each with its own components.
    fn input_in(&mut self, register: u8, name: &str) -> InputId {
        let mut inputs = self.builder.program().inputs.iter();
        if let Some(index) = inputs.position(|input| input.register == register) {
            return InputId::from_index(index);
        }
        let name = if self.is_uniform(name) {
            self.names.add(&format!("in_{name}"))
        } else {
            self.names.add(name)
        };
        let inputs = &mut self.builder.program().inputs;
        inputs.push(Input { name, register });
        InputId::from_index(inputs.len() - 1)
    }

    fn is_uniform(&mut self, name: &str) -> bool {
        let mut uniforms = self.builder.program().uniforms.iter();
        uniforms.any(|uniform| uniform.name == name)
    }

    fn refuse_register(&mut self, attribute: &Attribute, name: &str, location: u32) -> Vec<Operand> {
        self.at_attribute(attribute);
        let shape = self.shapes.get(attribute.ty);
        self.poison_of(
            shape,
            Code::TooManyInputs,
            format!("`{name}` has the location {location}; the hardware has the inputs 0 to 15"),
            "use a location from 0 to 15",
        )
    }

    /// Refuses a number of a vertex or instance for which no register is left.
    fn refuse_number(&mut self, attribute: &Attribute, built_in: BuiltIn) -> Vec<Operand> {
        let name = self.at_built_in(attribute, built_in);
        let shape = self.shapes.get(attribute.ty);
        self.poison_of(
            shape,
            Code::TooManyInputs,
            format!("no register is left for `{name}`: attributes take all {REGISTERS}"),
            "use fewer attributes, or put several into one vector",
        )
    }

    fn refuse_built_in(&mut self, attribute: &Attribute, built_in: BuiltIn) -> Vec<Operand> {
        let name = self.at_built_in(attribute, built_in);
        let message = format!("the hardware does not provide `{name}`");
        let reason = diagnose(Code::SystemValueInput, self.place, message);
        let reason = if matches!(built_in, BuiltIn::VertexIndex | BuiltIn::InstanceIndex) {
            reason
                .with_help("let it be an attribute, which the application fills with the numbers")
                .with_options(["--vertex-id=attribute"])
        } else {
            reason.with_help("supply the number as an attribute or a uniform")
        };
        let shape = self.shapes.get(attribute.ty);
        self.poison_all(shape, &reason)
    }

    /// Sets the source location to a built-in value. Returns its name in the source.
    fn at_built_in(&mut self, attribute: &Attribute, built_in: BuiltIn) -> &'static str {
        let word = |word: &&&'static str| self.text.place_of_word(word).is_some();
        let names = built_in_names(built_in);
        let name = names.iter().find(word).copied();
        let name = name.unwrap_or_else(|| built_in_name(self.text.language(), built_in));
        let place = self.text.place(attribute.span);
        self.place = place.or_else(|| self.text.place_of_word(name));
        name
    }
}
