//! Instructions and constants as text, similar to the assembly language.
//!
//! An implementation of [`Registers`] provides register names; [`Numbered`] uses register numbers. Targets are word
//! offsets, because there are no labels here: `call 12+3` calls three words at word 12. Encodings that the language
//! cannot express are marked, so that they do not look like source: `o0._` for a mask without components, `?6` for a
//! comparison without a name.

use std::borrow::Cow;
use std::fmt;

use crate::isa::constant::ConstantValue;
use crate::isa::descriptor::{Component, Descriptor, Mask, SourceSelect, Swizzle};
use crate::isa::float24::{Float24, RAW_PREFIX};
use crate::isa::instruction::{
    AddressRegister, BranchTarget, Combination, Comparison, Condition, Instruction, Operation,
};
use crate::isa::literal;
use crate::isa::opcode::{Opcode, Transfer};
use crate::isa::register::{Bank, Register};

/// The name of a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterText<'n> {
    /// The name of the register, or of its array.
    pub name: Cow<'n, str>,
    /// The index in the array, which may be out of bounds; `None` if the register is not in an array.
    pub element: Option<i16>,
}

/// `c4`, `bones[2]`.
impl fmt::Display for RegisterText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&indexed(self, AddressRegister::None))
    }
}

/// A source of register names.
pub trait Registers {
    /// Returns the name of a register as an operand.
    fn name(&self, register: Register) -> RegisterText<'_>;
}

/// Register names from register numbers: `c4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered;

impl Registers for Numbered {
    fn name(&self, register: Register) -> RegisterText<'_> {
        RegisterText {
            name: register.to_string().into(),
            element: None,
        }
    }
}

/// The selectors of a source that the text shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShownSelectors {
    /// The selectors that the hardware reads ([`crate::isa::meaning`]).
    Used,
    /// All selectors of the descriptor.
    All,
}

/// Formats an instruction: `mov o0.xy, -c4[a0.x].zw`. `descriptors` looks up a descriptor by its number. Selectors that
/// the hardware does not read are omitted, as are swizzles and masks that change nothing.
pub fn instruction(word: u32, descriptors: impl FnOnce(u8) -> Option<Descriptor>) -> String {
    let instruction = Instruction::decode(word);
    let Some(opcode) = instruction.opcode else {
        return format!("unknown word {word:08X}");
    };
    let (mut descriptor, mut note) = (None, String::new());
    if let Operation::Arithmetic { descriptor: number, .. } = instruction.operation {
        descriptor = descriptors(number);
        if descriptor.is_none() {
            note = format!("  ; descriptor {number} is missing");
        }
    }
    let mut list = operands(&instruction, descriptor, &Numbered, ShownSelectors::Used);
    list.extend(target_operand(&instruction, |word| word.to_string()));
    format!("{}{note}", join(opcode.info().mnemonic, &list))
}

/// Joins a mnemonic and its operands.
pub fn join(mnemonic: &str, operands: &[String]) -> String {
    let text = format!("{mnemonic} {}", operands.join(", "));
    text.trim_end().to_owned()
}

/// Formats the operands of an instruction, except for its target. Without a descriptor there are no masks, signs and
/// swizzles.
pub fn operands(
    instruction: &Instruction,
    descriptor: Option<Descriptor>,
    registers: &impl Registers,
    selectors: ShownSelectors,
) -> Vec<String> {
    let Some(opcode) = instruction.opcode else {
        return Vec::new();
    };
    match instruction.operation {
        Operation::Unknown | Operation::Plain => Vec::new(),
        Operation::Arithmetic { .. } => Arithmetic {
            opcode,
            descriptor,
            registers,
            selectors,
        }
        .operands(&instruction.operation),
        Operation::Flow {
            target,
            condition,
            uniform,
        } => {
            let negated = opcode.expects_false(target.count);
            let uniform = uniform.zip(opcode.uniform_bank()).map(|(number, bank)| {
                let sign = if negated { "!" } else { "" };
                let register = registers.name(Register { bank, number });
                format!("{sign}{register}")
            });
            let tested = condition.filter(|_| opcode.tests_flags());
            tested.map(self::condition).into_iter().chain(uniform).collect()
        }
        Operation::Emit {
            vertex,
            primitive,
            invert,
        } => emit(vertex, primitive, invert),
    }
}

