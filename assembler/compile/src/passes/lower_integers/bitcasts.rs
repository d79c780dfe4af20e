//! Bits that go through values of another type and back.
//!
//! Compilers of other languages keep integers and booleans in float registers: they store with one bit cast and load
//! with another. So each value whose bits are read as another type gets a companion of that type: for a select or phi,
//! the same operation on the companions of its operands; for a bit cast, its operand.

use rustc_hash::FxHashMap;

use super::super::edit::{Literals, Replacements};
use super::{Arms, arms};
use crate::ir::{
    Definition, Loop, Op, Operand, Parameter, Phi, Program, ReasonId, Statement, Type, Value, integer, wrapped,
};

/// Moves bit casts towards the operations whose results they read. Those of bit casts and literals are removed. Returns
/// whether there were any.
pub(super) fn run(program: &mut Program) -> bool {
    let statements = program.body.walk_blocks().flat_map(|block| &block.0);
    let values = statements.filter_map(Statement::as_define);
    let casts = values.filter_map(|value| match program.definition(value).op {
        Op::Bitcast(a, reason) => Some((value, a, reason)),
        _ => None,
    });
    let casts: Vec<_> = casts.collect();
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
    body.rewrite(&mut |statement, to| caster.insert(statement, to));
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
    /// The incoming companions of companions that are phis, block parameters or loop results.
    joined: FxHashMap<Value, Vec<Operand>>,
    /// Companions of leaves.
    first: Vec<Value>,
}

impl Caster<'_> {
    /// Returns the number of a type that has the bits of another.
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

    /// Returns the literal that has the bits of another.
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

    /// Copies a value's operation to its companion, whose bits pass through.
    fn fill(&mut self, open: &Open) {
        let kind = self.program.definition(open.value).kind;
        let negated = open.of.negated;
        match *self.program.op(open.of) {
            Op::Select(condition, both) => {
                let both = both.map(|arm| self.companion(arm.negate_if(negated), kind, open.reason));
                self.program.values[open.value.index()].op = Op::Select(condition, both);
            }
            Op::Phi => {
                let Some(arms) = self.arms.get(&open.of.value).cloned() else {
                    return;
                };
                let arms = arms.into_iter();
                let arms = arms.map(|arm| self.companion(arm.negate_if(negated), kind, open.reason));
                let arms = arms.collect();
                self.program.values[open.value.index()].op = Op::Phi;
                self.joined.insert(open.value, arms);
            }
            _ => {}
        }
    }

    /// Returns the companions of phis, with their incoming values.
    fn joined(&self, values: impl IntoIterator<Item = Value>) -> Vec<(Value, Vec<Operand>)> {
        let beside = values
            .into_iter()
            .flat_map(|value| self.beside.get(&value).into_iter().flatten());
        beside
            .filter_map(|value| Some((*value, self.joined.get(value)?.clone())))
            .collect()
    }

    /// Defines the companions beside the values that a statement defines.
    fn insert(&self, mut statement: Statement, to: &mut Vec<Statement>) {
        match &mut statement {
            Statement::If(branch) => {
                let values = branch.phis.iter().map(|phi| phi.value);
                for (value, arms) in self.joined(values) {
                    if let [then, otherwise] = *arms {
                        let from = [then, otherwise];
                        branch.phis.push(Phi { value, from });
                    }
                }
            }
            Statement::Loop(repeat) => self.looped(repeat),
            _ => {}
        }
        let is_joined = matches!(statement, Statement::If(_) | Statement::Loop(_));
        let defined = statement.defined().filter(|_| !is_joined);
        let beside = defined.flat_map(|value| self.beside.get(&value).into_iter().flatten());
        let beside: Vec<_> = beside.map(|value| Statement::Define(*value)).collect();
        to.push(statement);
        to.extend(beside);
    }

    fn looped(&self, repeat: &mut Loop) {
        let values = repeat.parameters.iter().map(|parameter| parameter.value);
        for (value, arms) in self.joined(values) {
            if let [first, next] = *arms {
                let parameter = Parameter { value, first, next };
                repeat.parameters.push(parameter);
            }
        }
        for (value, arms) in self.joined(repeat.results.iter().copied()) {
            repeat.results.push(value);
            for (values, arm) in repeat.ends_mut().zip(arms) {
                values.push(arm);
            }
        }
    }
}
