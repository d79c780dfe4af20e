cbuffer Uniforms : register(b0) {
    float4x4 projection : packoffset(c0);
    float4x4 view : packoffset(c4);
    float4x3 model : packoffset(c8);
    float3x3 normals : packoffset(c11);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    float3 world = mul(position, model);
    o.position = mul(mul(float4(world, 1.0), view), projection);
    o.color = float4(mul(normal, normals), 1.0);
    return o;
}
