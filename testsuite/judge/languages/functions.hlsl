cbuffer Uniforms : register(b0) {
    float scale : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
float change(inout float3 v, float by) {
    v = v.zxy * by;
    return v.x + v.y;
}
void split(float4 v, out float2 low, out float2 high) {
    low = v.xy;
    high = v.zw;
}
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    float3 n = normal;
    float sum = change(n, scale);
    sum += change(n, 0.5);
    float2 low, high;
    split(position, low, high);
    o.position = float4(high, low);
    o.color = float4(n, sum);
    return o;
}
