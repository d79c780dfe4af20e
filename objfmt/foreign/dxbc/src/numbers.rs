//! Named numbers and flags of programs and resources. Unnamed values are kept. Programs and resources number the same
//! concept differently.

use pica200_objfmt::formats::numbers::{flags, numbers};

numbers! {
    /// The stage of a program, named after its models.
    ProgramKind {
        PIXEL 0 "ps",
        VERTEX 1 "vs",
        GEOMETRY 2 "gs",
        HULL 3 "hs",
        DOMAIN 4 "ds",
        COMPUTE 5 "cs",
    }
}

numbers! {
    /// The register file, or the kind of value, of an operand.
    RegisterKind {
        TEMP 0 "r",
        INPUT 1 "v",
        OUTPUT 2 "o",
        INDEXABLE_TEMP 3 "x",
        LITERAL 4 "l",
        LITERAL_DOUBLE 5 "d",
        SAMPLER 6 "s",
        RESOURCE 7 "t",
        CONSTANT_BUFFER 8 "cb",
        IMMEDIATE_CONSTANT_BUFFER 9 "icb",
        LABEL 10 "label",
        INPUT_PRIMITIVE_ID 11 "vPrim",
        OUTPUT_DEPTH 12 "oDepth",
        NULL 13 "null",
        RASTERIZER 14 "rasterizer",
        OUTPUT_COVERAGE 15 "oMask",
        STREAM 16 "m",
        FUNCTION_BODY 17 "fb",
        FUNCTION_TABLE 18 "ft",
        INTERFACE 19 "fp",
        FUNCTION_INPUT 20 "fi",
        FUNCTION_OUTPUT 21 "fo",
        OUTPUT_CONTROL_POINT_ID 22 "vOutputControlPointID",
        FORK_INSTANCE_ID 23 "vForkInstanceID",
        JOIN_INSTANCE_ID 24 "vJoinInstanceID",
        INPUT_CONTROL_POINT 25 "vicp",
        OUTPUT_CONTROL_POINT 26 "vocp",
        PATCH_CONSTANT 27 "vpc",
        DOMAIN_POINT 28 "vDomain",
        THIS 29 "this",
        UNORDERED_ACCESS_VIEW 30 "u",
        GROUP_SHARED_MEMORY 31 "g",
        THREAD_ID 32 "vThreadID",
        THREAD_GROUP_ID 33 "vThreadGroupID",
        THREAD_ID_IN_GROUP 34 "vThreadIDInGroup",
        INPUT_COVERAGE 35 "vCoverage",
        THREAD_ID_IN_GROUP_FLATTENED 36 "vThreadIDInGroupFlattened",
        GEOMETRY_INSTANCE_ID 37 "vGSInstanceID",
        OUTPUT_DEPTH_GREATER_EQUAL 38 "oDepthGE",
        OUTPUT_DEPTH_LESS_EQUAL 39 "oDepthLE",
        CYCLE_COUNTER 40 "vCycleCounter",
        OUTPUT_STENCIL_REFERENCE 41 "oStencilRef",
        INNER_COVERAGE 42 "vInnerCoverage",
    }
}

numbers! {
    /// The dimension of a resource or a view.
    Dimension {
        BUFFER 1 "buffer",
        TEXTURE_1D 2 "texture1d",
        TEXTURE_2D 3 "texture2d",
        TEXTURE_2D_MS 4 "texture2dms",
        TEXTURE_3D 5 "texture3d",
        TEXTURE_CUBE 6 "texturecube",
        TEXTURE_1D_ARRAY 7 "texture1darray",
        TEXTURE_2D_ARRAY 8 "texture2darray",
        TEXTURE_2D_MS_ARRAY 9 "texture2dmsarray",
        TEXTURE_CUBE_ARRAY 10 "texturecubearray",
        RAW_BUFFER 11 "raw_buffer",
        STRUCTURED_BUFFER 12 "structured_buffer",
    }
}

impl Dimension {
    /// Returns true if texels have several samples. A declaration states their number.
    pub const fn is_multisampled(self) -> bool {
        matches!(self, Self::TEXTURE_2D_MS | Self::TEXTURE_2D_MS_ARRAY)
    }
}

