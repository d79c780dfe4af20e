//! The uniforms of a program, from variables of constant buffers.
//!
//! A variable that the program reads becomes a uniform of its name, even if it shares a register with others. An array
//! with computed indices, or a struct around it, keeps its layout. Without `RDEF`, whole buffers become uniforms.

mod leaf;
mod shorten;

use std::collections::BTreeMap;
use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Declaration, Index, Operand, Program, RegisterKind};
use pica200_dxbc::resources::{BaseType, BufferKind, Resources, TypeClass, Variable};
use pica200_objfmt::isa::register::UniformKind;

use crate::ir::{self, UniformId};
use crate::names::Names;
use crate::options::Options;
use crate::source::{Binding, ConstantComponent};
use leaf::{COMPONENT, Leaf, REGISTER};

use super::operands::{self, Role};
use super::report::Report;
use super::views::Views;

/// Maximum number of rows of a uniform: beyond the capacity of the GPU, so that a message can name the size.
const MAX_ROWS: u32 = 4096;

/// A component of a uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Constant {
    pub(super) uniform: UniformId,
    pub(super) row: u16,
    pub(super) component: Component,
    pub(super) views: Views,
    /// True if the uniform is a boolean of the GPU.
    pub(super) is_flag: bool,
    /// True if the number is a boolean of the source: 0 or 1.
    pub(super) is_bool: bool,
}

/// Some registers of a buffer that become one uniform.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unit {
    /// The path of the variable in the source.
    path: String,
    /// Where it ends, in bytes.
    end: u32,
    /// The leaf, unless the unit is a struct or a whole buffer.
    leaf: Option<Leaf>,
    /// The registers of an element, of an array of structs.
    stride: Option<u32>,
    is_flag: bool,
}

/// The uniforms of a program.
#[derive(Debug, Default)]
pub(super) struct Uniforms<'r> {
    /// The variables of each buffer, by its slot.
    buffers: BTreeMap<u32, &'r [Variable<'r>]>,
    /// The rows of each buffer that the program declares.
    declared: BTreeMap<u32, u32>,
    /// The units by slot and first byte.
    units: BTreeMap<(u32, u32), Unit>,
    /// The ids of the units, in their order.
    ids: BTreeMap<(u32, u32), UniformId>,
    /// The bytes of slots that options leave out.
    left_out: Vec<(u32, Range<u32>)>,
    pub(super) list: Vec<ir::Uniform>,
    pub(super) bindings: Vec<Binding>,
}

impl<'r> Uniforms<'r> {
    /// Returns the uniforms that a program reads.
    pub(super) fn new(
        program: &Program,
        resources: Option<&'r Resources<'_>>,
        options: &Options,
        names: &mut Names,
        report: &mut Report,
    ) -> Self {
        let mut uniforms = Self {
            declared: declared(program),
            ..Self::default()
        };
        for (buffer, binding) in resources.map(Resources::bound).unwrap_or_default() {
            if buffer.kind == BufferKind::CBUFFER {
                let variables = uniforms.buffers.entry(binding.bind_point);
                variables.or_insert(&buffer.variables);
            }
        }
        let instructions = || program.instructions.iter();
        for instruction in instructions() {
            operands::each(instruction, |operand, _| uniforms.add_indexed(operand));
        }
        for instruction in instructions() {
            operands::each(instruction, |operand, role| uniforms.add_fixed(operand, role));
        }
        uniforms.shorten(&options.array_length, program, report);
        uniforms.declare(names);
        uniforms.report_defaults(report);
        uniforms
    }

    /// Records an operand with a computed index: all registers around it keep their layout.
    fn add_indexed(&mut self, operand: &Operand) {
        let Some((slot, row)) = place(operand) else {
            return;
        };
        if operand.indices.get(1).is_none_or(|index| index.relative().is_none()) {
            return;
        }
        let byte = u32::try_from(row).ok().and_then(|row| row.checked_mul(REGISTER));
        if byte.is_some_and(|byte| self.unit(slot, byte).is_some()) {
            return;
        }
        let found = byte.and_then(|byte| leaf::find(self.buffers.get(&slot)?, byte));
        let unit = match found {
            Some(Leaf {
                array: Some(whole),
                shape,
                ..
            }) if shape.class != TypeClass::STRUCT => Some(whole),
            Some(leaf) if leaf.shape.is_matrix() => Some(leaf::IndexedArray {
                path: leaf.path,
                start: leaf.start,
                size: leaf.size,
                stride: 1,
            }),
            _ => None,
        };
        match unit {
            Some(whole) => {
                let leaf = self.leaf(slot, whole.start).filter(|leaf| leaf.path == whole.path);
                let unit = Unit {
                    path: whole.path,
                    end: whole.start.saturating_add(whole.size),
                    stride: leaf.is_none().then_some(whole.stride),
                    leaf,
                    is_flag: false,
                };
                self.units.insert((slot, whole.start), unit);
            }
            None => self.add_buffer(slot),
        }
    }