/// Formats the target operand of an instruction, which follows the operands from [`operands`]. `offset` formats a word
/// offset.
pub fn target_operand(instruction: &Instruction, offset: impl FnOnce(u16) -> String) -> Option<String> {
    let Operation::Flow {
        target: BranchTarget { word, count },
        ..
    } = instruction.operation
    else {
        return None;
    };
    match instruction.opcode?.transfer() {
        Transfer::Next | Transfer::End | Transfer::Break(_) => None,
        Transfer::Jump(_) => Some(offset(word)),
        Transfer::Loop => Some(format!("to {}", offset(word))),
        Transfer::If(_) => Some(format!("else {}+{count}", offset(word))),
        Transfer::Call(_) => Some(format!("{}+{count}", offset(word))),
    }
}

/// An instruction with a descriptor.
struct Arithmetic<'r, R> {
    opcode: Opcode,
    descriptor: Option<Descriptor>,
    registers: &'r R,
    selectors: ShownSelectors,
}

impl<R: Registers> Arithmetic<'_, R> {
    /// Formats the operands in the order of the source.
    fn operands(&self, operation: &Operation) -> Vec<String> {
        let &Operation::Arithmetic {
            sources,
            index,
            destination,
            comparisons,
            ..
        } = operation
        else {
            return Vec::new();
        };
        let wide = self.opcode.fields().wide_source();
        let mut sources = sources.into_iter().flatten().enumerate().map(|(n, register)| {
            let is_wide = Some(n) == wide;
            self.source(n, register, if is_wide { index } else { AddressRegister::None })
        });
        let mut operands: Vec<String> = Vec::new();
        if let Some(comparisons) = comparisons {
            operands.extend(sources.next());
            operands.extend(comparisons.map(comparison));
        } else {
            let name = destination.map(|r| self.registers.name(r).to_string());
            operands.push(name.unwrap_or_else(|| "a0".to_owned()) + &self.mask_suffix());
        }
        operands.extend(sources);
        operands
    }

    fn mask_suffix(&self) -> String {
        self.descriptor.map_or_else(String::new, |descriptor| {
            mask(descriptor.mask().intersection(self.opcode.writable()))
        })
    }

    fn source(&self, number: usize, register: Register, index: AddressRegister) -> String {
        let name = indexed(&self.registers.name(register), index);
        let Some(descriptor) = self.descriptor else {
            return name;
        };
        let SourceSelect { negate, swizzle } = descriptor.source(number);
        let sign = if negate { "-" } else { "" };
        format!(
            "{sign}{name}{}",
            self::swizzle(swizzle, self.shown_components(number, descriptor.mask()))
        )
    }

    /// Returns the components of a source whose selectors are shown.
    fn shown_components(&self, number: usize, mask: Mask) -> Mask {
        if self.selectors == ShownSelectors::All {
            return Mask::ALL;
        }
        let selectors = self.opcode.info().selectors.get(number);
        selectors.map_or(Mask::NONE, |selectors| selectors.components(mask))
    }
}

/// Formats a name with its index in brackets: `bones[a0.x+2]`.
fn indexed(name: &RegisterText<'_>, index: AddressRegister) -> String {
    let RegisterText { name, element } = name;
    match (address_name(index), element) {
        (None, None) => name.clone().into_owned(),
        (None, Some(element)) => format!("{name}[{element}]"),
        (Some(index), None | Some(0)) => format!("{name}[{index}]"),
        (Some(index), Some(element)) => format!("{name}[{index}{element:+}]"),
    }
}

/// Returns the name of an address register.
pub const fn address_name(index: AddressRegister) -> Option<&'static str> {
    match index {
        AddressRegister::None => None,
        AddressRegister::A0x => Some("a0.x"),
        AddressRegister::A0y => Some("a0.y"),
        AddressRegister::LoopCounter => Some("aL"),
    }
}

