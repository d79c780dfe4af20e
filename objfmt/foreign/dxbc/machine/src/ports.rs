//! Inputs and outputs: the elements of signatures, and their registers.

use pica200_dxbc::program::{Mask, RegisterKind};
use pica200_dxbc::signature::{ComponentType, Element, NO_REGISTER, SystemValue};

use crate::registers::{MOST_PORTS, Register, Vector};

/// An input or an output of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// The semantic name as text; bytes that are not valid UTF-8 are replaced.
    pub name: String,
    /// The semantic index.
    pub index: u32,
    /// The stream of a geometry shader's output, 0 for all others.
    pub stream: u8,
    /// The meaning that the pipeline gives to it.
    pub system_value: SystemValue,
    /// The type of the components.
    pub component_type: ComponentType,
    /// The components of the register that belong to it.
    pub mask: Mask,
    /// The register. `None` if there is none with the number of the file, or the name of an element without a number is
    /// not known.
    pub register: Option<Register>,
}

impl Port {
    pub(crate) fn of(element: &Element<'_>, names: &[(&str, RegisterKind)], list: RegisterKind) -> Self {
        let name = element.name.to_string();
        let register = match element.register {
            NO_REGISTER => names
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(&name))
                .map(|(_, kind)| Register::new(*kind, 0)),
            number => (number < MOST_PORTS).then(|| Register::new(list, number)),
        };
        let mask = match element.register {
            // Their mask says nothing: there is one component.
            NO_REGISTER => Mask::X,
            _ => Mask::of_bits(element.mask.into()),
        };
        Self {
            name,
            index: element.index,
            stream: u8::try_from(element.stream).unwrap_or(u8::MAX),
            system_value: element.system_value,
            component_type: element.component_type,
            mask,
            register,
        }
    }

    /// Whether the semantic is this one. The case of letters does not count.
    pub fn has_semantic(&self, name: &str, index: u32) -> bool {
        self.index == index && self.name.eq_ignore_ascii_case(name)
    }

    /// The number of rows up to the register, if it stands in the list of inputs or outputs.
    pub(crate) fn rows(&self) -> u32 {
        match self.register {
            Some(Register { kind, number, .. }) if kind == RegisterKind::INPUT || kind == RegisterKind::OUTPUT => {
                number + 1
            }
            _ => 0,
        }
    }

    /// The register's lanes with these values in the components of the port. Missing values are 0, but the fourth is 1.
    pub(crate) fn spread(&self, values: &[u32], before: Vector) -> Vector {
        let one = match self.component_type {
            ComponentType::FLOAT => 1f32.to_bits(),
            _ => 1,
        };
        let missing = [0, 0, 0, one];
        let mut row = before;
        for ((lane, number), missing) in self.mask.lanes().zip(0..).zip(missing) {
            row[lane as usize] = values.get::<usize>(number).copied().unwrap_or(missing);
        }
        row
    }

    /// The components of the port in the register's lanes, in order; zeros behind them.
    pub(crate) fn gather(&self, row: Vector) -> Vector {
        let mut values = [0; 4];
        for (lane, value) in self.mask.lanes().zip(&mut values) {
            *value = row[lane as usize];
        }
        values
    }
}

/// The registers of inputs without a number.
pub(crate) const INPUT_NAMES: &[(&str, RegisterKind)] = &[
    ("SV_PrimitiveID", RegisterKind::INPUT_PRIMITIVE_ID),
    ("SV_Coverage", RegisterKind::INPUT_COVERAGE),
    ("SV_InnerCoverage", RegisterKind::INNER_COVERAGE),
    ("SV_GSInstanceID", RegisterKind::GEOMETRY_INSTANCE_ID),
];

/// The registers of outputs without a number.
pub(crate) const OUTPUT_NAMES: &[(&str, RegisterKind)] = &[
    ("SV_Depth", RegisterKind::OUTPUT_DEPTH),
    ("SV_DepthGreaterEqual", RegisterKind::OUTPUT_DEPTH_GREATER_EQUAL),
    ("SV_DepthLessEqual", RegisterKind::OUTPUT_DEPTH_LESS_EQUAL),
    ("SV_Coverage", RegisterKind::OUTPUT_COVERAGE),
    ("SV_StencilRef", RegisterKind::OUTPUT_STENCIL_REFERENCE),
];
