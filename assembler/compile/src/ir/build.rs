//! The builder of IR programs.

use rustc_hash::FxHashMap;

use super::bits::{Bitwise, LARGEST_INTEGER, nearest};
use super::interface::Procedure;
use super::program::{Definition, Program, Variable};
use super::statement::{Block, Call, If, Jump, Loop, Statement};
use super::value::{
    Binary, Comparison, Logic, Op, Operand, Origin, ProcedureId, ReasonId, Type, Unary, Value, VariableId,
};

/// A builder that appends to a program in [`Form::PreSsa`](super::Form::PreSsa).
///
/// Methods named after an operation add it to the innermost open block and return the value. Equal leaves, such as
/// literals, share a value.
#[derive(Debug, Default)]
pub struct Builder {
    program: Program,
    /// The blocks that are open, from the outermost.
    open: Vec<Block>,
    leaves: FxHashMap<(LeafKey, Type), Value>,
    origin: Origin,
}

/// A key of a leaf. It has the bits of a number, since equal numbers may differ in their sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct LeafKey {
    kind: u8,
    id: u32,
    row: u16,
    component: u8,
    /// An integer that the GPU's floats cannot hold.
    number: i64,
}

impl LeafKey {
    fn from_op(op: &Op) -> Option<Self> {
        let (kind, id, row, component) = match op {
            Op::Literal(number) => (0, number.to_bits(), 0, 0),
            Op::Bool(holds) => (1, u32::from(*holds), 0, 0),
            Op::Input(input, component) => (2, input.0, 0, *component as u8),
            Op::Uniform(uniform, row, component) => (3, uniform.0, *row, *component as u8),
            Op::Flag(uniform) => (4, uniform.0, 0, 0),
            Op::Poison(reason) => (5, reason.0, 0, 0),
            Op::Integer(number, reason) => {
                return Some(Self {
                    kind: 6,
                    id: reason.0,
                    number: *number,
                    ..Self::default()
                });
            }
            _ => return None,
        };
        Some(Self {
            kind,
            id,
            row,
            component,
            number: 0,
        })
    }
}

impl Builder {
    /// Creates a builder for a program with its inputs, uniforms and tables, and with an empty body and no outputs.
    pub fn new(program: Program) -> Self {
        Self {
            program,
            open: vec![Block::default()],
            ..Self::default()
        }
    }

