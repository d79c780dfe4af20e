//! The value of a component in the view that an instruction needs.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::float24::Float24;

use crate::expand;
use crate::ir::{self, Comparison, Op, Operand, TableId};

use super::super::registers::Array;
use super::super::views::{MAX_EXACT, View, Views};
use super::Walk;
use super::source::{ComponentStorage, SourceComponent};

impl Walk<'_> {
    /// Returns the value of a component in one of its views, without its modifier.
    fn held(&mut self, held: &ComponentStorage, view: View) -> Operand {
        let kind = view.kind();
        match held {
            ComponentStorage::Literal(bits) => self.bits_as(*bits, view),
            ComponentStorage::Register(lane) => {
                let variable = self.variable(*lane, view);
                self.builder.get(variable)
            }
            ComponentStorage::Compared(elements, index) => {
                let values: Vec<_> = elements.iter().map(|element| self.held(element, view)).collect();
                let mut values = values.into_iter().zip(0_u8..);
                let Some((first, _)) = values.next() else {
                    return self.nothing(view);
                };
                values.fold(first, |before, (value, number)| {
                    let number = self.builder.integer(f32::from(number));
                    let is_reached = self.builder.compare(Comparison::GreaterEqual, *index, number);
                    match view {
                        View::Bool | View::Sign => expand::select_bool(&mut self.builder, is_reached, value, before),
                        _ => self.builder.select(is_reached, value, before),
                    }
                })
            }
            ComponentStorage::Value(op) | ComponentStorage::Flag(op) | ComponentStorage::Bool(op) => {
                self.builder.value(*op, kind)
            }
            ComponentStorage::Table {
                array,
                row,
                component,
                index,
            } => {
                if view == View::Bool {
                    let number = self.held(held, View::Int);
                    return expand::is_not_zero(&mut self.builder, number);
                }
                let op = Op::Element {
                    array: ir::Array::Table(self.table_id(*array, view)),
                    row: *row,
                    component: *component,
                    index: *index,
                };
                self.builder.value(op, kind)
            }
            ComponentStorage::Unknown => self.nothing(view),
        }
    }

    /// Returns the id of a table of numbers in a view.
    fn table_id(&mut self, array: Option<u32>, view: View) -> TableId {
        let known = self.tables.made.iter().position(|(key, _)| *key == (array, view));
        let number = known.unwrap_or_else(|| {
            let rows = match array.map(|array| self.parts.registers.array(array)) {
                Some(Some(Array::Constant(rows))) => rows.as_slice(),
                _ => self.tables.immediate,
            };
            let rows = rows.iter().map(|row| row.map(|bits| number_of(bits, view)));
            self.tables.made.push(((array, view), rows.collect()));
            self.tables.made.len() - 1
        });
        TableId::from_index(number)
    }

    fn bits_as(&mut self, bits: u32, view: View) -> Operand {
        match view {
            View::Bool => self.builder.boolean(bits != 0),
            View::Sign => self.builder.boolean(bits >> 31 == 1),
            View::Float => self.builder.literal(f32::from_bits(bits)),
            View::Int => {
                let integer = bits.cast_signed();
                if integer.unsigned_abs() > MAX_EXACT {
                    let message = format!(
                        "{} has the integer {integer}; integers are exact up to {MAX_EXACT} on this hardware",
                        self.name()
                    );
                    self.error(Code::IntegerTooLarge, &message, "use smaller integers, or floats");
                }
                self.builder.integer(number_of(bits, view))
            }
        }
    }

    /// Returns a placeholder for a value that is missing because of an error.
    pub(super) fn nothing(&mut self, view: View) -> Operand {
        match view {
            View::Bool | View::Sign => self.builder.boolean(false),
            View::Float => self.builder.literal(0.0),
            View::Int => self.builder.integer(0.0),
        }
    }

    /// Returns a component as a float, with its modifier.
    pub(super) fn float(&mut self, read: &SourceComponent) -> Operand {
        if !read.views.contains(Views::FLOAT) {
            let help = if read.views.contains(Views::INT) {
                "convert it, as in `(float)n`; `asfloat` cannot be translated"
            } else {
                "choose between numbers, as in `condition ? 1.0 : 0.0`"
            };
            return self.reinterpreted(read, "a float", View::Float, help);
        }
        if let ComponentStorage::Literal(bits) = read.held {
            self.check_literal(f32::from_bits(bits));
        }
        let mut value = self.held(&read.held, View::Float);
        if read.modifier.absolute {
            value = expand::absolute(&mut self.builder, value);
        }
        value.negate_if(read.modifier.negate)
    }

    /// Warns that a literal is not a float24. Bits of small integers, which are next to 0, are ignored.
    fn check_literal(&mut self, number: f32) {
        if number.is_normal() && Float24::from_f32(number).to_f32() != number {
            let message = format!("{} has the number {number}, which is rounded to a float24", self.name());
            self.error(Code::LiteralRounded, &message, "");
        }
    }

    /// Returns a component as an integer, with its modifier. True is -1.
    pub(super) fn int(&mut self, read: &SourceComponent) -> Operand {
        self.has_integers |= !read.is_literal();
        let value = if read.views.contains(Views::INT) {
            self.held(&read.held, View::Int)
        } else if read.views.contains(Views::BOOLEAN) {
            let boolean = self.held(&read.held, View::Bool);
            self.builder.bool_to_float(boolean).negate()
        } else {
            let help = "convert it, as in `(int)x`; `asint` and `asuint` cannot be translated";
            return self.reinterpreted(read, "an integer", View::Int, help);
        };
        if read.modifier.absolute {
            return expand::absolute(&mut self.builder, value).negate_if(read.modifier.negate);
        }
        value.negate_if(read.modifier.negate)
    }

    /// Returns whether any bit of a component is set. Modifiers change nothing but the sign.
    pub(super) fn boolean(&mut self, read: &SourceComponent) -> Operand {
        let views = read.views;
        if views.contains(Views::BOOLEAN) {
            return self.held(&read.held, View::Bool);
        }
        let view = if views.contains(Views::INT) {
            View::Int
        } else {
            View::Float
        };
        if !views.contains(view.alone()) {
            return self.reinterpreted(read, "a condition", View::Bool, "give it one type on all paths");
        }
        let value = self.held(&read.held, view);
        if matches!(read.held, ComponentStorage::Bool(_)) {
            let zero = self.builder.literal(0.0);
            return self.builder.compare(Comparison::Greater, value, zero);
        }
        expand::is_not_zero(&mut self.builder, value)
    }

    /// Returns a component in a view that it has.
    pub(super) fn view(&mut self, read: &SourceComponent, view: View) -> Operand {
        match view {
            View::Float => self.float(read),
            View::Int => self.int(read),
            View::Bool => self.boolean(read),
            View::Sign => self.held(&read.held, view),
        }
    }

    /// Reports that a component is used as something that it is not.
    fn reinterpreted(&mut self, read: &SourceComponent, wanted: &str, view: View, help: &str) -> Operand {
        let what = match read.held {
            ComponentStorage::Register(component) => {
                format!("`{}`", self.parts.registers.name(component))
            }
            _ => "an operand".to_owned(),
        };
        let message = format!(
            "{} takes {what} as {wanted}, but it is {}",
            self.name(),
            read.views.name()
        );
        self.error(Code::BitsReinterpreted, &message, help);
        self.nothing(view)
    }
}

/// Returns the number that bits are in a view.
fn number_of(bits: u32, view: View) -> f32 {
    match view {
        View::Float => f32::from_bits(bits),
        #[expect(clippy::cast_precision_loss, reason = "larger integers are refused")]
        View::Int | View::Bool | View::Sign => bits.cast_signed() as f32,
    }
}
