//! Types of WGSL.

use super::{Struct, Writer};

/// The kind of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Float,
    Int,
    Uint,
    Bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Scalar(Kind),
    Vector(Kind, usize),
    /// Columns and rows.
    Matrix(usize, usize),
    Array(Box<Type>, usize),
    /// A struct of the shader, by its index.
    Struct(usize),
}

pub(super) const FLOAT: Type = Type::Scalar(Kind::Float);
pub(super) const INT: Type = Type::Scalar(Kind::Int);
pub(super) const UINT: Type = Type::Scalar(Kind::Uint);
pub(super) const BOOL: Type = Type::Scalar(Kind::Bool);

impl Kind {
    /// Returns the name of the scalar.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Float => "f32",
            Self::Int => "i32",
            Self::Uint => "u32",
            Self::Bool => "bool",
        }
    }

    /// Returns a scalar or a vector, by its size.
    pub(super) const fn of_size(self, size: usize) -> Type {
        match size {
            1 => Type::Scalar(self),
            _ => Type::Vector(self, size),
        }
    }
}

impl Type {
    /// Returns the kind and the size of a scalar or vector.
    pub(super) const fn components(&self) -> Option<(Kind, usize)> {
        match self {
            Self::Scalar(kind) => Some((*kind, 1)),
            Self::Vector(kind, size) => Some((*kind, *size)),
            _ => None,
        }
    }
}

impl Writer {
    /// Returns the name of a type.
    pub(super) fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(kind) => kind.name().to_owned(),
            Type::Vector(kind, size) => format!("vec{size}<{}>", kind.name()),
            Type::Matrix(columns, rows) => format!("mat{columns}x{rows}f"),
            Type::Array(element, length) => format!("array<{}, {length}>", self.type_name(element)),
            Type::Struct(index) => self.structs[*index].name.clone(),
        }
    }

    /// Declares a struct.
    pub(super) fn declare(&mut self, name: &str, members: Vec<(String, Type)>) -> Type {
        let fields: Vec<_> = members
            .iter()
            .map(|(name, ty)| format!("{name}: {}", self.type_name(ty)))
            .collect();
        self.line(&format!("struct {name} {{ {} }}", fields.join(", ")));
        self.structs.push(Struct {
            name: name.to_owned(),
            members,
        });
        Type::Struct(self.structs.len() - 1)
    }
}
