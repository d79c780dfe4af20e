//! The stages, programs and resources that the structures of a file are for.

use std::fmt;

/// Makes an enum with a word for each variant.
macro_rules! kinds {
    ($(#[$doc:meta])* $type:ident[$count:literal] { $($(#[$about:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$about])* $variant,)*
        }

        impl $type {
            /// All of them, in the order of the fields of files.
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        /// The word.
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
    /// The programs that a variation can have.
    ProgramKind[3] {
        /// Source text.
        Source "source",
        /// An intermediate language.
        Intermediate "intermediate",
        /// Machine code.
        Binary "binary",
    }
}

kinds! {
    /// The kinds of names that reflection has, in the order of their slots. The order is probable.
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

/// The type of code, which decides the structure that describes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodeType(pub u8);

impl CodeType {
    /// Machine code with control code.
    pub const BINARY: Self = Self(0);
    /// An intermediate language. The structure is unknown.
    pub const INTERMEDIATE: Self = Self(1);
    /// Source text in two pieces of data.
    pub const SOURCE: Self = Self(2);
    /// Several source texts.
    pub const SOURCE_ARRAY: Self = Self(3);

    /// The known types.
    pub const KNOWN: [Self; 4] = [Self::BINARY, Self::INTERMEDIATE, Self::SOURCE, Self::SOURCE_ARRAY];

    /// The word for it; `None` for a number without one.
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

/// The word, or `unknown` with the number.
impl fmt::Display for CodeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "unknown ({})", self.0),
        }
    }
}
