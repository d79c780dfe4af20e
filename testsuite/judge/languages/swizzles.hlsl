cbuffer Uniforms : register(b0) {
    float4 k : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
    float2 texcoord0 : TEXCOORD0;
};
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    float4 v = position;
    v.zx = normal.yy * k.wx;
    v.w += v.y;
    v.xyz -= k.bgr;
    o.position = v.wwxy;
    o.color = float4(v.zyx, k[2]);
    o.texcoord0 = v.yx * float2(k.x, 0.5);
    return o;
}
