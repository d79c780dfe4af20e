cbuffer Uniforms : register(b0) {
    float4 limit : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION, float3 normal : NORMAL) {
    Outputs o;
    float4 c = float4(normal, 1.0);
    if (position.x > limit.x) {
        c.x = position.y;
    } else if (position.y > limit.y && position.z < limit.z) {
        c.y = position.x;
    } else {
        c.zw = normal.xy;
    }
    o.position = position.w < limit.w ? position : -position;
    o.color = c;
    return o;
}
