//! An evaluator of programs: the reference for passes, and the arithmetic of constant folding.
//!
//! Arithmetic follows the GPU model: `f32`, where 0 times infinity is 0, and minima and maxima return the second
//! operand if an operand is NaN.

use super::bits::{Bitwise, integer, nearest, wrapped};
use super::program::Program;
use super::statement::{Block, Jump, Loop, MAX_TRIP_COUNT, Statement, TripCount};
use super::value::{Array, Binary, Comparison, Logic, Op, Operand, Type, Unary, Value};

/// The function that a procedure computes: result components from argument components.
pub type ProcedureFn = fn(&[[f32; 4]]) -> [f32; 4];

/// The inputs of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment<'e> {
    /// The components of each input, by its id.
    pub inputs: &'e [[f32; 4]],
    /// The rows of each uniform, by its id. A boolean reads the first component of the first row.
    pub uniforms: &'e [Vec<[f32; 4]>],
    /// The function of each procedure that the program calls, by its id.
    pub procedures: &'e [ProcedureFn],
}

/// The error of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It exceeded the allowed number of steps.
    Endless,
    /// An index is out of bounds.
    OutsideArray,
}

/// Runs a program in either form. Returns the components of each output. `steps` is the number of statements after
/// which the run fails.
///
/// # Panics
///
/// Panics if the program breaks the rules of its form, or the environment lacks an input, a uniform or a
/// procedure.
pub fn run(program: &Program, environment: &Environment<'_>, steps: u64) -> Result<Vec<Vec<f32>>, Failure> {
    let mut state = State {
        program,
        environment,
        values: vec![0.0; program.values.len()],
        variables: vec![0.0; program.variables.len()],
        steps,
    };
    state.block(&program.body)?;
    let outputs = program.outputs.iter();
    let components = |output: &super::Output| {
        let components = output.components.iter();
        components.map(|operand| state.read(*operand)).collect()
    };
    Ok(outputs.map(components).collect())
}

/// Returns the result of an operation of one number.
pub fn unary(unary: Unary, a: f32) -> f32 {
    match unary {
        Unary::Copy => a,
        Unary::Floor => libm::floorf(a),
        Unary::Reciprocal => 1.0 / a,
        // Of -0 as well, it is positive infinity.
        Unary::ReciprocalRoot => 1.0 / libm::sqrtf(a).abs(),
        Unary::Exp2 => libm::exp2f(a),
        Unary::Log2 => libm::log2f(a),
    }
}

/// Returns the result of an operation of two numbers.
pub fn binary(binary: Binary, a: f32, b: f32) -> f32 {
    let number = |holds: bool| if holds { 1.0 } else { 0.0 };
    match binary {
        Binary::Add => a + b,
        Binary::Multiply => multiply(a, b),
        Binary::Minimum if a < b => a,
        Binary::Maximum if a > b => a,
        Binary::Minimum | Binary::Maximum => b,
        Binary::Sge => number(a >= b),
        Binary::Slt => number(a < b),
    }
}

/// Compares two numbers.
#[expect(clippy::float_cmp, reason = "the machine compares exactly")]
pub fn compare(comparison: Comparison, a: f32, b: f32) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

/// Returns the result of an operation on the bits of two integers. Numbers that are no integers are bits of floats:
/// they are kept whole, or not at all.
pub fn bitwise(operation: Bitwise, a: f32, b: f32) -> f32 {
    if let (Some(a), Some(b)) = (integer(a), integer(b)) {
        return nearest(i64::from(operation.evaluate(wrapped(a), wrapped(b))));
    }
    match operation {
        Bitwise::And if a == -1.0 => b,
        Bitwise::And if b == -1.0 => a,
        Bitwise::And if a == 0.0 || b == 0.0 => 0.0,
        Bitwise::Or | Bitwise::Xor if a == 0.0 => b,
        Bitwise::Or | Bitwise::Xor if b == 0.0 => a,
        _ => f32::NAN,
    }
}

/// Returns the number of an unsigned integer.
pub fn unsigned(a: f32) -> f32 {
    if a < 0.0 { a + 4_294_967_296.0 } else { a }
}

/// Returns the result of an operation of two booleans.
pub const fn logic(logic: Logic, a: bool, b: bool) -> bool {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a != b,
    }
}

/// Returns the product, where 0 times infinity is 0.
fn multiply(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product.is_nan() && !a.is_nan() && !b.is_nan() {
        0.0
    } else {
        product
    }
}

