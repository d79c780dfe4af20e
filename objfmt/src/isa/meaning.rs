//! The effect of an instruction, independent of its encoding.
//!
//! Two words with their descriptors have the same [`Meaning`] if they have the same effect on all hardware. These are
//! ignored: the number of the descriptor, the bits of the descriptor that the instruction does not read
//! ([`Opcode::descriptor_bits`]), the bits and fields of the word that it does not read, the choice between two
//! equivalent opcodes, such as `mad` and `madi`, and the order of commutative sources ([`commuted`]).
//!
//! [`Meaning::without_uniforms`] clears the registers that the linker assigns.

use crate::isa::commute::commuted;
use crate::isa::descriptor::Descriptor;
use crate::isa::instruction::{AddressRegister, BranchTarget, Combination, Condition, Instruction, Operation};
use crate::isa::opcode::{Opcode, Transfer};
use crate::isa::register::{Register, UniformKind};

/// The effect of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meaning {
    /// The instruction. The number of its descriptor and all fields that it does not read are 0. With an unknown
    /// opcode, all bits are kept.
    instruction: Instruction,
    /// The bits of the descriptor that the instruction reads; `None` if the descriptor is missing from the table.
    descriptor: Option<Descriptor>,
}

impl Meaning {
    /// Computes the meaning of a word. `descriptors` looks up a descriptor by its number.
    pub(crate) fn new(word: u32, descriptors: impl Fn(u8) -> Option<Descriptor>) -> Self {
        let meaning = Self::in_order(word, &descriptors);
        let Some(word) = commuted(word) else {
            return meaning;
        };
        let other = Self::in_order(word, |number| descriptors(number).map(Descriptor::with_swapped_sources));
        if other.order() < meaning.order() {
            other
        } else {
            meaning
        }
    }

    /// Returns the sort key that decides between two orders of the same sources.
    fn order(&self) -> ([Option<u8>; 3], u32) {
        let sources = match self.instruction.operation {
            Operation::Arithmetic { sources, .. } => sources,
            _ => [None; 3],
        };
        let bits = self.descriptor.map_or(0, Descriptor::to_bits);
        (sources.map(|source| source?.source_number()), bits)
    }

    /// Computes the meaning of a word, keeping the order of its sources.
    fn in_order(word: u32, descriptors: impl FnOnce(u8) -> Option<Descriptor>) -> Self {
        let mut instruction = Instruction::decode(word);
        let Some(opcode) = instruction.opcode else {
            return Self {
                instruction,
                descriptor: None,
            };
        };
        instruction.spare = 0;
        let mut used = None;
        match &mut instruction.operation {
            Operation::Unknown | Operation::Plain | Operation::Emit { .. } => {}
            Operation::Arithmetic { descriptor, index, .. } => {
                used = descriptors(*descriptor).map(|full| {
                    let bits = opcode.descriptor_bits(full.mask());
                    Descriptor::from_bits(full.to_bits() & bits)
                });
                *descriptor = 0;
                if *index == AddressRegister::None {
                    instruction.opcode = Some(opcode.operation());
                }
            }
            Operation::Flow { target, condition, .. } => {
                *target = used_target(opcode, *target);
                *condition = condition.and_then(|condition| used_condition(opcode, condition));
            }
        }
        Self {
            instruction,
            descriptor: used,
        }
    }

    /// Returns the meaning with every uniform register replaced by the first register of its bank.
    #[must_use]
    pub fn without_uniforms(self) -> Self {
        self.with_registers(|register| match UniformKind::from_bank(register.bank) {
            Some(_) => Register { number: 0, ..register },
            None => register,
        })
    }

    /// Returns the meaning with its source registers replaced.
    #[must_use]
    pub(crate) fn with_registers(mut self, replace: impl Fn(Register) -> Register) -> Self {
        match &mut self.instruction.operation {
            Operation::Arithmetic { sources, .. } => {
                *sources = sources.map(|source| source.map(&replace));
            }
            Operation::Flow { uniform, .. } => {
                let bank = self.instruction.opcode.and_then(Opcode::uniform_bank);
                if let (Some(number), Some(bank)) = (uniform, bank) {
                    *number = replace(Register { bank, number: *number }).number;
                }
            }
            Operation::Unknown | Operation::Plain | Operation::Emit { .. } => {}
        }
        self
    }

    /// Returns the meaning without the target. The expected value of `jmpu` is kept.
    #[must_use]
    pub(crate) fn without_target(mut self) -> Self {
        if let Operation::Flow { target, .. } = &mut self.instruction.operation {
            target.word = 0;
            if !self.instruction.opcode.is_some_and(Opcode::is_jump) {
                target.count = 0;
            }
        }
        self
    }
}

/// Returns the target fields that the hardware reads.
fn used_target(opcode: Opcode, target: BranchTarget) -> BranchTarget {
    match opcode.transfer() {
        Transfer::Next | Transfer::End | Transfer::Break(_) => BranchTarget::default(),
        Transfer::Call(_) | Transfer::If(_) => target,
        Transfer::Loop | Transfer::Jump(_) => BranchTarget {
            count: u8::from(opcode.expects_false(target.count)),
            ..target
        },
    }
}

