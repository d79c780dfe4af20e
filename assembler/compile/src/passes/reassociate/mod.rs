//! `reassociate`: turns sums of three or four products of components into dot products.
//!
//! A sum is split into its terms, through operations that nothing else reads. Products whose factors are components of
//! the same two registers become one dot product. The rest stays in the order of the source. Unless the order of sums
//! is to be kept, terms between them may be others. Sums of integers keep their order: another one may have parts
//! beyond the numbers that floats have exactly.

mod shape;

use self::shape::{Register, Shapes};
use super::edit::uses;
use crate::ir::{Binary, Block, Definition, Op, Operand, Origin, Program, Statement, Type, Value};

/// Recognises dot products. With `strict`, sums keep their order, so that results are the same.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    let mut finder = Finder {
        uses: uses(program),
        blocks: vec![0; program.values.len()],
        is_term: vec![false; program.values.len()],
        shapes: Shapes::new(program),
        all_strict: strict,
        strict,
        program,
    };
    let mut body = std::mem::take(&mut finder.program.body);
    finder.number(&body);
    finder.mark_terms(&body);
    body.rewrite(&mut |statement, to| {
        if let Statement::Define(value) = statement {
            finder.define_sum(value, to);
        }
        to.push(statement);
    });
    program.body = body;
    super::dce::run(program);
    true
}

/// Maximum number of groups of products that are looked through for each product.
const MAX_GROUPS: usize = 64;

/// A term of a sum.
#[derive(Clone, Copy)]
enum Term {
    /// A product, and whether it is subtracted.
    Product(Operand, Operand, bool),
    Plain(Operand),
}

/// Products of components of the same registers, all added or all subtracted.
struct Group {
    registers: [Register; 2],
    negated: bool,
    components: Vec<[Operand; 2]>,
}

struct Finder<'p> {
    program: &'p mut Program,
    uses: Vec<u32>,
    /// The number of the block in which each value is defined.
    blocks: Vec<u32>,
    /// Values that are terms of a sum after them in the same block, and of nothing else.
    is_term: Vec<bool>,
    shapes: Shapes,
    /// True if all sums keep their order, and whether the current one does.
    all_strict: bool,
    strict: bool,
}

