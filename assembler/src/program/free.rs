//! Temporaries whose value is dead at a place, for hints.

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use super::walk::{Visitor, walk};
use super::{BlockId, BlockKind, Operation, Program, Target, Vector};
use crate::text::Span;

/// Components of temporaries: component c of register n at bit 4n + c.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Components(u64);

impl Components {
    const NONE: Self = Self(0);
    const ALL: Self = Self(u64::MAX);

    fn of(register: Register, component: Component) -> Self {
        match register.bank {
            Bank::Temporary => Self(1 << (4 * (register.number & 15)) << component as u8),
            _ => Self::NONE,
        }
    }

    const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The lowest temporary whose value nothing reads from an instruction on, the instruction itself included. Where this is
/// not certain, because control is transferred elsewhere, none is free.
pub(crate) fn free_temporary(program: &Program, keyword: Span) -> Option<Register> {
    let mut events = Events(Vec::with_capacity(program.items.len()));
    walk(program, 0..program.items.len(), &mut events);
    let live = live_before(program, &events.0, keyword)?;
    let bank = Bank::Temporary;
    let is_free = |number: &u8| live.0 >> (4 * number) & 0xF == 0;
    let number = (0..bank.size()).find(is_free)?;
    Register::new(bank, number)
}

/// The events of a walk.
#[derive(Clone, Copy)]
enum Event {
    Instruction(u32),
    Enter,
    SecondBody,
    Leave(BlockId),
}

struct Events(Vec<Event>);

impl Visitor for Events {
    fn instruction(&mut self, index: u32) {
        self.0.push(Event::Instruction(index));
    }

    fn enter(&mut self, _block: BlockId) {
        self.0.push(Event::Enter);
    }

    fn second_body(&mut self) {
        self.0.push(Event::SecondBody);
    }