    /// Adds a whole buffer as one uniform.
    fn add_buffer(&mut self, slot: u32) {
        let declared = self.declared.get(&slot).copied().unwrap_or(1);
        let variables = self.buffers.get(&slot).copied().unwrap_or_default();
        let ends = variables
            .iter()
            .map(|variable| variable.start.saturating_add(variable.size));
        let known = ends.max().unwrap_or_default().div_ceil(REGISTER);
        let rows = declared.max(known).clamp(1, MAX_ROWS);
        self.units.retain(|(other, _), _| *other != slot);
        let unit = Unit {
            path: format!("cb{slot}"),
            end: rows * REGISTER,
            leaf: None,
            stride: None,
            is_flag: false,
        };
        self.units.insert((slot, 0), unit);
    }

    /// Records an operand with fixed indices.
    fn add_fixed(&mut self, operand: &Operand, role: Role) {
        let Some((slot, row)) = place(operand) else {
            return;
        };
        if operand.indices.get(1).is_none_or(|index| index.relative().is_some()) {
            return;
        }
        let Some(byte) = u32::try_from(row).ok().and_then(|row| row.checked_mul(REGISTER)) else {
            return;
        };
        let (Role::Source(lanes) | Role::Condition(lanes)) = role else {
            return;
        };
        for component in operands::read(operand, lanes) {
            let byte = byte.saturating_add(component as u32 * COMPONENT);
            if let Some((_, unit)) = self.unit_mut(slot, byte) {
                unit.is_flag &= matches!(role, Role::Condition(_));
                continue;
            }
            match self.leaf(slot, byte) {
                Some(leaf) => self.add_leaf(slot, leaf, role),
                // Between variables there is nothing.
                None if self.buffers.contains_key(&slot) => {}
                None => self.add_buffer(slot),
            }
        }
    }

    fn add_leaf(&mut self, slot: u32, leaf: Leaf, role: Role) {
        let is_alone = leaf.size == COMPONENT;
        let unit = Unit {
            path: leaf.path.clone(),
            end: leaf.start.saturating_add(leaf.size),
            stride: None,
            is_flag: leaf.shape.is_bool() && is_alone && matches!(role, Role::Condition(_)),
            leaf: Some(leaf.clone()),
        };
        self.units.insert((slot, leaf.start), unit);
    }

    fn leaf(&self, slot: u32, byte: u32) -> Option<Leaf> {
        let leaf = leaf::find(self.buffers.get(&slot)?, byte)?;
        // A byte between variables belongs to none.
        let offset = byte.checked_sub(leaf.start)?;
        let component = offset % REGISTER / COMPONENT;
        (offset < leaf.size && component < leaf.width).then_some(leaf)
    }

    /// Returns the unit that holds a byte, with its first byte.
    fn unit(&self, slot: u32, byte: u32) -> Option<(u32, &Unit)> {
        let before = self.units.range((slot, 0)..=(slot, byte));
        let (&(_, start), unit) = before.last()?;
        (byte < unit.end).then_some((start, unit))
    }

    fn unit_mut(&mut self, slot: u32, byte: u32) -> Option<(u32, &mut Unit)> {
        let before = self.units.range_mut((slot, 0)..=(slot, byte));
        let (&(_, start), unit) = before.last()?;
        (byte < unit.end).then_some((start, unit))
    }

