//! `unused-value`: a value in a temporary that is overwritten in straight-line code before it is read.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use super::LintContext;
use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::lower::MachineOperation;
use crate::program::Source;
use crate::report::Report;
use crate::text::Span;

/// For each component of each temporary, the mnemonic that wrote it, if no component of that value has been read.
#[derive(Default)]
struct Stores {
    unread: [[Option<Span>; 4]; Stores::REGISTERS],
    /// Registers with such components, register n at bit n.
    registers: u16,
}

impl Stores {
    const REGISTERS: usize = 16;

    /// Clears all state: control may be transferred here from elsewhere, or from here to elsewhere.
    fn clear(&mut self) {
        if std::mem::take(&mut self.registers) != 0 {
            self.unread = Default::default();
        }
    }

    /// Marks the value of a component as used.
    fn read(&mut self, register: u8, component: Component) {
        let Some(row) = self.unread.get_mut(usize::from(register)) else {
            return;
        };
        if let Some(store) = row[component as usize] {
            for slot in row.iter_mut().filter(|slot| **slot == Some(store)) {
                *slot = None;
            }
            if row.iter().all(Option::is_none) {
                self.registers &= !(1 << register);
            }
        }
    }

    /// Marks the values that an instruction reads as used.
    fn read_all(&mut self, opcode: Opcode, mask: Mask, sources: &[Source]) {
        if self.registers == 0 {
            return;
        }
        for (source, selectors) in sources.iter().zip(opcode.info().selectors) {
            let register = source.operand.fixed();
            let is_unread = |r: &Register| r.bank == Bank::Temporary && self.registers >> r.number & 1 != 0;
            let Some(register) = register.filter(is_unread) else {
                continue;
            };
            for component in selectors.components(mask).components() {
                self.read(register.number, source.operand.selection.component(component));
            }
        }
    }

    /// Records a write of components. Calls `lose` with the previous writers whose values are now entirely overwritten.
    fn write(&mut self, register: u8, mask: Mask, mnemonic: Span, mut lose: impl FnMut(Span)) {
        let Some(row) = self.unread.get_mut(usize::from(register)) else {
            return;
        };
        self.registers |= 1 << register;
        for component in mask.components() {
            if let Some(before) = row[component as usize].replace(mnemonic)
                && before != mnemonic
                && !row.contains(&Some(before))
            {
                lose(before);
            }
        }
    }
}

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    let mut stores = Stores::default();
    let program = &cx.resolved.program;
    for &index in cx.straight_lines() {
        let instruction = index.and_then(|index| {
            let operation = cx.lowered.operations.get(index as usize)?;
            Some((program.instruction(index)?, operation))
        });
        let Some((instruction, operation)) = instruction else {
            stores.clear();
            continue;
        };
        if let MachineOperation::Vector(vector) = operation {
            let sources = cx.sources(vector);
            stores.read_all(vector.opcode, vector.mask, sources);
            let written = vector.destination;
            if let Some(register) = written.filter(|r| r.bank == Bank::Temporary) {
                let after = instruction.keyword;
                stores.write(register.number, vector.mask, after, |before| {
                    report.add_warning(|| unused(cx, before, after, register));
                });
            }
        } else if !instruction.operation.opcode().is_some_and(falls_through) {
            stores.clear();
        }
    }
}

/// Returns true if execution always continues at the next word after an instruction without a descriptor.
fn falls_through(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Nop | Opcode::Emit | Opcode::Setemit)
}

fn unused(cx: &LintContext<'_>, before: Span, after: Span, register: Register) -> Diagnostic {
    let mnemonic = cx.text(before);
    let message = format!("the value that `{mnemonic}` writes to {register} is never read");
    diagnose(Code::UnusedValue, before, message)
        .with_secondary(after, "it is overwritten here")
        .with_help("remove the instruction, or check the registers of both")
}