/// Returns the parts of a condition that the hardware reads: a flag that is not tested has no value.
fn used_condition(opcode: Opcode, condition: Condition) -> Option<Condition> {
    let Condition { combination, x, y } = condition;
    opcode.tests_flags().then_some(Condition {
        combination,
        x: x || combination == Combination::Y,
        y: y || combination == Combination::X,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::isa::descriptor::Mask;
    use crate::isa::opcode::OPCODES;

    fn meaning(word: u32, descriptor: u32) -> Meaning {
        Meaning::new(word, |_| Some(Descriptor::from_bits(descriptor)))
    }

    fn opcode() -> impl Strategy<Value = Opcode> {
        prop::sample::select(OPCODES).prop_map(|info| info.opcode)
    }

    /// Returns a word of an opcode with the given field bits.
    fn word(opcode: Opcode, fields: u32) -> u32 {
        opcode.base_word() | fields & !opcode.fields().opcode.bits()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        #[test]
        fn exactly_the_used_bits_of_a_descriptor_count(
            opcode in opcode(), fields: u32, descriptor: u32, bit in 0u32..32,
        ) {
            let word = word(opcode, fields);
            let mask = Descriptor::from_bits(descriptor).mask();
            let used = opcode.descriptor_bits(mask) & (1 << bit) != 0;
            let same = meaning(word, descriptor) == meaning(word, descriptor ^ 1 << bit);
            prop_assert_eq!(same, !used);
        }

        #[test]
        fn bits_that_no_field_explains_and_descriptor_numbers_do_not_count(
            opcode in opcode(), fields: u32, other: u32, descriptor: u32,
        ) {
            let of_opcode = opcode.fields();
            let number = of_opcode.descriptor.map_or(0, |field| field.bits());
            let free = !of_opcode.used_bits() | number;
            let word = word(opcode, fields);
            let changed = word & !free | other & free;
            prop_assert_eq!(meaning(word, descriptor), meaning(changed, descriptor));
        }
    }

    #[test]
    fn fields_that_nothing_looks_at_do_not_count() {
        let same = |opcode: Opcode, a: u32, b: u32| meaning(word(opcode, a), 0) == meaning(word(opcode, b), 0);
        // The condition of `call`, the target of `breakc`, the length of `for` and `jmpc`.
        assert!(same(Opcode::Call, 0, 0x0F << 22));
        assert!(!same(Opcode::Callc, 0, 0x0F << 22));
        assert!(same(Opcode::Breakc, 0, 0xFFF << 10));
        assert!(same(Opcode::For, 0, 0xFF));
        assert!(same(Opcode::Jmpc, 0, 1));
        assert!(!same(Opcode::Jmpu, 0, 1));
        assert!(!same(Opcode::Ifu, 0, 1));
        // A condition on x alone ignores the value of y.
        assert!(same(Opcode::Ifc, 2 << 22, 2 << 22 | 1 << 24));
        assert!(!same(Opcode::Ifc, 2 << 22, 2 << 22 | 1 << 25));
        assert!(!same(Opcode::Ifc, 1 << 22, 1 << 22 | 1 << 24));
    }

    #[test]
    fn two_spellings_of_an_instruction_mean_the_same() {
        // `mad r0, r0, r0, r0` and the equivalent `madi`, without and with an index on the wide source.
        let fields = |index: u32| 0x10 << 24 | index << 22 | 0x10 << 17;
        let mad = |index| meaning(word(Opcode::Mad, fields(index) | 0x10 << 10 | 0x10 << 5), 0);
        let madi = |index| meaning(word(Opcode::Madi, fields(index) | 0x10 << 12 | 0x10 << 5), 0);
        assert_eq!(mad(0), madi(0));
        assert_ne!(mad(1), madi(1));
    }

    #[test]
    fn missing_descriptors_are_not_empty_ones() {
        let word = Opcode::Mov.base_word();
        assert_ne!(Meaning::new(word, |_| None), meaning(word, 0));
        assert_eq!(Opcode::Mova.writable(), Mask::from_bits(0xC));
    }

    #[test]
    fn uniforms_and_targets_can_be_left_out() {
        let with = |opcode, a, b| {
            let [a, b] = [a, b].map(|fields| meaning(word(opcode, fields), 0));
            assert_ne!(a, b);
            (
                a.without_uniforms() == b.without_uniforms(),
                a.without_target() == b.without_target(),
            )
        };
        assert_eq!(with(Opcode::Mov, 0x20 << 12, 0x7F << 12), (true, false));
        assert_eq!(with(Opcode::Mov, 0x10 << 12, 0x11 << 12), (false, false));
        assert_eq!(with(Opcode::For, 0, 1 << 22), (true, false));
        assert_eq!(with(Opcode::Jmpu, 0, 9 << 10), (false, true));
        assert_eq!(with(Opcode::Jmpu, 0, 1), (false, false));
        assert_eq!(with(Opcode::Callc, 0, 9), (false, true));
    }
}
