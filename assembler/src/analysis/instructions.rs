//! Instructions with their operands.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::instruction::{AddressRegister, Condition};
use pica200_objfmt::isa::opcode::{Opcode, Operands};
use pica200_objfmt::isa::register::{Bank, Register};

use super::Analysis;
use super::code::{TargetNames, instruction_at};
use super::ids::{InstructionId, SymbolId};
use crate::mnemonic::{Mnemonic, PseudoInfo};
use crate::program::{self, Operation, Source, Storage, Target, Vector};
use crate::resolve::NameId;
use crate::syntax::ast::{Lead, Statement, StatementKind, Term};
use crate::text::Span;

/// An instruction, with the analysis it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    analysis: &'a Analysis,
    id: InstructionId,
    found: &'a program::Instruction,
}

/// The destination of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destination {
    /// Span of the operand, or `None` if the statement has a different form.
    pub span: Option<Span>,
    /// Span of the name within the operand.
    pub symbol: Option<SymbolId>,
    /// The register. `None` for address registers (written by `mova`) and flags (written by `cmp`).
    pub register: Option<Register>,
    /// The written components of the register, the address register or the flags.
    pub mask: Mask,
}

/// A source operand as written.
#[derive(Clone, Debug)]
pub struct SourceOperand {
    /// Span of the operand.
    pub span: Span,
    /// Span of the name within the operand.
    pub symbol: Option<SymbolId>,
    /// Its bank.
    pub bank: Bank,
    /// Its register. Uniforms and constants have the register they get if the object is linked alone. `None` if it is
    /// unknown or belongs to another file.
    pub register: Option<Register>,
    /// The address register that is added to the register number.
    pub relative: AddressRegister,
    /// True if the operand is negated.
    pub is_negated: bool,
    /// The component that each destination component reads.
    pub lanes: [Component; 4],
    /// The register components that the instruction reads.
    pub reads: Mask,
    /// The value of an immediate operand. It becomes a constant.
    pub literal: Option<ConstantValue>,
}

/// The control transfer of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// The flag condition, if it tests one.
    pub condition: Option<Condition>,
    /// Bank of the uniform that it tests or uses as loop count, and its register if known.
    pub uniform: Option<(Bank, Option<Register>)>,
    /// True if a jump tests for a false boolean.
    pub is_inverted: bool,
    /// The target procedure or label.
    pub target: Option<SymbolId>,
}

impl Analysis {
    /// Returns the instructions in source order. Instructions beyond the end of program memory are omitted.
    pub fn instructions(&self) -> impl ExactSizeIterator<Item = Instruction<'_>> {
        let all = self.resolved.program.instructions.iter().enumerate();
        all.map(|(index, found)| Instruction {
            analysis: self,
            id: InstructionId::new(u32::try_from(index).unwrap_or(u32::MAX)),
            found,
        })
    }

    /// Returns an instruction by ID.
    pub fn instruction(&self, id: InstructionId) -> Option<Instruction<'_>> {
        let found = self.resolved.program.instruction(id.0)?;
        Some(Instruction {
            analysis: self,
            id,
            found,
        })
    }

    /// Returns the instruction whose statement contains a text offset or ends there.
    pub fn instruction_at(&self, offset: u32) -> Option<Instruction<'_>> {
        let found = self.instruction_before(offset)?;
        (offset <= found.span().end).then_some(found)
    }

    /// Returns the last instruction that starts at or before a text offset. Between two instructions, it is the one
    /// whose effects are visible, unless a block starts or ends between them.
    pub fn instruction_before(&self, offset: u32) -> Option<Instruction<'_>> {
        let all = &self.resolved.program.instructions;
        let after = all.partition_point(|found| found.keyword.start <= offset);
        let index = u32::try_from(after.checked_sub(1)?).ok()?;
        self.instruction(InstructionId::new(index))
    }

    /// Returns the instruction at a word offset from the start of the object's code, or `None` for padding.
    pub fn instruction_of_word(&self, word: u32) -> Option<Instruction<'_>> {
        self.instruction(instruction_at(self, word)?)
    }

    /// Returns the statement whose keyword starts at an offset.
    pub(super) fn statement_at(&self, start: u32) -> Option<&Statement> {
        let statements = &self.ast.statements;
        let at = statements.partition_point(|statement| statement.keyword.start < start);
        statements.get(at).filter(|statement| statement.keyword.start == start)
    }

    /// Returns the name that is used at exactly this span.
    pub(super) fn name_used_at(&self, span: Span) -> Option<NameId> {
        let order = self.uses_by_span.get_or_init(|| {
            let mut order: Vec<_> = self.resolved.uses().iter().map(|used| (used.span, used.name)).collect();
            order.sort_unstable();
            order
        });
        let at = order.partition_point(|(used, _)| *used < span);
        let (used, name) = order.get(at)?;
        (*used == span).then_some(*name)
    }

    fn symbol_used_at(&self, span: Span) -> Option<SymbolId> {
        self.name_used_at(span).map(SymbolId::Name)
    }
}

