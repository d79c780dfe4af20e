//! One iteration over all sums of a program.

use rustc_hash::{FxHashMap, FxHashSet};

use super::choose::{Candidate, Part, chosen, cost_of, is_dot};
use super::form::{Common, Form};
use crate::ir::{Binary, Block, Definition, Op, Operand, Origin, Program, Statement, Type, Value};
use crate::passes::edit::{Literals, uses};
use crate::passes::facts::Facts;

/// Changes the sums for which that saves most. Returns whether there were any.
pub(super) fn run(program: &mut Program) -> bool {
    let mut places = Places {
        of: vec![None; program.values.len()],
        blocks: 0,
        loops: 0,
    };
    places.block(&program.body, 0);
    let uses = uses(program);
    let found = Finder {
        program,
        places: &places,
        uses: &uses,
        is_part: FxHashSet::default(),
        forms: FxHashMap::default(),
    }
    .candidates();
    if found.is_empty() {
        return false;
    }
    let facts = Facts::new(program, false);
    let found: Vec<_> = found.into_iter().filter(|sum| is_finite(&facts, sum)).collect();
    let chosen = chosen(program, &uses, found);
    if chosen.is_empty() {
        return false;
    }
    let mut body = std::mem::take(&mut program.body);
    let literals = Literals::default();
    let mut writer = Writer {
        program,
        literals,
        chosen: chosen.into_iter().map(|sum| (sum.value, sum)).collect(),
    };
    writer.block(&mut body);
    program.body = body;
    true
}

/// Returns whether a sum stays a number without its common factors: the rest is finite, and no two terms can be
/// infinite.
fn is_finite(facts: &Facts, sum: &Candidate) -> bool {
    let mut rest = sum.parts.iter().flatten().flatten().flatten();
    let mut factors = sum.factors.iter().flatten();
    rest.all(|operand| facts.is_finite(*operand))
        && match sum.factors.as_slice() {
            [factor] => factor.is_none_or(|factor| facts.is_number(factor)),
            _ => factors.all(|factor| facts.is_finite(*factor)),
        }
}

/// The location of a definition: the block and the innermost loop.
type Place = (u32, u32);

struct Places {
    of: Vec<Option<Place>>,
    blocks: u32,
    loops: u32,
}

impl Places {
    fn block(&mut self, block: &Block, inside: u32) {
        self.blocks += 1;
        let number = self.blocks;
        for statement in &block.0 {
            let mut inner_loop = inside;
            match statement {
                Statement::Define(value) => self.of[value.index()] = Some((number, inside)),
                Statement::Loop(_) => {
                    self.loops += 1;
                    inner_loop = self.loops;
                }
                _ => {}
            }
            for inner in statement.blocks() {
                self.block(inner, inner_loop);
            }
        }
    }
}

struct Finder<'f> {
    program: &'f Program,
    places: &'f Places,
    uses: &'f [u32],
    /// Values that are terms of a sum.
    is_part: FxHashSet<Value>,
    forms: FxHashMap<Value, Option<Form>>,
}

impl Finder<'_> {
    fn candidates(mut self) -> Vec<Candidate> {
        let mut found = Vec::new();
        let values = (0..self.program.values.len()).map(Value::from_index);
        values.clone().for_each(|value| self.find_parts(value));
        for (index, value) in values.enumerate() {
            if let Some(place) = self.places.of[index]
                && let Some(candidate) = self.candidate(value, place)
            {
                found.push(candidate);
            }
        }
        found
    }

    /// Records which values are parts of a sum alone.
    fn find_parts(&mut self, sum: Value) {
        let place = self.places.of[sum.index()];
        let parts = match self.program.definition(sum).op {
            Op::Binary(Binary::Add, [a, b]) => [Some(a), Some(b)],
            Op::MultiplyAdd([.., c]) => [Some(c), None],
            _ => return,
        };
        let parts = parts.into_iter().flatten().map(|part| part.value);
        let is_private = |part: &Value| {
            let index = part.index();
            place.is_some() && self.places.of[index] == place && self.uses.get(index) == Some(&1)
        };
        self.is_part.extend(parts.filter(is_private));
    }

    fn form(&mut self, value: Value) -> Option<Form> {
        if let Some(known) = self.forms.get(&value) {
            return known.clone();
        }
        let place = self.places.of.get(value.index()).copied().flatten();
        let form = place.and_then(|place| {
            let is_private =
                |inner: Value| self.uses.get(inner.index()) == Some(&1) && self.places.of[inner.index()] == Some(place);
            Form::new(self.program, value, &is_private)
        });
        self.forms.insert(value, form.clone());
        form
    }

    fn candidate(&mut self, value: Value, place: Place) -> Option<Candidate> {
        // Sums of integers in another order may have parts that floats do not have exactly.
        let is_integer = self.program.definition(value).kind == Type::Int;
        if self.is_part.contains(&value) || is_integer {
            return None;
        }
        let outer = self.form(value)?;
        if outer.terms.len() < 2 {
            return None;
        }
        [0, 1]
            .into_iter()
            .find_map(|side| self.on_side(value, place, &outer, side))
    }

    /// Returns a candidate, with the sums among the factors on one side.
    fn on_side(&mut self, value: Value, place: Place, outer: &Form, side: usize) -> Option<Candidate> {
        let mut inner = Vec::with_capacity(outer.terms.len());
        let mut forms = Vec::with_capacity(outer.terms.len());
        let mut factors = Vec::with_capacity(outer.terms.len());
        for term in &outer.terms {
            // Either side of a term of a sum that is no dot product may be the first one.
            let sides = match (outer.is_dot, term[0]) {
                (true, Some(_)) => &[[side, 1 - side]][..],
                (_, None) => &[[1, 0]][..],
                (false, _) => &[[side, 1 - side], [1 - side, side]][..],
            };
            let (sum, form, factor) = sides.iter().find_map(|[of_sum, of_factor]| {
                let sum = term[*of_sum]?;
                let is_near = self.places.of.get(sum.value.index()).copied().flatten();
                let form = self
                    .form(sum.value)
                    .filter(|_| is_near.is_some_and(|(_, inside)| inside == place.1))?;
                Some((sum, form, term[*of_factor]))
            })?;
            inner.push((sum.value, cost_of(&form)));
            forms.push(form);
            factors.push((factor, sum.negated));
        }
        if factors.iter().filter(|(factor, _)| factor.is_none()).count() > 1 {
            return None;
        }
        let Common {
            factors: common,
            others,
        } = Common::find(&forms.iter().collect::<Vec<_>>())?;
        let parts = (0..common.len()).map(|index| {
            let pairs = others.iter().zip(&factors);
            let pairs = pairs.filter_map(|(others, (factor, negated))| {
                let other = others[index]?.negate_if(*negated);
                Some([*factor, Some(other)])
            });
            pairs.collect::<Part>()
        });
        Some(Candidate {
            value,
            block: place.0,
            cost: cost_of(outer),
            parts: parts.collect(),
            inner,
            factors: common,
        })
    }
}

