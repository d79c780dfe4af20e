//! The arguments of an entry point: attributes.

use ::naga::{Binding, BuiltIn, EntryPoint, Handle, Type as NagaType, TypeInner};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Bank;

use crate::ir::{Input, InputId, Op, Operand};

use super::super::shape::{Shape, lane_type};
use super::access::COMPONENTS;
use super::{Content, Lowering};

/// The number of input registers.
const REGISTERS: u32 = Bank::Input.size() as u32;

/// An attribute, or a number that the machine does not supply.
struct Attribute<'m> {
    name: Option<&'m str>,
    ty: Handle<NagaType>,
    binding: Option<&'m Binding>,
}

impl<'m> Lowering<'m> {
    /// The values of the arguments of an entry point.
    pub(super) fn inputs(&mut self, entry: &'m EntryPoint) -> Vec<Content> {
        let arguments = &entry.function.arguments;
        // The arguments, each with its attributes.
        let attributes: Vec<Vec<Attribute<'m>>> = arguments
            .iter()
            .map(|argument| match &self.module.types[argument.ty].inner {
                TypeInner::Struct { members, .. } if argument.binding.is_none() => members
                    .iter()
                    .map(|member| Attribute {
                        name: member.name.as_deref(),
                        ty: member.ty,
                        binding: member.binding.as_ref(),
                    })
                    .collect(),
                _ => vec![Attribute {
                    name: argument.name.as_deref(),
                    ty: argument.ty,
                    binding: argument.binding.as_ref(),
                }],
            })
            .collect();
        let mut taken = self.registers(attributes.iter().flatten());
        let mut contents = Vec::with_capacity(attributes.len());
        for argument in &attributes {
            let mut lanes = Vec::new();
            for attribute in argument {
                lanes.extend(self.attribute(attribute, &mut taken));
            }
            contents.push(Content::Lanes(lanes.into()));
        }
        contents
    }

    /// The registers that have attributes. Reports those that have two.
    fn registers<'a>(&mut self, attributes: impl Iterator<Item = &'a Attribute<'m>>) -> Vec<u32>
    where
        'm: 'a,
    {
        let mut taken = Vec::new();
        for attribute in attributes {
            let Some(Binding::Location { location, .. }) = attribute.binding else {
                continue;
            };
            if taken.contains(location) {
                let name = attribute.name.unwrap_or("an attribute");
                self.place = self.text.place_of_word(name);
                self.report_with(
                    Code::SourceInvalid,
                    format!("`{name}` has the location {location}, which another attribute has"),
                    "give each attribute its own location",
                );
            }
            taken.push(*location);
        }
        taken
    }

    fn attribute(&mut self, attribute: &Attribute<'m>, taken: &mut Vec<u32>) -> Vec<Operand> {
        let shape = self.shapes.of(attribute.ty);
        let (register, name) = match attribute.binding {
            Some(Binding::Location { location, .. }) => {
                let name = attribute
                    .name
                    .map_or_else(|| format!("in{location}"), str::to_owned);
                (*location, name)
            }
            Some(Binding::BuiltIn(built_in @ (BuiltIn::VertexIndex | BuiltIn::InstanceIndex)))
                if self.options.vertex_id_attribute =>
            {
                let Some(free) = (0..REGISTERS).find(|register| !taken.contains(register)) else {
                    self.refuse_register("the number of the vertex", REGISTERS);
                    return self.zeros(shape).to_vec();
                };
                taken.push(free);
                let (name, _) = built_in_name(*built_in);
                self.notes.push(format!(
                    "`{name}` is an attribute in v{free}: supply the number as a float"
                ));
                (free, name.to_owned())
            }
            Some(Binding::BuiltIn(built_in)) => {
                self.refuse_built_in(*built_in);
                return self.zeros(shape).to_vec();
            }
            None => return self.zeros(shape).to_vec(),
        };
        let number = match u8::try_from(register) {
            Ok(number) if register < REGISTERS => number,
            _ => {
                self.refuse_register(&name, register);
                return self.zeros(shape).to_vec();
            }
        };
        let (count, kind) = match shape {
            Shape::Scalar(kind) => (1, kind),
            Shape::Vector(count, kind) => (count, kind),
            _ => return self.zeros(shape).to_vec(),
        };
        let id = InputId::of(self.builder.program().inputs.len());
        let name = if self.is_uniform(&name) {
            self.names.add(&format!("in_{name}"))
        } else {
            self.names.add(&name)
        };
        self.builder.program().inputs.push(Input {
            name,
            register: number,
        });
        let components = COMPONENTS.into_iter().take(count);
        components
            .map(|component| {
                self.builder
                    .value(Op::Input(id, component), lane_type(kind))
            })
            .collect()
    }

    fn is_uniform(&mut self, name: &str) -> bool {
        let mut uniforms = self.builder.program().uniforms.iter();
        uniforms.any(|uniform| uniform.name == name)
    }

    fn refuse_register(&mut self, name: &str, location: u32) {
        self.place = self.text.place_of_word(name);
        self.report_with(
            Code::TooManyInputs,
            format!("`{name}` has the location {location}; the machine has the inputs 0 to 15"),
            "use a location from 0 to 15",
        );
    }

    fn refuse_built_in(&mut self, built_in: BuiltIn) {
        let (name, glsl) = built_in_name(built_in);
        let words = [name].into_iter().chain(glsl.iter().copied());
        self.place = words
            .into_iter()
            .find_map(|word| self.text.place_of_word(word));
        let help = if matches!(built_in, BuiltIn::VertexIndex | BuiltIn::InstanceIndex) {
            "supply the number as an attribute, with `--vertex-id=attribute`"
        } else {
            "supply the number as an attribute"
        };
        self.report_with(
            Code::SystemValueInput,
            format!("the machine does not supply `{name}`"),
            help,
        );
    }
}

/// The name of a built-in value in WGSL, and its names in GLSL.
const fn built_in_name(built_in: BuiltIn) -> (&'static str, &'static [&'static str]) {
    match built_in {
        BuiltIn::VertexIndex => ("vertex_index", &["gl_VertexIndex", "gl_VertexID"]),
        BuiltIn::InstanceIndex => ("instance_index", &["gl_InstanceIndex", "gl_InstanceID"]),
        BuiltIn::BaseVertex => ("base_vertex", &["gl_BaseVertex"]),
        BuiltIn::BaseInstance => ("base_instance", &["gl_BaseInstance"]),
        BuiltIn::DrawIndex => ("draw_index", &["gl_DrawID"]),
        BuiltIn::ViewIndex => ("view_index", &["gl_ViewIndex"]),
        _ => ("a built-in value", &[]),
    }
}
