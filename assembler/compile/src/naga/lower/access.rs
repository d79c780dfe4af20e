//! Places in memory: parts of variables and of uniforms.

use std::rc::Rc;

use ::naga::{Expression, GlobalVariable, Handle, ScalarKind};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::Component;

use crate::ir::{Comparison, Logic, Operand};

use super::super::shape::Shape;
use super::{Content, Lowering};

/// Maximum length of an array in variables with a computed index.
pub(super) const MAX_CHOICES: usize = 16;

/// Maximum number of possible targets of a store with several computed indices.
const MAX_PLACES: usize = 64;

pub(super) const COMPONENTS: [Component; 4] = [Component::X, Component::Y, Component::Z, Component::W];

/// The root of a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    Uniform(Handle<GlobalVariable>),
    /// An index of [`Lowering::memories`].
    Memory(usize),
    /// Memory that the GPU does not have.
    Absent(Handle<GlobalVariable>),
}

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Constant(usize),
    Index(Operand),
}

/// A part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) root: Root,
    /// The shape of the whole variable.
    pub(super) whole: Shape,
    pub(super) steps: Vec<Step>,
}

impl Path {
    pub(super) fn to(root: Root, whole: Shape) -> Self {
        Self {
            root,
            whole,
            steps: Vec::new(),
        }
    }
}

