cbuffer Uniforms : register(b0) {
    int count : packoffset(c0);
    float factor : packoffset(c1);
};
struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR0;
};
Outputs main(float4 position : POSITION) {
    Outputs o;
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    float size = 1.0;
    for (int i = 0; i < count; i++) {
        sum += position * size;
        size *= factor;
        if (size < -1.0) break;
    }
    o.position = sum;
    o.color = float4(size, float(count), 0.0, 1.0);
    return o;
}