    fn leave(&mut self, block: BlockId) {
        self.0.push(Event::Leave(block));
    }
}

/// A block during the backward walk over its items.
struct Open {
    kind: BlockKind,
    /// The components that are live after it.
    after: Components,
    /// The components that are live before its second body, if it has one.
    second: Option<Components>,
}

/// The components that are live before an instruction: those that may be read before they are written.
fn live_before(program: &Program, events: &[Event], keyword: Span) -> Option<Components> {
    let anywhere = read_anywhere(program);
    let (mut live, mut open): (_, Vec<Open>) = (Components::ALL, Vec::new());
    for event in events.iter().rev() {
        match *event {
            Event::Leave(block) => {
                let kind = program.block(block)?.kind;
                open.push(Open {
                    kind,
                    after: live,
                    second: None,
                });
                live = match kind {
                    BlockKind::If { .. } => live,
                    // The next iteration may read every component that the file reads.
                    BlockKind::Loop => live.with(anywhere),
                    // The caller may be in another file.
                    BlockKind::Procedure { .. } => Components::ALL,
                };
            }
            Event::SecondBody => {
                let block = open.last_mut()?;
                block.second = Some(live);
                live = block.after;
            }
            Event::Enter => {
                let block = open.pop()?;
                live = match block.kind {
                    BlockKind::If { .. } => live.with(block.second.unwrap_or(block.after)),
                    BlockKind::Loop => live.with(block.after),
                    BlockKind::Procedure { .. } => live,
                };
            }
            Event::Instruction(index) => {
                let instruction = program.instruction(index)?;
                let mut blocks = open.iter().rev();
                let of_loop = blocks.find(|block| block.kind == BlockKind::Loop);
                let around = Around {
                    anywhere,
                    after_loop: of_loop.map_or(Components::ALL, |block| block.after),
                };
                live = around.before(program, &instruction.operation, live);
                if instruction.keyword == keyword {
                    return Some(live);
                }
            }
        }
    }
    None
}

/// The components that are live around an instruction.
struct Around {
    /// The components that the file reads anywhere.
    anywhere: Components,
    /// The components that are live after the innermost loop.
    after_loop: Components,
}

impl Around {
    /// The components that are live before an instruction, if `live` is live after it.
    fn before(&self, program: &Program, operation: &Operation, live: Components) -> Components {
        match operation {
            Operation::Vector(vector) => live.without(written(vector)).with(read(program, vector)),
            Operation::Bare(Opcode::End) => Components::NONE,
            Operation::Bare(Opcode::Nop | Opcode::Emit) | Operation::SetEmit { .. } => live,
            Operation::Bare(Opcode::Break) => self.after_loop,
            Operation::Flow(flow) => match flow.opcode {
                Opcode::Ifc | Opcode::Ifu | Opcode::For => live,
                Opcode::Breakc => live.with(self.after_loop),
                opcode if opcode.is_call() => live.with(self.anywhere),
                _ => Components::ALL,
            },
            // The operands of an instruction with an error are not known.
            Operation::Bare(_) | Operation::Word { .. } => Components::ALL,
        }
    }
}

/// The components that a file reads anywhere: all, if it calls procedures of other files or contains a `.word`.
fn read_anywhere(program: &Program) -> Components {
    let read = program
        .instructions
        .iter()
        .map(|instruction| match &instruction.operation {
            Operation::Vector(vector) => read(program, vector),
            Operation::Flow(flow) if matches!(flow.target, Target::External(_)) => Components::ALL,
            Operation::Flow(_) | Operation::SetEmit { .. } => Components::NONE,
            Operation::Bare(Opcode::End | Opcode::Nop | Opcode::Emit | Opcode::Break) => {
                Components::NONE
            }
            Operation::Bare(_) | Operation::Word { .. } => Components::ALL,
        });
    read.fold(Components::NONE, Components::with)
}

/// The components that an instruction writes.
fn written(vector: &Vector) -> Components {
    let components = vector.mask.components().filter_map(|component| {
        let register = vector.destination?;
        Some(Components::of(register, component))
    });
    components.fold(Components::NONE, Components::with)
}

/// The components that an instruction reads.
fn read(program: &Program, vector: &Vector) -> Components {
    let sources = vector.sources.of(&program.sources).iter();
    let selectors = vector.mnemonic.opcode().info().selectors;
    let mut all = Components::NONE;
    for (source, selectors) in sources.zip(selectors) {
        let Some(register) = source.operand.fixed() else {
            continue;
        };
        for lane in selectors.lanes(vector.mask).components() {
            all = all.with(Components::of(
                register,
                source.operand.selection.lane(lane),
            ));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::AssemblyOptions;
    use crate::report::Report;
    use crate::syntax::ast::Ast;
    use crate::syntax::{Lexer, parse};
    use crate::text::Lines;

    /// The free temporary at the first instruction of a mnemonic.
    fn free_at(mnemonic: &str, code: &str) -> Option<u8> {
        let text = format!(".bool b\n.ivec i\n.proc main\n{code}\n.end\n");
        let mut lines = Lines::new("");
        let mut ast = Ast::default();
        parse::parse(Lexer::new(&text, &mut lines), &mut ast);
        let mut report = Report::on_source(&text, &lines, crate::allow::Allowances::default());
        let options = AssemblyOptions::default();
        let resolved = crate::resolve::resolve(&ast, &lines, &options, &mut report);
        let start = text.find(mnemonic)?;
        let keyword = Span::from_range(start..start + mnemonic.len());
        free_temporary(&resolved.program, keyword).map(|register| register.number)
    }

    #[test]
    fn values_that_are_read_later_are_not_free() {
        assert_eq!(free_at("add", "add r0, v0, v1\nmov r2, r1\nend"), Some(0));
        assert_eq!(free_at("add", "add r1, r0, v1\nmov r2, r1\nend"), Some(1));
        assert_eq!(free_at("add", "add r1, r0, v1\nmov r2, r1\nnop"), Some(1));
        assert_eq!(
            free_at("nop", "nop\nmov r0.xyz, v0\nmov r1, r0\nend"),
            Some(1)
        );
        assert_eq!(
            free_at("nop", "nop\nmov r0.xyz, v0\nmov r1, r0.xyzz\nend"),
            Some(0)
        );
        assert_eq!(free_at("nop", "nop\ndp3 r0, r1, r2\nend"), Some(0));
    }

    #[test]
    fn blocks_are_followed() {
        let branches = "nop\nifu b\nmov r3, r0\n.else\nmov r3, r1\n.end\nmov r0, r2\nend";
        assert_eq!(free_at("nop", branches), Some(3));
        let one = "nop\nifu b\nmov r0, v0\n.end\nmov r1, r0\nend";
        assert_eq!(free_at("nop", one), Some(1));
        let turn = "for i\nmov r1, r0\nnop\n.end\nend";
        assert_eq!(free_at("nop", turn), Some(1));
        let left = "for i\nnop\nbreak\n.end\nmov r0, r1\nend";
        assert_eq!(free_at("nop", left), Some(0));
        let label = "nop\njmpu b, there\nthere: end";
        assert_eq!(free_at("nop", label), None);
    }

    #[test]
    fn calls_read_what_the_file_reads() {
        let own = "nop\ncall next\nend\n.end\n.proc next\nmov r1.x, r0";
        assert_eq!(free_at("nop", own), Some(1));
        assert_eq!(free_at("mov", own), None);
        assert_eq!(free_at("nop", "nop\ncall elsewhere\nend"), None);
    }
}
