//! Qualifiers in `layout(...)`, and the registers of inputs.

use ::naga::{Handle, Literal, Override};

use super::super::ast::Qualifiers;
use super::super::token::Symbol;
use super::super::types::{Kind, Ty};
use super::constant::Constant;
use super::{Builder, Checked, fixed};
use crate::naga::interface::{Attribute, Slot};
use crate::options::Number;

impl Builder<'_> {
    /// Returns the number of an item of a layout.
    pub(super) fn layout_number(
        &mut self,
        qualifiers: &Qualifiers,
        name: &str,
    ) -> Checked<Option<u32>> {
        let item = self
            .interner
            .find(name)
            .and_then(|name| qualifiers.item(name));
        let Some((value, span)) = item.and_then(|item| Some((item.value.as_ref()?, item.span)))
        else {
            return Ok(None);
        };
        let number = self.constant(value).and_then(Constant::integer);
        match number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => self.error(
                span,
                format!("`{name}` has to be a constant that is not negative"),
                "",
            ),
        }
    }

    /// Gives locations to the inputs without one: first those of fixed meaning in their order, then the others in the order of
    /// their declaration.
    pub(super) fn locate_inputs(&mut self) {
        let mut taken: Vec<u32> = Vec::new();
        for attribute in self.inputs.iter().flat_map(|input| &input.attributes) {
            if let Some(Slot::Location(first)) = attribute.slot {
                taken.extend(
                    (0..self.registers(attribute)).map(|index| first.saturating_add(index)),
                );
            }
        }
        let mut waiting = std::mem::take(&mut self.unlocated);
        waiting.sort_by_key(|(_, name)| {
            fixed::attribute_order(self.text(*name)).unwrap_or(usize::MAX)
        });
        for (index, name) in waiting {
            let attributes = self.inputs.get(index).map(|input| input.attributes.clone());
            let mut attributes = attributes.unwrap_or_default();
            let count: u32 = attributes
                .iter()
                .map(|attribute| self.registers(attribute))
                .sum();
            let is_free =
                |first: &u32| (*first..first.saturating_add(count)).all(|at| !taken.contains(&at));
            let first = (0..).find(is_free).unwrap_or(u32::MAX);
            let mut next = first;
            for attribute in &mut attributes {
                attribute.slot = Some(Slot::Location(next));
                let registers = self.registers(attribute);
                taken.extend(next..next.saturating_add(registers));
                next = next.saturating_add(registers);
            }
            let text = self.text(name).to_owned();
            if self.is_used(index) {
                let why = match fixed::attribute_order(&text) {
                    Some(_) => "by the order of the names of the language",
                    None => "by the order of declaration",
                };
                self.notes
                    .push(format!("attribute `{text}`: location {first}, {why}"));
            }
            if let Some(input) = self.inputs.get_mut(index) {
                input.attributes = attributes;
            }
        }
    }

    /// Whether a function reads an input.
    fn is_used(&self, index: usize) -> bool {
        use crate::naga::interface::Place;
        let Some(Place::Global(wanted)) = self.inputs.get(index).map(|input| input.place) else {
            return false;
        };
        self.module.functions.iter().any(|(_, function)| {
            let mut all = function.expressions.iter();
            all.any(|(_, found)| matches!(found, ::naga::Expression::GlobalVariable(handle) if *handle == wanted))
        })
    }

    /// Returns the number of registers of an attribute.
    fn registers(&self, attribute: &Attribute) -> u32 {
        let shapes = crate::naga::shape::Shapes::new(&self.module);
        u32::try_from(shapes.locations(shapes.of(attribute.ty))).unwrap_or(u32::MAX)
    }

    /// Returns the value of a constant of the pipeline: that of the caller, or the one that the shader gives.
    pub(super) fn override_constant(
        &mut self,
        handle: Handle<Override>,
        ty: &Ty,
    ) -> Option<Constant> {
        let Ty::Scalar(kind) = ty else {
            return None;
        };
        let found = self.module.overrides.try_get(handle).ok()?;
        let id = found.id.map(|id| format!("constant_id_{id}"));
        let mut given = self.defines.iter().rev();
        let given = given.find(|define| {
            Some(&define.name) == found.name.as_ref() || Some(&define.name) == id.as_ref()
        });
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

    /// Whether a name is one of the language.
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
