//! Tools of the passes: replacement of values, uses, and leaves.

use rustc_hash::FxHashMap;

use crate::ir::{
    Block, Definition, LARGEST_INTEGER, Op, Operand, Origin, Program, ReasonId, Statement, Type, Value, nearest,
};

/// Operands that replace values.
pub(super) struct Replacements {
    by: Vec<Option<Operand>>,
    /// True if a pass has added one.
    has_more: bool,
}

impl Replacements {
    /// None.
    pub(super) const fn none() -> Self {
        Self {
            by: Vec::new(),
            has_more: false,
        }
    }

    /// Replaces equal leaves by the first of them.
    pub(super) fn new(program: &Program) -> Self {
        let count = program.values.len();
        let mut first = FxHashMap::default();
        let mut by = vec![None; count];
        for (index, definition) in program.values.iter().enumerate() {
            if let Some(key) = LeafKey::from_definition(definition) {
                let value = Value::from_index(index);
                let known = *first.entry(key).or_insert(value);
                if known != value {
                    by[index] = Some(known.into());
                }
            }
        }
        Self { by, has_more: false }
    }

    /// Replaces a value by an operand.
    pub(super) fn set(&mut self, value: Value, by: Operand) {
        let index = value.index();
        if index >= self.by.len() {
            self.by.resize(index + 1, None);
        }
        self.by[index] = Some(by);
        self.has_more = true;
    }

    /// Returns whether there are uses other than by equal leaves.
    pub(super) const fn has_more(&self) -> bool {
        self.has_more
    }

    /// Returns whether something replaces a value.
    pub(super) fn contains(&self, value: Value) -> bool {
        matches!(self.by.get(value.index()), Some(Some(_)))
    }

    /// Returns the final replacement of an operand.
    pub(super) fn resolve(&self, operand: Operand) -> Operand {
        let mut found = operand;
        while let Some(Some(by)) = self.by.get(found.value.index()) {
            found = by.negate_if(found.negated);
        }
        found
    }

    /// Rewrites the operands of an operation.
    pub(super) fn rewrite(&self, program: &mut Program, value: Value) {
        let op = &mut program.values[value.index()].op;
        op.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
    }

    /// Rewrites a program, without the definitions of values that are replaced.
    pub(super) fn apply(&self, program: &mut Program) {
        for definition in &mut program.values {
            let op = &mut definition.op;
            op.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
        }
        let body = &mut program.body;
        body.walk_mut((), &mut |statement, ()| {
            statement.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
        });
        retain(body, &|value| !self.contains(value));
        for component in program.outputs.iter_mut().flat_map(|o| &mut o.components) {
            *component = self.resolve(*component);
        }
    }
}

/// A leaf as a number, so that equal ones have equal keys: its kind and type, the row, the component, and the id or the
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LeafKey(u64);

impl LeafKey {
    fn from_definition(definition: &Definition) -> Option<Self> {
        let key = |kind: u64, of: Type, row: u16, component: u8, id: u32| {
            let head = (kind << 4) | of as u64;
            Self((head << 56) | (u64::from(component) << 48) | (u64::from(row) << 32) | u64::from(id))
        };
        let kind = definition.kind;
        Some(match definition.op {
            Op::Literal(number) => key(0, Type::Float, 0, 0, number.to_bits()),
            Op::Bool(holds) => key(1, kind, 0, 0, u32::from(holds)),
            Op::Input(input, component) => key(2, kind, 0, component as u8, input.0),
            Op::Uniform(uniform, row, component) => key(3, kind, row, component as u8, uniform.0),
            Op::Flag(uniform) => key(4, kind, 0, 0, uniform.0),
            Op::Poison(reason) => key(5, kind, 0, 0, reason.0),
            _ => return None,
        })
    }
}

/// Literals of a program, each once.
#[derive(Default)]
pub(super) struct Literals {
    /// The literals of the program, collected on the first query.
    known: Option<FxHashMap<LeafKey, Value>>,
}

impl Literals {
    fn collect(program: &Program) -> FxHashMap<LeafKey, Value> {
        let mut known = FxHashMap::default();
        for (index, definition) in program.values.iter().enumerate() {
            if let Some(key) = LeafKey::from_definition(definition) {
                known.entry(key).or_insert_with(|| Value::from_index(index));
            }
        }
        known
    }

    /// Returns a leaf.
    pub(super) fn leaf(&mut self, program: &mut Program, definition: Definition) -> Operand {
        let Some(key) = LeafKey::from_definition(&definition) else {
            return program.add(definition).into();
        };
        let known = self.known.get_or_insert_with(|| Self::collect(program));
        let value = known.entry(key).or_insert_with(|| program.add(definition));
        (*value).into()
    }

    /// Returns a number. It is an integer if it has no fraction.
    pub(super) fn number(&mut self, program: &mut Program, number: f32) -> Operand {
        let is_integer = number.is_finite() && libm::truncf(number).to_bits() == number.to_bits();
        let definition = Definition {
            op: Op::Literal(number),
            kind: if is_integer { Type::Int } else { Type::Float },
            origin: Origin::default(),
        };
        self.leaf(program, definition)
    }

    /// Returns a 32-bit integer. `reason` is the error if the GPU cannot hold it.
    pub(super) fn integer(&mut self, program: &mut Program, number: i64, reason: ReasonId) -> Operand {
        if number.abs() <= LARGEST_INTEGER {
            return self.number(program, nearest(number));
        }
        let definition = Definition {
            op: Op::Integer(number, reason),
            kind: Type::Int,
            origin: Origin::default(),
        };
        self.leaf(program, definition)
    }

    /// Returns a boolean.
    pub(super) fn boolean(&mut self, program: &mut Program, holds: bool) -> Operand {
        let definition = Definition {
            op: Op::Bool(holds),
            kind: Type::Bool,
            origin: Origin::default(),
        };
        self.leaf(program, definition)
    }
}

/// Removes the definitions that `keep` rejects, and `If`s, loops and calls that then define nothing.
pub(super) fn retain(block: &mut Block, keep: &impl Fn(Value) -> bool) {
    block.retain(&mut |statement| match statement {
        Statement::Define(value) => keep(*value),
        Statement::Call(call) => call.results.iter().any(|result| keep(*result)),
        Statement::If(branch) => {
            branch.phis.retain(|phi| keep(phi.value));
            !branch.phis.is_empty()
        }
        Statement::Loop(repeat) => {
            repeat.parameters.retain(|parameter| keep(parameter.value));
            let kept: Vec<_> = repeat.results.iter().map(|result| keep(*result)).collect();
            repeat.results.retain(|result| keep(*result));
            for values in repeat.ends_mut() {
                let mut marks = kept.iter();
                values.retain(|_| marks.next().copied().unwrap_or(true));
            }
            !repeat.results.is_empty()
        }
        _ => true,
    });
}

/// The number of reads of each value, by operations, statements and outputs.
pub(super) fn uses(program: &Program) -> Vec<u32> {
    let mut counts = vec![0_u32; program.values.len()];
    program.for_each_read(|operand| counts[operand.value.index()] += 1);
    counts
}
