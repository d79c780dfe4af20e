//! Values of inputs and constant buffers.

use std::collections::BTreeMap;

use pica200_compile::{Binding, ConstantComponent};
use pica200_dxbc::signature::ComponentType;
use pica200_dxbc_machine::Machine as Direct3d;
use pica200_machine::{Machine, Value};

use crate::random::Random;
use crate::translated::number_of;

/// Values for one run, as components of 32 bits.
#[derive(Clone, Default, Debug)]
pub(crate) struct Values {
    /// Rows of input registers, by number.
    pub(crate) inputs: BTreeMap<u32, [u32; 4]>,
    /// Rows of constant buffers, by slot.
    pub(crate) buffers: BTreeMap<u32, Vec<[u32; 4]>>,
}

impl Values {
    /// Returns the same values, with each float changed by a few parts in a million: the difference between the
    /// machine's constants and the source's.
    #[must_use]
    pub(crate) fn shaken(&self, random: &mut Random) -> Self {
        let mut shaken = self.clone();
        let rows = shaken.inputs.values_mut();
        for row in rows.chain(shaken.buffers.values_mut().flatten()) {
            for component in row {
                let number = f32::from_bits(*component);
                // Small integers are subnormal floats.
                if number.is_normal() {
                    let sign = if random.byte().is_multiple_of(2) { 1.0 } else { -1.0 };
                    *component = (number * (1.0 + sign * 4e-6)).to_bits();
                }
            }
        }
        shaken
    }

    /// Sets the inputs and buffers that a container's own program declares.
    pub(crate) fn set_direct3d(&self, machine: &mut Direct3d<'_>) {
        for (number, row) in &self.inputs {
            let _ = machine.set_input_register(*number, *row);
        }
        for (slot, rows) in &self.buffers {
            let _ = machine.set_constants(*slot, 0, rows);
        }
    }

    /// Sets the uniforms of a translation to the contents of the buffers.
    pub(crate) fn set_uniforms(&self, bindings: &[Binding], machine: &mut Machine) {
        for binding in bindings {
            for (number, row) in (0..).zip(&binding.rows) {
                let row = row.map(|component| component.map_or(0.0, |component| self.number(component)));
                // A uniform that the translation does not read has no register.
                if machine.set_named(&binding.name, number, Value::Vector(row)).is_err() {
                    let _ = machine.set_named(&binding.name, number, Value::Boolean(row[0] != 0.0));
                }
            }
        }
    }

    fn number(&self, component: ConstantComponent) -> f32 {
        let rows = self.buffers.get(&component.slot);
        let row = usize::try_from(component.row).ok().and_then(|row| rows?.get(row));
        let bits = row.map_or(0, |row| row[usize::from(component.component) % 4]);
        // Containers without RDEF do not say which components hold integers. Small ones are subnormal floats, which
        // these tests do not use otherwise.
        let is_float = component.is_float && !f32::from_bits(bits).is_subnormal();
        let kind = if is_float {
            ComponentType::FLOAT
        } else {
            ComponentType::INT
        };
        number_of(bits, kind)
    }
}
