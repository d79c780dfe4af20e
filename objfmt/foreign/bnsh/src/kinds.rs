//! Stages, program kinds, resource kinds and code types.

use std::fmt;

/// Defines an enum with a name for each variant.
macro_rules! kinds {
    ($(#[$doc:meta])* $type:ident[$count:literal] { $($(#[$about:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$about])* $variant,)*
        }

        impl $type {
            /// All variants, in the field order of files.
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        /// Formats the name.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

kinds! {
    /// A stage of the graphics hardware.
    Stage[6] {
        /// Runs for each vertex.
        Vertex "vertex",
        /// Runs for each control point of a patch.
        Hull "hull",
        /// Runs for each vertex of a divided patch.
        Domain "domain",
        /// Runs for each primitive.
        Geometry "geometry",
        /// Runs for each pixel.
        Pixel "pixel",
        /// Runs outside of drawing.
        Compute "compute",
    }
}

kinds! {
    /// The program kinds of a variation.
    ProgramKind[3] {
        /// Source text.
        Source "source",
        /// Intermediate language.
        Intermediate "intermediate",
        /// Machine code.
        Binary "binary",
    }
}

kinds! {
    /// The kinds of reflected names, in slot order. The order is probable.
    ResourceKind[6] {
        /// Inputs of the stage.
        Inputs "inputs",
        /// Outputs of the stage.
        Outputs "outputs",
        /// Samplers with their textures.
        Samplers "samplers",
        /// Constant buffers.
        ConstantBuffers "constant buffers",
        /// Buffers that the stage may write in any order.
        UnorderedAccessBuffers "unordered access buffers",
        /// Images.
        Images "images",
    }
}

/// The type of code, which determines its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodeType(pub u8);

impl CodeType {
    /// Machine code with control code.
    pub const BINARY: Self = Self(0);
    /// Intermediate language of unknown structure.
    pub const INTERMEDIATE: Self = Self(1);
    /// Source text in two data blobs.
    pub const SOURCE: Self = Self(2);
    /// Several source texts.
    pub const SOURCE_ARRAY: Self = Self(3);

    /// The known types.
    pub const KNOWN: [Self; 4] = [Self::BINARY, Self::INTERMEDIATE, Self::SOURCE, Self::SOURCE_ARRAY];

    /// Returns the name, or `None` for an unknown type.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::BINARY => Some("binary"),
            Self::INTERMEDIATE => Some("intermediate language"),
            Self::SOURCE => Some("source"),
            Self::SOURCE_ARRAY => Some("source array"),
            _ => None,
        }
    }
}

/// Formats the name, or `unknown` and the number.
impl fmt::Display for CodeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "unknown ({})", self.0),
        }
    }
}
