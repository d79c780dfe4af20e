//! Qualifiers in `layout(...)`, and the registers of inputs.

use ::naga::{Expression, GlobalVariable, Handle, Literal, Override};
use rustc_hash::FxHashSet;

use super::super::ast::Qualifiers;
use super::super::token::Symbol;
use super::super::types::{Kind, Ty};
use super::constant::Constant;
use super::{BuildResult, Builder, fixed};
use crate::naga::interface::{Attribute, Place, Slot};
use crate::naga::shape::Shapes;
use crate::options::Number;

/// The number of input registers.
const REGISTERS: usize = 16;

impl Builder<'_> {
    /// Returns the number of an item of a layout.
    pub(super) fn layout_number(&mut self, qualifiers: &Qualifiers, name: &str) -> BuildResult<Option<u32>> {
        let item = self.interner.find(name).and_then(|name| qualifiers.item(name));
        let Some((value, span)) = item.and_then(|item| Some((item.value.as_ref()?, item.span))) else {
            return Ok(None);
        };
        let number = self.constant(value).and_then(Constant::integer);
        match number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => self.error(span, format!("`{name}` has to be a constant that is not negative"), ""),
        }
    }

    /// Assigns locations to the inputs without one: first inputs of fixed meaning in their order, then the others in
    /// declaration order. Inputs beyond the last register get one that the GPU does not have.
    pub(super) fn locate_inputs(&mut self) {
        let counts = self.registers_of_inputs();
        let mut taken = [false; REGISTERS];
        for (input, counts) in self.inputs.iter().zip(&counts) {
            for (attribute, count) in input.attributes.iter().zip(counts) {
                if let Some(Slot::Location(first)) = attribute.slot {
                    let first = usize::try_from(first).unwrap_or(usize::MAX);
                    taken.iter_mut().skip(first).take(*count).for_each(|slot| *slot = true);
                }
            }
        }
        let used = self.used_inputs();
        let mut waiting = std::mem::take(&mut self.unlocated);
        waiting.sort_by_key(|(_, name)| fixed::attribute_order(self.text(*name)).unwrap_or(usize::MAX));
        for (index, name) in waiting {
            let counts = counts.get(index).map_or(&[][..], Vec::as_slice);
            let count = counts.iter().fold(0_usize, |sum, count| sum.saturating_add(*count));
            let free = |first: &usize| {
                taken
                    .get(*first..first.saturating_add(count))
                    .is_some_and(|slots| !slots.contains(&true))
            };
            let first = (0..REGISTERS).find(free).unwrap_or(REGISTERS);
            taken.iter_mut().skip(first).take(count).for_each(|slot| *slot = true);
            let text = self.text(name).to_owned();
            if let Some(input) = self.inputs.get_mut(index) {
                let mut next = first;
                for (attribute, count) in input.attributes.iter_mut().zip(counts) {
                    attribute.slot = Some(Slot::Location(u32::try_from(next).unwrap_or(u32::MAX)));
                    next = next.saturating_add(*count);
                }
                if matches!(input.place, Place::Global(global) if used.contains(&global)) {
                    let why = match fixed::attribute_order(&text) {
                        Some(_) => "by the order of the names of the language",
                        None => "by the order of declaration",
                    };
                    self.notes.push(format!("attribute `{text}`: location {first}, {why}"));
                }
            }
        }
    }

    /// Returns the inputs that functions read.
    fn used_inputs(&self) -> FxHashSet<Handle<GlobalVariable>> {
        let functions = self.module.functions.iter();
        let all = functions.flat_map(|(_, function)| function.expressions.iter());
        let used = all.filter_map(|(_, found)| match found {
            Expression::GlobalVariable(handle) => Some(*handle),
            _ => None,
        });
        used.collect()
    }

    /// Returns the number of registers of each attribute of each input.
    fn registers_of_inputs(&self) -> Vec<Vec<usize>> {
        let shapes = Shapes::new(&self.module);
        let count = |attribute: &Attribute| shapes.locations(shapes.get(attribute.ty));
        let inputs = self.inputs.iter();
        inputs
            .map(|input| input.attributes.iter().map(count).collect())
            .collect()
    }

    /// Returns the value of a specialisation constant: from the caller, or the default in the shader.
    pub(super) fn override_constant(&mut self, handle: Handle<Override>, ty: &Ty) -> Option<Constant> {
        let Ty::Scalar(kind) = ty else {
            return None;
        };
        let found = self.module.overrides.try_get(handle).ok()?;
        let id = found.id.map(|id| format!("constant_id_{id}"));
        let mut given = self.defines.iter().rev();
        let given = given.find(|define| Some(&define.name) == found.name.as_ref() || Some(&define.name) == id.as_ref());
        if let Some(define) = given {
            return constant_of(define.number, *kind);
        }
        let init = found.init?;
        match self.module.global_expressions.try_get(init).ok()? {
            ::naga::Expression::Literal(Literal::Bool(value)) => Some(Constant::Bool(*value)),
            ::naga::Expression::Literal(Literal::I32(value)) => Some(Constant::Int(*value)),
            ::naga::Expression::Literal(Literal::U32(value)) => Some(Constant::Uint(*value)),
            ::naga::Expression::Literal(Literal::F32(value)) => Some(Constant::Float(*value)),
            _ => None,
        }
    }

    /// Returns whether a name is one of the language.
    pub(super) fn is_reserved(&self, name: Symbol) -> bool {
        self.text(name).starts_with("gl_")
    }
}

/// Returns a number of the caller as one of a kind, if it is one. Others are reported later.
fn constant_of(number: Number, kind: Kind) -> Option<Constant> {
    Some(match (kind, number) {
        (Kind::Bool, Number::Integer(number)) => Constant::Bool(number != 0),
        (Kind::Int, Number::Integer(number)) => Constant::Int(i32::try_from(number).ok()?),
        (Kind::Uint, Number::Integer(number)) => Constant::Uint(u32::try_from(number).ok()?),
        (Kind::Float, number) => Constant::Float(crate::naga::numbers::float(number)?),
        _ => return None,
    })
}
