//! Comparison of resources, signatures, interfaces and features.

use std::fmt;

use bstr::BStr;
use pica200_objfmt::difference::{Report, compare_texts, pair, table};

use crate::interfaces::{ClassType, Instance, SlotRun};
use crate::program::{Mask, MinPrecision};
use crate::resources::{Binding, BindingDimension, Buffer, Member, Type, TypeClass, Variable};
use crate::shader::Shader;
use crate::signature::{Element, NO_REGISTER, SignatureKind, SystemValue};
use crate::text::type_name;

pub(super) fn compare_features(report: &mut Report, shaders: [&Shader<'_>; 2]) {
    let features = shaders.map(|shader| {
        let features = shader.features.unwrap_or_default();
        let mut names: Vec<_> = features.names().map(str::to_owned).collect();
        if features.unknown() != 0 {
            names.push(format!("bits {:X}h", features.unknown()));
        }
        match names.as_slice() {
            [] => "no features".to_owned(),
            names => names.join(" and "),
        }
    });
    report.compare("features", features);
}

/// The location of an object within another.
#[derive(Clone, Copy)]
struct Location<'p> {
    outer: Option<&'p Location<'p>>,
    noun: &'static str,
    name: &'p BStr,
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            write!(f, "{outer}, ")?;
        }
        write!(f, "{} `{}`", self.noun, self.name)
    }
}

pub(super) fn compare_resources(report: &mut Report, shaders: [&Shader<'_>; 2]) {
    let buffers = shaders.map(|shader| {
        let resources = shader.resources.iter();
        let buffers = resources.flat_map(|resources| &resources.buffers);
        table(buffers.map(|buffer| (buffer.name, buffer)))
    });
    let [a, b] = &buffers;
    let location = |name| Location {
        outer: None,
        noun: "buffer",
        name,
    };
    pair(report, [a, b], location, buffer_text, compare_buffers);
    let bindings = shaders.map(|shader| {
        let resources = shader.resources.iter();
        let bindings = resources.flat_map(|resources| &resources.bindings);
        table(bindings.map(|binding| ((binding.kind, binding.name), binding)))
    });
    let [a, b] = &bindings;
    let name = |(kind, name)| format!("binding `{name}`, {kind}");
    compare_texts(report, [a, b], name, binding_text);
}

fn buffer_text(buffer: &Buffer<'_>) -> String {
    format!("{} of {} bytes", buffer.kind, buffer.size)
}

fn compare_buffers(report: &mut Report, location: Location<'_>, buffers: [&Buffer<'_>; 2]) {
    report.compare(location, buffers.map(buffer_text));
    let variables = buffers.map(|buffer| {
        let variables = buffer.variables.iter();
        table(variables.map(|variable| (variable.name, variable)))
    });
    let [a, b] = &variables;
    let inner = |name| Location {
        outer: Some(&location),
        noun: "variable",
        name,
    };
    pair(report, [a, b], inner, variable_text, |report, location, both| {
        report.compare(location, both.map(variable_text));
        let [a, b] = both.map(|variable| variable.default);
        if a != b {
            let value = |bytes: Option<&[u8]>| bytes.map(|bytes| format!("{bytes:02x?}"));
            report.add_sides(format_args!("{location}, default"), [value(a), value(b)]);
        }
        compare_types(report, location, both.map(|variable| &*variable.base));
    });
}

fn variable_text(variable: &Variable<'_>) -> String {
    let (base, start, size) = (&variable.base, variable.start, variable.size);
    format!("{} of {size} bytes at byte {start}", type_text(base))
}

/// Compares struct members. The reader limits their total number over all levels.
fn compare_types(report: &mut Report, location: Location<'_>, types: [&Type<'_>; 2]) {
    let members = types.map(|one| {
        let members = one.members.iter();
        table(members.map(|member| (member.name, member)))
    });
    let [a, b] = &members;
    let inner = |name| Location {
        outer: Some(&location),
        noun: "member",
        name,
    };
    pair(report, [a, b], inner, member_text, |report, location, both| {
        report.compare(location, both.map(member_text));
        compare_types(report, location, both.map(|member| &*member.base));
    });
}

fn member_text(member: &Member<'_>) -> String {
    format!("{} at byte {}", type_text(&member.base), member.start)
}

