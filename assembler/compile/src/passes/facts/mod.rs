//! Value analysis: ranges, and whether values can be NaN or infinite.
//!
//! Uploaded numbers are assumed to be of ordinary size, so that their sums and products are finite, unless math is
//! strict or the shader tests for NaN or infinity.

mod range;

pub(super) use range::{Fact, NonFinite};
use rustc_hash::FxHashMap;

use crate::ir::{Array, Binary, Block, Comparison, Logic, Loop, Op, Operand, Program, Statement, Type, Unary, Value};

/// Maximum number of operations that are analysed again with the facts of a condition.
const MAX_STEPS: usize = 8;

/// Facts about the values of a program.
pub(super) struct Facts {
    of: Vec<Fact>,
    /// The lowest chance that matters.
    counts: NonFinite,
}

impl Facts {
    /// Analyses a program. With `strict`, makes no assumptions about uploaded numbers.
    pub(super) fn new(program: &Program, strict: bool) -> Self {
        let counts = if strict || asks(program) {
            NonFinite::FromInputs
        } else {
            NonFinite::Computed
        };
        let mut facts = Self {
            of: vec![Fact::ANY; program.values.len()],
            counts,
        };
        for (index, definition) in program.values.iter().enumerate() {
            if definition.is_leaf() {
                facts.of[index] = leaf(program, &definition.op, definition.kind);
            }
        }
        facts.block(program, &program.body);
        facts
    }

    /// Returns the fact about an operand.
    pub(super) fn get(&self, operand: Operand) -> Fact {
        let known = self.of.get(operand.value.index());
        let known = known.copied().unwrap_or(Fact::ANY);
        if operand.negated { known.negative() } else { known }
    }

    /// Returns whether an operand is not NaN.
    pub(super) fn is_number(&self, operand: Operand) -> bool {
        self.get(operand).nan < self.counts
    }

    /// Returns whether an operand is neither NaN nor infinite.
    pub(super) fn is_finite(&self, operand: Operand) -> bool {
        let fact = self.get(operand);
        fact.nan.max(fact.infinite) < self.counts
    }

    /// Returns whether an operand is not NaN, whatever the application uploads.
    pub(super) fn is_never_nan(&self, operand: Operand) -> bool {
        self.get(operand).nan == NonFinite::Never
    }

    /// Computes the fact about a newly defined value.
    pub(super) fn add(&mut self, program: &Program, value: Value) {
        let definition = program.definition(value);
        let fact = if definition.is_leaf() {
            leaf(program, &definition.op, definition.kind)
        } else {
            self.result(program, &definition.op)
        };
        self.set(value, fact);
    }

    /// Sets the fact about a value.
    pub(super) fn set(&mut self, value: Value, fact: Fact) {
        let index = value.index();
        if index >= self.of.len() {
            self.of.resize(index + 1, Fact::ANY);
        }
        self.of[index] = fact;
    }

    fn block(&mut self, program: &Program, block: &Block) {
        for statement in &block.0 {
            match statement {
                Statement::Define(value) => {
                    let fact = self.result(program, &program.definition(*value).op);
                    self.set(*value, fact);
                }
                Statement::If(branch) => {
                    let mut ends = [Vec::new(), Vec::new()];
                    for (arm, block) in branch.arms.iter().enumerate() {
                        let condition = branch.condition.negate_if(arm == 1);
                        let before = self.learn(program, condition);
                        self.block(program, block);
                        ends[arm].extend(branch.incoming(arm).map(|(_, from)| self.get(from)));
                        self.forget(before);
                    }
                    let [then, otherwise] = ends;
                    for (phi, (a, b)) in branch.phis.iter().zip(then.into_iter().zip(otherwise)) {
                        self.set(phi.value, a.union(b));
                    }
                }
                Statement::Loop(repeat) => self.looped(program, repeat),
                Statement::Labelled(inner) => self.block(program, inner),
                _ => {}
            }
        }
    }

    /// Refines the facts about the operands of a condition for the block where it holds. Returns the previous facts,
    /// for [`Self::forget`].
    fn learn(&mut self, program: &Program, condition: Operand) -> Vec<(Value, Fact)> {
        let mut learnt = Vec::new();
        self.find(program, condition, 0, &mut learnt);
        let exchange = |(value, fact): (Value, Fact)| {
            let before = self.get(value.into());
            self.set(value, fact);
            (value, before)
        };
        let mut before: Vec<_> = learnt.into_iter().map(exchange).collect();
        before.reverse();
        before
    }

    fn forget(&mut self, before: Vec<(Value, Fact)>) {
        for (value, fact) in before {
            self.set(value, fact);
        }
    }