numbers! {
    /// The component type that a resource returns.
    ReturnType {
        UNORM 1 "unorm",
        SNORM 2 "snorm",
        SINT 3 "sint",
        UINT 4 "uint",
        FLOAT 5 "float",
        MIXED 6 "mixed",
        DOUBLE 7 "double",
        CONTINUED 8 "continued",
        UNUSED 9 "unused",
    }
}

numbers! {
    /// The mode of a sampler.
    SamplerMode {
        DEFAULT 0 "mode_default",
        COMPARISON 1 "mode_comparison",
        MONO 2 "mode_mono",
    }
}

numbers! {
    /// The output topology of a geometry shader.
    Topology {
        POINT_LIST 1 "pointlist",
        LINE_LIST 2 "linelist",
        LINE_STRIP 3 "linestrip",
        TRIANGLE_LIST 4 "trianglelist",
        TRIANGLE_STRIP 5 "trianglestrip",
        LINE_LIST_ADJACENCY 10 "linelist_adj",
        LINE_STRIP_ADJACENCY 11 "linestrip_adj",
        TRIANGLE_LIST_ADJACENCY 12 "trianglelist_adj",
        TRIANGLE_STRIP_ADJACENCY 13 "trianglestrip_adj",
    }
}

numbers! {
    /// The input primitive of a geometry shader. Numbers from 8 to 39 are patches: [`patch`](Self::patch).
    Primitive {
        POINT 1 "point",
        LINE 2 "line",
        TRIANGLE 3 "triangle",
        LINE_ADJACENCY 6 "lineadj",
        TRIANGLE_ADJACENCY 7 "triangleadj",
    }
}

impl Primitive {
    /// Returns the number of control points of a patch, or `None` for another primitive.
    pub const fn patch(self) -> Option<u32> {
        match self.0 {
            8..=39 => Some(self.0 - 7),
            _ => None,
        }
    }
}

numbers! {
    /// The interpolation of a pixel shader input.
    Interpolation {
        CONSTANT 1 "constant",
        LINEAR 2 "linear",
        LINEAR_CENTROID 3 "linear centroid",
        LINEAR_NO_PERSPECTIVE 4 "linear noperspective",
        LINEAR_NO_PERSPECTIVE_CENTROID 5 "linear noperspective centroid",
        LINEAR_SAMPLE 6 "linear sample",
        LINEAR_NO_PERSPECTIVE_SAMPLE 7 "linear noperspective sample",
    }
}

numbers! {
    /// The system value of a register, as numbered in declarations. Signatures use other numbers.
    SystemName {
        POSITION 1 "position",
        CLIP_DISTANCE 2 "clip_distance",
        CULL_DISTANCE 3 "cull_distance",
        RENDER_TARGET_ARRAY_INDEX 4 "rendertarget_array_index",
        VIEWPORT_ARRAY_INDEX 5 "viewport_array_index",
        VERTEX_ID 6 "vertex_id",
        PRIMITIVE_ID 7 "primitive_id",
        INSTANCE_ID 8 "instance_id",
        IS_FRONT_FACE 9 "is_front_face",
        SAMPLE_INDEX 10 "sampleIndex",
        FINAL_QUAD_U_EQ_0 11 "finalQuadUeq0EdgeTessFactor",
        FINAL_QUAD_V_EQ_0 12 "finalQuadVeq0EdgeTessFactor",
        FINAL_QUAD_U_EQ_1 13 "finalQuadUeq1EdgeTessFactor",
        FINAL_QUAD_V_EQ_1 14 "finalQuadVeq1EdgeTessFactor",
        FINAL_QUAD_U_INSIDE 15 "finalQuadUInsideTessFactor",
        FINAL_QUAD_V_INSIDE 16 "finalQuadVInsideTessFactor",
        FINAL_TRI_U_EQ_0 17 "finalTriUeq0EdgeTessFactor",
        FINAL_TRI_V_EQ_0 18 "finalTriVeq0EdgeTessFactor",
        FINAL_TRI_W_EQ_0 19 "finalTriWeq0EdgeTessFactor",
        FINAL_TRI_INSIDE 20 "finalTriInsideTessFactor",
        FINAL_LINE_DETAIL 21 "finalLineDetailTessFactor",
        FINAL_LINE_DENSITY 22 "finalLineDensityTessFactor",
    }
}

