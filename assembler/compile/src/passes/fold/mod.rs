//! `fold`: constant folding and simplification of operations and control flow.

mod booleans;
mod numbers;

use rustc_hash::FxHashMap;

use super::edit::{Literals, Replacements};
use super::facts::Facts;
use crate::ir::{Array, Block, Definition, If, Loop, Op, Operand, Program, Statement, TripCount, Type, Value};

/// Replaces operations by simpler ones that have the same result. A zero may change its sign. With `strict`, makes no
/// assumptions about uploaded numbers. Returns whether there were any.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let facts = Facts::new(program, strict);
    let body = std::mem::take(&mut program.body);
    let mut folder = Folder {
        literals: Literals::default(),
        replaced: Replacements::new(program),
        known: FxHashMap::default(),
        facts,
        changed: false,
        program,
    };
    let mut to = Vec::with_capacity(body.0.len());
    folder.block(body, &mut to);
    let Folder { replaced, changed, .. } = folder;
    program.body = Block(to);
    replaced.apply(program);
    changed || replaced.has_more()
}

/// The result of simplifying an operation.
#[derive(Clone, Copy, Debug)]
enum FoldResult {
    /// Another operation.
    Op(Op),
    /// The negation of another operation.
    Negative(Op),
    /// An existing operand.
    Operand(Operand),
    /// A number.
    Number(f32),
    /// A boolean.
    Bool(bool),
}

/// Maximum number of steps in which an operation is simplified: a guard against rules that undo each other.
const MAX_STEPS: usize = 16;

/// The facts that rules use.
struct Rules<'r> {
    program: &'r Program,
    facts: &'r Facts,
}

struct Folder<'p> {
    program: &'p mut Program,
    facts: Facts,
    literals: Literals,
    replaced: Replacements,
    /// Booleans that are known at the current location, from the conditions around it.
    known: FxHashMap<Value, bool>,
    /// True if a statement or an operation has changed, other than by replaced operands.
    changed: bool,
}

