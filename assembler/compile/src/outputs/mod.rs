//! Outputs of shaders: properties by name, and advice for names without one.

mod advice;
#[cfg(feature = "naga")]
mod assign;
#[cfg(feature = "naga")]
mod select;
#[cfg(feature = "naga")]
mod words;

use pica200_objfmt::isa::property::{DUMMY, PROPERTIES, Property};

pub(crate) use advice::{Assignment, Hint, Row, UnusedOutputs, duplicate, unused};
#[cfg(feature = "naga")]
pub(crate) use assign::{PropertySource, UnassignedOutput, by_names};
#[cfg(feature = "naga")]
pub(crate) use select::{Identity, Selection, select};
#[cfg(feature = "naga")]
pub(crate) use words::is_something_else;

/// The number of outputs with a property that the GPU has registers for.
pub(crate) const MAX_OUTPUTS: usize = pica200_objfmt::isa::limits::PROPERTY_OUTPUTS as usize;

/// Returns the properties that outputs can have.
pub(crate) fn properties() -> impl Iterator<Item = &'static Property> {
    PROPERTIES.iter().filter(|property| property.number != DUMMY)
}

/// Returns the number of components of a property.
pub(crate) fn components(property: &Property) -> usize {
    match property.name {
        "texcoord0w" => 1,
        "texcoord0" | "texcoord1" | "texcoord2" => 2,
        "view" => 3,
        _ => 4,
    }
}

/// Returns the name of the array or matrix that an output is an element of.
pub(crate) fn array(name: &str) -> Option<&str> {
    let end = name.ends_with(']').then(|| name.rfind('['))??;
    let base = name.get(..end)?;
    // Rows of arrays of matrices have two indices.
    array(base).or(Some(base))
}
