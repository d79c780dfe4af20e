//! The outputs of a program, which become properties of the vertex.

use pica200_diagnostics::{Code, Label, most_similar};
use pica200_dxbc::program::{Component, Declaration, Program, SystemName};
use pica200_dxbc::signature::{ComponentType, Element, SystemValue};
use pica200_objfmt::isa::property::{self, Property};

use crate::options::{ALL_UNUSED, Options, OutputMapping};
use crate::outputs::{self, Assignment, Hint, Row, UnusedOutputs};

use super::registers::Registers;
use super::report::Report;
use super::views::View;

/// An output of the source that becomes a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Output {
    /// The name in the source: the semantic with its index.
    pub(super) name: String,
    pub(super) property: &'static Property,
    /// The register of the source.
    pub(super) register: u32,
    /// The components in the order of the property; `None` for those that the shader does not write.
    pub(super) components: Vec<Option<Component>>,
    /// The view of the components.
    pub(super) view: View,
    /// True if it is added to another output that has the property.
    pub(super) is_added: bool,
}

/// The use of an output of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Property {
        property: &'static Property,
        is_added: bool,
    },
    LeftOut,
}

/// An output of the source.
struct Port {
    name: String,
    index: u32,
    is_position: bool,
    register: u32,
    components: Vec<Component>,
    view: View,
}

impl Port {
    /// Returns the name with its index, as in the source: `SV_Position`, `COLOR0`.
    fn full(&self) -> String {
        if self.is_position && self.index == 0 {
            self.name.clone()
        } else {
            format!("{}{}", self.name, self.index)
        }
    }

    /// Returns whether a name in an option names this output. Case and an index of 0 are ignored.
    fn is_named(&self, name: &str) -> bool {
        let numbered = format!("{}{}", self.name, self.index);
        name.eq_ignore_ascii_case(&numbered) || self.index == 0 && name.eq_ignore_ascii_case(&self.name)
    }

    /// Returns the type in HLSL.
    fn type_name(&self) -> String {
        let kind = match self.view {
            View::Int => "int",
            _ => "float",
        };
        match self.components.len() {
            1 => kind.to_owned(),
            count => format!("{kind}{count}"),
        }
    }

    /// Returns a suggestion for an output whose semantic has no use. A second colour is the specular light, which is
    /// added to the first one. Only texture coordinates keep their semantic.
    fn hint(&self) -> Hint {
        match self.name.to_ascii_uppercase().as_str() {
            "COLOR" => property::by_name("color").map_or(Hint::Nothing, Hint::Add),
            "TEXCOORD" if self.components.len() == 2 => Hint::OfSize(2),
            _ => Hint::Nothing,
        }
    }
}

