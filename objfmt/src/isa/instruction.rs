//! Decoding and encoding of instruction words, total in both directions.

use crate::isa::encoding::{BitField, Fields};
use crate::isa::opcode::Opcode;
use crate::isa::register::Register;

/// The address register that is added to the number of a wide source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum AddressRegister {
    /// No register: the source is not relative.
    #[default]
    None = 0,
    /// `a0.x`.
    A0x = 1,
    /// `a0.y`.
    A0y = 2,
    /// The loop counter, `aL`.
    LoopCounter = 3,
}

impl AddressRegister {
    /// Returns the register for the low two bits of `bits`.
    pub const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::A0x,
            2 => Self::A0y,
            _ => Self::LoopCounter,
        }
    }
}

/// A comparison operator, by its number: 0 to 5 are `eq ne lt le gt ge`, 6 and 7 have no name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comparison(u8);

impl Comparison {
    /// The names of operators 0 to 5.
    pub const NAMES: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

    /// Returns the operator for the low three bits of `bits`.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 7)
    }

    /// Returns the operator's number.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Returns the operator with a name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        (0..)
            .zip(Self::NAMES)
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .map(|(number, _)| Self(number))
    }

    /// Returns the operator that gives the same result with swapped operands. `None` for the numbers without a name.
    pub const fn swapped(self) -> Option<Self> {
        match self.0 {
            0 | 1 => Some(self),
            2 | 3 => Some(Self(self.0 + 2)),
            4 | 5 => Some(Self(self.0 - 2)),
            _ => None,
        }
    }

    /// Returns the operator's name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.get(usize::from(self.0)).copied()
    }
}

/// The combination of two flags in a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// At least one flag has its required value.
    Or = 0,
    /// Both flags have their required values.
    And = 1,
    /// Only `cmp.x` is tested.
    X = 2,
    /// Only `cmp.y` is tested.
    Y = 3,
}

/// A condition on the flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// The combination of the flags.
    pub combination: Combination,
    /// The required value of `cmp.x`.
    pub x: bool,
    /// The required value of `cmp.y`.
    pub y: bool,
}

impl Condition {
    /// Returns a bit for each state of the flags, at index `cmp.x` + 2 * `cmp.y`: 1 if the condition holds.
    pub fn satisfying_states(self) -> u8 {
        (0..4u8).fold(0, |bits, state| {
            let x = (state & 1 != 0) == self.x;
            let y = (state & 2 != 0) == self.y;
            let holds = match self.combination {
                Combination::Or => x || y,
                Combination::And => x && y,
                Combination::X => x,
                Combination::Y => y,
            };
            bits | u8::from(holds) << state
        })
    }
}

/// The target fields of an instruction: `dst` and `num` in published documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct BranchTarget {
    /// The word offset, 12 bits.
    pub word: u16,
    /// A length in words. For `jmpu`, bit 0 is 1 if the boolean must be false.
    pub count: u8,
}

/// The decoded fields of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// A word with an unknown opcode.
    Unknown,
    /// An instruction without operands.
    Plain,
    /// An instruction with a descriptor.
    Arithmetic {
        /// The number of the descriptor.
        descriptor: u8,
        /// The sources in the order of the assembly language; `None` for missing sources.
        sources: [Option<Register>; 3],
        /// The address register that is added to the number of the wide source.
        index: AddressRegister,
        /// The destination; `cmp` and `mova` have none.
        destination: Option<Register>,
        /// The operators for `x` and `y`; `None` unless the opcode is `cmp`.
        comparisons: Option<[Comparison; 2]>,
    },
    /// An instruction that can transfer control.
    Flow {
        /// The target.
        target: BranchTarget,
        /// The condition on the flags; `None` for instructions that read a uniform.
        condition: Option<Condition>,
        /// The number of the boolean or integer uniform.
        uniform: Option<u8>,
    },
    /// `setemit`.
    Emit {
        /// The vertex slot, 0 to 3 (3 can be encoded, but there is no such slot).
        vertex: u8,
        /// True if `emit` completes a triangle.
        primitive: bool,
        /// True if the triangle's winding is reversed.
        invert: bool,
    },
}

/// A decoded instruction word. `encode(decode(word))` is `word` for any word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The opcode; `None` if it is unknown.
    pub opcode: Option<Opcode>,
    /// The fields.
    pub operation: Operation,
    /// The bits that do not belong to a field, in their positions; all bits of a word with an unknown opcode.
    pub spare: u32,
}

impl Instruction {
    /// Decodes a word.
    #[inline]
    pub fn decode(word: u32) -> Self {
        let Some(opcode) = Opcode::from_word(word) else {
            return Self {
                opcode: None,
                operation: Operation::Unknown,
                spare: word,
            };
        };
        let fields = opcode.fields();
        let operation = if let Some(descriptor) = fields.descriptor {
            decode_arithmetic(word, fields, descriptor)
        } else if let Some(target) = fields.target {
            decode_flow(word, fields, target)
        } else if let Some([vertex, primitive, invert]) = fields.emit {
            Operation::Emit {
                vertex: byte(vertex, word),
                primitive: primitive.get(word) != 0,
                invert: invert.get(word) != 0,
            }
        } else {
            Operation::Plain
        };
        Self {
            opcode: Some(opcode),
            operation,
            spare: word & !fields.used_bits(),
        }
    }

