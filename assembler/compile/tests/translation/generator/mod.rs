//! Random vertex shaders of Direct3D, and values for them.
//!
//! Registers have roles, because a translation knows the type of each component: `r0` to `r3` hold floats, `r4`
//! booleans, `r5` small integers, `r6` and `r7` loop counters, `r8` and `r9` operands of bit operations. Numbers stay
//! small, so that few results overflow.

mod bits;

use pica200_dxbc::program::{Opcode, Operand, RegisterKind};
use pica200_dxbc::signature::{ComponentType, SystemValue};

use crate::containers::{Code, Port, component, float, floats, indexed, integer, masked, modified, swizzled};
use crate::random::Random;
use crate::values::Values;

/// The rows of each constant buffer. Integers are in the last row of the second.
const BUFFERS: [u32; 2] = [8, 3];
const INTEGERS: u32 = 2;
/// The number of registers that hold floats.
const FLOATS: u8 = 4;
const BOOLEANS: u32 = 4;
const INTEGER: u32 = 5;
const COUNTER: u32 = 6;
/// Two registers for the operands of operations on bits.
const BITS: u32 = 8;
const ALL: u8 = 15;

const INPUTS: [Port<'static>; 3] = [
    ("POSITION", 0, SystemValue::NONE, ComponentType::FLOAT, 0, 15),
    ("NORMAL", 0, SystemValue::NONE, ComponentType::FLOAT, 1, 15),
    ("BLENDINDICES", 0, SystemValue::NONE, ComponentType::INT, 2, 15),
];
const OUTPUTS: [Port<'static>; 3] = [
    ("SV_Position", 0, SystemValue::POSITION, ComponentType::FLOAT, 0, 15),
    ("COLOR", 0, SystemValue::NONE, ComponentType::FLOAT, 1, 15),
    ("TEXCOORD", 0, SystemValue::NONE, ComponentType::FLOAT, 2, 3),
];

/// Returns the container of a seed.
///
/// # Panics
///
/// Panics if the container cannot be written, which the sizes here rule out.
#[expect(clippy::expect_used, reason = "a generator whose containers are wrong fails")]
pub(crate) fn container(seed: u64) -> Vec<u8> {
    let mut writer = Writer {
        code: Code::new(),
        random: Random(seed),
        loops: 0,
        depth: 0,
    };
    writer.begin();
    let count = 3 + writer.random.below(18);
    writer.block(count);
    writer.end();
    let container = writer.code.container(&INPUTS, &OUTPUTS);
    container.expect("a small container can be written")
}

/// Values for the containers of this module.
pub(crate) fn values(random: &mut Random) -> Values {
    let mut values = Values::default();
    for (_, _, _, kind, register, _) in INPUTS {
        let row = [(); 4].map(|()| component_value(random, kind == ComponentType::INT));
        values.inputs.insert(register, row);
    }
    for (slot, rows) in (0..).zip(BUFFERS) {
        let row = |number| {
            let is_integer = slot == 1 && number == INTEGERS;
            [(); 4].map(|()| component_value(random, is_integer))
        };
        values.buffers.insert(slot, (0..rows).map(row).collect());
    }
    values
}

/// Returns an integer from 0 to 3, or a float that float24 has exactly.
pub(crate) fn component_value(random: &mut Random, is_integer: bool) -> u32 {
    if is_integer {
        return u32::from(random.byte() % 4);
    }
    let number = f32::from(random.byte()) - 128.0;
    (number / 32.0).to_bits()
}

struct Writer {
    code: Code,
    random: Random,
    /// The loops around the current point.
    loops: u32,
    depth: u32,
}

impl Writer {
    fn chance(&mut self, of: u8) -> bool {
        self.random.byte().is_multiple_of(of)
    }

