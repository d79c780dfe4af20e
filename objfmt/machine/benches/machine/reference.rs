//! Reference interpreter in the usual style of emulators. It dispatches on the opcode of each word, decodes and
//! swizzles the operands every time, compares the ends of the open scopes after each instruction, and runs one vertex.
//!
//! It supports the opcodes of the two shaders with the arithmetic of the machine model, and checks less.

use pica200_objfmt::isa::register::{Bank, Register};

/// The registers and the code.
#[derive(Clone)]
pub(crate) struct ReferenceInterpreter {
    code: Vec<u32>,
    descriptors: Vec<u32>,
    inputs: [[f32; 4]; 16],
    pub(crate) outputs: [[f32; 4]; 16],
    temporaries: [[f32; 4]; 16],
    pub(crate) floats: [[f32; 4]; 96],
    pub(crate) integers: [[u8; 4]; 4],
    flags: [bool; 2],
    counter: i32,
    scopes: Vec<Scope>,
}

/// An open call, `if` or loop.
#[derive(Clone, Copy)]
struct Scope {
    /// The word after the scope.
    end: u32,
    /// The word at which execution continues after the scope.
    behind: u32,
    /// For a loop, the first word and the number of remaining iterations.
    body: u32,
    turns: u8,
    /// The step of `aL`.
    step: u8,
}

/// Extracts a bit field of a word.
#[inline(always)]
fn field(word: u32, at: u32, width: u32) -> usize {
    (word >> at & ((1 << width) - 1)) as usize
}

#[inline(always)]
fn multiply(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product.is_nan() && !a.is_nan() && !b.is_nan() {
        0.0
    } else {
        product
    }
}

impl ReferenceInterpreter {
    pub(crate) fn new(code: Vec<u32>, descriptors: Vec<u32>) -> Self {
        Self {
            code,
            descriptors,
            inputs: [[0.0; 4]; 16],
            outputs: [[0.0; 4]; 16],
            temporaries: [[0.0; 4]; 16],
            floats: [[0.0; 4]; 96],
            integers: [[0; 4]; 4],
            flags: [false; 2],
            counter: 0,
            scopes: Vec::new(),
        }
    }

    pub(crate) fn set(&mut self, register: Register, value: [f32; 4]) {
        let number = usize::from(register.number);
        match register.bank {
            Bank::Temporary => self.temporaries[number] = value,
            _ => self.inputs[number] = value,
        }
    }

    /// Returns the value of source `n`, numbered from 0, with the sign and the swizzle of a descriptor.
    #[inline(always)]
    fn source(&self, register: usize, descriptor: u32, n: u32) -> [f32; 4] {
        let value = match register {
            0..=0x0F => self.inputs[register],
            0x10..=0x1F => self.temporaries[register - 0x10],
            _ => self.floats[(register - 0x20) % 96],
        };
        let selector = descriptor >> (5 + 9 * n);
        let mut swizzled = [6, 4, 2, 0].map(|at| value[field(selector, at, 2)]);
        if descriptor >> (4 + 9 * n) & 1 == 1 {
            swizzled = swizzled.map(|component| -component);
        }
        swizzled
    }

    /// Returns the number of a 7-bit source with its address register added.
    #[inline(always)]
    fn wide(&self, register: usize, index: usize) -> usize {
        match index {
            3 if register >= 0x20 => register + usize::try_from(self.counter).unwrap_or(0),
            _ => register,
        }
    }

    #[inline(always)]
    fn write(&mut self, register: usize, descriptor: u32, value: [f32; 4]) {
        let destination = match register {
            0..=0x0F => &mut self.outputs[register],
            _ => &mut self.temporaries[register & 15],
        };
        for component in 0..4 {
            if descriptor & (8 >> component) != 0 {
                destination[component] = value[component];
            }
        }
    }

    fn holds(&self, word: u32) -> bool {
        let x = self.flags[0] == (field(word, 25, 1) == 1);
        let y = self.flags[1] == (field(word, 24, 1) == 1);
        match field(word, 22, 2) {
            0 => x || y,
            1 => x && y,
            2 => x,
            _ => y,
        }
    }

