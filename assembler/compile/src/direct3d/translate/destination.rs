//! Operands that are written.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Operand as Destination};

use crate::expand;
use crate::ir::{Comparison, Operand};

use super::super::registers::{self, Array, Register};
use super::super::views::{ByView, View, Views};
use super::Walk;

/// A value that a component gets, in each of its views.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ComponentValue {
    pub(super) views: Views,
    /// The values by view. Views without one have had an error.
    pub(super) values: ByView<Option<Operand>>,
}

impl ComponentValue {
    /// The result of an instruction with an error: any view, to avoid follow-up errors.
    pub(super) const UNKNOWN: Self = Self {
        views: Views::ALL,
        values: [None; 4],
    };

    /// Returns a value of one view.
    pub(super) const fn one(view: View, value: Operand) -> Self {
        let mut values = [None; 4];
        values[view as usize] = Some(value);
        Self {
            views: view.alone(),
            values,
        }
    }

    pub(super) const fn float(value: Operand) -> Self {
        Self::one(View::Float, value)
    }

    pub(super) const fn boolean(value: Operand) -> Self {
        Self::one(View::Bool, value)
    }

    /// Returns the views of this value and of another.
    #[must_use]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            views: self.views.join(other.views),
            values: std::array::from_fn(|view| self.values[view].or(other.values[view])),
        }
    }

    /// Returns an integer, which is not negative if `is_unsigned`.
    pub(super) const fn int(value: Operand, is_unsigned: bool) -> Self {
        let one = Self::one(View::Int, value);
        Self {
            views: one.views.with(Views::UNSIGNED, is_unsigned),
            ..one
        }
    }
}

impl Walk<'_> {
    /// Assigns values to the components that an operand names.
    pub(super) fn assign(&mut self, destination: &Destination, lanes: &[ComponentValue; 4]) {
        let index = registers::indexed(destination);
        for component in destination.write_mask().components() {
            let assigned = &lanes[component as usize];
            if let Some((array, _)) = index {
                self.assign_element(array, destination, component, assigned);
                continue;
            }
            let register = registers::fixed(destination);
            if let Some(Register::Element(array, _)) = register
                && matches!(self.parts.registers.array(array), Some(Array::Constant(_)))
            {
                continue;
            }
            match register.and_then(|register| self.parts.registers.component(register, component)) {
                Some(lane) => self.set(lane, assigned),
                None => {
                    let message = format!(
                        "{} writes to {}, which vertex shaders cannot do",
                        self.name(),
                        destination.kind()
                    );
                    return self.error(Code::UnsupportedOperation, &message, "write to temporaries and outputs");
                }
            }
        }
    }

    /// Assigns a value to a component of a register.
    fn set(&mut self, component: usize, assigned: &ComponentValue) {
        let wanted = self.outputs.get(component).copied().flatten();
        if let Some(writer) = self.writers.get_mut(component) {
            *writer = Some(self.at);
        }
        for view in View::ALL {
            if wanted.is_some_and(|wanted| wanted != view) {
                continue;
            }
            if let Some(value) = assigned.values[view as usize] {
                let variable = self.variable(component, view);
                self.builder.set(variable, value);
            }
        }
        let state = self.state.as_mut();
        if let Some(views) = state.and_then(|state| state.get_mut(component)) {
            *views = assigned.views;
        }
    }

    /// Assigns a value to an element of an array at a computed index: each element keeps its value, or gets the new
    /// one.
    fn assign_element(
        &mut self,
        array: u32,
        destination: &Destination,
        component: Component,
        assigned: &ComponentValue,
    ) {
        let registers = self.parts.registers;
        let Some(Array::Compared { count }) = registers.array(array) else {
            return self.indexed_temporaries(array);
        };
        let Some((_, by)) = registers::indexed(destination) else {
            return;
        };
        let index = self.index(by);
        let offset = destination.indices.get(1).map_or(0, |index| index.offset());
        let index = self.offset(index, offset);
        for (element, number) in (0..*count).zip(0_u8..) {
            let Some(lane) = registers.component(Register::Element(array, element), component) else {
                continue;
            };
            let number = self.builder.integer(f32::from(number));
            let is_chosen = self.builder.compare(Comparison::Equal, index, number);
            let mut chosen = ComponentValue {
                views: assigned.views.meet(self.views(lane)),
                values: [None; 4],
            };
            for view in View::ALL {
                let Some(value) = assigned.values[view as usize] else {
                    continue;
                };
                if !chosen.views.contains(view.alone()) {
                    continue;
                }
                let variable = self.variable(lane, view);
                let before = self.builder.get(variable);
                chosen.values[view as usize] = Some(match view {
                    View::Bool | View::Sign => expand::select_bool(&mut self.builder, is_chosen, value, before),
                    _ => self.builder.select(is_chosen, value, before),
                });
            }
            self.set(lane, &chosen);
        }
    }
}
