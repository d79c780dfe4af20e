//! Numbers as operands: constants that have no name.
//!
//! Equal ones are one constant of the object. They stand behind the named ones in its tables, in the order in which code
//! first reads them, so that they get registers in that order, too. Each is called as its value is written,
//! `(0.5, 0.5, 0.5, 1)`: no source can name it by that.

use pica200_objfmt::formats::literal::{is_unnamed, vector};
use pica200_objfmt::formats::object::{Constant, ConstantValue, Linkage, Reference, Relocation};
use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Kind};
use crate::expression::function::PI;
use crate::operand::Operand;
use crate::syntax::ast::{Atom, Term};
use crate::text::Span;
use crate::unit::Unit;

/// The constants without names.
#[derive(Default)]
pub(crate) struct Literals {
    /// Their indices in the object's constants, by their values.
    indices: FxHashMap<ConstantValue, u16>,
}

impl Unit<'_> {
    /// Whether an operand is a number.
    pub(crate) fn is_literal(&self, operand: &Operand) -> bool {
        match operand.place {
            Reference::Constant { index, .. } => {
                let constant = self.object.constants.get(usize::from(index));
                constant.is_some_and(is_unnamed)
            }
            _ => false,
        }
    }

    /// The operand that a number is, in an instruction that reads a register of a kind.
    pub(crate) fn literal(&mut self, term: &Term, kind: UniformKind) -> Option<Operand> {
        if term.is_marked() {
            let message = "`!` is only for conditions and booleans";
            self.complain(Kind::InvalidOperand, term.span, message);
            return None;
        }
        let value = match self.ast.numbers(term) {
            Some(numbers) => self.vector(kind, term.span, numbers)?,
            None => self.scalar(term, kind)?,
        };
        let index = match self.literals.indices.get(&value) {
            Some(index) => *index,
            None => self.add_literal(term.span, value)?,
        };
        let place = Reference::Constant { index, element: 0 };
        let mut operand = Operand::of(kind.bank(), place);
        if let Some(swizzle) = term.swizzle() {
            operand.selection = self.selection(swizzle)?;
        }
        operand.negate = term.is_negated();
        Some(operand)
    }

    /// One number, which all components are.
    fn scalar(&mut self, term: &Term, kind: UniformKind) -> Option<ConstantValue> {
        let text = self.text(term.span);
        if kind != UniformKind::Float {
            let message = format!("four components are wanted, found `{text}`");
            let help = "an integer constant is (times - 1, first aL, step of aL, 0)";
            self.report(Diagnostic::new(Kind::ComponentCount, term.span, message).help(help));
            return None;
        }
        // The sign is the operand's, as it is with names.
        let Some(quantity) = self.ast.term_quantity(&term.without_minuses()) else {
            let message = format!("`{text}` is a number, which has neither index nor swizzle");
            self.complain(Kind::InvalidOperand, term.span, message);
            return None;
        };
        let value = self.float_of(quantity, term.span)?;
        Some(ConstantValue::Float([value; 4]))
    }

    fn add_literal(&mut self, span: Span, value: ConstantValue) -> Option<u16> {
        let index = self.table_index(self.object.constants.len(), span)?;
        self.object.constants.push(Constant {
            name: vector(value),
            kind: value.kind(),
            first: 0,
            len: 1,
            pinned: false,
            linkage: Linkage::Own,
            position: self.position,
        });
        self.spans.constants.push(span);
        self.add_value(span, Reference::Constant { index, element: 0 }, value);
        self.literals.indices.insert(value, index);
        Some(index)
    }

    /// Whether a term is a number: one that is written as such, or a name of one.
    pub(crate) fn is_number(&self, term: &Term) -> bool {
        term.kind != Atom::Word || {
            let word = self.text(term.atom);
            // Few sources have such names: without any, no name need be looked up.
            let may_be = self.names.has_numbers() || word.eq_ignore_ascii_case(PI);
            may_be && self.named_number(word).is_some()
        }
    }

    /// Puts the constants without names behind the others, and leaves out those that no instruction reads.
    pub(crate) fn settle_literals(&mut self) {
        if self.literals.indices.is_empty() {
            return;
        }
        let count = self.object.constants.len();
        let mut is_literal = vec![false; count];
        for &index in self.literals.indices.values() {
            is_literal[usize::from(index)] = true;
        }
        let mut order: Vec<usize> = (0..count).filter(|&index| !is_literal[index]).collect();
        let named = order.len();
        for relocation in &self.code.relocations {
            if let Some(index) = constant_of(relocation)
                && std::mem::take(&mut is_literal[index])
            {
                order.push(index);
            }
        }
        self.reorder_constants(&order, named);
    }

    /// Gives the object those of its constants that are listed, in that order; the first ones have names.
    fn reorder_constants(&mut self, order: &[usize], named: usize) {
        let mut places: Vec<Option<u16>> = vec![None; self.object.constants.len()];
        for (place, &index) in order.iter().enumerate() {
            places[index] = u16::try_from(place).ok();
        }
        let moved = |index: &mut u16| {
            let place = places.get(usize::from(*index)).copied().flatten();
            *index = place.unwrap_or(*index);
            place.is_some()
        };
        let keep = |reference: &mut Reference| match reference {
            Reference::Constant { index, .. } => moved(index),
            _ => true,
        };
        let constants = std::mem::take(&mut self.object.constants);
        let spans = std::mem::take(&mut self.spans.constants);
        let pick = |&index: &usize| constants.get(index).cloned();
        self.object.constants = order.iter().filter_map(pick).collect();
        let pick = |&index: &usize| spans.get(index).copied();
        self.spans.constants = order.iter().filter_map(pick).collect();
        for relocation in &mut self.code.relocations {
            relocation.register.as_mut().map(keep);
        }
        self.beyond_arrays
            .retain_mut(|beyond| keep(&mut beyond.place));
        self.reorder_values(named, keep);
    }

    /// Keeps the values that are wanted, those of constants behind the named ones behind all others.
    fn reorder_values(&mut self, named: usize, keep: impl Fn(&mut Reference) -> bool) {
        let values = std::mem::take(&mut self.object.values).into_iter();
        let mut values: Vec<_> = values
            .zip(std::mem::take(&mut self.spans.values))
            .filter_map(|(mut value, span)| keep(&mut value.place).then_some((value, span)))
            .collect();
        values.sort_by_key(|(value, _)| match value.place {
            Reference::Constant { index, .. } if usize::from(index) >= named => Some(index),
            _ => None,
        });
        (self.object.values, self.spans.values) = values.into_iter().unzip();
    }
}

/// The constant that an instruction reads, by its index.
fn constant_of(relocation: &Relocation) -> Option<usize> {
    match relocation.register? {
        Reference::Constant { index, .. } => Some(index.into()),
        _ => None,
    }
}