    fn begin(&mut self) {
        for (slot, rows) in (0..).zip(BUFFERS) {
            self.code.buffer(slot, rows);
        }
        self.code.ports(&INPUTS, &OUTPUTS);
        self.code.temporaries(10);
        for register in 0..u32::from(FLOATS) {
            let source = self.leaf();
            self.code.add(Opcode::MOV, vec![temporary(register, ALL), source]);
        }
        let [a, b] = [self.float(), self.float()];
        self.code.add(Opcode::LT, vec![temporary(BOOLEANS, ALL), a, b]);
        let source = swizzled(RegisterKind::INPUT, &[2], [0, 1, 2, 3]);
        self.code.add(Opcode::MOV, vec![temporary(INTEGER, ALL), source]);
    }

    fn end(&mut self) {
        for (register, mask) in [(0, ALL), (1, ALL), (2, 3)] {
            let source = self.float();
            let target = masked(RegisterKind::OUTPUT, register, mask);
            self.code.add(Opcode::MOV, vec![target, source]);
        }
        self.code.add(Opcode::RET, Vec::new());
    }

    fn block(&mut self, statements: usize) {
        for _ in 0..statements {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let is_deep = self.depth >= 3;
        match self.random.byte() % 20 {
            0..=8 => self.arithmetic(),
            9 => self.dot(),
            10 => self.comparison(),
            11 => self.choice(),
            12 => self.integers(),
            13 => self.booleans(),
            14 => self.relative(),
            15 => self.rounding(),
            16 | 17 if !is_deep => self.branch(),
            18 if !is_deep && self.loops < 2 => self.counted(),
            19 if !is_deep => self.switch(),
            _ => self.arithmetic(),
        }
    }

    fn small_block(&mut self) {
        self.depth += 1;
        let count = 1 + self.random.below(3);
        self.block(count);
        self.depth -= 1;
    }

    fn components(&mut self) -> [u8; 4] {
        if self.chance(3) {
            return [0, 1, 2, 3];
        }
        [(); 4].map(|()| self.random.byte() % 4)
    }

    fn mask(&mut self) -> u8 {
        if self.chance(3) { ALL } else { self.random.count(15) }
    }

    /// Returns an input, a row of a buffer or a literal, with four floats.
    fn leaf(&mut self) -> Operand {
        let components = self.components();
        match self.random.byte() % 4 {
            0 => swizzled(RegisterKind::INPUT, &[u32::from(self.random.byte() % 2)], components),
            1 => {
                let numbers = [(); 4].map(|()| f32::from(self.random.byte() % 33) / 8.0 - 2.0);
                floats(numbers)
            }
            2 if self.chance(2) => {
                let row = u32::from(self.random.byte() % 2);
                swizzled(RegisterKind::CONSTANT_BUFFER, &[1, row], components)
            }
            _ => {
                let row = u32::from(self.random.byte() % 8);
                swizzled(RegisterKind::CONSTANT_BUFFER, &[0, row], components)
            }
        }
    }

    /// Four floats that are read.
    fn float(&mut self) -> Operand {
        let operand = if self.chance(3) {
            self.leaf()
        } else {
            let register = u32::from(self.random.byte() % FLOATS);
            let components = self.components();
            swizzled(RegisterKind::TEMP, &[register], components)
        };
        let is_literal = operand.kind() == RegisterKind::LITERAL;
        let (negate, absolute) = (self.chance(5), self.chance(8));
        modified(operand, negate && !is_literal, absolute && !is_literal)
    }

    /// Floats that are written.
    fn target(&mut self) -> Operand {
        let register = u32::from(self.random.byte() % FLOATS);
        temporary(register, self.mask())
    }

    fn arithmetic(&mut self) {
        const BINARY: [Opcode; 6] = [
            Opcode::ADD,
            Opcode::ADD,
            Opcode::MUL,
            Opcode::MUL,
            Opcode::MIN,
            Opcode::MAX,
        ];
        let target = self.target();
        let [a, b, c] = [self.float(), self.float(), self.float()];
        match self.random.byte() % 8 {
            0 => self.code.add(Opcode::MOV, vec![target, a]),
            1 | 2 => self.code.add(Opcode::MAD, vec![target, a, b, c]),
            3 => self.code.add_saturated(Opcode::ADD, vec![target, a, b]),
            4 => self.code.add_saturated(Opcode::MAD, vec![target, a, b, c]),
            _ => {
                let opcode = BINARY[self.random.below(BINARY.len())];
                self.code.add(opcode, vec![target, a, b]);
            }
        }
    }

    fn dot(&mut self) {
        const DOTS: [Opcode; 3] = [Opcode::DP2, Opcode::DP3, Opcode::DP4];
        let target = self.target();
        let [a, b] = [self.float(), self.float()];
        let opcode = DOTS[self.random.below(DOTS.len())];
        self.code.add(opcode, vec![target, a, b]);
    }

    fn comparison(&mut self) {
        const COMPARISONS: [Opcode; 4] = [Opcode::LT, Opcode::GE, Opcode::EQ, Opcode::NE];
        let [a, b] = [self.float(), self.float()];
        let opcode = COMPARISONS[self.random.below(COMPARISONS.len())];
        let mask = self.mask();
        self.code.add(opcode, vec![temporary(BOOLEANS, mask), a, b]);
    }

    /// Four booleans that are read.
    fn boolean(&mut self) -> Operand {
        let components = self.components();
        swizzled(RegisterKind::TEMP, &[BOOLEANS], components)
    }

    fn bool_component(&mut self) -> Operand {
        component(RegisterKind::TEMP, BOOLEANS, self.random.byte() % 4)
    }

    fn booleans(&mut self) {
        const LOGIC: [Opcode; 2] = [Opcode::AND, Opcode::OR];
        let mask = self.mask();
        let [a, b] = [self.boolean(), self.boolean()];
        match self.random.byte() % 4 {
            0 => self.code.add(Opcode::NOT, vec![temporary(BOOLEANS, mask), a]),
            1 => {
                let target = self.target();
                self.code.add(Opcode::AND, vec![target, a, float(1.0)]);
            }
            _ => {
                let opcode = LOGIC[self.random.below(LOGIC.len())];
                self.code.add(opcode, vec![temporary(BOOLEANS, mask), a, b]);
            }
        }
    }

    fn choice(&mut self) {
        let target = self.target();
        let condition = self.boolean();
        let [a, b] = [self.float(), self.float()];
        self.code.add(Opcode::MOVC, vec![target, condition, a, b]);
    }

    /// Integers from 0 to 3 that are read: from the register, a buffer, or a literal.
    fn integer(&mut self) -> Operand {
        let components = self.components();
        match self.random.byte() % 4 {
            0 => swizzled(RegisterKind::CONSTANT_BUFFER, &[1, INTEGERS], components),
            1 => integer(i32::from(self.random.byte() % 4)),
            _ => swizzled(RegisterKind::TEMP, &[INTEGER], components),
        }
    }

    /// Changes integers, and brings them back to 0 to 3.
    fn integers(&mut self) {
        const BINARY: [Opcode; 4] = [Opcode::IADD, Opcode::IMAX, Opcode::IMIN, Opcode::IADD];
        let mask = self.mask();
        let target = || temporary(INTEGER, mask);
        let [a, b] = [self.integer(), self.integer()];
        match self.random.byte() % 8 {
            0 => {
                let target = self.target();
                self.code.add(Opcode::ITOF, vec![target, a]);
                return;
            }
            1 => {
                let source = self.float();
                self.code.add(Opcode::FTOI, vec![target(), source]);
            }
            2 => {
                let c = self.integer();
                self.code.add(Opcode::IMAD, vec![target(), a, b, c]);
            }
            3 => self.code.add(Opcode::INEG, vec![target(), a]),
            4 => {
                const COMPARISONS: [Opcode; 4] = [Opcode::ILT, Opcode::IGE, Opcode::IEQ, Opcode::INE];
                let opcode = COMPARISONS[self.random.below(COMPARISONS.len())];
                self.code.add(opcode, vec![temporary(BOOLEANS, mask), a, b]);
                return;
            }
            5 => self.bits(mask, a, b),
            _ => {
                let opcode = BINARY[self.random.below(BINARY.len())];
                self.code.add(opcode, vec![target(), a, b]);
            }
        }
        let same = || swizzled(RegisterKind::TEMP, &[INTEGER], [0, 1, 2, 3]);
        self.code.add(Opcode::IMAX, vec![target(), same(), integer(0)]);
        self.code.add(Opcode::IMIN, vec![target(), same(), integer(3)]);
    }

    fn relative(&mut self) {
        let target = self.target();
        let by = component(RegisterKind::TEMP, INTEGER, self.random.byte() % 4);
        let row = u32::from(self.random.byte() % 5);
        let components = self.components();
        let other = self.float();
        let operand = indexed(0, row, by, components);
        self.code.add(Opcode::ADD, vec![target, operand, other]);
    }

    fn rounding(&mut self) {
        const UNARY: [Opcode; 6] = [
            Opcode::FRC,
            Opcode::ROUND_NI,
            Opcode::ROUND_PI,
            Opcode::ROUND_Z,
            Opcode::ROUND_NE,
            Opcode::EXP,
        ];
        let target = self.target();
        let source = self.float();
        let opcode = UNARY[self.random.below(UNARY.len())];
        self.code.add(opcode, vec![target, source]);
    }

    fn condition(&mut self, opcode: Opcode) {
        let condition = self.bool_component();
        if self.chance(2) {
            self.code.add(opcode, vec![condition]);
        } else {
            self.code.add_nonzero(opcode, vec![condition]);
        }
    }

    fn branch(&mut self) {
        self.condition(Opcode::IF);
        self.small_block();
        if self.loops > 0 && self.chance(4) {
            let jump = if self.chance(2) {
                Opcode::BREAK
            } else {
                Opcode::CONTINUE
            };
            self.code.add(jump, Vec::new());
        } else if self.depth == 0 && self.loops == 0 && self.chance(12) {
            self.code.add(Opcode::RET, Vec::new());
        }
        if self.chance(2) {
            self.code.add(Opcode::ELSE, Vec::new());
            self.small_block();
        }
        self.code.add(Opcode::ENDIF, Vec::new());
    }

    /// A loop of at most seven iterations. The counter grows at the head, so that `continue` does not make it endless.
    fn counted(&mut self) {
        let counter = COUNTER + self.loops;
        let read = || component(RegisterKind::TEMP, counter, 0);
        let limit = i32::from(self.random.count(7));
        self.code.add(Opcode::MOV, vec![temporary(counter, 1), integer(0)]);
        self.code.add(Opcode::LOOP, Vec::new());
        self.code
            .add(Opcode::IADD, vec![temporary(counter, 1), read(), integer(1)]);
        let limit = if self.chance(3) {
            swizzled(RegisterKind::CONSTANT_BUFFER, &[1, INTEGERS], [0; 4])
        } else {
            integer(limit)
        };
        self.code.add(Opcode::ILT, vec![temporary(counter, 2), limit, read()]);
        self.code
            .add_nonzero(Opcode::BREAKC, vec![component(RegisterKind::TEMP, counter, 1)]);
        self.loops += 1;
        self.small_block();
        if self.chance(3) {
            self.condition(Opcode::BREAKC);
        } else if self.chance(3) {
            self.condition(Opcode::CONTINUEC);
            self.arithmetic();
        }
        self.loops -= 1;
        self.code.add(Opcode::ENDLOOP, Vec::new());
    }

    fn switch(&mut self) {
        let selector = component(RegisterKind::TEMP, INTEGER, self.random.byte() % 4);
        self.code.add(Opcode::SWITCH, vec![selector]);
        let cases = self.random.count(3);
        for case in 0..i32::from(cases) {
            self.code.add(Opcode::CASE, vec![integer(case)]);
            if case > 0 && self.chance(4) {
                continue;
            }
            // A `break` in the block would leave the switch, which the machines must agree on.
            self.small_block();
            self.code.add(Opcode::BREAK, Vec::new());
        }
        self.code.add(Opcode::DEFAULT, Vec::new());
        self.small_block();
        self.code.add(Opcode::BREAK, Vec::new());
        self.code.add(Opcode::ENDSWITCH, Vec::new());
    }
}

fn temporary(register: u32, mask: u8) -> Operand {
    masked(RegisterKind::TEMP, register, mask)
}
