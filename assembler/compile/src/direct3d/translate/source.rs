//! Operands that are read.

use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Modifier, Operand as Source, RegisterKind};
use pica200_objfmt::isa::descriptor::Component as Lane;

use crate::ir::{self, Op, Operand};

use super::super::registers::{self, Array};
use super::super::uniforms::{self, Element};
use super::super::views::Views;
use super::super::{inputs, registers::Register};
use super::Walk;

/// A source operand, with the values of its indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceOperand<'i> {
    operand: &'i Source,
    /// The value that is added to the last index.
    index: Option<Operand>,
}

/// One component of a source operand.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SourceComponent {
    pub(super) views: Views,
    pub(super) held: ComponentStorage,
    pub(super) modifier: Modifier,
}

/// The storage of a component.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ComponentStorage {
    /// Bits of the source.
    Literal(u32),
    /// A component of a register.
    Register(usize),
    /// A component of each element of an array, or of each of several inputs, one of which the index chooses.
    Compared(Vec<ComponentStorage>, Operand),
    /// An input or a uniform.
    Value(Op),
    /// A uniform that is a boolean of the GPU.
    Flag(Op),
    /// A uniform that is a boolean of the source: the number 0 or 1.
    Bool(Op),
    /// A component of an array of constants: the number of the array, `None` for the immediate constant buffer.
    Table {
        array: Option<u32>,
        row: i16,
        component: Lane,
        index: Operand,
    },
    /// There was an error.
    Unknown,
}

impl SourceComponent {
    fn unknown() -> Self {
        Self {
            views: Views::ALL,
            held: ComponentStorage::Unknown,
            modifier: Modifier::default(),
        }
    }

    /// Returns the bits, if the component is a literal without a modifier.
    pub(super) fn literal(&self) -> Option<u32> {
        match self.held {
            ComponentStorage::Literal(bits) if self.modifier == Modifier::default() => Some(bits),
            _ => None,
        }
    }

    /// Returns whether the component is a literal, with or without a modifier.
    pub(super) fn is_literal(&self) -> bool {
        matches!(self.held, ComponentStorage::Literal(_))
    }
}

fn component_of(component: Component) -> Lane {
    match component {
        Component::X => Lane::X,
        Component::Y => Lane::Y,
        Component::Z => Lane::Z,
        Component::W => Lane::W,
    }
}

