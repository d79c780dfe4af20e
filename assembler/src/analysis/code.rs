//! Code layout: words, blocks, procedures and calls.

use std::ops::Range;

use pica200_objfmt::formats::object::Visibility;
use rustc_hash::FxHashMap;

use super::Analysis;
use super::ids::{InstructionId, SymbolId};
use crate::pad::{NopReason, Word, nop_reason};
use crate::program::walk::{BodyEnd, Visitor, walk};
use crate::program::{BlockId, BlockKind, LabelId, Operation, Program, Target};
use crate::resolve::{Meaning, NameId};
use crate::text::Span;

/// The kind of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CodeBlockKind {
    /// A procedure.
    Procedure,
    /// An if.
    If,
    /// A loop.
    Loop,
}

/// A procedure, an if or a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeBlock {
    /// The kind of block.
    pub kind: CodeBlockKind,
    /// The statement that opens it.
    pub opening: Span,
    /// The `.else` or `.elseif` of an if.
    pub middle: Option<Span>,
    /// The statement that closes it, or `None` if it is missing.
    pub closing: Option<Span>,
    /// Index of the enclosing block.
    pub parent: Option<usize>,
    /// Its words including padding, but without the instruction that opens it, in words from the start of the object's
    /// code.
    pub words: Range<u32>,
}

/// A call to a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The instruction.
    pub instruction: InstructionId,
    /// The called procedure, of this file or another. `None` if its name could not be resolved.
    pub callee: Option<SymbolId>,
    /// Span of the procedure's name in the call.
    pub span: Span,
}

/// A procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The symbol. `None` if the procedure is unnamed or its name is already taken.
    pub symbol: Option<SymbolId>,
    /// Span of its name; empty if it could not be parsed.
    pub name: Span,
    /// Index of its block in [`Analysis::blocks`].
    pub block: usize,
    /// Its words including padding, in words from the start of the object's code.
    pub words: Range<u32>,
    /// Number of instructions, without padding.
    pub instructions: u32,
    /// True if other files can call it.
    pub is_global: bool,
    /// True if the shader starts here.
    pub is_entry: bool,
    /// The calls it contains, in machine order.
    pub calls: Vec<Call>,
}

/// A NOP inserted by padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaddingNop {
    /// Offset in words from the start of the object's code.
    pub word: u32,
    /// The statement that it precedes: `.else`, `.elseif` or `.end`.
    pub before: Span,
    /// The reason for the NOP.
    pub reason: NopReason,
}

/// The layout of the code.
#[derive(Default, Debug)]
pub(super) struct Code {
    /// Word offset of each instruction.
    pub(super) words: Vec<u32>,
    /// Innermost block of each instruction.
    pub(super) block_of: Vec<Option<usize>>,
    /// The instructions in machine order.
    pub(super) order: Vec<u32>,
    blocks: Vec<CodeBlock>,
    procedures: Vec<Procedure>,
    nops: Vec<PaddingNop>,
    /// Index of each procedure by label.
    by_label: FxHashMap<LabelId, usize>,
    /// Names of labels and procedures, including procedures of other files.
    pub(super) names: TargetNames,
}

/// Names of branch and call targets.
#[derive(Default, Debug)]
pub(super) struct TargetNames {
    labels: FxHashMap<LabelId, NameId>,
    externals: FxHashMap<u16, NameId>,
}

impl TargetNames {
    fn new(meanings: &[Meaning]) -> Self {
        let mut names = Self::default();
        for (index, meaning) in meanings.iter().enumerate() {
            match meaning {
                Meaning::Label(label) => {
                    names.labels.insert(*label, NameId::new(index));
                }
                Meaning::External(external) => {
                    names.externals.insert(*external, NameId::new(index));
                }
                Meaning::Operand(_) | Meaning::Number(_) => {}
            }
        }
        names
    }

    /// Returns the symbol of a target.
    pub(super) fn symbol(&self, target: Target) -> Option<SymbolId> {
        let id = match target {
            Target::Implied => None,
            Target::Label { label, .. } => self.labels.get(&label),
            Target::External(index) => self.externals.get(&index),
        };
        id.copied().map(SymbolId::Name)
    }
}

impl Analysis {
    pub(super) fn code(&self) -> &Code {
        self.code.get_or_init(|| Code::new(self))
    }

    /// Returns the blocks in source order.
    pub fn blocks(&self) -> &[CodeBlock] {
        &self.code().blocks
    }

    /// Returns the procedures in source order.
    pub fn procedures(&self) -> &[Procedure] {
        &self.code().procedures
    }

    /// Returns the index in [`procedures`](Self::procedures) of the procedure that contains a text offset.
    pub fn procedure_at(&self, offset: u32) -> Option<usize> {
        let code = self.code();
        code.procedures.iter().position(|procedure| {
            let block = code.blocks.get(procedure.block);
            block.is_some_and(|block| {
                let end = block.closing.map_or(u32::MAX, |closing| closing.end);
                block.opening.start <= offset && offset <= end
            })
        })
    }

    /// Returns the index of the procedure defined by a label.
    pub(super) fn procedure_of(&self, label: LabelId) -> Option<usize> {
        self.code().by_label.get(&label).copied()
    }

    /// Returns the NOPs inserted by padding, in machine order.
    pub fn padding_nops(&self) -> &[PaddingNop] {
        &self.code().nops
    }

    /// Returns the number of words of code, including padding.
    pub fn word_count(&self) -> usize {
        self.padded.words.len()
    }
}

