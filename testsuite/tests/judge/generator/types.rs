//! Types of random shaders.

/// The component type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Float,
    Int,
    Uint,
    Bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// A scalar has one component.
    Vector(Kind, usize),
    /// Columns and rows.
    Matrix(usize, usize),
    Array(Box<Self>, usize),
    /// The index of a struct of the shader.
    Struct(usize),
}

impl Type {
    pub(super) const FLOAT: Self = Self::Vector(Kind::Float, 1);
    pub(super) const INT: Self = Self::Vector(Kind::Int, 1);
    pub(super) const UINT: Self = Self::Vector(Kind::Uint, 1);
    pub(super) const BOOL: Self = Self::Vector(Kind::Bool, 1);

    pub(super) const fn floats(size: usize) -> Self {
        Self::Vector(Kind::Float, size)
    }

    pub(super) fn array(element: Self, length: usize) -> Self {
        Self::Array(Box::new(element), length)
    }

    pub(super) const fn is_scalar(&self) -> bool {
        matches!(self, Self::Vector(_, 1))
    }

    /// Returns the name of a scalar, vector or matrix type.
    pub(super) fn basic_name(&self) -> String {
        match self {
            Self::Vector(kind, 1) => kind.name().to_owned(),
            Self::Vector(kind, size) => format!("{}vec{size}", kind.prefix()),
            Self::Matrix(columns, rows) if columns == rows => format!("mat{columns}"),
            Self::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
            Self::Array(..) | Self::Struct(_) => unreachable!("it is no basic type"),
        }
    }
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Bool => "bool",
        }
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::Float => "",
            Self::Int => "i",
            Self::Uint => "u",
            Self::Bool => "b",
        }
    }
}

/// A struct of the shader.
#[derive(Clone, Debug)]
pub(super) struct Struct {
    pub(super) name: String,
    pub(super) members: Vec<(String, Type)>,
}

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    pub(super) number: u16,
    pub(super) is_es: bool,
}

impl Version {
    const fn desktop(number: u16) -> Self {
        Self { number, is_es: false }
    }

    const fn es(number: u16) -> Self {
        Self { number, is_es: true }
    }

    /// The versions of shaders. Frequent ones are repeated.
    pub(super) const ALL: [Self; 16] = [
        Self::desktop(110),
        Self::desktop(120),
        Self::desktop(120),
        Self::desktop(130),
        Self::desktop(140),
        Self::desktop(150),
        Self::desktop(330),
        Self::desktop(330),
        Self::desktop(400),
        Self::desktop(410),
        Self::desktop(420),
        Self::desktop(450),
        Self::desktop(450),
        Self::es(100),
        Self::es(300),
        Self::es(300),
    ];

    /// Returns the `#version` line.
    pub(super) fn line(self) -> String {
        match (self.is_es, self.number) {
            (true, 300..) => format!("#version {} es\n", self.number),
            (false, 150..) if self.number == 330 => "#version 330 core\n".to_owned(),
            _ => format!("#version {}\n", self.number),
        }
    }

    /// Returns true if a feature exists, given its first desktop and ES versions.
    const fn from(self, desktop: u16, es: u16) -> bool {
        self.number >= if self.is_es { es } else { desktop }
    }

    /// `in` and `out`, unsigned integers, `switch`, `%`, integer vector attributes.
    pub(super) const fn is_modern(self) -> bool {
        self.from(130, 300)
    }

    /// Array constructors, and arrays as values.
    pub(super) const fn has_arrays(self) -> bool {
        self.from(120, 300)
    }

    /// Non-square matrices, `transpose`, `outerProduct`.
    pub(super) const fn has_all_matrices(self) -> bool {
        self.from(120, 300)
    }

    /// `inverse`, `determinant`.
    pub(super) const fn has_inverse(self) -> bool {
        self.from(150, 300)
    }

    /// Uniform blocks.
    pub(super) const fn has_uniform_blocks(self) -> bool {
        self.from(140, 300)
    }

    /// Instance names of blocks.
    pub(super) const fn has_instances(self) -> bool {
        self.from(150, 300)
    }

    /// Output blocks, and `gl_PerVertex`.
    pub(super) const fn has_output_blocks(self) -> bool {
        self.from(150, 320)
    }

    /// Implicit conversion from integer to float.
    pub(super) const fn converts(self) -> bool {
        !self.is_es && self.number >= 120
    }

    /// Initializer lists: `{ 1.0, 2.0 }`.
    pub(super) const fn has_braces(self) -> bool {
        !self.is_es && self.number >= 420
    }

    /// Attribute locations.
    pub(super) const fn has_locations(self) -> bool {
        self.from(330, 300)
    }

    /// Names of the fixed-function pipeline.
    pub(super) const fn has_fixed_names(self) -> bool {
        !self.is_es && self.number <= 130
    }

    /// Uniform initializers, `1.0f`, non-constant initializers.
    pub(super) const fn is_lenient(self) -> bool {
        !self.is_es && self.number >= 120
    }

    /// Modules with the loose uniforms of OpenGL.
    pub(super) const fn has_modules(self) -> bool {
        !self.is_es && self.number >= 330
    }

    /// `precise`.
    pub(super) const fn has_precise(self) -> bool {
        !self.is_es && self.number >= 400
    }

    /// Arrays of arrays.
    pub(super) const fn has_nested_arrays(self) -> bool {
        self.from(430, 310)
    }
}
