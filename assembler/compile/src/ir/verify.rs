//! The rules of each form of programs.

use std::fmt;

use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::FxHashSet;

use super::interface::MAX_ARGUMENTS;
use super::program::Program;
use super::statement::{Block, Break, Jump, Loop, MAX_TRIP_COUNT, Statement, TripCount};
use super::value::{Array, Op, Operand, Type, Value};

/// The form of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Variables and jumps. No phis, block parameters or loop results.
    PreSsa,
    /// Phis, block parameters and loop results. No variables, labelled blocks or jumps.
    Ssa,
}

/// A rule that a program breaks: a fault of the compiler, not of the shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation(pub String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Program {
    /// Checks the rules of a form: each value is defined once, before its uses, in a block around them; operands have
    /// the types that operations demand; and nothing of the other form occurs.
    pub fn verify(&self, form: Form) -> Result<(), Violation> {
        let mut verifier = Verifier {
            program: self,
            form,
            defined: FxHashSet::default(),
            visible: FxHashSet::default(),
        };
        verifier.block(&self.body, &[])?;
        for output in &self.outputs {
            for operand in &output.components {
                verifier.number(*operand)?;
            }
        }
        Ok(())
    }
}

/// A target of a jump or a `Break`, listed from the outermost to the innermost.
#[derive(Clone, Copy, PartialEq)]
enum JumpTarget {
    Loop { results: usize },
    Labelled,
}

struct Verifier<'p> {
    program: &'p Program,
    form: Form,
    /// All values that were defined so far.
    defined: FxHashSet<Value>,
    /// Those whose definition reaches the current point.
    visible: FxHashSet<Value>,
}

type VerifyResult = Result<(), Violation>;

fn violation<T>(text: impl Into<String>) -> Result<T, Violation> {
    Err(Violation(text.into()))
}

