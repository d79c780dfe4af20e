cbuffer Uniforms : register(b0) {
    float4 k : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
    float2 texcoord0 : TEXCOORD0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    o.position = float4(sin(position.x), cos(position.y), exp2(position.z), sqrt(abs(position.w)));
    o.color = float4(floor(k.x * 3.0 + 0.11), frac(k.y + 4.13), lerp(k.z, k.w, 0.25), clamp(k.x, -0.5, 0.5));
    o.texcoord0 = float2(smoothstep(-1.0, 1.0, k.y), sign(k.z));
    return o;
}