struct Writer<'p> {
    program: &'p mut Program,
    literals: Literals,
    chosen: FxHashMap<Value, Candidate>,
}

impl Writer<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut known: FxHashMap<Part, Operand> = FxHashMap::default();
        let mut to = Vec::with_capacity(block.0.len());
        for mut statement in std::mem::take(&mut block.0) {
            if let Statement::Define(value) = statement
                && let Some(candidate) = self.chosen.remove(&value)
            {
                self.change(&candidate, &mut known, &mut to);
            }
            for inner in statement.blocks_mut() {
                self.block(inner);
            }
            to.push(statement);
        }
        block.0 = to;
    }

    fn change(&mut self, candidate: &Candidate, known: &mut FxHashMap<Part, Operand>, to: &mut Vec<Statement>) {
        let origin = self.program.definition(candidate.value).origin;
        let mut terms = Vec::with_capacity(candidate.factors.len());
        for (factor, part) in candidate.factors.iter().zip(&candidate.parts) {
            let sum = match known.get(part) {
                Some(sum) => *sum,
                None => {
                    let sum = self.sum(part, origin, to);
                    known.insert(part.clone(), sum);
                    sum
                }
            };
            terms.push([*factor, Some(sum)]);
        }
        let sum = self.sum(&terms, origin, to);
        self.program.values[candidate.value.index()].op = match to.last() {
            // The value itself is the last operation.
            Some(Statement::Define(last)) if Operand::from(*last) == sum => {
                let op = self.program.definition(*last).op;
                to.pop();
                op
            }
            _ => Op::Unary(crate::ir::Unary::Copy, sum),
        };
    }

    fn define(&mut self, op: Op, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let kind = Type::Float;
        let value = self.program.add(Definition { op, kind, origin });
        to.push(Statement::Define(value));
        value.into()
    }

    /// Returns the sum of products.
    fn sum(&mut self, pairs: &Part, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let one = self.literals.number(self.program, 1.0);
        let is_dot = is_dot(self.program, pairs);
        let pairs: Vec<_> = pairs.iter().map(|pair| pair.map(|side| side.unwrap_or(one))).collect();
        match *pairs.as_slice() {
            [[a0, b0], [a1, b1], [a2, b2]] if is_dot => {
                return self.define(Op::Dot3([a0, a1, a2], [b0, b1, b2]), origin, to);
            }
            [[a0, b0], [a1, b1], [a2, b2], [a3, b3]] if is_dot => {
                return self.define(Op::Dot4([a0, a1, a2, a3], [b0, b1, b2, b3]), origin, to);
            }
            _ => {}
        }
        let mut sum: Option<Operand> = None;
        for [a, b] in pairs {
            let product = if a == one {
                b
            } else {
                self.define(Op::Binary(Binary::Multiply, [a, b]), origin, to)
            };
            sum = Some(match sum {
                Some(sum) => self.define(Op::Binary(Binary::Add, [sum, product]), origin, to),
                None => product,
            });
        }
        sum.unwrap_or_else(|| self.literals.number(self.program, 0.0))
    }
}
