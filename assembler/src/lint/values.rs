//! `unused-value`: a value in a temporary that is written over before anything reads it, with nothing between but
//! instructions that run one behind the other.

use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::diagnostic::{Diagnostic, Kind};
use crate::instruction::Source;
use crate::text::Span;
use crate::unit::Unit;

/// For each component of each temporary the mnemonic that wrote it, if no component of that value has been read.
#[derive(Default)]
pub(super) struct Stores {
    unread: [[Option<Span>; 4]; Stores::REGISTERS],
    /// The registers that have such components, register n at bit n.
    registers: u16,
}

impl Stores {
    const REGISTERS: usize = 16;

    /// Execution may come from elsewhere, or go there: nothing is known any more.
    pub(super) fn forget(&mut self) {
        if std::mem::take(&mut self.registers) != 0 {
            self.unread = Default::default();
        }
    }

    /// A component is read: the value that it belongs to is of use.
    fn read(&mut self, register: u8, component: Component) {
        if self.registers >> register & 1 == 0 {
            return;
        }
        let Some(row) = self.unread.get_mut(usize::from(register)) else {
            return;
        };
        if let Some(store) = row[component as usize] {
            for slot in row.iter_mut().filter(|slot| **slot == Some(store)) {
                *slot = None;
            }
        }
    }

    /// Components are written. Answers the instructions that wrote them before, of whose values now nothing is left.
    fn write(&mut self, register: u8, mask: Mask, mnemonic: Span) -> [Option<Span>; 4] {
        let mut lost = [None; 4];
        let Some(row) = self.unread.get_mut(usize::from(register)) else {
            return lost;
        };
        self.registers |= 1 << register;
        for component in mask.components() {
            let before = row[component as usize].replace(mnemonic);
            if before != Some(mnemonic) && !row.contains(&before) {
                lost[component as usize] = before;
            }
        }
        lost
    }
}

impl Unit<'_> {
    /// An instruction reads its sources.
    pub(crate) fn watch_sources(&mut self, opcode: Opcode, mask: Mask, sources: &[Source]) {
        if !self.watch.asked.values || self.watch.stores.registers == 0 {
            return;
        }
        let bits = opcode.descriptor_bits(mask);
        for (n, (operand, _)) in sources.iter().enumerate() {
            let register = operand.fixed();
            let Some(register) = register.filter(|r| r.bank == Bank::Temporary) else {
                continue;
            };
            let swizzle = operand.selection.swizzle();
            for lane in Component::ALL {
                if bits & Descriptor::selector_bits(n, lane) != 0 {
                    let component = swizzle.lane(lane);
                    self.watch.stores.read(register.number, component);
                }
            }
        }
    }

    /// An instruction writes its destination.
    pub(crate) fn watch_destination(&mut self, mnemonic: Span, register: Register, mask: Mask) {
        if !self.watch.asked.values || register.bank != Bank::Temporary {
            return;
        }
        let lost = self.watch.stores.write(register.number, mask, mnemonic);
        for before in lost.into_iter().flatten() {
            let message = format!(
                "nothing reads what `{}` writes to {register}",
                self.text(before)
            );
            let diagnostic = Diagnostic::new(Kind::UnusedValue, before, message)
                .also(mnemonic, "here it is written over")
                .help("take the instruction out; or was another register meant, here or there?");
            self.watch.find(diagnostic);
        }
    }
}
