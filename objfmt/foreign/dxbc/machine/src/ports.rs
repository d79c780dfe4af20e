//! Inputs and outputs: signature elements and their registers.

use pica200_dxbc::program::{Mask, RegisterKind};
use pica200_dxbc::signature::{ComponentType, Element, NO_REGISTER, SystemValue};

use crate::registers::{MAX_PORTS, Register, Vector};

/// An input or an output of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// The semantic name as text; bytes that are not valid UTF-8 are replaced.
    pub name: String,
    /// The semantic index.
    pub index: u32,
    /// The stream of a geometry shader's output; 0 for all others.
    pub stream: u8,
    /// The system value.
    pub system_value: SystemValue,
    /// The component type.
    pub component_type: ComponentType,
    /// Its components in the register.
    pub mask: Mask,
    /// The register. `None` if the register number in the file is invalid, or if the name of an element without a
    /// number is unknown.
    pub register: Option<Register>,
}

impl Port {
    pub(crate) fn from_element(element: &Element<'_>, names: &[(&str, RegisterKind)], list: RegisterKind) -> Self {
        let name = element.name.to_string();
        let register = match element.register {
            NO_REGISTER => names
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(&name))
                .map(|(_, kind)| Register::new(*kind, 0)),
            number => (number < MAX_PORTS).then(|| Register::new(list, number)),
        };
        let mask = match element.register {
            // Their mask is meaningless: there is one component.
            NO_REGISTER => Mask::X,
            _ => Mask::from_bits(element.mask.into()),
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

    /// Returns true if it has this semantic. The comparison ignores case.
    pub fn has_semantic(&self, name: &str, index: u32) -> bool {
        self.index == index && self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the number of rows up to the register, if it is in the list of inputs or outputs.
    pub(crate) fn rows(&self) -> u32 {
        match self.register {
            Some(Register { kind, number, .. }) if kind == RegisterKind::INPUT || kind == RegisterKind::OUTPUT => {
                number + 1
            }
            _ => 0,
        }
    }

    /// Returns the register value with these values in the components of the port. Missing values are 0, and 1 for the
    /// fourth.
    pub(crate) fn scatter(&self, values: &[u32], before: Vector) -> Vector {
        let one = match self.component_type {
            ComponentType::FLOAT => 1f32.to_bits(),
            _ => 1,
        };
        let missing = [0, 0, 0, one];
        let mut row = before;
        for ((component, number), missing) in self.mask.components().zip(0..).zip(missing) {
            row[component as usize] = values.get::<usize>(number).copied().unwrap_or(missing);
        }
        row
    }

    /// Returns the components of the port, in order, padded with zeros.
    pub(crate) fn gather(&self, row: Vector) -> Vector {
        let mut values = [0; 4];
        for (component, value) in self.mask.components().zip(&mut values) {
            *value = row[component as usize];
        }
        values
    }
}

/// The registers of unnumbered inputs.
pub(crate) const INPUT_NAMES: &[(&str, RegisterKind)] = &[
    ("SV_PrimitiveID", RegisterKind::INPUT_PRIMITIVE_ID),
    ("SV_Coverage", RegisterKind::INPUT_COVERAGE),
    ("SV_InnerCoverage", RegisterKind::INNER_COVERAGE),
    ("SV_GSInstanceID", RegisterKind::GEOMETRY_INSTANCE_ID),
];

/// The registers of unnumbered outputs.
pub(crate) const OUTPUT_NAMES: &[(&str, RegisterKind)] = &[
    ("SV_Depth", RegisterKind::OUTPUT_DEPTH),
    ("SV_DepthGreaterEqual", RegisterKind::OUTPUT_DEPTH_GREATER_EQUAL),
    ("SV_DepthLessEqual", RegisterKind::OUTPUT_DEPTH_LESS_EQUAL),
    ("SV_Coverage", RegisterKind::OUTPUT_COVERAGE),
    ("SV_StencilRef", RegisterKind::OUTPUT_STENCIL_REFERENCE),
];