    /// Collects the facts about the operands of a condition where it holds.
    fn find(&self, program: &Program, condition: Operand, depth: usize, learnt: &mut Vec<(Value, Fact)>) {
        match *program.op(condition) {
            Op::Compare(comparison, [a, b]) => {
                let are_numbers = self.is_number(a) && self.is_number(b);
                let comparison = match (condition.negated, comparison) {
                    (false, comparison) => comparison,
                    (true, Comparison::NotEqual) => Comparison::Equal,
                    (true, comparison) if are_numbers => comparison.opposite(),
                    _ => return,
                };
                let relations = [(a, comparison, b), (b, comparison.swapped(), a)];
                for (operand, comparison, other) in relations {
                    let is_leaf = program.literal(operand).is_some();
                    let fact = self.get(operand);
                    let mut found = fact.where_holds(comparison, self.get(other));
                    if condition.negated {
                        found.nan = fact.nan;
                    }
                    if !is_leaf && found != fact {
                        let fact = if operand.negated { found.negative() } else { found };
                        learnt.push((operand.value, fact));
                    }
                }
            }
            Op::Logic(logic, both) if depth < MAX_STEPS => {
                let both_hold = match logic {
                    Logic::And => !condition.negated,
                    Logic::Or => condition.negated,
                    Logic::Xor => false,
                };
                if both_hold {
                    for side in both {
                        let side = side.negate_if(condition.negated);
                        self.find(program, side, depth + 1, learnt);
                    }
                }
            }
            _ => {}
        }
    }

    /// Analyses a loop until the facts of its parameters are stable.
    fn looped(&mut self, program: &Program, repeat: &Loop) {
        for (value, first) in repeat.firsts() {
            let first = self.get(first);
            let base = match program.definition(value).kind {
                Type::Float => Fact::UPLOADED,
                Type::Int => Fact::INTEGER,
                Type::Bool => Fact::UNIT,
            };
            let fact = Fact {
                nan: first.nan,
                infinite: first.infinite,
                ..base
            };
            self.set(value, fact);
        }
        loop {
            self.block(program, &repeat.body);
            let mut changed = false;
            for (value, next) in repeat.nexts() {
                let (before, next) = (self.get(value.into()), self.get(next));
                let after = Fact {
                    nan: before.nan.max(next.nan),
                    infinite: before.infinite.max(next.infinite),
                    ..before
                };
                changed |= after != before;
                self.set(value, after);
            }
            if !changed {
                break;
            }
        }
        let ends: Vec<_> = repeat.ends().collect();
        for (index, result) in repeat.results.iter().enumerate() {
            let all = ends.iter().filter_map(|values| values.get(index));
            let fact = all.map(|value| self.get(*value)).reduce(Fact::union);
            self.set(*result, fact.unwrap_or(Fact::ANY));
        }
    }

    /// Returns the fact about the result of an operation, from the facts about its operands.
    pub(super) fn result(&self, program: &Program, op: &Op) -> Fact {
        let fact = self.plain(program, op, &|operand| self.get(operand));
        match *op {
            Op::Select(condition, arms) if fact.nan.max(fact.infinite) == NonFinite::Computed => {
                let sides = [(condition, arms[0]), (condition.negate(), arms[1])];
                let [a, b] = sides.map(|(condition, arm)| self.guarded(program, condition, arm));
                a.union(b)
            }
            _ => fact,
        }
    }

    /// Returns the fact about an operand where a condition holds.
    fn guarded(&self, program: &Program, condition: Operand, arm: Operand) -> Fact {
        let mut learnt = Vec::new();
        self.find(program, condition, 0, &mut learnt);
        let mut known: FxHashMap<Value, Fact> = learnt.into_iter().collect();
        if known.is_empty() {
            return self.get(arm);
        }
        self.again(program, arm, MAX_STEPS, &mut known)
    }

    /// Returns the fact about an operand, with other facts for some values.
    fn again(&self, program: &Program, operand: Operand, steps: usize, known: &mut FxHashMap<Value, Fact>) -> Fact {
        let fact = match known.get(&operand.value) {
            Some(fact) => *fact,
            None => {
                let before = self.get(operand.value.into());
                let op = *program.op(operand);
                let is_computed = !program.definition(operand.value).is_leaf() && op != Op::Phi;
                let fact = if is_computed && steps > 0 {
                    for part in op.operands() {
                        self.again(program, part, steps - 1, known);
                    }
                    let of = |operand: Operand| {
                        let fact = known.get(&operand.value).copied();
                        let fact = fact.unwrap_or_else(|| self.get(operand.value.into()));
                        if operand.negated { fact.negative() } else { fact }
                    };
                    self.plain(program, &op, &of)
                } else {
                    before
                };
                known.insert(operand.value, fact);
                fact
            }
        };
        if operand.negated { fact.negative() } else { fact }
    }