/// The control flow after a statement.
enum Flow {
    Next,
    /// To the end of the loop or labelled block at this depth.
    Break(u32),
    /// To the next iteration of the loop at this depth.
    Continue(u32),
    /// To the end of the innermost loop, with its results.
    Results(Vec<f32>),
}

struct State<'r> {
    program: &'r Program,
    environment: &'r Environment<'r>,
    /// Booleans are 0 or 1.
    values: Vec<f32>,
    variables: Vec<f32>,
    steps: u64,
}

impl State<'_> {
    fn read(&self, operand: Operand) -> f32 {
        let definition = self.program.definition(operand.value);
        let is_bool = definition.kind == Type::Bool;
        let value = match definition.op {
            Op::Literal(number) => number,
            Op::Integer(number, _) => nearest(number),
            Op::Bool(holds) => f32::from(u8::from(holds)),
            Op::Input(input, component) => self.environment.inputs[input.index()][component as usize],
            Op::Uniform(uniform, row, component) => {
                self.environment.uniforms[uniform.index()][usize::from(row)][component as usize]
            }
            Op::Flag(uniform) => {
                let flag = self.environment.uniforms[uniform.index()][0][0];
                f32::from(u8::from(flag != 0.0))
            }
            Op::Poison(_) => f32::NAN,
            _ => self.values[operand.value.index()],
        };
        match (operand.negated, is_bool) {
            (false, _) => value,
            (true, true) => 1.0 - value,
            (true, false) => -value,
        }
    }

    fn read_all(&self, operands: &[Operand]) -> Vec<f32> {
        operands.iter().map(|operand| self.read(*operand)).collect()
    }

    fn holds(&self, operand: Operand) -> bool {
        self.read(operand) != 0.0
    }

    fn block(&mut self, block: &Block) -> Result<Flow, Failure> {
        for statement in &block.0 {
            self.steps = self.steps.checked_sub(1).ok_or(Failure::Endless)?;
            match self.statement(statement)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Failure> {
        match statement {
            Statement::Define(value) => {
                let result = self.operation(&self.program.definition(*value).op)?;
                self.values[value.index()] = result;
            }
            Statement::Set(variable, operand) => {
                self.variables[variable.index()] = self.read(*operand);
            }
            Statement::If(branch) => {
                let arm = usize::from(!self.holds(branch.condition));
                match self.block(&branch.arms[arm])? {
                    Flow::Next => {}
                    other => return Ok(other),
                }
                for (value, from) in branch.incoming(arm) {
                    self.values[value.index()] = self.read(from);
                }
            }
            Statement::Loop(repeat) => return self.looped(repeat),
            Statement::Break(exit) => {
                if self.holds(exit.condition) {
                    return Ok(Flow::Results(self.read_all(&exit.values)));
                }
            }
            Statement::Call(call) => {
                let registers: Vec<_> = (call.arguments.iter())
                    .map(|argument| {
                        let mut register = [0.0; 4];
                        for (component, operand) in register.iter_mut().zip(argument) {
                            *component = self.read(*operand);
                        }
                        register
                    })
                    .collect();
                let result = self.environment.procedures[call.procedure.index()](&registers);
                self.set_results(&call.results, result.to_vec());
            }
            Statement::Labelled(block) => match self.block(block)? {
                Flow::Break(0) => {}
                other => return Ok(outside(other)),
            },
            Statement::Jump(Jump::Break(depth), _) => return Ok(Flow::Break(*depth)),
            Statement::Jump(Jump::Continue(depth), _) => return Ok(Flow::Continue(*depth)),
        }
        Ok(Flow::Next)
    }

    fn looped(&mut self, repeat: &Loop) -> Result<Flow, Failure> {
        let mut current: Vec<_> = repeat.firsts().map(|(_, first)| self.read(first)).collect();
        for round in 1_u64.. {
            self.steps = self.steps.checked_sub(1).ok_or(Failure::Endless)?;
            for (parameter, value) in repeat.parameters.iter().zip(current) {
                self.values[parameter.value.index()] = value;
            }
            match self.block(&repeat.body)? {
                Flow::Next | Flow::Continue(0) => {}
                Flow::Break(0) => break,
                Flow::Results(values) => {
                    self.set_results(&repeat.results, values);
                    break;
                }
                other => return Ok(outside(other)),
            }
            if let Some(counted_exit) = &repeat.counted_exit
                && round == self.trip_count(counted_exit.count)
            {
                self.set_results(&repeat.results, self.read_all(&counted_exit.values));
                break;
            }
            current = repeat.nexts().map(|(_, next)| self.read(next)).collect();
        }
        Ok(Flow::Next)
    }

    /// Returns the trip count, at least 1. The row of an integer uniform begins with it.
    fn trip_count(&self, count: TripCount) -> u64 {
        let number = match count {
            TripCount::Known(count) => f32::from(count),
            TripCount::Uniform(id) => {
                let rows = self.environment.uniforms.get(id.index());
                rows.and_then(|rows| rows.first()).map_or(0.0, |row| row[0])
            }
        };
        let counts = (1..=MAX_TRIP_COUNT).find(|count| f32::from(*count) >= number);
        u64::from(counts.unwrap_or(MAX_TRIP_COUNT))
    }

    fn set_results(&mut self, results: &[Value], values: Vec<f32>) {
        for (result, value) in results.iter().zip(values) {
            self.values[result.index()] = value;
        }
    }

    /// Returns the result of an operation on bits. Those of constants are exact.
    fn bits(&self, operation: Bitwise, both: [Operand; 2]) -> f32 {
        let integers = both.map(|side| {
            let known = self.program.integer(side);
            known.or_else(|| integer(self.read(side)))
        });
        match integers {
            [Some(a), Some(b)] => nearest(operation.evaluate(wrapped(a), wrapped(b)).into()),
            _ => bitwise(operation, self.read(both[0]), self.read(both[1])),
        }
    }

    fn operation(&self, op: &Op) -> Result<f32, Failure> {
        let number = |holds: bool| f32::from(u8::from(holds));
        let sum = |a: &[Operand], b: &[Operand]| {
            let products = a.iter().zip(b).map(|(a, b)| multiply(self.read(*a), self.read(*b)));
            products.fold(0.0, |sum, product| sum + product)
        };
        Ok(match op {
            Op::Variable(variable) => self.variables[variable.index()],
            Op::Element {
                array,
                row,
                component,
                index,
            } => {
                let rows = match array {
                    Array::Uniform(id) => &self.environment.uniforms[id.index()],
                    Array::Table(id) => &self.program.tables[id.index()].rows,
                };
                let row = f64::from(self.read(*index)).trunc() + f64::from(*row);
                let found = rows.iter().zip(0_u32..).find(|(_, number)| f64::from(*number) == row);
                found.ok_or(Failure::OutsideArray)?.0[*component as usize]
            }
            Op::Unary(operation, a) => unary(*operation, self.read(*a)),
            Op::Binary(operation, [a, b]) => binary(*operation, self.read(*a), self.read(*b)),
            Op::MultiplyAdd([a, b, c]) => multiply(self.read(*a), self.read(*b)) + self.read(*c),
            Op::Dot3(a, b) => sum(a, b),
            Op::Dot4(a, b) => sum(a, b),
            Op::DotHomogeneous(a, b) => sum(a, &b[..3]) + self.read(b[3]),
            Op::Bitwise(operation, both, _) => self.bits(*operation, *both),
            Op::Unsigned(a) => unsigned(self.read(*a)),
            // The number itself goes through, as programs only move such bits.
            Op::Bitcast(a, _) => self.read(*a),
            Op::Compare(comparison, [a, b]) => number(compare(*comparison, self.read(*a), self.read(*b))),
            Op::Logic(operation, [a, b]) => number(logic(*operation, self.holds(*a), self.holds(*b))),
            Op::Select(condition, [a, b]) => self.read(if self.holds(*condition) { *a } else { *b }),
            Op::BoolToFloat(boolean) => self.read(*boolean),
            // Leaves are read where they are used, and statements define phis.
            Op::Literal(_)
            | Op::Integer(..)
            | Op::Bool(_)
            | Op::Input(..)
            | Op::Uniform(..)
            | Op::Flag(_)
            | Op::Poison(_)
            | Op::Phi => 0.0,
        })
    }
}

/// Control after a loop or labelled block that it has just left.
fn outside(flow: Flow) -> Flow {
    match flow {
        Flow::Break(depth) => Flow::Break(depth.saturating_sub(1)),
        Flow::Continue(depth) => Flow::Continue(depth.saturating_sub(1)),
        other => other,
    }
}
