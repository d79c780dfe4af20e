cbuffer Uniforms : register(b0) {
    float4 bones[6] : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION, float2 index : NORMAL, float2 weights : TEXCOORD0) {
    Outputs o;
    float4 offset = bones[int(index.x)] * weights.x + bones[int(index.y) + 3] * weights.y;
    o.position = position + offset;
    o.color = bones[2] * 0.5;
    return o;
}
