//! Random programs, and a comparison of the results of two programs: for tests of passes and of the back end.
//!
//! All indices are in bounds, so that no pass needs to preserve undefined behaviour. Inputs and uniforms are finite;
//! computed numbers can be NaN or infinite.

mod booleans;
pub(crate) mod calls;
mod compare;
mod guards;

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::UniformKind;

use crate::ir::{
    Array, Binary, Builder, Comparison, Input, InputId, Jump, Op, Operand, Origin, Output, Program, Table, TableId,
    Type, Unary, Uniform, UniformId, VariableId,
};
pub(crate) use compare::differs;

/// A sequence of numbers that a seed determines.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)) >> 32;
        u32::try_from(high).unwrap_or(0) % limit.max(1)
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(u32::try_from(of.len()).unwrap_or(1)) as usize]
    }

    /// Returns a multiple of 1/4 from -4 to 4.
    fn number(&mut self) -> f32 {
        f32::from(u8::try_from(self.below(33)).unwrap_or(0)) / 4.0 - 4.0
    }

    fn row(&mut self) -> [f32; 4] {
        [(); 4].map(|()| self.number())
    }
}

/// Returns a random program in [`Form::PreSsa`](crate::ir::Form::PreSsa).
pub(crate) fn program(seed: u64) -> Program {
    generated(seed, false)
}

fn generated(seed: u64, calls: bool) -> Program {
    let mut random = Random::new(seed);
    let uniform = |name: &str, kind, rows| Uniform {
        name: name.into(),
        kind,
        rows,
        note: String::new(),
    };
    let table = Table {
        name: "table".into(),
        rows: (0..4).map(|_| random.row()).collect(),
    };
    let input = |number: u8| Input {
        name: format!("in{number}"),
        register: number,
    };
    let shared = Program {
        inputs: vec![input(0), input(1)],
        uniforms: vec![
            uniform("m", UniformKind::Float, 4),
            uniform("flag", UniformKind::Boolean, 1),
        ],
        tables: vec![table],
        ..Program::default()
    };
    let generator = Generator {
        calls,
        budget: 6 + random.below(30),
        random,
        builder: Builder::new(shared),
        numbers: Vec::new(),
        booleans: Vec::new(),
        frames: Vec::new(),
        origin: 0,
    };
    generator.whole()
}

struct Frame {
    is_loop: bool,
    can_continue: bool,
}

struct Generator {
    random: Random,
    builder: Builder,
    numbers: Vec<VariableId>,
    booleans: Vec<VariableId>,
    frames: Vec<Frame>,
    /// True if it calls procedures.
    calls: bool,
    /// The number of statements that may still be made.
    budget: u32,
    origin: u32,
}

impl Generator {
    fn whole(mut self) -> Program {
        for number in 0..2 + self.random.below(5) {
            let variable = self.builder.variable(format!("n{number}"), Type::Float);
            self.numbers.push(variable);
        }
        for number in 0..1 + self.random.below(2) {
            let variable = self.builder.variable(format!("b{number}"), Type::Bool);
            self.booleans.push(variable);
        }
        for variable in self.numbers.clone() {
            if !self.random.one_in(4) {
                let first = self.leaf();
                self.builder.set(variable, first);
            }
        }
        while self.budget > 0 {
            self.statement(0);
        }
        let mut outputs = Vec::new();
        for (name, count) in [("position", 4), ("texcoord0", 2)] {
            let components = (0..count).map(|_| self.number(2)).collect();
            outputs.push(Output {
                name: name.into(),
                property: property::by_name(name).expect("a property"),
                components,
            });
        }
        self.builder.program().outputs = outputs;
        self.builder.finish()
    }

    /// Adds statements to the open block. Returns whether they end with a jump.
    fn statements(&mut self, depth: u32) -> bool {
        for _ in 0..=self.random.below(4) {
            self.statement(depth);
        }
        let jumps = !self.frames.is_empty() && self.random.one_in(3);
        if jumps && let Some(jump) = self.jump() {
            self.builder.jump(jump);
            return true;
        }
        false
    }

    fn statement(&mut self, depth: u32) {
        self.budget = self.budget.saturating_sub(1);
        self.origin += 1;
        self.builder.at(Origin(self.origin));
        if self.calls && self.random.one_in(5) {
            self.call();
        }
        let choices = if depth < 4 && self.budget > 0 { 15 } else { 6 };
        match self.random.below(choices) {
            0..=4 => self.set_number(),
            5 => {
                let variable = self.random.pick(&self.booleans.clone());
                let boolean = self.boolean(2);
                self.builder.set(variable, boolean);
            }
            6..=8 => self.branch(depth),
            9 => self.chain(depth),
            10 | 11 => self.looped(depth),
            12 => {
                self.frames.push(Frame {
                    is_loop: false,
                    can_continue: false,
                });
                self.builder.open();
                self.statements(depth + 1);
                let block = self.builder.close();
                self.frames.pop();
                self.builder.labelled(block);
            }
            13 => self.guarded_branch(),
            _ => self.conditional_jump(),
        }
    }