    /// Returns the program so far, without its statements.
    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Sets the source location of everything added from now on.
    pub fn at(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// Returns the finished program.
    pub fn finish(mut self) -> Program {
        self.program.body = self.open.pop().unwrap_or_default();
        self.program
    }

    /// Adds a statement to the innermost open block.
    pub fn push(&mut self, statement: Statement) {
        if let Some(block) = self.open.last_mut() {
            block.0.push(statement);
        }
    }

    /// Adds a value. A leaf needs no statement; other operations are added to the innermost open block.
    pub fn value(&mut self, op: Op, kind: Type) -> Operand {
        let key = LeafKey::from_op(&op).map(|key| (key, kind));
        if let Some(known) = key.and_then(|key| self.leaves.get(&key)) {
            return Operand::from(*known);
        }
        let origin = self.origin;
        let value = self.program.add(Definition { op, kind, origin });
        match key {
            Some(key) => {
                self.leaves.insert(key, value);
            }
            None => self.push(Statement::Define(value)),
        }
        Operand::from(value)
    }

    /// Returns a number of the source.
    pub fn literal(&mut self, number: f32) -> Operand {
        self.value(Op::Literal(number), Type::Float)
    }

    /// Returns an integer of the source.
    pub fn integer(&mut self, number: f32) -> Operand {
        self.value(Op::Literal(number), Type::Int)
    }

    /// Returns a 32-bit integer, signed or unsigned. `reason` is the error if the GPU cannot hold it.
    pub fn whole(&mut self, number: i64, reason: ReasonId) -> Operand {
        if number.abs() <= LARGEST_INTEGER {
            return self.integer(nearest(number));
        }
        self.value(Op::Integer(number, reason), Type::Int)
    }

    /// Returns a boolean of the source.
    pub fn boolean(&mut self, holds: bool) -> Operand {
        self.value(Op::Bool(holds), Type::Bool)
    }

    /// Returns an operation of one number.
    pub fn unary(&mut self, unary: Unary, a: Operand) -> Operand {
        let kind = match unary {
            Unary::Floor => Type::Int,
            Unary::Copy => self.program.kind(a),
            _ => Type::Float,
        };
        self.value(Op::Unary(unary, a), kind)
    }

    /// Returns an operation of two numbers. Comparisons give integers; other operations, integers if both operands are.
    pub fn binary(&mut self, binary: Binary, a: Operand, b: Operand) -> Operand {
        let is_integer = |operand| self.program.kind(operand) == Type::Int;
        let kind = match binary {
            Binary::Sge | Binary::Slt => Type::Int,
            _ if is_integer(a) && is_integer(b) => Type::Int,
            _ => Type::Float,
        };
        self.value(Op::Binary(binary, [a, b]), kind)
    }

    /// Returns the sum.
    pub fn add(&mut self, a: Operand, b: Operand) -> Operand {
        self.binary(Binary::Add, a, b)
    }

    /// Returns the difference.
    pub fn subtract(&mut self, a: Operand, b: Operand) -> Operand {
        self.binary(Binary::Add, a, b.negate())
    }

    /// Returns the product.
    pub fn multiply(&mut self, a: Operand, b: Operand) -> Operand {
        self.binary(Binary::Multiply, a, b)
    }

    /// Returns the product of two numbers and the sum with a third.
    pub fn multiply_add(&mut self, a: Operand, b: Operand, c: Operand) -> Operand {
        let is_integer = |operand| self.program.kind(operand) == Type::Int;
        let kind = if [a, b, c].into_iter().all(is_integer) {
            Type::Int
        } else {
            Type::Float
        };
        self.value(Op::MultiplyAdd([a, b, c]), kind)
    }

    /// Returns a bitwise operation on two integers. `reason` is the error if the GPU cannot compute it.
    pub fn bitwise(&mut self, operation: Bitwise, a: Operand, b: Operand, reason: ReasonId) -> Operand {
        self.value(Op::Bitwise(operation, [a, b], reason), Type::Int)
    }

    /// Returns the number of an unsigned integer, as an integer or as a float.
    pub fn unsigned(&mut self, a: Operand, kind: Type) -> Operand {
        match self.program.literal(a) {
            Some(number) if number >= 0.0 => a,
            _ => self.value(Op::Unsigned(a), kind),
        }
    }

    /// Reinterprets the bits of a number as another type. `reason` is the error if the GPU cannot compute it.
    pub fn bitcast(&mut self, a: Operand, kind: Type, reason: ReasonId) -> Operand {
        self.value(Op::Bitcast(a, reason), kind)
    }

    /// Compares two numbers.
    pub fn compare(&mut self, comparison: Comparison, a: Operand, b: Operand) -> Operand {
        self.value(Op::Compare(comparison, [a, b]), Type::Bool)
    }

    /// Returns an operation of two booleans.
    pub fn logic(&mut self, logic: Logic, a: Operand, b: Operand) -> Operand {
        self.value(Op::Logic(logic, [a, b]), Type::Bool)
    }

    /// `condition ? a : b`
    pub fn select(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        let kind = match (self.program.kind(a), self.program.kind(b)) {
            (a, b) if a == b => a,
            _ => Type::Float,
        };
        self.value(Op::Select(condition, [a, b]), kind)
    }

    /// Returns 1 for true, 0 for false.
    pub fn bool_to_float(&mut self, boolean: Operand) -> Operand {
        self.value(Op::BoolToFloat(boolean), Type::Int)
    }

    /// Adds a variable.
    pub fn variable(&mut self, name: impl Into<String>, kind: Type) -> VariableId {
        let id = VariableId::from_index(self.program.variables.len());
        let name = name.into();
        self.program.variables.push(Variable { name, kind });
        id
    }

    /// Reads a variable.
    pub fn get(&mut self, variable: VariableId) -> Operand {
        let kind = self.program.variable(variable).kind;
        self.value(Op::Variable(variable), kind)
    }

    /// Sets a variable.
    pub fn set(&mut self, variable: VariableId, value: Operand) {
        self.push(Statement::Set(variable, value));
    }

    /// Calls a procedure whose result has numbers of these types. Returns the result.
    pub fn call(&mut self, name: &str, arguments: Vec<Vec<Operand>>, result: &[Type]) -> Vec<Operand> {
        let procedures = &mut self.program.procedures;
        let known = procedures.iter().position(|known| known.name == name);
        let index = known.unwrap_or_else(|| {
            let name = name.to_owned();
            procedures.push(Procedure { name });
            procedures.len() - 1
        });
        let origin = self.origin;
        let joined = result.iter().map(|kind| Definition {
            op: Op::Phi,
            kind: *kind,
            origin,
        });
        let results: Vec<Value> = joined.map(|value| self.program.add(value)).collect();
        let operands = results.iter().copied().map(Operand::from).collect();
        self.push(Statement::Call(Call {
            procedure: ProcedureId::from_index(index),
            arguments,
            results,
            origin,
        }));
        operands
    }

    /// Opens a block. [`Self::close`] returns it.
    pub fn open(&mut self) {
        self.open.push(Block::default());
    }

    /// Closes the innermost open block.
    pub fn close(&mut self) -> Block {
        self.open.pop().unwrap_or_default()
    }

    /// Adds an `If` of two blocks.
    pub fn branch(&mut self, condition: Operand, then: Block, otherwise: Block) {
        self.push(Statement::If(If {
            condition,
            arms: [then, otherwise],
            phis: Vec::new(),
            origin: self.origin,
        }));
    }

    /// Adds a loop.
    pub fn repeat(&mut self, body: Block) {
        self.push(Statement::Loop(Loop {
            parameters: Vec::new(),
            counted_exit: None,
            body,
            results: Vec::new(),
            origin: self.origin,
        }));
    }

    /// Adds a labelled block, which jumps can leave.
    pub fn labelled(&mut self, block: Block) {
        self.push(Statement::Labelled(block));
    }

    /// Adds a jump. Nothing may follow in its block.
    pub fn jump(&mut self, jump: Jump) {
        self.push(Statement::Jump(jump, self.origin));
    }
}
