//! Runs of the IR on the registers of Direct3D.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::container::Container;
use pica200_dxbc::program::Component;
use pica200_dxbc::signature::{ComponentType, Element, SignatureKind, SystemValue};
use pica200_dxbc::{FourCc, Shader};

use crate::ir::evaluate::{self, Environment};
use crate::ir::{Form, Input};
use crate::options::Options;
use crate::source::{ConstantComponent, Source};

/// A register: four components of bits.
pub(super) type Vector = [u32; 4];

/// The values of the registers of Direct3D.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// The input registers.
    pub(super) inputs: BTreeMap<u32, Vector>,
    /// The rows of each constant buffer.
    pub(super) buffers: BTreeMap<u32, Vec<Vector>>,
}

/// Returns the directory of the golden files.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc")
}

/// Returns the golden container with this name.
pub(super) fn golden(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.dxbc"))).unwrap()
}

/// Reads a container and checks the program.
pub(super) fn translated(bytes: &[u8], options: &Options) -> Source {
    let (source, diagnostics) = super::super::read(bytes, options);
    let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{}", source.listing);
    if let Err(violation) = source.program.verify(Form::PreSsa) {
        panic!("{violation}\n{}\n{}", source.listing, source.program);
    }
    source
}

/// Runs a program, and gives the values of each output.
pub(super) fn run(bytes: &[u8], source: &Source, values: &Values) -> Result<Vec<Vec<f32>>, evaluate::Failure> {
    let container = Container::read(bytes).unwrap();
    let shader = Shader::from_container(&container);
    let signature = shader
        .signatures
        .iter()
        .find(|one| one.kind() == Some(SignatureKind::Input));
    let elements = signature
        .map(|signature| signature.elements.as_slice())
        .unwrap_or_default();
    let program = &source.program;
    let inputs: Vec<_> = program
        .inputs
        .iter()
        .map(|input| attribute(input, elements, values))
        .collect();
    let uniforms: Vec<Vec<[f32; 4]>> = source
        .bindings
        .iter()
        .map(|binding| {
            binding
                .rows
                .iter()
                .map(|row| row.map(|component| constant(component, values)))
                .collect()
        })
        .collect();
    let environment = Environment {
        inputs: &inputs,
        uniforms: &uniforms,
        procedures: &[],
    };
    evaluate::run(program, &environment, 100_000)
}

/// Returns the names of the outputs in the order of the signature.
pub(super) fn outputs(bytes: &[u8]) -> Vec<String> {
    let container = Container::read(bytes).unwrap();
    let shader = Shader::from_container(&container);
    let mut signatures = shader.signatures.iter();
    let signature = signatures.find(|one| one.kind() == Some(SignatureKind::Output));
    let names = signature.unwrap().elements.iter().map(|element| {
        let is_position = element.system_value == SystemValue::POSITION;
        let index = if is_position {
            String::new()
        } else {
            element.index.to_string()
        };
        format!("{}{index}", element.name)
    });
    names.collect()
}

/// Returns the number that a component of a constant buffer becomes.
fn constant(component: Option<ConstantComponent>, values: &Values) -> f32 {
    let Some(component) = component else {
        return 0.0;
    };
    let rows = values.buffers.get(&component.slot);
    let row = rows
        .and_then(|rows| rows.get(component.row as usize))
        .copied()
        .unwrap_or_default();
    number(row[usize::from(component.component)], component.is_float)
}

fn attribute(input: &Input, elements: &[Element<'_>], values: &Values) -> [f32; 4] {
    let row = values
        .inputs
        .get(&u32::from(input.register))
        .copied()
        .unwrap_or_default();
    Component::ALL.map(|component| {
        let element = elements
            .iter()
            .find(|element| element.register == u32::from(input.register) && element.mask >> component as u8 & 1 == 1);
        let is_float = element.is_none_or(|element| element.component_type == ComponentType::FLOAT);
        number(row[component as usize], is_float)
    })
}

/// Returns the number that bits are.
pub(super) fn number(bits: u32, is_float: bool) -> f32 {
    if is_float {
        f32::from_bits(bits)
    } else {
        bits.cast_signed() as f32
    }
}

/// Returns whether two results agree. `tolerance` is relative for numbers above 1.
pub(super) fn agrees(found: f32, expected: f32, tolerance: f32) -> bool {
    found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1.0)
}

/// Returns a container with these chunks.
pub(super) fn container(chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let chunks: Vec<_> = chunks.iter().map(|(id, data)| (FourCc(*id), data.as_slice())).collect();
    pica200_dxbc::container::build(&chunks).unwrap()
}