    fn set_number(&mut self) {
        let variable = self.random.pick(&self.numbers.clone());
        let mut value = match self.random.below(8) {
            0 => self.leaf(),
            1 => self.sum_of_products(),
            _ => self.number(3),
        };
        value = self.limited(value);
        self.builder.set(variable, value);
    }

    /// Returns a number in a range.
    fn limited(&mut self, value: Operand) -> Operand {
        let (low, high) = self.random.pick(&[(0.0, 1.0), (-8.0, 8.0), (-4.0, 4.0)]);
        let low = self.builder.literal(low);
        let high = self.builder.literal(high);
        let value = self.builder.binary(Binary::Maximum, value, low);
        self.builder.binary(Binary::Minimum, value, high)
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.boolean(2);
        self.builder.open();
        self.statements(depth + 1);
        let then = self.builder.close();
        self.builder.open();
        if self.random.one_in(2) {
            self.statements(depth + 1);
        }
        let otherwise = self.builder.close();
        self.builder.branch(condition, then, otherwise);
    }

    /// Tests one after the other, as a `switch` has them.
    fn chain(&mut self, depth: u32) {
        let value = self.leaf();
        let value = self.builder.unary(Unary::Floor, value);
        self.frames.push(Frame {
            is_loop: false,
            can_continue: false,
        });
        self.builder.open();
        for case in 0..1 + self.random.below(3) {
            let number = f32::from(u8::try_from(case).unwrap_or(0));
            let number = self.builder.integer(number);
            let is = self.builder.compare(Comparison::Equal, value, number);
            self.builder.open();
            if !self.statements(depth + 1) {
                self.builder.jump(Jump::Break(0));
            }
            let case = self.builder.close();
            self.builder.branch(is, case, crate::ir::Block::default());
        }
        self.statements(depth + 1);
        let block = self.builder.close();
        self.frames.pop();
        self.builder.labelled(block);
    }

    fn looped(&mut self, depth: u32) {
        let counter = self.builder.variable("i", Type::Int);
        let zero = self.builder.integer(0.0);
        let one = self.builder.integer(1.0);
        let limit = f32::from(u8::try_from(1 + self.random.below(4)).unwrap_or(1));
        let limit = self.builder.integer(limit);
        let at_start = self.random.one_in(2);
        self.builder.set(counter, zero);
        self.frames.push(Frame {
            is_loop: true,
            can_continue: at_start,
        });
        self.builder.open();
        let current = self.builder.get(counter);
        let done = self.builder.compare(Comparison::GreaterEqual, current, limit);
        self.builder.open();
        self.builder.jump(Jump::Break(0));
        let exit = self.builder.close();
        self.builder.branch(done, exit, crate::ir::Block::default());
        if at_start {
            let next = self.builder.add(current, one);
            self.builder.set(counter, next);
        }
        if self.random.one_in(2) {
            let index = self.builder.get(counter);
            let element = self.element(index);
            let variable = self.random.pick(&self.numbers.clone());
            self.builder.set(variable, element);
        }
        if !self.statements(depth + 1) && !at_start {
            let current = self.builder.get(counter);
            let next = self.builder.add(current, one);
            self.builder.set(counter, next);
        }
        let body = self.builder.close();
        self.frames.pop();
        self.builder.repeat(body);
    }

    fn conditional_jump(&mut self) {
        let Some(jump) = self.jump() else { return };
        let condition = self.boolean(1);
        self.builder.open();
        if self.random.one_in(2) {
            self.set_number();
        }
        self.builder.jump(jump);
        let then = self.builder.close();
        self.builder.branch(condition, then, crate::ir::Block::default());
    }

    fn jump(&mut self) -> Option<Jump> {
        let depth = self.random.below(u32::try_from(self.frames.len()).unwrap_or(0));
        let frame = self.frames.iter().rev().nth(depth as usize)?;
        let (is_loop, can_continue) = (frame.is_loop, frame.can_continue);
        Some(if is_loop && can_continue && self.random.one_in(2) {
            Jump::Continue(depth)
        } else {
            Jump::Break(depth)
        })
    }

    fn component(&mut self) -> Component {
        self.random
            .pick(&[Component::X, Component::Y, Component::Z, Component::W])
    }