impl Verifier<'_> {
    /// Checks a block. Its definitions stay visible.
    fn block(&mut self, block: &Block, targets: &[JumpTarget]) -> VerifyResult {
        for (index, statement) in block.0.iter().enumerate() {
            let is_last = index + 1 == block.0.len();
            self.statement(statement, targets, is_last)?;
        }
        Ok(())
    }

    /// Checks an inner block, then calls `then` at its end. Definitions of the block are visible in `then`, not after
    /// it.
    fn inner(
        &mut self,
        block: &Block,
        targets: &[JumpTarget],
        then: impl FnOnce(&mut Self) -> VerifyResult,
    ) -> VerifyResult {
        let before = self.visible.clone();
        self.block(block, targets)?;
        then(self)?;
        self.visible = before;
        Ok(())
    }

    fn only_in(&self, form: Form, what: &str) -> VerifyResult {
        if self.form == form {
            Ok(())
        } else {
            violation(format!("{what} in the form {:?}", self.form))
        }
    }

    fn statement(&mut self, statement: &Statement, targets: &[JumpTarget], is_last: bool) -> VerifyResult {
        match statement {
            Statement::Define(value) => {
                let op = self.program.definition(*value).op;
                if self.program.definition(*value).is_leaf() || op == Op::Phi {
                    return violation(format!("{value} is not defined by `Define`"));
                }
                self.operation(*value, &op)?;
                self.define(*value)
            }
            Statement::Set(variable, operand) => {
                self.only_in(Form::PreSsa, "a variable is set")?;
                self.of_type(*operand, self.program.variable(*variable).kind)
            }
            Statement::If(branch) => {
                self.of_type(branch.condition, Type::Bool)?;
                if !branch.phis.is_empty() {
                    self.only_in(Form::Ssa, "phis")?;
                }
                for (arm, block) in branch.arms.iter().enumerate() {
                    self.arm(block, targets, |verifier| {
                        let mut incoming = branch.incoming(arm);
                        incoming.try_for_each(|(value, from)| verifier.same(from, value))
                    })?;
                }
                self.define_phis(statement.defined())
            }
            Statement::Loop(repeat) => self.looped(repeat, targets),
            Statement::Break(Break { condition, values, .. }) => {
                self.of_type(*condition, Type::Bool)?;
                match targets.last() {
                    Some(JumpTarget::Loop { results }) if *results == values.len() => {}
                    other => {
                        return violation(format!(
                            "a `Leave` of {} values directly in {}",
                            values.len(),
                            other.map_or("no loop", |_| "another block or loop")
                        ));
                    }
                }
                values.iter().try_for_each(|value| self.visible(*value))
            }
            Statement::Call(call) => {
                let arguments = call.arguments.iter().map(Vec::len);
                let mut widths = arguments.chain([call.results.len()]);
                if call.procedure.index() >= self.program.procedures.len()
                    || call.arguments.len() > MAX_ARGUMENTS
                    || widths.any(|width| width > 4)
                {
                    return violation("a call of no procedure, or of too many numbers");
                }
                statement.operands().try_for_each(|operand| self.number(operand))?;
                self.define_phis(statement.defined())
            }
            Statement::Labelled(block) => {
                self.only_in(Form::PreSsa, "a region")?;
                let targets: Vec<_> = targets.iter().copied().chain([JumpTarget::Labelled]).collect();
                self.inner(block, &targets, |_| Ok(()))
            }
            Statement::Jump(jump, _) => {
                self.only_in(Form::PreSsa, "a jump")?;
                if !is_last {
                    return violation("statements behind a jump");
                }
                self.jump(*jump, targets)
            }
        }
    }

    /// Checks an arm of an `If`. A `Break` may not be in it.
    fn arm(
        &mut self,
        block: &Block,
        targets: &[JumpTarget],
        then: impl FnOnce(&mut Self) -> VerifyResult,
    ) -> VerifyResult {
        if block.0.iter().any(|s| s.as_break().is_some()) {
            return violation("a `Leave` in a block of an `If`");
        }
        self.inner(block, targets, then)
    }

    fn jump(&self, jump: Jump, targets: &[JumpTarget]) -> VerifyResult {
        let (Jump::Break(depth) | Jump::Continue(depth)) = jump;
        let target = targets.iter().rev().nth(depth as usize);
        match (jump, target) {
            (Jump::Break(_), Some(_)) | (Jump::Continue(_), Some(JumpTarget::Loop { .. })) => Ok(()),
            _ => violation(format!("{jump:?} has no target")),
        }
    }

    fn looped(&mut self, repeat: &Loop, targets: &[JumpTarget]) -> VerifyResult {
        let Loop {
            parameters, results, ..
        } = repeat;
        if !parameters.is_empty() || !results.is_empty() {
            self.only_in(Form::Ssa, "parameters or results")?;
        }
        let mut firsts = repeat.firsts();
        firsts.try_for_each(|(value, first)| self.same(first, value))?;
        let before = self.visible.clone();
        self.define_phis(parameters.iter().map(|parameter| parameter.value))?;
        let inside = JumpTarget::Loop { results: results.len() };
        let targets: Vec<_> = targets.iter().copied().chain([inside]).collect();
        self.inner(&repeat.body, &targets, |verifier| {
            let mut nexts = repeat.nexts();
            nexts.try_for_each(|(value, next)| verifier.same(next, value))?;
            let Some(counted_exit) = &repeat.counted_exit else {
                return Ok(());
            };
            let is_count = match counted_exit.count {
                TripCount::Known(count) => (1..=MAX_TRIP_COUNT).contains(&count),
                TripCount::Uniform(id) => (verifier.program.uniforms.get(id.index()))
                    .is_some_and(|uniform| uniform.kind == UniformKind::Integer),
            };
            if !is_count || counted_exit.values.len() != results.len() {
                return violation("a wrong number of rounds or of their values");
            }
            let mut ends = counted_exit.values.iter().zip(results);
            ends.try_for_each(|(end, result)| verifier.same(*end, *result))
        })?;
        self.visible = before;
        self.define_phis(results.iter().copied())
    }

    fn define_phis(&mut self, mut values: impl Iterator<Item = Value>) -> VerifyResult {
        values.try_for_each(|value| match self.program.definition(value).op {
            Op::Phi => self.define(value),
            _ => violation(format!("{value} is joined, but has an operation")),
        })
    }

    fn define(&mut self, value: Value) -> VerifyResult {
        self.visible.insert(value);
        if self.defined.insert(value) {
            Ok(())
        } else {
            violation(format!("{value} is defined twice"))
        }
    }

    fn visible(&self, operand: Operand) -> VerifyResult {
        let value = operand.value;
        if value.index() >= self.program.values.len() {
            return violation(format!("{value} is not a value of the program"));
        }
        if self.program.definition(value).is_leaf() || self.visible.contains(&value) {
            Ok(())
        } else {
            violation(format!("{value} is used where it is not defined"))
        }
    }

    fn number(&self, operand: Operand) -> VerifyResult {
        self.visible(operand)?;
        if self.program.kind(operand).is_number() {
            Ok(())
        } else {
            violation(format!("{} is not a number", operand.value))
        }
    }

    fn of_type(&self, operand: Operand, kind: Type) -> VerifyResult {
        self.visible(operand)?;
        let found = self.program.kind(operand);
        if found.is_number() == kind.is_number() {
            Ok(())
        } else {
            violation(format!("{} is {found:?}, not {kind:?}", operand.value))
        }
    }

    /// Checks that an operand is a number if a value is, and a boolean otherwise.
    fn same(&self, operand: Operand, value: Value) -> VerifyResult {
        self.of_type(operand, self.program.definition(value).kind)
    }

    fn operation(&self, value: Value, op: &Op) -> VerifyResult {
        let kind = self.program.definition(value).kind;
        let result = match op {
            Op::Variable(variable) => {
                self.only_in(Form::PreSsa, "a variable is read")?;
                self.program.variable(*variable).kind.is_number()
            }
            Op::Element { array, .. } => {
                let exists = match array {
                    Array::Uniform(id) => id.index() < self.program.uniforms.len(),
                    Array::Table(id) => id.index() < self.program.tables.len(),
                };
                if !exists {
                    return violation(format!("{value} is of an array that does not exist"));
                }
                true
            }
            Op::Select(condition, [a, b]) => {
                self.of_type(*condition, Type::Bool)?;
                self.same(*a, value)?;
                return self.same(*b, value);
            }
            Op::Logic(_, both) => {
                both.iter().try_for_each(|side| self.of_type(*side, Type::Bool))?;
                return self.result(value, kind, false);
            }
            Op::BoolToFloat(boolean) => {
                self.of_type(*boolean, Type::Bool)?;
                return self.result(value, kind, true);
            }
            Op::Compare(..) => false,
            _ => true,
        };
        op.operands().try_for_each(|operand| self.number(operand))?;
        self.result(value, kind, result)
    }

    fn result(&self, value: Value, kind: Type, is_number: bool) -> VerifyResult {
        if kind.is_number() == is_number {
            Ok(())
        } else {
            violation(format!("{value} is {kind:?}, which its operation does not give"))
        }
    }
}
