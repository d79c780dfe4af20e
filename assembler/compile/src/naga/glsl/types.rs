//! Types.

use std::rc::Rc;

use ::naga::{Scalar, ScalarKind, VectorSize};

/// A kind of scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    Bool,
    Int,
    Uint,
    Float,
}

impl Kind {
    pub(super) const fn scalar(self) -> Scalar {
        match self {
            Self::Bool => Scalar::BOOL,
            Self::Int => Scalar::I32,
            Self::Uint => Scalar::U32,
            Self::Float => Scalar::F32,
        }
    }

    pub(super) const fn naga(self) -> ScalarKind {
        self.scalar().kind
    }

    pub(super) const fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Uint)
    }

    /// Returns whether values convert implicitly to another kind.
    pub(super) fn converts_to(self, to: Self) -> bool {
        self == to || (self != Self::Bool && self < to)
    }
}

/// A struct, by its index in the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct StructId(pub(super) u32);

/// A type that no value has: a texture, a sampler, an image, a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Opaque {
    /// The kind of the numbers in it.
    pub(super) kind: Kind,
    /// True if it compares with a depth.
    pub(super) is_shadow: bool,
    /// The number of dimensions of its size.
    pub(super) dimensions: u8,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ty {
    Void,
    Scalar(Kind),
    Vector(Kind, u8),
    /// Columns and rows.
    Matrix(u8, u8),
    /// An array and its length, 0 if that is not known.
    Array(Rc<Self>, u32),
    Struct(StructId),
    Opaque(Opaque),
}

impl Ty {
    pub(super) const FLOAT: Self = Self::Scalar(Kind::Float);
    pub(super) const INT: Self = Self::Scalar(Kind::Int);
    pub(super) const UINT: Self = Self::Scalar(Kind::Uint);
    pub(super) const BOOL: Self = Self::Scalar(Kind::Bool);
    pub(super) const VEC2: Self = Self::Vector(Kind::Float, 2);
    pub(super) const VEC3: Self = Self::Vector(Kind::Float, 3);
    pub(super) const VEC4: Self = Self::Vector(Kind::Float, 4);

    /// Returns the scalar or vector of a size.
    pub(super) const fn new(kind: Kind, size: u8) -> Self {
        match size {
            0 | 1 => Self::Scalar(kind),
            _ => Self::Vector(kind, size),
        }
    }

    /// Returns an array of elements of a type.
    pub(super) fn array(element: Self, length: u32) -> Self {
        Self::Array(Rc::new(element), length)
    }

    /// Returns the kind of the numbers of a scalar, vector or matrix.
    pub(super) const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Scalar(kind) | Self::Vector(kind, _) => Some(*kind),
            Self::Matrix(..) => Some(Kind::Float),
            _ => None,
        }
    }

    /// Returns the number of components of a scalar or vector.
    pub(super) const fn size(&self) -> Option<u8> {
        match self {
            Self::Scalar(_) => Some(1),
            Self::Vector(_, size) => Some(*size),
            _ => None,
        }
    }

    /// Returns the number of numbers of a scalar, vector or matrix.
    pub(super) const fn components(&self) -> Option<usize> {
        match self {
            Self::Scalar(_) => Some(1),
            Self::Vector(_, size) => Some(*size as usize),
            Self::Matrix(columns, rows) => Some(*columns as usize * *rows as usize),
            _ => None,
        }
    }

    /// Returns the scalar or vector of the same size with numbers of another kind.
    pub(super) fn with_kind(&self, kind: Kind) -> Self {
        match self {
            Self::Scalar(_) => Self::Scalar(kind),
            Self::Vector(_, size) => Self::Vector(kind, *size),
            other => other.clone(),
        }
    }

    /// Returns the type without its arrays.
    pub(super) fn element(&self) -> &Self {
        let mut ty = self;
        while let Self::Array(element, _) = ty {
            ty = element;
        }
        ty
    }
}

/// Returns the size of a vector for naga.
pub(super) const fn vector_size(size: u8) -> VectorSize {
    match size {
        0..=2 => VectorSize::Bi,
        3 => VectorSize::Tri,
        _ => VectorSize::Quad,
    }
}

/// Returns the type with a name. Numbers of 64 and 16 bits become 32-bit.
pub(super) fn by_name(name: &str) -> Option<Ty> {
    if let Some(ty) = number(name) {
        return Some(ty);
    }
    opaque(Kind::Float, name)
        .or_else(|| opaque(Kind::Int, name.strip_prefix('i')?))
        .or_else(|| opaque(Kind::Uint, name.strip_prefix('u')?))
}