    /// Assigns names and ids to the units.
    fn declare(&mut self, names: &mut Names) {
        for (&(slot, start), unit) in &self.units.clone() {
            let id = UniformId::from_index(self.list.len());
            self.ids.insert((slot, start), id);
            let rows = unit.rows(start);
            let name = names.add(&unit.path);
            self.bindings.push(Binding {
                name: name.clone(),
                rows: (0..rows).map(|row| self.binding(slot, start, unit, row)).collect(),
            });
            self.list.push(ir::Uniform {
                name,
                kind: if unit.is_flag {
                    UniformKind::Boolean
                } else {
                    UniformKind::Float
                },
                rows: u16::try_from(rows).unwrap_or(u16::MAX),
                note: self.note(slot, start, unit),
            });
        }
    }

    /// Where the components of a row come from.
    fn binding(&self, slot: u32, start: u32, unit: &Unit, row: u32) -> [Option<ConstantComponent>; 4] {
        Component::ALL.map(|component| {
            let at = start + row * REGISTER + component as u32 * COMPONENT;
            let is_float = match &unit.leaf {
                Some(leaf) if component as u32 >= leaf.width => return None,
                Some(leaf) => leaf.shape.is_float(),
                None => self.leaf(slot, at).is_none_or(|leaf| leaf.shape.is_float()),
            };
            Some(ConstantComponent {
                slot,
                row: at / REGISTER,
                component: u8::try_from(at % REGISTER / COMPONENT).unwrap_or_default(),
                is_float,
            })
        })
    }

    /// Returns the comment on a uniform.
    fn note(&self, slot: u32, start: u32, unit: &Unit) -> String {
        let Some(leaf) = &unit.leaf else {
            return match unit.stride {
                Some(stride) => self.note_of_structs(slot, start, stride),
                None => format!("constant buffer {slot}, register by register"),
            };
        };
        let name = leaf.shape.name();
        let matrix = match leaf.shape.class {
            TypeClass::MATRIX_COLUMNS => ", a register for each column",
            TypeClass::MATRIX_ROWS => ", a register for each row",
            _ => "",
        };
        let elements = match leaf.shape.elements {
            0 => String::new(),
            count => format!("[{count}]"),
        };
        let number = match leaf.shape.base {
            BaseType::BOOL if unit.is_flag => "",
            BaseType::BOOL => ", 0 or 1 as a float",
            _ if leaf.shape.is_float() => "",
            _ => ", as a float",
        };
        format!("{name}{elements}{matrix}{number}")
    }

    /// Returns the members of an element, with their registers.
    fn note_of_structs(&self, slot: u32, start: u32, stride: u32) -> String {
        let mut members: Vec<String> = Vec::new();
        for register in 0..stride.min(16) {
            for component in 0..4 {
                let byte = start + register * REGISTER + component * COMPONENT;
                let Some(leaf) = self.leaf(slot, byte).filter(|leaf| leaf.start == byte) else {
                    continue;
                };
                let member = leaf.path.rsplit('.').next().unwrap_or_default();
                let letters: String = "xyzw"
                    .chars()
                    .skip(component as usize)
                    .take(leaf.width as usize)
                    .collect();
                members.push(format!("{member} in [{register}].{letters}"));
            }
        }
        let registers = match stride {
            1 => "1 register".to_owned(),
            count => format!("{count} registers"),
        };
        format!("{registers} for each element: {}", members.join(", "))
    }

    /// Warns of default values, which a shader binary cannot store.
    fn report_defaults(&self, report: &mut Report) {
        for (&(slot, start), unit) in &self.units {
            let variables = self.buffers.get(&slot).copied().unwrap_or_default();
            for variable in variables {
                let overlaps = variable.start < unit.end && start < variable.start.saturating_add(variable.size);
                let Some(default) = variable.default.filter(|_| overlaps) else {
                    continue;
                };
                let words = default.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
                let words: Vec<_> = words.collect();
                if words.iter().all(|word| *word == 0) {
                    continue;
                }
                let is_float = leaf::find(variables, variable.start).is_none_or(|leaf| leaf.shape.is_float());
                let message = format!(
                    "the default value of `{}` is ignored: {}",
                    variable.name,
                    listed(&words, is_float)
                );
                report.whole(
                    Code::UniformDefaultIgnored,
                    message,
                    "upload the value before the shader is used; shader binaries have no values of uniforms",
                );
            }
        }
    }

