cbuffer Uniforms : register(b0) {
    float4x4 a : packoffset(c0);
    float4x4 b : packoffset(c4);
    float scale : packoffset(c8);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    o.position = mul(position, mul(b, a));
    o.color = mul(a, position) + a[1] * scale;
    return o;
}
