//! `loop-beyond-array`: a loop with a known constant count whose `aL` exceeds an array that it indexes.
//!
//! Only accesses that certainly happen are considered: none that depend on flags, and none in loops that may end early.
//! Booleans do not change while a shader runs.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::opcode::{Opcode, Test, Transfer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::LintContext;
use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::program::walk::{Visitor, walk};
use crate::program::{BlockId, BlockKind, Flow, LabelId, Operation, Source, Storage, Target};
use crate::report::Report;
use crate::text::Span;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    let program = &cx.resolved.program;
    if !program.sources.iter().any(is_indexed_by_loop) {
        return;
    }
    let mut uses = AccessCollector {
        cx,
        last: None,
        open: Vec::new(),
        loops: Vec::new(),
        procedures: FxHashMap::default(),
    };
    walk(program, 0..program.items.len(), &mut uses);
    let AccessCollector { loops, procedures, .. } = uses;
    let mut told = FxHashSet::default();
    for (counter, part) in loops {
        // A procedure that may end the shader also ends the loop.
        if !part.calls.iter().all(|label| procedures.contains_key(label)) {
            continue;
        }
        let mut open = vec![&part];
        let mut seen = FxHashSet::default();
        while let Some(part) = open.pop() {
            for access in &part.accesses {
                if let Some(diagnostic) = out_of_bounds(cx, access, &counter)
                    && told.insert(access.span)
                {
                    report.add(diagnostic);
                }
            }
            let new = part.calls.iter().filter(|label| seen.insert(**label));
            open.extend(new.filter_map(|label| procedures.get(label)));
        }
    }
}

/// Returns true if `aL` is added to the register of a source.
fn is_indexed_by_loop(source: &Source) -> bool {
    source.operand.relative == AddressRegister::LoopCounter
}

/// The values of `aL` in a loop.
struct Counter {
    /// Number of iterations (1 to 256), initial value, and step.
    iterations: i32,
    first: i32,
    step: i32,
    /// Span of the instruction.
    keyword: Span,
}

impl Counter {
    /// Returns the last value.
    fn last(&self) -> i32 {
        self.first + (self.iterations - 1) * self.step
    }
}

/// An array element indexed with `aL`.
struct Access {
    span: Span,
    /// The element if `aL` is 0.
    element: i32,
    /// Number of elements.
    len: i32,
}

/// The accesses that certainly happen each time a part of a procedure runs, excluding loops within the part.
#[derive(Default)]
struct Part {
    accesses: Vec<Access>,
    calls: Vec<LabelId>,
}

/// A block entered by the walk.
struct Open {
    kind: OpenKind,
    part: Part,
    /// True if something in it may end it early.
    ends_early: bool,
}

enum OpenKind {
    Procedure(LabelId),
    /// An if. A certain one does not depend on flags.
    If {
        is_sure: bool,
    },
    /// A loop, with the values of `aL` if known.
    Loop(Option<Counter>),
}

/// A walk that collects the accesses of loops.
struct AccessCollector<'u, 'l> {
    cx: &'u LintContext<'l>,
    /// The last instruction. On entry to a block, the one that opens it.
    last: Option<(Flow, Span)>,
    open: Vec<Open>,
    /// The loops with a known counter.
    loops: Vec<(Counter, Part)>,
    /// The accesses of procedures outside of loops, except for procedures that may end early.
    procedures: FxHashMap<LabelId, Part>,
}

impl Visitor for AccessCollector<'_, '_> {
    fn instruction(&mut self, index: u32) {
        self.last = None;
        let resolved = self.cx.resolved;
        let Some(instruction) = resolved.program.instruction(index) else {
            return;
        };
        match instruction.operation {
            Operation::Vector(vector) => {
                let sources = vector.sources.get(&resolved.program.sources);
                let accesses = sources.iter().filter_map(|source| self.access(source));
                let accesses: Vec<_> = accesses.collect();
                if let Some(open) = self.open.last_mut() {
                    open.part.accesses.extend(accesses);
                }
            }
            Operation::Flow(flow) => {
                self.flow(&flow);
                self.last = Some((flow, instruction.keyword));
            }
            Operation::Bare(opcode) => self.transfer(opcode),
            Operation::Word { word, .. } => {
                if let Some(opcode) = Opcode::from_word(word) {
                    self.transfer(opcode);
                }
            }
            Operation::SetEmit { .. } => {}
        }
    }

