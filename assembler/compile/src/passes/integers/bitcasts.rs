//! Bits that go through values of another type and back.
//!
//! Compilers of other languages keep integers and truth values in registers of floats: they store with one bit cast,
//! and read with another. So for each value whose bits are read as another type, a companion is defined beside it: of a
//! select or a join, the same of the companions of its operands; of a bit cast, what it was before.

use rustc_hash::FxHashMap;

use super::super::edit::{Literals, Replacements};
use super::{Arms, arms};
use crate::ir::{
    Block, Definition, Join, Op, Operand, Parameter, Program, ReasonId, Statement, Type, Value,
    integer, wrapped,
};

/// Moves bit casts towards the operations whose results they read. Those of bit casts and literals disappear. Gives
/// whether there were any.
pub(super) fn run(program: &mut Program) -> bool {
    let mut casts = Vec::new();
    program.body.each_block(&mut |block| {
        for statement in &block.0 {
            if let Statement::Define(value) = statement
                && let Op::Bitcast(a, reason) = program.definition(*value).op
            {
                casts.push((*value, a, reason));
            }
        }
    });
    if casts.is_empty() {
        return false;
    }
    let mut caster = Caster {
        literals: Literals::default(),
        arms: arms(program),
        known: FxHashMap::default(),
        open: Vec::new(),
        beside: FxHashMap::default(),
        joined: FxHashMap::default(),
        first: Vec::new(),
        program,
    };
    let mut replaced = Vec::with_capacity(casts.len());
    for (value, a, reason) in casts {
        let kind = caster.program.definition(value).kind;
        let companion = caster.companion(a, kind, reason);
        replaced.push((value, companion));
    }
    while let Some(open) = caster.open.pop() {
        caster.fill(&open);
    }
    let mut body = std::mem::take(&mut caster.program.body);
    caster.insert(&mut body);
    let first = caster.first.iter().map(|value| Statement::Define(*value));
    body.0.splice(0..0, first.collect::<Vec<_>>());
    program.body = body;
    let mut replacements = Replacements::new(program);
    for (value, companion) in replaced {
        replacements.set(value, companion);
    }
    replacements.apply(program);
    true
}

/// A companion whose operation is not known yet.
struct Open {
    value: Value,
    of: Operand,
    reason: ReasonId,
}

struct Caster<'p> {
    program: &'p mut Program,
    literals: Literals,
    arms: Arms,
    /// The companions that values have as numbers of a type.
    known: FxHashMap<(Operand, Type), Operand>,
    open: Vec<Open>,
    /// The companions that are defined beside each value.
    beside: FxHashMap<Value, Vec<Value>>,
    /// The arms of companions that are joins, parameters or results.
    joined: FxHashMap<Value, Vec<Operand>>,
    /// Companions of leaves.
    first: Vec<Value>,
}

impl Caster<'_> {
    /// The number of a type that has the bits of another.
    fn companion(&mut self, of: Operand, kind: Type, reason: ReasonId) -> Operand {
        if let Some(operand) = self.literal(of, kind, reason) {
            return operand;
        }
        if let Op::Bitcast(before, _) = *self.program.op(of)
            && !of.negated
        {
            return before;
        }
        if let Some(known) = self.known.get(&(of, kind)) {
            return *known;
        }
        let definition = *self.program.definition(of.value);
        let value = self.program.add(Definition {
            op: Op::Bitcast(of, reason),
            kind,
            ..definition
        });
        self.known.insert((of, kind), value.into());
        if definition.is_leaf() {
            self.first.push(value);
        } else {
            self.beside.entry(of.value).or_default().push(value);
            self.open.push(Open { value, of, reason });
        }
        value.into()
    }

    /// The literal that has the bits of another.
    fn literal(&mut self, of: Operand, kind: Type, reason: ReasonId) -> Option<Operand> {
        let number = self.program.literal(of);
        let bits = match (number, kind) {
            (Some(0.0), _) => 0,
            (Some(number), Type::Int) => number.to_bits(),
            (Some(number), _) => wrapped(integer(number)?).cast_unsigned(),
            (None, _) => wrapped(self.program.integer(of)?).cast_unsigned(),
        };
        if kind == Type::Int {
            let number = i64::from(bits.cast_signed());
            return Some(self.literals.integer(self.program, number, reason));
        }
        let number = f32::from_bits(bits);
        (!number.is_nan()).then(|| self.literals.number(self.program, number))
    }

    /// Gives a companion the operation of its value, of which the bits go through.
    fn fill(&mut self, open: &Open) {
        let kind = self.program.definition(open.value).kind;
        let negated = open.of.negated;
        match *self.program.op(open.of) {
            Op::Select(condition, both) => {
                let both =
                    both.map(|arm| self.companion(arm.negate_if(negated), kind, open.reason));
                self.program.values[open.value.index()].op = Op::Select(condition, both);
            }
            Op::Joined => {
                let Some(arms) = self.arms.get(&open.of.value).cloned() else {
                    return;
                };
                let arms = arms.into_iter();
                let arms =
                    arms.map(|arm| self.companion(arm.negate_if(negated), kind, open.reason));
                let arms = arms.collect();
                self.program.values[open.value.index()].op = Op::Joined;
                self.joined.insert(open.value, arms);
            }
            _ => {}
        }
    }

    /// The companions of values that are joined in some way, with their arms.
    fn joined(&self, values: impl IntoIterator<Item = Value>) -> Vec<(Value, Vec<Operand>)> {
        let beside = values
            .into_iter()
            .flat_map(|value| self.beside.get(&value).into_iter().flatten());
        beside
            .filter_map(|value| Some((*value, self.joined.get(value)?.clone())))
            .collect()
    }

    /// Defines the companions.
    fn insert(&self, block: &mut Block) {
        let mut to = Vec::with_capacity(block.0.len());
        for mut statement in std::mem::take(&mut block.0) {
            for inner in statement.blocks_mut() {
                self.insert(inner);
            }
            match &mut statement {
                Statement::If { joins, .. } => {
                    let values = joins.iter().map(|join| join.value);
                    for (value, arms) in self.joined(values) {
                        if let [then, otherwise] = *arms {
                            let from = [then, otherwise];
                            joins.push(Join { value, from });
                        }
                    }
                }
                Statement::Loop { .. } => self.looped(&mut statement),
                _ => {}
            }
            let defined = match statement {
                Statement::Define(value) => vec![value],
                Statement::Call { .. } => statement.defined(),
                _ => Vec::new(),
            };
            to.push(statement);
            let beside = defined
                .iter()
                .flat_map(|value| self.beside.get(value).into_iter().flatten());
            to.extend(beside.map(|value| Statement::Define(*value)));
        }
        block.0 = to;
    }

    fn looped(&self, statement: &mut Statement) {
        let Statement::Loop {
            parameters,
            rounds,
            body,
            results,
            ..
        } = statement
        else {
            return;
        };
        let values = parameters.iter().map(|parameter| parameter.value);
        for (value, arms) in self.joined(values) {
            if let [first, next] = *arms {
                parameters.push(Parameter { value, first, next });
            }
        }
        for (value, arms) in self.joined(results.iter().copied()) {
            results.push(value);
            let ends = body.0.iter_mut().filter_map(|statement| match statement {
                Statement::Leave { values, .. } => Some(values),
                _ => None,
            });
            let last = rounds.iter_mut().map(|rounds| &mut rounds.values);
            for (values, arm) in ends.chain(last).zip(arms) {
                values.push(arm);
            }
        }
    }
}
