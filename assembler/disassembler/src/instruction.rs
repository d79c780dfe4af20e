//! Writes the statement that assembles to a word.

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::instruction::{AddressRegister, BranchTarget, Combination, Condition, Instruction, Operation};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::{Opcode, Operands, Transfer};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::{Registers, ShownSelectors, join, operands};

/// The names that statements of a source can refer to.
pub(super) trait TargetNames {
    /// Returns the name of the procedure that the instruction at a word calls; `span` is the range that the word
    /// encodes.
    fn procedure(&self, word: u32, span: WordSpan) -> Option<&str>;
    /// Returns the name of the target label of the instruction at a word. The source has at least `words` words after
    /// the target.
    fn label(&self, word: u32, offset: u32, words: u32) -> Option<&str>;
}

/// The context of a word.
#[derive(Clone, Copy)]
pub(super) struct WordContext {
    /// Its offset.
    pub(super) word: u32,
    /// True if the word opens a block.
    pub(super) opens_block: bool,
    /// True if the word is in a loop that is a block.
    pub(super) in_loop: bool,
    /// True if the previous word in the same procedure is `mova`.
    pub(super) after_mova: bool,
    /// The kind of program that the source produces.
    pub(super) stage: Stage,
}

/// The kind of program that a source produces, as far as the assembler can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// A vertex shader.
    Vertex,
    /// A geometry shader, or a library with instructions that only geometry shaders have.
    Geometry,
    /// A library for shaders of any kind.
    Library,
}

/// A word and its descriptor, to be written as a statement.
pub(super) struct Word<'w> {
    pub(super) instruction: &'w Instruction,
    /// The bits of the descriptor; all zero if the table has none.
    pub(super) descriptor: Descriptor,
    /// True if no instruction expresses the word.
    pub(super) is_raw: bool,
}

impl Word<'_> {
    /// Returns the statement: an instruction if one assembles to exactly this word, otherwise `.word`.
    pub(super) fn statement(
        &self,
        context: WordContext,
        registers: &impl Registers,
        targets: &impl TargetNames,
    ) -> String {
        self.instruction_text(context, registers, targets)
            .unwrap_or_else(|| self.raw())
    }

    /// Returns the word as a number.
    fn raw(&self) -> String {
        let word = self.instruction.encode();
        match self.instruction.operation {
            Operation::Arithmetic { .. } => {
                format!(".word 0x{word:08X}, 0x{:08X}", self.descriptor.to_bits())
            }
            _ => format!(".word 0x{word:08X}"),
        }
    }

    fn instruction_text(
        &self,
        context: WordContext,
        registers: &impl Registers,
        targets: &impl TargetNames,
    ) -> Option<String> {
        let opcode = self.instruction.opcode?;
        if self.instruction.spare != 0 || self.is_raw || !self.is_allowed(opcode, context) {
            return None;
        }
        let mut list = operands(self.instruction, Some(self.descriptor), registers, ShownSelectors::All);
        match self.instruction.operation {
            Operation::Arithmetic { .. } => self.is_expressible(opcode).then_some(())?,
            Operation::Flow {
                target,
                condition,
                uniform,
            } => {
                condition.is_none_or(|c| is_plain(opcode, c)).then_some(())?;
                uniform.is_none_or(|number| exists(opcode, number)).then_some(())?;
                list.extend(destination(opcode, target, context, targets)?);
            }
            Operation::Emit { vertex, .. } => (vertex < 3).then_some(())?,
            Operation::Unknown | Operation::Plain => {}
        }
        // The assembler selects the form by the operands: people write `dph`.
        Some(join(opcode.operation().info().mnemonic, &list))
    }

    /// Returns true if the assembler accepts the instruction in its context.
    fn is_allowed(&self, opcode: Opcode, context: WordContext) -> bool {
        match opcode {
            _ if opcode.is_break() => context.in_loop,
            Opcode::Mova => !context.after_mova,
            _ if opcode.is_geometry_only() => context.stage != Stage::Vertex,
            _ => context.stage != Stage::Geometry || self.writes_geometry_output(),
        }
    }

    /// Returns true if geometry shaders have the destination, if it is an output.
    fn writes_geometry_output(&self) -> bool {
        match self.instruction.operation {
            Operation::Arithmetic {
                destination: Some(register),
                ..
            } => register.bank != Bank::Output || register.number < limits::GEOMETRY_OUTPUTS,
            _ => true,
        }
    }

    /// Returns true if the language can express every bit of an instruction with a descriptor.
    fn is_expressible(&self, opcode: Opcode) -> bool {
        let Operation::Arithmetic {
            sources,
            index,
            comparisons,
            ..
        } = self.instruction.operation
        else {
            return false;
        };
        let mask = self.descriptor.mask();
        let writes = match opcode.info().operands {
            Operands::Compare => true,
            Operands::Address => mask.contains(Component::X) || mask.contains(Component::Y),
            _ => mask != Mask::NONE,
        };
        let compares = comparisons.is_none_or(|[x, y]| x.name().is_some() && y.name().is_some());
        let wide = opcode
            .fields()
            .wide_source()
            .and_then(|n| sources.get(n).copied().flatten());
        let reaches = wide.is_some_and(|register| register.bank == Bank::Float);
        let relative = index != AddressRegister::None;
        // The assembler prefers the form whose first source is wide, unless the other form is needed.
        let needed = reaches || !opcode.is_inverted();
        writes && compares && needed && (reaches || !relative) && !reads_two_inputs(&sources)
    }
}

