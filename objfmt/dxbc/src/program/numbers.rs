//! Numbers in a program that have names. Numbers without a name are kept.

use pica200_objfmt::formats::numbers::numbers;

numbers! {
    /// The stage that a program is for, by the name of its models.
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
    /// The file of registers, or the kind of value, that an operand stands for.
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
    /// The shape of a resource or of a view.
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
    /// Whether texels have several samples, whose number a declaration states.
    pub const fn is_multisampled(self) -> bool {
        matches!(self, Self::TEXTURE_2D_MS | Self::TEXTURE_2D_MS_ARRAY)
    }
}

numbers! {
    /// The type of a component that a resource returns.
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
    /// The topology in which a geometry shader emits vertices.
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
    /// The primitive that a geometry shader reads. Numbers from 8 to 39 are patches: [`patch`](Self::patch).
    Primitive {
        POINT 1 "point",
        LINE 2 "line",
        TRIANGLE 3 "triangle",
        LINE_ADJACENCY 6 "lineadj",
        TRIANGLE_ADJACENCY 7 "triangleadj",
    }
}

impl Primitive {
    /// The number of control points, if the primitive is a patch.
    pub const fn patch(self) -> Option<u32> {
        match self.0 {
            8..=39 => Some(self.0 - 7),
            _ => None,
        }
    }
}

numbers! {
    /// The interpolation of a pixel shader's input.
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
    /// The value that the pipeline provides or takes through a register, as a declaration numbers it. Signatures have
    /// other numbers.
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
    /// The primitives that a tessellator makes.
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
    /// What a shader message is for.
    MessageKind {
        PRINT 0x20_0102 "printf",
        ERROR 0x20_0103 "errorf",
    }
}

numbers! {
    /// The minimum precision that a value needs.
    MinPrecision {
        FULL 0 "none",
        FLOAT_16 1 "float16",
        FLOAT_2_8 2 "float2_8",
        SINT_16 4 "sint16",
        UINT_16 5 "uint16",
    }
}

numbers! {
    /// A flag of a whole program, by its bit in the first dword of `dcl_globalFlags`. The names of 13 and 15 to 19 are
    /// likely, not certain.
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
