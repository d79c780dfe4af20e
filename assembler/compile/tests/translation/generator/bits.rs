//! Operations on the bits of integers.

use pica200_dxbc::program::{Opcode, Operand, RegisterKind};

use super::{ALL, BITS, INTEGER, Writer, temporary};
use crate::containers::{integer, swizzled};

impl Writer {
    /// An operation on the bits of integers from 0 to 7, of which some are set.
    pub(super) fn bits(&mut self, mask: u8, a: Operand, b: Operand) {
        const BINARY: [Opcode; 6] = [
            Opcode::AND,
            Opcode::OR,
            Opcode::XOR,
            Opcode::ISHL,
            Opcode::ISHR,
            Opcode::USHR,
        ];
        let target = temporary(INTEGER, mask);
        let read = |register| swizzled(RegisterKind::TEMP, &[register], [0, 1, 2, 3]);
        for (register, source) in [(BITS, a), (BITS + 1, b)] {
            let bits = integer(i32::from(self.random.count(7)));
            self.code.add(Opcode::AND, vec![temporary(register, ALL), source, bits]);
        }
        let (x, y) = (read(BITS), read(BITS + 1));
        let width = integer(i32::from(self.random.byte() % 4));
        match self.random.byte() % 8 {
            0 => self.code.add(Opcode::NOT, vec![target, x]),
            1 => self.code.add(Opcode::UBFE, vec![target, width, y, x]),
            2 => self.code.add(Opcode::IBFE, vec![target, width, y, x]),
            3 => {
                let into = self.integer();
                self.code.add(Opcode::BFI, vec![target, width, y, x, into]);
            }
            _ => {
                let opcode = BINARY[self.random.below(BINARY.len())];
                self.code.add(opcode, vec![target, x, y]);
            }
        }
    }
}