    /// Returns the fact about the result of an operation.
    fn plain(&self, program: &Program, op: &Op, of: &dyn Fn(Operand) -> Fact) -> Fact {
        match op {
            Op::Unary(unary, a) => match unary {
                Unary::Copy => of(*a),
                Unary::Floor => of(*a).floor(),
                Unary::Reciprocal => of(*a).reciprocal(),
                Unary::ReciprocalRoot => of(*a).reciprocal_root(),
                Unary::Exp2 => of(*a).power_of_two(),
                Unary::Log2 => of(*a).logarithm(),
            },
            Op::Binary(Binary::Multiply, [a, b]) => product(program, *a, *b, of),
            Op::Binary(binary, [a, b]) => {
                let (a, b) = (of(*a), of(*b));
                match binary {
                    Binary::Add => a.plus(b),
                    Binary::Multiply => a.times(b),
                    Binary::Minimum => a.minimum(b, self.counts),
                    Binary::Maximum => a.maximum(b, self.counts),
                    Binary::Sge | Binary::Slt => Fact::UNIT,
                }
            }
            Op::MultiplyAdd([a, b, c]) => product(program, *a, *b, of).plus(of(*c)),
            Op::Dot3(a, b) => dot(program, a, b, of),
            Op::Dot4(a, b) => dot(program, a, b, of),
            Op::DotHomogeneous(a, b) => dot(program, a, &b[..3], of).plus(of(b[3])),
            Op::Select(_, [a, b]) => of(*a).union(of(*b)),
            Op::BoolToFloat(_) | Op::Compare(..) | Op::Logic(..) => Fact::UNIT,
            Op::Element { array, .. } => match array {
                Array::Uniform(_) => Fact::UPLOADED,
                Array::Table(table) => {
                    let numbers = program.tables[table.index()].rows.iter().flatten();
                    let facts = numbers.map(|number| Fact::literal(*number));
                    facts.reduce(Fact::union).unwrap_or(Fact::ANY)
                }
            },
            _ => Fact::ANY,
        }
    }
}

/// Returns whether a program tests for NaN or infinity.
fn asks(program: &Program) -> bool {
    program.values.iter().any(|definition| match definition.op {
        Op::Compare(Comparison::Equal | Comparison::NotEqual, both) => {
            let is_infinite = |side: &Operand| {
                let number = program.literal(*side);
                number.is_some_and(|number| !number.is_finite())
            };
            // The index of an unrolled loop is compared with itself.
            let is_known = program.literal(both[0]).is_some();
            both[0] == both[1] && !is_known || both.iter().any(is_infinite)
        }
        _ => false,
    })
}

fn leaf(program: &Program, op: &Op, kind: Type) -> Fact {
    match op {
        Op::Literal(number) => Fact::literal(*number),
        // The arguments of a procedure are computed.
        Op::Input(..) if program.procedure.is_some() => Fact::ANY,
        Op::Input(..) | Op::Uniform(..) if kind == Type::Int => Fact::INTEGER,
        Op::Input(..) | Op::Uniform(..) => Fact::UPLOADED,
        Op::Bool(_) | Op::Flag(_) => Fact::UNIT,
        _ => Fact::ANY,
    }
}

/// Returns a product. Squares are not negative; a number times the reciprocal of its root is the root; and no component
/// of a vector is longer than the vector.
fn product(program: &Program, a: Operand, b: Operand, of: &dyn Fn(Operand) -> Fact) -> Fact {
    if a.value == b.value {
        let square = of(a.value.into()).squared();
        return if a.negated == b.negated {
            square
        } else {
            square.negative()
        };
    }
    let plain = of(a).times(of(b));
    for (component, factor) in [(a, b), (b, a)] {
        let Op::Unary(Unary::ReciprocalRoot, of_root) = *program.op(factor) else {
            continue;
        };
        let is_finite = of(component).infinite.max(of(of_root).infinite);
        if of_root.value == component.value && !of_root.negated {
            return Fact {
                infinite: is_finite,
                ..plain
            };
        }
        if !of_root.negated && covers(program, of_root.value, component.value, of, MAX_STEPS) {
            // Rounding may exceed 1.
            return Fact {
                nan: plain.nan.max(is_finite),
                ..Fact::between(-2.0, 2.0)
            };
        }
    }
    plain
}

/// Returns whether a value is the sum of the square of a component and of numbers that are not negative.
fn covers(program: &Program, sum: Value, component: Value, of: &dyn Fn(Operand) -> Fact, steps: usize) -> bool {
    if steps == 0 {
        return false;
    }
    let is_square = |a: Operand, b: Operand| a == b && a.value == component;
    let inner = |operand: Operand| !operand.negated && covers(program, operand.value, component, of, steps - 1);
    let is_positive = |operand: Operand| of(operand).least >= 0.0;
    let has = |a: &[Operand], b: &[Operand]| a == b && a.iter().any(|operand| operand.value == component);
    match program.definition(sum).op {
        Op::Binary(Binary::Multiply, [a, b]) => is_square(a, b),
        Op::Binary(Binary::Add, [a, b]) => (inner(a) && is_positive(b)) || (inner(b) && is_positive(a)),
        Op::MultiplyAdd([a, b, c]) => (is_square(a, b) && is_positive(c)) || (a == b && inner(c)),
        Op::Dot3(a, b) => has(&a, &b),
        Op::Dot4(a, b) => has(&a, &b),
        _ => false,
    }
}

fn dot(program: &Program, a: &[Operand], b: &[Operand], of: &dyn Fn(Operand) -> Fact) -> Fact {
    let products = a.iter().zip(b).map(|(a, b)| product(program, *a, *b, of));
    products.reduce(Fact::plus).unwrap_or(Fact::ANY)
}