impl Finder<'_> {
    /// Numbers the blocks.
    fn number(&mut self, body: &Block) {
        for (number, block) in (1..).zip(body.walk_blocks()) {
            for value in block.0.iter().filter_map(Statement::as_define) {
                self.blocks[value.index()] = number;
            }
        }
    }

    /// Returns whether a sum in the block of `root` may split a value.
    fn is_private(&self, value: Value, root: Value) -> bool {
        let index = value.index();
        self.uses.get(index) == Some(&1) && self.blocks[index] == self.blocks[root.index()]
    }

    /// Goes to a sum.
    fn go(&mut self, sum: Value) {
        self.strict = self.all_strict || self.program.definition(sum).kind == Type::Int;
    }

    fn mark_terms(&mut self, body: &Block) {
        for value in body.definitions() {
            self.go(value);
            let terms = match self.program.definition(value).op {
                Op::Binary(Binary::Add, [a, b]) if self.strict => [Some(self.first(a, b, value)), None],
                Op::Binary(Binary::Add, [a, b]) => [Some(a), Some(b)],
                Op::MultiplyAdd([_, _, c]) => [Some(c), None],
                _ => [None, None],
            };
            for term in terms.into_iter().flatten() {
                self.is_term[term.value.index()] |= self.is_private(term.value, value);
            }
        }
    }

    fn define_sum(&mut self, value: Value, to: &mut Vec<Statement>) {
        let is_root = !self.is_term.get(value.index()).is_some_and(|is| *is);
        let is_sum = matches!(
            self.program.definition(value).op,
            Op::Binary(Binary::Add, _) | Op::MultiplyAdd(_)
        );
        if is_root && is_sum {
            self.go(value);
            self.sum(value, to);
        }
    }

    /// Replaces the operation of a sum, if it has dot products.
    fn sum(&mut self, root: Value, to: &mut Vec<Statement>) {
        let terms = self.terms(root);
        let groups = self.groups(&terms);
        let Some((dots, rest)) = self.dots(&terms, groups) else {
            return;
        };
        let Definition { kind, origin, .. } = *self.program.definition(root);
        let mut sum: Option<Operand> = None;
        let mut last = None;
        let all = dots.into_iter().map(Part::Dot);
        let all = all.chain(rest.into_iter().map(Part::Term));
        for part in all {
            let (op, negated) = match (part, sum) {
                (Part::Dot(dot), None) => dot,
                (Part::Dot((dot, negated)), Some(sum)) => {
                    let dot = self.define(dot, kind, origin, to).negate_if(negated);
                    (Op::Binary(Binary::Add, [sum, dot]), false)
                }
                (Part::Term(Term::Product(a, b, negated)), Some(sum)) => {
                    (Op::MultiplyAdd([a.negate_if(negated), b, sum]), false)
                }
                (Part::Term(Term::Plain(plain)), Some(sum)) => (Op::Binary(Binary::Add, [sum, plain]), false),
                // The first part is a dot product.
                (Part::Term(_), None) => return,
            };
            let operand = self.define(op, kind, origin, to).negate_if(negated);
            sum = Some(operand);
            last = Some((op, negated));
        }
        let (Some((op, negated)), Some(sum)) = (last, sum) else {
            return;
        };
        let op = if negated {
            Op::Unary(crate::ir::Unary::Copy, sum)
        } else {
            // The root itself is the last operation.
            to.pop();
            op
        };
        self.program.values[root.index()].op = op;
    }

    fn define(&mut self, op: Op, kind: Type, origin: Origin, to: &mut Vec<Statement>) -> Operand {
        let value = self.program.add(Definition { op, kind, origin });
        to.push(Statement::Define(value));
        value.into()
    }

    /// Returns the terms of a sum, in the order in which they are added.
    fn terms(&self, root: Value) -> Vec<Term> {
        let mut terms = Vec::new();
        // Operands, and whether their sums may be taken apart.
        let mut open = vec![(Operand::from(root), true)];
        while let Some((operand, sums)) = open.pop() {
            let is_open = operand.value == root || self.is_private(operand.value, root);
            let negated = operand.negated;
            match *self.program.op(operand) {
                Op::Binary(Binary::Add, [a, b]) if is_open && sums => {
                    let (a, b) = (a.negate_if(negated), b.negate_if(negated));
                    let first = self.first(a, b, root);
                    let second = if first == a { b } else { a };
                    // The one that comes first is pushed last.
                    open.push((second, !self.strict));
                    open.push((first, true));
                }
                Op::MultiplyAdd([a, b, c]) if is_open && !self.strict => {
                    terms.push(Term::Product(a, b, negated));
                    open.push((c.negate_if(negated), true));
                }
                Op::Binary(Binary::Multiply, [a, b]) if is_open => {
                    terms.push(Term::Product(a, b, negated));
                }
                Op::Dot3(a, b) if is_open && !self.strict && self.is_of_two(&a, &b) => {
                    let components = a.into_iter().zip(b);
                    terms.extend(components.map(|(a, b)| Term::Product(a, b, negated)));
                }
                _ => terms.push(Term::Plain(operand)),
            }
        }
        terms
    }

    /// Returns whether each side of a dot product is one register.
    fn is_of_two(&self, a: &[Operand], b: &[Operand]) -> bool {
        [a, b].into_iter().all(|side| {
            let registers = side
                .iter()
                .map(|component| self.shapes.register(self.program, *component));
            let mut registers = registers.zip(side.iter().map(|component| component.negated));
            let first = registers.next();
            registers.all(|register| Some(register) == first)
        })
    }

    /// Returns the operand of a sum whose terms come first: the one that is a sum itself.
    fn first(&self, a: Operand, b: Operand, root: Value) -> Operand {
        if self.is_sum(b, root) && !self.is_sum(a, root) {
            b
        } else {
            a
        }
    }

    fn is_sum(&self, operand: Operand, root: Value) -> bool {
        let is_sum = matches!(self.program.op(operand), Op::Binary(Binary::Add, _));
        is_sum && self.is_private(operand.value, root)
    }

    /// Products by the registers of their factors, in order.
    fn groups(&self, terms: &[Term]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for term in terms {
            let Term::Product(a, b, negated) = *term else {
                if self.strict {
                    break;
                }
                continue;
            };
            let negated = negated ^ a.negated ^ b.negated;
            let (a, b) = (a.negate_if(a.negated), b.negate_if(b.negated));
            let register = |operand| self.shapes.register(self.program, operand);
            let registers = [register(a), register(b)];
            let fits = |group: &&mut Group| {
                let [x, y] = registers;
                let same = group.registers == [x, y] || group.registers == [y, x];
                same && group.negated == negated && group.components.len() < 4
            };
            let is_first = groups.is_empty();
            let late = groups.len().saturating_sub(MAX_GROUPS);
            match groups[late..].iter_mut().find(fits) {
                Some(group) if group.registers == registers => group.components.push([a, b]),
                Some(group) => group.components.push([b, a]),
                None if self.strict && !is_first => break,
                None => groups.push(Group {
                    registers,
                    negated,
                    components: vec![[a, b]],
                }),
            }
        }
        groups
    }

    /// Dot products of groups, with the terms that they leave; `None` if there are none.
    #[expect(clippy::type_complexity, reason = "a dot product is an operation and a sign")]
    fn dots(&self, terms: &[Term], groups: Vec<Group>) -> Option<(Vec<(Op, bool)>, Vec<Term>)> {
        let mut rest: Vec<Term> = terms.to_vec();
        let mut dots = Vec::new();
        for group in groups {
            if group.components.len() < 3 {
                continue;
            }
            let in_group = |term: &Term| match *term {
                Term::Product(a, b, negated) => {
                    let sign = negated ^ a.negated ^ b.negated == group.negated;
                    let is = |x: Operand, y: Operand| {
                        group
                            .components
                            .iter()
                            .any(|component| component[0].value == x.value && component[1].value == y.value)
                    };
                    sign && (is(a, b) || is(b, a))
                }
                Term::Plain(_) => false,
            };
            let mut left = group.components.len();
            rest.retain(|term| {
                let taken = left > 0 && in_group(term);
                left -= usize::from(taken);
                !taken
            });
            let last = if group.components.len() == 3 {
                self.homogeneous(&group, &mut rest)
            } else {
                None
            };
            dots.push(last.unwrap_or_else(|| dot(&group)));
        }
        // The dot products found must be worth it: they were not there before.
        let before = terms.len();
        let already = self.strict || before != rest.len() + dots.len();
        (!dots.is_empty() && already).then_some((dots, rest))
    }

    /// Returns a dot product of three components, and a term that is a fourth component of one of its registers.
    fn homogeneous(&self, group: &Group, rest: &mut Vec<Term>) -> Option<(Op, bool)> {
        let of = |operand: Operand| self.shapes.register(self.program, operand);
        let fits = |register: Register| {
            matches!(
                register,
                Register::Input(_) | Register::Uniform(..) | Register::Element(_)
            ) && group.registers.contains(&register)
        };
        let found = rest.iter().position(|term| match term {
            Term::Plain(plain) => fits(of(*plain)),
            Term::Product(..) => false,
        });
        let found = found.filter(|index| !self.strict || *index == 0)?;
        let Term::Plain(plain) = rest.remove(found) else {
            return None;
        };
        let side = usize::from(group.registers[1] == of(plain));
        // The side of the fourth component takes its sign, the other side the sign of the group relative to it.
        let components = |side: usize| [0, 1, 2].map(|component: usize| group.components[component][side]);
        let sign = group.negated != plain.negated;
        let a = components(1 - side).map(|component| component.negate_if(sign));
        let [x, y, z] = components(side);
        let w = plain.negate_if(plain.negated);
        Some((Op::DotHomogeneous(a, [x, y, z, w]), plain.negated))
    }
}

/// A part of a sum.
enum Part {
    /// A dot product, and whether it is subtracted.
    Dot((Op, bool)),
    Term(Term),
}

fn dot(group: &Group) -> (Op, bool) {
    let component = |component: usize, side: usize| group.components[component][side];
    let op = if group.components.len() == 4 {
        let side = |side| [0, 1, 2, 3].map(|index| component(index, side));
        Op::Dot4(side(0), side(1))
    } else {
        let side = |side| [0, 1, 2].map(|index| component(index, side));
        Op::Dot3(side(0), side(1))
    };
    (op, group.negated)
}