impl Walk<'_> {
    /// Reads the indices of a source operand.
    pub(super) fn fetch<'i>(&mut self, operand: &'i Source) -> SourceOperand<'i> {
        let last = operand.indices.last().and_then(|index| index.relative());
        let index = last.map(|index| self.index(index));
        SourceOperand { operand, index }
    }

    /// Returns the value of an operand within an index.
    pub(super) fn index(&mut self, operand: &Source) -> Operand {
        let fetched = self.fetch(operand);
        let read = self.read(&fetched, Component::X);
        self.int(&read)
    }

    /// Returns the component of a source operand that a component of the instruction reads.
    pub(super) fn read(&mut self, fetched: &SourceOperand<'_>, component: Component) -> SourceComponent {
        let operand = fetched.operand;
        let modifier = operand.modifier();
        if operand.kind() == RegisterKind::LITERAL {
            let bits = operand.literal.components()[component as usize];
            return SourceComponent {
                views: Views::of_literal(bits),
                held: ComponentStorage::Literal(bits),
                modifier,
            };
        }
        let component = operand.swizzle().0[component as usize];
        let found = match operand.kind() {
            RegisterKind::NULL => Some((Views::ALL, ComponentStorage::Literal(0))),
            RegisterKind::TEMP | RegisterKind::INDEXABLE_TEMP => self.temporary(fetched, component),
            RegisterKind::INPUT => self.input(fetched, component),
            RegisterKind::CONSTANT_BUFFER => self.constant(fetched, component),
            RegisterKind::IMMEDIATE_CONSTANT_BUFFER => self.immediate(fetched, component),
            _ => None,
        };
        match found {
            Some((views, held)) => SourceComponent { views, held, modifier },
            None => {
                let message = format!(
                    "{} reads an operand that vertex shaders do not have: {}",
                    self.name(),
                    operand.kind()
                );
                self.error(
                    Code::UnsupportedOperation,
                    &message,
                    "read temporaries, inputs and constants",
                );
                SourceComponent::unknown()
            }
        }
    }

    fn temporary(&mut self, fetched: &SourceOperand<'_>, component: Component) -> Option<(Views, ComponentStorage)> {
        let operand = fetched.operand;
        let registers = self.parts.registers;
        if let Some((array, _)) = registers::indexed(operand) {
            return Some(self.element(array, fetched, component));
        }
        let register = registers::fixed(operand)?;
        if let Register::Element(array, element) = register
            && let Some(Array::Constant(rows)) = registers.array(array)
        {
            let row = rows.get(usize::try_from(element).ok()?).copied().unwrap_or_default();
            let bits = row[component as usize];
            return Some((Views::of_literal(bits), ComponentStorage::Literal(bits)));
        }
        let lane = registers.component(register, component)?;
        Some((self.views(lane), ComponentStorage::Register(lane)))
    }

    /// Returns an element of an array of temporaries at a computed index.
    fn element(&mut self, array: u32, fetched: &SourceOperand<'_>, component: Component) -> (Views, ComponentStorage) {
        let unknown = (Views::ALL, ComponentStorage::Unknown);
        let Some(index) = fetched.index else {
            return unknown;
        };
        let offset = fetched.operand.indices.get(1).map_or(0, |index| index.offset());
        let registers = self.parts.registers;
        match registers.array(array) {
            Some(Array::Constant(rows)) if rows.is_empty() => (Views::of_literal(0), ComponentStorage::Literal(0)),
            Some(Array::Constant(rows)) => {
                let views = registers::views_of_rows(rows, component);
                (views, self.table(Some(array), offset, component, index))
            }
            Some(Array::Compared { count }) => {
                let index = self.offset(index, offset);
                let lanes =
                    (0..*count).map(|element| registers.component(Register::Element(array, element), component));
                let lanes: Vec<_> = lanes.flatten().collect();
                let all = lanes.iter().map(|lane| self.views(*lane));
                let views = all.fold(Views::ALL, Views::meet);
                let elements = lanes.into_iter().map(ComponentStorage::Register).collect();
                (views, ComponentStorage::Compared(elements, index))
            }
            _ => {
                self.indexed_temporaries(array);
                unknown
            }
        }
    }

    /// Returns an index with the number that is added to it.
    pub(super) fn offset(&mut self, index: Operand, offset: u64) -> Operand {
        match small(offset) {
            0 => index,
            offset => {
                let offset = self.builder.integer(f32::from(offset));
                self.builder.add(index, offset)
            }
        }
    }

    pub(super) fn indexed_temporaries(&mut self, array: u32) {
        let most = registers::MAX_COMPARED;
        let message = format!(
            "{} indexes the local array x{array} with a computed value, but the hardware cannot index temporaries",
            self.name()
        );
        let help = format!(
            "use an array of uniforms or of constants, unroll the loop, or use at most {most} elements, which are compared one by one"
        );
        self.error(Code::IndexedTemporaries, &message, &help);
    }

    fn table(&mut self, array: Option<u32>, offset: u64, component: Component, index: Operand) -> ComponentStorage {
        ComponentStorage::Table {
            array,
            row: small(offset),
            component: component_of(component),
            index,
        }
    }

    fn input(&mut self, fetched: &SourceOperand<'_>, component: Component) -> Option<(Views, ComponentStorage)> {
        if let Some(range) = self.parts.inputs.indexed(fetched.operand) {
            return Some(self.indexed_input(range, fetched, component));
        }
        let register = inputs::register(fetched.operand)?;
        Some(self.input_register(register, component))
    }

    fn input_register(&self, register: u32, component: Component) -> (Views, ComponentStorage) {
        let views = self.parts.inputs.views(register, component);
        // Registers that the GPU does not have were reported.
        match self.parts.inputs.id(register) {
            Some(input) => (
                views,
                ComponentStorage::Value(Op::Input(input, component_of(component))),
            ),
            None => (Views::ALL, ComponentStorage::Unknown),
        }
    }

    /// One of several inputs, by a computed index.
    fn indexed_input(
        &mut self,
        range: Range<u32>,
        fetched: &SourceOperand<'_>,
        component: Component,
    ) -> (Views, ComponentStorage) {
        let (count, most) = (range.len(), registers::MAX_COMPARED);
        let added = fetched.operand.indices.first();
        let (Some(index), Some(added), 1..) = (fetched.index, added, count) else {
            let message = format!("{} indexes inputs that the shader does not have", self.name());
            let help = "begin the index within the inputs";
            self.error(Code::UnsupportedOperation, &message, help);
            return (Views::ALL, ComponentStorage::Unknown);
        };
        if count > most as usize {
            let message = format!(
                "{} indexes {count} inputs with a computed value, but the hardware cannot index inputs",
                self.name()
            );
            let help = format!(
                "use conditions, an array of uniforms, or at most {most} inputs, which are compared one by one"
            );
            self.error(Code::UnsupportedOperation, &message, &help);
            return (Views::ALL, ComponentStorage::Unknown);
        }
        let added = u32::try_from(added.offset()).unwrap_or(u32::MAX);
        let index = self.offset(index, added.wrapping_sub(range.start).into());
        let inputs = range.map(|register| self.input_register(register, component));
        let (views, inputs): (Vec<_>, Vec<_>) = inputs.unzip();
        let views = views.into_iter().fold(Views::ALL, Views::meet);
        (views, ComponentStorage::Compared(inputs, index))
    }

    fn constant(&mut self, fetched: &SourceOperand<'_>, component: Component) -> Option<(Views, ComponentStorage)> {
        // `refuse` has reported it.
        if uniforms::is_of_computed_buffer(fetched.operand) {
            return Some((Views::ALL, ComponentStorage::Unknown));
        }
        let (slot, row) = uniforms::place(fetched.operand)?;
        let uniforms = self.parts.uniforms;
        let Some(index) = fetched.index else {
            let row = u32::try_from(row).ok()?;
            // Direct3D reads 0 where a buffer has nothing.
            let Some(constant) = uniforms.constant(slot, row, component) else {
                return Some((Views::of_literal(0), ComponentStorage::Literal(0)));
            };
            if constant.is_flag {
                return Some((Views::BOOLEAN, ComponentStorage::Flag(Op::Flag(constant.uniform))));
            }
            let op = Op::Uniform(constant.uniform, constant.row, component_of(constant.component));
            let held = if constant.is_bool {
                ComponentStorage::Bool(op)
            } else {
                ComponentStorage::Value(op)
            };
            return Some((constant.views, held));
        };
        let Some(element) = uniforms.element(slot, row, component) else {
            if !uniforms.is_left_out(slot, row) {
                self.index_behind(slot, row);
            }
            return Some((Views::ALL, ComponentStorage::Unknown));
        };
        self.warn_of_index(element);
        let op = Op::Element {
            array: ir::Array::Uniform(element.uniform),
            row: element.row,
            component: component_of(component),
            index,
        };
        Some((element.views, ComponentStorage::Value(op)))
    }

    fn index_behind(&mut self, slot: u32, row: i32) {
        let message = format!(
            "{} indexes cb{slot} with a computed value from register {row} on, which is after its end",
            self.name()
        );
        let help = "begin the index within the array, or declare the array with all its elements";
        self.error(Code::UnsupportedOperation, &message, help);
    }

    /// Warns of a computed index, once for each uniform.
    fn warn_of_index(&mut self, element: Element) {
        if self.warned_of.contains(&element.uniform) {
            return;
        }
        self.warned_of.push(element.uniform);
        let uniform = self.parts.uniforms.list.get(element.uniform.index());
        let message = format!(
            "{} indexes `{}` with a computed value; outside of its {} registers, the hardware reads other registers",
            self.name(),
            uniform.map_or("", |uniform| &uniform.name),
            element.rows
        );
        let help = "limit the index with `min` and `max`, if it can be wrong";
        self.error(Code::UnboundedIndex, &message, help);
    }

    fn immediate(&mut self, fetched: &SourceOperand<'_>, component: Component) -> Option<(Views, ComponentStorage)> {
        let row = fetched.operand.indices.first()?;
        let rows = self.tables.immediate;
        Some(match fetched.index {
            // Rows that are not there are 0, and a table without rows cannot be written.
            Some(_) if rows.is_empty() => (Views::of_literal(0), ComponentStorage::Literal(0)),
            None => {
                let row = usize::try_from(row.offset()).ok()?;
                let bits = rows.get(row).copied().unwrap_or_default()[component as usize];
                (Views::of_literal(bits), ComponentStorage::Literal(bits))
            }
            Some(index) => {
                let held = self.table(None, row.offset(), component, index);
                (registers::views_of_rows(rows, component), held)
            }
        })
    }
}

/// Returns a number that is added to an index. Those beyond 16 bits lead outside of any array.
fn small(offset: u64) -> i16 {
    let signed = u32::try_from(offset).unwrap_or(u32::MAX).cast_signed();
    i16::try_from(signed).unwrap_or(i16::MAX)
}