impl Lowering<'_> {
    /// Returns a part of a value.
    pub(super) fn part(&mut self, base: Content, shape: Shape, step: Step, name: &str) -> Content {
        match base {
            Content::Pointer(mut path) => {
                path.steps.push(step);
                Content::Pointer(path)
            }
            Content::Uniform(mut path) => {
                path.steps.push(step);
                Content::Uniform(path)
            }
            Content::Components(components) => {
                Content::Components(self.project(components.to_vec(), shape, &[step], name).into())
            }
        }
    }

    /// Returns the step that an index means. The index of a palette is often a float that becomes an integer: the GPU's
    /// address registers do that themselves, so the float is the index.
    pub(super) fn step(&mut self, index: Handle<Expression>) -> Step {
        let mut components = self.components(index);
        if !self.math_mode.strict
            && let Some(float) = self.before_conversion(index)
        {
            components = self.components_of(&float);
        }
        let Some(operand) = components.first() else {
            return Step::Constant(0);
        };
        match self.builder.program().literal(*operand) {
            Some(number) => Step::Constant(whole(number)),
            None => Step::Index(*operand),
        }
    }

    /// Returns the components of the value at a place.
    pub(super) fn read(&mut self, path: &Path) -> Rc<[Operand]> {
        match path.root {
            Root::Uniform(global) => self.read_uniform(global, path).into(),
            Root::Memory(memory) => self.read_memory(memory, path),
            Root::Absent(global) => {
                let shape = self.shape_at(path);
                self.read_absent(global, shape)
            }
        }
    }

    /// Returns the components of a value in memory that the GPU does not have.
    pub(super) fn read_absent(&mut self, global: Handle<GlobalVariable>, shape: Shape) -> Rc<[Operand]> {
        let Some((message, help)) = self.absent_memory(global, "read") else {
            return self.zeros(shape);
        };
        self.poison_of(shape, Code::UnsupportedOperation, message, help).into()
    }

    /// Returns the shape of the value at a place.
    pub(super) fn shape_at(&self, path: &Path) -> Shape {
        path.steps.iter().fold(path.whole, |shape, step| {
            let index = match step {
                Step::Constant(index) => *index,
                Step::Index(_) => 0,
            };
            let part = self.shapes.part(shape, index);
            part.map_or(Shape::Opaque, |part| part.shape)
        })
    }

    /// Returns the part that leading constant steps lead to, and the other steps.
    fn constant_steps<'s>(&self, whole: Shape, steps: &'s [Step]) -> (Shape, usize, &'s [Step]) {
        let (mut shape, mut offset, mut rest) = (whole, 0_usize, steps);
        while let [Step::Constant(index), others @ ..] = rest {
            let Some(part) = self.shapes.part(shape, *index) else {
                break;
            };
            shape = part.shape;
            offset = offset.saturating_add(part.offset);
            rest = others;
        }
        (shape, offset, rest)
    }

    fn read_memory(&mut self, memory: usize, path: &Path) -> Rc<[Operand]> {
        let (shape, offset, rest) = self.constant_steps(path.whole, &path.steps);
        let count = self.shapes.components(shape);
        let end = offset.saturating_add(count);
        let Some(found) = self.memories.get(memory) else {
            return Rc::from([]);
        };
        let name = found.name.clone();
        let components: Vec<Operand> = if let Some(constant) = &found.constant {
            constant.get(offset..end).unwrap_or_default().to_vec()
        } else {
            let variables = found.variables.get(offset..end).unwrap_or_default();
            let variables = variables.to_vec();
            variables.iter().map(|id| self.builder.get(*id)).collect()
        };
        self.project(components, shape, rest, &name).into()
    }

    /// Stores components at a place.
    pub(super) fn write(&mut self, path: &Path, components: &[Operand]) {
        let memory = match path.root {
            Root::Memory(memory) => memory,
            Root::Uniform(global) | Root::Absent(global) => {
                if let Some((message, help)) = self.absent_memory(global, "write") {
                    self.report_with(Code::UnsupportedOperation, message, help);
                }
                return;
            }
        };
        let Some(name) = self.memories.get(memory).map(|found| found.name.clone()) else {
            return;
        };
        // The places that the store may mean, each with the condition under which it does.
        let mut places = vec![(path.whole, 0_usize, None)];
        for step in &path.steps {
            let mut next = Vec::new();
            for (shape, offset, condition) in places {
                let indices = match step {
                    Step::Constant(index) => *index..*index + 1,
                    Step::Index(_) => 0..self.shapes.length(shape),
                };
                let count = next.len() + indices.len();
                if indices.len() > MAX_CHOICES || count > MAX_PLACES {
                    return self.refuse_indexed_store(memory, &name);
                }
                for index in indices {
                    let Some(part) = self.shapes.part(shape, index) else {
                        continue;
                    };
                    let condition = match step {
                        Step::Constant(_) => condition,
                        Step::Index(operand) => Some(self.is_index(*operand, index, condition)),
                    };
                    next.push((part.shape, offset + part.offset, condition));
                }
            }
            places = next;
        }
        for (shape, offset, condition) in places {
            self.note_rows(memory, shape, offset, components);
            self.set_components(memory, offset, components, condition);
        }
    }

    /// Returns whether an index has a value, and another condition holds.
    pub(super) fn is_index(&mut self, index: Operand, value: usize, and: Option<Operand>) -> Operand {
        let index = self.whole_index(index);
        let number = self.builder.integer(float(value));
        let equal = self.builder.compare(Comparison::Equal, index, number);
        match and {
            Some(other) => self.builder.logic(Logic::And, other, equal),
            None => equal,
        }
    }

    fn set_components(&mut self, memory: usize, offset: usize, components: &[Operand], condition: Option<Operand>) {
        let is_constant = condition.is_none() && self.are_literals(components);
        let Some(found) = self.memories.get_mut(memory) else {
            return;
        };
        // The only store. It has happened wherever the rest of its block reads the variable.
        if is_constant && found.stores == 1 && components.len() == found.variables.len() {
            found.constant = Some(components.into());
            self.constants_of_block.push(memory);
        }
        found.is_written.resize(found.variables.len(), false);
        found
            .is_written
            .iter_mut()
            .skip(offset)
            .take(components.len())
            .for_each(|component| *component = true);
        let variables = found.variables.iter().skip(offset).copied();
        let variables: Vec<_> = variables.take(components.len()).collect();
        for (variable, component) in variables.into_iter().zip(components) {
            let value = match condition {
                Some(condition) => {
                    let old = self.builder.get(variable);
                    self.choose(condition, *component, old)
                }
                None => *component,
            };
            self.builder.set(variable, value);
        }
    }

    /// Returns the components of a part of a value.
    pub(super) fn project(
        &mut self,
        components: Vec<Operand>,
        shape: Shape,
        steps: &[Step],
        name: &str,
    ) -> Vec<Operand> {
        let (mut components, mut shape) = (components, shape);
        for step in steps {
            let index = match step {
                Step::Constant(index) => *index,
                Step::Index(_) => 0,
            };
            let Some(part) = self.shapes.part(shape, index) else {
                return Vec::new();
            };
            let count = self.shapes.components(part.shape);
            components = match step {
                Step::Constant(_) => {
                    let part = components.get(part.offset..part.offset.saturating_add(count));
                    part.unwrap_or_default().to_vec()
                }
                Step::Index(index) => self.element(&components, count, *index, name),
            };
            shape = part.shape;
        }
        components
    }

    /// `condition ? a : b`, of numbers or of booleans.
    pub(super) fn choose(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        if a == b {
            return a;
        }
        if self.builder.program().kind(a).is_number() {
            self.builder.select(condition, a, b)
        } else {
            crate::expand::select_bool(&mut self.builder, condition, a, b)
        }
    }

    /// Refuses a store to an element that cannot be known: from here on, nothing of the variable can be.
    fn refuse_indexed_store(&mut self, memory: usize, name: &str) {
        let found = self.memories.get_mut(memory);
        let variables = found.map(|found| {
            found.constant = None;
            found.is_written = vec![true; found.variables.len()];
            found.variables.clone()
        });
        for variable in variables.unwrap_or_default() {
            let old = self.builder.get(variable);
            let poison = self.refuse_index(old, name);
            self.builder.set(variable, poison);
        }
    }

    /// Returns the replacement of a component that a computed index selects.
    pub(super) fn refuse_index(&mut self, component: Operand, name: &str) -> Operand {
        let name = if name.is_empty() { "a value" } else { name };
        let kind = self.builder.program().kind(component);
        self.poison(
            kind,
            Code::IndexedTemporaries,
            format!("`{name}` is indexed with a computed number; the hardware cannot index temporary registers"),
            "index an array of uniforms or of constants, or one with up to 16 elements",
        )
    }

    /// Returns the reason why memory that the GPU does not have cannot be used, and an alternative.
    fn absent_memory(&self, global: Handle<GlobalVariable>, action: &str) -> Option<(String, &'static str)> {
        let found = self.module.global_variables.try_get(global).ok()?;
        let name = found.name.as_deref().unwrap_or("a variable");
        let (what, help) = match found.space {
            ::naga::AddressSpace::Storage { .. } if action == "read" => (
                "a storage buffer, which the hardware does not have",
                "use a uniform, or an attribute",
            ),
            ::naga::AddressSpace::Storage { .. } => (
                "a storage buffer; shaders cannot write to memory on this hardware",
                "pass results on as outputs",
            ),
            ::naga::AddressSpace::Handle => (
                "a texture or a sampler; no texture can be read in a vertex shader",
                "pass the value as an attribute",
            ),
            ::naga::AddressSpace::Uniform | ::naga::AddressSpace::Immediate => {
                ("a uniform, which a shader cannot change", "use a local variable")
            }
            _ => ("memory that the hardware does not have", "use a local variable"),
        };
        Some((format!("cannot {action} `{name}`: it is {what}"), help))
    }
}

/// Returns a small whole number as a float.
pub(super) fn float(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::from(u16::MAX), f32::from)
}

/// Returns the index that a literal is. Validation has refused those outside the value.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is limited before"
)]
fn whole(number: f32) -> usize {
    number.clamp(0.0, f32::from(u16::MAX)) as usize
}

/// Returns whether components of a kind are booleans in the IR.
pub(super) const fn is_bool(kind: ScalarKind) -> bool {
    matches!(kind, ScalarKind::Bool)
}