impl Code {
    fn new(analysis: &Analysis) -> Self {
        let program = &analysis.resolved.program;
        let mut layout = Layout {
            program,
            padding: analysis.resolved.padding,
            open: Vec::new(),
            word: 0,
            code: Self {
                words: vec![0; program.instructions.len()],
                block_of: vec![None; program.instructions.len()],
                order: Vec::with_capacity(program.instructions.len()),
                blocks: program.blocks.iter().map(block).collect(),
                names: TargetNames::new(&analysis.resolved.meanings),
                ..Self::default()
            },
        };
        layout.add_procedures(analysis);
        walk(program, 0..program.items.len(), &mut layout);
        layout.code
    }
}

fn block(block: &crate::program::Block) -> CodeBlock {
    let last = block.otherwise.as_ref().unwrap_or(&block.body);
    CodeBlock {
        kind: match block.kind {
            BlockKind::Procedure { .. } => CodeBlockKind::Procedure,
            BlockKind::If { .. } => CodeBlockKind::If,
            BlockKind::Loop => CodeBlockKind::Loop,
        },
        opening: block.opening,
        middle: block.otherwise.and(block.body.closing).map(|closing| closing.span),
        closing: last.closing.map(|closing| closing.span),
        parent: None,
        words: 0..0,
    }
}

/// Lays out the code during a program walk.
struct Layout<'p> {
    program: &'p Program,
    padding: bool,
    /// The open blocks.
    open: Vec<usize>,
    /// Offset of the next word.
    word: u32,
    code: Code,
}

impl Layout<'_> {
    fn add_procedures(&mut self, analysis: &Analysis) {
        let entry = analysis.resolved.declarations.entry;
        let entry_name = entry.map_or("main", |entry| entry.name.text(analysis.text()));
        for (index, block) in self.program.blocks.iter().enumerate() {
            let BlockKind::Procedure { label, .. } = block.kind else {
                continue;
            };
            let Some(found) = self.program.label(label) else {
                continue;
            };
            let visibility = found.procedure.map(|(_, visibility)| visibility);
            let symbol = self.code.names.labels.get(&label).copied();
            let is_label = entry.is_some_and(|entry| entry.is_label);
            let is_named = symbol.is_some() && found.name.text(analysis.text()) == entry_name;
            let number = self.code.procedures.len();
            self.code.by_label.insert(label, number);
            self.code.procedures.push(Procedure {
                symbol: symbol.map(SymbolId::Name),
                name: found.name,
                block: index,
                words: 0..0,
                instructions: 0,
                is_global: visibility != Some(Visibility::Local),
                is_entry: is_named && !is_label,
                calls: Vec::new(),
            });
        }
    }

    /// Returns the procedure that the next word belongs to.
    fn procedure(&mut self) -> Option<&mut Procedure> {
        let block = self.program.blocks.get(*self.open.first()?)?;
        let BlockKind::Procedure { label, .. } = block.kind else {
            return None;
        };
        let index = *self.code.by_label.get(&label)?;
        self.code.procedures.get_mut(index)
    }
}

impl Visitor for Layout<'_> {
    fn instruction(&mut self, index: u32) {
        let at = index as usize;
        if let Some(word) = self.code.words.get_mut(at) {
            *word = self.word;
        }
        if let Some(block) = self.code.block_of.get_mut(at) {
            *block = self.open.last().copied();
        }
        self.code.order.push(index);
        self.word += 1;
        let instruction = self.program.instruction(index);
        let call = instruction.and_then(|instruction| match instruction.operation {
            Operation::Flow(flow) if flow.opcode.is_call() => Some(Call {
                instruction: InstructionId::new(index),
                callee: self.code.names.symbol(flow.target),
                span: match flow.target {
                    Target::Label { span, .. } => span,
                    _ => instruction.keyword,
                },
            }),
            _ => None,
        });
        if let Some(procedure) = self.procedure() {
            procedure.instructions += 1;
            procedure.calls.extend(call);
        }
    }

    fn end_body(&mut self, end: &BodyEnd) {
        if let (true, Some(reason)) = (self.padding, nop_reason(end)) {
            self.code.nops.push(PaddingNop {
                word: self.word,
                before: end.closing.span,
                reason,
            });
            self.word += 1;
        }
    }

    fn enter(&mut self, id: BlockId) {
        let parent = self.open.last().copied();
        let index = id.0 as usize;
        if let Some(block) = self.code.blocks.get_mut(index) {
            block.parent = parent;
            block.words = self.word..self.word;
        }
        self.open.push(index);
    }

    fn leave(&mut self, id: BlockId) {
        let end = self.word;
        let index = id.0 as usize;
        if let Some(block) = self.code.blocks.get_mut(index) {
            block.words.end = end;
            let words = block.words.clone();
            if let Some(BlockKind::Procedure { label, .. }) = self.program.block(id).map(|block| block.kind)
                && let Some(number) = self.code.by_label.get(&label)
                && let Some(procedure) = self.code.procedures.get_mut(*number)
            {
                procedure.words = words;
            }
        }
        self.open.pop();
    }
}

/// Returns the instruction at a word offset.
pub(super) fn instruction_at(analysis: &Analysis, word: u32) -> Option<InstructionId> {
    match analysis.padded.words.get(word as usize)? {
        Word::Instruction { index, .. } => Some(InstructionId::new(*index)),
        Word::Nop(_) => None,
    }
}