/// Returns the outputs of a program. Reports the unsupported ones.
pub(super) fn collect(
    program: &Program,
    elements: &[Element<'_>],
    registers: &Registers,
    options: &Options,
    report: &mut Report,
) -> Vec<Output> {
    let ports = ports(program, elements);
    report_unmatched(&ports, options, report);
    let mut outputs: Vec<Output> = Vec::new();
    if options.fix_depth {
        let note = "the depth is moved from the range 0 to w to the range -w to 0";
        report.notes.push(note.to_owned());
    }
    let uses: Vec<_> = ports.iter().map(|port| usage(port, options, report)).collect();
    report_unused(program, &ports, &uses, report);
    for (port, usage) in ports.iter().zip(&uses) {
        let (property, is_added) = match usage {
            Some(Use::Property { property, is_added }) => (property, *is_added),
            Some(Use::LeftOut) => {
                let note = format!("the output `{}` is left out", port.full());
                report.notes.push(note);
                continue;
            }
            None => continue,
        };
        if is_added {
            let note = format!("the output `{}` is added to `{}`", port.full(), property.name);
            report.notes.push(note);
        }
        for output in properties(port, property, is_added, registers, report) {
            let is_same = |known: &&Output| known.property == output.property && !known.is_added;
            match outputs.iter().find(is_same) {
                Some(first) if !is_added => {
                    let diagnostic = outputs::duplicate(&first.name, &output.name, output.property);
                    report.diagnostic(None, diagnostic);
                }
                _ => outputs.push(output),
            }
        }
    }
    outputs
}

/// Returns the use of an output; `None` if the GPU has no use for it.
fn usage(port: &Port, options: &Options, report: &mut Report) -> Option<Use> {
    let defaults = &options.output_defaults;
    let is_ignored = |names: &[String]| names.iter().any(|name| port.is_named(name));
    let mapped = |mappings: &[OutputMapping]| {
        let mut mappings = mappings.iter().rev();
        let mapping = mappings.find(|mapping| port.is_named(&mapping.name))?;
        Some(Use::Property {
            property: mapping.property,
            is_added: mapping.is_added,
        })
    };
    if is_ignored(&options.ignore_output) {
        return Some(Use::LeftOut);
    }
    if let Some(usage) = mapped(&options.map_output) {
        return Some(usage);
    }
    if is_ignored(&defaults.ignore_output) {
        return Some(Use::LeftOut);
    }
    if let Some(usage) = mapped(&defaults.map_output) {
        return Some(usage);
    }
    if let Some(property) = property(port) {
        return Some(Use::Property {
            property,
            is_added: false,
        });
    }
    if port.name.eq_ignore_ascii_case("PSIZE") {
        let message = format!(
            "output `{0}` ignored: the hardware draws triangles, not points",
            port.full()
        );
        let help = format!("`--ignore-output={}` silences this warning", port.full());
        report.whole(Code::OutputWithoutEffect, message, &help);
        return Some(Use::LeftOut);
    }
    let ignored = options.ignore_output.iter();
    let mut ignored = ignored.chain(&defaults.ignore_output);
    ignored.any(|name| name == ALL_UNUSED).then_some(Use::LeftOut)
}

/// Reports the outputs that the GPU has no use for, as one error.
fn report_unused(program: &Program, ports: &[Port], uses: &[Option<Use>], report: &mut Report) {
    let row = |(port, usage): (&Port, &Option<Use>)| Row {
        name: port.full(),
        ty: port.type_name(),
        assignment: match usage {
            Some(Use::Property { property, .. }) => Assignment::Property(property),
            Some(Use::LeftOut) => Assignment::LeftOut,
            None => Assignment::Unknown(port.hint()),
        },
    };
    let rows: Vec<_> = ports.iter().zip(uses).map(row).collect();
    let Some(UnusedOutputs { mut diagnostic, rows }) = outputs::unused(&rows) else {
        return;
    };
    let mut places = rows.into_iter().filter_map(|(index, text)| {
        let at = writer(program, ports.get(index)?.register)?;
        Some((at, text))
    });
    let first = places.next().map(|(at, _)| at);
    diagnostic.secondary = places
        .filter_map(|(at, text)| Some(Label::new(report.places.get(at).copied()?, text)))
        .collect();
    report.diagnostic(first, diagnostic);
}

/// Returns the outputs by the signature, or without one by the declarations.
fn ports(program: &Program, elements: &[Element<'_>]) -> Vec<Port> {
    let of_element = |element: &Element<'_>| Port {
        name: element.name.to_string(),
        index: element.index,
        is_position: element.system_value == SystemValue::POSITION,
        register: element.register,
        components: components(element.mask),
        view: match element.component_type {
            ComponentType::INT | ComponentType::UINT => View::Int,
            _ => View::Float,
        },
    };
    if !elements.is_empty() {
        return elements.iter().map(of_element).collect();
    }
    let declared = program.instructions.iter().filter_map(|instruction| {
        let Declaration::Output { operand, system } = instruction.declaration()? else {
            return None;
        };
        let register = operand.number()?;
        let is_position = system == Some(SystemName::POSITION);
        Some(Port {
            name: if is_position {
                "SV_Position".to_owned()
            } else {
                "o".to_owned()
            },
            index: if is_position { 0 } else { register },
            is_position,
            register,
            components: components(operand.write_mask().to_bits()),
            view: View::Float,
        })
    });
    declared.collect()
}

fn components(mask: u8) -> Vec<Component> {
    let all = Component::ALL.into_iter();
    all.filter(|component| mask >> *component as u8 & 1 == 1).collect()
}

/// Returns the properties that an output becomes: one, or two for texture coordinates with a third component.
fn properties(
    port: &Port,
    property: &'static Property,
    is_added: bool,
    registers: &Registers,
    report: &mut Report,
) -> Vec<Output> {
    let output = |name: String, property: &'static Property, lanes: &[Component], length: usize| {
        let mut components: Vec<_> = lanes.iter().take(length).map(|lane| Some(*lane)).collect();
        for component in components.iter_mut() {
            *component = component.filter(|lane| registers.is_written(port.register, *lane));
        }
        if matches!(property.name, "position" | "color") && !is_added {
            components.resize(4, None);
        }
        Output {
            name,
            property,
            register: port.register,
            components,
            view: port.view,
            is_added,
        }
    };
    let length = outputs::components(property);
    let mut outputs = vec![output(port.full(), property, &port.components, length)];
    if property.name == "texcoord0"
        && !is_added
        && let Some(third) = port.components.get(2)
        && let Some(property) = property::by_name("texcoord0w")
    {
        outputs.push(output(format!("{}.z", port.full()), property, &[*third], 1));
    }
    let used = outputs.iter().map(|output| output.components.len()).sum();
    if port.components.len() > used {
        let left_out: String = "xyzw".chars().skip(used).take(port.components.len() - used).collect();
        let note = format!(
            "`{}.{left_out}` is left out: `{}` has {length} components",
            port.full(),
            property.name
        );
        report.notes.push(note);
    }
    outputs.retain(|output| report_incomplete(output, report));
    outputs
}

