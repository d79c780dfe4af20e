//! Numbers and vectors as text and as JSON.

use std::fmt;

use pica200_machine::Vector;
use pica200_objfmt::isa::descriptor::{Component, Mask};
#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

/// Default components of a vector.
pub(crate) const MISSING: Vector = [0.0, 0.0, 0.0, 1.0];

/// A register component. Numbers that JSON cannot represent are strings there: `NaN`, `inf`, `-inf`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A single-precision number.
    Float(f32),
    /// A signed or unsigned integer of at most 32 bits.
    Integer(i64),
}

impl Number {
    /// Parses a number: an integer if it fits 32 bits, or else the nearest single-precision number. Returns `None` if
    /// it is not a number.
    pub fn parse(text: &str) -> Option<Self> {
        // Only floats have a negative zero.
        let integer = text.parse().ok().filter(|_| !text.starts_with("-0"));
        match integer.filter(|integer| is_of_32_bits(*integer)) {
            Some(integer) => Some(Self::Integer(integer)),
            None => text.parse().ok().map(Self::Float),
        }
    }

    /// Converts to the nearest single-precision number.
    pub fn to_f32(self) -> f32 {
        match self {
            Self::Float(float) => float,
            #[expect(clippy::cast_precision_loss, reason = "the number is rounded as intended")]
            Self::Integer(integer) => integer as f32,
        }
    }

    /// Converts without loss.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Float(float) => float.into(),
            #[expect(clippy::cast_precision_loss, reason = "32 bits have no loss")]
            Self::Integer(integer) => integer as f64,
        }
    }

    /// Returns the distance from another number.
    pub(crate) fn distance(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Self::Integer((a - b).abs()),
            (a, b) => Self::Float((a.to_f32() - b.to_f32()).abs()),
        }
    }
}

/// Returns true if an integer fits 32 bits, signed or unsigned.
fn is_of_32_bits(integer: i64) -> bool {
    (i32::MIN.into()..=u32::MAX.into()).contains(&integer)
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Float(float) => float.fmt(f),
            Self::Integer(integer) => integer.fmt(f),
        }
    }
}

impl From<f32> for Number {
    fn from(float: f32) -> Self {
        Self::Float(float)
    }
}

impl From<i32> for Number {
    fn from(integer: i32) -> Self {
        Self::Integer(integer.into())
    }
}

impl From<u32> for Number {
    fn from(integer: u32) -> Self {
        Self::Integer(integer.into())
    }
}

#[cfg(feature = "json")]
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Float(float) if float.is_finite() => serializer.serialize_f32(*float),
            Self::Float(float) => serializer.collect_str(float),
            Self::Integer(integer) => serializer.serialize_i64(*integer),
        }
    }
}

/// Returns all components of a vector.
pub fn numbers(vector: Vector) -> Vec<Number> {
    vector.into_iter().map(Number::Float).collect()
}

/// Returns the components of a vector in a mask.
pub fn masked<N: Into<Number>>(vector: [N; 4], mask: Mask) -> Vec<Number> {
    let lanes = Component::ALL.into_iter().zip(vector);
    lanes
        .filter(|(component, _)| mask.contains(*component))
        .map(|(_, lane)| lane.into())
        .collect()
}

/// Formats numbers as `(1, 2, 3)`.
pub fn tuple(numbers: &[Number]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    format!("({})", numbers.join(", "))
}
