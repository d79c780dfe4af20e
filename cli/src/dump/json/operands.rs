//! Instruction operands.

use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::instruction::{
    AddressRegister, BranchTarget as Goal, Combination, Condition as Tested, Instruction, Operation,
};
use pica200_objfmt::isa::opcode::{Opcode, Operands as Written};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::address_name;
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

/// Operands of an instruction, by its kind.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) enum Operands {
    /// An instruction with a descriptor.
    Arithmetic {
        /// Index of the descriptor. Masks, signs and swizzles are null if the table has no such entry.
        descriptor: u16,
        /// The destination; null for `cmp`, which sets flags.
        destination: Option<Destination>,
        /// The sources in the order in which they are written.
        sources: Vec<Source>,
        /// The comparisons of x and of y if this is `cmp`, else null.
        comparisons: Option<[Comparison; 2]>,
    },
    /// A control-flow instruction.
    Flow {
        /// Condition on the flags, if there is one.
        condition: Option<Condition>,
        /// The boolean or integer uniform that it reads, `b0` or `i0`.
        uniform: Option<String>,
        /// The value of the boolean for which the branch is taken; null without a boolean.
        expected: Option<bool>,
        /// The target word; for `for`, the last word of the loop; null for `breakc`.
        target: Option<u16>,
        /// Number of words of the procedure or the else-body; null for instructions without either.
        count: Option<u8>,
    },
    /// `setemit`.
    Emit {
        /// The vertex slot.
        vertex: u8,
        /// True if `emit` completes a triangle.
        primitive: bool,
        /// True if the triangle's winding is inverted.
        invert: bool,
    },
}

/// Destination of an instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Destination {
    /// `o0`, `r0`; `a0` for `mova`.
    register: String,
    /// The components that are written: `xyzw`.
    mask: Option<String>,
}

/// Source of an instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Source {
    /// `v0`, `r0`, `c0`.
    register: String,
    /// The address register that is added to the register's number: `a0.x`, `a0.y`, `aL`; null if there is none.
    index: Option<&'static str>,
    /// True if it is negated.
    negate: Option<bool>,
    /// The component that each component reads: `xyzw`.
    swizzle: Option<String>,
}

/// A comparison of `cmp`.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Comparison {
    /// `eq`, `ne`, `lt`, `le`, `gt`, `ge`; null for numbers without a name.
    name: Option<&'static str>,
    /// Number of the comparison.
    number: u8,
}

/// A condition on the flags.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Condition {
    /// Combination of the flags: `or`, `and`, only `x`, only `y`.
    combination: Combined,
    /// Required value of `cmp.x`.
    x: bool,
    /// Required value of `cmp.y`.
    y: bool,
}

/// Combination of two flags in a condition.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
enum Combined {
    /// Either flag has its value.
    Or,
    /// Both flags have their values.
    And,
    /// Only `cmp.x` is tested.
    X,
    /// Only `cmp.y` is tested.
    Y,
}

impl Operands {
    /// Decodes the operands of an instruction; `None` if it has none or its opcode is unknown. `related` is the index
    /// of the descriptor, if it comes from a relocation.
    pub(super) fn new(
        instruction: &Instruction,
        related: Option<u16>,
        descriptor: impl Fn(u16) -> Option<Descriptor>,
    ) -> Option<Self> {
        let opcode = instruction.opcode?;
        match instruction.operation {
            Operation::Unknown | Operation::Plain => None,
            Operation::Arithmetic {
                descriptor: number,
                sources,
                index,
                destination,
                comparisons,
            } => {
                let number = related.unwrap_or(number.into());
                let descriptor = descriptor(number);
                Some(Self::Arithmetic {
                    descriptor: number,
                    destination: written(opcode, destination, descriptor),
                    sources: read(opcode, sources, index, descriptor),
                    comparisons: comparisons.map(|both| {
                        both.map(|comparison| Comparison {
                            name: comparison.name(),
                            number: comparison.to_bits(),
                        })
                    }),
                })
            }
            Operation::Flow {
                target,
                condition,
                uniform,
            } => Some(flow(opcode, target, condition, uniform)),
            Operation::Emit {
                vertex,
                primitive,
                invert,
            } => Some(Self::Emit {
                vertex,
                primitive,
                invert,
            }),
        }
    }
}

fn written(opcode: Opcode, destination: Option<Register>, descriptor: Option<Descriptor>) -> Option<Destination> {
    let register = match destination {
        Some(register) => register.to_string(),
        None if opcode.info().operands == Written::Address => "a0".to_owned(),
        None => return None,
    };
    Some(Destination {
        register,
        mask: descriptor.map(|descriptor| descriptor.mask().to_string()),
    })
}

fn read(
    opcode: Opcode,
    sources: [Option<Register>; 3],
    index: AddressRegister,
    descriptor: Option<Descriptor>,
) -> Vec<Source> {
    let wide = opcode.fields().wide_source();
    let source = |(n, register): (usize, Register)| {
        let select = descriptor.map(|descriptor| descriptor.source(n));
        Source {
            register: register.to_string(),
            index: address_name(index).filter(|_| Some(n) == wide),
            negate: select.map(|select| select.negate),
            swizzle: select.map(|select| select.swizzle.to_string()),
        }
    };
    sources.into_iter().flatten().enumerate().map(source).collect()
}

fn flow(opcode: Opcode, goal: Goal, condition: Option<Tested>, uniform: Option<u8>) -> Operands {
    let uniform = uniform.zip(opcode.uniform_bank());
    let tests_boolean = uniform.is_some_and(|(_, bank)| bank == Bank::Boolean);
    Operands::Flow {
        condition: condition.filter(|_| opcode.tests_flags()).map(|condition| Condition {
            combination: match condition.combination {
                Combination::Or => Combined::Or,
                Combination::And => Combined::And,
                Combination::X => Combined::X,
                Combination::Y => Combined::Y,
            },
            x: condition.x,
            y: condition.y,
        }),
        uniform: uniform.map(|(number, bank)| format!("{}{number}", bank.letter())),
        expected: tests_boolean.then(|| !opcode.expects_false(goal.count)),
        target: opcode.has_target().then_some(goal.word),
        count: opcode.has_length().then_some(goal.count),
    }
}