impl Folder<'_> {
    fn resolve(&mut self, operand: Operand) -> Operand {
        let mut operand = self.replaced.resolve(operand);
        if let Op::Literal(number) = *self.program.op(operand)
            && number.is_sign_negative()
        {
            // One literal does for both signs.
            self.changed = true;
            let positive = self.literals.number(self.program, -number);
            self.facts.add(self.program, positive.value);
            operand = positive.negate_if(!operand.negated);
        }
        match self.known.get(&operand.value) {
            Some(holds) => {
                self.changed = true;
                let holds = *holds != operand.negated;
                self.literals.boolean(self.program, holds)
            }
            None => operand,
        }
    }

    /// Folds a block. Removes the code after an unconditional `Break`.
    fn block(&mut self, block: Block, to: &mut Vec<Statement>) {
        let mut learnt = Vec::new();
        for statement in block.0 {
            match statement {
                Statement::Define(value) => self.define(value, to),
                Statement::If(branch) => self.branch(branch, to),
                Statement::Loop(repeat) => self.looped(repeat, to),
                Statement::Break(mut exit) => {
                    let condition = self.resolve(exit.condition);
                    let holds = self.program.as_bool(condition);
                    if holds == Some(false) {
                        self.changed = true;
                        continue;
                    }
                    exit.condition = condition;
                    for value in &mut exit.values {
                        *value = self.resolve(*value);
                    }
                    to.push(Statement::Break(exit));
                    if holds == Some(true) {
                        // The rest of the block is unreachable.
                        self.changed = true;
                        break;
                    }
                    self.learn(condition, false, &mut learnt);
                }
                other => to.push(other),
            }
        }
        self.forget(learnt);
    }

    fn learn(&mut self, condition: Operand, holds: bool, learnt: &mut Vec<Value>) {
        let is_leaf = matches!(self.program.op(condition), Op::Bool(_));
        if !is_leaf && !self.known.contains_key(&condition.value) {
            self.known.insert(condition.value, holds != condition.negated);
            learnt.push(condition.value);
        }
    }

    fn forget(&mut self, learnt: Vec<Value>) {
        for value in learnt {
            self.known.remove(&value);
        }
    }

    fn define(&mut self, value: Value, to: &mut Vec<Statement>) {
        let mut op = self.program.definition(value).op;
        op.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
        let kind = self.program.definition(value).kind;
        let mut negated = false;
        for _ in 0..MAX_STEPS {
            let Some(simpler) = self.simpler(&op, kind) else {
                break;
            };
            self.changed = true;
            let operand = match simpler {
                FoldResult::Op(other) => {
                    op = other;
                    continue;
                }
                FoldResult::Negative(other) => {
                    op = other;
                    negated = !negated;
                    continue;
                }
                FoldResult::Operand(operand) => operand,
                FoldResult::Number(number) => {
                    let literal = self.literals.number(self.program, number);
                    self.facts.add(self.program, literal.value);
                    literal
                }
                FoldResult::Bool(holds) => self.literals.boolean(self.program, holds),
            };
            self.replaced.set(value, operand.negate_if(negated));
            return;
        }
        if negated {
            // Uses read the negative of a new value.
            let origin = self.program.definition(value).origin;
            let opposite = self.program.add(Definition { op, kind, origin });
            let fact = self.facts.get(Operand::from(value).negate());
            self.facts.set(opposite, fact);
            self.replaced.set(value, Operand::from(opposite).negate());
            to.push(Statement::Define(opposite));
        } else {
            self.program.values[value.index()].op = op;
            to.push(Statement::Define(value));
        }
    }

    fn simpler(&mut self, op: &Op, kind: Type) -> Option<FoldResult> {
        if let Op::Element { .. } = op {
            return self.element(op);
        }
        let rules = Rules {
            program: self.program,
            facts: &self.facts,
        };
        if kind == Type::Bool {
            rules.boolean(op)
        } else {
            rules.number(op)
        }
    }

    /// Turns an element at a known row into that row.
    fn element(&mut self, op: &Op) -> Option<FoldResult> {
        let Op::Element {
            array,
            row,
            component,
            index,
        } = *op
        else {
            return None;
        };
        let program = &*self.program;
        if let Some(number) = program.literal(index) {
            let sum = f64::from(number).trunc() + f64::from(row);
            let row = (0..u16::MAX).find(|row| f64::from(*row) >= sum)?;
            let is_exact = (f64::from(row) - sum).abs() < 0.5;
            return match array {
                Array::Table(table) if is_exact => {
                    let row = program.tables[table.index()].rows.get(usize::from(row))?;
                    Some(FoldResult::Number(row[component as usize]))
                }
                Array::Uniform(uniform) if is_exact && row < program.uniforms[uniform.index()].rows => {
                    let leaf = Definition {
                        op: Op::Uniform(uniform, row, component),
                        kind: Type::Float,
                        origin: crate::ir::Origin::default(),
                    };
                    Some(FoldResult::Operand(self.literals.leaf(self.program, leaf)))
                }
                _ => None,
            };
        }
        let Op::Binary(crate::ir::Binary::Add, both) = *program.op(index) else {
            return None;
        };
        let length = match array {
            Array::Table(table) => program.tables[table.index()].rows.len(),
            Array::Uniform(uniform) => usize::from(program.uniforms[uniform.index()].rows),
        };
        let (a, b) = (both[0].negate_if(index.negated), both[1].negate_if(index.negated));
        [(a, b), (b, a)].into_iter().find_map(|(rest, constant)| {
            let number = program.literal(constant)?;
            let is_integer = number.fract() == 0.0 && number.abs() <= 64.0;
            let sum = f64::from(number) + f64::from(row);
            // A row before the array may be before the first register, which no operand can name.
            let mut rows = 0..i16::try_from(length).unwrap_or(i16::MAX);
            let row = rows.find(|row| (f64::from(*row) - sum).abs() < 0.5)?;
            (is_integer && program.kind(rest) == Type::Int).then_some(FoldResult::Op(Op::Element {
                array,
                row,
                component,
                index: rest,
            }))
        })
    }

    fn branch(&mut self, mut branch: If, to: &mut Vec<Statement>) {
        branch.condition = self.resolve(branch.condition);
        if let Some(holds) = self.program.as_bool(branch.condition) {
            self.changed = true;
            let arm = usize::from(!holds);
            self.block(std::mem::take(&mut branch.arms[arm]), to);
            for (value, from) in branch.incoming(arm) {
                let from = self.resolve(from);
                self.replaced.set(value, from);
            }
            return;
        }
        for (arm, block) in branch.arms.iter_mut().enumerate() {
            let mut learnt = Vec::new();
            self.learn(branch.condition, arm == 0, &mut learnt);
            let mut inner = Vec::new();
            self.block(std::mem::take(block), &mut inner);
            block.0 = inner;
            for phi in &mut branch.phis {
                phi.from[arm] = self.resolve(phi.from[arm]);
            }
            self.forget(learnt);
        }
        self.changed |= branch.condition.negated;
        branch.normalize();
        to.push(Statement::If(branch));
    }

    fn looped(&mut self, mut repeat: Loop, to: &mut Vec<Statement>) {
        let body = std::mem::take(&mut repeat.body.0);
        self.block(Block(body), &mut repeat.body.0);
        let last = repeat.body.0.last().and_then(Statement::as_break);
        let always_leaves = last.is_some_and(|l| self.program.as_bool(l.condition) == Some(true));
        let count = repeat.counted_exit.as_ref().map(|counted_exit| counted_exit.count);
        let is_one_round = always_leaves || count == Some(TripCount::Known(1));
        if is_one_round {
            for parameter in repeat.parameters.drain(..) {
                let first = self.resolve(parameter.first);
                self.replaced.set(parameter.value, first);
            }
        }
        if !is_one_round || repeat.breaks().count() > usize::from(always_leaves) {
            self.changed |= is_one_round;
            repeat.counted_exit = repeat.counted_exit.filter(|_| !always_leaves);
            to.push(Statement::Loop(repeat));
            return;
        }
        self.changed = true;
        let ends = repeat.ends().next().into_iter().flatten();
        for (result, end) in repeat.results.iter().zip(ends) {
            let end = self.resolve(*end);
            self.replaced.set(*result, end);
        }
        let stay = (repeat.body.0.into_iter()).filter(|statement| statement.as_break().is_none());
        to.extend(stay);
    }
}