/// Warns of components that are not written. Returns whether there are any. A colour without alpha is opaque.
fn report_incomplete(output: &Output, report: &mut Report) -> bool {
    let missing = output.components.iter().filter(|component| component.is_none()).count();
    if missing == output.components.len() {
        return false;
    }
    let is_opaque_color =
        output.property.name == "color" && matches!(output.components.as_slice(), [Some(_), Some(_), Some(_), None]);
    if missing > 0 && !is_opaque_color {
        let message = format!(
            "the shader writes {} of the {} components of the output `{}`; the others become 0, and w becomes 1",
            output.components.len() - missing,
            output.components.len(),
            output.name
        );
        report.whole(
            Code::OutputIncomplete,
            message,
            "write all components, as in `float4(p, 1)`",
        );
    }
    true
}

/// Returns the property that the semantic of an output says.
fn property(port: &Port) -> Option<&'static Property> {
    let name = match (port.name.to_ascii_uppercase().as_str(), port.index) {
        _ if port.is_position => "position",
        ("SV_POSITION" | "POSITION", 0) => "position",
        ("COLOR", 0) => "color",
        ("TEXCOORD", 0) => "texcoord0",
        ("TEXCOORD", 1) => "texcoord1",
        ("TEXCOORD", 2) => "texcoord2",
        ("TEXCOORD", 3) if port.components.len() == 1 => "texcoord0w",
        // The digit of `TEXCOORD0W` is inside the name.
        ("TEXCOORD0W", 0) => "texcoord0w",
        ("NORMALQUAT", 0) => "normalquat",
        ("NORMAL", 0) if port.components.len() == 4 => "normalquat",
        ("VIEW" | "TANGENT", 0) => "view",
        _ => return None,
    };
    property::by_name(name)
}

/// Returns the index of the first instruction that writes an output register.
fn writer(program: &Program, register: u32) -> Option<usize> {
    program.instructions.iter().position(|instruction| {
        let (destinations, _) = instruction.destinations_and_sources();
        destinations
            .iter()
            .any(|operand| super::registers::fixed(operand) == Some(super::registers::Register::Output(register)))
    })
}

/// Warns of names in options that no output has.
fn report_unmatched(ports: &[Port], options: &Options, report: &mut Report) {
    let mapped = options.map_output.iter().map(|mapping| ("--map-output", &mapping.name));
    let ignored = options.ignore_output.iter().map(|name| ("--ignore-output", name));
    for (option, name) in mapped.chain(ignored) {
        if name == ALL_UNUSED || ports.iter().any(|port| port.is_named(name)) {
            continue;
        }
        let known: Vec<_> = ports.iter().map(Port::full).collect();
        let message = format!(
            "`{option}` names `{name}`, but the outputs of the shader are `{}`",
            known.join("`, `")
        );
        let help = match most_similar(name, known.iter().map(String::as_str)) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => String::new(),
        };
        report.whole(Code::UnmatchedOption, message, &help);
    }
}
