//! Named numbers of GX2 structures.

use pica200_objfmt::formats::numbers::numbers;

numbers! {
    /// A stage: the type of a shader binary, and its index in a variation.
    Stage {
        VERTEX 0 "vertex",
        PIXEL 1 "pixel",
        GEOMETRY 2 "geometry",
    }
}

numbers! {
    /// How a shader receives its uniforms, or the kind of program that it belongs to.
    Mode {
        UNIFORM_REGISTER 0 "uniform registers",
        UNIFORM_BLOCK 1 "uniform blocks",
        GEOMETRY_SHADER 2 "geometry shader",
        COMPUTE_SHADER 3 "compute shader",
    }
}

numbers! {
    /// The type of a uniform variable or an attribute.
    VariableType {
        VOID 0 "void",
        BOOL 1 "bool",
        INT 2 "int",
        UINT 3 "uint",
        FLOAT 4 "float",
        DOUBLE 5 "double",
        DOUBLE2 6 "double2",
        DOUBLE3 7 "double3",
        DOUBLE4 8 "double4",
        FLOAT2 9 "float2",
        FLOAT3 10 "float3",
        FLOAT4 11 "float4",
        BOOL2 12 "bool2",
        BOOL3 13 "bool3",
        BOOL4 14 "bool4",
        INT2 15 "int2",
        INT3 16 "int3",
        INT4 17 "int4",
        UINT2 18 "uint2",
        UINT3 19 "uint3",
        UINT4 20 "uint4",
        FLOAT2X2 21 "float2x2",
        FLOAT2X3 22 "float2x3",
        FLOAT2X4 23 "float2x4",
        FLOAT3X2 24 "float3x2",
        FLOAT3X3 25 "float3x3",
        FLOAT3X4 26 "float3x4",
        FLOAT4X2 27 "float4x2",
        FLOAT4X3 28 "float4x3",
        FLOAT4X4 29 "float4x4",
        DOUBLE2X2 30 "double2x2",
        DOUBLE2X3 31 "double2x3",
        DOUBLE2X4 32 "double2x4",
        DOUBLE3X2 33 "double3x2",
        DOUBLE3X3 34 "double3x3",
        DOUBLE3X4 35 "double3x4",
        DOUBLE4X2 36 "double4x2",
        DOUBLE4X3 37 "double4x3",
        DOUBLE4X4 38 "double4x4",
    }
}

numbers! {
    /// The type of a sampler variable.
    SamplerType {
        ONE 0 "1d",
        TWO 1 "2d",
        THREE 3 "3d",
        CUBE 4 "cube",
        TWO_SHADOW 6 "2d shadow",
        TWO_ARRAY 10 "2d array",
        TWO_ARRAY_SHADOW 12 "2d array shadow",
        CUBE_ARRAY 13 "cube array",
    }
}
