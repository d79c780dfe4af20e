//! Shader outputs as text.

use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::property;

/// Returns the components of an output. Bits without a component are ignored.
pub fn output_mask(entry: &OutputEntry) -> Mask {
    let [bits, _] = entry.mask.to_le_bytes();
    Mask::from_table_bits(bits)
}

/// Returns the name of an output's property, or its number if it has none.
pub fn output_property(entry: &OutputEntry) -> String {
    let known = u8::try_from(entry.property).ok().and_then(property::by_number);
    known.map_or_else(|| format!("property {}", entry.property), |known| known.name.to_owned())
}