    fn enter(&mut self, block: BlockId) {
        let block = self.cx.resolved.program.block(block);
        let opener = self.last.take();
        let kind = match block.map(|block| block.kind) {
            Some(BlockKind::Procedure { label, .. }) => OpenKind::Procedure(label),
            Some(BlockKind::Loop) => OpenKind::Loop(opener.and_then(|o| self.counter(o))),
            Some(BlockKind::If { .. }) | None => OpenKind::If {
                is_sure: opener.is_some_and(|(flow, _)| flow.condition.is_none()),
            },
        };
        self.open.push(Open {
            kind,
            part: Part::default(),
            ends_early: false,
        });
    }

    fn leave(&mut self, _block: BlockId) {
        let Some(Open { kind, part, ends_early }) = self.open.pop() else {
            return;
        };
        match kind {
            _ if ends_early => {}
            OpenKind::Procedure(label) => {
                self.procedures.insert(label, part);
            }
            OpenKind::Loop(Some(counter)) => self.loops.push((counter, part)),
            OpenKind::If { is_sure: true } => {
                if let Some(around) = self.open.last_mut() {
                    around.part.accesses.extend(part.accesses);
                    around.part.calls.extend(part.calls);
                }
            }
            OpenKind::If { is_sure: false } | OpenKind::Loop(None) => {}
        }
    }
}

impl AccessCollector<'_, '_> {
    /// Handles a control-flow instruction.
    fn flow(&mut self, flow: &Flow) {
        if let (Transfer::Call(Test::Always | Test::Boolean), Target::Label { label, .. }) =
            (flow.opcode.transfer(), flow.target)
            && let Some(open) = self.open.last_mut()
        {
            open.part.calls.push(label);
        }
        self.transfer(flow.opcode);
    }

    /// Handles an instruction that may end the enclosing blocks: a jump or `end` ends all of them, a `break` the blocks
    /// up to its loop.
    fn transfer(&mut self, opcode: Opcode) {
        let is_break = opcode.is_break();
        if !is_break && !matches!(opcode.transfer(), Transfer::Jump(_) | Transfer::End) {
            return;
        }
        for open in self.open.iter_mut().rev() {
            open.ends_early = true;
            if is_break && matches!(open.kind, OpenKind::Loop(_)) {
                break;
            }
        }
    }

    /// Returns the access of a source that is an array element indexed with `aL`.
    fn access(&self, source: &Source) -> Option<Access> {
        if !is_indexed_by_loop(source) {
            return None;
        }
        let declarations = &self.cx.resolved.declarations;
        let (list, index, element) = match source.operand.storage {
            Storage::Uniform { index, element } => (&declarations.uniforms, index, element),
            Storage::Constant { index, element } => (&declarations.constants, index, element),
            Storage::Register(_) | Storage::Literal(_) => return None,
        };
        let len = list.get(usize::from(index))?.known_len()?;
        Some(Access {
            span: source.span,
            element: element.into(),
            len: len.into(),
        })
    }

    /// Returns the values of `aL` in a `for` loop over a constant.
    fn counter(&self, (flow, keyword): (Flow, Span)) -> Option<Counter> {
        let declarations = &self.cx.resolved.declarations;
        let value = match flow.uniform? {
            Storage::Literal(index) => {
                let literals = declarations.literals.entries();
                literals.get(usize::from(index))?.value
            }
            storage @ Storage::Constant { .. } => {
                let mut values = declarations.values.iter();
                values.find(|value| value.storage == storage)?.value
            }
            Storage::Register(_) | Storage::Uniform { .. } => return None,
        };
        let ConstantValue::Integer([more, first, step, _]) = value else {
            return None;
        };
        // It is unknown whether the hardware treats larger steps as negative.
        if step > 127 {
            return None;
        }
        Some(Counter {
            iterations: i32::from(more) + 1,
            first: first.into(),
            step: step.into(),
            keyword,
        })
    }
}

/// Returns the diagnostic for an access beyond its array in a loop.
fn out_of_bounds(cx: &LintContext<'_>, access: &Access, counter: &Counter) -> Option<Diagnostic> {
    let (first, last) = (counter.first, counter.last());
    let elements = 0..access.len;
    let index = [first, last]
        .map(|counter| counter + access.element)
        .into_iter()
        .find(|index| !elements.contains(index))?;
    let name = cx.text(access.span);
    let elements = match access.len {
        1 => "the array has one element".to_owned(),
        len => format!("the array has elements 0 to {}", len - 1),
    };
    let message = format!("`{name}` reaches element {index} in this loop, but {elements}");
    let values = match counter.iterations {
        1 => format!("1 iteration, `aL` is {first}"),
        iterations => format!("{iterations} iterations, `aL` goes from {first} to {last}"),
    };
    let diagnostic = diagnose(Code::LoopBeyondArray, access.span, message)
        .with_secondary(counter.keyword, values)
        .with_help("the numbers of the constant are: iterations - 1, first `aL`, step of `aL`, 0");
    Some(diagnostic)
}