    /// Runs the program from a word. Returns the number of executed instructions.
    #[inline(never)]
    pub(crate) fn run(&mut self, entry: u32) -> u64 {
        let mut at = entry;
        let mut instructions = 0;
        self.scopes.clear();
        loop {
            while let Some(scope) = self.scopes.last_mut().filter(|scope| scope.end == at) {
                self.counter += i32::from(scope.step);
                if scope.turns > 0 {
                    scope.turns -= 1;
                    at = scope.body;
                } else {
                    at = scope.behind;
                    self.scopes.pop();
                }
            }
            let word = self.code[at as usize];
            instructions += 1;
            at += 1;
            let opcode = word >> 26;
            match opcode {
                0x22 => return instructions,
                0x21 => {}
                0x24 | 0x28 | 0x29 => self.transfer(opcode, word, &mut at),
                0x2E | 0x2F => self.compare(word),
                0x30..=0x3F => self.multiply_and_add(opcode, word),
                _ => self.arithmetic(opcode, word),
            }
        }
    }

    #[inline(always)]
    fn transfer(&mut self, opcode: u32, word: u32, at: &mut u32) {
        let target = word >> 10 & 0xFFF;
        let count = word & 0xFF;
        let mut scope = Scope {
            end: target + count,
            behind: *at,
            body: *at,
            turns: 0,
            step: 0,
        };
        match opcode {
            0x24 => *at = target,
            0x28 if self.holds(word) => (scope.end, scope.behind) = (target, target + count),
            0x28 => {
                *at = target;
                return;
            }
            _ => {
                let [turns, start, step, _] = self.integers[field(word, 22, 2)];
                (scope.end, scope.behind) = (target + 1, target + 1);
                (scope.turns, scope.step) = (turns, step);
                self.counter = start.into();
            }
        }
        self.scopes.push(scope);
    }

    #[inline(always)]
    fn compare(&mut self, word: u32) {
        let descriptor = self.descriptors[field(word, 0, 7)];
        let a = self.wide(field(word, 12, 7), field(word, 19, 2));
        let a = self.source(a, descriptor, 0);
        let b = self.source(field(word, 7, 5), descriptor, 1);
        for (component, at) in [(0, 24), (1, 21)] {
            let (a, b) = (a[component], b[component]);
            self.flags[component] = match field(word, at, 3) {
                0 => a == b,
                1 => a != b,
                2 => a < b,
                3 => a <= b,
                4 => a > b,
                5 => a >= b,
                _ => true,
            };
        }
    }

    #[inline(always)]
    fn multiply_and_add(&mut self, opcode: u32, word: u32) {
        let descriptor = self.descriptors[field(word, 0, 5)];
        let (mut b, mut c) = (field(word, 10, 7), field(word, 5, 5));
        let index = field(word, 22, 2);
        if opcode < 0x38 {
            (b, c) = (field(word, 12, 5), self.wide(field(word, 5, 7), index));
        } else {
            b = self.wide(b, index);
        }
        let a = self.source(field(word, 17, 5), descriptor, 0);
        let b = self.source(b, descriptor, 1);
        let c = self.source(c, descriptor, 2);
        let value = [0, 1, 2, 3].map(|n| multiply(a[n], b[n]) + c[n]);
        self.write(field(word, 24, 5), descriptor, value);
    }

    #[inline(always)]
    fn arithmetic(&mut self, opcode: u32, word: u32) {
        let descriptor = self.descriptors[field(word, 0, 7)];
        let a = self.wide(field(word, 12, 7), field(word, 19, 2));
        let a = self.source(a, descriptor, 0);
        let b = self.source(field(word, 7, 5), descriptor, 1);
        let dot = |count| (0..count).fold(0.0, |sum, n| sum + multiply(a[n], b[n]));
        let value = match opcode {
            0x00 => [0, 1, 2, 3].map(|n| a[n] + b[n]),
            0x01 => [dot(3); 4],
            0x02 => [dot(4); 4],
            0x08 => [0, 1, 2, 3].map(|n| multiply(a[n], b[n])),
            0x0C => [0, 1, 2, 3].map(|n| if a[n] > b[n] { a[n] } else { b[n] }),
            0x0D => [0, 1, 2, 3].map(|n| if a[n] < b[n] { a[n] } else { b[n] }),
            0x0F => [1.0 / a[0].sqrt().abs(); 4],
            0x13 => a,
            _ => unreachable!("the shaders have no opcode {opcode:X}"),
        };
        self.write(field(word, 21, 5), descriptor, value);
    }
}