numbers! {
    /// The domain of a tessellator.
    TessellatorDomain {
        ISOLINE 1 "domain_isoline",
        TRIANGLE 2 "domain_tri",
        QUADRILATERAL 3 "domain_quad",
    }
}

numbers! {
    /// The partitioning of a tessellator.
    Partitioning {
        INTEGER 1 "partitioning_integer",
        POW2 2 "partitioning_pow2",
        FRACTIONAL_ODD 3 "partitioning_fractional_odd",
        FRACTIONAL_EVEN 4 "partitioning_fractional_even",
    }
}

numbers! {
    /// The output primitive of a tessellator.
    TessellatorOutput {
        POINT 1 "output_point",
        LINE 2 "output_line",
        TRIANGLE_CLOCKWISE 3 "output_triangle_cw",
        TRIANGLE_COUNTER_CLOCKWISE 4 "output_triangle_ccw",
    }
}

numbers! {
    /// The class of custom data.
    DataClass {
        COMMENT 0 "comment",
        DEBUG_INFO 1 "debug_info",
        OPAQUE 2 "opaque",
        IMMEDIATE_CONSTANT_BUFFER 3 "immediateConstantBuffer",
        SHADER_MESSAGE 4 "shader_message",
        CLIP_PLANE_MAPPING 5 "clip_plane_mapping",
    }
}

numbers! {
    /// The purpose of a shader message.
    MessageKind {
        PRINT 0x20_0102 "printf",
        ERROR 0x20_0103 "errorf",
    }
}

numbers! {
    /// The minimum precision of a value.
    MinPrecision {
        FULL 0 "none",
        FLOAT_16 1 "float16",
        FLOAT_2_8 2 "float2_8",
        SINT_16 4 "sint16",
        UINT_16 5 "uint16",
    }
}

numbers! {
    /// A global flag, by its bit in the first dword of `dcl_globalFlags`. The names of 13 and 15 to 19 are likely, not
    /// certain.
    GlobalFlag {
        REFACTORING_ALLOWED 11 "refactoringAllowed",
        ENABLE_DOUBLE_PRECISION 12 "enableDoublePrecisionFloatOps",
        FORCE_EARLY_DEPTH_STENCIL 13 "forceEarlyDepthStencil",
        ENABLE_RAW_AND_STRUCTURED_BUFFERS 14 "enableRawAndStructuredBuffers",
        SKIP_OPTIMIZATION 15 "skipOptimization",
        ENABLE_MINIMUM_PRECISION 16 "enableMinimumPrecision",
        ENABLE_11_1_DOUBLE_EXTENSIONS 17 "enable11_1DoubleExtensions",
        ENABLE_11_1_SHADER_EXTENSIONS 18 "enable11_1ShaderExtensions",
        ALL_RESOURCES_BOUND 19 "allResourcesBound",
    }
}

numbers! {
    /// The stage of resources, as numbered in their chunk.
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
    /// The compilation flags.
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
    /// The value type of a binding.
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
    /// Returns the number of components of a texture's values, 1 to 4, from two of the flags.
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
    /// The component type of a type. Numbers without a name here are object kinds.
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
    /// Returns the register kind of resources of this kind. Unknown kinds are treated as writable.
    pub const fn register_kind(self) -> RegisterKind {
        match self {
            Self::CBUFFER => RegisterKind::CONSTANT_BUFFER,
            Self::SAMPLER => RegisterKind::SAMPLER,
            Self::TBUFFER | Self::TEXTURE | Self::STRUCTURED | Self::BYTE_ADDRESS => RegisterKind::RESOURCE,
            _ => RegisterKind::UNORDERED_ACCESS_VIEW,
        }
    }
}
