//! The golden shaders and their translations on random values.

use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::signature::{ComponentType, Element, SignatureKind};
use pica200_dxbc::{Shader, container::Container};
use pica200_dxbc_machine::{Machine, Program, Register};

use super::common::{self, Values, Vector};
use super::golden;
use crate::passes::random::Random;
use crate::source::Source;

/// Returns the bits of a random number. Floats are multiples of 1/8, so that ties and equal numbers occur; integers are
/// small.
pub(super) fn random_component(random: &mut Random, kind: ComponentType) -> u32 {
    match kind {
        ComponentType::INT => (random.below(101).cast_signed() - 50).cast_unsigned(),
        ComponentType::UINT => random.below(4),
        _ => ((random.below(129) as f32 - 64.0) / 8.0).to_bits(),
    }
}

fn row(random: &mut Random, kind: ComponentType) -> Vector {
    [(); 4].map(|()| random_component(random, kind))
}

/// Random values of all inputs, and of the constants that the translation reads.
fn values(random: &mut Random, inputs: &[Element<'_>], source: &Source) -> Values {
    let mut values = Values::default();
    for element in inputs {
        values
            .inputs
            .insert(element.register, row(random, element.component_type));
    }
    for component in source
        .bindings
        .iter()
        .flat_map(|binding| &binding.rows)
        .flatten()
        .flatten()
    {
        let rows = values.buffers.entry(component.slot).or_default();
        let length = rows.len().max(component.row as usize + 1);
        rows.resize(length, [0; 4]);
        // Integers of constants bound loops and are booleans.
        rows[component.row as usize][usize::from(component.component)] = if component.is_float {
            self::random_component(random, ComponentType::FLOAT)
        } else {
            random.below(4)
        };
    }
    values
}

/// Returns the output registers that Direct3D computes.
pub(super) fn expected(machine: &mut Machine<'_>, values: &Values, registers: &[u32]) -> Vec<Vector> {
    for (register, row) in &values.inputs {
        let _ = machine.set_input_register(*register, *row);
    }
    for (slot, rows) in &values.buffers {
        let _ = machine.set_constants(*slot, 0, rows);
    }
    machine.run(100_000).unwrap();
    let register = |number: &u32| machine.register(Register::new(RegisterKind::OUTPUT, *number)).unwrap();
    registers.iter().map(register).collect()
}

#[test]
fn translations_agree_with_direct3d_on_random_values() {
    for name in golden::names() {
        let bytes = common::golden(&name);
        let source = common::translated(&bytes, &golden::options());
        let program = Program::load(&bytes).unwrap();
        let mut machine = Machine::new(&program);
        let container = Container::read(&bytes).unwrap();
        let shader = Shader::from_container(&container);
        let signature = |kind| {
            let mut all = shader.signatures.iter();
            all.find(|signature| signature.kind() == Some(kind)).unwrap()
        };
        let inputs = &signature(SignatureKind::Input).elements;
        let outputs = &signature(SignatureKind::Output).elements;
        let names: Vec<_> = common::outputs(&bytes);
        let registers: Vec<_> = outputs.iter().map(|element| element.register).collect();
        let mut compared = 0;
        for seed in 0..1000 {
            let mut random = Random::new(seed);
            let values = values(&mut random, inputs, &source);
            let expected = expected(&mut machine, &values, &registers);
            let found = common::run(&bytes, &source, &values).unwrap();
            for (output, found) in source.program.outputs.iter().zip(&found) {
                let Some(at) = names.iter().position(|name| *name == output.name) else {
                    continue;
                };
                let components = (0..4).filter(|component| outputs[at].mask >> component & 1 == 1);
                for (component, found) in components.zip(found) {
                    let expected = f32::from_bits(expected[at][component]);
                    let agrees = common::agrees(*found, expected, golden::tolerance(&name));
                    assert!(
                        agrees || !expected.is_finite(),
                        "{name}, seed {seed}, {}: {found}, expected {expected}\n{values:?}\n{}",
                        output.name,
                        source.listing
                    );
                    compared += usize::from(expected.is_finite());
                }
            }
        }
        assert!(compared > 3000, "{name}: {compared}");
    }
}
