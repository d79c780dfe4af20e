//! Numbers and vectors as text and as JSON.

use pica200_machine::Vector;
use pica200_objfmt::isa::descriptor::{Component, Mask};
#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

/// The default components of a vector.
pub(crate) const MISSING: Vector = [0.0, 0.0, 0.0, 1.0];

/// A number. Numbers that JSON does not have are strings there: `NaN`, `inf`, `-inf`.
pub struct Number(f32);

#[cfg(feature = "json")]
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

/// All components of a vector.
pub fn numbers(vector: Vector) -> Vec<Number> {
    vector.into_iter().map(Number).collect()
}

/// The components of a vector in a mask.
pub fn masked(vector: Vector, mask: Mask) -> Vec<Number> {
    let lanes = Component::ALL.into_iter().zip(vector);
    lanes
        .filter(|(component, _)| mask.contains(*component))
        .map(|(_, lane)| Number(lane))
        .collect()
}

/// `(1, 2, 3)`.
pub fn tuple(numbers: &[Number]) -> String {
    let numbers: Vec<_> = numbers.iter().map(|number| number.0.to_string()).collect();
    format!("({})", numbers.join(", "))
}

/// A vector of 1 to 4 numbers; `None` for other lengths. Missing numbers are taken from (0, 0, 0, 1).
pub fn vector(numbers: &[f32]) -> Option<Vector> {
    let mut vector = MISSING;
    vector.get_mut(..numbers.len())?.copy_from_slice(numbers);
    (!numbers.is_empty()).then_some(vector)
}
