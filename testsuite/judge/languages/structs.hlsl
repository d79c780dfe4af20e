struct Light {
    float3 direction;
    float4 color;
};
cbuffer Uniforms : register(b0) {
    Light first : packoffset(c0);
    Light second : packoffset(c2);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
float4 lit_by(Light light, float3 n) { return light.color * max(dot(light.direction, n), 0.0); }
Outputs main(float4 position : POSITION) {
    Outputs o;
    o.position = position;
    Light last = second;
    last.color *= 0.5;
    o.color = lit_by(first, position.xyz) + lit_by(last, position.yzx);
    return o;
}
