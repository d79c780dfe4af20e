//! Commutation: instructions whose first two sources can be swapped.
//!
//! Sums and products are commutative, and so are comparisons with mirrored operators. `min` and `max` are not: they
//! return their second source if either is NaN, or if both are zeros, which may have different signs.

use crate::isa::instruction::{AddressRegister, Comparison};
use crate::isa::opcode::Opcode;

/// Returns the word with its first two sources swapped and the same effect, if the descriptor is also
/// [swapped](super::descriptor::Descriptor::with_swapped_sources). `None` if the order of the sources matters, or if a
/// source does not fit into the other's field.
pub fn commuted(word: u32) -> Option<u32> {
    let opcode = Opcode::from_word(word)?;
    if !matches!(opcode, Opcode::Cmp | Opcode::Mad | Opcode::Madi) && !opcode.commutes() {
        return None;
    }
    let fields = opcode.fields();
    let [Some(first), Some(second), _] = fields.sources else {
        return None;
    };
    let [a, b] = [first.get(word), second.get(word)];
    if a > second.max() || b > first.max() {
        return None;
    }
    let index = fields.index.map_or(0, |field| field.get(word));
    let stays = fields.wide_source().is_some_and(|wide| wide > 1);
    if !stays && AddressRegister::from_bits(index) != AddressRegister::None {
        return None;
    }
    let mut commuted = second.set(first.set(word, b), a);
    for field in fields.comparisons.iter().flatten() {
        let operator = Comparison::from_bits((field.get(word) & 0xFF) as u8);
        commuted = field.set(commuted, operator.swapped()?.to_bits().into());
    }
    Some(commuted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::instruction::{Instruction, Operation};
    use crate::isa::opcode::OPCODES;

    /// Returns a word with these sources, in the numbering of source fields.
    fn word(opcode: Opcode, sources: &[u32]) -> u32 {
        let fields = opcode.fields().source_fields();
        fields
            .zip(sources)
            .fold(opcode.base_word(), |word, (field, &source)| field.set(word, source))
    }

    #[test]
    fn sums_products_and_comparisons_are_exchanged() {
        let exchangeable = OPCODES.iter().map(|info| info.opcode);
        let exchangeable = exchangeable.filter(|&opcode| commuted(opcode.base_word()).is_some());
        let names: Vec<_> = exchangeable.map(|opcode| opcode.info().mnemonic).collect();
        assert_eq!(names, ["add", "dp3", "dp4", "mul", "cmp", "madi", "mad"]);
    }

    #[test]
    fn sources_must_fit_into_each_others_fields() {
        for (opcode, sources, after) in [
            (Opcode::Add, [0x10, 0x01, 0].as_slice(), Some([0x01, 0x10, 0])),
            (Opcode::Add, &[0x20, 0x01, 0], None),
            (Opcode::Mad, &[0x10, 0x01, 0x11], Some([0x01, 0x10, 0x11])),
            (Opcode::Mad, &[0x10, 0x21, 0x11], None),
            (Opcode::Madi, &[0x10, 0x01, 0x21], Some([0x01, 0x10, 0x21])),
        ] {
            let after = after.map(|sources| word(opcode, &sources));
            assert_eq!(commuted(word(opcode, sources)), after, "{opcode:?} {sources:x?}");
        }
    }

    #[test]
    fn an_address_register_keeps_its_source() {
        let relative = |opcode: Opcode| {
            let index = opcode.fields().index.expect("it has a wide source");
            index.set(word(opcode, &[0x10, 0x11, 0x30]), 1)
        };
        assert_eq!(commuted(relative(Opcode::Mul)), None);
        assert_eq!(commuted(relative(Opcode::Mad)), None);
        let madi = commuted(relative(Opcode::Madi)).map(Instruction::decode);
        let index = madi.map(|instruction| match instruction.operation {
            Operation::Arithmetic { index, .. } => index,
            _ => AddressRegister::None,
        });
        assert_eq!(index, Some(AddressRegister::A0x));
    }

    #[test]
    fn comparisons_turn() {
        let [x, y] = Opcode::Cmp.fields().comparisons.expect("it compares");
        let compare = |sources: [u32; 2], operators: [u32; 2]| {
            y.set(x.set(word(Opcode::Cmp, &sources), operators[0]), operators[1])
        };
        for (before, after) in [([0, 1], [0, 1]), ([2, 3], [4, 5]), ([4, 5], [2, 3])] {
            let swapped = compare([0x11, 0x10], after);
            assert_eq!(commuted(compare([0x10, 0x11], before)), Some(swapped));
        }
        // The effect of operators without a name is not known for certain.
        assert_eq!(commuted(compare([0x10, 0x11], [0, 6])), None);
    }
}
