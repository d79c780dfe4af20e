//! Initial values of registers.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

/// Value of a register, by the register's kind.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) enum Value {
    /// The value of a float register.
    Float {
        /// x, y, z, w.
        lanes: [Lane; 4],
    },
    /// The value of an integer register.
    Integer {
        /// x, y, z, w.
        lanes: [u8; 4],
    },
    /// The value of a boolean register.
    Boolean {
        /// The value.
        value: bool,
    },
}

impl Value {
    pub(super) fn new(value: ConstantValue) -> Self {
        match value {
            ConstantValue::Boolean(value) => Self::Boolean { value },
            ConstantValue::Integer(lanes) => Self::Integer { lanes },
            ConstantValue::Float(lanes) => Self::Float {
                lanes: lanes.map(Lane::new),
            },
        }
    }
}

/// A component of a float register.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Lane {
    /// The number; null for infinities and NaN, which JSON cannot represent.
    value: Option<f32>,
    /// The 24 bits as six hexadecimal digits.
    bits: String,
}

impl Lane {
    fn new(value: Float24) -> Self {
        Self {
            value: Some(value.to_f32()).filter(|value| value.is_finite()),
            bits: format!("{:06X}", value.to_bits()),
        }
    }
}