    /// Encodes the instruction. Fields that the opcode does not have are ignored.
    pub fn encode(&self) -> u32 {
        let Some(opcode) = self.opcode else {
            return self.spare;
        };
        let fields = opcode.fields();
        let mut word = Word {
            bits: opcode.base_word() | self.spare & !fields.used_bits(),
        };
        match self.operation {
            Operation::Unknown | Operation::Plain => {}
            Operation::Arithmetic {
                descriptor,
                sources,
                index,
                destination,
                comparisons,
            } => {
                word.set(fields.descriptor, descriptor);
                for (field, source) in fields.sources.into_iter().zip(sources) {
                    word.set(field, source.and_then(Register::source_number).unwrap_or(0));
                }
                word.set(fields.index, index as u8);
                word.set(
                    fields.destination,
                    destination.and_then(Register::destination_number).unwrap_or(0),
                );
                if let (Some([x, y]), Some(operators)) = (fields.comparisons, comparisons) {
                    word.set(Some(x), operators[0].to_bits());
                    word.set(Some(y), operators[1].to_bits());
                }
            }
            Operation::Flow {
                target,
                condition,
                uniform,
            } => {
                if let Some([count, address]) = fields.target {
                    word.set(Some(count), target.count);
                    word.set(Some(address), target.word);
                }
                if let (Some([combination, x, y]), Some(condition)) = (fields.condition, condition) {
                    word.set(Some(combination), condition.combination as u8);
                    word.set(Some(x), condition.x);
                    word.set(Some(y), condition.y);
                }
                word.set(fields.uniform, uniform.unwrap_or(0));
            }
            Operation::Emit {
                vertex,
                primitive,
                invert,
            } => {
                if let Some(fields) = fields.emit {
                    word.set(Some(fields[0]), vertex);
                    word.set(Some(fields[1]), primitive);
                    word.set(Some(fields[2]), invert);
                }
            }
        }
        word.bits
    }
}

/// An instruction word under construction.
struct Word {
    bits: u32,
}

impl Word {
    fn set(&mut self, field: Option<BitField>, value: impl Into<u32>) {
        if let Some(field) = field {
            self.bits = field.set(self.bits, value.into());
        }
    }
}

/// Returns the value of a field of at most eight bits.
fn byte(field: BitField, word: u32) -> u8 {
    (field.get(word) & 0xFF) as u8
}

fn decode_arithmetic(word: u32, fields: &Fields, descriptor: BitField) -> Operation {
    Operation::Arithmetic {
        descriptor: byte(descriptor, word),
        sources: fields
            .sources
            .map(|field| field.map(|f| Register::from_source_number(byte(f, word)))),
        index: AddressRegister::from_bits(fields.index.map_or(0, |f| f.get(word))),
        destination: fields
            .destination
            .map(|f| Register::from_destination_number(byte(f, word))),
        comparisons: fields
            .comparisons
            .map(|fields| fields.map(|f| Comparison::from_bits(byte(f, word)))),
    }
}

fn decode_flow(word: u32, fields: &Fields, [count, address]: [BitField; 2]) -> Operation {
    let condition = fields.condition.map(|[combination, x, y]| Condition {
        combination: match combination.get(word) {
            0 => Combination::Or,
            1 => Combination::And,
            2 => Combination::X,
            _ => Combination::Y,
        },
        x: x.get(word) != 0,
        y: y.get(word) != 0,
    });
    Operation::Flow {
        target: BranchTarget {
            word: (address.get(word) & 0xFFF) as u16,
            count: byte(count, word),
        },
        condition,
        uniform: fields.uniform.map(|f| byte(f, word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::opcode::OPCODES;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn every_word_survives(word: u32) {
            prop_assert_eq!(Instruction::decode(word).encode(), word);
        }
    }

    #[test]
    fn every_bit_of_every_opcode_survives() {
        for info in OPCODES {
            let fields = info.format.fields();
            for bit in 0..fields.opcode.shift {
                for word in [
                    info.opcode.base_word() | 1 << bit,
                    info.opcode.base_word() ^ ((1 << fields.opcode.shift) - 1),
                ] {
                    let instruction = Instruction::decode(word);
                    assert_eq!(instruction.encode(), word, "{} {word:08X}", info.mnemonic);
                    assert_eq!(instruction.spare & fields.used_bits(), 0);
                }
            }
        }
    }

    #[test]
    fn fields_stand_where_picasso_puts_them() {
        // `dp4 o0.x, c0, r0` from a golden file, with descriptor 2.
        let instruction = Instruction::decode(0x0802_0802);
        assert_eq!(instruction.opcode, Some(Opcode::Dp4));
        let Operation::Arithmetic {
            descriptor,
            sources,
            destination,
            ..
        } = instruction.operation
        else {
            unreachable!("dp4 has a descriptor");
        };
        assert_eq!(descriptor, 2);
        assert_eq!(
            sources.map(|s| s.map(|r| r.to_string())),
            [Some("c0".into()), Some("r0".into()), None]
        );
        assert_eq!(destination.map(|r| r.to_string()).as_deref(), Some("o0"));
        assert_eq!(instruction.spare, 0);
    }
}
