//! Outputs, by semantic.

use pica200_dxbc::program::Component as Lane;
use pica200_dxbc::signature::ComponentType;
use pica200_dxbc_machine::{EmittedVertex, Machine, Port, Program, Vector};
use pica200_objfmt::isa::descriptor::{Component, Mask};

use super::load::Direct3d;
use super::semantic::{is_named, semantic};
use crate::shader::numbers::{Number, masked};
use crate::shader::outputs::{NamedOutput, Output, split_name, unknown_output};
use crate::shader::value_error::ValueError;

/// Parses an output: `SV_Position`, `TEXCOORD1.xy`.
pub(crate) fn find(shader: &Direct3d, text: &str) -> Result<Output, ValueError> {
    let (name, letters) = split_name(text);
    let program = &shader.program;
    let mut ports = program.outputs().iter().enumerate();
    let Some((slot, port)) = ports.find(|(_, port)| is_named(port, name)) else {
        let names: Vec<_> = program.outputs().iter().map(semantic).collect();
        return Err(unknown_output(name, &names, "the shader has no outputs"));
    };
    if let Some(translation) = &shader.translation
        && translation.covered(port) == 0
    {
        let message = "the translation drops this output";
        return Err(ValueError::new(message).with_help("expect it only for Direct3D"));
    }
    let output = Output {
        slot,
        mask: components(port),
        name: Some(semantic(port)),
        is_semantic: true,
        register: port.register.map_or_else(String::new, |r| r.to_string()),
        lanes: lanes(port),
    };
    output.with_components(letters)
}

/// Returns the components of a port: the first ones, up to its count.
fn components(port: &Port) -> Mask {
    let count = port.mask.components().count();
    Component::ALL.into_iter().take(count).fold(Mask::NONE, Mask::with)
}

/// Returns the register components for the port's components.
fn lanes(port: &Port) -> [char; 4] {
    let mut lanes = [' '; 4];
    for (slot, lane) in lanes.iter_mut().zip(port.mask.components()) {
        *slot = lane.letter();
    }
    lanes
}

/// Returns the values of all outputs of a machine, each with its components followed by zeros.
pub(super) fn values(machine: &Machine<'_>) -> Vec<[Number; 4]> {
    let ports = machine.program().outputs().iter();
    let value = |port: &Port| numbers(machine.value(port).unwrap_or_default(), port);
    ports.map(value).collect()
}

/// Returns the values of all outputs of an emitted vertex, in the form of [`values`]. Outputs of other streams are NaN.
pub(super) fn values_of_vertex(program: &Program, vertex: &EmittedVertex) -> Vec<[Number; 4]> {
    let ports = program.outputs().iter();
    let value = |port: &Port| {
        if port.stream == vertex.stream {
            numbers(vertex.value(port).unwrap_or_default(), port)
        } else {
            [Number::Float(f32::NAN); 4]
        }
    };
    ports.map(value).collect()
}

fn numbers(bits: Vector, port: &Port) -> [Number; 4] {
    bits.map(|bits| number(bits, port.component_type))
}

/// Returns the value of a component's bits.
fn number(bits: u32, kind: ComponentType) -> Number {
    match kind {
        ComponentType::UINT | ComponentType::UINT_16 => bits.into(),
        ComponentType::INT | ComponentType::INT_16 => bits.cast_signed().into(),
        _ => f32::from_bits(bits).into(),
    }
}

/// Returns the outputs of a run with their names, in signature order.
pub(super) fn named(program: &Program, values: &[[Number; 4]]) -> Vec<NamedOutput> {
    let pairs = program.outputs().iter().zip(values);
    let named = pairs.map(|(port, value)| NamedOutput {
        register: port.register.map_or_else(String::new, |r| r.to_string()),
        property: semantic(port),
        components: port.mask.components().map(Lane::letter).collect(),
        value: masked(*value, components(port)),
    });
    named.collect()
}