/// Formats a type without its members.
fn type_text(base: &Type<'_>) -> String {
    let text = match base.class {
        TypeClass::STRUCT => "struct".to_owned(),
        _ => type_name(base),
    };
    match base.elements {
        0 => text,
        elements => format!("{text}[{elements}]"),
    }
}

fn binding_text(binding: &Binding<'_>) -> String {
    let (first, count) = (binding.bind_point, binding.bind_count);
    let mut text = match binding.dimension {
        BindingDimension::NONE => String::new(),
        dimension => format!("{dimension} {} in ", binding.return_type),
    };
    text += &match count {
        1 => format!("register {first}"),
        _ => format!("{count} registers from {first} on"),
    };
    if ![0, u32::MAX].contains(&binding.samples) {
        text += &format!(" with {} samples", binding.samples);
    }
    if let Some(space) = binding.space {
        text += &format!(" of space {}", space.space);
    }
    text + &format!(" with flags {:X}h", binding.flags.0)
}

/// A kind of signature, and the key of an element in it.
type ElementKey<'s> = (SignatureKind, u32, &'s BStr, u32);

pub(super) fn compare_signatures(report: &mut Report, shaders: [&Shader<'_>; 2]) {
    let elements = shaders.map(|shader| {
        let signatures = shader.signatures.iter();
        let elements = signatures.flat_map(|signature| {
            let elements = signature.elements.iter();
            elements.filter_map(|element| {
                let kind = signature.kind()?;
                let key: ElementKey<'_> = (kind, element.stream, element.name, element.index);
                Some((key, element))
            })
        });
        table(elements)
    });
    let [a, b] = &elements;
    compare_texts(report, [a, b], element_name, element_text);
}

fn element_name((kind, stream, name, index): ElementKey<'_>) -> String {
    let noun = match kind {
        SignatureKind::Input => "input",
        SignatureKind::Output => "output",
        SignatureKind::PatchConstant => "patch constant",
    };
    match stream {
        0 => format!("{noun} `{name}{index}`"),
        _ => format!("{noun} `{name}{index}` of stream {stream}"),
    }
}

fn element_text(element: &Element<'_>) -> String {
    let mut text = match element.register {
        NO_REGISTER => format!("{} without a register", element.component_type),
        register => {
            let mask = Mask::from_bits(element.mask.into());
            format!("{} in register {register}.{mask}", element.component_type)
        }
    };
    if element.system_value != SystemValue::NONE {
        text += &format!(" as {}", element.system_value);
    }
    if element.min_precision != MinPrecision::FULL {
        text += &format!(" with precision {}", element.min_precision);
    }
    text
}

pub(super) fn compare_interfaces(report: &mut Report, shaders: [&Shader<'_>; 2]) {
    let [a, b] = shaders.map(|shader| {
        let interfaces = shader.interfaces.iter();
        table(interfaces.flat_map(|all| all.types.iter().map(|one| (one.name, one))))
    });
    let name = |name| format!("class type `{name}`");
    compare_texts(report, [&a, &b], name, class_text);
    let [a, b] = shaders.map(|shader| {
        let interfaces = shader.interfaces.iter();
        table(interfaces.flat_map(|all| all.instances.iter().map(|one| (one.name, one))))
    });
    let name = |name| format!("class instance `{name}`");
    compare_texts(report, [&a, &b], name, instance_text);
    let [a, b] = shaders.map(|shader| {
        let interfaces = shader.interfaces.iter();
        table(interfaces.flat_map(|all| all.slots.iter().map(|one| (one.start, one))))
    });
    let name = |start| format!("interface slot {start}");
    compare_texts(report, [&a, &b], name, slot_text);
}

fn class_text(class: &ClassType<'_>) -> String {
    let (stride, textures, samplers) = (class.cb_stride, class.texture, class.sampler);
    format!("{stride} bytes with {textures} textures and {samplers} samplers")
}

fn instance_text(instance: &Instance<'_>) -> String {
    let mut text = format!("class type {}", instance.class);
    for (number, noun) in [
        (instance.cb, "buffer"),
        (instance.cb_offset, "offset"),
        (instance.texture, "texture"),
        (instance.sampler, "sampler"),
    ] {
        if let Some(number) = number {
            text += &format!(" with {noun} {number}");
        }
    }
    text
}

fn slot_text(slot: &SlotRun) -> String {
    let (span, types, tables) = (slot.span, &slot.types, &slot.tables);
    format!("{span} in all with class types {types:?} and tables {tables:?}")
}