impl<'a> Instruction<'a> {
    /// Returns the ID of the instruction.
    pub const fn id(&self) -> InstructionId {
        self.id
    }

    /// Returns the span of the mnemonic, or of the directive `.word` or `.elseif`.
    pub const fn keyword(&self) -> Span {
        self.found.keyword
    }

    /// Returns the span of the statement: mnemonic and operands.
    pub fn span(&self) -> Span {
        let keyword = self.found.keyword;
        match self.terms().last() {
            Some(last) => keyword.to(last.span),
            None => keyword,
        }
    }

    /// Returns the spans of its comma-separated operands.
    pub fn operands(&self) -> impl Iterator<Item = Span> + use<'a> {
        let operands = self.terms().chunk_by(|_, next| next.lead != Lead::Operand);
        operands.filter_map(|terms| match terms {
            [first, .., last] => Some(first.span.to(last.span)),
            [only] => Some(only.span),
            [] => None,
        })
    }

    fn terms(&self) -> &'a [Term] {
        let statement = self.analysis.statement_at(self.found.keyword.start);
        match statement.map(|statement| &statement.kind) {
            Some(StatementKind::Instruction(terms) | StatementKind::ElseIf(Some(terms))) => {
                self.analysis.ast.terms(terms)
            }
            _ => &[],
        }
    }

    /// Returns the opcode of the statement, or `None` for a `.word` that is not an instruction.
    pub fn opcode(&self) -> Option<Opcode> {
        self.found.operation.opcode()
    }

    /// Returns the opcode in its word, which can be another form of the same operation.
    pub fn machine_opcode(&self) -> Option<Opcode> {
        use crate::lower::MachineOperation;
        match self.analysis.lowered.operations.get(self.id.index())? {
            MachineOperation::Vector(vector) => Some(vector.opcode),
            _ => self.opcode(),
        }
    }

    /// Returns the operand descriptor of its word, or `None` for instructions without one. Linking can merge
    /// descriptors that differ only in bits that no instruction reads.
    pub fn descriptor(&self) -> Option<Descriptor> {
        use crate::lower::MachineOperation;
        let lowered = &self.analysis.lowered;
        let sources = lowered.sources(&self.analysis.resolved.program);
        match lowered.operations.get(self.id.index())? {
            MachineOperation::Vector(vector) => Some(vector.descriptor(sources)),
            MachineOperation::Word { descriptor, .. } => descriptor.map(Descriptor::from_bits),
            _ => None,
        }
    }

    fn mnemonic(&self) -> Option<Mnemonic> {
        match &self.found.operation {
            Operation::Vector(vector) => Some(vector.mnemonic),
            Operation::Word { .. } => None,
            _ => {
                let keyword = self.found.keyword.text(self.analysis.text());
                Mnemonic::find(keyword).or_else(|| self.opcode().map(Mnemonic::Machine))
            }
        }
    }

    /// Returns the pseudo-instruction, if it is one.
    pub fn pseudo(&self) -> Option<&'static PseudoInfo> {
        self.mnemonic()?.pseudo()
    }

    /// Returns its operand format, or `None` for `.word`.
    pub fn form(&self) -> Option<Operands> {
        Some(self.mnemonic()?.usage().1)
    }

    /// Returns true if its operands have errors and are therefore unknown.
    pub fn has_error(&self) -> bool {
        matches!(self.found.operation, Operation::Bare(opcode) if opcode.takes_arguments())
    }

    /// Returns the offset of its word from the start of the object's code, in words including padding.
    pub fn word(&self) -> u32 {
        let words = &self.analysis.code().words;
        words.get(self.id.index()).copied().unwrap_or_default()
    }

    /// Returns the index in [`Analysis::blocks`] of its innermost block.
    pub fn block(&self) -> Option<usize> {
        *self.analysis.code().block_of.get(self.id.index())?
    }

    fn vector(&self) -> Option<&'a Vector> {
        match &self.found.operation {
            Operation::Vector(vector) => Some(vector),
            _ => None,
        }
    }

    /// Returns its destination. `None` for instructions that write nothing, and if the operands have errors.
    pub fn destination(&self) -> Option<Destination> {
        let vector = self.vector()?;
        let is_comparison = vector.comparisons.is_some();
        let first = self.terms().first().filter(|_| !is_comparison);
        Some(Destination {
            span: first.map(|term| term.span),
            symbol: first.and_then(|term| self.analysis.symbol_used_at(term.atom)),
            register: vector.destination,
            mask: if is_comparison {
                Mask::NONE.with(Component::X).with(Component::Y)
            } else {
                vector.mask
            },
        })
    }

    /// Returns its sources in source order. Empty if the operands have errors.
    pub fn sources(&self) -> Vec<SourceOperand> {
        let Some(vector) = self.vector() else {
            return Vec::new();
        };
        let sources = vector.sources.get(&self.analysis.resolved.program.sources);
        let selectors = vector.mnemonic.opcode().info().selectors;
        let terms = self.terms();
        let found = sources.iter().zip(selectors).map(|(source, selectors)| {
            let mask = selectors.components(vector.mask);
            let term = terms.iter().find(|term| term.span == source.span);
            self.source(source, mask, term)
        });
        found.collect()
    }

    fn source(&self, source: &Source, mask: Mask, term: Option<&Term>) -> SourceOperand {
        let analysis = self.analysis;
        let Source { operand, span } = source;
        let selection = operand.selection;
        let reads = mask
            .components()
            .fold(Mask::NONE, |mask, component| mask.with(selection.component(component)));
        let literals = analysis.resolved.declarations.literals.entries();
        let literal = match operand.storage {
            Storage::Literal(index) => literals.get(usize::from(index)),
            _ => None,
        };
        SourceOperand {
            span: *span,
            symbol: term.and_then(|term| analysis.symbol_used_at(term.atom)),
            bank: operand.bank,
            register: analysis.register_of(operand.storage).0,
            relative: operand.relative,
            is_negated: operand.negate,
            lanes: Component::ALL.map(|component| selection.component(component)),
            reads,
            literal: literal.map(|literal| literal.value),
        }
    }

    /// Returns its control transfer. `None` for instructions without one, and if the operands have errors.
    pub fn transfer(&self) -> Option<Transfer> {
        let Operation::Flow(flow) = self.found.operation else {
            return None;
        };
        let names: &TargetNames = &self.analysis.code().names;
        let uniform = flow.uniform.map(|storage| {
            let (register, _) = self.analysis.register_of(storage);
            (flow.opcode.uniform_bank(), register)
        });
        Some(Transfer {
            condition: flow.condition,
            uniform: uniform.and_then(|(bank, register)| Some((bank?, register))),
            is_inverted: flow.is_inverted,
            target: match flow.target {
                Target::Implied => None,
                target => names.symbol(target),
            },
        })
    }
}

/// Returns the indices of the sources of a mnemonic that can be wide.
pub(super) fn wide_sources(mnemonic: Mnemonic) -> Vec<usize> {
    let opcode = match mnemonic {
        Mnemonic::Machine(opcode) => opcode,
        // A sum: its sources can be swapped.
        Mnemonic::Subtract => return vec![0, 1],
        // It reads its source twice.
        Mnemonic::Absolute => return Vec::new(),
    };
    let forms = [Some(opcode), opcode.info().counterpart];
    let wide = forms.into_iter().flatten();
    let mut indices: Vec<_> = wide.filter_map(|form| form.fields().wide_source()).collect();
    indices.sort_unstable();
    indices
}