/// Formats a destination mask with its dot; empty if it has all components.
pub fn mask(mask: Mask) -> String {
    match mask {
        Mask::ALL => String::new(),
        Mask::NONE => "._".to_owned(),
        mask => format!(".{mask}"),
    }
}

/// Formats the shortest swizzle, with its dot, that has the same effect on the `used` components; empty if those read
/// themselves. A swizzle of fewer than four letters repeats its last one.
pub(crate) fn swizzle(swizzle: Swizzle, used: Mask) -> String {
    let read: Vec<Component> = used.components().collect();
    if read.iter().all(|&component| swizzle.component(component) == component) {
        return String::new();
    }
    // An unused component takes the letter of the next used component, or of the last one.
    let letters = Component::ALL.map(|component| {
        let next = read.iter().find(|&&r| r >= component).or(read.last());
        next.map_or(component, |&component| swizzle.component(component))
            .letter()
    });
    let [.., last] = letters;
    let repeated = letters.iter().rev().take_while(|&&letter| letter == last);
    let length = Component::ALL.len() + 1 - repeated.count();
    format!(".{}", letters.iter().take(length).collect::<String>())
}

fn comparison(comparison: Comparison) -> String {
    let number = || format!("?{}", comparison.to_bits());
    comparison.name().map_or_else(number, str::to_owned)
}

/// Formats a condition: `cmp.x && !cmp.y`.
pub(crate) fn condition(condition: Condition) -> String {
    let flag = |name, value| format!("{}cmp.{name}", if value { "" } else { "!" });
    let (x, y) = (flag('x', condition.x), flag('y', condition.y));
    match condition.combination {
        Combination::Or => format!("{x} || {y}"),
        Combination::And => format!("{x} && {y}"),
        Combination::X => x,
        Combination::Y => y,
    }
}

fn emit(vertex: u8, primitive: bool, invert: bool) -> Vec<String> {
    let flags: Vec<_> = [(primitive, "prim"), (invert, "inv")]
        .into_iter()
        .filter_map(|(on, word)| on.then_some(word))
        .collect();
    let mut operands = vec![vertex.to_string()];
    if !flags.is_empty() {
        operands.push(flags.join(" "));
    }
    operands
}

/// Formats a constant's value: `true`, `(3, 0, 1, 0)`, `(0.5, 1, f24$7F0001, -inf)`. No two values have the same text.
///
/// Numbers are written as stored, with all digits: `0.09999847`. [`literal::vector`] has the shortest text that reads
/// back to the same bits, for sources: `0.1`.
pub fn constant(value: ConstantValue) -> String {
    match value {
        ConstantValue::Boolean(on) => on.to_string(),
        ConstantValue::Integer(_) => literal::vector(value),
        ConstantValue::Float(components) => literal::list(components.map(float)),
    }
}

/// Formats a number, or its bits if the number does not determine them: NaN, and numbers that the hardware reads as
/// zero.
fn float(value: Float24) -> String {
    let number = value.to_f32();
    if Float24::from_f32(number) == value {
        number.to_string()
    } else {
        format!("{RAW_PREFIX}{:06X}", value.to_bits())
    }
}

/// Formats the register with a number of a table: `c4`, or the number if there is no such register.
pub(crate) fn table_register(number: u16) -> String {
    let register = Register::from_table_number(number);
    register.map_or_else(|| format!("register {number:02X}"), |register| register.to_string())
}

/// Formats a run of registers: `c0-c3`, `b0`.
pub fn run(bank: Bank, first: u32, last: u32) -> String {
    let letter = bank.letter();
    if first == last {
        format!("{letter}{first}")
    } else {
        format!("{letter}{first}-{letter}{last}")
    }
}

/// Formats the output register with a number, even if it does not exist.
pub fn output_register(number: u16) -> String {
    format!("{}{number}", Bank::Output.letter())
}

#[cfg(test)]
mod tests;