/// Returns whether a type of the language has numbers of more bits than the compiler computes with.
pub(super) fn is_wide(name: &str) -> bool {
    name == "double" || name.starts_with("dvec") || name.starts_with("dmat") || name.contains("64")
}

fn number(name: &str) -> Option<Ty> {
    let scalar = match name {
        "void" => return Some(Ty::Void),
        "bool" => Kind::Bool,
        "int" | "int8_t" | "int16_t" | "int32_t" | "int64_t" => Kind::Int,
        "uint" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" => Kind::Uint,
        "float" | "double" | "float16_t" | "float32_t" | "float64_t" => Kind::Float,
        _ => return vector(name).or_else(|| matrix(name)),
    };
    Some(Ty::Scalar(scalar))
}

fn vector(name: &str) -> Option<Ty> {
    let (prefix, size) = name.split_once("vec")?;
    let kind = match prefix {
        "" | "d" | "f16" | "f32" | "f64" => Kind::Float,
        "i" | "i8" | "i16" | "i32" | "i64" => Kind::Int,
        "u" | "u8" | "u16" | "u32" | "u64" => Kind::Uint,
        "b" => Kind::Bool,
        _ => return None,
    };
    Some(Ty::Vector(kind, digit(size)?))
}

fn matrix(name: &str) -> Option<Ty> {
    let (prefix, size) = name.split_once("mat")?;
    if !matches!(prefix, "" | "d" | "f16" | "f32" | "f64") {
        return None;
    }
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    Some(Ty::Matrix(digit(columns)?, digit(rows)?))
}

fn digit(text: &str) -> Option<u8> {
    match text {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        _ => None,
    }
}

/// Returns a texture, sampler, image or counter.
fn opaque(kind: Kind, name: &str) -> Option<Ty> {
    let made = |is_shadow, dimensions| {
        Some(Ty::Opaque(Opaque {
            kind,
            is_shadow,
            dimensions,
        }))
    };
    match name {
        "sampler" | "samplerShadow" | "atomic_uint" | "accelerationStructureEXT" => {
            return made(false, 1);
        }
        _ => {}
    }
    let prefixes = ["sampler", "texture", "image", "subpassInput"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    let (rest, is_shadow) = match rest.strip_suffix("Shadow") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (rest, is_array) = match rest.strip_suffix("Array") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let dimensions = match rest {
        "1D" | "Buffer" => 1,
        "2D" | "2DRect" | "Cube" | "2DMS" | "ExternalOES" | "" | "MS" => 2,
        "3D" => 3,
        _ => return None,
    };
    made(is_shadow, dimensions + u8::from(is_array))
}

#[cfg(test)]
mod tests {
    use super::{Kind, Ty, by_name};

    #[test]
    fn names_of_types() {
        assert_eq!(by_name("vec3"), Some(Ty::VEC3));
        assert_eq!(by_name("uvec2"), Some(Ty::Vector(Kind::Uint, 2)));
        assert_eq!(by_name("bvec4"), Some(Ty::Vector(Kind::Bool, 4)));
        assert_eq!(by_name("mat3"), Some(Ty::Matrix(3, 3)));
        assert_eq!(by_name("mat4x2"), Some(Ty::Matrix(4, 2)));
        assert_eq!(by_name("dmat2x3"), Some(Ty::Matrix(2, 3)));
        assert_eq!(by_name("f16vec2"), Some(Ty::VEC2));
        for name in [
            "sampler2D",
            "isampler2DArray",
            "usamplerBuffer",
            "samplerCubeShadow",
            "sampler2DMSArray",
            "texture2D",
            "itexture3D",
            "sampler",
            "samplerShadow",
            "image2D",
            "uimage2DArray",
            "atomic_uint",
            "samplerExternalOES",
            "sampler2DRectShadow",
            "subpassInput",
            "usubpassInputMS",
        ] {
            assert!(matches!(by_name(name), Some(Ty::Opaque(_))), "{name}");
        }
        for name in [
            "vec5",
            "mat1",
            "vector",
            "sampler4D",
            "Material",
            "imat2",
            "hvec3",
            "mat2x",
            "",
        ] {
            assert_eq!(by_name(name), None, "{name}");
        }
    }
}