    /// Returns the component of a uniform that a component of a buffer's register became.
    pub(super) fn constant(&self, slot: u32, row: u32, component: Component) -> Option<Constant> {
        let byte = row.checked_mul(REGISTER)?.checked_add(component as u32 * COMPONENT)?;
        let (start, unit) = self.unit(slot, byte)?;
        let offset = byte - start;
        let leaf = self.leaf(slot, byte);
        Some(Constant {
            uniform: *self.ids.get(&(slot, start))?,
            row: u16::try_from(offset / REGISTER).ok()?,
            component: Component::from_bits(offset % REGISTER / COMPONENT),
            views: views(leaf.as_ref()),
            is_flag: unit.is_flag,
            is_bool: leaf.is_some_and(|leaf| leaf.shape.is_bool()),
        })
    }

    /// Returns whether an option leaves out a register of a buffer. Its uses were reported.
    pub(super) fn is_left_out(&self, slot: u32, row: i32) -> bool {
        let row = u32::try_from(row).ok();
        let byte = row.and_then(|row| row.checked_mul(REGISTER));
        byte.is_some_and(|byte| {
            let mut ranges = self.left_out.iter();
            ranges.any(|(own, range)| *own == slot && range.contains(&byte))
        })
    }

    /// Returns the uniform of a register with a computed index, the register's number in it, and its views.
    pub(super) fn element(&self, slot: u32, row: i32, component: Component) -> Option<Element> {
        let row_in_buffer = u32::try_from(row).unwrap_or_default();
        let byte = row_in_buffer.checked_mul(REGISTER)?;
        let (start, unit) = self.unit(slot, byte)?;
        let leaf = self.leaf(slot, byte.checked_add(component as u32 * COMPONENT)?);
        let first = i32::try_from(start / REGISTER).ok()?;
        Some(Element {
            uniform: *self.ids.get(&(slot, start))?,
            row: i16::try_from(row.checked_sub(first)?).ok()?,
            views: views(leaf.as_ref()),
            rows: unit.rows(start),
        })
    }
}

/// A register of a uniform that is indexed by computed numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub(super) uniform: UniformId,
    pub(super) row: i16,
    pub(super) views: Views,
    /// The rows of the uniform.
    pub(super) rows: u32,
}

impl Unit {
    fn rows(&self, start: u32) -> u32 {
        (self.end - start).div_ceil(REGISTER).min(MAX_ROWS)
    }
}

/// Returns the views of a component of a leaf; without one, the use decides.
fn views(leaf: Option<&Leaf>) -> Views {
    match leaf.map(|leaf| leaf.shape) {
        None => Views::FLOAT.join(Views::INT),
        Some(shape) if shape.is_float() => Views::FLOAT,
        Some(shape) => Views::INT.with(
            Views::UNSIGNED,
            matches!(shape.base, BaseType::UINT | BaseType::MIN_16_UINT | BaseType::BOOL),
        ),
    }
}

/// Returns the slot and the register number of an operand that reads a constant buffer. A computed index is not
/// included.
pub(super) fn place(operand: &Operand) -> Option<(u32, i32)> {
    if operand.kind() != RegisterKind::CONSTANT_BUFFER {
        return None;
    }
    let [_, row] = operand.indices.as_slice() else {
        return None;
    };
    let row = u32::try_from(row.offset()).ok()?;
    Some((operand.number()?, row.cast_signed()))
}

/// Returns whether an operand reads a buffer of an array of constant buffers, one that a computed index chooses.
pub(super) fn is_of_computed_buffer(operand: &Operand) -> bool {
    let is_computed = |index: &Index| index.relative().is_some();
    operand.kind() == RegisterKind::CONSTANT_BUFFER && operand.indices.first().is_some_and(is_computed)
}

fn declared(program: &Program) -> BTreeMap<u32, u32> {
    let buffers = program
        .instructions
        .iter()
        .filter_map(|instruction| match instruction.declaration()? {
            Declaration::ConstantBuffer { operand, size, .. } => Some((operand.number()?, size?)),
            _ => None,
        });
    buffers.collect()
}

/// Numbers for a message.
fn listed(words: &[u32], is_float: bool) -> String {
    const MAX: usize = 16;
    let numbers = words.iter().take(MAX).map(|word| {
        if is_float {
            f32::from_bits(*word).to_string()
        } else {
            word.cast_signed().to_string()
        }
    });
    let numbers: Vec<_> = numbers.collect();
    let more = if words.len() > MAX { ", ..." } else { "" };
    format!("{}{more}", numbers.join(", "))
}