/// Returns the descriptor that the assembler emits for an instruction with operands: 0 in all bits that no operand has.
pub(super) fn canonical_descriptor(opcode: Opcode, descriptor: Descriptor) -> Descriptor {
    let spelled = descriptor.mask().intersection(opcode.writable());
    (0..opcode.info().selectors.len()).fold(Descriptor::default().with_mask(spelled), |spelled, source| {
        spelled.with_source(source, descriptor.source(source))
    })
}

/// Returns true if the assembler emits an instruction of this form that opens a block, whatever its targets.
pub(super) fn can_open_block(instruction: &Instruction) -> bool {
    let Some(opcode) = instruction.opcode else {
        return false;
    };
    match instruction.operation {
        Operation::Flow {
            target,
            condition,
            uniform,
        } => {
            instruction.spare == 0
                && condition.is_none_or(|condition| is_plain(opcode, condition))
                && uniform.is_none_or(|number| exists(opcode, number))
                && (opcode.transfer() != Transfer::Loop || target.count == 0)
        }
        _ => false,
    }
}

fn reads_two_inputs(sources: &[Option<Register>; 3]) -> bool {
    let mut inputs = sources.iter().flatten().filter(|r| r.bank == Bank::Input);
    let first = inputs.next();
    inputs.any(|other| Some(other) != first)
}

/// Returns true if the assembler encodes a condition this way: the reference value of an unused flag is 1.
fn is_plain(opcode: Opcode, condition: Condition) -> bool {
    if !opcode.tests_flags() {
        // The format has the fields but the instruction has no condition: the assembler leaves them 0.
        return condition.combination == Combination::Or && !condition.x && !condition.y;
    }
    match condition.combination {
        Combination::X => condition.y,
        Combination::Y => condition.x,
        Combination::Or | Combination::And => true,
    }
}

/// Returns true if a uniform of this number exists.
fn exists(opcode: Opcode, number: u8) -> bool {
    let bank = opcode.uniform_bank();
    bank.is_some_and(|bank| Register::new(bank, number).is_some())
}

/// Returns the operands that name the targets of an instruction; `None` if no operands can.
fn destination(
    opcode: Opcode,
    target: BranchTarget,
    context: WordContext,
    targets: &impl TargetNames,
) -> Option<Vec<String>> {
    let BranchTarget { word: offset, count } = target;
    let offset = u32::from(offset);
    let label = |words| targets.label(context.word, offset, words).map(str::to_owned);
    let counted = || Some(vec![label(count.into())?, count.to_string()]);
    match opcode.transfer() {
        _ if !opcode.has_target() => (offset == 0 && count == 0).then(Vec::new),
        Transfer::Call(_) => {
            let span = WordSpan {
                start: offset,
                size: count.into(),
            };
            match targets.procedure(context.word, span) {
                Some(name) => Some(vec![name.to_owned()]),
                None => counted(),
            }
        }
        Transfer::Jump(_) | Transfer::Loop if count != u8::from(opcode.expects_false(count)) => None,
        _ if context.opens_block => Some(Vec::new()),
        Transfer::If(_) if count != 0 => counted(),
        // A loop encodes the offset of its last word.
        Transfer::Loop => Some(vec![label(1)?]),
        _ => Some(vec![label(0)?]),
    }
}