    fn leaf(&mut self) -> Operand {
        let component = self.component();
        let operand = match self.random.below(6) {
            0 => {
                let numbers = [0.0, 1.0, -1.0, 0.5, 2.0, -0.25, 3.0, -0.0, 1.5];
                let number = self.random.pick(&numbers);
                self.builder.literal(number)
            }
            1 | 2 => {
                let input = InputId(self.random.below(2));
                self.builder.value(Op::Input(input, component), Type::Float)
            }
            3 => {
                let row = u16::try_from(self.random.below(4)).unwrap_or(0);
                let op = Op::Uniform(UniformId(0), row, component);
                self.builder.value(op, Type::Float)
            }
            _ => {
                let variable = self.random.pick(&self.numbers.clone());
                self.builder.get(variable)
            }
        };
        let negate = self.random.one_in(4);
        operand.negate_if(negate)
    }

    /// Returns a sum of products of components, as compilers without vector operations make it.
    fn sum_of_products(&mut self) -> Operand {
        let input = InputId(self.random.below(2));
        let row = u16::try_from(self.random.below(4)).unwrap_or(0);
        let count = 2 + self.random.below(3) as usize;
        let with_last = self.random.one_in(2);
        let negate = self.random.one_in(4);
        let components = [Component::X, Component::Y, Component::Z, Component::W];
        let mut sum: Option<Operand> = None;
        for component in components.into_iter().take(count) {
            let a = self.builder.value(Op::Input(input, component), Type::Float);
            let uniform = Op::Uniform(UniformId(0), row, component);
            let b = self.builder.value(uniform, Type::Float);
            let product = self.builder.multiply(a.negate_if(negate), b);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.builder.add(sum, product),
            });
        }
        if with_last {
            let last = Op::Uniform(UniformId(0), row, Component::W);
            let last = self.builder.value(last, Type::Float);
            sum = sum.map(|sum| self.builder.add(sum, last));
        }
        sum.expect("at least two products")
    }

    fn element(&mut self, index: Operand) -> Operand {
        let zero = self.builder.integer(0.0);
        let last = self.builder.integer(3.0);
        let index = self.builder.binary(Binary::Maximum, index, zero);
        let index = self.builder.binary(Binary::Minimum, index, last);
        let array = if self.random.one_in(2) {
            Array::Uniform(UniformId(0))
        } else {
            Array::Table(TableId(0))
        };
        let component = self.component();
        let op = Op::Element {
            array,
            row: 0,
            component,
            index,
        };
        self.builder.value(op, Type::Float)
    }

    /// Returns a number of at least 1/2.
    fn positive(&mut self, depth: u32) -> Operand {
        let number = self.number(depth);
        let square = self.builder.multiply(number, number);
        let half = self.builder.literal(0.5);
        self.builder.binary(Binary::Maximum, square, half)
    }

    fn number(&mut self, depth: u32) -> Operand {
        if depth == 0 {
            return self.leaf();
        }
        let depth = depth - 1;
        let operand = match self.random.below(23) {
            0..=2 => self.leaf(),
            3..=10 => {
                let binary = self.random.pick(&[
                    Binary::Add,
                    Binary::Add,
                    Binary::Multiply,
                    Binary::Multiply,
                    Binary::Minimum,
                    Binary::Maximum,
                    Binary::Sge,
                    Binary::Slt,
                ]);
                let (a, b) = (self.number(depth), self.number(depth));
                self.builder.binary(binary, a, b)
            }
            11 => {
                let all = [(); 3].map(|()| self.number(depth));
                self.builder.multiply_add(all[0], all[1], all[2])
            }
            12 => self.dot(),
            13 | 14 => {
                let condition = self.boolean(depth);
                let (a, b) = (self.number(depth), self.number(depth));
                self.builder.select(condition, a, b)
            }
            15 => {
                let boolean = self.boolean(depth);
                self.builder.bool_to_float(boolean)
            }
            16 => {
                let index = self.number(depth);
                self.element(index)
            }
            17 => {
                let unary = self.random.pick(&[Unary::Floor, Unary::Copy]);
                let number = self.number(depth);
                self.builder.unary(unary, number)
            }
            18 | 19 => self.guarded(depth),
            20 => self.wild(depth),
            21 => {
                let unary = self
                    .random
                    .pick(&[Unary::Reciprocal, Unary::ReciprocalRoot, Unary::Log2]);
                let number = self.positive(depth);
                self.builder.unary(unary, number)
            }
            _ => {
                let number = self.number(depth);
                let (low, high) = (self.builder.literal(-4.0), self.builder.literal(4.0));
                let number = self.builder.binary(Binary::Maximum, number, low);
                let number = self.builder.binary(Binary::Minimum, number, high);
                self.builder.unary(Unary::Exp2, number)
            }
        };
        let negate = self.random.one_in(6);
        operand.negate_if(negate)
    }
}
