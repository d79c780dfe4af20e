cbuffer Uniforms : register(b0) {
    float4 limit : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    bool4 less = position < limit;
    o.position = float4(less);
    o.color = float4(any(less) ? 1.0 : 0.0, all(less) ? 1.0 : 0.0, !less.x && less.y ? 0.5 : 0.25, less.z == less.w ? 2.0 : 3.0);
    return o;
}
