cbuffer Uniforms : register(b0) {
    float limit : packoffset(c0);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
float4 shade(float4 v) {
    if (v.x > limit) return v.wzyx;
    float4 sum = v;
    for (int i = 0; i < 3; i++) {
        sum += v.yzwx * 0.5;
        if (sum.y > 2.0) return sum;
    }
    return sum - v;
}
Outputs main(float4 position : POSITION) {
    Outputs o;
    o.position = position;
    o.color = shade(position);
    return o;
}
