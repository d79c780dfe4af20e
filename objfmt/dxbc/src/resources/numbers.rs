//! The numbers and flags of resources.

use pica200_objfmt::formats::numbers::{flags, numbers};

use crate::program::RegisterKind;

numbers! {
    /// The stage that resources belong to, by the number that their chunk holds.
    Stage {
        PIXEL 0xFFFF "pixel",
        VERTEX 0xFFFE "vertex",
        GEOMETRY 0x4753 "geometry",
        HULL 0x4853 "hull",
        DOMAIN 0x4453 "domain",
        COMPUTE 0x4353 "compute",
    }
}

flags! {
    /// How a shader was compiled.
    CompileFlags: u32 {
        DEBUG 0x1 "debug",
        SKIP_VALIDATION 0x2 "skip validation",
        SKIP_OPTIMIZATION 0x4 "skip optimization",
        ROW_MAJOR 0x8 "row major",
        COLUMN_MAJOR 0x10 "column major",
        PARTIAL_PRECISION 0x20 "partial precision",
        NO_PRESHADER 0x100 "no preshader",
        AVOID_FLOW_CONTROL 0x200 "avoid flow control",
        PREFER_FLOW_CONTROL 0x400 "prefer flow control",
        STRICT 0x800 "strict",
        BACKWARDS_COMPATIBLE 0x1000 "backwards compatible",
        IEEE_STRICT 0x2000 "IEEE strict",
    }
}

numbers! {
    /// The kind of a binding.
    BindingKind {
        CBUFFER 0 "cbuffer",
        TBUFFER 1 "tbuffer",
        TEXTURE 2 "texture",
        SAMPLER 3 "sampler",
        TYPED_UAV 4 "typed UAV",
        STRUCTURED 5 "structured buffer",
        RW_STRUCTURED 6 "RW structured buffer",
        BYTE_ADDRESS 7 "byte address buffer",
        RW_BYTE_ADDRESS 8 "RW byte address buffer",
        APPEND 9 "append buffer",
        CONSUME 10 "consume buffer",
        RW_STRUCTURED_COUNTER 11 "RW structured buffer with counter",
    }
}

numbers! {
    /// The type of the values of a binding.
    BindingReturn {
        NONE 0 "none",
        UNORM 1 "unorm",
        SNORM 2 "snorm",
        SINT 3 "sint",
        UINT 4 "uint",
        FLOAT 5 "float",
        MIXED 6 "mixed",
        DOUBLE 7 "double",
        CONTINUED 8 "continued",
    }
}

numbers! {
    /// The dimension of a binding. Programs have other numbers.
    BindingDimension {
        NONE 0 "none",
        BUFFER 1 "buffer",
        TEXTURE_1D 2 "1d",
        TEXTURE_1D_ARRAY 3 "1d array",
        TEXTURE_2D 4 "2d",
        TEXTURE_2D_ARRAY 5 "2d array",
        TEXTURE_2D_MS 6 "2d ms",
        TEXTURE_2D_MS_ARRAY 7 "2d ms array",
        TEXTURE_3D 8 "3d",
        TEXTURE_CUBE 9 "cube",
        TEXTURE_CUBE_ARRAY 10 "cube array",
        RAW_BUFFER 11 "raw buffer",
    }
}

flags! {
    /// The flags of a binding.
    BindingFlags: u32 {
        USER_PACKED 0x1 "user packed",
        COMPARISON_SAMPLER 0x2 "comparison sampler",
        TEXTURE_COMPONENT_0 0x4 "texture component 0",
        TEXTURE_COMPONENT_1 0x8 "texture component 1",
        UNUSED 0x10 "unused",
    }
}

impl BindingFlags {
    /// The number of components of a texture's values, which two of the flags hold: 1 to 4.
    pub const fn texture_components(self) -> u32 {
        (self.0 >> 2 & 3) + 1
    }
}

numbers! {
    /// The kind of a buffer.
    BufferKind {
        CBUFFER 0 "cbuffer",
        TBUFFER 1 "tbuffer",
        INTERFACES 2 "interface pointers",
        RESOURCE 3 "resource bind info",
    }
}

flags! {
    /// The flags of a buffer.
    BufferFlags: u32 {
        USER_PACKED 0x1 "user packed",
    }
}

flags! {
    /// The flags of a variable.
    VariableFlags: u32 {
        USER_PACKED 0x1 "user packed",
        USED 0x2 "used",
        INTERFACE_POINTER 0x4 "interface pointer",
        INTERFACE_PARAMETER 0x8 "interface parameter",
    }
}

numbers! {
    /// The class of a type.
    TypeClass {
        SCALAR 0 "scalar",
        VECTOR 1 "vector",
        MATRIX_ROWS 2 "matrix, by rows",
        MATRIX_COLUMNS 3 "matrix, by columns",
        OBJECT 4 "object",
        STRUCT 5 "struct",
        INTERFACE_CLASS 6 "interface class",
        INTERFACE_POINTER 7 "interface pointer",
    }
}

numbers! {
    /// The type of the components of a type. Numbers without a name here are kinds of objects.
    BaseType {
        VOID 0 "void",
        BOOL 1 "bool",
        INT 2 "int",
        FLOAT 3 "float",
        STRING 4 "string",
        TEXTURE 5 "texture",
        TEXTURE_1D 6 "texture1D",
        TEXTURE_2D 7 "texture2D",
        TEXTURE_3D 8 "texture3D",
        TEXTURE_CUBE 9 "textureCube",
        SAMPLER 10 "sampler",
        UINT 19 "uint",
        UINT_8 20 "uint8",
        DOUBLE 39 "double",
        MIN_8_FLOAT 57 "min8float",
        MIN_10_FLOAT 58 "min10float",
        MIN_16_FLOAT 59 "min16float",
        MIN_12_INT 60 "min12int",
        MIN_16_INT 61 "min16int",
        MIN_16_UINT 62 "min16uint",
    }
}

impl BindingKind {
    /// The registers to which resources of the kind are bound. A kind without a known meaning counts as one that is written.
    pub const fn register_kind(self) -> RegisterKind {
        match self {
            Self::CBUFFER => RegisterKind::CONSTANT_BUFFER,
            Self::SAMPLER => RegisterKind::SAMPLER,
            Self::TBUFFER | Self::TEXTURE | Self::STRUCTURED | Self::BYTE_ADDRESS => {
                RegisterKind::RESOURCE
            }
            _ => RegisterKind::UNORDERED_ACCESS_VIEW,
        }
    }
}
