//! The operands of instructions.

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

/// The operands of an instruction, by the sort of instruction.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) enum Operands {
    /// Of an instruction with a descriptor.
    Arithmetic {
        /// The index of the descriptor. Masks, signs and selectors are null where the table has no such entry.
        descriptor: u16,
        /// What is written; null for `cmp`, which sets flags.
        destination: Option<Destination>,
        /// The sources in the order in which they are written.
        sources: Vec<Source>,
        /// The comparisons of x and of y if this is `cmp`, else null.
        comparisons: Option<[Comparison; 2]>,
    },
    /// Of an instruction that goes elsewhere, or not.
    Flow {
        /// When, if that depends on flags.
        condition: Option<Condition>,
        /// The boolean or integer uniform that it looks at, `b0` or `i0`.
        uniform: Option<String>,
        /// The value of the boolean for which it goes on as its name says; null without a boolean.
        expected: Option<bool>,
        /// The word that it goes to; the last word of the loop for `for`; null for `breakc`.
        target: Option<u16>,
        /// How many words the procedure or the else-body has; null for those without either.
        count: Option<u8>,
    },
    /// Of `setemit`.
    Emit {
        /// The vertex slot.
        vertex: u8,
        /// Whether `emit` completes a triangle.
        primitive: bool,
        /// Whether the triangle's winding is reversed.
        invert: bool,
    },
}

/// What an instruction writes.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Destination {
    /// `o0`, `r0`; `a0` for `mova`.
    register: String,
    /// The components that are written: `xyzw`.
    mask: Option<String>,
}

/// What an instruction reads.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Source {
    /// `v0`, `r0`, `c0`.
    register: String,
    /// What is added to the register's number: `a0.x`, `a0.y`, `aL`; null if nothing is.
    index: Option<&'static str>,
    /// Whether it is negated.
    negate: Option<bool>,
    /// The component that each lane reads: `xyzw`.
    swizzle: Option<String>,
}

/// A comparison of `cmp`.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Comparison {
    /// `eq`, `ne`, `lt`, `le`, `gt`, `ge`; null for numbers without a name.
    name: Option<&'static str>,
    /// The number.
    number: u8,
}

/// A condition on the flags.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Condition {
    /// How the flags count: `or`, `and`, `x` alone, `y` alone.
    combination: Combined,
    /// The value that `cmp.x` must have.
    x: bool,
    /// The value that `cmp.y` must have.
    y: bool,
}

/// How two flags make a condition.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(JsonSchema))]
enum Combined {
    /// Either flag has its value.
    Or,
    /// Both flags have their values.
    And,
    /// Only `cmp.x` counts.
    X,
    /// Only `cmp.y` counts.
    Y,
}

impl Operands {
    /// The operands of an instruction; `None` if it has none or its opcode is not known. `related` is the descriptor's
    /// number where something else than the word knows it.
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

fn written(
    opcode: Opcode,
    destination: Option<Register>,
    descriptor: Option<Descriptor>,
) -> Option<Destination> {
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
    sources
        .into_iter()
        .flatten()
        .enumerate()
        .map(source)
        .collect()
}

fn flow(opcode: Opcode, goal: Goal, condition: Option<Tested>, uniform: Option<u8>) -> Operands {
    let uniform = uniform.zip(opcode.uniform_bank());
    let tests_boolean = uniform.is_some_and(|(_, bank)| bank == Bank::Boolean);
    Operands::Flow {
        condition: condition
            .filter(|_| opcode.tests_flags())
            .map(|condition| Condition {
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
