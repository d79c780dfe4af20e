//! Variables and their parts.

use super::types::{Kind, Type};
use super::{Use, Variable, Writer};

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// A part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) ty: Type,
    pub(super) use_of: Use,
}

impl Writer {
    /// Returns a random part of a variable: the variable itself, or a part of it, and so on.
    fn part(&mut self, variable: &Variable) -> Part {
        let mut part = Part {
            text: variable.text.clone(),
            ty: variable.ty.clone(),
            use_of: variable.use_of,
        };
        while !self.chance(3) {
            let Some(next) = self.step(&part) else {
                break;
            };
            part = next;
        }
        part
    }

    /// Returns a part of a part. `None` for scalars.
    fn step(&mut self, part: &Part) -> Option<Part> {
        let text = &part.text;
        let (text, ty) = match &part.ty {
            Type::Scalar(_) => return None,
            Type::Vector(kind, size) => {
                if self.chance(8) {
                    let index = self.index(*size);
                    (format!("{text}[{index}]"), Type::Scalar(*kind))
                } else {
                    let component = COMPONENTS[self.random.below(*size)];
                    (format!("{text}.{component}"), Type::Scalar(*kind))
                }
            }
            Type::Matrix(columns, rows) => {
                let index = if self.chance(8) {
                    self.index(*columns)
                } else {
                    self.random.below(*columns).to_string()
                };
                (format!("{text}[{index}]"), Kind::Float.of_size(*rows))
            }
            Type::Array(element, length) => {
                let index = if self.chance(3) {
                    self.random.below(*length).to_string()
                } else {
                    self.index(*length)
                };
                (format!("{text}[{index}]"), element.as_ref().clone())
            }
            Type::Struct(index) => {
                let members = self.structs[*index].members.clone();
                let (name, ty) = self.choose(&members).clone();
                (format!("{text}.{name}"), ty)
            }
        };
        Some(Part {
            text,
            ty,
            // Pointers point to whole variables.
            use_of: match part.use_of {
                Use::Local => Use::Written,
                other => other,
            },
        })
    }

    /// Returns an expression that is an index of a value with so many parts.
    pub(super) fn index(&mut self, length: usize) -> String {
        if self.is_in_index {
            return self.random.below(length).to_string();
        }
        self.is_in_index = true;
        let index = self.computed_index(length);
        self.is_in_index = false;
        index
    }

    fn computed_index(&mut self, length: usize) -> String {
        let last = length - 1;
        let depth = u8::from(self.chance(3));
        match self.random.below(5) {
            0 => {
                let index = self.expression(&Type::Scalar(Kind::Uint), depth);
                format!("{index} % {length}u")
            }
            1 => {
                let index = self.expression(&Type::Scalar(Kind::Int), depth);
                format!("clamp({index}, 0i, {last}i)")
            }
            2 => {
                let index = self.expression(&Type::Scalar(Kind::Float), depth);
                format!("i32(clamp({index}, 0.0f, {last}.5f))")
            }
            3 => {
                let index = self.expression(&Type::Scalar(Kind::Float), depth);
                format!("u32(saturate({index}) * {last}.9f)")
            }
            _ => {
                let index = self.expression(&Type::Scalar(Kind::Uint), depth);
                format!("min({index}, {last}u)")
            }
        }
    }

    /// Returns a part of a variable that has a type. `None` if a few tries find none.
    pub(super) fn read(&mut self, ty: &Type) -> Option<String> {
        let variables: Vec<_> = self.variables().cloned().collect();
        self.read_of(ty, &variables)
    }

    /// Returns a part of one of some variables that has a type.
    pub(super) fn read_of(&mut self, ty: &Type, variables: &[Variable]) -> Option<String> {
        for _ in 0..12 {
            if variables.is_empty() {
                return None;
            }
            let variable = self.choose(variables).clone();
            let part = self.part(&variable);
            if part.ty == *ty {
                return Some(part.text);
            }
            let is_vector_of = |kind: Kind, size: usize| matches!(part.ty, Type::Vector(found, length) if found == kind && length >= size.min(2));
            if let Some((kind, size)) = ty.components()
                && is_vector_of(kind, size)
            {
                return Some(self.swizzle(&part, size));
            }
        }
        None
    }

    fn swizzle(&mut self, part: &Part, size: usize) -> String {
        let length = part.ty.components().map_or(1, |(_, size)| size);
        let components: String = (0..size).map(|_| COMPONENTS[self.random.below(length)]).collect();
        format!("{}.{components}", part.text)
    }

    /// Returns a part of a variable that can be written.
    pub(super) fn target(&mut self) -> Option<Part> {
        let is_written = |variable: &&Variable| matches!(variable.use_of, Use::Local | Use::Written);
        let variables: Vec<_> = self.variables().filter(is_written).cloned().collect();
        if variables.is_empty() {
            return None;
        }
        // The last ones belong to the innermost blocks.
        let last = variables.len().saturating_sub(4);
        let variable = if self.chance(4) {
            self.choose(&variables[last..]).clone()
        } else {
            self.choose(&variables).clone()
        };
        Some(self.part(&variable))
    }

    /// Returns a local variable of a type.
    pub(super) fn local(&mut self, ty: &Type) -> Option<String> {
        let is_local = |variable: &&Variable| variable.use_of == Use::Local && variable.ty == *ty;
        let names = self.variables().filter(is_local);
        let names: Vec<_> = names.map(|variable| variable.text.clone()).collect();
        if names.is_empty() {
            None
        } else {
            Some(self.choose(&names).clone())
        }
    }
}
